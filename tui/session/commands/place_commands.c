/* place_commands.c - commands that tell in words what is at the reader's place: the ply, its
 * members and notes, whose turn it is, how the game goes on, which plies reach a goal; and those
 * that go to a ply or a member by its number. They tell GAME_TOLD, and then as GAME_SAID what else
 * can be typed. */
#include "config.h"

#include "tui/session/commands/commands_internal.h"
#include "tui/session/describe.h"
#include "tui/session/words/cascade_words.h"
#include "tui/session/words/live_words.h"
#include "tui/session/words/place_words.h"

#include <string.h>

enum { PLIES_USUAL = 20 };

/* ---------------------------------------------------------------- where the reader is */

/* Tell where the reader is in the ply that is stepped through. */
static void tell_walk(struct game_session *game, struct sentences *telling)
{
    char walk[300], words[340];
    if (!session_walks(game))
        return;
    session_walk_words(game, true, walk, sizeof walk);
    snprintf(words, sizeof words, "Inside the next ply: %s", walk);
    sentences_add(telling, words);
}

static void say_ways_on(struct game_session *game)
{
    session_say(game, "{step-next} goes on with choice %d, {line N} with another one",
                game->choice + 1);
}

void session_tell_place(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    sentences_begin(&telling);
    if (spot_node(session_record(game), &game->spot))
        words_ply_here(game, sentences_add, &telling);
    else
        sentences_add(&telling, "This is the start of the game");
    bool members = words_notes_here(game, sentences_add, &telling);
    words_turn_here(game, sentences_add, &telling);
    words_clocks(game, NULL, sentences_add, &telling);
    bool ways = words_ways(game, sentences_add, &telling);
    tell_walk(game, &telling);
    session_told(game, &telling, "Where you are");
    if (game->offer >= 0)
        session_tell(game, &(struct game_event){.kind = GAME_OFFERED,
                                                .side = game->offer,
                                                .next = session_next_to_agree(game)});
    if (members)
        session_say(game, "the members of the ply have notes; {members} tells them");
    if (ways)
        say_ways_on(game);
}

bool session_hides_plies(struct game_session *game)
{
    if (game->guessing)
        session_refuse(game, REFUSED_TEXT, "the following plies are hidden while you guess them");
    return game->guessing;
}

void session_tell_plies(struct game_session *game, const char *count)
{
    struct sentences telling;
    int plies = PLIES_USUAL;
    if (*count && !session_read_number(game, count, 1, STEPS_MOST, &plies))
        return;
    if (session_hides_plies(game))
        return;
    sentences_begin(&telling);
    if (!words_plies(game, plies, sentences_add, &telling))
        sentences_add(&telling, "This is the end of the line");
    session_told(game, &telling, "The plies from here on");
}

void session_tell_last(struct game_session *game, const char *argument)
{
    struct sentences telling;
    char label[PLY_ROOM + 60], words[PLY_ROOM + 80];
    (void)argument;
    words_ply_label(game, &game->track, &game->spot, label, sizeof label);
    snprintf(words, sizeof words, "The last ply is %s", label);
    bool any = spot_node(session_record(game), &game->spot) != NULL;
    sentences_begin(&telling);
    sentences_add(&telling, any ? words : "This is the start of the game; there is no last ply");
    words_each_member(game, false, sentences_add, &telling);
    session_told(game, &telling, "The last ply");
}

void session_tell_turn(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    sentences_begin(&telling);
    words_turn_here(game, sentences_add, &telling);
    session_told(game, &telling, "Whose turn it is");
}

void session_tell_ways(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    if (session_hides_plies(game))
        return;
    sentences_begin(&telling);
    bool ways = words_ways(game, sentences_add, &telling);
    if (!ways)
        sentences_add(&telling, "There are no variations here");
    session_told(game, &telling, "The plies that continue from here");
    if (ways)
        say_ways_on(game);
}

/* ---------------------------------------------------------------- the members of a ply */

/* The number of members of the ply here; 0 after telling that it has none. */
static int members_here(struct game_session *game)
{
    int members = words_members(game);
    if (!members)
        session_refuse(game, REFUSED_NO_PLY, "there is no ply with members here");
    return members;
}

void session_tell_members(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    if (!members_here(game))
        return;
    sentences_begin(&telling);
    words_each_member(game, true, sentences_add, &telling);
    session_told(game, &telling, "The members of the ply");
}

