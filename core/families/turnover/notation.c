/* notation.c - reads and writes plies of Turnover Chess in long form, short form and coordinates
 * (rules/turnover.md 9). */
#include "core/families/turnover/turnover.h"

#include "core/draft.h"
#include "core/position_text.h"

#include <string.h>

enum { ANY = -1, TEXT_LONGEST = 24 };

/* ---- writing */

static bool is_split(const struct hop *hop)
{
    return hop->kind == CASTLE && hop->travel == RING_WALL;
}

/* Converts a ply of actions. A Castle that moves without SPLIT moves as a whole if it can (9.3). */
struct hop hop_of(const struct ply *ply)
{
    struct hop hop = {0};
    bool split = false;
    for (int i = 0; i < ply->n; i++) {
        const struct action *action = &ply->v[i];
        if (action->verb == ACTION_PICK) {
            hop.from = (uint8_t)action->from;
            hop.kind = action->kind;
        } else if (action->verb == ACTION_SPLIT) {
            split = true;
        } else if (action->verb == ACTION_PROMOTE) {
            hop.promoted = 1;
        } else {
            int ranks = action->to / 8 - hop.from / 8;
            hop.to = (uint8_t)action->to;
            hop.verb = action->verb;
            hop.met = action->kind;
            split = split || action->verb == ACTION_FLIP || action->verb == ACTION_JOIN ||
                    ranks == 2 || ranks == -2;
        }
    }
    int rings = kind_rings(hop.kind);
    hop.travel = (uint8_t)(hop.kind == CASTLE && !split ? rings : rings_outermost(rings));
    return hop;
}

static char effect_sign(const struct hop *hop)
{
    return hop->verb == ACTION_TAKE   ? 'x'
           : hop->verb == ACTION_FLIP ? '^'
           : hop->verb == ACTION_JOIN ? '&'
                                      : '\0';
}

static void write_long(const struct position *position, const struct hop *hop, char *buffer,
                       size_t size, size_t *used)
{
    const struct board *board = position->rules->board;
    const struct kind *kinds = position->rules->kinds;
    text_add(buffer, size, used, "%c%s-%s%s", kinds[hop->kind].letter, board_name(board, hop->from),
             board_name(board, hop->to), is_split(hop) ? "/W" : "");
    if (effect_sign(hop))
        text_add(buffer, size, used, "%c%c", effect_sign(hop), kinds[hop->met].letter);
    text_add(buffer, size, used, "%s", hop->promoted ? "=C" : "");
}

/* Writes the parts of the starting square that distinguish the ply from others with the same
 * letter, goal and /W mark (9.2). */
static void write_origin(const struct position *position, const struct hop *hop, char *buffer,
                         size_t size, size_t *used)
{
    struct hop all[HOPS_MAX];
    struct rings rings;
    bool others = false, file = false, rank = false;
    rings_read(&rings, position);
    int n = rings_hops(turnover_of(position), &rings, all);
    for (int i = 0; i < n; i++) {
        if (all[i].kind != hop->kind || all[i].to != hop->to || all[i].travel != hop->travel ||
            all[i].from == hop->from)
            continue;
        others = true;
        file = file || all[i].from % 8 == hop->from % 8;
        rank = rank || all[i].from / 8 == hop->from / 8;
    }
    const char *name = board_name(position->rules->board, hop->from);
    if (others && (!file || rank))
        text_add(buffer, size, used, "%c", name[0]);
    if (others && file)
        text_add(buffer, size, used, "%c", name[1]);
}

static const char *end_sign(const struct position *position, const struct ply *ply)
{
    struct position after;
    struct verdict verdict;
    ply_play(position, ply, &after);
    position_judge(&after, &verdict);
    if (verdict.outcome == OUTCOME_WIN)
        return verdict.winner == position->side ? "#" : "";
    return verdict.outcome == OUTCOME_CHECK ? "+" : "";
}

