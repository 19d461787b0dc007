/* pgn_in.c - PGN to records: see pgn.h.
 *
 * The reader follows every line on a board, so that it knows legal plies from others, writes them in the standard
 * way, and can tell which ply a variation replaces. A variation stands after the ply it replaces; in the wild it
 * also stands before it, with the next move number, or after the last ply as a continuation: what fits the
 * board decides, the number where both fit. Variations are frames on a stack, never recursion. */
#include "archive/follow.h"
#include "archive/pgn_lex.h"
#include "archive/pgn_parts.h"
#include "archive/words.h"

#include "core/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PARTS_MAX: what a game has beside its plies, tags, glyphs, comments and what is in them, variations; more than archives take as
 * nodes of a game, so that it would not be kept as it is. */
enum { PLIES_MAX = 20000, PARTS_MAX = 200000, TAG_PARTS = 3, TAG_MAX = 65536, NAG_WORDS = 1 << 14, NAGS_USUAL = 64 };

/* One line being read: the game, or a variation in it. */
struct frame {
    struct line *line;
    struct follower now;         /* after the line's last ply that can be followed */
    struct follow_past past;     /* and the way back from there */
    bool stayed;                 /* who leaves after that ply has not left yet: PGN tells it behind the ply */
    bool lost;                   /* the board is no longer known: plies are kept as they stand */
    bool fresh;                  /* no ply in this line yet */
    bool number_is_next;         /* a move number was read since the last ply */
    struct lines pending;        /* variations that replace the coming ply, or continue after the last */
    char *ahead;                 /* a comment that stands before the coming ply, or NULL */
    size_t ahead_length, said_length; /* of that; of the line's own comment */
};

struct import {
    struct pgn_reader *reader;
    struct record *record;
    struct ruleset *rules; /* NULL: a variant this program does not know */
    struct frame **frame; /* [VARIATION_DEPTH_MAX + 1], the reader's, made as they are needed */
    int depth;
    int plies, parts;
    bool classical, over;
    struct value more;     /* headers that tags cannot say */
    const struct notes *nagged; /* the ply of which so many glyphs are in the set below */
    int nags;
    uint64_t *nag;         /* [NAG_WORDS]: bits, made when one ply has many; NULL */
};

/* Is there room for so many parts more? What is beyond is not kept, however much a file has of it. */
static bool has_room(struct import *import, int parts)
{
    import->parts += parts < PARTS_MAX ? parts : PARTS_MAX;
    import->parts = import->parts < 2 * PARTS_MAX ? import->parts : 2 * PARTS_MAX;
    return import->parts <= PARTS_MAX;
}

static void put_tag(struct import *import, const char *name, const char *value)
{
    if (has_room(import, TAG_PARTS))
        pgn_tag_put(import->record, name, value);
}

/* A tag pair whose value has no quotes: what stands before the bracket is the value. */
static void read_bare_tag(struct import *import)
{
    struct pgn_reader *reader = import->reader;
    const char *name = reader->text + reader->at + 1;
    size_t length = strcspn(name, "] \t"), end = strcspn(name, "]");
    char *key = pgn_cut(name, length), *value = pgn_cut(name + length, end - length);
    put_tag(import, key, value);
    pgn_go(reader, reader->at + end + 2);
    free(key);
    free(value);
}

