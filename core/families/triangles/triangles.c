/* triangles.c - the triangle games: tables of pieces and variants, setup of rulesets, and movement
 * computed in advance. See triangles.h. */
#include "core/families/triangles/triangles.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "core/util/shared_once.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses the opening once, to remember which piece starts on each cell. */
static void remember_opening(struct ruleset *ruleset, struct triangles *own, const char *placement)
{
    struct position opening;
    int used, length = (int)strlen(placement);
    position_clear(&opening, ruleset);
    int result = placement_read(ruleset, placement, length, KIND_NONE, NULL, &opening, &used, NULL);
    assert(result == 0 && used == length);
    (void)result;
    for (int c = 0; c < own->cells; c++)
        own->initial[c] = (uint8_t)(opening.at[c].kind | opening.at[c].side << CODE_SIDE);
}

static int triangles_open(struct ruleset *ruleset, struct note *why)
{
    struct triangles *own = memory_new(1, sizeof *own);
    char placement[160];
    ruleset->own = own;
    ruleset->draws = "rules/triangles.md 8.7";
    ruleset->draws_called = true;
    int result = triangles_settle(ruleset, own, placement, why);
    if (result < 0)
        return result;
    own->royal_kind = (uint8_t)ruleset_kind(ruleset, 'K');
    for (int i = 0; own->choice[i]; i++)
        own->choices[own->choice_count++] = (uint8_t)ruleset_kind(ruleset, own->choice[i]);
    triangles_lay_out(ruleset, own);
    remember_opening(ruleset, own, placement);
    return 0;
}

static void triangles_close(struct ruleset *ruleset)
{
    ruleset->board = NULL; /* the board belongs to the struct triangle_ground, which is shared */
    free(ruleset->own);
}

static void triangles_setup(const struct ruleset *ruleset, struct position *out)
{
    const struct triangles *own = triangles_of(ruleset);
    position_clear(out, ruleset);
    for (int c = 0; c < own->cells; c++)
        if (own->initial[c])
            out->at[c] = (struct piece){.kind = (uint8_t)code_kind(own->initial[c]),
                                        .side = (uint8_t)code_side(own->initial[c])};
}

/* Passes the plies of the generator to a callback, as lists of actions. */
struct handing {
    const struct triangle_position *position;
    struct ply ply;
    ply_fn *each;
    void *argument;
};

static int triangles_hand_on(const struct triangle_ply *ply, void *argument)
{
    struct handing *handing = argument;
    triangles_actions(handing->position, ply, &handing->ply);
    return handing->each(&handing->ply, handing->argument);
}

static int triangles_plies(const struct position *position, const struct limits *limits,
                           ply_fn *each, void *argument)
{
    (void)limits;
    struct triangle_position compact;
    struct handing handing = {.position = &compact, .each = each, .argument = argument};
    triangles_load(&compact, position);
    int stop = triangles_over_by_material(&compact, NULL)
                   ? 0
                   : triangles_generate(&compact, triangles_hand_on, &handing);
    ply_free(&handing.ply);
    return stop;
}

static uint64_t triangles_perft(const struct position *position, int depth,
                                const struct limits *limits, bool bulk)
{
    (void)limits;
    struct triangle_position compact;
    triangles_load(&compact, position);
    return triangles_count(&compact, depth, bulk);
}

static unsigned triangles_edits(const struct ruleset *ruleset)
{
    return EDIT_MARK | (triangles_of(ruleset)->multistep != MULTISTEP_NONE ? EDIT_PASSED : 0);
}

static const char *triangles_state(struct piece piece)
{
    return piece.mark == TRIANGLE_FROZEN ? "frozen" : "";
}

static const struct presentation triangles_presentation = {
    .state = triangles_state,
    .edits = triangles_edits,
    .cited = {[CITE_STEPS] = "rules/triangles.md 6.2", [CITE_OUT] = "rules/triangles.md 8.8"},
    .passant_sign = ':',
    .path = triangles_path,
    .picture = triangles_picture,
    .describe = triangles_describe,
};

const struct rules triangles_rules = {
    .family = "triangles",
    .title = "Triangle Chess",
    .variants = triangle_variants,
    .variant_count = TRIANGLE_VARIANTS,
    .open = triangles_open,
    .close = triangles_close,
    .setup = triangles_setup,
    .read = triangles_read,
    .write = triangles_write,
    .begin = triangles_begin,
    .choices = triangles_choices,
    .take = triangles_take,
    .finish = triangles_finish,
    .why_not = triangles_why_not,
    .judge = triangles_judge,
    .retire = triangles_retire,
    .pass = triangles_pass,
    .why_out = triangles_why_out,
    .format = triangles_format,
    .parse = triangles_parse,
    .plies = triangles_plies,
    .perft = triangles_perft,
    .reach = triangles_reach,
    .presentation = &triangles_presentation,
    .search = &triangles_search,
};

/* ---- Tables of the triangle games: pieces, movement, options, set-ups, variants
 * (rules/triangles.md 4, 5, 9, 10). */

/* ---------------------------------------------------------------- pieces (section 4) */

#define SOURCE "rules/triangles.md "
#define KING                                                              \
    {                                                                     \
        'K', "King", "One orthogonal or diagonal step.", SOURCE "4", true \
    }
#define ROOK                                                                                                   \
    {                                                                                                          \
        'R', "Rook",                                                                                           \
            "Walks around a corner point of its cell: orthogonal steps, always turning left or always right.", \
            SOURCE "4.2", false                                                                                \
    }
#define BISHOP                                                                               \
    {                                                                                        \
        'B', "Bishop", "Any number of diagonal steps in one direction.", SOURCE "4.3", false \
    }
#define QUEEN                                              \
    {                                                      \
        'Q', "Queen", "Rook or bishop.", SOURCE "4", false \
    }
#define KNIGHT                                                                        \
    {                                                                                 \
        'N', "Knight", "Leaps an orthogonal step and a diagonal one 30 degrees off.", \
            SOURCE "4.5", false                                                       \
    }
