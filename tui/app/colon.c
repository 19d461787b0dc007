/* colon.c - the language after ':' (names of requests, and set, bind, color), which the user's
 * start-up file uses as well; and the prompt on the last line. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "core/util/ascii.h"
#include "core/util/spelling.h"
#include "tui/app/app_internal.h"
#include "tui/session/archive/columns.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 128 };

/* Read the next word of a line. Returns false at the end of the line. */
static bool colon_word(const char **at, char *out)
{
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t");
    if (length == 0 || length >= WORD_MAX)
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length + strspn(*at + length, " \t");
    return true;
}

static int run_set(struct app *app, const char *rest, struct note *why)
{
    char name[WORD_MAX];
    if (!colon_word(&rest, name))
        return note_fail(why, FAIL_TEXT, -1, "set NAME VALUE: the name of an option is missing");
    char *equals = strchr(name, '=');
    if (equals) {
        *equals = '\0';
        return app_set(app, name, equals + 1, why);
    }
    enum setting_id id = setting_named(name);
    if (!*rest && id != SETTINGS && *setting_values(id)) {
        app_say(app, "%s is %s; it can be %s", name, app_setting(app, id), setting_values(id));
        return 0;
    }
    return app_set(app, name, rest, why);
}

static int run_bind(struct app *app, const char *rest, struct note *why)
{
    char map[WORD_MAX], text[WORD_MAX], name[WORD_MAX];
    struct key_sequence keys;
    if (!colon_word(&rest, map) || !colon_word(&rest, text) || !colon_word(&rest, name))
        return note_fail(why, FAIL_TEXT, -1, "bind KEYMAP KEY REQUEST: a word is missing");
    enum keymap keymap;
    enum request request;
    int status = binding_names_read(map, name, &keymap, &request, why);
    if (status == 0)
        status = key_sequence_read(text, &keys, why);
    if (status < 0)
        return status;
    struct bindings fresh = {0};
    bindings_copy(&fresh, &app->bindings);
    bindings_set(&fresh, keymap, &keys, request);
    bool clash = bindings_clash(&fresh, why) ||
                 (request != REQ_NONE && bindings_behind(&fresh, keymap, &keys, why));
    struct bindings *unused = clash ? &fresh : &app->bindings;
    bindings_clear(unused);
    if (!clash)
        app->bindings = fresh;
    if (!clash && keymap == KEYMAP_EVERYWHERE && bindings_hidden(&app->bindings, &keys, NULL, why))
        app_say(app, "%s", why->text);
    return clash ? FAIL_NAME : 0;
}

static int run_color(struct app *app, const char *rest, struct note *why)
{
    char role[WORD_MAX];
    if (!colon_word(&rest, role) || !*rest)
        return note_fail(why, FAIL_TEXT, -1,
                         "color ROLE INK GROUND [ATTRIBUTES]: a word is missing");
    int status = theme_change(&app->theme, role, rest, why);
    app->wishes |= WISH_LOOKS;
    return status;
}

static const struct {
    const char *name;
    int (*run)(struct app *app, const char *rest, struct note *why);
} setters[] = {{"set", run_set}, {"bind", run_bind}, {"color", run_color}};
enum { SETTERS = sizeof setters / sizeof *setters };

static int colon_no_command(const char *name, enum request command, struct note *why)
{
    struct spelling spelling = {.typed = name};
    char hint[SPELLING_HINT_ROOM];
    if (command >= REQUESTS)
        return note_fail(why, FAIL_NAME, 0, "'%.40s' is a command of plain mode only: %s", name,
                         command_row(command)->elsewhere);
    for (int i = 0; i < SETTERS; i++)
        spelling_try(&spelling, setters[i].name);
    for (int r = REQ_NONE + 1; r < REQUESTS; r++)
        spelling_try(&spelling, request_name((enum request)r));
    spelling_hint(&spelling, hint, sizeof hint);
    return note_fail(why, FAIL_NAME, 0, "There is no command '%.40s'%s", name,
                     *hint ? hint : "; press ? for a list of commands");
}

/* True if a word that is no command may be a ply, which can be played here: "e4", "O-O". */
static bool may_be_ply(const struct app *app, const char *word)
{
    struct view *top = app_top(app);
    bool castles = !ascii_ncasecmp(word, "o-o", 3) || !strncmp(word, "0-0", 3);
    return top && (castles || strpbrk(word, "123456789")) && app_can(app, top, REQ_TYPE_MOVE);
}

