/* archive_commands.c - the commands that act on an open archive: see archive_commands.h. The list
 * of them is at the end. */
#include "config.h"

#include "tui/session/commands/archive_commands.h"

#include "archive/report/duplicates.h"
#include "core/position_text.h"
#include "tui/session/archive/games.h"
#include "tui/session/archive/query_complete.h"
#include "tui/session/commands/archive_commands_internal.h"
#include "tui/session/words/list_words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void tell_lines(struct archive_session *archive, const char *title, struct sentences *lines,
                       const char *hint)
{
    char *text = sentences_end(lines);
    archive_tell(archive, &(struct archive_event){
                              .kind = ARCHIVE_TOLD, .text = title, .lines = text, .hint = hint});
    free(text);
}

/* ---------------------------------------------------------------- finding games */

static void list_games(struct archive_session *archive, const char *query)
{
    struct note why;
    char heading[80];
    int n = listed_games_search(&archive->found, archive->store, archive->index, query,
                                archive->here, &why);
    if (n < 0) {
        archive_refuse_query(archive, query, &why);
        return;
    }
    if (*archive->found.given_up)
        archive_say(archive, "%s", archive->found.given_up);
    int total = store_count(archive->store);
    if (*query)
        snprintf(heading, sizeof heading, "%d of %d games match", n, total);
    else
        snprintf(heading, sizeof heading, total == 1 ? "There is %d game" : "There are %d games",
                 total);
    archive_tell(archive, &(struct archive_event){.kind = ARCHIVE_FOUND, .text = heading});
}

/* Open a game by its number or its id. */
static void open_game(struct archive_session *archive, const char *argument)
{
    int number = 0, total = store_count(archive->store);
    int at = ulid_valid(argument) ? store_find(archive->store, argument) : -1;
    if (at < 0 && !total)
        archive_refuse(
            archive,
            "there are no games here; {new VARIANT} starts one, {import FILE} imports some");
    else if (at < 0 && !*argument)
        archive_ask_for(archive, REQ_PICK, "the number of a game");
    else if (at >= 0 || archive_read_number(archive, argument, 1, total, &number)) {
        at = at < 0 ? number - 1 : at;
        archive_tell(archive, &(struct archive_event){
                                  .kind = ARCHIVE_OPENS,
                                  .at = at,
                                  .hit = listed_games_hit_at(&archive->found, archive->store, at)});
    }
}

struct telling_values {
    struct sentences *lines;
    const char *key;
    int told, most; /* most: 0: all */
};

static void tell_value(void *argument, const char *text, int games)
{
    struct telling_values *telling = argument;
    const char *quote = strpbrk(text, " ()|\"") ? "\"" : "";
    if (telling->told++ >= telling->most && telling->most)
        return;
    if (games)
        sentences_addf(telling->lines, "%s:%s%s%s: %d %s", telling->key, quote, text, quote, games,
                       games == 1 ? "game" : "games");
    else
        sentences_addf(telling->lines, "%s:%s%s%s", telling->key, quote, text, quote);
}

/* List all query keys. For one key, list the values of it that occur in this archive, or only those
 * that begin with the given text. */
static void search_keys(struct archive_session *archive, const char *argument)
{
    int count;
    const struct query_key *key = query_keys(&count);
    struct sentences lines;
    struct telling_values telling = {.most = archive->page};
    char word[40], hint[120] = "";
    argument_word(&argument, word, sizeof word);
    word[strcspn(word, ":")] = '\0';
    sentences_begin(&lines);
    telling.lines = &lines;
    for (int i = 0; i < count; i++) {
        if (*word && strcmp(key[i].name, word) != 0)
            continue;
        sentences_addf(&lines, "%s, as %s:%s: %s", key[i].name, key[i].name, key[i].values,
                       key[i].help);
        telling.key = key[i].name;
    }
    if (!telling.key) {
        free(sentences_end(&lines));
        archive_refuse(archive, "there is no key '%.30s'; {search-keys} lists the keys",
                       words_as_is(word));
        return;
    }
    if (!*word)
        snprintf(hint, sizeof hint,
                 "type a key, as in {search-keys variant}, for its values in this archive");
    else
        query_values(archive->store, telling.key, argument, tell_value, &telling);
    if (telling.most && telling.told > telling.most)
        snprintf(hint, sizeof hint,
                 "there are %d more; type first letters, as in {search-keys %s a}, to see fewer",
                 telling.told - telling.most, telling.key);
    tell_lines(archive, *word ? "Values of a key" : "Keys of searches", &lines,
               *hint ? hint : NULL);
}

