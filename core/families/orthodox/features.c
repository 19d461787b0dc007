/* features.c - the evaluation features of orthodox games: mobility, danger to Kings, Pawn structure, threats. The
 * weights here are the defaults; a file in engine/weights may replace them. */
#include "core/families/orthodox/search_rules.h"

#include <stdlib.h>

const struct search_feature orthodox_feature[ORTHODOX_FEATURES] = {
    [FEATURE_KNIGHT] = {"mobility-knight", 5, 4},
    [FEATURE_BISHOP] = {"mobility-bishop", 5, 4},
    [FEATURE_ROOK] = {"mobility-rook", 2, 5},
    [FEATURE_QUEEN] = {"mobility-queen", 2, 3},
    [FEATURE_PEGASUS] = {"mobility-pegasus", 4, 4},
    [FEATURE_KING_ATTACKED] = {"king-attacked", 1, 0},
    [FEATURE_SHIELD] = {"shield", 12, 0},
    [FEATURE_BISHOPS] = {"bishop-pair", 32, 48},
    [FEATURE_DOUBLED] = {"doubled", -8, -16},
    [FEATURE_ISOLATED] = {"isolated", -13, -13},
    [FEATURE_BACKED] = {"backed", 7, 5},
    [FEATURE_PASSED] = {"passed", 2, 6},
    [FEATURE_PASSED_FREE] = {"passed-free", 1, 4},
    [FEATURE_PASSED_KINGS] = {"passed-kings", 0, 4},
    [FEATURE_OPEN] = {"rook-open", 24, 8},
    [FEATURE_HALF_OPEN] = {"rook-half-open", 11, 6},
    [FEATURE_PAWN_THREATS] = {"pawn-threats", 40, 30},
    [FEATURE_THREATS] = {"threats", 18, 16},
};

/* Data about both sides, collected before the pieces are counted one by one. */
struct survey {
    const struct mailbox *mailbox;
    const struct pawn_notes *pawns;
    uint8_t zone[MAILBOX_CELLS]; /* by cell: bits of the sides whose Pawns attack it or whose King is next to it */
    int attack[2];               /* units of attack on the squares around the enemy King */
    int attackers[2];
};
enum { ZONE_PAWN = 1, ZONE_KING = 4 }; /* shifted by the side */

/* By file: the ranks of a side's rearmost and foremost Pawn, from that side's point of view. */
struct files {
    uint8_t rear[2][MAILBOX_SIZE_MAX + 2], front[2][MAILBOX_SIZE_MAX + 2];
};

static void survey_pawns(const struct mailbox *mailbox, struct pawn_notes *out, struct files *files)
{
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i];
            if ((mailbox->at[cell] & MAN_OF) != PAWN)
                continue;
            int file = mailbox_file(cell) + 1, rank = mailbox_rank(cell), ahead = cell + forward_of(side);
            uint8_t *rear = &files->rear[side][file], *front = &files->front[side][file];
            out->zone[ahead - 1] |= (uint8_t)(ZONE_PAWN << side);
            out->zone[ahead + 1] |= (uint8_t)(ZONE_PAWN << side);
            if (!out->pawns[side][file]++)
                *rear = *front = (uint8_t)rank;
            else if (side == WHITE ? rank < *rear : rank > *rear)
                *rear = (uint8_t)rank;
            else if (side == WHITE ? rank > *front : rank < *front)
                *front = (uint8_t)rank;
        }
}

static void survey_pawn(const struct mailbox *mailbox, const struct files *files, int side, int cell, struct pawn_notes *out)
{
    int file = mailbox_file(cell) + 1, rank = mailbox_rank(cell), enemy = !side;
    bool passed = true;
    if (!out->pawns[side][file - 1] && !out->pawns[side][file + 1])
        out->isolated[side]++;
    if (out->zone[cell] & ZONE_PAWN << side || mailbox->at[cell + 1] == (man_bit(side) | PAWN))
        out->backed[side]++;
    if (files->front[side][file] != rank) {
        out->doubled[side]++;
        return;
    }
    for (int f = file - 1; f <= file + 1 && passed; f++)
        if (out->pawns[enemy][f])
            passed = side == WHITE ? files->rear[enemy][f] <= rank : files->rear[enemy][f] >= rank;
    if (passed)
        out->passed[side][out->passers[side]++] = (uint8_t)cell;
}

