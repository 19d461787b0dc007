/* columns.c - the columns of the list of games: see columns.h. */
#include "config.h"
#include "tui/session/archive/columns.h"

#include "core/util/spelling.h"

#include <stdio.h>
#include <string.h>

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

int game_column_least(enum game_column column)
{
    return columns[column].least;
}

int game_column_most(enum game_column column)
{
    return columns[column].most;
}

const char *game_column_help(enum game_column column)
{
    return columns[column].help;
}

/* ---- which columns ---- */

static int no_column(const char *name, struct note *why)
{
    struct spelling spelling = {.typed = name};
    char hint[SPELLING_HINT_ROOM], all[256];
    size_t used = 0;
    for (int i = 0; i < GAME_COLUMN_COUNT; i++) {
        spelling_try(&spelling, columns[i].name);
        text_add(all, sizeof all, &used, "%s%s", i ? " " : "", columns[i].name);
    }
    spelling_hint(&spelling, hint, sizeof hint);
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

bool listing_named(const struct listing *listing)
{
    for (int i = 0; i < listing->players; i++)
        if (*listing->player[i] && strcmp(listing->player[i], "?") != 0)
            return true;
    return false;
}

bool listing_titled(const struct listing *listing)
{
    return !listing_named(listing) && *listing->event;
}

void listing_seats(const struct listing *listing, bool brief, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    if (!listing_named(listing) && listing->event && *listing->event) {
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

/* Write those facts in a listing that begin with `letter` (archive/summary/summary.h says what
 * each letter means), separated by commas. */
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
