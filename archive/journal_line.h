/* journal_line.h - the records of a live game's journal, and how one is a line of its file.
 *
 *   - {seq: 1, at: '2026-11-21T20:49:09.004Z', ev: 'ply', side: 'w', m: 'Pd4-e4', clk: '0:15:06', crc: '0b7a91fe'}
 *
 * `crc` is the CRC-32C of the line without it and without the line feed, begun with the crc of the record before (the
 * first with 0): a record cannot be cut out, exchanged or brought in from another journal unnoticed. */
#ifndef CHESSCADE_JOURNAL_LINE_H
#define CHESSCADE_JOURNAL_LINE_H

#include "archive/yaml_out.h"

/* J(name, text, what it says and with which keys) */
#define JOURNAL_EVENTS_LIST(J)                                                                               \
    J(JOURNAL_OPEN, "open", "the game: game variant options start control sides waits lot access delay mode grace after")    \
    J(JOURNAL_PLY, "ply", "a ply: side m clk by")                                                            \
    J(JOURNAL_CHAT, "chat", "a line of talk: by room text")                                                  \
    J(JOURNAL_CLOCK, "clock", "a side's time is over: side by")                                              \
    J(JOURNAL_GONE, "gone", "a player is away: side name why session by")                                         \
    J(JOURNAL_BACK, "back", "a player is here: side name session")                                                        \
    J(JOURNAL_OFFER, "offer", "a player proposes something: side what count")                                \
    J(JOURNAL_ACCEPT, "accept", "a player agrees, sits down (what 'seat'), or declines (agree 'no'): side what by")  \
    J(JOURNAL_TAKEBACK, "takeback", "a player takes the own last ply back at once: side")                    \
    J(JOURNAL_RESULT, "result", "a player resigns, aborts or claims a draw, or seats wait no more (why 'expired'): side why by")   \
    J(JOURNAL_CLOSE, "close", "the game is over: score reason")

enum journal_event {
#define JOURNAL_NAME(name, text, help) name,
    JOURNAL_EVENTS_LIST(JOURNAL_NAME)
#undef JOURNAL_NAME
    JOURNAL_EVENTS
};

enum { JOURNAL_LINE_MAX = 16384, JOURNAL_SEQ_MAX = 1000000 };

struct journal_record {
    int seq;            /* from 0, without gaps */
    int64_t at;         /* milliseconds since 1970, UTC */
    uint8_t event;      /* enum journal_event */
    uint32_t crc;
    int bytes;          /* of its line, with the line feed: once it was written or read */
    struct value value; /* a map: everything but the crc; owned */
};

/* Begin a record: seq and time are set when it is written. Set its own keys with value_set() on record->value, in the
 * order of the table above. */
void journal_record_begin(struct journal_record *record, enum journal_event event);
void journal_record_clear(struct journal_record *record);

/* The side a record is of, by its key `side`; NOBODY without one. */
int journal_record_side(const struct journal_record *record);

/* Append the record as a line with its line feed; record->crc and bytes are set. `before` is the crc of the record before it. */
void journal_line_write(struct journal_record *record, uint32_t before, struct yaml_text *out);
/* Read a line (its line feed left out). The bytes its crc fits are a record, written in whatever way YAML allows within the line:
 * FAIL_TEXT and why otherwise; FAIL_NAME when it is whole and of a kind that is not known. *out is zero, or is untouched on
 * failure. */
int journal_line_read(const char *line, size_t length, uint32_t before, struct journal_record *out,
                      struct note *why);
/* Does that line, though it may not be read, say it is a record of that kind with the number `seq`? *crc is that which it says it has,
 * over which the next record's goes. Talk can then be passed by, and nothing of the game is lost. */
bool journal_line_claims(const char *line, size_t length, int seq, enum journal_event event, uint32_t *crc);
/* What such a line says as far as it can be read when its checksum is not looked at and bytes that are no UTF-8 are U+FFFD; FAIL_TEXT
 * when it is no record even then. */
int journal_line_salvage(const char *line, size_t length, struct journal_record *out);
/* The record that is `record` to whoever reads its line, in a record of its own (zero before); FAIL_... and why when that cannot be
 * read. Every writer asks, and has nothing appended that was not read. */
int journal_line_read_back(const struct yaml_text *line, uint32_t before, struct journal_record *out, struct note *why);

/* CRC-32C (Castagnoli, as in RFC 3720), continued from an earlier result; begin with 0. */
uint32_t crc32c(uint32_t crc, const char *bytes, size_t size);

/* "2026-11-21T20:49:03.120Z", and back: -1 when it is none. Years 1970 to 9999. */
enum { UTC_ROOM = 32 };
void utc_write(int64_t at, char out[UTC_ROOM]);
int64_t utc_read(const char *text);

#endif
