/* replay.c - plain mode: prints the plies of a game and their notes; follows another person. */
#include "config.h"

#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"
#include "tui/session/words/game_words.h"
#include "tui/session/words/place_words.h"

#include <stdlib.h>
#include <string.h>

/* Write a ply in the notation that the user has chosen; `position` is the one before the ply. A
 * text that cannot be parsed is copied unchanged. */
static void told_form(const struct plain *plain, const struct position *position, const char *text,
                      char *out, size_t size)
{
    struct ply ply = {0};
    if (!plain->game.rules || !position || ply_read(position, text, &ply, NULL) < 0 || ply.n == 0)
        snprintf(out, size, "%s", text);
    else
        plain->game.rules->rules->format(
            position, &ply, plain->style == PLAIN_LONG ? FORM_LONG : FORM_SHORT, out, size);
    ply_free(&ply);
}

/* True if the ply before the reader's place is legal, so that it can be described. */
static bool plain_replayed(const struct plain *plain)
{
    return plain->game.rules && !plain->game.track.broken &&
           plain->game.track.plies == spot_plies(&plain->game.spot) && plain->game.track.plies > 0;
}

void plain_ply_label(const struct plain *plain, const struct spot *spot, char *out, size_t size)
{
    const struct node *node = spot_node(plain_record(plain), spot);
    char text[PLY_ROOM] = "";
    if (!node) {
        snprintf(out, size, "the start");
        return;
    }
    bool here = spot_same(spot, &plain->game.spot) && plain_replayed(plain);
    told_form(plain, here ? &plain->game.track.before : NULL, node->text, text, sizeof text);
    snprintf(out, size, "ply %d%s%s: %s", spot_plies(spot), here ? ", " : "",
             here ? side_name(plain->game.track.before.side) : "", text);
}

/* ---------------------------------------------------------------- notes */

/* Print an entry of what there is to tell. */
static void tell_entry(struct plain *plain, const struct told *told)
{
    switch (told->kind) {
    case TOLD_JUDGEMENT:
        if (*told->text)
            plain_say(plain, "Judgement: %s", told->text);
        else
            plain_say(plain, "Judgement number %d", told->number);
        break;
    case TOLD_CLOCK: /* If clocks are printed with the turn, do not print them again here. */
        if (!session_has_clocks(&plain->game))
            plain_say(plain, "The clock shows %s", told->text);
        break;
    case TOLD_SPENT:
        plain_say(plain, "The ply took %s", told->text);
        break;
    case TOLD_EVALUATION:
        plain_say(plain, "Evaluation: %s", told->text);
        break;
    case TOLD_MATE:
        plain_say(plain, "Evaluation: mate in %s", told->text);
        break;
    case TOLD_QUIZ:
        plain_say(plain, "Quiz: %s", told->text);
        break;
    case TOLD_BEFORE:
        plain_say(plain, "Comment before the ply: %s", told->text);
        break;
    case TOLD_COMMENT:
        plain_say(plain, "Comment%s%s%s: %s", spot_plies(&plain->game.spot) ? "" : " on the game",
                  told->by ? " by " : "", told->by ? told->by : "", told->text);
        break;
    case TOLD_MARK:
        plain_say(plain, "Mark: %s", told->text);
        break;
    case TOLD_ELSEWHERE:
    case TOLD_DAMAGE:
        plain_refuse(plain, told->text);
        break;
    default: /* said when the game is opened, with the ply, or with whose turn it is */
        break;
    }
}

/* Print the notes on the ply, or at the start on the game. */
static void tell_notes(struct plain *plain)
{
    struct told_list told = {0};
    bool members = false;
    told_here(&plain->game, &told);
    for (int i = 0; i < told.n; i++) {
        members = members || told.v[i].member;
        if (!told.v[i].member)
            tell_entry(plain, &told.v[i]);
    }
    if (members)
        plain_say(plain, "The members of the ply have notes; type \"members\" to read them");
    told_free(&told);
}

/* ---------------------------------------------------------------- describing the reader's place */

static bool tell_way(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct plain *plain = argument;
    const struct node *node = spot_node(plain_record(plain), to);
    char text[PLY_ROOM];
    if (choice && line && layers_hide(&plain->game.layers, line->by))
        return true;
    told_form(plain, plain->game.track.broken ? NULL : &plain->game.track.now, node->text, text,
              sizeof text);
    plain_say(plain, "Choice %d: %s%s%s%s", choice + 1, text, choice ? ", a variation" : "",
              line && line->title ? ", " : "", line && line->title ? line->title : "");
    return true;
}

