/* talk.h - talk that belongs to no game being played: in the lobby, and at the table of a game that is over. A room is a
 * file of the archive, talk/<room>.log, with a line for each thing said, as in a journal but each by itself:
 *
 *   - {seq: 0, at: '2026-11-21T20:49:09.004Z', ev: 'chat', by: 'ana', text: 'hello', crc: '0b7a91fe'}
 *
 * Appended under a lock. Lines that are no such lines are passed by. A file that is full is set aside as <room>.old, and
 * the one before that is forgotten. */
#ifndef CHESSCADE_TALK_H
#define CHESSCADE_TALK_H

#include "archive/live_game.h"
#include "archive/store.h"

#define TALK_LOBBY "lobby"

enum { TALK_FILE_MAX = 256 << 10, TALK_ROOM_LINES = 200 /* remembered */ };

struct said {
    char by[PLAYER_NAME_MAX + 1];
    int64_t at; /* milliseconds since 1970 */
    char *text; /* uncleaned, one line */
};

struct talk_room {
    char room[ULID_LENGTH + 1];
    struct said *v; /* [n] the latest */
    int n, space, ever;
    int passed; /* lines that are no such lines, as far as the file was read */
    /* The rest is the room's own. */
    uint64_t inode;
    int64_t size; /* bytes read */
};

/* A room: TALK_LOBBY or the id of a game. Nothing is read yet. */
void talk_begin(struct talk_room *talk, const char *room);
void talk_clear(struct talk_room *talk);
/* Read what was said since: the number of lines. */
int talk_read_on(struct talk_room *talk, struct store *store);
/* A line of its file (without its line feed) as every reader reads it: FAIL_TEXT, FAIL_LIMIT and others, and why not. */
int talk_line_read(const char *line, size_t length, struct journal_record *out, struct note *why);
/* Say something: FAIL_TEXT for nothing or no name, FAIL_LIMIT for too much at once, FAIL_BUSY, FAIL_SYSTEM. */
int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text, struct note *why);

#endif
