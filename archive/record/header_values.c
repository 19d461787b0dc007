/* header_values.c - values of game headers: names that look alike, tags, time controls. See
 * header_values.h. */
#include "config.h"

#include "archive/record/header_values.h"
#include "archive/util/sanitize.h"
#include "archive/yaml/yaml_write.h"
#include "core/util/ascii.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utf8proc.h>

int player_name_check(const char *name, struct note *why)
{
    size_t length = strlen(name);
    if (!length || length > PLAYER_NAME_MAX)
        return note_fail(why, FAIL_TEXT, -1, "a name has 1 to %d characters", PLAYER_NAME_MAX);
    if (name[0] < 'a' || name[0] > 'z')
        return note_fail(why, FAIL_TEXT, 0, "a name begins with a letter a to z");
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != length)
        return note_fail(why, FAIL_TEXT, -1, "a name may contain only a to z, 0 to 9, - and _");
    return 0;
}

/* ------------------------------------------------------------------------------------------- what
 * looks alike */

enum { SHAPE_ROOM = 64, NAMES_MAX = 1000 };

struct met_name {
    char name[SHAPE_ROOM], shape[SHAPE_ROOM];
    bool heard; /* set by player_names_hear(): a user typed this name, but it may not exist */
};

/* Returns the Latin letter that a letter of another alphabet looks like, after case folding; NUL if
 * there is none. */
static char header_values_letter_of(int32_t c)
{
    static const struct {
        int32_t from;
        char to;
    } table[] = {
        {0x430, 'a'}, {0x432, 'b'}, {0x433, 'r'}, {0x435, 'e'}, {0x43A, 'k'}, {0x43C, 'm'},
        {0x43D, 'h'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'},
        {0x445, 'x'}, {0x44C, 'b'}, {0x455, 's'}, {0x456, 'l'}, {0x458, 'j'}, {0x4BB, 'h'},
        {0x4CF, 'l'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'}, {0x3B1, 'a'}, {0x3B2, 'b'},
        {0x3B3, 'y'}, {0x3B5, 'e'}, {0x3B7, 'n'}, {0x3B9, 'l'}, {0x3BA, 'k'}, {0x3BC, 'm'},
        {0x3BD, 'v'}, {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C4, 't'}, {0x3C5, 'u'}, {0x3C7, 'x'},
        {0x3B6, 'z'}, {0x3C9, 'w'},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].from == c)
            return table[i].to;
    return c < 0x80 ? (char)(c == '1' || c == 'i' || c == '|' ? 'l'
                             : c == '0'                       ? 'o'
                             : c == '5'                       ? 's'
                                                              : c)
                    : '\0';
}

/* Reduces a name to its appearance: l, 1 and i become the same, likewise o and 0, rn and m, vv and
 * w. Skips punctuation and counts doubled letters once. */
static void shape_of(const char *name, char out[SHAPE_ROOM])
{
    char *letters = folded_text(name);
    const char *at = letters;
    size_t n = 0;
    while (*at && n < SHAPE_ROOM - 4) {
        utf8proc_int32_t c = (unsigned char)*at;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &c);
        char letter = length > 0 ? header_values_letter_of(c) : '\0';
        length = length > 0 ? length : 1;
        const char *next = at + length;
        if (letter && (strchr("-_. ", letter) || letter < ' ')) {
            at = next;
            continue;
        }
        if ((letter == 'r' && *next == 'n') || (letter == 'v' && *next == 'v')) {
            letter = letter == 'r' ? 'm' : 'w';
            next++;
        }
        if (!letter) { /* keep a letter that looks like no Latin letter */
            memcpy(out + n, at, (size_t)length);
            n += (size_t)length;
        } else if (!n || out[n - 1] != letter) {
            out[n++] = letter;
        }
        at = next;
    }
    out[n] = '\0';
    free(letters);
}

bool player_names_alike(const char *a, const char *b)
{
    char shape_a[SHAPE_ROOM], shape_b[SHAPE_ROOM];
    shape_of(a, shape_a);
    shape_of(b, shape_b);
    return !strcmp(shape_a, shape_b);
}

/* ------------------------------------------------------------------------------------------- names
 * met */

static struct met_name *name_met(struct player_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->v[i].name, name))
            return &names->v[i];
    if (!*name || strlen(name) >= SHAPE_ROOM || names->n == NAMES_MAX)
        return NULL;
    names->v = memory_room(names->v, &names->room, names->n + 1, sizeof *names->v);
    struct met_name *met = &names->v[names->n++];
    memcpy(met->name, name, strlen(name) + 1);
    shape_of(name, met->shape);
    met->heard = true;
    return met;
}

void player_names_know(struct player_names *names, const char *name)
{
    struct met_name *met = name_met(names, name);
    if (met)
        met->heard = false;
}

void player_names_hear(struct player_names *names, const char *name)
{
    name_met(names, name);
}

