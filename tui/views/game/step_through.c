/* step_through.c - stepping through the next ply: member by member and cell by cell, with the notes on each.
 *
 * The reader stays before the ply; table->walk says how much of it is shown. Comments, annotation glyphs and marks
 * made here belong to the member, or to the step of its path (`steps` in the archive). */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "tui/session/nag.h"

#include <string.h>

static struct node *table_walk_node(const struct table *table)
{
    return spot_choice(table_record(table), &table->spot, table->choice, NULL);
}

/* The ply being stepped through; false if there is none to show. */
static bool ply_ahead(struct table *table, struct ply *ply)
{
    const struct node *node = table_walk_node(table);
    return node && table->rules && !table->track.broken &&
           ply_read(&table->track.now, node->text, ply, NULL) == 0 && ply_walk_members(ply) > 0;
}

/* The length of the next ply: its members, and the cells of the current one. */
static void measure(struct table *table, int *members, int *cells)
{
    cell_t path[WALK_CELLS_MAX];
    struct ply ply = {0};
    *members = *cells = 0;
    if (ply_ahead(table, &ply)) {
        *members = ply_walk_members(&ply);
        if (table->walk.member < *members)
            *cells = ply_walk_path(&table->track.now, &ply, table->walk.member, path, WALK_CELLS_MAX);
    }
    ply_free(&ply);
}

bool table_walk_past(struct table *table)
{
    struct spot to = table->spot;
    if (!spot_next(table_record(table), &to, table->choice))
        return false;
    table_go(table, &to);
    return true;
}

bool table_walk_on(struct table *table)
{
    int members, cells;
    measure(table, &members, &cells);
    if (members > 1 && table->walk.member < members) {
        table->walk = (struct walk_place){table->walk.member + 1, 0};
        return true;
    }
    return table_walk_past(table);
}

static bool cell_on(struct table *table)
{
    int members, cells;
    measure(table, &members, &cells);
    if (table->walk.member < members && table->walk.cell + 1 < cells) {
        table->walk.cell++;
        return true;
    }
    return table_walk_on(table);
}

/* Go to before the ply that leads to a spot, ready to step through it. */
static bool go_before(struct table *table, const struct spot *spot)
{
    struct spot to;
    int choice = spot_choice_made(table_record(table), spot, &to);
    if (spot_same(&to, spot))
        return false;
    table_go(table, &to);
    if (choice >= 0)
        table->choice = choice;
    return true;
}

bool table_walk_to(struct table *table, const struct spot *spot, int member)
{
    if (!go_before(table, spot))
        return false;
    table->walk = (struct walk_place){member, 0};
    return true;
}

/* Go back before the previous ply but show it whole, ready to step backwards through it. */
static bool back_to_ply(struct table *table)
{
    struct spot was = table->spot;
    return go_before(table, &was);
}

static bool member_back(struct table *table)
{
    int members, cells;
    if (table->walk.cell) {
        table->walk.cell = 0;
        return true;
    }
    if (table->walk.member) {
        table->walk.member--;
        return true;
    }
    if (!back_to_ply(table))
        return false;
    measure(table, &members, &cells);
    table->walk.member = members > 1 ? members : 0;
    return true;
}

static bool cell_back(struct table *table)
{
    int members, cells;
    if (table->walk.cell) {
        table->walk.cell--;
        return true;
    }
    if (!table->walk.member) {
        if (!back_to_ply(table))
            return false;
        measure(table, &members, &cells);
        table->walk.member = members > 1 ? members : 0;
        table->walk.cell = members == 1 && cells > 1 ? cells - 1 : 0;
        return true;
    }
    table->walk.member--;
    measure(table, &members, &cells);
    table->walk.cell = cells > 1 ? cells - 1 : 0;
    return true;
}

/* Say that nothing follows; or, if the last ply has members, how to step through those. */
static void say_end(struct table *table)
{
    const struct track *track = &table->track;
    const char *end = "this is the end of the line";
    char key[32];
    if (!track->plies || ply_walk_members(&track->ply[track->plies - 1]) < 2 ||
        !*app_key_text(table->view.app, &table->view, REQ_MEMBER_BACK, key, sizeof key))
        app_say(table->view.app, "%s", end);
    else
        app_say(table->view.app, "%s: %s walks back into its last ply by members", end, key);
}

