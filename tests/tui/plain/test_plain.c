/* test_plain.c - plain mode: the transcripts of tests/plain, and what no transcript shows.
 *
 * A transcript starts with a line `$ ARGUMENTS` (a path below the sources, or `new VARIANT`); lines
 * that start with `> ` are typed, all others are the expected output. Those named game_ play a
 * whole game from its opening, save it, find it again, read it and annotate it. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/import/import.h"
#include "archive/store/store.h"
#include "tui/plain/plain.h"
#include "tui/session/archive/games.h"
#include "tui/commands/commands.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char home[256];

/* Run a dialogue on the typed lines. The caller frees the output. */
static char *dialogue(const struct plain_options *given, const char *typed, int *status)
{
    struct plain_options options = *given;
    char *answer = NULL;
    size_t size = 0;
    FILE *in =
        fmemopen((void *)(uintptr_t)(*typed ? typed : "\n"), *typed ? strlen(typed) : 1, "r");
    FILE *out = open_memstream(&answer, &size);
    assert_non_null(in);
    assert_non_null(out);
    options.today = "2026-01-31";
    *status = plain_run(&options, in, out);
    fclose(in);
    fclose(out);
    return answer;
}

/* Report where two texts start to differ, with these lines. */
static void assert_same_text(const char *name, const char *wanted, const char *got)
{
    int line = 1;
    const char *w = wanted, *g = got;
    while (*w && *w == *g) {
        line += *w == '\n';
        w++;
        g++;
    }
    if (!*w && !*g)
        return;
    while (w > wanted && w[-1] != '\n')
        w--, g--;
    fail_msg("%s, line %d:\n  wanted: %.*s\n  got:    %.*s", name, line + 1, (int)strcspn(w, "\n"),
             w, (int)strcspn(g, "\n"), g);
}

/* Write a transcript anew after a change of sentences. Read the difference before you commit it. */
static void update_transcript(const char *path, const char *first, const char *got)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "$ %s\n%s", first, got);
    assert_int_equal(fclose(file), 0);
}

/* Each transcript has its own data folder, with only its own games. PLAIN_UPDATE=1 writes those
 * that differ. */
static void run_transcript(const char *folder, const char *name)
{
    char path[2 * PATH_MAX], place[PATH_MAX], first[200], data[512];
    int status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    size_t size, used = 0;
    char *wanted = read_file(path, &size);
    size += 2;
    char *typed = memory_new(size, 1);
    struct plain_options options = {.prompt = true, .echo = true, .user = "ana"};
    size_t length = strcspn(wanted, "\n");
    assert_true(!strncmp(wanted, "$ ", 2) && length < sizeof first);
    memcpy(first, wanted + 2, length - 2);
    first[length - 2] = '\0';
    if (!strncmp(first, "new ", 4)) {
        options.variant = first + 4;
    } else {
        snprintf(place, sizeof place, "%s/%s", getenv("CHESSCADE_SOURCE"), first);
        options.path = place;
    }
    for (const char *at = wanted + length + 1, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        assert_non_null(end);
        if (!strncmp(at, "> ", 2))
            text_add(typed, size, &used, "%.*s", (int)(end - at - 1), at + 2);
    }
    snprintf(data, sizeof data, "%s/%.200s", home, name);
    setenv("XDG_DATA_HOME", data, 1);
    char *got = dialogue(&options, typed, &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (getenv("PLAIN_UPDATE") && strcmp(wanted + length + 1, got) != 0)
        update_transcript(path, first, got);
    else
        assert_same_text(name, wanted + length + 1, got);
    assert_int_equal(status, 0);
    free(got);
    free(typed);
    free(wanted);
}

static void transcripts_are_as_written(void **state)
{
    char folder[PATH_MAX];
    struct dirent **entry;
    int ran = 0;
    (void)state;
    snprintf(folder, sizeof folder, "%s/tests/plain", getenv("CHESSCADE_SOURCE"));
    int n = scandir(folder, &entry, NULL, alphasort);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name, *dot = strrchr(name, '.'),
                   *only = getenv("CHESSCADE_PLAIN");
        if (dot && !strcmp(dot, ".txt") && (!only || strstr(name, only))) {
            run_transcript(folder, name);
            ran++;
        }
        free(entry[i]);
    }
    free(entry);
    assert_true(ran > 0);
}

