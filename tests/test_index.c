/* test_index.c - the index is only a cache: the same answers with it, without it, and with a broken one. */
#include "config.h"
#include "tests/testing.h"

#include "archive/finder.h"
#include "archive/index_parts.h"
#include "archive/pack_parts.h"
#include "archive/pack_writer.h"
#include "archive/store_parts.h"
#include "archive/sieve.h"
#include "archive/follow.h"
#include "archive/opening_tree.h"
#include "core/ruleset.h"
#include "core/search.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE_OF_TEST = 40, PLIES = 10, CHOICES = 30, PLY_ROOM = 4200 };

static char top[256], club[300], sidecar[400];
static int games_made;

/* --- an archive with games of every variant --- */

static uint32_t seed = 20261121;
static int chance(int n)
{
    seed = seed * 1664525 + 1013904223;
    return (int)((seed >> 10) % (uint32_t)n);
}

struct pick {
    const struct position *position;
    int seen;
    char text[PLY_ROOM];
};

static int pick_one(const struct ply *ply, void *argument)
{
    struct pick *pick = argument;
    if (chance(++pick->seen) == 0)
        pick->position->rules->rules->format(pick->position, ply, FORM_LONG, pick->text, sizeof pick->text);
    return pick->seen == CHOICES;
}

/* Some ply of a position, "" without one. */
static const char *some_ply(const struct position *position)
{
    static const struct limits one = {.cascade = 2};
    static struct pick pick;
    pick = (struct pick){.position = position};
    search_plies(position, &one, pick_one, &pick);
    return pick.text;
}

static void annotate(struct node *node, int number)
{
    static const char *const words[] = {"open file", "Momentum of the ring", "a \"quoted\" word", "\u00DCberraschung",
                                        "it's over", "K\u00F6nig on the run", "Stra\u00DFe, gro\u00DFer Turm", "\u0160ari\u0107 \u0161utke", "Passau"};
    struct notes *notes = node_notes(node);
    comments_append(&notes->comments, words[chance(9)], number % 3 ? NULL : "ana");
    if (number % 4 == 0)
        nags_add(&notes->nags, 1 + chance(6));
    if (number % 4 == 1)
        marks_append(&notes->marks, "circle");
}

static void other_line(struct line *line, const char *ply, int number)
{
    line_append(line, ply);
    if (number % 3 == 0)
        line->comment = memory_text("Passed by");
}

static struct record *random_game(const char *variant, const struct setting *option, int number)
{
    static const char *const names[] = {"Morphy, Paul", "Anderssen, Adolf", "\u0160ari\u0107, Ivo", "Mia", "Noa"};
    struct record *record = record_new(variant);
    struct follower *board = memory_new(1, sizeof *board);
    struct ruleset *rules;
    struct position position;
    char text[PLY_ROOM], written[PLY_ROOM];
    if (option)
        value_set(value_map(value_map(&record->head, "rules"), "options"), option->name, option->value, false);
    assert_int_equal(follow_open(board, record, &rules, NULL), 0);
    for (int s = 0; s < rules->sides; s++)
        record_set_player(record, "wbr"[s], names[chance(5)]);
    snprintf(text, sizeof text, "18%02d-0%d-??", 50 + chance(40), 1 + chance(9));
    if (number % 8)
        record_set_text(record, "event.date", number % 5 ? text : "???\?-?\?-??");
    record_set_text(record, "event.name", number % 2 ? "London 1851" : "Club evening");
    record_set_text(record, "event.site", number % 4 ? "London ENG" : "Zagreb");
    record_set_text(record, "event.round", number % 3 ? "2" : "11");
    record_set_text(record, "event.control.text", number % 3 ? "90+30" : "5");
    record_set_text(record, "opening.eco", number % 2 ? "C41" : "B01");
    record_set_text(record, "result.score", number % 3 ? "1-0" : "1/2-1/2");
    record_set_text(record, "result.reason", number % 4 ? "resigned" : "agreed");
    if (number % 6 == 0)
        value_put(value_append(value_list(&record->head, "tags")), "miniature", STYLE_CANONICAL);
    if (number % 5 == 0)
        comments_append(&record->comments, "From the inventor's own game.", NULL);
    for (int i = 0; i < PLIES; i++) {
        follow_position(board, &position);
        const char *other = chance(4) == 0 ? some_ply(&position) : "";
        char fork[PLY_ROOM];
        snprintf(fork, sizeof fork, "%s", other);
        snprintf(text, sizeof text, "%s", some_ply(&position));
        if (!*text || !follow_play(board, text, written, sizeof written))
            break;
        struct node *node = line_append(&record->moves, written);
        if (chance(6) == 0)
            annotate(node, number);
        if (*fork) {
            struct follower *way = memory_new(1, sizeof *way);
            follow_begin(way, &position);
            if (follow_play(way, fork, written, sizeof written))
                other_line(lines_append(&node_notes(node)->alts), written, number);
            free(way);
        }
    }
    follow_position(board, &position);
    snprintf(text, sizeof text, "%s", number % 7 == 3 ? some_ply(&position) : "");
    if (*text && follow_play(board, text, written, sizeof written)) {
        struct line *line = lines_append(line_then(&record->moves));
        line->comment = memory_text("Hereafter");
        annotate(line_append(line, written), number);
    }
    ruleset_free(rules);
    free(board);
    return record;
}

static void open_store(struct store **store)
{
    struct note why = {.text = ""};
    if (store_open(store, club, NULL, &why) < 0)
        fail_msg("%s", why.text);
}

