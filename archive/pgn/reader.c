/* reader.c - converts PGN games to records: see pgn.h.
 *
 * The reader replays every line on a board, so that it can tell legal plies from other words, write
 * them in standard form, and determine which ply a variation replaces.
 *
 * By the standard, a variation follows the ply it replaces. In practice it may also precede that
 * ply, with the next move number; replace the ply before the last one; or follow the last ply as a
 * continuation. What fits the board decides, and the move number if several fit (replaced_ply()).
 * Variations are kept as frames on a stack, never by recursion, so that depth is limited only by
 * VARIATION_DEPTH_MAX.
 *
 * Nothing is lost: a word that is neither a ply nor looks like one becomes a comment (step_over());
 * a ply that does not fit is marked as broken, and what follows its glyphs, comments and variations
 * in the main line is kept verbatim in `unparsed` (keep_rest()); within a variation, plies after a
 * broken one are kept without being checked.
 *
 * A game ends at its result, at tags of another game, or where a game without tags seems to begin
 * (ends_before(), begins_another()).
 *
 * Limits: PLIES_MAX and PARTS_MAX keep a game within what an archive accepts. Files from elsewhere
 * may have any number of glyphs on a ply, so nothing here may take quadratic time: glyphs of a ply
 * that has many are looked up in a set (reader_has_nag()). */
#include "config.h"

#include "archive/replay/san_replay.h"
#include "archive/pgn/lexer.h"
#include "archive/pgn/pgn_internal.h"
#include "archive/util/string_pool.h"

#include "core/family.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PARTS_MAX limits what a game has besides its plies: tags, judgements, comments with the commands
 * in them, variations. The limit is higher than the number of nodes that an archive accepts in a
 * game, so an archive would not keep a larger game unchanged anyway. */
enum {
    PLIES_MAX = 20000,
    PARTS_MAX = 200000,
    TAG_PARTS = 3,
    TAG_MAX = 65536,
    NAG_WORDS = 1 << 14,
    NAGS_USUAL = 64
};

/* A line being read: the main line, or a variation. */
struct reader_frame {
    struct line *line;
    struct lines *lines;     /* for a variation: the list whose last element it is */
    struct follower now;     /* the position after the line's last ply that could be replayed */
    struct follow_past past; /* how to go back to earlier positions of the line */
    bool stayed; /* true if the position still has the players who left after the line's last ply:
                    PGN names them only after that ply */
    bool lost;   /* true if the position is unknown, so that plies are kept without being checked */
    bool fresh;  /* true if the line has no ply yet */
    bool said;   /* true if a command says that this is a line, even if no plies follow */
    bool number_is_next;  /* a move number was read since the last ply */
    struct lines pending; /* variations waiting for the next ply, which they replace; without a next
                             ply they continue the line */
    struct nags nags;     /* judgements that stand before the next ply */
    char *ahead;          /* a comment that stands before the next ply, or NULL */
    size_t ahead_length, said_length; /* ahead_length: length of `ahead`. said_length: length of the
                                         line's own comment */
};

struct import {
    struct pgn_reader *reader;
    struct record *record;
    struct ruleset *rules;       /* rules of the game; NULL if its variant is unknown */
    struct reader_frame **frame; /* [VARIATION_DEPTH_MAX + 1] the frames of the lines being read,
                                    owned by the reader, allocated when needed */
    int depth;
    int plies, parts;
    bool classical, over;
    bool stops;        /* true after a broken ply of the main line, except a pass in check: only its
                          glyphs, comments and variations are read; then the rest is kept verbatim */
    bool doubtful;     /* true if a setup was repaired, but might mean another position */
    bool as_written;   /* true to leave the setup as it is, because the first ply does not fit the
                          repaired one */
    bool again;        /* true if the game must be read again with as_written */
    bool kept_rest;    /* true if the game is over because the rest could not be parsed */
    bool gap;          /* true if something other than tags followed the last tag */
    unsigned roster;   /* which of the seven standard tags the game has, one bit each */
    struct value more; /* headers that tags cannot express */
    const struct notes *nagged; /* the ply whose first `nags` judgements are in the set `nag`
                                   below */
    int nags;
    uint64_t *nag; /* [NAG_WORDS] bit set of judgements, allocated when a ply has many; otherwise
                      NULL */
};

/* Counts `parts` more parts of the game. True if the game has room for them; after the first
 * failure nothing more is kept. */
static bool has_room(struct import *import, int parts)
{
    import->parts += parts < PARTS_MAX ? parts                    : PARTS_MAX;
    import->parts = import->parts < 2 * PARTS_MAX ? import->parts : 2 * PARTS_MAX;
    return import->parts <= PARTS_MAX;
}

/* The seven tags that every game has, which reveal where the next game begins. */
static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER = sizeof roster / sizeof *roster, WHOLE_ROSTER = (1 << ROSTER) - 1 };

static unsigned roster_bit(const char *name, size_t length)
{
    for (int i = 0; i < ROSTER; i++)
        if (*name == *roster[i] && strlen(roster[i]) == length && !memcmp(name, roster[i], length))
            return 1u << i;
    return 0;
}

/* True if a tag begins the next game. A tag of the seven does so if this game already has it, and
 * if an empty line or something other than a tag came before it. A second Event does so if this
 * game already has all seven. */
static bool begins_another(const struct import *import, const char *name, size_t length)
{
    unsigned bit = roster_bit(name, length);
    return (bit & import->roster) && (import->gap || (bit == 1 && import->roster == WHOLE_ROSTER));
}

