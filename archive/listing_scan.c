/* listing_scan.c - reading the headers of a canonical file without parsing it: see listing.h.
 *
 * Line by line: blanks, dashes, a key, a value. The indentation is held against a stack of the lists and mappings that
 * are open, so that what passes is YAML; anything the canonical writer would not have written ends the scan, and
 * the caller parses. */
#include "archive/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { LEVELS = 512, FLOW_LEVELS = 8, FIELD_ROOM = 1024 };

/* A piece of the bytes: a key, or a scalar with its quotes. */
struct span {
    const char *at;
    size_t n;
};

enum field { FIELD_ID, FIELD_VARIANT, FIELD_EVENT, FIELD_SITE, FIELD_ROUND, FIELD_DATE, FIELD_SCORE, FIELD_ECO,
             FIELD_PLAYER, FIELDS = FIELD_PLAYER + LISTING_PLAYERS };

/* The keys of the root under which something is looked for. */
enum section { SECTION_OTHER, SECTION_MOVES, SECTION_PLAYERS, SECTION_EVENT, SECTION_RESULT, SECTION_OPENING,
               SECTION_RULES, SECTION_TAGS, SECTION_OPTIONS /* of the rules */, SECTION_CONTROL /* of the event */ };

struct scan {
    const char *p, *end;
    int depth;
    int pending;         /* column of a key whose list or mapping begins on the next line; -1 */
    enum section section; /* the last key of the root */
    struct span field[FIELDS];
    char side[LISTING_PLAYERS];
    int players, plies, cascaded, has;
    bool notes;
    struct yaml_text *facts; /* of the listing */
    struct {
        int column;
        bool list;
    } level[LEVELS];
};

static bool is(struct span span, const char *text)
{
    return span.n && *span.at == *text && span.n == strlen(text) && !memcmp(span.at, text, span.n);
}