#define PAWN                                                                          \
    {                                                                                 \
        'P', "Pawn",                                                                  \
            "One orthogonal step forward to a free cell; captures one diagonal step " \
            "forward.",                                                               \
            SOURCE "4.6", false                                                       \
    }
#define UNICORN                                                                          \
    {                                                                                    \
        'U', "Unicorn",                                                                  \
            "Triagonal steps, always turning left or always right: rings of six cells.", \
            SOURCE "4.4", false                                                          \
    }
#define DUCHESS                                               \
    {                                                         \
        'D', "Duchess", "Rook or unicorn.", SOURCE "4", false \
    }
#define ARCHER                                                                                     \
    {                                                                                              \
        'A', "Archer", "Leaps an orthogonal and a triagonal step in one direction.", SOURCE "4.5", \
            false                                                                                  \
    }
#define GIRL                                                                           \
    {                                                                                  \
        'G', "Girl",                                                                   \
            "One orthogonal step forward to a free cell; captures one triagonal step " \
            "forward.",                                                                \
            SOURCE "4.6", false                                                        \
    }
#define FERZ(name)                                         \
    {                                                      \
        'F', name, "One diagonal step.", SOURCE "4", false \
    }
#define ELEPHANT                                                                         \
    {                                                                                    \
        'E', "Elephant", "Leaps two diagonal steps in one direction.", SOURCE "4", false \
    }
#define SILVER                                                                                  \
    {                                                                                           \
        'S', "Silver General", "One diagonal step or one forward orthogonal step.", SOURCE "4", \
            false                                                                               \
    }

static const struct kind kinds_64[] = {{0}, KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN};
static const struct kind kinds_unicorns[] = {
    {0},     {'K', "Duke", "One orthogonal or triagonal step.", SOURCE "4", true},
    DUCHESS, ROOK,
    UNICORN, KNIGHT,
    ARCHER,  GIRL,
};
/* The promoted forms come last, C and W at the very end, so that triangles_settle() can cut off
 * those that a game does not have. */
static const struct kind kinds_grand[] = {
    {0},
    {'K', "Emperor", "One step of any kind, whatever stands between.", SOURCE "4", true},
    QUEEN,
    DUCHESS,
    {'S', "Princess", "Bishop or unicorn.", SOURCE "4", false},
    UNICORN,
    ROOK,
    BISHOP,
    KNIGHT,
    {'J', "Ninja", "Leaps a diagonal step and a triagonal one 30 degrees off.", SOURCE "4.5",
     false},
    ARCHER,
    GIRL,
    PAWN,
    {'L', "Leaper", "Knight, ninja or archer.", SOURCE "4", false},
    {'V', "Crooked Unicorn", "Triagonal steps, turning left and right alternately.", SOURCE "4.4",
     false},
    {'Z', "Crooked Duchess", "Crooked rook or crooked unicorn.", SOURCE "4", false},
    {'T', "Crooked Princess", "Bishop or crooked unicorn.", SOURCE "4", false},
    {'C', "Crooked Rook",
     "Orthogonal steps, turning left and right alternately: a zigzag in a straight strip.",
     SOURCE "4.2", false},
    {'W', "Crooked Queen", "Crooked rook or bishop.", SOURCE "4", false},
};
enum { GRAND_KINDS = 12, GRAND_PROMOTED_CROOKED = 16, GRAND_PROMOTED = 18 };
static const struct kind kinds_chaturanga[] = {
    {0}, KING, FERZ("Counsellor"), ROOK, ELEPHANT, SILVER, KNIGHT, PAWN};
static const struct kind kinds_shatranj[] = {{0},    KING, FERZ("Counsellor"), ROOK, ELEPHANT,
                                             KNIGHT, PAWN};
static const struct kind kinds_makruk[] = {{0}, KING, FERZ("Met"), ROOK, SILVER, KNIGHT, PAWN};
static const struct kind kinds_shatar[] = {
    {0},    KING, {'Q', "Bers", "Rook, or one diagonal step.", SOURCE "4", false}, ROOK, BISHOP,
    KNIGHT, PAWN,
};

/* The elements of each kind, by its name. */
static const struct {
    const char *name;
    uint32_t elements;
} movements[] = {
    {"King", ELEMENT(LEAP_ORTHOGONAL) | ELEMENT(LEAP_DIAGONAL)},
    {"Duke", ELEMENT(LEAP_ORTHOGONAL) | ELEMENT(LEAP_TRIAGONAL)},
    {"Emperor", ELEMENT(LEAP_ORTHOGONAL) | ELEMENT(LEAP_DIAGONAL) | ELEMENT(LEAP_TRIAGONAL)},
    {"Rook", ELEMENT(WALK_ROOK)},
    {"Crooked Rook", ELEMENT(WALK_CROOKED_ROOK)},
    {"Bishop", ELEMENT(WALK_BISHOP)},
    {"Queen", ELEMENT(WALK_ROOK) | ELEMENT(WALK_BISHOP)},
    {"Crooked Queen", ELEMENT(WALK_CROOKED_ROOK) | ELEMENT(WALK_BISHOP)},
    {"Bers", ELEMENT(WALK_ROOK) | ELEMENT(LEAP_DIAGONAL)},
    {"Unicorn", ELEMENT(WALK_UNICORN)},
    {"Crooked Unicorn", ELEMENT(WALK_CROOKED_UNICORN)},
    {"Duchess", ELEMENT(WALK_ROOK) | ELEMENT(WALK_UNICORN)},
    {"Crooked Duchess", ELEMENT(WALK_CROOKED_ROOK) | ELEMENT(WALK_CROOKED_UNICORN)},
    {"Princess", ELEMENT(WALK_BISHOP) | ELEMENT(WALK_UNICORN)},
    {"Crooked Princess", ELEMENT(WALK_BISHOP) | ELEMENT(WALK_CROOKED_UNICORN)},
    {"Knight", ELEMENT(LEAP_KNIGHT)},
    {"Ninja", ELEMENT(LEAP_NINJA)},
    {"Archer", ELEMENT(LEAP_ARCHER)},
    {"Leaper", ELEMENT(LEAP_KNIGHT) | ELEMENT(LEAP_NINJA) | ELEMENT(LEAP_ARCHER)},
    {"Counsellor", ELEMENT(LEAP_DIAGONAL)},
    {"Met", ELEMENT(LEAP_DIAGONAL)},
    {"Elephant", ELEMENT(LEAP_ELEPHANT)},
    {"Silver General", ELEMENT(LEAP_DIAGONAL) | ELEMENT(AHEAD_SILVER)},
    {"Pawn", ELEMENT(AHEAD_PAWN)},
    {"Girl", ELEMENT(AHEAD_GIRL)},
};

