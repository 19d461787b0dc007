/* refusals.c - say why the orthodox rules refuse a move: a sentence with the rule's number. */
#include "core/families/orthodox/orthodox.h"

#include "core/base.h"
#include "core/position_text.h"

/* Say which piece would attack the King of the side to move after the ply. */
static void say_check(struct mailbox *mailbox, struct mailbox_ply ply, struct note *why)
{
    struct mailbox_undo undo;
    uint8_t attacker[1];
    char name[8];
    int side = mailbox->side, man = mailbox->at[ply.from] & MAN_OF;
    bool already = mailbox_in_check(mailbox, side);
    mailbox_play(mailbox, ply, &undo);
    int n = mailbox_attackers(mailbox, mailbox->king[side], !side, attacker, 1);
    int by = n ? mailbox->at[attacker[0]] & MAN_OF : NO_MAN;
    mailbox_back(mailbox, ply, &undo);
    if (n == 0) {
        note_set(why, -1, "that move is legal");
        return;
    }
    note_set(why, -1, "the King would %s in check from the %s on %s (%s)",
             already && man != KING ? "stay" : "be", man_name(by),
             mailbox_cell_text(attacker[0], name), orthodox_rule(mailbox->orthodox, RULE_CHECK));
}

/* The cell where a piece on `from` is blocked on its way along `step` to `to`. 0 if the way is
 * free; -1 if `to` is not on this line. */
static int blocked_at(const struct mailbox *mailbox, int from, int step, bool ride, int to)
{
    int met = 0;
    for (int cell = from + step; !(mailbox->at[cell] & MAN_BORDER); cell += step) {
        if (cell == to)
            return met;
        if (mailbox->at[cell] && !met)
            met = cell;
        if (!ride)
            break;
    }
    return -1;
}

static void say_blocked(const struct mailbox *mailbox, int man, int cell, struct note *why)
{
    char name[8];
    int met = mailbox->at[cell];
    note_set(why, -1, "the %s is stopped on %s by %s's %s (%s)", man_name(man),
             mailbox_cell_text(cell, name), side_name(met & MAN_WHITE ? WHITE : BLACK),
             man_name(met & MAN_OF), orthodox_rule(mailbox->orthodox, RULE_BLOCKED));
}

/* Say that the piece on `from` never moves to `to`, and briefly how it does move. */
static void say_way(const struct mailbox *mailbox, int from, int to, struct note *why)
{
    static const char *const ways[MEN] = {[KNIGHT] = "one Knight's jump",
                                          [BISHOP] = "it rides diagonally",
                                          [ROOK] = "it rides straight",
                                          [QUEEN] = "straight or diagonally",
                                          [KING] = "one step",
                                          [PEGASUS] = "it repeats a Knight's jump"};
    const struct orthodox *orthodox = mailbox->orthodox;
    int man = mailbox->at[from] & MAN_OF, rush = 1;
    char name[2][8], pawn[40];
    size_t used = 0;
    if (mailbox_rank(from) == (mailbox->side == WHITE ? 1 : orthodox->size - 2))
        rush = orthodox->rush;
    text_add(pawn, sizeof pawn, &used, "1");
    if (rush > 1)
        text_add(pawn, sizeof pawn, &used, "-%d", rush);
    text_add(pawn, sizeof pawn, &used, " forward, captures diagonally");
    note_set(why, -1, "the %s on %s does not reach %s: %s (%s)", man_name(man),
             mailbox_cell_text(from, name[0]), mailbox_cell_text(to, name[1]),
             man == PAWN ? pawn : ways[man], orthodox_rule_of(orthodox, man));
}

