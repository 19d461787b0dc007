/* variants.c - the triangle games as rows of data: pieces, movement, options, set-ups, variants (rules/triangles.md
 * 4, 5, 9, 10). */
#include "core/util/ascii.h"
#include "core/families/triangles/triangles.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- pieces (section 4) */

#define SOURCE "rules/triangles.md "
#define KING {'K', "King", "One orthogonal or diagonal step.", SOURCE "4", true}
#define ROOK \
    {'R', "Rook", "Walks around a corner point of its cell: orthogonal steps, always turning left or always right.", \
     SOURCE "4.2", false}
#define BISHOP {'B', "Bishop", "Any number of diagonal steps in one direction.", SOURCE "4.3", false}
#define QUEEN {'Q', "Queen", "Rook or bishop.", SOURCE "4", false}
#define KNIGHT {'N', "Knight", "Leaps an orthogonal step and a diagonal one 30 degrees off.", SOURCE "4.5", false}
#define PAWN \
    {'P', "Pawn", "One forward orthogonal step to a free cell; takes one forward diagonal step.", SOURCE "4.6", false}
#define UNICORN \
    {'U', "Unicorn", "Triagonal steps, always turning left or always right: rings of six cells.", SOURCE "4.4", false}
#define DUCHESS {'D', "Duchess", "Rook or unicorn.", SOURCE "4", false}
#define ARCHER {'A', "Archer", "Leaps an orthogonal and a triagonal step in one direction.", SOURCE "4.5", false}
#define GIRL \
    {'G', "Girl", "One forward orthogonal step to a free cell; takes one forward triagonal step.", SOURCE "4.6", false}
#define FERZ(name) {'F', name, "One diagonal step.", SOURCE "4", false}
#define ELEPHANT {'E', "Elephant", "Leaps two diagonal steps in one direction.", SOURCE "4", false}
#define SILVER {'S', "Silver General", "One diagonal step or one forward orthogonal step.", SOURCE "4", false}

static const struct kind kinds_64[] = {{0}, KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN};
static const struct kind kinds_unicorns[] = {
    {0}, {'K', "Duke", "One orthogonal or triagonal step.", SOURCE "4", true},
    DUCHESS, ROOK, UNICORN, KNIGHT, ARCHER, GIRL,
};
/* Promoted forms come last, C and W at the very end: triangles_settle() cuts off those that a game does not have. */
static const struct kind kinds_grand[] = {
    {0}, {'K', "Emperor", "One step of any kind, whatever stands between.", SOURCE "4", true},
    QUEEN, DUCHESS, {'S', "Princess", "Bishop or unicorn.", SOURCE "4", false}, UNICORN, ROOK, BISHOP, KNIGHT,
    {'J', "Ninja", "Leaps a diagonal step and a triagonal one 30 degrees off.", SOURCE "4.5", false},
    ARCHER, GIRL, PAWN,
    {'L', "Leaper", "Knight, ninja or archer.", SOURCE "4", false},
    {'V', "Crooked Unicorn", "Triagonal steps, turning left and right by turns.", SOURCE "4.4", false},
    {'Z', "Crooked Duchess", "Crooked rook or crooked unicorn.", SOURCE "4", false},
    {'T', "Crooked Princess", "Bishop or crooked unicorn.", SOURCE "4", false},
    {'C', "Crooked Rook", "Orthogonal steps, turning left and right by turns: a zigzag in a straight strip.",
     SOURCE "4.2", false},
    {'W', "Crooked Queen", "Crooked rook or bishop.", SOURCE "4", false},
};
enum { GRAND_KINDS = 12, GRAND_PROMOTED_CROOKED = 16, GRAND_PROMOTED = 18 };
static const struct kind kinds_chaturanga[] = {{0}, KING, FERZ("Counsellor"), ROOK, ELEPHANT, SILVER, KNIGHT, PAWN};
static const struct kind kinds_shatranj[] = {{0}, KING, FERZ("Counsellor"), ROOK, ELEPHANT, KNIGHT, PAWN};
static const struct kind kinds_makruk[] = {{0}, KING, FERZ("Met"), ROOK, SILVER, KNIGHT, PAWN};
static const struct kind kinds_shatar[] = {
    {0}, KING, {'Q', "Bers", "Rook, or one diagonal step.", SOURCE "4", false}, ROOK, BISHOP, KNIGHT, PAWN,
};

