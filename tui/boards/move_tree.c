/* move_tree.c - lays out the move tree of a record as rows of text, and draws it: see move_tree.h.
 *
 * A tree is flat: rows consist of pieces (a text, its column, its colour), and a piece knows its
 * ply, listed continuation or member. Texts are in one pool. tree_build() starts again each time
 * and reuses the memory; it is cheap because ply_text.c caches the short form of each ply, and it
 * runs only when something has changed.
 *
 * The layout is one recursive walk with a builder, which is the cursor of a typesetter.
 * move_tree_put_ply() places one ply and everything that belongs to it, in this order: the comment
 * before it, the ply, its members if they have rows of their own, its comments, the continuations
 * if the user is there, and the variations that replace it.
 *
 *   - The main line (depth 0) is in columns, one for each side, as wide as its longest ply that
 *     leaves room for the others (column_width()). A ply that is too long gets rows of its own
 *     (head_row()). Everything in between ends the row, and the next ply begins a new one with its
 *     number, preceded by "..." for the sides before it.
 *   - A variation is running text, broken between plies, indented by two columns a level up to
 *     DEPTH_SHOWN levels. A long cascade is broken after a member. move_tree_put_lines() copies the
 *     builder, so the caller's state is restored by returning.
 *
 * A folded variation is shown as its first ply and "(+n)". Hidden annotators are skipped
 * everywhere, so that a row never refers to something invisible. Widths are terminal columns as
 * scene_columns() counts them, not bytes. */
#include "tui/boards/move_tree.h"
#include "core/position_text.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_WIDTH = 5,
    COLUMN_LEAST = 12,
    FORK_COLUMN = 17,
    FORK_INDENT = 7,
    TITLE_ROWS = 4,
    DEPTH_SHOWN = 8,
    TEXT_ROOM = 256
};

/* The state of the layout: where the next text goes, and what the next ply is. */
struct builder {
    struct tree *tree;
    const struct tree_source *source;
    struct spot at; /* the spot of the ply being laid out */
    uint64_t path;
    int line;         /* index into tree.line */
    int number, side; /* the move number and the side of the next ply */
    int column;       /* the next free column of the last row */
    int depth;
    bool open;     /* the last row can take more text of this variation */
    bool numbered; /* the next ply needs its move number */
    bool headed;   /* the next ply's move number has been written already */
};

int ply_number_write(int number, int side, int sides, char *buffer, size_t size)
{
    if (side == 0)
        return snprintf(buffer, size, "%d.", number);
    if (sides == 2)
        return snprintf(buffer, size, "%d...", number);
    return snprintf(buffer, size, "%d.%c", number, side_letter(side));
}

/* ---------------------------------------------------------------- rows and pieces */

static int pool_text(struct tree *tree, const char *text, int length)
{
    int at = tree->pooled;
    tree->pool = memory_room(tree->pool, &tree->pool_room, at + length + 1, 1);
    memcpy(tree->pool + at, text, (size_t)length);
    tree->pool[at + length] = '\0';
    tree->pooled += length + 1;
    return at;
}

static int move_tree_indent(const struct builder *b)
{
    int depth = b->depth > DEPTH_SHOWN ? DEPTH_SHOWN : b->depth;
    return depth ? 2 * depth + 3 : NUMBER_WIDTH;
}

static void new_row(struct builder *b, bool opens)
{
    struct tree *tree = b->tree;
    tree->row = memory_room(tree->row, &tree->row_room, tree->rows + 1, sizeof *tree->row);
    tree->row[tree->rows++] = (struct tree_row){tree->pieces, 0, (short)b->depth, opens};
    b->column = move_tree_indent(b);
    b->open = true;
}

static struct tree_piece *move_tree_put(struct builder *b, int column, const char *text, int length,
                                        enum role ink, int ply)
{
    struct tree *tree = b->tree;
    int pooled = pool_text(tree, text, length);
    tree->piece =
        memory_room(tree->piece, &tree->piece_room, tree->pieces + 1, sizeof *tree->piece);
    struct tree_piece *piece = &tree->piece[tree->pieces++];
    int width = scene_columns(tree->pool + pooled);
    *piece = (struct tree_piece){ply, -1, 0, pooled, (short)column, (short)width, (uint8_t)ink};
    tree->row[tree->rows - 1].pieces++;
    b->column = column + width;
    return piece;
}