static void reader_put_tag(struct import *import, const char *name, const char *value)
{
    import->roster |= roster_bit(name, strlen(name));
    if (has_room(import, TAG_PARTS))
        pgn_tag_put(import->record, name, value);
}

/* Reads a tag pair without quotes: the value is what precedes the bracket. */
static void read_bare_tag(struct import *import)
{
    struct pgn_reader *reader = import->reader;
    const char *name = reader->text + reader->at + 1;
    name += strspn(name, " \t");
    size_t length = strcspn(name, "] \t"), end = strcspn(name, "]");
    char *key = pgn_cut(name, length), *value = pgn_cut(name + length, end - length);
    reader_put_tag(import, key, value);
    pgn_go(reader, (size_t)(name - reader->text) + end + 1);
    free(key);
    free(value);
}

/* The end of a tag's value within `room` bytes: the quote before a bracket, because other quotes
 * are part of the value. If no bracket follows a quote, the last quote; if there is no quote, the
 * end of the bytes. `escapes`: a quote after a backslash does not count. */
static size_t value_end(const char *value, size_t room, bool escapes, bool *closed)
{
    size_t last = room;
    *closed = false;
    for (size_t i = 0; i < room; i++) {
        if (escapes && value[i] == '\\' && (value[i + 1] == '"' || value[i + 1] == '\\')) {
            i++;
        } else if (value[i] == '"') {
            size_t next = i + 1 + strspn(value + i + 1, " \t");
            last = i;
            if ((*closed = value[next] == ']' || value[next] == '\n' || !value[next]))
                break;
        }
    }
    return last;
}

/* The greatest number of bytes that a tag's value may have. It may extend to the end of its line
 * or, if the closing quote is on one of the next lines, to the end of that line. */
static size_t value_room(const char *value)
{
    enum { LINES = 4 };
    bool closed;
    size_t line = strcspn(value, "\n"), room = line;
    if (memchr(value, '"', line))
        return line;
    for (int i = 0; i < LINES && value[room]; i++) {
        const char *next = value + room + 1;
        size_t more = strcspn(next, "\n");
        if (!more || *next == '[')
            break;
        room += 1 + more;
        size_t end = value_end(value, room, true, &closed);
        if (end < room)
            return closed && value[end + 1 + strspn(value + end + 1, " \t")] == ']' ? room : line;
    }
    return line;
}

/* Reads a tag pair; if a quote is never closed, the value extends to the end of the line. */
static void reader_read_tag(struct import *import, const struct pgn_tag *tag)
{
    enum {
        NAME_USUAL = 32,
        TEXT_USUAL = 256
    }; /* nearly all names and texts fit into this, so nothing is allocated */
    struct pgn_reader *reader = import->reader;
    const char *name = reader->text + tag->name, *value = reader->text + tag->value;
    size_t room = value_room(value), n = 0;
    bool closed;
    size_t close = value_end(value, room, true, &closed),
           bare = closed ? close : value_end(value, room, false, &closed);
    bool escapes = close < room || bare == room || !closed; /* false for a value such as "C:\" that
                                                               has no other closing quote */
    close = escapes ? close : bare;
    bool whole = true;
    char usual_name[NAME_USUAL], usual_text[TEXT_USUAL],
        *text = room < TEXT_USUAL ? usual_text : memory_new(room + 1, 1);
    char *key = tag->name_length < NAME_USUAL ? usual_name : memory_new(tag->name_length + 1, 1);
    memcpy(key, name, tag->name_length);
    key[tag->name_length] = '\0';
    for (size_t i = 0; i < close; i++) {
        if (escapes && value[i] == '\\' && (value[i + 1] == '"' || value[i + 1] == '\\') &&
            i + 1 < close)
            i++;
        if (!(whole = n < TAG_MAX - 1))
            break;
        text[n++] = value[i] == '\n' ? ' ' : value[i];
    }
    while (!whole && n > 0 && (unsigned char)text[n - 1] >= 0x80 &&
           (unsigned char)text[n - 1] < 0xC0)
        n--;
    n -= !whole && n > 0 && (unsigned char)text[n - 1] >= 0xC0;
    text[n] = '\0';
    if (close == room && n > 0 && text[n - 1] == ']')
        text[n - 1] = '\0';
    size_t end = tag->value + close;
    if (close < room) { /* the closing bracket may be on the next line */
        struct pgn_reader behind = *reader;
        behind.at = ++end;
        bool gap = pgn_skip_blanks(&behind);
        reader->beyond |= behind.at >= reader->length;
        if (!gap && reader->text[behind.at] == ']')
            end = behind.at + 1;
    }
    reader_put_tag(import, key, text);
    pgn_go(reader, end);
    if (text != usual_text)
        free(text);
    if (key != usual_name)
        free(key);
}

/* Reads the tag pairs that belong to this game. False if a tag pair of another game follows. */
static bool read_tags(struct import *import)
{
    struct pgn_reader *reader = import->reader;
    for (;;) {
        struct pgn_tag tag;
        import->gap |= pgn_skip_blanks(reader);
        bool whole = pgn_tag_at(reader, reader->at, &tag),
             bare = !whole && pgn_bare_tag_here(reader, reader->at);
        if (bare) {
            const char *name = reader->text + reader->at + 1;
            tag.name = (size_t)(name - reader->text) + strspn(name, " \t");
            tag.name_length = strcspn(reader->text + tag.name, "] \t");
        }
        if (!whole && !bare)
            return true;
        if (begins_another(import, reader->text + tag.name, tag.name_length))
            return false;
        if (whole)
            reader_read_tag(import, &tag);
        else
            read_bare_tag(import);
        import->gap = false;
    }
}

