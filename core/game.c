/* game.c - the referee: plies, repetition, claims and results of a game in any family, see
 * game.h. */
#include "core/game.h"
#include "core/draft.h"
#include "core/position_text.h"
#include "core/variant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEEP_EVERY = 32 };

static uint64_t game_identity_of(const struct position *position)
{
    const struct rules *rules = position->rules->rules;
    return rules->identity ? rules->identity(position) : position_hash(position);
}

/* The number of times the current position has occurred in the game, including now. */
static int times_now(const struct game *game)
{
    int times = 0;
    for (int i = 0; i <= game->plies; i++)
        times += game->identity[i] == game->identity[game->plies];
    return times;
}

static void judge_now(struct game *game)
{
    struct context context = {
        .limits = game->limits, .game = true, .plies = game->plies, .times = times_now(game)};
    game->verdict = (struct verdict){0};
    game->rules->rules->judge(&game->now, &context, &game->verdict);
    if (verdict_over(&game->verdict) && !game->verdict.reason && game->exits)
        game->verdict.reason = game->exit[game->exits - 1].reason; /* after a player left, judge()
                                                                      gives no reason, because only
                                                                      the referee knows it */
}

/* Store the identity of the current position and, every KEEP_EVERY plies, a snapshot from which
 * game_position() can replay. */
static void keep_now(struct game *game)
{
    game->identity =
        memory_room(game->identity, &game->identity_room, game->plies + 1, sizeof *game->identity);
    game->identity[game->plies] = game_identity_of(&game->now);
    if (game->plies % KEEP_EVERY != 0)
        return;
    int index = game->plies / KEEP_EVERY, room = game->kept_room;
    game->kept = memory_room(game->kept, &game->kept_room, index + 1, sizeof *game->kept);
    for (; room < game->kept_room; room++)
        game->kept[room] = NULL;
    if (!game->kept[index])
        game->kept[index] = memory_new(1, sizeof **game->kept);
    position_copy(game->kept[index], &game->now);
}

void game_begin(struct game *game, const struct ruleset *rules, const struct position *start,
                const struct limits *limits)
{
    game->rules = rules;
    game->limits = limits ? *limits : LIMITS_DEFAULT;
    game->plies = game->exits = 0;
    if (start)
        position_copy(&game->now, start);
    else
        rules->rules->setup(rules, &game->now);
    keep_now(game);
    judge_now(game);
}

void game_clear(struct game *game)
{
    for (int i = 0; i < game->ply_room; i++)
        ply_free(&game->ply[i]);
    for (int i = 0; i < game->kept_room; i++)
        free(game->kept[i]);
    free(game->ply);
    free(game->identity);
    free(game->kept);
    free(game->exit);
    *game = (struct game){0};
}

struct game *game_new(const struct ruleset *rules)
{
    struct game *game = memory_new(1, sizeof *game);
    game_begin(game, rules, NULL, NULL);
    return game;
}

const struct position *game_now(const struct game *game)
{
    return &game->now;
}

void game_free(struct game *game)
{
    if (game)
        game_clear(game);
    free(game);
}

static int refuse_when_over(const struct game *game, struct note *why)
{
    char status[80];
    if (!verdict_over(&game->verdict))
        return 0;
    verdict_text(&game->verdict, status, sizeof status);
    return note_fail(why, FAIL_RULE, -1, "the game is over: %s", status);
}

static void game_add_ply(struct game *game, const struct ply *ply, const struct position *after)
{
    int room = game->ply_room;
    game->ply = memory_room(game->ply, &game->ply_room, game->plies + 1, sizeof *game->ply);
    for (; room < game->ply_room; room++)
        game->ply[room] = (struct ply){0};
    ply_copy(&game->ply[game->plies++], ply);
    position_copy(&game->now, after);
    keep_now(game);
    judge_now(game);
}

/* Fail if the game is over or has the maximal number of plies. */
static int refuse_more(const struct game *game, struct note *why)
{
    int result = game->verdict.goes_on ? 0 : refuse_when_over(game, why);
    if (result == 0 && game->plies >= GAME_PLIES_MAX)
        result = note_fail(why, FAIL_LIMIT, -1, "a game has at most %d plies", GAME_PLIES_MAX);
    return result;
}

