/* splitter.c - cuts PGN files into pieces; see splitter.h. */
#include "config.h"
#include "archive/pgn/splitter.h"

#include "archive/pgn/lexer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    AHEAD_BYTES = 16 << 10,
    LINE = 4096,
    WORD = 64,
    PORTION = 256 << 10,
    MOST = 6 << 20 /* size of a piece */
};

/* -------------------------------------------------------------------------------------------------
 * cutting */

bool pgn_source_over(const struct pgn_source *source)
{
    return source->cut >= source->input.size;
}

void pgn_raw_clear(struct pgn_raw *raw)
{
    free(raw->room);
    *raw = (struct pgn_raw){0};
}

/* True if tags begin at this offset after an empty line, and the text before that line does not end
 * with a tag. A game too large to be read ends there. */
static bool tags_begin(const char *text, size_t at, size_t length)
{
    struct pgn_reader reader = {.text = text, .length = length};
    if (text[at] != '[' || !pgn_tag_here(&reader, at))
        return false;
    size_t end = at;
    int feeds = 0;
    while (end > 0 && strchr(" \t\r\n", text[end - 1]))
        feeds += text[--end] == '\n';
    return feeds > 1 && end > 0 && text[end - 1] != ']';
}

/* The offset at which a piece of at least `size` bytes ends; 0 if it does not end within `length`
 * bytes. `last`: the file has no more bytes. `certain`: the piece may end only where a game
 * certainly begins; otherwise it may end at any tags. */
static size_t piece_end(const char *bytes, size_t length, size_t size, bool last, bool certain)
{
    for (size_t at = size; at < length;) {
        const char *feed = memchr(bytes + at, '\n', length - at);
        if (!feed)
            break;
        at = (size_t)(feed - bytes) + 1;
        if (at < length &&
            (certain ? pgn_game_begins(bytes, at, length, last) : tags_begin(bytes, at, length)))
            return at;
    }
    return 0;
}

/* Reads that many bytes at an offset, or as many as there are; returns their number, or -1 with
 * errno. */
static ssize_t read_at(int fd, char *bytes, size_t size, size_t at)
{
    size_t n = 0;
    while (n < size) {
        ssize_t some = pread(fd, bytes + n, size - n, (off_t)(at + n));
        if (some < 0 && errno == EINTR)
            continue;
        if (some < 0)
            return -1;
        if (some == 0)
            break;
        n += (size_t)some;
    }
    return (ssize_t)n;
}

/* Makes at least `want` bytes available, or all that the file has; on an error sets the source's
 * error and returns false. */
static bool splitter_have(struct pgn_source *source, struct pgn_raw *raw, size_t want)
{
    struct pgn_input *input = &source->input;
    size_t left = input->size - raw->from;
    want = want < left ? want : left;
    if (input->bytes) {
        raw->bytes = input->bytes + raw->from - raw->lead;
        raw->size = want;
    } else if (raw->size < want) {
        size_t there = raw->size ? raw->lead + raw->size : 0, all = raw->lead + want;
        if (raw->room_size < all + 1) {
            raw->room_size = all + 1;
            raw->room = realloc(raw->room, raw->room_size);
            if (!raw->room)
                memory_exhausted();
        }
        ssize_t n =
            read_at(input->fd, raw->room + there, all - there, raw->from - raw->lead + there);
        if (n < 0) {
            source->error = errno;
            return false;
        }
        if ((size_t)n < all - there) /* the file is shorter than it was */
            input->size = raw->from - raw->lead + there + (size_t)n;
        there += (size_t)n;
        raw->room[there] = '\0';
        raw->bytes = raw->room;
        raw->size = there > raw->lead ? there - raw->lead : 0;
    }
    raw->last = raw->from + raw->size >= input->size;
    return true;
}

/* Skips the rest of a game that is too large, up to tags that follow an empty line. */
static void pass_over(struct pgn_source *source)
{
    struct pgn_raw raw = {0};
    size_t end = 0;
    while (!end && !pgn_source_over(source)) {
        raw.from = source->cut;
        raw.size = 0;
        if (!splitter_have(source, &raw, PORTION))
            break;
        end = piece_end(raw.bytes, raw.size, 0, raw.last, false);
        size_t passed = end ? end : raw.last ? raw.size : raw.size - LINE;
        for (const char *feed = raw.bytes;
             (feed = memchr(feed, '\n', (size_t)(raw.bytes + passed - feed))); feed++)
            source->lines++;
        source->cut += passed;
    }
    pgn_raw_clear(&raw);
}

void pgn_source_cut(struct pgn_source *source, const struct pgn_raw *raw, size_t bytes)
{
    source->cut = bytes && !source->error ? source->cut + bytes : source->input.size;
    if (raw->full && bytes == raw->size)
        pass_over(source);
}

