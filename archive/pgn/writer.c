/* writer.c - writes records as PGN: see pgn.h.
 *
 * Words are wrapped at 79 columns. A variation follows the ply it replaces; what PGN cannot express
 * about lines and plies is written as commands, "[%cc....]" (comments.c). The tree is
 * traversed with an explicit stack, since variations may be nested as deep as the archive
 * allows. */
#include "config.h"
#include "archive/replay/san_replay.h"
#include "archive/pgn/lexer.h"
#include "archive/pgn/pgn_internal.h"
#include "archive/record/cursor.h"

#include "core/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 79, WALK_MAX = 4 * VARIATION_DEPTH_MAX };

/* Writes one word, on a new line if it does not fit. */
static void writer_put_word(struct pgn_text *out, const char *word, int length)
{
    if (out->column > 0 && out->column + 1 + length > LINE_WIDTH) {
        pgn_put(out, "\n");
        out->column = 0;
    }
    if (out->column > 0)
        pgn_put(out, " ");
    pgn_put_cut(out, word, (size_t)length);
    const char *feed = memrchr(word, '\n', (size_t)length);
    out->column = feed ? (int)(word + length - feed - 1) : out->column + (out->column > 0) + length;
}

/* Writes a text of several words, for instance a comment. */
static void writer_put_words(struct pgn_text *out, const char *text)
{
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (length > 0)
            writer_put_word(out, text, length);
        text += length + (text[length] == ' ');
    }
}

/* The position of a line whose plies are converted to SAN. It is not used after a ply that
 * cannot be replayed. */
struct ply_spelling {
    bool followed;
    struct san_game board;
};

/* How far a line has been written: the number and side of its next ply. */
struct pgn_branch {
    const struct line *line;
    int index;
    int number, side;
    bool numbered; /* true if the next ply needs its number, since a line begins or something stands
                      between the plies */
    int alt;       /* index of the variation to write next, among those of ply number index - 1; -1
                      if there is none */
    bool thens; /* true while continuations of the line are being written; `alt` is then the index
                   of a continuation */
    int fork_number, fork_side;         /* number and side of the ply that the variations replace */
    struct ply_spelling spelling, fork; /* spelling: position before the line's next ply. fork:
                                       position before the ply that variations replace */
};

/* True if the text of a ply is a single PGN word and reads back as it is. A broken ply must look
 * like a ply, because the reader takes other words that it does not understand for comments. A '['
 * that is not closed may begin a tag together with the words that follow. */
static bool writer_is_word(const char *text, bool classical, const struct notes *notes)
{
    if (text[0] == '[' && !strchr(text, ']'))
        return false;
    if (notes && notes->broken && !pgn_looks_like_ply(text, strlen(text), classical))
        return false;
    struct pgn_reader reader = {.text = text, .length = strlen(text), .line = 1};
    struct pgn_token token = pgn_word(&reader, classical);
    return token.word == PGN_MOVE && token.length == reader.length &&
           !memcmp(token.text, text, reader.length) && pgn_is_clean(text);
}

/* The text of the line's next ply. Orthodox chess is written in SAN, the only notation of PGN, even
 * if the game is stored in another notation. Live games are stored in the long notation. */
static const char *writer_spell(struct pgn_branch *place, const struct node *node,
                                char standard[SAN_MAX])
{
    struct ply_spelling *spelling = &place->spelling;
    place->fork = *spelling;
    if (!spelling->followed || (node->notes && node->notes->gap))
        return node->text;
    if (text_is_pass(node->text)) {
        spelling->followed = san_pass(&spelling->board, NULL) == 0;
        return node->text;
    }
    spelling->followed =
        san_play(&spelling->board, node->text, (int)strlen(node->text), standard, NULL) == 0;
    return spelling->followed ? standard : node->text;
}

