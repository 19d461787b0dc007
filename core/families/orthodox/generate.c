/* generate.c - generate every legal ply of a compact position, and perft: see mailbox.h.
 *
 * The generator finds checks and pins first (rules/croatian.md 10.2): a pinned piece stays on the
 * line of its pin; a single check is answered by moving the King, blocking the line or capturing
 * the checker; a double check only by moving the King. Only King moves and en passant captures are
 * tried on the board. */
#include "core/families/orthodox/mailbox.h"

#include <string.h>

/* The list of plies being generated. */
struct orthodox_list {
    struct mailbox *mailbox;
    struct mailbox_ply *next;
    unsigned want; /* enum mailbox_want */
};

/* Functions with this mark are compiled twice: once for all plies, without any test of `want`, and
 * once for the plies that a search wants. */
#define COMPILED_TWICE static inline __attribute__((always_inline))

/* The checks to the King of the side to move, and the pieces pinned to it. */
struct threats {
    int checks;
    uint8_t checker; /* the cell of the last checking piece found */
    int8_t line;     /* the vector from the King towards the checker; 0 for a Pawn or Knight, whose
                        check cannot be blocked */
    int8_t pin[MAILBOX_CELLS]; /* by cell: the vector of the pin line if the piece on the cell is
                                  pinned, otherwise 0 */
};

static inline void orthodox_add(struct orthodox_list *list, int from, int to)
{
    *list->next++ = (struct mailbox_ply){(uint8_t)from, (uint8_t)to, NO_MAN, PLAINLY};
}

/* Look along one line from the King. An enemy piece that comes first may give check. A piece of the
 * King's own side that comes first may be pinned by an enemy piece behind it. `riders` is the set
 * of kinds, as bits, that ride along this line. */
static void look_along(const struct mailbox *mailbox, int step, unsigned riders,
                       struct threats *out)
{
    const uint8_t *at = mailbox->at;
    int own = man_bit(mailbox->side), enemy = man_bit(!mailbox->side);
    int first = mailbox->king[mailbox->side] + step;
    while (!at[first])
        first += step;
    if (at[first] & enemy) {
        int man = at[first] & MAN_OF;
        /* an enemy King next to the King only occurs in a position that was entered as text */
        bool beside = man == KING && first == mailbox->king[mailbox->side] + step;
        if (riders >> man & 1 || (beside && riders >> QUEEN & 1)) {
            out->checks++;
            out->checker = (uint8_t)first;
            out->line = (int8_t)step;
        }
    } else if (at[first] & own) {
        int second = first + step;
        while (!at[second])
            second += step;
        if ((at[second] & enemy) && riders >> (at[second] & MAN_OF) & 1)
            out->pin[first] = (int8_t)step;
    }
}

static void find_threats(const struct mailbox *mailbox, struct threats *out)
{
    enum { STRAIGHT = 1 << ROOK | 1 << QUEEN, DIAGONAL = 1 << BISHOP | 1 << QUEEN };
    int king = mailbox->king[mailbox->side], enemy = man_bit(!mailbox->side);
    const int8_t *lines = man_steps[QUEEN].vector, *jumps = man_steps[KNIGHT].vector;
    memset(out, 0, sizeof *out);
    if (!king)
        return;
    for (int i = 0; i < 8; i++)
        look_along(mailbox, lines[i], i < 4 ? STRAIGHT : DIAGONAL, out);
    for (int i = 0; i < 8; i++) {
        if (mailbox->at[king + jumps[i]] == (enemy | KNIGHT)) {
            out->checks++;
            out->checker = (uint8_t)(king + jumps[i]);
            out->line = 0;
        } else if (mailbox->orthodox->pegasus) {
            look_along(mailbox, jumps[i], 1 << PEGASUS, out);
        }
    }
    for (int d = -1; d <= 1; d += 2) {
        int from = king + forward_of(mailbox->side) + d;
        if (mailbox->at[from] == (enemy | PAWN)) {
            out->checks++;
            out->checker = (uint8_t)from;
            out->line = 0;
        }
    }
}

/* Add a Pawn's move to `to`. On the last rank add a ply for each promotion (rules/croatian.md
 * 9.3). */
