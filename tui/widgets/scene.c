/* scene.c - a grid of glyphs with roles: see scene.h. */
#include "tui/widgets/scene.h"

#include "tui/widgets/cluster.h"

#include "core/base.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { SCENE_MAX = 1000 };

static const struct {
    const char *name;
    char letter;
} roles[ROLES] = {
#define ROLE_ROW(name, text, letter) {text, letter},
    SCENE_ROLES(ROLE_ROW)
#undef ROLE_ROW
};

const char *role_name(enum role role)
{
    return roles[role].name;
}

static char role_letter(enum role role)
{
    return roles[role].letter;
}

enum role role_named(const char *name)
{
    int role = 0;
    while (role < ROLES && strcmp(roles[role].name, name) != 0)
        role++;
    return (enum role)role;
}

static int scene_clamp(int size)
{
    return size < 1 ? 1 : size > SCENE_MAX ? SCENE_MAX : size;
}

void scene_begin(struct scene *scene, int rows, int columns)
{
    rows = scene_clamp(rows);
    columns = scene_clamp(columns);
    if (!scene->glyph || rows * columns > scene->rows * scene->columns) {
        free(scene->glyph);
        scene->glyph = memory_new((size_t)(rows * columns), sizeof *scene->glyph);
    }
    memset(scene->glyph, 0, (size_t)(rows * columns) * sizeof *scene->glyph);
    scene->rows = rows;
    scene->columns = columns;
    scene->cursor_row = scene->cursor_column = -1;
    scene->board = NULL;
}

void scene_free(struct scene *scene)
{
    free(scene->glyph);
    *scene = (struct scene){0};
}

/* Call before a cell of the scene is overwritten: if a wide character was there, blank its other
 * half. */
static void part_wide(struct scene *scene, int row, int column)
{
    struct glyph *glyph = &scene->glyph[row * scene->columns + column];
    if (glyph->character == SCENE_WIDE_TAIL && column > 0)
        glyph[-1].character = 0;
    if (column + 1 < scene->columns && glyph[1].character == SCENE_WIDE_TAIL)
        glyph[1].character = 0;
}

void scene_put(struct scene *scene, int row, int column, uint32_t character, enum role ink,
               enum role ground)
{
    if (row < 0 || column < 0 || row >= scene->rows || column >= scene->columns)
        return;
    part_wide(scene, row, column);
    scene->glyph[row * scene->columns + column] =
        (struct glyph){character == ' ' ? 0 : character, (uint8_t)ink, (uint8_t)ground};
}

/* How to show a character of an untrusted text: itself, or '?' if it could control or confuse the
 * terminal. */
static uint32_t scene_cleaned(utf8proc_int32_t character)
{
    const utf8proc_property_t *property = utf8proc_get_property(character);
    switch (property->category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
        return '?';
    case UTF8PROC_CATEGORY_MC: /* these combining marks take a column of their own */
        return (uint32_t)character;
    default:
        return utf8proc_charwidth(character) > 0 ? (uint32_t)character : '?';
    }
}

/* True if a character is a combining mark, which is shown on the letter before it. */
static bool is_mark(utf8proc_int32_t character)
{
    utf8proc_category_t category = utf8proc_category(character);
    /* Variation selectors do not count, since they change the width. */
    return (category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME) &&
           !(character >= 0xFE00 && character <= 0xFE0F) && character < 0xE0000;
}

/* Read the combining marks after a letter. As many as can be shown join the letter as one
 * character; the others are skipped. Returns the number of bytes read. */
static int scene_take_marks(const char *text, uint32_t *shown)
{
    int32_t point[CLUSTER_POINTS] = {(int32_t)*shown};
    int n = 1, bytes = 0;
    for (utf8proc_int32_t character; (unsigned char)text[bytes] >= 0xCC;) {
        utf8proc_ssize_t length =
            utf8proc_iterate((const utf8proc_uint8_t *)text + bytes, -1, &character);
        if (length <= 0 || !is_mark(character))
            break;
        if (n < CLUSTER_POINTS)
            point[n++] = character;
        bytes += (int)length;
    }
    if (n > 1)
        *shown = cluster_of(point, n);
    return bytes;
}

/* Read the first character of a text: *shown is the character to show, *columns its width.
 * Returns its number of bytes. */
