/* cluster.c - numbers for a letter with combining marks that Unicode has no single character for:
 * see cluster.h. */
#include "tui/widgets/cluster.h"

#include "core/base.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct cluster {
    uint32_t point[CLUSTER_POINTS]; /* the code points; 0 after the last */
};

enum { TABLE = 2 * CLUSTERS_MOST };

static struct cluster noted[CLUSTERS_MOST];
static int clusters;
static uint16_t table[TABLE]; /* hash table of index + 1; 0 in free slots */

static uint32_t cluster_number_of(const struct cluster *cluster)
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < CLUSTER_POINTS; i++)
        hash = (hash ^ cluster->point[i]) * 16777619u;
    uint32_t at = (hash >> 7) % TABLE;
    for (; table[at]; at = (at + 1) % TABLE)
        if (!memcmp(&noted[table[at] - 1], cluster, sizeof *cluster))
            return CLUSTER_FIRST + table[at] - 1u;
    if (clusters == CLUSTERS_MOST)
        return cluster->point[0];
    noted[clusters++] = *cluster;
    table[at] = (uint16_t)clusters;
    return CLUSTER_FIRST + (uint32_t)clusters - 1u;
}

uint32_t cluster_of(const int32_t *points, int n)
{
    utf8proc_int32_t point[CLUSTER_POINTS];
    struct cluster cluster = {{0}};
    n = n < CLUSTER_POINTS ? n : CLUSTER_POINTS;
    memcpy(point, points, (size_t)n * sizeof *point);
    /* Normalize first (decompose letters, order marks), so that equal clusters get the same
     * number. */
    utf8proc_int32_t apart[4 * CLUSTER_POINTS];
    int count = 0;
    for (int i = 0; i < n; i++) {
        utf8proc_ssize_t more = utf8proc_decompose_char(
            point[i], apart + count, 4 * CLUSTER_POINTS - count, UTF8PROC_DECOMPOSE, NULL);
        if (more < 0 || more > 4 * CLUSTER_POINTS - count)
            return (uint32_t)point[0];
        count += (int)more;
    }
    for (int i = 1; i < count; i++) /* sort stably by combining class */
        for (int k = i; k > 0; k--) {
            int before = utf8proc_get_property(apart[k - 1])->combining_class,
                own = utf8proc_get_property(apart[k])->combining_class;
            if (!own || before <= own)
                break;
            utf8proc_int32_t moved = apart[k];
            apart[k] = apart[k - 1];
            apart[k - 1] = moved;
        }
    utf8proc_ssize_t length =
        utf8proc_normalize_utf32(apart, count, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    if (length <= 1)
        return (uint32_t)apart[0];
    for (int i = 0; i < length && i < CLUSTER_POINTS; i++)
        cluster.point[i] = (uint32_t)apart[i];
    return cluster_number_of(&cluster);
}

int cluster_points(uint32_t character, uint32_t out[static CLUSTER_POINTS])
{
    int n = 0;
    out[0] = character;
    if (character < CLUSTER_FIRST || character >= CLUSTER_FIRST + (uint32_t)clusters)
        return 1;
    const struct cluster *cluster = &noted[character - CLUSTER_FIRST];
    for (; n < CLUSTER_POINTS && cluster->point[n]; n++)
        out[n] = cluster->point[n];
    return n;
}

int cluster_utf8(uint32_t character, char out[static CLUSTER_BYTES])
{
    uint32_t point[CLUSTER_POINTS];
    int n = cluster_points(character, point), length = 0;
    for (int i = 0; i < n; i++)
        length +=
            (int)utf8proc_encode_char((utf8proc_int32_t)point[i], (utf8proc_uint8_t *)out + length);
    out[length] = '\0';
    return length;
}
