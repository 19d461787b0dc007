/* notation.c - reads and writes positions and plies of the triangle games as text
 * (rules/triangles.md 7). */
#include "core/families/triangles/triangles.h"
#include "core/position_text.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PLY_TEXT = 128 }; /* room for the text of any ply of this family */

static char triangles_letter_of(const struct position *position, int kind)
{
    return position->rules->kinds[kind].letter;
}

static const char *triangles_name_of(const struct position *position, int cell)
{
    return board_name(position->rules->board, (cell_t)cell);
}

static bool is_passant(const struct triangle_ply *ply)
{
    return ply->taken != NO_CELL && ply->taken != ply->to;
}

static void add_passed(const struct position *position, const struct triangle_ply *ply,
                       char *buffer, size_t size, size_t *used)
{
    if (ply->passed_count)
        text_add(buffer, size, used, "/");
    for (int i = 0; i < ply->passed_count; i++)
        text_add(buffer, size, used, "%s", triangles_name_of(position, ply->passed[i]));
}

static void format_long(const struct position *position, const struct triangle_ply *ply,
                        char *buffer, size_t size, size_t *used)
{
    text_add(buffer, size, used, "%c%s-%s",
             triangles_letter_of(position, position->at[ply->from].kind),
             triangles_name_of(position, ply->from), triangles_name_of(position, ply->to));
    add_passed(position, ply, buffer, size, used);
    if (ply->taken != NO_CELL)
        text_add(buffer, size, used, "%c%c", is_passant(ply) ? ':' : 'x',
                 triangles_letter_of(position, position->at[ply->taken].kind));
    if (ply->becomes)
        text_add(buffer, size, used, "=%c", triangles_letter_of(position, ply->becomes));
}

/* ---------------------------------------------------------------- the short form */

/* True if two legal plies have the same short form when the origin is left out. They have the same
 * letter and goal, both or neither capture, and both or neither are en passant (7.2). */
static bool are_rivals(const struct position *position, const struct triangle_ply *a,
                       const struct triangle_ply *b)
{
    return position->at[a->from].kind == position->at[b->from].kind && a->to == b->to &&
           (a->taken == NO_CELL) == (b->taken == NO_CELL) && is_passant(a) == is_passant(b);
}

/* True if the written path of ply `a` sorts before the written path of ply `b`, byte by byte. The
 * two plies end on the same cell. */
static bool passes_before(const struct position *position, const struct triangle_ply *a,
                          const struct triangle_ply *b)
{
    char text[2][PLY_TEXT] = {"", ""};
    size_t used[2] = {0, 0};
    add_passed(position, a, text[0], PLY_TEXT, &used[0]);
    add_passed(position, b, text[1], PLY_TEXT, &used[1]);
    return strcmp(text[0], text[1]) < 0;
}

static void add_origin(const struct position *position, const struct triangle_list *list,
                       const struct triangle_ply *ply, char *buffer, size_t size, size_t *used)
{
    const struct board_cell *cell = position->rules->board->cell, *mine = &cell[ply->from];
    bool others = false, same_file = false, same_rank = false;
    for (int i = 0; i < list->n; i++) {
        const struct board_cell *other = &cell[list->v[i].from];
        if (list->v[i].from == ply->from || !are_rivals(position, &list->v[i], ply))
            continue;
        others = true;
        same_file |= other->file == mine->file;
        same_rank |= other->rank == mine->rank;
    }
    bool pawn_takes =
        triangles_letter_of(position, position->at[ply->from].kind) == 'P' && ply->taken != NO_CELL;
    if (!others && !pawn_takes)
        return;
    if (!same_file)
        text_add(buffer, size, used, "%c", 'a' + mine->file);
    else if (!same_rank && !pawn_takes) /* captures by pawns always name at least the file (7.2) */
        text_add(buffer, size, used, "%d", mine->rank + 1);
    else
        text_add(buffer, size, used, "%s", mine->name);
}

