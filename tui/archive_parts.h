/* archive_parts.h - the inside of the list of games of an archive, shared by its own files only: view_archive.c,
 * archive_scan.c, archive_edit.c, archive_import.c. */
#ifndef CHESSCADE_ARCHIVE_PARTS_H
#define CHESSCADE_ARCHIVE_PARTS_H

#include "tui/game_list.h"
#include "tui/import_process.h"
#include "tui/index_process.h"
#include "tui/preview.h"
#include "tui/view_archive.h"

enum { SCAN_FIRST = 100, SCAN_NEXT = 500 };

struct archive {
    struct view view;
    struct store *store;
    bool borrowed; /* the store is a view's below */
    char name[100]; /* of a collection whose search this is; "" */
    int total;     /* games it had when this view was left for another */
    int changes;    /* of store_changes() that were shown */
    int generation; /* and the state their places were in */
    char *path;
    struct game_list games;
    int watch;      /* tells of what others change in large archives; -1: nobody does */
    bool watching;  /* that was asked for */
    int64_t told;   /* app_now() when it did first; 0: it did not, since it was taken over */
    int64_t looked; /* app_now() when the list last looked by itself */
    struct index *index;          /* NULL: without */
    bool index_taken;             /* it was looked whether there is one */
    struct index_process indexing; /* brings it up to date */
    struct import_process importing; /* takes a file in; there is no indexing meanwhile */
    char *import_file;               /* the one asked about */
    char *tags_asked;                /* tags that are to be changed, while it is asked whether */
    struct preview preview;
    bool previewing, on_tagged;
    char sorted[40]; /* for those who hear the screen: what the list was sorted by, and how many lines were tagged, when that */
    int tags;        /* was told last; "" before */
    bool drafts_told; /* which games have changes that were not saved */
    bool drafts_new;  /* they were looked for: some may be of games that are not here any more */
    int drafts_left;  /* how many of those the first screen was given */
    struct record **gone; /* [gones] the games deleted last, to be put back; none of more than GONE_MOST */
    int gones;
    char deleting[ULID_LENGTH + 1]; /* the game that is asked about: others may move the cursor from it meanwhile */
};

enum { GONE_MOST = 1000 };

static inline struct archive *archive_of(const struct view *view)
{
    return (struct archive *)view;
}

/* archive_scan.c */
/* Look at so many more games; `other`: their places are new ones. Watches over the processes beside it. */
void archive_scan(struct archive *archive, int games, bool other);
/* Take the index as it is now, where there is one. */
void archive_open_index(struct archive *archive);
/* Be told from now on of what others change in a large archive. */
void archive_begin_watching(struct archive *archive);
/* Look which drafts there are now. */
void archive_look_for_drafts(struct archive *archive);
/* The view's tick: go on loading, take what the processes beside it say and what others did. */
void archive_tick(struct view *view);
/* Make the list one of the games there are, where the store was refreshed by what was done to it: by a save that found other games
 * there, or by another view. True: places may be other ones. */
bool archive_catch_up(struct archive *archive);
/* Something was not as the list has it: look whether others have changed the archive. */
void archive_look_again(struct archive *archive);

/* archive_edit.c */
/* Change the tags of the games marked, or of the one under the cursor: asked for, or as the argument says. */
void archive_ask_tags(struct archive *archive, const char *argument);
/* Move games to the trash, after a question: the tagged ones after `;`, else the one under the cursor. */
void archive_ask_delete(struct archive *archive);
/* Put back the games that went there last, where there are archive->gones; and forget them. */
void archive_undelete(struct archive *archive);
void archive_forget_gone(struct archive *archive);

/* archive_import.c */
/* Ask which file becomes which pack, and begin; while an import is under way: ask whether to stop it. */
void archive_import(struct archive *archive, const char *argument);
bool archive_can_import(const struct archive *archive);
/* Take the news of an import under way; true when it has just come to its end. */
bool archive_import_read(struct archive *archive);
/* "importing [####......] 42%"; nothing when there is none. */
void archive_import_show(const struct archive *archive, char *out, size_t size);

#endif