int colon_run(struct app *app, const char *line, struct note *why)
{
    char name[WORD_MAX];
    const char *rest = line + strspn(line, " \t:");
    bool quiet = *rest == '@';
    rest += quiet;
    if (!*rest || *rest == '#')
        return 0;
    if (!colon_word(&rest, name)) {
        if (!may_be_ply(app, rest)) /* a cascade can be long */
            return note_fail(why, FAIL_TEXT, 0, "That word is too long");
        app_request(app, REQ_TYPE_MOVE, rest);
        return 0;
    }
    for (int i = 0; i < SETTERS; i++)
        if (!strcmp(setters[i].name, name)) {
            int status = setters[i].run(app, rest, why);
            return quiet ? 0 : status;
        }
    if (!strcmp(name, "q!") || !strcmp(name, "qa!")) {
        app->over = true;
        return 0;
    }
    enum request request = command_typed(name);
    if (name[0] >= '0' && name[0] <= '9' && !strchr(name, '-')) { /* a number goes to that move */
        request = REQ_GO_TO;
        rest = line + strspn(line, " \t:");
    }
    if (request == REQ_NONE && may_be_ply(app, name)) {
        request = REQ_TYPE_MOVE;
        rest = line + strspn(line, " \t:@");
    }
    if (request == REQ_NONE || request >= REQUESTS)
        return quiet ? 0 : colon_no_command(name, request, why);
    if (request == REQ_SAVE && *rest)
        return note_fail(why, FAIL_TEXT, 0,
                         "%s takes no name: it saves in place; to write elsewhere, use :export",
                         name);
    if (app_top(app))
        app_request(app, request, rest);
    return 0;
}

/* ---- the prompt ---- */

/* Show what was set or bound, because most such changes are not visible. */
static void tell_changed(struct app *app, const char *text)
{
    char verb[WORD_MAX], name[WORD_MAX], keys[WORD_MAX], request[WORD_MAX];
    const char *at = text + strspn(text, " \t:");
    if (!colon_word(&at, verb) || !colon_word(&at, name))
        return;
    name[strcspn(name, "=")] = '\0';
    enum setting_id id = setting_named(name);
    if (!strcmp(verb, "set") && id != SETTINGS)
        app_say(app, "%s is %s now", name, app_setting(app, id));
    else if (!strcmp(verb, "bind") && colon_word(&at, keys) && colon_word(&at, request))
        app_say(app, "%s %s: %s", keys, keymap_where(keymap_named(name)),
                request_help(request_named(request)));
}

/* The prompt closes also when the command fails, so that the next keys are not typed into it. Up at
 * the next `:` brings the line back. */
static bool colon_done(struct view *view, const char *text)
{
    struct note why;
    if (colon_run(view->app, text, &why) < 0)
        app_error(view->app, "%s", why.text);
    else if (!view->app->message[0])
        tell_changed(view->app, text);
    return true;
}

/* Shorten `common` to what it has in common with another candidate, and count the candidate in
 * *n. */
static void colon_narrow(const char *candidate, const char *begun, char *common, size_t size,
                         int *n)
{
    if (strncmp(candidate, begun, strlen(begun)) != 0)
        return;
    if ((*n)++ == 0)
        snprintf(common, size, "%s", candidate);
    size_t same = 0;
    while (common[same] && common[same] == candidate[same])
        same++;
    common[same] = '\0';
}

