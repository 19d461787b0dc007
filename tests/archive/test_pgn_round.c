/* test_pgn_round.c - PGN round trips: neither import, export, import nor export, import changes
 * anything. */
#include "tests/support/pgn_texts.h"
#include "tests/support/random_record.h"

#include "archive/record/edit.h"
#include "archive/replay/replay.h"
#include "archive/store/store.h"
#include "archive/yaml/yaml_read.h"
#include "archive/yaml/yaml_write.h"

#include <dirent.h>
#include <utf8proc.h>

/* Import, export and import a text: the records must be the same. Returns the number of games. */
static int round_trip(const char *name, const char *text, size_t length,
                      struct record_counts *total)
{
    struct pgn_reader reader;
    pgn_begin(&reader, text, length);
    for (struct record *record; (record = pgn_next(&reader));) {
        char *written = pgn_write(record), *before, *after;
        struct record *again = first_game(written);
        assert_non_null(again);
        struct value notes = {0};
        struct value *provenance = value_at(&record->head, "provenance");
        if (provenance)
            value_set(&record->head, "provenance", NULL, false); /* '%' lines are not exported */
        if (value_at(&again->head, "provenance"))
            value_set(&again->head, "provenance", NULL, false);
        value_clear(&notes);
        before = yaml_of(record);
        after = yaml_of(again);
        if (strcmp(before, after) != 0) {
            size_t at = 0;
            while (before[at] == after[at])
                at++;
            size_t from = at > 300 ? at - 300 : 0;
            fail_msg(
                "%s, game %d, line %d: import, export, import differ:\n--- first\n%.600s\n--- second\n%.600s\n"
                "--- PGN\n%.3000s",
                name, reader.games, reader.line, before + from, after + from, written);
        }
        struct record_counts counts;
        record_count(record, &counts);
        int *sums = (int *)total, *ones = (int *)&counts;
        for (size_t i = 0; i < sizeof counts / sizeof(int); i++)
            sums[i] += ones[i];
        free(before);
        free(after);
        free(written);
        record_free(again);
        record_free(record);
    }
    int games = reader.games;
    pgn_end(&reader);
    return games;
}