int turnover_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size)
{
    struct hop hop = hop_of(ply);
    size_t used = 0;
    if (form == FORM_LONG) {
        write_long(position, &hop, buffer, size, &used);
        return (int)used;
    }
    text_add(buffer, size, &used, "%c", position->rules->kinds[hop.kind].letter);
    write_origin(position, &hop, buffer, size, &used);
    if (effect_sign(&hop))
        text_add(buffer, size, &used, "%c", effect_sign(&hop));
    text_add(buffer, size, &used, "%s%s%s%s", board_name(position->rules->board, hop.to),
             is_split(&hop) ? "/W" : "", hop.promoted ? "=C" : "", end_sign(position, ply));
    return (int)used;
}

/* ---- parsing by the grammar of section 9.4 */

enum writing { WRITING_LONG, WRITING_COORDINATES, WRITING_SHORT };

/* What the text of a ply says. */
struct turnover_written {
    enum writing writing;
    int kind;       /* kind of the piece; ANY if not written, as in coordinates */
    int file, rank; /* file and rank of the starting square; ANY if not written */
    int to;
    bool split, promoted;
    char effect; /* the sign of the effect, as returned by effect_sign() */
    int met;     /* the kind written after the sign, in the long form */
};

/* Parses a square at *text and advances *text past it; ANY if there is none. */
static int read_square(const char **text)
{
    const char *t = *text;
    if (t[0] < 'a' || t[0] > 'h' || t[1] < '1' || t[1] > '8')
        return ANY;
    *text += 2;
    return 8 * (t[1] - '1') + (t[0] - 'a');
}

static bool turnover_read_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

static char turnover_read_effect(const char **text)
{
    return **text && strchr("x^&", **text) ? *(*text)++ : '\0';
}

static void start_at(struct turnover_written *out, int square)
{
    out->file = square % 8;
    out->rank = square / 8;
}

static bool read_long(const struct ruleset *rules, const char *text, struct turnover_written *out)
{
    *out = (struct turnover_written){.writing = WRITING_LONG};
    out->kind = *text ? ruleset_kind(rules, *text++) : KIND_NONE;
    int from = read_square(&text);
    if (!out->kind || from == ANY || !turnover_read_word(&text, "-") ||
        (out->to = read_square(&text)) == ANY)
        return false;
    start_at(out, from);
    out->split = turnover_read_word(&text, "/W");
    out->effect = turnover_read_effect(&text);
    if (out->effect && !(out->met = *text ? ruleset_kind(rules, *text++) : KIND_NONE))
        return false;
    out->promoted = turnover_read_word(&text, "=C");
    return !*text;
}

static bool read_coordinates(const char *text, struct turnover_written *out)
{
    *out = (struct turnover_written){.writing = WRITING_COORDINATES, .kind = ANY};
    int from = read_square(&text);
    if (from == ANY || (out->to = read_square(&text)) == ANY)
        return false;
    start_at(out, from);
    out->split = turnover_read_word(&text, "/W");
    return !*text;
}

/* Parses a short form. Its last square is the goal, and the part before is the origin. */
static bool read_short(const struct ruleset *rules, const char *text, struct turnover_written *out)
{
    *out =
        (struct turnover_written){.writing = WRITING_SHORT, .kind = WALL, .file = ANY, .rank = ANY};
    const char *end = text + strcspn(text, "123456789");
    for (const char *t = end; *t; t++) /* only marks may follow the last digit */
        if (*t >= '1' && *t <= '9')
            end = t;
    if (end - text < 1 || !*end)
        return false;
    const char *target = end - 1;
    if (text < target && ruleset_kind(rules, *text))
        out->kind = ruleset_kind(rules, *text++);
    if (text < target && *text >= 'a' && *text <= 'h')
        out->file = *text++ - 'a';
    if (text < target && *text >= '1' && *text <= '8')
        out->rank = *text++ - '1';
    if (text < target)
        out->effect = turnover_read_effect(&text);
    if (text != target || (out->to = read_square(&text)) == ANY)
        return false;
    out->split = turnover_read_word(&text, "/W");
    out->promoted = turnover_read_word(&text, "=C");
    if (!turnover_read_word(&text, "+"))
        turnover_read_word(&text, "#");
    return !*text;
}