static void tell_ways(struct plain *plain)
{
    if (plain->game.guessing || spot_choices(plain_record(plain), &plain->game.spot) < 2)
        return;
    spot_ways(plain_record(plain), &plain->game.spot, tell_way, plain);
    plain_say(plain, "Type \"next\" for choice 1, \"line N\" for another one");
}

static void tell_step(struct plain *plain, const struct ply *ply, const struct step_note *step)
{
    struct told_list told = {0};
    told_step(&plain->game, &plain->game.track.before, ply, step, &told);
    for (int i = 0; i < told.n; i++)
        tell_entry(plain, &told.v[i]);
    told_free(&told);
}

/* Print the notes on members that the ply no longer has. */
static void tell_lost_notes(struct plain *plain, const struct notes *notes, int members)
{
    for (int i = 0; i < notes->step_count; i++) {
        if (notes->steps[i].part <= members)
            continue;
        plain_say(plain, "A note on member %d, which this ply does not have", notes->steps[i].part);
        tell_step(plain, NULL, &notes->steps[i]);
    }
}

static void tell_members(struct plain *plain, bool notes)
{
    const struct node *node = spot_node(plain_record(plain), &plain->game.spot);
    if (!plain_replayed(plain))
        return;
    const struct ply *ply = &plain->game.track.ply[plain->game.track.plies - 1];
    int members = ply_walk_members(ply);
    char words[WORDS_ROOM];
    if (members < 2) {
        words_last_ply(&plain->game, words, sizeof words);
        plain_say(plain, "%s", words);
    }
    for (int i = 0; i < members; i++) {
        words_member(&plain->game.track.before, ply, i, words, sizeof words);
        if (members > 1)
            plain_say(plain, "Member %d of %d: %s", i + 1, members, words);
        for (int s = 0; notes && node->notes && s < node->notes->step_count; s++)
            if (node->notes->steps[s].part == i + 1)
                tell_step(plain, ply, &node->notes->steps[s]);
    }
    if (notes && node->notes)
        tell_lost_notes(plain, node->notes, members);
}

static void tell_turn(void *plain, const char *sentence)
{
    plain_say(plain, "%s", sentence);
}

void plain_tell_turn(struct plain *plain)
{
    struct game_session *game = &plain->game;
    words_turn(game, tell_turn, plain);
    if (game->spot.ply && !spot_choices(plain_record(plain), &game->spot) && !game->play &&
        !plain_live_on(plain) && !(session_over(game) && session_at_end(game)))
        plain_say(plain, "This is the end of the line");
}

/* Print the open offer of a draw, if there is one. */
static void tell_draw(struct plain *plain)
{
    struct worded worded;
    if (plain->game.offer < 0)
        return;
    words_draw_offer(&plain->game, &worded);
    plain_tell_worded(plain, &worded);
}

/* With three players, print which players left the game with the last ply, or were skipped. */
static void plain_tell_gone(struct plain *plain)
{
    struct track *track = &plain->game.track;
    char gone[300];
    if (plain->game.rules && !track->broken && track->plies &&
        !verdict_over(track_verdict(track)) && words_gone_told(&plain->game, gone, sizeof gone))
        plain_say(plain, "%s", gone);
}

void plain_tell_ply(struct plain *plain)
{
    char label[PLY_ROOM + 60];
    plain_ply_label(plain, &plain->game.spot, label, sizeof label);
    label[0] = 'P';
    plain_say(plain, "%s", label);
    tell_members(plain, false);
    plain_tell_gone(plain);
}

void plain_tell(struct plain *plain)
{
    if (spot_node(plain_record(plain), &plain->game.spot))
        plain_tell_ply(plain);
    else
        plain_say(plain, "This is the start of the game");
    tell_notes(plain);
    plain_tell_turn(plain);
    tell_draw(plain);
    if (!plain_live_on(plain))
        plain_tell_clocks(plain);
    tell_ways(plain);
}

/* ---------------------------------------------------------------- commands */

static void plain_replay_go(struct plain *plain, const char *argument)
{
    struct spot spot = plain->game.spot;
    int number;
    if (!plain_number(plain, argument, 0, 100000, &number))
        return;
    if (number == 0)
        spot = spot_start();
    else if (!spot_go(plain_record(plain), &spot, number)) {
        plain_say(plain, "This line has no ply %d", number);
        return;
    }
    session_go(&plain->game, &spot);
    plain_tell(plain);
}

static void plain_ways(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain->game.guessing || spot_choices(plain_record(plain), &plain->game.spot) < 2)
        plain_say(plain, "There are no variations here");
    tell_ways(plain);
}

static void plain_replay_tell(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_tell(plain);
}