static char triangles_check_sign(const struct triangle_position *position,
                                 const struct triangle_ply *ply)
{
    static const struct context no_game = {.times = 1};
    struct triangle_position after = *position;
    struct verdict verdict;
    triangles_make(&after, ply);
    triangles_weigh(&after, &no_game, &verdict);
    if (verdict.outcome == OUTCOME_WIN && verdict.reason && !strcmp(verdict.reason, "checkmate"))
        return '#';
    return after.royal[after.side] != NO_CELL && triangles_in_check(&after, after.side) ? '+'
                                                                                        : '\0';
}

static void format_short(const struct position *position, const struct triangle_position *compact,
                         const struct triangle_ply *ply, char *buffer, size_t size, size_t *used)
{
    struct triangle_list list = {0};
    char letter = triangles_letter_of(position, position->at[ply->from].kind),
         sign = triangles_check_sign(compact, ply);
    bool first_way = true,
         pawn_like = compact->own->movement[position->at[ply->from].kind] & PAWN_LIKE;
    triangles_collect(compact, &list);
    if (letter != 'P')
        text_add(buffer, size, used, "%c", letter);
    add_origin(position, &list, ply, buffer, size, used);
    if (ply->taken != NO_CELL)
        text_add(buffer, size, used, "%c", is_passant(ply) ? ':' : 'x');
    text_add(buffer, size, used, "%s", triangles_name_of(position, ply->to));
    for (int i = 0; i < list.n; i++)
        if (list.v[i].from == ply->from && are_rivals(position, &list.v[i], ply) &&
            passes_before(position, &list.v[i], ply))
            first_way = false;
    if (!first_way)
        add_passed(position, ply, buffer, size, used);
    if (ply->becomes && pawn_like)
        text_add(buffer, size, used, "=%c", triangles_letter_of(position, ply->becomes));
    if (sign)
        text_add(buffer, size, used, "%c", sign);
    free(list.v);
}

int triangles_format(const struct position *position, const struct ply *ply, enum form form,
                     char *buffer, size_t size)
{
    struct triangle_position compact;
    size_t used = 0;
    triangles_load(&compact, position);
    struct triangle_ply short_ply = triangles_compact(&compact, ply);
    if (form == FORM_LONG)
        format_long(position, &short_ply, buffer, size, &used);
    else
        format_short(position, &compact, &short_ply, buffer, size, &used);
    return (int)used;
}

/* ---------------------------------------------------------------- parsing */

/* The parts of a ply's text. A part that was not written is 0, -1 or NO_CELL. */
struct parts {
    char letter;    /* letter of the piece; 'P' if none was written */
    int file, rank; /* file and rank of the starting cell */
    int to;
    char sign;            /* sign of a capture: 'x', ':' or 0 for none */
    char taken;           /* letter of the captured piece, only in the long form */
    bool longer, passing; /* `longer`: true for the long form; `passing`: true if the text contains
                             '/' */
    int passed_count;
    uint8_t passed[PASSED_ROOM];
    char becomes;
};

/* Parses the name of a cell at *at and advances *at past it; NO_CELL if there is none. */
static int triangles_read_cell(const struct board *board, const char **at)
{
    int length;
    cell_t cell = board_cell_named(board, *at, &length);
    *at += length;
    return cell == CELL_NONE ? NO_CELL : cell;
}

/* Parses start and goal of a ply: "h3-h4", "h4", "hh4", "3h4", "h3h4". In the short form the sign
 * of a capture comes before the goal. */