/* The start position that was set up for one game. The next game reuses it, since nearly all games
 * of a file begin alike. */
struct pgn_opening {
    struct follow_start start;
    struct reader_frame *frame[VARIATION_DEPTH_MAX + 1];
    struct note trouble; /* why the last game could not be replayed; "" if it could */
};

/* Repairs the start position if possible, and keeps its original text with the tags. True if it was
 * repaired. */
static bool mend_setup(struct import *import)
{
    if (pgn_setup_take_as_written(import->record) || import->as_written)
        return false;
    const struct ruleset *rules =
        follow_start_rules(&import->reader->opening->start, import->record, NULL);
    char mended[512], *written = memory_text(record_text(import->record, "start.position"));
    bool helps = rules && pgn_setup_mend(rules, written, mended, sizeof mended, &import->doubtful);
    if (helps) {
        record_set_text(import->record, "start.position", mended);
        pgn_header_put(import->record, "FEN", written);
    }
    free(written);
    return helps;
}

/* Sets up the variant and the start position. If this fails, the plies cannot be checked and are
 * kept as they are. */
static void open_board(struct import *import, struct reader_frame *root)
{
    struct pgn_opening *opening = import->reader->opening;
    root->fresh = true;
    follow_close(&opening->start, import->rules);
    import->classical = !strcmp(record_variant(import->record), "classical");
    import->record->notation = import->classical ? NOTATION_SAN : NOTATION_LONG;
    opening->trouble.text[0] = '\0';
    int result = follow_open_alike(&root->now, import->record, &opening->start, &import->rules,
                                   &opening->trouble);
    bool odd =
        result == FAIL_TEXT || !pgn_setup_is_whole(record_text(import->record, "start.position"));
    if (odd && import->classical && mend_setup(import)) {
        follow_close(&opening->start, import->rules);
        result = follow_open_alike(&root->now, import->record, &opening->start, &import->rules,
                                   &opening->trouble);
    }
    if (result == 0)
        opening->trouble.text[0] = '\0';
    root->lost = result < 0;
    if (root->lost)
        value_set(value_map(&import->record->head, "provenance"), "unchecked",
                  opening->trouble.text, false);
    else if (*record_text(import->record, "provenance.unchecked"))
        record_set_text(import->record, "provenance.unchecked", NULL);
}

static struct reader_frame *reader_top(struct import *import)
{
    return import->frame[import->depth];
}

/* The frame at a depth, reset for a new line. Boards left in it by a previous line are not used. */
static struct reader_frame *frame_at(struct import *import, int depth)
{
    struct reader_frame **frame = &import->frame[depth];
    if (!*frame)
        *frame = memory_new(1, sizeof **frame);
    (*frame)->line = NULL;
    (*frame)->past.position[0].rules = NULL;
    (*frame)->lost = (*frame)->fresh = (*frame)->number_is_next = (*frame)->stayed =
        (*frame)->said = false;
    (*frame)->pending = (struct lines){0};
    (*frame)->nags = (struct nags){0};
    (*frame)->ahead = NULL;
    return *frame;
}

static struct notes *last_notes(struct reader_frame *frame)
{
    return frame->line->n ? node_notes(&frame->line->v[frame->line->n - 1]) : NULL;
}

/* True if the game ends before this token: the token is a tag of the next game, or it begins a game
 * without tags. Such a game begins after an empty line, with move number 1 or with a '%' line. */
static bool ends_before(const struct pgn_token *token, int depth, bool begun)
{
    bool first = token->word == PGN_NUMBER && token->number == 1 && !token->black;
    return token->word == PGN_END ||
           (depth == 0 && begun && token->after_blank && (first || token->word == PGN_NOTE));
}

/* Skips the rest of a game. Returns its result, which the reader has passed, or PGN_END if there is
 * none; the reader is then before the next game. *end is where the text before that ends. */
static struct pgn_token skip_rest(struct pgn_reader *reader, bool classical, size_t *end)
{
    *end = reader->at;
    for (;;) {
        struct pgn_reader before = *reader;
        struct pgn_token token = pgn_word(reader, classical);
        if (token.word == PGN_RESULT)
            return token;
        if (ends_before(&token, 0, true)) {
            if (token.word != PGN_END)
                *reader = before;
            token.word = PGN_END;
            return token;
        }
        *end = reader->at;
    }
}

/* Ends the game at an offset: the rest of its text is kept verbatim, without its result. */
static void keep_rest(struct import *import, size_t from)
{
    struct pgn_reader *reader = import->reader;
    size_t end;
    reader->at = from;
    struct pgn_token token = skip_rest(reader, import->classical, &end);
    if (token.word == PGN_RESULT) {
        char *score = pgn_cut(token.text, token.length);
        pgn_score_put(import->record, score);
        free(score);
        reader->ended = true;
    }
    char *rest = pgn_cut(reader->text + from, end - from);
    if (*rest)
        import->record->unparsed = rest;
    else
        free(rest);
    import->over = import->kept_rest = true;
}

bool pgn_rest_reads_back(const char *rest, bool classical)
{
    struct pgn_text text = {0};
    size_t end;
    pgn_put(&text, rest);
    pgn_put(&text, "\n*\n");
    struct pgn_reader reader = {.text = text.text, .length = (size_t)text.length, .line = 1};
    struct pgn_token token = skip_rest(&reader, classical, &end);
    bool whole = token.word == PGN_RESULT && token.start == strlen(rest) + 1;
    free(text.text);
    return whole;
}