/* How each kind moves, by name. */
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

#define CROOKED_ROOK {"crooked-rook", "off|on", "Rooks zigzag in straight strips (9.1)."}
#define CROOKED_QUEEN {"crooked-queen", "off|on", "The rook part of queens is crooked too; needs crooked-rook=on (9.1)."}
#define NULL_MOVES {"null-moves", "off|on", "Rooks and unicorns may walk a full free circle back to their cell (9.2)."}
#define THREE_PLAYERS \
    {"elimination", "freeze|remove|takeover|end", \
     "The army of a player who is out stays as obstacles (freeze), leaves the board (remove), or obeys who mated it (takeover); " \
     "end: the first mate ends the game (9.4)."}, \
    {"stalemate", "pass|out", "A stalemated player of three is passed by, or is out (9.4)."}, \
    {"mate-rule", "check|capture", "Players go out by checkmate, or only when their king is captured (9.4)."}
#define MULTISTEP(values) {"multistep", values, "Which pawns may take several steps: unmoved ones, or all in the zone (6.2)."}
#define TWO_PLAYER_SETUP {"setup", "corners-2|sides-2|corner-vs-side", "Where the armies start (5)."}

static const struct option options_three[] = {CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES, THREE_PLAYERS};
static const struct option options_two[] = {CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES};
static const struct option options_corner_vs_side[] = {CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES,
                                                       MULTISTEP("initial|line")};
static const struct option options_unicorns[] = {
    {"setup", "corners-2|corners-3|sides-3|sides-2|corner-vs-side", "Where the armies start (5)."},
    {"archer", "off|on", "Archers in the place of knights (5)."},
    CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES, THREE_PLAYERS, MULTISTEP("initial|line"),
};
static const struct option options_grand[] = {
    CROOKED_ROOK, NULL_MOVES,
    {"promote-on-capture", "off|on", "A piece that takes a compound piece turns into its promoted form (9.3)."},
    MULTISTEP("line|initial"),
};
static const struct option options_chaturanga[] = {
    TWO_PLAYER_SETUP, CROOKED_ROOK, NULL_MOVES,
    {"elephant", "alfil|silver", "Elephants leap two diagonal steps, or move as silver generals (10)."},
};
static const struct option options_shatranj[] = {TWO_PLAYER_SETUP, CROOKED_ROOK, NULL_MOVES};
static const struct option options_makruk[] = {
    TWO_PLAYER_SETUP, CROOKED_ROOK, NULL_MOVES,
    {"promotion", "row6|last", "Pawns promote from row 6 on, or where they can go no further (6.4)."},
};
static const struct option options_shatar[] = {TWO_PLAYER_SETUP, CROOKED_ROOK, CROOKED_QUEEN, NULL_MOVES};

/* ---------------------------------------------------------------- games (sections 5, 6.4, 8, 10) */

enum number { GAME_CORNERS_3, GAME_SIDES_3, GAME_CORNERS_2, GAME_SIDES_2, GAME_CORNER_VS_SIDE, GAME_UNICORNS,
              GAME_GRAND, GAME_CHATURANGA, GAME_SHATRANJ, GAME_MAKRUK, GAME_SHATAR };

static const struct triangle_game games[] = {
    [GAME_CORNERS_3] = {.setup = CORNERS_3, .swap = "", .choice = "QRBN"},
    [GAME_SIDES_3] = {.setup = SIDES_3, .swap = "", .choice = "QRBN"},
    [GAME_CORNERS_2] = {.setup = CORNERS_2, .swap = "", .choice = "QRBN"},
    [GAME_SIDES_2] = {.setup = SIDES_2, .swap = "", .choice = "QRBN"},
    [GAME_CORNER_VS_SIDE] = {.setup = CORNER_VS_SIDE, .swap = "", .choice = "QRBN", .multistep = MULTISTEP_INITIAL},
    [GAME_UNICORNS] = {.setup = CORNERS_2, .swap = "BUPGQD", .choice = "DRUN", .multistep = MULTISTEP_INITIAL},
    [GAME_GRAND] = {.setup = DIAMOND, .swap = "", .choice = "QDSURBNJA", .bare = BARE_LOSES,
                    .stalemate_loses = true, .multistep = MULTISTEP_ALL},
    [GAME_CHATURANGA] = {.setup = CORNERS_2, .swap = "QFBE", .choice = "F", .bare = BARE_LOSES,
                         .stalemate_loses = true},
    [GAME_SHATRANJ] = {.setup = CORNERS_2, .swap = "QFBE", .choice = "F", .bare = BARE_BACK, .stalemate_loses = true},
    [GAME_MAKRUK] = {.setup = CORNERS_2, .swap = "QFBS", .choice = "F"},
    [GAME_SHATAR] = {.setup = CORNERS_2, .swap = "", .choice = "Q", .bare = BARE_DRAWS, .bers_mates = true},
};

static const char *const placements[SETUPS] = {
    [CORNERS_3] = "q/bkr/nrpbn/ppppppp/P7P'/NPP5P'P'N'/BRPPP3P'P'P'B'R'/QKRBNPP1P'P'N'R'B'K'Q'",
    [SIDES_3] = "1/n1N'/rp1P'R'/qpp1P'P'Q'/bbkp1P'K'B'B'/rppp3P'P'P'R'/np2PPKPP2P'N'/2NPRPBBQPRPN2",
    [CORNERS_2] = "q/bkr/nrpbn/ppppppp/P8/NPP8/BRPPP8/QKRBNPP8",
    [SIDES_2] = "1/n2/rp3/qpp4/bbkp5/rppp7/np2PPKPP4/2NPRPBBQPRPN2",
    [CORNER_VS_SIDE] = "q/bkr/nrpbn/ppppppp/9/11/4PPKPP4/2NPRPBBQPRPN2",
    [DIAMOND] = "k/dqs/rubur/jngbgnj/pgggagggp/1p1ppapp1p1/13/15/15/13/1P1PPAPP1P1/PGGGAGGGP/JNGBGNJ/RUBUR/DQS/K",
};

/* The forward direction of each player, 2.3, as a direction of the board: angle / 30. */
static const uint8_t forwards[SETUPS][SIDES_MAX] = {
    [CORNERS_3] = {1, 9, 5}, [SIDES_3] = {3, 11, 7},        [CORNERS_2] = {1, 9, 0},
    [SIDES_2] = {3, 11, 0},  [CORNER_VS_SIDE] = {3, 9, 0}, [DIAMOND] = {3, 9, 0},
};

#define LIST(array) .option_count = (int)(sizeof (array) / sizeof *(array)), .options = array
#define KINDS(array) .kinds = array, .kind_count = (int)(sizeof (array) / sizeof *(array)) - 1
#define GOAL "Checkmate the king. The board is a triangle of 64 triangles."
#define GOAL_3 "Be the last player left: mate both others, or take a king that stands open."
#define OTHERS "; knights, bishops and pawns have six or three directions."
#define ROOKS "Rooks walk around corner points" OTHERS
#define OBSTACLES "The pieces of a player who is out stay on the board as obstacles."

const struct variant triangle_variants[TRIANGLE_VARIANTS] = {
    {.id = "triangle-corners-3", .title = "64 Triangles, three corners", .board = "64 triangles", .sides = 3,
     .summary = {GOAL_3, ROOKS, OBSTACLES},
     KINDS(kinds_64), LIST(options_three), .number = GAME_CORNERS_3},
    {.id = "triangle-sides-3", .title = "64 Triangles, three sides", .board = "64 triangles", .sides = 3,
     .summary = {GOAL_3, ROOKS, "The armies start at the sides; a pawn promotes on one cell only."},
     KINDS(kinds_64), LIST(options_three), .number = GAME_SIDES_3},
    {.id = "triangle-corners-2", .title = "64 Triangles, two corners", .board = "64 triangles", .sides = 2,
     .summary = {GOAL, ROOKS, "Pawns that have not moved may not take each other."},
     KINDS(kinds_64), LIST(options_two), .number = GAME_CORNERS_2},
    {.id = "triangle-sides-2", .title = "64 Triangles, two sides", .board = "64 triangles", .sides = 2,
     .summary = {GOAL, ROOKS, "The armies start at the sides; a pawn promotes on one cell only."},
     KINDS(kinds_64), LIST(options_two), .number = GAME_SIDES_2},
    {.id = "triangle-corner-vs-side", .title = "64 Triangles, corner against side", .board = "64 triangles",
     .sides = 2,
     .summary = {GOAL, "White's pawns may take up to three steps at first, and be taken on the way.", ROOKS},
     KINDS(kinds_64), LIST(options_corner_vs_side), .number = GAME_CORNER_VS_SIDE},
    {.id = "triangle-unicorns", .title = "Triangles with Unicorns", .board = "64 triangles", .sides = 2,
     .summary = {"Checkmate the duke. The board is a triangle of 64 triangles.",
                 "Unicorns and duchesses go by rings; girls take triagonally.",
                 "Any of the five set-ups, for two or three players."},
     KINDS(kinds_unicorns), LIST(options_unicorns), .number = GAME_UNICORNS},
    {.id = "grand-triangle", .title = "Grand Triangle Chess", .board = "128 triangles", .sides = 2,
     .summary = {"Checkmate, stalemate or bare the emperor, on a diamond of 128 triangles.",
                 "Pawns and girls run any number of steps in their own half, by any way.",
                 "Ninjas, archers, unicorns, duchesses and princesses join the army."},
     KINDS(kinds_grand), LIST(options_grand), .number = GAME_GRAND},
    {.id = "triangle-chaturanga", .title = "Triangle Chaturanga", .board = "64 triangles", .sides = 2,
     .summary = {"Checkmate, stalemate or bare the king.", "The old Indian army on 64 triangles.",
                 "Pawns become counsellors."},
     KINDS(kinds_chaturanga), LIST(options_chaturanga), .number = GAME_CHATURANGA},
    {.id = "triangle-shatranj", .title = "Triangle Shatranj", .board = "64 triangles", .sides = 2,
     .summary = {"Checkmate, stalemate or bare the king.",
                 "A bared player who can bare his opponent at once draws.", "Pawns become counsellors."},
     KINDS(kinds_shatranj), LIST(options_shatranj), .number = GAME_SHATRANJ},
    {.id = "triangle-makruk", .title = "Triangle Makruk", .board = "64 triangles", .sides = 2,
     .summary = {GOAL, "Mets and silver generals as in Siam.", "Pawns become mets from the sixth row on."},
     KINDS(kinds_makruk), LIST(options_makruk), .number = GAME_MAKRUK},
    {.id = "triangle-shatar", .title = "Triangle Shatar", .board = "64 triangles", .sides = 2,
     .summary = {"Checkmate the king with a bers or a rook among those that give check.",
                 "Mate by lesser pieces alone is a draw, and so is a bare king.", "The Mongolian army."},
     KINDS(kinds_shatar), LIST(options_shatar), .number = GAME_SHATAR},
};

/* ---------------------------------------------------------------- applying the options */

static bool is_on(const struct ruleset *ruleset, const char *name)
{
    return ruleset_has(ruleset, name, "on");
}

static void settle_setup(const struct ruleset *ruleset, struct triangles *own)
{
    static const char *const names[] = {"corners-3", "sides-3", "corners-2", "sides-2", "corner-vs-side"};
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
            return note_fail(why, FAIL_TEXT, -1, "option %s needs three players (rules/triangles.md 5)", three[i]);
    for (int e = ELIMINATION_FREEZE; e <= ELIMINATION_END; e++)
        if (ruleset_has(ruleset, "elimination", eliminations[e]))
            own->elimination = (enum elimination)e;
    own->stalemate_out = ruleset_has(ruleset, "stalemate", "out");
    own->capture_rule = ruleset_has(ruleset, "mate-rule", "capture");
    return 0;
}

static int settle_steps(const struct ruleset *ruleset, struct triangles *own, struct note *why)
{
    own->multistep = own->setup == CORNER_VS_SIDE || own->setup == DIAMOND ? own->game->multistep : MULTISTEP_NONE;
    own->steps_most = own->setup == DIAMOND ? PASSED_ROOM : 3;
    if (!ruleset_option(ruleset, "multistep"))
        return 0;
    if (own->multistep == MULTISTEP_NONE)
        return note_fail(why, FAIL_TEXT, -1, "option multistep needs setup=corner-vs-side (rules/triangles.md 5)");
    own->multistep = ruleset_has(ruleset, "multistep", "initial") ? MULTISTEP_INITIAL : MULTISTEP_ALL;
    return 0;
}

/* Set the kinds of the game, their movement, and the promotion choices. */
static int settle_pieces(struct ruleset *ruleset, struct triangles *own, struct note *why)
{
    bool grand = own->setup == DIAMOND, promoting = is_on(ruleset, "promote-on-capture");
    bool crooked = is_on(ruleset, "crooked-rook"), crooked_queen = is_on(ruleset, "crooked-queen");
    if (crooked_queen && !crooked)
        return note_fail(why, FAIL_TEXT, -1, "crooked-queen=on needs crooked-rook=on (rules/triangles.md 9.1)");
    if (grand)
        ruleset->kind_count = !promoting ? GRAND_KINDS : crooked ? GRAND_PROMOTED_CROOKED : GRAND_PROMOTED;
    for (int kind = 1; kind <= ruleset->kind_count; kind++) {
        char letter = ruleset->kinds[kind].letter;
        bool zigzag = letter == 'R' ? crooked : (letter == 'Q' || letter == 'D') && (grand ? crooked : crooked_queen);
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

/* The placement of the opening, with the common letters replaced by this game's. */
static void swap_letters(const struct ruleset *ruleset, const struct triangles *own, char placement[160])
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

/* The options that have no effect with this set-up; settle_players() and settle_steps() refuse them for the same reasons. */
static const char *idle_options(const struct triangles *own)
{
    if (own->sides == 3)
        return "multistep";
    return own->multistep == MULTISTEP_NONE ? "elimination stalemate mate-rule multistep" : "elimination stalemate mate-rule";
}

/* How one of three players wins: by mate or by capture; as the last one left, or by eliminating the first. */
static const char *goal_of_three(const struct triangles *own, bool duke)
{
    bool first = own->elimination == ELIMINATION_END;
    if (own->capture_rule)
        return first ? duke ? "Capture a duke: the first capture ends the game. You need not answer a check."
                            : "Capture a king: the first capture ends the game. You need not answer a check."
               : duke ? "Be the last player left: capture both other dukes. You need not answer a check."
                      : "Be the last player left: capture both other kings. You need not answer a check.";
    if (first)
        return duke ? "Give the first mate, or be the first to capture an exposed duke: that ends the game."
                    : "Give the first mate, or be the first to capture an exposed king: that ends the game.";
    return duke ? "Be the last player left: mate both others, or take a duke that stands open." : GOAL_3;
}

/* Write the goal and the peculiarities, adapted to the options. */
static void settle_summary(struct ruleset *ruleset, const struct triangles *own)
{
    static const char *const armies[] = {
        [ELIMINATION_FREEZE] = OBSTACLES,
        [ELIMINATION_REMOVE] = "The pieces of a player who is out leave the board.",
        [ELIMINATION_TAKEOVER] = "Whoever puts a player out takes over their pieces.",
        [ELIMINATION_END] = NULL, /* the goal says it already */
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
        summary[1] = "Unicorns go by rings, the rook part of duchesses zigzags; girls take triagonally.";
    if (number == GAME_CORNER_VS_SIDE && own->multistep == MULTISTEP_ALL)
        summary[1] = "White's pawns may take up to three steps as far as the line d4-l4, and be taken on the way.";
    if (number == GAME_GRAND && own->multistep == MULTISTEP_INITIAL)
        summary[1] = "Pawns and girls that have not moved run any number of steps in their own half, by any way.";
    if (number == GAME_MAKRUK && !own->row6)
        summary[2] = "Pawns become mets where they can go no further.";
}

int triangles_settle(struct ruleset *ruleset, struct triangles *own, char placement[160], struct note *why)
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
    ruleset->idle = idle_options(own);
    ruleset->sides = own->sides;
    if (result == 0)
        settle_summary(ruleset, own);
    return result;
}
