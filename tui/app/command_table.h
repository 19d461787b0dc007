/* command_table.h - the table of every request a user can make, with its default keys.
 *
 * R(name, "name in files and after ':'", "hint", "what it does, for ?, the manual and key files",
 * "default keys"). Default keys: `@keymap` followed by the keys of that keymap, named as in key.h.
 * This list generates the dispatcher, the hint line, the help, the key file and the key chapter of
 * the manual. A request without keys is reached by `:name` and by `?`. */
#ifndef CHESSCADE_TUI_APP_COMMAND_TABLE_H
#define CHESSCADE_TUI_APP_COMMAND_TABLE_H

/* Keymaps: M(name, "name", "where it is active"). A view says which are active; the first that
 * knows a key decides, and KEYMAP_EVERYWHERE is always the last. */
#define KEYMAPS_LIST(M)                                                 \
    M(KEYMAP_EVERYWHERE, "everywhere", "everywhere")                    \
    M(KEYMAP_LIST, "list", "in every list")                             \
    M(KEYMAP_HOME, "home", "on the first screen")                       \
    M(KEYMAP_LOBBY, "lobby", "in the lobby")                            \
    M(KEYMAP_ARCHIVE, "archive", "in the list of games")                \
    M(KEYMAP_OPTIONS, "options", "in the list of options")              \
    M(KEYMAP_PAGER, "pager", "in a text")                               \
    M(KEYMAP_TABLE, "table", "at a game, whatever panel has the focus") \
    M(KEYMAP_BOARD, "board", "at a game, board focus")                  \
    M(KEYMAP_MOVES, "moves", "at a game, moves focus")                  \
    M(KEYMAP_NOTES, "notes", "at a game, notes focus")                  \
    M(KEYMAP_SETUP, "setup", "in the position editor")                  \
    M(KEYMAP_OPENINGS, "openings", "in the opening tree")               \
    M(KEYMAP_ARRAY, "array", "in the board and army editors")           \
    M(KEYMAP_CASCADES, "cascades", "in the cascade finder")             \
    M(KEYMAP_RULES, "rules", "in the rules and the list of variants")   \
    M(KEYMAP_CONFLICT, "conflict", "in the list of conflicts")          \
    M(KEYMAP_COLLECTION, "collection", "in a collection of games")      \
    M(KEYMAP_DUPLICATES, "duplicates", "in the list of duplicates")     \
    M(KEYMAP_BOOKMARKS, "bookmarks", "in the list of bookmarks")        \
    M(KEYMAP_MARKS, "marks", "at a game, while marks are drawn")

