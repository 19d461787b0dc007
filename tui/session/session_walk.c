/* session_walk.c - stepping through the next ply of an open game: member by member and cell by
 * cell, with the notes on each.
 *
 * The reader's spot stays the one before, and `walk` of struct game_session says how much of the
 * next ply is shown. Comments, judgements and marks made here belong to the member, or to the step
 * of its path (`steps` in the archive). */
#include "config.h"

#include "tui/session/game_session.h"

#include <stdio.h>

/* Finds the next or previous continuation that does not belong to a hidden annotator. */
struct choosing {
    const struct game_session *game;
    int step, to;
};

static bool try_way(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct choosing *choosing = argument;
    int chosen = choosing->game->choice;
    (void)to;
    if (choice != chosen && (choice > chosen) == (choosing->step > 0) &&
        !(line && layers_hide(&choosing->game->layers, line->by)))
        choosing->to = choice;
    return choosing->step > 0 ? choosing->to < 0 : choice < chosen;
}

bool session_choose(struct game_session *game, int step)
{
    struct choosing choosing = {game, step, -1};
    spot_ways(session_record(game), &game->spot, try_way, &choosing);
    if (choosing.to < 0)
        return false;
    game->choice = choosing.to;
    game->walk = (struct walk_place){0};
    return true;
}

struct node *session_walk_node(const struct game_session *game)
{
    return spot_choice(session_record(game), &game->spot, game->choice, NULL);
}

/* Parse the ply that is being stepped through. Returns false if there is none to show. */
bool session_walk_ply(struct game_session *game, struct ply *ply)
{
    const struct node *node = session_walk_node(game);
    return node && game->rules && !game->track.broken &&
           ply_read(&game->track.now, node->text, ply, NULL) == 0 && ply_walk_members(ply) > 0;
}

/* The number of members of the next ply, and the number of cells that the current member passes. */
static void measure_walk(struct game_session *game, int *members, int *cells)
{
    cell_t path[WALK_CELLS_MAX];
    struct ply ply = {0};
    *members = *cells = 0;
    if (session_walk_ply(game, &ply)) {
        *members = ply_walk_members(&ply);
        if (game->walk.member < *members)
            *cells = ply_walk_path(&game->track.now, &ply, game->walk.member, path, WALK_CELLS_MAX);
    }
    ply_free(&ply);
}

bool session_walk_past(struct game_session *game)
{
    struct spot to = game->spot;
    if (!spot_next(session_record(game), &to, game->choice))
        return false;
    session_go(game, &to);
    return true;
}

bool session_walk_on(struct game_session *game)
{
    int members, cells;
    measure_walk(game, &members, &cells);
    if (members > 1 && game->walk.member < members) {
        game->walk = (struct walk_place){game->walk.member + 1, 0};
        return true;
    }
    return session_walk_past(game);
}

bool session_walk_cell_on(struct game_session *game)
{
    int members, cells;
    measure_walk(game, &members, &cells);
    if (game->walk.member < members && game->walk.cell + 1 < cells) {
        game->walk.cell++;
        return true;
    }
    return session_walk_on(game);
}

/* Go to the position before the ply that leads to a spot of the move tree, ready to step through
 * that ply. */
static bool go_before(struct game_session *game, const struct spot *spot)
{
    struct spot to;
    int choice = spot_choice_made(session_record(game), spot, &to);
    if (spot_same(&to, spot))
        return false;
    session_go(game, &to);
    if (choice >= 0)
        game->choice = choice;
    return true;
}

bool session_walk_to(struct game_session *game, const struct spot *spot, int member)
{
    if (!go_before(game, spot))
        return false;
    game->walk = (struct walk_place){member, 0};
    return true;
}

/* Go to the position before the previous ply but show that ply whole, ready to step backwards
 * through it. */
static bool back_to_ply(struct game_session *game)
{
    struct spot was = game->spot;
    return go_before(game, &was);
}

bool session_walk_back(struct game_session *game)
{
    int members, cells;
    if (game->walk.cell) {
        game->walk.cell = 0;
        return true;
    }
    if (game->walk.member) {
        game->walk.member--;
        return true;
    }
    if (!back_to_ply(game))
        return false;
    measure_walk(game, &members, &cells);
    game->walk.member = members > 1 ? members : 0;
    return true;
}

bool session_walk_cell_back(struct game_session *game)
{
    int members, cells;
    if (game->walk.cell) {
        game->walk.cell--;
        return true;
    }
    if (!game->walk.member) {
        if (!back_to_ply(game))
            return false;
        measure_walk(game, &members, &cells);
        game->walk.member = members > 1 ? members : 0;
        game->walk.cell = members == 1 && cells > 1 ? cells - 1 : 0;
        return true;
    }
    game->walk.member--;
    measure_walk(game, &members, &cells);
    game->walk.cell = cells > 1 ? cells - 1 : 0;
    return true;
}

/* ---------------------------------------------------------------- from note to note */

