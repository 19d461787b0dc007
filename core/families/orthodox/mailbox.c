/* mailbox.c - the compact position: loading, storing, making plies, attacks. See
 * mailbox.h. */
#include "core/families/orthodox/mailbox.h"
#include "core/families/orthodox/orthodox.h"
#include "core/variant.h"

#include <string.h>

static const int8_t jumps[] = {-33, -31, -18, -14, 14, 18, 31, 33};
static const int8_t lines[] = {-16, -1, 1, 16, -17,
                               -15, 15, 17}; /* first the four orthogonal steps, then the four
                                                diagonal steps */

const struct steps man_steps[MEN] = {
    [KNIGHT] = {jumps, 8, false}, [BISHOP] = {lines + 4, 4, true}, [ROOK] = {lines, 4, true},
    [QUEEN] = {lines, 8, true},   [KING] = {lines, 8, false},      [PEGASUS] = {jumps, 8, true},
};

static void mailbox_put(struct mailbox *mailbox, int cell, int man, int side)
{
    mailbox->at[cell] = (uint8_t)(man | man_bit(side));
    mailbox->slot[cell] = mailbox->count[side];
    mailbox->list[side][mailbox->count[side]++] = (uint8_t)cell;
    if (man == KING)
        mailbox->king[side] = (uint8_t)cell;
}

/* The castling rights for which the King and the partner are on their initial squares. */
static int mailbox_rights_at_home(const struct mailbox *mailbox)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int rights = 0;
    for (int side = WHITE; side <= BLACK; side++)
        for (int hand = 0; hand < 2; hand++)
            if (mailbox->king[side] == orthodox->king_home[side] &&
                mailbox->at[orthodox->partner_home[side][hand]] == (ROOK | man_bit(side)))
                rights |= (hand ? RIGHT_Q : RIGHT_K) << 2 * side;
    return rights;
}

bool man_goes_along(int man, int vector)
{
    enum {
        LINES = 1 << QUEEN | 1 << KING,
        STRAIGHT = LINES | 1 << ROOK,
        DIAGONAL = LINES | 1 << BISHOP
    };
    int size = vector < 0 ? -vector : vector;
    bool straight = size == 1 || size == ROW, diagonal = size == ROW - 1 || size == ROW + 1;
    return (straight ? STRAIGHT : diagonal ? DIAGONAL : 1 << KNIGHT | 1 << PEGASUS) >> man & 1;
}

void mailbox_load(struct mailbox *mailbox, const struct position *position)
{
    const struct orthodox *orthodox = position->rules->own;
    int cells = position->rules->board->cells;
    mailbox->orthodox = orthodox;
    mailbox->side = position->side;
    mailbox->king[WHITE] = mailbox->king[BLACK] = 0;
    mailbox->count[WHITE] = mailbox->count[BLACK] = 0;
    mailbox->state = (struct mailbox_state){.check = CHECK_UNKNOWN,
                                            .rights = (uint8_t)position->rights,
                                            .passed_count = position->passed_count,
                                            .halfmove = position->halfmove};
    if (position->passed_count)
        mailbox->state.passed = orthodox->inside[position->passed[0]];
    mailbox->fullmove = position->fullmove;
    memcpy(mailbox->at, orthodox->border, sizeof mailbox->at);
    for (int c = 0; c < cells; c++) {
        struct piece piece = position->at[c];
        if (piece.kind)
            mailbox_put(mailbox, orthodox->inside[c], orthodox->man_of[piece.kind], piece.side);
    }
    mailbox->state.rights &= (uint8_t)mailbox_rights_at_home(mailbox);
}

void mailbox_store(const struct mailbox *mailbox, struct position *out)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    position_clear(out, out->rules);
    out->side = mailbox->side;
    out->rights = mailbox->state.rights;
    out->halfmove = mailbox->state.halfmove;
    out->fullmove = mailbox->fullmove;
    out->passed_count = mailbox->state.passed_count;
    for (int i = 0; i < out->passed_count; i++)
        out->passed[i] = orthodox->outside[mailbox->state.passed + i * forward_of(!mailbox->side)];
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i];
            out->at[orthodox->outside[cell]] = orthodox->piece[side][mailbox->at[cell] & MAN_OF];
        }
}