/* What of a game is a note of somebody's. */
static bool is_note(struct span key)
{
    static const char *const keys[] = {"comment", "comments", "nags", "marks", "alts", "steps", "before", "then"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (is(key, keys[i]))
            return true;
    return false;
}

static bool scan_flow(struct scan *scan, int depth, bool inner);

/* A scalar without its quotes into out; false for what only a parser should undo. */
static bool unquote(struct span span, char *out)
{
    size_t n = 0;
    char quote = span.n ? span.at[0] : '\'';
    if ((quote != '\'' && quote != '"') || span.n > FIELD_ROOM)
        return false;
    for (size_t i = 1; i + 1 < span.n; i++) {
        if (span.at[i] == '\\' && quote == '"')
            return false;
        i += span.at[i] == '\'' && quote == '\'';
        out[n++] = span.at[i];
    }
    out[n] = '\0';
    return true;
}

/* A fact and its scalar, an option's name before it; false: only a parser should read it. */
static bool add_fact(struct scan *scan, char letter, struct span name, struct span value)
{
    char text[2 * FIELD_ROOM] = "";
    size_t before = name.n ? name.n + 1 : 0;
    if (!value.n || *value.at == '{' || *value.at == '[' || value.n >= FIELD_ROOM || name.n >= FIELD_ROOM / 2)
        return false;
    if (before)
        snprintf(text, sizeof text, "%.*s=", (int)name.n, name.at);
    if (*value.at != '\'' && *value.at != '"')
        snprintf(text + before, FIELD_ROOM, "%.*s", (int)value.n, value.at);
    else if (!unquote(value, text + before))
        return false;
    listing_add_fact(scan->facts, letter, text);
    return true;
}

/* A mapping within a section, {text: '90+30'}: its keys are seen as those of another section. */
static bool scan_within(struct scan *scan, enum section section, struct span value)
{
    const char *p = scan->p, *end = scan->end;
    enum section outer = scan->section;
    if (!value.n || *value.at != '{')
        return false;
    scan->p = value.at;
    scan->end = value.at + value.n;
    scan->section = section;
    bool good = scan_flow(scan, 0, true);
    scan->p = p;
    scan->end = end;
    scan->section = outer;
    return good;
}

/* What is a fact one level below the root, or two; false where only a parser should read the game. */
static bool on_fact(struct scan *scan, struct span key, struct span value)
{
    static const struct span no_name = {"", 0};
    switch (scan->section) {
    case SECTION_RULES: return !is(key, "options") || scan_within(scan, SECTION_OPTIONS, value);
    case SECTION_EVENT: return !is(key, "control") || scan_within(scan, SECTION_CONTROL, value);
    case SECTION_OPTIONS: return add_fact(scan, FACT_OPTION, key, value);
    case SECTION_CONTROL: return !(is(key, "text") || is(key, "base")) || add_fact(scan, FACT_CLOCK, no_name, value);
    case SECTION_PLAYERS: return !is(key, "clock_start") || add_fact(scan, FACT_CLOCK, no_name, value);
    case SECTION_RESULT: return !is(key, "reason") || add_fact(scan, FACT_END, no_name, value);
    default: return true;
    }
}

/* A key and its scalar one level below the root: event.name, a player's side. */
static bool on_inner(struct scan *scan, struct span key, struct span value)
{
    static const struct {
        enum section section;
        const char *key;
        enum field field;
    } wanted[] = {{SECTION_EVENT, "name", FIELD_EVENT}, {SECTION_EVENT, "site", FIELD_SITE},
                  {SECTION_EVENT, "round", FIELD_ROUND}, {SECTION_EVENT, "date", FIELD_DATE},
                  {SECTION_RESULT, "score", FIELD_SCORE}, {SECTION_OPENING, "eco", FIELD_ECO}};
    if (scan->section == SECTION_MOVES) {
        scan->notes |= is_note(key);
        return true;
    }
    if (!on_fact(scan, key, value))
        return false;
    if (scan->section == SECTION_PLAYERS) {
        int player = scan->players - 1;
        if (player < 0 || player >= LISTING_PLAYERS)
            return false;
        if (is(key, "name"))
            scan->field[FIELD_PLAYER + player] = value;
        else if (is(key, "side"))
            scan->side[player] = value.n == 3 ? value.at[1] : 0;
        return true;
    }
    for (size_t i = 0; scan->section && i < sizeof wanted / sizeof *wanted; i++)
        if (scan->section == wanted[i].section && is(key, wanted[i].key))
            scan->field[wanted[i].field] = value;
    return true;
}

enum { HAS_MOVES = 1, HAS_PLAYERS = 2, HAS_FORMAT = 4, HAS_ID = 8, HAS_REV = 16, HAS_VARIANT = 32, HAS_NOTATION = 64,
       HAS_ALL = 127 };

/* The keys of the root that mean something here, and which of those each game has. */
static const struct root_key {
    const char *name;
    uint8_t length;
    enum section section;
    int has;
} root_keys[] = {
    {"moves", 5, SECTION_MOVES, HAS_MOVES}, {"players", 7, SECTION_PLAYERS, HAS_PLAYERS}, {"event", 5, SECTION_EVENT, 0},
    {"result", 6, SECTION_RESULT, 0}, {"opening", 7, SECTION_OPENING, 0}, {"rules", 5, SECTION_RULES, 0},
    {"tags", 4, SECTION_TAGS, 0}, {"chesscade", 9, SECTION_OTHER, HAS_FORMAT}, {"id", 2, SECTION_OTHER, HAS_ID},
    {"rev", 3, SECTION_OTHER, HAS_REV}, {"variant", 7, SECTION_OTHER, HAS_VARIANT},
    {"notation", 8, SECTION_OTHER, HAS_NOTATION}, {"", 0, SECTION_OTHER, 0}};

/* The last one for any other. */
static const struct root_key *root_key(struct span key)
{
    const struct root_key *root = root_keys;
    while (root->length && (root->length != key.n || memcmp(root->name, key.at, key.n) != 0))
        root++;
    return root;
}

static void on_root(struct scan *scan, const struct root_key *root, struct span key, struct span value)
{
    scan->section = root->section;
    scan->has |= root->has;
    if (root->has == HAS_FORMAT && !is(value, "1"))
        scan->has = -1000; /* another major: libyaml's and the schema's business */
    if (root->has == HAS_ID)
        scan->field[FIELD_ID] = value;
    if (root->has == HAS_VARIANT)
        scan->field[FIELD_VARIANT] = value;
    scan->notes |= !root->length && is_note(key);
}

/* ------------------------------------------------------------------------------------------------ scalars */

static bool scan_key(struct scan *scan, struct span *key)
{
    /* A bit for each sign a key is of: digits, small letters and '_'. */
    static const uint64_t signs[4] = {0x3FFull << '0', 0x3FFFFFFull << ('a' & 63) | 1ull << ('_' & 63)};
    const char *p = scan->p;
    if (p == scan->end || *p < 'a' || *p > 'z')
        return false;
    for (unsigned char c; p < scan->end && (c = (unsigned char)*p, signs[c >> 6] >> (c & 63) & 1); p++)
        continue;
    if (p == scan->end || *p != ':')
        return false;
    *key = (struct span){scan->p, (size_t)(p - scan->p)};
    scan->p = p + 1;
    return true;
}

static bool scan_quoted(struct scan *scan)
{
    char quote = *scan->p++;
    while (scan->p < scan->end && *scan->p != '\n') {
        char c = *scan->p++;
        if (c == '\\' && quote == '"') { /* escapes by number are the parser's to check */
            if (scan->p == scan->end || !memchr("\"\\ntreabvf", *scan->p++, 10))
                return false;
        } else if (c == quote && quote == '\'' && scan->p < scan->end && *scan->p == '\'')
            scan->p++;
        else if (c == quote)
            return true;
    }
    return false;
}

static bool scan_plain(struct scan *scan)
{
    const char *start = scan->p;
    while (scan->p < scan->end && ((*scan->p >= '0' && *scan->p <= '9') || *scan->p == '.' || *scan->p == '-'))
        scan->p++;
    if (scan->p > start)
        return true;
    size_t left = (size_t)(scan->end - scan->p);
    size_t n = left >= 4 && !memcmp(start, "true", 4) ? 4 : left >= 5 && !memcmp(start, "false", 5) ? 5 : 0;
    scan->p += n;
    return n > 0;
}

/* A quoted or plain scalar, or a list or mapping on the line. */
static bool scan_value(struct scan *scan, int depth, bool inner)
{
    if (scan->p == scan->end)
        return false;
    if (*scan->p == '\'' || *scan->p == '"')
        return scan_quoted(scan);
    if (*scan->p == '{' || *scan->p == '[')
        return scan_flow(scan, depth + 1, inner);
    return scan_plain(scan);
}

static bool scan_text(struct scan *scan, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(scan->end - scan->p) < n || memcmp(scan->p, text, n))
        return false;
    scan->p += n;
    return true;
}