/* Whatever is typed or read from a file, the output has no control characters except line feeds. */
static void assert_clean(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((*c < 0x20 && *c != '\n') || *c == 0x7F)
            fail_msg("a control character %02x at byte %d", *c,
                     (int)(c - (const unsigned char *)text));
    assert_null(strstr(text, "\xe2\x80\xae")); /* right-to-left override */
    assert_null(strstr(text, "\xc2\x9b"));     /* CSI as one character */
}

static void typed_rubbish_is_cleaned(void **state)
{
    static const char *const lines[] = {
        "\033[2J\033]0;gone\007",
        "comment \033[31mred\xe2\x80\xae",
        "open \033",
        "new \x9b",
        "list \"",
        "list (((",
        "p",
        "p ''",
        "s",
        "s 99",
        "s -1",
        "o",
        "o z99",
        "m",
        "x \xff\xfe",
        "d e",
        "go -1",
        "go 99999999999999999999",
        "next x",
        "line 0",
        "lift",
        "lift e9",
        "to e4",
        "choose 0",
        "choose 999",
        "turn-piece up",
        "nag",
        "nag 9999",
        "mark",
        "mark e4 pink",
        "arrow e2",
        "help \033c",
        "rules \033c",
        "archive \033c",
        "new classical a=b",
        "new classical =",
        "\x80\x81",
        "move-up",
        "move-up 1",
        "move-down x \xff",
        "move-down 1 \033[2J",
        "name-game",
        "name-game 1 2",
        "rename",
        "rename \033c x",
        "rename 1 \xe2\x80\xae",
        "delete-collection",
        "delete-collection \033c",
        "lead",
        "sync",
        "search-keys \033c",
        "search-keys variant: \xff",
        "trash -1",
        "trash \033c",
        "set \033[2J",
        "replace",
        "replace \xff",
        "graft",
        "history -1",
        "history 99",
        "layer \033[31m off",
        "layer  merge here",
        "merge 0",
        "merge -1",
        "statistics \"",
        "duplicates (((",
        "collect \033[2J",
        "collect-listed \xff",
        "keep \xe2\x80\xae",
        "collection \033c",
        "collection 99999999999999999999",
        "take-out 1",
        "take-out x \xff",
        "export",
        "export /",
        "import /nowhere\033[2J",
        "import",
        "follow \033c",
        "e2-e9",
        "....",
        "=",
        "0",
        "-1",
        "999999999999",
    };
    struct plain_options options = {.variant = "classical"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char typed[300];
        int status;
        snprintf(typed, sizeof typed, "%s\nchoices\n%s\nquit\nquit\n", lines[i], lines[i]);
        char *got = dialogue(&options, typed, &status);
        assert_int_equal(status, 0);
        assert_clean(got);
        free(got);
    }
}

static void a_long_line_is_refused(void **state)
{
    enum { LONG = 1 << 20 };
    struct plain_options options = {.variant = "classical"};
    char *typed = memory_new(LONG + 40, 1);
    int status;
    (void)state;
    memset(typed, 'a', LONG);
    snprintf(typed + LONG, 40, "\ne4\nquit\nquit\n");
    char *got = dialogue(&options, typed, &status);
    assert_non_null(strstr(got, "This line is longer than 65535 bytes and was not read."));
    assert_non_null(strstr(got, "Ply 1, White: e4.")); /* the rest of it was not read as a ply */
    free(got);
    free(typed);
}

static void ascii_terminals_get_ascii(void **state)
{
    struct plain_options options = {.variant = "classical", .ascii = true};
    int status;
    (void)state;
    char *got = dialogue(&options, "e4\ncomment tr\xc3\xa8s bien \xe2\x99\x9e\ntell\nquit\nquit\n",
                         &status);
    assert_non_null(strstr(got, "tr?s bien ?."));
    for (const unsigned char *c = (const unsigned char *)got; *c; c++)
        assert_true(*c < 0x80);
    free(got);
}

