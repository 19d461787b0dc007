/* statistics.c - computes and prints statistics; see statistics.h. Points are counted in halves. */
#include "config.h"
#include "archive/report/statistics.h"

#include "archive/util/sanitize.h"

#include <stdlib.h>
#include <string.h>

enum {
    CROSS_MAX = 16,
    SHOWN_MAX = 20,
    NAME_MOST = 30,
    CELL_COLUMNS = 12,
    CELL_GAMES = 6,
    CELL_LEAST = 2,
    SHARES = 17,
    PLAYER_MOST = 21,
    POINTS = 21 /* columns of a player's line besides the name */,
    PART_NAME = 16
};

/* The results of all games with the same score, variant, year or player. `name` is its name. */
struct tally {
    char *name;
    int games, halves, decided; /* games: all games. halves: half points. decided: games with a
                                   result */
};
struct tallies {
    struct tally *v;
    int n, room;
    int *slot, slots; /* hash table that finds, by name, the index of a tally plus one; 0 is a free
                         slot. Sorting makes it invalid: add nothing afterwards */
};

/* The result between two players in one game. A three-player game gives one such result for each
 * pair of its players. */
struct meeting {
    int first, second, halves; /* first, second: the players. halves: half points of the first
                                  player; -1 without a result */
};

struct statistics {
    int games, damaged, annotated, unknown; /* numbers of all games, of damaged games, of annotated
                                               games, and of seats whose player is unknown */
    int64_t plies;
    struct tallies score, variant, year, player;
    struct meeting *meeting;
    int meetings, room;
    bool three; /* true if some of the games have three players */
};

struct statistics *statistics_new(void)
{
    return memory_new(1, sizeof(struct statistics));
}

static void statistics_clear(struct tallies *tallies)
{
    for (int i = 0; i < tallies->n; i++)
        free(tallies->v[i].name);
    free(tallies->v);
    free(tallies->slot);
}

void statistics_free(struct statistics *statistics)
{
    if (!statistics)
        return;
    statistics_clear(&statistics->score);
    statistics_clear(&statistics->variant);
    statistics_clear(&statistics->year);
    statistics_clear(&statistics->player);
    free(statistics->meeting);
    free(statistics);
}

static int *statistics_slot_of(const struct tallies *tallies, const char *name)
{
    int at = (int)(hash32_bytes(HASH32_START, name, strlen(name)) & (uint32_t)(tallies->slots - 1));
    while (tallies->slot[at] && strcmp(tallies->v[tallies->slot[at] - 1].name, name) != 0)
        at = (at + 1) & (tallies->slots - 1);
    return &tallies->slot[at];
}

static void statistics_grow(struct tallies *tallies)
{
    free(tallies->slot);
    tallies->slots = tallies->slots ? 2 * tallies->slots : 64;
    tallies->slot = memory_new((size_t)tallies->slots, sizeof *tallies->slot);
    for (int i = 0; i < tallies->n; i++)
        *statistics_slot_of(tallies, tallies->v[i].name) = i + 1;
}

/* Returns the index of the tally for a name; adds one if the name is new. */
static int statistics_tally(struct tallies *tallies, const char *name)
{
    if (2 * tallies->n >= tallies->slots)
        statistics_grow(tallies);
    int *slot = statistics_slot_of(tallies, name);
    if (!*slot) {
        tallies->v = memory_room(tallies->v, &tallies->room, tallies->n + 1, sizeof *tallies->v);
        tallies->v[tallies->n++] = (struct tally){.name = memory_text(name)};
        *slot = tallies->n;
    }
    return *slot - 1;
}

static void statistics_count(struct tallies *tallies, const char *name)
{
    int at = statistics_tally(tallies, name); /* call it before using tallies->v, because it may
                                                 move that array */
    tallies->v[at].games++;
}

/* Reads the half points of each player from a score ("1-0-0", "1/2-1/2"). Returns false if the
 * score is not a result. */