/* A tag pair; the text between a quote that is never closed and the line's end is the value. */
static void read_tag(struct import *import)
{
    enum { NAME_USUAL = 32, TEXT_USUAL = 256 }; /* nearly all fit: then there is nothing to be asked for and given back */
    struct pgn_reader *reader = import->reader;
    const char *name = reader->text + reader->at + 1, *value = strchr(name, '"') + 1, *feed = strchr(value, '\n');
    size_t line = feed ? (size_t)(feed - value) : strlen(value), name_length = 0, n = 0, i = 0;
    char usual_name[NAME_USUAL], usual_text[TEXT_USUAL], *text = line < TEXT_USUAL ? usual_text : memory_new(line + 1, 1);
    while (name[name_length] != ' ' && name[name_length] != '\t' && name[name_length] != '"')
        name_length++;
    char *key = name_length < NAME_USUAL ? memcpy(usual_name, name, name_length) : memory_new(name_length + 1, 1);
    if (key != usual_name)
        memcpy(key, name, name_length);
    key[name_length] = '\0';
    for (; value[i] && value[i] != '"' && value[i] != '\n'; i++) {
        if (value[i] == '\\' && (value[i + 1] == '"' || value[i + 1] == '\\'))
            i++;
        if (n < TAG_MAX - 1)
            text[n++] = value[i];
    }
    text[n] = '\0';
    if (value[i] == '\n' && n > 0 && text[n - 1] == ']')
        text[n - 1] = '\0';
    size_t end = (size_t)(value + i - reader->text);
    if (value[i] == '"')
        for (end++; end < reader->length && strchr(" \t]", reader->text[end]) && reader->text[end - 1] != ']';)
            end++;
    put_tag(import, key, text);
    pgn_go(reader, end);
    if (text != usual_text)
        free(text);
    if (key != usual_name)
        free(key);
}

/* Tag pairs, as many as there are. */
static void read_tags(struct import *import)
{
    struct pgn_reader *reader = import->reader;
    for (;;) {
        pgn_skip_blanks(reader);
        if (pgn_tag_here(reader, reader->at))
            read_tag(import);
        else if (pgn_bare_tag_here(reader, reader->at))
            read_bare_tag(import);
        else
            return;
    }
}

/* What goes from game to game: nearly all of a file begin alike, and their board is set up once. */
struct pgn_opening {
    struct follow_start start;
    struct frame *frame[VARIATION_DEPTH_MAX + 1];
};

/* Open the variant and the start position; without them the plies cannot be followed and are kept as they are. */
static void open_board(struct import *import, struct frame *root)
{
    struct pgn_opening *opening = import->reader->opening;
    root->fresh = true;
    root->lost = follow_open_alike(&root->now, import->record, &opening->start, &import->rules, NULL) < 0;
}

static struct frame *top(struct import *import)
{
    return import->frame[import->depth];
}

/* The frame of a depth, at the beginning of a line. What the one before it left of its boards is not looked at. */
static struct frame *frame_at(struct import *import, int depth)
{
    struct frame **frame = &import->frame[depth];
    if (!*frame)
        *frame = memory_new(1, sizeof **frame);
    (*frame)->line = NULL;
    (*frame)->past.position[0].rules = NULL;
    (*frame)->lost = (*frame)->fresh = (*frame)->number_is_next = (*frame)->stayed = false;
    (*frame)->pending = (struct lines){0};
    (*frame)->ahead = NULL;
    return *frame;
}

static struct notes *last_notes(struct frame *frame)
{
    return frame->line->n ? node_notes(&frame->line->v[frame->line->n - 1]) : NULL;
}

/* Does a game end before this word: at its neighbour's tags, or at what begins a game without tags: number 1, or a line
 * of remark, after an empty line? */
static bool ends_before(const struct pgn_token *token, int depth, bool begun)
{
    bool first = token->word == PGN_NUMBER && token->number == 1 && !token->black;
    return token->word == PGN_END ||
           (depth == 0 && begun && token->after_blank && (first || token->word == PGN_NOTE));
}

/* The game ends here for us: the rest of its text is kept as it stands, without its result. */
static void keep_rest(struct import *import, size_t from)
{
    struct pgn_reader *reader = import->reader;
    size_t end = from;
    reader->at = from;
    for (;;) {
        struct pgn_reader before = *reader;
        struct pgn_token token = pgn_word(reader, import->classical);
        if (ends_before(&token, 0, true)) {
            if (token.word != PGN_END)
                *reader = before;
            break;
        }
        if (token.word == PGN_RESULT) {
            char *score = pgn_cut(token.text, token.length);
            pgn_score_put(import->record, score);
            free(score);
            reader->ended = true;
            break;
        }
        end = reader->at;
    }
    char *rest = pgn_cut(reader->text + from, end - from);
    if (*rest)
        import->record->unparsed = rest;
    else
        free(rest);
    import->over = true;
}