/* Plain mode draws nothing unasked: the rules do not start with a picture of the board. */
static void rules_do_not_start_with_a_picture(void **state)
{
    static const char *const variants[] = {"classical", "one"};
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct plain_options options = {.variant = variants[i]};
        int status;
        char *got = dialogue(&options, "last\nrules\nquit\n", &status);
        assert_non_null(strstr(got, "This is the start of the game; there is no last ply."));
        assert_non_null(strstr(got, "played by 2 on a board of"));
        assert_null(strstr(got, "a  b  c"));
        free(got);
    }
}

/* Unsaved changes are restored. */
static void drafts_are_restored(void **state)
{
    struct plain_options options = {.variant = "classical"};
    struct store *store;
    struct note why;
    char path[PATH_MAX];
    char(*ids)[ULID_LENGTH + 1];
    int status;
    (void)state;
    free(dialogue(&options, "new classical white=Keeper\nd4\n", &status));
    snprintf(path, sizeof path, "%s/chesscade/games", home);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    int n = store_drafts(store, &ids), found = 0;
    for (int i = 0; i < n; i++) {
        struct record *record;
        struct version version;
        assert_int_equal(store_draft_load(store, ids[i], &record, &version, &why), 0);
        found += !strcmp(record_player(record, 'w'), "Keeper") && record->moves.n == 1;
        record_free(record);
    }
    assert_int_equal(found, 1);
    free(ids);
    store_close(store);
}

/* A bookmark opens the archive of its game, and says so if the game is no longer there. */
static void a_bookmark_leads_to_another_archive(void **state)
{
    struct plain_options options = {0};
    char first[PATH_MAX], second[PATH_MAX], typed[PATH_MAX + 200];
    struct store *store;
    struct note why;
    int status;
    (void)state;
    snprintf(first, sizeof first, "%s/first-club", home);
    snprintf(second, sizeof second, "%s/second-club", home);
    assert_int_equal(store_create(first, "First Club", &why), 0);
    assert_int_equal(store_create(second, "Second Club", &why), 0);
    snprintf(typed, sizeof typed, "import %s\nopen 1\ngo 3\nbookmark\nquit\n",
             source_file("tests/screens/club.yaml"));
    options.path = first;
    char *got = dialogue(&options, typed, &status);
    if (!strstr(got, "Bookmark set"))
        fail_msg("%s", got);
    free(got);
    options.path = second;
    got = dialogue(&options, "bookmarks 1\nquit\n", &status);
    char *at = got;
    static const char *const told[] = {"Second Club is open", "First Club is open", "Ply 3, "};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (!(at = strstr(at, told[i])))
            fail_msg("'%s' is not told in its order: %s", told[i], got);
    free(got);
    assert_int_equal(store_open(&store, first, NULL, &why), 0);
    store_scan(store, INT_MAX);
    while (store_count(store)) {
        char id[ULID_LENGTH + 1];
        snprintf(id, sizeof id, "%s", store_listing(store, 0)->id);
        assert_int_equal(games_remove(store, id, NULL, &why), 0);
    }
    store_close(store);
    got = dialogue(&options, "bookmarks 1\nquit\n", &status);
    if (!strstr(got, "The game of this bookmark is no longer in /") ||
        strstr(got, "First Club is open"))
        fail_msg("%s", got);
    free(got);
}

