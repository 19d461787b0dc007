/* manifest.c - reads archive.yaml, and creates new archives. */
#include "config.h"
#include "archive/store/directory/directory_internal.h"

#include "archive/record/schema.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANIFEST_BYTES = 1 << 16 };

/* ------------------------------------------------------------------------------------------------ manifest */

static void narrow(const struct value *limits, const char *key, int *limit)
{
    int64_t number = strtoll(value_text(limits, key), NULL, 10);
    if (number > 0 && number < *limit)
        *limit = (int)number;
}

/* "archive.yaml, line 5, column 9: ..." */
static void tell(struct note *why, struct place place, const struct note *reason)
{
    char words[PLACE_ROOM];
    note_set(why, -1, "archive.yaml%s%s%s", place.line ? ", " : ": ", place_words(place, words), reason->text);
}

/* An invalid value is reported, and the archive still opens: its games are not affected. */
static int settle_manifest(struct store *store, struct value *root, struct place *place, struct note *reason)
{
    bool later = strtol(value_text(root, "chesscade"), NULL, 10) > SCHEMA_MAJOR;
    if (!later && schema_settle(root, schema_archive, NULL, false, place, reason) < 0)
        tell(&store->wrong, *place, reason);
    return schema_settle(root, schema_archive, NULL, true, place, reason);
}

int directory_read_manifest(struct directory *directory, const char *where, struct note *why)
{
    struct store *store = &directory->store;
    struct yaml_document manifest = {0};
    struct place place = {0};
    struct note reason;
    char *bytes;
    size_t size;
    int result = file_read(directory->root, "archive.yaml", MANIFEST_BYTES, &bytes, &size, NULL, &reason);
    if (result == FAIL_NAME)
        return note_fail(why, FAIL_TEXT, -1, "the folder is not an archive: it has no archive.yaml");
    if (result < 0)
        return note_fail(why, result, -1, "archive.yaml: %s", reason.text);
    result = yaml_read(bytes, size, 1, NULL, &manifest, &place, &reason);
    free(bytes);
    if (result == 0)
        result = settle_manifest(store, &manifest.root, &place, &reason);
    if (result == 0 && strcmp(value_text(&manifest.root, "kind"), "archive")) {
        const struct value *kind = value_at(&manifest.root, "kind");
        place = kind ? (struct place){(int)kind->line, kind->column} : (struct place){0};
        result = note_fail(&reason, FAIL_TEXT, -1, "its kind is not 'archive'");
    }
    if (result < 0) {
        tell(why, place, &reason);
    } else {
        const struct value *limits = value_at(&manifest.root, "limits");
        if (ulid_valid(value_text(&manifest.root, "id")))
            snprintf(directory->id, sizeof directory->id, "%s", value_text(&manifest.root, "id"));
        const char *title = value_text(&manifest.root, "title");
        store->title = memory_text(*title ? title : where);
        directory->by_hash = !strcmp(value_text(&manifest.root, "layout"), "hash");
        narrow(limits, "file_bytes", &store->limits.file_bytes);
        narrow(limits, "plies", &store->limits.plies);
        narrow(limits, "depth", &store->limits.variations);
        narrow(limits, "comment_bytes", &store->limits.scalar_bytes);
        narrow(limits, "nodes", &store->limits.nodes);
        narrow(limits, "nesting", &store->limits.depth);
        narrow(limits, "flow_nesting", &store->limits.flow_depth);
        narrow(limits, "marks", &store->limits.marks);
        if (strtol(value_text(&manifest.root, "chesscade"), NULL, 10) > SCHEMA_MAJOR && !store->read_only) {
            store->read_only = true;
            snprintf(store->why_read_only, sizeof store->why_read_only, "a later version of the program made it");
        }
    }
    yaml_document_clear(&manifest);
    return result;
}

/* True for names that an empty folder may contain: someone may have started a repository there. */
static bool counts_as_empty(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, ".git") || !strcmp(name, ".gitignore");
}

/* Locks, the index and unsaved edits belong to one machine and not into git. A missing .gitignore
 * does no harm. */
static void write_gitignore(int root)
{
    file_jot(root, ".gitignore", "/.index/\n/.lock/\n/drafts/\n/here/\n/live/\n/talk/\n/trash/\n");
}

int store_create(const char *where, const char *title, struct note *why)
{
    if (mkdir(where, 0777) < 0 && errno != EEXIST)
        return file_fail(why, "the archive's folder cannot be made");
    int root = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = root >= 0 ? fdopendir(dup(root)) : NULL;
    bool empty = true;
    if (!stream) {
        int result = file_fail(why, "the archive's folder cannot be opened");
        if (root >= 0)
            close(root);
        return result;
    }
    for (struct dirent *entry; (entry = readdir(stream));)
        empty = empty && counts_as_empty(entry->d_name);
    closedir(stream);
    int result = 0;
    if (!empty)
        result = note_fail(why, FAIL_SYSTEM, -1, "the folder is not empty: a new archive begins in an empty one");
    struct value manifest = {.type = VALUE_MAP};
    struct yaml_text text = {0};
    char id[ULID_LENGTH + 1];
    ulid_new(id);
    value_set(&manifest, "chesscade", "1", true);
    value_set(&manifest, "kind", "archive", false);
    value_set(&manifest, "id", id, false);
    value_set(&manifest, "title", title, false);
    value_set(&manifest, "layout", "month", false);
    yaml_write(&text, &manifest);
    if (result == 0)
        result = file_write(root, "archive.yaml", text.v, (size_t)text.n, true, why);
    if (result == 0 && folder_sync_above(root) < 0) /* also for an existing folder, which its creator
                                                     * probably did not flush */
        result = file_fail(why, "the archive was made, but it is not certain that it would survive a power loss");
    if (result == 0)
        write_gitignore(root);
    yaml_text_clear(&text);
    value_clear(&manifest);
    close(root);
    return result;
}
