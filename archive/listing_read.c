/* listing_read.c - extracts the listing of a document quickly: see listing.h.
 *
 * Two shortcuts spare libyaml from parsing the same things again and again. First, of all plies
 * that are written in the same form, one is kept in the text and the others are only counted
 * (shorten()). Second, games from one source usually differ only in their texts and numbers. Such a
 * document is reduced to an outline in which simple scalars are replaced by holes; libyaml parses
 * the first document with an outline, and for later ones its tree is copied with the new texts
 * filled in (recall()).
 *
 * Both shortcuts check the result of libyaml: the plies left must have become items of `moves`
 * (stand_in_moves()), and every hole a whole value (filled()). If a check fails, or anything is
 * invalid, the document is parsed as it is. So a listing never depends on a shortcut. */
#include "config.h"
#include "archive/listing.h"

#include "archive/schema.h"
#include "archive/words.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- the plies */

enum { ITEMS = 64, FORMS = 12, FORM_BYTES = 240, KEY_ROOM = 16 };

/* A document without most of its plies: those that are written like an earlier one, except for
 * their texts. Those that remain begin where an item of the game's moves begins and end where the
 * next one does, so the omitted ones do, too. The last ply always remains. */
struct shortened {
    struct yaml_text text;
    int items, line[ITEMS];     /* plies that remain, and the lines of the text where they begin, from 1 */
    int plies, cascaded, bytes; /* totals for the omitted ones */
};

/* The form in which a ply is written: its lines. For a line with a valid value, only the key, with
 * which no other line begins. */
struct form {
    int n, members; /* of the ply, beyond the first */
    bool fits;
    char text[FORM_BYTES];
};

/* Skips a text in single quotes without special characters; NULL if there is none. */
static const char *past_text(const char *at, int most)
{
    if (!at || *at != '\'')
        return NULL;
    const char *from = ++at;
    while (*at >= ' ' && *at <= '~' && *at != '\'')
        at++;
    return *at == '\'' && at > from && at - from <= most ? at + 1 : NULL;
}

static inline const char *past(const char *at, const char *words)
{
    for (; at && *words; at++)
        if (*at != *words++)
            return NULL;
    return at;
}

static int members_in(const char *at, const char *end)
{
    int members = 0;
    for (; at < end; at++)
        members += *at == '~';
    return members;
}

/* Skips "{cp: -30}". */
static const char *past_centipawns(const char *at)
{
    at = past(at, "{cp: ");
    const char *digits = at && *at == '-' ? at + 1 : at;
    if (!digits || *digits < '1' || *digits > '9')
        return NULL;
    for (at = digits; *at >= '0' && *at <= '9' && at - digits < 6; at++)
        continue;
    return past(at, "}");
}

/* Skips a key of a ply and its value if the value is valid: "clk: '0:03:00'". The name goes to
 * `key`. NULL if it is not valid, or not obviously so. */
static const char *past_key(const char *at, int most, char key[KEY_ROOM])
{
    char text[40];
    int n = 0;
    for (; at && at[n] >= 'a' && at[n] <= 'z' && n < KEY_ROOM - 1; n++)
        key[n] = at[n];
    key[n] = '\0';
    const struct schema_key *known = n ? schema_key_named(schema_ply, key) : NULL;
    const char *from = known ? past(at + n, ": ") : NULL;
    if (known && !strcmp(key, "eval"))
        return past_centipawns(from);
    const char *end = known && known->type == TYPE_TEXT ? past_text(from, most) : NULL;
    if (!end || known->shape == SHAPE_ANY)
        return end;
    snprintf(text, sizeof text, "%.*s", (int)(end - from) - 2, from + 1);
    return schema_fits(text, known->shape) ? end : NULL;
}

static void put(struct form *out, const char *bytes, size_t size)
{
    out->fits = out->fits && (size_t)out->n + size <= FORM_BYTES;
    if (out->fits)
        memcpy(out->text + out->n, bytes, size);
    out->n += out->fits ? (int)size : 0;
}

/* Gets the form of a ply, an item between two places; false if it is too long or begins
 * differently. */
