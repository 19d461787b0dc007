/* test_pieces.c - the pieces of positions, plies and texts beside a pack, byte by byte: whatever byte of a piece is another one, what is asked
 * of it is answered as before, or it is cut off and nothing is said (promise R16). Without one of the check values a byte within a
 * list, a column or a text makes another answer of it. */
#include "config.h"
#include "tests/club.h"

#include "archive/plies.h"
#include "archive/positions.h"
#include "archive/query_parts.h"
#include "archive/sieve.h"
#include "archive/texts.h"

#include <sys/resource.h>
#include <sys/wait.h>

enum { GAMES = 40, FORMS = 3, PLIES = 5, WAYS = 3, HEAD = 2048, ALIKE = 8 };

static const char name[] = "some";

/* Open the file of pieces of a kind, made from a file that never changes. */
static void open_pieces(struct pieces *pieces, const struct pieces_kind *kind, bool write)
{
    static const struct file_stamp of = {.dev = 1, .ino = 2, .size = 3, .mtime = 4, .ctime = 5};
    struct sidecar_place beside = {.folder = open(top, O_RDONLY | O_DIRECTORY)};
    *pieces = (struct pieces){.fd = -1};
    pieces_open(pieces, kind, &beside, name, &of, write);
    close(beside.folder);
}

static const char *file_name(const struct pieces_kind *kind)
{
    static char path[300];
    snprintf(path, sizeof path, "%s/%s.%s", top, name, kind->ending);
    return path;
}

/* Ask for something of a file of pieces: *wrong when the answer is another one than it was. A piece that is cut off says nothing. */
typedef void ask_fn(struct pieces *pieces, int what, bool *wrong);

/* Change each byte of the pieces, and ask for everything. */
static void change_and_ask(const struct pieces_kind *kind, ask_fn *ask, int asked)
{
    enum { ASKED = 8 };
    struct pieces pieces;
    size_t size;
    int cut[ASKED] = {0}, fd = open(file_name(kind), O_WRONLY);
    char *bytes = read_file(file_name(kind), &size);
    bool wrong = false;
    for (int what = 0; what < asked; what++) {
        open_pieces(&pieces, kind, false);
        ask(&pieces, what, &wrong);
        assert_int_equal(pieces.games, GAMES);
        assert_false(wrong);
        pieces_close(&pieces);
    }
    for (size_t at = PIECES_HEAD; at < size; at++) {
        char other = (char)(bytes[at] ^ 1);
        if (at > PIECES_HEAD + HEAD && at + sizeof(uint32_t) + ALIKE <= size &&
            !memcmp(bytes + at - 1, bytes + at - 1 + sizeof(uint32_t), ALIKE) && at % 61)
            continue; /* most of the tables, which are alike */
        assert_int_equal(pwrite(fd, &other, 1, (off_t)at), 1);
        for (int what = 0; what < asked; what++) {
            open_pieces(&pieces, kind, false);
            ask(&pieces, what, &wrong);
            if (wrong || (pieces.games && pieces.games != GAMES)) /* of others it says nothing */
                fail_msg("byte %zu of the file is another one, and the answer is another one, too", at);
            cut[what] += !pieces.games;
            pieces_close(&pieces);
        }
        assert_int_equal(pwrite(fd, bytes + at, 1, (off_t)at), 1);
    }
    for (int what = 0; what < asked; what++)
        assert_true(cut[what] > 0);
    close(fd);
    free(bytes);
}

/* ------------------------------------------------------------------------------------------------------ texts */

/* All games, half of them, some: each is written in another form. */
static bool is_of_form(int form, int game)
{
    return form == 0 || (form == 1 && game % 2) || (form == 2 && game == 17);
}

static void make_texts(void)
{
    struct pieces pieces;
    struct texts_making making;
    open_pieces(&pieces, &texts_kind, true);
    texts_making_begin(&making, 0, GAMES);
    for (int game = 0; game < GAMES; game++) {
        struct record *record = new_game("Ana");
        struct notes *notes = node_notes(&record->moves.v[0]);
        char comment[40];
        snprintf(comment, sizeof comment, "number %d is %s", game, game % 3 ? "open" : "half closed");
        comments_append(&notes->comments, comment, NULL);
        for (int form = 0; form < FORMS; form++)
            if (is_of_form(form, game))
                nags_add(&notes->nags, form + 1);
        assert_true(texts_making_add(&making, game, record));
        record_free(record);
    }
    assert_true(texts_append(&pieces, &making));
    texts_making_end(&making);
    pieces_close(&pieces);
}

