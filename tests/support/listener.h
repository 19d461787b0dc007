/* listener.h - a client of an open game that only keeps what it is told, as "played computer", with
 * the time that the test says and a scripted player as the computer. */
#ifndef CHESSCADE_TESTS_SUPPORT_LISTENER_H
#define CHESSCADE_TESTS_SUPPORT_LISTENER_H

#include "tests/support/scripted_player.h"
#include "tests/support/session_club.h"

#include "tui/session/game_session.h"

static const char *const event_names[] = {
    [GAME_REFUSED] = "refused",
    [GAME_MOVED] = "moved",
    [GAME_CHANGED] = "changed",
    [GAME_DRAFT] = "draft",
    [GAME_DRAFT_FAILED] = "draft-failed",
    [GAME_UNDONE] = "undone",
    [GAME_PLAYED] = "played",
    [GAME_NEW_VARIATION] = "variation",
    [GAME_LOSES] = "loses",
    [GAME_ENDED] = "ended",
    [GAME_REOPENED] = "reopened",
    [GAME_SIDE_LEFT] = "left",
    [GAME_OFFERED] = "offered",
    [GAME_AGREED] = "agreed",
    [GAME_DECLINED] = "declined",
    [GAME_TAKEN_BACK] = "taken-back",
    [GAME_RESUMED] = "resumed",
    [GAME_SEATED] = "seated",
    [GAME_COMPUTER_PLAYED] = "computer",
    [GAME_CAME_BACK] = "back",
    [GAME_COMPUTER_STUCK] = "stuck",
    [GAME_COMPUTER_BROKE] = "broke",
    [GAME_COMPUTER_PAUSED] = "paused",
    [GAME_COMPUTER_GOES_ON] = "goes-on",
    [GAME_SAVED] = "saved",
    [GAME_NOT_SAVED] = "not-saved",
    [GAME_CONFLICT] = "conflict",
    [GAME_QUESTION] = "question",
    [GAME_COMMENTED] = "commented",
    [GAME_JUDGED] = "judged",
    [GAME_MARKED] = "marked",
    [GAME_LINE_MOVED_UP] = "moved-up",
    [GAME_DELETED] = "deleted",
    [GAME_REPLACED] = "replaced",
    [GAME_PASSED] = "passed",
    [GAME_GRAFTED] = "grafted",
    [GAME_LAYER_MERGED] = "merged",
    [GAME_TRIAL_BEGUN] = "trial",
    [GAME_TRIAL_ENDED] = "trial-over",
    [GAME_GUESSING] = "guessing",
    [GAME_GUESSED] = "guessed",
    [GAME_GUESSED_ILL] = "ill",
    [GAME_GUESS_END] = "guess-end",
    [GAME_SAID] = "said",
    [GAME_TOLD] = "told",
    [GAME_ARRIVED] = "arrived",
    [GAME_ASKS] = "asks",
    [GAME_CHOICES] = "choices",
    [GAME_LAYERS] = "layers",
    [GAME_OTHERS_SAVED] = "others-saved",
    [GAME_OTHERS_MOVED] = "others-moved",
    [GAME_UNREADABLE] = "unreadable",
    [GAME_MENDED] = "mended",
    [GAME_UNDOES_OTHERS] = "undoes-others",
};

struct listener {
    struct game_session game;
    char told[600];
    size_t used;
    struct game_event last;
    char text[200], why[600];
    int64_t now;
    bool led;   /* somebody else leads */
    bool guest; /* the user is a guest */
};

static inline void listen(void *self, const struct game_event *event)
{
    struct listener *listener = self;
    /* nearly every command moves the reader or changes the draft: leave these events out */
    if (event->kind == GAME_MOVED || event->kind == GAME_CHANGED || event->kind == GAME_DRAFT)
        return;
    listener->last = *event;
    snprintf(listener->text, sizeof listener->text, "%s", event->text ? event->text : "");
    snprintf(listener->why, sizeof listener->why, "%s", event->why ? event->why->text : "");
    text_add(listener->told, sizeof listener->told, &listener->used, "%s%s",
             listener->used ? " " : "", event_names[event->kind]);
}

static inline int64_t listener_now(void *self)
{
    return ((struct listener *)self)->now;
}

static inline bool listener_refuses(void *self)
{
    return ((struct listener *)self)->led;
}

static inline bool listener_is_guest(void *self)
{
    return ((struct listener *)self)->guest;
}

static const struct game_client listens = {.tell = listen,
                                           .now = listener_now,
                                           .author = client_name,
                                           .saver = client_name,
                                           .restricted = listener_is_guest,
                                           .label = client_label,
                                           .refuses = listener_refuses,
                                           .computer = &scripted};

/* Forgets the events so far. */
static inline void hush(struct listener *listener)
{
    listener->told[0] = '\0';
    listener->used = 0;
}

/* The events since the last call must be these. */
#define assert_told(listener, events)                  \
    do {                                               \
        assert_string_equal((listener)->told, events); \
        hush(listener);                                \
    } while (0)

static inline void listener_open(struct listener *listener, struct store *store,
                                 struct record *record, const struct version *version, bool play)
{
    *listener = (struct listener){.game = {.ops = &listens, .client = listener}};
    listener->game.store = store;
    if (version)
        listener->game.version = *version;
    listener->game.play = play;
    edits_begin(&listener->game.edits, record);
    session_begin(&listener->game);
    session_recall(&listener->game);
    session_reread(&listener->game);
    session_seats_open(&listener->game);
}

/* A new game that is not kept anywhere. */
static inline void listener_begin(struct listener *listener, const char *variant, const char *clock)
{
    struct record *record = record_new(variant);
    keyboard_clock_write(record, clock);
    listener_open(listener, NULL, record, NULL, true);
}

static inline void listener_end(struct listener *listener)
{
    session_seats_close(&listener->game);
    session_clear(&listener->game);
}

static inline bool plays(struct listener *listener, const char *text)
{
    struct game_session *game = &listener->game;
    struct ply ply = {0};
    struct note why;
    bool played = session_may_play(game) &&
                  game->rules->rules->parse(&game->track.now, text, &ply, &why) == 0 &&
                  session_play(game, &ply);
    ply_free(&ply);
    return played;
}

#endif