/* {a: 1, b: [2, 3]}: `inner` says its keys stand one level below the root. */
static bool scan_flow(struct scan *scan, int depth, bool inner)
{
    bool map = *scan->p == '{';
    const char *close = map ? "}" : "]";
    if (depth > FLOW_LEVELS)
        return false;
    scan->p++;
    for (bool first = true; !scan_text(scan, close); first = false) {
        struct span key = {0}, value;
        if (!first && !scan_text(scan, ", "))
            return false;
        if (map && (!scan_key(scan, &key) || !scan_text(scan, " ")))
            return false;
        value.at = scan->p;
        if (!scan_value(scan, depth, false))
            return false;
        value.n = (size_t)(scan->p - value.at);
        if (map && inner && !on_inner(scan, key, value))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ structure */

static bool push(struct scan *scan, int column, bool list)
{
    if (scan->depth == LEVELS)
        return false;
    scan->level[scan->depth].column = column;
    scan->level[scan->depth++].list = list;
    return true;
}

/* A line begins with a dash or a key at that column: is there something for it to belong to? */
static bool enter(struct scan *scan, int column, bool list)
{
    int pending = scan->pending;
    scan->pending = -1;
    if (pending >= 0)
        return column == (list ? pending : pending + 2) && push(scan, column, list);
    while (scan->depth && (scan->level[scan->depth - 1].column != column || scan->level[scan->depth - 1].list != list))
        scan->depth--;
    return scan->depth > 0;
}

/* How many blanks stand here; the bytes end where they end, no null behind them. */
static size_t count_blanks(const struct scan *scan)
{
    size_t n = 0;
    while (scan->p + n < scan->end && scan->p[n] == ' ')
        n++;
    return n;
}

/* After '|': the rest of the head and all lines that are deeper than `column`. */
static bool scan_literal(struct scan *scan, int column)
{
    scan->p++;
    bool told = scan->p < scan->end && *scan->p == '2'; /* how deep; else the first line tells */
    scan->p += told;
    if (scan->p < scan->end && (*scan->p == '-' || *scan->p == '+'))
        scan->p++;
    if (!scan_text(scan, "\n"))
        return false;
    size_t first = count_blanks(scan);
    if (!told && (first != (size_t)column + 2 || scan->p + first == scan->end || scan->p[first] == '\n'))
        return false;
    while (scan->p < scan->end) {
        const char *line = memchr(scan->p, '\n', (size_t)(scan->end - scan->p));
        size_t blanks = count_blanks(scan);
        if (!line)
            return false;
        if (blanks < (size_t)column + 2 && scan->p + blanks != line)
            break;
        scan->p = line + 1;
    }
    return true;
}

/* ['miniature', 'open-files'] */
static bool scan_tags(struct scan *scan, struct span list)
{
    const char *p = scan->p, *end = scan->end;
    bool good = list.n > 1 && *list.at == '[';
    scan->p = list.at + 1;
    scan->end = list.at + list.n - 1;
    while (good && scan->p < scan->end) {
        struct span tag = {scan->p, 0};
        good = scan_value(scan, 0, false);
        tag.n = (size_t)(scan->p - tag.at);
        good = good && add_fact(scan, FACT_TAG, (struct span){"", 0}, tag) && (scan->p == scan->end || scan_text(scan, ", "));
    }
    scan->p = p;
    scan->end = end;
    return good;
}

/* What stands behind "key:". */
static bool scan_after_key(struct scan *scan, struct span key, int column)
{
    const struct root_key *root = column == 0 ? root_key(key) : NULL;
    struct span value = {scan->p, 0};
    bool open = scan_text(scan, "\n");
    if (open) {
        scan->pending = column;
    } else {
        if (!scan_text(scan, " "))
            return false;
        value.at = scan->p;
        if (root)
            scan->section = root->section; /* on_inner() asks for it while the value is scanned */
        bool block = scan->p < scan->end && *scan->p == '|';
        if (block ? !scan_literal(scan, column) : !scan_value(scan, 0, column == 0) || !scan_text(scan, "\n"))
            return false;
        value.n = block ? 0 : (size_t)(scan->p - 1 - value.at);
    }
    if (root)
        on_root(scan, root, key, value);
    if (column == 2)
        return on_inner(scan, key, value);
    if (column == 0 && scan->section == SECTION_TAGS && !open)
        return scan_tags(scan, value);
    return column > 0 || scan->section != SECTION_MOVES || open || is(value, "[]");
}

/* Count a ply of the game itself, whose list item begins there, and its members; false: its text is not seen so easily. */
static bool count_ply(struct scan *scan, const char *at)
{
    const char *end = scan->end;
    scan->plies++;
    at += end - at > 1 && *at == '{';
    at += end - at > 3 && !memcmp(at, "m: ", 3) ? 3 : 0;
    if (end - at < 2 || (*at != '\'' && *at != '"'))
        return false;
    for (char quote = *at++; at < end && *at != '\n'; at++) {
        if (*at == quote && !(quote == '\'' && end - at > 1 && at[1] == quote))
            return true;
        at += *at == quote || (*at == '\\' && quote == '"'); /* what is doubled or escaped is one sign */
        scan->cascaded += at < end && *at == '~';
    }
    return false;
}

static bool scan_line(struct scan *scan)
{
    int column = (int)count_blanks(scan);
    bool dash = false;
    scan->p += column;
    for (; scan->end - scan->p > 2 && scan->p[0] == '-' && scan->p[1] == ' '; scan->p += 2, column += 2) {
        if (!dash ? !enter(scan, column, true) : !push(scan, column, true))
            return false;
        if (column == 0 && scan->section == SECTION_MOVES && !count_ply(scan, scan->p + 2))
            return false;
        if (column == 0 && scan->section == SECTION_PLAYERS)
            scan->players++;
        dash = true;
    }
    struct span key;
    if (scan_key(scan, &key)) {
        if (dash ? !push(scan, column, false) : !enter(scan, column, false))
            return false;
        return scan_after_key(scan, key, column);
    }
    if (!dash || scan->pending >= 0)
        return false;
    bool tag = column == 2 && scan->section == SECTION_TAGS;
    if (*scan->p == '|')
        return !tag && scan_literal(scan, column - 2);
    struct span value = {scan->p, 0};
    if (!scan_value(scan, 0, column == 2))
        return false;
    value.n = (size_t)(scan->p - value.at);
    return (!tag || add_fact(scan, FACT_TAG, (struct span){"", 0}, value)) && scan_text(scan, "\n");
}

/* ---------------------------------------------------------------------------------------------- the result */

/* UTF-8 of printable characters and line feeds: what the canonical writer leaves unescaped, roughly. */
static bool is_printable(const char *bytes, size_t size, int *lines)
{
    enum { STRETCH = 64 }; /* bytes looked at beside each other, which compilers make a few instructions of */
    unsigned char controls = 0, high = 0;
    *lines = 0;
    for (size_t at = 0; at < size; at += STRETCH) {
        unsigned char last[STRETCH], feeds = 0;
        const unsigned char *some = (const unsigned char *)bytes + at;
        if (size - at < STRETCH)
            some = memcpy(memset(last, ' ', sizeof last), some, size - at);
        for (int i = 0; i < STRETCH; i++) {
            unsigned char feed = some[i] == '\n';
            controls |= (unsigned char)((some[i] < ' ') ^ feed) | (some[i] == 0x7F);
            high |= some[i];
            feeds = (unsigned char)(feeds + feed);
        }
        *lines += feeds;
    }
    if (controls)
        return false;
    for (size_t i = 0; high & 0x80 && i < size;) {
        utf8proc_int32_t c = 0x20;
        utf8proc_ssize_t n = 1;
        if ((unsigned char)bytes[i] >= 0x80)
            n = utf8proc_iterate((const utf8proc_uint8_t *)bytes + i, (utf8proc_ssize_t)(size - i), &c);
        if (n <= 0 || (n > 1 && (c < 0xA0 || c == 0x2028 || c == 0x2029 || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE)))
            return false;
        i += (size_t)n;
    }
    return true;
}

static bool finish(const struct scan *scan, struct listing *listing)
{
    char text[FIELDS][FIELD_ROOM];
    struct listing new = {.players = scan->players, .plies = scan->plies, .cascaded = scan->cascaded, .notes = scan->notes};
    if (scan->has != HAS_ALL || scan->pending >= 0 || scan->players < 2 || scan->players > LISTING_PLAYERS)
        return false;
    size_t size = 0;
    for (int i = 0; i < FIELDS; i++) {
        if (!unquote(scan->field[i], text[i]))
            return false;
        size += strlen(text[i]) + 1;
    }
    if (!ulid_valid(text[FIELD_ID]))
        return false;
    memcpy(new.id, text[FIELD_ID], sizeof new.id);
    for (int i = 0; i < scan->players; i++) {
        new.side[i] = scan->side[i];
        if (!new.side[i] || !strchr("wbr", new.side[i]))
            return false;
    }
    const char **const target[FIELDS] = {[FIELD_VARIANT] = &new.variant, [FIELD_EVENT] = &new.event,
        [FIELD_SITE] = &new.site, [FIELD_ROUND] = &new.round, [FIELD_DATE] = &new.date, [FIELD_SCORE] = &new.score,
        [FIELD_ECO] = &new.eco, [FIELD_PLAYER] = &new.player[0], [FIELD_PLAYER + 1] = &new.player[1],
        [FIELD_PLAYER + 2] = &new.player[2]};
    size_t facts = (size_t)scan->facts->n;
    char *block = new.text = memory_new(size + facts + 2, 1);
    new.why = block++;
    new.facts = block;
    if (facts)
        memcpy(block, scan->facts->v, facts);
    block += facts + 1;
    for (int i = 0; i < FIELDS; i++) {
        size_t n = strlen(text[i]) + 1;
        if (!target[i])
            continue;
        memcpy(block, text[i], n);
        *target[i] = block;
        block += n;
    }
    *listing = new;
    return true;
}

/* Does another document of a stream begin here? */
static bool at_document(const struct scan *scan)
{
    return scan->end - scan->p >= 4 && !memcmp(scan->p, "---\n", 4);
}

/* Most lines of most games: "- 'e4'". They are passed over where a list of plies is under way; true if there were any. */
static bool skip_bare_plies(struct scan *scan)
{
    const char *p = scan->p, *end = scan->end;
    int depth = scan->depth;
    if (scan->pending >= 0)
        return false;
    while (depth && !(scan->level[depth - 1].column == 0 && scan->level[depth - 1].list))
        depth--;
    while (depth && end - p > 5 && p[0] == '-' && p[1] == ' ' && p[2] == '\'') {
        const char *at = p + 3, *last = end - 1;
        int more = 0;
        for (; at < last && *at != '\'' && *at != '\n'; at++)
            more += *at == '~';
        if (at >= last || at[0] != '\'' || at[1] != '\n')
            break;
        p = at + 2;
        scan->plies++;
        scan->cascaded += more;
    }
    if (p == scan->p)
        return false;
    scan->depth = depth;
    scan->p = p;
    return true;
}

static bool scan_first(struct listing *listing, const char *bytes, size_t size, size_t *used, int *lines, struct yaml_text *facts)
{
    struct scan scan;
    memset(&scan, 0, offsetof(struct scan, level)); /* the levels are not looked at before they are entered */
    scan.p = bytes;
    scan.end = bytes + size;
    scan.pending = -1;
    scan.facts = facts;
    for (bool marked = false, marker; scan.p < scan.end && ((marker = at_document(&scan)) || *scan.p == '#'); marked |= marker) {
        if (marker && marked) /* an empty document is in front of it */
            return false;
        const char *feed = memchr(scan.p, '\n', (size_t)(scan.end - scan.p));
        if (!feed)
            return false;
        scan.p = feed + 1;
    }
    push(&scan, 0, false);
    for (bool plies = false; scan.p < scan.end && !at_document(&scan); plies = scan.section == SECTION_MOVES) {
        if (plies && skip_bare_plies(&scan))
            continue;
        if (!scan_line(&scan))
            return false;
    }
    *used = (size_t)(scan.p - bytes);
    return *used && scan.p[-1] == '\n' && is_printable(bytes, *used, lines) && finish(&scan, listing);
}

bool listing_scan_first(struct listing *listing, const char *bytes, size_t size, size_t *used, int *lines)
{
    struct yaml_text facts = {0};
    bool good = scan_first(listing, bytes, size, used, lines, &facts);
    yaml_text_clear(&facts);
    return good;
}

bool listing_scan(struct listing *listing, const char *bytes, size_t size)
{
    struct listing scanned = {0};
    size_t used;
    int lines;
    if (!listing_scan_first(&scanned, bytes, size, &used, &lines))
        return false;
    if (used == size)
        *listing = scanned;
    else
        listing_clear(&scanned); /* there is another document */
    return used == size;
}