static void orthodox_lift(struct mailbox *mailbox, int side, int cell)
{
    int last = mailbox->list[side][--mailbox->count[side]];
    mailbox->list[side][mailbox->slot[cell]] = (uint8_t)last;
    mailbox->slot[last] = mailbox->slot[cell];
    mailbox->at[cell] = 0;
}

static void move_man(struct mailbox *mailbox, int side, int from, int to)
{
    int slot = mailbox->slot[from];
    mailbox->at[to] = mailbox->at[from];
    mailbox->at[from] = 0;
    mailbox->slot[to] = (uint8_t)slot;
    mailbox->list[side][slot] = (uint8_t)to;
}

/* Move the castling partner from its corner to the square next to the King on the inner side; with
 * `back`, move it back to the corner. */
static void move_partner(struct mailbox *mailbox, int side, struct mailbox_ply ply, bool back)
{
    int hand = ply.how == CASTLING_LEFT;
    int home = mailbox->orthodox->partner_home[side][hand], beside = ply.to + (hand ? 1 : -1);
    move_man(mailbox, side, back ? beside : home, back ? home : beside);
}

void mailbox_play(struct mailbox *mailbox, struct mailbox_ply ply, struct mailbox_undo *undo)
{
    int side = mailbox->side, man = mailbox->at[ply.from] & MAN_OF;
    struct mailbox_state *state = &mailbox->state;
    undo->state = *state;
    undo->taken_at = ply.to;
    if (ply.how == PASSING)
        undo->taken_at = (uint8_t)(state->passed + state->passed_count * forward_of(!side));
    undo->taken = mailbox->at[undo->taken_at];
    state->halfmove++;
    state->passed_count = 0;
    state->check = CHECK_UNKNOWN;
    state->rights &= mailbox->orthodox->keep[ply.from] & mailbox->orthodox->keep[ply.to];
    if (undo->taken) {
        undo->taken_slot = mailbox->slot[undo->taken_at];
        orthodox_lift(mailbox, !side, undo->taken_at);
        state->halfmove = 0;
    }
    move_man(mailbox, side, ply.from, ply.to);
    if (man == PAWN) {
        int rows = (ply.to - ply.from) / ROW;
        state->halfmove = 0;
        if (rows > 1 || rows < -1) {
            state->passed = (uint8_t)(ply.from + forward_of(side));
            state->passed_count = (uint8_t)((rows < 0 ? -rows : rows) - 1);
        }
        if (ply.promoted)
            mailbox->at[ply.to] = (uint8_t)(ply.promoted | man_bit(side));
    } else if (man == KING) {
        mailbox->king[side] = ply.to;
        if (ply.how >= CASTLING_RIGHT)
            move_partner(mailbox, side, ply, false);
    }
    mailbox->side = (uint8_t)!side;
    mailbox->fullmove += side == BLACK;
}

void mailbox_pass(struct mailbox *mailbox)
{
    mailbox->state.halfmove++;
    mailbox->state.passed_count = 0;
    mailbox->state.check = CHECK_UNKNOWN;
    mailbox->fullmove += mailbox->side == BLACK;
    mailbox->side = !mailbox->side;
}

void mailbox_unpass(struct mailbox *mailbox, const struct mailbox_state *before)
{
    mailbox->side = !mailbox->side;
    mailbox->fullmove -= mailbox->side == BLACK;
    mailbox->state = *before;
}

