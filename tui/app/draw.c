/* draw.c - draws the frame around the views: title, status line, hint line; copies texts to the
 * clipboard.
 *
 * It also decides what small terminals leave out. */
#include "config.h"

#include "core/util/ascii.h"
#include "tui/app/app_internal.h"
#include "tui/app/view.h"
#include "tui/system/paths.h"
#include "tui/widgets/page.h"
#include "tui/session/describe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_FROM_ROWS = 8, HINTS_FROM_ROWS = 4, STATUS_FROM_ROWS = 2 };

/* True if the terminal has characters for drawing lines. */
static bool drawn_lines(const struct app *app)
{
    return app_terminal_charset(app) != CHARSET_ASCII;
}

/* True if lines should be drawn: not with `a11y`, because screen readers read them aloud, character
 * by character. */
static bool draw_lines(const struct app *app)
{
    return app_choice(app, SET_A11Y) != 1;
}

void app_rule(const struct app *app, struct scene *scene, int row, int column, int columns)
{
    for (int c = 0; c < columns && draw_lines(app); c++)
        scene_put(scene, row, column + c, drawn_lines(app) ? 0x2500 : '-', ROLE_FRAME, ROLE_TEXT);
}

void app_wall(const struct app *app, struct scene *scene, int row, int column, int rows)
{
    for (int r = 0; r < rows && draw_lines(app); r++)
        scene_put(scene, row + r, column, drawn_lines(app) ? 0x2502 : '|', ROLE_FRAME, ROLE_TEXT);
}

/* Write a text that ends before column `end`, followed by a blank. Returns its first column, or
 * `end` if it does not fit. */
static int text_right(struct scene *scene, int row, int least, int end, const char *text,
                      enum role ink, enum role ground)
{
    struct scene measure = {0};
    scene_begin(&measure, 1, scene->columns);
    int width = scene_text(&measure, 0, 0, SCENE_TO_BORDER, text, ink, ground);
    scene_free(&measure);
    int column = end - 1 - width;
    if (!*text || column < least)
        return end;
    scene_text(scene, row, column, width, text, ink, ground);
    return column;
}

uint32_t app_cut_sign(const struct app *app)
{
    return app_charset(app) == CHARSET_UTF8 ? 0x2026 : '~';
}

static void app_draw_draw_title(const struct app *app, struct scene *scene, const struct face *face)
{
    scene_fill(scene, 0, 0, scene->columns, ROLE_TITLE, ROLE_TITLE, true);
    /* The title and the moves panel show this ply in the same colours, so that drawing a step needs
     * fewer changes of colours. */
    int side = text_right(scene, 0, scene->columns / 2, scene->columns, face->title_ply,
                          ROLE_CURRENT, ROLE_CURRENT);
    side = text_right(scene, 0, scene->columns / 2, *face->title_ply ? side - 1 : side,
                      face->title_side, ROLE_TITLE, ROLE_TITLE);
    scene_text_cut(scene, 0, 1, side - 2, face->title, ROLE_TITLE, ROLE_TITLE, app_cut_sign(app));
}

/* Write the right part of the status line: whether everything is saved, and, if the left part
 * leaves room, the character set and the palette. */
static void status_side(const struct app *app, const struct face *face, int columns, char *out,
                        size_t size)
{
    static const char *const charsets[] = {"ascii", "utf8", "lines"};
    int said = (*face->mode ? scene_columns(face->mode) + 8 : 0) + scene_columns(face->status);
    snprintf(out, size, "%s%s%s%s%s", face->status_side, *face->status_side ? "  " : "",
             charsets[app_terminal_charset(app)], *app->palette_word ? "  " : "",
             app->palette_word);
    if (said + 2 + scene_columns(out) + 1 > columns)
        snprintf(out, size, "%s", face->status_side);
}

/* The number of columns to draw of a text that does not fit. It is less than `columns` if the last
 * part of the text would otherwise shrink to a letter or two. */