/* Add a word after a blank, on a new row if the word does not fit. */
static void flow_word(struct builder *b, const char *word, int length, enum role ink, int ply)
{
    char text[TEXT_ROOM];
    length = length < TEXT_ROOM - 1 ? length : TEXT_ROOM - 1;
    memcpy(text, word, (size_t)length);
    text[length] = '\0';
    int left = move_tree_indent(b), gap = b->column > left;
    if (!b->open || (gap && b->column + 1 + scene_columns(text) > b->source->width)) {
        new_row(b, false);
        gap = 0;
    }
    move_tree_put(b, b->column + gap, text, length, ink, ply);
}

/* Add words. */
static void move_tree_flow(struct builder *b, const char *text, enum role ink, int ply)
{
    while (*(text += strspn(text, " \n\t\r"))) {
        int length = (int)strcspn(text, " \n\t\r");
        flow_word(b, text, length, ink, ply);
        text += length;
    }
}

/* ---------------------------------------------------------------- plies */

static bool move_tree_hides(const struct builder *b, const char *by)
{
    return b->source->hides && b->source->hides(b->source->reader, by);
}

static void write_nags(const struct builder *b, const struct nags *nags, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    if (move_tree_hides(b, NULL))
        return;
    for (int i = 0; nags && i < nags->n && i < 4; i++) {
        char glyph[16];
        nag_write(nags->v[i], b->source->charset == CHARSET_UTF8, glyph, sizeof glyph);
        text_add(out, size, &used, "%s%s", i ? " " : "", glyph);
    }
}

static void nags_text(const struct builder *b, const struct node *node, char *out, size_t size)
{
    write_nags(b, node->notes ? &node->notes->nags : NULL, out, size);
}

/* True if at least one of the comments is visible. */
static bool any_seen(const struct builder *b, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        if (!move_tree_hides(b, comments->v[i].by))
            return true;
    return false;
}

static bool move_tree_has_comment(const struct builder *b, const struct node *node)
{
    const struct notes *notes = node->notes;
    return notes && (any_seen(b, &notes->comments) ||
                     (notes->before && !move_tree_hides(b, NULL)) || notes->step_count);
}

/* Add the sign that stands for a comment which is not shown. */
static struct tree_piece *put_comment_sign(struct builder *b, int column, int ply)
{
    bool utf8 = b->source->charset == CHARSET_UTF8;
    return move_tree_put(b, column, utf8 ? "\u2026" : "\"", utf8 ? 3 : 1, ROLE_COMMENT, ply);
}

static int next_ply(struct builder *b)
{
    struct tree *tree = b->tree;
    tree->ply = memory_room(tree->ply, &tree->ply_room, tree->plies + 1, sizeof *tree->ply);
    tree->ply[tree->plies] = (struct tree_ply){b->line, b->at.ply};
    return tree->plies++;
}

static void next_side(struct builder *b)
{
    b->side++;
    if (b->side >= b->source->sides) {
        b->side = 0;
        b->number++;
    }
}

static enum role ply_ink(const struct builder *b, const struct node *node)
{
    if (node->notes && node->notes->broken)
        return ROLE_ERROR;
    return b->depth ? ROLE_VARIATION : ROLE_MOVE;
}

/* Add a ply as running text: its move number if needed, the ply (broken after a member if it is
 * long), its judgements. */
static void flow_ply(struct builder *b, const struct node *node, const char *text, int ply)
{
    char number[16] = "", glyphs[64];
    if (!b->headed && (b->numbered || b->side == 0))
        ply_number_write(b->number, b->side, b->source->sides, number, sizeof number);
    nags_text(b, node, glyphs, sizeof glyphs);
    int width = scene_columns(text) + scene_columns(glyphs) + (int)strlen(number) + 1;
    if (b->open && b->column + 1 + width > b->source->width && b->column > move_tree_indent(b))
        b->open = false;
    if (number[0])
        flow_word(b, number, (int)strlen(number), ROLE_DIM, ply);
    bool adjoin = number[0] && b->side != 0 && b->source->sides == 2;
    for (bool first = true; *text; first = false) {
        int left = b->source->width - (first ? b->column + !adjoin : move_tree_indent(b)),
            length = (int)strlen(text), member;
        if (length > left) {
            for (length = 0; text[length]; length += member) {
                member = (int)strcspn(text + length, "~") + 1;
                if (!text[length + member - 1])
                    member--;
                if (length && length + member > left)
                    break;
            }
        }
        if (first && !adjoin) {
            flow_word(b, text, length, ply_ink(b, node), ply);
        } else {
            if (!first)
                new_row(b, false);
            move_tree_put(b, b->column, text, length, ply_ink(b, node), ply);
        }
        text += length;
    }
    if (glyphs[0])
        move_tree_put(b, b->column, glyphs, (int)strlen(glyphs), ROLE_GLYPH, ply);
    if (move_tree_has_comment(b, node) && b->source->comments == TREE_COMMENTS_MARK)
        put_comment_sign(b, b->column, ply);
    b->numbered = false;
}

