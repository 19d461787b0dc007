/* paths.c - where the user's files and the program's data are, and reading small YAML files: see
 * paths.h. */
#include "config.h"

#include "tui/system/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

bool path_join(const char *folder, const char *name, char *out, size_t size)
{
    int length = snprintf(out, size, "%s/%s", folder, name);
    return length >= 0 && (size_t)length < size;
}

/* Compose a user's path: $VARIABLE/chesscade/NAME, else ~/HOME_FOLDER/chesscade/NAME. */
static bool user_file(const char *variable, const char *home_folder, const char *name, char *out,
                      size_t size)
{
    const char *base = getenv(variable), *home = getenv("HOME");
    int length;
    if (base && base[0] == '/')
        length = snprintf(out, size, "%s/chesscade/%s", base, name);
    else if (home && home[0] == '/')
        length = snprintf(out, size, "%s/%s/chesscade/%s", home, home_folder, name);
    else
        return false;
    return length >= 0 && (size_t)length < size;
}

bool path_config(const char *name, char *out, size_t size)
{
    return user_file("XDG_CONFIG_HOME", ".config", name, out, size);
}

bool path_own(const char *name, char *out, size_t size)
{
    return user_file("XDG_DATA_HOME", ".local/share", name, out, size);
}

bool path_cache(const char *name, char *out, size_t size)
{
    return user_file("XDG_CACHE_HOME", ".cache", name, out, size);
}

/* Flush the parent of a newly created folder to disk. Parents that may not be read, or whose file
 * system cannot flush folders, are skipped. */
static bool flush_above(const char *folder)
{
    char above[PATH_ROOM + 32];
    snprintf(above, sizeof above, "%s/..", folder);
    int fd = open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool flushed = fd < 0 || fsync(fd) == 0 || errno == EINVAL;
    if (fd >= 0)
        close(fd);
    return flushed;
}

bool path_make_folders(const char *path)
{
    char folder[PATH_ROOM + 16];
    bool flushed = true;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) == 0)
            flushed = flush_above(folder) && flushed;
        *slash = '/';
    }
    return flushed;
}

FILE *path_open(const char *path)
{
    struct stat info = {0};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool plain = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    FILE *file = plain ? fdopen(fd, "r") : NULL;
    if (!file && fd >= 0) {
        int saved = plain ? errno : S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
        close(fd);
        errno = saved;
    }
    return file;
}

bool path_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool path_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool path_expand(const char *text, char *out, size_t size)
{
    const char *home = getenv("HOME");
    bool of_home = text[0] == '~' && (text[1] == '/' || !text[1]) && home;
    int length = snprintf(out, size, "%s%s", of_home ? home : "", text + of_home);
    return length >= 0 && (size_t)length < size;
}

/* Take one more candidate for completion into account: `common` is the prefix that all of them
 * share. */
static void paths_narrow(const char *name, char *common, size_t size, int *n)
{
    size_t same = 0;
    if ((*n)++ == 0)
        snprintf(common, size, "%s", name);
    while (common[same] && common[same] == name[same])
        same++;
    while (common[same] && same && ((unsigned char)common[same] & 0xC0) == 0x80)
        same--; /* do not end within a UTF-8 character */
    common[same] = '\0';
}

bool path_complete(const char *text, char *out, size_t size)
{
    char folder[PATH_ROOM], path[PATH_ROOM], common[PATH_ROOM] = "";
    const char *slash = strrchr(text, '/'), *begun = slash ? slash + 1 : text;
    int n = 0, head = (int)(begun - text);
    snprintf(path, sizeof path, "%.*s", head, text);
    if (!path_expand(path, folder, sizeof folder))
        return false;
    DIR *stream = opendir(*folder ? folder : ".");
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        if (!strncmp(entry->d_name, begun, strlen(begun)) &&
            (entry->d_name[0] != '.' || *begun == '.'))
            paths_narrow(entry->d_name, common, sizeof common, &n);
    if (stream)
        closedir(stream);
    if (n == 0 || snprintf(path, sizeof path, "%s%s", folder, common) >= (int)sizeof path)
        return false;
    int length = snprintf(out, size, "%.*s%s%s", head, text, common,
                          n == 1 && path_is_folder(path) ? "/" : "");
    return length >= 0 && (size_t)length < size;
}

int path_lock(const char *path)
{
    char folder[PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        flock(fd, LOCK_EX);
    return fd;
}

bool path_write(const char *path, const char *text, bool new)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (new ? O_EXCL : O_TRUNC),
                  new ? 0666 : 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    fputs(text, file);
    bool written = !ferror(file);
    return fclose(file) == 0 && written;
}

/* ---- Reads small YAML files of words (themes, keys): see paths.h. */

struct paths_parse {
    yaml_document_t document;
    const char *where;
    data_fn *each;
    void *argument;
};

static int paths_fail_at(const struct paths_parse *reading, yaml_mark_t mark, const char *sentence,
                         struct note *why)
{
    return note_fail(why, FAIL_TEXT, (int)mark.index, "%s:%zu:%zu: %s", reading->where,
                     mark.line + 1, mark.column + 1, sentence);
}

static const char *paths_scalar(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

/* True if the text has no NUL, which YAML allows in quotes but which would end a C string. */
static bool paths_whole(const yaml_node_t *node)
{
    return strlen(paths_scalar(node)) == node->data.scalar.length;
}

static int paths_read_value(struct paths_parse *reading, const char **key, int depth,
                            const yaml_node_t *node, struct note *why)
{
    struct note inner;
    if (!paths_whole(node))
        return paths_fail_at(reading, node->start_mark, "A value holds a zero byte", why);
    note_set(&inner, -1, "%s:%zu:%zu", reading->where, node->start_mark.line + 1,
             node->start_mark.column + 1);
    int status = reading->each(reading->argument, key, depth, paths_scalar(node), &inner);
    return status < 0 ? paths_fail_at(reading, node->start_mark, inner.text, why) : 0;
}

static int read_list(struct paths_parse *reading, const char **key, int depth,
                     const yaml_node_t *node, struct note *why)
{
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++) {
        yaml_node_t *value = yaml_document_get_node(&reading->document, *item);
        if (value->type != YAML_SCALAR_NODE)
            return paths_fail_at(reading, value->start_mark, "A word is expected here", why);
        int status = paths_read_value(reading, key, depth, value, why);
        if (status < 0)
            return status;
    }
    return 0;
}

static int read_map(struct paths_parse *reading, const char **key, int depth,
                    const yaml_node_t *node, struct note *why)
{
    if (depth == DATA_DEPTH)
        return paths_fail_at(reading, node->start_mark, "This is nested too deep", why);
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        yaml_node_t *name = yaml_document_get_node(&reading->document, pair->key);
        yaml_node_t *value = yaml_document_get_node(&reading->document, pair->value);
        int status;
        if (name->type != YAML_SCALAR_NODE || !paths_whole(name))
            return paths_fail_at(reading, name->start_mark, "A name is expected here", why);
        key[depth] = paths_scalar(name);
        if (value->type == YAML_MAPPING_NODE)
            status = read_map(reading, key, depth + 1, value, why);
        else if (value->type == YAML_SEQUENCE_NODE)
            status = read_list(reading, key, depth + 1, value, why);
        else
            status = paths_read_value(reading, key, depth + 1, value, why);
        if (status < 0)
            return status;
    }
    return 0;
}

static int parser_fail(const struct paths_parse *reading, const yaml_parser_t *parser,
                       struct note *why)
{
    yaml_mark_t mark = parser->problem_mark;
    char sentence[200];
    snprintf(sentence, sizeof sentence, "This is not YAML: %s",
             parser->problem ? parser->problem : "unreadable");
    if (parser->error == YAML_READER_ERROR)
        mark.index = parser->problem_offset;
    return paths_fail_at(reading, mark, sentence, why);
}

int data_read(const char *yaml, size_t length, const char *where, data_fn *each, void *argument,
              struct note *why)
{
    struct paths_parse reading = {.where = where, .each = each, .argument = argument};
    const char *key[DATA_DEPTH];
    yaml_parser_t parser;
    int status = 0;
    if (!yaml_parser_initialize(&parser))
        memory_exhausted();
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml, length);
    if (!yaml_parser_load(&parser, &reading.document)) {
        status = parser_fail(&reading, &parser, why);
        yaml_parser_delete(&parser);
        return status;
    }
    yaml_node_t *root = yaml_document_get_root_node(&reading.document);
    if (root && root->type != YAML_MAPPING_NODE)
        status = paths_fail_at(&reading, root->start_mark,
                               "The file must be a mapping of keys and values", why);
    else if (root)
        status = read_map(&reading, key, 0, root, why);
    yaml_document_delete(&reading.document);
    yaml_parser_delete(&parser);
    return status;
}

int data_read_file(const char *path, data_fn *each, void *argument, struct note *why)
{
    FILE *file = path_open(path); /* path_open() does not wait for a pipe */
    if (!file)
        return note_fail(why, FAIL_SYSTEM, -1, "%.200s: %s", path,
                         errno == EINVAL ? "it is not a plain file" : strerror(errno));
    char *text = memory_new(DATA_FILE_MAX + 1, 1);
    size_t length = fread(text, 1, DATA_FILE_MAX + 1, file);
    bool broken = ferror(file) != 0;
    fclose(file);
    int status;
    if (broken)
        status = note_fail(why, FAIL_SYSTEM, -1, "%.200s: cannot be read", path);
    else if (length > DATA_FILE_MAX)
        status =
            note_fail(why, FAIL_LIMIT, -1, "%.200s: larger than %d bytes", path, DATA_FILE_MAX);
    else
        status = data_read(text, length, path, each, argument, why);
    free(text);
    return status;
}

/* ---- Finds the program's own data: see paths.h. */

/* True if the folder holds the sources; no installed folder has this file. */
static int is_sources(const char *folder)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/core/family.h", folder);
    return access(path, R_OK) == 0;
}

/* Search for the sources upwards from the program's folder: a build folder is inside them, or is
 * the same. */
static int find_sources(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length <= 0)
        return 0;
    folder[length] = '\0';
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder)
            return 0;
        *slash = '\0';
        if (is_sources(folder))
            return 1;
    }
    return 0;
}

const char *data_folder(void)
{
    static char found[PATH_MAX];
    const char *given = getenv("CHESSCADE_DATA");
    if (given && *given)
        return given;
    if (!found[0] && !find_sources(found, sizeof found))
        snprintf(found, sizeof found, "%s", DATA_FOLDER);
    return found;
}