/* Removes the players who left after the last ply from the position, before the next ply is
 * read. */
static void let_leave(struct reader_frame *frame)
{
    if (frame->stayed && !frame->lost)
        follow_leave(&frame->now, &frame->line->v[frame->line->n - 1]);
    frame->stayed = false;
}

/* The position that many plies ago; 0 is the position before the next ply. */
static void board_before(struct reader_frame *frame, int plies, struct follower *out)
{
    if (plies == 0)
        let_leave(frame);
    follow_earlier(out, &frame->now, &frame->past, plies);
}

static void read_nag(struct import *import, struct reader_frame *frame, int nag);
static void keep_words(struct import *import, const char *text, size_t length);

/* True if a ply is legal in the position that many plies ago. */
static bool reader_fits(struct reader_frame *frame, int plies, const char *text)
{
    struct follower board;
    char written[PLY_ROOM];
    board_before(frame, plies, &board);
    return follow_play(&board, text, written, sizeof written);
}

/* The length of the legal ply at the start of a word, which may have a judgement attached
 * ("Nf3+-"); 0 if there is none. */
static size_t reader_ply_of(struct reader_frame *frame, const char *text, size_t length)
{
    enum { USUAL = 64 }; /* no ply with a judgement attached is longer */
    char ply[PLY_ROOM];
    if (length > PLY_BYTES_MAX)
        return 0;
    memcpy(ply, text, length);
    ply[length] = '\0';
    bool judged = length > 2 && ply[length - 1] == '=';
    if (!judged && reader_fits(frame, 0, ply))
        return length;
    for (size_t cut = 0; length < USUAL && (cut = pgn_cut_glyph(text, length, cut));) {
        ply[length - cut] = '\0';
        if (reader_fits(frame, 0, ply))
            return length - cut;
        memcpy(ply, text, length);
    }
    return 0;
}

/* Skips a word that is not a ply and does not look like one, and similar words after it. They are a
 * judgement, or a comment without braces. Returns false and skips nothing if the word must count as
 * a broken ply. That is so if the next ply does not fit. It is also so if the word stands alone
 * between a move number and anything but a ply: our own export of a broken ply may look like
 * that. */
static bool step_over(struct import *import, const struct pgn_token *token)
{
    struct pgn_reader *reader = import->reader, peek = *reader, last = peek;
    struct reader_frame *frame = reader_top(import);
    if (pgn_looks_like_ply(token->text, token->length, import->classical))
        return false;
    int glyph = pgn_glyph_named(token->text, token->length);
    struct pgn_token next = pgn_word(&peek, import->classical);
    while (glyph < 0 && next.word == PGN_MOVE && !next.after_blank &&
           !pgn_looks_like_ply(next.text, next.length, import->classical)) {
        last = peek;
        next = pgn_word(&peek, import->classical);
    }
    while ((next.word == PGN_COMMENT || next.word == PGN_NAG || next.word == PGN_NUMBER) &&
           !ends_before(&next, import->depth, true))
        next = pgn_word(&peek, import->classical);
    if (next.word == PGN_MOVE && pgn_looks_like_ply(next.text, next.length, import->classical) &&
        !reader_ply_of(frame, next.text, next.length))
        return false;
    if (glyph < 0 && next.word != PGN_MOVE && last.at == reader->at && frame->number_is_next)
        return false;
    if (glyph >= 0) {
        if (glyph)
            read_nag(import, frame, glyph);
        return true;
    }
    *reader = last;
    keep_words(import, token->text, last.at - (size_t)(token->text - reader->text));
    return true;
}

static void read_move(struct import *import, const struct pgn_token *token)
{
    struct reader_frame *frame = reader_top(import);
    char text[PLY_ROOM], written[PLY_ROOM];
    bool broken = false;
    if (token->length > PLY_BYTES_MAX || import->plies >= PLIES_MAX) {
        keep_rest(import, token->start);
        return;
    }
    memcpy(text, token->text, token->length);
    text[token->length] = '\0';
    let_leave(frame);
    /* A final "=" is a judgement, not part of the ply. */
    bool judged = import->classical && token->length > 2 && text[token->length - 1] == '=';
    if (!frame->lost &&
        (judged || !follow_on(&frame->now, &frame->past, text, written, sizeof written))) {
        size_t length = reader_ply_of(frame, token->text, token->length);
        if (length) {
            text[length] = '\0';
            import->reader->at -= token->length - length;
            follow_on(&frame->now, &frame->past, text, written, sizeof written);
        } else if (step_over(import, token)) {
            return;
        } else if (import->doubtful && import->depth == 0 && frame->fresh) {
            import->again = import->over = import->kept_rest = true;
            return;
        } else {
            broken = frame->lost = true;
        }
    }
    if (!frame->lost)
        broken = frame->lost = strlen(written) > PLY_BYTES_MAX;
    frame->stayed = true;
    import->plies++;
    struct node *node = line_append(frame->line, frame->lost ? text : written);
    if (broken)
        node_notes(node)->broken = true;
    if (frame->ahead)
        node_notes(node)->before = frame->ahead;
    frame->ahead = NULL;
    if (frame->nags.n) {
        node_notes(node)->nags = frame->nags;
        frame->nags = (struct nags){0};
    }
    if (frame->pending.n) {
        struct notes *notes = node_notes(node);
        notes->alts = frame->pending;
        frame->pending = (struct lines){0};
    }
    frame->fresh = frame->number_is_next = false;
    if (broken && import->depth == 0 && !text_is_pass(text))
        import->stops = true;
}

