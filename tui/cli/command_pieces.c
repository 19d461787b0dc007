/* command_pieces.c - `chesscade pieces`: shows a piece set, or checks one. */
#include "tui/boards/piece_set.h"
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/system/paths.h"
#include "tui/widgets/scene.h"

#include "core/variant.h"

#include <string.h>

enum { WIDE = 79, BETWEEN = 2 };

/* The letter of the first kind of piece with this name, in any game. */
static uint32_t pieces_letter(const char *name)
{
    const struct variant *variant;
    for (int v = 0; (variant = variant_at(v, true, NULL)); v++)
        for (int k = 1; k <= variant->kind_count; k++)
            if (!strcmp(variant->kinds[k].name, name))
                return (uint8_t)variant->kinds[k].letter;
    return PICTURE_LETTER;
}

static void pieces_put_picture(struct scene *scene, int column, const struct piece_picture *picture)
{
    uint32_t letter = pieces_letter(picture->name);
    if (letter != PICTURE_LETTER && picture->side == BLACK)
        letter += 'a' - 'A';
    for (int r = 0; r < picture->rows; r++)
        for (int c = 0; c < picture->columns; c++) {
            uint32_t character = picture->at[r * picture->columns + c];
            scene_put(scene, 1 + r, column + c, character == PICTURE_LETTER ? letter : character,
                      ROLE_TEXT, ROLE_TEXT);
        }
}

static bool pieces_same_group(const struct piece_picture *a, const struct piece_picture *b)
{
    return a->columns == b->columns && a->rows == b->rows && a->utf8 == b->utf8 &&
           a->coloured == b->coloured;
}

/* Print the pictures of a group of pieces: a line of names, and below each name its pictures,
 * White's first. */
static void pieces_print_group(const struct piece_set *set, const struct piece_picture *group,
                               FILE *out)
{
    struct scene scene = {0};
    const struct piece_picture *picture;
    int column = 0, step = 0;
    fprintf(out, "%dx%d %s%s\n", group->columns, group->rows, group->utf8 ? "utf8" : "ascii",
            group->coloured ? " coloured" : "");
    scene_begin(&scene, group->rows + 1, WIDE);
    for (int i = 0; (picture = piece_set_at(set, i)); i += step) {
        const struct piece_picture *next = picture;
        int shown = 0, first = i;
        for (step = 0; next && !strcmp(next->name, picture->name);
             next = piece_set_at(set, i + ++step))
            shown += pieces_same_group(next, group);
        int width = shown * (group->columns + 1) - 1, name = (int)strlen(picture->name);
        width = shown ? (name > width ? name : width) + BETWEEN : 0;
        if (column && column + width > WIDE) {
            scene_print(&scene, out);
            scene_begin(&scene, group->rows + 1, WIDE);
            column = 0;
        }
        if (shown)
            scene_text(&scene, 0, column, name, picture->name, ROLE_TEXT, ROLE_TEXT);
        for (int at = column; first < i + step; first++)
            if (pieces_same_group(piece_set_at(set, first), group)) {
                pieces_put_picture(&scene, at, piece_set_at(set, first));
                at += group->columns + 1;
            }
        column += width;
    }
    scene_print(&scene, out);
    scene_free(&scene);
}

/* True if no earlier picture has the same size and character set as this one. */
static bool pieces_begins_group(const struct piece_set *set, int index)
{
    const struct piece_picture *picture = piece_set_at(set, index);
    for (int i = 0; i < index; i++)
        if (pieces_same_group(piece_set_at(set, i), picture))
            return false;
    return true;
}

static void pieces_print_set(const struct piece_set *set, bool ascii, FILE *out)
{
    const struct piece_picture *picture;
    bool any = false;
    for (int area = 1; area <= PICTURE_COLUMNS * PICTURE_ROWS; area++)
        for (int i = 0; (picture = piece_set_at(set, i)); i++)
            if (picture->columns * picture->rows == area && (!ascii || !picture->utf8) &&
                pieces_begins_group(set, i)) {
                if (any)
                    fputc('\n', out);
                pieces_print_group(set, picture, out);
                any = true;
            }
    if (!any)
        fprintf(out, "All pieces of this set are letters.\n");
}

static int pieces_check(const char *path, FILE *out, FILE *err)
{
    struct piece_set *set;
    struct note why;
    char file[4096];
    /* a name without a slash would be that of an installed set */
    snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (piece_set_load(file, data_folder(), &set, &why) < 0) {
        command_error(err, NULL, "%s", why.text);
        return COMMAND_NO;
    }
    int status = piece_set_check(set, &why), pictures = 0;
    while (piece_set_at(set, pictures))
        pictures++;
    if (status < 0)
        command_error(err, NULL, "%s", why.text);
    else
        fprintf(out, "%s: %d pictures, no errors\n", path, pictures);
    piece_set_free(set);
    return status < 0 ? COMMAND_NO : COMMAND_DONE;
}

static int run_pieces(int argc, char **argv, FILE *out, FILE *err)
{
    const char *checked = NULL;
    bool ascii = false;
    const struct command_option options[] = {
        {"--check", .value = &checked}, {"--ascii", .flag = &ascii}, {0}};
    int words = command_options("pieces", argc, argv, options, WORDS_PLAIN, err);
    struct piece_set *set;
    struct note why;
    if (words < 0)
        return -words;
    if (words > 1 || (checked && words))
        return command_usage(err, "pieces");
    if (checked)
        return pieces_check(checked, out, err);
    if (piece_set_load(words ? argv[1] : "art", data_folder(), &set, &why) < 0) {
        command_error(err, NULL, "%s", why.text);
        return COMMAND_NO;
    }
    pieces_print_set(set, ascii, out);
    piece_set_free(set);
    return COMMAND_DONE;
}

const struct command piece_commands[] = {
    {"pieces", "[NAME] [--ascii] | --check FILE",
     "show the pictures of a piece set, or check one of your own", run_pieces},
    {0},
};
