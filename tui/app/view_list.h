/* view_list.h - every view of the screen. A new view file adds one line here. */
#ifndef CHESSCADE_TUI_APP_VIEW_LIST_H
#define CHESSCADE_TUI_APP_VIEW_LIST_H

#include "tui/app/view.h"

extern const struct view_ops army_view;     /* argument: struct army_open (view_army.h) */
extern const struct view_ops archive_view;  /* argument: struct archive_open (view_archive.h) */
extern const struct view_ops bookmarks_view; /* argument: struct bookmarks_open (view_bookmarks.h) */
extern const struct view_ops cascades_view; /* argument: struct cascades_open (view_cascades.h) */
extern const struct view_ops columns_view;  /* argument: struct columns_open (view_columns.h), NULL: no list of games is open */
extern const struct view_ops gallery_view;  /* argument: NULL */
extern const struct view_ops help_view;     /* argument: the view whose requests are listed */
extern const struct view_ops home_view;     /* argument: NULL */
extern const struct view_ops new_view;      /* argument: struct new_open (view_variants.h) */
extern const struct view_ops openings_view; /* argument: struct openings_open (view_openings.h) */
extern const struct view_ops options_view;  /* argument: NULL */
extern const struct view_ops own_board_view; /* argument: struct own_board_open */
extern const struct view_ops pager_view;    /* argument: struct pager_open (view_pager.h) */
extern const struct view_ops rules_view;    /* argument: struct rules_wanted (view_pager.h) */
extern const struct view_ops setup_view;    /* argument: struct setup_open (view_setup.h) */
extern const struct view_ops tour_view;     /* argument: NULL */
extern const struct view_ops variants_view; /* argument: struct variants_open (view_variants.h) */
extern const struct view_ops table_view;   /* argument: a struct table_open, tui/views/game/game.h */

#endif
