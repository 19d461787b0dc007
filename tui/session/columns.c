/* columns.c - the columns of the list of games: see columns.h. */
#include "config.h"
#include "tui/session/columns.h"

#include "core/util/spelling.h"
#include "tui/widgets/scene.h"

#include <stdio.h>
#include <string.h>

enum { EVENT_FROM = 110 /* columns */, MEASURED = 500 /* games */ };

static const struct {
    const char *name, *head;
    int least, most;
    const char *help;
} columns[GAME_COLUMN_COUNT] = {
#define GAME_COLUMN_ROW(id, name, head, least, most, help) {name, head, least, most, help},
    GAME_COLUMNS(GAME_COLUMN_ROW)
#undef GAME_COLUMN_ROW
};

const char *game_column_name(enum game_column column)
{
    return columns[column].name;
}

const char *game_column_head(enum game_column column)
{
    return columns[column].head;
}

const char *game_column_help(enum game_column column)
{
    return columns[column].help;
}

/* ---- which columns ---- */

static int no_column(const char *name, struct note *why)
{
    struct near near = {.typed = name};
    char hint[NEAR_HINT_ROOM], all[256];
    size_t used = 0;
    for (int i = 0; i < GAME_COLUMN_COUNT; i++) {
        near_try(&near, columns[i].name);
        text_add(all, sizeof all, &used, "%s%s", i ? " " : "", columns[i].name);
    }
    near_hint(&near, hint, sizeof hint);
    return *hint ? note_fail(why, FAIL_NAME, -1, "There is no column '%.40s'%s", name, hint)
                 : note_fail(why, FAIL_NAME, -1, "There is no column '%.40s'; there are %s", name,
                             all);
}

static enum game_column column_named(const char *name)
{
    int i = 0;
    while (i < GAME_COLUMN_COUNT && strcmp(columns[i].name, name) != 0)
        i++;
    return (enum game_column)i;
}

int game_columns_read(const char *text, struct game_columns *out, struct note *why)
{
    struct game_columns read = {.chosen = true};
    bool there[GAME_COLUMN_COUNT] = {false};
    while (*(text += strspn(text, " "))) {
        char name[64];
        int length = (int)strcspn(text, " ");
        snprintf(name, sizeof name, "%.*s", length, text);
        enum game_column column = column_named(name);
        if (column == GAME_COLUMN_COUNT)
            return no_column(name, why);
        if (there[column])
            return note_fail(why, FAIL_NAME, -1, "The column '%s' is listed twice", name);
        there[column] = true;
        read.v[read.n++] = column;
        text += length;
    }
    if (!read.n)
        for (read.chosen = false; read.n < GAME_COLUMNS_USUAL; read.n++)
            read.v[read.n] = (enum game_column)read.n;
    *out = read;
    return 0;
}

void game_columns_write(const struct game_columns *chosen, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; chosen->chosen && i < chosen->n; i++)
        text_add(out, size, &used, "%s%s", i ? " " : "", columns[chosen->v[i]].name);
}

/* ---- their contents ---- */

/* True if any player has a name. The sides of a lesson are called "?", as in PGN. */
static bool columns_named(const struct listing *listing)
{
    for (int i = 0; i < listing->players; i++)
        if (*listing->player[i] && strcmp(listing->player[i], "?") != 0)
            return true;
    return false;
}

bool listing_titled(const struct listing *listing)
{
    return !columns_named(listing) && *listing->event;
}

void listing_seats(const struct listing *listing, bool brief, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    if (!columns_named(listing) && listing->event && *listing->event) {
        text_add_bytes(out, size, &used, listing->event, strlen(listing->event));
        return;
    }
    for (int i = 0; i < listing->players; i++) {
        const char *name = *listing->player[i] ? listing->player[i] : "?";
        if (i)
            text_add_bytes(out, size, &used, " - ", 3);
        text_add_bytes(out, size, &used, name, brief ? strcspn(name, ",") : strlen(name));
    }
}

/* A name that may be cut; the dot after it is not part of the text. */
struct cut_name {
    char text[200];
    bool cut;
};

static int columns_of_name(const struct cut_name *name)
{
    return scene_columns(name->text) + name->cut;
}

/* Remove the last character, and a blank before it. */
static void cut_name(struct cut_name *name)
{
    size_t length = strlen(name->text);
    do
        length--;
    while (length > 1 &&
           (((unsigned char)name->text[length] & 0xC0) == 0x80 || name->text[length - 1] == ' '));
    name->text[length] = '\0';
    name->cut = true;
}

