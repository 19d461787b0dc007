/* ulid.c - creates game ids (ULIDs): 48 bits of time and 80 random bits, in Crockford's base 32.
 *
 * ULIDs sort by time of creation; those of one process do so even within one millisecond. Hosts can
 * create them without coordination, and they are safe as file names.
 * https://github.com/ulid/spec */
#include "config.h"
#include "archive/record/record.h"

#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Fills a buffer with random bytes from the system. If the system has none, derives bytes from the
 * time and the process id. These may repeat, but two games cannot get the same file: files are
 * created by link(2), which refuses an existing name. */
static void random_bytes(unsigned char *bytes, size_t size)
{
    static _Thread_local uint64_t state;
    struct timespec now;
    if (getentropy(bytes, size) == 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    state += (uint64_t)now.tv_nsec * 0x9E3779B97F4A7C15u + (uint64_t)getpid();
    for (size_t i = 0; i < size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(state >> 56);
    }
}

enum { TIME_LETTERS = 10, TIME_BITS = 48 };

/* Increments an id, so that games created within the same millisecond keep their order. */
static void count_up(char id[ULID_LENGTH + 1])
{
    for (int i = ULID_LENGTH; i-- > TIME_LETTERS;) {
        const char *letter = strchr(letters, id[i]);
        if (letter[1]) {
            id[i] = letter[1];
            return;
        }
        id[i] = letters[0];
    }
}

/* Number of forks that led to this process. Comparing it detects a fork more cheaply than
 * getpid(). */
static unsigned forks;

static void count_fork(void)
{
    forks++;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_fork);
}

void ulid_new(char out[ULID_LENGTH + 1])
{
    static _Thread_local char last[ULID_LENGTH + 1];
    static _Thread_local unsigned process; /* value of `forks` when the sequence began: a forked
                                            * child must not continue its parent's sequence */
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    struct timespec now;
    unsigned char chance[ULID_LENGTH - TIME_LETTERS];
    pthread_once(&watched, watch_forks);
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t milliseconds = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    uint64_t time = milliseconds < 0 ? 0 : (uint64_t)milliseconds & ((1ull << TIME_BITS) - 1);
    for (int i = TIME_LETTERS; i-- > 0; time >>= 5)
        out[i] = letters[time & 31];
    out[TIME_LETTERS] = '\0';
    if (process == forks + 1 && !memcmp(out, last, TIME_LETTERS)) {
        count_up(last);
    } else {
        random_bytes(chance, sizeof chance);
        for (int i = TIME_LETTERS; i < ULID_LENGTH; i++)
            out[i] = letters[chance[i - TIME_LETTERS] & 31];
        out[ULID_LENGTH] = '\0';
        memcpy(last, out, sizeof last);
        process = forks + 1;
    }
    memcpy(out, last, sizeof last);
}

bool ulid_valid(const char *text)
{
    return strlen(text) == ULID_LENGTH && strspn(text, letters) == ULID_LENGTH;
}
