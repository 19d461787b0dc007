/* command_table.h - the table of everything a person can do, on the screen and in plain mode.
 *
 * R(name, "name in files and after ':'", "hint", "what it does, for ?, the manual and key files",
 * "default keys", plain mode) is a command of the screen. Default keys: `@keymap` followed by the
 * keys of that keymap, named as in key.h. A command without keys is reached by `:name` and by `?`.
 * `.also` are other names after ':', with blanks between them. The last column says how plain mode
 * does the same, and is one of
 *
 *      IN_PLAIN("words", "arguments", need, "help")    it has a command for it; NULL: the help of
 *                                                      the screen
 *      AS_PLAIN("line")                                another command there does it
 *      NOT_PLAIN("reason")                             it cannot be done there, and why not
 *
 * P(name, "words", "arguments", need, "help", "why the screen has no such command") is a command of
 * plain mode alone. The first of the words is the command's name, the others mean the same.
 *
 * The list generates the dispatchers, the hint line, both lists of help, the key file and the key
 * chapter of the manual. commands.h looks things up in it. */
#ifndef CHESSCADE_TUI_COMMANDS_COMMAND_TABLE_H
#define CHESSCADE_TUI_COMMANDS_COMMAND_TABLE_H

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

#define REQUEST_LIST(R)                                                                                                 \
    /* everywhere */                                                                                                    \
    R(REQ_HELP, "help", "help", "list what can be done here", "@everywhere ? <F1>", .also = "h",                        \
      IN_PLAIN("help ?", "[COMMAND or HEADING]", NEED_NOTHING, NULL))                                                   \
    R(REQ_COMMAND, "command", "command", "type a command",                                                              \
      "@everywhere :", NOT_PLAIN("each line is a command"))                                                             \
    R(REQ_ESCAPE, "escape", "back", "cancel one thing: a prompt, a filter, a selection",                                \
      "@everywhere <Esc>", IN_PLAIN("drop", "", NEED_RULES, "abandon the ply in progress"))                             \
    R(REQ_CLOSE, "close", "close", "close this view", "@everywhere q", .also = "q",                                     \
      IN_PLAIN("close", "", NEED_GAME, "close the game"))                                                               \
    R(REQ_LEAVE, "leave", "leave", "leave the program", "@everywhere Q", .also = "qa quit",                             \
      IN_PLAIN("quit q", "", NEED_NOTHING, NULL))                                                                       \
    R(REQ_NEXT_PANEL, "next-panel", "panel", "go to the next panel", "@everywhere <Tab>",                               \
      NOT_PLAIN(NO_PANELS))                                                                                             \
    R(REQ_PREVIOUS_PANEL, "previous-panel", "panel", "go to the previous panel",                                        \
      "@everywhere <BackTab>", NOT_PLAIN(NO_PANELS))                                                                    \
    R(REQ_MAXIMISE, "maximise", "maximise", "show the panel on the whole screen, or restore it",                        \
      "@everywhere O", NOT_PLAIN(NO_PANELS))                                                                            \
    R(REQ_OPTIONS, "options", "options", "change how things look and work", "@everywhere o",                            \
      .also = "set bind color theme keys", NOT_PLAIN(ONLY_LOOKS))                                                       \
    R(REQ_ACTIONS, "actions", "actions", "list the actions possible here", "@everywhere a",                             \
      AS_PLAIN("help"))                                                                                                 \
    R(REQ_SEARCH, "search", "find", "find a text", "@everywhere /", AS_PLAIN("search"))                                 \
    R(REQ_SEARCH_NEXT, "search-next", "next", "go to the next search hit", "@everywhere n",                             \
      NOT_PLAIN("type \"search\" and what you look for, which lists all hits"))                                         \
    R(REQ_SEARCH_PREVIOUS, "search-previous", "previous", "go to the previous search hit",                              \
      "@everywhere N", NOT_PLAIN("type \"search\" and what you look for, which lists all hits"))                        \
    R(REQ_CHARSET, "charset", "charset", "switch between UTF-8, ASCII and ASCII with drawn lines",                      \
      "@everywhere ~", NOT_PLAIN(ONLY_LOOKS))                                                                           \
    R(REQ_UNDO, "undo", "undo", "undo the last change", "@everywhere u",                                                \
      IN_PLAIN("undo u", "[theirs]", NEED_WRITABLE,                                                                     \
               "undo your last change; \"undo theirs\" undoes the last change of somebody else"))                       \
    R(REQ_REDO, "redo", "redo", "redo the undone change", "@everywhere <C-r>",                                          \
      IN_PLAIN("redo", "", NEED_WRITABLE, NULL))                                                                        \
    R(REQ_REDRAW, "redraw", "redraw", "draw the whole screen again", "@everywhere <C-l>",                               \
      NOT_PLAIN(ONLY_LOOKS))                                                                                            \
    R(REQ_SUSPEND, "suspend", "suspend", "suspend the program", "@everywhere <C-z>",                                    \
      NOT_PLAIN("press Ctrl-Z"))                                                                                        \
    R(REQ_MOUSE, "mouse", "mouse", "switch the mouse on or off, to copy text",                                          \
      "@everywhere <F12>", NOT_PLAIN(ONLY_LOOKS))                                                                       \
    R(REQ_PAGE_DOWN, "page-down", "page", "go a page down",                                                             \
      "@everywhere <PageDown> <C-f> @pager <Space>", AS_PLAIN("more"))                                                  \
    R(REQ_PAGE_UP, "page-up", "page", "go a page up", "@everywhere <PageUp>",                                           \
      NOT_PLAIN("your terminal keeps what was printed"))                                                                \
    R(REQ_SAVE, "save", "save", "save the changes", "@options w", .also = "w",                                          \
      IN_PLAIN("save w", "[mine|theirs|both...]", NEED_WRITABLE,                                                        \
               "save the game; \"mine\", \"theirs\" or \"both\" says which version to keep "                            \
               "of each field that somebody else changed as well"))                                                     \
    /* lists, texts and the cursor on a board */                                                                        \
    R(REQ_UP, "up", "up", "go up",                                                                                      \
      "@list k <Up> @pager k <Up> @board k <Up> @moves k <Up> @notes k <Up> @marks "                                    \
      "k <Up> "                                                                                                         \
      "@setup k <Up>",                                                                                                  \
      NOT_PLAIN(NO_CURSOR))                                                                                             \
    R(REQ_DOWN, "down", "down", "go down",                                                                              \
      "@list j <Down> @pager j <Down> @board j <Down> @moves j <Down> @notes j "                                        \
      "<Down> @marks j <Down> "                                                                                         \
      "@setup j <Down>",                                                                                                \
      NOT_PLAIN(NO_CURSOR))                                                                                             \
    R(REQ_LEFT, "left", "left", "go left",                                                                              \
      "@board h <Left> @marks h <Left> @options h <Left> @setup h <Left>", NOT_PLAIN(NO_CURSOR))                        \
    R(REQ_RIGHT, "right", "right", "go right",                                                                          \
      "@board l <Right> @marks l <Right> @options l <Right> @setup l <Right>",                                          \
      NOT_PLAIN(NO_CURSOR))                                                                                             \
    R(REQ_FIRST, "first", "first", "go to the first line",                                                              \
      "@list gg <Home> @pager gg <Home> @notes gg <Home>", NOT_PLAIN(NO_CURSOR))                                        \
    R(REQ_LAST, "last", "last", "go to the last line",                                                                  \
      "@list G <End> @pager G <End> @notes G <End>", NOT_PLAIN(NO_CURSOR))                                              \
    R(REQ_ENTER, "enter", "open", "open or choose what is under the cursor",                                            \
      "@list <Enter> @pager <Enter> @moves <Enter> @notes <Enter> @setup <Enter>",                                      \
      NOT_PLAIN(NO_CURSOR))                                                                                             \
    R(REQ_FILTER, "filter", "filter", "filter the list; && narrows, &+ adds, &- removes",                               \
      "@list &",                                                                                                        \
      IN_PLAIN("list search find", "[QUERY]", NEED_STORE,                                                               \
               "list the games, or those that match words and key:value, combined with |, ! "                           \
               "and parentheses; pos:here means the position on the board"))                                            \
    R(REQ_PICK, "pick", "pick", "open the line with that number", "@home <Digit> @lobby <Digit>",                       \
      IN_PLAIN("open", "N", NEED_STORE,                                                                                 \
               "open the game with that number, at the ply that matches the query"))                                    \
    R(REQ_SORT, "sort", "sort", "sort by this column; press again to reverse",                                          \
      "@lobby s @archive s", NOT_PLAIN(NO_SORT))                                                                        \
    R(REQ_SORT_NEXT, "sort-next", "sort", "sort by the next column", "@lobby . @archive .",                             \
      NOT_PLAIN(NO_SORT))                                                                                               \
    R(REQ_SORT_PREVIOUS, "sort-previous", "sort", "sort by the previous column",                                        \
      "@lobby , @archive ,", NOT_PLAIN(NO_SORT))                                                                        \
    R(REQ_TAG, "tag", "tag", "tag or untag the line", "@lobby t @archive t", NOT_PLAIN(NO_TAGGED))                      \
    R(REQ_TAG_QUERY, "tag-query", "tag by query", "tag every line that matches a query",                                \
      "@lobby T @archive T", NOT_PLAIN(NO_TAGGED))                                                                      \
    R(REQ_ON_TAGGED, "on-tagged", "on tagged", "apply the next command to every tagged line",                           \
      "@lobby ; @archive ;", NOT_PLAIN(NO_TAGGED))                                                                      \
    R(REQ_RANDOM, "random", "random", "jump to a random line", "@lobby * @list *",                                      \
      NOT_PLAIN(NO_CURSOR))                                                                                             \
    R(REQ_TOUR, "tour", "tour", "take a tour of five keys on a board", "@home T",                                       \
      NOT_PLAIN("the tour shows keys of the screen; type \"help\" for a list of commands"))                             \
    R(REQ_LESSONS, "lessons", "lessons", "open the lessons among the sample games", "@home l",                          \
      NOT_PLAIN("open the sample games with \"archive\", then type \"collections\""))                                   \
    R(REQ_LOBBY, "lobby", "lobby", "play with other people on this host", "@home L",                                    \
      IN_PLAIN("lobby", "[ARCHIVE]", NEED_NOTHING,                                                                      \
               "enter the lobby of an archive, to play with others on this host"))                                      \
    R(REQ_NEW, "new", "new game", "start a new game (:new VARIANT white=NAME)",                                         \
      "@home + @lobby + @archive +",                                                                                    \
      IN_PLAIN("new",                                                                                                   \
               "VARIANT [OPTION=VALUE]... [white=NAME] [black=NAME] [red=NAME] [clock=5+3] "                            \
               "[position=TEXT]",                                                                                       \
               NEED_NOTHING,                                                                                            \
               "start a game; put a value with blanks in quotes, as in white=\"Ana May\"; "                             \
               "black=computer:4 gives Black to the computer"))                                                         \
    R(REQ_VARIANTS, "variants", "variants", "list the variants that can be played", "",                                 \
      IN_PLAIN("variants", "", NEED_NOTHING, NULL))                                                                     \
    R(REQ_COMPUTER, "computer", "computer",                                                                             \
      "play against the computer; in a game, \":computer 4\" gives it the side to move",                                \
      "@home c @rules c @options c @table gm",                                                                          \
      IN_PLAIN("computer", "[LEVEL|off|pause|again]", NEED_RULES,                                                       \
               "give the side to move to the computer, at level 1 to 10; \"off\" gives it "                             \
               "to a person, \"pause\" stops the computer, \"again\" resumes"))                                         \
    R(REQ_ARCHIVES, "archives", "archives", "list the archives", "@home A @lobby A @archive A",                         \
      IN_PLAIN("archive", "[PATH]", NEED_NOTHING, "open an archive or a file of games"))                                \
    R(REQ_RULES, "rules", "rules", "read the rules", "@home R @list R @table R @setup R @array R",                      \
      IN_PLAIN("rules", "[VARIANT] [SECTION or all]", NEED_NOTHING,                                                     \
               "print the rules of a variant, one section, or the rule with a number"))                                 \
    R(REQ_GALLERY, "gallery", "gallery", "look at the pieces of all games", "@pager p @home p",                         \
      .also = "cards",                                                                                                  \
      NOT_PLAIN("type \"rules\" to read how the pieces move, \"inspect CELL\" for the piece "                           \
                "on a square"))                                                                                         \
    R(REQ_SETUP, "setup", "set up", "set up a position by hand, and play it",                                           \
      "@table S @options S", NOT_PLAIN(NO_EDITOR))                                                                      \
    R(REQ_PUT, "put", "put", "put a piece on the cell under the cursor", "@setup <Space>",                              \
      NOT_PLAIN(NO_EDITOR))                                                                                             \
    R(REQ_TAKE_OFF, "take-off", "remove", "remove the piece on the cell under the cursor",                              \
      "@setup x <Delete> <Backspace>", NOT_PLAIN(NO_EDITOR))                                                            \
    R(REQ_PIECE_NEXT, "piece-next", "piece", "put the next kind of piece", "@setup ]",                                  \
      NOT_PLAIN(NO_EDITOR))                                                                                             \
    R(REQ_PIECE_PREVIOUS, "piece-previous", "piece", "put the previous kind of piece", "@setup [",                      \
      NOT_PLAIN(NO_EDITOR))                                                                                             \
    R(REQ_PIECE_TYPE, "piece-type", "type one", "type the letter of a piece and put it here",                           \
      "@setup p", NOT_PLAIN(NO_EDITOR))                                                                                 \
    R(REQ_PIECE_TURN, "piece-turn", "turn", "turn the piece here, or change what it carries",                           \
      "@setup t", NOT_PLAIN(NO_EDITOR))                                                                                 \
    R(REQ_SETUP_CASTLING, "setup-castling", "castling",                                                                 \
      "allow or forbid castling with the piece here", "@setup C", NOT_PLAIN(NO_EDITOR))                                 \
    R(REQ_SETUP_PASSED, "setup-passed", "en passant",                                                                   \
      "say from where the piece here has just made a multi-step move", "@setup E",                                      \
      NOT_PLAIN(NO_EDITOR))                                                                                             \
    R(REQ_SETUP_HOLD, "setup-hold", "captured",                                                                         \
      "add one to the captured pieces of this kind, which may return", "@setup +",                                      \
      NOT_PLAIN(NO_EDITOR))                                                                                             \
    R(REQ_SETUP_RELEASE, "setup-release", "not captured",                                                               \
      "remove one from the captured pieces of this kind", "@setup -", NOT_PLAIN(NO_EDITOR))                             \
    R(REQ_SETUP_SIDE, "setup-side", "side", "let the next side move", "@setup s",                                       \
      NOT_PLAIN(NO_EDITOR))                                                                                             \
    R(REQ_SETUP_CLOCK, "setup-clock", "clock", "set a clock for the game that begins here",                             \
      "@setup T", NOT_PLAIN(NO_EDITOR))                                                                                 \
    R(REQ_SETUP_TEXT, "setup-text", "text",                                                                             \
      "edit the position text, with its rights and counters", "@setup e", NOT_PLAIN(NO_EDITOR))                         \
    R(REQ_SETUP_CLEAR, "setup-clear", "clear",                                                                          \
      "clear the board; on an empty one, set up the opening", "@setup c", NOT_PLAIN(NO_EDITOR))                         \
    R(REQ_EDIT_ARRAY, "edit-array", "on the board", "edit the armies or the board", "@options e",                       \
      NOT_PLAIN(NO_ARMIES))                                                                                             \
    R(REQ_LARGER_BOARD, "larger-board", "larger", "make the board larger by a rank and a file",                         \
      "@array +", NOT_PLAIN(NO_ARMIES))                                                                                 \
    R(REQ_SMALLER_BOARD, "smaller-board", "smaller",                                                                    \
      "make the board smaller by a rank and a file", "@array -", NOT_PLAIN(NO_ARMIES))                                  \
    R(REQ_NEXT_ARMY, "next-army", "named army", "give this side the next named army", "@array n",                       \
      NOT_PLAIN(NO_ARMIES))                                                                                             \
    R(REQ_SAME_ARMY, "same-army", "same", "give the other side the same army",                                          \
      "@array =", NOT_PLAIN(NO_ARMIES))                                                                                 \
    R(REQ_TOGGLE, "toggle", "change", "change the value under the cursor", "@options <Space>",                          \
      NOT_PLAIN(ONLY_LOOKS))                                                                                            \
    /* a game: the board */                                                                                             \
    R(REQ_SELECT, "select", "lift, drop", "lift the piece under the cursor, or drop it here",                           \
      "@board <Enter> <Space>",                                                                                         \
      IN_PLAIN("lift", "CELL", NEED_RULES, "begin a ply with the piece on that square"))                                \
    R(REQ_TYPE_MOVE, "type-move", "type a move", "type a move, or the number of a move to go to",                       \
      "@table m", IN_PLAIN("play", "PLY", NEED_RULES, "play a ply; you can omit the word play"))                        \
    R(REQ_TURN_RIGHT, "turn-right", "turn", "turn the moved piece an eighth to the right",                              \
      "@board ]", AS_PLAIN("turn-piece right"))                                                                         \
    R(REQ_TURN_LEFT, "turn-left", "turn", "turn the moved piece an eighth to the left",                                 \
      "@board [", AS_PLAIN("turn-piece left"))                                                                          \
    R(REQ_DROP_MEMBER, "drop-member", "take back",                                                                      \
      "take back the last member of the ply in progress", "@board <Backspace>",                                         \
      IN_PLAIN("retract", "", NEED_RULES, "take the last choice back"))                                                 \
    R(REQ_NUMBER_TARGETS, "number-targets", "number", "number the cells the piece can go to",                           \
      "@board #",                                                                                                       \
      IN_PLAIN("choices", "", NEED_RULES,                                                                               \
               "list the choices for the next step of a ply, with numbers"))                                            \
    R(REQ_TO, "to", "go to", "move the lifted piece to a cell (:to CELL)", "",                                          \
      IN_PLAIN(                                                                                                         \
          "to", "CELL", NEED_RULES,                                                                                     \
          "move the lifted piece there; a square alone or the number of a choice works as well"))                       \
    R(REQ_CHOOSE, "choose", "choose", "make the choice with a number (:choose N)", "",                                  \
      IN_PLAIN("choose", "N", NEED_RULES, "make the choice with that number"))                                          \
    R(REQ_TURN_PIECE, "turn-piece", "turn", "turn the piece that moved (:turn-piece right)", "",                        \
      IN_PLAIN("turn-piece", "right or left", NEED_RULES, "turn the piece that moved"))                                 \
    R(REQ_DONE, "done", "end the ply", "end the ply in progress", "",                                                   \
      IN_PLAIN("done", "", NEED_RULES, "end the ply"))                                                                  \
    R(REQ_INSPECT, "inspect", "inspect", "describe this cell", "@table i",                                              \
      IN_PLAIN("inspect i", "CELL", NEED_RULES,                                                                         \
               "show more: how the piece moves, and by which rule"))                                                    \
    R(REQ_LINE, "line", "line", "follow the continuation with that number", "",                                         \
      IN_PLAIN("line", "N", NEED_GAME, NULL))                                                                           \
    R(REQ_TELL, "tell", "where", "tell where you are: the ply, its notes, whose turn it is", "",                        \
      IN_PLAIN("tell", "", NEED_GAME, NULL))                                                                            \
    R(REQ_PLIES, "plies", "plies", "list the plies from here on", "",                                                   \
      IN_PLAIN("plies", "[COUNT]", NEED_GAME, NULL))                                                                    \
    R(REQ_LAST_PLY, "last-ply", "last ply", "describe the last ply", "",                                                \
      IN_PLAIN("last l", "", NEED_GAME, NULL))                                                                          \
    R(REQ_MEMBERS, "members", "members",                                                                                \
      "describe the ply member by member, with the notes on each", "",                                                  \
      IN_PLAIN("members", "", NEED_GAME, NULL))                                                                         \
    R(REQ_TURN, "turn", "turn", "tell whose turn it is, or how the game ended", "",                                     \
      IN_PLAIN("turn t", "", NEED_GAME, NULL))                                                                          \
    R(REQ_LINES, "lines", "lines", "list the plies that continue from here", "",                                        \
      IN_PLAIN("lines", "", NEED_GAME, NULL))                                                                           \
    R(REQ_BOARD, "board", "board", "describe the board rank by rank", "",                                               \
      IN_PLAIN("board b", "", NEED_RULES, NULL))                                                                        \
    R(REQ_PIECES, "pieces", "pieces",                                                                                   \
      "list where the pieces with this letter are: N for White's, n for Black's", "",                                   \
      IN_PLAIN("pieces p", "LETTER", NEED_RULES, NULL))                                                                 \
    R(REQ_ROW, "row", "row", "describe a rank or a file", "",                                                           \
      IN_PLAIN("row s", "FILE or RANK", NEED_RULES, NULL))                                                              \
    R(REQ_LOOK, "look", "look", "describe a square and what is on it", "",                                              \
      IN_PLAIN("look o", "CELL", NEED_RULES, NULL))                                                                     \
    R(REQ_MOVES_FROM, "moves-from", "moves from", "list where the piece on a square can move", "",                      \
      IN_PLAIN("moves-from m", "CELL", NEED_RULES, NULL))                                                               \
    R(REQ_ATTACKERS, "attackers", "attackers", "list the pieces that could capture on a square",                        \
      "", IN_PLAIN("attackers x", "CELL", NEED_RULES, NULL))                                                            \
    R(REQ_DIAGONALS, "diagonals", "diagonals",                                                                          \
      "describe the diagonals from a square; on triangles every line", "",                                              \
      IN_PLAIN("diagonals d", "CELL", NEED_RULES, NULL))                                                                \
    R(REQ_FLIP, "flip", "flip", "turn the board", "@table f", NOT_PLAIN(ONLY_LOOKS))                                    \
    R(REQ_FLIP_BACK, "flip-back", "flip", "turn the board the other way", "@table F",                                   \
      NOT_PLAIN(ONLY_LOOKS))                                                                                            \
    R(REQ_SHOW_MARKS, "show-marks", "marks", "show or hide the marks", "@table v",                                      \
      NOT_PLAIN(ONLY_LOOKS))                                                                                            \
    R(REQ_ZOOM_IN, "zoom-in", "larger", "draw the board larger", "@table zi", .also = "zoom",                           \
      NOT_PLAIN(ONLY_LOOKS))                                                                                            \
    R(REQ_ZOOM_OUT, "zoom-out", "smaller", "draw the board smaller", "@table zo",                                       \
      NOT_PLAIN(ONLY_LOOKS))                                                                                            \
    /* a game: replay */                                                                                                \
    R(REQ_STEP_NEXT, "step-next", "step", "go one ply forward",                                                         \
      "@moves l <Right> @table > @openings l <Right>",                                                                  \
      IN_PLAIN("next n", "[COUNT]", NEED_GAME, "go forward by a ply, or more"))                                         \
    R(REQ_STEP_BACK, "step-back", "step", "go one ply back",                                                            \
      "@moves h <Left> @table < @openings h <Left> <Backspace>",                                                        \
      IN_PLAIN("back", "[COUNT]", NEED_GAME, "go back by a ply, or more"))                                              \
    R(REQ_MEMBER_NEXT, "member-next", "member", "go one member of a cascade forward",                                   \
      "@table L @cascades L",                                                                                           \
      IN_PLAIN("member", "N", NEED_RULES,                                                                               \
               "select a member of the ply, to write notes on it; 0 selects the whole ply"))                            \
    R(REQ_MEMBER_BACK, "member-back", "member", "go one member of a cascade back",                                      \
      "@table H @cascades H", NOT_PLAIN("type \"member\" and the number of the member"))                                \
    R(REQ_CELL_NEXT, "cell-next", "cell", "go one cell forward along the path of the next ply",                         \
      "@table . @cascades .", NOT_PLAIN("type \"members\" to hear the path of the ply"))                                \
    R(REQ_CELL_BACK, "cell-back", "cell", "go one cell back along the path",                                            \
      "@table , @cascades ,", NOT_PLAIN("type \"members\" to hear the path of the ply"))                                \
    R(REQ_CASCADES, "cascades", "cascades",                                                                             \
      "look for plies that reach a goal: capture, check, promote, ...", "@table X",                                     \
      IN_PLAIN("cascades", "GOAL [MOVES]", NEED_RULES,                                                                  \
               "find the shortest plies that reach capture:CELL, reach:LETTER@CELL, check, "                            \
               "promote or summon"))                                                                                    \
    R(REQ_PLAY_FOUND, "play-found", "play it", "play the ply under the cursor in the game",                             \
      "@cascades p", NOT_PLAIN("type the ply that \"cascades\" has found"))                                             \
    R(REQ_START, "start", "start", "go to the start of the game",                                                       \
      "@moves gg 0 <Home> @openings 0", IN_PLAIN("start", "", NEED_GAME, NULL))                                         \
    R(REQ_END, "end", "end", "go to the end of the line", "@moves G $ <End> @board G <End>",                            \
      IN_PLAIN("end", "", NEED_GAME, NULL))                                                                             \
    R(REQ_GO_TO, "go-to", "go to move", "go to the move with a number", "@moves g<Digit>",                              \
      IN_PLAIN("go", "N", NEED_GAME, "go to the ply with that number; 0 is the start"))                                 \
    R(REQ_SIBLING_NEXT, "sibling-next", "sibling", "go to the next alternative to this ply",                            \
      "@moves ]", NOT_PLAIN("type \"back\", then \"lines\" and \"line N\" to choose another ply"))                      \
    R(REQ_SIBLING_PREVIOUS, "sibling-previous", "sibling",                                                              \
      "go to the previous alternative to this ply", "@moves [",                                                         \
      NOT_PLAIN("type \"back\", then \"lines\" and \"line N\" to choose another ply"))                                  \
    R(REQ_FORK_NEXT, "fork-next", "fork", "go to the next ply with variations", "@moves }",                             \
      IN_PLAIN("fork", "[back]", NEED_GAME, "go to the next or the previous ply with variations"))                      \
    R(REQ_FORK_PREVIOUS, "fork-previous", "fork", "go to the previous ply with variations",                             \
      "@moves {", AS_PLAIN("fork back"))                                                                                \
    R(REQ_NOTE_NEXT, "note-next", "notes", "go to the next note, on a ply or a member",                                 \
      "@moves )",                                                                                                       \
      IN_PLAIN("note", "[back]", NEED_GAME, "go to the next or the previous ply with notes"))                           \
    R(REQ_NOTE_PREVIOUS, "note-previous", "notes", "go to the previous note", "@moves (",                               \
      AS_PLAIN("note back"))                                                                                            \
    R(REQ_PARENT, "parent", "parent", "go up to the line this variation leaves", "@moves ^",                            \
      IN_PLAIN("parent", "", NEED_GAME, NULL))                                                                          \
    R(REQ_EXPLODE, "explode", "members",                                                                                \
      "show this cascade with a row for each member, or as one ply", "@moves ze",                                       \
      AS_PLAIN("members"))                                                                                              \
    R(REQ_FOLD, "fold", "fold", "fold or unfold this line", "@moves za", NOT_PLAIN(NO_FOLDS))                           \
    R(REQ_FOLD_ALL, "fold-all", "fold all", "fold every line", "@moves zM", NOT_PLAIN(NO_FOLDS))                        \
    R(REQ_UNFOLD_ALL, "unfold-all", "unfold all", "unfold every line", "@moves zR",                                     \
      NOT_PLAIN(NO_FOLDS))                                                                                              \
    R(REQ_PLAY, "play", "play", "replay automatically; any key stops it", "@moves <Space>",                             \
      NOT_PLAIN(NO_MOTION))                                                                                             \
    R(REQ_FASTER, "faster", "faster", "replay faster", "@moves +", NOT_PLAIN(NO_MOTION))                                \
    R(REQ_SLOWER, "slower", "slower", "replay slower", "@moves -", NOT_PLAIN(NO_MOTION))                                \
    R(REQ_GAME_NEXT, "game-next", "next game", "open the next game of the list", "@table J",                            \
      NOT_PLAIN("type \"open N\" to open another game of the list"))                                                    \
    R(REQ_GAME_PREVIOUS, "game-previous", "previous game", "open the previous game of the list",                        \
      "@table K", NOT_PLAIN("type \"open N\" to open another game of the list"))                                        \
    R(REQ_TRIAL, "trial", "trial", "try moves freely; press again to restore", "@table x",                              \
      IN_PLAIN("try", "[keep]", NEED_GAME,                                                                              \
               "start a trial, in which you can try moves freely; \"try\" again restores "                              \
               "the game, \"try keep\" makes the trial a change of the game"))                                          \
    R(REQ_GUESS, "guess", "guess", "guess the next ply, which is hidden", "@table w",                                   \
      IN_PLAIN("guess", "", NEED_RULES,                                                                                 \
               "hide the following plies, so that you can guess them; repeat it to stop"))                              \
    R(REQ_BOOKMARK, "bookmark", "bookmark", "set a bookmark here", "@table b",                                          \
      IN_PLAIN("bookmark", "", NEED_GAME, "set a bookmark here, or remove it"))                                         \
    R(REQ_BOOKMARKS, "bookmarks", "bookmarks", "list the bookmarks of all games and go to one",                         \
      "@table ' @archive ' @home '",                                                                                    \
      IN_PLAIN("bookmarks", "[N]", NEED_NOTHING,                                                                        \
               "show your bookmarks in all games, or go to one"))                                                       \
    R(REQ_SEARCH_POSITION, "search-position", "position", "find this position in the archive",                          \
      "@table p @archive p @openings p @setup gp @cascades gp", AS_PLAIN("search pos:here"))                            \
    R(REQ_JUMP_BACK, "jump-back", "back", "go back to where you were before the last jump",                             \
      "@table <C-o>", NOT_PLAIN("type \"go N\" to go to a ply by its number"))                                          \
    R(REQ_OPENINGS, "openings", "openings", "count the plies that follow in the archive",                               \
      "@table go @archive go @setup go @cascades go @rules go @options go",                                             \
      IN_PLAIN("openings tree", "[QUERY]", NEED_STORE,                                                                  \
               "show the plies that follow this position in the archive, with counts and "                              \
               "scores"))                                                                                               \
    R(REQ_OPENINGS_PANEL, "openings-panel", "opening panel", "show or hide the panel of openings",                      \
      "@table gO", AS_PLAIN("openings"))                                                                                \
    R(REQ_OPENINGS_LOCK, "openings-lock", "lock",                                                                       \
      "keep the panel of openings at this position, or let it follow the board", "@table gL",                           \
      NOT_PLAIN("type \"openings\" to count the plies that follow the position on the board"))                          \
    /* a game: notes and changes */                                                                                     \
    R(REQ_COMMENT, "comment", "comment", "write a comment on this ply", "@table c",                                     \
      IN_PLAIN("comment c", "TEXT", NEED_WRITABLE,                                                                      \
               "write your comment on the ply or its selected member; a single - removes it"))                          \
    R(REQ_NAG_GOOD, "nag-good", "!", "!  a good move", "@table 1", AS_PLAIN("nag !"))                                   \
    R(REQ_NAG_MISTAKE, "nag-mistake", "?", "?  a mistake", "@table 2", AS_PLAIN("nag ?"))                               \
    R(REQ_NAG_BRILLIANT, "nag-brilliant", "!!", "!! a brilliant move", "@table 3",                                      \
      AS_PLAIN("nag !!"))                                                                                               \
    R(REQ_NAG_BLUNDER, "nag-blunder", "??", "?? a blunder", "@table 4", AS_PLAIN("nag ??"))                             \
    R(REQ_NAG_INTERESTING, "nag-interesting", "!?", "!? a move worth attention", "@table 5",                            \
      AS_PLAIN("nag !?"))                                                                                               \
    R(REQ_NAG_DUBIOUS, "nag-dubious", "?!", "?! a doubtful move", "@table 6", AS_PLAIN("nag ?!"))                       \
    R(REQ_NAG_PALETTE, "nag-palette", "judge", "choose a judgement from the whole list",                                \
      "@table =",                                                                                                       \
      IN_PLAIN("nag", "SIGN", NEED_WRITABLE,                                                                            \
               "judge the ply: !, ?, !!, ??, !?, ?! and others; repeat it to remove the "                               \
               "judgement"))                                                                                            \
    R(REQ_MARKS, "marks", "marks", "draw marks on the board", "@table M",                                               \
      NOT_PLAIN("type \"mark CELL\" or \"arrow CELL CELL\""))                                                           \
    R(REQ_MARK_CELL, "mark-cell", "mark", "mark or unmark this cell; bend an arrow here",                               \
      "@marks <Space>",                                                                                                 \
      IN_PLAIN("mark", "CELL [COLOUR]", NEED_WRITABLE,                                                                  \
               "mark a square; repeat it to erase the mark"))                                                           \
    R(REQ_MARK_ARROW, "mark-arrow", "arrow", "start an arrow here, or end it", "@marks a",                              \
      IN_PLAIN("arrow", "CELL CELL... [COLOUR]", NEED_WRITABLE,                                                         \
               "draw an arrow through these squares; repeat it to erase the arrow"))                                    \
    R(REQ_MARK_BRUSH, "mark-brush", "brush", "choose the brush", "@marks <Digit>",                                      \
      NOT_PLAIN("name a colour after the squares of \"mark\" or \"arrow\""))                                            \
    R(REQ_PROMOTE, "promote", "promote", "move this line up by one", "@moves P",                                        \
      IN_PLAIN("promote", "", NEED_WRITABLE, "move this variation up by one"))                                          \
    R(REQ_DELETE, "delete", "delete",                                                                                   \
      "delete this line; in a list of games: move it to the trash", "@moves D @archive D @home D",                      \
      IN_PLAIN("delete", "", NEED_WRITABLE, "delete the ply and all plies after it"))                                   \
    R(REQ_REPLACE, "replace", "replace",                                                                                \
      "replace this ply and keep what follows while it is legal (:replace Nf3)", "",                                    \
      IN_PLAIN("replace", "PLY", NEED_WRITABLE,                                                                         \
               "replace this ply with another; the plies after it are kept as far as they "                             \
               "are legal"))                                                                                            \
    R(REQ_COPY_LINE, "copy-line", "copy line", "copy the line from here on", "@table yl",                               \
      IN_PLAIN("copy-line", "", NEED_GAME, NULL))                                                                       \
    R(REQ_GRAFT, "graft", "graft", "insert the copied line here", "@moves gp",                                          \
      IN_PLAIN("graft", "", NEED_WRITABLE, NULL))                                                                       \
    R(REQ_NULL_MOVE, "null-move", "null move", "add a null move here", "@moves --",                                     \
      IN_PLAIN("null-move", "", NEED_WRITABLE,                                                                          \
               "add a null move, which passes the turn; only in variations"))                                           \
    R(REQ_COPY_POSITION, "copy-position", "copy position", "copy the position as text",                                 \
      "@table yp @archive yp @openings yp @setup yp",                                                                   \
      IN_PLAIN("position", "[FILE]", NEED_RULES,                                                                        \
               "print the position as text, or write it to a new file"))                                                \
    R(REQ_COPY_DIAGRAM, "copy-diagram", "copy diagram", "copy the board as a drawing",                                  \
      "@table yd",                                                                                                      \
      IN_PLAIN("picture", "[FILE]", NEED_RULES,                                                                         \
               "print the board as a picture, or write it to a new file"))                                              \
    R(REQ_COPY_GAME, "copy-game", "copy game", "copy the game (:book FILE.html .md .txt .pgn)",                         \
      "@table yg @archive yg @lobby yg", .also = "book",                                                                \
      IN_PLAIN("export yank copy", "FILE", NEED_GAME,                                                                   \
               "write the game to a new file; .pgn, .html, .md and .txt select the format"))                            \
    R(REQ_COPY_TEXT, "copy-text", "copy text",                                                                          \
      "copy the game's text, as the archive stores it, to a new file (:copy-text FILE)",                                \
      "@table yt",                                                                                                      \
      IN_PLAIN("copy-text", "FILE", NEED_GAME,                                                                          \
               "copy the game's text, as the archive stores it, to a new file"))                                        \
    R(REQ_TAKE_MINE, "take-mine", "mine", "keep my version of this field", "@conflict m",                               \
      AS_PLAIN("save mine"))                                                                                            \
    R(REQ_TAKE_THEIRS, "take-theirs", "theirs", "keep the other version of this field",                                 \
      "@conflict t", AS_PLAIN("save theirs"))                                                                           \
    R(REQ_TAKE_BOTH, "take-both", "both", "keep both texts, one after the other", "@conflict b",                        \
      AS_PLAIN("save both"))                                                                                            \
    R(REQ_LAYER, "layer", "layers", "show, hide or merge an annotator's notes (:layer NAME off)",                       \
      "@table gl",                                                                                                      \
      IN_PLAIN("layer layers", "[NAME on|off|merge|merge here] or all", NEED_GAME,                                      \
               "list who wrote notes; hide or show the notes of one person, or make them "                              \
               "unsigned notes of the game"))                                                                           \
    R(REQ_TAGS, "tags", "tags", "change the tags of the game (:tags blitz sicilian)",                                   \
      "@table gt @archive gt",                                                                                          \
      IN_PLAIN("tags", "[WORDS]", NEED_GAME,                                                                            \
               "show or set the tags of the game; +word adds, -word removes, a single - "                               \
               "removes all"))                                                                                          \
    R(REQ_COLLECTIONS, "collections", "collections", "list the collections of the archive",                             \
      "@archive gc",                                                                                                    \
      IN_PLAIN("collections", "", NEED_STORE,                                                                           \
               "list the collections of the archive, and how many games their searches find"))                          \
    R(REQ_COLLECTION, "collection", "collection", "go to a collection (:collection N or TITLE)",                        \
      "", IN_PLAIN("collection", "N or TITLE", NEED_STORE, "list the games of a collection"))                           \
    R(REQ_COLLECT_LISTED, "collect-listed", "collect all",                                                              \
      "add all games of the list to a collection (:collect-listed TITLE)", "",                                          \
      IN_PLAIN("collect-listed", "TITLE", NEED_STORE,                                                                   \
               "add all games of the last list to a collection"))                                                       \
    R(REQ_NAME_GAME, "name-game", "describe",                                                                           \
      "describe a game in a collection (:name-game N COLLECTION WORDS)", "",                                            \
      IN_PLAIN("name-game", "N COLLECTION [WORDS]", NEED_STORE,                                                         \
               "describe the game with that number in a collection, or remove its description"))                        \
    R(REQ_DELETE_COLLECTION, "delete-collection", "delete",                                                             \
      "delete a collection; its games stay (:delete-collection N or TITLE)", "",                                        \
      IN_PLAIN("delete-collection", "N or TITLE", NEED_STORE,                                                           \
               "delete a collection; its games stay in the archive"))                                                   \
    R(REQ_SEARCH_KEYS, "search-keys", "search keys",                                                                    \
      "list the keys of filters, or the values of one (:search-keys KEY)", "",                                          \
      IN_PLAIN("search-keys", "[KEY [BEGINNING]]", NEED_STORE,                                                          \
               "list the keys of queries, or the values that one key has in this archive"))                             \
    R(REQ_DRAFTS, "drafts", "drafts",                                                                                   \
      "list the games with unsaved changes; :resume N resumes one", "",                                                 \
      IN_PLAIN("drafts", "", NEED_STORE, "list the games with unsaved changes"))                                        \
    R(REQ_TRASH, "trash", "trash", "move a game to the trash by its number (:trash N)", "",                             \
      IN_PLAIN("trash", "N", NEED_STORE, "move the game with that number to the trash"))                                \
    R(REQ_DUPLICATES, "duplicates", "duplicates", "find duplicate games in this list",                                  \
      "@archive gD",                                                                                                    \
      IN_PLAIN("duplicates", "[QUERY]", NEED_STORE,                                                                     \
               "list the duplicates among the games listed last, or among those that match"))                           \
    R(REQ_MERGE, "merge", "merge", "merge the two games, with the notes of both", "@duplicates m",                      \
      IN_PLAIN("merge", "N", NEED_STORE,                                                                                \
               "merge a pair from the list of duplicates, keeping the notes of both games"))                            \
    R(REQ_KEEP_SEARCH, "keep-search", "keep search",                                                                    \
      "save the filter under a name, as a collection", "@archive gk @collection s",                                     \
      IN_PLAIN("keep", "TITLE", NEED_STORE,                                                                             \
               "keep the last search under a title; \"list saved:TITLE\" repeats it"))                                  \
    R(REQ_IMPORT, "import", "import", "import a PGN or YAML file (:import FILE)", "@archive gi",                        \
      IN_PLAIN("import", "FILE", NEED_NOTHING,                                                                          \
               "import the games of a PGN or YAML file into the archive"))                                              \
    R(REQ_COLLECT, "collect", "collect", "add the game to a collection", "@table gC @archive gC",                       \
      IN_PLAIN("collect", "TITLE", NEED_GAME,                                                                           \
               "add the open game, at this ply, to a collection, which is created if it "                               \
               "does not exist"))                                                                                       \
    R(REQ_MOVE_UP, "move-up", "move up", "move the line up", "@collection K",                                           \
      IN_PLAIN("move-up", "N TITLE", NEED_STORE,                                                                        \
               "move the game with that number up by one in a collection"))                                             \
    R(REQ_MOVE_DOWN, "move-down", "move down", "move the line down", "@collection J",                                   \
      IN_PLAIN("move-down", "N TITLE", NEED_STORE,                                                                      \
               "move the game with that number down by one in a collection"))                                           \
    R(REQ_REMOVE, "remove", "remove", "remove the line", "@collection D @bookmarks D",                                  \
      IN_PLAIN("take-out", "N TITLE", NEED_STORE,                                                                       \
               "remove the game with that number from a collection"))                                                   \
    R(REQ_NEW_COLLECTION, "new-collection", "new", "make a new collection", "@collection +",                            \
      NOT_PLAIN("type \"collect TITLE\", which makes a collection that does not exist"))                                \
    R(REQ_RENAME, "rename", "rename", "change the title", "@collection r",                                              \
      IN_PLAIN("rename", "COLLECTION TITLE", NEED_STORE,                                                                \
               "rename a collection; quote an old title with blanks"))                                                  \
    R(REQ_STATISTICS, "statistics", "statistics",                                                                       \
      "count results, players, variants of these games", "@archive gs @collection gs",                                  \
      IN_PLAIN("statistics stats", "[QUERY]", NEED_STORE,                                                               \
               "count results, variants, years and players of the games listed last, or of "                            \
               "those that match"))                                                                                     \
    R(REQ_DIFF, "diff", "differences",                                                                                  \
      "show what saving would change in the file; diff N: what change N did; diff "                                     \
      "2 5: "                                                                                                           \
      "changes 2 to 5; diff #12: another game",                                                                         \
      "",                                                                                                               \
      IN_PLAIN(                                                                                                         \
          "changes", "[all or N [N] or #GAME]", NEED_GAME,                                                              \
          "show what was changed since the game was saved; what changes of \"history\" did; how another game differs; " \
          "with \"all\", what saving changes in its file"))                                                             \
    R(REQ_HISTORY, "history", "changes", "list the changes, and go back to one", "",                                    \
      IN_PLAIN("history", "[N [theirs]]", NEED_GAME,                                                                    \
               "list the changes made in this session, or go back to one"))                                             \
    R(REQ_TAKE_BACK, "take-back", "take back", "take back the last ply of a game in play", "",                          \
      IN_PLAIN("takeback", "", NEED_PLAYED, "take the last ply of the game back"))                                      \
    R(REQ_RESIGN, "resign", "resign", "resign, or withdraw a game that has not begun", "",                              \
      IN_PLAIN("resign", "", NEED_PLAYED, "resign for the side to move"))                                               \
    R(REQ_OFFER_DRAW, "offer-draw", "offer draw", "offer a draw", "",                                                   \
      IN_PLAIN("draw", "", NEED_PLAYED, NULL))                                                                          \
    R(REQ_ACCEPT, "accept", "accept", "accept the offer", "",                                                           \
      IN_PLAIN("accept", "", NEED_PLAYED, NULL))                                                                        \
    R(REQ_DECLINE, "decline", "decline", "decline the offer", "",                                                       \
      IN_PLAIN("decline", "", NEED_PLAYED, NULL))                                                                       \
    R(REQ_CLAIM_DRAW, "claim-draw", "claim draw", "claim a draw that the rules grant", "",                              \
      IN_PLAIN("claim", "", NEED_PLAYED, NULL))                                                                         \
    R(REQ_REMATCH, "rematch", "rematch", "start the same game again", "",                                               \
      IN_PLAIN("rematch", "", NEED_NOTHING, "start a rematch with seats rotated"))                                      \
    R(REQ_PLAY_NOW, "play-now", "play now",                                                                             \
      "let the computer play the best ply it has found so far", "@table !",                                             \
      IN_PLAIN("play-now now", "", NEED_RULES, NULL))                                                                   \
    R(REQ_OFFER_PAUSE, "offer-pause", "pause", "propose a pause, which stops the clocks", "",                           \
      .also = "pause", AS_PLAIN("offer pause"))                                                                         \
    R(REQ_OFFER_ADJOURN, "offer-adjourn", "adjourn", "offer to adjourn", "", .also = "adjourn",                         \
      AS_PLAIN("offer adjourn"))                                                                                        \
    R(REQ_OFFER_ABORT, "offer-abort", "abort", "stop without a result; from ply 2 all must agree",                      \
      "", .also = "abort", AS_PLAIN("offer abort"))                                                                     \
    R(REQ_OFFER_SWAP, "offer-swap", "swap", "propose to change sides; clocks stay with the sides",                      \
      "", .also = "swap", AS_PLAIN("offer swap"))                                                                       \
    R(REQ_GO_ON, "go-on", "resume", "resume a game that was left or paused", "@table gr",                               \
      IN_PLAIN("resume", "[N]", NEED_STORE,                                                                             \
               "resume a game with unsaved changes, or the open game if its clocks are stopped"))                       \
    R(REQ_SIT, "sit", "take the seat", "take a seat in the game you watch", "",                                         \
      IN_PLAIN("sit", "", NEED_TABLE,                                                                                   \
               "take a free seat of the game you watch, or take your seat over from another "                           \
               "login"))                                                                                                \
    R(REQ_MUTE, "mute", "mute", "mute or unmute a player (:mute NAME)", "",                                             \
      IN_PLAIN("mute", "[NAME]", NEED_LOBBY,                                                                            \
               "mute or unmute a player; without a name, list the muted players"))                                      \
    R(REQ_FOLLOW, "follow", "follow", "watch every game a player plays (:follow NAME), or stop",                        \
      "",                                                                                                               \
      IN_PLAIN("follow", "[NAME]", NEED_LOBBY,                                                                          \
               "watch whatever game a player plays; without a name, stop"))                                             \
    R(REQ_LEAD, "lead", "lead", "lead: show this game to the others here, or stop", "",                                 \
      IN_PLAIN("lead", "", NEED_LOBBY,                                                                                  \
               "start or stop leading: all others reading this game follow you"))                                       \
    R(REQ_SYNC, "sync", "sync", "see what the player who leads shows, or stop", "@table gs",                            \
      IN_PLAIN("sync", "", NEED_LOBBY,                                                                                  \
               "start or stop following whoever leads in a game of the archive"))                                       \
    R(REQ_CHAT, "chat", "chat", "talk to the others at this game, or in the lobby",                                     \
      "@table C @lobby C",                                                                                              \
      IN_PLAIN("say kibitz whisper", "TEXT", NEED_LOBBY,                                                                \
               "talk to the players and watchers of this game (if you watch, to the watchers); "                        \
               "in an archived game, to its other readers; elsewhere, to the lobby"))                                   \
    R(REQ_CLOCK, "clock", "clocks", "show the clocks in words", "",                                                     \
      IN_PLAIN("clock", "", NEED_GAME, "show the clocks"))                                                              \
    R(REQ_OFFER, "offer", "offer", "propose a draw, a pause and so on (:offer pause)", "",                              \
      IN_PLAIN("offer", "draw, takeback, abort, pause, adjourn, swap or resume", NEED_TABLE,                            \
               "propose this to the others, who accept or decline"))                                                    \
    R(REQ_TALK, "talk", "chat", "show the chat (:talk COUNT)", "",                                                      \
      IN_PLAIN("talk", "[COUNT]", NEED_LOBBY, "show the chat"))                                                         \
    R(REQ_GAMES, "games", "games", "list the games being played, and free seats", "",                                   \
      IN_PLAIN("games", "", NEED_LOBBY,                                                                                 \
               "list the games being played, yours first, and free seats"))                                             \
    R(REQ_WHO, "who", "people", "list the people in the lobby", "",                                                     \
      IN_PLAIN("who", "", NEED_LOBBY, NULL))                                                                            \
    R(REQ_JOIN, "join", "join", "take a seat in a game, or resume it (:join #MARK)", "",                                \
      IN_PLAIN("join", "N or #MARK", NEED_LOBBY, "take a seat in that game, or resume it"))                             \
    R(REQ_WATCH, "watch", "watch", "watch a game (:watch #MARK)", "",                                                   \
      IN_PLAIN("watch", "N or #MARK", NEED_LOBBY, "watch that game"))                                                   \
    R(REQ_REFUSE, "refuse", "refuse", "decline an invitation (:refuse #MARK)", "",                                      \
      IN_PLAIN("refuse", "N...", NEED_LOBBY, "decline invitations to games"))                                           \
    R(REQ_WITHDRAW, "withdraw", "withdraw", "cancel a game that waits (:withdraw #MARK)", "",                           \
      IN_PLAIN("withdraw", "N...", NEED_LOBBY,                                                                          \
               "cancel a game that waits for players; several games as in \"withdraw 2 3\""))                           \
    R(REQ_SEEK, "seek", "seek", "start a game (:seek classical clock=15+10)", "",                                       \
      IN_PLAIN("seek",                                                                                                  \
               "VARIANT [side=white] [clock=15+10 or 3-days] [against=NAME] [third=NAME] "                              \
               "[watchers=nobody] [delay=PLIES] [mode=strict] [grace=MINUTES] "                                         \
               "[OPTION=VALUE]...",                                                                                     \
               NEED_LOBBY, "start a game; seats without a name are open to all"))                                       \
    R(REQ_CHALLENGE, "challenge", "challenge", "challenge a player (:challenge bob classical)",                         \
      "",                                                                                                               \
      IN_PLAIN("challenge", "NAME VARIANT [options as in seek]...", NEED_LOBBY,                                         \
               "challenge a player to a game"))