/* Add a ply in its column of a row of the main line. Returns false if the ply does not fit
 * there. */
static bool column_ply(struct builder *b, const struct node *node, const char *text, int ply)
{
    const struct tree_source *source = b->source;
    int width = b->tree->column, column = NUMBER_WIDTH + width * b->side;
    char number[16], glyphs[64];
    nags_text(b, node, glyphs, sizeof glyphs);
    if (scene_columns(text) + scene_columns(glyphs) + 1 > width)
        return false;
    if (!b->open || b->side == 0) {
        new_row(b, false);
        snprintf(number, sizeof number, "%3d.", b->number);
        move_tree_put(b, 0, number, (int)strlen(number), ROLE_DIM, -1);
        for (int side = 0; side < b->side; side++)
            move_tree_put(b, NUMBER_WIDTH + width * side, "...", 3, ROLE_DIM, -1);
    }
    move_tree_put(b, column, text, (int)strlen(text), ply_ink(b, node), ply);
    if (glyphs[0])
        move_tree_put(b, b->column, glyphs, (int)strlen(glyphs), ROLE_GLYPH, ply);
    if (move_tree_has_comment(b, node) && source->comments == TREE_COMMENTS_MARK &&
        b->column + 2 < column + width)
        put_comment_sign(b, b->column + 1, ply);
    return true;
}

/* Begin a row, with its move number, for a ply that is too long for its column. */
static void head_row(struct builder *b, int ply)
{
    char number[24], text[32];
    ply_number_write(b->number, b->side, b->source->sides, number, sizeof number);
    int length = snprintf(text, sizeof text, b->side == 0 ? "%4s" : "  %s", number);
    new_row(b, false);
    move_tree_put(b, 0, text, length, ROLE_DIM, ply);
    if (b->column < NUMBER_WIDTH)
        b->column = NUMBER_WIDTH;
    b->headed = true;
}

static void move_tree_put_comments(struct builder *b, const struct node *node, int ply)
{
    if (b->source->comments == TREE_COMMENTS_MARK || !node->notes)
        return;
    const struct comments *comments = &node->notes->comments;
    for (int i = 0; i < comments->n; i++) {
        if (move_tree_hides(b, comments->v[i].by))
            continue;
        if (!b->depth)
            b->open = false;
        if (comments->v[i].by) {
            char by[64];
            snprintf(by, sizeof by, "{%.40s}", comments->v[i].by);
            flow_word(b, by, (int)strlen(by), ROLE_DIM, ply);
        }
        move_tree_flow(b, comments->v[i].text ? comments->v[i].text : "", ROLE_COMMENT, ply);
        b->numbered = true;
    }
    if (comments->n && !b->depth)
        b->open = false;
}

/* ---------------------------------------------------------------- forks and lines */

/* Begin another row of the same listed continuation. */
static void next_fork_row(struct builder *b)
{
    new_row(b, false);
    b->column = FORK_INDENT;
}

/* Add the first ply of a listed continuation, broken after members if it is too long for a row. */
static void move_tree_put_way(struct builder *b, const char *number, const char *text,
                              enum role ink)
{
    move_tree_put(b, b->column, number, (int)strlen(number), ink, -1);
    while (*text) {
        int length = 0, left = b->source->width - b->column;
        do {
            int member = (int)strcspn(text + length, "~");
            member += text[length + member] == '~';
            if (length && length + member > left)
                break;
            length += member;
        } while (text[length]);
        if (length > left && b->column > FORK_INDENT)
            next_fork_row(b);
        move_tree_put(b, b->column, text, length, ink, -1);
        text += length;
    }
}