static bool triangles_read_way(const struct board *board, const char **at, struct parts *parts)
{
    const char *text = *at;
    int from = triangles_read_cell(board, at);
    if (from != NO_CELL && **at == '-') {
        ++*at;
        parts->longer = true;
    } else if (from != NO_CELL && **at != 'x' && **at != ':' &&
               !ascii_islower((unsigned char)**at)) {
        parts->to = from; /* a single cell is the goal */
        return true;
    }
    if (from != NO_CELL) {
        parts->file = board->cell[from].file;
        parts->rank = board->cell[from].rank;
    } else if (*text >= 'a' && *text < 'a' + board->files) {
        parts->file = *(*at)++ - 'a';
    } else {
        int rank = 0;
        while (isdigit((unsigned char)**at) && rank < 100)
            rank = 10 * rank + (*(*at)++ - '0');
        parts->rank = rank ? rank - 1 : -1;
    }
    if (!parts->longer && (**at == 'x' || **at == ':'))
        parts->sign = *(*at)++;
    parts->to = triangles_read_cell(board, at);
    return parts->to != NO_CELL;
}

static bool read_parts(const struct position *position, const char *text, struct parts *parts)
{
    const struct board *board = position->rules->board;
    const char *at = text;
    *parts = (struct parts){.letter = 'P', .file = -1, .rank = -1, .to = NO_CELL};
    if (ascii_isupper((unsigned char)*at))
        parts->letter = *at++;
    if (!triangles_read_way(board, &at, parts))
        return false;
    if (*at == '/') {
        parts->passing = true;
        for (at++; ascii_islower((unsigned char)*at) && *at != 'x';) {
            int cell = triangles_read_cell(board, &at);
            if (cell == NO_CELL || parts->passed_count == PASSED_ROOM)
                return false;
            parts->passed[parts->passed_count++] = (uint8_t)cell;
        }
    }
    if (parts->longer && (*at == 'x' || *at == ':') && ascii_isupper((unsigned char)at[1])) {
        parts->sign = at[0];
        parts->taken = at[1];
        at += 2;
    }
    if (*at == '=' && ascii_isupper((unsigned char)at[1])) {
        parts->becomes = at[1];
        at += 2;
    }
    if (*at == '+' || *at == '#')
        at++;
    return *at == '\0';
}

static bool same_sign(const struct triangle_ply *ply, const struct parts *parts)
{
    return parts->sign == (ply->taken == NO_CELL ? '\0' : is_passant(ply) ? ':' : 'x');
}

static bool triangles_fits(const struct position *position, const struct triangle_ply *ply,
                           const struct parts *parts)
{
    const struct board_cell *from = &position->rules->board->cell[ply->from];
    if (triangles_letter_of(position, position->at[ply->from].kind) != parts->letter ||
        ply->to != parts->to || !same_sign(ply, parts))
        return false;
    if ((parts->file >= 0 && from->file != parts->file) ||
        (parts->rank >= 0 && from->rank != parts->rank))
        return false;
    if (parts->becomes &&
        (!ply->becomes || triangles_letter_of(position, ply->becomes) != parts->becomes))
        return false;
    return !parts->passing || (parts->passed_count == ply->passed_count &&
                               !memcmp(parts->passed, ply->passed, ply->passed_count));
}

/* Chooses the ply that matches the text. If several match, they may differ only in their paths;
 * then the path that sorts first byte by byte is meant. */
static int triangles_choose(const struct position *position, const struct triangle_list *list,
                            const struct parts *parts, int *count)
{
    int chosen = -1;
    *count = 0;
    for (int i = 0; i < list->n; i++) {
        const struct triangle_ply *ply = &list->v[i], *best = chosen < 0 ? NULL : &list->v[chosen];
        if (!triangles_fits(position, ply, parts))
            continue;
        bool other_way = best && best->from == ply->from && best->becomes == ply->becomes;
        if (!best || !other_way)
            ++*count;
        if (!best || (other_way && passes_before(position, ply, best)))
            chosen = i;
    }
    return chosen;
}

/* Finds the ply that is written in the long form. The long form is complete, so the texts can be
 * compared. The letter P may be missing, and a sign for check or mate may follow. */