static bool number_fits(const struct follower *board, int number, bool black)
{
    return number == follow_number(board) && black == (follow_side(board) != WHITE);
}

/* True if the first comment of a variation begins with one of our own commands. */
static bool begins_with_command(const struct pgn_reader *reader, const char *command)
{
    struct pgn_reader peek = *reader;
    struct pgn_token token = pgn_word(&peek, true);
    size_t length = strlen(command);
    return token.word == PGN_COMMENT && token.length >= length &&
           !memcmp(token.text, command, length);
}

enum replaces { REPLACES_LAST, REPLACES_COMING, REPLACES_EARLIER };

/* Determines from its first words which ply of the enclosing line a variation replaces: the last
 * one (the standard), the next one, or the one before the last ("10. Bxf6 gxf6 (10. Bh4)", as some
 * programs write). */
static enum replaces replaced_ply(struct import *import, struct reader_frame *parent)
{
    struct pgn_reader peek = *import->reader;
    struct pgn_token token;
    char text[PLY_ROOM];
    int number = 0;
    bool black = false;
    if (parent->fresh)
        return REPLACES_COMING;
    /* We write each variation after the ply it replaces, whether it fits there or not. */
    if (parent->lost || !import->rules || begins_with_command(import->reader, "[%cc.line"))
        return REPLACES_LAST;
    for (token = pgn_word(&peek, import->classical);
         token.word != PGN_MOVE || !pgn_looks_like_ply(token.text, token.length, import->classical);
         token = pgn_word(&peek, import->classical)) {
        if (token.word == PGN_NUMBER) {
            number = token.number;
            black = token.black;
        } else if (token.word != PGN_COMMENT && token.word != PGN_NAG && token.word != PGN_NOTE &&
                   token.word != PGN_MOVE) {
            return REPLACES_LAST;
        }
    }
    if (token.length > PLY_BYTES_MAX)
        return REPLACES_LAST;
    memcpy(text, token.text, token.length);
    text[token.length] = '\0';
    bool here = reader_fits(parent, 1, text), next = reader_fits(parent, 0, text);
    if (!here && !next)
        return parent->line->n > 1 && reader_fits(parent, 2, text) ? REPLACES_EARLIER
                                                                   : REPLACES_LAST;
    if (here != next)
        return next ? REPLACES_COMING : REPLACES_LAST;
    /* if the last ply and the next ply can both be the replaced one, the move number decides;
     * White's numbers have one dot */
    struct follower before;
    board_before(parent, 1, &before);
    bool coming =
        number && number_fits(&parent->now, number, black) && !number_fits(&before, number, black);
    return coming ? REPLACES_COMING : REPLACES_LAST;
}

static void open_variation(struct import *import, size_t start)
{
    struct reader_frame *parent = reader_top(import);
    if (import->depth == VARIATION_DEPTH_MAX) {
        keep_rest(import, start);
        return;
    }
    bool then = begins_with_command(import->reader, "[%cc.then]");
    enum replaces replaces = then ? REPLACES_COMING : replaced_ply(import, parent);
    struct reader_frame *frame = frame_at(import, ++import->depth);
    frame->lost = parent->lost;
    frame->fresh = true;
    frame->number_is_next = false;
    if (replaces == REPLACES_COMING) {
        frame->lines = &parent->pending;
    } else {
        struct notes *notes =
            node_notes(&parent->line->v[parent->line->n - (replaces == REPLACES_EARLIER ? 2 : 1)]);
        frame->lines = &notes->alts;
        /* The variation starts from the position before the ply it replaces. That position is
         * known even if this ply is the broken one after which the parent's is unknown. */
        frame->lost = parent->lost && !(notes->broken && import->rules);
    }
    frame->line = lines_append(frame->lines);
    if (!frame->lost) /* a broken ply was not played, so the position is still the one before that
                         ply */
        board_before(parent,
                     replaces == REPLACES_COMING || parent->lost ? 0
                     : replaces == REPLACES_EARLIER              ? 2
                                                                 : 1,
                     &frame->now);
}

/* Puts a comment where it belongs: on the last or the next ply, on the variation, or on the
 * game. */
static void place_comment(struct import *import, struct reader_frame *frame,
                          const struct pgn_comment *read, bool coming)
{
    bool ahead = coming && *read->text && !read->by;
    struct notes *notes = ahead ? NULL : last_notes(frame);
    if (ahead)
        pgn_text_join(&frame->ahead, &frame->ahead_length, read->text);
    else if (notes || import->depth == 0)
        pgn_comment_add(notes ? &notes->comments : &import->record->comments, read);
    else if (*read->text)
        pgn_text_join(&frame->line->comment, &frame->said_length, read->text);
}

/* Keeps words as a comment, with one blank for each run of whitespace. */
static void keep_words(struct import *import, const char *text, size_t length)
{
    struct reader_frame *frame = reader_top(import);
    struct pgn_comment read = {.text = memory_new(length + 1, 1)};
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        bool blank = (unsigned char)text[i] <= ' ' || text[i] == 0x7F;
        if (!blank || (n > 0 && read.text[n - 1] != ' '))
            read.text[n++] = blank ? ' ' : text[i];
    }
    read.text[n - (n > 0 && read.text[n - 1] == ' ')] = '\0';
    if (*read.text && has_room(import, 1))
        place_comment(import, frame, &read, frame->number_is_next);
    pgn_comment_free(&read);
}

