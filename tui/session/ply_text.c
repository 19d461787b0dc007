/* ply_text.c - plies as people read and type them; stepping through a ply: see ply_text.h. */
#include "config.h"

#include "tui/session/ply_text.h"
#include "archive/record/edit.h"
#include "archive/record/record.h"
#include "core/draft.h"
#include "core/enumerate.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/util/ascii.h"
#include "tui/session/game_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_PLIES = 3000, SLOTS_START = 256 };

struct ply_text {
    uint64_t path; /* number of the path that ends with the ply; 0: the slot is free */
    char *text;
};

void ply_texts_begin(struct ply_texts *texts, const struct position *start, enum notation notation)
{
    *texts = (struct ply_texts){0};
    /* Plies in the other notations need no conversion and are shown as stored. */
    if (start && notation == NOTATION_LONG) {
        texts->rules = start->rules;
        track_begin(&texts->track, start);
    }
}

void ply_texts_clear(struct ply_texts *texts)
{
    for (int i = 0; i < texts->slots; i++)
        free(texts->slot[i].text);
    free(texts->slot);
    if (texts->rules)
        track_clear(&texts->track);
    *texts = (struct ply_texts){0};
}

uint64_t path_start(void)
{
    return HASH_START;
}

uint64_t path_on(uint64_t path, const char *text)
{
    path = hash_text(path, text);
    return path ? path : 1;
}

static struct ply_text *ply_text_slot_of(const struct ply_texts *texts, uint64_t path)
{
    int at = (int)(path % (uint64_t)texts->slots);
    while (texts->slot[at].path && texts->slot[at].path != path)
        at = (at + 1) % texts->slots;
    return &texts->slot[at];
}

static void ply_text_grow(struct ply_texts *texts)
{
    struct ply_texts old = *texts;
    texts->slots = old.slots ? 2 * old.slots : SLOTS_START;
    texts->slot = memory_new((size_t)texts->slots, sizeof *texts->slot);
    for (int i = 0; i < old.slots; i++)
        if (old.slot[i].path)
            *ply_text_slot_of(texts, old.slot[i].path) = old.slot[i];
    free(old.slot);
}

/* Returns the short form of the ply at a spot, or its text as stored. */
static char *short_form(struct ply_texts *texts, const struct record *record,
                        const struct spot *spot)
{
    const char *text = spot_node(record, spot)->text;
    int plies = spot_plies(spot);
    struct spot before = spot_before(spot, plies - 1);
    struct ply ply = {0};
    char out[PLY_ROOM];
    bool shown = false;
    if (plies > PATH_MAX_PLIES)
        return memory_text(text);
    track_go(&texts->track, record, &before);
    const struct position *position = &texts->track.now;
    if (!texts->track.broken && ply_read(position, text, &ply, NULL) == 0 && ply.n) {
        int length = texts->rules->rules->format(position, &ply, FORM_SHORT, out, sizeof out);
        shown = length > 0 && length < PLY_ROOM;
    }
    ply_free(&ply);
    return memory_text(shown ? out : text);
}

const char *ply_text(struct ply_texts *texts, const struct record *record, const struct spot *spot,
                     uint64_t path)
{
    if (!texts->rules)
        return spot_node(record, spot)->text;
    if (2 * (texts->used + 1) > texts->slots)
        ply_text_grow(texts);
    struct ply_text *slot = ply_text_slot_of(texts, path);
    if (!slot->path) {
        *slot = (struct ply_text){path, short_form(texts, record, spot)};
        texts->used++;
    }
    return slot->text;
}

/* ---- Finds which continuation of the record equals a given ply: see ply_text.h. */

struct ply_text_lookup {
    const struct way_sought *sought;
    int choice;
    struct ply ply; /* the parsed ply to find */
    const char *near;
};

