// What the program asks of libc itself. Each of these stands before libc's own.

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "Watch.h"

#define NEXT(name) \
    static __typeof__(&name) next; \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/// Whether something may be done; else `errno` says why not.
static bool allows(cdisk_call call) {
    if (cdisk_depth > 0 && call.kind != cdisk_sync_folder) return true;
    void *watcher = cdisk_watching.find ? cdisk_watching.find(call.path) : NULL;
    if (!watcher) return true;
    call.isOwn = cdisk_depth == 0;
    int code = cdisk_watching.ask(watcher, &call).code;
    cdisk_watching.release(watcher);
    if (code == SQLITE_OK) return true;
    errno = (code & 0xff) == SQLITE_FULL ? ENOSPC : (code & 0xff) == SQLITE_CANTOPEN ? EACCES : EIO;
    return false;
}

/// The same for an open file.
static bool allowsFor(int descriptor, cdisk_kind kind) {
    if (!cdisk_watching.find) return true;
    struct stat status;
    if (fstat(descriptor, &status) != 0) return true;
    bool isFolder = S_ISDIR(status.st_mode);
    if (!isFolder && !S_ISREG(status.st_mode)) return true;
    if (kind == cdisk_sync && isFolder) kind = cdisk_sync_folder;
    if (cdisk_depth > 0 && !isFolder) return true;
    char link[40], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return true;
    path[length] = 0;
    return allows((cdisk_call){.kind = kind, .path = path});
}

int rename(const char *from, const char *to) {
    NEXT(rename);
    return allows((cdisk_call){.kind = cdisk_rename, .path = from, .target = to}) ? next(from, to)
                                                                                  : -1;
}

int unlink(const char *path) {
    NEXT(unlink);
    return allows((cdisk_call){.kind = cdisk_delete, .path = path}) ? next(path) : -1;
}

int link(const char *from, const char *to) {
    NEXT(link);
    return allows((cdisk_call){.kind = cdisk_link, .path = from, .target = to}) ? next(from, to)
                                                                                : -1;
}

int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir);
    return allows((cdisk_call){.kind = cdisk_make_folder, .path = path}) ? next(path, mode) : -1;
}

int fsync(int descriptor) {
    NEXT(fsync);
    return allowsFor(descriptor, cdisk_sync) ? next(descriptor) : -1;
}

int fdatasync(int descriptor) {
    NEXT(fdatasync);
    return allowsFor(descriptor, cdisk_sync) ? next(descriptor) : -1;
}

int posix_fallocate(int descriptor, off_t offset, off_t count) {
    NEXT(posix_fallocate);
    return allowsFor(descriptor, cdisk_allocate) ? next(descriptor, offset, count) : errno;
}