void listing_seats_within(const struct listing *listing, int most, bool brief, char *out,
                          size_t size)
{
    enum { LEAST = 3 /* columns of a name, with the dot */ };
    struct cut_name names[LISTING_PLAYERS] = {0};
    int n = listing->players, wide = 3 * (n - 1);
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        const char *name = *listing->player[i] ? listing->player[i] : "?";
        snprintf(names[i].text, sizeof names[i].text, "%.*s",
                 (int)(brief ? strcspn(name, ",") : strlen(name)), name);
        wide += columns_of_name(&names[i]);
    }
    while (wide > most) {
        int longest = 0;
        for (int i = 1; i < n; i++)
            longest = columns_of_name(&names[i]) > columns_of_name(&names[longest]) ? i : longest;
        int was = columns_of_name(&names[longest]);
        if (was <= LEAST)
            break;
        cut_name(&names[longest]);
        wide -= was - columns_of_name(&names[longest]);
    }
    out[0] = '\0';
    for (int i = 0; i < n; i++)
        text_add(out, size, &used, "%s%s%s", i ? " - " : "", names[i].text,
                 names[i].cut ? "." : "");
}

/* The facts of one letter, separated by commas. */
static void facts_text(const struct listing *listing, char letter, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (const char *line = listing->facts; line && *line;) {
        size_t length = strcspn(line, "\n");
        if (*line == letter)
            text_add(out, size, &used, "%s%.*s", used ? ", " : "", (int)length - 1, line + 1);
        line += length + (line[length] == '\n');
    }
}

const char *game_column_text(const struct listing *listing, int at, enum game_column column,
                             bool brief, char room[GAME_COLUMN_TEXT_ROOM])
{
    room[0] = '\0';
    switch (column) {
    case GAME_NUMBER:
        return text_number(room + GAME_COLUMN_TEXT_ROOM, at + 1);
    case GAME_DATE:
        return listing->date;
    case GAME_SEATS:
        listing_seats(listing, brief, room, GAME_COLUMN_TEXT_ROOM);
        break;
    case GAME_EVENT:
        return listing->event;
    case GAME_VARIANT:
        return listing->variant;
    case GAME_RESULT:
        return *listing->score ? listing->score : "*";
    case GAME_PLIES:
        return text_number(room + GAME_COLUMN_TEXT_ROOM, listing->plies);
    case GAME_NOTES:
        return listing->notes ? "yes" : "";
    case GAME_END:
        facts_text(listing, FACT_END, room, GAME_COLUMN_TEXT_ROOM);
        break;
    case GAME_CASCADES:
        if (listing->cascaded && listing->plies)
            snprintf(room, GAME_COLUMN_TEXT_ROOM, "%.1f",
                     1 + (double)listing->cascaded / listing->plies);
        break;
    case GAME_SITE:
        return listing->site;
    case GAME_ROUND:
        return listing->round;
    case GAME_OPENING:
        return listing->eco;
    case GAME_TAGS:
        facts_text(listing, FACT_TAG, room, GAME_COLUMN_TEXT_ROOM);
        break;
    default:
        break;
    }
    return room;
}

/* ---- their widths ---- */

/* Measure the first MEASURED games: all of them would take too long, and only the visible ones
 * would make the columns jump. A game without names has a title instead, which spans several
 * columns. */
void game_widths_measure(struct game_widths *widths, struct store *store)
{
    int n = store_count(store);
    for (; widths->measured < n && widths->measured < MEASURED; widths->measured++) {
        const struct listing *listing = store_listing(store, widths->measured);
        char text[GAME_COLUMN_TEXT_ROOM];
        int title = columns_named(listing) ? 0 : scene_columns(listing->event);
        widths->title = title > widths->title ? title : widths->title;
        for (int c = 0; c < GAME_COLUMN_COUNT && !listing->damaged; c++) {
            bool seats = c == GAME_SEATS || c == GAME_EVENT;
            if (seats && !columns_named(listing))
                continue;
            int wide = scene_columns(
                game_column_text(listing, widths->measured, (enum game_column)c, false, text));
            widths->wants[c] = wide > widths->wants[c] ? wide : widths->wants[c];
            if (c != GAME_SEATS)
                continue;
            listing_seats(listing, true, text, sizeof text);
            wide = scene_columns(text);
            widths->brief = wide > widths->brief ? wide : widths->brief;
        }
    }
}

