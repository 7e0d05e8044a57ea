// Finds the ends of lines and the blocks of rule files. Inside brackets, the parser expects none of
// them, so lines may go on there. A line without a statement ends nothing.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

enum Token { NEWLINE, INDENT, DEDENT, RECOVERY };

// More blocks than any rule file nests.
#define MOST_BLOCKS 128

typedef struct {
    uint8_t count;
    uint16_t widths[MOST_BLOCKS];
} Scanner;

void *tree_sitter_odds_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_odds_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_odds_external_scanner_serialize(void *payload, char *buffer) {
    const Scanner *scanner = payload;
    unsigned length = 0;
    for (uint8_t i = 0; i < scanner->count; i++) {
        buffer[length++] = (char)(scanner->widths[i] & 0xff);
        buffer[length++] = (char)(scanner->widths[i] >> 8);
    }
    return length;
}

void tree_sitter_odds_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    Scanner *scanner = payload;
    scanner->count = 0;
    for (unsigned i = 0; i + 1 < length; i += 2) {
        scanner->widths[scanner->count++] = (uint16_t)((uint8_t)buffer[i] | (uint8_t)buffer[i + 1] << 8);
    }
}

bool tree_sitter_odds_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    Scanner *scanner = payload;
    if (!valid[NEWLINE] && !valid[INDENT] && !valid[DEDENT]) return false;
    // All tokens are empty: what follows them is read again.
    lexer->mark_end(lexer);
    bool is_line_end = false;
    uint32_t width = 0;
    for (;;) {
        if (lexer->eof(lexer)) {
            is_line_end = true;
            width = 0;
            break;
        }
        int32_t c = lexer->lookahead;
        if (c == '\n') {
            is_line_end = true;
            width = 0;
        } else if (c == ' ' || c == 0xa0) {
            width++;
        } else if (c == '\t') {
            width += 4;
        } else if (c == '#' && is_line_end) {
            // A line with nothing but a comment.
            while (!lexer->eof(lexer) && lexer->lookahead != '\n') lexer->advance(lexer, true);
            continue;
        } else if (c != '\r') {
            break;
        }
        lexer->advance(lexer, true);
    }
    if (!is_line_end) return false;
    uint32_t current = scanner->count ? scanner->widths[scanner->count - 1] : 0;
    if (valid[INDENT] && !valid[RECOVERY] && width > current && scanner->count < MOST_BLOCKS) {
        scanner->widths[scanner->count++] = (uint16_t)(width > UINT16_MAX ? UINT16_MAX : width);
        lexer->result_symbol = INDENT;
        return true;
    }
    if (valid[NEWLINE] && !valid[RECOVERY]) {
        lexer->result_symbol = NEWLINE;
        return true;
    }
    if (valid[DEDENT] && width < current) {
        scanner->count--;
        lexer->result_symbol = DEDENT;
        return true;
    }
    return false;
}
