/* describe.c - boards, pieces and plies in words: see words.h. */
#include "tui/session/describe.h"

#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const compass[SQUARE_DIRECTIONS][2] = {
    {"n", "north"}, {"ne", "north-east"}, {"e", "east"}, {"se", "south-east"},
    {"s", "south"}, {"sw", "south-west"}, {"w", "west"}, {"nw", "north-west"},
};

static const char *owner(int side)
{
    return side == NOBODY ? "neutral" : side_name(side);
}

static const char *kind_name(const struct ruleset *rules, int kind)
{
    return kind > 0 && kind <= rules->kind_count ? rules->kinds[kind].name : "piece";
}

int words_piece(const struct ruleset *rules, struct piece piece, char *buffer, size_t size)
{
    if (!piece.kind)
        return snprintf(buffer, size, "no piece");
    return snprintf(buffer, size, "%s %s", owner(piece.side), kind_name(rules, piece.kind));
}

const char *words_direction(const struct board *board, int direction)
{
    static const char *const angles[TRIANGLE_DIRECTIONS] = {
        "east (0 degrees)",   "30 degrees",          "60 degrees", "north (90 degrees)", "120 degrees", "150 degrees",
        "west (180 degrees)", "210 degrees",         "240 degrees", "south (270 degrees)", "300 degrees", "330 degrees",
    };
    return board->shape == BOARD_TRIANGLES ? angles[direction] : compass[direction][1];
}

/* Add what the rules say of a piece, with its directions, given by letters, spelled out. */
static void add_description(const struct position *position, cell_t cell, char *buffer, size_t size, size_t *used)
{
    char said[400] = "";
    const char *at;
    if (position->rules->rules->describe)
        position->rules->rules->describe(position, cell, said, sizeof said);
    if (!*said)
        return;
    at = strncmp(said, "faces ", 6) == 0 ? said + 6 : said;
    text_add(buffer, size, used, ", %.*s", (int)(at - said), said);
    size_t length = at == said ? 0 : strcspn(at, ",; ");
    for (int d = 0; length && d < SQUARE_DIRECTIONS; d++)
        if (strlen(compass[d][0]) == length && !strncmp(compass[d][0], at, length)) {
            text_add(buffer, size, used, "%s", compass[d][1]);
            at += length;
            break;
        }
    text_add(buffer, size, used, "%s", at);
}

int words_content(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    struct piece piece = position->at[cell];
    if (!piece.kind)
        return snprintf(buffer, size, "nothing");
    size_t used = (size_t)words_piece(position->rules, piece, buffer, size);
    if (position->rules->board->shape == BOARD_SQUARES)
        add_description(position, cell, buffer, size, &used);
    return (int)used;
}

int words_field(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct board *board = position->rules->board;
    char said[400] = "";
    if (board->shape == BOARD_SQUARES || !position->rules->rules->describe)
        return snprintf(buffer, size, "%s square", board->cell[cell].dark ? "dark" : "light");
    position->rules->rules->describe(position, cell, said, sizeof said);
    int type = (int)(strstr(said, " triangle") - said) + (int)strlen(" triangle"); /* the name of the cell, which comes
                                                                                    * next, is left out: it has been
                                                                                    * written already */
    return snprintf(buffer, size, "%.*s%s", type, said, said + type + strcspn(said + type, ";"));
}

void words_carried(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    char said[400] = "";
    const char *at = said;
    if (position->at[cell].kind && position->rules->rules->describe)
        position->rules->rules->describe(position, cell, said, sizeof said);
    /* after the two parts about the cell */
    for (int part = 0; position->rules->board->shape == BOARD_TRIANGLES && part < 2; part++) {
        at += strcspn(at, ";");
        at += *at ? 2 : 0;
    }
    snprintf(buffer, size, "%s", at);
}

const char *words_beside_name(const struct position *position, const char *content)
{
    static const char unturned[] = ", straight ahead";
    const char *more = content + strcspn(content, ","), *start = strstr(more, unturned);
    bool rings = !strcmp(position->rules->rules->family, "turnover");
    return rings || (start && !start[sizeof unturned - 1]) ? "" : more;
}