/* Files that were written long ago: else the index does not trust their times, and rightly so. */
static void age(const char *folder)
{
    DIR *stream = opendir(folder);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));) {
        char path[1024];
        const struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct stat stat_of;
        assert_int_equal(stat(path, &stat_of), 0);
        if (S_ISDIR(stat_of.st_mode))
            age(path);
        else
            assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    closedir(stream);
}

/* --- answers --- */

static const char *const queries[] = {
    "", "morphy", "Momentum", "\"open file\"", "it's", "\"\\\"quoted\"", "quoted", "\u00DCber", "\u00FCber", "k\u00F6nig",
    "text:\"open file\"", "text:ring", "text:of", "text:xyz", "by:ana", "by:an", "-by:ana", "!text:ring morphy", "1/2", "1-0", "185",
    "london text:over", "london | text:over", "(morphy | mia) -text:file has:comment", "white:morphy", "inventor",
    "variant:turn* text:ring", "family:croatian by:ana", "has:line", "nag:!!", "move:e4", "plies:>=5", "/r.ng/", "end:mate",
    "pos:\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"", "-pos:\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
    "pos:here", "pos:here in:variations", "pos:here by:ana", "pos:here | morphy", "near:here", "near:here in:variations", "cascade:>=2", "cascade:2", "-cascade:>1", "cascade:1", "cascade:>=2 in:variations", "-near:here",
    "black:morphy", "red:mia", "player:noa", "event:club", "site:zagreb", "round:2", "result:draw", "result:white date:>=1870", "eco:C4*",
    "eco:B01 result:1-0", "id:0", "status:live", "status:over", "has:mark", "has:clock", "has:nag", "has:step", "has:broken", "tag:miniature",
    "-tag:mini", "option:siege=lose", "option:siege", "clock:90+30", "clock:5", "end:resigned", "end:agreed -by:ana", "ply:N*", "ply:*x*",
    "move:e4 in:variations", "turn:(r)", "ring:o", "ring:[(o)]", "capture:P", "capture:p in:variations", "piece:P@e4", "piece:n@a6..h8", "piece:N@c3..",
    "material:KRkr", "sort:-date white:m", "plies:1..5", "pos:here -date:1860..1870", "/k.?[nm].g|[xyz]q/", "/momentum+/", "/[a-h]x.*e5?/", "date:1850..1870 text:run",
    "date:???\?-?\?-??", "-date:>=0000", "date:186?", "date:18?\?-05", "h", "of", "T", "x", "o r", "\"n \"", "a | \u00DC", "text:h", "text:\"e \"",
    "ss", "strasse", "STRA\u00DFE", "\u00DF", "\u0161", "\u0161u", "\u0160ARI\u0106", "text:\u010D", "text:\u00F6n", "-\u0161", "text:\"passed by\"", "text:hereafter", "hereafter", "nag:?", "nag:4 has:line",
    "-text:of", "by:a", "tag:mi", "end:a", "turn:b@sw", "material:KRvKR", "move:O-O", "family:tri*", "variant:one",
};
enum { QUERIES = sizeof queries / sizeof *queries };

/* Is there a query with every key there is, but for the one that stands for searches kept elsewhere? */
static void every_key_is_asked(void)
{
    int keys;
    const struct query_key *key = query_keys(&keys);
    for (int k = 0; k < keys; k++) {
        char wanted[40];
        bool asked = !strcmp(key[k].name, "saved");
        snprintf(wanted, sizeof wanted, "%s:", key[k].name);
        for (int q = 0; q < QUERIES && !asked; q++)
            asked = strstr(queries[q], wanted) != NULL;
        if (!asked)
            fail_msg("no query has %s", wanted);
    }
}

/* Positions to ask for: met in a game, in a variation of one, and a start. */
enum { HERES = 3 };
struct here {
    struct ruleset *rules;
    struct position position;
};

static void position_after(struct store *store, int at, int plies, bool variation, struct here *here)
{
    struct record *record;
    struct follower *board = memory_new(1, sizeof *board);
    char written[PLY_ROOM];
    assert_int_equal(store_load(store, at, &record, NULL, NULL, NULL), 0);
    assert_int_equal(follow_open(board, record, &here->rules, NULL), 0);
    for (int i = 0; i < record->moves.n && (variation || i < plies); i++) {
        const struct notes *notes = record->moves.v[i].notes;
        if (variation && notes && notes->alts.n) {
            follow_play(board, notes->alts.v[0].v[0].text, written, sizeof written);
            break;
        }
        follow_play(board, record->moves.v[i].text, written, sizeof written);
    }
    follow_position(board, &here->position);
    free(board);
    record_free(record);
}

/* What a query finds, as text "id@ply " each, owned. */
static char *answer(struct store *store, struct index *index, const char *query, const struct position *here)
{
    struct finder *finder;
    struct note why = {.text = ""};
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    if (finder_open(&finder, store, index, query, here, &why) < 0)
        fail_msg("%s: %s", query, why.text);
    while (finder_step(finder, 7))
        continue;
    for (int i = 0; i < finder_count(finder); i++) {
        char one[80];
        snprintf(one, sizeof one, "%s@%d ", store_listing(store, finder_at(finder, i))->id, finder_hit(finder, i)->ply);
        yaml_text_add(&out, one, strlen(one));
    }
    finder_close(finder);
    return out.v ? out.v : memory_text("");
}

static char *truth[HERES][QUERIES];
static struct here heres[HERES];
static struct store *plain; /* without an index */