static bool same_start(const struct hop *hop, const struct turnover_written *written)
{
    return (written->file == ANY || hop->from % 8 == written->file) &&
           (written->rank == ANY || hop->from / 8 == written->rank);
}

/* True if a ply and a text agree in piece and goal. Ignores the marks. */
static bool nearly_fits(const struct hop *hop, const struct turnover_written *written)
{
    return hop->to == written->to && same_start(hop, written) &&
           (written->kind == ANY || hop->kind == written->kind);
}

static bool turnover_notation_fits(const struct hop *hop, const struct turnover_written *written)
{
    if (!nearly_fits(hop, written))
        return false;
    if (written->writing == WRITING_COORDINATES)
        return !written->split || is_split(hop);
    return is_split(hop) == written->split && effect_sign(hop) == written->effect &&
           hop->promoted == written->promoted &&
           (written->writing == WRITING_SHORT || hop->met == written->met);
}

/* ---- refusing */

static int refuse_text(const struct board *board, const char *text, struct note *why)
{
    if (board_refuses_name(board, text, RULES "2", why))
        return FAIL_TEXT;
    if (text_says_pass(text))
        return note_fail(why, FAIL_TEXT, 0, "you cannot pass: move a piece (" RULES "5)");
    if (text_says_castling(text))
        return note_fail(why, FAIL_TEXT, 0,
                         "there is no castling in Turnover Chess (" RULES "5.6)");
    char shown[TEXT_LONGEST + 1];
    if (text_takes_behind(text, "x^&", shown, sizeof shown))
        return note_fail(why, FAIL_TEXT, 0,
                         "in short form the sign stands before the square: %s (" RULES "9.2)",
                         shown);
    int n = 0;
    for (; text[n] && n < TEXT_LONGEST; n++)
        shown[n] = text[n] < ' ' || text[n] > '~' ? '?' : text[n];
    shown[n] = '\0';
    return note_fail(why, FAIL_TEXT, 0,
                     "'%s' is not a ply: write Kb2-b4/W, Kb4/W or b2b4 (" RULES "9.4)", shown);
}

static int refuse_two(const struct position *position, const struct hop *one, const struct hop *two,
                      struct note *why)
{
    char text[64];
    size_t used = 0;
    write_long(position, one, text, sizeof text, &used);
    text_add(text, sizeof text, &used, " and ");
    write_long(position, two, text, sizeof text, &used);
    return note_fail(why, FAIL_RULE, 0,
                     "it may mean %s: add the file, the rank or the square (" RULES "9.2)", text);
}

/* Explains which mark of a text is wrong, if the piece can move to the goal. */
static int refuse_marks(const struct position *position, const struct hop *hop,
                        const struct turnover_written *written, struct note *why)
{
    char text[32];
    size_t used = 0;
    if (written->split && !is_split(hop)) {
        struct piece piece = {hop->kind, position->side, 0, 0};
        if (hop->kind != CASTLE)
            return note_fail(why, FAIL_RULE, 0,
                             "only a Castle can send its Wall alone: no /W after a %s (" RULES
                             "9.1)",
                             position->rules->kinds[hop->kind].name);
        turnover_no_way(position, piece, hop->from, hop->to, RING_WALL, why);
        return FAIL_RULE;
    }
    write_long(position, hop, text, sizeof text, &used);
    return note_fail(why, FAIL_RULE, 0,
                     "that ply is written %s: the marks must say exactly what happens (" RULES
                     "%s)",
                     text, written->writing == WRITING_LONG ? "9.1" : "9.2");
}

/* Returns the rings that the text tells to move; 0 for any rings. */
static int asked_rings(struct piece piece, const struct turnover_written *written)
{
    return written->split && piece.kind == CASTLE ? RING_WALL : 0;
}