void mailbox_back(struct mailbox *mailbox, struct mailbox_ply ply, const struct mailbox_undo *undo)
{
    int side = !mailbox->side;
    mailbox->side = (uint8_t)side;
    mailbox->fullmove -= side == BLACK;
    mailbox->state = undo->state;
    if (ply.how >= CASTLING_RIGHT)
        move_partner(mailbox, side, ply, true);
    move_man(mailbox, side, ply.to, ply.from);
    if (ply.promoted)
        mailbox->at[ply.from] = (uint8_t)(PAWN | man_bit(side));
    if (mailbox->king[side] == ply.to)
        mailbox->king[side] = ply.from;
    if (undo->taken) {
        /* When the captured piece left the list, the last piece of the list took its index. Move
         * that last piece back to the end. */
        uint8_t *list = mailbox->list[!side];
        int last = list[undo->taken_slot], end = mailbox->count[!side]++;
        if (end != undo->taken_slot) {
            list[end] = (uint8_t)last;
            mailbox->slot[last] = (uint8_t)end;
        }
        list[undo->taken_slot] = undo->taken_at;
        mailbox->slot[undo->taken_at] = undo->taken_slot;
        mailbox->at[undo->taken_at] = undo->taken;
    }
}

/* List the pieces of `side` that attack `cell`. Looks outwards from the cell: at the cells from
 * which Pawns capture, then along lines and jumps to the first piece. */
static inline int find_attackers(const struct mailbox *mailbox, int cell, int side, uint8_t *out,
                                 int room)
{
    enum { STRAIGHT = 1 << ROOK | 1 << QUEEN, DIAGONAL = 1 << BISHOP | 1 << QUEEN };
    const uint8_t *at = mailbox->at;
    int bit = man_bit(side), found = 0;
    for (int d = -1; d <= 1; d += 2) {
        int from = cell - forward_of(side) + d;
        if (at[from] == (bit | PAWN)) {
            out[found] = (uint8_t)from;
            if (++found == room)
                return found;
        }
    }
    for (int i = 0; i < 8; i++) {
        int step = lines[i], from = cell + step;
        while (!at[from])
            from += step;
        int riders = i < 4 ? STRAIGHT : DIAGONAL;
        if ((at[from] & bit) &&
            (from == cell + step ? riders | 1 << KING : riders) >> (at[from] & MAN_OF) & 1) {
            out[found] = (uint8_t)from;
            if (++found == room)
                return found;
        }
    }
    bool riding = mailbox->orthodox->pegasus;
    for (int i = 0; i < 8; i++) {
        int from = cell + jumps[i];
        bool hit = at[from] == (bit | KNIGHT);
        while (riding && !at[from])
            from += jumps[i];
        if (hit || at[from] == (bit | PEGASUS)) {
            out[found] = (uint8_t)from;
            if (++found == room)
                return found;
        }
    }
    return found;
}

int mailbox_attackers(const struct mailbox *mailbox, int cell, int side, uint8_t *out, int room)
{
    return find_attackers(mailbox, cell, side, out, room);
}

bool mailbox_attacked(const struct mailbox *mailbox, int cell, int side)
{
    uint8_t one[1];
    return find_attackers(mailbox, cell, side, one, 1) > 0;
}

bool mailbox_in_check(const struct mailbox *mailbox, int side)
{
    return mailbox->king[side] && mailbox_attacked(mailbox, mailbox->king[side], !side);
}

/* True if the first piece on the line from the King of `side` through `cell` attacks the King.
 * `cell` must not be the King's. */
static bool attacked_through(const struct mailbox *mailbox, int side, int cell)
{
    int king = mailbox->king[side], step = line_between(king, cell, mailbox->orthodox->pegasus);
    if (step == 0)
        return false;
    int first = king + step;
    while (!mailbox->at[first])
        first += step;
    int man = mailbox->at[first] & MAN_OF;
    return (mailbox->at[first] & man_bit(!side)) && man_goes_along(man, step) &&
           (man_steps[man].ride || first == king + step);
}

