/* rules_text.c - the rules of a variant as plain text: see rules_text.h. */
#include "config.h"
#include "tui/session/rules_text.h"

#include "tui/boards/board_art.h"
#include "tui/system/codeset.h"
#include "tui/system/data_folder.h"

#include <limits.h>
#include <string.h>

enum { COLUMNS = 79 };

/* Print a paragraph broken between words, with later lines indented. */
static void print_wrapped(const char *text, int indent, FILE *out)
{
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column == 0 || column + 1 + length > COLUMNS) {
            fprintf(out, "%s%*s", column ? "\n" : "", indent, "");
            column = indent;
        } else {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static bool is_own_board(const struct ruleset *rules)
{
    return custom_definition(rules->id) != NULL;
}

int rules_kinds(const struct position *start, int out[KINDS_MAX], int *own)
{
    const struct ruleset *rules = start->rules;
    bool armies = !strcmp(rules->rules->family, "turning"), met[KINDS_MAX] = {false};
    int n = 0;
    for (int cell = 0; cell < rules->board->cells; cell++)
        met[start->at[cell].kind] = true;
    for (int kind = 1; kind <= rules->kind_count; kind++)
        if (met[kind] || !(armies || is_own_board(rules)))
            out[n++] = kind;
    *own = n;
    for (int kind = 1; kind <= rules->kind_count; kind++)
        if (armies && !met[kind])
            out[n++] = kind;
    return n;
}

int rules_board_size(const struct ruleset *rules, char *out, size_t size)
{
    return is_own_board(rules) ? snprintf(out, size, "%dx%d", rules->board->files, rules->board->ranks)
                               : snprintf(out, size, "%s", rules->variant->board);
}

static void print_pieces(const struct position *start, FILE *out)
{
    const struct ruleset *rules = start->rules;
    int order[KINDS_MAX], own, n = rules_kinds(start, order, &own);
    fprintf(out, "\nPieces\n\n");
    for (int i = 0; i < n; i++) {
        const struct kind *kind = &rules->kinds[order[i]];
        if (i == own)
            fprintf(out, "\n%s\n\n", RULES_OTHER_KINDS);
        fprintf(out, "  %c  %s%s", kind->letter, kind->name, kind->royal ? " (royal)" : "");
        fprintf(out, "%s%s%s\n", kind->source ? "  [" : "", kind->source ? kind->source : "", kind->source ? "]" : "");
        if (kind->moves)
            print_wrapped(kind->moves, 5, out);
    }
}

static void print_options(const struct ruleset *rules, FILE *out)
{
    const struct variant *variant = rules->variant;
    if (!variant->option_count)
        return;
    fprintf(out, "\nOptions (--option NAME=VALUE, the default first)\n\n");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        fprintf(out, "  %s = %s\n", option->name, option->values ? option->values : "...");
        if (option->help)
            print_wrapped(option->help, 5, out);
    }
}

FILE *rules_open_text(const struct ruleset *rules)
{
    const char *names[] = {rules->variant->id, rules->rules->family};
    FILE *file = NULL;
    for (int i = 0; i < 2 && !file; i++) {
        char path[PATH_MAX + 64];
        snprintf(path, sizeof path, "%s/docs/rules/%s.md", data_folder(), names[i]);
        file = fopen(path, "r");
    }
    return file;
}

/* Print the text of docs/rules, if there is one, in ASCII if the terminal has nothing better. */
static void print_text(const struct ruleset *rules, FILE *out)
{
    FILE *file = rules_open_text(rules);
    bool ascii = !codeset_is_utf8();
    if (!file)
        return;
    fputc('\n', out);
    for (int c; (c = fgetc(file)) != EOF;)
        if (!ascii || c < 0x80 || c >= 0xC0)
            fputc(ascii && c >= 0xC0 ? '?' : c, out);
    fclose(file);
}

void rules_print(const struct position *start, bool pictured, FILE *out)
{
    const struct ruleset *rules = start->rules;
    char board[40];
    rules_board_size(rules, board, sizeof board);
    fprintf(out, "%s (%s)\n%s, board %s, %d sides\n", ruleset_title(rules), rules->id, rules->rules->title, board, rules->sides);
    if (rules->summary[0])
        fputc('\n', out);
    for (int i = 0; i < 3 && rules->summary[i]; i++)
        print_wrapped(rules->summary[i], 0, out);
    fputc('\n', out);
    if (pictured)
        board_art_for(rules)->show(
            &(struct board_view){.position = start, .size = -1, .coordinates = true, .shaded = true}, out);
    print_pieces(start, out);
    print_options(rules, out);
    print_text(rules, out);
}