/* Append the pieces on the cells of a rank (or, if rank < 0, of a file). */
static int add_row(const struct position *position, int rank, int file, char *buffer, size_t size, size_t used)
{
    const struct board *board = position->rules->board;
    bool any = false;
    for (int i = 0; i < (rank < 0 ? board->ranks : board->files); i++) {
        cell_t cell = board_at(board, rank < 0 ? file : i, rank < 0 ? i : rank);
        char content[500];
        if (cell == CELL_NONE || !position->at[cell].kind)
            continue;
        words_content(position, cell, content, sizeof content);
        const char *more = words_beside_name(position, content); /* the name of the cell comes after that of the piece */
        text_add(buffer, size, &used, "%s%.*s on %s%s", any ? "; " : " ",
                 (int)strcspn(content, ","), content, board_name(board, cell), more);
        any = true;
    }
    if (!any)
        text_add(buffer, size, &used, " empty");
    return (int)used;
}

int words_rank(const struct position *position, int rank, char *buffer, size_t size)
{
    size_t used = 0;
    text_add(buffer, size, &used, "Rank %d:", rank + 1);
    return add_row(position, rank, -1, buffer, size, used);
}

int words_file(const struct position *position, int file, char *buffer, size_t size)
{
    size_t used = 0;
    text_add(buffer, size, &used, "%s %c:", position->rules->board->shape == BOARD_TRIANGLES ? "Column" : "File",
             'a' + file);
    return add_row(position, -1, file, buffer, size, used);
}