static int find_long(const struct position *position, const struct triangle_list *list,
                     const char *text)
{
    size_t length = strcspn(text, "+#");
    for (int i = 0; i < list->n; i++) {
        char written[PLY_TEXT];
        size_t used = 0;
        format_long(position, &list->v[i], written, sizeof written, &used);
        const char *from = written + (*written == 'P' && ascii_islower((unsigned char)*text));
        if (strlen(from) == length && !strncmp(from, text, length))
            return i;
    }
    return -1;
}

/* Explains that a promotion is missing or wrong in the text: ply number `ply` of the list has the
 * same path, but promotes. Names the kinds that the piece may become. */
static bool refused_becoming(const struct position *position, const struct triangle_list *list,
                             int ply, const struct parts *parts, struct note *why)
{
    const struct triangle_ply *way = &list->v[ply];
    char written[4 * KINDS_MAX];
    size_t used = 0;
    written[0] = '\0';
    bool pawn_like =
        triangles_of(position->rules)->movement[position->at[way->from].kind] & PAWN_LIKE;
    if (!way->becomes || (!parts->becomes && !(pawn_like && same_sign(way, parts))))
        return false;
    for (int i = 0; i < list->n; i++) {
        const struct triangle_ply *other = &list->v[i];
        if (other->from != way->from || other->to != way->to || other->taken != way->taken)
            continue;
        if (triangles_letter_of(position, other->becomes) == parts->becomes)
            return false;
        text_add(written, sizeof written, &used, " =%c",
                 triangles_letter_of(position, other->becomes));
    }
    note_set(why, -1, "a %s that reaches %s becomes another piece:%s (" RULES "%s)",
             position->rules->kinds[position->at[way->from].kind].name,
             triangles_name_of(position, way->to), written, pawn_like ? "6.4" : "9.3");
    return true;
}

/* Explains what is wrong or missing after the cell in the text. `way` is the ply that leads
 * there. */
static void triangles_refuse_details(const struct position *position,
                                     const struct triangle_ply *way, const struct parts *parts,
                                     struct note *why)
{
    const struct kind *kinds = position->rules->kinds, *kind = &kinds[position->at[way->from].kind];
    const char *to = triangles_name_of(position, way->to);
    bool pawn_like =
        triangles_of(position->rules)->movement[position->at[way->from].kind] & PAWN_LIKE;
    bool taken_otherwise =
        parts->taken && way->taken != NO_CELL &&
        triangles_letter_of(position, position->at[way->taken].kind) != parts->taken;
    char written[PLY_TEXT];
    size_t used = 0;
    format_long(position, way, written, sizeof written, &used);
    if (parts->becomes && !way->becomes)
        note_set(why, 0, "%s %s does not become another piece on %s: write %s (" RULES "%s)",
                 name_article(kind->name), kind->name, to, written,
                 pawn_like || triangles_of(position->rules)->setup != DIAMOND ? "6.4" : "9.3");
    else if (is_passant(way) && (parts->sign != ':' || taken_otherwise))
        note_set(why, 0, "en passant is written with ':': %s (" RULES "6.3, 7.1)", written);
    else if (parts->sign && way->taken == NO_CELL)
        note_set(why, 0, "there is nothing to capture on %s: write %s (" RULES "7.1)", to, written);
    else if (parts->sign == ':' || taken_otherwise)
        note_set(why, 0, "it captures %s %s on %s: write %s (" RULES "7.1)",
                 name_article(kinds[position->at[way->taken].kind].name),
                 kinds[position->at[way->taken].kind].name, to, written);
    else if (!parts->sign && way->taken != NO_CELL)
        note_set(why, 0, "write what is captured on %s, too: %s (" RULES "7.1)", to, written);
    else if (way->becomes && !parts->becomes)
        note_set(why, 0, "write what the %s becomes on %s, too: %s (" RULES "%s)", kind->name, to,
                 written, pawn_like ? "6.4" : "9.3");
    else if (way->passed_count && !parts->passing)
        note_set(why, 0, "write the cells passed over, too: %s (" RULES "6.2, 7.1)", written);
    else if (way->passed_count)
        note_set(why, 0, "no multi-step move reaches %s that way: write %s (" RULES "6.2)", to,
                 written);
    else
        note_set(why, 0, "write this ply as %s (" RULES "7)", written);
}

