/* talk.h - talk outside live games: in the lobby, and at the table of a game that is over.
 *
 * A room is a file of the archive, talk/<room>.log, with one line per message, like a journal but
 * each line by itself:
 *
 *   - {seq: 0, at: '2026-11-21T20:49:09.004Z', ev: 'chat', by: 'ana', text: 'hello', crc: '0b7a91fe'}
 *
 * Lines are appended under a lock. Invalid lines are skipped. A full file is renamed to <room>.old,
 * replacing the previous one. */
#ifndef CHESSCADE_ARCHIVE_LIVE_TALK_H
#define CHESSCADE_ARCHIVE_LIVE_TALK_H

#include "archive/live/live_game.h"
#include "archive/store/store.h"

#define TALK_LOBBY "lobby"

enum { TALK_FILE_MAX = 256 << 10, TALK_ROOM_LINES = 200 /* kept in memory */ };

struct said {
    char by[PLAYER_NAME_MAX + 1];
    int64_t at; /* milliseconds since 1970 */
    char *text; /* uncleaned, one line */
};

struct talk_room {
    char room[ULID_LENGTH + 1];
    struct said *v; /* [n] the latest */
    int n, space, ever;
    int passed; /* invalid lines skipped so far */
    /* Private to archive/live/talk.c. */
    uint64_t inode;
    int64_t size; /* bytes read */
};

/* A room: TALK_LOBBY or the id of a game. Nothing is read yet. */
void talk_begin(struct talk_room *talk, const char *room);
void talk_clear(struct talk_room *talk);
/* Reads new messages; returns the number of lines. */
int talk_read_on(struct talk_room *talk, struct store *store);
/* Parses a line of the file (without its line feed) as every reader does: FAIL_TEXT, FAIL_LIMIT and
 * others, and why. */
int talk_line_read(const char *line, size_t length, struct journal_record *out, struct note *why);
/* Says something: FAIL_TEXT if the text or name is empty, FAIL_LIMIT if it is too much at once,
 * FAIL_BUSY, FAIL_SYSTEM. */
int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text, struct note *why);

#endif