/* Handles judgements that were kept for the next ply when no ply follows. */
static void settle_nags(struct import *import, struct reader_frame *frame)
{
    char text[16];
    for (int i = 0; i < frame->nags.n; i++) {
        snprintf(text, sizeof text, "$%d", frame->nags.v[i]);
        if (frame->line->n)
            read_nag(import, frame, frame->nags.v[i]);
        else
            keep_words(import, text, strlen(text));
    }
    free(frame->nags.v);
    frame->nags = (struct nags){0};
}

/* Handles everything that was kept for the next ply when no ply follows. */
static void settle_pending(struct import *import, struct reader_frame *frame)
{
    frame->number_is_next = false;
    settle_nags(import, frame);
    if (frame->pending.n) {
        frame->line->then = memory_new(1, sizeof *frame->line->then);
        *frame->line->then = frame->pending;
        frame->pending = (struct lines){0};
    }
    if (frame->ahead) {
        struct notes *notes = last_notes(frame);
        if (notes)
            comments_append(&notes->comments, frame->ahead, NULL);
        else if (import->depth == 0)
            comments_append(&import->record->comments, frame->ahead, NULL);
        else
            pgn_text_join(&frame->line->comment, &frame->said_length, frame->ahead);
        free(frame->ahead);
        frame->ahead = NULL;
    }
}

/* Turns parentheses without plies, which are not a variation, into a comment: "1-0 (time)".
 * Empty ones are ignored. */
static void drop_empty(struct import *import, struct reader_frame *frame)
{
    struct line *line = frame->line;
    struct reader_frame *parent = reader_top(import);
    if (line->n || line->then || line->title || line->kind || line->by || line->extra.n ||
        frame->said)
        return;
    char *said = line->comment;
    line->comment = NULL;
    lines_remove(frame->lines, frame->lines->n - 1);
    if (!frame->lines->n)
        lines_clear(frame->lines);
    for (int i = parent->line->n - 1; i >= 0 && i >= parent->line->n - FOLLOW_PAST; i--)
        node_tidy(&parent->line->v[i]);
    if (said) {
        struct pgn_text text = {0};
        pgn_put(&text, "(");
        pgn_put(&text, said);
        pgn_put(&text, ")");
        keep_words(import, text.text, (size_t)text.length);
        free(text.text);
        free(said);
    }
}

static void close_variation(struct import *import)
{
    if (import->depth == 0)
        return; /* a closing parenthesis without an opening one is ignored */
    struct reader_frame *frame = reader_top(import);
    settle_pending(import, frame);
    import->depth--;
    drop_empty(import, frame);
}

/* Forgets which plies of variations were illegal. */
static void forget_broken(struct lines *lines)
{
    for (int i = 0; i < lines->n; i++) {
        struct line *line = &lines->v[i];
        for (int k = 0; k < line->n; k++)
            if (line->v[k].notes) {
                line->v[k].notes->broken = false;
                forget_broken(&line->v[k].notes->alts);
                node_tidy(&line->v[k]);
            }
        if (line->then)
            forget_broken(line->then);
    }
}

/* Handles the two kinds of ply after which the position is unknown: a gap, and a ply that is not a
 * valid PGN word. A command gives the text of such a ply. */
static void read_ply(struct reader_frame *frame, struct pgn_comment *read)
{
    struct node *node = &frame->line->v[frame->line->n - 1];
    if (node->notes->gap) {
        node->notes->broken = false;       /* [%cc.gap] may come after [%cc.ply] */
        forget_broken(&node->notes->alts); /* what can be played there is not known */
    }
    if (!read->ply && !node->notes->gap)
        return;
    const char *text = read->ply ? read->ply : text_is_pass(node->text) ? "..." : NULL;
    if (text) {
        word_drop(node->text);
        node->text = word_share(text, strlen(text));
    }
    node->notes->broken |= !node->notes->gap && !frame->lost;
    if (!frame->lost) { /* this ply, often a null move that stands for another text, was played */
        struct follower before;
        board_before(frame, 1, &before);
        frame->now = before;
    }
    frame->lost = true;
}

/* Keeps verbatim the commands that stand before the first ply of the game or of a variation. */
static void keep_commands(struct value *map, const struct value *commands)
{
    map->type = VALUE_MAP;
    struct value *list = value_list(map, "commands");
    for (int i = 0; i < commands->n; i++)
        value_copy(value_add(list, NULL), &commands->entry[i].value);
}

static void reader_read_comment(struct import *import, const struct pgn_token *token,
                                bool after_variation)
{
    struct reader_frame *frame = reader_top(import);
    struct pgn_comment read;
    struct notes *notes = last_notes(frame);
    bool ahead = frame->number_is_next || (notes && after_variation), root = import->depth == 0;
    pgn_comment_read(token->text, token->length, notes, root ? &import->record->marks : NULL,
                     &read);
    if (!notes && !root)
        pgn_line_head_take(frame->line, &read);
    frame->said |= read.of_line || read.then;
    if (read.commands.n)
        keep_commands(root ? &import->record->head : &frame->line->extra, &read.commands);
    if (notes)
        read_ply(frame, &read);
    if (root && notes && notes->gap)
        import->stops = false; /* a gap is not an illegal ply: what follows is read */
    if (root && read.game.n && !import->more.n) {
        struct value more = import->more;
        import->more = read.game;
        read.game = more;
    }
    place_comment(import, frame, &read, ahead);
    if (notes)
        node_tidy(&frame->line->v[frame->line->n - 1]);
    if (read.rest && root)
        keep_rest(import, import->reader->at);
    pgn_comment_free(&read);
}