uint32_t triangles_movement(const char *name)
{
    for (size_t i = 0; i < sizeof movements / sizeof *movements; i++)
        if (!strcmp(movements[i].name, name))
            return movements[i].elements;
    return 0;
}

/* ---------------------------------------------------------------- options (sections 5, 9) */

#define CROOKED_ROOK                                                       \
    {                                                                      \
        "crooked-rook", "off|on", "Rooks zigzag in straight strips (9.1)." \
    }
#define CROOKED_QUEEN                                                              \
    {                                                                              \
        "crooked-queen", "off|on",                                                 \
            "The rook part of queens is crooked too; needs crooked-rook=on (9.1)." \
    }
#define NULL_MOVES                                                                             \
    {                                                                                          \
        "null-moves", "off|on",                                                                \
            "Rooks and unicorns may walk a full circle of free cells back to their own (9.2)." \
    }
#define THREE_PLAYERS                                                                       \
    {"elimination", "freeze|remove|takeover|end",                                           \
     "The army of an eliminated player stays as obstacles (freeze), leaves the board "      \
     "(remove), or passes to the player who mated it (takeover); end: the first mate ends " \
     "the game (9.4)."},                                                                    \
        {"stalemate", "pass|out",                                                           \
         "With three players: a stalemated player is skipped, or "                          \
         "is out (9.4)."},                                                                  \
    {                                                                                       \
        "mate-rule", "check|capture",                                                       \
            "Players go out by checkmate, or only when their king is captured (9.4)."       \
    }
#define MULTISTEP(values)                                                                 \
    {                                                                                     \
        "multistep", values,                                                              \
            "Which pawns may make several steps: unmoved ones, or all in the zone (6.2)." \
    }
#define TWO_PLAYER_SETUP                                                           \
    {                                                                              \
        "setup", "corners-2|sides-2|corner-vs-side", "Where the armies start (5)." \
    }

static const struct option options_three[] = {CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES,
                                              THREE_PLAYERS};
static const struct option options_two[] = {CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES};
static const struct option options_corner_vs_side[] = {CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES,
                                                       MULTISTEP("initial|line")};
static const struct option options_unicorns[] = {
    {"setup", "corners-2|corners-3|sides-3|sides-2|corner-vs-side", "Where the armies start (5)."},
    {"archer", "off|on", "Archers in the place of knights (5)."},
    CROOKED_ROOK,
    CROOKED_QUEEN,
    NULL_MOVES,
    THREE_PLAYERS,
    MULTISTEP("initial|line"),
};
static const struct option options_grand[] = {
    CROOKED_ROOK,
    NULL_MOVES,
    {"promote-on-capture", "off|on",
     "A piece that captures a compound piece turns into its promoted form (9.3)."},
    MULTISTEP("line|initial"),
};
static const struct option options_chaturanga[] = {
    TWO_PLAYER_SETUP,
    CROOKED_ROOK,
    NULL_MOVES,
    {"elephant", "alfil|silver",
     "Elephants leap two diagonal steps, or move as silver generals (10)."},
};
static const struct option options_shatranj[] = {TWO_PLAYER_SETUP, CROOKED_ROOK, NULL_MOVES};
static const struct option options_makruk[] = {
    TWO_PLAYER_SETUP,
    CROOKED_ROOK,
    NULL_MOVES,
    {"promotion", "row6|last",
     "Pawns promote from row 6 on, or where they can go no further (6.4)."},
};
static const struct option options_shatar[] = {TWO_PLAYER_SETUP, CROOKED_ROOK, CROOKED_QUEEN,
                                               NULL_MOVES};

/* ---------------------------------------------------------------- games (sections 5, 6.4, 8,
 * 10) */

enum number {
    GAME_CORNERS_3,
    GAME_SIDES_3,
    GAME_CORNERS_2,
    GAME_SIDES_2,
    GAME_CORNER_VS_SIDE,
    GAME_UNICORNS,
    GAME_GRAND,
    GAME_CHATURANGA,
    GAME_SHATRANJ,
    GAME_MAKRUK,
    GAME_SHATAR
};

static const struct triangle_game games[] = {
    [GAME_CORNERS_3] = {.setup = CORNERS_3, .swap = "", .choice = "QRBN"},
    [GAME_SIDES_3] = {.setup = SIDES_3, .swap = "", .choice = "QRBN"},
    [GAME_CORNERS_2] = {.setup = CORNERS_2, .swap = "", .choice = "QRBN"},
    [GAME_SIDES_2] = {.setup = SIDES_2, .swap = "", .choice = "QRBN"},
    [GAME_CORNER_VS_SIDE] = {.setup = CORNER_VS_SIDE,
                             .swap = "",
                             .choice = "QRBN",
                             .multistep = MULTISTEP_INITIAL},
    [GAME_UNICORNS] = {.setup = CORNERS_2,
                       .swap = "BUPGQD",
                       .choice = "DRUN",
                       .multistep = MULTISTEP_INITIAL},
    [GAME_GRAND] = {.setup = DIAMOND,
                    .swap = "",
                    .choice = "QDSURBNJA",
                    .bare = BARE_LOSES,
                    .stalemate_loses = true,
                    .multistep = MULTISTEP_ALL},
    [GAME_CHATURANGA] = {.setup = CORNERS_2,
                         .swap = "QFBE",
                         .choice = "F",
                         .bare = BARE_LOSES,
                         .stalemate_loses = true},
    [GAME_SHATRANJ] = {.setup = CORNERS_2,
                       .swap = "QFBE",
                       .choice = "F",
                       .bare = BARE_BACK,
                       .stalemate_loses = true},
    [GAME_MAKRUK] = {.setup = CORNERS_2, .swap = "QFBS", .choice = "F"},
    [GAME_SHATAR] =
        {.setup = CORNERS_2, .swap = "", .choice = "Q", .bare = BARE_DRAWS, .bers_mates = true},
};