/* Explains why the piece on `from` has no such ply. */
static int refuse_piece(const struct position *position, cell_t from,
                        const struct turnover_written *written, struct note *why)
{
    const struct kind *kinds = position->rules->kinds;
    const char *name = board_name(position->rules->board, from);
    struct piece piece = position->at[from];
    if (!piece.kind)
        return note_fail(why, FAIL_RULE, 0, "there is no piece on %s (" RULES "9.1)", name);
    if (piece.side != position->side)
        return note_fail(why, FAIL_RULE, 0, "the %s on %s is %s's, and %s is to move (" RULES "1)",
                         kinds[piece.kind].name, name, side_name(piece.side),
                         side_name(position->side));
    if (written->kind != ANY && written->kind != piece.kind)
        return note_fail(why, FAIL_RULE, 0, "on %s there is a %s, written %c (" RULES "9.1)", name,
                         kinds[piece.kind].name, kinds[piece.kind].letter);
    if (from == written->to)
        return note_fail(why, FAIL_RULE, 0,
                         "a ply must leave the square it starts from (" RULES "5)");
    turnover_no_way(position, piece, from, (cell_t)written->to, asked_rings(piece, written), why);
    return FAIL_RULE;
}

/* Explains why a short form matches no ply. If it can mean several pieces, explains why the first
 * of them that moves in the direction of the goal does not reach it. */
static int refuse_short(const struct position *position, const struct turnover_written *written,
                        struct note *why)
{
    const struct kind *kind = &position->rules->kinds[written->kind];
    int count = 0;
    cell_t last = CELL_NONE;
    for (cell_t c = 0; c < 64; c++) {
        struct hop hop = {.from = (uint8_t)c};
        struct piece piece = position->at[c];
        if (piece.kind != written->kind || piece.side != position->side ||
            !same_start(&hop, written))
            continue;
        last = c;
        count++;
        if (c != written->to && turnover_no_way(position, piece, c, (cell_t)written->to,
                                                asked_rings(piece, written), why))
            return FAIL_RULE;
    }
    if (count == 1)
        return refuse_piece(position, last, written, why);
    if (count == 0)
        return note_fail(
            why, FAIL_RULE, 0, "%s has no %s%s%s (" RULES "9.2)", side_name(position->side),
            kind->name, written->file != ANY || written->rank != ANY ? " there" : "",
            written->kind == WALL ? ": only a Wall is written without its letter" : "");
    return note_fail(why, FAIL_RULE, 0, "no %s of %s's can go to %s (" RULES "%s)", kind->name,
                     side_name(position->side),
                     board_name(position->rules->board, (cell_t)written->to),
                     strrchr(kind->source, ' ') + 1);
}

/* ---- parsing */

static bool read_written(const struct ruleset *rules, const char *text,
                         struct turnover_written *out)
{
    return strlen(text) <= TEXT_LONGEST &&
           (read_long(rules, text, out) || read_coordinates(text, out) ||
            read_short(rules, text, out));
}

int turnover_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why)
{
    const struct turnover *own = turnover_of(position);
    struct turnover_written written;
    struct hop hop[HOPS_MAX];
    struct rings rings;
    const struct hop *found = NULL, *near = NULL;
    if (!read_written(position->rules, text, &written))
        return refuse_text(position->rules->board, text, why);
    if (turnover_over(position))
        return note_fail(why, FAIL_RULE, 0, "the game is over (" RULES "8)");
    rings_read(&rings, position);
    int n = rings_hops(own, &rings, hop);
    for (int i = 0; i < n; i++) {
        if (!nearly_fits(&hop[i], &written))
            continue;
        hop_complete(own, &rings, &hop[i]);
        near = near && is_split(near) == written.split ? near : &hop[i];
        if (!turnover_notation_fits(&hop[i], &written))
            continue;
        if (found && written.writing != WRITING_COORDINATES)
            return refuse_two(position, found, &hop[i], why);
        /* Coordinates without a mark mean the whole Castle, if it can move to the goal (9.3). */
        found = found && is_split(&hop[i]) ? found : &hop[i];
    }
    if (!found && near)
        return refuse_marks(position, near, &written, why);
    if (!found && written.file != ANY && written.rank != ANY)
        return refuse_piece(position, (cell_t)(8 * written.rank + written.file), &written, why);
    if (!found)
        return refuse_short(position, &written, why);
    hop_compose(found, position->side, out);
    return 0;
}