/* A game that was never saved is listed, and can be resumed. */
static void unsaved_games_can_be_resumed(void **state)
{
    struct plain_options options = {0};
    char archive[PATH_MAX];
    struct note why;
    int status;
    (void)state;
    snprintf(archive, sizeof archive, "%s/never", home);
    options.path = archive;
    assert_int_equal(store_create(archive, "Never", &why), 0);
    free(dialogue(&options, "new classical white=Waiter\nf3\ne5\ng4\nQh4\n", &status));
    char *got = dialogue(&options, "drafts\nresume 2\nresume 1\nundo\nQe7\nsave\nquit\n", &status);
    const char *at = got;
    static const char *const told[] = {"One game has unsaved changes",
                                       "1, classical, Waiter against",
                                       "not saved",
                                       "Give a number",
                                       "undo them one by one",
                                       "checkmate",
                                       "Undone: the ply Qh4",
                                       "Ply 3, White: g4",
                                       "Ply 4, Black: Qe7",
                                       "Saved as revision 1"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (!(at = strstr(at, told[i])))
            fail_msg("'%s' is not told in its order: %s", told[i], got);
    free(got);
    options.path = NULL; /* the user's own archive has only that game, and it is found */
    snprintf(archive, sizeof archive, "%s/own", home);
    setenv("XDG_DATA_HOME", archive, 1);
    free(dialogue(&options, "new classical white=Waiter\nd4\n", &status));
    got = dialogue(&options, "drafts\nresume 1\nsave\nresume\nlist\nquit\n", &status);
    if (!strstr(got, "There are no games with unsaved changes"))
        fail_msg("it is not said that nothing is left: %s", got);
    if (!strstr(got, "1, classical, Waiter against") || !strstr(got, "Saved as revision 1") ||
        !strstr(got, "Game 1: Waiter against"))
        fail_msg("the game is not found again: %s", got);
    setenv("XDG_DATA_HOME", home, 1);
    free(got);
}

/* A game without player names is listed by its title. */
static void games_without_names_are_listed_by_title(void **state)
{
    struct plain_options options = {0};
    char file[PATH_MAX];
    int status;
    (void)state;
    snprintf(file, sizeof file, "%s/nameless.pgn", home);
    static const char pgn[] =
        "[Event \"A study\"]\n\n1. e4 *\n\n[White \"Ana\"]\n\n1. d4 *\n\n1. c4 *\n";
    write_file(file, pgn, sizeof pgn - 1);
    options.path = file;
    char *got = dialogue(&options, "list\nquit\n", &status);
    if (!strstr(got, "Game 1: A study, classical") ||
        !strstr(got, "Game 2: Ana against somebody") ||
        !strstr(got, "Game 3: somebody against somebody"))
        fail_msg("%s", got);
    free(got);
    static const char yaml[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'triangle-corners-3'\nnotation: 'long'\nplayers:\n"
        "- {side: 'w', name: 'Ana'}\n- {side: 'b', name: '?'}\n- {side: 'r', name: 'Cle'}\nmoves:\n- 'Pd3-d4'\n---\n"
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HD'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: '?'}\n- {side: 'b', name: '?'}\nevent: {name: 'A study'}\nmoves:\n- 'e4'\n";
    snprintf(file, sizeof file, "%s/nameless.yaml", home);
    write_file(file, yaml, sizeof yaml - 1);
    free(dialogue(&options,
                  "open 1\nnext\ncomment c\nclose\nclose\nopen 2\nnext\ncomment c\nclose\nclose\n",
                  &status));
    got = dialogue(&options, "drafts\nquit\n", &status);
    if (!strstr(got, ", triangle-corners-3, Ana, somebody and Cle, 1 ply: ") ||
        !strstr(got, ", classical, A study, 1 ply: "))
        fail_msg("drafts are not told as the games are: %s", got);
    free(got);
}

/* ... and can be undone one change at a time, and redone; after undoing all of it there is no
 * draft. */
static void changes_can_be_undone_after_a_restart(void **state)
{
    struct plain_options options = {0};
    char archive[PATH_MAX], games[PATH_MAX];
    struct import_report report;
    struct store *store;
    struct note why;
    char(*ids)[ULID_LENGTH + 1];
    int status;
    (void)state;
    snprintf(archive, sizeof archive, "%s/again", home);
    snprintf(games, sizeof games, "%s", source_file("tests/screens/club.yaml"));
    assert_int_equal(store_create(archive, "Again", &why), 0);
    assert_int_equal(store_open(&store, archive, NULL, &why), 0);
    assert_int_equal(import_file(store, games, &(struct import_options){0}, &report, &why), 0);
    options.path = archive;
    free(dialogue(&options, "open 1\nnext\ncomment one\nnag !\nundo\nnag ?\n", &status));
    char *got = dialogue(&options, "open 1\nundo\nundo\nredo\nredo\nquit\nquit\n", &status);
    const char *at = got;
    static const char *const told[] = {"undo them one by one", "Undone: ? on ply 1, White: e4",
                                       "Undone: comment on ply 1", "Redone: comment on ply 1",
                                       "Redone: ? on ply 1"};
    for (int i = 0; i < 5; i++)
        if (!(at = strstr(at, told[i])))
            fail_msg("'%s' is not told in its order: %s", told[i], got);
    free(got);
    got = dialogue(&options, "open 1\nundo\nundo\nundo\nquit\n", &status);
    assert_non_null(strstr(got, "There is nothing to undo"));
    assert_null(strstr(got, "There are unsaved changes"));
    free(got);
    int n = store_drafts(store, &ids);
    /* Those of the other tests are not of this archive. */
    /* Those of the other tests do not belong to this archive */
    for (int i = 0; i < n; i++)
        assert_int_equal(store_find(store, ids[i]), -1);
    free(ids);
    store_close(store);
}

static int begin(void **state)
{
    (void)state;
    if (!make_folder(home, "plain"))
        return -1;
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    setenv("CHESSCADE_DATA", getenv("CHESSCADE_SOURCE"), 1);
    return 0;
}

/* tests/screens/club.yaml: Adams won with e4. */
static void openings_are_counted(void **state)
{
    int status;
    (void)state;
    struct plain_options options = {.path = source_file("tests/screens/club.yaml"),
                                    .today = "2026-01-31"};
    char *got =
        dialogue(&options, "openings adams\nopen 1\nstart\nnext\nopenings\nquit\n", &status);
    assert_non_null(
        strstr(got, "classical, e4: 1 game, White scores 100.0 %: 1 won, 0 drawn, 0 lost."));
    assert_non_null(strstr(got, "e5: 1 game, Black scores 0.0 %: 0 won, 0 drawn, 1 lost."));
    free(got);
}

/* A game can be exported to a new file beside the archive and imported again; restricted users
 * cannot. */
static void games_can_be_exported_and_imported(void **state)
{
    struct plain_options options = {0};
    char archive[PATH_MAX], file[PATH_MAX], typed[7 * PATH_MAX];
    struct note why;
    size_t size;
    int status;
    (void)state;
    snprintf(archive, sizeof archive, "%s/taken", home);
    snprintf(file, sizeof file, "%.200s/out.pgn", home);
    assert_int_equal(store_create(archive, "Taken", &why), 0);
    options.path = archive;
    snprintf(typed, sizeof typed,
             "import %s\nlist\nopen 1\nexport %s\nexport %s\nexport %s.odt\nexport\ncopy-text\n"
             "copy-text %s\nimport\nimport %s\nimport /nowhere\nquit\n",
             source_file("tests/screens/club.yaml"), file, file, file, file, home);
    char *got = dialogue(&options, typed, &status);
    const char *at = got;
    static const char *const told[] = {
        "Imported: 3 games",
        "1 could not be read",
        "There are 3 games",
        "The game is copied to ",
        "exists already; give another name",
        "The game as YAML (.pgn .html .md .txt are other forms) is copied to ",
        "Give the name of a new file: export FILE",
        "Give the name of a new file: copy-text FILE",
        "out.pgn exists already; give another name",
        "Give the name of a PGN or YAML file",
        "cannot be read: it is a folder",
        "/nowhere cannot be read: No such file"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (!(at = strstr(at, told[i])))
            fail_msg("'%s' is not told in its order: %s", told[i], got);
    free(got);
    char *text = read_file(file, &size);
    assert_true(!strncmp(text, "[Event \"Club evening\"]\n", 23) && strstr(text, "1-0\n"));
    free(text);
    snprintf(typed, sizeof typed, "import %s\nimport %s\nlist\nquit\n", file, file);
    got = dialogue(&options, typed, &status);
    if (!strstr(got, "Imported: 1 game.") || !strstr(got, "imported before; nothing was added") ||
        !strstr(got, "There are 4 games"))
        fail_msg("%s", got);
    free(got);
    options.path = NULL; /* the samples are open */
    snprintf(archive, sizeof archive, "%s/first", home);
    setenv("XDG_DATA_HOME", archive, 1);
    snprintf(typed, sizeof typed, "import %s\nlist\nquit\n", file);
    got = dialogue(&options, typed, &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "Your own archive is open now") || !strstr(got, "Imported: 1 game.") ||
        !strstr(got, "There is 1 game."))
        fail_msg("%s", got);
    free(got);
    snprintf(archive, sizeof archive, "%s/taken", home);
    options.path = archive;
    options.restricted = true;
    snprintf(typed, sizeof typed, "import %s\nopen 1\nexport %s.2\nquit\n", file, file);
    got = dialogue(&options, typed, &status);
    if (!strstr(got, "Only the archive's owner can import games") ||
        !strstr(got, "You cannot write files here"))
        fail_msg("%s", got);
    free(got);
}

/* Without games of their own, users see the samples; a game they start is theirs all the same. */
static void a_new_game_belongs_to_the_user(void **state)
{
    struct plain_options options = {0};
    char own[PATH_MAX];
    int status;
    (void)state;
    snprintf(own, sizeof own, "%s/no_sample", home);
    setenv("XDG_DATA_HOME", own, 1);
    char *got = dialogue(&options, "new classical white=Novice\ne4\nsave\nlist\nquit\n", &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "Your own archive is open now") || !strstr(got, "Saved as revision 1") ||
        !strstr(got, "There is 1 game."))
        fail_msg("%s", got);
    free(got);
}

/* Where no archive of the user's own can be made, a game that is begun is in none. */
static void a_game_without_an_archive_is_compared(void **state)
{
    struct plain_options options = {.variant = "classical"};
    int status;
    (void)state;
    setenv("XDG_DATA_HOME", "/dev/null/no_folder", 1);
    char *got = dialogue(&options, "new classical\ne4\ndiff all\nquit\nquit\n", &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "This game cannot be saved anywhere") || !strstr(got, "+- 'e4'\n"))
        fail_msg("%s", got);
    free(got);
}