void session_select_member(struct game_session *game, const char *number)
{
    struct sentences telling;
    int member, members = members_here(game);
    if (!members)
        return;
    if (!*number) {
        session_ask(game, REQ_MEMBER_NEXT, "the number of a member");
        return;
    }
    if (!session_read_number(game, number, 0, members, &member))
        return;
    if (member && game->ops->steps) {
        struct spot here = game->spot;
        session_walk_to(game, &here, member);
        return;
    }
    game->member = member;
    if (!member) {
        game->walk = (struct walk_place){0};
        session_say(game, "notes go to the whole ply again");
        return;
    }
    sentences_begin(&telling);
    words_one_member(game, member, sentences_add, &telling);
    session_told(game, &telling, "A member of the ply");
    session_say(game, "{comment}, {nag-palette}, {mark-cell} and {mark-arrow} now apply to this "
                      "member; {member-next 0} returns to the whole ply");
}

/* ---------------------------------------------------------------- finding cascades */

enum { FOUND_MOST = 20, MOVES_USUAL = 6, STATES_MOST = 1 << 20 };

struct cascades_found {
    const struct game_session *game;
    struct sentences telling;
    int n;
};

static int tell_found(const struct ply *ply, void *argument)
{
    struct cascades_found *found = argument;
    char text[PLY_ROOM], words[PLY_ROOM + 20];
    found->game->rules->rules->format(&found->game->track.now, ply, session_form(found->game), text,
                                      sizeof text);
    snprintf(words, sizeof words, "Found: %s", text);
    sentences_add(&found->telling, words);
    return ++found->n == FOUND_MOST;
}

bool session_can_find(const struct game_session *game)
{
    const struct track *track = &game->track;
    return game->rules && game->rules->rules->find && !track->broken && !game->live &&
           !(track->judged && verdict_over(&track->verdict) && !track->verdict.goes_on);
}

/* Tell that no ply was found, and how to search further. */
static void refuse_cascades(struct game_session *game, const struct cascade_asked *asked,
                            const struct cascade_result *result)
{
    char further[120], words[400];
    int moves = 2 * asked->moves < CASCADE_MOVES_MOST ? 2 * asked->moves : CASCADE_MOVES_MOST;
    snprintf(further, sizeof further, "{cascades %s %d} searches further", asked->text, moves);
    words_no_cascade(&game->track.now, &asked->goal, result, moves > asked->moves ? further : NULL,
                     words, sizeof words);
    session_refuse(game, REFUSED_NOTHING_THERE, "%s", words);
}

void session_find_cascades(struct game_session *game, const char *text)
{
    struct cascades_found found = {.game = game};
    struct cascade_asked asked;
    struct cascade_result result;
    struct note why;
    if (game->live) {
        session_refuse(game, REFUSED_TEXT,
                       "nobody gets help in a live game; you can search it "
                       "when it is over");
        return;
    }
    if (!session_has_plies(game))
        return;
    if (*text && cascade_asked_read(game->rules, text, MOVES_USUAL, &asked, &why) < 0) {
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
        return;
    }
    if (!*text || asked.all) {
        session_refuse(game, REFUSED_TEXT,
                       "give a goal for the ply: capture:CELL, reach:LETTER@CELL, check, promote "
                       "or summon");
        return;
    }
    struct cascade_search search = {.moves = asked.moves, .states = STATES_MOST};
    sentences_begin(&found.telling);
    cascades_find(&game->track.now, &asked.goal, &search, tell_found, &found, &result);
    if (found.n == FOUND_MOST)
        sentences_add(&found.telling, "There may be more of them");
    session_told(game, &found.telling, "Plies that reach the goal");
    if (!found.n)
        refuse_cascades(game, &asked, &result);
}

/* ---------------------------------------------------------------- going to a number */

/* The ply with which the move of this number begins; 0, the start, if the game begins after it. The
 * start position may be in the middle of a game. */
static int ply_of_move(const struct game_session *game, int number)
{
    int sides = game->rules ? game->rules->sides : 2;
    int first = game->rules ? (int)game->start.fullmove : 1,
        side = game->rules ? game->start.side : 0;
    int ply = (number - first) * sides - side + 1;
    return ply > 0 ? ply : number == first;
}

void session_go_to(struct game_session *game, const char *text)
{
    bool moves = game->ops->counts_moves;
    struct spot to = game->spot;
    char digits[40]; /* without the full stop of "12." */
    int number, length = (int)strlen(text);
    bool stop = length && text[length - 1] == '.';
    snprintf(digits, sizeof digits, "%.*s", length - stop, text);
    if (!*text)
        session_ask(game, REQ_GO_TO, moves ? "the number of a move" : "the number of a ply");
    else if (!session_read_number(game, digits, 0, STEPS_MOST, &number))
        ;
    else if (!spot_go(session_record(game), &to,
                      number && moves ? ply_of_move(game, number) : number)) {
        session_refuse(game, REFUSED_NOTHING_THERE, "this line has no %s %d",
                       moves ? "move" : "ply", number);
    } else {
        session_arrive(game, &to);
    }
}
