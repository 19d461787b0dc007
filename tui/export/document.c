/* document.c - walks through a game and passes its parts to a pen: see document.h. */
#include "config.h"

#include "tui/export/document.h"
#include "archive/pgn/pgn.h"
#include "archive/record/record.h"
#include "archive/replay/record_rules.h"
#include "archive/replay/replay.h"
#include "archive/replay/san_replay.h"
#include "archive/yaml/yaml_write.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/export/formats.h"
#include "tui/session/describe.h"
#include "tui/session/game_open.h"
#include "tui/session/ply_text.h"

#include <stdlib.h>
#include <string.h>

struct score {
    const struct pen_ops *ops;
    struct pen *pen;
    enum charset charset;
    const struct record *record;
    int sides;
    bool opened;
    struct replay replay; /* replays the game for diagrams and, in three-player games, to find out
                             who is still in; opened when first needed: see document_board_of() */
    struct ply_texts texts;
};

/* The state before a ply: its path, and the number and side of the ply that comes next. */
struct document_count {
    uint64_t path;
    int number, side;
};

static const struct pen_ops *const pens[] = {
    [SCORE_TEXT] = &text_pen, [SCORE_MARKDOWN] = &markdown_pen, [SCORE_HTML] = &html_pen};

const char *score_head(enum score_format format)
{
    return pens[format]->head;
}

const char *score_foot(enum score_format format)
{
    return pens[format]->foot;
}

/* ------------------------------------------------------------------------------------------- notes
 * on a ply */

static bool document_put_comments(struct score *score, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        score->ops->note(score->pen, comments->v[i].text ? comments->v[i].text : "",
                         comments->v[i].by);
    return comments->n > 0;
}

static bool put_step_notes(struct score *score, const struct notes *notes)
{
    for (int i = 0; i < notes->step_count; i++) {
        const struct step_note *step = &notes->steps[i];
        char where[80];
        if (!step->comments.n)
            continue;
        snprintf(where, sizeof where, step->step ? "Member %d, step %d" : "Member %d", step->part,
                 step->step);
        for (int k = 0; k < step->comments.n; k++) {
            char *text =
                score_titled(where, step->comments.v[k].text ? step->comments.v[k].text : "");
            score->ops->note(score->pen, text, step->comments.v[k].by);
            free(text);
        }
    }
    return notes->step_count > 0;
}

/* Write which players leave a three-player game that continues. */
static bool put_leavers(struct score *score, const struct node *node)
{
    struct leaver leaver[SIDES_MAX];
    int n = score->sides > 2 ? follow_leavers(node, leaver) : 0;
    for (int i = 0; i < n; i++) {
        char text[60];
        snprintf(text, sizeof text, "%s is out: %s.", side_name(leaver[i].side),
                 leaver[i].by_time ? "time" : "resignation");
        score->ops->note(score->pen, text, NULL);
    }
    return n > 0;
}

/* Write which of three players left the game with a ply, or was skipped, while the others play
 * on. */
static bool put_gone(struct score *score, const struct spot *spot)
{
    struct track *track = &score->replay.track;
    int told = 0;
    if (score->sides < 3)
        return false;
    track_go(track, score->record, spot);
    if (track->broken || !track->plies || verdict_over(track_verdict(track)))
        return false;
    for (int side = 0; side < score->sides; side++) {
        const char *why = track_why_out(track, side);
        char text[80] = "";
        if (words_is_out(&track->now, side) && !words_is_out(&track->before, side)) {
            /* Resignations and losses on time are written by put_leavers(). */
            if (why && strcmp(why, "resignation") != 0 && strcmp(why, "time") != 0)
                snprintf(text, sizeof text, "%s is out: %s.", side_name(side), why);
        } else if (words_is_passed(&track->before, &track->now, side)) {
            snprintf(text, sizeof text, "%s has no ply and is skipped.", side_name(side));
        }
        if (*text)
            score->ops->note(score->pen, text, NULL);
        told += *text != '\0';
    }
    return told > 0;
}

static struct replay *document_board_of(struct score *score)
{
    if (!score->opened)
        replay_open_alike(&score->replay, score->record, NULL);
    score->opened = true;
    return &score->replay;
}

/* Write the board after the plies that `spot` stands for, and the marks on it. */
static void document_put_diagram(struct score *score, const struct spot *spot,
                                 const struct marks *marks)
{
    char *picture = NULL;
    size_t size = 0;
    if (document_board_of(score)->rules &&
        replay_go(&score->replay, score->record, spot, NULL) == 0) {
        FILE *out = open_memstream(&picture, &size);
        struct board_view view = {.position = &score->replay.track.now,
                                  .size = -1,
                                  .charset = score->charset,
                                  .coordinates = true,
                                  .named = true,
                                  .shaded = true};
        if (!out)
            memory_exhausted();
        board_art_for(score->replay.rules)->show(&view, out);
        fclose(out);
    }
    score->ops->diagram(score->pen, picture, marks);
    free(picture);
}

/* ---------------------------------------------------------------------------------------------------
 * plies */

static void document_put_line(struct score *score, struct spot *spot, struct document_count count);

/* Write the variations `lines`. They branch off the line of `from` after its first `at` plies. */
static void document_put_lines(struct score *score, const struct spot *from, int at,
                               const struct lines *lines, struct document_count count)
{
    for (int i = 0; i < lines->n && from->depth < VARIATION_DEPTH_MAX; i++) {
        struct spot spot = *from;
        spot.branch[spot.depth++] = (struct branch){at, i};
        spot.ply = 0;
        score->ops->begin_line(score->pen, lines->v[i].title, lines->v[i].comment);
        document_put_line(score, &spot, count);
        score->ops->end_line(score->pen);
    }
}

/* Write the number, if needed, the ply, and its judgements: symbols directly at the ply,
 * others after a blank. */
static void document_put_ply(struct score *score, const struct spot *spot,
                             struct document_count count, bool numbered)
{
    enum { NAG_ROOM = 64 };
    const struct notes *notes = spot_node(score->record, spot)->notes;
    const char *ply = ply_text(&score->texts, score->record, spot, count.path);
    size_t size = strlen(ply) + (notes ? (size_t)notes->nags.n * NAG_ROOM : 0) + 1, used = 0;
    char *text = memory_new(size, 1), number[24] = "", nag[NAG_ROOM];
    if (numbered || count.side == 0)
        snprintf(number, sizeof number, "%d%s", count.number, count.side == 0 ? "." : "...");
    text_add(text, size, &used, "%s", ply);
    for (int i = 0; notes && i < notes->nags.n; i++) {
        nag_write(notes->nags.v[i], score->charset == CHARSET_UTF8, nag, sizeof nag);
        text_add(text, size, &used, "%s%s", notes->nags.v[i] <= 6 ? "" : " ", nag);
    }
    score->ops->ply(score->pen, number, text, notes && notes->broken);
    free(text);
}

/* Write the plies of the line that contains `spot`. A ply gets a number if something other than a
 * ply came before it, or if it is the first ply of a move. (Without White, Black's ply is the
 * first.) */
static void document_put_line(struct score *score, struct spot *spot, struct document_count count)
{
    const struct line *line = spot_line(score->record, spot);
    int sides = score->sides, last = count.number;
    bool numbered = true;
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        ply_number_follow(&count.number, &count.side, notes ? notes->side : '\0', sides);
        struct document_count before = count;
        spot->ply = i + 1;
        count.path = path_on(count.path, line->v[i].text);
        if (notes && notes->before)
            score->ops->note(score->pen, notes->before, NULL);
        document_put_ply(score, spot, count,
                         numbered || count.number != last || (notes && notes->before));
        numbered = put_gone(score, spot);
        last = count.number;
        if (notes) {
            numbered = document_put_comments(score, &notes->comments) || numbered;
            numbered = put_step_notes(score, notes) || numbered || notes->marks.n || notes->alts.n;
            if (notes->marks.n)
                document_put_diagram(score, spot, &notes->marks);
            struct spot fork = *spot;
            fork.ply = i;
            document_put_lines(score, &fork, i, &notes->alts, before);
        }
        numbered = put_leavers(score, &line->v[i]) || numbered;
        count.side = (count.side + 1) % sides;
        count.number += count.side == 0;
    }
    if (line->then)
        document_put_lines(score, spot, line->n, line->then, count);
}