int game_play(struct game *game, const struct ply *ply, struct note *why)
{
    struct position after;
    int result = refuse_more(game, why);
    if (result == 0)
        result = ply_try(&game->now, ply, &after, why);
    if (result == 0)
        game_add_ply(game, ply, &after);
    return result;
}

int game_play_legal(struct game *game, const struct ply *ply, struct note *why)
{
    struct position after;
    int result = refuse_more(game, why);
    if (result < 0)
        return result;
    ply_play(&game->now, ply, &after);
    game_add_ply(game, ply, &after);
    return 0;
}

int game_pass(struct game *game, struct note *why)
{
    struct position after;
    int result = refuse_more(game, why);
    if (result == 0 &&
        (game->verdict.outcome == OUTCOME_CHECK || game->verdict.outcome == OUTCOME_DOUBLE_CHECK))
        return note_fail(why, FAIL_RULE, -1, "a side in check cannot pass");
    if (result < 0)
        return result;
    position_copy(&after, &game->now);
    position_pass(&after);
    game_add_ply(game, &(struct ply){0}, &after);
    return 0;
}

int game_play_text(struct game *game, const char *text, struct note *why)
{
    if (!strcmp(text, "resign"))
        return game_resign(game, game->now.side, "resignation", why);
    if (!strcmp(text, "claim"))
        return game_claim(game, why);
    if (!strcmp(text, "agree"))
        return game_agree(game, why);
    int result = game->verdict.goes_on ? 0 : refuse_when_over(game, why);
    struct ply ply = {0};
    if (result == 0)
        result = game->rules->rules->parse(&game->now, text, &ply, why);
    if (result == 0)
        result = game_play_legal(game, &ply, why);
    ply_free(&ply);
    return result;
}

/* Remove from the position the players who left the game just after `count` plies. */
static void replay_exits(const struct game *game, int count, struct position *position)
{
    for (int i = 0; i < game->exits; i++)
        if (game->exit[i].plies == count)
            game->rules->rules->retire(position, game->exit[i].side);
}

/* keep_now() made each snapshot just after its ply was played. Players who left after that ply are
 * still in the snapshot; replay_exits() removes them. */
void game_position(const struct game *game, int count, struct position *out)
{
    assert(count >= 0 && count <= game->plies);
    int from = count / KEEP_EVERY;
    struct position after;
    position_copy(out, game->kept[from]);
    for (int i = from * KEEP_EVERY; i < count; i++) {
        replay_exits(game, i, out);
        if (game->ply[i].n == 0) {
            position_pass(out);
            continue;
        }
        ply_play(out, &game->ply[i], &after);
        position_copy(out, &after);
    }
    replay_exits(game, count, out);
}

void game_back(struct game *game, int count)
{
    struct position position;
    assert(count >= 0 && count <= game->plies);
    game->plies -= count;
    while (game->exits && game->exit[game->exits - 1].plies > game->plies)
        game->exits--;
    if (count == 0 && game->exits && game->exit[game->exits - 1].plies == game->plies)
        game->exits--;
    game_position(game, game->plies, &position);
    position_copy(&game->now, &position);
    game->identity[game->plies] = game_identity_of(&game->now);
    judge_now(game);
}

int game_resign(struct game *game, int side, const char *reason, struct note *why)
{
    int result = refuse_when_over(game, why);
    if (result < 0)
        return result;
    if (game->rules->sides == 2 || !game->rules->rules->retire) {
        game->verdict = (struct verdict){
            .outcome = OUTCOME_WIN, .winner = side == WHITE ? BLACK : WHITE, .reason = reason};
        return 0;
    }
    struct position after;
    position_copy(&after, &game->now);
    game->rules->rules->retire(&after, side);
    if (position_same(&after, &game->now))
        return note_fail(why, FAIL_RULE, -1, "%s is out already", side_name(side));
    game->exit = memory_room(game->exit, &game->exit_room, game->exits + 1, sizeof *game->exit);
    game->exit[game->exits++] = (struct game_exit){game->plies, (uint8_t)side, reason};
    position_copy(&game->now, &after);
    game->identity[game->plies] = game_identity_of(&game->now);
    judge_now(game);
    return 0;
}

