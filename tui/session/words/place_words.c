/* place_words.c - all that there is to tell at one place of a game: see place_words.h. */
#include "config.h"

#include "tui/session/words/place_words.h"

#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/words/game_words.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct told *told_add(struct told_list *list, enum told_kind kind, const char *text)
{
    list->v = memory_room(list->v, &list->room, list->n + 1, sizeof *list->v);
    struct told *told = &list->v[list->n++];
    *told = (struct told){.kind = kind, .text = memory_text(text)};
    return told;
}

static struct told *told_addf(struct told_list *list, enum told_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static struct told *told_addf(struct told_list *list, enum told_kind kind, const char *format, ...)
{
    char text[1200];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return told_add(list, kind, text);
}

void told_free(struct told_list *list)
{
    for (int i = 0; i < list->n; i++) {
        free(list->v[i].text);
        free(list->v[i].brief);
    }
    free(list->v);
    *list = (struct told_list){0};
}

/* ---------------------------------------------------------------- notes */

static void add_comments(const struct layers *layers, const struct comments *comments,
                         struct told_list *list)
{
    for (int i = 0; i < comments->n; i++) {
        const struct comment *comment = &comments->v[i];
        if (layers_hide(layers, comment->by))
            continue;
        struct told *told = told_add(list, TOLD_COMMENT, comment->text ? comment->text : "");
        told->by = comment->by;
        told->lang = comment->lang;
        told->is_private = comment->is_private;
    }
}

/* Write the cells of a mark in words: " on h4", " from m3 to k4", " k4 l4 l5". */
static void cells_in_words(const struct mark *mark, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (char **cell = mark->path ? mark->path : mark->cells; cell && *cell; cell++)
        text_add(out, size, &used, " %s", *cell);
    if (mark->at)
        text_add(out, size, &used, " on %s", mark->at);
    if (mark->from && mark->to)
        text_add(out, size, &used, " from %s to %s", mark->from, mark->to);
}

/* Write the cells of a mark briefly: "1> m3-k4", "h4" or "k4 l4 l5". Arrows are numbered, as on
 * the board. */
static void cells_in_brief(const struct mark *mark, int *arrows, char *out, size_t size,
                           size_t *used)
{
    if (mark->from && mark->to)
        text_add(out, size, used, "%d> %.8s-%.8s", ++*arrows, mark->from, mark->to);
    else if (mark->path && mark->path[0])
        text_add(out, size, used, "%d> %.8s", ++*arrows, mark->path[0]);
    else if (mark->at)
        text_add(out, size, used, "%.8s", mark->at);
    for (int k = 1; !mark->from && mark->path && mark->path[0] && mark->path[k]; k++)
        text_add(out, size, used, "-%.8s", mark->path[k]);
    for (int k = 0; !mark->at && mark->cells && mark->cells[k]; k++)
        text_add(out, size, used, "%s%.8s", *used ? " " : "", mark->cells[k]);
}

static void add_marks(const struct layers *layers, const struct marks *marks,
                      struct told_list *list)
{
    int arrows = 0;
    for (int i = 0; i < marks->n; i++) {
        const struct mark *mark = &marks->v[i];
        char cells[600], brief[400] = "";
        size_t used = 0;
        if (layers_hide(layers, mark_author(mark)))
            continue;
        cells_in_words(mark, cells, sizeof cells);
        cells_in_brief(mark, &arrows, brief, sizeof brief, &used);
        if (used && mark->label && *mark->label)
            text_add(brief, sizeof brief, &used, " %.16s", mark->label);
        if (used && mark->color)
            text_add(brief, sizeof brief, &used, " %.10s", mark->color);
        told_addf(list, TOLD_MARK, "%s%s%s%s%s%s", mark->color ? mark->color : "",
                  mark->color ? " " : "", mark->as ? mark->as : "mark", cells,
                  mark->label ? ", labelled " : "", mark->label ? mark->label : "")
            ->brief = memory_text(brief);
    }
}

static void add_judgements(const struct layers *layers, const struct nags *nags,
                           struct told_list *list)
{
    for (int i = 0; i < nags->n && !layers_hide(layers, NULL); i++) {
        const struct nag *nag = nag_numbered(nags->v[i]);
        told_add(list, TOLD_JUDGEMENT, nag ? nag->words : "")->number = nags->v[i];
    }
}

static void add_value(const struct notes *notes, const char *path, enum told_kind kind,
                      const char *format, struct told_list *list)
{
    const char *value = value_path(&notes->other, path);
    char text[420];
    size_t used = 0;
    if (!*value)
        return;
    text_add(text, sizeof text, &used, "%.400s%s", value, format);
    told_add(list, kind, text);
}

static void add_times(const struct notes *notes, struct told_list *list)
{
    if (notes->clk)
        told_addf(list, TOLD_CLOCK, "%.20s", notes->clk);
    if (notes->emt)
        told_addf(list, TOLD_SPENT, "%.20s", notes->emt);
    add_value(notes, "eval.cp", TOLD_EVALUATION, "/100", list);
    add_value(notes, "eval.mate", TOLD_MATE, "", list);
    add_value(notes, "quiz.ask", TOLD_QUIZ, "", list);
}

void told_step(const struct game_session *game, const struct position *before,
               const struct ply *ply, const struct step_note *step, struct told_list *list)
{
    char text[PLY_ROOM] = "";
    int first = list->n;
    if (!layers_show_step(&game->layers, step))
        return;
    if (ply && step->after && step->part <= ply_walk_members(ply)) {
        ply_walk_text(before, ply, step->part - 1, text, sizeof text);
        if (strcmp(text, step->after) != 0)
            told_addf(list, TOLD_ELSEWHERE, "this note was written on %.60s and moved here",
                      step->after);
    }
    add_judgements(&game->layers, &step->nags, list);
    add_comments(&game->layers, &step->comments, list);
    add_marks(&game->layers, &step->marks, list);
    for (int i = first; i < list->n; i++)
        list->v[i].member = step->part;
}

/* Add the notes on the members of the ply, each after the member's text. */
static void add_members(const struct game_session *game, const struct notes *notes,
                        struct told_list *list)
{
    for (int i = 0; i < notes->step_count; i++) {
        const struct step_note *step = &notes->steps[i];
        char number[24] = "";
        if (step->step)
            snprintf(number, sizeof number, ", step %d", step->step);
        told_addf(list, TOLD_MEMBER, "member %d%s%s%s", step->part, number, step->after ? " " : "",
                  step->after ? step->after : "")
            ->member = step->part;
        told_step(game, NULL, NULL, step, list);
    }
}

/* ---------------------------------------------------------------- the position */

/* Add the verdict on the position: "White has won: checkmate (rules/croatian.md 11)". */
static void add_verdict(struct game_session *game, struct told_list *list)
{
    char text[400];
    if (!game->rules || game->track.broken)
        return;
    if (words_gone(game, text, sizeof text))
        told_add(list, TOLD_GONE, text);
    struct verdict verdict = *track_verdict(&game->track);
    if (session_over(game) && session_at_end(game))
        verdict.claims = 0;
    size_t used = (size_t)words_condition(&verdict, text, sizeof text);
    bool cited = verdict_over(&verdict) || verdict.notes & NOTE_SIEGE;
    if (used && verdict.rule && !cited)
        text_add(text, sizeof text, &used, " (%s)", verdict.rule);
    if (verdict.claims && !verdict_over(&verdict))
        text_add(text, sizeof text, &used, " ({actions})");
    if (used)
        told_add(list, TOLD_VERDICT, text);
}

void words_last_ply(struct game_session *game, char *out, size_t size)
{
    const struct track *track = &game->track;
    out[0] = '\0';
    if (!game->rules || track->broken || track->plies != spot_plies(&game->spot) || !track->plies)
        return;
    const struct ply *ply = &track->ply[track->plies - 1];
    int members = ply_walk_members(ply);
    if (members == 1)
        words_member(&track->before, ply, 0, out, size);
    else if (members)
        snprintf(out, size, "%d members", members);
    else
        snprintf(out, size, "The player passes");
}

void words_turn(struct game_session *game, position_words_fn *each, void *argument)
{
    const struct record *record = session_record(game);
    const char *reason = record_text(record, "result.reason");
    char text[400];
    size_t used = 0;
    bool over = session_over(game) && session_at_end(game);
    if (game->rules && game->track.broken)
        text_add(text, sizeof text, &used, "The ply after ply %d cannot be replayed: %s",
                 game->track.plies, game->track.why.text);
    else if (game->rules && over && !verdict_over(track_verdict(&game->track)))
        text_add(text, sizeof text, &used, "%s was to move when the game ended",
                 side_name(game->track.now.side));
    else if (game->rules)
        used =
            (size_t)words_verdict(&game->track.now, track_verdict(&game->track), text, sizeof text);
    if (used)
        each(argument, text);
    snprintf(text, sizeof text, "The result is %s%s%s", record_text(record, "result.score"),
             *reason ? ": " : "", reason);
    if (over)
        each(argument, text);
}

/* Add the captured pieces that may return: "captured from White: 3A 2B Q". */
static void add_held(const struct game_session *game, struct told_list *list)
{
    const struct position *position = &game->track.now;
    for (int side = 0; game->rules && side < game->rules->sides; side++) {
        char text[8 * KINDS_MAX] = "", count[8], letters[4];
        size_t used = 0;
        for (int kind = 1; kind <= position->rules->kind_count; kind++) {
            int n = position->held[side][kind];
            piece_letters(position->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0},
                          letters);
            snprintf(count, sizeof count, "%d", n);
            if (n)
                text_add(text, sizeof text, &used, "%s%s%s", used ? " " : "", n > 1 ? count : "",
                         letters);
        }
        if (used)
            told_addf(list, TOLD_HELD, "captured from %s: %s", side_name(side), text)->number =
                side;
    }
}

/* ---------------------------------------------------------------- the game */

/* Append the value of a header to a line, unless the value is unknown. */
static void join_header(char *line, size_t size, size_t *used, const char *before, const char *text)
{
    if (text && *text && strcmp(text, "?") != 0)
        text_add(line, size, used, "%s%s%s", *used ? ", " : "", before, text);
}

static void add_header(struct told_list *list, const char *line)
{
    if (*line)
        told_add(list, TOLD_HEADER, line);
}

void words_occasion(const struct record *record, char *out, size_t size)
{
    char date[WORDS_DATE_ROOM];
    size_t used = 0;
    out[0] = '\0';
    join_header(out, size, &used, "", record_text(record, "event.name"));
    join_header(out, size, &used, "round ", record_text(record, "event.round"));
    join_header(out, size, &used, "", record_text(record, "event.site"));
    join_header(out, size, &used, "", words_date(record_text(record, "event.date"), date));
}

void words_opening(const struct record *record, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    join_header(out, size, &used, "", record_text(record, "opening.name"));
    join_header(out, size, &used, "from ", record_text(record, "start.name"));
}

/* Add where and when the game was played, and how it ended. */
static void add_headers(const struct record *record, struct told_list *list)
{
    char where[600], what[400], end[200] = "";
    size_t used = 0;
    words_occasion(record, where, sizeof where);
    words_opening(record, what, sizeof what);
    const char *score = record_text(record, "result.score"),
               *reason = record_text(record, "result.reason");
    join_header(end, sizeof end, &used, "",
                strcmp(score, "*") ? score
                : *reason          ? ""
                                   : "not finished");
    join_header(end, sizeof end, &used, "", reason);
    add_header(list, where);
    add_header(list, what);
    add_header(list, end);
}

/* Add the options that differ from the defaults. */
static void add_options(const struct ruleset *rules, struct told_list *list)
{
    for (int i = 0; i < rules->settings; i++)
        told_addf(list, TOLD_OPTION, "%s: %s", rules->setting[i].name, rules->setting[i].value);
    if (rules->settings)
        told_add(list, TOLD_OPTIONS,
                 rules->settings > 1 ? "(unlike the default rules)" : "(unlike the default rule)");
}

/* Add what the variant is about, unless it is ordinary chess. */
static void add_about(const struct ruleset *rules, struct told_list *list)
{
    char text[400];
    size_t used = 0;
    if (!rules->summary[0] || !rules->variant)
        return;
    if (custom_definition(rules->id)) { /* the user has made it, and knows what it is about */
        told_add(list, TOLD_ABOUT, rules->summary[0]);
        told_add(list, TOLD_DEFINITION, rules->id);
        return;
    }
    if (!strcmp(rules->variant->id, "classical"))
        return;
    for (int i = 0; i < 3 && rules->summary[i]; i++)
        text_add(text, sizeof text, &used, "%s%s", i ? " " : "", rules->summary[i]);
    told_add(list, TOLD_ABOUT, text);
}

static void told_of_game(struct game_session *game, struct told_list *list)
{
    const struct record *record = session_record(game);
    told_add(list, TOLD_VARIANT, game->rules ? ruleset_title(game->rules) : record_variant(record));
    if (game->rules)
        add_options(game->rules, list);
    add_headers(record, list);
    add_comments(&game->layers, &record->comments, list);
    add_marks(&game->layers, &record->marks, list);
    add_verdict(game, list); /* a position that was set up may already be decided */
    add_held(game, list);
    if (game->rules)
        add_about(game->rules, list);
}

static void add_line(const struct line *line, struct told_list *list)
{
    const char *title = line->title ? line->title : line->kind ? line->kind : "";
    if (*title || line->by)
        told_addf(list, TOLD_LINE, "%s%s%s%s", title, line->by ? " {" : "",
                  line->by ? line->by : "", line->by ? "}" : "");
}

void told_here(struct game_session *game, struct told_list *list)
{
    const struct record *record = session_record(game);
    const struct node *node = spot_node(record, &game->spot);
    told_free(list);
    if (!node) {
        told_of_game(game, list);
        return;
    }
    if (game->spot.depth)
        add_line(spot_line(record, &game->spot), list);
    const struct notes *notes = node->notes;
    if (notes) {
        add_judgements(&game->layers, &notes->nags, list);
        add_times(notes, list);
        if (notes->before && !layers_hide(&game->layers, NULL))
            told_add(list, TOLD_BEFORE, notes->before);
        add_comments(&game->layers, &notes->comments, list);
        add_members(game, notes, list);
        add_marks(&game->layers, &notes->marks, list);
        if (notes->broken || notes->gap)
            told_add(list, TOLD_DAMAGE,
                     notes->broken ? "the file marks this ply as broken"
                                   : "the file marks that plies are missing here");
    }
    add_verdict(game, list);
    add_held(game, list);
}

/* ---------------------------------------------------------------- sentences */

/* To whom sentences are told. */
struct saying {
    struct game_session *game;
    position_words_fn *each;
    void *argument;
};

static void say(const struct saying *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const struct saying *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *text = memory_formatted(format, values);
    va_end(values);
    text[0] = (char)ascii_upper((unsigned char)text[0]);
    to->each(to->argument, text);
    free(text);
}

void words_heading(const struct game_session *game, position_words_fn *each, void *argument)
{
    const struct record *record = session_record(game);
    const struct saying to = {.each = each, .argument = argument};
    const char *score = record_text(record, "result.score");
    int sides = game->rules ? game->rules->sides : record_players(record), plies = record->moves.n;
    char occasion[600], opening[400];
    words_occasion(record, occasion, sizeof occasion);
    words_opening(record, opening, sizeof opening);
    say(&to, "This is a game of %s%s%s",
        game->rules ? ruleset_title(game->rules) : record_variant(record), *occasion ? ", " : "",
        occasion);
    if (*opening)
        say(&to, "%s", opening);
    for (int side = 0; side < sides && side < SIDES_MAX; side++) {
        const char *player = record_player_known(record, side_letter(side));
        if (*player && strcmp(player, side_name(side)) != 0)
            say(&to, "%s is %s", side_name(side), player);
    }
    say(&to, "The game has %d %s; its result is %s", plies, plies == 1 ? "ply" : "plies",
        !*score || !strcmp(score, "*") ? "open" : score);
    if (!game->rules)
        say(&to, "The game can only be read as text: %s", game->unknown.text);
}

/* True if the ply at the reader's spot is legal, so that it can be described. */
static bool is_replayed(const struct game_session *game)
{
    const struct track *track = &game->track;
    return game->rules && !track->broken && track->plies == spot_plies(&game->spot) &&
           track->plies > 0;
}

/* The ply at the reader's spot, which is_replayed(). */
static const struct ply *ply_here(const struct game_session *game)
{
    return &game->track.ply[game->track.plies - 1];
}

