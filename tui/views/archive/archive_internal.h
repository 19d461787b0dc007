/* archive_internal.h - internals of the list of an archive's games.
 *
 * For the files of this folder only. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_ARCHIVE_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_ARCHIVE_INTERNAL_H

#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/view.h"
#include "tui/views/archive/game_list.h"
#include "tui/views/archive/preview.h"
#include "tui/workers/import_worker.h"
#include "tui/workers/index_worker.h"

enum { SCAN_FIRST = 100, SCAN_NEXT = 500 };

struct archive {
    struct view view;
    struct store *store;
    bool borrowed;  /* the store belongs to a view below */
    char name[100]; /* the collection whose search this list shows; "" */
    int total;      /* number of games when another view last covered this one */
    int changes;    /* store_changes() when last shown */
    int generation; /* store_generation() when last shown */
    char *path;
    struct game_list games;
    int watch;           /* becomes readable when others change a large archive; -1: not watching */
    bool watching;       /* watching was requested */
    int64_t told;        /* app_now() of the first notification not yet applied; 0: none */
    int64_t looked;      /* app_now() when the list last polled for changes */
    struct index *index; /* NULL: none */
    bool index_taken;    /* the list has tried to open the index */
    struct index_process indexing;   /* brings the index up to date */
    struct import_process importing; /* imports a file; no indexing meanwhile */
    char *import_file;               /* the file the question is about */
    char *tags_asked;                /* the new tags, until the user confirms them */
    struct preview preview;
    bool previewing, on_tagged;
    char sorted[40]; /* for screen-reader users: the sort order */
    int tags; /* and the number of tagged games when last compared; "" before the first time */
    bool drafts_told;     /* the games with unsaved changes have been announced */
    bool drafts_new;      /* drafts were looked up and may include some of deleted games */
    int drafts_left;      /* how many of those the home screen got */
    struct record **gone; /* [gones] the games deleted last, for undeleting; none if more than
                             GONE_MOST were deleted */
    int gones;
    char deleting[ULID_LENGTH + 1]; /* the game the question is about: changes by others may move
                                       the cursor meanwhile */
};

enum { GONE_MOST = 1000 };

static inline struct archive *archive_of(const struct view *view)
{
    return (struct archive *)view;
}

/* ---- view_archive.c */
/* Scan this many more games. `other`: indices into the store have changed. Also watches the
 * background processes. */
void archive_scan(struct archive *archive, int games, bool other);
/* Open the index as it is now, if there is one. */
void archive_open_index(struct archive *archive);
/* Ask the system to report changes that others make to a large archive. */
void archive_begin_watching(struct archive *archive);
/* Look up which drafts exist now. */
void archive_look_for_drafts(struct archive *archive);
/* The view's tick: continue loading, read from the background processes, and apply changes by
 * others. */
void archive_tick(struct view *view);
/* Bring the list up to date if the store has been refreshed, by a save that found changes or by
 * another view. True if indices into the store may have changed. */
bool archive_catch_up(struct archive *archive);
/* The list disagreed with the archive: check whether others have changed it. */
void archive_look_again(struct archive *archive);

/* Change the tags of the tagged games, or of the one under the cursor: from the argument, or else
 * from a prompt. */
void archive_ask_tags(struct archive *archive, const char *argument);
/* Move games to the trash after asking: the tagged ones after `;`, else the one under the cursor.
 */
void archive_ask_delete(struct archive *archive);
/* archive_undelete() restores the games deleted last (archive->gone); archive_forget_gone() drops
 * them. */
void archive_undelete(struct archive *archive);
void archive_forget_gone(struct archive *archive);

/* ---- import.c */
/* Ask for a file and a pack name, then start importing. During an import: ask whether to stop it.
 */
void archive_import(struct archive *archive, const char *argument);
bool archive_can_import(const struct archive *archive);
/* Read the progress of a running import. True if it has just ended. */
bool archive_import_read(struct archive *archive);
/* "importing [####......] 42%", or "" without an import. */
void archive_import_show(const struct archive *archive, char *out, size_t size);

/* ---- Opening the list of games of an archive. */

struct archive_open {
    const char *path;            /* copied */
    struct store *store;         /* borrowed, already open; NULL: open `path` */
    const struct position *here; /* what pos:here means in filters; copied; NULL: nothing */
    const char *filter;          /* the initial filter; NULL: none */
    const char *name; /* a name for the filtered games, for the title; copied; NULL: none */
};

/* ---- Opening the collections of an archive. For adding games to one from elsewhere see
 * tui/views/prompts.h. */

struct collection_open {
    struct store *store; /* borrowed, outlives the view */
};

extern const struct view_ops collection_view; /* argument: struct collection_open */

/* ---- Choosing the columns of the list of games. */

/* The games of a view below, used for the preview of the columns; borrowed. */
struct columns_open {
    const struct game_list *games;
};

/* ---- Opening the view of duplicate games of an archive. */

struct duplicates_open {
    struct store *store; /* borrowed, outlives the view */
    const int *place;    /* [n] the games to compare: places in its list; copied */
    int n;
};

extern const struct view_ops duplicates_view; /* argument: struct duplicates_open */

/* ---- Opening the view that counts how an archive's games continue from a position. */

/* The argument of openings_view. */
struct openings_open {
    struct store *store;         /* borrowed, unless owns_store */
    bool owns_store;             /* the view takes over `store` once it is opened */
    const char *query;           /* which games count: archive/query/query.h; copied; "": all */
    const struct position *here; /* copied, with a ruleset of its own; NULL: the openings of all
                                    variants in the archive */
};

#endif