bool pgn_raw_take(struct pgn_source *source, struct pgn_raw *raw, size_t size, bool search)
{
    enum { TRIES = 2 };
    raw->from = source->cut;
    raw->lead = source->cut > 0;
    raw->size = 0;
    raw->full = false;
    size_t want = size + AHEAD_BYTES, end = 0;
    for (int i = 0; i < TRIES; i++, want *= 2) {
        if (!splitter_have(source, raw, want)) {
            raw->bytes = "";
            raw->lead = raw->size = 0;
            raw->last = true;
            pgn_source_cut(source, raw, 0);
            return true;
        }
        end = search ? piece_end(raw->bytes + raw->lead, raw->size, size, raw->last, true) : 0;
        if (end || raw->last || !search)
            break;
    }
    if (!end && (!raw->last || !search))
        return false;
    raw->size = end ? end : raw->size;
    pgn_source_cut(source, raw, raw->size);
    return true;
}

bool pgn_raw_widen(struct pgn_source *source, struct pgn_raw *raw)
{
    if (!raw->last && 2 * raw->size > MOST)
        return raw->last = raw->full = true;
    return !raw->last && splitter_have(source, raw, 2 * raw->size);
}

/* --------------------------------------------------------------------------------------------------
 * texts */

/* The number of bytes before the piece that are passed on with it: 1 or 0. The last byte of a
 * multi-byte character is not passed on: alone it would be misread, and no line begins after such a
 * character. */
static size_t lead_of(const struct pgn_raw *raw)
{
    return raw->lead && (unsigned char)raw->bytes[0] < 0x80;
}

/* The number of bytes up to the end of the last complete character. */
static size_t whole_letters(const struct pgn_raw *raw)
{
    enum { LETTER = 4 };
    const unsigned char *bytes = (const unsigned char *)raw->bytes + raw->lead;
    size_t size = raw->size, cut = 0;
    if (raw->last)
        return size;
    while (cut < LETTER && cut + 1 < size && (bytes[size - 1 - cut] & 0xC0) == 0x80)
        cut++;
    return size > cut + 1 && bytes[size - 1 - cut] >= 0xC0 ? size - 1 - cut : size;
}

void pgn_raw_text(const struct pgn_source *source, const struct pgn_raw *raw,
                  struct pgn_opening *opening, struct pgn_text_piece *out)
{
    size_t lead = lead_of(raw), mark = raw->from ? 0 : pgn_byte_order_mark(raw->bytes, raw->size),
           length;
    const char *bytes = raw->bytes + raw->lead - lead + mark;
    struct pgn_stretches stretches = {0};
    char *text = pgn_recode(bytes, lead + whole_letters(raw) - mark, source->input.charset,
                            source->input.asked, &length, &stretches);
    *out = (struct pgn_text_piece){
        .text = text, .stretches = stretches, .safe = SIZE_MAX, .last = raw->last};
    out->reader = (struct pgn_reader){
        .text = text, .length = length, .at = lead, .line = 1, .opening = opening};
    if (raw->last)
        return;
    /* How text is parsed does not depend on later input if it lies before the last line feed, or
     * more than LINE bytes before the end. The later of the two limits counts. Step back WORD
     * bytes, so that a word that begins before `safe` is complete. */
    const char *feed = length ? memrchr(text, '\n', length) : NULL;
    size_t line = feed ? (size_t)(feed - text) : 0, far = length > LINE ? length - LINE : 0;
    out->safe = line > far ? line : far;
    out->safe = out->safe > WORD ? out->safe - WORD : 0;
}

void pgn_raw_text_clear(struct pgn_text_piece *text)
{
    free(text->text);
    free(text->stretches.v);
    *text = (struct pgn_text_piece){0};
}

bool pgn_game_is_whole(const struct pgn_text_piece *text)
{
    struct pgn_reader next = text->reader;
    if (text->last)
        return true;
    if (next.beyond)
        return false;
    pgn_skip_blanks(&next); /* the words before this one belong to the game; this word ends the
                               game, or is a comment after its result */
    if (next.at < text->safe && strchr("}.e[", next.text[next.at]))
        return pgn_word(&next, true).start < text->safe;
    return next.at < text->safe;
}

size_t pgn_raw_bytes(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t at)
{
    size_t lead = lead_of(raw), mark = raw->from ? 0 : pgn_byte_order_mark(raw->bytes, raw->size);
    if (text->last && at >= text->reader.length)
        return raw->size;
    if (at <= lead)
        return 0;
    const char *bytes = raw->bytes + raw->lead - lead + mark;
    return pgn_recoded(bytes, lead + whole_letters(raw) - mark, &text->stretches, 0, 0, at) - lead +
           mark;
}

size_t pgn_raw_bytes_on(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t from,
                        size_t from_bytes, size_t at)
{
    size_t lead = lead_of(raw), mark = raw->from ? 0 : pgn_byte_order_mark(raw->bytes, raw->size);
    if (text->last && at >= text->reader.length)
        return raw->size;
    const char *bytes = raw->bytes + raw->lead - lead + mark;
    size_t known = from_bytes ? from_bytes + lead - mark : lead;
    return pgn_recoded(bytes, lead + whole_letters(raw) - mark, &text->stretches,
                       from_bytes ? from : lead, known, at) -
           lead + mark;
}

const char *pgn_piece_charset(const struct pgn_text_piece *text, size_t at)
{
    while (at < text->reader.length && strchr(" \t\n", text->text[at]))
        at++;
    return pgn_stretch_charset(&text->stretches, at);
}
