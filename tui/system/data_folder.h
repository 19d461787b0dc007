/* data_folder.h - finds the program's own data: rules, themes, samples. */
#ifndef CHESSCADE_TUI_SYSTEM_DATA_FOLDER_H
#define CHESSCADE_TUI_SYSTEM_DATA_FOLDER_H

/* The folder: $CHESSCADE_DATA; else, if the program runs from its build folder, the source folder; else the
 * installation folder. Never NULL, but it may not exist. Found once. */
const char *data_folder(void);

#endif
