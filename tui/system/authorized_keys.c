/* authorized_keys.c - maintains the players' lines in an authorized_keys file: see
 * authorized_keys.h. */
#include "config.h"
#include "tui/system/authorized_keys.h"

#include "archive/util/fs.h"
#include "archive/live/live_game.h"
#include "archive/yaml/yaml_write.h"
#include "tui/system/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { FILE_BYTES = 4 << 20, KEY_BYTES = 16 << 10, KEY_TYPE_ROOM = 64 };

/* The file in memory, and its folder. */
struct keys_file {
    int folder;
    char name[256];
    char *bytes; /* contents of the file, NUL-terminated; "" if it does not exist */
};

/* Lock the folder while the file is changed: it is rewritten from memory, so a player added
 * meanwhile would be lost. If the file system cannot lock folders, continue without a lock. */
static void wait_turn(int folder)
{
    while (flock(folder, LOCK_EX) < 0 && errno == EINTR)
        continue;
}

/* Read the file. With `change` its folder stays locked until close_keys(). */
static int open_keys(struct keys_file *keys, const char *file, bool change, struct note *why)
{
    char folder[PATH_ROOM];
    const char *slash = strrchr(file, '/');
    size_t size;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file + 1) : 1,
             slash ? file : ".");
    snprintf(keys->name, sizeof keys->name, "%s", slash ? slash + 1 : file);
    keys->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (keys->folder < 0)
        return file_fail(why, folder);
    if (change)
        wait_turn(keys->folder);
    int result = file_read(keys->folder, keys->name, FILE_BYTES, &keys->bytes, &size, NULL, why);
    if (result == FAIL_NAME) {
        keys->bytes = memory_text("");
        return 0;
    }
    if (result == 0 && strlen(keys->bytes) != size)
        result = note_fail(why, FAIL_TEXT, -1, "the key file contains bytes that are not text");
    if (result < 0)
        close(keys->folder);
    return result;
}

static void close_keys(struct keys_file *keys)
{
    close(keys->folder);
    free(keys->bytes);
}

static int write_keys(struct keys_file *keys, const struct yaml_text *text, struct note *why)
{
    struct note reason;
    int result = file_write(keys->folder, keys->name, text->n ? text->v : "", (size_t)text->n,
                            false, &reason);
    if (result == 0 && fchmodat(keys->folder, keys->name, 0600, 0) < 0) /* sshd accepts only a file
                                                                           with these permissions */
        return file_fail(why, "the key file cannot be made private");
    return result < 0
               ? note_fail(why, result, -1, "the key file cannot be written: %.200s", reason.text)
               : 0;
}

/* ----------------------------------------------------------------------------------------------------
 * lines */

/* A line that this program wrote. */
struct key_line {
    char name[PLAYER_NAME_MAX + 1];
    char type[KEY_TYPE_ROOM];
    const char *key; /* the key in base64, a part of the line */
    int key_length;
};

static bool authorized_keys_read_line(const char *line, size_t length, struct key_line *out)
{
    static const char marker[] = " lobby --as ", options[] = "\",restrict,pty ";
    const char *end = line + length;
    if (length < 20 || strncmp(line, "command=\"", 9))
        return false;
    const char *as = memmem(line, length, marker, sizeof marker - 1);
    const char *after = memmem(line, length, options, sizeof options - 1);
    if (!as || !after || after < as)
        return false;
    as += sizeof marker - 1;
    size_t n = strcspn(as, " \"");
    if (n > PLAYER_NAME_MAX)
        return false;
    *out = (struct key_line){0};
    memcpy(out->name, as, n);
    after += sizeof options - 1;
    n = strcspn(after, " \n");
    snprintf(out->type, sizeof out->type, "%.*s", n < sizeof out->type ? (int)n : 0, after);
    out->key = after + n + (after + n < end);
    out->key_length = (int)strcspn(out->key, " \n");
    return player_name_check(out->name, NULL) == 0 && out->key < end;
}

/* Step to the next line; false at the end. */
static bool authorized_keys_next_line(const char **at, const char **line, size_t *length)
{
    if (!**at)
        return false;
    *line = *at;
    *length = strcspn(*at, "\n");
    *at += *length + ((*at)[*length] == '\n');
    return true;
}

/* Parse a key as ssh-keygen writes it: type, base64, and a comment, which is dropped. */
static int read_key(const char *text, char type[KEY_TYPE_ROOM], char *key, size_t size,
                    struct note *why)
{
    static const char *const types[] = {"ssh-ed25519",
                                        "ssh-rsa",
                                        "ecdsa-sha2-nistp256",
                                        "ecdsa-sha2-nistp384",
                                        "ecdsa-sha2-nistp521",
                                        "sk-ssh-ed25519@openssh.com",
                                        "sk-ecdsa-sha2-nistp256@openssh.com"};
    size_t n = strcspn(text, " ");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i]) == n && !strncmp(types[i], text, n)) {
            snprintf(type, KEY_TYPE_ROOM, "%s", types[i]);
            text += n + strspn(text + n, " ");
            n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=");
            if (n < 40 || n >= size || (text[n] && text[n] != ' ' && text[n] != '\n'))
                break;
            snprintf(key, size, "%.*s", (int)n, text);
            return 0;
        }
    return note_fail(why, FAIL_TEXT, -1,
                     "that is not a public key: give the text of a .pub file, 'ssh-ed25519 "
                     "AAAA...'");
}

static int authorized_keys_check_path(const char *path, struct note *why)
{
    if (path[0] != '/' ||
        strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._+-@") !=
            strlen(path))
        return note_fail(
            why, FAIL_TEXT, -1,
            "'%.200s' cannot be in the key file: use a full path of letters, digits and / . _ "
            "+ - @",
            path);
    return 0;
}

/* Fail if someone already has this key, or a name that could be mistaken for this one. */
static int check_others(const struct keys_file *keys, const char *name, const char *key,
                        struct note *why)
{
    const char *at = keys->bytes, *line;
    size_t length;
    struct key_line known;
    while (authorized_keys_next_line(&at, &line, &length)) {
        bool ours = authorized_keys_read_line(line, length, &known);
        const char *there = memmem(line, length, key, strlen(key));
        if (there)
            return note_fail(why, FAIL_CONFLICT, -1, "that key is in the file already%s%s",
                             ours ? ": it is of " : "", ours ? known.name : "");
        if (ours && strcmp(known.name, name) && player_names_alike(known.name, name))
            return note_fail(why, FAIL_NAME, -1, "%s looks like %s, a player here already", name,
                             known.name);
    }
    return 0;
}

int players_add(const char *file, const char *name, const char *key, const char *program,
                const char *archive, struct note *why)
{
    struct keys_file keys;
    struct yaml_text text = {0};
    char type[KEY_TYPE_ROOM], base64[KEY_BYTES], line[KEY_BYTES + 3 * PATH_ROOM];
    int result = player_name_check(name, why);
    if (result == 0)
        result = read_key(key, type, base64, sizeof base64, why);
    if (result == 0)
        result = authorized_keys_check_path(program, why);
    if (result == 0)
        result = authorized_keys_check_path(archive, why);
    if (result == 0)
        result = open_keys(&keys, file, true, why);
    if (result < 0)
        return result;
    result = check_others(&keys, name, base64, why);
    if (result == 0) {
        size_t n = strlen(keys.bytes);
        yaml_text_add(&text, keys.bytes, n);
        if (n && keys.bytes[n - 1] != '\n')
            yaml_text_add(&text, "\n", 1);
        snprintf(line, sizeof line, "command=\"%s lobby --as %s %s\",restrict,pty %s %s %s\n",
                 program, name, archive, type, base64, name);
        yaml_text_add(&text, line, strlen(line));
        result = write_keys(&keys, &text, why);
        yaml_text_clear(&text);
    }
    close_keys(&keys);
    return result;
}

int players_remove(const char *file, const char *name, struct note *why)
{
    struct keys_file keys;
    struct yaml_text text = {0};
    struct key_line known;
    const char *line;
    size_t length;
    int removed = 0, result = open_keys(&keys, file, true, why);
    if (result < 0)
        return result;
    for (const char *at = keys.bytes; authorized_keys_next_line(&at, &line, &length);) {
        if (authorized_keys_read_line(line, length, &known) && !strcmp(known.name, name)) {
            removed++;
            continue;
        }
        yaml_text_add(&text, line, length);
        yaml_text_add(&text, "\n", 1);
    }
    result = removed ? write_keys(&keys, &text, why)
                     : note_fail(why, FAIL_NAME, -1, "there is no player of that name");
    yaml_text_clear(&text);
    close_keys(&keys);
    return result < 0 ? result : removed;
}

int players_list(const char *file, FILE *out, struct note *why)
{
    struct keys_file keys;
    struct key_line known;
    const char *line;
    size_t length;
    int n = 0, result = open_keys(&keys, file, false, why);
    if (result < 0)
        return result;
    for (const char *at = keys.bytes; authorized_keys_next_line(&at, &line, &length);)
        if (authorized_keys_read_line(line, length, &known)) {
            int tail = known.key_length > 12 ? 12 : known.key_length;
            fprintf(out, "%-24s %-20s ...%.*s\n", known.name, known.type, tail,
                    known.key + known.key_length - tail);
            n++;
        }
    close_keys(&keys);
    return n;
}
