/* cluster.h - characters that are several: a letter with marks for which there is no letter of its own.
 *
 * A cell of a scene has one character. Letters and marks that have a composed form (NFC) are that; others are noted here and have a
 * number of their own, above those of Unicode. They are never forgotten, but no more than CLUSTERS_MOST are noted: the letters of a
 * script with their marks are some hundreds. */
#ifndef CHESSCADE_CLUSTER_H
#define CHESSCADE_CLUSTER_H

#include <stdint.h>

enum { CLUSTER_FIRST = 0x200000, CLUSTERS_MOST = 8192, CLUSTER_POINTS = 5 /* a letter and four marks */ };

/* The character that is these: the only one or the composed one, or the number they have. The letter alone where no more are noted. */
uint32_t cluster_of(const int32_t *points, int n);

/* What a character consists of: itself alone, or its letter and marks; how many. */
int cluster_points(uint32_t character, uint32_t out[static CLUSTER_POINTS]);

/* It as UTF-8 with a NUL; its length. */
enum { CLUSTER_BYTES = 4 * CLUSTER_POINTS + 1 };
int cluster_utf8(uint32_t character, char out[static CLUSTER_BYTES]);

#endif
