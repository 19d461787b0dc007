/* lobby_internal.h - internals of the lobby view, for view_lobby.c and rows.c only. */
#ifndef CHESSCADE_TUI_VIEWS_LOBBY_LOBBY_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_LOBBY_LOBBY_INTERNAL_H

#include "tui/app/list.h"
#include "tui/session/lobby_games.h"

enum line_what { LINE_HEADING, LINE_HEAD, LINE_GAME, LINE_REQUEST };

struct lobby_line {
    enum line_what what;
    int game; /* for LINE_GAME: index into games.v */
    enum request request;
    const char *text; /* a constant */
    int number;       /* 1 to 9, or 0 */
};

/* S(name, "heading") */
#define LOBBY_SORTS(S)         \
    S(SORT_IDLE, "idle")       \
    S(SORT_VARIANT, "variant") \
    S(SORT_SEATS, "seats")     \
    S(SORT_MOVER, "to move") S(SORT_PLY, "ply") S(SORT_STARTED, "started") S(SORT_WATCHERS, "watch")
enum lobby_sort {
#define SORT_NAME(name, text) name,
    LOBBY_SORTS(SORT_NAME)
#undef SORT_NAME
        SORTS
};

struct lobby {
    struct view view;
    struct lobby_place place;
    struct live_watch *watch; /* NULL: none, while another view covers the lobby */
    struct lobby_games games;
    struct list list;
    struct lobby_line *line;
    int lines, room;
    enum lobby_sort sort;
    bool reversed;
    int64_t looked;
    int64_t notice_at; /* when to notify a user who looks away that a game waits; TICK_NEVER */
    char notice[80];   /* ... the text */
    bool told;         /* the notification was sent and is in the title */
    char placed[64];   /* the line that the program put the cursor on. Until the user moves it, it
                          follows to a game that   waits for them, or to the first table if there was
                          none */
    char (*tag)[ULID_LENGTH + 1]; /* [tags] ids of the tagged games */
    int tags, tag_room;
    bool on_tagged;              /* the next request applies to them */
    char asked[ULID_LENGTH + 1]; /* the game a question is about, because the cursor may move before
                                    the answer; "" */
    struct talk_room talk;
    struct page page; /* the talk as drawn last */
};

/* The game of a line, or NULL. */
static inline const struct lobby_game *lobby_game_of(const struct lobby *lobby, int item)
{
    return item >= 0 && lobby->line[item].what == LINE_GAME
               ? &lobby->games.v[lobby->line[item].game]
               : NULL;
}

/* ---- view_lobby.c */
bool lobby_tagged(const struct lobby *lobby, const char *id);
/* Drop the tags of games that are gone. */
void lobby_check_tags(struct lobby *lobby);
/* Handle a request for one game or, after `on-tagged`, for all tagged ones. False if it is none of
 * these. */
bool lobby_tag_request(struct lobby *lobby, const struct event *event);
/* -1: not one of these requests; else whether it is possible. */
int lobby_tag_can(const struct lobby *lobby, enum request request);
/* Esc: true if there was something to undo. */
bool lobby_tag_escape(struct lobby *lobby);
/* Let the user step from the table opened now through the tagged games, or through all shown. */
void lobby_begin_round(struct lobby *lobby);

/* ---- rows.c */
extern const struct list_ops lobby_list_ops;
/* Rebuild the lines from lobby->games, sorted. The cursor goes to the line named `stand`
 * (lobby_standing_on()). */
void lobby_build(struct lobby *lobby, const char *stand);
/* The line under the cursor, to find it again: a game's id or a request's text. */
const char *lobby_standing_on(const struct lobby *lobby);
/* How many lines at the bottom are for talk. */
enum { LOBBY_TALK_ROWS = 5 };
/* Cancel or clear the notification of waiting games: the user has seen them. */
void lobby_drop_notice(struct lobby *lobby);
/* Refresh games and people. */
void lobby_look(struct lobby *lobby);
void lobby_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);

#endif
