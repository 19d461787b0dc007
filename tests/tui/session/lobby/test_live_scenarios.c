/* test_live_scenarios.c - what people do at live games, and when they read a game together: by the
 * session alone, with one of them in plain mode, and with one of them at the screen; with live
 * games in a folder and in memory. All come to the same record. */
#include "config.h"
#include "tests/support/live_both.h"
#include "tests/support/scenarios.h"

#include "core/family.h"
#include "core/position_text.h"
#include "tui/app/app.h"
#include "tui/plain/plain.h"
#include "tui/session/lobby/live_table.h"
#include "tui/session/lobby/shared_reading.h"
#include "tui/system/process.h"
#include "tui/views/navigation.h"
#include "tui/widgets/key.h"

#include <poll.h>

enum { SCENARIOS_MAX = 40, FIELDS = 7, PEOPLE = SIDES_MAX };
static const char *const fields[FIELDS] = {"name",  "variant", "people", "control",
                                           "moves", "lines",   "record"};

struct scenario {
    char name[FIELD_ROOM], variant[FIELD_ROOM], people[FIELD_ROOM], control[FIELD_ROOM];
    char moves[FIELD_ROOM], lines[FIELD_ROOM], record[FIELD_ROOM];
};

static struct scenario scenarios[SCENARIOS_MAX];
static int count; /* of scenarios */

static char top[256], club[300];

static int begin(void **state)
{
    (void)state;
    if (!make_folder(top, "scenarios"))
        return -1;
    setenv("HOME", top, 1);
    setenv("XDG_DATA_HOME", top, 1);
    setenv("XDG_STATE_HOME", top, 1);
    count = scenarios_read("tests/tui/session/lobby/scenarios.txt", fields, FIELDS,
                           (char(*)[FIELD_ROOM])scenarios, SCENARIOS_MAX);
    return 0;
}

static int end(void **state)
{
    (void)state;
    live_memory_clear();
    remove_folder(top);
    return 0;
}

/* ---------------------------------------------------------------- one person, by the session */

struct person_here {
    char name[PLAYER_NAME_MAX + 1];
    bool here; /* the person is at the table without a client of the kind under test */
    struct lobby_place place;
    struct game_session game;
    struct live_table table;
    struct shared_reading reading;
};

static void told_by_table(void *client, const struct table_news *news)
{
    (void)client;
    (void)news;
}

static void told_by_reading(void *client, const struct reading_news *news)
{
    (void)client;
    (void)news;
}

static void told_by_game(void *self, const struct game_event *event)
{
    struct person_here *person = self;
    if (event->kind == GAME_MOVED)
        reading_moved(&person->reading);
}

static int64_t session_now(void *self)
{
    (void)self;
    return milliseconds();
}

static const char *name_of(void *self)
{
    return ((struct person_here *)self)->place.name;
}

static void label(void *self, char *out, size_t size)
{
    (void)self;
    snprintf(out, size, "here");
}

static bool refuses(void *self)
{
    return reading_refuses(&((struct person_here *)self)->reading);
}

static void saves(void *self)
{
    session_save(&((struct person_here *)self)->game, NULL, 0);
}

static bool never_busy(void *self)
{
    (void)self;
    return false;
}

static const struct game_client client = {.tell = told_by_game,
                                          .now = session_now,
                                          .author = name_of,
                                          .saver = name_of,
                                          .label = label,
                                          .refuses = refuses};

/* Enter the lobby. */
static void enters(struct lobby_place *place, const char *name)
{
    struct note why;
    if (lobby_enter(place, club, name, true, false, &why) < 0)
        fail_msg("%s: %s", name, why.text);
}

/* Enter the lobby, and open the game. */
static void comes(struct person_here *person, const char *id, bool live)
{
    struct note why;
    char name[PLAYER_NAME_MAX + 1];
    strcpy(name, person->name);
    *person =
        (struct person_here){.here = true, .game = {.ops = &client, .client = person, .offer = -1}};
    strcpy(person->name, name);
    enters(&person->place, name);
    person->table = (struct live_table){.tell = told_by_table,
                                        .client = person,
                                        .place = &person->place,
                                        .game = &person->game,
                                        .watched = true,
                                        .side = NOBODY};
    person->reading = (struct shared_reading){.tell = told_by_reading,
                                              .save = saves,
                                              .busy = never_busy,
                                              .client = person,
                                              .place = &person->place,
                                              .game = &person->game};
    if (live) {
        struct journal *journal;
        if (journal_open(&journal, person->place.store, name, id, &why) < 0)
            fail_msg("%s", why.text);
        edits_begin(&person->game.edits, live_table_record(&journal->live, name));
        session_begin(&person->game);
        spot_end(session_record(&person->game), &person->game.spot);
        session_reread(&person->game);
        live_table_open(&person->table, journal);
        live_table_begin(&person->table);
        return;
    }
    struct table_open open = {0};
    person->game.store = person->place.store;
    if (table_load(person->game.store, lobby_find(&person->place, id), &open, NULL, &why) < 0)
        fail_msg("%s", why.text);
    person->game.version = open.version;
    edits_begin(&person->game.edits, open.record);
    session_begin(&person->game);
    session_recall(&person->game);
    session_reread(&person->game);
    reading_open(&person->reading);
}

