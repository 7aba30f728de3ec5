#ifndef WATCH_H
#define WATCH_H

#include "CDisk.h"

extern cdisk_watch cdisk_watching;

/// How deep a thread is in SQLite's own VFS, whose calls of libc were told of already.
extern _Thread_local int cdisk_depth;

#endif