COMPILED_TWICE void add_pawn(struct orthodox_list *list, int from, int to)
{
    const struct orthodox *orthodox = list->mailbox->orthodox;
    if (mailbox_rank(to) != last_rank(orthodox, list->mailbox->side)) {
        if (list->want & (list->mailbox->at[to] ? MAILBOX_GAINS : MAILBOX_QUIET))
            orthodox_add(list, from, to);
        return;
    }
    if (!(list->want & MAILBOX_GAINS))
        return;
    for (int i = 0; i < orthodox->promotions; i++)
        *list->next++ =
            (struct mailbox_ply){(uint8_t)from, (uint8_t)to, orthodox->promotion[i], PLAINLY};
}

COMPILED_TWICE void orthodox_pawn_plies(struct orthodox_list *list, int from, int pin)
{
    const struct mailbox *mailbox = list->mailbox;
    int forward = forward_of(mailbox->side), enemy = man_bit(!mailbox->side);
    if (pin == 0 || pin == forward || pin == -forward) {
        bool home =
            mailbox_rank(from) == (mailbox->side == WHITE ? 1 : mailbox->orthodox->size - 2);
        int rush = home ? mailbox->orthodox->rush : 1, to = from + forward;
        for (int i = 0; i < rush && !mailbox->at[to]; i++, to += forward)
            add_pawn(list, from, to);
    }
    for (int d = -1; d <= 1; d += 2) {
        int step = forward + d, met = mailbox->at[from + step];
        if ((met & enemy) && (met & MAN_OF) != KING && (pin == 0 || pin == step || pin == -step))
            add_pawn(list, from, from + step);
    }
}

COMPILED_TWICE void man_plies(struct orthodox_list *list, int from, int man, int pin)
{
    const struct mailbox *mailbox = list->mailbox;
    const struct steps *steps = &man_steps[man];
    int enemy = man_bit(!mailbox->side);
    bool quiet = list->want & MAILBOX_QUIET, gains = list->want & MAILBOX_GAINS;
    for (int i = 0; i < steps->count; i++) {
        int step = steps->vector[i], to = from + step;
        if (pin && pin != step && pin != -step)
            continue;
        if (steps->ride && quiet)
            for (; !mailbox->at[to]; to += step)
                orthodox_add(list, from, to);
        else if (steps->ride)
            while (!mailbox->at[to])
                to += step;
        else if (!mailbox->at[to] && quiet)
            orthodox_add(list, from, to);
        if (gains && (mailbox->at[to] & enemy) && (mailbox->at[to] & MAN_OF) != KING)
            orthodox_add(list, from, to);
    }
}

COMPILED_TWICE void king_plies(struct orthodox_list *list)
{
    struct mailbox *mailbox = list->mailbox;
    int side = mailbox->side, king = mailbox->king[side];
    uint8_t standing = mailbox->at[king];
    mailbox->at[king] = 0; /* remove the King, because it must not shield the squares behind it */
    for (int i = 0; i < man_steps[KING].count; i++) {
        int to = king + man_steps[KING].vector[i], met = mailbox->at[to];
        if (met & (man_bit(side) | MAN_BORDER) || (met & MAN_OF) == KING ||
            !(list->want & (met ? MAILBOX_GAINS : MAILBOX_QUIET)))
            continue;
        if (!mailbox_attacked(mailbox, to, !side))
            orthodox_add(list, king, to);
    }
    mailbox->at[king] = standing;
}

/* List the en passant captures. A Pawn may capture on any of the cells passed over; the captured
 * Pawn is one step beyond the last of them (9.2). */
static void passing_plies(struct orthodox_list *list)
{
    struct mailbox *mailbox = list->mailbox;
    int side = mailbox->side, pawn = man_bit(side) | PAWN;
    for (int i = 0; i < mailbox->state.passed_count; i++) {
        int to = mailbox->state.passed + i * forward_of(!side);
        for (int d = -1; d <= 1; d += 2) {
            int from = to - forward_of(side) + d;
            struct mailbox_ply ply = {(uint8_t)from, (uint8_t)to, NO_MAN, PASSING};
            if (mailbox->at[from] == pawn && mailbox_safe(mailbox, ply))
                *list->next++ = ply;
        }
    }
}

