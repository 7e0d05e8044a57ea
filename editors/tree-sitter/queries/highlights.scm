; Later patterns win.

(identifier) @variable
(parameters (identifier) @variable.parameter)
(argument name: (identifier) @variable.parameter)
(field name: (identifier) @property)

(function_definition name: (identifier) @function)
(call function: (identifier) @function.call)
; What declares a parameter, a metric or a player, and what ends in the results.
(call
  function: (identifier) @function.builtin
  (#any-of? @function.builtin
    "whole" "decimal" "yes_no" "one_of" "dice_of" "entries"
    "count" "flag" "when" "category" "player"
    "record" "note" "expect" "choose" "choose_at_once"
    "roll" "dice" "pool" "tally" "successes" "chance" "binomial" "cards" "draw"))

; The tones of outcomes.
(argument
  value: (identifier) @constant.builtin
  (#any-of? @constant.builtin "success" "mixed" "failure" "neutral"))

(number) @number
(boolean) @boolean
(string) @string
(string_content) @string
(interpolation) @string.special
(docstring) @string.documentation
(comment) @comment

["if" "elif" "else"] @keyword.conditional
["for" "while"] @keyword.repeat
(break_statement) @keyword.repeat
(continue_statement) @keyword.repeat
"def" @keyword.function
"return" @keyword.return
"use" @keyword.import
(pass_statement) @keyword
["and" "or" "not" "in"] @keyword.operator
(not_in) @keyword.operator

["=" "+=" "-=" "*=" "/=" "//=" "%=" "**=" "+" "-" "*" "/" "//" "%" "**" "==" "!=" "<" "<=" ">" ">=" ".."] @operator
["(" ")" "[" "]"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter
