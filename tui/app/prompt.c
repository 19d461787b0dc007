/* prompt.c - the prompt on the last line: typing, yes/no questions, and the history of what was typed. */
#include "config.h"
#include "archive/util/sanitize.h"
#include "tui/app/app_internal.h"

#include <stdlib.h>
#include <string.h>

void app_prompt(struct app *app, struct view *view, const struct prompt *prompt)
{
    struct prompting *p = &app->prompting;
    if (prompt->text && strlen(prompt->text) > EDIT_LINE_MAX) { /* a shortened text would lose the rest when confirmed */
        app_error(app, "what is there is longer than the %d bytes of this line: it cannot be changed here", EDIT_LINE_MAX);
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

static void changed(struct app *app)
{
    struct prompting *p = &app->prompting;
    p->untold = false;
    p->note[0] = '\0';
    if (p->open && p->prompt.changed)
        p->prompt.changed(p->view, p->line.text);
}

static void tell_changed(struct app *app)
{
    if (app->prompting.untold)
        changed(app);
}

void app_burst_begin(struct app *app)
{
    app->prompting.burst = true;
}

void app_burst_end(struct app *app)
{
    app_enter(app);
    app->prompting.burst = false;
    tell_changed(app);
    app_exit(app);
}

void app_prompt_set(struct app *app, const char *text)
{
    edit_line_set(&app->prompting.line, text);
    changed(app);
}

void app_ask(struct app *app, struct view *view, const char *question, void (*answer)(struct view *view, bool yes))
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

static void remember(struct prompting *p, const char *text)
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

/* The text typed at a prompt with this label `back` prompts ago, NULL if there were fewer. */
static const char *recall(const struct prompting *p, int back)
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
    const char *text = p->recalled + step <= 0 ? "" : recall(p, p->recalled + step);
    if (!text || p->recalled + step < 0)
        return;
    p->recalled += step;
    app_prompt_set(app, text);
}

static void finish(struct app *app)
{
    struct prompting *p = &app->prompting;
    char text[EDIT_LINE_MAX + 1];
    memcpy(text, p->line.text, sizeof text);
    struct view *view = p->view;
    bool (*done)(struct view *, const char *) = p->prompt.done;
    remember(p, text);
    p->open = false; /* done() may open the next prompt */
    if (!done(view, text) && !p->open && !p->asking)
        p->open = true;
}

static void cancel(struct app *app)
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
    tell_changed(app);
    if (answer == EDIT_CHANGED)
        changed(app);
    else if (answer == EDIT_FULL)
        app_say(app, "this line is full: %d bytes", EDIT_LINE_MAX); /* a message, but no bell for each key */
    else if (answer == EDIT_UNUSED)
        app_beside(app, key);
}

/* True if the key may do more in the view than update its reaction to the text. */
static bool more_than_typing(const struct prompting *p, uint32_t key)
{
    return p->prompt.key || key == K_ESCAPE || key == K_ENTER || key == K_TAB || (key == K_SPACE && p->prompt.first) ||
           (key == K_BACKSPACE && p->line.length == 0);
}

void prompting_key(struct app *app, uint32_t key)
{
    struct prompting *p = &app->prompting;
    char completed[EDIT_LINE_MAX + 1];
    if (p->open && more_than_typing(p, key))
        tell_changed(app);
    if (p->asking && app_beside(app, key)) {
        return;
    } else if (p->asking) {
        struct view *view = p->view;
        void (*answer)(struct view *, bool) = p->answer;
        prompting_close(app);
        answer(view, key == 'y');
    } else if (key == K_ESCAPE || (key == K_BACKSPACE && p->line.length == 0)) {
        cancel(app);
    } else if (key == K_ENTER) {
        finish(app);
    } else if (p->prompt.key && p->prompt.key(p->view, key)) {
        return;
    } else if (key == K_TAB) {
        if (p->prompt.complete && p->prompt.complete(p->view, p->line.text, completed, sizeof completed))
            app_prompt_set(app, completed);
    } else if (key == K_SPACE && p->prompt.first && p->prompt.first(p->view, p->line.text, completed, sizeof completed)) {
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
    changed(app);
    if (!whole)
        app_error(app, "what was pasted does not fit: this line is full at %d bytes", EDIT_LINE_MAX);
}

/* Draw the question and the keys that answer it; if both do not fit on the line, the question goes above. */
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

/* Draw the label and return the column where typing begins. If the label leaves too little room, it goes on the
 * line above, as a question does; if there is no line above, it is cut. */
static int draw_label(const struct app *app, struct scene *scene, int row)
{
    enum { TYPED_LEAST = 12 };
    const char *label = app->prompting.prompt.label;
    int least = scene->columns < 2 * TYPED_LEAST ? scene->columns / 2 : TYPED_LEAST, room = scene->columns - 1 - least;
    bool above = scene_columns(label) > room && row > 2;
    if (above && !app->message[0])
        app_sentence(scene, row - 1, label, ROLE_LABEL);
    return above ? 1 : scene_text_cut(scene, row, 1, room, label, ROLE_LABEL, ROLE_TEXT, app_cut_sign(app));
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
    int column = draw_label(app, scene, row);
    const char *note = app->message[0] ? app->message : p->note;
    int width = scene->columns - column - 1;
    int typed = p->line.length + 2;
    int left = width - typed;
    enum role role = app->message[0] && app->message_is_error ? ROLE_ERROR : ROLE_DIM;
    if (app->message[0] && clean_width(app->message) > left && row > 2) {
        app_sentence(scene, row - 1, app->message, role); /* a message may take a row of its own, to be readable as a whole */
    } else if (p->note_whole && clean_width(note) > left && row > 2) {
        app_sentence(scene, row - 1, note, role);
    } else if (*note && left > 4) {
        scene_text(scene, row, column + typed, left, note, role, ROLE_TEXT);
        width = typed;
    }
    edit_line_draw(&p->line, scene, row, column, width, ROLE_PROMPT, ROLE_TEXT);
    return true;
}