bool mailbox_safe(struct mailbox *mailbox, struct mailbox_ply ply)
{
    struct mailbox_undo undo;
    int side = mailbox->side, king = mailbox->king[side];
    uint8_t *at = mailbox->at, man = at[ply.from], met = at[ply.to];
    bool attacked;
    if (!king)
        return true;
    if (ply.how != PLAINLY) {
        mailbox_play(mailbox, ply, &undo);
        attacked = mailbox_attacked(mailbox, mailbox->king[side], !side);
        mailbox_back(mailbox, ply, &undo);
        return !attacked;
    }
    /* A plain ply changes only the contents of two cells, and the attack tests read only the cells:
     * so it is enough to change these two and restore them. */
    bool moves_king = ply.from == king;
    if (!moves_king && mailbox->state.check == CHECK_UNKNOWN)
        mailbox->state.check = mailbox_in_check(mailbox, side) ? CHECK_YES : CHECK_NO;
    if (!moves_king && mailbox->state.check == CHECK_NO &&
        !line_between(king, ply.from, mailbox->orthodox->pegasus))
        return true;
    at[ply.to] = man;
    at[ply.from] = 0;
    if (moves_king)
        attacked = mailbox_attacked(mailbox, ply.to, !side);
    else
        attacked = mailbox->state.check == CHECK_NO ? attacked_through(mailbox, side, ply.from)
                                                    : mailbox_attacked(mailbox, king, !side);
    at[ply.from] = man;
    at[ply.to] = met;
    return !attacked;
}

bool mailbox_gives_check(struct mailbox *mailbox, struct mailbox_ply last)
{
    int side = mailbox->side, king = mailbox->king[side], man = mailbox->at[last.to] & MAN_OF;
    bool check;
    if (!king || last.how != PLAINLY) {
        check = mailbox_in_check(mailbox, side);
    } else {
        int way = king - last.to, ahead = way * (side == WHITE ? -1 : 1);
        check = (man == KNIGHT && line_between(last.to, king, true) == way &&
                 man_goes_along(KNIGHT, way)) ||
                (man == PAWN && (ahead == ROW - 1 || ahead == ROW + 1)) ||
                attacked_through(mailbox, side, last.to) ||
                attacked_through(mailbox, side, last.from);
    }
    mailbox->state.check = check ? CHECK_YES : CHECK_NO;
    return check;
}

/* ---- Names of the pieces and squares of the orthodox family, and citations of its rules: see
 * orthodox.h. */

static const char *const names[MEN] = {"nothing", "Pawn",  "Knight", "Bishop",
                                       "Rook",    "Queen", "King",   "Pegasus"};
static const char letters[MEN + 1] = "-PNBRQKG";

const char *man_name(int man)
{
    return names[man];
}

char man_letter(int man)
{
    return letters[man];
}

int man_of_letter(char letter)
{
    for (int man = PAWN; man < MEN; man++)
        if (letters[man] == letter)
            return man;
    return NO_MAN;
}

const char *mailbox_cell_text(int cell, char out[8])
{
    int rank = mailbox_rank(cell) + 1, n = 0;
    out[n++] = (char)('a' + mailbox_file(cell));
    if (rank >= 10)
        out[n++] = '1';
    out[n++] = (char)('0' + rank % 10);
    out[n] = '\0';
    return out;
}

const char *orthodox_rule(const struct orthodox *orthodox, enum orthodox_rule rule)
{
    static const char *const texts[][2] = {
#define ORTHODOX_RULE(name, croatian, classical) \
    {"rules/croatian.md " croatian, "rules/classical.md " classical},
        ORTHODOX_RULES(ORTHODOX_RULE)
#undef ORTHODOX_RULE
    };
    return texts[rule][orthodox->san];
}

const char *orthodox_rule_of(const struct orthodox *orthodox, int man)
{
    static const char *const articles[MEN] = {[KNIGHT] = "rules/classical.md 3.6",
                                              [BISHOP] = "rules/classical.md 3.2",
                                              [ROOK] = "rules/classical.md 3.3",
                                              [QUEEN] = "rules/classical.md 3.4",
                                              [KING] = "rules/classical.md 3.8"};
    if (man == PAWN)
        return orthodox_rule(orthodox, RULE_PAWN);
    return orthodox->san && articles[man] ? articles[man] : orthodox_rule(orthodox, RULE_STEP);
}