static bool why_no_pawn(const struct mailbox *mailbox, int from, int to, struct note *why)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int side = mailbox->side, forward = forward_of(side);
    int files = mailbox_file(to) - mailbox_file(from);
    int rows = (mailbox_rank(to) - mailbox_rank(from)) * (side == WHITE ? 1 : -1);
    bool home = mailbox_rank(from) == (side == WHITE ? 1 : orthodox->size - 2);
    char name[8];
    if (rows == 1 && (files == 1 || files == -1)) {
        bool passed = false;
        for (int i = 0; i < mailbox->state.passed_count; i++)
            passed = passed || to == mailbox->state.passed + i * forward_of(!side);
        if (!mailbox->at[to] && !passed)
            note_set(why, -1,
                     "a Pawn moves diagonally only to capture, and there is nothing on %s (%s)",
                     mailbox_cell_text(to, name), orthodox_rule(mailbox->orthodox, RULE_PAWN));
        return !mailbox->at[to] && !passed;
    }
    if (files != 0 || rows < 1 || rows > (home ? orthodox->rush : 1)) {
        if (files == 0 && rows > 1 && rows <= orthodox->rush)
            note_set(why, -1, "a Pawn moves more than one square only from its opening rank (%s)",
                     orthodox_rule(mailbox->orthodox, RULE_PAWN));
        else
            say_way(mailbox, from, to, why);
        return true;
    }
    for (int cell = from + forward;; cell += forward) {
        if (mailbox->at[cell]) {
            say_blocked(mailbox, PAWN, cell, why);
            return true;
        }
        if (cell == to)
            return false;
    }
}

/* True if the piece on `from` cannot go to `to`, even if the safety of its King is ignored; `why`
 * then contains the reason. */
static bool why_no_way(const struct mailbox *mailbox, int from, int to, struct note *why)
{
    int man = mailbox->at[from] & MAN_OF, blocked = -1;
    if (man == PAWN)
        return why_no_pawn(mailbox, from, to, why);
    for (int i = 0; i < man_steps[man].count && blocked < 0; i++)
        blocked = blocked_at(mailbox, from, man_steps[man].vector[i], man_steps[man].ride, to);
    if (blocked < 0)
        say_way(mailbox, from, to, why);
    else if (blocked > 0)
        say_blocked(mailbox, man, blocked, why);
    return blocked != 0;
}

bool orthodox_may_mean(const struct mailbox *mailbox, int from, int to)
{
    int man = mailbox->at[from] & MAN_OF;
    bool any = false;
    int rows = (mailbox_rank(to) - mailbox_rank(from)) * (mailbox->side == WHITE ? 1 : -1);
    if (man == PAWN)
        return mailbox_file(from) == mailbox_file(to) && rows > 0;
    for (int i = 0; i < man_steps[man].count && !any; i++)
        any = blocked_at(mailbox, from, man_steps[man].vector[i], man_steps[man].ride, to) >= 0;
    return any;
}

void orthodox_why_no_castling(struct mailbox *mailbox, int hand, int to, struct note *why)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int side = mailbox->side, king = mailbox->king[side], step = hand ? -1 : 1,
        steps = (to - king) * step;
    int partner = orthodox->partner_home[side][hand];
    char name[8];
    if (!(mailbox->state.rights & (hand ? RIGHT_Q : RIGHT_K) << 2 * side)) {
        note_set(why, -1, "castling to this side is lost: the King or the Rook has moved (%s)",
                 orthodox_rule(mailbox->orthodox, RULE_CASTLING));
        return;
    }
    if (steps < orthodox->castle_least || steps > orthodox->castle_most ||
        (partner - to) * step < 1) {
        if (orthodox->castle_most < orthodox->castle_least)
            note_set(why, -1, "this board has no castling (%s)",
                     orthodox_rule(orthodox, RULE_CASTLING));
        else if (orthodox->castle_most == orthodox->castle_least)
            note_set(why, -1, "a castling King moves %d squares towards the Rook (%s)",
                     orthodox->castle_least, orthodox_rule(orthodox, RULE_CASTLING));
        else
            note_set(why, -1,
                     "a castling King moves %d to %d squares, at most next to the Rook (%s)",
                     orthodox->castle_least, orthodox->castle_most,
                     orthodox_rule(orthodox, RULE_CASTLING));
        return;
    }
    for (int cell = king + step; cell != partner; cell += step)
        if (mailbox->at[cell]) {
            note_set(why, -1, "no castling: the %s on %s stands between King and Rook (%s)",
                     man_name(mailbox->at[cell] & MAN_OF), mailbox_cell_text(cell, name),
                     orthodox_rule(mailbox->orthodox, RULE_CASTLING));
            return;
        }
    uint8_t standing = mailbox->at[king];
    mailbox->at[king] = 0;
    note_set(why, -1, "castling is written with '%c%c' after the cell (%s)", hand ? '&' : '$',
             man_letter(ROOK), orthodox_rule(orthodox, RULE_NOTATION)); /* the loop below replaces
                                                                           this note if a cell on
                                                                           the King's way is
                                                                           attacked */
    for (int cell = king; cell != to + step; cell += step)
        if (mailbox_attacked(mailbox, cell, !side)) {
            note_set(why, -1, "no castling: %s is attacked (%s)", mailbox_cell_text(cell, name),
                     orthodox_rule(mailbox->orthodox, RULE_CASTLING));
            break;
        }
    mailbox->at[king] = standing;
}

