/* test_samples.c - the bundled sample games are in canonical form, and every variation can be
 * replayed to its end. */
#include "tests/support/testing.h"

#include "archive/record/record.h"
#include "archive/replay/replay.h"
#include "archive/store/store.h"

static void print_finding(const struct finding *finding, void *argument)
{
    print_error("%s: ply %d: %s\n", (const char *)argument, finding->number, finding->text);
}

/* The bytes of a file below samples/; the caller frees them. */
static char *file_bytes(const char *label, size_t *size)
{
    char name[512], *bytes = NULL;
    snprintf(name, sizeof name, "samples/%s", label);
    FILE *file = fopen(source_file(name), "rb");
    if (!file)
        fail_msg("%s cannot be opened", name);
    FILE *out = open_memstream(&bytes, size);
    for (int c; (c = fgetc(file)) != EOF;)
        fputc(c, out);
    fclose(out);
    fclose(file);
    return bytes;
}

static void check_sample(struct store *store, int at)
{
    struct record *record;
    struct note why;
    struct yaml_text written = {0};
    char label[256], id[ULID_LENGTH + 1];
    size_t size;
    int line;
    store_label(store, at, label, sizeof label, id, &line);
    if (store_load(store, at, &record, NULL, NULL, &why) < 0)
        fail_msg("%s: %s", label, why.text);
    assert_string_equal(record->id, id);
    char *bytes = file_bytes(label, &size);
    record_write(record, &written);
    if ((size_t)written.n != size || memcmp(written.v, bytes, size) != 0)
        fail_msg("%s is not in canonical form", label);
    assert_int_equal(replay_check(record, print_finding, label), 0);
    struct record_counts counts;
    record_count(record, &counts);
    assert_true(counts.main_plies > 0);
    assert_int_equal(counts.broken, 0);
    free(bytes);
    yaml_text_clear(&written);
    record_free(record);
}

static void samples_can_be_replayed(void **state)
{
    struct store *store;
    struct note why;
    (void)state;
    if (store_open(&store, source_file("samples"), &(struct store_options){.read_only = true},
                   &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 100))
        ;
    assert_true(store_count(store) >= 4);
    for (int i = 0; i < store_count(store); i++)
        check_sample(store, i);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_can_be_replayed)};
    return cmocka_run_group_tests_name("samples", tests, NULL, NULL);
}