/* Explains why the piece on the written cell cannot move to the goal. */
static int triangles_refuse_start(const struct position *position, cell_t from,
                                  const struct parts *parts, struct note *why)
{
    struct piece piece = position->at[from];
    const struct kind *kind = &position->rules->kinds[piece.kind];
    if (!piece.kind || piece.side != position->side || piece.mark == TRIANGLE_FROZEN)
        triangles_refuse_pick(position, from, why);
    else if (kind->letter != parts->letter)
        note_set(why, 0, "on %s there is %s %s, written %c (" RULES "7)",
                 triangles_name_of(position, from), name_article(kind->name), kind->name,
                 kind->letter);
    else
        triangles_refuse(position, from, parts->to, why);
    return FAIL_RULE;
}

/* Explains why no piece with that letter, file and rank can move to the goal. If there are several
 * such pieces, explains it for the first that only a rule or another piece prevents. */
static int refuse_starts(const struct position *position, const struct parts *parts,
                         struct note *why)
{
    const struct ruleset *rules = position->rules;
    const struct board *board = rules->board;
    const struct kind *kind = &rules->kinds[ruleset_kind(rules, parts->letter)];
    int pieces = 0;
    if (parts->file >= 0 && parts->rank >= 0)
        return triangles_refuse_start(position, board_at(board, parts->file, parts->rank), parts,
                                      why);
    for (int cell = 0; cell < board->cells; cell++) {
        struct piece piece = position->at[cell];
        if (!piece.kind || piece.side != position->side || piece.mark == TRIANGLE_FROZEN ||
            &rules->kinds[piece.kind] != kind ||
            (parts->file >= 0 && board->cell[cell].file != parts->file) ||
            (parts->rank >= 0 && board->cell[cell].rank != parts->rank))
            continue;
        pieces++;
        if (triangles_refuse(position, cell, parts->to, why) != NEARNESS_NONE)
            return FAIL_RULE;
    }
    if (pieces == 1)
        return FAIL_RULE;
    if (pieces)
        return note_fail(why, FAIL_RULE, 0, "no %s of %s's can go to %s (%s)", kind->name,
                         side_name(position->side), triangles_name_of(position, parts->to),
                         kind->source);
    return note_fail(why, FAIL_RULE, 0, "%s has no such %s (" RULES "7.2)",
                     side_name(position->side), kind->name);
}

/* Explains that no piece of this game has that letter, and lists the letters. An option may remove
 * kinds of the variant. */
static int refuse_letter(const struct position *position, char letter, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    char letters[3 * KINDS_MAX];
    size_t used = 0;
    bool occurs[KINDS_MAX] = {false};
    for (int cell = 0; cell < own->cells; cell++)
        occurs[code_kind(own->initial[cell])] = true;
    for (int i = 0; i < own->choice_count; i++)
        occurs[own->choices[i]] = true;
    for (int kind = 1; kind <= position->rules->kind_count; kind++)
        if (occurs[kind])
            text_add(letters, sizeof letters, &used, "%s%c", used ? ", " : "",
                     triangles_letter_of(position, kind));
    return note_fail(why, FAIL_RULE, 0, "this game has no piece %c; its pieces are %s (" RULES "4)",
                     letter, letters);
}

