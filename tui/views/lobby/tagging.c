/* tagging.c - acts on several games of the lobby at once: tagging, and requests for all tagged games.
 *
 * `t` tags a game, `T` all that match a query; after `;` the next request applies to all tagged games: decline,
 * withdraw, copy, step from table to table. See tui/views/lobby/lobby_internal.h. */
#include "config.h"
#include "tui/views/lobby/lobby_internal.h"

#include "archive/query/query.h"
#include "core/position_text.h"
#include "tui/export/formats.h"

#include <stdlib.h>
#include <string.h>

/* ---- tags ---- */

static int tag_of(const struct lobby *lobby, const char *id)
{
    for (int i = 0; i < lobby->tags; i++)
        if (!strcmp(lobby->tag[i], id))
            return i;
    return -1;
}

bool lobby_tagged(const struct lobby *lobby, const char *id)
{
    return tag_of(lobby, id) >= 0;
}

static void add_tag(struct lobby *lobby, const char *id)
{
    lobby->tag = memory_room(lobby->tag, &lobby->tag_room, lobby->tags + 1, sizeof *lobby->tag);
    snprintf(lobby->tag[lobby->tags++], sizeof *lobby->tag, "%s", id);
}

static void drop_tag(struct lobby *lobby, int at)
{
    memmove(lobby->tag + at, lobby->tag + at + 1, (size_t)(--lobby->tags - at) * sizeof *lobby->tag);
}

void lobby_check_tags(struct lobby *lobby)
{
    for (int i = lobby->tags - 1; i >= 0; i--) {
        bool here = false;
        for (int k = 0; k < lobby->games.n && !here; k++)
            here = !strcmp(lobby->games.v[k].id, lobby->tag[i]);
        if (!here)
            drop_tag(lobby, i);
    }
    lobby->on_tagged = lobby->on_tagged && lobby->tags;
}

static void tag_and_step(struct lobby *lobby)
{
    const char *id = lobby_game_of(lobby, list_item(&lobby->list))->id;
    struct event down = {.request = REQ_DOWN, .argument = ""};
    int at = tag_of(lobby, id);
    if (at >= 0)
        drop_tag(lobby, at);
    else
        add_tag(lobby, id);
    list_request(&lobby->list, &down);
}

static bool tag_fits(struct view *view, const char *text)
{
    struct lobby *lobby = (struct lobby *)view;
    struct query *words;
    struct note why;
    int n = 0;
    if (query_parse_words(text, &words, &why) < 0) {
        app_prompt_refuse(view->app, text, why.offset, why.text);
        return false;
    }
    for (int i = 0; *text && i < lobby->list.n; i++) {
        const struct lobby_game *game = lobby_game_of(lobby, list_shown(&lobby->list, i));
        if (!game || lobby_tagged(lobby, game->id) || !list_text_fits(&lobby->list, list_shown(&lobby->list, i), words))
            continue;
        add_tag(lobby, game->id);
        n++;
    }
    query_free(words);
    if (*text)
        app_say(view->app, "%d game%s tagged", n, n == 1 ? "" : "s");
    return true;
}

/* ---- requests for one game or all tagged ones ---- */

typedef bool fits_fn(const struct lobby_game *game);

static bool is_challenge(const struct lobby_game *game)
{
    return game->challenged;
}

/* Not begun, and this name has a seat. */
static bool is_open(const struct lobby_game *game)
{
    return game->waits && game->own_side != NOBODY && !game->broken && !*game->refused;
}

static bool is_any(const struct lobby_game *game)
{
    (void)game;
    return true;
}

/* True if the request applies to this line. */
static bool is_meant(const struct lobby *lobby, int item, fits_fn *fits)
{
    const struct lobby_game *game = lobby_game_of(lobby, item);
    if (!game || !fits(game))
        return false;
    if (lobby->on_tagged)
        return lobby_tagged(lobby, game->id);
    return *lobby->asked ? !strcmp(game->id, lobby->asked) : item == list_item(&lobby->list);
}

/* The ids of the shown games the request applies to, in order; returns how many. `ids` may be NULL; otherwise the
 * caller frees them. */
static int games_meant(const struct lobby *lobby, fits_fn *fits, char (**ids)[ULID_LENGTH + 1])
{
    int n = 0;
    if (ids)
        *ids = memory_new((size_t)lobby->list.n + 1, sizeof **ids);
    for (int i = 0; i < lobby->list.n; i++) {
        int item = list_shown(&lobby->list, i);
        if (!is_meant(lobby, item, fits))
            continue;
        if (ids)
            memcpy((*ids)[n], lobby_game_of(lobby, item)->id, sizeof **ids);
        n++;
    }
    return n;
}

/* Some games may have begun meanwhile: report how many succeeded, and why the last failure happened. */
static void end_them(struct view *view, bool yes, fits_fn *fits, int (*end)(struct lobby_place *, const char *, struct note *),
                     const char *done)
{
    struct lobby *lobby = (struct lobby *)view;
    char(*ids)[ULID_LENGTH + 1];
    struct note why;
    int n = yes ? games_meant(lobby, fits, &ids) : 0, ended = 0;
    for (int i = 0; i < n; i++)
        ended += end(&lobby->place, ids[i], &why) == 0;
    if (yes)
        free(ids);
    lobby->on_tagged = false;
    *lobby->asked = '\0';
    if (ended < n)
        app_error(view->app, "%d of %d %s; %s", ended, n, done, why.text);
    else if (yes)
        app_say(view->app, n == 1 ? "%s: the game is off" : "%s: %d games are off", done, n);
    lobby_look(lobby);
}

