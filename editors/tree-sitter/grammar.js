/// <reference types="tree-sitter-cli/dsl" />
// Rule files of oddsmith. `src/scanner.c` finds the ends of lines and the blocks.

const KEYWORDS = ["if", "elif", "else", "while", "for", "in", "not", "and", "or", "def", "return", "break", "continue", "pass", "true", "false", "True", "False", "none"];

// From the loosest to the tightest.
const STRENGTH = { conditional: 1, or: 2, and: 3, not: 4, compare: 5, sum: 6, product: 7, negative: 8, power: 9, call: 10 };

const list1 = (rule) => seq(rule, repeat(seq(",", rule)));
const list = (rule) => optional(seq(list1(rule), optional(",")));

module.exports = grammar({
  name: "odds",

  externals: ($) => [$._newline, $._indent, $._dedent, $._recovery],
  extras: ($) => [/[ \t\r\n\u00a0]/, $.comment],
  supertypes: ($) => [$.expression],
  word: ($) => $.identifier,

  rules: {
    source_file: ($) => repeat($._statement),

    _statement: ($) => choice($._line, $.if_statement, $.while_statement, $.for_statement, $.function_definition),
    _line: ($) => seq($._simple_statement, $._newline),
    _simple_statement: ($) => choice($.docstring, $.use_statement, $.assignment, $.change, $.expression_statement, $.return_statement, $.break_statement, $.continue_statement, $.pass_statement),

    docstring: () => token(seq('"""', repeat(choice(/[^"]/, /"[^"]/, /""[^"]/)), '"""')),
    use_statement: ($) => seq("use", field("file", $.string), ":", list1(field("name", $.identifier))),
    assignment: ($) => seq(field("left", $._values), "=", field("right", $._values)),
    change: ($) => seq(field("left", $.expression), field("operator", choice("+=", "-=", "*=", "/=", "//=", "%=", "**=")), field("right", $.expression)),
    expression_statement: ($) => $.expression,
    return_statement: ($) => seq("return", optional($._values)),
    break_statement: () => "break",
    continue_statement: () => "continue",
    pass_statement: () => "pass",
    _values: ($) => list1($.expression),

    if_statement: ($) => seq("if", field("condition", $.expression), field("body", $.block), repeat($.elif_clause), optional($.else_clause)),
    elif_clause: ($) => seq("elif", field("condition", $.expression), field("body", $.block)),
    else_clause: ($) => seq("else", field("body", $.block)),
    while_statement: ($) => seq("while", field("condition", $.expression), field("body", $.block)),
    for_statement: ($) => seq("for", list1(field("name", $.identifier)), "in", field("source", $.expression), field("body", $.block)),
    function_definition: ($) => seq("def", field("name", $.identifier), field("parameters", $.parameters), field("body", $.block)),
    parameters: ($) => seq("(", list($.identifier), ")"),
    block: ($) => seq(":", choice($._line, seq($._indent, repeat1($._statement), $._dedent))),

    expression: ($) => choice($.conditional, $._operation),
    conditional: ($) => prec.right(STRENGTH.conditional, seq(field("then", $._operation), "if", field("condition", $._operation), "else", field("otherwise", $.expression))),
    _operation: ($) => choice($.binary, $.not, $.comparison, $.negative, $._operand),
    binary: ($) => choice(
      ...[["or", STRENGTH.or], ["and", STRENGTH.and], ["+", STRENGTH.sum], ["-", STRENGTH.sum], ["*", STRENGTH.product], ["/", STRENGTH.product], ["//", STRENGTH.product], ["%", STRENGTH.product]]
        .map(([operator, strength]) => prec.left(strength, seq(field("left", $._operation), field("operator", operator), field("right", $._operation)))),
      prec.right(STRENGTH.power, seq(field("left", $._operation), field("operator", "**"), field("right", $._operation))),
    ),
    not: ($) => prec(STRENGTH.not, seq("not", $._operation)),
    comparison: ($) => prec.left(STRENGTH.compare, seq($._operation, field("operator", choice("==", "!=", "<", "<=", ">", ">=", "in", $.not_in)), $._operation)),
    not_in: () => seq("not", "in"),
    negative: ($) => prec(STRENGTH.negative, seq("-", $._operation)),

    _operand: ($) => choice($.identifier, alias("use", $.identifier), $.number, $.string, $.boolean, $.parenthesized, $.list, $.comprehension_list, $.call, $.index, $.field),
    parenthesized: ($) => seq("(", $.expression, ")"),
    list: ($) => seq("[", list(choice($.expression, $.argument)), "]"),
    comprehension_list: ($) => seq("[", $.comprehension, "]"),
    comprehension: ($) => seq(field("item", $.expression), "for", list1(field("name", $.identifier)), "in", field("source", $._operation), optional(seq("if", field("condition", $._operation)))),
    call: ($) => prec(STRENGTH.call, seq(field("function", $.identifier), field("arguments", $.arguments))),
    arguments: ($) => seq("(", list(choice($.expression, $.argument, $.comprehension)), ")"),
    argument: ($) => seq(field("name", choice($.identifier, $.string, ...["use", ...KEYWORDS].map((word) => alias(word, $.identifier)))), "=", field("value", choice($.expression, $.range))),
    range: ($) => seq($._bound, "..", $._bound),
    _bound: ($) => choice($.number, alias(seq("-", $.number), $.negative)),
    index: ($) => prec(STRENGTH.call, seq($._operand, "[", $.expression, "]")),
    field: ($) => prec(STRENGTH.call, seq($._operand, ".", field("name", $.identifier))),

    identifier: () => /[\p{L}_][\p{L}\p{N}_]*/u,
    number: () => token(choice(/[0-9][0-9_]*(\.[0-9][0-9_]*)?/, /\.[0-9][0-9_]*/)),
    boolean: () => choice("true", "false", "True", "False"),
    string: ($) => choice(seq('"', repeat(choice($.interpolation, alias(token.immediate(prec(1, /[^"{}\n]+/)), $.string_content), alias(token.immediate(/[{}]/), $.string_content))), token.immediate('"')), seq("'", optional(alias(token.immediate(prec(1, /[^'\n]+/)), $.string_content)), token.immediate("'"))),
    interpolation: ($) => seq(token.immediate(prec(2, /\{[\p{L}_][\p{L}\p{N}_]*\}/u))),
    comment: () => token(seq("#", /[^\n]*/)),
  },
});
