; Later patterns win.

(identifier) @variable
(parameters (identifier) @variable.parameter)
(argument name: (identifier) @variable.parameter)
(field name: (identifier) @property)

(function_definition name: (identifier) @function)
(call function: (identifier) @function.call)
; What declares a parameter, a metric or a player, and what ends in the results.
(call
  function: (identifier) @function.special
  (#any-of? @function.special
    "whole" "decimal" "yes_no" "one_of" "dice_of" "entries"
    "count" "flag" "when" "category" "player"
    "record" "note" "expect" "choose" "choose_at_once"
    "roll" "dice" "pool" "tally" "successes" "chance" "binomial" "cards" "draw"))

; The tones of outcomes.
(argument
  value: (identifier) @constant
  (#any-of? @constant "success" "mixed" "failure" "neutral"))

(number) @number
(boolean) @boolean
(string) @string
(string_content) @string
(interpolation) @string.special
(docstring) @string.doc
(comment) @comment

["if" "elif" "else"] @keyword
["for" "while"] @keyword
(break_statement) @keyword
(continue_statement) @keyword
"def" @keyword
"return" @keyword
"use" @keyword
(pass_statement) @keyword
["and" "or" "not" "in"] @keyword
(not_in) @keyword

["=" "+=" "-=" "*=" "/=" "//=" "%=" "**=" "+" "-" "*" "/" "//" "%" "**" "==" "!=" "<" "<=" ">" ">=" ".."] @operator
["(" ")" "[" "]"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter
