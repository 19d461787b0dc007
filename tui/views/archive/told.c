/* told.c - shows what happens to an open archive (tui/session/archive/archive_session.h): sentences
 * as messages or as a text, questions and prompts. */
#include "config.h"

#include "tui/session/archive/collecting.h"
#include "tui/session/commands/archive_commands.h"
#include "tui/views/archive/archive_internal.h"
#include "tui/views/game/game.h"
#include "tui/views/navigation.h"
#include "tui/views/prompts.h"
#include "tui/views/reader.h"

#include <stdlib.h>
#include <string.h>

enum { SCREEN_PAGE = 200 /* values of a key that are listed at once */ };

/* Whose prompt or question is open; only one can be at a time. */
static struct archive_screen *asking;

static void pend(struct archive_screen *screen, enum request command, const char *argument)
{
    char *copy = memory_text(argument);
    free(screen->argument);
    screen->command = command;
    screen->argument = copy;
    asking = screen;
}

static bool argument_done(struct view *view, const char *text)
{
    if (*text)
        app_request(view->app, asking->command, text);
    return true;
}

static bool title_complete(struct view *view, const char *text, char *out, size_t size)
{
    return collecting_complete(view->store, text, out, size);
}

static void ask_argument(struct archive_screen *screen, const struct archive_event *event)
{
    bool titles = event->command == REQ_COLLECTION || event->command == REQ_DELETE_COLLECTION ||
                  event->command == REQ_KEEP_SEARCH || event->command == REQ_COLLECT_LISTED;
    pend(screen, event->command, "");
    snprintf(screen->label, sizeof screen->label, "%s: ", event->text);
    app_prompt(screen->view->app, screen->view,
               &(struct prompt){.label = screen->label,
                                .done = argument_done,
                                .complete = titles ? title_complete : NULL});
}

/* Giving the command again does what the question asks. */
static void answer_question(struct view *view, bool yes)
{
    struct archive_screen *screen = asking;
    if (!yes)
        return;
    char *argument = memory_text(screen->argument); /* another question replaces it */
    screen->answering = true;
    app_request(view->app, screen->command, argument);
    screen->answering = false;
    free(argument);
}

bool archive_screen_run(struct archive_screen *screen, enum request command, const char *argument)
{
    if (!screen->answering)
        archive_session_no_question(&screen->session, REQ_NONE);
    return archive_command_run(&screen->session, command, argument);
}

static void archive_told_screen(void *self, const struct archive_event *event)
{
    struct archive_screen *screen = self;
    struct view *view = screen->view;
    char words[sizeof((struct note *)0)->text + 100];
    if (screen->told)
        screen->told(view, event);
    switch (event->kind) {
    case ARCHIVE_SAID:
        app_say(view->app, "%s", app_words(view->app, view, event->text, words, sizeof words));
        break;
    case ARCHIVE_REFUSED:
        app_error(view->app, "%s", app_words(view->app, view, event->text, words, sizeof words));
        break;
    case ARCHIVE_TOLD:
        show_lines(view, event->text, event->lines, event->hint);
        break;
    case ARCHIVE_ASKS:
        ask_argument(screen, event);
        break;
    case ARCHIVE_QUESTION:
        pend(screen, event->command, event->argument);
        app_ask(view->app, view, event->text, answer_question);
        break;
    case ARCHIVE_STATISTICS:
        open_statistics(view->app, event->text, event->statistics);
        break;
    case ARCHIVE_OPENS: /* the view opens the game */
    case ARCHIVE_RESUMES:
    case ARCHIVE_GOES_TO: /* bookmarks are a view of their own */
    case ARCHIVE_FOUND:
    case ARCHIVE_COLLECTED:
    case ARCHIVE_RENUMBERED:
        break;
    }
}

static bool screen_is_guest(void *self)
{
    return app_restricted(((struct archive_screen *)self)->view->app);
}

static const char *screen_signs(void *self)
{
    struct view *view = ((struct archive_screen *)self)->view;
    return app_author(view->app, view->store);
}

/* True if a view below shows the game. */
static bool screen_is_open(void *self, const char *id)
{
    const struct archive_screen *screen = self;
    const struct view *view = screen->view;
    while ((view = app_below(screen->view->app, view)))
        if (view->ops == &table_view && table_has_game(view, screen->session.store, id))
            return true;
    return false;
}

static const struct archive_client screen_client = {.tell = archive_told_screen,
                                                    .guest = screen_is_guest,
                                                    .author = screen_signs,
                                                    .is_open = screen_is_open};

void archive_screen_begin(struct archive_screen *screen, struct view *view,
                          void (*told)(struct view *view, const struct archive_event *event))
{
    screen->view = view;
    screen->told = told;
    screen->session.ops = &screen_client;
    screen->session.client = screen;
    screen->session.store = view->store;
    screen->session.page = SCREEN_PAGE;
}

void archive_screen_end(struct archive_screen *screen)
{
    archive_session_clear(&screen->session);
    free(screen->argument);
    screen->argument = NULL;
}
