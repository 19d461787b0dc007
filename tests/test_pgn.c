/* test_pgn.c - PGN in and out: what people really write, and that import, export, import changes nothing.
 *
 * Texts of the table are our own, each made after a kind of file seen in the wild. Real files are tried too when they
 * are at hand: CHESSCADE_PGN names their folder, ../shared/data by default. */
#include "tests/random_record.h"
#include "tests/testing.h"

#include "archive/pgn.h"
#include "archive/store.h"
#include "archive/pgn_ahead.h"
#include "archive/record_file.h"
#include "archive/replay.h"
#include "archive/yaml_in.h"
#include "archive/yaml_out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <utf8proc.h>

static struct record *first_game(const char *text)
{
    struct pgn_reader reader;
    pgn_begin(&reader, text, strlen(text));
    struct record *record = pgn_next(&reader);
    pgn_end(&reader);
    return record;
}

/* A record as YAML without its id, owned. */
static char *yaml_of(const struct record *record)
{
    struct record *copy = record_copy(record);
    memset(copy->id, '0', ULID_LENGTH);
    struct yaml_text text = {0};
    record_write(copy, &text);
    record_free(copy);
    return text.v;
}

/* Import, export, import: the records must be the same; the number of games. */
static int round_trip(const char *name, const char *text, size_t length, struct record_counts *total)
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
        value_clear(&notes);
        before = yaml_of(record);
        after = yaml_of(again);
        if (strcmp(before, after) != 0) {
            size_t at = 0;
            while (before[at] == after[at])
                at++;
            size_t from = at > 300 ? at - 300 : 0;
            fail_msg("%s, game %d, line %d: import, export, import differ:\n--- first\n%.600s\n--- second\n%.600s\n"
                     "--- PGN\n%.3000s", name, reader.games, reader.line, before + from, after + from, written);
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

static const char *const loose[] = {
    "1. e4 e5 2. Nf3 *",
    "1.e4 e5 2.Nf3 Nc6 1-0\n\n1.d4 d5 0-1\n",
    "[Event \"x\"][Site \"y\"] [White \"A \\\"B\\\" C\\\\D\"]\n\n1. e4! c5?! 2. Nf3!? $14 d6?? *",
    "{before all} 1. {ahead of White} e4 {after} {twice} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 1/2-1/2",
    "1. e4 (1. d4 d5) (1. c4) 1... e5 {a} (1... c5) {between} 2. Nf3 {b} *",
    "1. e4 e5 (2. d4 exd4) 2. Nf3 (3. Bb5) *",
    "1. e4 {[%clk 0:41:07][%emt 0:02:11] text [%csl Gd4,Re5] [%cal Ge2e4] more [%ts 12]} e5 {[%eval 0.17,20]} 2. Nf3 "
    "{[%eval #-3]} Nc6 {[%clk 99] [%eval x]} *",
    "1. e4 ; to the end of the line\ne5 2. Nf3 *",
    "% a remark\n1. e4 e5 *\n",
    "1. e4 e5 2. Qh5 Ke7 3. Qxe8# {nonsense} 4. foo *",
    "1. e4 e5 (1... Zz9 2. Nf3) 2. Nf3 *",
    "1. e4 e5 2. -- Nc6 *",
    "1. e4 {never closed",
    "1. e4 e5 2. Nf3 {never closed 0-1\n\n\n[Event \"next\"]\n\n1. d4 *",
    ") } . 1. e4 ) e5 }} *",
    "1. d4 a6 2. e4 e6 3. 0-0-0 *",
    "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9\"]\n[SetUp \"1\"]\n\n9. 0-0 0-0-0 10. Kg2 *",
    "[FEN \"nonsense\"]\n\n1. e4 e5 *",
    "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *",
    "[Variant \"turnover\"]\n[CcOptions \"siege=lose\"]\n\n1. Kh2-h3 Kc8-d8 2. Kf2-f4/W {splits} (2. Kh3-h4) *",
    "[Result \"+--\"]\n\n+--\n",
    "[Result \"1-0\"]\n\n1. e4 0-1",
    "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5 Nf6 6. Bc4 d5 7. exd5 Bd6 8. d4 1\xE2\x80\x93" "0",
    "[White \"M\xC3\xBCller\"]\n[WhiteElo \"2100\"]\n[BlackElo \"?\"]\n[WhiteElo \"2101\"]\n\n*",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ( 3... Nf6 4. O-O ( 4. d3 {[%cc.close] brace} ) 4... Nxe4 ) 4. Ba4 N *",
    "1. e4 \xE2\x80\xA6 e5 2. Nf3 \xC2\xB1 *",
    "{[%by \"ana\"] signed} 1. e4 {[%by \"ivo\"] [%cc.lang \"hr\"] Dobro.} *",
    "1. e4 ( {[%cc.then]} 2. d4 ) *",
};

static void loose_texts_come_back(void **state)
{
    (void)state;
    struct record_counts total = {0};
    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
        assert_true(round_trip(loose[i], loose[i], strlen(loose[i]), &total) >= 1);
}

/* Of three players one is out: the ply of the next one says whose it is, and is numbered as the game goes on. */
static void three_players_are_numbered(void **state)
{
    (void)state;
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'triangle-corners-3'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\n- {side: 'r', name: 'Cle'}\n"
        "result: {score: '*'}\nmoves:\n- 'Pd4-e4'\n- 'Pg5-g4'\n- 'Nm3-k4'\n- {m: 'Pe4-f4', comment: 'Black is out'}\n"
        "- {m: 'Nk4-i5', side: 'r'}\n- 'Pf4-g4'\n- {m: 'Ni5-g6', side: 'r', nags: [1]}\n";
    struct record *record = NULL;
    struct place place;
    struct note why;
    if (record_read(text, sizeof text - 1, 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d, column %d: %s", place.line, place.column, why.text);
    char *written = pgn_write(record);
    assert_non_null(strstr(written, "1. Pd4-e4 Pg5-g4 Nm3-k4 2. Pe4-f4 {Black is out} 2... Nk4-i5 "));
    assert_non_null(strstr(written, "{[%cc.side r]} 3.\nPf4-g4 Ni5-g6 $1 "));
    free(written);
    record_free(record);
}

/* A player of three leaves between two plies: whoever reads the PGN follows the others' plies, in the game and in what
 * leaves it there. Black resigns before its second ply (rules/triangles.md 8.8): it is Red's turn, and then White's. */
static void who_leaves_is_out_in_pgn(void **state)
{
    (void)state;
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'triangle-corners-3'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\n- {side: 'r', name: 'Cle'}\n"
        "result: {score: '*'}\nmoves:\n- 'Nc3-e4'\n- 'Pg5-g4'\n- 'Nm3-k4'\n- m: 'Pf2-g2'\n  events:\n"
        "  - {is: 'resigns', side: 'b'}\n- m: 'Pk3-j3'\n  alts:\n  - moves: ['Nk4-h4']\n- m: 'Pg1-h1'\n  alts:\n"
        "  - moves: ['Pe3-f3']\n";
    struct record *record = NULL;
    struct note why = {0};
    assert_int_equal(record_read(text, sizeof text - 1, 1, NULL, &record, NULL, &why), 0);
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
    assert_string_equal(value_text(&value_at(&again->moves.v[3].notes->other, "events")->entry[0].value, "side"), "b");
    free(written);
    record_free(again);
    record_free(record);
}

/* What a text must have become: counts of main plies, all plies, comments, variations, broken, nags. */
static void loose_texts_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int main_plies, plies, comments, variations, nags, broken;
    } expected[] = {
        {"1. e4 e5 2. Nf3 *", 3, 3, 0, 0, 0, 0},
        {"1. e4! c5?! 2. Nf3!? $14 d6?? *", 4, 4, 0, 0, 5, 0},
        {"1. e4 (1. d4 d5) (1. c4) 1... e5 (1... c5) {between} 2. Nf3 *", 3, 7, 1, 3, 0, 0},
        {"1. e4 {a} {b} e5 ; c\n2. Nf3 *", 3, 3, 3, 0, 0, 0},
        {"1. e4 e5 2. Qh5 Ke7 3. Qxe8# *", 5, 5, 0, 0, 0, 1},
        {"1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *", 6, 6, 0, 0, 0, 0},
        {"1. d4 {(} d5 {)} 2. c4 {1-0} *", 3, 3, 3, 0, 0, 0},
        {"1.e4e5", 1, 1, 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct record *record = first_game(expected[i].text);
        struct record_counts counts;
        record_count(record, &counts);
        if (counts.main_plies != expected[i].main_plies || counts.plies != expected[i].plies ||
            counts.comments != expected[i].comments || counts.variations != expected[i].variations ||
            counts.nags != expected[i].nags || counts.broken != expected[i].broken)
            fail_msg("'%s': %d main plies, %d plies, %d comments, %d variations, %d nags, %d broken", expected[i].text,
                     counts.main_plies, counts.plies, counts.comments, counts.variations, counts.nags, counts.broken);
        record_free(record);
    }
}

/* A variation stands with the ply it replaces, wherever it was written. */
static void variations_find_their_ply(void **state)
{
    (void)state;
    struct record *record = first_game("1. e4 e5 (2. d4 exd4) 2. Nf3 Nc6 (2... d6) (3. d4) 3. Bb5 (4. Ba4) *");
    const struct line *moves = &record->moves;
    assert_int_equal(moves->n, 5);
    assert_null(moves->v[1].notes);                              /* e5: nothing replaces it */
    assert_string_equal(moves->v[2].notes->alts.v[0].v[0].text, "d4");
    assert_string_equal(moves->v[3].notes->alts.v[0].v[0].text, "d6");
    assert_string_equal(moves->v[4].notes->alts.v[0].v[0].text, "d4"); /* before 3. Bb5, by its number */
    assert_int_equal(moves->v[4].notes->alts.n, 2);              /* 4. Ba4 fits nowhere: kept where it stood */
    assert_true(moves->v[4].notes->alts.v[1].v[0].notes->broken);
    record_free(record);
    record = first_game("1. e4 e5 2. Nf3 Nc6 (2. f4 exf4) 3. Bb5 *"); /* one ply late */
    assert_null(record->moves.v[3].notes);
    assert_string_equal(record->moves.v[2].notes->alts.v[0].v[1].text, "exf4");
    record_free(record);
    record = first_game("1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6) *");
    assert_non_null(record->moves.then); /* no third move: it continues the game */
    assert_string_equal(record->moves.then->v[0].v[0].text, "Bb5");
    record_free(record);
}

static void commands_become_notes(void **state)
{
    (void)state;
    struct record *record = first_game(
        "1. e4 {[%clk 0:41:07] [%csl Gd4,Re5][%cal Be2e4] good [%tqu \"x\"]} e5 {[%eval -0.35,18]} *");
    const struct notes *notes = record->moves.v[0].notes;
    assert_string_equal(notes->clk, "0:41:07");
    assert_int_equal(notes->marks.n, 3);
    assert_string_equal(notes->marks.v[0].at, "d4");
    assert_string_equal(notes->marks.v[0].color, "green");
    assert_string_equal(notes->marks.v[2].to, "e4");
    assert_string_equal(notes->comments.v[0].text, "good");
    const struct value *commands = value_at(&notes->other, "commands");
    assert_int_equal(commands->n, 1);
    assert_string_equal(commands->entry[0].value.text, "[%tqu \"x\"]");
    const struct value *eval = value_at(&record->moves.v[1].notes->other, "eval");
    assert_string_equal(value_text(eval, "cp"), "-35");
    assert_string_equal(value_text(eval, "depth"), "18");
    record_free(record);
}

static size_t strspn_same(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* What PGN has no words for goes out in commands of ours and comes back: notes and marks inside plies, marks of every kind,
 * signed comments, titles of lines, continuations, evaluations of every kind. */
static void our_commands_come_back(void **state)
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
    struct record *record = NULL;
    struct place place;
    struct note why;
    if (record_read(text, sizeof text - 1, 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d, column %d: %s", place.line, place.column, why.text);
    char *written = pgn_write(record), *before = yaml_of(record);
    struct record *again = first_game(written);
    again->rev = 1; /* as saving does */
    char *after = yaml_of(again);
    if (strcmp(before, after) != 0)
        fail_msg("--- before, from where they differ\n%.200s\n--- after\n%.200s\n", before + strspn_same(before, after), after + strspn_same(before, after));
    assert_non_null(strstr(written, "[%cc.step"));
    assert_non_null(strstr(written, "[%cc.stepmark"));
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
        value_set(&notes->other, "x_text", *text ? text : NULL, false); /* how it was written is no matter */
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

/* What says nothing is not written: an empty comment, a mark for what nobody knows. Every game has a score. */
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

/* R12 and R15 for whatever a game may hold: PGN loses nothing of it, and nothing in it is a control character or turns text round. */
static void records_at_random_come_back(void **state)
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
        drop_empty_of(&again->moves);
        char *after = yaml_of(again);
        if (strcmp(before, after) != 0) {
            size_t same = strspn_same(before, after), from = same > 200 ? same - 200 : 0;
            fail_msg("record %d:\n--- before\n%.700s\n--- after\n%.700s\n--- PGN\n%s", round, before + from, after + from, written);
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

/* A header whose tag says it to the byte, and one whose tag does not, comes back as it was; only the other needs a command. */
static void headers_come_back(void **state)
{
    static char longest[1000];
    static const struct {
        const char *path, *value;
        bool told; /* by the tags alone */
    } rows[] = {
        {"event.name", "Open \\ \"x\"", true}, {"event.name", "?", true},          {"event.name", "a\xE2\x80\xAE" "b", false},
        {"event.date", "2026-01-31", true},     {"event.date", "????" "-??" "-??", true}, {"event.stage", "", true},
        {"event.control.text", "40/9000", true}, {"event.control.base", "0:15:00", false},
        {"event.utc", "2026-01-31T12:00:00Z", false}, {"opening.eco", "C41", true}, {"opening.code", "x", false},
        {"result.reason", "mate", true},        {"result.score", "1-0", false} /* no points */,      {"result.score", "abandoned", true},
        {"result.points.w", "1", false},        {"result.points.w", "0.5", false},  {"start.name", "corner", false},
        {"rules.edition", "2011-01-08", false}, {"rights.license", "CC0", false},           {"event.site", longest, true},
        {"x_other", "kept", false},
    };
    (void)state;
    memset(longest, 'y', sizeof longest - 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = record_new("classical");
        record_set_player(record, 'w', "Ana");
        record_set_player(record, 'b', "Ivo");
        record_set_text(record, rows[i].path, rows[i].value);
        char *written = pgn_write(record);
        struct record *again = first_game(written);
        if (strcmp(record_text(again, rows[i].path), rows[i].value) != 0 && strcmp(rows[i].value, "?") != 0 && rows[i].value[0] != '?')
            fail_msg("%s: '%s', not '%s': %s", rows[i].path, record_text(again, rows[i].path), rows[i].value, written);
        if (rows[i].told && strstr(written, "[%cc.game"))
            fail_msg("%s '%s': more than tags: %s", rows[i].path, rows[i].value, written);
        free(written);
        record_free(record);
        record_free(again);
    }
    static const char *const sides[][2] = {{"b", "w"}, {"w", "w"}}; /* in this order, or too many of one */
    for (size_t i = 0; i < 2; i++) {
        struct record *record = record_new("classical");
        struct value *players = value_list(&record->head, "players");
        for (int k = 0; k < 2; k++) {
            struct value *player = value_add(players, NULL);
            player->type = VALUE_MAP;
            value_set(player, "side", sides[i][k], false);
            value_set(player, "name", k ? "Ivo" : "Ana", false);
            value_set(player, "rating", k ? "0020" : "20", true); /* the first one is no number as PGN writes them */
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

/* What the file of a game is to its archive is not the game's; the rest comes back. */
static void only_the_game(struct record *record)
{
    static const char *const not_of_games[] = {"log", "provenance", "journal", "end"};
    memset(record->id, '0', ULID_LENGTH);
    record->rev = 1;
    for (size_t i = 0; i < sizeof not_of_games / sizeof *not_of_games; i++)
        value_set(&record->head, not_of_games[i], NULL, false);
}

/* How it is laid out is no matter. */
static bool same_value(const struct value *a, const struct value *b)
{
    if (a->type != b->type || a->n != b->n || (a->type == VALUE_TEXT && strcmp(a->text ? a->text : "", b->text ? b->text : "") != 0))
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

/* Every bundled game, of all families, to PGN and back: the same. */
static void samples_come_back(void **state)
{
    (void)state;
    struct store *store;
    struct note why;
    if (store_open(&store, source_file("samples"), &(struct store_options){.read_only = true}, &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 100))
        continue;
    assert_true(store_count(store) > 20);
    for (int i = 0; i < store_count(store); i++) {
        struct record *record;
        assert_int_equal(store_load(store, i, &record, NULL, NULL, NULL), 0);
        only_the_game(record);
        say_what_pgn_says(record);
        char *written = pgn_write(record), *before = yaml_of(record);
        struct record *again = first_game(written);
        only_the_game(again);
        char *after = yaml_of(again);
        if (!same_content(before, after)) {
            size_t same = strspn_same(before, after), from = same > 200 ? same - 200 : 0;
            fail_msg("%s:\n--- before\n%.700s\n--- after\n%.700s", store_listing(store, i)->event, before + from, after + from);
        }
        free(before);
        free(after);
        free(written);
        record_free(record);
        record_free(again);
    }
    store_close(store);
}

/* Points come back as they were: those that follow from the score, others, one side's only, none. */
static void points_come_back(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"1-0", "{w: 1, b: 0}"}, {"1-0", NULL}, {"1-0", "{w: 1}"}, {"1/2-1/2", "{w: 0.75, b: 0.25}"}, {"*", "{w: 0.5, b: 0.5}"}, {"*", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        struct record *record;
        struct note why;
        int size = snprintf(text, sizeof text, "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                            "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nresult: {score: '%s'%s%s}\nmoves: ['e4']\n",
                            rows[i][0], rows[i][1] ? ", points: " : "", rows[i][1] ? rows[i][1] : "");
        if (record_read(text, (size_t)size, 1, NULL, &record, NULL, &why) < 0)
            fail_msg("%s: %s", text, why.text);
        only_the_game(record);
        char *written = pgn_write(record);
        struct record *again = first_game(written);
        only_the_game(again);
        assert_int_equal(value_at(value_at(&again->head, "result"), "points") != NULL, rows[i][1] != NULL);
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

/* Commands that are none of ours, or not as they should be, are kept as they stand. */
static void wrong_commands_are_kept(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "[%clk x]", "[%eval]", "[%eval abc]", "[%csl Zz9]", "[%cal Ga1]", "[%cc.step]", "[%cc.step part]",
        "[%cc.mark]", "[%cc.mark as]", "[%cc.stepmark 1]", "[%emt 1:2:3:4:5]", "[%cc.side x]", "[%cc.none 1]",
        "[%cc.utc zzz]", "[%cc.date \"x\"]", "[%cc.mark as=\"arrow\" at=\"Zz!\"]", "[%cc.game head=\"x: 1\"]", "[%cc.u0]",
        "[%cc.uD800]", "[%cc.u110000]", "[%cc.more ply=\"%5B1\"]", "[%cc.also keys=\"- 1\"]",
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

/* Plies are written in the standard way whatever came in; what is no ply is kept as it stood. */
static void plies_are_standard(void **state)
{
    (void)state;
    struct record *record = first_game("1. e2-e4 e7e5 2. Ng1f3 nc6 3. Bf1-b5 a6 4. bxc6 dc6 5. 0-0 *");
    static const char *const expected[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"};
    assert_int_equal(record->moves.n, 9);
    for (int i = 0; i < 9; i++)
        assert_string_equal(record->moves.v[i].text, expected[i]);
    record_free(record);
    record = first_game("1. e4 e5 2. Ke3 Nf6 {lost} 3. d4 *");
    assert_int_equal(record->moves.n, 3);
    assert_string_equal(record->moves.v[2].text, "Ke3");
    assert_string_equal(record->unparsed, "Nf6 {lost} 3. d4");
    record_free(record);
}

static void headers_find_their_place(void **state)
{
    (void)state;
    struct record *record = first_game("[Event \"E\"]\n[Date \"1921.??.??\"]\n[White \"W\"]\n[WhiteElo \"2600\"]\n"
                                       "[BlackElo \"\"]\n[Foo \"bar\"]\n[Foo \"baz\"]\n[Result \"1/2-1/2\"]\n\n*");
    assert_string_equal(record_text(record, "event.name"), "E");
    assert_string_equal(record_text(record, "event.date"), "1921-??" "-??");
    assert_string_equal(record_text(record, "event.site"), ""); /* what nobody knows is not kept */
    assert_string_equal(record_player(record, 'w'), "W");
    assert_string_equal(record_player(record, 'b'), "?");
    assert_string_equal(record_text(record, "result.points.w"), "0.5");
    const struct value *headers = value_at(&record->head, "headers");
    assert_int_equal(headers->n, 3);
    assert_string_equal(value_text(&headers->entry[0].value, "name"), "BlackElo");
    assert_string_equal(value_text(&headers->entry[2].value, "value"), "baz");
    record_free(record);
}

/* Depth 100 is kept, deeper is left as text; a million parentheses are no reason to be slow or to fall over. */
/* Tags without quotes belong to their game, wherever among the tags they stand; a bracket in a comment or a ply of the
 * variants with brackets alone on a line are none. */
static void tags_may_lack_quotes(void **state)
{
    (void)state;
    static const char text[] = "[White \"A\"]\n[Annotator]\n[Opening Ruy Lopez ]\n[Black \"B\"]\n\n1. e4 {see\n\n[Diagram]\nbelow} e5 *\n\n"
                               "[Foo]\n[Event \"second\"]\n\n1. d4 *\n";
    struct pgn_reader reader;
    pgn_begin(&reader, text, strlen(text));
    struct record *record = pgn_next(&reader);
    assert_string_equal(record_player(record, 'w'), "A");
    assert_string_equal(record_player(record, 'b'), "B");
    assert_int_equal(record->moves.n, 2);
    assert_string_equal(record_text(record, "opening.name"), "Ruy Lopez");
    assert_non_null(strstr(record->moves.v[0].notes->comments.v[0].text, "[Diagram]"));
    record_free(record);
    record = pgn_next(&reader);
    assert_string_equal(record_text(record, "event.name"), "second");
    assert_int_equal(record->moves.n, 1);
    assert_null(record->unparsed);
    record_free(record);
    assert_null(pgn_next(&reader));
    pgn_end(&reader);
    record = first_game("[Variant \"one\"]\n\n1.\n[Pa1-b2]\n*\n"); /* no such ply, but no tag */
    assert_string_equal(record->moves.v[0].text, "[Pa1-b2]");
    record_free(record);
}

/* Who passes shows a threat: a ply like others, in every way it is written, but not in check. */
static void passing_is_a_ply(void **state)
{
    (void)state;
    struct record *record = first_game("1. e4 -- 2. d4 (2. Z0 e5 3. @@@@ d5) e5 3. null d5 *");
    assert_int_equal(record->moves.n, 6);
    for (int i = 0; i < 6; i++)
        assert_false(record->moves.v[i].notes && record->moves.v[i].notes->broken);
    assert_string_equal(record->moves.v[1].text, "--");
    assert_string_equal(record->moves.v[4].text, "--");
    assert_string_equal(record->moves.v[2].notes->alts.v[0].v[2].text, "--");
    assert_int_equal(replay_check(record, NULL, NULL), 0);
    record_free(record);
    record = first_game("1. e4 f6 2. Qh5+ -- 3. d4 *");
    assert_true(record->moves.v[3].notes->broken);
    assert_int_equal(record->moves.n, 5);
    record_free(record);
    record = first_game("[Variant \"turning-chess\"]\n\n1. e2-e3 -- 2. d2-d3 *");
    assert_int_equal(record->moves.n, 3);
    assert_int_equal(replay_check(record, NULL, NULL), 0);
    record_free(record);
}

static void nesting_has_an_end(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    char *text = memory_new(DEEP + 64, 1);
    strcpy(text, "1. e4 ");
    memset(text + 6, '(', DEEP);
    struct record *record = first_game(text);
    assert_int_equal(record->moves.n, 1);
    assert_non_null(record->unparsed);
    record_free(record);
    free(text);
}

static void charsets_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *charset, *text;
    } expected[] = {
        {"M\xC3\xBCller", "UTF-8", "M\xC3\xBCller"},
        {"\xEF\xBB\xBFplain", "UTF-8", "plain"},
        {"M\xFCller", "CP1252", "M\xC3\xBCller"},
        {"Andr\x82 x", "CP850", "Andr\xC3\xA9 x"},
        {"B\x94hm", "CP850", "B\xC3\xB6hm"},
        {"\x93quoted\x94 text", "CP1252", "\xE2\x80\x9Cquoted\xE2\x80\x9D text"},
        {"it\x92s", "CP1252", "it\xE2\x80\x99s"},
        {"a\r\nb\rc", "UTF-8", "a\nb\nc"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const char *charset;
        size_t length;
        char *text = pgn_to_utf8(expected[i].bytes, strlen(expected[i].bytes), NULL, &charset, &length);
        assert_string_equal(charset, expected[i].charset);
        assert_string_equal(text, expected[i].text);
        assert_int_equal(length, strlen(expected[i].text));
        free(text);
        /* A portion at a time, they are the same. */
        for (size_t portion = 1; portion < 40; portion++) {
            struct pgn_survey survey = {0};
            size_t size = strlen(expected[i].bytes), at = pgn_byte_order_mark(expected[i].bytes, size);
            for (; at < size; at += portion)
                pgn_survey_add(&survey, expected[i].bytes + at, size - at < portion ? size - at : portion);
            assert_string_equal(pgn_survey_end(&survey, NULL), expected[i].charset);
        }
    }
}

/* What is UTF-8 is so by the same rules as for everybody else: all that two to four bytes can be, by utf8proc. */
static void utf8_is_known_at_every_byte(void **state)
{
    static const unsigned char seconds[] = {0, 'e', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xFF};
    enum { SECONDS = sizeof seconds };
    (void)state;
    for (int first = 0; first < 256; first++)
        for (int i = 0; i < SECONDS * SECONDS * SECONDS; i++) {
            const unsigned char bytes[] = {(unsigned char)first, seconds[i % SECONDS], seconds[i / SECONDS % SECONDS],
                                           seconds[i / SECONDS / SECONDS]};
            struct pgn_survey survey = {0};
            utf8proc_int32_t character;
            utf8proc_ssize_t at = 0, n = 1;
            for (; at < 4 && n > 0; at += n)
                n = utf8proc_iterate(bytes + at, 4 - at, &character);
            pgn_survey_add(&survey, (const char *)bytes, 4);
            if ((strcmp(pgn_survey_end(&survey, NULL), "UTF-8") == 0) != (n > 0))
                fail_msg("%02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
        }
}

/* A file that holds a text, no longer to be found. */
static int file_of(const char *text, size_t length)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fflush(file), 0);
    int fd = dup(fileno(file));
    fclose(file);
    return fd;
}

/* What a reading thread makes of a game: its text, and the record is kept where its number of plies is even. */
static bool write_down(void *argument, struct record *record, struct yaml_text *made, struct pgn_game *game)
{
    (void)argument;
    record_write(record, made);
    game->place[0] = record->moves.n;
    return record->moves.n % 2;
}

static void assert_made_alike(const char *name, const char *text, size_t length, size_t piece)
{
    struct pgn_reader reader;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    struct record *one;
    int fd = file_of(text, length);
    pgn_begin(&reader, text, length);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.fd = fd, .size = length, .charset = "UTF-8"}, piece, piece % 2, write_down, NULL);
    while ((one = pgn_next(&reader))) {
        assert_true(pgn_ahead_next(ahead, &game));
        memcpy(one->id, strstr(game.made, "id: '") + 5, ULID_LENGTH);
        struct yaml_text expected = {0};
        record_write(one, &expected);
        if (game.size != (size_t)expected.n || memcmp(game.made, expected.v, game.size) != 0)
            fail_msg("%s, game %d, pieces of %zu: read alone\n%s\nand made ahead\n%.*s", name, reader.games, piece, expected.v,
                     (int)game.size, game.made);
        assert_int_equal(game.place[0], one->moves.n);
        assert_true((game.record == NULL) == (one->moves.n % 2 == 1));
        yaml_text_clear(&expected);
        record_free(game.record);
        record_free(one);
    }
    assert_false(pgn_ahead_next(ahead, &game));
    assert_int_equal(pgn_ahead_error(ahead), 0);
    pgn_ahead_end(ahead);
    pgn_end(&reader);
    close(fd);
}

/* A file that is shorter than it was has fewer games; one that cannot be read says so. */
static void a_file_that_fails_is_told(void **state)
{
    static const char games[] = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n\n*\n";
    struct pgn_ahead *ahead;
    struct pgn_game game;
    int fd = file_of(games, sizeof games - 1), found = 0;
    (void)state;
    pgn_ahead_begin(&ahead, &(struct pgn_input){.fd = fd, .size = sizeof games + 100, .charset = "UTF-8"}, 1, false, NULL, NULL);
    for (; pgn_ahead_next(ahead, &game); found++)
        record_free(game.record);
    assert_int_equal(found, 3);
    assert_int_equal(pgn_ahead_error(ahead), 0);
    pgn_ahead_end(ahead);
    close(fd);
    fd = open("/", O_RDONLY | O_DIRECTORY);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.fd = fd, .size = 100, .charset = "UTF-8"}, 1, false, NULL, NULL);
    assert_false(pgn_ahead_next(ahead, &game));
    assert_int_equal(pgn_ahead_error(ahead), EISDIR);
    pgn_ahead_end(ahead);
    close(fd);
}

/* Read by several threads in pieces of any size, a text has the games it has for one reader, in its order. */
static void assert_read_alike(const char *name, const char *text, size_t length, size_t piece)
{
    assert_made_alike(name, text, length, piece);
    struct pgn_reader reader;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    struct record *one, *other;
    char last[ULID_LENGTH + 1] = "";
    int number = 0;
    pgn_begin(&reader, text, length);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.bytes = text, .size = length, .charset = "UTF-8"}, piece, piece % 2, NULL, NULL);
    while ((one = pgn_next(&reader))) {
        assert_true(pgn_ahead_next(ahead, &game));
        other = game.record;
        number = game.number;
        char *expected = yaml_of(one), *got = yaml_of(other);
        if (strcmp(expected, got) != 0 || number != reader.games)
            fail_msg("%s, game %d, pieces of %zu: read alone\n%s\nand ahead\n%s", name, reader.games, piece, expected, got);
        assert_true(strcmp(last, other->id) < 0);
        memcpy(last, other->id, sizeof last);
        free(expected);
        free(got);
        record_free(one);
        record_free(other);
    }
    assert_false(pgn_ahead_next(ahead, &game));
    pgn_ahead_end(ahead);
    pgn_end(&reader);
}

static void games_are_read_ahead(void **state)
{
    (void)state;
    static const char *const between[] = {"\n\n", "\n", "\n\n[Event \"e\"]\n[White \"w\"]\n\n", "\n\n% note\n[Event \"e\"]\n\n[Round \"3\"]\n\n",
                                          "\n \t\n[Event \"e\"]\n"};
    enum { BETWEEN = sizeof between / sizeof *between, ROUNDS = 12, LOOSE = sizeof loose / sizeof *loose };
    char *text = memory_new(1, ROUNDS * LOOSE * 400);
    size_t length = 0;
    for (int i = 0; i < ROUNDS * LOOSE; i++)
        text_add(text, ROUNDS * LOOSE * 400, &length, "%s%s", loose[i * 5 % LOOSE], between[i * 7 % BETWEEN]);
    for (size_t piece = 1; piece < length; piece = piece * 3 + 1)
        assert_read_alike("loose texts", text, length, piece);
    free(text);
    /* Given up in the middle. */
    struct pgn_ahead *ahead;
    struct pgn_game game;
    const char games[] = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n\n*\n";
    pgn_ahead_begin(&ahead, &(struct pgn_input){.bytes = games, .size = sizeof games - 1, .charset = "UTF-8"}, 1, true, NULL, NULL);
    assert_true(pgn_ahead_next(ahead, &game));
    record_free(game.record);
    assert_int_equal(game.number, 1);
    pgn_ahead_end(ahead);
}

/* Bytes of any charset, cut anywhere between games, with and without an end of batches, are read as a single reader does. */
static void assert_cut_alike(const char *bytes, size_t size, size_t piece)
{
    struct pgn_reader reader;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    struct record *one;
    const char *charset;
    size_t length;
    char *text = pgn_to_utf8(bytes, size, NULL, &charset, &length);
    pgn_begin(&reader, text, length);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.bytes = bytes, .size = size, .charset = charset}, piece, piece % 2, NULL, NULL);
    while ((one = pgn_next(&reader))) {
        assert_true(pgn_ahead_next(ahead, &game));
        memcpy(game.record->id, one->id, sizeof one->id);
        if (!record_same(one, game.record))
            fail_msg("%s, pieces of %zu: game %d\n%s\nand ahead\n%s", charset, piece, reader.games, yaml_of(one), yaml_of(game.record));
        record_free(one);
        record_free(game.record);
    }
    assert_false(pgn_ahead_next(ahead, &game));
    pgn_ahead_end(ahead);
    pgn_end(&reader);
    free(text);
}

/* Where no tag says that a game begins, what was read tells it; what is between games is as it would be in one piece. */
static void games_without_tags_are_read_ahead(void **state)
{
    (void)state;
    static const char *const utf8[] = {"*{a \xC3\xA9}% b\n", "\n1. d4 {\xE2\x99\x98 ]} \xC2\xBD-\xC2\xBD", " * ", "}}e.p. {c}\n\n", "1. e4 0-0\r\n\r\n",
                                       "1. e4 e5 (1... c5 {d) ", "\n\n% note\n", "[Bare x]\n", "; g\n", "{e\n\n[Tag \"f\"]\n\n" /* in the first text only */},
                *const latin[] = {"*{a \xE9}% b\r\n", "1. e4 {\xE4\r\n\r\n} 1-0\r", " * ", "\r\r1. d4 d5"};
    enum { ROOM = 200 << 10, MANY = 3000 };
    char *bytes = memory_new(ROOM + 100, 1);
    for (int k = 0; k < 4; k++) {
        size_t size = 0, n = k % 2 ? sizeof latin / sizeof *latin : sizeof utf8 / sizeof *utf8 - (k > 0);
        seed = 77 + (uint64_t)k;
        while (size < ROOM)
            text_add(bytes, ROOM + 100, &size, "%s", (k % 2 ? latin : utf8)[chance((int)n)]);
        for (size_t piece = 1; piece <= size; piece = piece * 40 + 3)
            assert_cut_alike(bytes, size, piece);
    }
    static const char each[] = "*{\xE2\x99\x98\xE2\x99\x98\xE2\x99\x98}[Bare x]\n*\n"; /* letters at every end, and no tag */
    size_t end = 0;
    while (end < ROOM / 2)
        text_add(bytes, ROOM, &end, "%s%*s", each, chance(40), "");
    for (size_t piece = 1; piece < 9; piece++)
        assert_cut_alike(bytes, end, piece);
    for (int i = 0; i < MANY; i++) /* more than a batch between tags */
        memcpy(bytes + 2 * i, "*\n", 2);
    static const char tagged[] = "\n[Event \"e\"]\n\n*\n";
    memcpy(bytes + 2 * MANY, tagged, sizeof tagged);
    for (size_t piece = 1; piece <= 2 * MANY; piece = piece * 40 + 3)
        assert_cut_alike(bytes, 2 * MANY + sizeof tagged - 1, piece);
    free(bytes);
}

/* The folder of real files, if there is one at hand. */
static char real_files[4096];

static void real_files_come_back(void **state)
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
        assert_read_alike(entry->d_name, text, length, 5000);
        print_message("%s (%s): %d games, %d plies, %d comments, %d nags, %d variations, %d marks, %d clocks, %d broken\n",
                      entry->d_name, charset, games, total.plies, total.comments, total.nags, total.variations,
                      total.marks, total.clocks, total.broken);
        assert_true(games > 0);
        free(text);
        free(bytes);
    }
    closedir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loose_texts_come_back),
        cmocka_unit_test(loose_texts_are_understood),
        cmocka_unit_test(variations_find_their_ply),
        cmocka_unit_test(commands_become_notes), cmocka_unit_test(our_commands_come_back),
        cmocka_unit_test(samples_come_back), cmocka_unit_test(points_come_back),
        cmocka_unit_test(records_at_random_come_back), cmocka_unit_test(headers_come_back),
        cmocka_unit_test(wrong_commands_are_kept),
        cmocka_unit_test(plies_are_standard),
        cmocka_unit_test(headers_find_their_place),
        cmocka_unit_test(tags_may_lack_quotes), cmocka_unit_test(passing_is_a_ply),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(charsets_are_told_apart),
        cmocka_unit_test(utf8_is_known_at_every_byte),
        cmocka_unit_test(games_are_read_ahead), cmocka_unit_test(games_without_tags_are_read_ahead),
        cmocka_unit_test(a_file_that_fails_is_told),
        cmocka_unit_test(three_players_are_numbered),
        cmocka_unit_test(who_leaves_is_out_in_pgn),
        cmocka_unit_test(real_files_come_back),
    };
    size_t n = sizeof tests / sizeof *tests;
    const char *folder = getenv("CHESSCADE_PGN");
    snprintf(real_files, sizeof real_files, "%s", folder ? folder : source_file("../shared/data"));
    DIR *directory = opendir(real_files);
    if (directory)
        closedir(directory);
    else
        n--; /* no real files here: CHESSCADE_PGN names their folder */
    return _cmocka_run_group_tests("pgn", tests, n, NULL, NULL);
}
