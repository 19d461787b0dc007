/* pieces.c - the pieces of the Turning family as data, and how they turn: rules/turning.md 2 and 3.
 *
 * A piece is a list of vectors for facing north, written with Betza's letters. Everything else follows from the ring rule: the
 * pattern for each facing, the period, the canonical facing, Black's mirror image. */
#include "core/families/turning/turning.h"

#include <stdlib.h>
#include <string.h>

/* Betza's atoms in all directions: W and F are the squares one step away, D and A two, H and G three, N the Knight's. */
#define W(how) {0, 1, how}, {1, 0, how}, {0, -1, how}, {-1, 0, how}
#define F(how) {1, 1, how}, {1, -1, how}, {-1, -1, how}, {-1, 1, how}
#define D(how) {0, 2, how}, {2, 0, how}, {0, -2, how}, {-2, 0, how}
#define A(how) {2, 2, how}, {2, -2, how}, {-2, -2, how}, {-2, 2, how}
#define H(how) {0, 3, how}, {3, 0, how}, {0, -3, how}, {-3, 0, how}
#define N(how) FORE_N(how), BACK_N(how)
/* The forward and backward parts of atoms. */
#define FORE_N(how) {1, 2, how}, {2, 1, how}, {-2, 1, how}, {-1, 2, how}
#define BACK_N(how) {2, -1, how}, {1, -2, how}, {-1, -2, how}, {-2, -1, how}
#define FORE_F(how) {1, 1, how}, {-1, 1, how}
#define BACK_F(how) {1, -1, how}, {-1, -1, how}
#define BACK_K(how) {1, -1, how}, {0, -1, how}, {-1, -1, how}
#define SIDES(how) {1, 0, how}, {-1, 0, how}
#define AHEAD(how) {0, 1, how}

/* M(letter, royal, name, section of rules/turning.md, how it moves when facing north, elements...) */
#define COMMON(M)                                                                                            \
    M('K', true, "King", "3.4", "One step in any direction; turning does not change it.",                    \
      W(LEAP), F(LEAP))                                                                                      \
    M('P', false, "Pawn", "3.3",                                                                             \
      "Moves a step the way it faces, at first up to two; takes a step one eighth to either side of that.", \
      AHEAD(MOVE_ONLY), FORE_F(CAPTURE_ONLY))                                                                \
    M('V', false, "Half-Rook", "3.4", "Slides straight ahead and straight back.",                            \
      AHEAD(SLIDE), {0, -1, SLIDE})

