/* position_text.c - the shared parts of position texts: see position_text.h. */
#include "core/position_text.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <string.h>

char side_letter(int side)
{
    return side < SIDES_MAX ? "wbr"[side] : '-';
}

int side_of_letter(char letter)
{
    return letter == 'w' ? WHITE : letter == 'b' ? BLACK : letter == 'r' ? RED : NOBODY;
}

const char *side_name(int side)
{
    static const char *const names[] = {"White", "Black", "Red", "nobody"};
    return names[side <= NOBODY ? side : NOBODY];
}

int kings_check(const int kings[2], const char *rule, struct note *why)
{
    for (int side = WHITE; side <= BLACK; side++) {
        if (!kings[side])
            return note_fail(why, FAIL_TEXT, 0, "%s has no King%s", side_name(side), rule);
        if (kings[side] > 1)
            return note_fail(why, FAIL_TEXT, 0, "%s has %d Kings, not one%s", side_name(side),
                             kings[side], rule);
    }
    return 0;
}

const char *name_article(const char *name)
{
    return *name && strchr("AEIO", *name) ? "an" : "a"; /* "U" is left out: it is "a Unicorn" */
}

void piece_letters(const struct ruleset *rules, struct piece piece, char out[4])
{
    char letter = rules->kinds[piece.kind].letter;
    out[0] = piece.side == BLACK ? (char)ascii_lower(letter) : letter;
    out[1] = piece.side == RED ? '\'' : '\0';
    out[2] = '\0';
}

int position_split(struct position_fields *fields, const char *text, int least, struct note *why)
{
    static const char *const name[] = {"a placement",        "a side to move",
                                       "castling rights",    "an en passant field",
                                       "a halfmove counter", "a move number"};
    *fields = (struct position_fields){.text = text};
    for (int i = 0;; i++) {
        if (i > POSITION_TEXT_MAX)
            return note_fail(why, FAIL_TEXT, i, "a position text has at most %d characters",
                             POSITION_TEXT_MAX);
        if (text[i] == '\0')
            break;
        if (text[i] < ' ' || text[i] > '~')
            return note_fail(why, FAIL_TEXT, i, "a position text has only plain ASCII characters");
    }
    const char *at = text;
    for (;;) {
        int length = (int)strcspn(at, " ");
        int offset = (int)(at - text);
        if (length == 0 && *at)
            return note_fail(why, FAIL_TEXT, offset,
                             "one blank separates the fields of a position text");
        if (fields->count == POSITION_FIELDS)
            return note_fail(why, FAIL_TEXT, offset, "a position text ends after its six fields");
        if (length == 0)
            return note_fail(why, FAIL_TEXT, offset, "the position text lacks %s",
                             name[fields->count]);
        fields->field[fields->count].at = at;
        fields->field[fields->count++].length = length;
        if (!at[length])
            break;
        at += length + 1;
    }
    if (fields->count < least)
        return note_fail(why, FAIL_TEXT, (int)strlen(text), "the position text lacks %s",
                         name[fields->count]);
    return 0;
}

/* The state of parsing a placement. */
struct position_text_reader {
    const struct ruleset *rules;
    const char *text;
    int at, length;
    int rank, file, end; /* rank, file: the next cell to fill; end: the file after the last file of
                            the rank */
};

/* Move to the first cell of a rank. */
static void enter_rank(struct position_text_reader *reader, int rank)
{
    const struct board *board = reader->rules->board;
    int file = 0;
    while (board->at[rank][file] == CELL_NONE)
        file++;
    reader->rank = rank;
    reader->file = file;
    while (file < board->files && board->at[rank][file] != CELL_NONE)
        file++;
    reader->end = file;
}

static int read_run(struct position_text_reader *reader, struct note *why)
{
    int run = 0, start = reader->at;
    while (reader->at < reader->length && isdigit((unsigned char)reader->text[reader->at]) &&
           run < 1000)
        run = 10 * run + (reader->text[reader->at++] - '0');
    if (run == 0)
        return note_fail(why, FAIL_TEXT, start, "a number of empty cells is at least 1");
    if (reader->file + run > reader->end)
        return note_fail(why, FAIL_TEXT, start, "rank %d has too many cells", reader->rank + 1);
    reader->file += run;
    return 0;
}