/* An import that is refused leaves the open archive and what was listed as they are. */
static void a_refused_import_leaves_the_archive(void **state)
{
    static const char list[] = "There are ";
    struct plain_options options = {0};
    char own[PATH_MAX];
    int status;
    (void)state;
    snprintf(own, sizeof own, "%s/no_import", home);
    setenv("XDG_DATA_HOME", own, 1);
    char *got = dialogue(&options, "list\nimport /nowhere.pgn\nmore\nlist\nquit\n", &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "/nowhere.pgn cannot be read") || strstr(got, "Your own archive is open") ||
        strstr(got, "There are no more games in the list") || !strstr(got, list) ||
        !strstr(strstr(got, list) + 1, list))
        fail_msg("%s", got);
    free(got);
    setenv("XDG_DATA_HOME", "/dev/null/no_folder", 1); /* there is no own archive */
    char typed[PATH_MAX + 40];
    snprintf(typed, sizeof typed, "import %s\nlist\nquit\n",
             source_file("tests/screens/club.yaml"));
    got = dialogue(&options, typed, &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "cannot be saved anywhere") || !strstr(got, list))
        fail_msg("%s", got);
    free(got);
}

/* If the user has no archive, no draft is kept, and the messages do not speak of a draft. */
static void changes_that_nothing_keeps_are_said_to_be_lost(void **state)
{
    struct plain_options options = {.variant = "classical"};
    int status;
    (void)state;
    setenv("XDG_DATA_HOME", "/dev/null/no_folder", 1);
    char *got = dialogue(&options, "new classical\ne4\nquit\nlist\n", &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "or \"quit\" again to lose the changes.") ||
        !strstr(got, "The input has ended; unsaved changes are lost.") || strstr(got, "a draft."))
        fail_msg("%s", got);
    free(got);
}

