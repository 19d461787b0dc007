/* lobby_parts.h - the inside of the lobby view, for view_lobby.c, lobby_lines.c and lobby_tags.c only. */
#ifndef CHESSCADE_LOBBY_PARTS_H
#define CHESSCADE_LOBBY_PARTS_H

#include "tui/list.h"
#include "tui/lobby_games.h"

enum line_what { LINE_HEADING, LINE_HEAD, LINE_GAME, LINE_REQUEST };

struct lobby_line {
    enum line_what what;
    int game;          /* of LINE_GAME: index into games.v */
    enum request request;
    const char *text;  /* constant */
    int number;        /* 1 to 9, 0 */
};

/* S(name, "heading") */
#define LOBBY_SORTS(S) S(SORT_IDLE, "idle") S(SORT_VARIANT, "variant") S(SORT_SEATS, "seats") S(SORT_MOVER, "to move") \
    S(SORT_PLY, "ply") S(SORT_STARTED, "started") S(SORT_WATCHERS, "watch")
enum lobby_sort {
#define SORT_NAME(name, text) name,
    LOBBY_SORTS(SORT_NAME)
#undef SORT_NAME
    SORTS
};

struct lobby {
    struct view view;
    struct lobby_place place;
    struct live_watch *watch; /* NULL: not while something lies over the lobby */
    struct lobby_games games;
    struct list list;
    struct lobby_line *line;
    int lines, room;
    enum lobby_sort sort;
    bool reversed;
    int64_t looked;
    int64_t notice_at;   /* when to tell who looks away that a game waits for them; TICK_NEVER */
    char notice[80];     /* ... in these words */
    bool told;           /* it was, and the title says so */
    char placed[64];     /* what the cursor was put on: until somebody moves it, it goes to what waits for them, or to the
                          * first table where there was none */
    char (*tag)[ULID_LENGTH + 1]; /* [tags] the ids of the games that are tagged */
    int tags, tag_room;
    bool on_tagged;      /* the next thing is for them */
    char asked[ULID_LENGTH + 1]; /* the game that a question is about: when it is answered, the cursor may be on another; "" */
    struct talk_room talk;
    struct page page;    /* of the talk, as it was drawn last */
};

/* The game of a line; NULL. */
static inline const struct lobby_game *lobby_game_of(const struct lobby *lobby, int item)
{
    return item >= 0 && lobby->line[item].what == LINE_GAME ? &lobby->games.v[lobby->line[item].game] : NULL;
}

/* lobby_tags.c */
bool lobby_tagged(const struct lobby *lobby, const char *id);
/* Games that are gone have no tags. */
void lobby_check_tags(struct lobby *lobby);
/* Requests for one game or, behind `on-tagged`, for all that are tagged; false: not one of these. */
bool lobby_tag_request(struct lobby *lobby, const struct event *event);
/* -1: not one of these; else whether it can be done. */
int lobby_tag_can(const struct lobby *lobby, enum request request);
/* Esc: whether there was something to undo. */
bool lobby_tag_escape(struct lobby *lobby);
/* From the table that is opened now one goes to the tagged ones, or to all that are shown. */
void lobby_begin_round(struct lobby *lobby);

/* lobby_lines.c */
extern const struct list_ops lobby_list_ops;
/* Make the lines of what lobby->games has, sorted; the cursor goes to what `stand` names (lobby_standing_on()). */
void lobby_build(struct lobby *lobby, const char *stand);
/* What the cursor stands on, to be found again: a game's id or a request's text. */
const char *lobby_standing_on(const struct lobby *lobby);
/* Of so many lines at the bottom, how many are talk. */
enum { LOBBY_TALK_ROWS = 5 };
/* What was to be told, or was, of games that wait is seen. */
void lobby_drop_notice(struct lobby *lobby);
/* Look at games and people again. */
void lobby_look(struct lobby *lobby);
void lobby_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);

#endif