static void plain_last(struct plain *plain, const char *argument)
{
    char label[PLY_ROOM + 60];
    (void)argument;
    if (!spot_node(plain_record(plain), &plain->game.spot)) {
        plain_say(plain, "This is the start of the game; there is no last ply");
        return;
    }
    plain_ply_label(plain, &plain->game.spot, label, sizeof label);
    plain_say(plain, "The last ply is %s", label);
    tell_members(plain, false);
}

static void plain_members(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!plain_replayed(plain))
        plain_say(plain, "There is no ply with members here");
    tell_members(plain, true);
}

/* The command `member`: select one member (one piece's move) of a cascade, to read or annotate
 * it. */
static void plain_member(struct plain *plain, const char *argument)
{
    const struct node *node = spot_node(plain_record(plain), &plain->game.spot);
    const struct ply *ply =
        plain_replayed(plain) ? &plain->game.track.ply[plain->game.track.plies - 1] : NULL;
    int members = ply ? ply_walk_members(ply) : 0;
    char words[WORDS_ROOM];
    if (!members)
        plain_say(plain, "There is no ply with members here");
    if (!members || !plain_number(plain, argument, 0, members, &plain->member))
        return;
    if (!plain->member) {
        plain_say(plain, "Notes go to the whole ply again");
        return;
    }
    words_member(&plain->game.track.before, ply, plain->member - 1, words, sizeof words);
    plain_say(plain, "Member %d of %d: %s", plain->member, members, words);
    const struct step_note *step = edit_step(node, plain->member, 0);
    if (step)
        tell_step(plain, ply, step);
    plain_say(
        plain,
        "\"comment\", \"nag\", \"mark\" and \"arrow\" now apply to this member; type \"member "
        "0\" to return to the whole ply");
}

static void plain_turn(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_tell_turn(plain);
}

/* Print the plies of the current line from the reader's place on. */
static void plain_plies(struct plain *plain, const char *argument)
{
    struct spot spot = plain->game.spot;
    int count = PLAIN_PAGE;
    if (*argument && !plain_number(plain, argument, 1, 100000, &count))
        return;
    struct spot here = spot;
    for (int i = 0; i < count && spot_next(plain_record(plain), &spot, 0); i++) {
        char label[PLY_ROOM + 60];
        session_go(&plain->game, &spot);
        plain_ply_label(plain, &spot, label, sizeof label);
        label[0] = 'P';
        const struct node *node = spot_node(plain_record(plain), &spot);
        plain_say(plain, "%s%s", label, node_is_noted(node) ? ", with notes" : "");
    }
    if (spot_same(&spot, &here))
        plain_say(plain, "This is the end of the line");
    session_go(&plain->game, &here);
}

const struct plain_handler plain_replay_handlers[] = {
    {REQ_TELL, plain_replay_tell},
    {REQ_STEP_NEXT, NULL},
    {REQ_STEP_BACK, NULL},
    {REQ_GO_TO, plain_replay_go},
    {REQ_START, NULL},
    {REQ_END, NULL},
    {REQ_PLIES, plain_plies},
    {REQ_LAST_PLY, plain_last},
    {REQ_EXPLODE, plain_members},
    {REQ_MEMBER_NEXT, plain_member},
    {REQ_TURN, plain_turn},
    {REQ_LINES, plain_ways},
    {REQ_LINE, NULL},
    {REQ_PARENT, NULL},
    {REQ_FORK_NEXT, NULL},
    {REQ_NOTE_NEXT, NULL},
    {0},
};

/* ---- Plain mode's command `follow`: opens whatever game a person in the lobby plays. */

/* True if the user may be taken to another game without asking, because the user neither has a seat
 * here nor is writing something. */
static bool may_be_led(const struct plain *plain)
{
    const struct live_table *table = &plain->lobby->table;
    if (!plain->open)
        return true;
    if (plain->game.composing || plain->game.trial || plain_unsaved(plain) ||
        plain->lobby->together.baton)
        return false;
    if (!table->journal)
        return plain_is_together(plain);
    return table->ended || table->side == NOBODY || plain_live_game(plain)->stage >= LIVE_OVER;
}

void plain_follow_on(struct plain *plain)
{
    struct lobby_place *place = &plain->lobby->session.place;
    const struct journal *journal = plain->lobby->table.journal;
    char id[ULID_LENGTH + 1];
    if (!*place->followed || !may_be_led(plain) ||
        !lobby_followed_to(place, journal ? journal->live.id : "", id))
        return;
    plain_say(plain, "%s, whom you follow, has started to play; opening that game",
              place->followed);
    plain_live_open(plain, id);
}

void plain_follow(struct plain *plain, const char *argument)
{
    lobby_follow_player(&plain->lobby->session.place, argument);
}