static void ask_texts(struct pieces *pieces, int what, bool *wrong)
{
    uint8_t may[GAMES / 8], sure[GAMES / 8] = {0}, *with = NULL;
    memset(may, 0xFF, sizeof may);
    if (what < FORMS)
        with = texts_with(pieces, GAMES, &(uint32_t){(uint32_t)(TEXTS_JUDGEMENTS + what + 1)}, 1);
    else
        texts_tell(pieces, GAMES, INDEX_NOTES, "half closed", may, sure);
    for (int game = 0; game < GAMES && pieces->pieces; game++)
        *wrong |= what < FORMS ? sieve_has(with, game) != is_of_form(what, game)
                               : sieve_has(may, game) != (game % 3 == 0) || sieve_has(sure, game) != (game % 3 == 0);
    free(with);
}

static void changed_texts_are_cut_off(void **state)
{
    (void)state;
    make_texts();
    change_and_ask(&texts_kind, ask_texts, FORMS + 1);
}

/* ------------------------------------------------------------------------------------------------------ plies */

static const char *const plies_asked[FORMS] = {"Nf3", "d4", "c4"};

static void make_plies(void)
{
    struct pieces pieces;
    struct plies_making making;
    open_pieces(&pieces, &plies_kind, true);
    plies_making_begin(&making, 0, GAMES);
    for (int game = 0; game < GAMES; game++) {
        struct record *record = new_game("Ana");
        for (int form = 0; form < FORMS; form++)
            if (is_of_form(form, game))
                line_append(&record->moves, plies_asked[form]);
        plies_making_add(&making, game, record);
        record_free(record);
    }
    assert_true(plies_append(&pieces, &making));
    plies_making_end(&making);
    pieces_close(&pieces);
}

static void ask_plies(struct pieces *pieces, int what, bool *wrong)
{
    char text[8];
    struct term term = {.kind = TERM_KEY, .key = ASK_PLY, .text = text};
    uint8_t may[GAMES / 8] = {0}, sure[GAMES / 8] = {0};
    snprintf(text, sizeof text, "%s", plies_asked[what]);
    plies_find(pieces, GAMES, &term, false, may, sure);
    for (int game = 0; game < GAMES && pieces->pieces; game++)
        *wrong |= sieve_has(may, game) != is_of_form(what, game) || sieve_has(sure, game) != is_of_form(what, game);
}

static void changed_plies_are_cut_off(void **state)
{
    (void)state;
    make_plies();
    change_and_ask(&plies_kind, ask_plies, FORMS);
}

/* Where the disk had no room for the piece before it, a smaller one may still fit: its games would be taken for those before. */
static void a_piece_is_written_behind_the_one_before_only(void **state)
{
    (void)state;
    struct pieces pieces;
    struct plies_making making;
    make_plies();
    open_pieces(&pieces, &plies_kind, true);
    uint64_t end = pieces.end;
    plies_making_begin(&making, GAMES + 1, 1);
    assert_false(plies_append(&pieces, &making));
    assert_int_equal(pieces.games, GAMES);
    assert_true(pieces.end == end);
    plies_making_end(&making);
    plies_making_begin(&making, GAMES, 1);
    assert_true(plies_append(&pieces, &making));
    assert_int_equal(pieces.games, GAMES + 1);
    plies_making_end(&making);
    pieces_close(&pieces);
}

/* -------------------------------------------------------------------------------------------------- positions */

/* The position of a game after a ply: some are met by all games, some by a half, and so on. */
static uint32_t hash_at(int game, int ply)
{
    return (uint32_t)(game % (1 << ply) + (ply << 8)) * 2654435761U;
}

static void make_positions(void)
{
    struct pieces pieces;
    struct positions_making making;
    open_pieces(&pieces, &positions_kind, true);
    positions_making_begin(&making, 0, GAMES);
    for (int game = 0; game < GAMES; game++) {
        uint32_t hash[PLIES];
        for (int ply = 0; ply < PLIES; ply++)
            hash[ply] = hash_at(game, ply);
        positions_making_add(&making, game, hash, PLIES, PLIES, true);
    }
    assert_true(positions_append(&pieces, &making));
    positions_making_end(&making);
    pieces_close(&pieces);
}

