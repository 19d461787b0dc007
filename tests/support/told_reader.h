/* told_reader.h - a client of an open game that keeps the sentences it gets, for tests of commands
 * that tell something (tui/session/commands). */
#ifndef CHESSCADE_TESTS_SUPPORT_TOLD_READER_H
#define CHESSCADE_TESTS_SUPPORT_TOLD_READER_H

#include "tests/support/session_club.h"

#include "archive/record/edit.h"
#include "core/family.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/new_game.h"

static struct {
    struct game_session game;
    struct game_client ops; /* begin() sets it; a test may change it */
    enum game_event_kind kind;
    char title[80], text[4000]; /* of the last event, but not of a hint */
    char said[400];             /* the hints that followed it, "one; two; " */
    enum form form;
} reader;

static void hear(void *self, const struct game_event *event)
{
    size_t used = strlen(reader.said);
    (void)self;
    if (event->kind == GAME_MOVED)
        return;
    if (event->kind == GAME_SAID) {
        text_add(reader.said, sizeof reader.said, &used, "%s; ", event->text);
        return;
    }
    reader.kind = event->kind;
    reader.said[0] = '\0';
    snprintf(reader.title, sizeof reader.title, "%s", event->text ? event->text : "");
    snprintf(reader.text, sizeof reader.text, "%s",
             event->why       ? event->why->text
             : event->content ? event->content
                              : "");
}

static int64_t now(void *self)
{
    (void)self;
    return 0;
}

static inline enum form reader_form(void *self)
{
    (void)self;
    return reader.form;
}

static inline void begin_record(struct record *record)
{
    reader.form = FORM_SHORT;
    reader.ops = (struct game_client){.tell = hear,
                                      .now = now,
                                      .author = client_name,
                                      .label = client_label,
                                      .form = reader_form};
    reader.game = (struct game_session){.ops = &reader.ops, .offer = -1};
    edits_begin(&reader.game.edits, record);
    session_begin(&reader.game);
    session_reread(&reader.game);
}

static inline void begin(const char *variant, const char *position)
{
    struct new_game_plan plan;
    struct note why;
    const char *player[SIDES_MAX] = {"", "", ""};
    if (new_game_read(variant, NULL, 0, position, &plan, &why) < 0)
        fail_msg("%s", why.text);
    begin_record(
        new_game_record(plan.rules, plan.placed ? &plan.start : NULL, "2026-01-31", player, ""));
    new_game_clear(&plan);
}

static inline void run_command(enum request command, const char *argument)
{
    reader.said[0] = '\0';
    assert_true(game_command_run(&reader.game, command, argument));
}

static inline void assert_told(enum request command, const char *argument, const char *text)
{
    assert_true(game_command_can(&reader.game, command));
    run_command(command, argument);
    assert_int_equal(reader.kind, GAME_TOLD);
    assert_string_equal(reader.text, text);
}

static inline void assert_refused(enum request command, const char *argument, const char *text)
{
    run_command(command, argument);
    assert_int_equal(reader.kind, GAME_REFUSED);
    assert_string_equal(reader.text, text);
}

static inline void end(void)
{
    session_clear(&reader.game);
}

#endif
