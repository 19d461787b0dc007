/* replay_check.c - checks games by playing all their lines as a referee would: see replay.h. Unlike
 * a track, which shows what a file has, the referee also refuses plies after the end of the game.
 */
#include "archive/replay/replay.h"

#include "archive/replay/record_rules.h"
#include "archive/replay/san_replay.h"
#include "core/game.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASCADE_LIMIT_MAX = 1000000 };

/* A game that is played as its record says. */
struct referee {
    struct replay replay; /* has the rules */
    struct game game;
};

/* Begins the game of a record; fails like replay_open(). */
static int referee_open(struct referee *referee, const struct record *record, struct note *why)
{
    struct limits limits = LIMITS_DEFAULT;
    long cascade = strtol(record_text(record, "rules.cascade_limit"), NULL, 10);
    referee->game = (struct game){0};
    int result = replay_open_alike(&referee->replay, record, why);
    if (result < 0)
        return result;
    if (cascade > 0 && cascade <= CASCADE_LIMIT_MAX)
        limits.cascade = (int)cascade;
    game_begin(&referee->game, referee->replay.rules, &referee->replay.track.now, &limits);
    return 0;
}

static void referee_close(struct referee *referee)
{
    game_clear(&referee->game);
    replay_clear(&referee->replay);
}

/* Takes back plies until `count` are left. Also lets the players return who left the game after
 * those plies. */
static void referee_back_to(struct referee *referee, int count)
{
    struct game *game = &referee->game;
    if (count < game->plies)
        game_back(game, game->plies - count);
    while (game->exits && game->exit[game->exits - 1].plies == count)
        game_back(game, 0);
}

/* In a three-player game, removes the players who left after the ply `node`. */
static void referee_leave(struct game *game, const struct node *node)
{
    struct leaver leaver[SIDES_MAX];
    int n = game->rules->sides > 2 ? follow_leavers(node, leaver) : 0;
    for (int i = 0; i < n; i++)
        game_resign(game, leaver[i].side, leaver[i].by_time ? "time" : "resignation", NULL);
}