static int position_text_read_token(struct position_text_reader *reader, int neutral,
                                    attribute_fn *attribute, struct piece *out, struct note *why)
{
    int start = reader->at;
    char letter = reader->text[reader->at++];
    int kind = ascii_isalpha((unsigned char)letter)
                   ? ruleset_kind(reader->rules, (char)ascii_upper(letter))
                   : KIND_NONE;
    if (kind == KIND_NONE)
        return note_fail(why, FAIL_TEXT, start, "'%c' is not a piece of %s", letter,
                         reader->rules->variant->id);
    if (reader->file >= reader->end)
        return note_fail(why, FAIL_TEXT, start, "rank %d has too many cells", reader->rank + 1);
    struct piece piece = {.kind = (uint8_t)kind,
                          .side = ascii_islower((unsigned char)letter) ? BLACK : WHITE};
    if (kind == neutral) {
        if (piece.side != WHITE)
            return note_fail(why, FAIL_TEXT, start, "a %s belongs to no player: write '%c'",
                             reader->rules->kinds[kind].name, reader->rules->kinds[kind].letter);
        piece.side = NOBODY;
    }
    if (reader->at < reader->length && reader->text[reader->at] == '\'') {
        if (reader->rules->sides < 3 || piece.side != WHITE)
            return note_fail(why, FAIL_TEXT, reader->at, "there is no third player here");
        piece.side = RED;
        reader->at++;
    }
    if (reader->at < reader->length && reader->text[reader->at] == '(') {
        const char *inside = reader->text + reader->at + 1;
        const char *close = memchr(inside, ')', (size_t)(reader->length - reader->at - 1));
        if (!close)
            return note_fail(why, FAIL_TEXT, reader->at, "the parenthesis is not closed");
        if (!attribute)
            return note_fail(why, FAIL_TEXT, reader->at, "pieces have no attributes in %s",
                             reader->rules->variant->id);
        int result = attribute(reader->rules, &piece, inside, (int)(close - inside), why);
        if (result < 0) {
            if (why)
                why->offset = reader->at + 1;
            return result;
        }
        reader->at = (int)(close + 1 - reader->text);
    }
    *out = piece;
    return 0;
}

int placement_read(const struct ruleset *rules, const char *text, int length, int neutral,
                   attribute_fn *attribute, struct position *out, int *used, struct note *why)
{
    const struct board *board = rules->board;
    struct position_text_reader reader = {.rules = rules, .text = text, .length = length};
    memset(out->at, 0, (size_t)board->cells * sizeof *out->at);
    enter_rank(&reader, board->ranks - 1);
    while (reader.at < length && text[reader.at] != '[') {
        int result = 0;
        if (text[reader.at] == '/') {
            if (reader.file != reader.end)
                return note_fail(why, FAIL_TEXT, reader.at, "rank %d has too few cells",
                                 reader.rank + 1);
            if (reader.rank == 0)
                return note_fail(why, FAIL_TEXT, reader.at, "the board has only %d ranks",
                                 board->ranks);
            enter_rank(&reader, reader.rank - 1);
            reader.at++;
        } else if (isdigit((unsigned char)text[reader.at])) {
            result = read_run(&reader, why);
        } else {
            struct piece piece;
            result = position_text_read_token(&reader, neutral, attribute, &piece, why);
            if (result == 0)
                out->at[board->at[reader.rank][reader.file++]] = piece;
        }
        if (result < 0)
            return result;
    }
    if (reader.file != reader.end)
        return note_fail(why, FAIL_TEXT, reader.at, "rank %d has too few cells", reader.rank + 1);
    if (reader.rank != 0)
        return note_fail(why, FAIL_TEXT, reader.at, "the placement has %d ranks, the board %d",
                         board->ranks - reader.rank, board->ranks);
    *used = reader.at;
    return 0;
}

