/* archive_session.c - an open archive without a screen: see archive_session.h. */
#include "config.h"

#include "tui/session/archive/archive_session.h"

#include "archive/util/sanitize.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void archive_session_forget_found(struct archive_session *archive)
{
    listed_games_clear(&archive->found);
}

void archive_session_clear(struct archive_session *archive)
{
    archive_session_forget_found(archive);
    pairs_clear(&archive->pairs);
    deleted_games_clear(&archive->deleted);
    archive->deed = DEED_NONE;
    archive->asked_what = 0;
}

int archive_session_found_count(struct archive_session *archive)
{
    int n = listed_games_count(&archive->found, archive->store);
    if (!n)
        archive->found.n = 0;
    return n;
}

void archive_session_no_question(struct archive_session *archive, enum request command)
{
    if (archive->asked != command)
        archive->asked_what = 0;
}

bool archive_is_guest(const struct archive_session *archive)
{
    return archive->ops->guest && archive->ops->guest(archive->client);
}

const char *archive_author(const struct archive_session *archive)
{
    return archive->ops->author ? archive->ops->author(archive->client) : NULL;
}

/* ---------------------------------------------------------------- events */

void archive_tell(struct archive_session *archive, const struct archive_event *event)
{
    struct archive_event clean = *event;
    char *text = event->text ? clean_copy(event->text, CLEAN_LINE) : NULL;
    clean.text = text;
    archive->ops->tell(archive->client, &clean);
    free(text);
}

static void tell_text(struct archive_session *archive, enum archive_event_kind kind,
                      const char *format, va_list list)
{
    char text[sizeof((struct note *)0)->text];
    vsnprintf(text, sizeof text, format, list);
    archive_tell(archive, &(struct archive_event){.kind = kind, .text = text});
}

void archive_say(struct archive_session *archive, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tell_text(archive, ARCHIVE_SAID, format, list);
    va_end(list);
}

void archive_refuse(struct archive_session *archive, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tell_text(archive, ARCHIVE_REFUSED, format, list);
    va_end(list);
}

void archive_tell_result(struct archive_session *archive, int result, const struct note *said)
{
    archive_tell(archive,
                 &(struct archive_event){.kind = result < 0 ? ARCHIVE_REFUSED : ARCHIVE_SAID,
                                         .text = said->text});
}

void archive_ask_for(struct archive_session *archive, enum request command, const char *what)
{
    archive_tell(archive, &(struct archive_event){
                              .kind = ARCHIVE_ASKS, .command = command, .text = what, .at = -1});
}

bool archive_confirmed(struct archive_session *archive, const char *about,
                       const struct archive_event *question)
{
    uint64_t what = hash_text(hash_text(HASH_START, about), question->text);
    bool again = archive->asked == question->command && archive->asked_what == what;
    archive->asked = question->command;
    archive->asked_what = again ? 0 : what;
    if (!again)
        archive_tell(archive, question);
    return again;
}

/* ---------------------------------------------------------------- games */

bool archive_refuse_open(struct archive_session *archive, const char *id)
{
    int at = store_find(archive->store, id);
    bool open = archive->ops->is_open && archive->ops->is_open(archive->client, id);
    if (open && at >= 0)
        archive_refuse(archive, "game %d is open; close it first", at + 1);
    else if (open)
        archive_refuse(archive, "that game is open; close it first");
    return open;
}

void archive_refuse_query(struct archive_session *archive, const char *query,
                          const struct note *why)
{
    struct note said;
    search_refusal(query, why, &said);
    archive_refuse(archive, "%s", said.text);
}

struct listed_games *archive_session_games(struct archive_session *archive, const char *query,
                                           struct listed_games *own)
{
    struct note why;
    if (!*query && archive_session_found_count(archive))
        return &archive->found;
    if (listed_games_search(own, archive->store, archive->index, query, archive->here, &why) < 0) {
        archive_refuse_query(archive, query, &why);
        return NULL;
    }
    if (*own->given_up)
        archive_say(archive, "%s", own->given_up);
    return own;
}

/* ---------------------------------------------------------------- deleting and merging */

/* Tell that games have other numbers, and what was done; or why nothing was done. */
static void tell_deed(struct archive_session *archive, int result, const char *id,
                      const struct note *said)
{
    if (result >= 0) {
        archive_session_forget_found(archive);
        archive_tell(archive, &(struct archive_event){.kind = ARCHIVE_RENUMBERED, .id = id});
    }
    archive_tell_result(archive, result, said);
}

int archive_session_trash(struct archive_session *archive, const char (*id)[ULID_LENGTH + 1], int n)
{
    struct note said;
    int gone, result = games_delete(archive->store, id, n, &archive->deleted, &gone, &said);
    if (gone)
        archive->deed = DEED_DELETED;
    if (result < 0 && gone) /* some of them */
        archive_tell(archive, &(struct archive_event){.kind = ARCHIVE_RENUMBERED});
    tell_deed(archive, result, NULL, &said);
    return gone;
}

void archive_session_merge(struct archive_session *archive, int pair)
{
    struct note said;
    int result = pairs_merge(&archive->pairs, pair, archive->store, &said);
    if (result >= 0)
        archive->deed = DEED_MERGED;
    tell_deed(archive, result, NULL, &said);
}

bool archive_session_may_undo(const struct archive_session *archive)
{
    return archive->deed == DEED_DELETED ? archive->deleted.n > 0
                                         : archive->deed == DEED_MERGED && archive->pairs.merges;
}

bool archive_session_undo(struct archive_session *archive)
{
    struct note said;
    char id[ULID_LENGTH + 1] = "";
    int result;
    if (!archive_session_may_undo(archive))
        return false;
    if (archive->deed == DEED_DELETED) {
        snprintf(id, sizeof id, "%s", archive->deleted.v[0]->id);
        result = games_undelete(archive->store, &archive->deleted, &said);
    } else {
        result = pairs_unmerge(&archive->pairs, archive->store, id, &said);
    }
    tell_deed(archive, result, id, &said);
    return true;
}

/* ---------------------------------------------------------------- arguments */

bool archive_read_number(struct archive_session *archive, const char *text, int least, int most,
                         int *out)
{
    struct note why;
    if (argument_number(text, least, most, out, &why) == 0)
        return true;
    archive_refuse(archive, "%s", why.text);
    return false;
}
