/* board_colours.c - the board colours that a variant's own source prescribes: see board_colours.h. */
#include "tui/boards/board_colours.h"

#include "core/families/croatian/custom_board.h"

#include <string.h>

/* rules/croatian.md 19.1, measured from the book's pictures. The odd variant of each pair has the same colours. */
static const struct {
    const char *id;
    int rgb[BOARD_COLOURS];
} book[] = {
    {"classical", {0xEFEFEF, 0x606060, 0xB0B0B0, 0x202020}},
    {"croatian-ties", {0xEFEFEF, 0xFF0000, 0xB0B0B0, 0x600000}},
    {"mayan-ascendancy", {0xFFFF00, 0x007FCF, 0x8F8F00, 0x002F5F}},
    {"age-of-aquarius", {0xFFFFDF, 0x3FBF3F, 0xB0B080, 0x1F5F1F}},
    {"mirandas-veil", {0xFFFFDF, 0x300050, 0xFF90FF, 0x7F307F}},
    {"nineteen", {0xDFDF7F, 0xFFFFFF, 0xA0A050, 0x424242}},
    {"hemeras-dawn", {0x501008, 0x909090, 0xFF0000, 0x303030}},
    {"tamoanchan-revisited", {0x10F0E0, 0x0030B0, 0x10F030, 0x200070}},
    {"conquest-of-tlalocan", {0x10F0E0, 0xFF0000, 0x10F030, 0x800000}},
    {"discovery", {0xFFFFDF, 0xB0B0B0, 0x808080, 0x00372F}},
    {"one", {0xFFFFFF, 0x500070, 0xFF60FF, 0x300050}},
};

/* Read a colour of a definition: as in theme files, or short as #rgb. */
static bool read_colour(const char *word, colour_t *out)
{
    char full[8];
    if (word[0] != '#' || strlen(word) != 4)
        return theme_colour(word, out) && *out != COLOUR_DEFAULT;
    for (int i = 0; i < 6; i++)
        full[1 + i] = word[1 + i / 2];
    full[0] = '#';
    full[7] = '\0';
    return theme_colour(full, out);
}

/* The four colours of a custom definition. False unless it names all four validly. */
static bool custom_colours(const struct ruleset *rules, struct board_colours *out)
{
    struct board_colours read;
    for (int i = 0; i < BOARD_COLOURS; i++)
        if (!read_colour(custom_colour(rules, i), &read.colour[i]))
            return false;
    *out = read;
    return true;
}

bool board_colours(const struct ruleset *rules, struct board_colours *out)
{
    const char *id = rules->id;
    if (custom_colours(rules, out))
        return true;
    if (!strncmp(id, "odd-", 4))
        id += 4;
    for (size_t i = 0; i < sizeof book / sizeof *book; i++)
        if (!strcmp(id, book[i].id)) {
            for (int k = 0; k < BOARD_COLOURS; k++)
                out->colour[k] = COLOUR_RGB | book[i].rgb[k];
            return true;
        }
    return false;
}