bool player_names_met(const struct player_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!names->v[i].heard && !strcmp(names->v[i].name, name))
            return true;
    return false;
}

const char *player_names_like(const struct player_names *names, const char *name)
{
    char shape[SHAPE_ROOM];
    shape_of(name, shape);
    for (int i = 0; i < names->n; i++)
        if (!names->v[i].heard && !strcmp(names->v[i].shape, shape) &&
            strcmp(names->v[i].name, name))
            return names->v[i].name;
    return NULL;
}

/* True if name number `at` is the first of a group of similar names, of which player_names_like()
 * reports at least one. */
static bool begins_group(const struct player_names *names, int at)
{
    bool alike = false;
    for (int i = 0; i < names->n; i++) {
        if (strcmp(names->v[i].shape, names->v[at].shape))
            continue;
        if (i < at)
            return false;
        alike = alike || player_names_like(names, names->v[i].name);
    }
    return alike;
}

static void add_group(const struct player_names *names, int first, const char *own, bool capitals,
                      char *out, size_t size, size_t *used)
{
    int n = 0;
    for (int i = first; i < names->n; i++) {
        char text[SHAPE_ROOM];
        if (strcmp(names->v[i].shape, names->v[first].shape))
            continue;
        snprintf(text, sizeof text, "%s", names->v[i].name);
        for (char *c = text; capitals && *c; c++)
            *c = (char)ascii_upper((unsigned char)*c);
        text_add(out, size, used, "%s%s%s", n++ ? " and " : "", text,
                 !capitals && !strcmp(names->v[i].name, own) ? " (you)" : "");
    }
}

bool player_names_tell(const struct player_names *names, const char *own, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < names->n; i++) {
        if (!begins_group(names, i))
            continue;
        text_add(out, size, &used, "%s", used ? "; " : "");
        add_group(names, i, own, false, out, size, &used);
        text_add(out, size, &used, ", in capitals ");
        add_group(names, i, own, true, out, size, &used);
    }
    return used > 0;
}

void player_names_clear(struct player_names *names)
{
    free(names->v);
    *names = (struct player_names){0};
}

/* ---- Reads and edits the tags and the log of a game; see header_values.h. */

static const char blanks[] = " ,\t\n";

/* True if a tag can be read back only if it is quoted. */
static bool wants_quotes(const char *tag)
{
    return !*tag || strchr("+-", *tag) || strpbrk(tag, " ,\t\n\"");
}

static void add_quoted(struct yaml_text *out, const char *tag)
{
    yaml_text_add(out, "\"", 1);
    for (; *tag; tag++)
        yaml_text_add(out, *tag == '"' ? "\"\"" : tag, *tag == '"' ? 2 : 1);
    yaml_text_add(out, "\"", 1);
}

char *record_tags(const struct record *record)
{
    const struct value *tags = value_at(&record->head, "tags");
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    for (int i = 0; tags && i < tags->n; i++) {
        const char *tag = tags->entry[i].value.text;
        if (i)
            yaml_text_add(&out, " ", 1);
        if (tag && wants_quotes(tag))
            add_quoted(&out, tag);
        else if (tag)
            yaml_text_add(&out, tag, strlen(tag));
    }
    return out.v;
}

/* Returns the index of a tag; -1 if the list does not contain it. */
static int header_values_find(const struct value *list, const char *tag)
{
    for (int i = 0; list && i < list->n; i++)
        if (list->entry[i].value.text && !strcmp(list->entry[i].value.text, tag))
            return i;
    return -1;
}

static void header_values_add_tag(struct record *record, const char *tag)
{
    struct value *list = value_list(&record->head, "tags");
    if (header_values_find(list, tag) < 0)
        value_put(value_append(list), tag, STYLE_CANONICAL);
}

static void header_values_take_away(struct record *record, const char *tag)
{
    struct value *list = value_at(&record->head, "tags");
    int at = header_values_find(list, tag);
    if (at >= 0)
        value_remove(list, at);
    if (list && !list->n)
        value_set(&record->head, "tags", NULL, false);
}

/* Parses the tag at the start of *text, quoted or not, and advances *text past it. The caller owns
 * the tag. */
static char *header_values_read_tag(const char **text)
{
    const char *at = *text;
    if (*at != '"') {
        *text += strcspn(at, blanks);
        return memory_cut(at, (size_t)(*text - at));
    }
    char *tag = memory_new(strlen(at), 1);
    size_t n = 0;
    for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        tag[n++] = *at;
    }
    *text = at + (*at == '"');
    return tag;
}

/* Adds each word of a text as a tag. With `signs`, a word that begins with '-' is removed from the
 * tags instead. */
static void each_word(struct record *record, const char *words, bool signs)
{
    for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
        bool off = signs && *words == '-';
        words += signs && (*words == '+' || *words == '-');
        bool quoted = *words == '"';
        char *tag = header_values_read_tag(&words);
        if (off)
            header_values_take_away(record, tag);
        else if (*tag || quoted)
            header_values_add_tag(record, tag);
        free(tag);
    }
}