/* Explains why no legal ply matches the text, as far as the text determines one. */
static int triangles_notation_refuse(const struct position *position,
                                     const struct triangle_list *list, const struct parts *parts,
                                     struct note *why)
{
    const struct board *board = position->rules->board;
    if (!ruleset_kind(position->rules, parts->letter))
        return refuse_letter(position, parts->letter, why);
    for (int i = 0; i < list->n; i++) {
        const struct board_cell *from = &board->cell[list->v[i].from];
        bool same_start = (parts->file < 0 || from->file == parts->file) &&
                          (parts->rank < 0 || from->rank == parts->rank);
        if (!same_start || list->v[i].to != parts->to ||
            triangles_letter_of(position, position->at[list->v[i].from].kind) != parts->letter)
            continue;
        if (refused_becoming(position, list, i, parts, why))
            return FAIL_RULE;
        triangles_refuse_details(position, &list->v[i], parts, why);
        return FAIL_RULE;
    }
    return refuse_starts(position, parts, why);
}

/* Explains that the text is not a ply. If it is castling or a pass, says that this game does not
 * have it. */
static int refuse_unread(const char *text, struct note *why)
{
    if (text_says_castling(text))
        return note_fail(why, FAIL_TEXT, 0, "there is no castling on triangles (" RULES "6)");
    if (text_says_pass(text))
        return note_fail(why, FAIL_TEXT, 0, "you cannot pass: move a piece (" RULES "6)");
    char before[PLY_TEXT];
    if (text_takes_behind(text, "x:", before, sizeof before))
        return note_fail(why, FAIL_TEXT, 0,
                         "in short form the capture sign stands before the cell: %s (" RULES "7.2)",
                         before);
    return note_fail(why, FAIL_TEXT, 0,
                     "'%.40s' is not a ply: write 'Nc3-e4' or 'Ne4' (" RULES "7)", text);
}

/* True if all plies that match start on the same cell. */
static bool one_start(const struct position *position, const struct triangle_list *list,
                      const struct parts *parts)
{
    int from = NO_CELL;
    for (int i = 0; i < list->n; i++) {
        if (!triangles_fits(position, &list->v[i], parts))
            continue;
        if (from != NO_CELL && list->v[i].from != from)
            return false;
        from = list->v[i].from;
    }
    return true;
}

/* True if ply number `ply` takes the first of all paths between its cells. That path is meant if
 * the text names no path (7.2). */
static bool is_meant_way(const struct position *position, const struct triangle_list *list, int ply)
{
    const struct triangle_ply *this = &list->v[ply];
    for (int i = 0; i < list->n; i++)
        if (list->v[i].from == this->from && list->v[i].to == this->to &&
            list->v[i].becomes == this->becomes && passes_before(position, &list->v[i], this))
            return false;
    return true;
}

/* Explains that plies of several pieces match, and lists them in the long form. */
static int triangles_refuse_several(const struct position *position,
                                    const struct triangle_list *list, const struct parts *parts,
                                    struct note *why)
{
    enum { SHOWN = 3 };
    char several[(SHOWN + 1) * PLY_TEXT];
    size_t used = 0;
    int n = 0;
    several[0] = '\0';
    for (int i = 0; i < list->n; i++) {
        if (!triangles_fits(position, &list->v[i], parts) || !is_meant_way(position, list, i) ||
            n++ >= SHOWN)
            continue;
        text_add(several, sizeof several, &used, "%s", n > 1 ? ", " : "");
        format_long(position, &list->v[i], several, sizeof several, &used);
    }
    return note_fail(why, FAIL_RULE, 0,
                     "it may mean %s%s: add the cell it starts from (" RULES "7.2)", several,
                     n > SHOWN ? ", ..." : "");
}