static void leaves(struct person_here *person)
{
    if (!person->here)
        return;
    if (person->table.journal) {
        live_table_part(&person->table, false);
        live_table_clear(&person->table);
    }
    reading_close(&person->reading);
    session_clear(&person->game);
    lobby_leave(&person->place);
}

static void attends(struct person_here *person)
{
    if (person->table.journal)
        live_table_attend(&person->table, true);
    if (!*person->reading.id)
        return;
    reading_attend(&person->reading);
    reading_announce(&person->reading);
}

static void plays(struct person_here *person, const char *text)
{
    struct game_session *game = &person->game;
    struct ply ply = {0};
    struct note why;
    if (!person->table.journal ? !session_may_play(game) : !live_table_may_play(&person->table))
        return;
    if (game->rules->rules->parse(&game->track.now, text, &ply, &why) < 0)
        fail_msg("%s: %s", text, why.text);
    else if (person->table.journal)
        live_table_play(&person->table, &ply);
    else
        session_play(game, &ply);
    ply_free(&ply);
}

static void does_at_table(struct person_here *person, const char *line)
{
    struct live_table *table = &person->table;
    int offered = live_offer_named(strncmp(line, "offer ", 6) ? line : line + 6);
    if (!strcmp(line, "takeback"))
        live_table_take_back(table);
    else if (offered != LIVE_NO_OFFER)
        live_table_propose(table, (enum live_offer_kind)offered);
    else if (!strcmp(line, "accept") || !strcmp(line, "decline"))
        live_table_answer(table, !strcmp(line, "accept"));
    else if (!strcmp(line, "resign"))
        live_table_resign(table);
    else
        plays(person, line);
}

static void does_while_reading(struct person_here *person, const char *line)
{
    struct game_session *game = &person->game;
    struct spot spot = spot_start();
    if (!strcmp(line, "lead"))
        reading_lead(&person->reading);
    else if (!strcmp(line, "sync"))
        reading_sync(&person->reading);
    else if (!strncmp(line, "go ", 3) && spot_go(session_record(game), &spot, atoi(line + 3)))
        session_go(game, &spot);
    else if (!strncmp(line, "comment ", 8) && !session_refuses(game))
        session_comment(game, &(struct session_place){0}, line + 8);
    else if (!strcmp(line, "delete"))
        session_delete(game);
    else if (!strcmp(line, "save"))
        session_save(game, NULL, 0);
    else if (strncmp(line, "comment ", 8) != 0)
        plays(person, line);
}

/* ---------------------------------------------------------------- everybody */

/* A scenario that is being run. */
static struct {
    const struct scenario *scenario;
    char id[ULID_LENGTH + 1]; /* of the game */
    struct person_here person[PEOPLE];
    int people;
    char lines[FIELD_ROOM], *rest; /* what is still to be done */
} run;

static bool is_live(void)
{
    return !*run.scenario->moves;
}

/* Everybody but the one with a client sees what has happened. Twice, since what the second does may
 * concern the first. */
static void all_attend(void)
{
    for (int i = 0; i < 2 * run.people; i++)
        if (run.person[i % run.people].here)
            attends(&run.person[i % run.people]);
}

/* Who acts next, and what; NULL: the scenario is over. */
static struct person_here *next_deed(const char **line)
{
    char *at = strtok_r(NULL, "|", &run.rest);
    if (!at)
        return NULL;
    at = trimmed(at);
    size_t length = strcspn(at, " ");
    *line = at + length + 1;
    for (int i = 0; i < run.people; i++)
        if (strlen(run.person[i].name) == length && !strncmp(run.person[i].name, at, length))
            return &run.person[i];
    fail_msg("%s: nobody is called '%s'", run.scenario->name, at);
    return NULL;
}

/* Wait until somebody without a client has seen that the game is over. */
static void await_the_flag(void)
{
    for (int tries = 0; tries < 6000; tries++) {
        all_attend();
        for (int i = 0; i < run.people; i++)
            if (run.person[i].here && !live_table_on(&run.person[i].table))
                return;
        poll(NULL, 0, 5);
    }
    fail_msg("%s: no flag falls", run.scenario->name);
}

static void does(struct person_here *person, const char *line)
{
    if (is_live())
        does_at_table(person, line);
    else
        does_while_reading(person, line);
}

/* A live game, in which everybody has a seat. */
static void make_live_game(void)
{
    struct ruleset *rules;
    struct note why;
    struct seek seek = {.control = run.scenario->control};
    assert_int_equal(ruleset_open(&rules, run.scenario->variant, NULL, 0, &why), 0);
    seek.rules = rules;
    for (int i = 0; i < run.people; i++) {
        struct lobby_place place;
        enters(&place, run.person[i].name);
        seek.name[i] = i ? "" : run.person[i].name;
        for (int side = 1; side < run.people; side++)
            seek.name[side] = "";
        if ((i ? lobby_sit_down(&place, run.id, &why)
               : lobby_begin_game(&place, &seek, run.id, &why)) < 0)
            fail_msg("%s", why.text);
        lobby_leave(&place);
    }
    ruleset_free(rules);
}

static void make_stored_game(void)
{
    struct record *record = record_new(run.scenario->variant);
    struct version version = {0};
    struct store *store;
    struct note why;
    char moves[FIELD_ROOM], *rest = NULL;
    strcpy(moves, run.scenario->moves);
    for (int i = 0; i < run.people; i++)
        record_set_player(record, side_letter(i), run.person[i].name);
    for (char *ply = strtok_r(moves, " ", &rest); ply; ply = strtok_r(NULL, " ", &rest))
        line_append(&record->moves, ply);
    record_set_text(record, "result.score", "*");
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    if (store_save(store, record, &version, &why) < 0)
        fail_msg("%s", why.text);
    strcpy(run.id, record->id);
    record_free(record);
    store_close(store);
}

/* Begin a scenario in a club of its own. The person with the number `client` has a client, -1:
 * nobody. */
static void begin_run(const struct scenario *scenario, int with_client)
{
    static int clubs;
    struct note why;
    char people[FIELD_ROOM], *rest = NULL;
    memset(&run, 0, sizeof run);
    run.scenario = scenario;
    snprintf(club, sizeof club, "%s/club%d", top, clubs++);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
    strcpy(people, scenario->people);
    for (char *name = strtok_r(people, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        strcpy(run.person[run.people++].name, name);
    if (is_live())
        make_live_game();
    else
        make_stored_game();
    for (int i = 0; i < run.people; i++)
        if (i != with_client)
            comes(&run.person[i], run.id, is_live());
    strcpy(run.lines, scenario->lines);
    run.rest = run.lines;
}

static void assert_stored(const char *with)
{
    struct store *store;
    struct record *record;
    struct note why;
    char got[2000] = "nothing";
    size_t used;
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    store_scan(store, 1000);
    int at = store_find(store, run.id);
    if (at >= 0) {
        assert_int_equal(store_load(store, at, &record, NULL, NULL, &why), 0);
        outcome(record, got, sizeof got);
        used = strlen(got);
        for (int i = 0; i < run.people; i++)
            text_add(got, sizeof got, &used, "%s%s%s", i ? ", " : " (",
                     record_player(record, side_letter(i)), i == run.people - 1 ? ")" : "");
        record_free(record);
    }
    store_close(store);
    if (strcmp(got, run.scenario->record) != 0)
        fail_msg("%s, %s: '%s' instead of '%s'", run.scenario->name, with, got,
                 run.scenario->record);
}

static void end_run(const char *with)
{
    for (int i = 0; i < run.people; i++)
        leaves(&run.person[i]);
    assert_stored(with);
}

/* ---------------------------------------------------------------- the session alone */

static void the_session_comes_to_the_record(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        const char *line;
        struct person_here *person;
        begin_run(&scenarios[i], -1);
        all_attend();
        while ((person = next_deed(&line))) {
            if (strcmp(line, "flag") != 0)
                does(person, line);
            else
                await_the_flag();
            all_attend();
        }
        end_run("session");
    }
}

/* ---------------------------------------------------------------- one in plain mode */

/* The person in plain mode has seen all that has happened whenever the next line is read. So the
 * others act while it is awaited, and an empty line lets plain mode look again. */
static bool looked;
static int opening; /* how many lines have opened the game */

static const char *next_line(void)
{
    static const char *const live[] = {"games", "join 1"}, *const stored[] = {"list", "open 1"};
    struct person_here *person;
    const char *line;
    if (opening < 2)
        return (is_live() ? live : stored)[opening++];
    for (;;) {
        all_attend();
        looked = !looked;
        if (looked)
            return "";
        person = next_deed(&line);
        if (!person)
            return NULL;
        if (!strcmp(line, "flag"))
            await_the_flag();
        else if (person->here)
            does(person, line);
        else
            return line;
    }
}

static ssize_t type_on(void *cookie, char *buffer, size_t size)
{
    (void)cookie;
    const char *line = next_line();
    return line ? snprintf(buffer, size, "%s\n", line) : 0;
}

static void plain_mode_comes_to_the_record(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++)
        for (int who = 0; who == 0 || who < run.people; who++) {
            begin_run(&scenarios[i], who);
            struct plain_options options = {
                .lobby = club, .name = run.person[who].name, .today = "2026-11-21"};
            char *answer = NULL, with[4000];
            size_t size;
            looked = false;
            opening = 0;
            FILE *in = fopencookie(NULL, "r", (cookie_io_functions_t){.read = type_on}),
                 *out = open_memstream(&answer, &size);
            int status = plain_run(&options, in, out);
            fclose(in);
            fclose(out);
            snprintf(with, sizeof with, "%s in plain mode:\n%s\n", run.person[who].name, answer);
            free(answer);
            assert_int_equal(status, 0);
            end_run(with);
        }
}