static void tell_opening(const struct opening_row *row, bool named, struct sentences *lines)
{
    char scores[120] = "", members[40] = "";
    if (row->scored)
        snprintf(scores, sizeof scores, ", %s scores %.1f %%: %d won, %d drawn, %d lost",
                 side_name(row->side), 100 * row->points / row->scored, row->won, row->drawn,
                 row->lost);
    if (row->cascades)
        snprintf(members, sizeof members, ", %.2f members a ply", row->members);
    sentences_addf(lines, "%s%s%s: %d %s%s%s", named ? row->variant : "", named ? ", " : "",
                   *row->ply ? row->ply : "The game ends here", row->games,
                   row->games == 1 ? "game" : "games", scores, members);
}

/* List how the games go on from the board, or if there is none, from the beginning. With a query,
 * only the games that match it are counted. */
static void openings(struct archive_session *archive, const char *query)
{
    char given_up[SEARCH_TOLD_ROOM];
    struct sentences lines;
    struct opening_count count = {0};
    struct note why;
    if (opening_count_begin(&count, archive->store, query, archive->here, &why) < 0) {
        archive_refuse_query(archive, query, &why);
        return;
    }
    while (opening_count_step(&count, INT_MAX, INT_MAX))
        continue;
    if (search_given_up(count.finder, given_up))
        archive_say(archive, "%s", given_up);
    sentences_begin(&lines);
    if (!opening_tree_count(count.tree))
        sentences_add(&lines, "No game has this position");
    for (int i = 0; i < opening_tree_count(count.tree); i++)
        tell_opening(opening_tree_row(count.tree, i), !archive->here, &lines);
    tell_lines(archive, "How the games go on", &lines, NULL);
    opening_count_clear(&count);
}

/* ---------------------------------------------------------------- many games */

void archive_count(struct archive_session *archive, const char *title,
                   const struct listed_games *games)
{
    struct statistics *statistics = statistics_new();
    for (int i = 0; i < games->n; i++)
        statistics_add(statistics, store_listing(archive->store, games->at[i]));
    archive_tell(archive, &(struct archive_event){
                              .kind = ARCHIVE_STATISTICS, .text = title, .statistics = statistics});
    statistics_free(statistics);
}

static void count_games(struct archive_session *archive, const char *query)
{
    struct listed_games own = {0}, *games = archive_session_games(archive, query, &own);
    if (games && !games->n)
        archive_refuse(archive, "there are no games to count");
    else if (games)
        archive_count(archive,
                      *query             ? "Statistics of the games that match"
                      : archive->partial ? "Statistics of the games read so far"
                                         : "Statistics of the games shown",
                      games);
    listed_games_clear(&own);
}

static void list_duplicates(struct archive_session *archive, const char *query)
{
    struct listed_games own = {0}, *games = archive_session_games(archive, query, &own);
    char words[LIST_WORDS_ROOM];
    struct duplicate *pair;
    struct sentences lines;
    if (!games)
        return;
    int pairs = duplicates_find(archive->store, games->at, games->n, &pair);
    int shown = archive->page && pairs > archive->page ? archive->page : pairs;
    pairs_take(&archive->pairs, archive->store, pair, pairs);
    sentences_begin(&lines);
    for (int i = 0; i < shown; i++) {
        sentences_addf(&lines, "Pair %d, %s:", i + 1,
                       pair[i].exact ? "the same" : "alike, but with other names, date or result");
        sentences_add(&lines, words_listing(archive->store, pair[i].first, words));
        sentences_add(&lines, words_listing(archive->store, pair[i].second, words));
    }
    if (pairs > shown)
        sentences_addf(&lines, "There are %d more pairs; give a query to compare fewer games",
                       pairs - shown);
    if (!pairs)
        sentences_addf(&lines, "There are no duplicates among %d %s", games->n,
                       games->n == 1 ? "game" : "games");
    tell_lines(archive, "Duplicate games", &lines,
               pairs ? "type {merge N} to merge pair N, keeping the notes of both games" : NULL);
    free(pair);
    listed_games_clear(&own);
}