/* Add a title after a continuation, continued below if there is no room. */
static void put_title(struct builder *b, const char *text)
{
    int gap = 2;
    for (int rows = 0; *(text += strspn(text, " \n\t\r")); gap = 1) {
        char word[TEXT_ROOM];
        int length = (int)strcspn(text, " \n\t\r"),
            more = rows + 1 == TITLE_ROWS && text[length] ? 2 : 0;
        snprintf(word, sizeof word, "%.*s", length, text);
        if (b->column + gap + scene_columns(word) + more > b->source->width &&
            b->column > FORK_INDENT) {
            if (++rows == TITLE_ROWS) {
                bool utf8 = b->source->charset == CHARSET_UTF8;
                move_tree_put(b, b->column, utf8 ? "\u2026" : "..", utf8 ? 3 : 2, ROLE_DIM, -1);
                return;
            }
            next_fork_row(b);
            gap = 0;
        }
        move_tree_put(b, b->column + gap, word, (int)strlen(word), ROLE_DIM, -1);
        text += length;
    }
}

/* Add what a continuation is: "main line", or the length of the variation; and its title, or else
 * its author. */
static void put_kind(struct builder *b, const struct line *line)
{
    char text[TEXT_ROOM];
    if (line)
        snprintf(text, sizeof text, "%d %s", line->n, line->n == 1 ? "ply" : "plies");
    else
        snprintf(text, sizeof text, "%s", b->source->spot->depth ? "this line" : "main line");
    b->column = b->column + 2 < FORK_COLUMN ? FORK_COLUMN : b->column + 2;
    if (b->column + (int)strlen(text) > b->source->width)
        next_fork_row(b);
    move_tree_put(b, b->column, text, (int)strlen(text), ROLE_DIM, -1);
    if (line && line->title) {
        put_title(b, line->title);
    } else if (line && line->by) {
        snprintf(text, sizeof text, "by %s", line->by);
        put_title(b, text);
    }
}

struct shown_ways {
    struct builder *b;
    int n;
};

static bool count_shown(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct shown_ways *shown = argument;
    (void)choice, (void)to;
    shown->n += !line || !move_tree_hides(shown->b, line->by);
    return shown->n < 2;
}

static bool put_choice(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct builder *b = argument;
    const struct record *record = b->source->record;
    const struct node *node = spot_node(record, to);
    char letter[8], number[20], glyphs[64];
    if (line && move_tree_hides(b, line->by))
        return true;
    int wide = ply_number_write(b->number, b->side, b->source->sides, number, sizeof number - 1);
    if (!b->side || b->source->sides != 2)
        snprintf(number + wide, 2, " ");
    nags_text(b, node, glyphs, sizeof glyphs);
    snprintf(letter, sizeof letter, " %c%c ", choice == b->source->choice ? '>' : ' ',
             choice < 26 ? 'a' + choice : '?');
    new_row(b, false);
    int first = b->tree->pieces;
    enum role role = choice ? ROLE_VARIATION : ROLE_MOVE;
    move_tree_put(b, 1, letter, (int)strlen(letter), ROLE_LABEL, -1);
    move_tree_put_way(b, number,
                      ply_text(b->source->texts, record, to, path_on(b->path, node->text)), role);
    move_tree_put(b, b->column, glyphs, (int)strlen(glyphs), role, -1);
    put_kind(b, line);
    for (int p = first; p < b->tree->pieces; p++)
        b->tree->piece[p].choice = choice;
    return true;
}

static void put_fork(struct builder *b)
{
    struct shown_ways shown = {.b = b};
    int depth = b->depth;
    spot_ways(b->source->record, b->source->spot, count_shown, &shown);
    if (shown.n < 2)
        return;
    b->depth = 0;
    spot_ways(b->source->record, b->source->spot, put_choice, b);
    b->depth = depth;
    b->open = false;
    b->numbered = true;
}

static bool same_line(const struct spot *a, const struct spot *b)
{
    return a->depth == b->depth &&
           !memcmp(a->branch, b->branch, (size_t)a->depth * sizeof *a->branch);
}