void record_set_tags(struct record *record, const char *words)
{
    value_set(&record->head, "tags", NULL, false);
    each_word(record, words, false);
}

void record_change_tags(struct record *record, const char *words)
{
    words += strspn(words, blanks);
    if (*words == '+' || *words == '-')
        each_word(record, words, true);
    else
        record_set_tags(record, words);
}

const char *record_last_author(const struct record *record)
{
    const struct value *log = value_at(&record->head, "log");
    const struct value *last =
        log && log->type == VALUE_LIST && log->n ? &log->entry[log->n - 1].value : NULL;
    bool latest = last && last->type == VALUE_MAP &&
                  strtoll(value_text(last, "rev"), NULL, 10) == record->rev;
    return latest ? value_text(last, "by") : "";
}

void record_log(struct record *record, const struct record *from, int64_t rev, const char *by,
                const char *what)
{
    char text[40];
    time_t now = time(NULL);
    struct tm date;
    const struct value *before = from ? value_at(&from->head, "log") : NULL;
    struct value kept = {.type = VALUE_LIST};
    if (before && before->type == VALUE_LIST)
        value_copy(&kept, before);
    value_set(&record->head, "log", NULL, false);
    struct value *log = value_list(&record->head, "log");
    *log = kept;
    struct value *entry = value_add(log, NULL);
    entry->type = VALUE_MAP;
    snprintf(text, sizeof text, "%" PRId64, rev);
    value_set(entry, "rev", text, true);
    if (gmtime_r(&now, &date) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &date))
        value_set(entry, "utc", text, false);
    if (by && *by)
        value_set(entry, "by", by, false);
    if (what && *what)
        value_set(entry, "what", what, false);
    while (log->n > EDIT_LOG_MAX)
        value_remove(log, 0);
}

/* ---- Parses and writes time controls and clocks; see header_values.h. */

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
enum { MINUTES_MAX = 24 * 60, SECONDS_MAX = 3600, DAYS_MAX = 60 };

/* Parses a number from 0 to `most` at *text and advances *text past it; -1 if there is none. */
static int header_values_number(const char **text, int most)
{
    int value = 0;
    const char *begin = *text;
    for (; **text >= '0' && **text <= '9'; (*text)++)
        if ((value = value * 10 + (**text - '0')) > most)
            return -1;
    return *text == begin ? -1 : value;
}

int control_read(const char *text, struct control *out, struct note *why)
{
    struct control control = {0};
    const char *at = text;
    if (!*text || !strcmp(text, "none")) {
        *out = control;
        return 0;
    }
    int first = header_values_number(&at, MINUTES_MAX), second = 0;
    bool days = !strcmp(at, " days") || !strcmp(at, " day");
    if (first > 0 && days && first <= DAYS_MAX) {
        control.ply = (int64_t)first * DAY;
        *out = control;
        return 0;
    }
    char kind = *at;
    if (kind == '+' || kind == 'd') {
        at++;
        second = header_values_number(&at, SECONDS_MAX);
    }
    if (first < 0 || second < 0 || *at || (first == 0 && second == 0))
        return note_fail(
            why, FAIL_TEXT, (int)(at - text),
            "'%.20s' is not a time control; write none, 15 (minutes), 15+10 (increment), 15d5 "
            "(delay), 3 days",
            text);
    control.base = (int64_t)first * MINUTE;
    *(kind == 'd' ? &control.delay : &control.inc) = (int64_t)second * SECOND;
    if (first == 0)
        control.base = (int64_t)second * SECOND; /* for "0+5" the clock starts with one increment */
    *out = control;
    return 0;
}

void clock_write(int64_t time, bool words, char out[CLOCK_ROOM])
{
    if (time < 0)
        time = 0;
    if (words && time >= DAY) {
        snprintf(out, CLOCK_ROOM, "%" PRId64 " d %" PRId64 " h", time / DAY, time % DAY / HOUR);
        return;
    }
    int n = snprintf(out, CLOCK_ROOM, "%" PRId64 ":%02d:%02d", time / HOUR,
                     (int)(time % HOUR / MINUTE), (int)(time % MINUTE / SECOND));
    if (!words && time % SECOND)
        snprintf(out + n, (size_t)(CLOCK_ROOM - n), ".%03d", (int)(time % SECOND));
}

int64_t clock_read(const char *text)
{
    static const int most[3] = {99999, 59, 59};
    int64_t time = 0;
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        int part = header_values_number(&at, most[i]);
        if (part < 0 || (i < 2 && *at++ != ':'))
            return -1;
        time = time * 60 + part;
    }
    time *= SECOND;
    if (*at == '.')
        at++;
    for (int unit = SECOND / 10; unit && *at >= '0' && *at <= '9'; unit /= 10)
        time += (*at++ - '0') * unit;
    return *at ? -1 : time;
}
