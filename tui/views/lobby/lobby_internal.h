/* lobby_internal.h - the internals of the lobby view, for view_lobby.c and rows.c only. */
#ifndef CHESSCADE_TUI_VIEWS_LOBBY_LOBBY_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_LOBBY_LOBBY_INTERNAL_H

#include "tui/app/list.h"
#include "tui/session/lobby/lobby_session.h"

enum line_what { LINE_HEADING, LINE_HEAD, LINE_GAME, LINE_REQUEST };

struct lobby_line {
    enum line_what what;
    int game; /* for LINE_GAME: the index of the game in games.v */
    enum request request;
    const char *text; /* the text of the line; a constant */
    int number;       /* the digit that opens the game, 1 to 9; 0: none */
};

/* The sort orders of the list: S(name, "heading") */
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
    struct lobby_session session; /* it watches for changes unless another view covers the lobby */
    struct list list;
    struct lobby_line *line;
    int lines, room;
    enum lobby_sort sort;
    bool reversed;
    int64_t looked;
    /* What the lobby waits for: a report by the session's watch; the next update; the time to
     * notify a user who is not looking that a game waits. */
    loop_handle watching, looking, noticing;
    char notice[80]; /* the text of that notification */
    bool told;       /* the notification was sent and is in the title */
    /* The line that the program put the cursor on. Until the user moves the cursor, the program
     * moves it to a game that waits for the user, or to the first game if there was none. */
    char placed[64];
    bool on_tagged; /* the next request applies to the tagged games */
    /* The game that the user is asked about, because the cursor may move before the answer; "":
     * none. */
    char asked[ULID_LENGTH + 1];
    struct page page; /* the lobby's chat as drawn last */
};

/* The game that a line stands for; NULL: none. */
static inline const struct lobby_game *lobby_game_of(const struct lobby *lobby, int item)
{
    return item >= 0 && lobby->line[item].what == LINE_GAME
               ? &lobby->session.games.v[lobby->line[item].game]
               : NULL;
}

/* ---- view_lobby.c */
/* Handle a request about one game, or after `on-tagged` about all tagged games. Returns false for
 * other requests. */
bool lobby_tag_request(struct lobby *lobby, const struct event *event);
/* Returns -1 if lobby_tag_request() does not handle this request, otherwise 1 or 0: whether the
 * request is possible now. */
int lobby_tag_can(const struct lobby *lobby, enum request request);
/* Handle Esc. Returns true if there was something to undo, such as tags. */
bool lobby_tag_escape(struct lobby *lobby);
/* Let the user step from the game opened now to the other tagged games, or to all listed games if
 * none is tagged. */
void lobby_begin_round(struct lobby *lobby);

/* ---- rows.c */
extern const struct list_ops lobby_list_ops;
/* Rebuild the lines from lobby->games, sorted. The cursor goes to the line `stand`, which
 * lobby_standing_on() returned. */
void lobby_build(struct lobby *lobby, const char *stand);
/* Identifies the line under the cursor by a game's id or a request's text, to find the line
 * again. */
const char *lobby_standing_on(const struct lobby *lobby);
/* the number of lines at the bottom for the lobby's chat */
enum { LOBBY_TALK_ROWS = 5 };
/* Cancel or clear the notification about waiting games, because the user has seen them. */
void lobby_drop_notice(struct lobby *lobby);
/* Read the games and the people again. */
void lobby_look(struct lobby *lobby);
void lobby_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);

#endif