static void document_put_game(struct score *score)
{
    const struct record *record = score->record;
    bool plain =
        !strcmp(record_variant(record), "classical") && !*record_text(record, "start.position");
    const struct position *start =
        !plain && document_board_of(score)->rules ? &score->replay.track.now : NULL;
    score->sides = start ? start->rules->sides : 2;
    struct document_count count = {path_start(), start ? (int)start->fullmove : 1,
                                   start ? start->side : 0};
    struct spot spot = spot_start();
    ply_texts_begin(&score->texts, start, record->notation);
    score->ops->headers(score->pen, record);
    document_put_comments(score, &record->comments);
    if (record->marks.n || *record_text(record, "start.position"))
        document_put_diagram(score, &spot, &record->marks);
    document_put_line(score, &spot, count);
    if (record->unparsed)
        score->ops->note(score->pen, record->unparsed, NULL);
    score->ops->end(score->pen, record_text(record, "result.score"));
    ply_texts_clear(&score->texts);
}

void score_put(const struct record *record, enum charset charset, enum score_format format,
               FILE *out)
{
    struct score score = {.ops = pens[format], .charset = charset, .record = record};
    score.pen = memory_new(1, score.ops->size);
    score.pen->out = out;
    document_put_game(&score);
    replay_clear(&score.replay);
    free(score.pen);
}

char *score_write(const struct record *record, enum charset charset, enum score_format format)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    score_put(record, charset, format, out);
    fclose(out);
    return text;
}

/* ---- The parts of a score that are the same in every format: title, headers, marks. See
 * document.h. */

char *score_titled(const char *title, const char *text)
{
    size_t length = strlen(title), size = length + strlen(text) + 3;
    char *whole = memory_new(size, 1);
    const char *between = !length || !*text ? "" : strchr(".:!?", title[length - 1]) ? " " : ": ";
    snprintf(whole, size, "%s%s%s", title, between, text);
    return whole;
}

void score_title(struct pen *pen, const struct record *record,
                 void (*put)(struct pen *pen, const char *text))
{
    if (!record_is_named(record)) {
        put(pen, record_text(record, "event.name"));
        return;
    }
    for (int i = 0; i < record_players(record); i++) {
        fputs(i ? " - " : "", pen->out);
        put(pen, record_player(record, record_player_side(record, i)));
    }
}

/* Write the options that differ from the defaults, "elimination=takeover, null-moves=on"; "" if
 * there are none. */
static const char *write_options(const struct record *record, char *text, size_t size)
{
    const struct value *options = record_options(record);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; options && i < options->n; i++)
        text_add(text, size, &used, "%s%s=%s", i ? ", " : "", options->entry[i].key,
                 options->entry[i].value.text ? options->entry[i].value.text : "");
    return text;
}

bool score_header(const struct record *record, struct score_headers *at, const char **name,
                  const char **value)
{
    static const struct {
        const char *name, *path;
    } headers[] = {{"Event", "event.name"},     {"Site", "event.site"},
                   {"Round", "event.round"},    {"Date", "event.date"},
                   {"Result", "result.score"},  {"Reason", "result.reason"},
                   {"Opening", "opening.name"}, {"Variant", "variant"},
                   {"Options", NULL},           {"Start", "start.position"}};
    for (; at->next < (int)(sizeof headers / sizeof *headers); at->next++) {
        const char *path = headers[at->next].path;
        *name = headers[at->next].name;
        *value = path ? record_text(record, path)
                      : write_options(record, at->options, sizeof at->options);
        if ((*value)[strspn(*value, "?-")]) /* a date such as "????-??-??" has no information */
            return at->next++, true;
    }
    return false;
}