static const char *const placements[SETUPS] = {
    [CORNERS_3] = "q/bkr/nrpbn/ppppppp/P7P'/NPP5P'P'N'/BRPPP3P'P'P'B'R'/QKRBNPP1P'P'N'R'B'K'Q'",
    [SIDES_3] = "1/n1N'/rp1P'R'/qpp1P'P'Q'/bbkp1P'K'B'B'/rppp3P'P'P'R'/np2PPKPP2P'N'/2NPRPBBQPRPN2",
    [CORNERS_2] = "q/bkr/nrpbn/ppppppp/P8/NPP8/BRPPP8/QKRBNPP8",
    [SIDES_2] = "1/n2/rp3/qpp4/bbkp5/rppp7/np2PPKPP4/2NPRPBBQPRPN2",
    [CORNER_VS_SIDE] = "q/bkr/nrpbn/ppppppp/9/11/4PPKPP4/2NPRPBBQPRPN2",
    [DIAMOND] =
        "k/dqs/rubur/jngbgnj/pgggagggp/1p1ppapp1p1/13/15/15/13/1P1PPAPP1P1/PGGGAGGGP/JNGBGNJ/RUBUR/DQS/K",
};

/* The forward direction of each player (2.3) as a direction of the board: its angle divided by
 * 30. */
static const uint8_t forwards[SETUPS][SIDES_MAX] = {
    [CORNERS_3] = {1, 9, 5}, [SIDES_3] = {3, 11, 7},       [CORNERS_2] = {1, 9, 0},
    [SIDES_2] = {3, 11, 0},  [CORNER_VS_SIDE] = {3, 9, 0}, [DIAMOND] = {3, 9, 0},
};

#define LIST(array) .option_count = (int)(sizeof(array) / sizeof *(array)), .options = array
#define KINDS(array) .kinds = array, .kind_count = (int)(sizeof(array) / sizeof *(array)) - 1
#define GOAL "Checkmate the king. The board is a triangle of 64 triangles."
#define GOAL_3 "Be the last player left: mate both others, or capture an exposed king."
#define OTHERS "; knights, bishops and pawns have six or three directions."
#define ROOKS "Rooks walk around corner points" OTHERS
#define OBSTACLES "The pieces of an eliminated player stay on the board as obstacles."

const struct variant triangle_variants[TRIANGLE_VARIANTS] = {
    {.id = "triangle-corners-3",
     .title = "64 Triangles, three corners",
     .board = "64 triangles",
     .sides = 3,
     .summary = {GOAL_3, ROOKS, OBSTACLES},
     KINDS(kinds_64),
     LIST(options_three),
     .number = GAME_CORNERS_3},
    {.id = "triangle-sides-3",
     .title = "64 Triangles, three sides",
     .board = "64 triangles",
     .sides = 3,
     .summary = {GOAL_3, ROOKS, "The armies start at the sides; a pawn promotes on one cell only."},
     KINDS(kinds_64),
     LIST(options_three),
     .number = GAME_SIDES_3},
    {.id = "triangle-corners-2",
     .title = "64 Triangles, two corners",
     .board = "64 triangles",
     .sides = 2,
     .summary = {GOAL, ROOKS, "Pawns that have not moved may not capture each other."},
     KINDS(kinds_64),
     LIST(options_two),
     .number = GAME_CORNERS_2},
    {.id = "triangle-sides-2",
     .title = "64 Triangles, two sides",
     .board = "64 triangles",
     .sides = 2,
     .summary = {GOAL, ROOKS, "The armies start at the sides; a pawn promotes on one cell only."},
     KINDS(kinds_64),
     LIST(options_two),
     .number = GAME_SIDES_2},
    {.id = "triangle-corner-vs-side",
     .title = "64 Triangles, corner against side",
     .board = "64 triangles",
     .sides = 2,
     .summary = {GOAL,
                 "White's pawns may make up to three steps at first, and be captured on the "
                 "way.",
                 ROOKS},
     KINDS(kinds_64),
     LIST(options_corner_vs_side),
     .number = GAME_CORNER_VS_SIDE},
    {.id = "triangle-unicorns",
     .title = "Triangles with Unicorns",
     .board = "64 triangles",
     .sides = 2,
     .summary = {"Checkmate the duke. The board is a triangle of 64 triangles.",
                 "Unicorns and duchesses move in rings; girls capture triagonally.",
                 "Any of the five set-ups, for two or three players."},
     KINDS(kinds_unicorns),
     LIST(options_unicorns),
     .number = GAME_UNICORNS},
    {.id = "grand-triangle",
     .title = "Grand Triangle Chess",
     .board = "128 triangles",
     .sides = 2,
     .summary = {"Checkmate, stalemate or bare the emperor, on a diamond of 128 triangles.",
                 "Pawns and girls may move any number of steps in their own half, by any path.",
                 "Ninjas, archers, unicorns, duchesses and princesses join the army."},
     KINDS(kinds_grand),
     LIST(options_grand),
     .number = GAME_GRAND},
    {.id = "triangle-chaturanga",
     .title = "Triangle Chaturanga",
     .board = "64 triangles",
     .sides = 2,
     .summary = {"Checkmate, stalemate or bare the king.", "The old Indian army on 64 triangles.",
                 "Pawns become counsellors."},
     KINDS(kinds_chaturanga),
     LIST(options_chaturanga),
     .number = GAME_CHATURANGA},
    {.id = "triangle-shatranj",
     .title = "Triangle Shatranj",
     .board = "64 triangles",
     .sides = 2,
     .summary = {"Checkmate, stalemate or bare the king.",
                 "A bared player who can bare his opponent at once draws.",
                 "Pawns become counsellors."},
     KINDS(kinds_shatranj),
     LIST(options_shatranj),
     .number = GAME_SHATRANJ},
    {.id = "triangle-makruk",
     .title = "Triangle Makruk",
     .board = "64 triangles",
     .sides = 2,
     .summary = {GOAL, "Mets and silver generals as in Siam.",
                 "Pawns become mets from the sixth row on."},
     KINDS(kinds_makruk),
     LIST(options_makruk),
     .number = GAME_MAKRUK},
    {.id = "triangle-shatar",
     .title = "Triangle Shatar",
     .board = "64 triangles",
     .sides = 2,
     .summary = {"Checkmate the king with a bers or a rook among the checking pieces.",
                 "Mate by lesser pieces alone is a draw, and so is a bare king.",
                 "The Mongolian army."},
     KINDS(kinds_shatar),
     LIST(options_shatar),
     .number = GAME_SHATAR},
};