static void writer_put_ply(struct pgn_text *out, struct pgn_branch *place, int sides,
                           bool classical)
{
    static const char pass[] = "--", gap[] = "...";
    const struct node *node = &place->line->v[place->index++];
    const struct notes *notes = node->notes;
    char number[16], standard[SAN_MAX];
    const char *spelled = writer_spell(place, node, standard);
    bool is_gap = notes && notes->gap,
         told = is_gap ? !strcmp(node->text, gap) : writer_is_word(spelled, classical, notes);
    ply_number_follow(&place->number, &place->side, notes ? notes->side : '\0', sides);
    if (place->numbered || place->side == 0 || (notes && notes->before)) {
        snprintf(number, sizeof number, "%d%s", place->number, place->side == 0 ? "." : "...");
        writer_put_words(out, number);
    }
    if (notes && notes->before) {
        struct comment before = {.text = notes->before};
        pgn_comment_write(&before, out, writer_put_words);
    }
    writer_put_words(out, is_gap || !told ? pass : spelled);
    place->fork_number = place->number;
    place->fork_side = place->side;
    place->side = (place->side + 1) % sides;
    place->number += place->side == 0;
    place->numbered = false;
    if (!told) {
        struct pgn_text text = {0};
        pgn_put(&text, "{[%cc.ply");
        pgn_value_put(&text, "text", node->text);
        pgn_put(&text, "]}");
        writer_put_words(out, text.text);
        free(text.text);
        place->numbered = true;
    }
    if (!notes)
        return;
    for (int i = 0; i < notes->nags.n; i++) {
        snprintf(number, sizeof number, "$%d", notes->nags.v[i]);
        writer_put_words(out, number);
    }
    int before = out->length;
    pgn_notes_write(notes, out, writer_put_words);
    place->numbered |= out->length != before || notes->alts.n > 0;
    place->alt = notes->alts.n ? 0 : -1;
}

static void writer_open_line(struct pgn_text *out, struct pgn_branch *place,
                             const struct line *line, const struct pgn_branch *parent)
{
    *place = (struct pgn_branch){.line = line,
                                 .alt = -1,
                                 .numbered = true,
                                 .number = parent->fork_number,
                                 .side = parent->fork_side,
                                 .spelling = parent->fork};
    if (parent->thens) {
        place->spelling = parent->spelling;
        place->number = parent->number;
        place->side = parent->side;
    }
    writer_put_words(out, "(");
    pgn_line_write(line, parent->thens, out, writer_put_words);
}

/* Removes the spaces next to parentheses: "( 5. d4" and "Nf3 )" are legal but ugly. */
static void close_up(struct pgn_text *out)
{
    if (out->length >= 2 && !memcmp(out->text + out->length - 2, " )", 2)) {
        out->text[out->length - 2] = ')';
        out->text[--out->length] = '\0';
        out->column--;
    }
}

/* The start position of a game of orthodox chess; NULL if this program cannot read it. The caller
 * frees the rules, after the board. */
static struct ruleset *begin_spelling(const struct record *record, struct ply_spelling *spelling)
{
    struct follower *follower = memory_new(1, sizeof *follower);
    struct ruleset *rules = NULL;
    if (follow_open(follower, record, &rules, NULL) == 0) {
        spelling->followed = true;
        spelling->board = follower->san;
    }
    free(follower);
    return rules;
}

/* True if every reader of SAN understands this ply. */
static bool is_standard(const char *text)
{
    static const char castling[] = "O-O-O";
    const char *at = text;
    if (*at == 'O')
        at += !strncmp(at, castling, 5) ? 5 : !strncmp(at, castling, 3) ? 3 : 0;
    else {
        at += strspn(at, "KQRBN") == 1;
        size_t cells = strspn(at, "abcdefgh12345678x");
        if (cells < 2 || cells > 5 || at[cells - 1] < '1' || at[cells - 1] > '8' ||
            at[cells - 2] < 'a')
            return false;
        at += cells;
        if (*at == '=' && at[1] && strchr("QRBN", at[1]))
            at += 2;
    }
    at += *at == '+' || *at == '#';
    return at > text && !*at;
}

/* True if some ply of the line must be converted to SAN, or if its variations are nested deeper
 * than WALK_MAX. */
static bool has_other_words(const struct line *line, int depth)
{
    if (depth > WALK_MAX)
        return true;
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        if (!is_standard(line->v[i].text) && !(notes && (notes->broken || notes->gap)) &&
            strcmp(line->v[i].text, "--") != 0)
            return true;
        for (int k = 0; notes && k < notes->alts.n; k++)
            if (has_other_words(&notes->alts.v[k], depth + 1))
                return true;
    }
    for (int i = 0; line->then && i < line->then->n; i++)
        if (has_other_words(&line->then->v[i], depth + 1))
            return true;
    return false;
}

