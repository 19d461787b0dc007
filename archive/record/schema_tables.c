/* schema_tables.c - the keys of our files in the order in which they are written: see schema.h.
 *
 * The order is that of docs/archive.md. No key looks like a boolean, null or number in any version
 * of YAML: a mark's cell is `at`, not `on`; a cascade's member is `part`, not `n`.
 * tests/archive/test_yaml.c checks this. */
#include "archive/record/schema.h"

#include "archive/record/record.h"
#include "core/position_text.h"

#define TEXT(name) {name, TYPE_TEXT, 0, 0, false, NULL, 0, 0}
#define SHAPED(name, shape) {name, TYPE_TEXT, shape, 0, false, NULL, 0, 0}
#define NUMBER(name, least) {name, TYPE_NUMBER, 0, 0, false, NULL, least, INT32_MAX}
#define WHOLE(name) {name, TYPE_NUMBER, 0, 0, false, NULL, INT32_MIN, INT32_MAX}
#define FLAG(name) {name, TYPE_FLAG, 0, 0, false, NULL, 0, 0}
#define MAP(name, keys) {name, TYPE_MAP, 0, TYPE_ANY, false, keys, 0, 0}
#define LIST_OF(name, keys, most) {name, TYPE_LIST, 0, TYPE_MAP, false, keys, 0, most}
#define TEXTS(name, shape) {name, TYPE_LIST, shape, TYPE_TEXT, false, NULL, 0, 0}
#define NUMBERS(name) {name, TYPE_LIST, 0, TYPE_NUMBER, false, NULL, 0, 0}
#define TEXT_MAP(name) {name, TYPE_MAP, 0, TYPE_TEXT, false, NULL, 0, 0}
#define PLIES(name) {name, TYPE_LIST, 0, TYPE_PLY, true, NULL, 0, 0}
#define END {NULL, 0, 0, 0, false, NULL, 0, 0}

static const struct schema_key rules_keys[] = {
    TEXT("edition"), TEXT_MAP("options"), NUMBER("cascade_limit", 1), END,
};

