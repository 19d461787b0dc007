/* way.h - in which order to go to some places so that it costs little: first always to the nearest, then improved as long as
 * moving some of them or going through them backwards helps. */
#ifndef CHESSCADE_WAY_H
#define CHESSCADE_WAY_H

enum { WAY_MOST = 24 /* places: with many more it would take its time */ };

struct way {
    /* cost[i][k] is that of place k behind place i; row `places` is that from where one is, column `places` that of coming to
     * where one has to be at the end. */
    int cost[WAY_MOST + 1][WAY_MOST + 1];
    int order[WAY_MOST + 2]; /* found: begins and ends with `places` */
    int places;
};

/* Find way->order; the rest is given. */
void way_find(struct way *way);

#endif