#define ARMIES(M)                                                                                            \
    M('Q', false, "Queen", "3.4", "Slides in all eight directions; turning does not change it.",             \
      W(SLIDE), F(SLIDE))                                                                                    \
    M('R', false, "Rook", "3.4", "Slides along ranks and files; turned, it is a Bishop.", W(SLIDE))          \
    M('B', false, "Bishop", "3.4", "Slides along diagonals; turned, it is a Rook.", F(SLIDE))                \
    M('N', false, "Knight", "3.4", "Leaps to the Knight squares; turning does not change it.", N(LEAP))      \
    M('D', false, "Bede", "3.4", "Slides as a Bishop, leaps two squares along ranks and files.",             \
      F(SLIDE), D(LEAP))                                                                                     \
    M('W', false, "Waffle", "3.4", "One step along ranks and files, leaps two diagonally.",                  \
      W(LEAP), A(LEAP))                                                                                      \
    M('F', false, "FAD", "3.4", "One step diagonally, leaps two squares in all eight directions.",           \
      F(LEAP), A(LEAP), D(LEAP))                                                                             \
    M('A', false, "Cardinal", "3.4", "Bishop and Knight in one; turned, a Chancellor.",                      \
      F(SLIDE), N(LEAP))                                                                                     \
    M('S', false, "Short Rook", "3.4", "Slides up to four squares along ranks and files.", W(SLIDE_4))       \
    M('O', false, "Woody Rook", "3.4", "One step, or a leap of two, along ranks and files.",                 \
      W(LEAP), D(LEAP))                                                                                      \
    M('U', false, "Half-Duck", "3.4",                                                                        \
      "One step diagonally, leaps two or three squares along ranks and files.", H(LEAP), F(LEAP), D(LEAP))   \
    M('C', false, "Chancellor", "3.4", "Rook and Knight in one; turned, a Cardinal.",                        \
      W(SLIDE), N(LEAP))                                                                                     \
    M('T', false, "Charging Rook", "3.4",                                                                    \
      "Slides ahead and to both sides as a Rook, steps back as a King.",                                     \
      AHEAD(SLIDE), SIDES(SLIDE), BACK_K(LEAP))                                                              \
    M('I', false, "Fibnif", "3.4",                                                                           \
      "One step diagonally, and the narrow Knight leaps ahead and back.",                                    \
      F(LEAP), {1, 2, LEAP}, {1, -2, LEAP}, {-1, -2, LEAP}, {-1, 2, LEAP})                                   \
    M('J', false, "Charging Knight", "3.4",                                                                  \
      "Leaps ahead as a Knight, steps sideways and back as a King.", FORE_N(LEAP), SIDES(LEAP),              \
      BACK_K(LEAP))                                                                                          \
    M('L', false, "Colonel", "3.4",                                                                          \
      "Slides ahead and sideways as a Rook, leaps ahead as a Knight, steps as a King.",                      \
      AHEAD(SLIDE), SIDES(SLIDE), FORE_N(LEAP), F(LEAP), {0, -1, LEAP})                                      \
    M('E', false, "Forequeen", "3.4",                                                                        \
      "Slides ahead and sideways as a Queen, goes back as a King or Knight.",                                \
      AHEAD(SLIDE), FORE_F(SLIDE), SIDES(SLIDE), BACK_K(LEAP), BACK_N(LEAP))                                 \
    M('H', false, "Bishight", "3.4",                                                                         \
      "Slides ahead as a Bishop, leaps back as a Knight; turned four times, a Knishop.",                     \
      FORE_F(SLIDE), BACK_N(LEAP))                                                                           \
    M('Y', false, "Knishop", "3.4",                                                                          \
      "Leaps ahead as a Knight, slides back as a Bishop; turned four times, a Bishight.",                    \
      FORE_N(LEAP), BACK_F(SLIDE))                                                                           \
    M('Z', false, "Hasdrubal", "3.4",                                                                        \
      "Rides by the wide Knight leaps ahead and the narrow ones back; half slides along ranks and files.",   \
      {2, 1, SLIDE}, {1, -2, SLIDE}, {-1, -2, SLIDE}, {-2, 1, SLIDE}, W(HALF_SLIDE))                         \
    M('X', false, "Barcfil", "3.4",                                                                          \
      "Leaps two squares diagonally, by the wide Knight leaps ahead and by the narrow ones back.",           \
      A(LEAP), {2, 1, LEAP}, {1, -2, LEAP}, {-1, -2, LEAP}, {-2, 1, LEAP})                                   \
    M('G', false, "Bed", "3.4",                                                                              \
      "Half slides along diagonals, leaps two squares along ranks and files.", F(HALF_SLIDE), D(LEAP))       \
    M('M', false, "Hamilcar", "3.4",                                                                         \
      "Half slides as a Queen, leaps as a Knight, rides by the wide leaps ahead and narrow ones back.",      \
      {2, 1, SLIDE}, {1, -2, SLIDE}, {-1, -2, SLIDE}, {-2, 1, SLIDE},                                        \
      {1, 2, LEAP}, {2, -1, LEAP}, {-2, -1, LEAP}, {-1, 2, LEAP}, W(HALF_SLIDE), F(HALF_SLIDE))              