#define REQUEST_LIST(R)                                                                                 \
    /* everywhere */                                                                                    \
    R(REQ_HELP, "help", "help", "list what can be done here", "@everywhere ? <F1>")                     \
    R(REQ_COMMAND, "command", "command", "type a command", "@everywhere :")                             \
    R(REQ_ESCAPE, "escape", "back", "cancel one thing: a prompt, a filter, a selection",                \
      "@everywhere <Esc>")                                                                              \
    R(REQ_CLOSE, "close", "close", "close this view", "@everywhere q")                                  \
    R(REQ_LEAVE, "leave", "leave", "leave the program", "@everywhere Q")                                \
    R(REQ_NEXT_PANEL, "next-panel", "panel", "go to the next panel", "@everywhere <Tab>")               \
    R(REQ_PREVIOUS_PANEL, "previous-panel", "panel", "go to the previous panel",                        \
      "@everywhere <BackTab>")                                                                          \
    R(REQ_MAXIMISE, "maximise", "maximise", "show the panel on the whole screen, or restore it",        \
      "@everywhere O")                                                                                  \
    R(REQ_OPTIONS, "options", "options", "change how things look and work", "@everywhere o")            \
    R(REQ_ACTIONS, "actions", "actions", "list the actions possible here", "@everywhere a")             \
    R(REQ_SEARCH, "search", "find", "find a text", "@everywhere /")                                     \
    R(REQ_SEARCH_NEXT, "search-next", "next", "go to the next search hit", "@everywhere n")             \
    R(REQ_SEARCH_PREVIOUS, "search-previous", "previous", "go to the previous search hit",              \
      "@everywhere N")                                                                                  \
    R(REQ_CHARSET, "charset", "charset", "switch between UTF-8, ASCII and ASCII with drawn lines",      \
      "@everywhere ~")                                                                                  \
    R(REQ_UNDO, "undo", "undo", "undo the last change", "@everywhere u")                                \
    R(REQ_REDO, "redo", "redo", "redo the undone change", "@everywhere <C-r>")                          \
    R(REQ_REDRAW, "redraw", "redraw", "draw the whole screen again", "@everywhere <C-l>")               \
    R(REQ_SUSPEND, "suspend", "suspend", "suspend the program", "@everywhere <C-z>")                    \
    R(REQ_MOUSE, "mouse", "mouse", "switch the mouse on or off, to copy text",                          \
      "@everywhere <F12>")                                                                              \
    R(REQ_PAGE_DOWN, "page-down", "page", "go a page down",                                             \
      "@everywhere <PageDown> <C-f> @pager <Space>")                                                    \
    R(REQ_PAGE_UP, "page-up", "page", "go a page up", "@everywhere <PageUp>")                           \
    R(REQ_SAVE, "save", "save", "save the changes", "@options w")                                       \
    /* lists, texts and the cursor on a board */                                                        \
    R(REQ_UP, "up", "up", "go up",                                                                      \
      "@list k <Up> @pager k <Up> @board k <Up> @moves k <Up> @notes k <Up> @marks k <Up> "             \
      "@setup k <Up>")                                                                                  \
    R(REQ_DOWN, "down", "down", "go down",                                                              \
      "@list j <Down> @pager j <Down> @board j <Down> @moves j <Down> @notes j <Down> @marks j <Down> " \
      "@setup j <Down>")                                                                                \
    R(REQ_LEFT, "left", "left", "go left",                                                              \
      "@board h <Left> @marks h <Left> @options h <Left> @setup h <Left>")                              \
    R(REQ_RIGHT, "right", "right", "go right",                                                          \
      "@board l <Right> @marks l <Right> @options l <Right> @setup l <Right>")                          \
    R(REQ_FIRST, "first", "first", "go to the first line",                                              \
      "@list gg <Home> @pager gg <Home> @notes gg <Home>")                                              \
    R(REQ_LAST, "last", "last", "go to the last line",                                                  \
      "@list G <End> @pager G <End> @notes G <End>")                                                    \
    R(REQ_ENTER, "enter", "open", "open or choose what is under the cursor",                            \
      "@list <Enter> @pager <Enter> @moves <Enter> @notes <Enter> @setup <Enter>")                      \
    R(REQ_FILTER, "filter", "filter", "filter the list; && narrows, &+ adds, &- removes",               \
      "@list &")                                                                                        \
    R(REQ_PICK, "pick", "pick", "open the line with that number", "@home <Digit> @lobby <Digit>")       \
    R(REQ_SORT, "sort", "sort", "sort by this column; press again to reverse",                          \
      "@lobby s @archive s")                                                                            \
    R(REQ_SORT_NEXT, "sort-next", "sort", "sort by the next column", "@lobby . @archive .")             \
    R(REQ_SORT_PREVIOUS, "sort-previous", "sort", "sort by the previous column",                        \
      "@lobby , @archive ,")                                                                            \
    R(REQ_TAG, "tag", "tag", "tag or untag the line", "@lobby t @archive t")                            \
    R(REQ_TAG_QUERY, "tag-query", "tag by query", "tag every line that matches a query",                \
      "@lobby T @archive T")                                                                            \
    R(REQ_ON_TAGGED, "on-tagged", "on tagged", "apply the next command to every tagged line",           \
      "@lobby ; @archive ;")                                                                            \
    R(REQ_RANDOM, "random", "random", "jump to a random line", "@lobby * @list *")                      \
    R(REQ_TOUR, "tour", "tour", "take a tour of five keys on a board", "@home T")                       \
    R(REQ_LESSONS, "lessons", "lessons", "open the lessons among the sample games", "@home l")          \
    R(REQ_LOBBY, "lobby", "lobby", "play with other people on this host", "@home L")                    \
    R(REQ_NEW, "new", "new game", "start a new game", "@home + @lobby + @archive +")                    \
    R(REQ_COMPUTER, "computer", "computer",                                                             \
      "play against the computer (:computer 4 at a game: it plays the side to move)",                   \
      "@home c @rules c @options c @table gm")                                                          \
    R(REQ_ARCHIVES, "archives", "archives", "list the archives", "@home A @lobby A @archive A")         \
    R(REQ_RULES, "rules", "rules", "read the rules", "@home R @list R @table R @setup R @array R")      \
    R(REQ_GALLERY, "gallery", "gallery", "look at the pieces of all games", "@pager p @home p")         \
    R(REQ_SETUP, "setup", "set up", "set up a position by hand, and play it",                           \
      "@table S @options S")                                                                            \
    R(REQ_PUT, "put", "put", "put a piece on the cell under the cursor", "@setup <Space>")              \
    R(REQ_TAKE_OFF, "take-off", "remove", "remove the piece on the cell under the cursor",              \
      "@setup x <Delete> <Backspace>")                                                                  \
    R(REQ_PIECE_NEXT, "piece-next", "piece", "put the next kind of piece", "@setup ]")                  \
    R(REQ_PIECE_PREVIOUS, "piece-previous", "piece", "put the previous kind of piece", "@setup [")      \
    R(REQ_PIECE_TYPE, "piece-type", "type one", "type the letter of a piece and put it here",           \
      "@setup p")                                                                                       \
    R(REQ_PIECE_TURN, "piece-turn", "turn", "turn the piece here, or change what it carries",           \
      "@setup t")                                                                                       \
    R(REQ_SETUP_CASTLING, "setup-castling", "castling",                                                 \
      "allow or forbid castling with the piece here", "@setup C")                                       \
    R(REQ_SETUP_PASSED, "setup-passed", "en passant",                                                   \
      "say from where the piece here has just made a multi-step move", "@setup E")                      \
    R(REQ_SETUP_HOLD, "setup-hold", "captured",                                                         \
      "add one to the captured pieces of this kind, which may return", "@setup +")                      \
    R(REQ_SETUP_RELEASE, "setup-release", "not captured",                                               \
      "remove one from the captured pieces of this kind", "@setup -")                                   \
    R(REQ_SETUP_SIDE, "setup-side", "side", "let the next side move", "@setup s")                       \
    R(REQ_SETUP_CLOCK, "setup-clock", "clock", "set a clock for the game that begins here",             \
      "@setup T")                                                                                       \
    R(REQ_SETUP_TEXT, "setup-text", "text",                                                             \
      "edit the position text, with its rights and counters", "@setup e")                               \
    R(REQ_SETUP_CLEAR, "setup-clear", "clear",                                                          \
      "clear the board; on an empty one, set up the opening", "@setup c")                               \
    R(REQ_EDIT_ARRAY, "edit-array", "on the board", "edit the armies or the board", "@options e")       \
    R(REQ_LARGER_BOARD, "larger-board", "larger", "make the board larger by a rank and a file",         \
      "@array +")                                                                                       \
    R(REQ_SMALLER_BOARD, "smaller-board", "smaller",                                                    \
      "make the board smaller by a rank and a file", "@array -")                                        \
    R(REQ_NEXT_ARMY, "next-army", "named army", "give this side the next named army", "@array n")       \
    R(REQ_SAME_ARMY, "same-army", "same", "give the other side the same army", "@array =")              \
    R(REQ_TOGGLE, "toggle", "change", "change the value under the cursor", "@options <Space>")          \
    /* a game: the board */                                                                             \
    R(REQ_SELECT, "select", "lift, drop", "lift the piece under the cursor, or drop it here",           \
      "@board <Enter> <Space>")                                                                         \
    R(REQ_TYPE_MOVE, "type-move", "type a move", "type a move, or the number of a move to go to",       \
      "@table m")                                                                                       \
    R(REQ_TURN_RIGHT, "turn-right", "turn", "turn the moved piece an eighth to the right",              \
      "@board ]")                                                                                       \
    R(REQ_TURN_LEFT, "turn-left", "turn", "turn the moved piece an eighth to the left",                 \
      "@board [")                                                                                       \
    R(REQ_DROP_MEMBER, "drop-member", "take back",                                                      \
      "take back the last member of the ply in progress", "@board <Backspace>")                         \
    R(REQ_NUMBER_TARGETS, "number-targets", "number", "number the cells the piece can go to",           \
      "@board #")                                                                                       \
    R(REQ_INSPECT, "inspect", "inspect", "describe this cell", "@table i")                              \
    R(REQ_FLIP, "flip", "flip", "turn the board", "@table f")                                           \
    R(REQ_FLIP_BACK, "flip-back", "flip", "turn the board the other way", "@table F")                   \
    R(REQ_SHOW_MARKS, "show-marks", "marks", "show or hide the marks", "@table v")                      \
    R(REQ_ZOOM_IN, "zoom-in", "larger", "draw the board larger", "@table zi")                           \
    R(REQ_ZOOM_OUT, "zoom-out", "smaller", "draw the board smaller", "@table zo")                       \
    /* a game: replay */                                                                                \
    R(REQ_STEP_NEXT, "step-next", "step", "go one ply forward",                                         \
      "@moves l <Right> @table > @openings l <Right>")                                                  \
    R(REQ_STEP_BACK, "step-back", "step", "go one ply back",                                            \
      "@moves h <Left> @table < @openings h <Left> <Backspace>")                                        \
    R(REQ_MEMBER_NEXT, "member-next", "member", "go one member of a cascade forward",                   \
      "@table L @cascades L")                                                                           \
    R(REQ_MEMBER_BACK, "member-back", "member", "go one member of a cascade back",                      \
      "@table H @cascades H")                                                                           \
    R(REQ_CELL_NEXT, "cell-next", "cell", "go one cell forward along the path of the next ply",         \
      "@table . @cascades .")                                                                           \
    R(REQ_CELL_BACK, "cell-back", "cell", "go one cell back along the path",                            \
      "@table , @cascades ,")                                                                           \
    R(REQ_CASCADES, "cascades", "cascades",                                                             \
      "look for plies that reach a goal: capture, check, promote, ...", "@table X")                     \
    R(REQ_PLAY_FOUND, "play-found", "play it", "play the ply under the cursor in the game",             \
      "@cascades p")                                                                                    \
    R(REQ_START, "start", "start", "go to the start of the game",                                       \
      "@moves gg 0 <Home> @openings 0")                                                                 \
    R(REQ_END, "end", "end", "go to the end of the line", "@moves G $ <End> @board G <End>")            \
    R(REQ_GO_TO, "go-to", "go to move", "go to the move with a number", "@moves g<Digit>")              \
    R(REQ_SIBLING_NEXT, "sibling-next", "sibling", "go to the next alternative to this ply",            \
      "@moves ]")                                                                                       \
    R(REQ_SIBLING_PREVIOUS, "sibling-previous", "sibling",                                              \
      "go to the previous alternative to this ply", "@moves [")                                         \
    R(REQ_FORK_NEXT, "fork-next", "fork", "go to the next ply with variations", "@moves }")             \
    R(REQ_FORK_PREVIOUS, "fork-previous", "fork", "go to the previous ply with variations",             \
      "@moves {")                                                                                       \
    R(REQ_NOTE_NEXT, "note-next", "notes", "go to the next note, on a ply or a member",                 \
      "@moves )")                                                                                       \
    R(REQ_NOTE_PREVIOUS, "note-previous", "notes", "go to the previous note", "@moves (")               \
    R(REQ_PARENT, "parent", "parent", "go up to the line this variation leaves", "@moves ^")            \
    R(REQ_EXPLODE, "explode", "members",                                                                \
      "show this cascade with a row for each member, or as one ply", "@moves ze")                       \
    R(REQ_FOLD, "fold", "fold", "fold or unfold this line", "@moves za")                                \
    R(REQ_FOLD_ALL, "fold-all", "fold all", "fold every line", "@moves zM")                             \
    R(REQ_UNFOLD_ALL, "unfold-all", "unfold all", "unfold every line", "@moves zR")                     \
    R(REQ_PLAY, "play", "play", "replay automatically; any key stops it", "@moves <Space>")             \
    R(REQ_FASTER, "faster", "faster", "replay faster", "@moves +")                                      \
    R(REQ_SLOWER, "slower", "slower", "replay slower", "@moves -")                                      \
    R(REQ_GAME_NEXT, "game-next", "next game", "open the next game of the list", "@table J")            \
    R(REQ_GAME_PREVIOUS, "game-previous", "previous game", "open the previous game of the list",        \
      "@table K")                                                                                       \
    R(REQ_TRIAL, "trial", "trial", "try moves freely; press again to restore", "@table x")              \
    R(REQ_GUESS, "guess", "guess", "guess the next ply, which is hidden", "@table w")                   \
    R(REQ_BOOKMARK, "bookmark", "bookmark", "set a bookmark here", "@table b")                          \
    R(REQ_BOOKMARKS, "bookmarks", "bookmarks", "list the bookmarks of all games and go to one",         \
      "@table ' @archive ' @home '")                                                                    \
    R(REQ_SEARCH_POSITION, "search-position", "position", "find this position in the archive",          \
      "@table p @archive p @openings p @setup gp @cascades gp")                                         \
    R(REQ_JUMP_BACK, "jump-back", "back", "go back to where you were before the last jump",             \
      "@table <C-o>")                                                                                   \
    R(REQ_OPENINGS, "openings", "openings", "count the plies that follow in the archive",               \
      "@table go @archive go @setup go @cascades go @rules go @options go")                             \
    R(REQ_OPENINGS_PANEL, "openings-panel", "opening panel", "show or hide the panel of openings",      \
      "@table gO")                                                                                      \
    R(REQ_OPENINGS_LOCK, "openings-lock", "lock",                                                       \
      "keep the panel of openings at this position, or let it follow the board", "@table gL")           \
    /* a game: notes and changes */                                                                     \
    R(REQ_COMMENT, "comment", "comment", "write a comment on this ply", "@table c")                     \
    R(REQ_NAG_GOOD, "nag-good", "!", "!  a good move", "@table 1")                                      \
    R(REQ_NAG_MISTAKE, "nag-mistake", "?", "?  a mistake", "@table 2")                                  \
    R(REQ_NAG_BRILLIANT, "nag-brilliant", "!!", "!! a brilliant move", "@table 3")                      \
    R(REQ_NAG_BLUNDER, "nag-blunder", "??", "?? a blunder", "@table 4")                                 \
    R(REQ_NAG_INTERESTING, "nag-interesting", "!?", "!? a move worth attention", "@table 5")            \
    R(REQ_NAG_DUBIOUS, "nag-dubious", "?!", "?! a doubtful move", "@table 6")                           \
    R(REQ_NAG_PALETTE, "nag-palette", "judge", "choose a judgement from the whole list",                \
      "@table =")                                                                                       \
    R(REQ_MARKS, "marks", "marks", "draw marks on the board", "@table M")                               \
    R(REQ_MARK_CELL, "mark-cell", "mark", "mark or unmark this cell; bend an arrow here",               \
      "@marks <Space>")                                                                                 \
    R(REQ_MARK_ARROW, "mark-arrow", "arrow", "start an arrow here, or end it", "@marks a")              \
    R(REQ_MARK_BRUSH, "mark-brush", "brush", "choose the brush", "@marks <Digit>")                      \
    R(REQ_PROMOTE, "promote", "promote", "move this line up by one", "@moves P")                        \
    R(REQ_DELETE, "delete", "delete",                                                                   \
      "delete this line; in a list of games: move it to the trash", "@moves D @archive D @home D")      \
    R(REQ_REPLACE, "replace", "replace",                                                                \
      "replace this ply and keep what follows while it is legal (:replace Nf3)", "")                    \
    R(REQ_COPY_LINE, "copy-line", "copy line", "copy the line from here on", "@table yl")               \
    R(REQ_GRAFT, "graft", "graft", "insert the copied line here", "@moves gp")                          \
    R(REQ_NULL_MOVE, "null-move", "null move", "add a null move here", "@moves --")                     \
    R(REQ_COPY_POSITION, "copy-position", "copy position", "copy the position as text",                 \
      "@table yp @archive yp @openings yp @setup yp")                                                   \
    R(REQ_COPY_DIAGRAM, "copy-diagram", "copy diagram", "copy the board as a drawing",                  \
      "@table yd")                                                                                      \
    R(REQ_COPY_GAME, "copy-game", "copy game", "copy the game (:book FILE.html .md .txt .pgn)",         \
      "@table yg @archive yg @lobby yg")                                                                \
    R(REQ_TAKE_MINE, "take-mine", "mine", "keep my version of this field", "@conflict m")               \
    R(REQ_TAKE_THEIRS, "take-theirs", "theirs", "keep the other version of this field",                 \
      "@conflict t")                                                                                    \
    R(REQ_TAKE_BOTH, "take-both", "both", "keep both texts, one after the other", "@conflict b")        \
    R(REQ_LAYER, "layer", "layers", "show, hide or merge an annotator's notes (:layer NAME off)",       \
      "@table gl")                                                                                      \
    R(REQ_TAGS, "tags", "tags", "change the tags of the game (:tags blitz sicilian)",                   \
      "@table gt @archive gt")                                                                          \
    R(REQ_COLLECTIONS, "collections", "collections", "list the collections of the archive",             \
      "@archive gc")                                                                                    \
    R(REQ_DUPLICATES, "duplicates", "duplicates", "find duplicate games in this list",                  \
      "@archive gD")                                                                                    \
    R(REQ_MERGE, "merge", "merge", "merge the two games, with the notes of both", "@duplicates m")      \
    R(REQ_KEEP_SEARCH, "keep-search", "keep search",                                                    \
      "save the filter under a name, as a collection", "@archive gk @collection s")                     \
    R(REQ_IMPORT, "import", "import", "import a PGN or YAML file (:import FILE)", "@archive gi")        \
    R(REQ_COLLECT, "collect", "collect", "add the game to a collection", "@table gC @archive gC")       \
    R(REQ_MOVE_UP, "move-up", "move up", "move the line up", "@collection K")                           \
    R(REQ_MOVE_DOWN, "move-down", "move down", "move the line down", "@collection J")                   \
    R(REQ_REMOVE, "remove", "remove", "remove the line", "@collection D @bookmarks D")                  \
    R(REQ_NEW_COLLECTION, "new-collection", "new", "make a new collection", "@collection +")            \
    R(REQ_RENAME, "rename", "rename", "change the title", "@collection r")                              \
    R(REQ_STATISTICS, "statistics", "statistics",                                                       \
      "count results, players, variants of these games", "@archive gs @collection gs")                  \
    R(REQ_DIFF, "diff", "differences",                                                                  \
      "show what saving would change in the file; diff N: what change N did; diff 2 5: "                \
      "changes 2 to 5; diff #12: another game",                                                         \
      "")                                                                                               \
    R(REQ_HISTORY, "history", "changes", "list the changes, and go back to one", "")                    \
    R(REQ_TAKE_BACK, "take-back", "take back", "take back the last ply of a game in play", "")          \
    R(REQ_RESIGN, "resign", "resign", "resign, or withdraw a game that has not begun", "")              \
    R(REQ_OFFER_DRAW, "offer-draw", "offer draw", "offer a draw", "")                                   \
    R(REQ_ACCEPT, "accept", "accept", "accept the offer", "")                                           \
    R(REQ_DECLINE, "decline", "decline", "decline the offer", "")                                       \
    R(REQ_CLAIM_DRAW, "claim-draw", "claim draw", "claim a draw that the rules grant", "")              \
    R(REQ_REMATCH, "rematch", "rematch", "start the same game again", "")                               \
    R(REQ_PLAY_NOW, "play-now", "play now",                                                             \
      "let the computer play the best ply it has found so far", "@table !")                             \
    R(REQ_OFFER_PAUSE, "offer-pause", "pause", "propose a pause, which stops the clocks", "")           \
    R(REQ_OFFER_ADJOURN, "offer-adjourn", "adjourn", "offer to adjourn", "")                            \
    R(REQ_OFFER_ABORT, "offer-abort", "abort", "stop without a result; from ply 2 all must agree",      \
      "")                                                                                               \
    R(REQ_OFFER_SWAP, "offer-swap", "swap", "propose to change sides; clocks stay with the sides",      \
      "")                                                                                               \
    R(REQ_GO_ON, "go-on", "resume", "resume a game that was left or paused", "@table gr")               \
    R(REQ_SIT, "sit", "take the seat", "take a seat in the game you watch", "")                         \
    R(REQ_MUTE, "mute", "mute", "mute or unmute a player (:mute NAME)", "")                             \
    R(REQ_FOLLOW, "follow", "follow", "watch every game a player plays (:follow NAME), or stop",        \
      "")                                                                                               \
    R(REQ_LEAD, "lead", "lead", "lead: show this game to the others here, or stop", "")                 \
    R(REQ_SYNC, "sync", "sync", "see what the player who leads shows, or stop", "@table gs")            \
    R(REQ_CHAT, "chat", "chat", "talk to the others at this game, or in the lobby",                     \
      "@table C @lobby C")

enum keymap {
#define KEYMAP_NAME(name, text, where) name,
    KEYMAPS_LIST(KEYMAP_NAME)
#undef KEYMAP_NAME
        KEYMAPS
};

enum request {
    REQ_NONE,
#define REQUEST_NAME(name, text, hint, help, keys) name,
    REQUEST_LIST(REQUEST_NAME)
#undef REQUEST_NAME
        REQUESTS
};

#endif
