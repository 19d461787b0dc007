/* index_game.c - what an index keeps of the positions of one game; of its texts: index_texts.c. */
#include "archive/index_parts.h"

#include "archive/follow.h"
#include "archive/board_hash.h"

#include <stdlib.h>
#include <string.h>

struct hashes {
    uint32_t *v;
    int n, room;
    struct board_hasher hasher;
};

uint32_t index_short_hash(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

static void add_position(struct hashes *hashes, const struct follower *board)
{
    struct position position;
    follow_position(board, &position);
    hashes->v = memory_room(hashes->v, &hashes->room, hashes->n + 1, sizeof *hashes->v);
    hashes->v[hashes->n++] = index_short_hash(board_hasher_of(&hashes->hasher, &position));
}

/* The plies of a line whose start `board` is, behind the ply `last` (NULL: the game's start). The main line
 * goes before all variations: `forks` is whether to look at the lines that leave it. Returns how many of its
 * plies could be played. */
static int add_plies(struct hashes *hashes, const struct line *line, const struct node *last, struct follower *board, bool own,
                     bool forks, int depth)
{
    struct follower *before = forks ? memory_new(1, sizeof *before) : NULL, *fork = forks ? memory_new(1, sizeof *fork) : NULL;
    char written[PLY_ROOM];
    int played = 0;
    bool lost = depth > VARIATION_DEPTH_MAX;
    for (; played < line->n && !lost; played++) {
        const struct notes *notes = line->v[played].notes;
        const struct node *from = played ? &line->v[played - 1] : last;
        follow_leave(board, from);
        if (forks)
            follow_copy(before, board);
        lost = !follow_play(board, line->v[played].text, written, sizeof written);
        if (own && !lost)
            add_position(hashes, board);
        for (int a = 0; forks && notes && a < notes->alts.n; a++) {
            follow_copy(fork, before);
            add_plies(hashes, &notes->alts.v[a], from, fork, true, true, depth + 1);
        }
    }
    for (int i = 0; forks && !lost && line->then && i < line->then->n; i++) {
        follow_copy(fork, board);
        add_plies(hashes, &line->then->v[i], line->n ? &line->v[line->n - 1] : last, fork, true, true, depth + 1);
    }
    free(before);
    free(fork);
    return played;
}

static bool has_forks(const struct line *line)
{
    for (int i = 0; i < line->n; i++)
        if (line->v[i].notes && line->v[i].notes->alts.n)
            return true;
    return line->then && line->then->n;
}

uint32_t *index_hashes(const struct record *record, struct follow_start *start, int *main, int *n)
{
    struct hashes hashes = {0};
    struct follower *board = memory_new(1, sizeof *board), *again = memory_new(1, sizeof *again);
    struct ruleset *rules;
    *main = 0;
    if (follow_open_alike(board, record, start, &rules, NULL) == 0) {
        follow_copy(again, board);
        board_hasher_begin(&hashes.hasher, rules);
        add_position(&hashes, board);
        add_plies(&hashes, &record->moves, NULL, board, true, false, 0);
        *main = hashes.n;
        if (has_forks(&record->moves))
            add_plies(&hashes, &record->moves, NULL, again, false, true, 0);
    }
    follow_close(start, rules);
    free(board);
    free(again);
    *n = hashes.n;
    return hashes.v;
}

bool index_starts_as_set_up(const struct record *record)
{
    const struct value *options = value_at(value_at(&record->head, "rules"), "options");
    return !*record_text(record, "start.position") && (!options || options->n == 0);
}
