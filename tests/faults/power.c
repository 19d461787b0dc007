/* power.c - see power.h. Files and folders are objects, identified by their inode; names are
 * entries of folders. */
#include "config.h"
#include "tests/faults/power.h"
#include "tests/support/testing.h"

#include "tests/faults/faults.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

enum {
    OBJECTS_MAX = 512,
    CALLS_MAX = 4096,
    ENTRIES_MAX = 512,
    PENDING_MAX = 64,
    NAME_ROOM = 256,
    ROOT = 0,
    NONE = -1
};

struct bytes {
    char *v;
    size_t n;
};

struct object {
    dev_t dev;
    ino_t ino;
    bool folder;
    struct bytes first, now, flushed; /* before the task; after the calls replayed so far; certainly
                                         on the disk */
};

struct entry {
    int folder, object;
    char name[NAME_ROOM];
};

/* A call that changed something. For names: the folder that loses the name (`from`) and the one
 * that gets it (`to`); NONE: no such folder. */
struct call {
    enum {
        CALL_WRITE,
        CALL_TRUNCATE,
        CALL_FLUSH,
        CALL_FLUSH_FOLDER,
        CALL_FLUSH_ALL,
        CALL_NAME,
        CALL_ACKNOWLEDGE
    } kind;
    int object, from, to;
    char old_name[NAME_ROOM], new_name[NAME_ROOM];
    size_t at;
    struct bytes bytes;
    bool from_flushed, to_flushed; /* while replaying */
};

struct names {
    struct entry v[ENTRIES_MAX];
    int n;
};

static char top[256];
static struct object objects[OBJECTS_MAX];
static struct call calls[CALLS_MAX];
static struct names before, current;
static int object_count, call_count;
static bool logging;
static char looking_at[160]; /* the state that a test is checking */

/* ---------------------------------------------------------------- names and bytes */

static int names_find(const struct names *names, int folder, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (names->v[i].folder == folder && !strcmp(names->v[i].name, name))
            return i;
    return NONE;
}

static void names_remove(struct names *names, int folder, const char *name)
{
    int at = names_find(names, folder, name);
    if (at >= 0)
        names->v[at] = names->v[--names->n];
}

static void names_put(struct names *names, int folder, const char *name, int object)
{
    names_remove(names, folder, name);
    assert_true(names->n < ENTRIES_MAX);
    struct entry *entry = &names->v[names->n++];
    *entry = (struct entry){.folder = folder, .object = object};
    snprintf(entry->name, sizeof entry->name, "%s", name);
}

static void names_apply(struct names *names, const struct call *call)
{
    if (call->from != NONE)
        names_remove(names, call->from, call->old_name);
    if (call->to != NONE)
        names_put(names, call->to, call->new_name, call->object);
}

static void bytes_set(struct bytes *bytes, const void *v, size_t n)
{
    char *copy = malloc(n + 1);
    assert_non_null(copy);
    if (n)
        memcpy(copy, v, n);
    free(bytes->v);
    *bytes = (struct bytes){copy, n};
}

/* Make it longer, filled with zeros, or shorter. */
static void bytes_resize(struct bytes *bytes, size_t n)
{
    bytes->v = realloc(bytes->v, n + 1);
    assert_non_null(bytes->v);
    if (n > bytes->n)
        memset(bytes->v + bytes->n, 0, n - bytes->n);
    bytes->n = n;
}

/* ---------------------------------------------------------------- the log */

static int object_new(const struct stat *stat)
{
    assert_true(object_count < OBJECTS_MAX);
    objects[object_count] =
        (struct object){.dev = stat->st_dev, .ino = stat->st_ino, .folder = S_ISDIR(stat->st_mode)};
    return object_count++;
}

/* The latest object with this inode: an inode number may be reused. */
static int object_of(int fd)
{
    struct stat stat;
    if (fstat(fd, &stat) == 0)
        for (int i = object_count - 1; i >= 0; i--)
            if (objects[i].ino == stat.st_ino && objects[i].dev == stat.st_dev)
                return i;
    return NONE;
}

static struct call *call_new(int kind, int object)
{
    assert_true(call_count < CALLS_MAX);
    calls[call_count] = (struct call){.kind = kind, .object = object, .from = NONE, .to = NONE};
    return &calls[call_count++];
}

static void log_name(int from, const char *old_name, int to, const char *new_name, int object)
{
    struct call *call = call_new(CALL_NAME, object);
    call->from = from;
    call->to = to;
    snprintf(call->old_name, sizeof call->old_name, "%s", old_name);
    snprintf(call->new_name, sizeof call->new_name, "%s", new_name);
    names_apply(&current, call);
}