static int referee_play(struct referee *referee, const struct node *before, const struct node *node,
                        struct note *why)
{
    struct game *game = &referee->game;
    if (node->notes && node->notes->gap)
        return note_fail(why, FAIL_RULE, -1, "%s", replay_gap);
    referee_leave(game, before);
    /* Accept only plies here. The game also knows words of the referee (resign, claim, agree), but
     * a record does not store these as plies. */
    struct ply ply = {0};
    bool pass = text_is_pass(node->text);
    int result =
        pass ? game_pass(game, why) : game->rules->rules->parse(&game->now, node->text, &ply, why);
    if (result >= 0 && !pass)
        result = game_play_legal(game, &ply, why);
    ply_free(&ply);
    if (result < 0)
        referee_back_to(referee, game->plies); /* undo referee_leave(): the players removed before
                                                  this ply return */
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * checking */

struct replay_checking {
    struct referee *referee;
    finding_fn *each;
    void *argument;
    int untold;
};

static void replay_find(struct replay_checking *checking, const struct node *node, int number,
                        bool told, const char *text)
{
    struct finding finding = {.number = number, .told = told};
    if (node)
        finding.place = (struct place){(int)node->line, node->column};
    snprintf(finding.text, sizeof finding.text, "%s", text);
    checking->untold += !told;
    if (checking->each)
        checking->each(&finding, checking->argument);
}

/* Reports a problem with a header, at the position of its key if the record was read from a
 * file. */
static void find_in(struct replay_checking *checking, const struct value *map, const char *key,
                    const char *text)
{
    struct node node = {.line = 0};
    for (int i = 0; map && i < map->n; i++)
        if (!strcmp(map->entry[i].key, key)) {
            node.line = map->entry[i].line;
            node.column = map->entry[i].column;
        }
    replay_find(checking, &node, 0, false, text);
}

/* Reports a problem with the value of a header, at the position of the value if the record was read
 * from a file. */
static void find_value(struct replay_checking *checking, const struct value *value, bool told,
                       const char *text)
{
    struct node node = {.line = 0};
    if (value) {
        node.line = value->line;
        node.column = value->column;
    }
    replay_find(checking, &node, 0, told, text);
}

/* True if the rules of a variant can be set up with this single option, or without options if
 * `option` is NULL. The rules are cached, because many games may have the same error. */
static bool opens_with(const char *variant, const struct entry *option)
{
    struct record bare = {.head = {.type = VALUE_MAP}};
    value_set(&bare.head, "variant", variant, false);
    if (option && option->value.type == VALUE_TEXT)
        value_set(value_map(value_map(&bare.head, "rules"), "options"), option->key,
                  option->value.text, false);
    bool opens = follow_start_rules(replay_rules_of_many(), &bare, NULL) != NULL;
    value_clear(&bare.head);
    return opens;
}

/* Returns the value that prevents a game from being set up: its start position, one of its options,
 * or its variant. */
static const struct value *refused_value(const struct record *record, int result)
{
    const struct value *position = value_at(value_at(&record->head, "start"), "position");
    const struct value *refused = value_at(&record->head, "variant");
    const struct value *options = record_options(record);
    if (result == FAIL_TEXT && position)
        return position;
    if (!opens_with(record_variant(record), NULL))
        return refused;
    for (int i = 0; options && i < options->n; i++)
        if (!opens_with(record_variant(record), &options->entry[i]))
            return &options->entry[i].value;
    return options ? options : refused;
}

/* Reports a ply if the file names a side for it that is not the side to move. */
static void check_side(struct replay_checking *checking, const struct node *node, int number)
{
    static const char sides[] = "wbr";
    const struct game *game = &checking->referee->game;
    if (!node->notes || !node->notes->side || game->now.side >= SIDES_MAX ||
        node->notes->side == sides[game->now.side])
        return;
    char text[100];
    snprintf(text, sizeof text, "the ply names side '%c', but '%c' is to move", node->notes->side,
             sides[game->now.side]);
    replay_find(checking, node, number, false, text);
}

static int check_line(struct replay_checking *checking, const struct line *line,
                      const struct node *before, int number);

static void replay_check_lines(struct replay_checking *checking, const struct lines *lines,
                               const struct node *before, int number)
{
    int plies = checking->referee->game.plies;
    for (int i = 0; lines && i < lines->n; i++) {
        check_line(checking, &lines->v[i], before, number);
        referee_back_to(checking->referee, plies);
    }
}

/* Plays a line from the current position and checks, before each ply, the variations that replace
 * it. `number` is the number of its first ply, counted from the start of the game. Returns how many
 * plies of the line could be played. */
static int check_line(struct replay_checking *checking, const struct line *line,
                      const struct node *before, int number)
{
    for (int i = 0; i < line->n; i++) {
        const struct node *node = &line->v[i];
        struct note why = {0};
        if (node->notes)
            replay_check_lines(checking, &node->notes->alts, before, number + i);
        referee_leave(&checking->referee->game, before);
        check_side(checking, node, number + i);
        if (referee_play(checking->referee, before, node, &why) < 0) {
            char text[400];
            snprintf(text, sizeof text, "'%.60s' does not replay: %s", node->text, why.text);
            replay_find(checking, node, number + i,
                        node->notes && (node->notes->broken || node->notes->gap), text);
            return i;
        }
        before = node;
    }
    replay_check_lines(checking, line->then, before, number + line->n);
    return line->n;
}

/* Counts the plies of a line, without gaps: the key `end` counts them in this way, too. */
static int plies_counted(const struct line *line)
{
    int count = line->n;
    for (int i = 0; i < line->n; i++)
        count -= line->v[i].notes && line->v[i].notes->gap;
    return count;
}

/* Compares the key `end` with the game: its number of plies without gaps, and its final position
 * `now`, which is NULL if unknown. */
static void check_end(struct replay_checking *checking, const struct record *record, int played,
                      const struct position *now)
{
    const struct value *end = value_at(&record->head, "end");
    const char *plies = value_text(end, "plies"), *position = value_text(end, "position");
    const struct line *line = &record->moves;
    char text[POSITION_TEXT_MAX + 1], sentence[400];
    int count = plies_counted(line);
    bool whole = played == line->n || (line->v[played].notes && line->v[played].notes->gap);
    if (*plies && strtol(plies, NULL, 10) != count) {
        snprintf(sentence, sizeof sentence, "'end' says %.20s plies, but there are %d", plies,
                 count);
        find_in(checking, end, "plies", sentence);
    }
    if (!*position || !whole || !now)
        return;
    now->rules->rules->write(now, text, sizeof text);
    if (strcmp(text, position)) {
        snprintf(sentence, sizeof sentence,
                 "'end' gives a different position than the plies: %.200s", text);
        find_in(checking, end, "position", sentence);
    }
}

/* True if all plies of a line and of its variations can be replayed. The line begins after `plies`
 * earlier plies. */
static bool replay_follows(struct follower *board, const struct line *line, int plies);

static bool all_follow(const struct follower *board, const struct lines *lines, int plies)
{
    bool fine = true;
    for (int i = 0; fine && lines && i < lines->n; i++) {
        struct follower *copy = memory_new(1, sizeof *copy);
        follow_copy(copy, board);
        fine = replay_follows(copy, &lines->v[i], plies);
        free(copy);
    }
    return fine;
}

static bool replay_follows(struct follower *board, const struct line *line, int plies)
{
    static const char sides[] = "wb";
    if (line->n > GAME_PLIES_MAX - plies)
        return false;
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        char written[SAN_MAX];
        if (notes && (notes->gap || notes->broken ||
                      (notes->side && notes->side != sides[follow_side(board)]) ||
                      !all_follow(board, &notes->alts, plies + i)))
            return false;
        /* Leave a passed turn to the full check, which knows whether it is allowed. */
        if (text_is_pass(line->v[i].text) ||
            !follow_play(board, line->v[i].text, written, sizeof written))
            return false;
    }
    return all_follow(board, line->then, plies + line->n);
}

