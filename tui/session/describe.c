/* describe.c - boards, pieces, plies, results, judgements and rules in words: see describe.h. */
#include "config.h"

#include "tui/session/describe.h"
#include "core/base.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/util/ascii.h"
#include "tui/session/opponent.h"
#include "tui/system/paths.h"
#include "tui/system/process.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const compass[SQUARE_DIRECTIONS][2] = {
    {"n", "north"}, {"ne", "north-east"}, {"e", "east"}, {"se", "south-east"},
    {"s", "south"}, {"sw", "south-west"}, {"w", "west"}, {"nw", "north-west"},
};

static const char *describe_owner(int side)
{
    return side == NOBODY ? "neutral" : side_name(side);
}

static const char *describe_kind_name(const struct ruleset *rules, int kind)
{
    return kind > 0 && kind <= rules->kind_count ? rules->kinds[kind].name : "piece";
}

int words_piece(const struct ruleset *rules, struct piece piece, char *buffer, size_t size)
{
    if (!piece.kind)
        return snprintf(buffer, size, "no piece");
    return snprintf(buffer, size, "%s %s", describe_owner(piece.side),
                    describe_kind_name(rules, piece.kind));
}

const char *words_direction(const struct board *board, int direction)
{
    static const char *const angles[TRIANGLE_DIRECTIONS] = {
        "east (0 degrees)", "30 degrees",          "60 degrees",         "north (90 degrees)",
        "120 degrees",      "150 degrees",         "west (180 degrees)", "210 degrees",
        "240 degrees",      "south (270 degrees)", "300 degrees",        "330 degrees",
    };
    return board->shape == BOARD_TRIANGLES ? angles[direction] : compass[direction][1];
}

/* Add what the rules say about a piece. Its directions, which the rules give by letters, are
 * spelled out. */
static void add_description(const struct position *position, cell_t cell, char *buffer, size_t size,
                            size_t *used)
{
    char said[400];
    const char *at;
    piece_describe(position, cell, said, sizeof said);
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
    char said[400];
    if (board->shape == BOARD_SQUARES)
        return snprintf(buffer, size, "%s square", board->cell[cell].dark ? "dark" : "light");
    piece_describe(position, cell, said, sizeof said);
    /* Leave out the name of the cell, which has been written already. */
    int type = (int)(strstr(said, " triangle") - said) + (int)strlen(" triangle");
    return snprintf(buffer, size, "%.*s%s", type, said, said + type + strcspn(said + type, ";"));
}

void words_carried(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    char said[400] = "";
    const char *at = said;
    if (position->at[cell].kind)
        piece_describe(position, cell, said, sizeof said);
    /* on triangles the description begins with two parts about the cell: skip them */
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
    return presentation_of(position->rules)->names_tell_all ||
                   (start && !start[sizeof unturned - 1])
               ? ""
               : more;
}