int mailbox_castling(struct mailbox *mailbox, int hand, struct mailbox_ply *out)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int side = mailbox->side, king = mailbox->king[side], step = hand ? -1 : 1, n = 0;
    int partner = orthodox->partner_home[side][hand];
    if (!(mailbox->state.rights & (hand ? RIGHT_Q : RIGHT_K) << 2 * side))
        return 0;
    for (int cell = king + step; cell != partner; cell += step)
        if (mailbox->at[cell])
            return 0;
    uint8_t standing = mailbox->at[king];
    mailbox->at[king] = 0;
    for (int k = 0; k <= orthodox->castle_most; k++) {
        int to = king + k * step;
        if (to == partner || mailbox_attacked(mailbox, to, !side))
            break;
        if (k >= orthodox->castle_least)
            out[n++] = (struct mailbox_ply){(uint8_t)king, (uint8_t)to, NO_MAN,
                                            hand ? CASTLING_LEFT : CASTLING_RIGHT};
    }
    mailbox->at[king] = standing;
    return n;
}

/* Answer a single check: of the plies in the list, beginning with `first`, keep only those that
 * capture the checking piece or block its line. */
static void keep_answers(struct orthodox_list *list, struct mailbox_ply *first,
                         const struct threats *threats)
{
    bool answers[MAILBOX_CELLS] = {false};
    answers[threats->checker] = true;
    if (threats->line)
        for (int cell = threats->checker - threats->line;
             cell != list->mailbox->king[list->mailbox->side]; cell -= threats->line)
            answers[cell] = true;
    struct mailbox_ply *kept = first;
    for (const struct mailbox_ply *ply = first; ply < list->next; ply++)
        if (answers[ply->to])
            *kept++ = *ply;
    list->next = kept;
}

COMPILED_TWICE int generate(struct mailbox *mailbox, unsigned want, struct mailbox_ply *out)
{
    struct orthodox_list list = {mailbox, out, want};
    struct threats threats;
    int side = mailbox->side, king = mailbox->king[side];
    find_threats(mailbox, &threats);
    if (threats.checks < 2) {
        for (int i = 0; i < mailbox->count[side]; i++) {
            int from = mailbox->list[side][i], man = mailbox->at[from] & MAN_OF;
            if (man == PAWN)
                orthodox_pawn_plies(&list, from, threats.pin[from]);
            else if (man != KING)
                man_plies(&list, from, man, threats.pin[from]);
        }
        if (threats.checks == 1)
            keep_answers(&list, out, &threats);
        if (mailbox->state.passed_count && (want & MAILBOX_GAINS))
            passing_plies(&list);
    }
    if (king)
        king_plies(&list);
    if (king && threats.checks == 0 && mailbox->state.rights && (want & MAILBOX_QUIET))
        for (int hand = 0; hand < 2; hand++)
            list.next += mailbox_castling(mailbox, hand, list.next);
    return (int)(list.next - out);
}

int mailbox_plies(struct mailbox *mailbox, struct mailbox_ply *out)
{
    return generate(mailbox, MAILBOX_ALL, out);
}

int mailbox_plies_wanted(struct mailbox *mailbox, unsigned want, struct mailbox_ply *out)
{
    return generate(mailbox, want, out);
}

bool mailbox_stuck(struct mailbox *mailbox)
{
    struct mailbox_ply plies[MAILBOX_PLIES_MAX];
    struct orthodox_list list = {mailbox, plies, MAILBOX_ALL};
    if (mailbox->king[mailbox->side])
        king_plies(&list); /* try the King first, because it can answer most checks */
    return list.next == plies && mailbox_plies(mailbox, plies) == 0;
}

uint64_t mailbox_perft(struct mailbox *mailbox, int depth, bool bulk)
{
    struct mailbox_ply plies[MAILBOX_PLIES_MAX];
    struct mailbox_undo undo;
    int n = mailbox_plies(mailbox, plies);
    uint64_t total = 0;
    if (depth == 1 && bulk)
        return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        mailbox_play(mailbox, plies[i], &undo);
        total += depth > 1 ? mailbox_perft(mailbox, depth - 1, bulk) : 1;
        mailbox_back(mailbox, plies[i], &undo);
    }
    return total;
}