static void answer_decline(struct view *view, bool yes)
{
    end_them(view, yes, is_challenge, lobby_decline, "declined");
}

static void answer_withdraw(struct view *view, bool yes)
{
    end_them(view, yes, is_open, lobby_withdraw, "withdrawn");
}

/* A single challenge is declined without asking, as at its table. */
static void decline(struct lobby *lobby)
{
    char question[80];
    int n = games_meant(lobby, is_challenge, NULL);
    snprintf(question, sizeof question, "Decline %d games?", n);
    if (n == 1)
        answer_decline(&lobby->view, true);
    else
        app_ask(lobby->view.app, &lobby->view, question, answer_decline);
}

static void withdraw(struct lobby *lobby)
{
    char question[80];
    int n = games_meant(lobby, is_open, NULL);
    const struct lobby_game *game = lobby_game_of(lobby, list_item(&lobby->list));
    if (game)
        memcpy(lobby->asked, game->id, sizeof lobby->asked);
    snprintf(question, sizeof question, n == 1 ? "Withdraw the game?" : "Withdraw %d games?", n);
    app_ask(lobby->view.app, &lobby->view, question, answer_withdraw);
}

/* Copy in the format of the file name's ending, else as YAML. */
static void copy(struct lobby *lobby, const char *file)
{
    enum game_format format = game_format_of_file(file);
    char(*ids)[ULID_LENGTH + 1], *text = NULL, what[80];
    int n = games_meant(lobby, is_any, &ids), copied = 0;
    size_t size = 0;
    struct note why;
    FILE *out = open_memstream(&text, &size);
    if (format == GAME_FORMATS)
        format = GAME_YAML;
    for (int i = 0; out && i < n; i++) {
        struct record *record;
        if (lobby_game_record(&lobby->place, ids[i], &record, &why) < 0)
            continue;
        fputs(copied ? "" : game_text_head(format), out);
        game_text_put(record, format, app_charset(lobby->view.app), out);
        record_free(record);
        copied++;
    }
    free(ids);
    if (!out)
        return;
    fputs(copied ? game_text_foot(format) : "", out);
    fclose(out);
    snprintf(what, sizeof what, "%d game%s%s", copied, copied == 1 ? "" : "s", game_format_told(file));
    if (copied)
        app_copy(lobby->view.app, what, text, file);
    else
        app_error(lobby->view.app, "%s", why.text);
    free(text);
}

void lobby_begin_round(struct lobby *lobby)
{
    char(*ids)[ULID_LENGTH + 1] = memory_new((size_t)lobby->lines + 1, sizeof *ids);
    const struct lobby_game *here = lobby_game_of(lobby, list_item(&lobby->list));
    bool tagged = lobby->tags && (lobby->on_tagged || (here && lobby_tagged(lobby, here->id)));
    int n = 0;
    for (int i = 0; i < lobby->list.n; i++) {
        const struct lobby_game *game = lobby_game_of(lobby, list_shown(&lobby->list, i));
        if (game && (!tagged || lobby_tagged(lobby, game->id)))
            memcpy(ids[n++], game->id, sizeof *ids);
    }
    lobby_set_round(&lobby->place, ids, n);
}

/* ---- requests ---- */

bool lobby_tag_escape(struct lobby *lobby)
{
    if (lobby->on_tagged)
        lobby->on_tagged = false;
    else if (lobby->tags && !list_can(&lobby->list, REQ_ESCAPE))
        lobby->tags = 0;
    else
        return false;
    return true;
}

int lobby_tag_can(const struct lobby *lobby, enum request request)
{
    switch (request) {
    case REQ_TAG: return lobby_game_of(lobby, list_item(&lobby->list)) != NULL;
    case REQ_TAG_QUERY: return lobby->games.n > 0;
    case REQ_ON_TAGGED: return lobby->tags > 0;
    case REQ_DECLINE: return games_meant(lobby, is_challenge, NULL) > 0;
    case REQ_RESIGN: return games_meant(lobby, is_open, NULL) > 0;
    case REQ_COPY_GAME: return games_meant(lobby, is_any, NULL) > 0;
    default: return -1;
    }
}

bool lobby_tag_request(struct lobby *lobby, const struct event *event)
{
    static const struct prompt tag_prompt = {.label = "tag what fits: ", .done = tag_fits};
    if (lobby_tag_can(lobby, event->request) != 1)
        return false;
    switch (event->request) {
    case REQ_TAG: tag_and_step(lobby); break;
    case REQ_TAG_QUERY: app_prompt(lobby->view.app, &lobby->view, &tag_prompt); break;
    case REQ_ON_TAGGED: lobby->on_tagged = true; return true;
    case REQ_DECLINE: decline(lobby); return true;
    case REQ_RESIGN: withdraw(lobby); return true;
    default: copy(lobby, event->argument);
    }
    lobby->on_tagged = false;
    return true;
}
