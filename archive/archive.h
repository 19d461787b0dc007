/* archive.h - the room of the archive: games as YAML. */
#ifndef CHESSCADE_ARCHIVE_H
#define CHESSCADE_ARCHIVE_H
#endif