#define QUARTER(M)                                                                                           \
    M('L', false, "Lance", "3.5", "Slides the way it faces.", AHEAD(SLIDE))                                  \
    M('N', false, "Narrow Quarterhorse", "3.5",                                                              \
      "Leaps to two Knight squares one eighth apart, as the Shogi Knight.", {-1, 2, LEAP}, {1, 2, LEAP})     \
    M('S', false, "Skew Quarterhorse", "3.5",                                                                \
      "Leaps to two Knight squares two eighths apart.", {-1, 2, LEAP}, {2, 1, LEAP})                         \
    M('W', false, "Wide Quarterhorse", "3.5",                                                                \
      "Leaps to two Knight squares three eighths apart.", {-2, 1, LEAP}, {2, 1, LEAP})                       \
    M('X', false, "Axle Quarterhorse", "3.5",                                                                \
      "Leaps to two opposite Knight squares.", {-1, 2, LEAP}, {1, -2, LEAP})                                 \
    M('Q', false, "Quarter Queen NE", "3.5",                                                                 \
      "Slides the way it faces, and one eighth right of it.", AHEAD(SLIDE), {1, 1, SLIDE})                   \
    M('U', false, "Quarter Queen SE", "3.5",                                                                 \
      "Slides the way it faces, and three eighths right of it.", AHEAD(SLIDE), {1, -1, SLIDE})               \
    M('E', false, "Quarter Queen SW", "3.5",                                                                 \
      "Slides the way it faces, and three eighths left of it.", AHEAD(SLIDE), {-1, -1, SLIDE})               \
    M('Y', false, "Quarter Queen NW", "3.5",                                                                 \
      "Slides the way it faces, and one eighth left of it.", AHEAD(SLIDE), {-1, 1, SLIDE})                   \
    M('O', false, "Octoling", "3.5",                                                                         \
      "Slides the way it faces, at most half way to the edge.", AHEAD(HALF_SLIDE))                           \
    M('A', false, "Halfling Quarter Queen NE", "3.5",                                                        \
      "Half slides the way it faces, and one eighth right of it.", AHEAD(HALF_SLIDE), {1, 1, HALF_SLIDE})    \
    M('B', false, "Halfling Quarter Queen SE", "3.5",                                                        \
      "Half slides the way it faces and three eighths right of it.", AHEAD(HALF_SLIDE), {1, -1, HALF_SLIDE}) \
    M('C', false, "Halfling Quarter Queen SW", "3.5",                                                        \
      "Half slides the way it faces and three eighths left of it.", AHEAD(HALF_SLIDE), {-1, -1, HALF_SLIDE}) \
    M('D', false, "Halfling Quarter Queen NW", "3.5",                                                        \
      "Half slides the way it faces, and one eighth left of it.", AHEAD(HALF_SLIDE), {-1, 1, HALF_SLIDE})

#define KIND(letter, royal, name, section, moves, ...)                                                       \
    {letter, name, moves, "rules/turning.md " section, royal},
#define MAN(letter, royal, name, section, moves, ...)                                                        \
    {{__VA_ARGS__}, (int)(sizeof((const struct element[]){__VA_ARGS__}) / sizeof(struct element))},

const struct kind turning_armies_kinds[] = {{0}, COMMON(KIND) ARMIES(KIND)};
const struct kind turning_quarter_kinds[] = {{0}, COMMON(KIND) QUARTER(KIND)};
static const struct man armies_men[] = {{.elements = 0}, COMMON(MAN) ARMIES(MAN)};
static const struct man quarter_men[] = {{.elements = 0}, COMMON(MAN) QUARTER(MAN)};

const struct alphabet turning_armies = {turning_armies_kinds, armies_men, ARMIES_KINDS, false};
const struct alphabet turning_quarter = {turning_quarter_kinds, quarter_men, QUARTER_KINDS, true};

_Static_assert(sizeof armies_men / sizeof *armies_men == ARMIES_KINDS + 1, "a row a kind");
_Static_assert(sizeof quarter_men / sizeof *quarter_men == QUARTER_KINDS + 1, "a row a kind");

/* Move one place clockwise on the ring of squares at distance r. */
static void turn_place(int *x, int *y, int r)
{
    if (*y == r && *x < r)
        ++*x;
    else if (*x == r && *y > -r)
        --*y;
    else if (*y == -r && *x > -r)
        --*x;
    else
        ++*y;
}

void turning_vector(int *x, int *y, int eighths)
{
    int r = abs(*x) > abs(*y) ? abs(*x) : abs(*y);
    for (int i = 0; i < (eighths & 7) * r; i++)
        turn_place(x, y, r);
}