static void learn_truth(void)
{
    open_store(&plain);
    while (store_scan(plain, INT_MAX))
        continue;
    position_after(plain, 1, 3, false, &heres[0]);
    position_after(plain, games_made / 2, 2, true, &heres[1]);
    position_after(plain, games_made - 1, 0, false, &heres[2]);
    for (int h = 0; h < HERES; h++)
        for (int q = 0; q < QUERIES; q++)
            truth[h][q] = h == 0 || strstr(queries[q], "here")
                              ? answer(plain, NULL, queries[q], &heres[h].position) : NULL;
}

static void forget_truth(void)
{
    for (int h = 0; h < HERES; h++) {
        for (int q = 0; q < QUERIES; q++)
            free(truth[h][q]);
        ruleset_free(heres[h].rules);
    }
    store_close(plain);
}

/* Every `step`th question is asked: those that must replay everything take their time. */
static void same_answers(struct store *store, struct index *index, int step)
{
    for (int h = 0; h < HERES; h++)
        for (int q = h % step; q < QUERIES; q += step) {
            if (h > 0 && !strstr(queries[q], "here"))
                continue;
            char *found = answer(store, index, queries[q], &heres[h].position);
            if (strcmp(found, truth[h][q]) != 0)
                fail_msg("'%s' finds\n%s\nwithout the index\n%s", queries[q], found, truth[h][q]);
            free(found);
        }
}

static int make_archive(void **state)
{
    (void)state;
    const struct variant *variant;
    struct store *store;
    struct note why = {.text = ""};
    char games[400];
    if (!make_folder(top, "index"))
        return -1;
    setenv("XDG_CACHE_HOME", top, 1);
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(sidecar, sizeof sidecar, "%s/.index/v1.sqlite3", club);
    assert_int_equal(store_create(club, "Club", &why), 0);
    open_store(&store);
    for (int v = 0; (variant = variant_at(v, true, NULL)); v++) {
        struct record *record[8];
        int n = !strcmp(variant->id, "custom") ? 0 : !strcmp(variant->id, "classical") ? 8 : 3, results[8];
        for (int i = 0; i < n; i++) {
            char value[64];
            struct setting option;
            bool optional = i == 2 && variant->option_count && variant->options[0].values;
            if (optional) {
                snprintf(value, sizeof value, "%.*s", (int)strcspn(variant->options[0].values, "|"),
                         variant->options[0].values);
                option = (struct setting){variant->options[0].name, value};
                struct ruleset *rules;
                optional = ruleset_open(&rules, variant->id, &option, 1, NULL) == 0;
                if (optional)
                    ruleset_free(rules);
            }
            record[i] = random_game(variant->id, optional ? &option : NULL, games_made++);
        }
        assert_int_equal(store_add(store, record, n, results, &why), 0);
        for (int i = 0; i < n; i++) {
            assert_int_equal(results[i], 0);
            record_free(record[i]);
        }
    }
    store_close(store);
    snprintf(games, sizeof games, "%s/games", club);
    age(games);
    learn_truth();
    return 0;
}

static int drop_archive(void **state)
{
    (void)state;
    forget_truth();
    remove_folder(top);
    return 0;
}

/* --- tests --- */

static struct index *must_index(struct store *store, bool create)
{
    struct index *index = NULL;
    struct note why = {.text = ""};
    if (index_open(&index, store, create, &why) < 0)
        fail_msg("%s", why.text);
    index->piece_games = PIECE_OF_TEST;
    return index;
}

static void bring_up(struct index *index)
{
    while (index_step(index, 50, NULL, NULL))
        continue;
}

static void answers_are_the_same(void **state)
{
    (void)state;
    struct store *store;
    int informative = 0;
    for (int q = 0; q < QUERIES; q++)
        informative += *truth[0][q] && strcmp(truth[0][q], truth[0][0]) != 0;
    for (int q = 0; q < QUERIES; q++)
        assert_true(strcmp(queries[q], "cascade:>=2") != 0 || *truth[0][q]); /* there are cascades */
    assert_true(informative > QUERIES / 2); /* else the queries show nothing */
    every_key_is_asked();
    open_store(&store);
    struct index *index = must_index(store, true);
    index_step(index, 100, NULL, NULL);
    same_answers(store, index, 3); /* half done */
    bring_up(index);
    same_answers(store, index, 1);
    index_close(index);
    store_close(store);
    open_store(&store); /* another time, for reading */
    index = must_index(store, false);
    same_answers(store, index, 1);
    int n;
    for (int i = 0; i < store_count(store); i++) {
        uint32_t *hashes = index_positions(index, i, &n);
        assert_non_null(hashes); /* it did know all games */
        assert_true(n == store_listing(store, i)->plies + 1);
        free(hashes);
    }
    assert_null(index_notice(index));
    index_close(index);
    store_close(store);
}

/* Does the index narrow, or are its answers right because it says anything may fit? */
static void candidates_are_few(void **state)
{
    (void)state;
    static const struct {
        const char *query;
        int most; /* in hundredths of the games */
    } narrow[] = {{"cascade:>=2", 90}, {"text:\"open file\"", 40}, {"pos:here", 10}, {"near:here", 30}, {"xyzzy", 0}, {"london by:ana", 60}};
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    struct here here;
    position_after(store, 1, 3, false, &here);
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        struct query *query;
        assert_int_equal(query_parse(narrow[i].query, &here.position, &query, NULL), 0);
        struct sieve_set set = sieve_store(store, index, query);
        int n = 0;
        assert_non_null(set.may);
        for (int at = 0; at < store_count(store); at++)
            n += sieve_has(set.may, at);
        if (n * 100 > narrow[i].most * store_count(store))
            fail_msg("'%s': %d of %d games may fit", narrow[i].query, n, store_count(store));
        sieve_set_clear(&set);
        query_free(query);
    }
    ruleset_free(here.rules);
    index_close(index);
    store_close(store);
}