/* Commands of plain mode for which the screen has none. */
#define PLAIN_LIST(P)                                                               \
    P(REQ_STYLE, "style", "[short|long|spelled]", NEED_NOTHING,                     \
      "set how plies are written: Nf3, Ng1-f3, or Nf3 with its square spelled out", \
      "the screen always writes plies short")                                       \
    P(REQ_MORE, "more", "", NEED_STORE, "list further games", "lists scroll")       \
    P(REQ_EXAMPLES, "examples", "[VARIANT]", NEED_NOTHING,                          \
      "list games and positions that are examples of its rules",                    \
      ":rules shows the examples where they belong")                                \
    P(REQ_EXAMPLE, "example", "N", NEED_NOTHING,                                    \
      "open one of the examples listed last, to read it or play on from it",        \
      ":rules shows the examples where they belong")                                \
    P(REQ_WAIT, "wait", "[SECONDS]", NEED_NOTHING,                                  \
      "wait until it is your turn or you have to answer; as a watcher, until "      \
      "something is played or shown",                                               \
      "the screen shows at once what others do")                                    \
    P(REQ_LEAVE_GAME, "leave", "", NEED_LOBBY, "leave the game, or the lobby",      \
      ":close leaves the game or the lobby")

enum keymap {
#define KEYMAP_NAME(name, text, where) name,
    KEYMAPS_LIST(KEYMAP_NAME)
#undef KEYMAP_NAME
        KEYMAPS
};

enum request {
    REQ_NONE,
#define REQUEST_NAME(name, ...) name,
    REQUEST_LIST(REQUEST_NAME)
    /* Commands of the screen are below REQUESTS, those of plain mode alone are not. */
    REQUESTS,
    REQUEST_LAST = REQUESTS - 1,
    PLAIN_LIST(REQUEST_NAME)
#undef REQUEST_NAME
        COMMANDS
};

#endif
