/* journal_line.c - writes and parses the lines of a journal; see journal_line.h. */
#include "config.h"
#include "archive/live/journal_line.h"

#include "archive/util/sanitize.h"
#include "archive/yaml/yaml_read.h"
#include "core/position_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const events[] = {
#define JOURNAL_TEXT(name, text, help) text,
    JOURNAL_EVENTS_LIST(JOURNAL_TEXT)
#undef JOURNAL_TEXT
};

static const char crc_begins[] = ", crc: '";
enum {
    CRC_DIGITS = 8,
    CRC_TAIL = sizeof crc_begins - 1 + CRC_DIGITS + 2 /* length of the end of a line: the key of the
                                                         checksum, its digits, a quotation mark and
                                                         a brace */
};

/* ----------------------------------------------------------------------------------------------------
 * crc */

uint32_t crc32c(uint32_t crc, const char *bytes, size_t size)
{
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0x82F63B78u : crc >> 1;
    }
    return ~crc;
}

/* ---------------------------------------------------------------------------------------------------
 * time */

void utc_write(int64_t at, char out[UTC_ROOM])
{
    struct tm date;
    time_t seconds = (time_t)(at / 1000);
    if (at < 0 || !gmtime_r(&seconds, &date) || date.tm_year > 9999 - 1900) {
        snprintf(out, UTC_ROOM, "1970-01-01T00:00:00.000Z");
        return;
    }
    size_t n = strftime(out, UTC_ROOM, "%Y-%m-%dT%H:%M:%S", &date);
    snprintf(out + n, UTC_ROOM - n, ".%03dZ", (int)(at % 1000));
}

/* The number of days from 1970 to a date in the Gregorian calendar. */
static int64_t days_until(int year, int month, int day)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int64_t past = year - 1;
    int64_t days =
        past * 365 + past / 4 - past / 100 + past / 400 - 719162 + before[month - 1] + day - 1;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days + (leap && month > 2);
}

int64_t utc_read(const char *text)
{
    int year, month, day, hour, minute, second, thousandth, n = 0;
    char again[UTC_ROOM];
    if (strlen(text) != 24 ||
        sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &year, &month, &day, &hour, &minute, &second,
               &thousandth, &n) != 7 ||
        n != 24 || year < 1970 || month < 1 || month > 12)
        return -1;
    int64_t at = ((days_until(year, month, day) * 24 + hour) * 60 + minute) * 60000 +
                 second * 1000 + thousandth;
    utc_write(at, again);
    return strcmp(again, text) ? -1 : at; /* rejects dates such as 31 February */
}

/* -------------------------------------------------------------------------------------------------
 * records */

void journal_record_begin(struct journal_record *record, enum journal_event event)
{
    *record = (struct journal_record){.event = (uint8_t)event, .value = {.type = VALUE_MAP}};
    value_set(&record->value, "seq", "0", true);
    value_set(&record->value, "at", "", false);
    value_set(&record->value, "ev", events[event], false);
    if (event == JOURNAL_OPEN) { /* journal_create() fills in the id of the game */
        value_set(&record->value, "chesscade", "1", true);
        value_set(&record->value, "game", "", false);
    }
}

void journal_record_clear(struct journal_record *record)
{
    value_clear(&record->value);
    *record = (struct journal_record){0};
}

int journal_record_side(const struct journal_record *record)
{
    const char *side = value_text(&record->value, "side");
    return side[0] && !side[1] ? side_of_letter(side[0]) : NOBODY;
}

/* ----------------------------------------------------------------------------------------------------
 * lines */

static void write_bare(const struct journal_record *record, struct yaml_text *out)
{
    yaml_text_add(out, "- ", 2);
    yaml_write_line(out, &record->value);
}

/* "- {...}" becomes "- {..., crc: '0b7a91fe'}" and a line feed. */
static uint32_t close_line(struct yaml_text *line, uint32_t before, struct yaml_text *out)
{
    char tail[CRC_TAIL + 2];
    uint32_t crc = crc32c(before, line->v, (size_t)line->n);
    yaml_text_add(out, line->v, (size_t)line->n - 1);
    snprintf(tail, sizeof tail, "%s%08" PRIx32 "'}\n", crc_begins, crc);
    yaml_text_add(out, tail, CRC_TAIL + 1);
    return crc;
}

void journal_line_write(struct journal_record *record, uint32_t before, struct yaml_text *out)
{
    char number[16], at[UTC_ROOM];
    struct yaml_text line = {0};
    snprintf(number, sizeof number, "%d", record->seq);
    utc_write(record->at, at);
    value_set(&record->value, "seq", number, true);
    value_set(&record->value, "at", at, false);
    write_bare(record, &line);
    int from = out->n;
    record->crc = close_line(&line, before, out);
    record->bytes = out->n - from;
    yaml_text_clear(&line);
}

static int event_of(const char *text)
{
    for (int i = 0; i < JOURNAL_EVENTS; i++)
        if (!strcmp(events[i], text))
            return i;
    return -1;
}

/* seq must be a plain number without leading zeros. */
static int seq_of(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits] || digits > 7 || (text[0] == '0' && digits > 1))
        return -1;
    long number = strtol(text, NULL, 10);
    return number > JOURNAL_SEQ_MAX ? -1 : (int)number;
}