/* The 8 directions, then the 8 Knight's squares: 2.1, 2.2. */
static const int8_t lines[LINE_COUNT][2] = {{0, 1},  {1, 1},   {1, 0},   {1, -1}, {0, -1}, {-1, -1},
                                            {-1, 0}, {-1, 1},  {1, 2},   {2, 1},  {2, -1}, {1, -2},
                                            {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

void turning_line(int line, int *x, int *y)
{
    *x = lines[line][0];
    *y = lines[line][1];
}

static int line_of(int x, int y)
{
    int line = 0;
    while (lines[line][0] != x || lines[line][1] != y)
        line++;
    return line;
}

void turning_pattern(const struct man *man, int facing, bool relative, struct pattern *out)
{
    static const uint8_t ranges[] = {[SLIDE] = RANGE_FULL, [SLIDE_4] = RANGE_4, [HALF_SLIDE] = RANGE_HALF};
    *out = (struct pattern){0};
    for (int i = 0; i < man->elements; i++) {
        const struct element *element = &man->element[i];
        int x = element->x, y = element->y;
        turning_vector(&x, &y, facing);
        uint64_t near = (uint64_t)1 << (HOME + 8 * y + x);
        if (element->how == LEAP)
            out->leaps |= near;
        else if (element->how == MOVE_ONLY)
            out->goes |= near;
        else if (element->how == CAPTURE_ONLY)
            out->takes |= near;
        else {
            int line = line_of(x, y);
            out->lines |= (uint64_t)1 << line;
            out->slide[line] = ranges[element->how];
            if (relative && element->how == HALF_SLIDE)
                out->strikes |= near;
        }
    }
    out->strikes |= out->leaps | out->takes;
}

bool turning_same_pattern(const struct pattern *a, const struct pattern *b)
{
    return a->leaps == b->leaps && a->goes == b->goes && a->takes == b->takes && a->lines == b->lines &&
           !memcmp(a->slide, b->slide, sizeof a->slide);
}

int turning_canonical(const struct turning *turning, int side, int kind, int facing)
{
    int first = turning_first(side);
    return (first + (facing - first + FACINGS) % turning->period[kind]) % FACINGS;
}

/* A pattern mirrored at the line between ranks 4 and 5. */
static struct pattern mirrored(const struct man *man, int facing)
{
    struct man mirror = *man;
    for (int i = 0; i < mirror.elements; i++) {
        int x = mirror.element[i].x, y = mirror.element[i].y;
        turning_vector(&x, &y, facing);
        mirror.element[i].x = (int8_t)x;
        mirror.element[i].y = (int8_t)-y;
    }
    struct pattern pattern;
    turning_pattern(&mirror, NORTH, false, &pattern);
    return pattern;
}

int turning_mirror(const struct turning *turning, int kind, int facing)
{
    struct pattern wanted = mirrored(&turning->alphabet->men[kind], facing);
    int found = 0;
    while (found < FACINGS && !turning_same_pattern(&turning->pattern[turning_code(kind, found)], &wanted))
        found++;
    return found % FACINGS;
}

int turning_like(const struct turning *turning, struct piece piece)
{
    int first = turning_first(piece.side);
    const struct pattern *present = &turning->pattern[turning_code(piece.kind, piece.facing)];
    if (piece.facing == first)
        return KIND_NONE;
    for (int kind = 1; kind <= turning->alphabet->count; kind++)
        if (kind != piece.kind && turning_same_pattern(present, &turning->pattern[turning_code(kind, first)]))
            return kind;
    return KIND_NONE;
}

static bool on_board(int square, int x, int y)
{
    int file = square % 8 + x, rank = square / 8 + y;
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

bool turning_dead(const struct turning *turning, int code, int square)
{
    const struct man *man = &turning->alphabet->men[code / FACINGS];
    for (int i = 0; i < man->elements; i++) {
        int x = man->element[i].x, y = man->element[i].y;
        turning_vector(&x, &y, code % FACINGS);
        if (on_board(square, x, y))
            return false;
    }
    return true;
}