void orthodox_why_not(struct mailbox *mailbox, int from, int to, struct note *why)
{
    int side = mailbox->side, man = mailbox->at[from] & MAN_OF, met = mailbox->at[to];
    char name[8];
    int files = mailbox_file(to) - mailbox_file(from);
    bool castling = man == KING && from == mailbox->orthodox->king_home[side] &&
                    mailbox_rank(to) == mailbox_rank(from) && (files > 1 || files < -1);
    mailbox_cell_text(to, name);
    if (from == to) {
        note_set(why, -1, "a move cannot end on the square where it began (%s)",
                 orthodox_rule(mailbox->orthodox, RULE_STEP));
    } else if (castling && !met) {
        orthodox_why_no_castling(mailbox, files < 0, to, why);
    } else if (met & man_bit(side)) {
        note_set(why, -1, "your own %s is on %s (%s)", man_name(met & MAN_OF), name,
                 orthodox_rule(mailbox->orthodox, RULE_OWN));
    } else if (why_no_way(mailbox, from, to, why)) {
        return;
    } else if ((met & MAN_OF) == KING) {
        note_set(why, -1, "a King is never captured (%s)",
                 orthodox_rule(mailbox->orthodox, RULE_KING));
    } else {
        bool passing = man == PAWN && files != 0 && !met;
        say_check(
            mailbox,
            (struct mailbox_ply){(uint8_t)from, (uint8_t)to, NO_MAN, passing ? PASSING : PLAINLY},
            why);
    }
}

/* True if the piece on `from` can go to any square, whether or not its King would be safe. */
static bool goes_anywhere(const struct mailbox *mailbox, int from)
{
    struct note unsaid;
    int size = mailbox->orthodox->size;
    for (int i = 0; i < size * size; i++) {
        int to = mailbox_cell(i % size, i / size);
        if (to != from && !(mailbox->at[to] & man_bit(mailbox->side)) &&
            !why_no_way(mailbox, from, to, &unsaid))
            return true;
    }
    return false;
}

void orthodox_why_no_pick(struct mailbox *mailbox, int from, struct note *why)
{
    int met = mailbox->at[from], side = mailbox->side;
    char name[8];
    mailbox_cell_text(from, name);
    if (!met)
        note_set(why, -1, "there is nothing on %s (%s)", name,
                 orthodox_rule(mailbox->orthodox, RULE_TURN));
    else if (!(met & man_bit(side)))
        note_set(why, -1, "the %s on %s is %s's, and %s is to move (%s)", man_name(met & MAN_OF),
                 name, side_name(!side), side_name(side),
                 orthodox_rule(mailbox->orthodox, RULE_TURN));
    else if (mailbox_in_check(mailbox, side))
        note_set(why, -1, "the King is in check, and the %s on %s cannot help (%s)",
                 man_name(met & MAN_OF), name, orthodox_rule(mailbox->orthodox, RULE_CHECK));
    else if (goes_anywhere(mailbox, from))
        note_set(why, -1, "wherever the %s on %s goes, %s would be in check (%s)",
                 man_name(met & MAN_OF), name, (met & MAN_OF) == KING ? "it" : "the King",
                 orthodox_rule(mailbox->orthodox, RULE_CHECK));
    else
        note_set(why, -1, "the %s on %s has no legal move (%s)", man_name(met & MAN_OF), name,
                 orthodox_rule(mailbox->orthodox, RULE_STUCK));
}