static bool form_of(struct form *out, const char *at, const char *next, int most)
{
    char key[KEY_ROOM];
    const char *item = past(at, "- "), *end = past_text(item, most);
    out->n = 0;
    out->fits = true;
    if (end) {
        put(out, "'", 1);
        out->members = members_in(item, end);
        return past(end, "\n") == next;
    }
    const bool braces = *item == '{';
    item += braces;
    end = past_key(item, most, key);
    if (!end || strcmp(key, "m") != 0)
        return false;
    put(out, braces ? "{" : "m", 1);
    out->members = members_in(item, end);
    while (braces && past(end, ", ") && (end = past_key(end + 2, most, key)))
        put(out, key, strlen(key) + 1);
    at = past(end, braces ? "}\n" : "\n");
    while (at && at < next && out->fits) {
        const char *line = at;
        end = past_key(past(line, "  "), most, key);
        at = (const char *)memchr(line, '\n', (size_t)(next - line)) + 1;
        if (end && end + 1 == at)
            put(out, key, strlen(key) + 1);
        else
            put(out, line, (size_t)(at - line));
    }
    return at && out->fits;
}

/* Skips an item, to the next line that begins at the margin. */
static const char *past_item(const char *at, const char *end)
{
    do
        at = (const char *)memchr(at, '\n', (size_t)(end + 1 - at)) + 1;
    while (at < end && *at == ' ');
    return at;
}

