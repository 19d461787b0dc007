/* control.c - control strings of the terminal: see control.h. */
#include "config.h"
#include "tui/control.h"

#include <curses.h>
#include <string.h>
#include <unistd.h>

/* Declared here as in <term.h>, which makes macros of hundreds of words and has a struct term of its own. */
extern int setupterm(const char *name, int descriptor, int *status);
extern void *set_curterm(void *terminal);
extern int del_curterm(void *terminal);

/* ---- what the terminal can do ---- */

static char learned[64]; /* the terminal setupterm() was asked for; "": none */

void control_forget(void)
{
    void *terminal = set_curterm(NULL);
    if (terminal)
        del_curterm(terminal);
    learned[0] = '\0';
}

bool control_learn(const char *name)
{
    int status = 0;
    if (*learned && !strcmp(learned, name))
        return true;
    control_forget();
    if (setupterm(name, STDOUT_FILENO, &status) < 0 || status != 1)
        return false;
    snprintf(learned, sizeof learned, "%s", name);
    return true;
}

const char *control_library(void)
{
    return curses_version();
}

const char *control_known(const char *name)
{
    const char *text = tigetstr(name);
    return text && text != (char *)-1 ? text : "";
}

bool control_flag(const char *name)
{
    return tigetflag(name) > 0;
}

bool control_ansi(void)
{
    return !strncmp(control_known("cup"), "\033[", 2);
}

int control_count(const char *name)
{
    return tigetnum(name);
}

struct numbered control_numbered(const char *name)
{
    struct numbered out = {.text = control_known(name)};
    const char *seven = *out.text ? tiparm(out.text, 7) : "";
    size_t digit = strcspn(seven, "78");
    if (!strncmp(seven, "\033[", 2) && digit == 2 && seven[3] && !seven[4]) {
        out.ending = seven[3];
        out.add = seven[2] - '7';
    }
    return out;
}

struct placing control_placing(void)
{
    const char *text = control_known("cup");
    return (struct placing){text, *text && !strcmp(tiparm(text, 4, 29), "\033[5;30H")};
}

/* Are the strings of the colours it knows those of ISO 6429 and xterm? A number of each sort is tried. */
static bool colours_plainly(const struct colouring *known)
{
    static const struct {
        int number;
        const char *ink, *ground;
    } tries[] = {{1, "\033[31m", "\033[41m"}, {9, "\033[91m", "\033[101m"}, {123, "\033[38;5;123m", "\033[48;5;123m"}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries && tries[i].number < known->n; i++)
        if (strcmp(tiparm(known->ink, tries[i].number), tries[i].ink) != 0 ||
            strcmp(tiparm(known->ground, tries[i].number), tries[i].ground) != 0)
            return false;
    return true;
}

struct colouring control_colouring(void)
{
    struct colouring out = {control_known("setaf"), control_known("setab"), 0};
    if (*out.ink && *out.ground)
        out.n = tigetnum("colors");
    if (colours_plainly(&out))
        out.n = 0;
    return out;
}

/* ---- putting together ---- */

void control_add(struct control *control, const char *text)
{
    while (*text && control->n < CONTROL_ROOM - 1) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            control->at[control->n++] = *text++;
    }
    control->at[control->n] = '\0';
}

static void add_number(struct control *control, int number)
{
    char digits[12];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (n > 0 && control->n < CONTROL_ROOM - 1)
        control->at[control->n++] = digits[--n];
    control->at[control->n] = '\0';
}

void control_add_numbered(struct control *control, const struct numbered *what, int number)
{
    if (!what->ending) {
        control_add(control, tiparm(what->text, number));
        return;
    }
    control_add(control, "\033[");
    add_number(control, number + what->add);
    control_add(control, (char[]){what->ending, '\0'});
}

int control_numbered_bytes(const struct numbered *what, int number)
{
    struct control control;
    int bytes = (int)sizeof "\033[7G" - 1;
    if (!*what->text)
        return CONTROL_CANNOT;
    if (!what->ending) {
        control.n = 0;
        control_add_numbered(&control, what, number);
        return control.n;
    }
    for (number += what->add; number > 9; number /= 10)
        bytes++;
    return bytes;
}

void control_add_place(struct control *control, const struct placing *placing, int row, int column)
{
    if (!placing->plain) {
        control_add(control, tiparm(placing->text, row, column));
        return;
    }
    control_add(control, "\033[");
    add_number(control, row + 1);
    control_add(control, ";");
    add_number(control, column + 1);
    control_add(control, "H");
}

void control_add_times(struct control *control, const char *text, int times)
{
    if (!*text || (int)strlen(text) * times >= CONTROL_ROOM - control->n)
        control->n = CONTROL_CANNOT;
    while (control->n < CONTROL_CANNOT && times-- > 0)
        control_add(control, text);
}

/* ---- looks ---- */

/* Is it "ESC [ numbers m", a look and nothing else? */
static bool is_look(const char *text)
{
    size_t numbers = strncmp(text, "\033[", 2) ? 0 : strspn(text + 2, "0123456789;") + 2;
    return numbers && text[numbers] == 'm' && !text[numbers + 1];
}

void control_add_look(struct control *control, const char *text)
{
    if (control->n && is_look(control->at) && is_look(text)) {
        control->at[control->n - 1] = ';';
        control_add(control, text + 2);
    } else {
        control_add(control, text);
    }
}

/* A colour of the cube or of the greys is sent by its number: the same colour in fewer bytes. */
static int palette_number(int rgb)
{
    int number = 16, red = rgb >> 16, grey = (red - 8) / 10;
    if (red >= 8 && red <= 238 && rgb == red * 0x010101 && red == 8 + grey * 10)
        return 232 + grey;
    for (int shift = 16, weight = 36; shift >= 0; shift -= 8, weight /= 6) {
        int value = rgb >> shift & 0xFF;
        if (value != 0 && (value < 95 || (value - 95) % 40 != 0))
            return -1;
        number += weight * (value ? (value - 95) / 40 + 1 : 0);
    }
    return number;
}

void control_add_colour(struct control *control, const struct colouring *colouring, colour_t colour, bool ground)
{
    int number = colour & COLOUR_RGB ? palette_number(colour & 0xFFFFFF) : colour;
    int base = ground ? 40 : 30;
    struct control own = {.n = 0};
    if (number >= 0 && number < colouring->n) {
        control_add_look(control, tiparm(ground ? colouring->ground : colouring->ink, number));
        return;
    }
    control_add(&own, "\033[");
    if (number >= 0 && number < 16) {
        add_number(&own, number < 8 ? base + number : base + 60 + number - 8);
    } else {
        add_number(&own, base + 8);
        control_add(&own, number < 0 ? ";2" : ";5");
        for (int shift = number < 0 ? 16 : 0; shift >= 0; shift -= 8) {
            control_add(&own, ";");
            add_number(&own, number < 0 ? colour >> shift & 0xFF : number);
        }
    }
    control_add(&own, "m");
    control_add_look(control, own.at);
}