/* Write a ply in the client's form. `before` is the position before it; NULL: unknown. A text that
 * cannot be parsed is copied unchanged. */
static void write_ply(const struct game_session *game, const struct position *before,
                      const char *text, char *out, size_t size)
{
    struct ply ply = {0};
    if (!game->rules || !before || ply_read(before, text, &ply, NULL) < 0 || ply.n == 0)
        snprintf(out, size, "%s", text);
    else
        game->rules->rules->format(before, &ply, session_form(game), out, size);
    ply_free(&ply);
}

void words_ply_label(const struct game_session *game, const struct track *track,
                     const struct spot *spot, char *out, size_t size)
{
    const struct node *node = spot_node(session_record(game), spot);
    char text[PLY_ROOM] = "";
    bool here = game->rules && track && !track->broken && track->plies == spot_plies(spot);
    if (!node) {
        snprintf(out, size, "the start");
        return;
    }
    write_ply(game, here ? &track->before : NULL, node->text, text, sizeof text);
    snprintf(out, size, "ply %d%s%s: %s", spot_plies(spot), here ? ", " : "",
             here ? side_name(track->before.side) : "", text);
}

void words_label_here(const struct game_session *game, char *out, size_t size)
{
    char label[PLY_ROOM + 60];
    words_ply_label(game, &game->track, &game->spot, label, sizeof label);
    if (game->member)
        snprintf(out, size, "member %d of %s", game->member, label);
    else
        snprintf(out, size, "%s", label);
}

/* Tell an entry of the list. */
static void tell_entry(const struct saying *to, const struct told *told)
{
    switch (told->kind) {
    case TOLD_JUDGEMENT:
        if (*told->text)
            say(to, "Judgement: %s", told->text);
        else
            say(to, "Judgement number %d", told->number);
        break;
    case TOLD_CLOCK: /* Clocks that run here are told after the turn. */
        if (!session_has_clocks(to->game))
            say(to, "The clock shows %s", told->text);
        break;
    case TOLD_SPENT:
        say(to, "The ply took %s", told->text);
        break;
    case TOLD_EVALUATION:
        say(to, "Evaluation: %s", told->text);
        break;
    case TOLD_MATE:
        say(to, "Evaluation: mate in %s", told->text);
        break;
    case TOLD_QUIZ:
        say(to, "Quiz: %s", told->text);
        break;
    case TOLD_BEFORE:
        say(to, "Comment before the ply: %s", told->text);
        break;
    case TOLD_COMMENT:
        say(to, "Comment%s%s%s: %s", spot_plies(&to->game->spot) ? "" : " on the game",
            told->by ? " by " : "", told->by ? told->by : "", told->text);
        break;
    case TOLD_MARK:
        say(to, "Mark: %s", told->text);
        break;
    case TOLD_ELSEWHERE:
    case TOLD_DAMAGE:
        say(to, "%s", told->text);
        break;
    default: /* told when the game is opened, with the ply, or with whose turn it is */
        break;
    }
}

bool words_notes_here(struct game_session *game, position_words_fn *each, void *argument)
{
    struct saying to = {game, each, argument};
    struct told_list told = {0};
    bool members = false;
    told_here(game, &told);
    for (int i = 0; i < told.n; i++) {
        members = members || told.v[i].member;
        if (!told.v[i].member)
            tell_entry(&to, &told.v[i]);
    }
    told_free(&told);
    return members;
}

static void tell_step(const struct saying *to, const struct ply *ply, const struct step_note *step)
{
    struct told_list told = {0};
    told_step(to->game, &to->game->track.before, ply, step, &told);
    for (int i = 0; i < told.n; i++)
        tell_entry(to, &told.v[i]);
    told_free(&told);
}

int words_members(const struct game_session *game)
{
    return is_replayed(game) ? ply_walk_members(ply_here(game)) : 0;
}

/* Tell the notes on a member, counted from 1. */
static void tell_steps(const struct saying *to, const struct notes *notes, int member)
{
    for (int i = 0; notes && i < notes->step_count; i++)
        if (notes->steps[i].part == member)
            tell_step(to, ply_here(to->game), &notes->steps[i]);
}