static int without_stub(const char *text, int columns)
{
    enum { STUB = 4 };
    char whole[sizeof((struct face *)0)->status];
    snprintf(whole, sizeof whole, "%s", text);
    if (scene_columns(text) <= columns)
        return columns;
    for (char *gap = strstr(whole, "  "); gap; gap = strstr(gap + 2, "  ")) {
        *gap = '\0';
        int begins = scene_columns(whole) + 2;
        if (begins < columns && columns <= begins + STUB)
            return begins + 1;
        *gap = ' ';
    }
    return columns;
}

static void draw_status(const struct app *app, struct scene *scene, int row,
                        const struct face *face)
{
    char side[160];
    int column = 1;
    status_side(app, face, scene->columns, side, sizeof side);
    scene_fill(scene, row, 0, scene->columns, ROLE_STATUS, ROLE_STATUS, true);
    if (*face->mode)
        column = scene_textf(scene, row, column, SCENE_TO_BORDER, ROLE_STATUS, ROLE_STATUS,
                             "-- %s --  ", face->mode);
    int end = text_right(scene, row, column, scene->columns, side, ROLE_STATUS, ROLE_STATUS);
    enum role look = face->status_of_ply ? ROLE_CURRENT : ROLE_STATUS;
    scene_text_cut(scene, row, column, without_stub(face->status, end - column - 1), face->status,
                   look, look, app_cut_sign(app));
}

/* ---- the hint line ---- */

/* Rewrite the name of a key as people read it. "<Digit>" becomes 1-9, or for brushes the range of
 * brushes. */
void app_plain_key(char *text, enum request request)
{
    static const char digit[] = "<Digit>";
    size_t length = strlen(text);
    char *at = strstr(text, digit);
    if (at) {
        memcpy(at, "1-9", 3);
        at[2] = (char)(request == REQ_MARK_BRUSH ? '0' + MARK_COLORS : '9');
        memmove(at + 3, at + sizeof digit - 1, strlen(at + sizeof digit - 1) + 1);
    } else if (length > 2 && text[0] == '<' && text[1] != 'C' &&
               strchr(text, '>') == text + length - 1) {
        memmove(text, text + 1, length - 2);
        text[length - 2] = '\0';
    } else if (length == 5 && !strncmp(text, "<C-", 3)) {
        text[0] = '^';
        text[1] = (char)ascii_upper((unsigned char)text[3]);
        text[2] = '\0';
    }
}

const char *app_keys_text(const struct app *app, enum keymap keymap, enum request request,
                          char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (int i = 0; (i = bindings_of(&app->bindings, keymap, request, i)) >= 0; i++) {
        char key[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
        key_sequence_write(&app->bindings.v[i].keys, key, sizeof key);
        app_plain_key(key, request);
        text_add(buffer, size, &used, "%s%s", used ? " " : "", key);
    }
    return buffer;
}

const char *app_key_text(const struct app *app, const struct view *view, enum request request,
                         char *buffer, size_t size)
{
    buffer[0] = '\0';
    for (int i = 0; i <= view->keymaps; i++) {
        enum keymap keymap = i < view->keymaps ? (enum keymap)view->keymap[i] : KEYMAP_EVERYWHERE;
        int at = bindings_of(&app->bindings, keymap, request, 0);
        if (at < 0)
            continue;
        key_sequence_write(&app->bindings.v[at].keys, buffer, size);
        app_plain_key(buffer, request);
        break;
    }
    return buffer;
}

/* Write the key of a request in this view. If it has none here, write its key in any keymap,
 * because texts also mention other views; if it has no key at all, write ":NAME". */
static void key_somewhere(const struct app *app, const struct view *view, enum request request,
                          char *key, size_t size)
{
    key[0] = '\0';
    if (view)
        app_key_text(app, view, request, key, size);
    for (int keymap = 0, at; !*key && keymap < KEYMAPS; keymap++)
        if ((at = bindings_of(&app->bindings, (enum keymap)keymap, request, 0)) >= 0) {
            key_sequence_write(&app->bindings.v[at].keys, key, size);
            app_plain_key(key, request);
        }
    if (!*key)
        snprintf(key, size, ":%s", request_name(request));
}

/* The word that a person types for a request with an argument: that of plain mode, as in manuals,
 * unless another request has that name. */
static const char *typed_word(enum request request, char word[COMMAND_WORD_ROOM])
{
    enum request named = request_named(command_word(request, word));
    return *word && (named == REQ_NONE || named == request) ? word : request_name(request);
}

/* Expand a text as app_words() does. The character `twice` is doubled in the names of keys: '%' for
 * app_format(), NUL for none. */
static const char *put_keys(const struct app *app, const struct view *view, const char *text,
                            char twice, char *buffer, size_t size)
{
    char key[64], word[COMMAND_WORD_ROOM];
    const char *argument;
    size_t used = 0, length;
    buffer[0] = '\0';
    while (*text) {
        if (is_brace_in_words(text)) {
            text_add(buffer, size, &used, "{");
            text += 2;
            continue;
        }
        enum request request = command_in_braces(text, &argument, &length);
        if (request == REQ_NONE || request >= REQUESTS) {
            int plain = 1 + (int)strcspn(text + 1, "{");
            text_add(buffer, size, &used, "%.*s", plain, text);
            text += plain;
            continue;
        }
        if (*argument == '}') /* a command with an argument has to be typed */
            key_somewhere(app, view, request, key, sizeof key);
        else
            snprintf(key, sizeof key, ":%s %.*s", typed_word(request, word),
                     (int)strcspn(argument, "}"), argument);
        for (const char *at = key; *at; at++)
            text_add(buffer, size, &used, *at == twice ? "%c%c" : "%c", *at, *at);
        text += length;
    }
    return buffer;
}

const char *app_words(const struct app *app, const struct view *view, const char *text,
                      char *buffer, size_t size)
{
    return put_keys(app, view, text, '\0', buffer, size);
}

const char *app_format(const struct app *app, const struct view *view, const char *format,
                       char *buffer, size_t size)
{
    return put_keys(app, view, format, '%', buffer, size);
}

/* Write the keys of a hint: "h/l", "c", "()"; "" if neither of its requests is possible. Returns
 * how many columns the first key takes, 0 if only the second request is possible. */
static int hint_keys(const struct app *app, const struct view *view, const struct hint *hint,
                     char *out, size_t size)
{
    char first[64] = "", second[64] = "";
    if (app_can(app, view, (enum request)hint->first))
        app_key_text(app, view, (enum request)hint->first, first, sizeof first);
    if (app_can(app, view, (enum request)hint->second))
        app_key_text(app, view, (enum request)hint->second, second, sizeof second);
    bool marks = strlen(first) == 1 && strlen(second) == 1 && strchr("([{<", first[0]);
    snprintf(out, size, "%s%s%s", first, *first && *second && !marks ? "/" : "", second);
    return (int)strlen(*second ? first : out);
}

/* True if the word of a hint with two requests means the second request, because the first one goes
 * back. */
static bool leads_back(enum request first)
{
    switch (first) {
    case REQ_STEP_BACK:
    case REQ_MEMBER_BACK:
    case REQ_CELL_BACK:
    case REQ_NOTE_PREVIOUS:
    case REQ_PIECE_PREVIOUS:
    case REQ_UP:
    case REQ_LEFT:
    case REQ_TURN_LEFT:
        return true;
    default:
        return false;
    }
}

static void add_hit(struct app *app, int row, int column, int columns, enum request request)
{
    if (app->hits < HITS_MAX)
        app->hit[app->hits++] = (struct hit){row, column, columns, request};
}

/* Draw one hint at a column, if it fits before column `end`. Returns the column after it. */
static int put_hint(struct app *app, struct scene *scene, int row, int column, int end,
                    const char *keys, const char *word, enum request request)
{
    int width = (int)(strlen(keys) + 1 + strlen(word));
    if (column + width > end)
        return column;
    int after = scene_text(scene, row, column, SCENE_TO_BORDER, keys, ROLE_LABEL, ROLE_HINT);
    after = scene_textf(scene, row, after, SCENE_TO_BORDER, ROLE_HINT, ROLE_HINT, " %s", word);
    add_hit(app, row, column, after - column, request);
    return after + 2;
}

/* If a key sequence is incomplete, show every key that can follow. */
static void draw_continuations(struct app *app, struct scene *scene, int row,
                               const struct view *view)
{
    int column = 1;
    for (int k = 0; k <= view->keymaps; k++) {
        enum keymap keymap = k < view->keymaps ? (enum keymap)view->keymap[k] : KEYMAP_EVERYWHERE;
        for (int i = 0; i < app->bindings.n; i++) {
            const struct binding *binding = &app->bindings.v[i];
            size_t typed = (size_t)app->typed.n * sizeof *app->typed.key;
            char keys[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
            if (binding->keymap != keymap || binding->keys.n <= app->typed.n ||
                memcmp(binding->keys.key, app->typed.key, typed) != 0 ||
                !app_can(app, view, (enum request)binding->request))
                continue;
            key_sequence_write(&binding->keys, keys, sizeof keys);
            app_plain_key(keys, (enum request)binding->request);
            column = put_hint(app, scene, row, column, scene->columns - 1, keys,
                              request_hint((enum request)binding->request),
                              (enum request)binding->request);
        }
    }
}

static void draw_hints(struct app *app, struct scene *scene, int row, struct view *view)
{
    struct hint help = {REQ_HELP, REQ_NONE, view->ops == &help_view ? "everything" : "help"};
    char keys[160];
    int column = 1, end = scene->columns - 1;
    scene_fill(scene, row, 0, scene->columns, ROLE_HINT, ROLE_HINT, true);
    if (app->typed.n) {
        draw_continuations(app, scene, row, view);
        return;
    }
    hint_keys(app, view, &help, keys, sizeof keys);
    int wide = (int)(strlen(keys) + 1 + strlen(help.word));
    if (*keys && end - wide > 1) {
        end -= wide;
        put_hint(app, scene, row, end, scene->columns, keys, help.word, REQ_HELP);
        end -= 2;
    }
    const struct hint *hint = view->ops->hints ? view->ops->hints(view) : NULL;
    for (; hint && hint->first != REQ_NONE; hint++) {
        int first = hint_keys(app, view, hint, keys, sizeof keys), before = app->hits;
        if (!*keys)
            continue;
        int at = column;
        const char *word = hint->word ? hint->word : request_hint((enum request)hint->first);
        int all = (int)strlen(keys);
        bool both = first > 0 && first < all;
        column =
            put_hint(app, scene, row, at, end, keys, word,
                     (enum request)(!first || (both && leads_back(hint->first)) ? hint->second
                                                                                : hint->first));
        /* a click on either key means that key's request, and not that of the word */
        if (both && app->hits > before) {
            struct hit of_word = app->hit[before];
            app->hits = before;
            first += keys[first] == '/' && all > first + 1;
            add_hit(app, row, at, first, (enum request)hint->first);
            add_hit(app, row, at + first, all - first, (enum request)hint->second);
            add_hit(app, row, at + all, of_word.columns - all, of_word.request);
        }
    }
}

/* Draw a sentence on the last line, and on up to four lines above it. */
void app_sentence(struct scene *scene, int row, const char *text, enum role ink)
{
    enum { ROWS_MAX = 5 };
    struct page page = {0};
    page_begin(&page, scene->columns - 2);
    page_add(&page, ink, 2, text);
    int rows = page.rows < ROWS_MAX ? page.rows : ROWS_MAX;
    rows = rows <= row ? rows : row + 1;
    for (int r = row - rows + 1; r <= row; r++)
        scene_fill(scene, r, 0, scene->columns, ink, ROLE_TEXT, true);
    page_draw(&page, scene, &(struct area){row - rows + 1, 1, rows, scene->columns - 2}, 0);
    page_free(&page);
}

static void draw_last(struct app *app, struct scene *scene, int row, struct view *view, bool hints)
{
    if (prompting_draw(app, scene, row))
        return;
    if (app->message[0]) {
        app_sentence(scene, row, app->message, app->message_is_error ? ROLE_ERROR : ROLE_TEXT);
    } else if (hints) {
        draw_hints(app, scene, row, view);
    }
}

/* Keep the terminal's cursor visible: on the active cell or line, or as near to it as possible; if
 * nothing is active, on the first line of the view. */
static void put_cursor(const struct app *app, struct scene *scene)
{
    if (scene->cursor_row < 0 || scene->cursor_column < 0) {
        scene->cursor_row = app->body.rows > 0 ? app->body.row : 0;
        scene->cursor_column = 0;
    }
    if (scene->cursor_row >= scene->rows)
        scene->cursor_row = scene->rows - 1;
    if (scene->cursor_column >= scene->columns)
        scene->cursor_column = scene->columns - 1;
}

void app_draw(struct app *app, struct scene *scene)
{
    struct view *top = app_top(app);
    struct face face = {0};
    int rows = scene->rows;
    bool title = rows >= TITLE_FROM_ROWS, hints = rows >= HINTS_FROM_ROWS,
         status = rows >= STATUS_FROM_ROWS;
    for (int i = 0; i < app->views && (app->rows != rows || app->columns != scene->columns); i++)
        app->view[i]->drawn = false;
    app->rows = rows;
    app->columns = scene->columns;
    app->hits = 0;
    app->body = (struct area){title, 0, rows - title - hints - status, scene->columns};
    if (!top)
        return;
    int base = app->views - 1;
    while (base > 0 && (app->closing[base] || app->view[base]->ops->over))
        base--;
    for (int i = base; i < app->views; i++) {
        if (app->closing[i])
            continue;
        face = (struct face){.title = ""};
        scene->cursor_row = scene->cursor_column = -1;
        app->view[i]->ops->draw(app->view[i], scene, &app->body, &face);
        app->view[i]->drawn = true;
    }
    if (title)
        app_draw_draw_title(app, scene, &face);
    if (hints)
        draw_status(app, scene, rows - 2, &face);
    else if ((status || face.alone) && !app->message[0] && !app->prompting.open &&
             !app->prompting.asking)
        draw_status(app, scene, rows - 1, &face);
    draw_last(app, scene, rows - 1, top, hints);
    put_cursor(app, scene);
}

/* ---- Copies text out of the program: to the terminal's clipboard and, in case that fails, to a
 * file. */

/* Abbreviate the home folder in a path to "~". */
static void brief_path(const char *path, char *out, size_t size)
{
    const char *home = getenv("HOME");
    size_t length = home ? strlen(home) : 0;
    bool under = length > 1 && !strncmp(path, home, length) && path[length] == '/';
    snprintf(out, size, "%s%s", under ? "~" : "", under ? path + length : path);
}

/* Show that a text was copied to the terminal's clipboard only. */
static void say_copied(struct app *app, const char *what)
{
    if (app->no_clipboard)
        app_error(app, "%s was not copied: the terminal's clipboard cannot be reached", what);
    else
        app_say(app, "%s copied to the terminal's clipboard", what);
}

void app_copy(struct app *app, const char *what, const char *text, const char *file)
{
    char path[PATH_ROOM], brief[PATH_ROOM + 1];
    bool named = *file != '\0';
    free(app->clipboard);
    app->clipboard = memory_text(text);
    if (app_restricted(app)) {
        say_copied(app, what);
        return;
    }
    if (named)
        snprintf(path, sizeof path, "%s", file);
    else if (!path_own("copied.txt", path, sizeof path))
        path[0] = '\0';
    if (!named)
        path_make_folders(path);
    brief_path(path, brief, sizeof brief);
    if (*path && path_write(path, text, named))
        app_say(app, "%s copied to %s%.200s", what,
                app->no_clipboard ? "" : "the terminal's clipboard and to ", brief);
    else if (named && errno == EEXIST)
        app_error(app, "%.200s exists already; give another name", brief);
    else if (named)
        app_error(app, "%.200s cannot be written: %s", brief, strerror(errno));
    else
        say_copied(app, what);
}