bool words_rank_empty(const struct position *position, int rank)
{
    const struct board *board = position->rules->board;
    for (int file = 0; file < board->files; file++) {
        cell_t cell = board_at(board, file, rank);
        if (cell != CELL_NONE && position->at[cell].kind)
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- actions */

/* Describe an action as a choice ("go to e4") or as a report ("goes to e4"): only the ending of the verb differs. */
static int action_words(const struct ruleset *rules, const struct action *action, bool report, char *buffer, size_t size)
{
    const char *to = board_name(rules->board, action->to), *s = report ? "s" : "", *es = report ? "es" : "";
    const char *name = kind_name(rules, action->kind), *who = owner(action->side);
    switch (action->verb) {
    case ACTION_DONE:
        return snprintf(buffer, size, "end%s the ply here", s);
    case ACTION_PICK:
        return snprintf(buffer, size, "lift%s the %s %s on %s", s, who, name, to);
    case ACTION_GO:
        return action->from == action->to ? snprintf(buffer, size, "stay%s on %s", s, to)
                                          : snprintf(buffer, size, "go%s to %s", es, to);
    case ACTION_STEP:
        return snprintf(buffer, size, "step%s to %s", s, to);
    case ACTION_TAKE:
        return snprintf(buffer, size, "take%s the %s %s on %s", s, who, name, to);
    case ACTION_PASSANT:
        return snprintf(buffer, size, "go%s to %s, taking the %s %s that passed it", es, to, who, name);
    case ACTION_PUSH:
        return snprintf(buffer, size, "go%s to %s and activate%s the %s %s there with momentum %d", es, to, s, who, name,
                        action->turn);
    case ACTION_DIVE:
        return snprintf(buffer, size, "dive%s into the %s %s on %s", s, who, name, to);
    case ACTION_JOURNEY:
        return snprintf(buffer, size, "begin%s a second leg at the Monolith on %s", s, to);
    case ACTION_PORTAL:
        return snprintf(buffer, size, "reappear%s on %s as a %s %s", s, to, who, name); /* it may belong to another side now */
    case ACTION_SUMMON:
        return snprintf(buffer, size, "bring%s a %s %s back on %s", s, who, name, to);
    case ACTION_CONVERT:
        return snprintf(buffer, size, "convert%s the %s %s on %s", s, who, name, to);
    case ACTION_PROMOTE:
        return snprintf(buffer, size, "become%s %s %s on %s", s, name_article(name), name, to);
    case ACTION_TELEPORT:
        return snprintf(buffer, size, "send%s the %s %s on %s off", s, who, name, to);
    case ACTION_TURN:
        return action->turn == 0 ? snprintf(buffer, size, "%s turn", report ? "does not" : "do not")
                                 : snprintf(buffer, size, "turn%s %s to the %s", s,
                                            action->turn == 1 || action->turn == -1 ? "one eighth" : "several eighths",
                                            action->turn > 0 ? "right" : "left");
    case ACTION_SPLIT:
        return snprintf(buffer, size, "split%s: only its Wall goes", s);
    case ACTION_FLIP:
        return snprintf(buffer, size, "turn%s over the %s %s on %s", s, who, name, to);
    case ACTION_JOIN:
        return snprintf(buffer, size, "join%s the %s %s on %s", s, who, name, to);
    case ACTION_CASTLE:
        return snprintf(buffer, size, "castle%s to %s with the %s%s", s, to, name,
                        action->turn > 0 ? " on its right hand" : action->turn < 0 ? " on its left hand" : "");
    default:
        return snprintf(buffer, size, "do nothing");
    }
}

int words_choice(const struct ruleset *rules, const struct action *action, char *buffer, size_t size)
{
    return action_words(rules, action, false, buffer, size);
}

static bool begins_member(const struct action *action)
{
    return action->verb == ACTION_PICK;
}

int words_members(const struct ply *ply)
{
    int members = 0;
    for (int i = 0; i < ply->n; i++)
        members += begins_member(&ply->v[i]) || ply->v[i].verb == ACTION_PUSH;
    return members;
}

/* What a ply of rings leaves behind where it began, and what it forms where it ends; each KIND_NONE if it need not
 * be mentioned. */
static void rings_left(const struct position *before, const struct ply *ply, int *stays, int *makes)
{
    struct position *after;
    *stays = *makes = KIND_NONE;
    if (strcmp(before->rules->rules->family, "turnover") != 0)
        return;
    after = memory_new(1, sizeof *after);
    ply_play(before, ply, after);
    *stays = after->at[ply->v[0].to].kind;
    const struct action *last = &ply->v[ply->n - 1];
    if (last->verb == ACTION_FLIP || last->verb == ACTION_JOIN)
        *makes = after->at[last->to].kind;
    free(after);
}

/* Add the piece that moves: "White Castle from d2", or the ring of it that moves alone. */
static void add_goer(const struct position *before, const struct action *first, int stays, char *buffer, size_t size,
                     size_t *used)
{
    const struct ruleset *rules = before->rules;
    const char *cell = board_name(rules->board, first->to);
    if (stays) /* around a Tower it is a Fort, around the others the Wall: rules/turnover.md 3 */
        text_add(buffer, size, used, "The %s of the %s %s on %s",
                 rules->kinds[stays].letter == 'T' ? "Fort" : "Wall", owner(first->side), kind_name(rules, first->kind), cell);
    else if (first->side == NOBODY) /* the sentence begins with the name of the neutral piece */
        text_add(buffer, size, used, "%s from %s", kind_name(rules, first->kind), cell);
    else
        text_add(buffer, size, used, "%s %s from %s", owner(first->side), kind_name(rules, first->kind), cell);
}

/* Describe an action as part of a longer sentence: after castling it is the other piece that turns. */
static int member_words(const struct ruleset *rules, const struct action *action, char *buffer, size_t size)
{
    size_t used = 0;
    if (action->verb != ACTION_TURN || (action - 1)->verb != ACTION_CASTLE)
        return action_words(rules, action, true, buffer, size);
    text_add(buffer, size, &used, "the %s ", kind_name(rules, (action - 1)->kind));
    action_words(rules, action, true, buffer + used, size - used);
    return (int)strlen(buffer);
}

int words_member(const struct position *before, const struct ply *ply, int member, char *buffer, size_t size)
{
    const struct ruleset *rules = before->rules;
    size_t used = 0;
    int at = -1, count = -1, said = 0, stays, makes;
    if (size)
        buffer[0] = '\0';
    while (at + 1 < ply->n && count < member) { /* find the action that begins the member */
        at++;
        count += begins_member(&ply->v[at]) || ply->v[at].verb == ACTION_PUSH;
    }
    if (at < 0 || count < member)
        return 0;
    const struct action *first = &ply->v[at];
    rings_left(before, ply, &stays, &makes);
    add_goer(before, first, stays, buffer, size, &used);
    for (int i = at + 1; i < ply->n && !begins_member(&ply->v[i]); i++) {
        char words[300];
        if (ply->v[i].verb == ACTION_SPLIT)
            continue; /* it has been described */
        bool last = i + 1 == ply->n || begins_member(&ply->v[i + 1]) || ply->v[i].verb == ACTION_PUSH;
        /* the piece sent off reappears, not the Monolith */
        bool sent = ply->v[i].verb == ACTION_PORTAL && ply->v[i - 1].verb == ACTION_TELEPORT;
        member_words(rules, &ply->v[i], words, sizeof words);
        text_add(buffer, size, &used, "%s %s", sent ? ", which" : !said ? "" : last ? " and" : ",", words);
        said++;
        if (ply->v[i].verb == ACTION_PUSH)
            break;
    }
    if (makes)
        text_add(buffer, size, &used, ": %s %s", name_article(kind_name(rules, makes)), kind_name(rules, makes));
    if (stays)
        text_add(buffer, size, &used, "; %s %s stays on %s", name_article(kind_name(rules, stays)), kind_name(rules, stays),
                 board_name(rules->board, first->to));
    return (int)used;
}

/* ---------------------------------------------------------------- verdicts */

const char *words_reason(const char *reason)
{
    static const char *const told[][2] = {{"niol", "niol, a mate without a bers or a rook"},
                                          {"robado", "robado, a king without any other piece"}};
    for (size_t i = 0; reason && i < sizeof told / sizeof *told; i++)
        if (!strcmp(reason, told[i][0]))
            return told[i][1];
    return reason;
}

int words_verdict(const struct position *position, const struct verdict *verdict, char *buffer, size_t size)
{
    const char *side = side_name(position->side), *reason = words_reason(verdict->reason);
    size_t used = 0;
    switch (verdict->outcome) {
    case OUTCOME_WIN:
        text_add(buffer, size, &used, "%s has won%s%s", side_name(verdict->winner), reason ? ": " : "", reason ? reason : "");
        break;
    case OUTCOME_DRAW:
        text_add(buffer, size, &used, "The game is drawn%s%s", reason ? ": " : "", reason ? reason : "");
        break;
    case OUTCOME_CHECK:
        text_add(buffer, size, &used, "%s is to move and in check", side);
        break;
    case OUTCOME_DOUBLE_CHECK:
        text_add(buffer, size, &used, "%s is to move and in double check", side);
        break;
    default:
        text_add(buffer, size, &used, "%s is to move", side);
    }
    if (verdict->rule && verdict_over(verdict))
        text_add(buffer, size, &used, " (%s)", verdict->rule);
    if (verdict->notes & NOTE_SIEGE)
        text_add(buffer, size, &used, ", under siege: after every ply the last Castle can be taken (%s)", verdict->rule);
    if (verdict->claims && !verdict_over(verdict))
        text_add(buffer, size, &used, "; a draw can be claimed");
    return (int)used;
}

bool words_is_out(const struct position *position, int side)
{
    const struct rules *rules = position->rules->rules;
    struct position *retired;
    struct verdict verdict;
    if (!rules->retire || position->rules->sides < 3)
        return false;
    position_judge(position, &verdict);
    if (verdict.outcome == OUTCOME_WIN)
        return side != verdict.winner;
    retired = memory_new(1, sizeof *retired);
    position_copy(retired, position);
    rules->retire(retired, side); /* the call has no effect on a player who is out already */
    bool same = position_same(retired, position);
    free(retired);
    return same;
}

bool words_is_passed(const struct position *before, const struct position *now, int side)
{
    int sides = now->rules->sides, turn = before->side;
    if (sides < 3 || words_is_out(now, side))
        return false;
    for (turn = (turn + 1) % sides; turn != now->side; turn = (turn + 1) % sides)
        if (turn == side)
            return true;
    return false;
}

int words_next_to_agree(const struct position *now, int offer, const bool agreed[SIDES_MAX])
{
    int sides = now->rules->sides;
    for (int i = 1; i < sides; i++) {
        int side = (offer + i) % sides;
        if (!agreed[side] && !words_is_out(now, side))
            return side;
    }
    return NOBODY;
}