/* Go through the candidates for the last word of the text. */
static void colon_candidates(const struct view *view, const char *head, const char *begun,
                             char *common, size_t size, int *n)
{
    char value[64];
    if (!*head) {
        for (int i = 0; i < SETTERS; i++)
            colon_narrow(setters[i].name, begun, common, size, n);
        for (int r = REQ_NONE + 1; r < REQUESTS; r++)
            if (app_can(view->app, view, (enum request)r))
                colon_narrow(request_name((enum request)r), begun, common, size, n);
    } else if (!strcmp(head, "set")) {
        for (int i = 0; i < SETTINGS; i++)
            colon_narrow(setting_name((enum setting_id)i), begun, common, size, n);
    } else if (!strncmp(head, "set ", 4) && setting_named(head + 4) != SETTINGS) {
        for (int i = 0; setting_value(setting_named(head + 4), i, value, sizeof value); i++)
            colon_narrow(value, begun, common, size, n);
    } else if (!strncmp(head, "set columns", 11)) {
        for (int i = 0; i < GAME_COLUMN_COUNT; i++)
            colon_narrow(game_column_name((enum game_column)i), begun, common, size, n);
    } else if (!strcmp(head, "color")) {
        for (int i = 0; i < ROLES; i++)
            colon_narrow(role_name((enum role)i), begun, common, size, n);
    } else if (!strcmp(head, "bind")) {
        for (int i = 0; i < KEYMAPS; i++)
            colon_narrow(keymap_name((enum keymap)i), begun, common, size, n);
    }
}

static bool colon_complete(struct view *view, const char *text, char *out, size_t size)
{
    char head[WORD_MAX], common[WORD_MAX] = "";
    const char *space = strrchr(text, ' ');
    size_t length = space ? (size_t)(space - text) : 0;
    int n = 0;
    if (length >= sizeof head)
        return false;
    memcpy(head, text, length);
    head[length] = '\0';
    colon_candidates(view, head, space ? space + 1 : text, common, sizeof common, &n);
    if (n == 0)
        return false;
    snprintf(out, size, "%s%s%s%s", head, space ? " " : "", common, n == 1 ? " " : "");
    return true;
}

void colon_open(struct app *app)
{
    static const struct prompt prompt = {
        .label = ":", .done = colon_done, .complete = colon_complete};
    app_prompt(app, app_top(app), &prompt);
}

/* ---- The prompt on the last line: typing, yes/no questions, and the history of what was typed */

void app_prompt(struct app *app, struct view *view, const struct prompt *prompt)
{
    struct prompting *p = &app->prompting;
    /* Do not cut the text, because the user would lose its rest on confirming it. */
    if (prompt->text && strlen(prompt->text) > EDIT_LINE_MAX) {
        app_error(app, "the text is too long to change here: this line holds %d bytes",
                  EDIT_LINE_MAX);
        return;
    }
    p->open = true;
    p->asking = p->untold = false;
    p->view = view;
    p->prompt = *prompt;
    p->note[0] = '\0';
    p->recalled = 0;
    edit_line_set(&p->line, prompt->text ? prompt->text : "");
    p->prompt.text = NULL;
    if (prompt->changed)
        prompt->changed(view, p->line.text);
}

bool app_prompting(const struct app *app)
{
    return app->prompting.open;
}

bool app_at_rest(const struct app *app, const struct view *view)
{
    return app_top(app) == view && !app->prompting.open && !app->prompting.asking;
}

void app_prompt_note(struct app *app, const char *text)
{
    app->prompting.note_whole = false;
    snprintf(app->prompting.note, sizeof app->prompting.note, "%s", text);
}

void app_prompt_choices(struct app *app, const char *text)
{
    app_prompt_note(app, text);
    app->prompting.note_whole = true;
}

void app_prompt_refuse(struct app *app, const char *typed, int byte, const char *why)
{
    struct edit_line *line = &app->prompting.line;
    if (byte < 0 || byte > (int)strlen(typed)) {
        app_error(app, "%s", why);
        return;
    }
    app_error(app, "at character %d: %s", text_character(typed, byte), why);
    line->at = byte < line->length ? byte : line->length;
}

static void colon_changed(struct app *app)
{
    struct prompting *p = &app->prompting;
    p->untold = false;
    p->note[0] = '\0';
    if (p->open && p->prompt.changed)
        p->prompt.changed(p->view, p->line.text);
}

static void prompt_tell_changed(struct app *app)
{
    if (app->prompting.untold)
        colon_changed(app);
}

void app_burst_begin(struct app *app)
{
    app->prompting.burst = true;
}

void app_burst_end(struct app *app)
{
    app_enter(app);
    app->prompting.burst = false;
    prompt_tell_changed(app);
    app_exit(app);
}

void app_prompt_set(struct app *app, const char *text)
{
    edit_line_set(&app->prompting.line, text);
    colon_changed(app);
}