/* True if the game continues after a result, because the next move number and ply fit; the
 * result then did not end the game. */
static bool reader_goes_on(struct import *import)
{
    struct reader_frame *frame = reader_top(import);
    struct pgn_reader peek = *import->reader;
    if (frame->lost)
        return false;
    struct pgn_token token = pgn_word(&peek, import->classical);
    bool counted = token.word == PGN_NUMBER && !token.after_blank && token.number > 1 &&
                   number_fits(&frame->now, token.number, token.black);
    if (!counted)
        return false;
    token = pgn_word(&peek, import->classical);
    return token.word == PGN_MOVE && !token.after_blank &&
           reader_ply_of(frame, token.text, token.length);
}

/* Handles a result. Within a variation or in the middle of the game it becomes a comment; otherwise
 * it ends the game. */
static void reader_read_result(struct import *import, const struct pgn_token *token)
{
    if (import->depth > 0 || reader_goes_on(import)) {
        if (token->length > 1)
            keep_words(import, token->text, token->length);
        return;
    }
    char *text = pgn_cut(token->text, token->length);
    pgn_score_put(import->record, text);
    free(text);
    import->over = import->reader->ended = true;
}

/* True if a ply has this judgement. If the ply has very many, looks it up in a set. */
static bool reader_has_nag(struct import *import, const struct notes *notes, int nag)
{
    const struct nags *nags = &notes->nags;
    int from = 0;
    if (nags->n < NAGS_USUAL) {
        bool there = false;
        for (int i = 0; i < nags->n; i++)
            there = there || nags->v[i] == nag;
        return there;
    }
    if (!import->nag)
        import->nag = memory_new(NAG_WORDS, sizeof *import->nag);
    if (import->nagged == notes)
        from = import->nags;
    else
        memset(import->nag, 0, NAG_WORDS * sizeof *import->nag);
    for (int i = from; i < nags->n; i++)
        import->nag[nags->v[i] >> 6] |= 1ull << (nags->v[i] & 63);
    import->nagged = notes;
    import->nags = nags->n;
    return import->nag[nag >> 6] >> (nag & 63) & 1;
}

/* Adds a judgement to the last ply. A judgement after a move number or before the first ply is
 * added to the next ply instead. */
static void read_nag(struct import *import, struct reader_frame *frame, int nag)
{
    bool coming = !frame->line->n || frame->number_is_next;
    struct notes *notes = coming ? NULL : last_notes(frame);
    struct nags *nags = coming ? &frame->nags : &notes->nags;
    if (nag < 0 || nag >= NAG_WORDS * 64)
        return;
    if (coming) {
        if (nags->n >= NAGS_USUAL)
            return;
        for (int i = 0; i < nags->n; i++)
            if (nags->v[i] == nag)
                return;
    } else if (reader_has_nag(import, notes, nag)) {
        return;
    }
    nags->v = memory_room(nags->v, &nags->room, nags->n + 1, sizeof *nags->v);
    nags->v[nags->n++] = nag;
}

/* The number of parts that a token counts for. */
static int reader_parts_of(const struct pgn_token *token)
{
    int parts = token->word == PGN_NAG || token->word == PGN_OPEN || token->word == PGN_COMMENT ||
                token->word == PGN_NOTE;
    for (size_t i = 0; token->word == PGN_COMMENT && i + 1 < token->length; i++)
        parts += token->text[i] == '[' && token->text[i + 1] == '%';
    return parts;
}

/* True for a token that directly follows the result but still belongs to this game: a comment, a
 * glyph, or a variation. */
static bool is_appendix(const struct import *import, const struct pgn_token *token)
{
    return !token->after_blank && !import->record->unparsed &&
           (token->word == PGN_COMMENT || token->word == PGN_NAG || token->word == PGN_OPEN);
}

/* If only comments follow up to the end of the file, adds them to this game, because no other game
 * can own them. */
static void read_last_comments(struct import *import)
{
    struct pgn_reader peek = *import->reader;
    struct pgn_token token = pgn_word(&peek, import->classical);
    if (token.word != PGN_COMMENT || import->record->unparsed)
        return;
    while (token.word == PGN_COMMENT)
        token = pgn_word(&peek, import->classical);
    import->reader->beyond |= peek.beyond;
    if (peek.at < peek.length || token.word != PGN_END)
        return;
    while ((token = pgn_word(import->reader, import->classical)).word == PGN_COMMENT)
        if (has_room(import, reader_parts_of(&token)))
            reader_read_comment(import, &token, false);
}

/* Reads tags that follow something other than a tag. They belong to this game if it has no ply yet
 * and they do not begin another game. True if the game goes on after them. */
static bool read_more_tags(struct import *import)
{
    if (import->reader->at >= import->reader->length || import->depth > 0 ||
        import->frame[0]->line->n || import->frame[0]->pending.n)
        return false;
    if (pgn_game_begins(import->reader->text, import->reader->at, import->reader->length, true))
        return false; /* a comment that was never closed contains the result of this game */
    size_t from = import->reader->at;
    import->gap = true;
    import->over = !read_tags(import);
    if (import->reader->at == from)
        return false;
    open_board(import, import->frame[0]);
    return !import->over;
}

/* True for a token after a broken ply that is read as a note on that ply: a glyph, a variation, or
 * a comment that does not give the text of a ply, as [%cc.ply text="..."] does. */
