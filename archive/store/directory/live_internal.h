/* live_internal.h - declares the functions of live_games.c, which keeps live games in a folder of
 * an archive. live_people.c does the same for people and talk, and combines all functions into one
 * struct live_backend. */
#ifndef CHESSCADE_ARCHIVE_STORE_DIRECTORY_LIVE_INTERNAL_H
#define CHESSCADE_ARCHIVE_STORE_DIRECTORY_LIVE_INTERNAL_H

#include "archive/store/backend.h"
#include "archive/store/live_backend.h"

/* The folders for the journals of live games, for the users online, and for talk. */
#define LIVE_FOLDER "live"
#define PRESENCE_FOLDER "here"
#define TALK_FOLDER "talk"

/* Opens a folder of the archive and returns its descriptor; FAIL_SYSTEM with errno if there is
 * none. */
int directory_folder(struct store *store, const char *name, bool create);

/* live_games.c: these functions implement members of struct live_backend. */
int64_t directory_live_now(struct store *store);
int directory_live_hold(struct live_hold **out, struct store *store, enum live_held held,
                        const char *name, const char *user, const char *what, struct note *why);
void directory_live_release(struct live_hold *hold);
int64_t directory_live_size(struct store *store, const char *id);
int directory_live_list(struct store *store, struct live_summary **list);
int directory_live_create(struct store *store, const char *id, const char *bytes, size_t size,
                          struct note *why);
int directory_live_open(struct live_log **out, struct store *store, const char *id, bool to_write,
                        struct note *why);
void directory_live_close(struct live_log *log);
int64_t directory_live_length(const struct live_log *log);
int directory_live_read(struct live_log *log, enum live_reading reading, int64_t from, char *bytes,
                        size_t room, size_t *size);
enum live_log_state directory_live_state(const struct live_log *log);
bool directory_live_renew(struct live_log *log);
int directory_live_append(struct live_log *log, int64_t at, const char *bytes, size_t size,
                          struct note *why);
int directory_live_cut(struct live_log *log, int64_t at, struct note *why);
int directory_live_finish(struct live_log *log, struct note *why);
int directory_live_whole(struct store *store, enum live_held kind, const char *name, size_t most,
                         char **bytes, size_t *size, struct note *why);
int directory_live_replace(struct store *store, enum live_held kind, const char *name,
                           const char *bytes, size_t size, char kept[LIVE_NAME_ROOM],
                           struct note *why);

#endif