/* A fast check for classical chess, in which nobody leaves between plies and no draw ends the game.
 * Returns false and reports nothing if the game is of another variant or its plies have a problem:
 * then call the full check. */
static bool check_quickly(struct replay_checking *checking, const struct record *record)
{
    struct ruleset *rules;
    struct follower board;
    struct position now;
    if (follow_open_alike(&board, record, replay_rules_of_many(), &rules, NULL) < 0)
        return false;
    bool fine = board.classical && replay_follows(&board, &record->moves, 0);
    if (fine) {
        now.rules = rules;
        if (*record_text(record, "end.position"))
            follow_position(&board, &now);
        check_end(checking, record, record->moves.n, &now);
    }
    follow_close(replay_rules_of_many(), rules);
    return fine;
}

int replay_check(const struct record *record, finding_fn *each, void *argument)
{
    struct referee referee;
    struct note why;
    struct replay_checking checking = {.referee = &referee, .each = each, .argument = argument};
    if (check_quickly(&checking, record))
        return checking.untold;
    int opened = referee_open(&referee, record, &why);
    if (opened < 0) {
        find_value(&checking, refused_value(record, opened),
                   *record_text(record, "provenance.unchecked"), why.text);
    } else {
        int played = check_line(&checking, &record->moves, NULL, 1);
        check_end(&checking, record, played, &referee.game.now);
    }
    referee_close(&referee);
    return checking.untold;
}

static bool is_same_play(const struct line *a, const struct line *b)
{
    bool same = a->n == b->n && plies_counted(a) == plies_counted(b);
    for (int i = 0; same && i < a->n; i++)
        same = !strcmp(a->v[i].text, b->v[i].text);
    return same;
}

/* Writes the final position of a game, or the position before a gap; "" if unknown. */
static void write_last(const struct record *record, char out[POSITION_TEXT_MAX + 1])
{
    const struct line *line = &record->moves;
    struct referee referee;
    struct note why;
    out[0] = '\0';
    if (referee_open(&referee, record, &why) == 0) {
        int played = 0;
        while (played < line->n && referee_play(&referee, played ? &line->v[played - 1] : NULL,
                                                &line->v[played], &why) == 0)
            played++;
        if (played == line->n || (line->v[played].notes && line->v[played].notes->gap))
            referee.game.rules->rules->write(&referee.game.now, out, POSITION_TEXT_MAX + 1);
    }
    referee_close(&referee);
}

void replay_renew_end(struct record *record, const struct record *base)
{
    char position[POSITION_TEXT_MAX + 1], plies[16];
    struct value *end = value_at(&record->head, "end");
    const struct value *was = value_at(&base->head, "end");
    /* The new record may already have its own `end`, because undo restored both. So change `end`
     * only if it is still that of `base`. */
    if (!end || !was || end->type != VALUE_MAP ||
        (is_same_play(&record->moves, &base->moves) && value_same(end, was)))
        return;
    const char *counted = value_text(was, "plies"), *reached = value_text(was, "position");
    write_last(base, position);
    if ((*counted && strtol(counted, NULL, 10) != plies_counted(&base->moves)) ||
        (*reached && strcmp(reached, position) != 0))
        return;
    snprintf(plies, sizeof plies, "%d", plies_counted(&record->moves));
    if (*counted)
        value_set(end, "plies", plies, true);
    write_last(record, position);
    if (*reached)
        value_set(end, "position", *position ? position : NULL, false);
}