static int triangles_understand(const struct position *position, const struct triangle_list *list,
                                const char *text, struct note *why)
{
    struct parts parts;
    int count, found;
    bool too_long = strlen(text) >= PLY_TEXT,
         read = !too_long && read_parts(position, text, &parts);
    if (!read && !too_long && board_refuses_name(position->rules->board, text, RULES "2.1", why))
        return FAIL_TEXT;
    if (!read)
        return refuse_unread(text, why);
    if (list->n == 0)
        return note_fail(why, FAIL_RULE, 0, "the game is over (" RULES "8)");
    found = parts.longer ? find_long(position, list, text)
                         : triangles_choose(position, list, &parts, &count);
    if (found < 0)
        return triangles_notation_refuse(position, list, &parts, why);
    if (!parts.longer && count > 1 && one_start(position, list, &parts) &&
        refused_becoming(position, list, found, &parts, why))
        return FAIL_RULE;
    if (!parts.longer && count > 1)
        return triangles_refuse_several(position, list, &parts, why);
    return found;
}

int triangles_parse(const struct position *position, const char *text, struct ply *out,
                    struct note *why)
{
    struct triangle_position compact;
    struct triangle_list list = {0};
    triangles_load(&compact, position);
    triangles_collect(&compact, &list);
    int found = triangles_understand(position, &list, text, why);
    if (found >= 0)
        triangles_actions(&compact, &list.v[found], out);
    free(list.v);
    return found < 0 ? found : 0;
}

/* ---- Position texts of the triangle games (section 3). Refuses impossible positions. */

#define RULE "(" RULES "3)"

static bool triangles_notation_is_pawn_like(const struct ruleset *ruleset, int kind)
{
    return triangles_of(ruleset)->movement[kind] & PAWN_LIKE;
}

static int triangles_read_attribute(const struct ruleset *ruleset, struct piece *piece,
                                    const char *text, int length, struct note *why)
{
    char letter = length == 1 ? text[0] : '?';
    int head = side_of_letter(letter);
    if (letter != 'm' && letter != 'x' && head >= ruleset->sides)
        return note_fail(why, FAIL_TEXT, 0,
                         "an attribute is (m), (x), (w), (b) or (r), not '(%.*s)' " RULE,
                         length < 12 ? length : 12, text);
    if (letter != 'm' && ruleset->sides == 2)
        return note_fail(why, FAIL_TEXT, 0, "(%c) is only for games of three players " RULE,
                         letter);
    if (letter != 'x' && !triangles_notation_is_pawn_like(ruleset, piece->kind))
        return note_fail(why, FAIL_TEXT, 0, "(%c) is only for pawns and girls " RULE, letter);
    if (letter != 'm' && letter != 'x' && head == piece->side)
        return note_fail(why, FAIL_TEXT, 0, "(%c) must name a player other than the owner " RULE,
                         letter);
    piece->mark = (uint8_t)(letter == 'm'   ? TRIANGLE_MOVED
                            : letter == 'x' ? TRIANGLE_FROZEN
                                            : TRIANGLE_GOES + head);
    return 0;
}

static void write_attribute(const struct position *position, cell_t cell, char out[8])
{
    int mark = position->at[cell].mark;
    out[0] = '\0';
    if (mark == TRIANGLE_PLAIN)
        return;
    out[0] = '(';
    out[1] = mark == TRIANGLE_MOVED    ? 'm'
             : mark == TRIANGLE_FROZEN ? 'x'
                                       : side_letter(mark - TRIANGLE_GOES);
    out[2] = ')';
    out[3] = '\0';
}

/* Checks the attribute (m). It is allowed only where the owner had a piece of the same letter in
 * the opening; elsewhere it would mean nothing. */
static int check_moved(const struct position *position, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    for (int c = 0; c < own->cells; c++) {
        struct piece piece = position->at[c];
        if (piece.mark == TRIANGLE_MOVED &&
            own->initial[c] != (piece.kind | piece.side << CODE_SIDE))
            return note_fail(why, FAIL_TEXT, -1,
                             "(m) on %s is not allowed: %s had no such piece there at first " RULE,
                             board_name(position->rules->board, (cell_t)c), side_name(piece.side));
    }
    return 0;
}