int game_claim(struct game *game, struct note *why)
{
    int result = refuse_when_over(game, why);
    if (result < 0)
        return result;
    if (!game->verdict.claims)
        return claim_refuse(&game->now, times_now(game), why);
    bool threefold = game->verdict.claims & CLAIM_THREEFOLD;
    game->verdict =
        (struct verdict){.outcome = OUTCOME_DRAW, .reason = threefold ? "threefold" : "fifty-move"};
    return 0;
}

int game_agree(struct game *game, struct note *why)
{
    int result = refuse_when_over(game, why);
    if (result == 0)
        game->verdict = (struct verdict){.outcome = OUTCOME_DRAW, .reason = "agreement"};
    return result;
}

/* ---- Verdicts: whether a game continues, who won, and the words for it; see struct verdict in
 * family.h.
 *
 * Each family's judge() determines the verdict on a position. Its struct context has what only the
 * history of a game tells: how often the position has occurred, how many plies were played, how far
 * to search for a legal ply. The functions below serve all families: they judge a position by
 * itself, write the status line (docs/notation.md), and answer questions from a verdict.
 *
 * Four members are easy to misread. `goes_on`: the game is drawn or `unsure`, but lists of
 * plies and the referee still allow plies. `unsure`: no legal ply was found within the limits, but
 * a longer cascade may exist, so this is not mate or stalemate. `claims`: draws the side to move
 * may claim; they do not end the game by themselves. `rule` is set only if the verdict needs a
 * citation.
 *
 * position_judge() knows no history: it never sees a repetition, and counters apply only if the
 * family also uses them without a game. */

void position_judge(const struct position *position, struct verdict *out)
{
    const struct context context = {.limits = LIMITS_DEFAULT, .times = 1};
    *out = (struct verdict){0};
    position->rules->rules->judge(position, &context, out);
}

int verdict_text(const struct verdict *verdict, char *buffer, size_t size)
{
    static const char *const wins[] = {"white-wins", "black-wins", "red-wins", "nobody-wins"};
    static const char *const words[] = {"playing", "check", "double-check", "", "draw"};
    static const char *const notes[] = {"siege", "threefold", "fifty-move"};
    size_t used = 0;
    bool win = verdict->outcome == OUTCOME_WIN;
    text_add(buffer, size, &used, "%s", win ? wins[verdict->winner] : words[verdict->outcome]);
    if (verdict->reason)
        text_add(buffer, size, &used, " (%s)", verdict->reason);
    if (!verdict_over(verdict) && verdict->notes) {
        const char *before = " (";
        for (int i = 0; i < 3; i++)
            if (verdict->notes & (1 << i)) {
                text_add(buffer, size, &used, "%s%s", before, notes[i]);
                before = ", ";
            }
        text_add(buffer, size, &used, ")");
    }
    return (int)used;
}

int claim_refuse(const struct position *position, int times, struct note *why)
{
    const struct ruleset *rules = position->rules;
    static const char *const stood[] = {"has occurred once", "has occurred twice"};
    if (!rules->draws)
        return note_fail(why, FAIL_RULE, -1, "no draw can be claimed in this game");
    if (rules->draws_called)
        return note_fail(why, FAIL_RULE, -1,
                         "no claim is needed: repetition and long play end the game (%s)",
                         rules->draws);
    return note_fail(
        why, FAIL_RULE, -1,
        "no draw can be claimed: the position %s (three times are needed), and %d of 100 plies have passed "
        "without a lasting change (%s)",
        stood[times > 1], (int)position->halfmove, rules->draws);
}

bool position_can_pass(const struct position *position)
{
    struct verdict verdict;
    position_judge(position, &verdict);
    return verdict.outcome == OUTCOME_PLAYING;
}

bool ply_loses(const struct position *before, const struct ply *ply, struct verdict *out)
{
    struct position after;
    ply_play(before, ply, &after);
    position_judge(&after, out);
    return out->outcome == OUTCOME_WIN && out->winner != before->side;
}