static size_t strspn_same(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

static void loosely_written_texts_survive_a_round_trip(void **state)
{
    (void)state;
    struct record_counts total = {0};
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
        assert_true(round_trip(loose[i], loose[i], strlen(loose[i]), &total) >= 1);
}

/* One of three players is out: the next player's ply names its side, and the numbering goes on. */
static void plies_of_three_players_are_numbered(void **state)
{
    (void)state;
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'triangle-corners-3'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\n- {side: 'r', name: 'Cle'}\n"
        "result: {score: '*'}\nmoves:\n- 'Pd4-e4'\n- 'Pg5-g4'\n- 'Nm3-k4'\n- {m: 'Pe4-f4', comment: 'Black is out'}\n"
        "- {m: 'Nk4-i5', side: 'r'}\n- 'Pf4-g4'\n- {m: 'Ni5-g6', side: 'r', nags: [1]}\n";
    struct record *record = record_of(text);
    char *written = pgn_write(record);
    assert_non_null(
        strstr(written, "1. Pd4-e4 Pg5-g4 Nm3-k4 2. Pe4-f4 {Black is out} 2... Nk4-i5 "));
    assert_non_null(strstr(written, "{[%cc.side r]} 3.\nPf4-g4 Ni5-g6 $1 "));
    free(written);
    record_free(record);
    /* Also if Red's name is unknown: the rules have three sides. */
    static const char nobody[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'triangle-corners-3'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\n"
        "result: {score: '*'}\nmoves: ['Pd4-e4', 'Pg5-g4', 'Nm3-k4', 'Pe4-f4']\n";
    record = record_of(nobody);
    written = pgn_write(record);
    assert_non_null(strstr(written, "1. Pd4-e4 Pg5-g4 Nm3-k4 2. Pe4-f4 *"));
    struct record_counts total = {0};
    assert_int_equal(round_trip("nobody has Red", written, strlen(written), &total), 1);
    free(written);
    record_free(record);
}

/* One of three players leaves between two plies: a reader of the PGN can follow the others' plies,
 * in the game and in a variation where the player leaves. Black resigns before its second ply
 * (rules/triangles.md 8.8): it is Red's turn, and then White's. */
static void a_player_who_leaves_is_out_in_pgn(void **state)
{
    (void)state;
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'triangle-corners-3'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\n- {side: 'r', name: 'Cle'}\n"
        "result: {score: '*'}\nmoves:\n- 'Nc3-e4'\n- 'Pg5-g4'\n- 'Nm3-k4'\n- m: 'Pf2-g2'\n  events:\n"
        "  - {is: 'resigns', side: 'b'}\n- m: 'Pk3-j3'\n  alts:\n  - moves: ['Nk4-h4']\n- m: 'Pg1-h1'\n  alts:\n"
        "  - moves: ['Pe3-f3']\n";
    struct record *record = record_of(text);
    if (replay_check(record, NULL, NULL) != 0)
        fail_msg("the game does not replay");
    char *written = pgn_write(record);
    struct record *again = first_game(written);
    struct record_counts counts;
    record_count(again, &counts);
    assert_int_equal(counts.broken, 0);
    assert_null(again->unparsed);
    assert_int_equal(counts.main_plies, 6);
    assert_int_equal(counts.plies, 8);
    assert_int_equal(replay_check(again, NULL, NULL), 0);
    assert_string_equal(again->moves.v[4].notes->alts.v[0].v[0].text, "Nk4-h4");
    assert_string_equal(
        value_text(&value_at(&again->moves.v[3].notes->other, "events")->entry[0].value, "side"),
        "b");
    free(written);
    record_free(again);
    record_free(record);
}

/* The glyphs, comments and variations of an illegal ply are read, although the rest of the game is
 * only kept as it is: so a variation that stands before the ply, and is written after it, stays
 * one. */
static void notes_on_an_illegal_ply_are_kept(void **state)
{
    (void)state;
    struct record *record = first_game("1. e4 (1... c5 {sharp}) 1... Nf3 {what?} 2. d4 *");
    char *written = pgn_write(record);
    assert_non_null(strstr(written, "\n1. e4 Nf3 {what?} ( 1... c5 {sharp})\n2. d4\n*"));
    struct record *again = first_game(written);
    assert_int_equal(again->moves.v[1].notes->alts.n, 1);
    assert_string_equal(again->unparsed, "2. d4");
    char *rewritten = pgn_write(again);
    assert_string_equal(rewritten, written);
    free(rewritten);
    record_free(again);
    free(written);
    record_free(record);

    /* A variation that cannot be played where it stands does not move to the next ply, where it
     * could be played. */
    record = first_game("(1... c5 {dark}) 1. e4 e5 *");
    assert_int_equal(record->moves.v[0].notes->alts.n, 1);
    written = pgn_write(record);
    again = first_game(written);
    assert_int_equal(again->moves.v[0].notes->alts.n, 1);
    rewritten = pgn_write(again);
    assert_string_equal(rewritten, written);
    free(rewritten);
    free(written);
    record_free(again);
    record_free(record);

    /* A variation of a ply that is no PGN word begins before the null move that stands for it. */
    record = first_game("1. -- {[%cc.ply text=\"b\"]} (1. d4 d5) *");
    assert_string_equal(record->moves.v[0].text, "b");
    assert_null(record->moves.v[0].notes->alts.v[0].v[0].notes);
    record_free(record);

    /* A gap with a text is not an illegal ply. */
    record = first_game("1. e4 e5 (1... -- {[%cc.ply text=\"c5\"]} {[%cc.gap]}) *");
    assert_true(record->moves.v[1].notes->alts.v[0].v[0].notes->gap);
    assert_false(record->moves.v[1].notes->alts.v[0].v[0].notes->broken);
    record_free(record);

    /* A value may contain what looks like another key. */
    record = first_game("1. e4 ({[%cc.line kind=\"a title=\" title=\"b\"]} 1. c4) *");
    assert_string_equal(record->moves.v[0].notes->alts.v[0].title, "b");
    assert_string_equal(record->moves.v[0].notes->alts.v[0].kind, "a title=");
    record_free(record);

    /* A line may end between a move number and the ply. */
    static const char nonsense[] =
        "nonsensenonsensenonsensenonsensenonsensenonsensenonsensenonsense";
    char text[200];
    snprintf(text, sizeof text, "1. e4 {four words} e5 2.\n%s 1-0", nonsense);
    record = first_game(text);
    assert_string_equal(record->moves.v[2].text, nonsense);
    record_free(record);

    /* [%cc.ply] behind an illegal ply stays with the rest: it would name another ply. Other
     * commands are read. */
    record = first_game("1. e4 e5 2. e4 {[%cc.ply text=\"e5\"]} 3. d4 *");
    assert_string_equal(record->unparsed, "{[%cc.ply text=\"e5\"]} 3. d4");
    record_free(record);
    record = first_game("1. e4 e5 2. e4 {[%cc.more ply=\"%7Bclk: '0:01:00'%7D\"]} 3. d4 *");
    assert_string_equal(record->unparsed, "3. d4");
    record_free(record);
    record = first_game("1. e4 e5 2. e4 {a[%cc.uB]b} 3. d4 *");
    assert_string_equal(record->moves.v[2].notes->comments.v[0].text, "a\vb");
    assert_string_equal(record->unparsed, "3. d4");
    record_free(record);

    /* What is kept may begin with "%", which begins a remark at the start of a line. */
    record = first_game("1. e4 e5 2. e4 %x 3. d4 *");
    assert_string_equal(record->unparsed, "%x 3. d4");
    written = pgn_write(record);
    again = first_game(written);
    assert_string_equal(again->unparsed, record->unparsed);
    free(written);
    record_free(again);
    record_free(record);
}

/* What PGN cannot express is exported in commands of our own and read back: notes and marks inside
 * plies, marks of every kind, signed comments, titles of lines, continuations, evaluations of every
 * kind. */
static void our_commands_survive_a_round_trip(void **state)
{
    (void)state;
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'croatian-ties'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\n"
        "event: {name: 'x', date: '1999-01-02'}\nresult: {score: '*'}\n"
        "marks:\n- {as: 'label', at: 'e4', label: 'here'}\n"
        "moves:\n"
        "- m: 'Pe2-e4'\n"
        "  side: 'w'\n"
        "  nags: [1, 14]\n"
        "  clk: '0:59:00'\n"
        "  emt: '0:00:12'\n"
        "  utc: '2026-11-21T12:00:00Z'\n"
        "  eval: {mate: -3, depth: 22}\n"
        "  before: 'first of all'\n"
        "  comments:\n"
        "  - {by: 'ana', lang: 'hr', on_date: '2026-11-21', text: 'a {brace} and \"quotes\"'}\n"
        "  - {by: 'ivo', private: true, text: 'for me'}\n"
        "  marks:\n"
        "  - {as: 'arrow', path: ['e2', 'e3', 'e4'], color: 'blue', label: 'why?'}\n"
        "  - {as: 'shade', cells: ['a1', 'b2'], color: 'red'}\n"
        "  - {as: 'square', at: 'd4', color: 'green'}\n"
        "  - {as: 'arrow', from: 'e2', to: 'e4', color: 'green'}\n"
        "  steps:\n"
        "  - part: 1\n"
        "    step: 2\n"
        "    after: 'Pe2-e4'\n"
        "    nags: [3]\n"
        "    comments:\n"
        "    - {by: 'ana', text: 'two steps'}\n"
        "    marks:\n"
        "    - {as: 'circle', at: 'e3', color: 'red'}\n"
        "  - {part: 1, comment: 'the whole member'}\n"
        "  - {part: 2}\n"
        "  - {part: 3, step: 1, after: 'Pe2-e4'}\n"
        "  alts:\n"
        "  - title: 'the other \"centre\"'\n"
        "    kind: 'refutation'\n"
        "    by: 'ivo'\n"
        "    moves: ['Pd2-d4']\n"
        "- m: 'Pe9-e7'\n"
        "  eval: {cp: -5}\n"
        "then:\n"
        "- comment: 'and so on'\n"
        "  moves: ['Pd2-d4']\n";
    struct record *record = record_of(text);
    char *written = pgn_write(record), *before = yaml_of(record);
    struct record *again = first_game(written);
    again->rev = 1; /* as saving does */
    char *after = yaml_of(again);
    if (strcmp(before, after) != 0)
        fail_msg("--- before, from where they differ\n%.200s\n--- after\n%.200s\n",
                 before + strspn_same(before, after), after + strspn_same(before, after));
    assert_non_null(strstr(written, "[%cc.step"));
    assert_non_null(strstr(written, "[%cc.stepmark"));
    free(written);
    free(before);
    free(after);
    record_free(record);
    record_free(again);
}

/* A cascade member may have every glyph there is. If several commands list too many, those beyond
 * the limit stay as text, and so does anything that is not a glyph. */
static void glyphs_of_members_are_kept(void **state)
{
    enum { MANY = 5000, ROOM = 1 << 18 };
    char *text = calloc(1, ROOM);
    size_t used = 0;
    (void)state;
    text_add(text, ROOM, &used, "1. e4 {[%%cc.step part=\"1\" nags=\"");
    /* Each twice is each once. */
    /* Each one twice counts once */
    for (int i = 1; i <= MANY; i++)
        text_add(text, ROOM, &used, "%d %d ", i * 100 % 500009, i * 100 % 500009);
    text_add(
        text, ROOM, &used,
        "\"] [%%cc.step part=\"1\" nags=\"777777 777778\"] [%%cc.step part=\"2\" nags=\"3 x\"]} *\n");
    struct record *record = first_game(text);
    const struct notes *notes = record->moves.v[0].notes;
    assert_int_equal(notes->step_count, 1);
    assert_int_equal(notes->steps[0].nags.n, MANY);
    assert_int_equal(notes->steps[0].nags.v[MANY - 1], MANY * 100 % 500009);
    char *written = pgn_write(record), *before = yaml_of(record);
    assert_non_null(strstr(before, "777777 777778"));
    assert_non_null(strstr(before, "3 x"));
    struct record *again = first_game(written);
    char *after = yaml_of(again);
    assert_string_equal(before + strspn_same(before, after), after + strspn_same(before, after));
    free(text);
    free(written);
    free(before);
    free(after);
    record_free(record);
    record_free(again);
}

static void drop_empty(struct comments *comments)
{
    for (int i = comments->n; i-- > 0;)
        if (!*comments->v[i].text)
            comments_remove(comments, i);
}

static void drop_empty_of(struct line *line)
{
    if (line->comment && !*line->comment)
        text_replace(&line->comment, NULL);
    for (int i = 0; i < line->n; i++) {
        struct notes *notes = line->v[i].notes;
        if (!notes)
            continue;
        drop_empty(&notes->comments);
        char *text = memory_text(value_text(&notes->other, "x_text"));
        /* The layout does not matter */
        value_set(&notes->other, "x_text", *text ? text : NULL, false);
        free(text);
        if (notes->before && !*notes->before)
            text_replace(&notes->before, NULL);
        for (int k = 0; k < notes->alts.n; k++)
            drop_empty_of(&notes->alts.v[k]);
        node_tidy(&line->v[i]);
    }
    for (int i = 0; line->then && i < line->then->n; i++)
        drop_empty_of(&line->then->v[i]);
}

/* PGN drops what says nothing: an empty comment, a mark with an unknown target. Every game has a
 * score. */
static void say_what_pgn_says(struct record *record)
{
    static const char *const standard[] = {"event.name", "event.site", "event.round"};
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        if (!strcmp(record_text(record, standard[i]), "?"))
            record_set_text(record, standard[i], NULL);
    if (!*record_text(record, "result.score"))
        record_set_text(record, "result.score", "*");
    for (int side = 0; side < 2; side++)
        if (!*record_player(record, "wb"[side]))
            record_set_player(record, "wb"[side], "?");
    drop_empty(&record->comments);
    drop_empty_of(&record->moves);
}

static bool is_harmful(const char *text)
{
    utf8proc_int32_t c;
    for (utf8proc_ssize_t n; *text; text += n) {
        n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
        if (n <= 0 || (c != '\n' && yaml_escapes(c)))
            return true;
    }
    return false;
}

/* R12 and R15 for any content of a game: PGN loses nothing, and contains no control character and
 * no change of direction. */
static void random_records_survive_a_round_trip(void **state)
{
    int rounds = getenv("CHESSCADE_LONG") ? 100000 : 4000;
    (void)state;
    seed = 7;
    for (int round = 0; round < rounds; round++) {
        struct record *record = random_record("no-such-variant");
        say_what_pgn_says(record);
        char *written = pgn_write(record), *before = yaml_of(record);
        struct record *again = first_game(written);
        again->rev = 1;
        /* The note that its plies were not checked */
        value_set(&again->head, "provenance", NULL, false);
        drop_empty_of(&again->moves);
        char *after = yaml_of(again);
        if (strcmp(before, after) != 0) {
            size_t same = strspn_same(before, after), from = same > 200 ? same - 200 : 0;
            fail_msg("record %d:\n--- before\n%.700s\n--- after\n%.700s\n--- PGN\n%s", round,
                     before + from, after + from, written);
        }
        if (is_harmful(written))
            fail_msg("record %d: %s", round, written);
        free(before);
        free(after);
        free(written);
        record_free(record);
        record_free(again);
    }
}

/* A header comes back unchanged, whether its tag expresses it to the byte or not; only the latter
 * needs a command. */
static void headers_survive_a_round_trip(void **state)
{
    static char longest[1000];
    static const struct {
        const char *path, *value;
        bool told; /* by its tags alone */
    } rows[] = {
        {"event.name", "Open \\ \"x\"", true},
        {"event.name", "?", true},
        {"event.name",
         "a\xE2\x80\xAE"
         "b",
         false},
        {"event.date", "2026-01-31", true},
        {"event.date",
         "????"
         "-??"
         "-??",
         true},
        {"event.stage", "", true},
        {"event.control.text", "40/9000", true},
        {"event.control.base", "0:15:00", false},
        {"event.utc", "2026-01-31T12:00:00Z", false},
        {"opening.eco", "C41", true},
        {"opening.code", "x", false},
        {"result.reason", "mate", true},
        {"result.score", "1-0", false} /* without points */,
        {"result.score", "abandoned", true},
        {"result.points.w", "1", false},
        {"result.points.w", "0.5", false},
        {"start.name", "corner", true},
        {"rules.edition", "2011-01-08", false},
        {"rights.license", "CC0", false},
        {"event.site", longest, true},
        {"x_other", "kept", false},
    };
    (void)state;
    memset(longest, 'y', sizeof longest - 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = record_new("classical");
        record_set_player(record, 'w', "Ana");
        record_set_player(record, 'b', "Ivo");
        if (!strncmp(rows[i].path, "start.", 6)) /* no game has a start without a position */
            record_set_text(record, "start.position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        record_set_text(record, rows[i].path, rows[i].value);
        char *written = pgn_write(record);
        struct record *again = first_game(written);
        if (strcmp(record_text(again, rows[i].path), rows[i].value) != 0 &&
            strcmp(rows[i].value, "?") != 0 && rows[i].value[0] != '?')
            fail_msg("%s: '%s', not '%s': %s", rows[i].path, record_text(again, rows[i].path),
                     rows[i].value, written);
        if (rows[i].told && strstr(written, "[%cc.game"))
            fail_msg("%s '%s': more than tags: %s", rows[i].path, rows[i].value, written);
        free(written);
        record_free(record);
        record_free(again);
    }
    /* In this order, or too many of one. */
    static const char *const sides[][2] = {{"b", "w"}, {"w", "w"}};
    for (size_t i = 0; i < 2; i++) {
        struct record *record = record_new("classical");
        struct value *players = value_list(&record->head, "players");
        for (int k = 0; k < 2; k++) {
            struct value *player = value_add(players, NULL);
            player->type = VALUE_MAP;
            value_set(player, "side", sides[i][k], false);
            value_set(player, "name", k ? "Ivo" : "Ana", false);
            /* The first one is not a number as PGN writes it */
            value_set(player, "rating", k ? "0020" : "20", true);
        }
        char *written = pgn_write(record);
        assert_non_null(strstr(written, "[%cc.game"));
        struct record *again = first_game(written);
        assert_true(record_players(again) >= 2);
        assert_int_equal(record_player_side(again, 0), sides[i][0][0]);
        free(written);
        record_free(record);
        record_free(again);
    }
}

/* The data that tie a file to its archive are not exported; the rest comes back. */
static void drop_archive_data(struct record *record)
{
    static const char *const not_of_games[] = {"log", "provenance", "journal", "end"};
    memset(record->id, '0', ULID_LENGTH);
    record->rev = 1;
    for (size_t i = 0; i < sizeof not_of_games / sizeof *not_of_games; i++)
        value_set(&record->head, not_of_games[i], NULL, false);
}

/* The layout does not matter. */
static bool same_value(const struct value *a, const struct value *b)
{
    if (a->type != b->type || a->n != b->n ||
        (a->type == VALUE_TEXT && strcmp(a->text ? a->text : "", b->text ? b->text : "") != 0))
        return false;
    for (int i = 0; i < a->n; i++)
        if ((a->type == VALUE_MAP && strcmp(a->entry[i].key, b->entry[i].key) != 0) ||
            !same_value(&a->entry[i].value, &b->entry[i].value))
            return false;
    return true;
}

static bool same_content(const char *a, const char *b)
{
    struct yaml_document one, other;
    assert_int_equal(yaml_read(a, strlen(a), 1, NULL, &one, NULL, NULL), 0);
    assert_int_equal(yaml_read(b, strlen(b), 1, NULL, &other, NULL, NULL), 0);
    bool same = same_value(&one.root, &other.root);
    yaml_document_clear(&one);
    yaml_document_clear(&other);
    return same;
}

/* Every bundled game, of all families, survives a round trip through PGN. */
static void samples_survive_a_round_trip(void **state)
{
    (void)state;
    struct store *store;
    struct note why;
    if (store_open(&store, source_file("samples"), &(struct store_options){.read_only = true},
                   &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 100))
        continue;
    assert_true(store_count(store) > 20);
    for (int i = 0; i < store_count(store); i++) {
        struct record *record;
        assert_int_equal(store_load(store, i, &record, NULL, NULL, NULL), 0);
        drop_archive_data(record);
        say_what_pgn_says(record);
        char *written = pgn_write(record), *before = yaml_of(record);
        struct record *again = first_game(written);
        drop_archive_data(again);
        char *after = yaml_of(again);
        if (!same_content(before, after)) {
            size_t same = strspn_same(before, after), from = same > 200 ? same - 200 : 0;
            fail_msg("%s:\n--- before\n%.700s\n--- after\n%.700s", store_listing(store, i)->event,
                     before + from, after + from);
        }
        free(before);
        free(after);
        free(written);
        record_free(record);
        record_free(again);
    }
    store_close(store);
}

/* Points come back unchanged: those that follow from the score, others, those of only one side, and
 * none. */
static void points_survive_a_round_trip(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"1-0", "{w: 1, b: 0}"},   {"1-0", NULL},
        {"1-0", "{w: 1}"},         {"1/2-1/2", "{w: 0.75, b: 0.25}"},
        {"*", "{w: 0.5, b: 0.5}"}, {"*", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        struct record *record;
        struct note why;
        int size = snprintf(
            text, sizeof text,
            "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
            "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nresult: {score: '%s'%s%s}\nmoves: ['e4']\n",
            rows[i][0], rows[i][1] ? ", points: " : "", rows[i][1] ? rows[i][1] : "");
        if (record_read(text, (size_t)size, 1, NULL, &record, NULL, &why) < 0)
            fail_msg("%s: %s", text, why.text);
        drop_archive_data(record);
        char *written = pgn_write(record);
        struct record *again = first_game(written);
        drop_archive_data(again);
        assert_int_equal(value_at(value_at(&again->head, "result"), "points") != NULL,
                         rows[i][1] != NULL);
        char *before = yaml_of(record), *after = yaml_of(again);
        if (!same_content(before, after))
            fail_msg("--- before\n%s\n--- after\n%s\n--- PGN\n%s", before, after, written);
        free(before);
        free(after);
        free(written);
        record_free(record);
        record_free(again);
    }
}

/* Commands that are not ours, or malformed, are kept as text. */
static void wrong_commands_are_kept(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "[%clk x]",
        "[%eval]",
        "[%eval abc]",
        "[%csl Zz9]",
        "[%cal Ga1]",
        "[%cc.step]",
        "[%cc.step part]",
        "[%cc.mark]",
        "[%cc.mark as]",
        "[%cc.stepmark 1]",
        "[%emt 1:2:3:4:5]",
        "[%cc.side x]",
        "[%cc.none 1]",
        "[%cc.utc zzz]",
        "[%cc.date \"x\"]",
        "[%cc.mark as=\"arrow\" at=\"Zz!\"]",
        "[%cc.game head=\"x: 1\"]",
        "[%cc.u0]",
        "[%cc.uD800]",
        "[%cc.u110000]",
        "[%cc.more ply=\"%5B1\"]",
        "[%cc.also keys=\"- 1\"]",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        struct record_counts total = {0};
        snprintf(text, sizeof text, "1. e4 {%s} e5 *", rows[i]);
        assert_int_equal(round_trip(rows[i], text, strlen(text), &total), 1);
        struct record *record = first_game(text);
        char *written = pgn_write(record);
        if (!strstr(written, rows[i]))
            fail_msg("%s is lost: %s", rows[i], written);
        free(written);
        record_free(record);
    }
}

/* The folder of real files, if there is one. */
static char real_files[4096];

static void real_files_survive_a_round_trip(void **state)
{
    (void)state;
    DIR *directory = opendir(real_files);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[8192];
        struct record_counts total = {0};
        size_t length = strlen(entry->d_name), size;
        if (length < 4 || strcmp(entry->d_name + length - 4, ".pgn") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", real_files, entry->d_name);
        FILE *file = fopen(path, "rb");
        char *bytes = memory_new(1 << 24, 1);
        size = fread(bytes, 1, 1 << 24, file);
        fclose(file);
        const char *charset;
        char *text = pgn_to_utf8(bytes, size, NULL, &charset, &length);
        int games = round_trip(entry->d_name, text, length, &total);
        print_message(
            "%s (%s): %d games, %d plies, %d comments, %d nags, %d variations, %d marks, %d clocks, %d broken\n",
            entry->d_name, charset, games, total.plies, total.comments, total.nags,
            total.variations, total.marks, total.clocks, total.broken);
        assert_true(games > 0);
        free(text);
        free(bytes);
    }
    closedir(directory);
}

/* A game with this text as a name, an event and a comment: YAML and PGN lose nothing of it, and it
 * acts as a command in neither. */
static void check_awkward_string(const char *text)
{
    struct record *record = record_new("classical"), *read = NULL;
    struct spot spot = {.ply = 1};
    struct note why = {0};
    line_append(&record->moves, "e4");
    record->rev = 1;
    record_set_player(record, 'w', *text ? text : "?");
    record_set_player(record, 'b', "B");
    record_set_text(record, "event.name", text);
    edit_comment(record, &spot, NULL, text);
    say_what_pgn_says(record);
    char *yaml = yaml_of(record), *pgn = pgn_write(record);
    if (record_read(yaml, strlen(yaml), 1, NULL, &read, NULL, &why) < 0)
        fail_msg("%s is refused: %s", yaml, why.text);
    struct record *again = first_game(pgn);
    again->rev = 1;
    char *same = yaml_of(read), *after = yaml_of(again);
    assert_string_equal(yaml, same);
    assert_string_equal(yaml, after);
    assert_false(is_harmful(yaml));
    assert_false(is_harmful(pgn));
    free(yaml);
    free(pgn);
    free(same);
    free(after);
    record_free(record);
    record_free(read);
    record_free(again);
}

static void awkward_strings_survive_a_round_trip(void **state)
{
    char path[sizeof real_files + 32];
    size_t size;
    int strings = 0;
    (void)state;
    snprintf(path, sizeof path, "%s/awkward-strings.txt", real_files);
    if (access(path, R_OK) < 0)
        return; /* a folder of the user's own files */
    char *all = read_file(path, &size);
    for (char *at = all, *end; (end = strchr(at, '\n')); at = end + 1, strings++) {
        *end = '\0';
        check_awkward_string(at);
    }
    assert_true(strings > 200);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loosely_written_texts_survive_a_round_trip),
        cmocka_unit_test(our_commands_survive_a_round_trip),
        cmocka_unit_test(glyphs_of_members_are_kept),
        cmocka_unit_test(samples_survive_a_round_trip),
        cmocka_unit_test(points_survive_a_round_trip),
        cmocka_unit_test(random_records_survive_a_round_trip),
        cmocka_unit_test(headers_survive_a_round_trip),
        cmocka_unit_test(wrong_commands_are_kept),
        cmocka_unit_test(plies_of_three_players_are_numbered),
        cmocka_unit_test(a_player_who_leaves_is_out_in_pgn),
        cmocka_unit_test(notes_on_an_illegal_ply_are_kept),
        cmocka_unit_test(real_files_survive_a_round_trip),
        cmocka_unit_test(awkward_strings_survive_a_round_trip),
    };
    size_t n = sizeof tests / sizeof *tests;
    if (!find_real_files(real_files))
        n -= 2; /* no real files here; CHESSCADE_PGN names their folder */
    return _cmocka_run_group_tests("pgn_round", tests, n, NULL, NULL);
}