/* The index of a variation in `fold`; the number of these if it is not there. */
static int fold_of(const struct tree_folds *folds, const struct spot *line)
{
    int at = 0;
    while (at < folds->folds && !same_line(&folds->fold[at], line))
        at++;
    return at;
}

static int explosion_of(const struct tree_folds *folds, const struct spot *cascade)
{
    int at = 0;
    while (at < folds->explosions && !spot_same(&folds->explode[at], cascade))
        at++;
    return at;
}

static bool move_tree_is_folded(const struct builder *b)
{
    const struct tree_folds *folds = b->source->folds;
    return folds && (fold_of(folds, &b->at) < folds->folds) != folds->all;
}

static void move_tree_put_line(struct builder *b, const struct line *line);

/* Lay out the variations that replace ply `ply` of the present line (at builder b), one level
 * deeper. */
static void move_tree_put_lines(const struct builder *b, const struct lines *lines, int ply)
{
    for (int i = 0; lines && i < lines->n; i++) {
        struct builder inner = *b;
        struct tree *tree = b->tree;
        const struct line *line = &lines->v[i];
        if (!line->n || b->at.depth > VARIATION_DEPTH_MAX || move_tree_hides(b, line->by))
            continue;
        inner.depth++;
        inner.at.branch[inner.at.depth++] = (struct branch){ply, i};
        inner.at.ply = 0;
        tree->line = memory_room(tree->line, &tree->line_room, tree->lines + 1, sizeof *tree->line);
        tree->line[tree->lines] = (struct tree_line){b->line, {ply, i}};
        inner.line = tree->lines++;
        inner.numbered = true;
        new_row(&inner, true);
        if (line->title || line->kind) {
            move_tree_flow(&inner, line->title ? line->title : line->kind, ROLE_LABEL, -1);
            move_tree_put(&inner, inner.column, ":", 1, ROLE_LABEL, -1);
        }
        if (line->by) {
            char by[64];
            snprintf(by, sizeof by, "{%.40s}", line->by);
            move_tree_flow(&inner, by, ROLE_DIM, -1);
        }
        if (line->comment && b->source->comments != TREE_COMMENTS_MARK)
            move_tree_flow(&inner, line->comment, ROLE_COMMENT, -1);
        move_tree_put_line(&inner, line);
    }
}

/* Add the judgements of a member. Returns true if the member, or a step of it, also has
 * comments. */
static bool put_member_notes(struct builder *b, const struct notes *notes, int member, int ply)
{
    bool more = false;
    for (int i = 0; notes && i < notes->step_count; i++) {
        char glyphs[64];
        const struct step_note *note = &notes->steps[i];
        if (note->part != member)
            continue;
        more = more || any_seen(b, &note->comments);
        write_nags(b, note->step ? NULL : &note->nags, glyphs, sizeof glyphs);
        if (*glyphs)
            move_tree_put(b, b->column, glyphs, (int)strlen(glyphs), ROLE_GLYPH, ply)->member =
                member;
    }
    return more;
}

/* Add the members of a cascade, one row each: the move, and the piece that activated it. */
static void put_members(struct builder *b, const struct node *node, int ply)
{
    char by = 0, row[TEXT_ROOM];
    int number = 1;
    for (const char *at = node->text; *at; number++) {
        int length = (int)strcspn(at, "~");
        int used = snprintf(row, sizeof row, "%d %.*s", number, length < 200 ? length : 200, at);
        new_row(b, false);
        move_tree_put(b, move_tree_indent(b) + 2, row, used, ROLE_LABEL, ply)->member = number;
        bool more = put_member_notes(b, node->notes, number, ply);
        used = snprintf(row, sizeof row, "  by %c", by);
        if (by)
            move_tree_put(b, b->column, row, used, ROLE_LABEL, ply)->member = number;
        if (more)
            put_comment_sign(b, b->column + 1, ply)->member = number;
        by = at[0] == '[' ? at[1] : at[0];
        at += length + (at[length] == '~');
    }
    b->open = false;
    b->numbered = true;
}

static bool is_exploded(const struct builder *b)
{
    const struct tree_folds *folds = b->source->folds;
    return folds && explosion_of(folds, &b->at) < folds->explosions;
}