/* Before the coming ply: who leaves after the last one leaves. */
static void let_leave(struct frame *frame)
{
    if (frame->stayed && !frame->lost)
        follow_leave(&frame->now, &frame->line->v[frame->line->n - 1]);
    frame->stayed = false;
}

/* The board of so many plies ago; of none: that of the coming ply. */
static void board_before(struct frame *frame, int plies, struct follower *out)
{
    if (plies == 0)
        let_leave(frame);
    follow_earlier(out, &frame->now, &frame->past, plies);
}

static void read_move(struct import *import, const struct pgn_token *token)
{
    struct frame *frame = top(import);
    char text[PLY_ROOM], written[PLY_ROOM];
    bool broken = false;
    if (token->length > PLY_BYTES_MAX || ++import->plies > PLIES_MAX) {
        keep_rest(import, token->start);
        return;
    }
    memcpy(text, token->text, token->length);
    text[token->length] = '\0';
    let_leave(frame);
    if (!frame->lost)
        broken = frame->lost = !follow_on(&frame->now, &frame->past, text, written, sizeof written) ||
                               strlen(written) > PLY_BYTES_MAX;
    frame->stayed = true;
    struct node *node = line_append(frame->line, frame->lost ? text : written);
    if (broken)
        node_notes(node)->broken = true;
    if (frame->ahead)
        node_notes(node)->before = frame->ahead;
    frame->ahead = NULL;
    if (frame->pending.n) {
        struct notes *notes = node_notes(node);
        notes->alts = frame->pending;
        frame->pending = (struct lines){0};
    }
    frame->fresh = frame->number_is_next = false;
    if (broken && import->depth == 0 && !text_is_pass(text)) /* one that passes in check is no reason to lose the line */
        keep_rest(import, import->reader->at);
}

static bool number_fits(const struct follower *board, int number, bool black)
{
    return number == follow_number(board) && black == (follow_side(board) != WHITE);
}

enum replaces { REPLACES_LAST, REPLACES_COMING, REPLACES_EARLIER };

/* Can a ply be played on the board of so many plies ago? */
static bool fits(struct frame *frame, int plies, const char *text)
{
    struct follower board;
    char written[PLY_ROOM];
    board_before(frame, plies, &board);
    return follow_play(&board, text, written, sizeof written);
}

/* Which ply of the enclosing line a variation replaces, by its first words: the last one, as the standard says; the
 * coming one; or the one before the last ("10. Bxf6 gxf6 (10. Bh4)", as some programs write). */
static enum replaces replaced_ply(struct import *import, struct frame *parent)
{
    struct pgn_reader peek = *import->reader;
    struct pgn_token token;
    char text[PLY_ROOM];
    int number = 0;
    bool black = false;
    if (parent->fresh)
        return REPLACES_COMING;
    if (parent->lost || !import->rules)
        return REPLACES_LAST;
    for (token = pgn_word(&peek, import->classical); token.word != PGN_MOVE; token = pgn_word(&peek, import->classical)) {
        if (token.word == PGN_NUMBER) {
            number = token.number;
            black = token.black;
        } else if (token.word != PGN_COMMENT && token.word != PGN_NAG && token.word != PGN_NOTE) {
            return REPLACES_LAST;
        }
    }
    if (token.length > PLY_BYTES_MAX)
        return REPLACES_LAST;
    memcpy(text, token.text, token.length);
    text[token.length] = '\0';
    bool here = fits(parent, 1, text), next = fits(parent, 0, text);
    if (!here && !next)
        return parent->line->n > 1 && fits(parent, 2, text) ? REPLACES_EARLIER : REPLACES_LAST;
    if (here != next)
        return next ? REPLACES_COMING : REPLACES_LAST;
    /* Both fit: the number decides, and White's numbers have one dot. */
    struct follower before;
    board_before(parent, 1, &before);
    bool coming = number && number_fits(&parent->now, number, black) && !number_fits(&before, number, black);
    return coming ? REPLACES_COMING : REPLACES_LAST;
}