static void put_moves(struct pgn_text *out, const struct record *record, int number, int side,
                      int sides)
{
    bool classical = !strcmp(record_variant(record), "classical");
    struct pgn_branch *stack = NULL;
    int depth = 0, room = 0;
    stack = memory_room(stack, &room, 1, sizeof *stack);
    stack[0] = (struct pgn_branch){
        .line = &record->moves, .number = number, .side = side, .numbered = true, .alt = -1};
    bool anew =
        classical && (record->notation != NOTATION_SAN || has_other_words(&record->moves, 0));
    struct ruleset *rules = anew ? begin_spelling(record, &stack[0].spelling) : NULL;
    while (depth >= 0) {
        struct pgn_branch *place = &stack[depth];
        const struct lines *lines = NULL;
        if (place->thens)
            lines = place->line->then;
        else if (place->alt >= 0)
            lines = &place->line->v[place->index - 1].notes->alts;
        if (lines && place->alt < lines->n && depth + 1 < WALK_MAX) {
            stack = memory_room(stack, &room, depth + 2, sizeof *stack);
            place = &stack[depth];
            writer_open_line(out, &stack[depth + 1], &lines->v[place->alt++], place);
            depth++;
        } else if (!place->thens && place->index < place->line->n) {
            place->alt = -1;
            writer_put_ply(out, place, sides, classical);
        } else if (!place->thens && place->line->then && place->line->then->n) {
            place->thens = true;
            place->alt = 0;
        } else {
            if (depth > 0) {
                writer_put_words(out, ")");
                close_up(out);
            }
            depth--;
        }
    }
    free(stack);
    ruleset_free(rules);
}

/* The number and side of the first ply, from the text of the start position. */
static void writer_read_start(const struct record *record, int sides, int *number, int *side)
{
    const char *text = record_text(record, "start.position");
    const char *last = strrchr(text, ' '), *second = strchr(text, ' ');
    *number = last ? atoi(last + 1) : 1;
    if (*number < 1)
        *number = 1;
    *side = second && second[1] == 'b' ? 1 : second && second[1] == 'r' && sides == 3 ? 2 : 0;
}

/* The number of sides by the rules; if these are unknown, the number of players. */
static int sides_of(const struct record *record)
{
    const struct value *players = value_at(&record->head, "players");
    int sides = players && players->n > 2 ? 3 : 2;
    if (sides == 3 || !strcmp(record_variant(record), "classical"))
        return sides;
    struct follow_start start = {0};
    const struct ruleset *rules = follow_start_rules(&start, record, NULL);
    sides = rules ? rules->sides : sides;
    follow_start_clear(&start);
    return sides;
}

char *pgn_write(const struct record *record)
{
    struct pgn_text out = {0}, more = {0};
    const char *score = record_text(record, "result.score");
    int sides = sides_of(record), number, side;
    pgn_tags_write(record, &out);
    pgn_put(&out, "\n");
    pgn_game_put(record, out.text, &more);
    if (more.text)
        writer_put_words(&out, more.text);
    free(more.text);
    const struct value *commands = value_at(&record->head, "commands");
    if (commands && pgn_commands_are_told(commands, PGN_AT_GAME, NULL)) {
        struct pgn_text word = {0};
        pgn_put(&word, "{");
        pgn_commands_put(&word, commands);
        word.text[word.length - 1] = '}';
        writer_put_words(&out, word.text);
        free(word.text);
    }
    for (int i = 0; i < record->comments.n; i++)
        pgn_comment_write(&record->comments.v[i], &out, writer_put_words);
    pgn_marks_write(&record->marks, &out, writer_put_words);
    writer_read_start(record, sides, &number, &side);
    put_moves(&out, record, number, side, sides);
    if (record->unparsed && pgn_unparsed_is_clean(record)) {
        const struct line *moves = &record->moves;
        const struct node *last = moves->n ? &moves->v[moves->n - 1] : NULL;
        bool stops =
            last && last->notes && last->notes->broken &&
            writer_is_word(last->text, !strcmp(record_variant(record), "classical"), last->notes);
        if (!stops) /* a reader would read on after the last ply */
            writer_put_words(&out, "{[%cc.rest]}");
        /* A "%" at the start of a line would begin a remark. */
        pgn_put(&out, record->unparsed[0] == '%' ? "\n " : "\n");
        pgn_put(&out, record->unparsed);
        pgn_put(&out, "\n");
        out.column = 0;
    }
    bool known = !strcmp(score, "1-0") || !strcmp(score, "0-1") || !strcmp(score, "1/2-1/2");
    writer_put_words(&out, known ? score : "*");
    pgn_put(&out, "\n\n");
    return out.text;
}