static void a_game_reopens_at_the_ply_last_read(void **state)
{
    static const char left[] =
        "This is where you left the game; type \"start\" to go to its beginning";
    static const struct {
        const char *typed;
        bool there; /* ply 2 of the first game */
    } sessions[] = {{"open 1\nstart\nquit\n", true},
                    {"open 1\nnext\nnext\nopen 2\nquit\n", false},
                    {"open 1\nquit\n", true},
                    {"open 1\nstart\nquit\n", true},
                    {"open 1\nquit\n", false}};
    struct plain_options options = {.path = source_file("tests/screens/club.yaml"),
                                    .today = "2026-01-31"};
    (void)state;
    for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++) {
        int status;
        char *got = dialogue(&options, sessions[i].typed, &status);
        if (i > 0 && (strstr(got, left) != NULL) != sessions[i].there)
            fail_msg("session %d: %s", (int)i, got);
        if (i > 0 && sessions[i].there)
            assert_non_null(strstr(got, "Ply 2, Black:"));
        free(got);
    }
}

/* Games of a pack come after all others, so a new game changes their numbers: a number of the
 * last list must not open another game. */
static void listed_numbers_are_not_reused(void **state)
{
    enum { GAMES = 25 };
    struct import_options import = {.pack = "some"};
    struct import_report report = {0};
    struct plain_options options = {.user = "ana"};
    char archive[PATH_MAX], file[PATH_MAX], games[GAMES * 40] = "";
    struct store *store;
    struct note why;
    size_t used = 0;
    int status;
    (void)state;
    snprintf(archive, sizeof archive, "%s/listed", home);
    snprintf(file, sizeof file, "%.200s/some.pgn", home);
    for (int i = 0; i < GAMES; i++)
        text_add(games, sizeof games, &used, "[White \"W%d\"]\n\n1. e4 *\n\n", i);
    write_file(file, games, used);
    assert_int_equal(store_create(archive, "Listed", &why), 0);
    assert_int_equal(store_open(&store, archive, NULL, &why), 0);
    assert_int_equal(import_file(store, file, &import, &report, &why), 0);
    store_close(store);
    options.path = archive;
    char *got = dialogue(
        &options, "list W\nnew classical\ne4\nsave\nmore\ncollect-listed All\nquit\n", &status);
    if (!strstr(got, "There are 5 more") || !strstr(got, "Saved as revision 1") ||
        strstr(got, "Game 21") || !strstr(got, "The games have new numbers now") ||
        !strstr(got, "No games are listed"))
        fail_msg("%s", got);
    free(got);
}

