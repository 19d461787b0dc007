/* schema.c - validates trees of values against the tables at the end of this file: see schema.h.
 *
 * Functions here recurse as deeply as the tree is nested; the YAML reader limits the nesting. */
#include "archive/record/schema.h"
#include "archive/record/record.h"
#include "core/position_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- forms of
 * texts */

/* Matches a text against a pattern: '9' stands for a digit, 'x' for a digit or a question mark, '5'
 * for a digit up to 5, any other character for itself. Returns the rest of the text, or NULL if it
 * does not match. */
static const char *schema_match(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++) {
        bool digit = *text >= '0' && *text <= '9';
        bool fits = *pattern == '9'   ? digit
                    : *pattern == 'x' ? digit || *text == '?'
                    : *pattern == '5' ? *text >= '0' && *text <= '5'
                                      : *text == *pattern;
        if (!fits)
            return NULL;
    }
    return text;
}

/* Skips a fraction of a second, which is a point and 1 to `most` digits. Returns `text` if there is
 * none. */
static const char *match_fraction(const char *text, int most)
{
    int digits = 0;
    if (*text != '.')
        return text;
    while (text[1 + digits] >= '0' && text[1 + digits] <= '9')
        digits++;
    return digits >= 1 && digits <= most ? text + 1 + digits : text;
}

static bool is_clock(const char *text)
{
    size_t hours = strspn(text, "0123456789");
    const char *end = hours >= 1 && hours <= 4 ? schema_match(text + hours, ":59:59") : NULL;
    return end && !*match_fraction(end, 3);
}

static bool is_utc(const char *text)
{
    const char *end = schema_match(text, "9999-99-99T99:99:99");
    return end && !strcmp(match_fraction(end, 6), "Z");
}

static bool schema_is_cell(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'z' && text[1] >= '1' && text[1] <= '9' &&
           (!text[2] || (text[2] >= '0' && text[2] <= '9' && !text[3]));
}