static char *tree_text(struct store *store, struct index *index, const char *query, const struct position *here)
{
    struct finder *finder;
    struct opening_tree *tree;
    struct yaml_text out = {0};
    assert_int_equal(finder_open(&finder, store, index, query, here, NULL), 0);
    while (finder_step(finder, INT_MAX))
        continue;
    opening_tree_open(&tree, store, index, finder, here);
    while (opening_tree_step(tree, 10))
        continue;
    yaml_text_add(&out, "", 0);
    for (int i = 0; i < opening_tree_count(tree); i++) {
        const struct opening_row *row = opening_tree_row(tree, i);
        char line[PLY_ROOM + 200];
        snprintf(line, sizeof line, "%s '%s' %d %d %d %d %d %.3f\n", row->variant, row->ply, row->games, row->scored,
                 row->won, row->drawn, row->lost, row->cascades ? row->members : 0);
        yaml_text_add(&out, line, strlen(line));
    }
    opening_tree_close(tree);
    finder_close(finder);
    return out.v ? out.v : memory_text("");
}

static void trees_are_the_same(void **state)
{
    (void)state;
    static const char *const asked[] = {"", "result:1-0", "text:ring | by:ana"};
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    for (size_t q = 0; q < sizeof asked / sizeof *asked; q++)
        for (int h = -1; h < HERES; h++) {
            const struct position *here = h < 0 ? NULL : &heres[h].position;
            char *with = tree_text(store, index, asked[q], here), *without = tree_text(plain, NULL, asked[q], here);
            assert_string_equal(with, without);
            assert_true(q > 0 || h == 1 || *with); /* the second one is in variations only */
            free(with);
            free(without);
        }
    index_close(index);
    store_close(store);
}

/* --- packs --- */

static void pack_game(struct pack_writer *writer, struct record *record)
{
    struct note why = {.text = ""};
    if (pack_writer_add(writer, record, &why) < 0)
        fail_msg("%s", why.text);
}

/* All games once more in a pack, and some of them many times, so that many came the same way to a position: also from a
 * position of their own that looks like the set-up, and into a variation. */