static void merge(struct archive_session *archive, const char *argument)
{
    int number;
    struct note why;
    char question[LIST_QUESTION_ROOM], id[2][ULID_LENGTH + 1];
    if (!archive->pairs.n)
        archive_refuse(archive, "no pairs are listed; {duplicates} lists them");
    else if (!*argument)
        archive_ask_for(archive, REQ_MERGE, "the number of a pair");
    if (!archive->pairs.n || !*argument ||
        !archive_read_number(archive, argument, 1, archive->pairs.n, &number))
        return;
    const struct duplicate_pair *pair = &archive->pairs.v[number - 1];
    if (!pair_may_merge(pair, archive->store, archive_is_guest(archive), question, &why)) {
        archive_refuse(archive, "%s", why.text);
        return;
    }
    for (int which = 0; which < 2; which++)
        duplicate_id(&pair->ids, which, id[which]);
    if (!archive_refuse_open(archive, id[0]) && !archive_refuse_open(archive, id[1]) &&
        archive_confirmed(archive, id[0],
                          &(struct archive_event){.kind = ARCHIVE_QUESTION,
                                                  .command = REQ_MERGE,
                                                  .text = question,
                                                  .argument = argument,
                                                  .at = -1}))
        archive_session_merge(archive, number - 1);
}

/* Move a game to the trash, after a question that describes it. */
static void trash(struct archive_session *archive, const char *argument)
{
    struct note why;
    int number, total = store_count(archive->store);
    char question[LIST_QUESTION_ROOM], id[1][ULID_LENGTH + 1], words[LIST_WORDS_ROOM];
    struct sentences lines;
    if (!games_may_delete(archive->store, archive_is_guest(archive), &why)) {
        archive_refuse(archive, "%s", why.text);
        return;
    }
    if (!total)
        archive_refuse(archive, "there are no games here");
    else if (!*argument)
        archive_ask_for(archive, REQ_TRASH, "the number of a game");
    if (!total || !*argument || !archive_read_number(archive, argument, 1, total, &number))
        return;
    snprintf(id[0], sizeof id[0], "%s", store_listing(archive->store, number - 1)->id);
    games_ask_delete(archive->store, (const char(*)[ULID_LENGTH + 1]) id, 1, question);
    sentences_begin(&lines);
    sentences_add(&lines, words_listing(archive->store, number - 1, words));
    char *described = sentences_end(&lines);
    if (!*id[0])
        archive_refuse(archive,
                       "this file is not named like a game; delete it outside the program");
    else if (!archive_refuse_open(archive, id[0]) &&
             archive_confirmed(archive, id[0],
                               &(struct archive_event){.kind = ARCHIVE_QUESTION,
                                                       .command = REQ_TRASH,
                                                       .text = question,
                                                       .lines = described,
                                                       .argument = argument,
                                                       .at = number - 1}))
        archive_session_trash(archive, (const char(*)[ULID_LENGTH + 1]) id, 1);
    free(described);
}

/* ---------------------------------------------------------------- unsaved games, bookmarks */

static void list_drafts(struct archive_session *archive, const char *argument)
{
    char(*ids)[ULID_LENGTH + 1], words[LIST_WORDS_ROOM];
    struct sentences lines;
    int n = games_drafts(archive->store, &ids);
    (void)argument;
    sentences_begin(&lines);
    for (int i = 0; i < n; i++) {
        struct game_draft draft;
        if (games_draft_read(archive->store, ids[i], &draft) < 0) {
            sentences_addf(&lines, "The unsaved game %d cannot be read", i + 1);
            continue;
        }
        sentences_add(&lines, words_draft(i + 1, &draft, words));
        record_free(draft.record);
    }
    if (!n)
        sentences_add(&lines, "There are no unsaved changes");
    tell_lines(archive, "Games with unsaved changes", &lines,
               n ? "type {go-on N} to continue game N" : NULL);
    free(ids);
}