/* ---------------------------------------------------------------- applying the options */

static bool is_on(const struct ruleset *ruleset, const char *name)
{
    return ruleset_has(ruleset, name, "on");
}

static void settle_setup(const struct ruleset *ruleset, struct triangles *own)
{
    static const char *const names[] = {"corners-3", "sides-3", "corners-2", "sides-2",
                                        "corner-vs-side"};
    own->setup = own->game->setup;
    for (int setup = CORNERS_3; setup <= CORNER_VS_SIDE; setup++)
        if (ruleset_has(ruleset, "setup", names[setup]))
            own->setup = (enum setup)setup;
    own->sides = own->setup == CORNERS_3 || own->setup == SIDES_3 ? 3 : 2;
    memcpy(own->forward, forwards[own->setup], sizeof own->forward);
}

static int settle_players(const struct ruleset *ruleset, struct triangles *own, struct note *why)
{
    static const char *const three[] = {"elimination", "stalemate", "mate-rule"};
    static const char *const eliminations[] = {"freeze", "remove", "takeover", "end"};
    for (int i = 0; i < 3; i++)
        if (own->sides == 2 && ruleset_option(ruleset, three[i]))
            return note_fail(why, FAIL_TEXT, -1,
                             "option %s needs three players (rules/triangles.md 5)", three[i]);
    for (int e = ELIMINATION_FREEZE; e <= ELIMINATION_END; e++)
        if (ruleset_has(ruleset, "elimination", eliminations[e]))
            own->elimination = (enum elimination)e;
    own->stalemate_out = ruleset_has(ruleset, "stalemate", "out");
    own->capture_rule = ruleset_has(ruleset, "mate-rule", "capture");
    return 0;
}

static int settle_steps(const struct ruleset *ruleset, struct triangles *own, struct note *why)
{
    own->multistep = own->setup == CORNER_VS_SIDE || own->setup == DIAMOND ? own->game->multistep
                                                                           : MULTISTEP_NONE;
    own->steps_most = own->setup == DIAMOND ? PASSED_ROOM : 3;
    if (!ruleset_option(ruleset, "multistep"))
        return 0;
    if (own->multistep == MULTISTEP_NONE)
        return note_fail(why, FAIL_TEXT, -1,
                         "option multistep needs setup=corner-vs-side (rules/triangles.md 5)");
    own->multistep =
        ruleset_has(ruleset, "multistep", "initial") ? MULTISTEP_INITIAL : MULTISTEP_ALL;
    return 0;
}

/* Sets the kinds of a game, their movement, and the kinds to which pieces may promote. */
static int settle_pieces(struct ruleset *ruleset, struct triangles *own, struct note *why)
{
    bool grand = own->setup == DIAMOND, promoting = is_on(ruleset, "promote-on-capture");
    bool crooked = is_on(ruleset, "crooked-rook"), crooked_queen = is_on(ruleset, "crooked-queen");
    if (crooked_queen && !crooked)
        return note_fail(why, FAIL_TEXT, -1,
                         "crooked-queen=on needs crooked-rook=on (rules/triangles.md 9.1)");
    if (grand)
        ruleset->kind_count = !promoting ? GRAND_KINDS
                              : crooked  ? GRAND_PROMOTED_CROOKED
                                         : GRAND_PROMOTED;
    for (int kind = 1; kind <= ruleset->kind_count; kind++) {
        char letter = ruleset->kinds[kind].letter;
        bool zigzag = letter == 'R'
                          ? crooked
                          : (letter == 'Q' || letter == 'D') && (grand ? crooked : crooked_queen);
        uint32_t movement = triangles_movement(ruleset->kinds[kind].name);
        if (zigzag && movement & ELEMENT(WALK_ROOK))
            movement ^= ELEMENT(WALK_ROOK) | ELEMENT(WALK_CROOKED_ROOK);
        own->movement[kind] = movement;
    }
    const char *choice = own->game->choice;
    if (promoting)
        choice = crooked ? "QDSURBNJALTVZ" : "QDSURBNJACLTVWZ";
    if (is_on(ruleset, "archer"))
        choice = "DRUA";
    snprintf(own->choice, sizeof own->choice, "%s", choice);
    for (const char *pair = "RCUVQWDZSTNLJLAL"; promoting && *pair; pair += 2)
        own->becomes[ruleset_kind(ruleset, pair[0])] = (uint8_t)ruleset_kind(ruleset, pair[1]);
    for (const char *letter = "QDSWZTL"; promoting && *letter; letter++)
        own->compound[ruleset_kind(ruleset, *letter)] = true;
    own->compound[KIND_NONE] = false;
    triangles_tell_kinds(ruleset, own);
    return 0;
}