/* Parse a ply of the record. Returns false if the ply is not legal here. */
static bool ply_text_read_way(const struct way_sought *sought, const char *text, struct ply *ply)
{
    struct note why;
    return ply_read(sought->now, text, ply, &why) == 0 && ply->n > 0;
}

bool way_sought_is(const struct way_sought *sought, const char *text)
{
    char kept[PLY_ROOM];
    struct note why;
    struct ply ply = {0};
    enum form form = sought->record->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT;
    bool same = !strcmp(text, sought->text) ||
                (ply_text_read_way(sought, text, &ply) &&
                 ply_kept(sought->now, &ply, form, kept, &why) == 0 && !strcmp(kept, sought->text));
    ply_free(&ply);
    return same;
}

static const char *ply_text_text_of(const struct ply_text_lookup *looking, const struct spot *to,
                                    const struct line *line)
{
    return line ? line->v[0].text : spot_node(looking->sought->record, to)->text;
}

static bool is_way(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct ply_text_lookup *looking = argument;
    if (way_sought_is(looking->sought, ply_text_text_of(looking, to, line)))
        looking->choice = choice;
    return looking->choice < 0;
}

int way_sought_find(const struct way_sought *sought, const struct spot *spot)
{
    struct ply_text_lookup looking = {.sought = sought,
                                      .choice = edit_find(sought->record, spot, sought->text)};
    if (looking.choice < 0)
        spot_ways(sought->record, spot, is_way, &looking);
    return looking.choice;
}

static int ply_text_skip(const struct ply *ply, int at, enum verb verb)
{
    while (at < ply->n && ply->v[at].verb == verb)
        at++;
    return at;
}

/* Returns what differs between two plies, if it is only a turn or the kind of a promotion;
 * otherwise NULL. */
static const char *ply_text_differ(const struct ply *a, const struct ply *b)
{
    bool kind = false;
    int i = ply_text_skip(a, 0, ACTION_TURN), j = ply_text_skip(b, 0, ACTION_TURN);
    for (; i < a->n && j < b->n;
         i = ply_text_skip(a, i + 1, ACTION_TURN), j = ply_text_skip(b, j + 1, ACTION_TURN)) {
        struct action one = a->v[i], other = b->v[j];
        if (one.verb == ACTION_PROMOTE && other.verb == ACTION_PROMOTE) {
            kind = kind || one.kind != other.kind;
            one.kind = other.kind;
        }
        if (!action_same(one, other))
            return NULL;
    }
    if (i < a->n || j < b->n)
        return NULL;
    return kind ? "the new piece is not" : "its turn is not";
}

static bool is_near(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct ply_text_lookup *looking = argument;
    struct ply ply = {0};
    (void)choice;
    if (ply_text_read_way(looking->sought, ply_text_text_of(looking, to, line), &ply))
        looking->near = ply_text_differ(&ply, &looking->ply);
    ply_free(&ply);
    return !looking->near;
}

const char *way_sought_near(const struct way_sought *sought, const struct spot *spot)
{
    struct ply_text_lookup looking = {.sought = sought};
    if (ply_text_read_way(sought, sought->text, &looking.ply))
        spot_ways(sought->record, spot, is_near, &looking);
    ply_free(&looking.ply);
    return looking.near;
}

/* ---- Replaces a ply of a record by another: see ply_text.h. */

int ply_replace_read(const struct record *record, const struct spot *spot,
                     const struct position *before, const char *text, char out[PLY_ROOM],
                     struct note *why)
{
    const struct node *node = spot_node(record, spot);
    struct spot fork = *spot;
    struct ply ply = {0};
    int status = ply_read(before, text, &ply, why);
    if (status == 0)
        status = ply_kept(before, &ply, record->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT,
                          out, why);
    ply_free(&ply);
    spot_back(&fork);
    if (status < 0)
        return status;
    struct way_sought sought = {record, before, out};
    if (way_sought_is(&sought, node->text))
        return note_fail(why, FAIL_RULE, -1, "%.60s is already played here", out);
    if (way_sought_find(&sought, &fork) >= 0)
        return note_fail(why, FAIL_RULE, -1,
                         "%.60s is already a variation here, which you can move up", out);
    if (node->notes && node->notes->step_count)
        return note_fail(why, FAIL_RULE, -1,
                         "there are notes on the members of this ply: play %.60s as a variation",
                         out);
    return 0;
}