/* ---------------------------------------------------------------- one at the screen */

static void press(struct app *app, const char *keys)
{
    while (*keys)
        app_key(app, key_read(&keys));
}

/* What is pressed for a line of plain mode. */
static void does_on_screen(struct app *app, const char *line)
{
    static const struct {
        const char *line, *keys;
    } table[] = {
        {"draw", ":offer-draw<Enter>"},
        {"offer abort", ":offer-abort<Enter>"},
        {"offer pause", ":offer-pause<Enter>"},
        {"offer swap", ":offer-swap<Enter>"},
        {"offer resume", ":go-on<Enter>"},
        {"takeback", ":take-back<Enter>"},
        {"accept", ":accept<Enter>"},
        {"decline", ":decline<Enter>"},
        {"resign", ":resign<Enter>"},
        {"lead", ":lead<Enter>"},
        {"sync", ":sync<Enter>"},
        {"delete", ":delete<Enter>"},
        {"save", ":w<Enter>"},
    };
    size_t at = 0;
    while (at < COUNT_OF(table) && strcmp(table[at].line, line) != 0)
        at++;
    if (at < COUNT_OF(table)) {
        press(app, table[at].keys);
    } else if (!strncmp(line, "go ", 3)) {
        press(app, "gg");
        for (int plies = atoi(line + 3); plies > 0; plies--)
            press(app, "l");
    } else if (!strncmp(line, "comment ", 8)) {
        press(app, "c");
        press(app, line + 8);
        press(app, "<Esc>");
    } else {
        press(app, "m");
        press(app, line);
        press(app, "<Enter>");
    }
    if (!app_at_rest(app, app_top(app))) /* a question */
        press(app, "y");
}

static void app_attends(struct app *app)
{
    enum { MOMENT = 1000 /* longer than the screen waits before it announces or looks again */ };
    app_hear(app);
    app_advance(app, MOMENT);
    app_hear(app);
}

static void the_screen_comes_to_the_record(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++)
        for (int who = 0; who == 0 || who < run.people; who++) {
            begin_run(&scenarios[i], who);
            struct app *app = app_new(&(struct app_options){.charset = CHARSET_ASCII,
                                                            .user = run.person[who].name,
                                                            .fixed_time = "2026-11-21T12:00:00"});
            struct lobby_place place;
            struct person_here *person;
            const char *line;
            char with[80];
            enters(&place, run.person[who].name);
            assert_true(lobby_open_table(app, &place, run.id));
            do {
                app_attends(app);
                all_attend();
                app_attends(app);
                person = next_deed(&line);
                if (person && !strcmp(line, "flag"))
                    await_the_flag();
                else if (person && person->here)
                    does(person, line);
                else if (person)
                    does_on_screen(app, line);
            } while (person);
            app_free(app);
            lobby_leave(&place);
            snprintf(with, sizeof with, "%s at the screen", run.person[who].name);
            end_run(with);
        }
}

int main(void)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test(the_session_comes_to_the_record),
        cmocka_unit_test(plain_mode_comes_to_the_record),
        cmocka_unit_test(the_screen_comes_to_the_record),
    };
    return run_on_both(both, COUNT_OF(both), NULL, 0, begin, end);
}