static void make_pack(const char *where)
{
    enum { COPIES = 40, OTHER_START = 30 };
    struct store *store;
    struct pack_writer *writer;
    struct pack_mark mark;
    struct note why = {.text = ""};
    assert_int_equal(store_create(where, "Packed", &why), 0);
    assert_int_equal(store_open(&store, where, NULL, &why), 0);
    assert_int_equal(pack_writer_begin(&writer, store, "all", "a source", &mark, &why), 0);
    for (int at = 0; at < games_made; at++) {
        struct record *record;
        const char *variant = store_listing(plain, at)->variant;
        bool often = !strcmp(variant, "classical") || !strcmp(variant, "turnover") || !strcmp(variant, "one");
        assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
        pack_game(writer, record);
        for (int i = 0; often && i < COPIES; i++) {
            ulid_new(record->id);
            if (!strcmp(variant, "classical") && i == OTHER_START)
                record_set_text(record, "start.position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
            pack_game(writer, record);
        }
        record_free(record);
    }
    assert_int_equal(pack_writer_end(writer, &why), 0);
    store_close(store);
}

struct tried {
    struct store *store;
    int at;
    struct record *record;
};

static const struct record *load_tried(void *argument)
{
    struct tried *tried = argument;
    if (!tried->record)
        store_load(tried->store, tried->at, &tried->record, NULL, NULL, NULL);
    return tried->record;
}

/* The answer as it is found by trying every game, with nothing that is known beforehand. */
static char *answer_of_all(struct store *store, const char *text, const struct position *here)
{
    struct query *query;
    struct yaml_text out = {0};
    assert_int_equal(query_parse(text, here, &query, NULL), 0);
    yaml_text_add(&out, "", 0);
    for (int at = 0; at < store_count(store); at++) {
        struct tried tried = {store, at, NULL};
        struct query_game game = {store_listing(store, at), load_tried, NULL, &tried, .first = true};
        struct query_hit hit;
        char one[80];
        if (query_fits(query, &game, &hit)) {
            snprintf(one, sizeof one, "%s@%d ", store_listing(store, at)->id, hit.ply);
            yaml_text_add(&out, one, strlen(one));
        }
        record_free(tried.record);
    }
    query_free(query);
    return out.v;
}

static void packs_answer_the_same(void **state)
{
    (void)state;
    static const char *const trees[] = {"", "morphy", "result:1-0 | by:ana"};
    enum { TREES = sizeof trees / sizeof *trees, PLACES = 5 };
    char where[300], *without[PLACES][QUERIES], *grown[PLACES][TREES];
    struct here here[PLACES];
    struct store *store;
    int classical = 0, sure = 0;
    snprintf(where, sizeof where, "%.280s/packed", top);
    make_pack(where);
    while (strcmp(store_listing(plain, classical)->variant, "classical") != 0)
        classical++;
    for (int i = 0; i < PLACES; i++)
        position_after(plain, i < 4 ? classical : games_made / 2, i == 3 ? 8 : i, i == 4, &here[i]);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    while (store_scan(store, INT_MAX))
        continue;
    for (int h = 0; h < PLACES; h++) {
        for (int q = 0; q < QUERIES; q++)
            without[h][q] = h == 0 || strstr(queries[q], "here")
                                ? answer(store, NULL, queries[q], &here[h].position) : NULL;
        for (int t = 0; t < TREES; t++)
            grown[h][t] = tree_text(store, NULL, trees[t], h ? &here[h].position : NULL);
    }
    for (int q = 0; q < QUERIES; q++) {
        char *all = strstr(queries[q], "sort:") ? NULL : answer_of_all(store, queries[q], &here[0].position);
        if (all && strcmp(all, without[0][q]) != 0)
            fail_msg("'%s' finds\n%s\ntrying every game\n%s", queries[q], without[0][q], all);
        free(all);
    }
    struct index *index = must_index(store, true);
    bring_up(index);
    for (int turn = 0; turn < 2; turn++) { /* and without the index of the store's own games */
        for (int h = 0; h < PLACES; h++) {
            for (int q = 0; q < QUERIES; q++) {
                char *found = without[h][q] ? answer(store, turn ? NULL : index, queries[q], &here[h].position) : NULL;
                if (found && strcmp(found, without[h][q]) != 0)
                    fail_msg("'%s' finds\n%s\nwithout the index\n%s", queries[q], found, without[h][q]);
                free(found);
            }
            for (int t = 0; t < TREES; t++) {
                char *with = tree_text(store, turn ? NULL : index, trees[t], h ? &here[h].position : NULL);
                assert_string_equal(with, grown[h][t]);
                free(with);
            }
        }
    }
    /* It does know: most of those that came often need not be tried. */
    for (int h = 0; h < 4; h++) {
        struct query *query;
        assert_int_equal(query_parse("pos:here", &here[h].position, &query, NULL), 0);
        struct sieve_set set = sieve_store(store, index, query);
        for (int at = 0; at < store_count(store); at++)
            sure += sieve_has(set.sure, at);
        sieve_set_clear(&set);
        query_free(query);
    }
    assert_true(sure > 100);
    for (int h = 0; h < PLACES; h++) {
        for (int q = 0; q < QUERIES; q++)
            free(without[h][q]);
        for (int t = 0; t < TREES; t++)
            free(grown[h][t]);
        ruleset_free(here[h].rules);
    }
    index_close(index);
    store_close(store);
}

static void change_a_game(struct store *store, int at, const char *comment)
{
    struct record *record;
    struct version version;
    struct note why = {.text = ""};
    assert_int_equal(store_load(store, at, &record, &version, NULL, NULL), 0);
    comments_append(&record->comments, comment, "eva");
    if (store_save(store, record, &version, &why) < 0)
        fail_msg("%s", why.text);
    record_free(record);
}

/* A game changed here, one changed behind our back, one deleted: the index says nothing of what was. */
static void changes_are_noticed(void **state)
{
    (void)state;
    struct store *store, *other;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    change_a_game(store, 0, "xylophone");
    char *found = answer(store, index, "text:xylophone", NULL);
    assert_int_equal(strncmp(found, store_listing(store, 0)->id, ULID_LENGTH), 0);
    free(found);
    open_store(&other);
    store_scan(other, INT_MAX);
    change_a_game(other, 2, "zeppelin");
    struct record *record;
    struct version version;
    assert_int_equal(store_load(other, 3, &record, &version, NULL, NULL), 0);
    assert_int_equal(store_remove(other, record->id, &version, NULL), 0);
    record_free(record);
    store_close(other);
    index_close(index);
    store_close(store);
    games_made--;
    for (int create = 1; create >= 0; create--) {
        open_store(&store);
        index = must_index(store, create);
        bring_up(index);
        found = answer(store, index, "text:zeppelin | text:xylophone", NULL);
        assert_int_equal(strlen(found), 2 * strlen("01JD9T4W8M6Q2R7XK5V3B0N1HC@-1 "));
        assert_int_equal(store_count(store), games_made);
        free(found);
        index_close(index);
        store_close(store);
    }
    forget_truth();
    learn_truth();
    open_store(&store);
    index = must_index(store, false);
    same_answers(store, index, 1);
    index_close(index);
    store_close(store);
}

static void overwrite(const char *path, off_t from, size_t size, bool cut)
{
    int fd = open(path, O_RDWR);
    char *bytes = memory_new(size, 1);
    assert_true(fd >= 0);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)chance(256);
    assert_int_equal(pwrite(fd, bytes, size, from), (ssize_t)size);
    if (cut)
        assert_int_equal(ftruncate(fd, from + (off_t)size), 0);
    close(fd);
    free(bytes);
}

/* Broken in every way we know: the same answers, made anew with a notice. */
static void a_broken_index_is_made_anew(void **state)
{
    (void)state;
    static const struct {
        int from, size;
        bool cut, noticed;
    } damage[] = {
        {0, 100, false, true},   /* no SQLite file any more */
        {0, 40, true, true},     /* nor this one */
        {8192, 400, true, true}, /* cut off */
        {100, 4000, false, true}, /* the schema */
        {0, 0, true, true},      /* empty */
    };
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++)
        for (int create = 0; create < 2; create++) {
            struct store *store;
            open_store(&store);
            struct index *index = must_index(store, true);
            bring_up(index);
            index_close(index);
            store_close(store);
            overwrite(sidecar, damage[i].from, (size_t)damage[i].size, damage[i].cut);
            open_store(&store);
            if (index_open(&index, store, create, NULL) < 0)
                index = NULL;
            if (create) {
                assert_non_null(index);
                bring_up(index);
                if (damage[i].noticed)
                    assert_non_null(index_notice(index));
            }
            same_answers(store, index, 9);
            index_close(index);
            store_close(store);
        }
}