static bool halves_of(const char *score, int players, int halves[LISTING_PLAYERS])
{
    static const char *const points[] = {"0", "1/2", "1"};
    for (int i = 0; i < players; i++) {
        size_t length = strcspn(score, "-");
        int half = 0;
        while (half < 3 && (strlen(points[half]) != length || strncmp(points[half], score, length)))
            half++;
        if (half == 3 || (score[length] == '-') != (i + 1 < players))
            return false;
        halves[i] = half;
        score += length + (i + 1 < players);
    }
    return players > 0;
}

/* True if a player is known. "?" is not a name: different players may have it. */
static bool is_known(const char *player)
{
    return *player && strcmp(player, "?") != 0;
}

/* The half points of one player against another. In a three-player game, the player with more
 * points has won against the other. */
static int halves_against(const int halves[LISTING_PLAYERS], int players, int one, int other)
{
    if (players == 2)
        return halves[one];
    return halves[one] > halves[other] ? 2 : halves[one] == halves[other];
}

static void statistics_meet(struct statistics *statistics, int first, int second, int halves)
{
    statistics->meeting = memory_room(statistics->meeting, &statistics->room,
                                      statistics->meetings + 1, sizeof *statistics->meeting);
    statistics->meeting[statistics->meetings++] = (struct meeting){first, second, halves};
}

void statistics_add(struct statistics *statistics, const struct listing *listing)
{
    char year[5] = "????";
    int of[LISTING_PLAYERS], halves[LISTING_PLAYERS];
    statistics->games++;
    if (listing->damaged) {
        statistics->damaged++;
        return;
    }
    if (strlen(listing->date) >= 4)
        snprintf(year, sizeof year, "%.4s", listing->date);
    statistics->annotated += listing->notes;
    statistics->plies += listing->plies;
    statistics_count(&statistics->score, *listing->score ? listing->score : "*");
    statistics_count(&statistics->variant, listing->variant);
    statistics_count(&statistics->year, year);
    bool decided = halves_of(listing->score, listing->players, halves);
    for (int i = 0; i < listing->players; i++) {
        of[i] = -1;
        if (!is_known(listing->player[i])) {
            statistics->unknown++;
            continue;
        }
        of[i] = statistics_tally(&statistics->player, listing->player[i]);
        struct tally *player = &statistics->player.v[of[i]];
        player->games++;
        player->decided += decided;
        player->halves += decided ? halves[i] : 0;
    }
    for (int i = 0; i < listing->players; i++)
        for (int k = i + 1; k < listing->players; k++)
            if (of[i] >= 0 && of[k] >= 0)
                statistics_meet(statistics, of[i], of[k],
                                !decided ? -1 : halves_against(halves, listing->players, i, k));
    statistics->three |= listing->players > 2;
}

/* ------------------------------------------------------------------------------------------------
 * printing */

/* Prints a name in `columns` columns, truncated if necessary. */
static void put_name(FILE *out, const char *name, int columns)
{
    char clean[200];
    clean_text(clean, sizeof clean, name, CLEAN_LINE);
    int width = clean_width(clean), length = (int)strlen(clean);
    for (; width > columns; width = clean_width(clean)) {
        do
            length--;
        while (length > 0 && ((unsigned char)clean[length] & 0xC0) == 0x80);
        clean[length] = '\0';
    }
    fputs(clean, out);
    for (; width < columns; width++)
        fputc(' ', out);
}

static int statistics_by_games(const void *a, const void *b)
{
    const struct tally *one = a, *other = b;
    return one->games != other->games ? (one->games < other->games ? 1 : -1)
                                      : strcmp(one->name, other->name);
}

static int statistics_by_name(const void *a, const void *b)
{
    return strcmp(((const struct tally *)a)->name, ((const struct tally *)b)->name);
}

static void print_tallies(FILE *out, const char *head, struct tallies *tallies,
                          int (*order)(const void *, const void *), int games, int columns)
{
    int name = columns < SHARES + NAME_MOST ? columns - SHARES : NAME_MOST;
    if (!tallies->n)
        return;
    if (tallies->n > 1)
        qsort(tallies->v, (size_t)tallies->n, sizeof *tallies->v, order);
    fprintf(out, "\n%s\n", head);
    for (int i = 0; i < tallies->n && i < SHOWN_MAX; i++) {
        fputs("  ", out);
        put_name(out, tallies->v[i].name, name);
        fprintf(out, "%7d %5.1f %%\n", tallies->v[i].games,
                games ? 100.0 * tallies->v[i].games / games : 0);
    }
    if (tallies->n > SHOWN_MAX)
        fprintf(out, "  and %d more\n", tallies->n - SHOWN_MAX);
}