/* Is the first comment of a variation our own command that makes it a continuation? */
static bool is_continuation(const struct pgn_reader *reader)
{
    struct pgn_reader peek = *reader;
    struct pgn_token token = pgn_word(&peek, true);
    static const char command[] = "[%cc.then]";
    return token.word == PGN_COMMENT && token.length >= sizeof command - 1 &&
           !memcmp(token.text, command, sizeof command - 1);
}

static void open_variation(struct import *import, size_t start)
{
    struct frame *parent = top(import);
    if (import->depth == VARIATION_DEPTH_MAX) {
        keep_rest(import, start);
        return;
    }
    bool then = is_continuation(import->reader);
    enum replaces replaces = then ? REPLACES_COMING : replaced_ply(import, parent);
    struct frame *frame = frame_at(import, ++import->depth);
    frame->lost = parent->lost;
    frame->fresh = true;
    frame->number_is_next = false;
    if (replaces == REPLACES_COMING) {
        frame->line = lines_append(&parent->pending);
    } else {
        struct notes *notes = node_notes(&parent->line->v[parent->line->n - (replaces == REPLACES_EARLIER ? 2 : 1)]);
        frame->line = lines_append(&notes->alts);
        /* A broken ply has no board after it, but the one before it is known. */
        frame->lost = parent->lost && !(notes->broken && import->rules);
    }
    if (!frame->lost) /* a broken ply was not played: the board still is the one before it */
        board_before(parent, replaces == REPLACES_COMING || parent->lost ? 0 : replaces == REPLACES_EARLIER ? 2 : 1,
                     &frame->now);
}

/* Keep what was waiting for a ply that does not come. */
static void settle_pending(struct frame *frame)
{
    if (frame->pending.n) {
        frame->line->then = memory_new(1, sizeof *frame->line->then);
        *frame->line->then = frame->pending;
        frame->pending = (struct lines){0};
    }
    if (frame->ahead) {
        struct notes *notes = last_notes(frame);
        if (notes) {
            comments_append(&notes->comments, frame->ahead, NULL);
            free(frame->ahead);
        } else if (!frame->line->comment) {
            frame->line->comment = frame->ahead;
        } else {
            free(frame->ahead);
        }
        frame->ahead = NULL;
    }
}

static void close_variation(struct import *import)
{
    if (import->depth == 0)
        return; /* a parenthesis that closes nothing says nothing */
    settle_pending(top(import));
    import->depth--;
}

/* A ply whose text no reader of PGN would take, and a gap: how it goes on from there is not known. */
static void read_ply(struct frame *frame, struct pgn_comment *read)
{
    struct node *node = &frame->line->v[frame->line->n - 1];
    if (!read->ply && !(node->notes->gap && text_is_pass(node->text)))
        return;
    const char *text = read->ply ? read->ply : "...";
    word_drop(node->text);
    node->text = word_share(text, strlen(text));
    node->notes->broken |= !node->notes->gap && !frame->lost;
    frame->lost = true;
}

static void read_comment(struct import *import, const struct pgn_token *token, bool after_variation)
{
    struct frame *frame = top(import);
    struct pgn_comment read;
    struct notes *notes = last_notes(frame);
    bool ahead = frame->number_is_next || (notes && after_variation), root = import->depth == 0;
    pgn_comment_read(token->text, token->length, notes, root ? &import->record->marks : NULL, &read);
    if (!notes && !root)
        pgn_line_head_take(frame->line, &read);
    if (notes)
        read_ply(frame, &read);
    if (root && read.game.n && !import->more.n) {
        struct value more = import->more;
        import->more = read.game;
        read.game = more;
    }
    if (ahead && *read.text && !read.by)
        pgn_text_join(&frame->ahead, &frame->ahead_length, read.text);
    else if (notes || root)
        pgn_comment_add(notes ? &notes->comments : &import->record->comments, &read);
    else if (*read.text)
        pgn_text_join(&frame->line->comment, &frame->said_length, read.text);
    if (notes)
        node_tidy(&frame->line->v[frame->line->n - 1]);
    pgn_comment_free(&read);
}

