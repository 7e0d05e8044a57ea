; Earlier patterns win.

(call
  function: (identifier) @function.builtin
  (#any-of? @function.builtin
    "whole" "decimal" "yes_no" "one_of" "dice_of" "entries"
    "count" "flag" "when" "category" "player"
    "record" "note" "expect" "choose" "choose_at_once"
    "roll" "dice" "pool" "tally" "successes" "chance" "binomial" "cards" "draw"))
(call function: (identifier) @function)
(function_definition name: (identifier) @function)
(argument
  value: (identifier) @constant.builtin
  (#any-of? @constant.builtin "success" "mixed" "failure" "neutral"))
(parameters (identifier) @variable.parameter)
(argument name: (identifier) @variable.parameter)
(field name: (identifier) @variable.other.member)
(identifier) @variable

(number) @constant.numeric
(boolean) @constant.builtin.boolean
(interpolation) @string.special
(string) @string
(docstring) @comment.block.documentation
(comment) @comment.line

["if" "elif" "else"] @keyword.control.conditional
["for" "while"] @keyword.control.repeat
(break_statement) @keyword.control.repeat
(continue_statement) @keyword.control.repeat
"def" @keyword.function
"return" @keyword.control.return
"use" @keyword.control.import
(pass_statement) @keyword
["and" "or" "not" "in"] @keyword.operator
(not_in) @keyword.operator

["=" "+=" "-=" "*=" "/=" "//=" "%=" "**=" "+" "-" "*" "/" "//" "%" "**" "==" "!=" "<" "<=" ">" ">=" ".."] @operator
["(" ")" "[" "]"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter
