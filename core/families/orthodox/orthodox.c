/* orthodox.c - orthodox chess on square boards: Classical Chess and the first Croatian variants, in
 * which every ply is one move (rules/croatian.md 2 to 6, 8.3, 9 to 11). This file has the table of
 * variants, opening and setup, verdicts and lists of plies; orthodox.h lists the family's other
 * files. */
#include "core/families/orthodox/orthodox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of the odd boards, which have no Queen. The Pegasus comes last: variants without it use the
 * list without its last element. */
static const struct kind without_queen[] = {
    {0},
    {'P', "Pawn", "Forward, several squares at first; captures diagonally.",
     "rules/croatian.md 8.3", false},
    {'N', "Knight", "Jumps two squares straight and one sideways.", "rules/croatian.md 6", false},
    {'B', "Bishop", "Rides the diagonals.", "rules/croatian.md 6", false},
    {'R', "Rook", "Rides ranks and files.", "rules/croatian.md 6", false},
    {'K', "King", "One square in any direction; castles with a Rook.", "rules/croatian.md 6, 9.1",
     true},
    {'G', "Pegasus", "Repeats one Knight's jump in a straight line.", "rules/croatian.md 6", false},
};
static const struct kind of_classical[] = {
    {0},
    {'P', "Pawn", "Forward one square, at first two; captures diagonally.",
     "rules/classical.md 3.7", false},
    {'N', "Knight", "Jumps two squares straight and one sideways.", "rules/classical.md 3.6",
     false},
    {'B', "Bishop", "Rides the diagonals.", "rules/classical.md 3.2", false},
    {'R', "Rook", "Rides ranks and files.", "rules/classical.md 3.3", false},
    {'Q', "Queen", "Rides ranks, files and diagonals.", "rules/classical.md 3.4", false},
    {'K', "King", "One square in any direction; castles with a Rook.", "rules/classical.md 3.8",
     true},
};
static const struct kind with_queen[] = {
    {0},
    {'P', "Pawn", "Forward, several squares at first; captures diagonally.",
     "rules/croatian.md 8.3", false},
    {'N', "Knight", "Jumps two squares straight and one sideways.", "rules/croatian.md 6", false},
    {'B', "Bishop", "Rides the diagonals.", "rules/croatian.md 6", false},
    {'R', "Rook", "Rides ranks and files.", "rules/croatian.md 6", false},
    {'Q', "Queen", "Rides ranks, files and diagonals.", "rules/croatian.md 6", false},
    {'K', "King", "One square in any direction; castles with a Rook.", "rules/croatian.md 6, 9.1",
     true},
    {'G', "Pegasus", "Repeats one Knight's jump in a straight line.", "rules/croatian.md 6", false},
};

static const struct option options[] = {
    {"check-rule", "every-action|end-of-ply",
     "When your King must be safe; no difference here, where a ply is one move."},
    {"opening-check", "exempt|literal",
     "Whether attacks in the initial setup count; there are none here."},
    {"shaman-transform", "leave|stay",
     "Whether a Shaman leaves after transforming; there are no Shamans here."},
    {"castling-min", "2|1", "The least number of squares the King moves in castling."},
};

/* What the four variants have in common. */
#define ORTHODOX                                                                      \
    .sides = 2, .options = options, .option_count = sizeof options / sizeof *options, \
    .idle = "check-rule opening-check shaman-transform"

/* The variants. `number` is the index into `openings`. */
static const struct variant variants[] = {
    {ORTHODOX, .id = "classical", .title = "Classical Chess", .board = "8x8", .number = 0,
     .kinds = of_classical, .kind_count = 6, .summary = {"Give mate: ordinary chess."}},
    {ORTHODOX, .id = "odd-classical", .title = "Odd Classical Chess", .board = "7x7", .number = 1,
     .kinds = without_queen, .kind_count = 5,
     .summary = {"Give mate, without Queens.", "Pawns move one square at a time.",
                 "No castling, unless castling-min=1 is set."}},
    {ORTHODOX, .id = "croatian-ties", .title = "Croatian Ties", .board = "10x10", .number = 2,
     .kinds = with_queen, .kind_count = 7,
     .summary = {"Give mate. The Pegasus repeats its Knight's jump.",
                 "Pawns move up to three squares at first.",
                 "A castling King moves two or three squares."}},
    {ORTHODOX, .id = "odd-croatian-ties", .title = "Odd Croatian Ties", .board = "9x9", .number = 3,
     .kinds = without_queen, .kind_count = 6,
     .summary = {"Give mate, without Queens.", "The Pegasus repeats its Knight's jump."}},
};

/* Light's first rank in each variant (rules/croatian.md 5), indexed by variant.number. */
static const char *const openings[] = {"RNBQKBNR", "RNBKBNR", "RGNBQKBNGR", "RGNBKBNGR"};

static void map_kinds(struct orthodox *orthodox, const struct ruleset *ruleset)
{
    static const char letters[MEN] = {0, 'P', 'N', 'B', 'R', 'Q', 'K', 'G'};
    static const uint8_t best_first[] = {QUEEN, ROOK, BISHOP, KNIGHT, PEGASUS};
    for (int man = PAWN; man < MEN; man++) {
        int kind = ruleset_kind(ruleset, letters[man]);
        orthodox->kind_of[man] = (uint8_t)kind;
        for (int side = WHITE; side <= BLACK; side++)
            orthodox->piece[side][man] = (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0};
        if (kind != KIND_NONE)
            orthodox->man_of[kind] = (uint8_t)man;
    }
    for (size_t i = 0; i < sizeof best_first; i++)
        if (orthodox->kind_of[best_first[i]] != KIND_NONE)
            orthodox->promotion[orthodox->promotions++] = best_first[i];
    orthodox->pegasus = orthodox->kind_of[PEGASUS] != KIND_NONE;
}

static void map_cells(struct orthodox *orthodox, const struct board *board)
{
    memset(orthodox->outside, 0xFF, sizeof orthodox->outside);
    memset(orthodox->border, MAN_BORDER, sizeof orthodox->border);
    memset(orthodox->keep, 0xFF, sizeof orthodox->keep);
    for (int c = 0; c < board->cells; c++) {
        int inside = mailbox_cell(board->cell[c].file, board->cell[c].rank);
        orthodox->inside[c] = (uint8_t)inside;
        orthodox->outside[inside] = (cell_t)c;
        orthodox->border[inside] = 0;
    }
}

static void map_castling(struct orthodox *orthodox, const char *opening)
{
    int file = (int)(strchr(opening, 'K') - opening), end = orthodox->size - 1;
    for (int side = WHITE; side <= BLACK; side++) {
        int rank = last_rank(orthodox, !side);
        orthodox->king_home[side] = (uint8_t)mailbox_cell(file, rank);
        orthodox->partner_home[side][0] = (uint8_t)mailbox_cell(end, rank);
        orthodox->partner_home[side][1] = (uint8_t)mailbox_cell(0, rank);
        orthodox->keep[orthodox->king_home[side]] &= (uint8_t) ~((RIGHT_K | RIGHT_Q) << 2 * side);
        orthodox->keep[orthodox->partner_home[side][0]] &= (uint8_t) ~(RIGHT_K << 2 * side);
        orthodox->keep[orthodox->partner_home[side][1]] &= (uint8_t) ~(RIGHT_Q << 2 * side);
    }
}

/* Describe the moves of Pawns and Kings with the numbers of this board and these options. */
static void orthodox_tell_kinds(struct orthodox *orthodox, struct ruleset *ruleset)
{
    int least = orthodox->castle_least, most = orthodox->castle_most;
    memcpy(orthodox->kind, ruleset->kinds,
           (size_t)(ruleset->kind_count + 1) * sizeof *ruleset->kinds);
    if (orthodox->san)
        return; /* Classical Chess keeps its usual descriptions */
    if (orthodox->rush > 1)
        snprintf(orthodox->pawn, sizeof orthodox->pawn,
                 "Forward one square, at first up to %d; captures diagonally.", orthodox->rush);
    else
        snprintf(orthodox->pawn, sizeof orthodox->pawn, "One square forward; captures diagonally.");
    if (least > most)
        snprintf(orthodox->king, sizeof orthodox->king,
                 "One square in any direction; there is no castling.");
    else if (least == most)
        snprintf(orthodox->king, sizeof orthodox->king,
                 "One square in any direction; castles with a Rook, going %d square%s.", most,
                 most == 1 ? "" : "s");
    else
        snprintf(orthodox->king, sizeof orthodox->king,
                 "One square in any direction; castles with a Rook, going %d to %d squares.", least,
                 most);
    orthodox->kind[ruleset_kind(ruleset, 'P')].moves = orthodox->pawn;
    orthodox->kind[ruleset_kind(ruleset, 'K')].moves = orthodox->king;
    ruleset->kinds = orthodox->kind;
}

static int orthodox_open(struct ruleset *ruleset, struct note *why)
{
    (void)why;
    const char *opening = openings[ruleset->variant->number];
    struct orthodox *orthodox = memory_new(1, sizeof *orthodox);
    /* `length` is both EPL (length of a Pawn's first move) and CL (length of castling) of
     * rules/croatian.md 5. */
    int size = (int)strlen(opening), length = size / 2 - 2;
    orthodox->size = size;
    orthodox->rush = length;
    orthodox->castle_least = ruleset_has(ruleset, "castling-min", "1") ? 1 : 2;
    orthodox->castle_most = length;
    orthodox->san = ruleset->variant->number == 0;
    ruleset->board = board_squares(size, size);
    ruleset->own = orthodox;
    ruleset->draws = orthodox_rule(orthodox, RULE_CLAIM);
    map_kinds(orthodox, ruleset);
    map_cells(orthodox, ruleset->board);
    map_castling(orthodox, opening);
    orthodox_tell_kinds(orthodox, ruleset);
    return 0;
}

static void orthodox_close(struct ruleset *ruleset)
{
    free(ruleset->own);
}

static void orthodox_setup(const struct ruleset *ruleset, struct position *out)
{
    const struct board *board = ruleset->board;
    const char *opening = openings[ruleset->variant->number];
    int top = board->ranks - 1;
    uint8_t pawn = (uint8_t)ruleset_kind(ruleset, 'P');
    position_clear(out, ruleset);
    out->rights = RIGHT_K | RIGHT_Q | RIGHT_k | RIGHT_q;
    for (int file = 0; file < board->files; file++) {
        uint8_t figure = (uint8_t)ruleset_kind(ruleset, opening[file]);
        out->at[board_at(board, file, 0)] = (struct piece){figure, WHITE, 0, 0};
        out->at[board_at(board, file, 1)] = (struct piece){pawn, WHITE, 0, 0};
        out->at[board_at(board, file, top - 1)] = (struct piece){pawn, BLACK, 0, 0};
        out->at[board_at(board, file, top)] = (struct piece){figure, BLACK, 0, 0};
    }
}

static bool bare_kings(const struct mailbox *mailbox)
{
    return mailbox->count[WHITE] == 1 && mailbox->count[BLACK] == 1 && mailbox->king[WHITE] &&
           mailbox->king[BLACK];
}

static void orthodox_judge(const struct position *position, const struct context *context,
                           struct verdict *out)
{
    struct mailbox mailbox;
    uint8_t attackers[2];
    mailbox_load(&mailbox, position);
    int king = mailbox.king[mailbox.side];
    int checks = king ? mailbox_attackers(&mailbox, king, !mailbox.side, attackers, 2) : 0;
    *out = (struct verdict){.rule = orthodox_rule(mailbox.orthodox, RULE_DRAW)};
    if (bare_kings(&mailbox)) {
        out->outcome = OUTCOME_DRAW;
        out->reason = "bare kings";
        out->goes_on = true; /* the game is drawn by rule, but its plies are still listed */
    } else if (mailbox_stuck(&mailbox)) {
        out->outcome = checks ? OUTCOME_WIN : OUTCOME_DRAW;
        out->winner = !position->side;
        out->reason = checks ? "checkmate" : "stalemate";
        out->rule = orthodox_rule(mailbox.orthodox, checks ? RULE_MATE : RULE_DRAW);
    } else {
        static const uint8_t words[] = {OUTCOME_PLAYING, OUTCOME_CHECK, OUTCOME_DOUBLE_CHECK};
        out->outcome = words[checks];
        if (context->game && context->times >= 3)
            out->claims |= CLAIM_THREEFOLD;
        if (context->game && position->halfmove >= 100)
            out->claims |= CLAIM_FIFTY;
    }
}

static int orthodox_plies(const struct position *position, const struct limits *limits,
                          ply_fn *each, void *argument)
{
    (void)limits;
    struct mailbox mailbox;
    struct mailbox_ply plies[MAILBOX_PLIES_MAX];
    struct ply ply = {0};
    int stop = 0;
    mailbox_load(&mailbox, position);
    int n = mailbox_plies(&mailbox, plies);
    for (int i = 0; i < n && !stop; i++) {
        orthodox_unpack(&mailbox, plies[i], &ply);
        stop = each(&ply, argument);
    }
    ply_free(&ply);
    return stop;
}

static uint64_t orthodox_perft(const struct position *position, int depth,
                               const struct limits *limits, bool bulk)
{
    (void)limits;
    struct mailbox mailbox;
    mailbox_load(&mailbox, position);
    return mailbox_perft(&mailbox, depth, bulk);
}

static void pawn_reach(const struct mailbox *mailbox, int from, int side, struct actions *out)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int forward = forward_of(side), to = from + forward;
    bool home = mailbox_rank(from) == (side == WHITE ? 1 : orthodox->size - 2);
    int rush = home ? orthodox->rush : 1;
    for (int i = 0; i < rush && !mailbox->at[to]; i++, to += forward)
        actions_add(out, (struct action){ACTION_GO, 0, 0, 0, orthodox->outside[from],
                                         orthodox->outside[to]});
    for (int d = -1; d <= 1; d += 2) {
        to = from + forward + d;
        if (!(mailbox->at[to] & (MAN_BORDER | man_bit(side))))
            actions_add(out, (struct action){ACTION_TAKE, 0, 0, 0, orthodox->outside[from],
                                             orthodox->outside[to]});
    }
}

static void orthodox_reach(const struct position *position, cell_t cell, struct actions *out)
{
    const struct orthodox *orthodox = position->rules->own;
    struct mailbox mailbox;
    mailbox_load(&mailbox, position);
    int from = orthodox->inside[cell], man = mailbox.at[from] & MAN_OF,
        side = position->at[cell].side;
    if (man == PAWN) {
        pawn_reach(&mailbox, from, side, out);
        return;
    }
    for (int i = 0; i < man_steps[man].count; i++) {
        int step = man_steps[man].vector[i], to = from;
        do {
            to += step;
            if (mailbox.at[to] & (MAN_BORDER | man_bit(side)))
                break;
            if (!mailbox.at[to])
                actions_add(out, (struct action){ACTION_GO, 0, 0, 0, cell, orthodox->outside[to]});
            actions_add(out, (struct action){ACTION_TAKE, 0, 0, 0, cell, orthodox->outside[to]});
        } while (man_steps[man].ride && !mailbox.at[to]);
    }
}

static unsigned orthodox_edits(const struct ruleset *ruleset)
{
    (void)ruleset;
    return EDIT_CASTLING | EDIT_PASSED;
}

static const struct presentation orthodox_presentation = {
    .edits = orthodox_edits,
    .path = orthodox_path,
};

const struct rules orthodox_rules = {
    .family = "croatian",
    .title = "Croatian Chess",
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .plain_pieces = true,
    .coordinates = true,
    .open = orthodox_open,
    .close = orthodox_close,
    .setup = orthodox_setup,
    .read = orthodox_read,
    .write = orthodox_write,
    .begin = orthodox_begin,
    .choices = orthodox_choices,
    .take = orthodox_take,
    .finish = orthodox_finish,
    .why_not = orthodox_explain,
    .judge = orthodox_judge,
    .format = orthodox_format,
    .parse = orthodox_parse,
    .plies = orthodox_plies,
    .perft = orthodox_perft,
    .reach = orthodox_reach,
    .presentation = &orthodox_presentation,
    .search = &orthodox_search,
};
