/* verify.c - verifies files, and finds duplicate ids in a store; see verify.h. */
#include "archive/store/verify.h"
#include "archive/record/record.h"
#include "archive/record/schema.h"
#include "archive/summary/summary_table.h"
#include "archive/util/date.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct id_twice {
    uint8_t id[PACKED_ID], more; /* the id as packed by catalog_pack_id(), and its remaining bits */
    int at;
};

static int verify_by_id(const struct id_twice *one, const struct id_twice *other)
{
    int order = memcmp(one->id, other->id, sizeof one->id);
    return order ? order : (one->more > other->more) - (one->more < other->more);
}

static int by_id_and_place(const void *one, const void *other)
{
    const struct id_twice *first = one, *second = other;
    int order = verify_by_id(first, second);
    return order ? order : first->at - second->at;
}

void ids_twice_collect(struct ids_twice *duplicates, const struct store *store)
{
    int count = store_count(store);
    *duplicates = (struct ids_twice){.v = memory_new((size_t)count, sizeof *duplicates->v)};
    for (int i = 0; i < count; i++) {
        struct id_twice duplicate = {.at = i};
        if (catalog_pack_id(store_listing(store, i)->id, duplicate.id, &duplicate.more))
            duplicates->v[duplicates->n++] = duplicate;
    }
    qsort(duplicates->v, (size_t)duplicates->n, sizeof *duplicates->v, by_id_and_place);
}

int ids_twice_first(const struct ids_twice *duplicates, const char *id)
{
    struct id_twice wanted;
    int low = 0, high = duplicates->n;
    if (!catalog_pack_id(id, wanted.id, &wanted.more))
        return -1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (verify_by_id(&duplicates->v[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < duplicates->n && verify_by_id(&duplicates->v[low], &wanted) == 0
               ? duplicates->v[low].at
               : -1;
}

void ids_twice_clear(struct ids_twice *duplicates)
{
    free(duplicates->v);
    *duplicates = (struct ids_twice){.n = 0};
}

/* ---- Verifies files of the archive; see verify.h. */

static int verify_report(struct place place, const char *text, finding_fn *each, void *argument)
{
    struct finding finding = {.place = place};
    snprintf(finding.text, sizeof finding.text, "%s", text);
    if (each)
        each(&finding, argument);
    return 1;
}

/* The schema of a document by its kind. Manifests and collections have a key `kind`; games have
 * none. */
static const struct schema_key *schema_of(const struct value *root)
{
    const char *kind = value_text(root, "kind");
    return !strcmp(kind, "archive")      ? schema_archive
           : !strcmp(kind, "collection") ? schema_collection
                                         : NULL;
}

/* Reports dates of the event that the calendar does not have. Files with these dates can be read,
 * since the user should see what was written. */
static int check_days(const struct record *record, finding_fn *each, void *argument)
{
    static const char *const days[] = {"date", "start_date"};
    const struct value *event = value_at(&record->head, "event");
    int findings = 0;
    for (int i = 0; event && i < 2; i++) {
        const struct value *day = value_at(event, days[i]);
        char text[160];
        if (!day || !day->text || !calendar_wrong_part(day->text, strlen(day->text)))
            continue;
        snprintf(text, sizeof text, "'%s': %.40s is not a date of the calendar", days[i],
                 day->text);
        findings +=
            verify_report((struct place){(int)day->line, day->column}, text, each, argument);
    }
    return findings;
}

int verify_record(const struct record *record, finding_fn *each, void *argument)
{
    int findings = check_days(record, each, argument);
    return findings + replay_check(record, each, argument);
}

/* The place in the file of the value of a root key. */
static struct place verify_place_of(const struct value *root, const char *key)
{
    const struct value *value = value_at(root, key);
    return value ? (struct place){(int)value->line, value->column} : (struct place){0};
}

int verify_document(const char *bytes, size_t size, int first_line, const char *id,
                    const struct yaml_limits *limits, finding_fn *each, void *argument)
{
    struct yaml_document document;
    struct record *record;
    struct place place = {0};
    struct note why;
    char text[160];
    if (yaml_read(bytes, size, first_line, limits, &document, &place, &why) < 0)
        return verify_report(place, why.text, each, argument);
    const struct schema_key *keys = schema_of(&document.root);
    struct place id_place = verify_place_of(&document.root, "id"),
                 major_place = verify_place_of(&document.root, "chesscade");
    int result = keys ? schema_settle(&document.root, keys, limits, false, &place, &why)
                      : record_settle(&document, limits, &record, &place, &why);
    yaml_document_clear(&document);
    if (keys || result < 0)
        return result < 0 ? verify_report(place, why.text, each, argument) : 0;
    int findings = 0;
    if (record->major > SCHEMA_MAJOR)
        findings += verify_report(
            major_place,
            "a newer version of the program wrote it; only the parts known to this version were checked",
            each, argument);
    if (id && strcmp(record->id, id)) {
        snprintf(text, sizeof text, "its id is %s, but the file is named %.40s", record->id, id);
        findings += verify_report(id_place, text, each, argument);
    }
    findings += verify_record(record, each, argument);
    record_free(record);
    return findings;
}
