/* data_folder.h - where the program's own data is: rules, themes, samples. */
#ifndef CHESSCADE_DATA_FOLDER_H
#define CHESSCADE_DATA_FOLDER_H

/* The folder: $CHESSCADE_DATA; else, for a program run from where it was built, the folder of its sources; else
 * where it was installed. Never NULL; it may not exist. Found once. */
const char *data_folder(void);

#endif