int ply_replace_cut(struct record *record, const struct spot *spot, struct track *track)
{
    for (;;) {
        struct spot end = *spot;
        struct note why;
        spot_end(record, &end);
        track_go(track, record, &end);
        int plies = spot_plies(&end);
        if (!track->broken)
            return plies - spot_plies(spot);
        end.ply -= plies - (track->plies + 1);
        if (edit_delete(record, &end, &why) < 0)
            return 0;
    }
}

/* ---- Lists how a cascade may continue after the members typed so far: see ply_text.h.
 *
 * In Croatian Ties a ply may be a cascade: a piece moves onto another one and activates it, which
 * then moves on in its turn. The number of such plies grows exponentially with their length, so on
 * a large board they cannot be listed for completion. This file follows the typed text instead:
 *
 *   1. read_members() parses the members in the text: a kind, an optional origin, a target.
 *   2. ply_text_follow() starts a draft (core/draft.h) with every piece that fits the first member,
 *      and at each member takes only the activation (ACTION_PUSH) of the right kind to the right
 *      cell. Several paths may remain, as short forms are ambiguous.
 *   3. ply_text_go_on() lists what the next member may be: whole plies that end there, and
 *      activations, marked by '~', to be typed on.
 *
 * So the cost depends on what was typed, not on the length of possible cascades, and the answer
 * comes at once on every board. Activations after which no ply can be completed are left out as far
 * as a look-ahead of ACTIVATIONS_AHEAD activations and STATES_AHEAD states shows
 * (search_dead_end()): a dead end further away is still offered. */

enum {
    ACTIVATIONS_AHEAD = 1,
    /* limits of the look-ahead for dead ends, for each member that activates another piece */
    STATES_AHEAD = 50
};

/* A member (one piece's move) as typed: "Rf3", "[Rb3-f3]". */
struct typed_member {
    int kind;
    cell_t from, to; /* from: CELL_NONE if it was not typed */
};

struct continuation {
    const struct position *before;
    const char *typed; /* [length] The typed text without its final '~'. */
    size_t length;
    const struct typed_member *member;
    int members;
    continuation_fn *each;
    void *argument;
    char text[2 * PLY_ROOM], written[PLY_ROOM];
};

static bool read_member(const struct ruleset *rules, const char *text, struct typed_member *out)
{
    int length;
    text += *text == '[';
    out->kind = ruleset_kind(rules, ascii_isupper((unsigned char)*text) ? *text++ : 'P');
    out->from = CELL_NONE;
    out->to = board_cell_named(rules->board, text, &length);
    if (text[length] == '-') {
        out->from = out->to;
        out->to = board_cell_named(rules->board, text + length + 1, NULL);
    }
    return out->kind != KIND_NONE && out->to != CELL_NONE;
}

/* Parse the members in the text. Returns false if one of them is invalid. */
static bool read_members(struct continuation *way, struct typed_member **out)
{
    int room = 0;
    for (const char *at = way->typed, *end = at + way->length; way->length && at <= end; at++) {
        const char *next = memchr(at, '~', (size_t)(end - at));
        *out = memory_room(*out, &room, way->members + 1, sizeof **out);
        if (!read_member(way->before->rules, at, &(*out)[way->members++]))
            return false;
        at = next ? next : end;
    }
    return true;
}

/* Pass the ply of a draft to the callback in both forms: the members as the user typed them,
 * then the ply's last member. */