/* Append the pieces on a rank, or on a file if rank < 0. */
static int describe_add_row(const struct position *position, int rank, int file, char *buffer,
                            size_t size, size_t used)
{
    const struct board *board = position->rules->board;
    bool any = false;
    for (int i = 0; i < (rank < 0 ? board->ranks : board->files); i++) {
        cell_t cell = board_at(board, rank < 0 ? file : i, rank < 0 ? i : rank);
        char content[500];
        if (cell == CELL_NONE || !position->at[cell].kind)
            continue;
        words_content(position, cell, content, sizeof content);
        /* Write the name of the cell between the piece's name and its state. */
        const char *more = words_beside_name(position, content);
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
    return describe_add_row(position, rank, -1, buffer, size, used);
}

int words_file(const struct position *position, int file, char *buffer, size_t size)
{
    size_t used = 0;
    text_add(buffer, size, &used,
             "%s %c:", position->rules->board->shape == BOARD_TRIANGLES ? "Column" : "File",
             'a' + file);
    return describe_add_row(position, -1, file, buffer, size, used);
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

/* Describe an action as a choice ("go to e4") or as a report ("goes to e4"); only the ending of the
 * verb differs. */
static int action_words(const struct ruleset *rules, const struct action *action, bool report,
                        char *buffer, size_t size)
{
    const char *to = board_name(rules->board, action->to), *s = report ? "s" : "",
               *es = report ? "es" : "";
    const char *name = describe_kind_name(rules, action->kind), *who = describe_owner(action->side);
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
        return snprintf(buffer, size, "capture%s the %s %s on %s", s, who, name, to);
    case ACTION_PASSANT:
        return snprintf(buffer, size, "go%s to %s, capturing the %s %s that passed it", es, to, who,
                        name);
    case ACTION_PUSH:
        return snprintf(buffer, size, "go%s to %s and activate%s the %s %s there with momentum %d",
                        es, to, s, who, name, action->turn);
    case ACTION_DIVE:
        return snprintf(buffer, size, "dive%s into the %s %s on %s", s, who, name, to);
    case ACTION_JOURNEY:
        return snprintf(buffer, size, "begin%s a second leg at the Monolith on %s", s, to);
    case ACTION_PORTAL:
        /* The piece may belong to another side now. */
        return snprintf(buffer, size, "reappear%s on %s as a %s %s", s, to, who, name);
    case ACTION_SUMMON:
        return snprintf(buffer, size, "bring%s a %s %s back on %s", s, who, name, to);
    case ACTION_CONVERT:
        return snprintf(buffer, size, "convert%s the %s %s on %s", s, who, name, to);
    case ACTION_PROMOTE:
        return snprintf(buffer, size, "become%s %s %s on %s", s, name_article(name), name, to);
    case ACTION_TELEPORT:
        return snprintf(buffer, size, "send%s the %s %s on %s off", s, who, name, to);
    case ACTION_TURN:
        return action->turn == 0
                   ? snprintf(buffer, size, "%s turn", report ? "does not" : "do not")
                   : snprintf(buffer, size, "turn%s %s to the %s", s,
                              action->turn == 1 || action->turn == -1 ? "one eighth"
                                                                      : "several eighths",
                              action->turn > 0 ? "right" : "left");
    case ACTION_SPLIT:
        return snprintf(buffer, size, "split%s: only its Wall goes", s);
    case ACTION_FLIP:
        return snprintf(buffer, size, "turn%s over the %s %s on %s", s, who, name, to);
    case ACTION_JOIN:
        return snprintf(buffer, size, "join%s the %s %s on %s", s, who, name, to);
    case ACTION_CASTLE:
        return snprintf(buffer, size, "castle%s to %s with the %s%s", s, to, name,
                        action->turn > 0   ? " on its right hand"
                        : action->turn < 0 ? " on its left hand"
                                           : "");
    default:
        return snprintf(buffer, size, "do nothing");
    }
}

int words_choice(const struct ruleset *rules, const struct action *action, char *buffer,
                 size_t size)
{
    return action_words(rules, action, false, buffer, size);
}

/* Add the piece that moves: "White Castle from d2", or the part of it that moves alone. */
static void add_goer(const struct position *before, const struct action *first, const char *part,
                     char *buffer, size_t size, size_t *used)
{
    const struct ruleset *rules = before->rules;
    const char *cell = board_name(rules->board, first->to);
    if (part)
        text_add(buffer, size, used, "The %s of the %s %s on %s", part, describe_owner(first->side),
                 describe_kind_name(rules, first->kind), cell);
    else if (first->side == NOBODY) /* the sentence begins with the name of the neutral piece */
        text_add(buffer, size, used, "%s from %s", describe_kind_name(rules, first->kind), cell);
    else
        text_add(buffer, size, used, "%s %s from %s", describe_owner(first->side),
                 describe_kind_name(rules, first->kind), cell);
}

/* Describe an action as part of a longer sentence. After castling the sentence must say that the
 * other piece turns. */
static int member_words(const struct ruleset *rules, const struct action *action, char *buffer,
                        size_t size)
{
    size_t used = 0;
    if (action->verb != ACTION_TURN || (action - 1)->verb != ACTION_CASTLE)
        return action_words(rules, action, true, buffer, size);
    text_add(buffer, size, &used, "the %s ", describe_kind_name(rules, (action - 1)->kind));
    action_words(rules, action, true, buffer + used, size - used);
    return (int)strlen(buffer);
}

int words_member(const struct position *before, const struct ply *ply, int member, char *buffer,
                 size_t size)
{
    const struct ruleset *rules = before->rules;
    size_t used = 0;
    int at = -1, count = -1, said = 0;
    if (size)
        buffer[0] = '\0';
    while (at + 1 < ply->n && count < member) { /* find the action that begins the member */
        at++;
        count += ply->v[at].verb == ACTION_PICK || ply->v[at].verb == ACTION_PUSH;
    }
    if (at < 0 || count < member)
        return 0;
    const struct action *first = &ply->v[at];
    const struct left_behind left = ply_leaves(before, ply);
    add_goer(before, first, left.goes, buffer, size, &used);
    for (int i = at + 1; i < ply->n && ply->v[i].verb != ACTION_PICK; i++) {
        char words[300];
        if (ply->v[i].verb == ACTION_SPLIT)
            continue; /* add_goer() has described this action already */
        bool last =
            i + 1 == ply->n || ply->v[i + 1].verb == ACTION_PICK || ply->v[i].verb == ACTION_PUSH;
        /* The piece that was sent off reappears, not the Monolith. */
        bool sent = ply->v[i].verb == ACTION_PORTAL && ply->v[i - 1].verb == ACTION_TELEPORT;
        member_words(rules, &ply->v[i], words, sizeof words);
        text_add(buffer, size, &used, "%s %s",
                 sent    ? ", which"
                 : !said ? ""
                 : last  ? " and"
                         : ",",
                 words);
        said++;
        if (ply->v[i].verb == ACTION_PUSH)
            break;
    }
    if (left.makes)
        text_add(buffer, size, &used, ": %s %s",
                 name_article(describe_kind_name(rules, left.makes)),
                 describe_kind_name(rules, left.makes));
    if (left.stays)
        text_add(buffer, size, &used, "; %s %s stays on %s",
                 name_article(describe_kind_name(rules, left.stays)),
                 describe_kind_name(rules, left.stays), board_name(rules->board, first->to));
    return (int)used;
}

/* ---------------------------------------------------------------- names of games */

int words_players(const char *const *player, int players, bool spoken, const char *unknown,
                  char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (int side = 0; side < players; side++) {
        const char *name = player[side] ? player[side] : "";
        bool known = *name && strcmp(name, "?") != 0;
        const char *between = !side                ? ""
                              : !spoken            ? " - "
                              : players == 2       ? " against "
                              : side + 1 < players ? ", "
                                                   : " and ";
        text_add(buffer, size, &used, "%s%.150s", between,
                 known     ? name
                 : unknown ? unknown
                           : side_name(side));
    }
    return (int)used;
}

bool words_nameless_game(const char *title, const char *const *player, int players, char *buffer,
                         size_t size)
{
    static const char ends[] = " Chess";
    size_t length = strlen(title), tail = sizeof ends - 1;
    bool computer = false;
    for (int side = 0; side < players; side++) {
        const char *name = player[side] ? player[side] : "";
        bool plays = computer_level(name) > 0;
        if (!plays && *name && strcmp(name, "?") != 0 && strcmp(name, side_name(side)) != 0)
            return false;
        computer = computer || plays;
    }
    /* The lists that show this name are narrow. */
    if (computer && length > tail && !strcmp(title + length - tail, ends))
        length -= tail;
    snprintf(buffer, size, "%.*s%s", (int)length, title, computer ? ", computer" : "");
    return true;
}

const char *words_date(const char *date, char out[WORDS_DATE_ROOM])
{
    static const char unknown[] = "-??";
    size_t n = (size_t)snprintf(out, WORDS_DATE_ROOM, "%.*s", WORDS_DATE_ROOM - 1, date);
    while (n >= strlen(unknown) && !strcmp(out + n - strlen(unknown), unknown))
        out[n -= strlen(unknown)] = '\0';
    if (!strcmp(out, "????"))
        out[0] = '\0';
    return out;
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

int words_condition(const struct verdict *verdict, char *buffer, size_t size)
{
    static const char *const words[] = {[OUTCOME_CHECK] = "in check",
                                        [OUTCOME_DOUBLE_CHECK] = "in double check",
                                        [OUTCOME_DRAW] = "The game is drawn"};
    size_t used = 0;
    buffer[0] = '\0';
    if (verdict->outcome == OUTCOME_WIN)
        text_add(buffer, size, &used, "%s has won", side_name(verdict->winner));
    else if (verdict->outcome != OUTCOME_PLAYING)
        text_add(buffer, size, &used, "%s", words[verdict->outcome]);
    if (verdict_over(verdict) && verdict->reason)
        text_add(buffer, size, &used, ": %s", words_reason(verdict->reason));
    if (verdict_over(verdict) && verdict->rule)
        text_add(buffer, size, &used, " (%s)", verdict->rule);
    if (verdict->notes & NOTE_SIEGE)
        text_add(buffer, size, &used,
                 "%sunder siege: after every ply the last Castle can be captured (%s)",
                 used ? ", " : "", verdict->rule);
    if (verdict->claims && !verdict_over(verdict))
        text_add(buffer, size, &used, "%sa draw can be claimed: %s", used ? "; " : "",
                 verdict->claims & CLAIM_THREEFOLD ? "the same position for the third time"
                                                   : "fifty moves without a lasting change");
    return (int)used;
}

int words_verdict(const struct position *position, const struct verdict *verdict, char *buffer,
                  size_t size)
{
    char condition[300];
    size_t used = 0;
    const char *between = verdict->outcome != OUTCOME_PLAYING ? " and "
                          : verdict->notes & NOTE_SIEGE       ? ", "
                                                              : "; ";
    words_condition(verdict, condition, sizeof condition);
    if (!verdict_over(verdict))
        text_add(buffer, size, &used, "%s is to move%s", side_name(position->side),
                 *condition ? between : "");
    text_add(buffer, size, &used, "%s", condition);
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
    rules->retire(retired, side); /* retire() has no effect on a player who is out already */
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

/* ---- Records how a game ended: see describe.h. */

void result_set(struct record *record, const struct position *end, int winner, const char *reason)
{
    static const char *const numbers[] = {"0", "0.5", "1"}, *const words[] = {"0", "1/2", "1"};
    struct value *points = value_map(value_map(&record->head, "result"), "points");
    char score[32] = "";
    size_t used = 0;
    for (int side = 0; side < end->rules->sides; side++) {
        char key[2] = {side_letter(side), '\0'};
        int half = winner == side ? 2 : winner == NOBODY && !words_is_out(end, side) ? 1 : 0;
        value_set(points, key, numbers[half], true);
        text_add(score, sizeof score, &used, "%s%s", side ? "-" : "", words[half]);
    }
    record_set_text(record, "result.score", score);
    record_set_text(record, "result.reason", reason);
}

void result_forget(struct record *record)
{
    record_set_text(record, "result.score", "*");
    record_set_text(record, "result.reason", NULL);
    struct value *result = value_at(&record->head, "result");
    for (int i = 0; result && i < result->n; i++)
        if (result->entry[i].key && !strcmp(result->entry[i].key, "points")) {
            value_remove(result, i);
            break;
        }
}

bool result_stands(const struct record *record)
{
    const char *score = record_text(record, "result.score");
    return *score && strcmp(score, "*") != 0;
}

void result_side_leaves(struct node *node, int side, bool time)
{
    char letter[2] = {side_letter(side), '\0'};
    struct value *event = value_append(value_list(&node_notes(node)->other, "events"));
    event->type = VALUE_MAP;
    value_set(event, "is", time ? "flag" : "resigns", false);
    value_set(event, "side", letter, false);
}

const char *result_of_leaving(const struct node *node)
{
    const struct value *events =
        node && node->notes ? value_at(&node->notes->other, "events") : NULL;
    bool flag = events && events->n &&
                !strcmp(value_text(&events->entry[events->n - 1].value, "is"), "flag");
    return flag ? "time" : "resignation";
}

/* ---- The table of annotations: see describe.h. */

static const struct nag nags[] = {
    {1, "!", "!", "good move"},
    {2, "?", "?", "mistake"},
    {3, "!!", "!!", "brilliant move"},
    {4, "??", "??", "blunder"},
    {5, "!?", "!?", "move worth attention"},
    {6, "?!", "?!", "doubtful move"},
    {7, "[]", "\u25a1", "forced, the only move"},
    {8, "[]", "\u25a1", "singular, no reasonable alternative"},
    {10, "=", "=", "equal"},
    {13, "~", "\u221e", "unclear"},
    {14, "+=", "\u2a72", "White is slightly better"},
    {15, "=+", "\u2a71", "Black is slightly better"},
    {16, "+/-", "\u00b1", "White is better"},
    {17, "-/+", "\u2213", "Black is better"},
    {18, "+-", "+-", "White is winning"},
    {19, "-+", "-+", "Black is winning"},
    {22, "(.)", "\u2a00", "zugzwang for White"},
    {23, "(.)", "\u2a00", "zugzwang for Black"},
    {32, "@", "\u27f3", "White is ahead in development"},
    {33, "@", "\u27f3", "Black is ahead in development"},
    {36, "->", "\u2192", "White has the initiative"},
    {37, "->", "\u2192", "Black has the initiative"},
    {40, "^", "\u2191", "White attacks"},
    {41, "^", "\u2191", "Black attacks"},
    {44, "=/~", "=\u221e", "White has compensation"},
    {45, "=/~", "=\u221e", "Black has compensation"},
    {132, "<=>", "\u21c6", "White has counterplay"},
    {133, "<=>", "\u21c6", "Black has counterplay"},
    {136, "(+)", "\u2295", "White is short of time"},
    {137, "(+)", "\u2295", "Black is short of time"},
    {140, "/\\", "\u2206", "with the idea"},
    {142, "/\\", "\u2313", "better is"},
    {146, "N", "N", "novelty"},
};

enum { NAGS = sizeof nags / sizeof *nags };

const struct nag *nag_at(int index)
{
    return index >= 0 && index < NAGS ? &nags[index] : NULL;
}

const struct nag *nag_numbered(int number)
{
    for (int i = 0; i < NAGS; i++)
        if (nags[i].number == number)
            return &nags[i];
    return NULL;
}

int nag_write(int number, bool utf8, char *buffer, size_t size)
{
    const struct nag *nag = nag_numbered(number);
    if (!nag)
        return snprintf(buffer, size, "$%d", number);
    return snprintf(buffer, size, "%s", utf8 ? nag->utf8 : nag->ascii);
}

/* ---- The colours of marks: see describe.h. */

static const char *const mark_colors[MARK_COLORS] = {"green", "red",     "blue",   "yellow",
                                                     "cyan",  "magenta", "orange", "white"};

int mark_color_number(const char *color)
{
    for (int i = 0; color && i < MARK_COLORS; i++)
        if (!strcmp(mark_colors[i], color))
            return i + 1;
    return 0;
}

const char *mark_color_name(int number)
{
    return mark_colors[number >= 1 && number <= MARK_COLORS ? number - 1 : 0];
}

/* ---- The board in sentences: see describe.h. */

void words_board(const struct position *position, position_words_fn *each, void *argument)
{
    char text[WORDS_ROOM * 4];
    for (int rank = position->rules->board->ranks - 1, last; rank >= 0; rank = last - 1) {
        last = rank;
        while (words_rank_empty(position, rank) && last > 0 && words_rank_empty(position, last - 1))
            last--;
        if (last < rank)
            snprintf(text, sizeof text, "Ranks %d to %d: empty", rank + 1, last + 1);
        else
            words_rank(position, rank, text, sizeof text);
        each(argument, text);
    }
    for (int side = 0; side < position->rules->sides; side++)
        for (int kind = 1; kind <= position->rules->kind_count; kind++)
            if (position->held[side][kind]) {
                snprintf(text, sizeof text, "%s can bring back %d of the kind %s", side_name(side),
                         position->held[side][kind], position->rules->kinds[kind].name);
                each(argument, text);
            }
}

void words_lines_through(const struct position *position, cell_t cell, position_words_fn *each,
                         void *argument)
{
    const struct board *board = position->rules->board;
    bool squares = board->shape == BOARD_SQUARES;
    for (int direction = squares; direction < board->directions; direction += 1 + squares) {
        char text[WORDS_ROOM * 2], content[500];
        size_t used = 0;
        cell_t at = board_next(board, cell, direction);
        if (at == CELL_NONE)
            continue;
        text_add(text, sizeof text, &used, "Towards %s:", words_direction(board, direction));
        for (const char *between = " "; at != CELL_NONE; at = board_next(board, at, direction)) {
            words_content(position, at, content, sizeof content);
            text_add(text, sizeof text, &used, "%s%s %s", between, board_name(board, at), content);
            between = "; ";
        }
        each(argument, text);
    }
}

int words_pieces(const struct position *position, int kind, int side, char *buffer, size_t size)
{
    const struct ruleset *rules = position->rules;
    size_t used = 0;
    int count = 0;
    text_add(buffer, size, &used, "%s %s: ", side_name(side), rules->kinds[kind].name);
    for (int cell = 0; cell < rules->board->cells; cell++) {
        struct piece piece = position->at[cell];
        char content[500];
        if (piece.kind != kind || (piece.side != side && piece.side != NOBODY))
            continue;
        words_content(position, (cell_t)cell, content, sizeof content);
        text_add(buffer, size, &used, "%s%s%s", count++ ? "; " : "",
                 board_name(rules->board, (cell_t)cell), words_beside_name(position, content));
    }
    return count ? (int)used
                 : snprintf(buffer, size, "%s has no %s", side_name(side), rules->kinds[kind].name);
}

int words_moves_from(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const char *name = board_name(position->rules->board, cell);
    struct draft draft = {0};
    struct actions choices = {0};
    struct note why = {.offset = -1};
    struct action pick = {0};
    size_t used = 0;
    draft_begin(&draft, position);
    draft_choices(&draft, &choices);
    for (int i = 0; i < choices.n && !pick.verb; i++)
        if (choices.v[i].verb == ACTION_PICK && choices.v[i].to == cell)
            pick = choices.v[i];
    if (pick.verb) {
        char words[300];
        draft_take(&draft, pick);
        draft_choices(&draft, &choices);
        text_add(buffer, size, &used, "From %s it can ", name);
        for (int i = 0; i < choices.n; i++) {
            words_choice(position->rules, &choices.v[i], words, sizeof words);
            text_add(buffer, size, &used, "%s%s", i ? "; " : "", words);
        }
    } else {
        position->rules->rules->why_not(&draft, cell, &why);
        text_add(buffer, size, &used, "No piece can move from %s: %s", name, why.text);
    }
    actions_free(&choices);
    draft_clear(&draft);
    return (int)used;
}

/* True if the piece on `from` could capture on a cell. */
static bool could_capture(const struct position *position, cell_t from, cell_t cell)
{
    struct actions reach = {0};
    bool takes = false;
    position->rules->rules->reach(position, from, &reach);
    for (int i = 0; i < reach.n && !takes; i++)
        takes = reach.v[i].to == cell &&
                (reach.v[i].verb == ACTION_TAKE || reach.v[i].verb == ACTION_FLIP);
    actions_free(&reach);
    return takes;
}

int words_attackers(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct board *board = position->rules->board;
    const char *between = ": ";
    size_t used = 0;
    text_add(buffer, size, &used, "These pieces could capture on %s", board_name(board, cell));
    for (int from = 0; from < board->cells; from++) {
        char piece[100];
        if (!position->at[from].kind || from == cell ||
            !could_capture(position, (cell_t)from, cell))
            continue;
        words_piece(position->rules, position->at[from], piece, sizeof piece);
        text_add(buffer, size, &used, "%s%s on %s", between, piece,
                 board_name(board, (cell_t)from));
        between = "; ";
    }
    return *between == ';'
               ? (int)used
               : snprintf(buffer, size, "No piece could capture on %s", board_name(board, cell));
}

/* ---- Finds rule numbers in sentences: see describe.h. */

bool rule_number_in(const char *text, char out[RULE_NUMBER_ROOM])
{
    static const char before[] = ".md ";
    out[0] = '\0';
    for (const char *at = strstr(text, before); at; at = strstr(at, before)) {
        at += sizeof before - 1;
        size_t length = 0;
        while (isdigit((unsigned char)at[length]) || ascii_isupper((unsigned char)at[length]) ||
               at[length] == '.')
            length++;
        while (length && at[length - 1] == '.')
            length--;
        if (length && length < RULE_NUMBER_ROOM) {
            memcpy(out, at, length);
            out[length] = '\0';
        }
    }
    return out[0] != '\0';
}

void rule_number_brief(const char *text, char *out, size_t size)
{
    static const char folder[] = "rules/", end[] = ".md ";
    size_t used = 0;
    for (const char *at; (at = strstr(text, folder));) {
        const char *name = at + sizeof folder - 1;
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        bool file = length && !strncmp(name + length, end, sizeof end - 1);
        bool appendix = file && ascii_isupper((unsigned char)name[length + sizeof end - 1]);
        text_add(out, size, &used, "%.*s%s", (int)((file ? at : name) - text), text,
                 appendix ? "appendix "
                 : file   ? "rule "
                          : "");
        text = file ? name + length + sizeof end - 1 : name;
    }
    text_add(out, size, &used, "%s", text);
}

/* True if the text begins with this rule number: "6.5 ", or "6. " for a whole section. "6 " alone
 * is a rank of a board. */
static bool is_at(const char *text, const char *number)
{
    size_t length = strlen(number);
    if (strncmp(text, number, length) != 0)
        return false;
    return strchr(number, '.') ? text[length] == ' '
                               : text[length] == '.' && text[length + 1] == ' ';
}

bool rule_number_begins(const char *line, const char *number)
{
    static const char between[] = ", ";
    line += strspn(line, " ");
    if (is_at(line, number))
        return true;
    size_t first = strspn(line, "0123456789");
    if (!first || strncmp(line + first, ". ", 2) != 0)
        return false;
    /* A heading such as "2. The board, 7. the set-up" covers two sections. */
    for (const char *at = strstr(line, between); at; at = strstr(at, between))
        if (at += sizeof between - 1, is_at(at, number) && at[strlen(number)] == '.')
            return true;
    return false;
}

bool rule_number_up(char number[RULE_NUMBER_ROOM])
{
    char *dot = strrchr(number, '.');
    if (!dot)
        return false;
    *dot = '\0';
    return true;
}

/* ---- The rules of a variant as plain text: see describe.h. */

enum { COLUMNS = 79 };

/* Print a paragraph broken between words. Later lines are indented. */
static void print_wrapped(const char *text, int indent, FILE *out)
{
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column == 0 || column + 1 + length > COLUMNS) {
            fprintf(out, "%s%*s", column ? "\n" : "", indent, "");
            column = indent;
        } else {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static bool is_own_board(const struct ruleset *rules)
{
    return custom_definition(rules->id) != NULL;
}

int rules_kinds(const struct position *start, int out[KINDS_MAX], int *own)
{
    const struct ruleset *rules = start->rules;
    bool armies = presentation_of(rules)->kinds_beyond, met[KINDS_MAX] = {false};
    int n = 0;
    for (int cell = 0; cell < rules->board->cells; cell++)
        met[start->at[cell].kind] = true;
    for (int kind = 1; kind <= rules->kind_count; kind++)
        if (met[kind] || !(armies || is_own_board(rules)))
            out[n++] = kind;
    *own = n;
    for (int kind = 1; kind <= rules->kind_count; kind++)
        if (armies && !met[kind])
            out[n++] = kind;
    return n;
}

int rules_board_size(const struct ruleset *rules, char *out, size_t size)
{
    return is_own_board(rules)
               ? snprintf(out, size, "%dx%d", rules->board->files, rules->board->ranks)
               : snprintf(out, size, "%s", rules->variant->board);
}

static void print_pieces(const struct position *start, FILE *out)
{
    const struct ruleset *rules = start->rules;
    int order[KINDS_MAX], own, n = rules_kinds(start, order, &own);
    fprintf(out, "\nPieces\n\n");
    for (int i = 0; i < n; i++) {
        const struct kind *kind = &rules->kinds[order[i]];
        if (i == own)
            fprintf(out, "\n%s\n\n", RULES_OTHER_KINDS);
        fprintf(out, "  %c  %s%s", kind->letter, kind->name, kind->royal ? " (royal)" : "");
        fprintf(out, "%s%s%s\n", kind->source ? "  [" : "", kind->source ? kind->source : "",
                kind->source ? "]" : "");
        if (kind->moves)
            print_wrapped(kind->moves, 5, out);
    }
}

static void print_options(const struct ruleset *rules, FILE *out)
{
    const struct variant *variant = rules->variant;
    if (!variant->option_count)
        return;
    fprintf(out, "\nOptions (--option NAME=VALUE, the default first)\n\n");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        fprintf(out, "  %s = %s\n", option->name, option->values ? option->values : "...");
        if (option->help)
            print_wrapped(option->help, 5, out);
    }
}

FILE *rules_open_text(const struct ruleset *rules)
{
    const char *names[] = {rules->variant->id, rules->rules->family};
    FILE *file = NULL;
    for (int i = 0; i < 2 && !file; i++) {
        char path[PATH_MAX + 64];
        snprintf(path, sizeof path, "%s/docs/rules/%s.md", data_folder(), names[i]);
        file = fopen(path, "r");
    }
    return file;
}

/* True for a byte of a word; bytes of UTF-8 count as letters. */
static bool is_of_word(char c)
{
    return ascii_isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The end of the words that `stars` stars before `at` emphasise; NULL if they emphasise none. */
static char *emphasis_end(char *at, size_t stars)
{
    for (char *end = at + 1; is_of_word(*at) || *at == '`'; end += strspn(end, "*")) {
        end += strcspn(end, "*");
        if (!*end)
            break;
        if (strspn(end, "*") == stars && end[-1] != ' ' && !is_of_word(end[stars]))
            return end;
    }
    return NULL;
}

/* The closing bracket of a link "[words](address)" that begins at `at`; NULL if it is none. */
static char *link_end(char *at)
{
    char *end = at + strcspn(at, "]");
    size_t length = *end && end[1] == '(' ? strcspn(end + 2, ") ") : 0;
    size_t sign = length ? strcspn(end + 2, "/.#") : 0;
    return length && sign < length && end[2 + length] == ')' ? end : NULL;
}

void rules_unmark(char *text)
{
    char before = ' ', *out = text;
    for (char *at = text, *end; *at;) {
        size_t stars = strspn(at, "*");
        if (*at == '`' && (end = strchr(at + 1, '`')) && !memmem(at, (size_t)(end - at), "  ", 2)) {
            memmove(out, at + 1, (size_t)(end - at) - 1);
            out += end - at - 1;
            at = end + 1;
            before = '`';
        } else if (stars && !is_of_word(before) && (end = emphasis_end(at + stars, stars))) {
            memmove(end, end + stars, strlen(end + stars) + 1);
            at += stars;
        } else if (*at == '[' && (end = link_end(at))) {
            char *rest = end + strcspn(end, ")") + 1;
            memmove(end, rest, strlen(rest) + 1);
            at++;
        } else {
            before = *out++ = *at++;
        }
    }
    *out = '\0';
}

/* Print the text of docs/rules, if there is one, without the marks of Markdown. The text is in
 * ASCII if the terminal shows nothing else. */
static void print_text(const struct ruleset *rules, FILE *out)
{
    FILE *file = rules_open_text(rules);
    bool ascii = !codeset_is_utf8();
    if (!file)
        return;
    fputc('\n', out);
    for (char line[1000]; fgets(line, sizeof line, file);) {
        rules_unmark(line);
        for (const unsigned char *c = (const unsigned char *)line; *c; c++)
            if (!ascii || *c < 0x80 || *c >= 0xC0)
                fputc(ascii && *c >= 0xC0 ? '?' : *c, out);
    }
    fclose(file);
}

void rules_print(const struct position *start, void (*picture)(const struct position *, FILE *out),
                 FILE *out)
{
    const struct ruleset *rules = start->rules;
    char board[40];
    rules_board_size(rules, board, sizeof board);
    fprintf(out, "%s (%s)\n%s, board %s, %d sides\n", ruleset_title(rules), rules->id,
            rules->rules->title, board, rules->sides);
    if (rules->summary[0])
        fputc('\n', out);
    for (int i = 0; i < 3 && rules->summary[i]; i++)
        print_wrapped(rules->summary[i], 0, out);
    fputc('\n', out);
    if (picture)
        picture(start, out);
    print_pieces(start, out);
    print_options(rules, out);
    print_text(rules, out);
}
