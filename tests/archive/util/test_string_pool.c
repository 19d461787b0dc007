/* test_string_pool.c - the pool of interned strings: equal texts are shared between threads, and
 * its size is limited. */
#include "tests/support/testing.h"

#include "archive/util/string_pool.h"

#include "core/base.h"

#include <pthread.h>

enum { THREADS = 4, WORDS = 3000 };

static char *shared[THREADS][WORDS];

static void name_word(int i, char out[32])
{
    snprintf(out, 32, "w%d", i);
}

static void *share(void *argument)
{
    char **mine = argument;
    for (int i = 0; i < WORDS; i++) {
        char text[32];
        name_word(i, text);
        mine[i] = word_share(text, strlen(text));
    }
    return NULL;
}

static void threads_share_one_text(void **state)
{
    pthread_t thread[THREADS];
    int same = 0;
    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, share, shared[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < WORDS; i++) {
        char text[32];
        name_word(i, text);
        for (int t = 0; t < THREADS; t++) {
            assert_string_equal(shared[t][i], text);
            same += t > 0 && shared[t][i] == shared[0][i];
        }
    }
    assert_true(same > (THREADS - 1) * WORDS * 9 / 10); /* some may find every slot occupied */
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < WORDS; i++)
            word_drop(shared[t][i]);
}

static void texts_differ_by_length_and_end(void **state)
{
    static const char *const texts[] = {"",
                                        "e",
                                        "e4",
                                        "e4+",
                                        "Nf3+",
                                        "e8=Q+",
                                        "Nb1-c3",
                                        "e7-e8=Q",
                                        "e7-e8=Q+",
                                        "e7xd8=Q+!",
                                        "1234567890",
                                        "12345678901",
                                        "123456789012",
                                        "1234567890123",
                                        "12345678901234",
                                        "123456789012345",
                                        "1234567890123456",
                                        "a longer text than any word"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *one = word_share(texts[i], strlen(texts[i])),
             *other = word_share(texts[i], strlen(texts[i]));
        assert_string_equal(one, texts[i]);
        assert_true((one == other) == (*texts[i] && strlen(texts[i]) < 16));
        word_drop(one);
        assert_string_equal(other, texts[i]);
        word_drop(other);
    }
    char *cut = word_share("Nbxd2+ Kf8", 6), *whole = word_share("Nbxd2+", 6);
    assert_ptr_equal(cut, whole);
    word_drop(NULL);
    word_drop(memory_text("on the heap"));
}

/* More texts than the pool has room for are allocated separately. */
static void texts_beyond_the_limit_still_work(void **state)
{
    enum { MANY = 100000 };
    char **many = memory_new(MANY, sizeof *many);
    (void)state;
    for (int i = 0; i < MANY; i++) {
        char text[32];
        snprintf(text, sizeof text, "m%d", i);
        many[i] = word_share(text, strlen(text));
    }
    for (int i = 0; i < MANY; i++) {
        char text[32];
        snprintf(text, sizeof text, "m%d", i);
        assert_string_equal(many[i], text);
        word_drop(many[i]);
    }
    free(many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_one_text),
        cmocka_unit_test(texts_differ_by_length_and_end),
        cmocka_unit_test(texts_beyond_the_limit_still_work),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
