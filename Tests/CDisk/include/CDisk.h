/// A disk that tells what is done to it, and does it only if it may.
///
/// SQLite's files go through a VFS in front of the system's own, which is the default once installed. What
/// the program does to files by itself (rename, unlink, link, fsync, mkdir, posix_fallocate, and what it does in
/// an open folder) is caught on its way to libc: these functions are defined here too, and so stand before libc's
/// in a test's program. Own reads and writes are told of only for files that were opened in an open folder.
/// Paths that nobody watches go straight to the system. Tests only.
#ifndef CDISK_H
#define CDISK_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    cdisk_open,
    cdisk_read,
    cdisk_write,
    cdisk_sync,
    cdisk_truncate,
    /// Of a name.
    cdisk_delete,
    cdisk_rename,
    /// One more name of the same file.
    cdisk_link,
    /// What was renamed, deleted or made in a folder becomes durable.
    cdisk_sync_folder,
    cdisk_make_folder,
    /// Sets space aside.
    cdisk_allocate
} cdisk_kind;

/// What is about to be done.
typedef struct {
    cdisk_kind kind;
    const char *path;
    /// Of renaming and linking: the new name.
    const char *target;
    /// Of reading and writing: where. Of truncating: the new size.
    int64_t offset;
    /// Of reading and writing: how many bytes.
    int64_t count;
    /// What is written.
    const void *bytes;
    /// Of opening: SQLite's.
    int flags;
    /// Whether the program does it by itself rather than SQLite.
    bool isOwn;
} cdisk_call;

typedef struct {
    /// SQLite's error code; 0 lets it happen.
    int code;
    /// How much of a write gets to the file although it fails.
    int64_t written;
    /// Of opening: with which it is done.
    int flags;
} cdisk_answer;

/// Who is told.
typedef struct {
    /// Who watches a path, to be released in the end; NULL where nobody does.
    void *(*find)(const char *path);
    void (*release)(void *watcher);
    cdisk_answer (*ask)(void *watcher, const cdisk_call *call);
} cdisk_watch;

/// Makes the VFS the default one. To be called once.
void cdisk_install(cdisk_watch watch);

/// A number for all that a database's tables hold, row by row; equal contents have equal numbers. 0 where
/// it can't be read.
uint64_t cdisk_digest(void *connection);

/// The same of a database file that is closed, read past the VFS.
uint64_t cdisk_digest_of_file(const char *path);

#endif