static void move_tree_put_ply(struct builder *b, const struct line *line, int index)
{
    const struct node *node = &line->v[index];
    const struct lines *alts = node->notes ? &node->notes->alts : NULL;
    struct builder before;
    int due = b->side, number = b->number;
    b->at.ply = index + 1;
    ply_number_follow(&b->number, &b->side, node->notes ? node->notes->side : '\0',
                      b->source->sides);
    if (!b->depth && b->side != due && (due == 0 || b->number != number))
        /* the side that begins a row was skipped, so another side begins a new row */
        b->open = false;
    before = *b;
    before.at.ply = index;
    b->path = path_on(b->path, node->text);
    int ply = next_ply(b);
    const char *text = ply_text(b->source->texts, b->source->record, &b->at, b->path);
    if (node->notes && node->notes->before && b->source->comments != TREE_COMMENTS_MARK) {
        if (!b->depth)
            b->open = false;
        move_tree_flow(b, node->notes->before, ROLE_COMMENT, ply);
        if (!b->depth)
            b->open = false;
    }
    if (b->depth || !column_ply(b, node, text, ply)) {
        if (!b->depth)
            head_row(b, ply);
        flow_ply(b, node, text, ply);
        if (!b->depth)
            b->open = b->headed = false;
    }
    next_side(b);
    if (is_exploded(b))
        put_members(b, node, ply);
    move_tree_put_comments(b, node, ply);
    if (spot_same(&b->at, b->source->spot))
        put_fork(b);
    if (alts && alts->n) {
        move_tree_put_lines(&before, alts, index);
        b->open = false;
        b->numbered = true;
    }
}

static void move_tree_put_line(struct builder *b, const struct line *line)
{
    for (int i = 0; i < line->n; i++) {
        move_tree_put_ply(b, line, i);
        if (b->depth && i + 1 < line->n && move_tree_is_folded(b)) {
            char text[40];
            int length = snprintf(text, sizeof text, "(+%d)", line->n - 1 - i);
            move_tree_put(b, b->column + 1, text, length, ROLE_DIM, b->tree->plies - 1);
            return;
        }
    }
    b->at.ply = line->n;
    move_tree_put_lines(b, line->then, line->n);
}

/* The width of the main line's columns: that of the longest ply that leaves room for the other
 * columns. */
static int column_width(const struct builder *b)
{
    const struct tree_source *source = b->source;
    int most = (source->width - NUMBER_WIDTH) / source->sides, width = COLUMN_LEAST;
    struct spot at = spot_start();
    uint64_t path = path_start();
    for (int i = 0; i < source->record->moves.n; i++) {
        char glyphs[64];
        const struct node *node = &source->record->moves.v[i];
        at.ply = i + 1;
        path = path_on(path, node->text);
        nags_text(b, node, glyphs, sizeof glyphs);
        int wanted = scene_columns(ply_text(source->texts, source->record, &at, path)) +
                     scene_columns(glyphs) + 4;
        if (wanted <= most && wanted > width)
            width = wanted;
    }
    return width < most ? width : most;
}

void tree_build(struct tree *tree, const struct tree_source *source)
{
    tree->rows = tree->pieces = tree->plies = tree->pooled = tree->lines = 0;
    tree->line = memory_room(tree->line, &tree->line_room, 1, sizeof *tree->line);
    tree->line[tree->lines++] = (struct tree_line){-1, {0, 0}};
    struct builder b = {.tree = tree,
                        .source = source,
                        .path = path_start(),
                        .number = source->first_number,
                        .side = source->first_side,
                        .numbered = true};
    tree->column = column_width(&b);
    if (source->spot->ply == 0 && source->spot->depth == 0)
        put_fork(&b);
    move_tree_put_line(&b, &source->record->moves);
    if (source->result && *source->result) {
        b.depth = 0;
        new_row(&b, false);
        move_tree_flow(&b, source->result, ROLE_LABEL, -1);
    }
}

void tree_free(struct tree *tree)
{
    free(tree->row);
    free(tree->piece);
    free(tree->ply);
    free(tree->line);
    free(tree->pool);
    *tree = (struct tree){0};
}

/* ---- Draws a move tree that was laid out, and finds plies and rows in it: see move_tree.h. */