static void note_next(void *argument, int at, int met, uint32_t next)
{
    uint32_t *all = argument;
    assert_int_equal(met, 0);
    all[at] = next;
}

/* In each of three ways. */
static void ask_positions(struct pieces *pieces, int what, bool *wrong)
{
    const struct positions_asking asking = {.positions = pieces, .numbers = GAMES};
    const int ply = 2 + what / WAYS; /* few games meet it, so that it is not asked how they came there */
    const uint32_t hash = hash_at(1, ply);
    uint8_t set[GAMES / 8] = {0};
    uint32_t next[GAMES] = {0};
    if (what % WAYS == 0) {
        positions_meet(&asking, &hash, 1, set, NULL);
    } else if (what % WAYS == 1) {
        positions_go_on(&asking, &hash, 1, note_next, next, set);
    } else {
        struct sieve_many many = {.hash = memory_new(1, sizeof hash), .first = memory_new((1u << SIEVE_FIRST_BITS) / 64, sizeof *many.first), .n = 1};
        *many.hash = hash;
        many.first[hash >> (32 - SIEVE_FIRST_BITS) >> 6] |= (uint64_t)1 << (hash >> (32 - SIEVE_FIRST_BITS)) % 64;
        positions_meet_any(&asking, &many, &many, set, NULL);
        sieve_many_clear(&many);
    }
    for (int game = 0; game < GAMES && pieces->pieces; game++) {
        bool meets = hash_at(game, ply) == hash;
        if (what % WAYS == 1)
            *wrong |= sieve_has(set, game) && next[game] != (meets ? hash_at(game, ply + 1) : 0);
        else
            *wrong |= sieve_has(set, game) != meets;
    }
}

static void changed_positions_are_cut_off(void **state)
{
    (void)state;
    make_positions();
    change_and_ask(&positions_kind, ask_positions, 2 * WAYS);
}

/* --------------------------------------------------------------------------------------------------- memory */

#if !SANITIZED /* they keep memory that was given back */

/* What making a piece of as many games as there may be takes beside nothing, in kilobytes; it is finished, and not ended. */
static long making_takes(void)
{
    enum { MEET = 80 };
    struct positions_making making;
    struct rusage before, after;
    uint32_t hash[MEET], next = 1;
    getrusage(RUSAGE_SELF, &before);
    positions_making_begin(&making, 0, PIECE_GAMES);
    for (int game = 0; game < PIECE_GAMES; game++) {
        for (int i = 0; i < MEET; i++)
            hash[i] = next = next * 1664525U + 1013904223U;
        positions_making_add(&making, game, hash, MEET, MEET, true);
    }
    positions_making_finish(&making);
    getrusage(RUSAGE_SELF, &after);
    positions_making_end(&making);
    return after.ru_maxrss - before.ru_maxrss;
}

/* Each processor makes one beside the list of a million games: 5 MB of hashes, and 7.5 of the piece they become. */
static void a_large_piece_takes_little_memory(void **state)
{
    (void)state;
    enum { MEMORY = 14 << 10 };
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        _exit(making_takes() > MEMORY);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

#endif

/* What pieces are made of goes when they are made. */
static void finished_pieces_are_there_once(void **state)
{
    (void)state;
    struct texts_making texts;
    struct plies_making plies;
    struct record *record = new_game("Ana");
    line_append(&record->moves, "e4");
    texts_making_begin(&texts, 0, 1);
    plies_making_begin(&plies, 0, 1);
    assert_true(texts_making_add(&texts, 0, record));
    plies_making_add(&plies, 0, record);
    texts_making_finish(&texts);
    plies_making_finish(&plies);
    assert_true(texts.made.n && !texts.lists.entry && !texts.kept.text.v && !texts.seen);
    assert_true(plies.made.n && !plies.lists.entry && !plies.text.v && !plies.met && !plies.slot);
    texts_making_end(&texts);
    plies_making_end(&plies);
    record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(changed_texts_are_cut_off),
        CASE(changed_plies_are_cut_off),
        CASE(a_piece_is_written_behind_the_one_before_only),
        CASE(changed_positions_are_cut_off),
#if !SANITIZED
        CASE(a_large_piece_takes_little_memory),
#endif
        CASE(finished_pieces_are_there_once),
    };
    return cmocka_run_group_tests_name("pieces", tests, NULL, NULL);
}