void app_ask(struct app *app, struct view *view, const char *question,
             void (*answer)(struct view *view, bool yes))
{
    struct prompting *p = &app->prompting;
    p->open = p->untold = false;
    p->asking = true;
    p->view = view;
    p->answer = answer;
    snprintf(p->question, sizeof p->question, "%s", question);
    app_tell(app, p->question);
}

static void prompting_close(struct app *app)
{
    app->prompting.open = app->prompting.asking = app->prompting.untold = false;
    app->prompting.view = NULL;
}

void prompting_forget(struct app *app, const struct view *view)
{
    if (app->prompting.view == view)
        prompting_close(app);
}

void prompting_clear(struct app *app)
{
    for (int i = 0; i < app->prompting.remembered; i++)
        free(app->prompting.history[i]);
    app->prompting.remembered = 0;
}

static void colon_remember(struct prompting *p, const char *text)
{
    char entry[EDIT_LINE_MAX + 64];
    snprintf(entry, sizeof entry, "%s\n%s", p->prompt.label, text);
    if (!*text || (p->remembered && !strcmp(p->history[p->remembered - 1], entry)))
        return;
    if (p->remembered == HISTORY_MAX) {
        free(p->history[0]);
        memmove(p->history, p->history + 1, (HISTORY_MAX - 1) * sizeof *p->history);
        p->remembered--;
    }
    p->history[p->remembered++] = memory_text(entry);
}

/* The text that was typed `back` prompts ago at a prompt with this label; NULL: there were fewer
 * such prompts. */
static const char *colon_recall(const struct prompting *p, int back)
{
    size_t length = strlen(p->prompt.label);
    for (int i = p->remembered - 1; i >= 0; i--) {
        const char *entry = p->history[i];
        if (!strncmp(entry, p->prompt.label, length) && entry[length] == '\n' && --back == 0)
            return entry + length + 1;
    }
    return NULL;
}

static void recall_step(struct app *app, int step)
{
    struct prompting *p = &app->prompting;
    const char *text = p->recalled + step <= 0 ? "" : colon_recall(p, p->recalled + step);
    if (!text || p->recalled + step < 0)
        return;
    p->recalled += step;
    app_prompt_set(app, text);
}

static void colon_finish(struct app *app)
{
    struct prompting *p = &app->prompting;
    char text[EDIT_LINE_MAX + 1];
    memcpy(text, p->line.text, sizeof text);
    struct view *view = p->view;
    bool (*done)(struct view *, const char *) = p->prompt.done;
    colon_remember(p, text);
    p->open = false; /* close the prompt first, because done() may open the next one */
    if (!done(view, text) && !p->open && !p->asking)
        p->open = true;
}

static void colon_cancel(struct app *app)
{
    struct prompting *p = &app->prompting;
    struct view *view = p->view;
    void (*cancelled)(struct view *) = p->prompt.cancelled;
    prompting_close(app);
    if (cancelled)
        cancelled(view);
}

/* Handle a key that only edits the line and does not concern the view. */
static void type_key(struct app *app, uint32_t key)
{
    struct prompting *p = &app->prompting;
    enum edit_answer answer = edit_line_key(&p->line, key);
    if (answer == EDIT_CHANGED && p->burst) {
        p->untold = true;
        return;
    }
    prompt_tell_changed(app);
    if (answer == EDIT_CHANGED)
        colon_changed(app);
    else if (answer == EDIT_FULL)
        /* app_error() would ring the bell for each further key */
        app_say(app, "this line is full: %d bytes", EDIT_LINE_MAX);
    else if (answer == EDIT_UNUSED)
        app_beside(app, key);
}

/* True if a key during a prompt may call a function of the prompt other than changed(). */
static bool more_than_typing(const struct prompting *p, uint32_t key)
{
    return p->prompt.key || key == K_ESCAPE || key == K_ENTER || key == K_TAB ||
           (key == K_SPACE && p->prompt.first) || (key == K_BACKSPACE && p->line.length == 0);
}