static int check_royals(const struct position *position, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    const char *royal = position->rules->kinds[own->royal_kind].name;
    int pieces[SIDES_MAX] = {0}, royals[SIDES_MAX] = {0}, living = 0;
    for (int c = 0; c < own->cells; c++)
        if (position->at[c].kind && position->at[c].mark != TRIANGLE_FROZEN) {
            pieces[position->at[c].side]++;
            royals[position->at[c].side] += position->at[c].kind == own->royal_kind;
        }
    for (int side = 0; side < own->sides; side++) {
        living += royals[side] > 0;
        if (royals[side] > 1)
            return note_fail(why, FAIL_TEXT, -1, "%s has more than one %s " RULE, side_name(side),
                             royal);
        if (royals[side] == 0 && (own->sides == 2 || pieces[side]))
            return note_fail(why, FAIL_TEXT, -1, "%s has no %s " RULE, side_name(side), royal);
    }
    return living ? 0 : note_fail(why, FAIL_TEXT, -1, "no player has a living %s " RULE, royal);
}

/* Checks that a multi-step move over the passed cells of the text, ending on the last of them, can
 * have been the last ply. */
static int triangles_check_passed(const struct position *position, int offset, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    int count = position->passed_count, mover = !position->side;
    if (count == 0)
        return 0;
    const struct triangle_ground *ground = own->ground;
    bool fits =
        own->sides == 2 && cells_any(ground->zone[mover]) && count >= 2 && count <= PASSED_ROOM;
    for (int i = 0; i < count && fits; i++) {
        int cell = position->passed[i];
        struct piece piece = position->at[cell];
        fits = cells_has(ground->zone[mover], cell) &&
               (i == 0 || cells_has(ground->step[mover][position->passed[i - 1]], cell));
        if (fits)
            fits = i < count - 1 ? !piece.kind
                                 : triangles_notation_is_pawn_like(position->rules, piece.kind) &&
                                       piece.side == mover;
    }
    return fits ? 0
                : note_fail(
                      why, FAIL_TEXT, offset,
                      "the en passant field is not a multi-step move of %s that could just have "
                      "ended " RULE,
                      side_name(mover));
}

/* Checks that in a two-player game the side not to move is not in check. In a game of three it may
 * be (8.8). */
static int triangles_check_turn(const struct position *position, struct note *why)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    if (compact.own->sides == 2 && triangles_in_check(&compact, !compact.side))
        return note_fail(why, FAIL_TEXT, -1, "%s is in check, but it is not %s's turn " RULE,
                         side_name(!compact.side), side_name(!compact.side));
    return 0;
}

/* In a game of three, finds the player who really has the turn (8.8). */
static void triangles_notation_settle(struct position *position)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    triangles_settle_turn(&compact);
    triangles_store(&compact, position);
}

int triangles_read(const struct ruleset *ruleset, const char *text, struct position *out,
                   struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    if (result < 0)
        return result;
    position_clear(&position, ruleset);
    result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE,
                            triangles_read_attribute, &position, &used, why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "this game has no pieces in hand " RULE);
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0 && (fields.field[2].length != 1 || *fields.field[2].at != '-'))
        result = note_fail(why, FAIL_TEXT, (int)(fields.field[2].at - text),
                           "there is no castling: write '-' " RULE);
    if (result == 0)
        result = passed_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0)
        result = check_moved(&position, why);
    if (result == 0)
        result = check_royals(&position, why);
    if (result == 0)
        result = triangles_check_passed(&position, (int)(fields.field[3].at - text), why);
    if (result == 0)
        result = triangles_check_turn(&position, why);
    if (result < 0)
        return result;
    triangles_notation_settle(&position);
    position_copy(out, &position);
    return 0;
}

int triangles_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0;
    placement_write(position, write_attribute, buffer, size, &used);
    position_write_rest(position, "-", buffer, size, &used);
    return (int)used;
}
