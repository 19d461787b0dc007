/* cluster.h - gives one number to a letter with combining marks that Unicode has no single
 * character for.
 *
 * A cell of a scene holds one character. Letters and marks with a composed form (NFC) use that
 * form; all others are interned here and get numbers above those of Unicode. They are kept for the
 * life of the process, but at most CLUSTERS_MOST of them: a script needs some hundreds. */
#ifndef CHESSCADE_TUI_WIDGETS_CLUSTER_H
#define CHESSCADE_TUI_WIDGETS_CLUSTER_H

#include <stdint.h>

enum {
    CLUSTER_FIRST = 0x200000,
    CLUSTERS_MOST = 8192,
    CLUSTER_POINTS = 5 /* the most code points in a cluster: a letter and four marks */
};

/* The character for these code points: a single code point itself, the composed character, or
 * the number of the cluster. If the table is full, the letter without its marks. */
uint32_t cluster_of(const int32_t *points, int n);

/* The code points of a character: itself, or its letter and marks. Returns their number. */
int cluster_points(uint32_t character, uint32_t out[static CLUSTER_POINTS]);

/* Write a character, which may be a cluster, as UTF-8 with a NUL; returns its length in bytes. */
enum { CLUSTER_BYTES = 4 * CLUSTER_POINTS + 1 };
int cluster_utf8(uint32_t character, char out[static CLUSTER_BYTES]);

#endif