void placement_write(const struct position *position, attribute_text_fn *attribute, char *buffer,
                     size_t size, size_t *used)
{
    const struct board *board = position->rules->board;
    for (int rank = board->ranks - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < board->files; file++) {
            cell_t cell = board->at[rank][file];
            if (cell == CELL_NONE)
                continue;
            if (position->at[cell].kind == KIND_NONE) {
                run++;
                continue;
            }
            char letters[4], extra[8] = "";
            if (run)
                text_add(buffer, size, used, "%d", run);
            run = 0;
            piece_letters(position->rules, position->at[cell], letters);
            if (attribute)
                attribute(position, cell, extra);
            text_add(buffer, size, used, "%s%s", letters, extra);
        }
        if (run)
            text_add(buffer, size, used, "%d", run);
        if (rank > 0)
            text_add(buffer, size, used, "/");
    }
}

int side_read(const struct ruleset *rules, const struct position_fields *fields,
              struct position *out, struct note *why)
{
    int side = fields->field[1].length == 1 ? side_of_letter(fields->field[1].at[0]) : NOBODY;
    if (side >= rules->sides)
        return note_fail(why, FAIL_TEXT, (int)(fields->field[1].at - fields->text),
                         "the side to move is written %s",
                         rules->sides == 3 ? "w, b or r" : "w or b");
    out->side = (uint8_t)side;
    return 0;
}

enum {
    COUNTER_MAX = 999999999
}; /* the greatest counter in a position text; greater values are written as COUNTER_MAX, so that
      every text we write can be parsed */

static unsigned counter_written(uint32_t count)
{
    return count < COUNTER_MAX ? (unsigned)count : COUNTER_MAX;
}

static int counter_read(const struct position_fields *fields, int index, uint32_t least,
                        uint32_t *out, struct note *why)
{
    const char *at = fields->field[index].at;
    uint64_t value = 0;
    for (int i = 0; i < fields->field[index].length; i++) {
        if (!isdigit((unsigned char)at[i]) || i > 8)
            return note_fail(why, FAIL_TEXT, (int)(at - fields->text) + i,
                             "a counter is a number of at most 9 digits");
        value = 10 * value + (uint64_t)(at[i] - '0');
    }
    if (value < least)
        return note_fail(why, FAIL_TEXT, (int)(at - fields->text), "the move number counts from 1");
    *out = (uint32_t)value;
    return 0;
}

int counters_read(const struct position_fields *fields, struct position *out, struct note *why)
{
    int result = 0;
    out->halfmove = 0;
    out->fullmove = 1;
    if (fields->count > 4)
        result = counter_read(fields, 4, 0, &out->halfmove, why);
    if (result == 0 && fields->count > 5)
        result = counter_read(fields, 5, 1, &out->fullmove, why);
    return result;
}

int passed_read(const struct ruleset *rules, const struct position_fields *fields,
                struct position *out, struct note *why)
{
    const char *at = fields->field[3].at, *end = at + fields->field[3].length;
    out->passed_count = 0;
    if (end - at == 1 && *at == '-')
        return 0;
    while (at < end) {
        int length;
        cell_t cell = board_cell_named(rules->board, at, &length);
        if (cell == CELL_NONE || length > end - at || out->passed_count == PASSED_MAX)
            return note_fail(why, FAIL_TEXT, (int)(at - fields->text),
                             "the en passant field is '-' or cells of the board");
        out->passed[out->passed_count++] = cell;
        at += length;
    }
    return 0;
}

void position_write_rest(const struct position *position, const char *castling, char *buffer,
                         size_t size, size_t *used)
{
    text_add(buffer, size, used, " %c %s ", side_letter(position->side), castling);
    for (int i = 0; i < position->passed_count; i++)
        text_add(buffer, size, used, "%s", board_name(position->rules->board, position->passed[i]));
    text_add(buffer, size, used, "%s %u %u", position->passed_count ? "" : "-",
             counter_written(position->halfmove), counter_written(position->fullmove));
}