static int ply_text_write_ply(struct continuation *way, const struct draft *draft)
{
    int stop = 0;
    for (int form = FORM_LONG; form <= FORM_SHORT && !stop; form++) {
        way->before->rules->rules->format(way->before, &draft->ply, (enum form)form, way->written,
                                          sizeof way->written);
        const char *last = strrchr(way->written, '~');
        size_t used = 0;
        text_add(way->text, sizeof way->text, &used, "%.*s~", (int)way->length, way->typed);
        for (const char *at = last ? last + 1 : way->written; *at; at++)
            if (form == FORM_LONG || !strchr("[]", *at)) /* the parser does not need the brackets */
                text_add(way->text, sizeof way->text, &used, "%c", *at);
        stop = way->each((enum form)form, way->text, way->argument);
    }
    return stop;
}

/* Pass a member that activates a piece to the callback, in both forms. */
static int write_push(struct continuation *way, const struct draft *draft, cell_t to)
{
    const struct ruleset *rules = way->before->rules;
    char letter[2] = {rules->kinds[draft->held.kind].letter, '\0'};
    const char *joined = way->length ? "~" : "";
    snprintf(way->text, sizeof way->text, "%.*s%s%s%s~", (int)way->length, way->typed, joined,
             letter[0] == 'P' ? "" : letter, board_name(rules->board, to));
    if (way->each(FORM_SHORT, way->text, way->argument))
        return 1;
    snprintf(way->text, sizeof way->text, "%.*s%s[%s%s-%s]~", (int)way->length, way->typed, joined,
             letter, board_name(rules->board, draft->hand), board_name(rules->board, to));
    return way->each(FORM_LONG, way->text, way->argument);
}

/* True if no ply can continue after this activation, as far as a short look-ahead can tell. */
static bool is_vain(const struct draft *draft, struct action push)
{
    int work = STATES_AHEAD;
    return search_dead_end(draft, push, ACTIVATIONS_AHEAD, &work);
}

/* Try everything that the next member can be, except dead ends. A member may need several
 * choices, such as a portal or a promotion. If no member has been typed yet, only members that
 * activate a piece are passed on; all others are complete plies, which the caller lists itself. */
static int ply_text_go_on(struct continuation *way, const struct draft *draft)
{
    struct actions choices = {0};
    int stop = 0;
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !stop; i++) {
        struct draft next = {0};
        if (choices.v[i].verb == ACTION_PUSH) {
            stop = !is_vain(draft, choices.v[i]) && write_push(way, draft, choices.v[i].to);
        } else if (!way->members) {
            continue;
        } else if (choices.v[i].verb == ACTION_DONE) {
            stop = ply_text_write_ply(way, draft);
        } else {
            draft_copy(&next, draft);
            draft_take(&next, choices.v[i]);
            stop = ply_text_go_on(way, &next);
            draft_clear(&next);
        }
    }
    actions_free(&choices);
    return stop;
}

/* Play the typed members from number `nth` (counted from 0) on, in every way that matches them. */
static int ply_text_follow(struct continuation *way, const struct draft *draft, int nth)
{
    struct actions choices = {0};
    int stop = 0;
    if (nth == way->members)
        return ply_text_go_on(way, draft);
    const struct typed_member *member = &way->member[nth];
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !stop && draft->held.kind == member->kind; i++) {
        struct draft next = {0};
        if (choices.v[i].verb != ACTION_PUSH || choices.v[i].to != member->to)
            continue;
        draft_copy(&next, draft);
        draft_take(&next, choices.v[i]);
        stop = ply_text_follow(way, &next, nth + 1);
        draft_clear(&next);
    }
    actions_free(&choices);
    return stop;
}