/* Validates the three keys that every record has. */
static int take_record(struct value *map, struct journal_record *record, struct note *why)
{
    int event = event_of(value_text(map, "ev"));
    record->seq = seq_of(value_text(map, "seq"));
    record->at = utc_read(value_text(map, "at"));
    if (record->seq < 0)
        return note_fail(why, FAIL_TEXT, -1, "its number is invalid");
    if (record->at < 0)
        return note_fail(why, FAIL_TEXT, -1, "its time is invalid");
    if (event < 0)
        return note_fail(why, FAIL_NAME, -1, "its kind, '%.20s', is unknown to this version",
                         value_text(map, "ev"));
    record->event = (uint8_t)event;
    return 0;
}

static int read_bare(const struct yaml_text *bare, struct journal_record *out, struct note *why)
{
    static const struct yaml_limits limits = {
        JOURNAL_LINE_MAX, JOURNAL_LINE_MAX, 64, 200, 8, 8, 1, 1, 1};
    struct yaml_document document = {0};
    struct journal_record record = {0};
    int result = yaml_read(bare->v, (size_t)bare->n, 1, &limits, &document, NULL, why);
    if (result < 0)
        return result;
    if (document.root.type != VALUE_LIST || document.root.n != 1 ||
        document.root.entry[0].value.type != VALUE_MAP)
        result = note_fail(why, FAIL_TEXT, -1, "it is not a record");
    if (result == 0) {
        record.value = document.root.entry[0].value;
        document.root.entry[0].value = (struct value){0};
        result = take_record(&record.value, &record, why);
    }
    yaml_document_clear(&document);
    if (result < 0)
        journal_record_clear(&record);
    else
        *out = record;
    return result;
}

int journal_line_read(const char *line, size_t length, uint32_t before, struct journal_record *out,
                      struct note *why)
{
    struct yaml_text bare = {0};
    const char *tail = length > CRC_TAIL ? line + length - CRC_TAIL : line;
    if (length > JOURNAL_LINE_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "it is longer than %d bytes", JOURNAL_LINE_MAX);
    if (length <= CRC_TAIL || memchr(line, '\0', length) ||
        strncmp(tail, crc_begins, sizeof crc_begins - 1) || strncmp(tail + CRC_TAIL - 2, "'}", 2))
        return note_fail(why, FAIL_TEXT, -1, "it does not end in a checksum");
    yaml_text_add(&bare, line, length - CRC_TAIL);
    yaml_text_add(&bare, "}", 1);
    char digits[CRC_DIGITS + 1];
    uint32_t crc = crc32c(before, bare.v, (size_t)bare.n);
    snprintf(digits, sizeof digits, "%08" PRIx32, crc);
    int result =
        memcmp(digits, tail + sizeof crc_begins - 1, CRC_DIGITS)
            ? note_fail(why, FAIL_TEXT, -1, "its checksum does not match the lines before it")
            : read_bare(&bare, out, why);
    if (result == 0) {
        out->crc = crc;
        out->bytes = (int)length + 1;
    }
    yaml_text_clear(&bare);
    return result;
}

int journal_line_read_back(const struct yaml_text *line, uint32_t before,
                           struct journal_record *out, struct note *why)
{
    struct note reason;
    int result = journal_line_read(line->v, (size_t)line->n - 1, before, out, &reason);
    return result < 0
               ? note_fail(why, result, -1,
                           "nothing was written, because the new entry would be unreadable: %s",
                           reason.text)
               : 0;
}

int journal_line_salvage(const char *line, size_t length, struct journal_record *out)
{
    if (length <= CRC_TAIL)
        return FAIL_TEXT;
    struct yaml_text bare = {0};
    yaml_text_add(&bare, line, length - CRC_TAIL);
    yaml_text_add(&bare, "}", 1);
    char *mended = clean_mended(bare.v);
    if (mended) {
        yaml_text_clear(&bare);
        yaml_text_add(&bare, mended, strlen(mended));
        free(mended);
    }
    int result = read_bare(&bare, out, NULL);
    yaml_text_clear(&bare);
    return result;
}

bool journal_line_claims(const char *line, size_t length, int seq, enum journal_event event,
                         uint32_t *crc)
{
    static const char digits[] = "0123456789abcdef";
    enum { UTC_LENGTH = 24, BEGINS_ROOM = 48 };
    char begins[BEGINS_ROOM], kind[BEGINS_ROOM], at[UTC_LENGTH + 1];
    size_t n = (size_t)snprintf(begins, sizeof begins, "- {seq: %d, at: '", seq);
    size_t kind_n = (size_t)snprintf(kind, sizeof kind, "', ev: '%s', ", events[event]),
           rest = UTC_LENGTH + kind_n + CRC_TAIL;
    if (length < n + rest || memcmp(line, begins, n) || memcmp(line + n + UTC_LENGTH, kind, kind_n))
        return false;
    memcpy(at, line + n, UTC_LENGTH);
    at[UTC_LENGTH] = '\0';
    const char *tail = line + length - CRC_TAIL;
    if (utc_read(at) < 0 || memcmp(tail, crc_begins, sizeof crc_begins - 1) ||
        memcmp(tail + CRC_TAIL - 2, "'}", 2))
        return false;
    uint32_t number = 0;
    for (const char *c = tail + sizeof crc_begins - 1; c < tail + CRC_TAIL - 2; c++) {
        const char *digit = *c ? strchr(digits, *c) : NULL;
        if (!digit)
            return false;
        number = number << 4 | (uint32_t)(digit - digits);
    }
    *crc = number;
    return true;
}