void tree_spot(const struct tree *tree, int ply, struct spot *out)
{
    int line = tree->ply[ply].line, depth = 0;
    *out = (struct spot){.ply = tree->ply[ply].ply};
    for (int l = line; l > 0; l = tree->line[l].above)
        depth++;
    out->depth = depth;
    for (int l = line; l > 0; l = tree->line[l].above)
        out->branch[--depth] = tree->line[l].branch;
}

int tree_nearest(const struct tree *tree, const struct spot *spot)
{
    int line = 0, last = spot->ply, nearest = -1;
    for (int d = 0; d < spot->depth; d++) {
        int at = line + 1; /* a variation comes after the one that it branches from */
        while (at < tree->lines &&
               (tree->line[at].above != line || tree->line[at].branch.ply != spot->branch[d].ply ||
                tree->line[at].branch.line != spot->branch[d].line))
            at++;
        if (at == tree->lines) {
            last = spot->branch[d].ply;
            break;
        }
        line = at;
    }
    for (int ply = 0; ply < tree->plies; ply++)
        if (tree->ply[ply].line == line && tree->ply[ply].ply <= last)
            nearest = ply;
    return nearest;
}

int tree_find(const struct tree *tree, const struct spot *spot)
{
    struct spot found;
    int nearest = tree_nearest(tree, spot);
    if (nearest >= 0)
        tree_spot(tree, nearest, &found);
    return nearest >= 0 && spot_same(&found, spot) ? nearest : -1;
}

int tree_row_of(const struct tree *tree, int ply)
{
    for (int row = 0; ply >= 0 && row < tree->rows; row++)
        for (int p = 0; p < tree->row[row].pieces; p++)
            if (tree->piece[tree->row[row].first + p].ply == ply)
                return row;
    return 0;
}

int tree_row_of_member(const struct tree *tree, int ply, int member)
{
    for (int row = 0; ply >= 0 && member > 0 && row < tree->rows; row++) {
        const struct tree_piece *first = &tree->piece[tree->row[row].first];
        if (tree->row[row].pieces && first->ply == ply && first->member == member)
            return row;
    }
    return -1;
}

int tree_fork_rows(const struct tree *tree)
{
    int n = 0;
    for (int row = 0; row < tree->rows; row++)
        n += tree->row[row].pieces && tree->piece[tree->row[row].first].choice >= 0;
    return n;
}

int tree_row_of_choice(const struct tree *tree, int choice)
{
    int found = -1;
    for (int row = 0; row < tree->rows; row++)
        if (tree->row[row].pieces && choice >= 0 &&
            tree->piece[tree->row[row].first].choice == choice)
            found = row;
    return found;
}

int tree_followed(const struct tree *tree, int top, int rows, int row, int choice)
{
    int fork = tree_fork_rows(tree), chosen = tree_row_of_choice(tree, choice), margin = rows / 4;
    int below = fork ? fork + 1 : 2;
    below = below > margin ? below : margin;
    below = below < rows - 1 ? below : rows - 1;
    if (row + below >= top + rows)
        top = row + below - rows + 1;
    if (row - margin < top)
        top = row - margin;
    if (chosen >= top + rows)
        top = chosen - rows + 1;
    return top;
}

const struct tree_piece *tree_hit(const struct tree *tree, int row, int column)
{
    if (row < 0 || row >= tree->rows)
        return NULL;
    for (int p = 0; p < tree->row[row].pieces; p++) {
        const struct tree_piece *piece = &tree->piece[tree->row[row].first + p];
        if (column >= piece->column && column < piece->column + piece->width)
            return piece;
    }
    return NULL;
}

/* Draw a bar for each level of variations. The first row of a variation has a branch sign
 * instead. */
static void draw_bars(const struct tree_row *row, enum charset charset, struct scene *scene, int at,
                      int column, int width)
{
    for (int d = 1; d <= row->depth && 2 * d + 1 < width; d++) {
        bool branch = row->opens && d == row->depth;
        uint32_t bar = charset == CHARSET_UTF8 ? (branch ? 0x251C : 0x2502) : (branch ? '+' : '|');
        scene_put(scene, at, column + 2 * d + 1, bar, ROLE_FRAME, ROLE_TEXT);
    }
}

/* Draw an arrow before the ply on the board, if there is a blank for it. Without colours the arrow
 * is the only highlight, because it changes with every ply and must be cheap to send. */