void typed_cascade(const struct position *position, const char *text, size_t length,
                   continuation_fn *each, void *argument)
{
    struct continuation *way = memory_new(1, sizeof *way);
    struct typed_member *member = NULL;
    struct draft draft = {0};
    struct actions choices = {0};
    int stop = 0;
    *way = (struct continuation){
        .before = position, .typed = text, .length = length, .each = each, .argument = argument};
    bool read = read_members(way, &member);
    way->member = member;
    draft_begin(&draft, position);
    draft_choices(&draft, &choices);
    for (int i = 0; i < choices.n && read && !stop; i++) {
        const struct action *pick = &choices.v[i];
        struct draft next = {0};
        if (pick->verb != ACTION_PICK ||
            (way->members && (pick->kind != member[0].kind ||
                              (member[0].from != CELL_NONE && member[0].from != pick->to))))
            continue;
        draft_copy(&next, &draft);
        draft_take(&next, *pick);
        stop = ply_text_follow(way, &next, 0);
        draft_clear(&next);
    }
    actions_free(&choices);
    draft_clear(&draft);
    free(member);
    free(way);
}

/* ---- Steps through a ply: see ply_text.h. */

static bool ply_text_begins_member(const struct action *action)
{
    return action->verb == ACTION_PICK || action->verb == ACTION_PUSH;
}

int ply_walk_members(const struct ply *ply)
{
    int members = 0;
    for (int i = 0; i < ply->n; i++)
        members += ply_text_begins_member(&ply->v[i]);
    return members;
}

/* The index of the first action of a member; for a member after the last one, the end of the
 * ply. */
static int begin_of(const struct ply *ply, int member)
{
    for (int i = 0; i < ply->n; i++)
        if (ply_text_begins_member(&ply->v[i]) && member-- == 0)
            return i;
    return ply->n;
}

/* Write the cells that one action passes. Returns how many. */
static int ply_text_cells_of(const struct draft *draft, const struct action *action, cell_t *out,
                             int room)
{
    bool moves = action->verb != ACTION_PICK && action->verb != ACTION_TURN &&
                 action->verb != ACTION_CONVERT && action->verb != ACTION_PROMOTE &&
                 action->verb != ACTION_SUMMON && action->verb != ACTION_SPLIT;
    if (!moves || action->to == CELL_NONE || room < 1)
        return 0;
    int n = action_path(draft, action, out, room);
    if (n == 0)
        out[n++] = action->to;
    return n;
}

/* Begin a draft, and play the actions of the ply up to and including the first action of a
 * member. Returns how many actions were played. */
static int take_start(const struct position *before, const struct ply *ply, int member,
                      struct draft *draft)
{
    int from = begin_of(ply, member), i = 0;
    draft_begin(draft, before);
    for (; i <= from && i < ply->n; i++)
        draft_take(draft, ply->v[i]);
    return i;
}

/* The index of the end of the member that begins before index i. An action that activates the next
 * member belongs to it as well, because it ends on that cell. */
static int ply_text_end_of(const struct ply *ply, int i)
{
    while (i < ply->n && ply->v[i].verb != ACTION_PICK && ply->v[i].verb != ACTION_PUSH)
        i++;
    return i < ply->n && ply->v[i].verb == ACTION_PUSH ? i + 1 : i;
}

int ply_walk_path(const struct position *before, const struct ply *ply, int member, cell_t *out,
                  int room)
{
    struct draft draft = {0};
    int n = 0, i = take_start(before, ply, member, &draft);
    for (int end = ply_text_end_of(ply, i); i < end; i++) {
        n += ply_text_cells_of(&draft, &ply->v[i], out + n, room - n);
        draft_take(&draft, ply->v[i]);
    }
    draft_clear(&draft);
    return n;
}