static const struct schema_key player_keys[] = {
    {"side", TYPE_TEXT, SHAPE_SIDE, 0, true, NULL, 0, 0},
    {"name", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    TEXT("kind"), TEXTS("members", 0), TEXT("seat"), TEXT("title"), TEXT("team"),
    {"rating", TYPE_RATING, 0, 0, false, NULL, 0, 0},
    TEXT("rating_kind"), TEXT("fide_id"), TEXT("user"), SHAPED("clock_start", SHAPE_CLOCK), END,
};

static const struct schema_key stage_keys[] = {
    NUMBER("plies", 0), TEXT("text"), SHAPED("base", SHAPE_CLOCK), SHAPED("inc", SHAPE_CLOCK),
    SHAPED("delay", SHAPE_CLOCK), END,
};

static const struct schema_key control_keys[] = {
    TEXT("text"), SHAPED("base", SHAPE_CLOCK), SHAPED("inc", SHAPE_CLOCK), SHAPED("delay", SHAPE_CLOCK),
    LIST_OF("stages", stage_keys, 0), END,
};

static const struct schema_key event_keys[] = {
    TEXT("name"), TEXT("site"), TEXT("venue"), TEXT("round"), TEXT("board"), TEXT("section"), TEXT("stage"),
    TEXT("sponsor"), SHAPED("date", SHAPE_DATE), SHAPED("start_date", SHAPE_DATE), SHAPED("utc", SHAPE_UTC),
    MAP("control", control_keys), TEXT("mode"), TEXT("url"), END,
};

static const struct schema_key result_keys[] = {
    TEXT("score"),
    {"points", TYPE_MAP, SHAPE_SIDE, TYPE_POINTS, false, NULL, 0, 0},
    TEXTS("ranking", SHAPE_SIDE), TEXT("reason"), TEXT("text"), END,
};

static const struct schema_key start_keys[] = {
    {"position", TYPE_TEXT, 0, 0, true, NULL, 0, POSITION_TEXT_MAX}, TEXT("name"), TEXT("comment"), END,
};

static const struct schema_key end_keys[] = {NUMBER("plies", 0), TEXT("position"), END};
static const struct schema_key journal_keys[] = {NUMBER("seq", 0), TEXT("sha256"), END};
static const struct schema_key header_keys[] = {
    {"name", TYPE_TEXT, 0, 0, true, NULL, 0, 0}, {"value", TYPE_TEXT, 0, 0, true, NULL, 0, 0}, END,
};

static const struct schema_key link_keys[] = {
    TEXT("title"), {"url", TYPE_TEXT, 0, 0, true, NULL, 0, 0}, SHAPED("seek", SHAPE_CLOCK), END,
};

static const struct schema_key rights_keys[] = {TEXT("license"), TEXT("holder"), TEXT("text"), END};
static const struct schema_key provenance_keys[] = {
    TEXT("from"), TEXT("file"), NUMBER("game", 0), TEXT("sha256"), TEXT("charset"), TEXT("by"),
    SHAPED("on_date", SHAPE_DATE), {"notes", TYPE_ANY, 0, 0, false, NULL, 0, 0}, TEXT("unchecked"), END,
};
static const struct schema_key log_keys[] = {
    NUMBER("rev", 1), SHAPED("utc", SHAPE_UTC), TEXT("by"), TEXT("what"), END,
};

static const struct schema_key eval_keys[] = {WHOLE("cp"), WHOLE("mate"), NUMBER("depth", 0), TEXT("by"), END};
static const struct schema_key quiz_keys[] = {
    TEXT("ask"), {"points", TYPE_POINTS, 0, 0, false, NULL, 0, 0}, TEXT("hint"), TEXT("answer"), END,
};
static const struct schema_key event_of_ply_keys[] = {
    {"is", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    SHAPED("side", SHAPE_SIDE), TEXTS("to", SHAPE_SIDE), TEXT("by"), TEXT("why"), END,
};

const struct schema_key schema_comment[] = {
    TEXT("by"), TEXT("lang"), SHAPED("on_date", SHAPE_DATE), FLAG("private"),
    {"text", TYPE_TEXT, 0, 0, true, NULL, 0, 0}, END,
};

/* The label follows the colour, except for facings and rings, where it is the content:
 * archive/record/record_write.c. */
const struct schema_key schema_mark[] = {
    SHAPED("at", SHAPE_CELL), SHAPED("from", SHAPE_CELL), SHAPED("to", SHAPE_CELL), TEXTS("path", SHAPE_CELL),
    TEXTS("cells", SHAPE_CELL), {"as", TYPE_TEXT, 0, 0, true, NULL, 0, 0}, TEXT("color"),
    {"label", TYPE_TEXT, 0, 0, false, NULL, 0, 32}, END,
};

const struct schema_key schema_step[] = {
    {"part", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX}, NUMBER("step", 1), TEXT("after"), TEXT("comment"),
    LIST_OF("comments", schema_comment, 0), NUMBERS("nags"), LIST_OF("marks", schema_mark, 256), END,
};

const struct schema_key schema_ply[] = {
    {"m", TYPE_TEXT, 0, 0, true, NULL, 0, PLY_BYTES_MAX},
    SHAPED("side", SHAPE_SIDE), FLAG("gap"), FLAG("broken"), NUMBERS("nags"), SHAPED("clk", SHAPE_CLOCK),
    SHAPED("emt", SHAPE_CLOCK), SHAPED("utc", SHAPE_UTC), MAP("eval", eval_keys), TEXT("before"), TEXT("comment"),
    LIST_OF("comments", schema_comment, 0), LIST_OF("marks", schema_mark, 256), LIST_OF("steps", schema_step, 0),
    LIST_OF("alts", schema_line, 0), LIST_OF("events", event_of_ply_keys, 0), MAP("quiz", quiz_keys),
    LIST_OF("links", link_keys, 0), TEXTS("commands", 0), END,
};

const struct schema_key schema_line[] = {
    TEXT("title"), TEXT("kind"), TEXT("by"), TEXT("comment"), TEXTS("commands", 0), PLIES("moves"), LIST_OF("then", schema_line, 0), END,
};

const struct schema_key schema_game[] = {
    {"chesscade", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"id", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    {"rev", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX}, /* as in the log: the next one must be valid, too */
    {"variant", TYPE_TEXT, SHAPE_VARIANT, 0, true, NULL, 0, 0},
    MAP("rules", rules_keys),
    {"notation", TYPE_TEXT, SHAPE_NOTATION, 0, true, NULL, 0, 0},
    {"players", TYPE_LIST, 0, TYPE_MAP, true, player_keys, 2, 8},
    MAP("event", event_keys), MAP("result", result_keys), MAP("start", start_keys), TEXT_MAP("opening"),
    TEXTS("tags", 0), TEXT("comment"), LIST_OF("comments", schema_comment, 0), LIST_OF("marks", schema_mark, 256),
    TEXTS("commands", 0),
    PLIES("moves"), LIST_OF("then", schema_line, 0), MAP("end", end_keys), MAP("journal", journal_keys),
    LIST_OF("links", link_keys, 0), LIST_OF("headers", header_keys, 0), TEXTS("annotators", 0),
    MAP("rights", rights_keys), MAP("provenance", provenance_keys), TEXT("unparsed"),
    LIST_OF("log", log_keys, 200), END,
};

static const struct schema_key access_keys[] = {
    {"readers", TYPE_ANY, 0, 0, false, NULL, 0, 0}, {"writers", TYPE_ANY, 0, 0, false, NULL, 0, 0},
    {"admins", TYPE_ANY, 0, 0, false, NULL, 0, 0}, END,
};
static const struct schema_key limits_keys[] = {
    NUMBER("file_bytes", 1), NUMBER("plies", 1), NUMBER("depth", 1), NUMBER("comment_bytes", 1), NUMBER("nodes", 1),
    NUMBER("nesting", 1), NUMBER("flow_nesting", 1), NUMBER("marks", 1), END,
};
static const struct schema_key git_keys[] = {FLAG("auto_commit"), END};

const struct schema_key schema_archive[] = {
    {"chesscade", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"kind", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    {"id", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    TEXT("title"), SHAPED("layout", SHAPE_LAYOUT), MAP("access", access_keys), MAP("limits", limits_keys), MAP("git", git_keys),
    END,
};

static const struct schema_key item_keys[] = {
    {"game", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0}, TEXT("title"), TEXT("at_ply"), TEXT("comment"), END,
};

const struct schema_key schema_collection[] = {
    {"chesscade", TYPE_NUMBER, 0, 0, true, NULL, 1, INT32_MAX},
    {"kind", TYPE_TEXT, 0, 0, true, NULL, 0, 0},
    {"id", TYPE_TEXT, SHAPE_ULID, 0, true, NULL, 0, 0},
    NUMBER("rev", 1), TEXT("title"), TEXT("by"), TEXT("comment"), LIST_OF("items", item_keys, 0), TEXT("query"), END,
};