/* Narrow one column, to `least` at the least, if the line is too wide. Returns the new width of the
 * line. */
static int columns_narrow(struct game_layout *layout, enum game_column column, int least, int wide,
                          int total)
{
    int *width = &layout->width[column], less = *width - least;
    if (wide <= total || less <= 0)
        return wide;
    if (!least) { /* remove the whole column, and the blank after it */
        *width = 0;
        return wide - less - 1;
    }
    less = less < wide - total ? less : wide - total;
    *width -= less;
    return wide - less;
}

static int columns_digits(int n)
{
    return n < 10 ? 1 : 1 + columns_digits(n / 10);
}

/* What the width of a column depends on. */
struct wanting {
    const struct game_columns *columns;
    const struct game_widths *widths;
    enum game_column sort;
    int games;
    bool brief;
};

static int columns_wanted(const struct wanting *wanting, enum game_column column)
{
    const struct game_widths *widths = wanting->widths;
    int head = (int)strlen(columns[column].head) + (column == wanting->sort ? 2 : 0);
    int wants = column == GAME_NUMBER                    ? columns_digits(wanting->games)
                : column == GAME_SEATS && wanting->brief ? widths->brief
                                                         : widths->wants[column];
    if (column == GAME_EVENT && !wanting->columns->chosen && (wanting->brief || !wants))
        return 0;
    if (column == GAME_EVENT && wanting->columns->chosen && widths->title > wants)
        wants = widths->title;
    if (column == GAME_SEATS && wants < columns[column].least)
        return columns[column].least;
    wants = wants < columns[column].most ? wants : columns[column].most;
    return wants > head ? wants : head;
}

/* Narrow long names first, then remove the least important columns. If the user chose the columns,
 * remove whole ones only from the end. */
static int make_narrower(struct game_layout *layout, const struct game_columns *chosen, int wide,
                         int total)
{
    static const struct {
        enum game_column column;
        bool all;
    } less[] = {{GAME_TAGS, false}, {GAME_SITE, false},    {GAME_EVENT, false}, {GAME_SEATS, false},
                {GAME_EVENT, true}, {GAME_NOTES, true},    {GAME_PLIES, true},  {GAME_DATE, true},
                {GAME_END, false},  {GAME_VARIANT, false}, {GAME_RESULT, true}};
    for (size_t i = 0; i < sizeof less / sizeof *less; i++)
        if (!less[i].all || !chosen->chosen)
            wide = columns_narrow(layout, less[i].column,
                                  less[i].all ? 0 : columns[less[i].column].least, wide, total);
    for (int i = chosen->n - 1; i > 0 && chosen->chosen; i--)
        wide = columns_narrow(layout, chosen->v[i], 0, wide, total);
    enum { NAMES_LEAST = 16, LEAST_OF_ALL = 8 };
    total++; /* the last column needs no blank after it */
    if (!chosen->chosen) {
        wide = columns_narrow(layout, GAME_SEATS, NAMES_LEAST, wide, total);
        wide = columns_narrow(layout, GAME_VARIANT, 0, wide, total);
    }
    return columns_narrow(layout, chosen->chosen ? chosen->v[0] : GAME_SEATS, LEAST_OF_ALL, wide,
                          total);
}

struct game_layout game_layout(const struct game_columns *chosen, const struct game_widths *widths,
                               enum game_column sort, int games, int total)
{
    struct game_layout layout = {.brief = total < EVENT_FROM};
    struct wanting wanting = {chosen, widths, sort, games, layout.brief};
    int wide = 2, at = 2,
        title =
            widths->title - (layout.brief && !chosen->chosen ? columns[GAME_DATE].least + 1 : 0);
    for (int i = 0; i < chosen->n; i++) {
        layout.width[chosen->v[i]] = columns_wanted(&wanting, chosen->v[i]);
        wide += layout.width[chosen->v[i]] ? layout.width[chosen->v[i]] + 1 : 0;
    }
    wide = make_narrower(&layout, chosen, wide, total);
    for (int *seats = &layout.width[GAME_SEATS]; /* give the rest to the seats */
         *seats && wide < total &&
         (*seats < title || *seats < columns_wanted(&wanting, GAME_SEATS));
         wide++)
        ++*seats;
    for (int i = 0; i < chosen->n; i++) {
        layout.at[chosen->v[i]] = at;
        at += layout.width[chosen->v[i]] ? layout.width[chosen->v[i]] + 1 : 0;
    }
    return layout;
}