void ply_walk_draft(const struct position *before, const struct ply *ply, struct walk_place place,
                    struct draft *draft)
{
    cell_t path[WALK_CELLS_MAX];
    int i, passed = 0;
    if (!place.member && !place.cell) {
        draft_begin(draft, before);
        return;
    }
    i = take_start(before, ply, place.member, draft);
    for (int end = ply_text_end_of(ply, i); place.cell && i < end; i++) {
        int n = ply_text_cells_of(draft, &ply->v[i], path, WALK_CELLS_MAX);
        if (passed + n > place.cell) {
            if (place.cell > passed && draft->held.kind)
                draft->hand = path[place.cell - passed - 1];
            return;
        }
        passed += n;
        draft_take(draft, ply->v[i]);
    }
}

bool ply_walk_is_made(const struct ply *ply, struct walk_place place)
{
    return !place.cell && place.member >= ply_walk_members(ply);
}

void ply_walk_text(const struct position *before, const struct ply *ply, int member, char *out,
                   size_t size)
{
    char *text = memory_new(PLY_ROOM, 1);
    before->rules->rules->format(before, ply, FORM_LONG, text, PLY_ROOM);
    const char *part = text, *end;
    for (int i = 0; i < member && ply_walk_members(ply) > 1 && (end = strchr(part, '~')); i++)
        part = end + 1;
    size_t length = ply_walk_members(ply) > 1 ? strcspn(part, "~") : strlen(part);
    snprintf(out, size, "%.*s", (int)length, part);
    free(text);
}

/* Describe the moving piece: "White Rook from a1"; for rings the part that moves, "the Wall of the
 * White Castle from e8"; where a Monolith meets a piece, the piece that it sends off, "White
 * Knight, sent off by the Monolith from g5". */
static void add_walker(const struct position *before, const struct ply *ply,
                       struct walk_place place, const struct draft *lifted, char *out, size_t size,
                       size_t *used)
{
    struct draft draft = {0};
    const struct kind *kinds = before->rules->kinds;
    bool neutral = lifted->held.side == NOBODY;
    ply_walk_draft(before, ply, place, &draft);
    bool other = draft.held.kind && draft.held.kind != lifted->held.kind;
    if (other && neutral)
        text_add(out, size, used, "%s %s, sent off by the ", side_name(draft.held.side),
                 kinds[draft.held.kind].name);
    else if (other)
        text_add(out, size, used, "the %s of the ", kinds[draft.held.kind].name);
    text_add(out, size, used, "%s%s%s from %s", neutral ? "" : side_name(lifted->held.side),
             neutral ? "" : " ", kinds[lifted->held.kind].name,
             board_name(before->rules->board, lifted->hand));
    draft_clear(&draft);
}

void ply_walk_words(const struct position *before, const struct ply *ply, struct walk_place place,
                    char *out, size_t size)
{
    struct draft draft = {0};
    const struct ruleset *rules = before->rules;
    const struct kind *kinds = rules->kinds;
    struct walk_place start = {place.member, 0};
    size_t used = 0;
    out[0] = '\0';
    if (place.member >= ply_walk_members(ply))
        return;
    ply_walk_draft(before, ply, start, &draft);
    if (!place.member && place.cell) /* the piece is being launched */
        draft_take(&draft, ply->v[0]);
    char words[200];
    if (draft.held.kind && place.member && hand_describe(&draft, words, sizeof words) > 0) {
        bool said = !strncmp(words, "in the air", 10);
        text_add(out, size, &used, "in the air: %s %s%s", side_name(draft.held.side),
                 kinds[draft.held.kind].name,
                 said     ? words + 10
                 : *words ? ", "
                          : "");
        if (!said)
            text_add(out, size, &used, "%s", words);
    } else if (draft.held.kind) {
        add_walker(before, ply, place, &draft, out, size, &used);
    }
    if (place.cell && used) {
        text_add(out, size, &used, "; %d %s made", place.cell, place.cell == 1 ? "step" : "steps");
        if (draft.weightless && place.member)
            text_add(out, size, &used, ", no momentum spent");
        else if (draft.momentum >= place.cell && place.member)
            text_add(out, size, &used, ", momentum left %d", draft.momentum - place.cell);
    }
    draft_clear(&draft);
}
