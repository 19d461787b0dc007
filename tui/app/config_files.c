/* config_files.c - reads the configuration files of the host and of the user: see
 * config_files.h. */
#include "config.h"
#include "tui/app/config_files.h"

#include "archive/util/sanitize.h"
#include "tui/app/app_internal.h"
#include "tui/system/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { START_LINES_MAX = 1000 };

/* Keys are read into a copy, so that a file with an error changes nothing. */
struct key_file {
    struct bindings bindings;
    struct bindings given; /* only the bindings that the file sets */
    enum keymap keymap;
    enum request request;
    struct given_place *place; /* [places] where the file binds keys that work in all views */
    int places, place_room;
};

struct given_place {
    struct key_sequence keys;
    struct note note; /* where in the file the keys are bound */
};

static void note_place(struct key_file *file, const struct key_sequence *keys,
                       const struct note *note)
{
    file->place =
        memory_room(file->place, &file->place_room, file->places + 1, sizeof *file->place);
    file->place[file->places++] = (struct given_place){*keys, *note};
}

static int bind_word(struct key_file *file, const char *word, struct note *why)
{
    struct key_sequence keys;
    struct note place = *why;
    enum request other = REQ_NONE;
    int status = key_sequence_read(word, &keys, why);
    if (status < 0)
        return status;
    if (bindings_find(&file->given, file->keymap, &keys, &other) & MATCH_WHOLE &&
        other != file->request)
        return note_fail(why, FAIL_NAME, -1, "%.40s is already a key of '%s'", word,
                         other == REQ_NONE ? "none" : request_name(other));
    bindings_set(&file->given, file->keymap, &keys, file->request);
    bindings_set(&file->bindings, file->keymap, &keys, file->request);
    if (file->keymap == KEYMAP_EVERYWHERE)
        note_place(file, &keys, &place);
    *why = place; /* restore the place of the value, for the next word of the same value */
    return 0;
}

/* Read "keymap: {request: keys}". The keys are words or a list of words, and replace the default
 * keys. */
static int read_keys(void *argument, const char *const *key, int depth, const char *value,
                     struct note *why)
{
    struct key_file *file = argument;
    if (depth != 2)
        return note_fail(why, FAIL_TEXT, -1,
                         "KEYMAP, REQUEST and keys are expected, as in 'list: {down: j}'");
    enum keymap keymap;
    enum request request;
    int status = binding_names_read(key[0], key[1], &keymap, &request, why);
    if (status < 0)
        return status;
    if (keymap != file->keymap || request != file->request)
        bindings_drop(&file->bindings, keymap, request);
    file->keymap = keymap;
    file->request = request;
    /* the word "none" does not mean the keys n o n e */
    if (request != REQ_NONE && !strcmp(value, "none"))
        return 0;
    while (*(value += strspn(value, " "))) {
        char word[80];
        size_t length = strcspn(value, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, value);
        status = bind_word(file, word, why);
        if (status < 0)
            return status;
        value += length;
    }
    return 0;
}

static void begin_keys(struct key_file *file, const struct app *app)
{
    *file = (struct key_file){.keymap = KEYMAPS};
    bindings_copy(&file->bindings, &app->bindings);
}

static int end_keys(struct key_file *file, struct app *app, const char *where, int status,
                    struct note *why)
{
    struct bindings *unused = &file->bindings;
    struct note clash, hidden;
    if (status == 0 && bindings_clash(&file->bindings, &clash))
        status = note_fail(why, FAIL_NAME, -1, "%.200s: %s", where, clash.text);
    for (int i = 0; i < file->given.n && status == 0; i++) {
        const struct binding *given = &file->given.v[i];
        if (given->request != REQ_NONE &&
            bindings_behind(&file->bindings, (enum keymap)given->keymap, &given->keys, &clash))
            status = note_fail(why, FAIL_NAME, -1, "%.200s: %s", where, clash.text);
    }
    if (status == 0)
        note_set(why, -1, "%s", "");
    for (int i = 0, told = status < 0; i < file->places && !told; i++)
        if ((told = bindings_hidden(&file->bindings, &file->place[i].keys, &file->given, &hidden)))
            note_set(why, -1, "%.250s: %s", file->place[i].note.text, hidden.text);
    free(file->place);
    bindings_clear(&file->given);
    if (status == 0) {
        bindings_clear(&app->bindings);
        app->bindings = file->bindings;
    } else {
        bindings_clear(unused);
    }
    return status;
}

int keys_read(struct app *app, const char *yaml, size_t length, const char *where, struct note *why)
{
    struct key_file file;
    begin_keys(&file, app);
    return end_keys(&file, app, where, data_read(yaml, length, where, read_keys, &file, why), why);
}