static void read_result(struct import *import, const struct pgn_token *token)
{
    char *text = pgn_cut(token->text, token->length);
    pgn_score_put(import->record, text);
    free(text);
    import->over = import->reader->ended = import->depth == 0;
}

/* Has a ply this glyph? One of very many is looked up in a set of them. */
static bool has_nag(struct import *import, const struct notes *notes, int nag)
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

static void read_nag(struct import *import, struct frame *frame, int nag)
{
    struct notes *notes = frame->line->n ? last_notes(frame) : NULL;
    if (!notes || nag < 0 || nag >= NAG_WORDS * 64 || has_nag(import, notes, nag))
        return;
    notes->nags.v = memory_room(notes->nags.v, &notes->nags.room, notes->nags.n + 1, sizeof *notes->nags.v);
    notes->nags.v[notes->nags.n++] = nag;
}

/* How many parts a word of the moves makes. */
static int parts_of(const struct pgn_token *token)
{
    int parts = token->word == PGN_NAG || token->word == PGN_OPEN || token->word == PGN_COMMENT || token->word == PGN_NOTE;
    for (size_t i = 0; token->word == PGN_COMMENT && i + 1 < token->length; i++)
        parts += token->text[i] == '[' && token->text[i + 1] == '%';
    return parts;
}

static void read_movetext(struct import *import)
{
    bool after_variation = false;
    while (!import->over) {
        struct pgn_reader before = *import->reader;
        struct pgn_token token = pgn_word(import->reader, import->classical);
        struct frame *frame = top(import);
        if (ends_before(&token, import->depth, import->frame[0]->line->n > 0)) {
            if (token.word != PGN_END)
                *import->reader = before;
            return;
        }
        if (!has_room(import, parts_of(&token))) {
            keep_rest(import, token.start);
            return;
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
            read_comment(import, &token, after_variation);
            break;
        case PGN_OPEN:
            open_variation(import, token.start);
            break;
        case PGN_CLOSE:
            close_variation(import);
            break;
        case PGN_RESULT:
            read_result(import, &token);
            break;
        case PGN_NOTE: {
            char *note = pgn_cut(token.text, token.length);
            value_put(value_append(value_list(value_map(&import->record->head, "provenance"), "notes")), note,
                      STYLE_CANONICAL);
            free(note);
            break;
        }
        }
        after_variation = token.word == PGN_CLOSE || (after_variation && token.word == PGN_COMMENT);
    }
    /* A comment directly after the result is still this game's. */
    struct pgn_reader before = *import->reader;
    struct pgn_token token = pgn_word(import->reader, import->classical);
    if (token.word == PGN_COMMENT && !token.after_blank && !import->record->unparsed)
        read_comment(import, &token, false);
    else
        *import->reader = before;
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

/* Lines beginning with '%' in front of a game are notes of it. */
static void read_notes(struct import *import)
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

struct record *pgn_tags_read(const char *tags)
{
    struct pgn_reader reader = {.text = tags, .length = strlen(tags), .line = 1};
    struct import import = {.reader = &reader, .record = record_new("classical")};
    read_tags(&import);
    pgn_tags_complete(import.record);
    return import.record;
}

struct record *pgn_next(struct pgn_reader *reader)
{
    struct import import = {.reader = reader, .record = record_new("classical")};
    read_notes(&import);
    if (reader->at >= reader->length) {
        record_free(import.record);
        return NULL;
    }
    reader->games++;
    reader->ended = false;
    read_tags(&import);
    import.classical = !strcmp(record_variant(import.record), "classical");
    import.record->notation = import.classical ? NOTATION_SAN : NOTATION_LONG;
    import.frame = reader->opening->frame;
    struct frame *root = frame_at(&import, 0);
    root->line = &import.record->moves;
    open_board(&import, root);
    read_movetext(&import);
    while (import.depth > 0)
        close_variation(&import);
    settle_pending(root);
    pgn_tags_complete(import.record);
    pgn_game_take(&import.more, import.record);
    value_clear(&import.more);
    free(import.nag);
    follow_close(&reader->opening->start, import.rules);
    return import.record;
}