/* The tallies that by_points() compares: set before sorting, because qsort() passes no context. */
static const struct tallies *ranked;

static int by_points(const void *a, const void *b)
{
    const struct tally *one = &ranked->v[*(const int *)a], *other = &ranked->v[*(const int *)b];
    if (one->halves != other->halves)
        return one->halves < other->halves ? 1 : -1;
    return one->games != other->games ? (one->games < other->games ? 1 : -1)
                                      : strcmp(one->name, other->name);
}

static int *statistics_rank(const struct tallies *players)
{
    int *order = memory_new((size_t)players->n + 1, sizeof *order);
    for (int i = 0; i < players->n; i++)
        order[i] = i;
    ranked = players;
    qsort(order, (size_t)players->n, sizeof *order, by_points);
    return order;
}

/* The results of one player against another. */
struct statistics_pair {
    int games, scored, halves;   /* scored: games with a result. halves: half points of the first
                                    player */
    char each[CELL_COLUMNS + 1]; /* results of the first games, as "1=0*" from the first player's
                                    point of view */
};

static struct statistics_pair statistics_pair_of(const struct statistics *statistics, int one,
                                                 int other)
{
    struct statistics_pair pair = {0};
    for (int i = 0; i < statistics->meetings; i++) {
        const struct meeting *meeting = &statistics->meeting[i];
        bool first = meeting->first == one && meeting->second == other;
        if (!first && !(meeting->first == other && meeting->second == one))
            continue;
        int won = meeting->halves < 0 ? -1 : first ? meeting->halves : 2 - meeting->halves;
        if (pair.games++ < CELL_COLUMNS)
            pair.each[pair.games - 1] = won < 0 ? '*' : "0=1"[won];
        pair.scored += won >= 0;
        pair.halves += won >= 0 ? won : 0;
    }
    return pair;
}

/* Writes a cell of the cross table: all games of one player against another as "1=0", from the
 * first player's point of view, or as "5.5/10" if there are many games. Returns the number of
 * columns. */
static int statistics_cell(const struct statistics *statistics, int row, int column,
                           char out[CELL_COLUMNS + 1])
{
    struct statistics_pair pair = statistics_pair_of(statistics, row, column);
    if (row == column)
        return snprintf(out, CELL_COLUMNS + 1, "x");
    if (!pair.games)
        return snprintf(out, CELL_COLUMNS + 1, ".");
    return pair.games > CELL_GAMES ? snprintf(out, CELL_COLUMNS + 1, "%d%s/%d", pair.halves / 2,
                                              pair.halves % 2 ? ".5" : "", pair.scored)
                                   : snprintf(out, CELL_COLUMNS + 1, "%s", pair.each);
}

/* The width of the longest cell. */
static int columns_of_cells(const struct statistics *statistics, int players)
{
    char text[CELL_COLUMNS + 1];
    int most = CELL_LEAST;
    for (int row = 0; row < players; row++)
        for (int column = 0; column < players; column++) {
            int columns = statistics_cell(statistics, row, column, text);
            most = columns > most ? columns : most;
        }
    return most < CELL_COLUMNS ? most : CELL_COLUMNS;
}

/* Prints `shown` columns of the cross table, from number `first` on: a line with the numbers of
 * these players, then one line for each player. */
static void print_part(const struct statistics *statistics, const int *order, int first, int shown,
                       int columns, FILE *out)
{
    int n = statistics->player.n;
    fprintf(out, "\nagainst players %d to %d\n  %*s", first + 1, first + shown, 3 + PART_NAME, "");
    for (int k = first; k < first + shown; k++)
        fprintf(out, " %-*d", columns, k + 1);
    fputc('\n', out);
    for (int i = 0; i < n; i++) {
        fprintf(out, "  %2d ", i + 1);
        put_name(out, statistics->player.v[order[i]].name, PART_NAME);
        for (int k = first; k < first + shown; k++) {
            char text[CELL_COLUMNS + 1];
            statistics_cell(statistics, order[i], order[k], text);
            fprintf(out, " %-*s", columns, text);
        }
        fputc('\n', out);
    }
}