static void log_made(int folder, const char *name, int fd)
{
    struct stat stat;
    if (names_find(&current, folder, name) < 0 &&
        fstatat(fd, name, &stat, AT_SYMLINK_NOFOLLOW) == 0)
        log_name(NONE, "", folder, name, object_new(&stat));
}

static void log_call(const struct faults_seen *seen)
{
    int object = object_of(seen->fd),
        other = seen->letter == 'L' || seen->letter == 'N' ? object_of(seen->other) : NONE;
    int at = object >= 0 && seen->name ? names_find(&current, object, seen->name) : NONE;
    if (object < 0 && seen->letter != 'F')
        return; /* outside the folder */
    switch (seen->letter) {
    case 'O':
    case 'M':
        log_made(object, seen->name, seen->fd);
        break;
    case 'W': {
        struct call *call = call_new(CALL_WRITE, object);
        call->at = (size_t)seen->at;
        bytes_set(&call->bytes, seen->bytes, seen->size);
        break;
    }
    case 'X':
        call_new(CALL_TRUNCATE, object)->at = (size_t)seen->at;
        break;
    case 'S':
    case 'D':
        call_new(objects[object].folder ? CALL_FLUSH_FOLDER : CALL_FLUSH, object);
        break;
    case 'F':
        call_new(CALL_FLUSH_ALL, NONE);
        break;
    case 'U':
        log_name(object, seen->name, NONE, "", NONE);
        break;
    case 'L':
    case 'N':
        assert_true(at >= 0 && other >= 0);
        log_name(seen->letter == 'N' ? object : NONE, seen->name, other, seen->other_name,
                 current.v[at].object);
        break;
    default:
        break;
    }
}

static void look_round(int folder, const char *path)
{
    DIR *stream = opendir(path);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));) {
        char below[1024];
        struct stat stat;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        assert_int_equal(lstat(below, &stat), 0);
        int object = object_new(&stat);
        names_put(&before, folder, entry->d_name, object);
        if (S_ISDIR(stat.st_mode))
            look_round(object, below);
        else
            objects[object].first.v = read_file(below, &objects[object].first.n);
    }
    closedir(stream);
}

void power_begin(const char *folder)
{
    struct stat stat;
    snprintf(top, sizeof top, "%s", folder);
    object_count = call_count = before.n = 0;
    assert_int_equal(lstat(folder, &stat), 0);
    object_new(&stat);
    look_round(ROOT, folder);
    current = before;
    faults_watch(log_call);
    logging = true;
}

void power_acknowledge(void)
{
    if (logging)
        call_new(CALL_ACKNOWLEDGE, NONE);
}

int power_end(void)
{
    faults_watch(NULL);
    logging = false;
    return call_count;
}

/* ------------------------------------------------------- the states that a disk may be left in */

/* Bytes that were not flushed: kept, gone, zeros, the first half followed by zeros or cut there, or
 * only the last half. */
enum rest { REST_KEPT, REST_GONE, REST_ZEROS, REST_HALF, REST_SHORT, REST_END, RESTS };
static const char *const rest_names[RESTS] = {"bytes kept",     "bytes gone",
                                              "bytes zero",     "half the bytes, then zeros",
                                              "half the bytes", "zeros, then half the bytes"};

static void rest_of(const struct object *object, enum rest rest, struct bytes *out)
{
    const struct bytes *had = &object->flushed, *has = &object->now;
    size_t sure = had->n < has->n ? had->n : has->n, half = sure + (has->n - sure) / 2;
    const struct bytes *source = rest == REST_GONE ? had : has;
    bytes_set(out, source->v, source->n);
    if (rest == REST_ZEROS || rest == REST_HALF || rest == REST_SHORT)
        bytes_resize(out, rest == REST_ZEROS ? sure : half);
    if (rest == REST_ZEROS || rest == REST_HALF)
        bytes_resize(out, has->n);
    if (rest == REST_END)
        memset(out->v + sure, 0, half - sure);
}

static void make_below(const struct names *names, int folder, const char *path, enum rest rest)
{
    for (int i = 0; i < names->n; i++) {
        const struct entry *entry = &names->v[i];
        char below[1024];
        if (entry->folder != folder)
            continue;
        snprintf(below, sizeof below, "%.700s/%s", path, entry->name);
        if (objects[entry->object].folder) {
            assert_int_equal(mkdir(below, 0700), 0);
            make_below(names, entry->object, below, rest);
        } else {
            struct bytes bytes = {0};
            rest_of(&objects[entry->object], rest, &bytes);
            write_file(below, bytes.v, bytes.n);
            free(bytes.v);
        }
    }
}