static int lines_in(const char *at, const char *end)
{
    int lines = 0;
    for (; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        lines++;
    return lines;
}

/* False if nothing can be left out. */
static bool shorten(struct shortened *out, const char *bytes, size_t size, const struct yaml_limits *limits)
{
    static const char moves[] = "\nmoves:\n";
    const int most = limits->scalar_bytes < PLY_BYTES_MAX ? limits->scalar_bytes : PLY_BYTES_MAX;
    const char *end = memrchr(bytes, '\n', size), *at = end ? memmem(bytes, size, moves, sizeof moves - 1) : NULL;
    const char *copied = bytes, *next;
    struct form form[FORMS + 1]; /* and the form of the current ply */
    int forms = 0, line;
    if (!at)
        return false;
    at += sizeof moves - 1;
    line = lines_in(bytes, at) + 1;
    for (; at < end && past(at, "- "); at = next) {
        next = past_item(at, end);
        struct form *one = &form[forms];
        int same = forms;
        bool last = next >= end || !past(next, "- "), formed = !last && form_of(one, at, next, most);
        for (int i = 0; formed && i < forms && same == forms; i++)
            if (form[i].n == one->n && !memcmp(form[i].text, one->text, (size_t)one->n))
                same = i;
        if (same < forms) {
            if (copied < at)
                yaml_text_add(&out->text, copied, (size_t)(at - copied));
            copied = next;
            out->plies++;
            out->cascaded += one->members;
            out->bytes += (int)(next - at);
            continue;
        }
        if (out->items == ITEMS)
            return false;
        out->line[out->items++] = line;
        line += lines_in(at, next);
        forms += formed && forms < FORMS;
    }
    yaml_text_add(&out->text, copied, (size_t)(bytes + size - copied));
    return out->plies > 0;
}

/* True if all plies that remain have become items of the moves. */
static bool stand_in_moves(const struct shortened *shortened, const struct value *moves)
{
    int found = 0;
    for (int i = 0; moves && i < moves->n && found < shortened->items; i++) {
        const struct value *item = &moves->entry[i].value;
        found += item->line == (uint32_t)shortened->line[found] && item->column == 3;
    }
    return found == shortened->items;
}

/* ----------------------------------------------------------------------------------------------- the outline */

enum { OUTLINES = 16, OUTLINE_BYTES = 4096, HOLES = 256, HOLE_BYTES = 1000 };

/* A document with holes in place of its simplest scalars: texts in single quotes, and numbers. */
struct outline {
    int size, holes;
    char text[OUTLINE_BYTES]; /* with '' and 0 in place of the holes */
    struct hole {
        int at;           /* offset in the text */
        int line, column; /* in the document, from 1 */
    } hole[HOLES];
};

/* What fills a hole. */
struct filling {
    const char *at;
    int n;
};

/* The length of a scalar that can be a hole here, including quotes; 0 if there is none. A line feed
 * must follow somewhere. */
static int hole_length(const char *at)
{
    const char *end = at;
    if (*at == '\'' && (at[-1] == ' ' || at[-1] == '[')) {
        for (end++; *end >= ' ' && *end <= '~' && *end != '\''; end++)
            continue;
        if (*end++ != '\'')
            return 0;
    } else if (*at >= '0' && *at <= '9' && at[-1] == ' ' && at[-2] == ':') {
        while ((*end >= '0' && *end <= '9') || *end == '.')
            end++;
    }
    return strchr("\n,}]", *end) && *end ? (int)(end - at) : 0;
}

/* False if the document is too large, or does not end with a line feed. */
static bool draw(struct outline *out, struct filling filling[HOLES], const char *bytes, size_t size, int most)
{
    const char *line_at = bytes, *end = bytes + size;
    int line = 1;
    out->size = out->holes = 0;
    if (!size || size > OUTLINE_BYTES || end[-1] != '\n')
        return false;
    for (const char *at = bytes; at < end;) {
        bool first = *at == '\'' || (*at >= '0' && *at <= '9');
        int length = first && at - line_at > 1 ? hole_length(at) : 0, quote = *at == '\'';
        if (!length) {
            out->text[out->size++] = *at;
            if (*at++ == '\n') {
                line_at = at;
                line++;
            }
            continue;
        }
        struct filling *fills = &filling[out->holes];
        *fills = (struct filling){at + quote, length - 2 * quote};
        if (out->holes == HOLES - 1 || fills->n > most)
            return false;
        out->hole[out->holes++] = (struct hole){out->size, line, (int)(at - line_at) + 1};
        memcpy(out->text + out->size, quote ? "''" : "0", (size_t)quote + 1);
        out->size += quote + 1;
        at += length;
    }
    return true;
}

static bool in_hole(const struct outline *outline, int hole, const struct value *value)
{
    return hole < outline->holes && (uint32_t)outline->hole[hole].line == value->line && outline->hole[hole].column == value->column;
}

/* Copies the tree of a document with this outline, filling the holes from *hole on. */
static void fill(struct value *to, const struct value *from, const struct outline *outline, const struct filling *filling,
                 int *hole)
{
    *to = *from;
    if (from->type == VALUE_TEXT) {
        if (in_hole(outline, *hole, from))
            to->text = memory_cut(filling[*hole].at, (size_t)filling[*hole].n), ++*hole;
        else
            to->text = from->text ? memory_text(from->text) : NULL;
        return;
    }
    to->room = from->n;
    to->entry = from->n ? memory_new((size_t)from->n, sizeof *to->entry) : NULL;
    for (int i = 0; i < from->n; i++) {
        const char *key = from->entry[i].key;
        to->entry[i] = from->entry[i];
        to->entry[i].key = key ? word_share(key, strlen(key)) : NULL;
        fill(&to->entry[i].value, &from->entry[i].value, outline, filling, hole);
    }
}

/* How many of the holes are values of a tree and filled with their whole texts. */
static int filled(const struct value *value, const struct outline *outline, const struct filling *filling, int hole)
{
    if (value->type == VALUE_TEXT)
        return hole + (in_hole(outline, hole, value) && (int)strlen(value->text) == filling[hole].n &&
                       !memcmp(value->text, filling[hole].at, (size_t)filling[hole].n));
    for (int i = 0; i < value->n; i++)
        hole = filled(&value->entry[i].value, outline, filling, hole);
    return hole;
}

/* A cache of the outlines of parsed documents with their trees; a new entry replaces an old one. */
static struct known {
    struct outline outline;
    struct yaml_limits limits;
    struct value root;
} known[OUTLINES];
static unsigned next_known;
static pthread_rwlock_t knowing = PTHREAD_RWLOCK_INITIALIZER;

/* Builds the tree of a document whose outline is cached; false if it is not. */
static bool recall(struct value *root, const struct outline *outline, const struct filling *filling,
                   const struct yaml_limits *limits)
{
    bool found = false;
    pthread_rwlock_rdlock(&knowing);
    for (int i = 0; i < OUTLINES && !found; i++) {
        const struct outline *other = &known[i].outline;
        found = other->size == outline->size && other->holes == outline->holes &&
                !memcmp(other->text, outline->text, (size_t)outline->size) && !memcmp(&known[i].limits, limits, sizeof *limits);
        for (int h = 0; found && h < outline->holes; h++)
            found = other->hole[h].at == outline->hole[h].at;
        if (found)
            fill(root, &known[i].root, other, filling, &(int){0});
    }
    pthread_rwlock_unlock(&knowing);
    return found;
}

/* Caches the outline of a document, unless a hole is inside a text or a key. */
static void remember(const struct value *root, const struct outline *outline, const struct filling *filling,
                     const struct yaml_limits *limits)
{
    if (filled(root, outline, filling, 0) != outline->holes)
        return;
    struct value copy, old; /* made and freed without the lock: who has it never runs out of memory */
    value_copy(&copy, root);
    pthread_rwlock_wrlock(&knowing);
    struct known *place = &known[next_known++ % OUTLINES];
    old = place->root;
    place->outline = *outline;
    place->limits = *limits;
    place->root = copy;
    pthread_rwlock_unlock(&knowing);
    value_clear(&old);
}

/* --------------------------------------------------------------------------------------------------- reading */

/* Like yaml_read() for a document that is `more` bytes longer; uses a cached outline if there is
 * one. There are fewer nodes than bytes. */
static int read_document(struct yaml_document *document, const char *bytes, size_t size, const struct yaml_limits *limits,
                         int more)
{
    struct outline outline;
    struct filling filling[HOLES];
    struct yaml_limits left = *limits;
    const int most = limits->scalar_bytes < HOLE_BYTES ? limits->scalar_bytes : HOLE_BYTES;
    bool drawn = size < (size_t)limits->nodes - (size_t)more && draw(&outline, filling, bytes, size, most);
    *document = (struct yaml_document){0};
    if (drawn && recall(&document->root, &outline, filling, limits))
        return 0;
    left.nodes -= more;
    int result = yaml_read(bytes, size, 1, &left, document, NULL, NULL);
    if (result == 0 && drawn)
        remember(&document->root, &outline, filling, limits);
    return result;
}

/* Uses the shortcuts; false if the document must be parsed as it is. */
static bool read_quickly(struct listing *listing, const char *bytes, size_t size, const struct yaml_limits *limits)
{
    struct shortened shortened = {.items = 0};
    struct yaml_document document;
    struct record *record = NULL;
    struct yaml_limits left = *limits;
    if (size <= (size_t)limits->file_bytes && shorten(&shortened, bytes, size, limits) && shortened.bytes < limits->nodes &&
        read_document(&document, shortened.text.v, (size_t)shortened.text.n, limits, shortened.bytes) == 0) {
        left.plies -= shortened.plies;
        if (stand_in_moves(&shortened, value_at(&document.root, "moves")))
            record_settle(&document, &left, &record, NULL, NULL);
        yaml_document_clear(&document);
    }
    yaml_text_clear(&shortened.text);
    if (!record)
        return false;
    listing_of_record(listing, record);
    listing->plies += shortened.plies;
    listing->cascaded += shortened.cascaded;
    record_free(record);
    return true;
}

int listing_read(struct listing *listing, const char *bytes, size_t size, int first_line, const struct yaml_limits *limits)
{
    const struct yaml_limits *most = limits ? limits : &yaml_limits_default;
    struct record *record;
    struct place place = {0};
    struct note why;
    if (read_quickly(listing, bytes, size, most))
        return 0;
    int result = record_read(bytes, size, first_line, most, &record, &place, &why);
    if (result < 0) {
        listing_damage(listing, "", place, why.text);
        return result;
    }
    listing_of_record(listing, record);
    record_free(record);
    return 0;
}