/* Only the known parts of a date are spoken, not 1858-??-??. */
static void dates_are_spoken_as_far_as_known(void **state)
{
    static const char games[] = "[White \"A\"]\n[Date \"1858.??.??\"]\n\n1. e4 *\n\n"
                                "[White \"B\"]\n[Date \"1858.11.??\"]\n\n1. d4 *\n\n"
                                "[White \"C\"]\n[Date \"????.??.??\"]\n\n1. c4 *\n\n";
    struct plain_options options = {0};
    char file[PATH_MAX], own[PATH_MAX], typed[PATH_MAX + 100];
    int status;
    (void)state;
    snprintf(file, sizeof file, "%.200s/dates.pgn", home);
    snprintf(own, sizeof own, "%.200s/dates", home);
    write_file(file, games, strlen(games));
    snprintf(typed, sizeof typed, "import %s\nlist\nopen 1\nquit\n", file);
    setenv("XDG_DATA_HOME", own, 1);
    char *got = dialogue(&options, typed, &status);
    setenv("XDG_DATA_HOME", home, 1);
    if (!strstr(got, "classical, 1858, 1 ply") || !strstr(got, "classical, 1858-11, 1 ply") ||
        strchr(got, '?') || !strstr(got, "C against somebody, classical, 1 ply") ||
        !strstr(got, "This is a game of Classical Chess, 1858.\n"))
        fail_msg("%s", got);
    free(got);
}

static int leave_home(void **state)
{
    (void)state;
    remove_folder(home);
    return 0;
}

/* Each command that tui/commands/command_table.h gives to plain mode has a function, is in its
 * help, and is known by the names that the screen has for it. */