/* Tell the notes on members that the ply no longer has. */
static void tell_lost_notes(const struct saying *to, const struct notes *notes, int members)
{
    for (int i = 0; notes && i < notes->step_count; i++) {
        if (notes->steps[i].part <= members ||
            !layers_show_step(&to->game->layers, &notes->steps[i]))
            continue;
        say(to, "A note on member %d, which this ply does not have", notes->steps[i].part);
        tell_step(to, NULL, &notes->steps[i]);
    }
}

static void tell_member(const struct saying *to, int member, int members)
{
    char words[WORDS_ROOM];
    words_member(&to->game->track.before, ply_here(to->game), member - 1, words, sizeof words);
    say(to, "Member %d of %d: %s", member, members, words);
}

void words_each_member(struct game_session *game, bool notes, position_words_fn *each,
                       void *argument)
{
    struct saying to = {game, each, argument};
    const struct node *node = spot_node(session_record(game), &game->spot);
    const struct notes *told = notes && node ? node->notes : NULL;
    char words[WORDS_ROOM];
    if (!is_replayed(game))
        return;
    int members = words_members(game);
    words_last_ply(game, words, sizeof words);
    if (members < 2)
        say(&to, "%s", words);
    for (int i = 1; i <= members; i++) {
        if (members > 1)
            tell_member(&to, i, members);
        tell_steps(&to, told, i);
    }
    tell_lost_notes(&to, told, members);
}

void words_one_member(struct game_session *game, int member, position_words_fn *each,
                      void *argument)
{
    struct saying to = {game, each, argument};
    tell_member(&to, member, words_members(game));
    tell_steps(&to, spot_node(session_record(game), &game->spot)->notes, member);
}

void words_ply_here(struct game_session *game, position_words_fn *each, void *argument)
{
    struct saying to = {game, each, argument};
    char label[PLY_ROOM + 60], gone[300];
    words_ply_label(game, &game->track, &game->spot, label, sizeof label);
    say(&to, "%s", label);
    words_each_member(game, false, each, argument);
    if (is_replayed(game) && !verdict_over(track_verdict(&game->track)) &&
        words_gone_told(game, gone, sizeof gone))
        say(&to, "%s", gone);
}

void words_turn_here(struct game_session *game, position_words_fn *each, void *argument)
{
    struct saying to = {game, each, argument};
    words_turn(game, each, argument);
    if (game->spot.ply && !spot_choices(session_record(game), &game->spot) && !game->play &&
        !game->live && !(session_over(game) && session_at_end(game)))
        say(&to, "This is the end of the line");
}

static bool tell_way(void *argument, int choice, const struct spot *spot, const struct line *line)
{
    const struct saying *to = argument;
    const struct game_session *game = to->game;
    const struct node *node = spot_node(session_record(game), spot);
    char text[PLY_ROOM];
    if (choice && line && layers_hide(&game->layers, line->by))
        return true;
    write_ply(game, game->track.broken ? NULL : &game->track.now, node->text, text, sizeof text);
    say(to, "Choice %d: %s%s%s%s", choice + 1, text, choice ? ", a variation" : "",
        line && line->title ? ", " : "", line && line->title ? line->title : "");
    return true;
}

bool words_ways(struct game_session *game, position_words_fn *each, void *argument)
{
    struct saying to = {game, each, argument};
    if (game->guessing || spot_choices(session_record(game), &game->spot) < 2)
        return false;
    spot_ways(session_record(game), &game->spot, tell_way, &to);
    return true;
}

int words_plies(struct game_session *game, int count, position_words_fn *each, void *argument)
{
    struct saying to = {game, each, argument};
    struct spot spot = game->spot;
    struct track track = {0};
    char label[PLY_ROOM + 60];
    int n = 0;
    if (game->rules)
        track_begin(&track, &game->start);
    for (; n < count && spot_next(session_record(game), &spot, n ? 0 : game->choice); n++) {
        if (game->rules)
            track_go(&track, session_record(game), &spot);
        words_ply_label(game, &track, &spot, label, sizeof label);
        say(&to, "%s%s", label,
            layers_show_ply(&game->layers, spot_node(session_record(game), &spot)) ? ", with notes"
                                                                                   : "");
    }
    track_clear(&track);
    return n;
}