/* Copies the placement of the opening and replaces the common letters by those of this game. */
static void swap_letters(const struct ruleset *ruleset, const struct triangles *own,
                         char placement[160])
{
    const char *swap = own->game->swap;
    if (ruleset_has(ruleset, "elephant", "silver"))
        swap = "QFBS";
    if (is_on(ruleset, "archer"))
        swap = "BUPGQDNA";
    snprintf(placement, 160, "%s", placements[own->setup]);
    for (char *at = placement; *at; at++)
        for (const char *pair = swap; *pair; pair += 2)
            if (ascii_upper((unsigned char)*at) == pair[0]) {
                *at = (char)(ascii_islower((unsigned char)*at) ? ascii_lower(pair[1]) : pair[1]);
                break;
            }
}

/* Returns the options that have no effect with this set-up. settle_players() and settle_steps()
 * refuse the same options. */
static const char *triangles_idle_options(const struct triangles *own)
{
    if (own->sides == 3)
        return "multistep";
    return own->multistep == MULTISTEP_NONE ? "elimination stalemate mate-rule multistep"
                                            : "elimination stalemate mate-rule";
}

/* Returns how a player wins a game of three: by mate or by capture, as the last one left or by the
 * first elimination. */
static const char *goal_of_three(const struct triangles *own, bool duke)
{
    bool first = own->elimination == ELIMINATION_END;
    if (own->capture_rule)
        return first
                   ? duke
                         ? "Capture a duke: the first capture ends the game. You need not answer a check."
                         : "Capture a king: the first capture ends the game. You need not answer a check."
               : duke
                   ? "Be the last player left: capture both other dukes. You need not answer a check."
                   : "Be the last player left: capture both other kings. You need not answer a check.";
    if (first)
        return duke
                   ? "Give the first mate, or be the first to capture an exposed duke: that ends the game."
                   : "Give the first mate, or be the first to capture an exposed king: that ends the game.";
    return duke ? "Be the last player left: mate both others, or capture an exposed duke." : GOAL_3;
}

/* Writes the summary of the rules (goal and peculiarities) as the options make it. */
static void triangles_settle_summary(struct ruleset *ruleset, const struct triangles *own)
{
    static const char *const armies[] = {
        [ELIMINATION_FREEZE] = OBSTACLES,
        [ELIMINATION_REMOVE] = "The pieces of an eliminated player leave the board.",
        [ELIMINATION_TAKEOVER] = "The player who eliminates another takes over their pieces.",
        [ELIMINATION_END] = NULL, /* NULL: the summary's first line says that the game ends with the
                                     first elimination */
    };
    const char **summary = ruleset->summary;
    int number = ruleset->variant->number;
    bool unicorns = number == GAME_UNICORNS;
    for (int i = 0; i < 3; i++)
        if (!strcmp(summary[i], ROOKS) && is_on(ruleset, "crooked-rook"))
            summary[i] = "Rooks zigzag in straight strips" OTHERS;
    if (own->sides == 3) {
        summary[0] = goal_of_three(own, unicorns);
        if (unicorns || number == GAME_CORNERS_3)
            summary[2] = armies[own->elimination];
    }
    if (unicorns && is_on(ruleset, "crooked-queen"))
        summary[1] = "Unicorns move in rings, the rook part of duchesses zigzags; girls capture "
                     "triagonally.";
    if (number == GAME_CORNER_VS_SIDE && own->multistep == MULTISTEP_ALL)
        summary[1] = "White's pawns may make up to three steps as far as the line d4-l4, and be "
                     "captured on the way.";
    if (number == GAME_GRAND && own->multistep == MULTISTEP_INITIAL)
        summary[1] =
            "Pawns and girls that have not moved may move any number of steps in their own "
            "half, by any path.";
    if (number == GAME_MAKRUK && !own->row6)
        summary[2] = "Pawns become mets where they can go no further.";
}

int triangles_settle(struct ruleset *ruleset, struct triangles *own, char placement[160],
                     struct note *why)
{
    own->game = &games[ruleset->variant->number];
    own->null_moves = is_on(ruleset, "null-moves");
    own->row6 = ruleset_has(ruleset, "promotion", "row6");
    settle_setup(ruleset, own);
    int result = settle_players(ruleset, own, why);
    if (result == 0)
        result = settle_steps(ruleset, own, why);
    if (result == 0)
        result = settle_pieces(ruleset, own, why);
    if (result == 0)
        swap_letters(ruleset, own, placement);
    ruleset->idle = triangles_idle_options(own);
    ruleset->sides = own->sides;
    if (result == 0)
        triangles_settle_summary(ruleset, own);
    return result;
}

/* ---- Computes movement on a board of triangles in advance (rules/triangles.md 2 and 4): leaps as
 * sets, walks as paths, forward steps for each player.
 *
 * Geometry. The board graph (core/board.c) has 12 directions of 30 degrees. From any cell, even
 * directions are diagonal steps; odd directions alternate between orthogonal (across an edge) and
 * triagonal (across a corner). In cells that point down, these two are exchanged. So a cell has 6
 * diagonal, 3 orthogonal and 3 triagonal steps; see step_kind().
 *
 * Leaps (4.5) are fixed vectors in (column, rank) from a cell that points up. A cell that points
 * down is its mirror image, so the rank is negated.
 *
 * Walks (4.2 to 4.4) repeat steps of one kind. An orthogonal or triagonal step leads to a cell of
 * the other orientation, where the same direction would be a step of the other kind. So the walk
 * must turn by 60 degrees (TURN) after every step. A walk that always turns to the same side goes
 * around a point: a circle of six cells, whose sixth step returns to the start (the null move). So
 * its paths have CIRCLE = 5 cells. The crooked walks turn left and right alternately, which is a
 * zigzag in a straight strip. Diagonal walks (bishop) go straight. Three first directions with two
 * turns each make six paths; a bishop has six directions and one path in each.
 *
 * An ahead is a step that differs by less than 90 degrees from the player's forward direction
 * (2.3), which is one of six and depends on the set-up.
 *
 * Cost: some ten thousand steps over the graph, well under a millisecond. The result (struct
 * triangle_ground) depends only on the options in triangles_ground_of(), is shared by all rulesets
 * with the same values of these, and is never freed. */