/* Prints a cross table that is too wide to fit beside the players' points. It is printed in several
 * parts, each with as many columns as fit. */
static void print_parts(const struct statistics *statistics, const int *order, int columns,
                        int line, FILE *out)
{
    int n = statistics->player.n, most = (line - 5 - PART_NAME) / (1 + columns);
    most = most < 1 ? 1 : most;
    int parts = (n + most - 1) / most, each = (n + parts - 1) / parts;
    for (int first = 0; first < n; first += each)
        print_part(statistics, order, first, first + each <= n ? each : n - first, columns, out);
}

static void print_players(const struct statistics *statistics, int line, FILE *out)
{
    const struct tallies *players = &statistics->player;
    if (!players->n) {
        fputs("\nplayers\n  none has a name\n", out);
        return;
    }
    int *order = statistics_rank(players);
    bool met = players->n <= CROSS_MAX && statistics->meetings > 0;
    int columns = met ? columns_of_cells(statistics, players->n) : 0;
    int name = line < POINTS + PLAYER_MOST ? line - POINTS : PLAYER_MOST;
    bool cross = met && POINTS + name + players->n * (1 + columns) <= line;
    fprintf(out, "\nplayers\n  %-*s%7s %7s", name + 3, "", "games", "points");
    for (int i = 0; cross && i < players->n; i++)
        fprintf(out, " %-*d", columns, i + 1);
    fputc('\n', out);
    for (int i = 0; i < players->n && i < (met ? CROSS_MAX : SHOWN_MAX); i++) {
        const struct tally *player = &players->v[order[i]];
        fprintf(out, "  %2d ", i + 1);
        put_name(out, player->name, name);
        fprintf(out, "%7d %6d%s", player->games, player->halves / 2,
                player->halves % 2 ? ".5" : "  ");
        for (int k = 0; cross && k < players->n; k++) {
            char text[CELL_COLUMNS + 1];
            statistics_cell(statistics, order[i], order[k], text);
            fprintf(out, " %-*s", columns, text);
        }
        fputc('\n', out);
    }
    if (!met && players->n > SHOWN_MAX)
        fprintf(out, "  and %d more\n", players->n - SHOWN_MAX);
    if (statistics->unknown)
        fprintf(out, "  without a name %7d\n", statistics->unknown);
    if (met && !cross)
        print_parts(statistics, order, columns, line, out);
    if (met && statistics->three)
        fputs(
            "\nIn games of three, players are compared in pairs: 1 for more points, = for equal.\n",
            out);
    free(order);
}

void statistics_print(struct statistics *statistics, int columns, FILE *out)
{
    int whole = statistics->games - statistics->damaged;
    fprintf(out, "%d game%s", statistics->games, statistics->games == 1 ? "" : "s");
    if (statistics->damaged)
        fprintf(out, ", %d damaged", statistics->damaged);
    fprintf(out, ", %d with notes, %.1f plies on average\n", statistics->annotated,
            whole ? (double)statistics->plies / whole : 0);
    if (!whole)
        return;
    print_tallies(out, "results", &statistics->score, statistics_by_games, whole, columns);
    print_tallies(out, "variants", &statistics->variant, statistics_by_games, whole, columns);
    print_tallies(out, "years", &statistics->year, statistics_by_name, whole, columns);
    print_players(statistics, columns, out);
}

/* ------------------------------------------------------------------------------------------------
 * in sentences */

static const char *statistics_plural(int n)
{
    return n == 1 ? "" : "s";
}

static void tell_name(FILE *out, const char *name)
{
    char clean[200];
    clean_text(clean, sizeof clean, name, CLEAN_LINE);
    fputs(clean, out);
}

/* Writes a number of half points as points: "2.5". */
static void tell_points(FILE *out, int halves)
{
    fprintf(out, "%d%s", halves / 2, halves % 2 ? ".5" : "");
}

