/* move_tree_draw.c - draws a laid-out move tree, and finds plies and rows in it: see tui/views/game/move_tree.h. */
#include "tui/views/game/move_tree.h"

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
        int at = line + 1; /* a line comes after the one it branches from */
        while (at < tree->lines && (tree->line[at].above != line || tree->line[at].branch.ply != spot->branch[d].ply ||
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
        if (tree->row[row].pieces && choice >= 0 && tree->piece[tree->row[row].first].choice == choice)
            found = row;
    return found;
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

/* Draw a bar for every level; the first row of a line has a branch instead. */
static void draw_bars(const struct tree_row *row, enum charset charset, struct scene *scene, int at, int column,
                      int width)
{
    for (int d = 1; d <= row->depth && 2 * d + 1 < width; d++) {
        bool branch = row->opens && d == row->depth;
        uint32_t bar = charset == CHARSET_UTF8 ? (branch ? 0x251C : 0x2502) : (branch ? '+' : '|');
        scene_put(scene, at, column + 2 * d + 1, bar, ROLE_FRAME, ROLE_TEXT);
    }
}

/* Draw an arrow before the first piece of the ply on the board, if there is a blank for it. Without colours that is
 * the only highlight, since it changes with every ply and must be cheap to send. */
static void point_at(const struct tree_piece *piece, struct scene *scene, int at, int column)
{
    int before = column + piece->column - 1;
    if (before >= 0 && before < scene->columns && at < scene->rows &&
        !scene->glyph[at * scene->columns + before].character)
        scene_put(scene, at, before, '>', ROLE_CURRENT, ROLE_CURRENT);
    scene->cursor_row = at;
    scene->cursor_column = column + piece->column;
}

static void draw_row(const struct tree *tree, const struct tree_source *source, const struct tree_row *row,
                     struct scene *scene, int at, int column, int current)
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
        bool is_ply = !piece->member && (piece->ink == ROLE_MOVE || piece->ink == ROLE_VARIATION || piece->ink == ROLE_GLYPH ||
                                         piece->ink == ROLE_ERROR);
        bool chosen = piece->choice >= 0 && piece->choice == source->choice;
        bool walked = piece->member > 0 && piece->member == source->member && piece->ply == source->walked;
        enum role ground = walked ? ROLE_CURRENT : here && is_ply ? ROLE_CURRENT : chosen ? ROLE_SELECTED : ROLE_TEXT;
        int left = source->width - piece->column;
        scene_text_cut(scene, at, column + piece->column, left > 0 ? left : 0, tree->pool + piece->text,
                       here && is_ply ? ROLE_CURRENT : (enum role)piece->ink, ground,
                       source->charset == CHARSET_UTF8 ? 0x2026 : '~');
        if (!pointed && (walked || (here && (is_ply || piece->ink == ROLE_DIM)))) {
            point_at(piece, scene, at, column);
            pointed = true;
        }
    }
}

void tree_draw(const struct tree *tree, const struct tree_source *source, struct scene *scene, int row, int column,
               int rows, int top, int current)
{
    int last = source->hide_rest ? tree_row_of(tree, current) : tree->rows - 1;
    for (int i = 0; i < rows && top + i <= last && top + i < tree->rows; i++)
        if (top + i >= 0)
            draw_row(tree, source, &tree->row[top + i], scene, row + i, column, current);
}