/* The cached data of this Pawn structure; computed if they are missing. */
static const struct pawn_notes *notes_of(const struct orthodox_work *work, const struct orthodox_state *state)
{
    struct pawn_notes *notes = &work->pawns[state->pawns % PAWN_NOTES];
    const struct mailbox *mailbox = &state->mailbox;
    struct files files;
    if (notes->known && notes->key == state->pawns)
        return notes;
    memset(notes, 0, sizeof *notes);
    memset(&files, 0, sizeof files);
    notes->known = true;
    notes->key = state->pawns;
    survey_pawns(mailbox, notes, &files);
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i];
            if ((mailbox->at[cell] & MAN_OF) == PAWN)
                survey_pawn(mailbox, &files, side, cell, notes);
        }
    return notes;
}

static void survey_kings(struct survey *survey)
{
    for (int side = WHITE; side <= BLACK; side++) {
        int king = survey->mailbox->king[side];
        for (int row = -ROW; row <= ROW && king; row += ROW)
            for (int d = -1; d <= 1; d++)
                survey->zone[king + row + d] |= (uint8_t)(ZONE_KING << side);
    }
}

static inline int distance(int a, int b)
{
    int files = abs(mailbox_file(a) - mailbox_file(b)), rows = abs(mailbox_rank(a) - mailbox_rank(b));
    return files > rows ? files : rows;
}

static void count_passed(const struct survey *survey, int side, int cell, int16_t *out)
{
    const struct mailbox *mailbox = survey->mailbox;
    int size = mailbox->orthodox->size, rank = mailbox_rank(cell), ahead = cell + forward_of(side), enemy = !side;
    int left = side == WHITE ? size - 1 - rank : rank, gone = 7 - left > 1 ? 7 - left : 1, worth = gone * gone / 2;
    out[FEATURE_PASSED] = (int16_t)(out[FEATURE_PASSED] + worth);
    if (!mailbox->at[ahead])
        out[FEATURE_PASSED_FREE] = (int16_t)(out[FEATURE_PASSED_FREE] + worth);
    if (gone >= 3 && mailbox->king[side] && mailbox->king[enemy])
        out[FEATURE_PASSED_KINGS] =
            (int16_t)(out[FEATURE_PASSED_KINGS] +
                      (gone - 2) * (distance(mailbox->king[enemy], ahead) - distance(mailbox->king[side], ahead)));
}

static void count_pawns(const struct survey *survey, int side, int16_t *out)
{
    const struct pawn_notes *notes = survey->pawns;
    out[FEATURE_ISOLATED] = notes->isolated[side];
    out[FEATURE_BACKED] = notes->backed[side];
    out[FEATURE_DOUBLED] = notes->doubled[side];
    for (int i = 0; i < notes->passers[side]; i++)
        count_passed(survey, side, notes->passed[side][i], out);
}

/* Count the cells a piece goes to, except those attacked by enemy Pawns, and how many of them are next to the enemy King. */
static void count_goals(struct survey *survey, int side, int from, int man, int *goals, int *near, int16_t *out)
{
    static const uint8_t usual[MEN] = {[KNIGHT] = 4, [BISHOP] = 6, [ROOK] = 7, [QUEEN] = 13, [PEGASUS] = 8};
    static const uint8_t rank_of[MEN] = {[PAWN] = 1, [KNIGHT] = 2, [BISHOP] = 2, [PEGASUS] = 3, [ROOK] = 3, [QUEEN] = 4};
    const uint8_t *at = survey->mailbox->at, *zone = survey->zone;
    const struct steps *steps = &man_steps[man];
    int covered = ZONE_PAWN << !side, round = ZONE_KING << !side, own = man_bit(side) | MAN_BORDER, n = 0, close = 0;
    for (int i = 0; i < steps->count; i++) {
        int step = steps->vector[i], to = from + step, met = at[to];
        if (steps->ride)
            for (; !met; met = at[to += step]) {
                n += !(zone[to] & covered);
                close += (zone[to] & round) != 0;
            }
        close += (zone[to] & round) != 0 && met != MAN_BORDER;
        if (met & own)
            continue;
        n += !(zone[to] & covered);
        out[FEATURE_THREATS] = (int16_t)(out[FEATURE_THREATS] + (rank_of[met & MAN_OF] > rank_of[man]));
    }
    *goals = n - usual[man];
    *near = close;
}

