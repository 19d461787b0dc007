/* ply_replace.c - replaces a ply of a record by another: see ply_replace.h. */
#include "config.h"
#include "tui/session/ply_replace.h"

#include "archive/record/edit.h"
#include "tui/session/ply_match.h"

int ply_replace_read(const struct record *record, const struct spot *spot, const struct position *before, const char *text,
                     char out[PLY_ROOM], struct note *why)
{
    const struct node *node = spot_node(record, spot);
    struct spot fork = *spot;
    struct ply ply = {0};
    int status = ply_read(before, text, &ply, why);
    if (status == 0)
        status = ply_kept(before, &ply, record->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT, out, why);
    ply_free(&ply);
    spot_back(&fork);
    if (status < 0)
        return status;
    struct way_sought sought = {record, before, out};
    if (way_sought_is(&sought, node->text))
        return note_fail(why, FAIL_RULE, -1, "%.60s is what is played here", out);
    if (way_sought_find(&sought, &fork) >= 0)
        return note_fail(why, FAIL_RULE, -1, "%.60s is a variation here already, which can be moved up", out);
    if (node->notes && node->notes->step_count)
        return note_fail(why, FAIL_RULE, -1, "there are notes on the members of this ply: play %.60s as a variation", out);
    return 0;
}

int ply_replace_cut(struct record *record, const struct spot *spot, struct track *track)
{
    for (;;) {
        struct spot end = *spot;
        struct note why;
        spot_end(record, &end);
        track_go(track, record, &end);
        int plies = spot_plies(&end);
        if (!track->broken)
            return plies - spot_plies(spot);
        end.ply -= plies - (track->plies + 1);
        if (edit_delete(record, &end, &why) < 0)
            return 0;
    }
}