/* An index another program holds is left as it is, and said to be held; games are found without it. */
static void a_held_index_is_left_alone(void **state)
{
    (void)state;
    struct store *store;
    struct stat before, after;
    struct note why;
    sqlite3 *holder;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    index_close(index);
    store_close(store);
    assert_int_equal(stat(sidecar, &before), 0);
    assert_int_equal(sqlite3_open(sidecar, &holder), SQLITE_OK);
    assert_int_equal(sqlite3_exec(holder, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    open_store(&store);
    assert_int_equal(index_open(&index, store, true, &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "another program"));
    assert_int_equal(index_open(&index, store, false, &why), 0);
    const char *notice = index_notice(index);
    assert_non_null(notice);
    assert_non_null(strstr(notice, "another program is at work"));
    same_answers(store, index, 9);
    int before_free, after_free;
    assert_ptr_equal(index_of(store, &before_free), index);
    assert_null(index->file);
    assert_int_equal(sqlite3_close(holder), SQLITE_OK);
    index->try_at = 0; /* a second has passed */
    assert_ptr_equal(index_of(store, &after_free), index); /* it is back, and whoever searches knows that it is another one */
    assert_non_null(index->file);
    assert_int_not_equal(before_free, after_free);
    assert_true(index_knows_all(index));
    same_answers(store, index, 9);
    assert_null(index_notice(index));
    index_close(index);
    store_close(store);
    assert_int_equal(stat(sidecar, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_size, after.st_size);
}

/* As a user whom the system does refuse: an archive with an index of their own that they may not read. */
static void look_without_rights(void)
{
    char where[256];
    struct store *store;
    struct index *index;
    struct note why;
    int result;
    struct record *record = random_game("classical", NULL, 1);
    if (geteuid() == 0 && (setgid(65534) < 0 || setuid(65534) < 0))
        _exit(3);
    if (!make_folder(where, "unread") || store_create(where, "Unread", &why) < 0 || store_open(&store, where, NULL, &why) < 0 ||
        store_add(store, &record, 1, &result, &why) < 0)
        _exit(4);
    index = must_index(store, true);
    bring_up(index);
    char path[sizeof index->path];
    memcpy(path, index->path, sizeof path);
    index_close(index);
    if (chmod(path, 0) < 0 || access(path, R_OK) == 0)
        _exit(5);
    const char *notice = index_open(&index, store, false, &why) == 0 ? index_notice(index) : NULL;
    if (!notice || strncmp(notice, "the index cannot be read: ", 26) != 0 || index->file)
        _exit(6);
    char *found = answer(store, index, "variant:classical", NULL);
    if (strncmp(found, record->id, ULID_LENGTH) != 0)
        _exit(7);
    index_close(index);
    if (index_open(&index, store, true, &why) == 0 || strncmp(why.text, "the index cannot be read: ", 26) != 0)
        _exit(8);
    store_close(store);
    remove_folder(where);
    _exit(0);
}

/* What may not be read is said, and done without. */
static void an_unreadable_index_is_said(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0)
        look_without_rights();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* An index of another version is no damage, and said to be what it is. The version stands at byte 60 of an SQLite file. */
static void an_older_index_is_made_anew(void **state)
{
    (void)state;
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    index_close(index);
    static const char *const versions[] = {"\0\0\0\1", "\x7F\xFF\xFF\xFF"}; /* an older one, and one of the future */
    for (int i = 0; i < 2; i++) {
        int fd = open(sidecar, O_WRONLY);
        assert_int_equal(pwrite(fd, versions[i], 4, 60), 4);
        close(fd);
        index = must_index(store, true);
        bring_up(index);
        assert_string_equal(index_notice(index), "the index was of another version of chesscade and is made anew");
        same_answers(store, index, 9);
        index_close(index);
    }
    store_close(store);
}

/* What others put into an index is not run: triggers and views among its tables. */
static void triggers_are_not_run(void **state)
{
    static const char *const evil[] = {"CREATE TRIGGER evil AFTER UPDATE ON game BEGIN DELETE FROM game; END",
                                       "CREATE VIEW evil AS SELECT * FROM game"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct store *store;
        sqlite3 *file;
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        index_close(index);
        assert_int_equal(sqlite3_open(sidecar, &file), SQLITE_OK);
        assert_int_equal(sqlite3_exec(file, evil[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(file), SQLITE_OK);
        index = must_index(store, true);
        bring_up(index);
        assert_string_equal(index_notice(index), "the index was damaged and is made anew");
        same_answers(store, index, 9);
        index_close(index);
        store_close(store);
    }
}

/* Bytes changed anywhere: never a crash, never another answer. */
static void a_rotten_index_does_no_harm(void **state)
{
    (void)state;
    struct stat size;
    struct store *store;
    for (int i = 0; i < 8; i++) {
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        index_close(index);
        store_close(store);
        assert_int_equal(stat(sidecar, &size), 0);
        overwrite(sidecar, 8192 * (1 + chance((int)(size.st_size / 8192) - 1)), 8192, false);
        open_store(&store);
        index = must_index(store, true);
        bring_up(index);
        while (store_scan(store, INT_MAX))
            continue;
        assert_int_equal(store_count(store), games_made);
        for (int at = 0; at < games_made; at++)
            assert_string_equal(store_listing(store, at)->variant, store_listing(plain, at)->variant);
        index_close(index);
        store_close(store);
        unlink(sidecar);
    }
}

/* Nothing but the SQLite file tells what is listed. */
static void drop_list(void)
{
    char path[420];
    snprintf(path, sizeof path, "%s/.index/v1.list", club);
    unlink(path);
}

static void make_index(void)
{
    struct store *store;
    unlink(sidecar);
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    index_close(index);
    store_close(store);
}

/* All games are listed and found as if there were no index. */
static void as_without_index(bool create)
{
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, create);
    if (create)
        bring_up(index);
    same_answers(store, index, 9);
    char *found = answer(store, index, "morphy", NULL), *false_ones = answer(store, index, "murphy", NULL);
    assert_string_equal(found, truth[0][1]); /* the same query */
    assert_string_equal(false_ones, "");
    for (int at = 0; at < games_made; at++)
        assert_true(listing_same(store_listing(store, at), store_listing(plain, at)));
    free(found);
    free(false_ones);
    index_close(index);
    store_close(store);
}

/* A name changed in the index, where SQLite sees no damage: what is kept of a game has a check value, and the file is read. */
static void a_forged_listing_is_not_shown(void **state)
{
    (void)state;
    static const char name[] = "Morphy, Paul", forged[] = "Murphy, Paul";
    for (int create = 0; create < 2; create++) {
        size_t size;
        int changed = 0;
        make_index();
        char *bytes = read_file(sidecar, &size);
        for (char *at = bytes; (at = memmem(at, size - (size_t)(at - bytes), name, strlen(name))); changed++)
            memcpy(at, forged, strlen(forged));
        assert_true(changed > 2);
        write_file(sidecar, bytes, size);
        free(bytes);
        drop_list();
        as_without_index(create);
    }
}

/* An archive with the same ids, of other players; with its index. */
static void make_other(const char *where)
{
    struct store *store;
    struct note why;
    char games[400];
    int result;
    if (store_create(where, "Other", &why) < 0 || store_open(&store, where, NULL, &why) < 0)
        fail_msg("%s", why.text);
    for (int at = 0; at < games_made; at++) {
        struct record *record;
        assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
        record_set_player(record, 'w', "Murphy, Paul");
        assert_int_equal(store_add(store, &record, 1, &result, &why), 0);
        record_free(record);
    }
    store_close(store);
    snprintf(games, sizeof games, "%s/games", where);
    age(games);
    assert_int_equal(store_open(&store, where, NULL, &why), 0);
    struct index *index = must_index(store, true);
    bring_up(index);
    char *found = answer(store, index, "murphy", NULL);
    assert_true(*found);
    free(found);
    index_close(index);
    store_close(store);
}

/* The index of another archive: copied here with all that belongs to it. */
static void a_foreign_index_is_not_believed(void **state)
{
    (void)state;
    static const char *const files[] = {"v1.sqlite3", "v1.positions", "v1.list"};
    char where[300];
    snprintf(where, sizeof where, "%.280s/other", top);
    make_index();
    make_other(where);
    for (int create = 0; create < 2; create++) {
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            char from[420], to[420];
            size_t size;
            snprintf(from, sizeof from, "%s/.index/%s", where, files[i]);
            snprintf(to, sizeof to, "%s/.index/%s", club, files[i]);
            if (i > 0 && access(from, F_OK) != 0)
                continue; /* a list of files just written is not kept */
            char *bytes = read_file(from, &size);
            write_file(to, bytes, size);
            free(bytes);
        }
        as_without_index(create);
    }
    unlink(sidecar);
}

/* The pieces of positions beside the SQLite file: none, cut off, changed anywhere, of an SQLite file of another time. */
static void rotten_pieces_do_no_harm(void **state)
{
    (void)state;
    enum { CUTS = 5, HEADS = 10 };
    int turns = getenv("CHESSCADE_LONG") ? 60 : 16; /* make check-long */
    char path[420], *tree[HERES];
    struct stat size;
    struct store *store;
    for (int h = 0; h < HERES; h++)
        tree[h] = tree_text(plain, NULL, "", &heres[h].position);
    snprintf(path, sizeof path, "%s/.index/v1.positions", club);
    unlink(sidecar);
    unlink(path);
    for (int turn = 0; turn < turns; turn++) {
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        if (turn == 0)
            assert_true(index->positions.games >= games_made / PIECE_OF_TEST * PIECE_OF_TEST && index->positions.pieces > 1);
        index_close(index);
        store_close(store);
        assert_int_equal(stat(path, &size), 0);
        if (turn < CUTS)
            assert_int_equal(truncate(path, size.st_size * turn / CUTS), 0);
        else if (turn < HEADS) /* where the seals and the checks are */
            overwrite(path, PIECES_HEAD + chance((int)sizeof(struct positions_piece)), 8, false);
        else if (turn < turns - 1)
            overwrite(path, chance((int)size.st_size - 8), 8, false);
        else
            unlink(sidecar); /* the numbers are given anew */
        open_store(&store);
        if (index_open(&index, store, false, NULL) < 0)
            index = must_index(store, true);
        for (int h = 0; h < HERES; h++) {
            for (int q = 0; q < QUERIES; q++) {
                char *found = truth[h][q] && strstr(queries[q], "here") ? answer(store, index, queries[q], &heres[h].position) : NULL;
                if (found && strcmp(found, truth[h][q]) != 0)
                    fail_msg("turn %d: '%s' finds\n%s\nwithout the index\n%s", turn, queries[q], found, truth[h][q]);
                free(found);
            }
            char *with = tree_text(store, index, "", &heres[h].position);
            assert_string_equal(with, tree[h]);
            free(with);
        }
        index_close(index);
        store_close(store);
    }
    for (int h = 0; h < HERES; h++)
        free(tree[h]);
}

/* Change each such text in a file by a letter. */
static void change_text(const char *path, const char *text)
{
    size_t size, length = strlen(text);
    char *bytes = read_file(path, &size);
    int changed = 0;
    for (char *at = bytes; (at = memmem(at, size - (size_t)(at - bytes), text, length)); changed++)
        *at ^= 1;
    assert_true(changed > 0);
    write_file(path, bytes, size);
    free(bytes);
}

/* The texts of a pack: built in pieces, none, cut off, changed anywhere; and they do narrow. */
static void rotten_texts_do_no_harm(void **state)
{
    (void)state;
    static const char *const asked[] = {"morphy", "\"open file\"", "h", "of", "text:of", "text:ring", "text:h", "by:ana", "by:a",
                                        "nag:!!", "has:line", "has:mark", "\u00DCber", "\u0161", "ss", "-text:of", "a | \u00DC",
                                        "text:hereafter", "hereafter", "xyzzy", "text:run | nag:?", "inventor's"};
    static const struct {
        const char *query;
        int sure; /* so many hundredths of these need not be tried, but where a game is odd */
    } narrow[] = {{"xyzzy", 0}, {"text:qu", 50}, {"has:mark", 100}, {"nag:!!", 100}, {"text:ring", 60}, {"text:\"open file\"", 60}};
    enum { ASKED = sizeof asked / sizeof *asked, CUTS = 6, PIECE = 100 };
    int turns = getenv("CHESSCADE_LONG") ? 60 : 18; /* make check-long */
    char where[300], path[420], *truth_of[ASKED];
    struct store *store;
    struct stat size;
    snprintf(where, sizeof where, "%.280s/packed", top);
    snprintf(path, sizeof path, "%s/.index/all.texts", where);
    unlink(path);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    for (int q = 0; q < ASKED; q++)
        truth_of[q] = answer(store, NULL, asked[q], NULL);
    store_close(store);
    for (int turn = 0; turn < turns; turn++) {
        int done, total;
        assert_int_equal(store_open(&store, where, NULL, NULL), 0);
        while (store_scan(store, INT_MAX))
            continue;
        struct pack *pack = store->shelf[0].pack;
        pack->text_games = PIECE;
        while (store_packs_index(store, &done, &total))
            continue;
        assert_int_equal(pack->texts.games, total);
        assert_true(pack->texts.pieces >= total / PIECE);
        for (size_t i = 0; turn == 0 && i < sizeof narrow / sizeof *narrow; i++) {
            struct query *query;
            int may = 0, sure = 0;
            assert_int_equal(query_parse(narrow[i].query, NULL, &query, NULL), 0);
            struct sieve_set set = sieve_store(store, NULL, query);
            for (int at = 0; at < total; at++) {
                may += sieve_has(set.may, at);
                sure += set.sure && sieve_has(set.sure, at);
            }
            assert_true(may < total * 9 / 10);
            assert_true(sure * 100 >= may * narrow[i].sure && (sure > 0 || !narrow[i].sure));
            sieve_set_clear(&set);
            query_free(query);
        }
        store_close(store);
        assert_int_equal(stat(path, &size), 0);
        if (turn > 0 && turn < CUTS)
            assert_int_equal(truncate(path, size.st_size * turn / CUTS), 0);
        else if (turn == CUTS)
            change_text(path, "ring"); /* what is kept in full is checked, too */
        else if (turn > 0)
            overwrite(path, chance((int)size.st_size - 8), 8, false);
        assert_int_equal(store_open(&store, where, NULL, NULL), 0);
        for (int q = 0; q < ASKED; q++) {
            char *found = answer(store, NULL, asked[q], NULL);
            if (strcmp(found, truth_of[q]) != 0)
                fail_msg("turn %d: '%s' finds\n%s\nwithout the texts\n%s", turn, asked[q], found, truth_of[q]);
            free(found);
        }
        store_close(store);
    }
    for (int q = 0; q < ASKED; q++)
        free(truth_of[q]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_same),       cmocka_unit_test(candidates_are_few),
        cmocka_unit_test(trees_are_the_same),         cmocka_unit_test(packs_answer_the_same),
        cmocka_unit_test(changes_are_noticed),
        cmocka_unit_test(a_broken_index_is_made_anew),
        cmocka_unit_test(a_held_index_is_left_alone),
        cmocka_unit_test(an_unreadable_index_is_said),
        cmocka_unit_test(an_older_index_is_made_anew), cmocka_unit_test(triggers_are_not_run),
        cmocka_unit_test(a_rotten_index_does_no_harm),
        cmocka_unit_test(a_forged_listing_is_not_shown),
        cmocka_unit_test(a_foreign_index_is_not_believed),
        cmocka_unit_test(rotten_pieces_do_no_harm),   cmocka_unit_test(rotten_texts_do_no_harm),
    };
    return cmocka_run_group_tests_name("index", tests, make_archive, drop_archive);
}