bool table_walk(struct table *table, const struct event *event)
{
    bool on = event->request == REQ_MEMBER_NEXT || event->request == REQ_CELL_NEXT, moved;
    switch (event->request) {
    case REQ_MEMBER_NEXT:
        moved = table_walk_on(table);
        break;
    case REQ_CELL_NEXT:
        moved = cell_on(table);
        break;
    case REQ_MEMBER_BACK:
        moved = member_back(table);
        break;
    case REQ_CELL_BACK:
        moved = cell_back(table);
        break;
    default:
        return false;
    }
    if (!moved && on)
        say_end(table);
    else if (!moved)
        app_say(table->view.app, "this is the start of the game");
    return true;
}

/* ---------------------------------------------------------------- from note to note */

/* True if one place in a ply is before another. */
static bool is_before(const struct walk_place *a, const struct walk_place *b)
{
    return a->member != b->member ? a->member < b->member : a->cell < b->cell;
}

/* The place of a note on a member: after the member, or after a step of it. False if the ply does not go so far. */
static bool place_of(struct table *table, const struct step_note *note, struct walk_place *place)
{
    struct walk_place was = table->walk;
    int members, cells;
    table->walk = (struct walk_place){note->step ? note->part - 1 : 0, 0};
    measure(table, &members, &cells);
    table->walk = was;
    *place = note->step ? (struct walk_place){note->part - 1, note->step} : (struct walk_place){note->part, 0};
    return note->part <= members && note->step < (note->step ? cells : 1);
}

/* Go to the next or previous note on a member of the next ply; `any`: the first or last one in the ply. */
static bool member_noted(struct table *table, int way, bool any)
{
    const struct node *node = table_walk_node(table);
    struct walk_place best = {0}, place;
    bool found = false;
    for (int i = 0; node && node->notes && i < node->notes->step_count; i++) {
        if (!place_of(table, &node->notes->steps[i], &place))
            continue;
        bool beyond = any || (way > 0 ? is_before(&table->walk, &place) : is_before(&place, &table->walk));
        if (!beyond || (found && (way > 0 ? is_before(&best, &place) : is_before(&place, &best))))
            continue;
        best = place;
        found = true;
    }
    if (found) {
        table->walk = best;
        table->notes_top = 0;
    }
    return found;
}

/* Go to a spot whose ply has notes: to the first or last one on its members, or to the ply itself. */
static bool go_noted(struct table *table, const struct spot *spot, int way)
{
    const struct node *node = spot_node(table_record(table), spot);
    bool members = node && node->notes && node->notes->step_count && (way > 0 || !node_is_noted_whole(node));
    if (members && go_before(table, spot) && member_noted(table, way, true))
        return true;
    table_go(table, spot);
    return true;
}

bool table_walk_noted(struct table *table, int way)
{
    const struct record *record = table_record(table);
    struct spot was = table->spot, to = was;
    const struct node *node = table_walks(table) ? table_walk_node(table) : spot_node(record, &to);
    int choice = table->choice;
    if (table_walks(table) || way > 0) {
        bool walked = table_walks(table);
        if (member_noted(table, way, false))
            return true;
        if (walked && spot_next(record, &to, choice) && way > 0 && node_is_noted_whole(node)) {
            table_go(table, &to); /* the notes on the whole ply come after those on its members */
            return true;
        }
    } else if (node && node->notes && node->notes->step_count && go_before(table, &was)) {
        if (member_noted(table, way, true))
            return true;
        table_go(table, &was);
        table->choice = choice;
    }
    return spot_noted(record, &to, way) && go_noted(table, &to, way);
}

/* ---------------------------------------------------------------- what is shown */

void table_walk_board(struct table *table)
{
    struct ply ply = {0};
    struct draft draft = {0};
    cell_t path[WALK_CELLS_MAX];
    struct walk_place place = table->walk;
    const struct step_note *note = table_walk_note(table);
    if (!ply_ahead(table, &ply)) {
        ply_free(&ply);
        return;
    }
    ply_walk_draft(&table->track.now, &ply, place, &draft);
    board_scene_walk(&table->board, &draft, ply_walk_is_made(&ply, place));
    if (note && !table->marks_hidden)
        board_scene_notes(&table->board, &note->marks);
    int n = place.member < ply_walk_members(&ply)
                ? ply_walk_path(&table->track.now, &ply, place.member, path, WALK_CELLS_MAX) : 0;
    for (int i = 0; i < place.cell && i < n; i++)
        board_scene_add(&table->board, path[i], MARK_NUMBER, i + 1, NULL);
    if (!place.cell)
        board_scene_last(&table->board, &draft.ply);
    draft_clear(&draft);
    ply_free(&ply);
}