void score_mark(const struct mark *mark, char text[static MARK_TEXT_MAX])
{
    size_t used = 0;
    text_add(text, MARK_TEXT_MAX, &used, "%s", mark->as ? mark->as : "mark");
    if (mark->at)
        text_add(text, MARK_TEXT_MAX, &used, " %s", mark->at);
    if (mark->from && mark->to)
        text_add(text, MARK_TEXT_MAX, &used, " %s-%s", mark->from, mark->to);
    for (char **cell = mark->path ? mark->path : mark->cells; cell && *cell; cell++)
        text_add(text, MARK_TEXT_MAX, &used, " %s", *cell);
    if (mark->color)
        text_add(text, MARK_TEXT_MAX, &used, " %s", mark->color);
    if (mark->label)
        text_add(text, MARK_TEXT_MAX, &used, " \"%s\"", mark->label);
}

/* ---- Writes a game as text in any format: see formats.h. */

static const struct {
    const char *name, *ending;
} formats[GAME_FORMATS] = {
    [GAME_PGN] = {"pgn", ".pgn"},    [GAME_YAML] = {"yaml", ".yaml"},
    [GAME_TEXT] = {"text", ".txt"},  [GAME_MARKDOWN] = {"markdown", ".md"},
    [GAME_HTML] = {"html", ".html"},
};

enum game_format game_format_named(const char *name)
{
    int format = 0;
    while (format < GAME_FORMATS && strcmp(formats[format].name, name) != 0)
        format++;
    return (enum game_format)format;
}

enum game_format game_format_of_file(const char *file)
{
    size_t length = strlen(file);
    int format = 0;
    for (; format < GAME_FORMATS; format++) {
        size_t ending = strlen(formats[format].ending);
        if (length > ending && !ascii_casecmp(file + length - ending, formats[format].ending))
            break;
    }
    return (enum game_format)format;
}

const char *game_format_told(const char *file)
{
    return *file && game_format_of_file(file) == GAME_FORMATS
               ? " as YAML (.pgn .html .md .txt are other forms)"
               : "";
}

/* True if the format is a score; *score becomes its score format. */
static bool document_is_score(enum game_format format, enum score_format *score)
{
    *score = format == GAME_HTML       ? SCORE_HTML
             : format == GAME_MARKDOWN ? SCORE_MARKDOWN
                                       : SCORE_TEXT;
    return format == GAME_HTML || format == GAME_MARKDOWN || format == GAME_TEXT;
}

void game_text_put(const struct record *record, enum game_format format, enum charset charset,
                   FILE *out)
{
    enum score_format score;
    if (document_is_score(format, &score)) {
        score_put(record, format == GAME_HTML ? CHARSET_UTF8 : charset, score, out);
        return;
    }
    char *text = game_text(record, format, charset);
    fputs(text, out);
    free(text);
}

char *game_text(const struct record *record, enum game_format format, enum charset charset)
{
    struct yaml_text text = {0};
    enum score_format score;
    if (document_is_score(format, &score))
        return score_write(record, format == GAME_HTML ? CHARSET_UTF8 : charset, score);
    if (format == GAME_PGN)
        return pgn_write(record);
    yaml_text_add(&text, "---\n", 4);
    record_write(record, &text);
    return text.v;
}

char *game_text_file(const struct record *record, enum game_format format, enum charset charset)
{
    struct yaml_text out = {0};
    if (format == GAME_FORMATS || format == GAME_YAML) {
        record_write(record, &out);
        return out.v;
    }
    char *text = game_text(record, format, charset);
    const char *parts[] = {game_text_head(format), text, game_text_foot(format)};
    for (int i = 0; i < 3; i++)
        yaml_text_add(&out, parts[i], strlen(parts[i]));
    free(text);
    return out.v;
}

const char *game_text_head(enum game_format format)
{
    return format == GAME_HTML ? score_head(SCORE_HTML) : "";
}

const char *game_text_foot(enum game_format format)
{
    return format == GAME_HTML ? score_foot(SCORE_HTML) : "";
}