static void every_command_of_the_table_is_there(void **state)
{
    struct plain_options options = {.variant = "classical"};
    int status;
    (void)state;
    char *help = dialogue(&options, "help\nquit\n", &status);
    for (int c = REQ_NONE + 1; c < COMMANDS; c++) {
        char word[COMMAND_WORD_ROOM], line[COMMAND_WORD_ROOM + 2];
        const char *at = help;
        if (!command_row((enum request)c)->words)
            continue;
        snprintf(line, sizeof line, "\n%s", command_word((enum request)c, word));
        while ((at = strstr(at, line)) && !strchr(" :,", at[strlen(line)]))
            at++;
        if (!at)
            fail_msg("plain mode has no command %s", word);
    }
    free(help);
    char *told = dialogue(
        &options, "e4\nstep-back\ntake-mine\nFORK-PREVIOUS\nhelp trial\nquit\nquit\n", &status);
    assert_non_null(strstr(told, "\nThis is the start of the game.\nWhite is to move.\n"));
    assert_non_null(strstr(told, "There are no variations in that direction"));
    assert_non_null(strstr(told, "\ntry [keep]: start a trial"));
    assert_null(strstr(told, "no command"));
    free(told);
}

/* Within a game the rules are shown with its options, and a custom board by its name. */
static void rules_follow_the_options_of_the_game(void **state)
{
    static const char *const rows[][2] = {
        {"turnover siege=lose",
         "here, is played by 2 on a board of 8x8.\nLeave the opponent without a Castle, or besiege"},
        {"custom:size=7;ranks=R..K..R;name=Bare", "\nBare, called custom here,"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char typed[120];
        int status;
        snprintf(typed, sizeof typed, "new %s\nrules\nquit\nquit\n", rows[i][0]);
        char *told = dialogue(&(struct plain_options){.variant = "classical"}, typed, &status);
        assert_non_null(strstr(told, rows[i][1]));
        free(told);
    }
}

/* The rules are spoken without what only eyes understand: columns, pictures, signs of headings
 * and quotation. */
static void rules_are_spoken_without_layout(void **state)
{
    static const char *const variants[] = {
        "classical", "one", "turning-rookies", "turnover", "triangle-unicorns", "grand-triangle"};
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct plain_options options = {.variant = "classical", .ascii = true};
        char typed[100];
        int status;
        snprintf(typed, sizeof typed, "rules %s all\nquit\nquit\n", variants[i]);
        char *told = dialogue(&options, typed, &status);
        assert_non_null(strstr(told, "Who made it")       ? told
                        : strstr(told, "Who invented it") ? told
                                                          : strstr(told, "Neighbours"));
        static const char *const seen[] = {"  ",   "`",    "/\\", "----", "\n#",
                                           " -- ", "\n |", ",.",  ". . ."};
        for (size_t k = 0; k < sizeof seen / sizeof *seen; k++)
            if (strstr(told, seen[k]))
                fail_msg("the rules of %s: %.100s", variants[i], strstr(told, seen[k]));
        for (const char *at = told; *at; at++)
            assert_in_range((unsigned char)*at, '\n', '~');
        free(told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcripts_are_as_written),
        cmocka_unit_test(every_command_of_the_table_is_there),
        cmocka_unit_test(dates_are_spoken_as_far_as_known),
        cmocka_unit_test(rules_are_spoken_without_layout),
        cmocka_unit_test(rules_follow_the_options_of_the_game),
        cmocka_unit_test(typed_rubbish_is_cleaned),
        cmocka_unit_test(a_long_line_is_refused),
        cmocka_unit_test(ascii_terminals_get_ascii),
        cmocka_unit_test(rules_do_not_start_with_a_picture),
        cmocka_unit_test(drafts_are_restored),
        cmocka_unit_test(unsaved_games_can_be_resumed),
        cmocka_unit_test(games_without_names_are_listed_by_title),
        cmocka_unit_test(changes_can_be_undone_after_a_restart),
        cmocka_unit_test(openings_are_counted),
        cmocka_unit_test(games_can_be_exported_and_imported),
        cmocka_unit_test(a_refused_import_leaves_the_archive),
        cmocka_unit_test(a_new_game_belongs_to_the_user),
        cmocka_unit_test(a_game_without_an_archive_is_compared),
        cmocka_unit_test(changes_that_nothing_keeps_are_said_to_be_lost),
        cmocka_unit_test(a_game_reopens_at_the_ply_last_read),
        cmocka_unit_test(listed_numbers_are_not_reused),
        cmocka_unit_test(a_bookmark_leads_to_another_archive),
    };
    return cmocka_run_group_tests_name("plain mode", tests, begin, leave_home);
}