static void tell_tallies(FILE *out, const char *what, const char *unknown, struct tallies *tallies,
                         int (*order)(const void *, const void *), int games)
{
    if (tallies->n > 1)
        qsort(tallies->v, (size_t)tallies->n, sizeof *tallies->v, order);
    for (int i = 0; i < tallies->n && i < SHOWN_MAX; i++) {
        const struct tally *tally = &tallies->v[i];
        if (!strcmp(tally->name, "*") || !strcmp(tally->name, "????"))
            fputs(unknown, out);
        else {
            fprintf(out, "%s ", what);
            tell_name(out, tally->name);
        }
        fprintf(out, ": %d game%s, %.1f %%.\n", tally->games, statistics_plural(tally->games),
                100.0 * tally->games / games);
    }
    if (tallies->n > SHOWN_MAX)
        fprintf(out, "Not listed here: %d more.\n", tallies->n - SHOWN_MAX);
}

/* Prints what two players scored against each other, unless `out` is NULL. Returns false if they
 * did not meet. */
static bool tell_pair(const struct statistics *statistics, FILE *out, int one, int other)
{
    struct statistics_pair pair = statistics_pair_of(statistics, one, other);
    if (!pair.games || !out)
        return pair.games > 0;
    tell_name(out, statistics->player.v[one].name);
    fputs(" against ", out);
    tell_name(out, statistics->player.v[other].name);
    fprintf(out, ": %d game%s, ", pair.games, statistics_plural(pair.games));
    if (!pair.scored) {
        fputs("no result yet.\n", out);
        return true;
    }
    tell_points(out, pair.halves);
    fputs(" to ", out);
    tell_points(out, 2 * pair.scored - pair.halves);
    fputs(".\n", out);
    return true;
}

static void tell_pairs(const struct statistics *statistics, const int *order, FILE *out)
{
    int n = statistics->player.n, pairs = 0;
    if (n > CROSS_MAX)
        return;
    if (statistics->three && statistics->meetings)
        fputs("In games of three, players are compared in pairs: the one with more points wins.\n",
              out);
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            pairs += tell_pair(statistics, pairs < SHOWN_MAX ? out : NULL, order[i], order[k]);
    if (pairs > SHOWN_MAX)
        fprintf(out, "%d more pairs of players met.\n", pairs - SHOWN_MAX);
}

static void tell_players(const struct statistics *statistics, FILE *out)
{
    const struct tallies *players = &statistics->player;
    int *order = statistics_rank(players);
    for (int i = 0; i < players->n && i < SHOWN_MAX; i++) {
        const struct tally *player = &players->v[order[i]];
        fprintf(out, "Player %d, ", i + 1);
        tell_name(out, player->name);
        fprintf(out, ": %d game%s, ", player->games, statistics_plural(player->games));
        tell_points(out, player->halves);
        fprintf(out, " point%s of %d.\n", statistics_plural(player->halves == 2 ? 1 : 2),
                player->decided);
    }
    if (players->n > SHOWN_MAX)
        fprintf(out, "There are %d more players.\n", players->n - SHOWN_MAX);
    if (statistics->unknown)
        fprintf(out, "A player's name is missing in %d case%s.\n", statistics->unknown,
                statistics_plural(statistics->unknown));
    tell_pairs(statistics, order, out);
    free(order);
}

void statistics_tell(struct statistics *statistics, FILE *out)
{
    int whole = statistics->games - statistics->damaged;
    fprintf(out, "%d game%s", statistics->games, statistics_plural(statistics->games));
    if (statistics->damaged)
        fprintf(out, ", %d of them damaged", statistics->damaged);
    fprintf(out, ", %d with notes, %.1f plies on average.\n", statistics->annotated,
            whole ? (double)statistics->plies / whole : 0);
    if (!whole)
        return;
    tell_tallies(out, "Result", "No result yet", &statistics->score, statistics_by_games, whole);
    tell_tallies(out, "Variant", "Variant not known", &statistics->variant, statistics_by_games,
                 whole);
    tell_tallies(out, "Year", "Year not known", &statistics->year, statistics_by_name, whole);
    tell_players(statistics, out);
}