enum step_kind { STEP_ORTHOGONAL, STEP_DIAGONAL, STEP_TRIAGONAL };
enum {
    TURN = 2,
    AROUND = TRIANGLE_DIRECTIONS
}; /* TURN: a circle or zigzag turns by 60 degrees after each step */

/* Leaps as vectors from a cell that points up. From a cell that points down the rank is negated
 * (4.5; for single steps 2.2). */
static const struct {
    int8_t count, vector[6][2];
} leaps[LEAPS] = {
    [LEAP_ORTHOGONAL] = {3, {{1, 0}, {-1, 0}, {0, -1}}},
    [LEAP_DIAGONAL] = {6, {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}}},
    [LEAP_TRIAGONAL] = {3, {{0, 1}, {-2, -1}, {2, -1}}},
    [LEAP_ELEPHANT] = {6, {{4, 0}, {2, 2}, {-2, 2}, {-4, 0}, {-2, -2}, {2, -2}}},
    [LEAP_KNIGHT] = {6, {{3, 0}, {-3, 0}, {2, 1}, {-2, 1}, {1, -2}, {-1, -2}}},
    [LEAP_NINJA] = {6, {{1, 2}, {-1, 2}, {4, -1}, {-4, -1}, {3, -2}, {-3, -2}}},
    [LEAP_ARCHER] = {6, {{0, 2}, {0, -2}, {3, 1}, {-3, 1}, {3, -1}, {-3, -1}}},
};

/* Walks (4.2 to 4.4): the kind of each step, the turn after it, and the length of the longest path.
 * The sixth step of a circle is not in the path: it would end on the starting cell (the null
 * move). */
static const struct {
    uint8_t step, turn, most;
    bool alternating;
} walks[WALKS] = {
    [WALK_ROOK - LEAPS] = {STEP_ORTHOGONAL, TURN, CIRCLE, false},
    [WALK_CROOKED_ROOK - LEAPS] = {STEP_ORTHOGONAL, TURN, PATH_ROOM - 1, true},
    [WALK_BISHOP - LEAPS] = {STEP_DIAGONAL, 0, PATH_ROOM - 1, false},
    [WALK_UNICORN - LEAPS] = {STEP_TRIAGONAL, TURN, CIRCLE, false},
    [WALK_CROOKED_UNICORN - LEAPS] = {STEP_TRIAGONAL, TURN, PATH_ROOM - 1, true},
};

/* Returns the kind of a step from a cell in a direction (2.2). */
static enum step_kind step_kind(const struct board *board, int cell, int direction)
{
    if (direction % 2 == 0)
        return STEP_DIAGONAL;
    bool orthogonal_of_up = direction % 4 == 1;
    return board->cell[cell].up == orthogonal_of_up ? STEP_ORTHOGONAL : STEP_TRIAGONAL;
}

static void lay_leaps(struct triangle_ground *ground)
{
    const struct board *board = ground->board;
    for (int e = 0; e < LEAPS; e++)
        for (int c = 0; c < board->cells; c++)
            for (int i = 0; i < leaps[e].count; i++) {
                const struct board_cell *cell = &board->cell[c];
                const int8_t *vector = leaps[e].vector[i];
                cell_t to = board_at(board, cell->file + vector[0],
                                     cell->rank + (cell->up ? vector[1] : -vector[1]));
                if (to != CELL_NONE)
                    cells_add(&ground->leap[e][c], to);
            }
}

static void lay_path(struct triangle_walk *walk, const struct board *board, int w, int from,
                     int direction, int turn, int path)
{
    uint8_t *list = walk->path[from][path];
    int cell = from, n = 0;
    while (n < walks[w].most) {
        cell = board_next(board, (cell_t)cell, direction);
        if (cell == CELL_NONE)
            break;
        list[n++] = (uint8_t)cell;
        cells_add(&walk->mask[from][path], cell);
        direction = (direction + turn + AROUND) % AROUND;
        if (walks[w].alternating)
            turn = -turn;
    }
    list[n] = NO_CELL;
    if (n > 0)
        cells_add(&walk->first[from], list[0]);
    walk->whole[from] = cells_either(walk->whole[from], walk->mask[from][path]);
}

static void lay_walk(struct triangle_ground *ground, int w)
{
    const struct board *board = ground->board;
    for (int c = 0; c < board->cells; c++) {
        int path = 0;
        for (int d = 0; d < TRIANGLE_DIRECTIONS; d++) {
            if (step_kind(board, c, d) != walks[w].step)
                continue;
            lay_path(&ground->walk[w], board, w, c, d, walks[w].turn, path++);
            if (walks[w].turn)
                lay_path(&ground->walk[w], board, w, c, d, -walks[w].turn, path++);
        }
    }
}

/* True if a direction differs by less than 90 degrees from the forward direction (2.3). */
static bool is_forward(int direction, int forward)
{
    int off = (direction - forward + AROUND) % AROUND;
    return off < 3 || off > AROUND - 3;
}

static void lay_aheads(struct triangle_ground *ground, int forward, int side)
{
    const struct board *board = ground->board;
    static const int ahead_of[] = {[STEP_ORTHOGONAL] = AHEAD_SILVER,
                                   [STEP_DIAGONAL] = AHEAD_PAWN,
                                   [STEP_TRIAGONAL] = AHEAD_GIRL};
    for (int c = 0; c < board->cells; c++)
        for (int d = 0; d < TRIANGLE_DIRECTIONS; d++) {
            cell_t to = board_next(board, (cell_t)c, d);
            if (to == CELL_NONE || !is_forward(d, forward))
                continue;
            int ahead = ahead_of[step_kind(board, c, d)] - WALKS_END;
            cells_add(&ground->aim[ahead][side][c], to);
            cells_add(&ground->aimed_from[ahead][side][to], c);
        }
    memcpy(ground->step[side], ground->aim[AHEAD_SILVER - WALKS_END][side],
           sizeof ground->step[side]);
}