static bool belongs_to_broken(const struct pgn_token *token)
{
    static const char names_ply[] = "[%cc.ply text=";
    if (token->word != PGN_COMMENT)
        return token->word == PGN_NAG || token->word == PGN_OPEN;
    return !memmem(token->text, token->length, names_ply, sizeof names_ply - 1);
}

static void read_movetext(struct import *import)
{
    bool after_variation = false;
    for (;;) {
        struct pgn_reader before = *import->reader;
        struct pgn_token token = pgn_word(import->reader, import->classical);
        struct reader_frame *frame = reader_top(import);
        before.beyond = import->reader->beyond;
        if (import->stops && import->depth == 0 && !belongs_to_broken(&token)) {
            import->stops = false;
            keep_rest(import, token.start);
            continue;
        }
        if (import->over && import->depth == 0 && !is_appendix(import, &token)) {
            *import->reader = before;
            break;
        }
        if (ends_before(&token, import->depth, import->frame[0]->line->n > 0)) {
            if (token.word == PGN_END && !import->over && read_more_tags(import))
                continue;
            if (token.word != PGN_END)
                *import->reader = before;
            return;
        }
        if (!has_room(import, reader_parts_of(&token))) {
            keep_rest(import, token.start);
            break;
        }
        switch (token.word) {
        case PGN_END:
            break;
        case PGN_NUMBER:
            frame->number_is_next = true;
            break;
        case PGN_MOVE:
            read_move(import, &token);
            break;
        case PGN_NAG:
            read_nag(import, frame, token.number);
            break;
        case PGN_COMMENT:
            reader_read_comment(import, &token, after_variation);
            break;
        case PGN_OPEN:
            open_variation(import, token.start);
            break;
        case PGN_CLOSE:
            close_variation(import);
            break;
        case PGN_RESULT:
            reader_read_result(import, &token);
            break;
        case PGN_NOTE: {
            char *note = pgn_cut(token.text, token.length);
            value_put(
                value_append(value_list(value_map(&import->record->head, "provenance"), "notes")),
                note, STYLE_CANONICAL);
            free(note);
            break;
        }
        }
        if (import->kept_rest && import->depth > 0)
            break;
        after_variation = token.word == PGN_CLOSE || (after_variation && token.word == PGN_COMMENT);
    }
    read_last_comments(import);
}

void pgn_begin(struct pgn_reader *reader, const char *text, size_t length)
{
    *reader = (struct pgn_reader){.text = text, .length = length, .line = 1};
    reader->opening = memory_new(1, sizeof *reader->opening);
}

void pgn_end(struct pgn_reader *reader)
{
    if (reader->opening)
        follow_start_clear(&reader->opening->start);
    for (int i = 0; reader->opening && i <= VARIATION_DEPTH_MAX; i++)
        free(reader->opening->frame[i]);
    free(reader->opening);
    *reader = (struct pgn_reader){0};
}

/* Stores the lines beginning with '%' before a game in the notes of its provenance. */
static void reader_read_notes(struct import *import)
{
    struct pgn_reader *reader = import->reader;
    for (pgn_skip_blanks(reader); reader->at < reader->length && reader->text[reader->at] == '%';
         pgn_skip_blanks(reader)) {
        size_t length = strcspn(reader->text + reader->at, "\n");
        if (!has_room(import, 1)) {
            reader->at += length;
            continue;
        }
        struct value *notes = value_list(value_map(&import->record->head, "provenance"), "notes");
        struct value *note = value_append(notes);
        word_drop(note->text);
        note->text = pgn_cut(reader->text + reader->at, length);
        reader->at += length;
    }
}

const char *pgn_trouble(const struct pgn_reader *reader)
{
    return reader->opening->trouble.text;
}

struct record *pgn_tags_read(const char *tags)
{
    struct pgn_reader reader = {.text = tags, .length = strlen(tags), .line = 1};
    struct import import = {.reader = &reader, .record = record_new("classical")};
    read_tags(&import);
    pgn_tags_complete(import.record);
    return import.record;
}

/* Reads a game; NULL if there is none. *again becomes true if the repaired setup did not fit: the
 * caller must then discard this record and read the game again with `as_written`. */
static struct record *reader_read_game(struct pgn_reader *reader, bool as_written, bool *again)
{
    struct import import = {
        .reader = reader, .record = record_new("classical"), .as_written = as_written};
    reader_read_notes(&import);
    if (reader->at >= reader->length) {
        record_free(import.record);
        return NULL;
    }
    reader->games++;
    reader->ended = reader->beyond = false;
    import.over = !read_tags(&import);
    import.frame = reader->opening->frame;
    struct reader_frame *root = frame_at(&import, 0);
    root->line = &import.record->moves;
    open_board(&import, root);
    if (!import.over)
        read_movetext(&import);
    while (import.depth > 0)
        close_variation(&import);
    settle_pending(&import, root);
    pgn_tags_complete(import.record);
    pgn_game_take(&import.more, import.record);
    value_clear(&import.more);
    free(import.nag);
    follow_close(&reader->opening->start, import.rules);
    *again = import.again;
    return import.record;
}

struct record *pgn_next(struct pgn_reader *reader)
{
    struct pgn_reader before = *reader;
    bool again = false;
    struct record *record = reader_read_game(reader, false, &again);
    if (again) {
        record_free(record);
        *reader = before;
        record = reader_read_game(reader, true, &again);
    }
    return record;
}