int keys_read_file(struct app *app, const char *path, struct note *why)
{
    struct key_file file;
    begin_keys(&file, app);
    return end_keys(&file, app, path, data_read_file(path, read_keys, &file, why), why);
}

static void config_files_unreadable(struct app *app, const char *path)
{
    app_error(app, "%s: it cannot be read: %s", path,
              errno == EINVAL ? "it is not a plain file" : strerror(errno));
}

/* Read lines of the `:` language. The first error is reported; the other lines still apply. */
static void config_files_read_start(struct app *app, const char *path)
{
    char line[1024];
    FILE *file = path_open(path);
    if (!file) {
        config_files_unreadable(app, path);
        return;
    }
    for (int i = 1; i <= START_LINES_MAX && fgets(line, sizeof line, file); i++) {
        struct note why;
        line[strcspn(line, "\r\n")] = '\0';
        if (colon_run(app, line, &why) < 0 && !app->message[0])
            app_error(app, "%s:%d: %s", path, i, why.text);
    }
    if (ferror(file))
        app_error(app, "%s: not all of it can be read: %s", path, strerror(errno));
    fclose(file);
}

static const char *site_file(void)
{
    const char *given = getenv("CHESSCADE_SITE");
    return given ? given : SITE_FILE;
}

void config_site_read(struct app *app)
{
    if (*site_file() && path_exists(site_file()))
        config_files_read_start(app, site_file());
}

void config_files_read(struct app *app)
{
    char path[PATH_ROOM];
    struct note why;
    config_site_read(app);
    bool keys = path_config("keys.yaml", path, sizeof path) && path_exists(path);
    FILE *plain = keys ? path_open(path) : NULL;
    if (keys && !plain)
        config_files_unreadable(app, path);
    else if (keys && (keys_read_file(app, path, &why) < 0 || *why.text))
        app_error(app, "%s", why.text);
    if (plain)
        fclose(plain);
    for (int i = 0; i < 2; i++)
        if (path_config(i ? "start" : "options", path, sizeof path) && path_exists(path))
            config_files_read_start(app, path);
}

int options_save(const struct app *app, struct note *why)
{
    char path[PATH_ROOM], fresh[PATH_ROOM + 8];
    if (!path_config("options", path, sizeof path))
        return note_fail(why, FAIL_SYSTEM, -1, "There is no home folder to keep options in");
    snprintf(fresh, sizeof fresh, "%s.new", path);
    path_make_folders(fresh);
    FILE *file = fopen(fresh, "w");
    if (!file)
        return note_fail(why, FAIL_SYSTEM, -1, "%.200s: %s", fresh, strerror(errno));
    fprintf(
        file,
        "# chesscade writes its options here; put your own lines into the file 'start' in this folder.\n");
    /* This app reads only the host's file, so its settings are those without the user's files. */
    struct app *fresh_app = app_new(&(struct app_options){.charset = CHARSET_ASCII});
    config_site_read(fresh_app);
    for (int i = 0; i < SETTINGS; i++) {
        const char *value = app_setting(app, (enum setting_id)i);
        if (strcmp(app_setting(fresh_app, (enum setting_id)i), value) != 0)
            fprintf(file, "set %s %s\n", setting_name((enum setting_id)i), value);
    }
    app_free(fresh_app);
    if (fclose(file) == 0 && rename(fresh, path) == 0)
        return 0;
    unlink(fresh);
    return note_fail(why, FAIL_SYSTEM, -1, "%.200s: %s", path, strerror(errno));
}

void options_keep(struct app *app)
{
    struct note why;
    if (options_save(app, &why) < 0)
        app_error(app, "%s", why.text);
    else
        app_say(app, "Saved for the next time");
}

bool config_file(int i, char *path, size_t size)
{
    static const char *const own[] = {"keys.yaml", "options", "start"};
    if (i > 0)
        return path_config(own[i - 1], path, size);
    snprintf(path, size, "%s", site_file());
    return *path != '\0';
}

const char *config_trouble(const struct app *app)
{
    return app->message;
}

void config_print(const struct app *app, FILE *out)
{
    char path[PATH_ROOM];
    for (int i = 0; i < CONFIG_FILES; i++)
        if (config_file(i, path, sizeof path))
            fprintf(out, "# %s%s\n", path, path_exists(path) ? "" : " (there is none)");
    if (*config_trouble(app))
        fprintf(out, "# %s\n", config_trouble(app));
    for (int i = 0; i < SETTINGS; i++) {
        enum setting_id id = (enum setting_id)i;
        char *value = clean_copy(app_setting(app, id), CLEAN_LINE);
        fprintf(out, "\n# %s%s%s\n%sset %s %s\n", setting_help(id), *setting_values(id) ? ": " : "",
                setting_values(id), *value ? "" : "# ", setting_name(id), *value ? value : "...");
        free(value);
    }
}