/* True if one point in a ply comes before another. */
static bool is_before(const struct walk_place *a, const struct walk_place *b)
{
    return a->member != b->member ? a->member < b->member : a->cell < b->cell;
}

/* The point in a ply that a note on a member refers to: after the member, or after a step of it.
 * Returns false if the ply does not go that far. */
static bool place_of_note(struct game_session *game, const struct step_note *note,
                          struct walk_place *place)
{
    struct walk_place was = game->walk;
    int members, cells;
    game->walk = (struct walk_place){note->step ? note->part - 1 : 0, 0};
    measure_walk(game, &members, &cells);
    game->walk = was;
    *place = note->step ? (struct walk_place){note->part - 1, note->step}
                        : (struct walk_place){note->part, 0};
    return note->part <= members && note->step < (note->step ? cells : 1);
}

/* Go to the next or previous note on a member of the next ply. `any`: go to the first or last such
 * note. */
static bool member_noted(struct game_session *game, int way, bool any)
{
    const struct node *node = session_walk_node(game);
    struct walk_place best = {0}, place;
    bool found = false;
    for (int i = 0; node && node->notes && i < node->notes->step_count; i++) {
        if (!place_of_note(game, &node->notes->steps[i], &place))
            continue;
        bool beyond =
            any || (way > 0 ? is_before(&game->walk, &place) : is_before(&place, &game->walk));
        if (!beyond || (found && (way > 0 ? is_before(&best, &place) : is_before(&place, &best))))
            continue;
        best = place;
        found = true;
    }
    if (found)
        game->walk = best;
    return found;
}

/* Go to a spot of the move tree whose ply has notes: to the first or last note on its members, or
 * to the ply itself. */
static bool go_noted(struct game_session *game, const struct spot *spot, int way)
{
    const struct node *node = spot_node(session_record(game), spot);
    bool members =
        node && node->notes && node->notes->step_count && (way > 0 || !node_is_noted_whole(node));
    if (members && go_before(game, spot) && member_noted(game, way, true))
        return true;
    session_go(game, spot);
    return true;
}

bool session_walk_noted(struct game_session *game, int way)
{
    const struct record *record = session_record(game);
    struct spot was = game->spot, to = was;
    const struct node *node =
        session_walks(game) ? session_walk_node(game) : spot_node(record, &to);
    int choice = game->choice;
    if (session_walks(game) || way > 0) {
        bool walked = session_walks(game);
        if (member_noted(game, way, false))
            return true;
        if (walked && spot_next(record, &to, choice) && way > 0 && node_is_noted_whole(node)) {
            session_go(game, &to); /* the notes on the whole ply come after those on its
                                              members */
            return true;
        }
    } else if (node && node->notes && node->notes->step_count && go_before(game, &was)) {
        if (member_noted(game, way, true))
            return true;
        session_go(game, &was);
        game->choice = choice;
    }
    return spot_noted(record, &to, way) && go_noted(game, &to, way);
}

/* ---------------------------------------------------------------- in words */

int session_walk_part(const struct game_session *game)
{
    return game->walk.cell ? game->walk.member + 1 : game->walk.member;
}

const struct step_note *session_walk_note(const struct game_session *game)
{
    const struct node *node = session_walks(game) ? session_walk_node(game) : NULL;
    return node ? edit_step(node, session_walk_part(game), game->walk.cell) : NULL;
}

void session_walk_label(struct game_session *game, char *out, size_t size)
{
    struct ply ply = {0};
    char text[120] = "";
    int part = session_walk_part(game);
    if (session_walk_ply(game, &ply))
        ply_walk_text(&game->track.now, &ply, part - 1, text, sizeof text);
    if (game->walk.cell && ply_walk_members(&ply) == 1)
        snprintf(out, size, "%s, step %d", text, game->walk.cell);
    else if (game->walk.cell)
        snprintf(out, size, "member %d %s, step %d", part, text, game->walk.cell);
    else
        snprintf(out, size, "member %d %s", part, text);
    ply_free(&ply);
}

void session_walk_words(struct game_session *game, bool in_full, char *out, size_t size)
{
    struct ply ply = {0};
    char words[240] = "", label[40];
    int parts = 0, part = session_walk_part(game);
    if (game->walk.cell)
        snprintf(label, sizeof label, "step %d of member %d", game->walk.cell, part);
    else
        snprintf(label, sizeof label, "member %d", part);
    if (session_walk_ply(game, &ply)) {
        parts = ply_walk_members(&ply);
        if (in_full)
            ply_walk_words(&game->track.now, &ply, game->walk, words, sizeof words);
        if (parts == 1 && game->walk.cell) { /* not a cascade, so count only the steps */
            cell_t path[WALK_CELLS_MAX];
            parts = ply_walk_path(&game->track.now, &ply, 0, path, WALK_CELLS_MAX);
            snprintf(label, sizeof label, "step %d", game->walk.cell);
        }
    }
    snprintf(out, size, "%s of %d%s%s", label, parts, *words ? "   " : "", words);
    ply_free(&ply);
}