/* Returns the row of a cell from a player's point of view, on the triangular board (2.4). */
static int triangles_row_of(const struct board_cell *cell, int forward)
{
    int c = cell->file, r = cell->rank + 1, slant = cell->up ? 1 : 2;
    switch (forward) {
    case 1:
        return (c + r + slant) / 2;
    case 3:
        return r;
    case 5:
        return (14 - c + r + slant) / 2;
    case 7:
        return 9 - (c + r + slant) / 2;
    case 9:
        return 9 - r;
    default:
        return 9 - (14 - c + r + slant) / 2;
    }
}

/* Computes the promotion cells (6.4): those from which no forward step stays on the board; in
 * makruk with promotion=row6, the rows 6 to 8. */
static void lay_last(struct triangle_ground *ground, const struct triangles *own, int side)
{
    for (int c = 0; c < ground->board->cells; c++)
        if (own->row6 ? triangles_row_of(&ground->board->cell[c], own->forward[side]) >= 6
                      : !cells_any(ground->step[side][c]))
            cells_add(&ground->last[side], c);
}

/* Computes the zones of multi-step moves (6.2): the cells up to the line d4 f4 h4 j4 l4, or a
 * player's half of the diamond. */
static void lay_zones(struct triangle_ground *ground, const struct triangles *own)
{
    if (own->multistep == MULTISTEP_NONE)
        return;
    for (int c = 0; c < ground->board->cells; c++) {
        int r = ground->board->cell[c].rank + 1;
        if (own->setup == DIAMOND)
            cells_add(&ground->zone[r <= 8 ? WHITE : BLACK], c);
        else if (r <= 3 || (r == 4 && ground->board->cell[c].up))
            cells_add(&ground->zone[WHITE], c);
    }
}

/* Computes the cells from which a piece could capture on each cell. Leaps and walks can be
 * reversed, so for them these are the cells that they reach. */
static void lay_from(struct triangle_ground *ground, const struct triangles *own)
{
    for (const uint8_t *e = ground->list_used; *e != ELEMENTS; e++)
        for (int c = 0; c < ground->board->cells; c++) {
            struct cells *from = &ground->from[*e][c];
            if (*e < WALKS_END)
                *from = *e < LEAPS ? ground->leap[*e][c] : ground->walk[*e - LEAPS].whole[c];
            for (int side = 0; side < own->sides && *e >= WALKS_END; side++)
                *from = cells_either(*from, ground->aimed_from[*e - WALKS_END][side][c]);
            ground->from_afar[c] = cells_either(ground->from_afar[c], *from);
        }
}

/* Computes the first cells that a piece can enter: the goals of leaps, and the first cells of walks
 * and forward steps. */
static void lay_near(struct triangle_ground *ground, const struct triangles *own, int kind)
{
    for (const uint8_t *e = own->list[kind]; *e != ELEMENTS; e++)
        for (int c = 0; c < ground->board->cells; c++) {
            struct cells *near = &ground->near[kind][c];
            if (*e < WALKS_END)
                *near = cells_either(*near, *e < LEAPS ? ground->leap[*e][c]
                                                       : ground->walk[*e - LEAPS].first[c]);
            for (int side = 0; side < own->sides && *e >= WALKS_END; side++)
                *near = cells_either(*near, ground->step[side][c]);
        }
}

/* Converts a set of elements to a list. */
static void list_elements(uint32_t elements, uint8_t *list)
{
    for (int e = 0; e < ELEMENTS; e++)
        if (elements & ELEMENT(e))
            *list++ = (uint8_t)e;
    *list = ELEMENTS;
}

static struct triangle_ground *triangles_ground_new(const struct triangles *own, int kinds)
{
    struct triangle_ground *ground = memory_new(1, sizeof *ground);
    ground->board = own->setup == DIAMOND ? board_diamond() : board_triangle();
    for (int kind = 1; kind <= kinds; kind++)
        ground->used |= own->movement[kind];
    list_elements(ground->used, ground->list_used);
    lay_leaps(ground);
    for (int w = 0; w < WALKS; w++)
        if (ground->used & ELEMENT(LEAPS + w))
            lay_walk(ground, w);
    for (int side = 0; side < own->sides; side++) {
        lay_aheads(ground, own->forward[side], side);
        lay_last(ground, own, side);
    }
    lay_zones(ground, own);
    lay_from(ground, own);
    for (int kind = 1; kind <= kinds; kind++)
        lay_near(ground, own, kind);
    return ground;
}

static void triangles_ground_free(struct triangle_ground *ground)
{
    board_free(ground->board);
    free(ground);
}

/* Returns the shared ground for a ruleset, and creates it at the first call. It is never freed.
 * Every game in a file may have other options, but only the options used here affect the ground, so
 * there are a few dozen at most. */
static const struct triangle_ground *triangles_ground_of(const struct ruleset *ruleset,
                                                         const struct triangles *own)
{
    static struct made_once grounds[TRIANGLE_VARIANTS][SETUPS][2][2][2][2];
    bool rook = ruleset_has(ruleset, "crooked-rook", "on"),
         queen = ruleset_has(ruleset, "crooked-queen", "on");
    bool promoting = ruleset_has(ruleset, "promote-on-capture", "on");
    struct made_once *place =
        &grounds[ruleset->variant->number][own->setup][rook][queen][promoting][own->row6];
    const struct triangle_ground *ground = made_once(place);
    if (!ground) {
        struct triangle_ground *made = triangles_ground_new(own, ruleset->kind_count);
        ground = made_once_keep(place, made);
        if (ground != made)
            triangles_ground_free(made);
    }
    return ground;
}

void triangles_lay_out(struct ruleset *ruleset, struct triangles *own)
{
    for (int kind = 1; kind < KINDS_MAX; kind++)
        list_elements(own->movement[kind], own->list[kind]);
    own->ground = triangles_ground_of(ruleset, own);
    ruleset->board = own->ground->board;
    own->cells = ruleset->board->cells;
}