static bool is_ulid(const char *text)
{
    return strlen(text) == 26 && strspn(text, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == 26;
}

static bool is_variant(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789/_-";
    size_t length = strlen(text);
    return length >= 1 && length <= 64 && strspn(text, allowed) == length &&
           !strchr("/_-", text[0]);
}

bool schema_fits(const char *text, enum schema_shape shape)
{
    const char *end;
    switch (shape) {
    case SHAPE_ULID:
        return is_ulid(text);
    case SHAPE_VARIANT:
        return is_variant(text);
    case SHAPE_SIDE:
        return text[0] && strchr("wbr", text[0]) && !text[1];
    case SHAPE_DATE:
        end = schema_match(text, "xxxx-xx-xx");
        return end && !*end;
    case SHAPE_UTC:
        return is_utc(text);
    case SHAPE_CLOCK:
        return is_clock(text);
    case SHAPE_CELL:
        return schema_is_cell(text);
    case SHAPE_NOTATION:
        return !strcmp(text, "san") || !strcmp(text, "long") || !strcmp(text, "short");
    case SHAPE_LAYOUT:
        return !strcmp(text, "month") || !strcmp(text, "hash");
    default:
        return true;
    }
}

static const char *const shape_names[SHAPES] = {
    [SHAPE_ULID] = "an id of 26 characters like 01JD9T4W8M6Q2R7XK5V3B0N1HC",
    [SHAPE_VARIANT] = "a variant's id in lower case",
    [SHAPE_SIDE] = "a side: w, b or r",
    [SHAPE_DATE] = "a date like 2026-11-21 or 1858-\?\?-\?\?",
    [SHAPE_UTC] = "a time like 2026-11-21T20:49:03Z",
    [SHAPE_CLOCK] = "a clock time like 0:15:06",
    [SHAPE_CELL] = "a cell like e4",
    [SHAPE_NOTATION] = "san, long or short",
    [SHAPE_LAYOUT] = "month or hash",
};

/* --------------------------------------------------------------------------------------------------
 * checking */

struct schema_check {
    const struct yaml_limits *limits;
    bool lenient;
    int plies, variations;
    struct place *place;
    struct note *why;
};

static int schema_refuse(struct schema_check *checking, enum fail fail, const struct value *value,
                         const char *name, const char *what)
{
    if (checking->place)
        *checking->place = (struct place){(int)value->line, value->column};
    return note_fail(checking->why, fail, -1, "'%s' %s", name, what);
}

static int refuse_value(struct schema_check *checking, const struct value *value, const char *name,
                        const char *wanted)
{
    if (checking->place)
        *checking->place = (struct place){(int)value->line, value->column};
    if (value->type != VALUE_TEXT)
        return note_fail(checking->why, FAIL_TEXT, -1, "'%s' should be %s, not a %s", name, wanted,
                         value->type == VALUE_MAP ? "mapping" : "list");
    return note_fail(checking->why, FAIL_TEXT, -1, "'%s' should be %s, not '%.60s'", name, wanted,
                     value->text);
}

/* Reports that a key of a map with free keys does not have the required form. */
static int refuse_key(struct schema_check *checking, const struct entry *entry,
                      const struct schema_key *key)
{
    if (checking->place)
        *checking->place = (struct place){(int)entry->value.line, entry->value.column};
    return note_fail(checking->why, FAIL_TEXT, -1, "each key of '%s' should be %s, not '%.60s'",
                     key->name, shape_names[key->shape], entry->key);
}

/* Parses a decimal integer. Does not accept '+', blanks, or leading zeros, which some YAML readers
 * take for octal. */
static bool schema_is_number(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-');
    size_t length = strspn(digits, "0123456789");
    if (!length || digits[length] || (digits[0] == '0' && (length > 1 || digits != text)))
        return false;
    errno = 0;
    *out = strtoll(text, NULL, 10);
    return errno == 0;
}

static bool is_points(const char *text)
{
    const char *digits = text + (*text == '-');
    size_t whole = strspn(digits, "0123456789");
    if (!whole || whole > 9 || (digits[0] == '0' && whole > 1))
        return false;
    if (!digits[whole])
        return true;
    size_t part = strspn(digits + whole + 1, "0123456789");
    return digits[whole] == '.' && part >= 1 && part <= 9 && !digits[whole + 1 + part];
}

static int settle_number(struct schema_check *checking, struct value *value,
                         const struct schema_key *key)
{
    int64_t number;
    if (value->type != VALUE_TEXT || !schema_is_number(value->text, &number))
        return refuse_value(checking, value, key->name, "a whole number");
    if (number < key->least || (key->most && number > key->most)) {
        char wanted[80], most[20] = "";
        if (key->most)
            snprintf(most, sizeof most, " to %d", key->most);
        snprintf(wanted, sizeof wanted, "a number from %d%s", key->least, most);
        return refuse_value(checking, value, key->name, wanted);
    }
    value->style = STYLE_PLAIN;
    return 0;
}

static int settle_text(struct schema_check *checking, struct value *value,
                       const struct schema_key *key)
{
    if (value->type != VALUE_TEXT)
        return refuse_value(checking, value, key->name, "a text");
    if (key->shape != SHAPE_ANY && !schema_fits(value->text, key->shape))
        return refuse_value(checking, value, key->name, shape_names[key->shape]);
    if (key->most && strlen(value->text) > (size_t)key->most)
        return schema_refuse(checking, FAIL_LIMIT, value, key->name, "is too long");
    value->style = STYLE_CANONICAL;
    return 0;
}

static int settle_scalar(struct schema_check *checking, struct value *value,
                         const struct schema_key *key, int type)
{
    int64_t number;
    bool text = value->type == VALUE_TEXT;
    switch (type) {
    case TYPE_NUMBER:
        return settle_number(checking, value, key);
    case TYPE_POINTS:
        if (!text || !is_points(value->text))
            return refuse_value(checking, value, key->name, "a number like 1 or 0.5");
        value->style = STYLE_PLAIN;
        return 0;
    case TYPE_FLAG:
        if (!text || (strcmp(value->text, "true") && strcmp(value->text, "false")))
            return refuse_value(checking, value, key->name, "true or false");
        value->style = STYLE_PLAIN;
        return 0;
    case TYPE_RATING:
        if (text && value->style == STYLE_PLAIN && schema_is_number(value->text, &number))
            return 0;
        return settle_text(checking, value, key);
    case TYPE_TEXT:
        return settle_text(checking, value, key);
    default:
        return 0; /* TYPE_ANY: keep the value unchanged */
    }
}

/* Marks a list or map as canonical if its layout is the one that the writer would choose. */
static void settle_style(struct value *value)
{
    if ((value->style == STYLE_FLOW) == value_flat(value))
        value->style = STYLE_CANONICAL;
}

static int settle_map(struct schema_check *checking, struct value *map,
                      const struct schema_key *keys);
static int record_schema_settle(struct schema_check *checking, struct value *value,
                                const struct schema_key *key);

static int settle_ply(struct schema_check *checking, struct value *value)
{
    static const struct schema_key bare = {"m", TYPE_TEXT, 0, 0, true, NULL, 0, PLY_BYTES_MAX};
    if (++checking->plies > checking->limits->plies)
        return schema_refuse(checking, FAIL_LIMIT, value, "moves", "holds too many plies");
    if (value->type == VALUE_TEXT)
        return settle_text(checking, value, &bare);
    if (value->type != VALUE_MAP)
        return refuse_value(checking, value, "moves", "plies: texts or mappings");
    uint8_t style = value->style;
    int result = settle_map(checking, value, schema_ply);
    value->style = style; /* keep the style: record_file.c chooses the layout of plies */
    return result;
}

static int settle_item(struct schema_check *checking, struct value *item,
                       const struct schema_key *key)
{
    if (key->item == TYPE_PLY)
        return settle_ply(checking, item);
    if (key->item == TYPE_MAP) {
        if (item->type != VALUE_MAP)
            return refuse_value(checking, item, key->name, "a list of mappings");
        int result = settle_map(checking, item, key->of);
        settle_style(item);
        return result;
    }
    struct schema_key one = {
        key->name, key->item, key->shape, 0,
        false,     NULL,      key->least, key->item == TYPE_NUMBER ? INT32_MAX : 0};
    return settle_scalar(checking, item, &one, key->item);
}

static int settle_list(struct schema_check *checking, struct value *list,
                       const struct schema_key *key)
{
    bool variation = key->of == schema_line, marks = key->of == schema_mark;
    int most = marks ? checking->limits->marks : key->most, result = 0;
    if (list->type != VALUE_LIST)
        return refuse_value(checking, list, key->name, "a list");
    if (most && list->n > most)
        return schema_refuse(checking, FAIL_LIMIT, list, key->name, "holds too many entries");
    if (key->item == TYPE_MAP && key->least && list->n < key->least)
        return schema_refuse(checking, FAIL_TEXT, list, key->name, "holds too few entries");
    if (variation && ++checking->variations > checking->limits->variations)
        return schema_refuse(checking, FAIL_LIMIT, list, key->name,
                             "is nested in too many variations");
    for (int i = 0; i < list->n && result == 0; i++)
        result = settle_item(checking, &list->entry[i].value, key);
    checking->variations -= variation;
    if (key->item != TYPE_PLY)
        settle_style(list);
    return result;
}

/* Validates a map whose keys are free and whose values all have one type, like options and
 * points. */
static int settle_free(struct schema_check *checking, struct value *map,
                       const struct schema_key *key)
{
    for (int i = 0; i < map->n; i++) {
        struct entry *entry = &map->entry[i];
        struct schema_key one = {entry->key, key->item, 0, 0, false, NULL, 0, 0};
        if (key->shape != SHAPE_ANY && !schema_fits(entry->key, key->shape))
            return refuse_key(checking, entry, key);
        int result = settle_scalar(checking, &entry->value, &one, key->item);
        if (result < 0)
            return result;
        entry->key_style = STYLE_CANONICAL;
    }
    return 0;
}

static int record_schema_settle(struct schema_check *checking, struct value *value,
                                const struct schema_key *key)
{
    if (key->type == TYPE_LIST)
        return settle_list(checking, value, key);
    if (key->type != TYPE_MAP)
        return settle_scalar(checking, value, key, key->type);
    if (value->type != VALUE_MAP)
        return refuse_value(checking, value, key->name, "a mapping");
    int result = key->of ? settle_map(checking, value, key->of) : settle_free(checking, value, key);
    settle_style(value);
    return result;
}

const struct schema_key *schema_key_named(const struct schema_key *keys, const char *name)
{
    for (; keys && keys->name; keys++)
        if (*keys->name == *name && !strcmp(keys->name, name))
            return keys;
    return NULL;
}

/* True if a value means the same as an absent key: "key:" without a value, or, for most keys, an
 * empty list or map. */
static bool schema_says_nothing(const struct value *value, const struct schema_key *key)
{
    if (key->required || key->type == TYPE_ANY)
        return false;
    if (value->type == VALUE_TEXT)
        return !value->text[0] && value->style == STYLE_PLAIN;
    return value->n == 0 && (key->type == TYPE_LIST || key->type == TYPE_MAP);
}

static int settle_map(struct schema_check *checking, struct value *map,
                      const struct schema_key *keys)
{
    uint64_t seen = 0;
    for (int i = 0; i < map->n; i++) {
        struct entry *entry = &map->entry[i];
        const struct schema_key *key = schema_key_named(keys, entry->key);
        if (!key)
            continue;
        if (schema_says_nothing(&entry->value, key)) {
            value_remove(map, i--);
            continue;
        }
        int result = record_schema_settle(checking, &entry->value, key);
        if (result < 0 && checking->lenient && result == FAIL_TEXT && !key->required) {
            value_remove(map, i--);
            continue;
        }
        if (result < 0)
            return result;
        if (schema_says_nothing(&entry->value, key)) { /* validating the map has just removed its
                                                          last key */
            value_remove(map, i--);
            continue;
        }
        seen |= 1ull << (key - keys);
        entry->key_style = STYLE_CANONICAL;
    }
    for (int k = 0; keys[k].name; k++)
        if (keys[k].required && !(seen >> k & 1))
            return schema_refuse(checking, FAIL_TEXT, map, keys[k].name, "is missing here");
    return 0;
}

int schema_settle(struct value *map, const struct schema_key *keys,
                  const struct yaml_limits *limits, bool lenient, struct place *place,
                  struct note *why)
{
    struct schema_check checking = {.limits = limits ? limits : &yaml_limits_default,
                                    .lenient = lenient,
                                    .place = place,
                                    .why = why};
    if (map->type != VALUE_MAP)
        return schema_refuse(&checking, FAIL_TEXT, map, "the file",
                             "should be a mapping of keys and values");
    int result = settle_map(&checking, map, keys);
    settle_style(map);
    return result;
}

/* ---- The keys of our files in the order in which they are written: see schema.h.
 *
 * The keys have the same order as in docs/archive.md. No key looks like a boolean, null or number
 * in any version of YAML. So the cell of a mark is `at`, not `on`; and the member of a cascade is
 * `part`, not `n`. tests/archive/test_yaml.c checks this. */

#define TEXT(name)                               \
    {                                            \
        name, TYPE_TEXT, 0, 0, false, NULL, 0, 0 \
    }
#define SHAPED(name, shape)                          \
    {                                                \
        name, TYPE_TEXT, shape, 0, false, NULL, 0, 0 \
    }
#define NUMBER(name, least)                                    \
    {                                                          \
        name, TYPE_NUMBER, 0, 0, false, NULL, least, INT32_MAX \
    }
#define WHOLE(name)                                                \
    {                                                              \
        name, TYPE_NUMBER, 0, 0, false, NULL, INT32_MIN, INT32_MAX \
    }
#define FLAG(name)                               \
    {                                            \
        name, TYPE_FLAG, 0, 0, false, NULL, 0, 0 \
    }
#define MAP(name, keys)                                \
    {                                                  \
        name, TYPE_MAP, 0, TYPE_ANY, false, keys, 0, 0 \
    }
#define LIST_OF(name, keys, most)                          \
    {                                                      \
        name, TYPE_LIST, 0, TYPE_MAP, false, keys, 0, most \
    }
#define TEXTS(name, shape)                                   \
    {                                                        \
        name, TYPE_LIST, shape, TYPE_TEXT, false, NULL, 0, 0 \
    }
#define NUMBERS(name)                                      \
    {                                                      \
        name, TYPE_LIST, 0, TYPE_NUMBER, false, NULL, 0, 0 \
    }
#define TEXT_MAP(name)                                  \
    {                                                   \
        name, TYPE_MAP, 0, TYPE_TEXT, false, NULL, 0, 0 \
    }
#define PLIES(name)                                    \
    {                                                  \
        name, TYPE_LIST, 0, TYPE_PLY, true, NULL, 0, 0 \
    }
#define END                              \
    {                                    \
        NULL, 0, 0, 0, false, NULL, 0, 0 \
    }

static const struct schema_key rules_keys[] = {
    TEXT("edition"),
    TEXT_MAP("options"),
    NUMBER("cascade_limit", 1),
    END,
};

static const struct schema_key player_keys[] = {
    {"side", TYPE_TEXT, SHAPE_SIDE, 0, true, NULL, 0, 0},
    {"name", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    TEXT("kind"),
    TEXTS("members", 0),
    TEXT("seat"),
    TEXT("title"),
    TEXT("team"),
    {"rating", TYPE_RATING, 0, 0, false, NULL, 0, 0},
    TEXT("rating_kind"),
    TEXT("fide_id"),
    TEXT("user"),
    SHAPED("clock_start", SHAPE_CLOCK),
    END,
};

static const struct schema_key stage_keys[] = {
    NUMBER("plies", 0),           TEXT("text"),
    SHAPED("base", SHAPE_CLOCK),  SHAPED("inc", SHAPE_CLOCK),
    SHAPED("delay", SHAPE_CLOCK), END,
};

static const struct schema_key control_keys[] = {
    TEXT("text"),
    SHAPED("base", SHAPE_CLOCK),
    SHAPED("inc", SHAPE_CLOCK),
    SHAPED("delay", SHAPE_CLOCK),
    LIST_OF("stages", stage_keys, 0),
    END,
};

static const struct schema_key event_keys[] = {
    TEXT("name"),
    TEXT("site"),
    TEXT("venue"),
    TEXT("round"),
    TEXT("board"),
    TEXT("section"),
    TEXT("stage"),
    TEXT("sponsor"),
    SHAPED("date", SHAPE_DATE),
    SHAPED("start_date", SHAPE_DATE),
    SHAPED("utc", SHAPE_UTC),
    MAP("control", control_keys),
    TEXT("mode"),
    TEXT("url"),
    END,
};

static const struct schema_key result_keys[] = {
    TEXT("score"),
    {"points", TYPE_MAP, SHAPE_SIDE, TYPE_POINTS, false, NULL, 0, 0},
    TEXTS("ranking", SHAPE_SIDE),
    TEXT("reason"),
    TEXT("text"),
    END,
};

static const struct schema_key start_keys[] = {
    {"position", TYPE_TEXT, 0, 0, true, NULL, 0, POSITION_TEXT_MAX},
    TEXT("name"),
    TEXT("comment"),
    END,
};

static const struct schema_key end_keys[] = {NUMBER("plies", 0), TEXT("position"), END};
static const struct schema_key journal_keys[] = {NUMBER("seq", 0), TEXT("sha256"), END};
static const struct schema_key header_keys[] = {
    {"name", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    {"value", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    END,
};

static const struct schema_key link_keys[] = {
    TEXT("title"),
    {"url", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    SHAPED("seek", SHAPE_CLOCK),
    END,
};

static const struct schema_key rights_keys[] = {TEXT("license"), TEXT("holder"), TEXT("text"), END};
static const struct schema_key provenance_keys[] = {
    TEXT("from"),
    TEXT("file"),
    NUMBER("game", 0),
    TEXT("sha256"),
    TEXT("charset"),
    TEXT("by"),
    SHAPED("on_date", SHAPE_DATE),
    {"notes", TYPE_ANY, 0, 0, false, NULL, 0, 0},
    TEXT("unchecked"),
    END,
};
static const struct schema_key log_keys[] = {
    NUMBER("rev", 1), SHAPED("utc", SHAPE_UTC), TEXT("by"), TEXT("what"), END,
};

static const struct schema_key eval_keys[] = {WHOLE("cp"), WHOLE("mate"), NUMBER("depth", 0),
                                              TEXT("by"), END};
static const struct schema_key quiz_keys[] = {
    TEXT("ask"), {"points", TYPE_POINTS, 0, 0, false, NULL, 0, 0}, TEXT("hint"), TEXT("answer"),
    END,
};
static const struct schema_key event_of_ply_keys[] = {
    {"is", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    SHAPED("side", SHAPE_SIDE),
    TEXTS("to", SHAPE_SIDE),
    TEXT("by"),
    TEXT("why"),
    END,
};

const struct schema_key schema_comment[] = {
    TEXT("by"),
    TEXT("lang"),
    SHAPED("on_date", SHAPE_DATE),
    FLAG("private"),
    {"text", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    END,
};

/* The writer puts the label after the colour, except for facings and rings: see record_file.c. */
const struct schema_key schema_mark[] = {
    SHAPED("at", SHAPE_CELL),
    SHAPED("from", SHAPE_CELL),
    SHAPED("to", SHAPE_CELL),
    TEXTS("path", SHAPE_CELL),
    TEXTS("cells", SHAPE_CELL),
    {"as", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    TEXT("color"),
    {"label", TYPE_TEXT, 0, 0, false, NULL, 0, 32},
    END,
};

const struct schema_key schema_step[] = {
    {"part", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    NUMBER("step", 1),
    TEXT("after"),
    TEXT("comment"),
    LIST_OF("comments", schema_comment, 0),
    NUMBERS("nags"),
    LIST_OF("marks", schema_mark, 256),
    END,
};

const struct schema_key schema_ply[] = {
    {"m", TYPE_TEXT, 0, 0, true, NULL, 0, PLY_BYTES_MAX},
    SHAPED("side", SHAPE_SIDE),
    FLAG("gap"),
    FLAG("broken"),
    NUMBERS("nags"),
    SHAPED("clk", SHAPE_CLOCK),
    SHAPED("emt", SHAPE_CLOCK),
    SHAPED("utc", SHAPE_UTC),
    MAP("eval", eval_keys),
    TEXT("before"),
    TEXT("comment"),
    LIST_OF("comments", schema_comment, 0),
    LIST_OF("marks", schema_mark, 256),
    LIST_OF("steps", schema_step, 0),
    LIST_OF("alts", schema_line, 0),
    LIST_OF("events", event_of_ply_keys, 0),
    MAP("quiz", quiz_keys),
    LIST_OF("links", link_keys, 0),
    TEXTS("commands", 0),
    END,
};

const struct schema_key schema_line[] = {
    TEXT("title"),
    TEXT("kind"),
    TEXT("by"),
    TEXT("comment"),
    TEXTS("commands", 0),
    PLIES("moves"),
    LIST_OF("then", schema_line, 0),
    END,
};

const struct schema_key schema_game[] = {
    {"chesscade", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"id", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    /* The limit is the same as for `rev` in the log, because the log must be able to hold the next
     * revision. */
    {"rev", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"variant", TYPE_TEXT, SHAPE_VARIANT, 0, true, NULL, 0, 0},
    MAP("rules", rules_keys),
    {"notation", TYPE_TEXT, SHAPE_NOTATION, 0, true, NULL, 0, 0},
    {"players", TYPE_LIST, 0, TYPE_MAP, true, player_keys, 2, 8},
    MAP("event", event_keys),
    MAP("result", result_keys),
    MAP("start", start_keys),
    TEXT_MAP("opening"),
    TEXTS("tags", 0),
    TEXT("comment"),
    LIST_OF("comments", schema_comment, 0),
    LIST_OF("marks", schema_mark, 256),
    TEXTS("commands", 0),
    PLIES("moves"),
    LIST_OF("then", schema_line, 0),
    MAP("end", end_keys),
    MAP("journal", journal_keys),
    LIST_OF("links", link_keys, 0),
    LIST_OF("headers", header_keys, 0),
    TEXTS("annotators", 0),
    MAP("rights", rights_keys),
    MAP("provenance", provenance_keys),
    TEXT("unparsed"),
    LIST_OF("log", log_keys, 200),
    END,
};

static const struct schema_key access_keys[] = {
    {"readers", TYPE_ANY, 0, 0, false, NULL, 0, 0},
    {"writers", TYPE_ANY, 0, 0, false, NULL, 0, 0},
    {"admins", TYPE_ANY, 0, 0, false, NULL, 0, 0},
    END,
};
static const struct schema_key limits_keys[] = {
    NUMBER("file_bytes", 1),    NUMBER("plies", 1), NUMBER("depth", 1),
    NUMBER("comment_bytes", 1), NUMBER("nodes", 1), NUMBER("nesting", 1),
    NUMBER("flow_nesting", 1),  NUMBER("marks", 1), END,
};
static const struct schema_key git_keys[] = {FLAG("auto_commit"), END};

const struct schema_key schema_archive[] = {
    {"chesscade", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"kind", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    {"id", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    TEXT("title"),
    SHAPED("layout", SHAPE_LAYOUT),
    MAP("access", access_keys),
    MAP("limits", limits_keys),
    MAP("git", git_keys),
    END,
};

static const struct schema_key item_keys[] = {
    {"game", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    TEXT("title"),
    TEXT("at_ply"),
    TEXT("comment"),
    END,
};

const struct schema_key schema_collection[] = {
    {"chesscade", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"kind", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    {"id", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    NUMBER("rev", 1),
    TEXT("title"),
    TEXT("by"),
    TEXT("comment"),
    LIST_OF("items", item_keys, 0),
    TEXT("query"),
    END,
};