static void point_at(const struct tree_piece *piece, struct scene *scene, int at, int column)
{
    int before = column + piece->column - 1;
    if (before >= 0 && before < scene->columns && at < scene->rows &&
        !scene->glyph[at * scene->columns + before].character)
        scene_put(scene, at, before, '>', ROLE_CURRENT, ROLE_CURRENT);
    scene->cursor_row = at;
    scene->cursor_column = column + piece->column;
}

static void move_tree_draw_row(const struct tree *tree, const struct tree_source *source,
                               const struct tree_row *row, struct scene *scene, int at, int column,
                               int current)
{
    bool pointed = false;
    draw_bars(row, source->charset, scene, at, column, source->width);
    if (row->pieces && !source->hide_rest && tree->piece[row->first].choice >= 0 &&
        tree->piece[row->first].choice == source->choice)
        scene_fill(scene, at, column, source->width, ROLE_TEXT, ROLE_SELECTED, true);
    for (int p = 0; p < row->pieces; p++) {
        const struct tree_piece *piece = &tree->piece[row->first + p];
        if (source->hide_rest && (piece->ply > current || piece->choice >= 0))
            continue;
        bool here = current >= 0 && piece->ply == current;
        bool is_ply = !piece->member && (piece->ink == ROLE_MOVE || piece->ink == ROLE_VARIATION ||
                                         piece->ink == ROLE_GLYPH || piece->ink == ROLE_ERROR);
        bool chosen = piece->choice >= 0 && piece->choice == source->choice;
        bool walked =
            piece->member > 0 && piece->member == source->member && piece->ply == source->walked;
        enum role ground = walked           ? ROLE_CURRENT
                           : here && is_ply ? ROLE_CURRENT
                           : chosen         ? ROLE_SELECTED
                                            : ROLE_TEXT;
        int left = source->width - piece->column;
        scene_text_cut(scene, at, column + piece->column, left > 0 ? left : 0,
                       tree->pool + piece->text,
                       here && is_ply ? ROLE_CURRENT : (enum role)piece->ink, ground,
                       source->charset == CHARSET_UTF8 ? 0x2026 : '~');
        if (!pointed && (walked || (here && (is_ply || piece->ink == ROLE_DIM)))) {
            point_at(piece, scene, at, column);
            pointed = true;
        }
    }
}

void tree_draw(const struct tree *tree, const struct tree_source *source, struct scene *scene,
               int row, int column, int rows, int top, int current)
{
    int last = source->hide_rest ? tree_row_of(tree, current) : tree->rows - 1;
    for (int i = 0; i < rows && top + i <= last && top + i < tree->rows; i++)
        if (top + i >= 0)
            move_tree_draw_row(tree, source, &tree->row[top + i], scene, row + i, column, current);
}

/* ---------------------------------------------------------------- folds */

bool tree_has_variations(const struct record *record)
{
    /* Every variation branches off the main line or off one that does. */
    const struct line *moves = &record->moves;
    bool has = moves->then && moves->then->n > 0;
    for (int i = 0; i < moves->n && !has; i++)
        has = moves->v[i].notes && moves->v[i].notes->alts.n > 0;
    return has;
}

bool tree_can_explode(const struct node *node)
{
    return node && strchr(node->text, '~');
}

bool tree_fold(struct tree_folds *folds, const struct spot *line)
{
    int at = fold_of(folds, line);
    bool listed = at < folds->folds;
    if (listed) {
        folds->fold[at] = folds->fold[--folds->folds];
    } else {
        folds->fold =
            memory_room(folds->fold, &folds->fold_room, folds->folds + 1, sizeof *folds->fold);
        folds->fold[folds->folds++] = *line;
    }
    return listed == folds->all;
}

void tree_explode(struct tree_folds *folds, const struct spot *cascade)
{
    int at = explosion_of(folds, cascade);
    if (at < folds->explosions) {
        folds->explode[at] = folds->explode[--folds->explosions];
    } else {
        folds->explode = memory_room(folds->explode, &folds->explode_room, folds->explosions + 1,
                                     sizeof *folds->explode);
        folds->explode[folds->explosions++] = *cascade;
    }
}

void tree_folds_free(struct tree_folds *folds)
{
    free(folds->fold);
    free(folds->explode);
    *folds = (struct tree_folds){0};
}