void prompting_key(struct app *app, uint32_t key)
{
    struct prompting *p = &app->prompting;
    char completed[EDIT_LINE_MAX + 1];
    if (p->open && more_than_typing(p, key))
        prompt_tell_changed(app);
    if (p->asking && app_beside(app, key)) {
        return;
    } else if (p->asking) {
        struct view *view = p->view;
        void (*answer)(struct view *, bool) = p->answer;
        prompting_close(app);
        answer(view, key == 'y');
    } else if (key == K_ESCAPE || (key == K_BACKSPACE && p->line.length == 0)) {
        colon_cancel(app);
    } else if (key == K_ENTER) {
        colon_finish(app);
    } else if (p->prompt.key && p->prompt.key(p->view, key)) {
        return;
    } else if (key == K_TAB) {
        if (p->prompt.complete &&
            p->prompt.complete(p->view, p->line.text, completed, sizeof completed))
            app_prompt_set(app, completed);
    } else if (key == K_SPACE && p->prompt.first &&
               p->prompt.first(p->view, p->line.text, completed, sizeof completed)) {
        app_prompt_set(app, completed);
    } else if (key == K_UP || key == K_DOWN) {
        recall_step(app, key == K_UP ? 1 : -1);
    } else {
        type_key(app, key);
    }
}

void prompting_paste(struct app *app, const char *text)
{
    bool whole = edit_line_insert(&app->prompting.line, text);
    colon_changed(app);
    if (!whole)
        app_error(app, "the pasted text does not fit: this line is full (%d bytes)", EDIT_LINE_MAX);
}

/* Draw the question and the keys that answer it. If both do not fit on the line, the question is
 * drawn on the line above. */
static void draw_question(const struct prompting *p, struct scene *scene, int row)
{
    static const char keys[] = "y: yes, any other key: no";
    bool says = strstr(p->question, "any other key") != NULL;
    int width = clean_width(p->question), end = 1;
    if (says || width + (int)sizeof keys + 2 <= scene->columns || row < 3)
        end = scene_text(scene, row, 1, SCENE_TO_BORDER, p->question, ROLE_PROMPT, ROLE_TEXT) + 1;
    else
        app_sentence(scene, row - 1, p->question, ROLE_PROMPT);
    if (!says)
        end = scene_text(scene, row, end, SCENE_TO_BORDER, keys, ROLE_DIM, ROLE_TEXT);
    scene->cursor_row = row;
    scene->cursor_column = end < scene->columns ? end : scene->columns - 1;
}

/* Draw the label of the prompt and return the column where the text begins. If the label leaves too
 * little room, its beginning is drawn on the line above, as for questions; if there is no line
 * above, the label is cut. */
static int colon_draw_label(const struct app *app, struct scene *scene, int row)
{
    enum { TYPED_LEAST = 12 };
    const char *label = app->prompting.prompt.label;
    int least = scene->columns < 2 * TYPED_LEAST ? scene->columns / 2 : TYPED_LEAST,
        room = scene->columns - 1 - least;
    bool above = scene_columns(label) > room && row > 2;
    if (above && !app->message[0])
        app_sentence(scene, row - 1, label, ROLE_LABEL);
    return above ? 1
                 : scene_text_cut(scene, row, 1, room, label, ROLE_LABEL, ROLE_TEXT,
                                  app_cut_sign(app));
}

bool prompting_draw(const struct app *app, struct scene *scene, int row)
{
    const struct prompting *p = &app->prompting;
    if (!p->open && !p->asking)
        return false;
    scene_fill(scene, row, 0, scene->columns, ROLE_PROMPT, ROLE_TEXT, true);
    if (p->asking) {
        draw_question(p, scene, row);
        return true;
    }
    int column = colon_draw_label(app, scene, row);
    const char *note = app->message[0] ? app->message : p->note;
    int width = scene->columns - column - 1;
    int typed = p->line.length + 2;
    int left = width - typed;
    enum role role = app->message[0] && app->message_is_error ? ROLE_ERROR : ROLE_DIM;
    if (app->message[0] && clean_width(app->message) > left && row > 2) {
        /* A message that does not fit beside the typed text is drawn above it. */
        app_sentence(scene, row - 1, app->message, role);
    } else if (p->note_whole && clean_width(note) > left && row > 2) {
        app_sentence(scene, row - 1, note, role);
    } else if (*note && left > 4) {
        scene_text(scene, row, column + typed, left, note, role, ROLE_TEXT);
        width = typed;
    }
    edit_line_draw(&p->line, scene, row, column, width, ROLE_PROMPT, ROLE_TEXT);
    return true;
}