static int scene_take(const char *text, uint32_t *shown, int *columns)
{
    utf8proc_int32_t character;
    *columns = 1;
    if (*text >= ' ' && *text <= '~') { /* the most common case */
        *shown = (uint32_t)*text;
        return (unsigned char)text[1] < 0xCC ? 1 : 1 + scene_take_marks(text + 1, shown);
    }
    utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &character);
    *shown = length > 0 ? scene_cleaned(character) : '?';
    if (*shown >= 128 && utf8proc_charwidth((utf8proc_int32_t)*shown) == 2)
        *columns = 2;
    if (length <= 0)
        return 1;
    return (int)length + (*shown == '?' ? 0 : scene_take_marks(text + length, shown));
}

int scene_step(const char *text, int *columns)
{
    uint32_t shown;
    return scene_take(text, &shown, columns);
}

int scene_text(struct scene *scene, int row, int column, int width, const char *text, enum role ink,
               enum role ground)
{
    int end = width > scene->columns - column ? scene->columns : column + width, wide;
    uint32_t shown;
    while (*text) {
        int length = scene_take(text, &shown, &wide);
        if (column + wide > end)
            break;
        scene_put(scene, row, column, shown, ink, ground);
        if (wide == 2)
            scene_put(scene, row, column + 1, SCENE_WIDE_TAIL, ink, ground);
        column += wide;
        text += length;
    }
    return column;
}

int scene_text_cut(struct scene *scene, int row, int column, int width, const char *text,
                   enum role ink, enum role ground, uint32_t sign)
{
    bool longer = scene_columns(text) > width;
    int end = scene_text(scene, row, column, longer ? width - 1 : width, text, ink, ground);
    if (longer && width > 0)
        scene_put(scene, row, end++, sign, ink, ground);
    return end;
}

int scene_columns(const char *text)
{
    int columns = 0, wide;
    uint32_t shown;
    while (*text) {
        text += scene_take(text, &shown, &wide);
        columns += wide;
    }
    return columns;
}

int scene_line(const char *text, int columns)
{
    int used = 0, blank = 0, at = 0, wide;
    uint32_t shown;
    while (text[at]) {
        int length = scene_take(text + at, &shown, &wide);
        used += wide;
        if (used > columns && at > 0)
            return blank ? blank : at;
        at += length;
        if (shown == ' ' && used > columns / 2)
            blank = at;
    }
    return at;
}

int scene_textf(struct scene *scene, int row, int column, int width, enum role ink,
                enum role ground, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return scene_text(scene, row, column, width, text, ink, ground);
}

void scene_fill(struct scene *scene, int row, int column, int width, enum role ink,
                enum role ground, bool blank)
{
    for (int c = column; c < column + width && c < scene->columns; c++) {
        if (row < 0 || row >= scene->rows || c < 0)
            continue;
        struct glyph *glyph = &scene->glyph[row * scene->columns + c];
        glyph->ink = (uint8_t)ink;
        glyph->ground = (uint8_t)ground;
        if (blank) {
            part_wide(scene, row, c);
            glyph->character = 0;
        }
    }
}

static void print_character(uint32_t character, FILE *out)
{
    char bytes[CLUSTER_BYTES];
    fwrite(bytes, 1, (size_t)cluster_utf8(character, bytes), out);
}

void scene_print(const struct scene *scene, FILE *out)
{
    for (int row = 0; row < scene->rows; row++) {
        const struct glyph *line = &scene->glyph[row * scene->columns];
        int end = scene->columns;
        while (end > 0 && line[end - 1].character == 0)
            end--;
        for (int column = 0; column < end; column++)
            if (line[column].character != SCENE_WIDE_TAIL)
                print_character(line[column].character ? line[column].character : ' ', out);
        fputc('\n', out);
    }
}

void scene_print_roles(const struct scene *scene, FILE *out)
{
    for (int row = 0; row < scene->rows; row++) {
        const struct glyph *line = &scene->glyph[row * scene->columns];
        for (int column = 0; column < scene->columns; column++) {
            enum role role =
                line[column].ground != ROLE_TEXT ? line[column].ground : line[column].ink;
            fputc(role_letter(role), out);
        }
        fputc('\n', out);
    }
}