static void resume(struct archive_session *archive, const char *argument)
{
    char(*ids)[ULID_LENGTH + 1];
    int number, n = games_drafts(archive->store, &ids);
    if (!n)
        archive_refuse(archive, "there are no games with unsaved changes");
    else if (!*argument)
        archive_ask_for(archive, REQ_GO_ON, "the number of a game with unsaved changes");
    else if (archive_read_number(archive, argument, 1, n, &number) &&
             !archive_refuse_open(archive, ids[number - 1]))
        archive_tell(archive,
                     &(struct archive_event){.kind = ARCHIVE_RESUMES, .id = ids[number - 1]});
    free(ids);
}

/* List the bookmarks, the newest first, or go to the one with a number. */
static void list_bookmarks(struct archive_session *archive, const char *argument)
{
    struct bookmarks all = {0};
    struct sentences lines;
    char words[LIST_WORDS_ROOM];
    struct note why;
    if (archive->bookmarks)
        bookmarks_copy(&all, archive->bookmarks);
    else
        bookmarks_read(NULL, &all);
    const struct bookmark *one = bookmarks_numbered(&all, argument, &why);
    if (one)
        archive_tell(archive, &(struct archive_event){.kind = ARCHIVE_GOES_TO, .bookmark = one});
    else if (!all.n || *argument)
        archive_refuse(archive, "%s", why.text);
    else {
        sentences_begin(&lines);
        for (int i = 0; i < all.n; i++)
            sentences_add(&lines,
                          words_bookmark(i + 1, &all.v[all.n - 1 - i], archive->store, words));
        tell_lines(archive, "Bookmarks", &lines, "type {bookmarks N} to go to one");
    }
    bookmarks_clear(&all);
}

/* ---------------------------------------------------------------- the commands */

static const struct archive_command {
    enum request command;
    void (*run)(struct archive_session *archive, const char *argument);
} commands[] = {
    {REQ_FILTER, list_games},
    {REQ_PICK, open_game},
    {REQ_SEARCH_KEYS, search_keys},
    {REQ_OPENINGS, openings},
    {REQ_STATISTICS, count_games},
    {REQ_DUPLICATES, list_duplicates},
    {REQ_MERGE, merge},
    {REQ_TRASH, trash},
    {REQ_DRAFTS, list_drafts},
    {REQ_GO_ON, resume},
    {REQ_BOOKMARKS, list_bookmarks},
    {REQ_COLLECTIONS, archive_tell_collections},
    {REQ_COLLECTION, archive_tell_collection},
    {REQ_COLLECT_LISTED, archive_collect_listed},
    {REQ_REMOVE, archive_take_out},
    {REQ_MOVE_UP, archive_move_up},
    {REQ_MOVE_DOWN, archive_move_down},
    {REQ_NAME_GAME, archive_name_game},
    {REQ_RENAME, archive_rename},
    {REQ_DELETE_COLLECTION, archive_delete_collection},
    {REQ_KEEP_SEARCH, archive_keep_search},
};
enum { ARCHIVE_COMMANDS = sizeof commands / sizeof *commands };

static const struct archive_command *row_of(enum request command)
{
    for (int i = 0; i < ARCHIVE_COMMANDS; i++)
        if (commands[i].command == command)
            return &commands[i];
    return NULL;
}

bool archive_command_is(enum request command)
{
    return row_of(command);
}

enum request archive_command_at(int i)
{
    return i < ARCHIVE_COMMANDS ? commands[i].command : REQ_NONE;
}

bool archive_command_run(struct archive_session *archive, enum request command,
                         const char *argument)
{
    const struct archive_command *row = row_of(command);
    archive_session_no_question(archive, command);
    if (row)
        row->run(archive, argument);
    return row;
}