int table_walk_part(const struct table *table)
{
    return table->walk.cell ? table->walk.member + 1 : table->walk.member;
}

const struct step_note *table_walk_note(const struct table *table)
{
    const struct node *node = table_walks(table) ? table_walk_node(table) : NULL;
    return node ? edit_step(node, table_walk_part(table), table->walk.cell) : NULL;
}

void table_walk_label(struct table *table, char *out, size_t size)
{
    struct ply ply = {0};
    char text[120] = "";
    int part = table_walk_part(table);
    if (ply_ahead(table, &ply))
        ply_walk_text(&table->track.now, &ply, part - 1, text, sizeof text);
    if (table->walk.cell && ply_walk_members(&ply) == 1)
        snprintf(out, size, "%s, step %d", text, table->walk.cell);
    else if (table->walk.cell)
        snprintf(out, size, "member %d %s, step %d", part, text, table->walk.cell);
    else
        snprintf(out, size, "member %d %s", part, text);
    ply_free(&ply);
}

static void tell_walk(struct table *table, bool in_full, char *out, size_t size)
{
    struct ply ply = {0};
    char words[240] = "", label[40];
    int parts = 0, part = table_walk_part(table);
    if (table->walk.cell)
        snprintf(label, sizeof label, "step %d of member %d", table->walk.cell, part);
    else
        snprintf(label, sizeof label, "member %d", part);
    if (ply_ahead(table, &ply)) {
        parts = ply_walk_members(&ply);
        if (in_full)
            ply_walk_words(&table->track.now, &ply, table->walk, words, sizeof words);
        if (parts == 1 && table->walk.cell) { /* not a cascade: count only its steps */
            cell_t path[WALK_CELLS_MAX];
            parts = ply_walk_path(&table->track.now, &ply, 0, path, WALK_CELLS_MAX);
            snprintf(label, sizeof label, "step %d", table->walk.cell);
        }
    }
    snprintf(out, size, "%s of %d%s%s", label, parts, *words ? "   " : "", words);
    ply_free(&ply);
}

void table_walk_status(struct table *table, char *out, size_t size)
{
    tell_walk(table, !table->layout.notes.rows || table->editing, out, size); /* otherwise the panel shows it in full */
}

void table_walk_aloud(struct table *table, char *out, size_t size)
{
    out[0] = '\0';
    if (table_walks(table))
        tell_walk(table, true, out, size);
}

void table_walk_notes(struct table *table, struct page *page)
{
    struct ply ply = {0};
    char text[400];
    const struct step_note *note = table_walk_note(table);
    if (ply_ahead(table, &ply)) {
        table->rules->rules->format(&table->track.now, &ply, FORM_SHORT, text, sizeof text);
        page_add(page, ROLE_DIM, 2, text);
        table_walk_label(table, text, sizeof text);
        page_addf(page, ROLE_MOVE, 2, "%s%s", text,
                  table->walk.member == ply_walk_members(&ply) ? ", the last one" : "");
        ply_walk_words(&table->track.now, &ply, table->walk, text, sizeof text);
        if (*text)
            page_add(page, ROLE_TEXT, 0, text);
    }
    if (note) {
        char part[120];
        if (note->after && ply.n) {
            ply_walk_text(&table->track.now, &ply, note->part - 1, part, sizeof part);
            if (strcmp(part, note->after) != 0)
                page_addf(page, ROLE_ERROR, 0, "moved: this note was written on %.60s", note->after);
        }
        table_add_step(table, page, note);
    }
    ply_free(&ply);
}

/* ---------------------------------------------------------------- annotating */

const char *table_walk_comment(const struct table *table, const char *by)
{
    const struct node *node = table_walk_node(table);
    return node ? edit_step_comment_text(node, table_walk_part(table), table->walk.cell, by) : "";
}

void table_walk_write(struct table *table, const char *by, const char *text)
{
    struct node *node = table_walk_node(table);
    if (node)
        edit_step_comment(node, table_walk_part(table), table->walk.cell, by, text);
}

void table_walk_nag(struct table *table, int nag)
{
    struct node *node = table_walk_node(table);
    if (node)
        edit_step_nag(node, table_walk_part(table), table->walk.cell, nag);
}

void table_walk_mark(struct table *table, const char *as, const char *cells)
{
    struct node *node = table_walk_node(table);
    if (node)
        edit_step_mark(node, table_walk_part(table), table->walk.cell, table_author(table), as, cells,
                       mark_color_name(table->brush));
}
