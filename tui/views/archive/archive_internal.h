/* archive_internal.h - the internals of the list of an archive's games, for the files of this
 * folder only. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_ARCHIVE_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_ARCHIVE_INTERNAL_H

#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/app.h"
#include "tui/app/view.h"
#include "tui/session/archive/archive_session.h"
#include "tui/session/archive/list_deeds.h"
#include "tui/views/archive/game_list.h"
#include "tui/views/archive/preview.h"
#include "tui/workers/import_worker.h"
#include "tui/workers/index_worker.h"

enum { SCAN_FIRST = 100, SCAN_NEXT = 500 };

/* An open archive in a view. */
struct archive_screen {
    struct archive_session session;
    struct view *view;
    /* Called with each event before it is shown; NULL: the view needs none. */
    void (*told)(struct view *view, const struct archive_event *event);
    /* What the prompt or the question is about that the session has begun. */
    enum request command;
    char *argument; /* owned */
    char label[80];
    bool answering; /* the user has answered the question with yes */
};

struct archive {
    struct view view;
    struct store *store;
    bool borrowed;  /* the store belongs to a view below this one */
    char name[100]; /* the collection whose search this list shows; "": none */
    int total;      /* number of games when another view last covered this one */
    int changes;    /* store_changes() when last shown */
    int generation; /* store_generation() when last shown */
    char *path;
    struct game_list games;
    struct area heads; /* where the headings of the columns were drawn; no rows: they were not */
    int watch; /* a descriptor that becomes readable when others change a large archive; -1: none */
    bool watching; /* the system has been asked to report changes */
    /* What the list waits for: both processes, `watch`, and the time of the next tick. */
    loop_handle import_watch, index_watch, change_watch, ticking;
    /* app_now() of the first reported change that has not been applied yet; 0: none */
    int64_t told;
    int64_t looked;                  /* app_now() when the list last polled for changes */
    struct index *index;             /* the search index; NULL: none */
    bool index_taken;                /* the list has tried to open the index */
    struct index_process indexing;   /* a process that brings the index up to date */
    struct import_process importing; /* a process that imports a file; no indexing runs meanwhile */
    char *import_file;               /* the file that the user is being asked about */
    char *tags_asked;                /* the new tags, until the user confirms them */
    struct preview preview;
    bool previewing, on_tagged;
    char sorted[40];  /* the sort order when screen readers were last told of it; "": not yet */
    int tags;         /* the number of tagged games when screen readers were last told of it */
    bool drafts_told; /* the user has been told of the games with unsaved changes */
    bool drafts_new;  /* drafts were looked up, and some may belong to deleted games */
    int drafts_left;  /* how many drafts of deleted games were given to the home screen */
    struct archive_screen screen; /* what is done with the games */
    /* The game that the user is asked about, because changes by others may move the cursor
     * meanwhile. */
    char deleting[ULID_LENGTH + 1];
};

static inline struct archive *archive_of(const struct view *view)
{
    return (struct archive *)view;
}

/* ---- view_archive.c */
/* Scan this many more games of the archive. `other`: indices into the store have changed. Also
 * checks on the background processes. */
void archive_scan(struct archive *archive, int games, bool other);
/* Open the search index as it is now, if there is one. */
void archive_open_index(struct archive *archive);
/* Ask the system to report changes that others make to a large archive. */
void archive_begin_watching(struct archive *archive);
/* Find out which drafts exist now. */
void archive_look_for_drafts(struct archive *archive);
/* For app_at(), with the archive as argument: continues loading, reads from the background
 * processes, and applies changes by others. */
void archive_tick(void *argument);
/* Call archive_tick() at this app_now() time, and not before unless something is reported. */
static inline void archive_tick_at(struct archive *archive, int64_t at)
{
    app_at(&archive->view, &archive->ticking, at, archive_tick, archive);
}
/* Wait for the background processes that run, and for reports of changes by others. */
void archive_watch_all(struct archive *archive);
/* Update the list if the store has been refreshed by a save or by another view. Returns true if
 * indices into the store may have changed. */
bool archive_catch_up(struct archive *archive);
/* navigation.c: a click on a heading sorts by its column; a click on a game chooses it, another one
 * opens it. */
bool archive_mouse(struct view *view, const struct mouse *mouse);
/* navigation.c: describe the sort order and the number of tagged games, if they have changed. */
bool archive_aloud(struct view *view, bool brief, char *out, size_t size);
/* Call this when the list disagrees with the archive: checks whether others have changed it. */
void archive_look_again(struct archive *archive);

/* Change the tags of the tagged games, or of the game under the cursor. The new tags are in the
 * argument; if it is empty the user is asked. */
void archive_ask_tags(struct archive *archive, const char *argument);
/* Ask, then move games to the trash: the tagged games after `;`, otherwise the one under the
 * cursor. */
void archive_ask_delete(struct archive *archive);

/* ---- told.c */
/* Let commands of tui/session/commands/archive_commands.h act on the store of a view. */
void archive_screen_begin(struct archive_screen *screen, struct view *view,
                          void (*told)(struct view *view, const struct archive_event *event));
void archive_screen_end(struct archive_screen *screen);
/* Run a command, which asks its question again unless the user has just answered it. Returns false
 * if it is none of those. */
bool archive_screen_run(struct archive_screen *screen, enum request command, const char *argument);

/* ---- import.c */
/* Start to import a file; without an argument ask for it and for a name for its pack. During an
 * import, ask whether to stop it. */
void archive_import(struct archive *archive, const char *argument);
bool archive_can_import(const struct archive *archive);
/* Read the progress of a running import. Returns true if the import has just ended. */
bool archive_import_read(struct archive *archive);
/* Write the progress, "importing [####......] 42%", or "" if no import is running. */
void archive_import_show(const struct archive *archive, char *out, size_t size);

/* ---- Opening the list of games of an archive. */

struct archive_open {
    const char *path;    /* copied */
    struct store *store; /* an open store, borrowed; NULL: open `path` */
    /* the position that pos:here means in filters; copied; NULL: none */
    const struct position *here;
    const char *filter; /* the initial filter; NULL: none */
    const char *name;   /* a name for the filtered games, shown in the title; copied; NULL: none */
};

/* ---- Opening the collections of an archive. tui/views/prompts.h adds games to a collection from
 * other views. */

struct collection_open {
    struct store *store; /* borrowed; must outlive the view */
    const char *id;      /* the collection to begin with; NULL: the first */
};

extern const struct view_ops collection_view; /* argument: struct collection_open */

/* ---- Choosing the columns of the list of games. */

/* The games of a view below, borrowed; they preview the columns. */
struct columns_open {
    const struct game_list *games;
};

/* ---- Opening the view of duplicate games of an archive. */

struct duplicates_open {
    struct store *store; /* borrowed; must outlive the view */
    const int *place;    /* [n] The games to compare, as indices into the store; copied. */
    int n;
};

extern const struct view_ops duplicates_view; /* argument: struct duplicates_open */

/* ---- Opening the view that counts how an archive's games continue from a position. */

/* The argument of openings_view. */
struct openings_open {
    struct store *store; /* borrowed, unless owns_store */
    bool owns_store;     /* the view takes ownership of `store` if opening succeeds */
    const char *query;   /* which games are counted (archive/query/query.h); copied; "": all */
    /* The position, copied with a ruleset of its own. NULL: count the openings of all variants
     * in the archive. */
    const struct position *here;
};

#endif