static void count_man(struct survey *survey, int side, int cell, int man, int16_t *out)
{
    static const uint8_t feature[MEN] = {[KNIGHT] = FEATURE_KNIGHT, [BISHOP] = FEATURE_BISHOP, [ROOK] = FEATURE_ROOK,
                                         [QUEEN] = FEATURE_QUEEN,   [PEGASUS] = FEATURE_PEGASUS};
    static const uint8_t weight[MEN] = {[KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 4, [QUEEN] = 6, [PEGASUS] = 4};
    int goals, near;
    count_goals(survey, side, cell, man, &goals, &near, out);
    out[feature[man]] = (int16_t)(out[feature[man]] + goals);
    if (near) {
        survey->attackers[side]++;
        survey->attack[side] += weight[man] * near;
    }
    if (man == ROOK) {
        int file = mailbox_file(cell) + 1;
        if (!survey->pawns->pawns[side][file])
            out[survey->pawns->pawns[!side][file] ? FEATURE_HALF_OPEN : FEATURE_OPEN]++;
    }
}

/* Count the Pawns on the three files around a King that is still on its first two ranks. */
static int count_shield(const struct survey *survey, int side)
{
    const struct mailbox *mailbox = survey->mailbox;
    int king = mailbox->king[side], n = 0;
    int row = side == WHITE ? mailbox_rank(king) : mailbox->orthodox->size - 1 - mailbox_rank(king);
    if (!king || row > 1)
        return 0;
    for (int d = -1; d <= 1; d++) {
        int first = king + forward_of(side) + d, pawn = man_bit(side) | PAWN;
        n += mailbox->at[first] == pawn ? 2 : mailbox->at[first] != MAN_BORDER && mailbox->at[first + forward_of(side)] == pawn;
    }
    return n;
}

void orthodox_count(void *memory, const void *in, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX])
{
    const struct orthodox_state *state = in;
    const struct mailbox *mailbox = &state->mailbox;
    struct survey survey;
    survey.mailbox = mailbox;
    survey.pawns = notes_of(memory, state);
    survey.attack[WHITE] = survey.attack[BLACK] = survey.attackers[WHITE] = survey.attackers[BLACK] = 0;
    memcpy(survey.zone, survey.pawns->zone, sizeof survey.zone);
    survey_kings(&survey);
    for (int side = WHITE; side <= BLACK; side++) {
        int bishops = 0;
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i], man = mailbox->at[cell] & MAN_OF;
            if (man == PAWN || man == KING)
                continue;
            count_man(&survey, side, cell, man, out[side]);
            out[!side][FEATURE_PAWN_THREATS] =
                (int16_t)(out[!side][FEATURE_PAWN_THREATS] + ((survey.zone[cell] & ZONE_PAWN << !side) != 0));
            bishops += man == BISHOP;
        }
        count_pawns(&survey, side, out[side]);
        out[side][FEATURE_BISHOPS] = bishops >= 2;
        out[side][FEATURE_SHIELD] = (int16_t)count_shield(&survey, side);
    }
    for (int side = WHITE; side <= BLACK; side++) {
        int units = survey.attackers[side] > 1 ? survey.attack[side] : survey.attack[side] / 3;
        out[side][FEATURE_KING_ATTACKED] = (int16_t)(units > 60 ? 360 + units : units * units / 10);
    }
}
