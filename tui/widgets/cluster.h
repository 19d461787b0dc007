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
    CLUSTER_POINTS = 5 /* a letter and four marks */
};

/* The character for these code points: the only one, the composed one, or the number of the
 * cluster. The letter alone if the table is full. */
uint32_t cluster_of(const int32_t *points, int n);

/* The code points of a character: itself, or its letter and marks. Returns how many. */
int cluster_points(uint32_t character, uint32_t out[static CLUSTER_POINTS]);

/* Write the character as UTF-8 with a NUL; returns its length. */
enum { CLUSTER_BYTES = 4 * CLUSTER_POINTS + 1 };
int cluster_utf8(uint32_t character, char out[static CLUSTER_BYTES]);

#endif