static bool bytes_differ(void)
{
    for (int i = 0; i < object_count; i++)
        if (objects[i].now.n != objects[i].flushed.n ||
            (objects[i].now.n && memcmp(objects[i].now.v, objects[i].flushed.v, objects[i].now.n)))
            return true;
    return false;
}

static void flush(struct object *object)
{
    bytes_set(&object->flushed, object->now.v, object->now.n);
}

/* Replay a call; what it flushes is on the disk. */
static void replay_one(int at)
{
    struct call *call = &calls[at];
    struct bytes *now = call->object >= 0 ? &objects[call->object].now : NULL;
    if (call->kind == CALL_WRITE) {
        if (call->at + call->bytes.n > now->n)
            bytes_resize(now, call->at + call->bytes.n);
        memcpy(now->v + call->at, call->bytes.v, call->bytes.n);
    } else if (call->kind == CALL_TRUNCATE) {
        bytes_resize(now, call->at);
    } else if (call->kind == CALL_FLUSH) {
        flush(&objects[call->object]);
    } else if (call->kind == CALL_FLUSH_ALL) {
        for (int i = 0; i < object_count; i++)
            flush(&objects[i]);
    }
    bool all = call->kind == CALL_FLUSH_ALL;
    for (int i = 0; (all || call->kind == CALL_FLUSH_FOLDER) && i < at; i++) {
        calls[i].from_flushed |= all || calls[i].from == call->object;
        calls[i].to_flushed |= all || calls[i].to == call->object;
    }
}

static bool is_certain(const struct call *call)
{
    return (call->from == NONE || call->from_flushed) && (call->to == NONE || call->to_flushed);
}

/* Of the names not flushed: none, all, the first ones, the last ones, one, or all but one. */
static bool is_chosen(int way, int i, int n)
{
    int which = way / 4;
    switch (way % 4) {
    case 0:
        return i < which;
    case 1:
        return i >= which;
    case 2:
        return i == which;
    default:
        return n > which && i != which;
    }
}

/* Make and check every state after the first `n` calls. */
static int replay_states(int n, int acknowledged, power_look *look)
{
    static struct names names;
    int pending[PENDING_MAX], left = 0, states = 0;
    struct names certain = before;
    for (int i = 0; i < n; i++)
        if (calls[i].kind == CALL_NAME && is_certain(&calls[i]))
            names_apply(&certain, &calls[i]);
        else if (calls[i].kind == CALL_NAME && left < PENDING_MAX)
            pending[left++] = i;
    assert_true(left < PENDING_MAX);
    bool differ = bytes_differ();
    for (int way = 0; way < (left ? 4 * (left + 1) : 1); way++)
        for (enum rest rest = 0; rest < (differ ? RESTS : 1); rest++, states++) {
            names = certain;
            for (int i = 0; i < left; i++)
                if (is_chosen(way, i, left))
                    names_apply(&names, &calls[pending[i]]);
            remove_folder(top);
            assert_int_equal(mkdir(top, 0700), 0);
            make_below(&names, ROOT, top, rest);
            snprintf(
                looking_at, sizeof looking_at,
                "after call %d of %d: %s, %d names not flushed, chosen the way %d; acknowledged: %d",
                n, call_count, rest_names[rest], left, way, acknowledged);
            look(acknowledged);
        }
    return states;
}

static void forget(void)
{
    for (int i = 0; i < object_count; i++) {
        free(objects[i].first.v);
        free(objects[i].now.v);
        free(objects[i].flushed.v);
    }
    for (int i = 0; i < call_count; i++)
        free(calls[i].bytes.v);
    object_count = call_count = 0;
    looking_at[0] = '\0';
}

void power_tell(void)
{
    if (looking_at[0])
        print_error("The power was lost %s\n", looking_at);
}

int power_replay(power_look *look)
{
    int states = 0, acknowledged = 0;
    for (int i = 0; i < object_count; i++) {
        bytes_set(&objects[i].now, objects[i].first.v, objects[i].first.n);
        flush(&objects[i]);
    }
    for (int n = 0; n <= call_count; n++) {
        if (n)
            replay_one(n - 1);
        acknowledged += n && calls[n - 1].kind == CALL_ACKNOWLEDGE;
        states += replay_states(n, acknowledged, look);
    }
    forget();
    return states;
}
