// What the program asks of libc itself. Each of these stands before libc's own.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
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
    switch (code & 0xff) {
    case SQLITE_FULL: errno = ENOSPC; break;
    case SQLITE_CANTOPEN: errno = EACCES; break;
    case SQLITE_READONLY: errno = EROFS; break;
    default: errno = EIO;
    }
    return false;
}

/// The same for an open file.
static bool allowsFor(int descriptor, cdisk_call call) {
    if (!cdisk_watching.find) return true;
    struct stat status;
    if (fstat(descriptor, &status) != 0) return true;
    bool isFolder = S_ISDIR(status.st_mode);
    if (!isFolder && !S_ISREG(status.st_mode)) return true;
    if (call.kind == cdisk_sync && isFolder) call.kind = cdisk_sync_folder;
    if (cdisk_depth > 0 && !isFolder) return true;
    char link[40], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return true;
    path[length] = 0;
    call.path = path;
    return allows(call);
}

/// The path of a name in an open folder. False where nobody watches it.
static bool watches(int folder, const char *name, char *path) {
    if (!cdisk_watching.find) return false;
    ssize_t length = 0;
    if (folder != AT_FDCWD && name[0] != '/') {
        char link[40];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        length = readlink(link, path, PATH_MAX - 2);
        if (length <= 0) return false;
        path[length++] = '/';
    }
    int rest = PATH_MAX - (int)length;
    if (snprintf(path + length, rest, "%s", name) >= rest) return false;
    void *watcher = cdisk_watching.find(path);
    if (watcher) cdisk_watching.release(watcher);
    return watcher;
}

/// Descriptors of files that were opened in a folder and are watched. Some may have been closed since.
static _Atomic bool opened[4096];

static bool isOpened(int descriptor) {
    return descriptor >= 0 && descriptor < 4096 && opened[descriptor];
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
    return allowsFor(descriptor, (cdisk_call){.kind = cdisk_sync}) ? next(descriptor) : -1;
}

int fdatasync(int descriptor) {
    NEXT(fdatasync);
    return allowsFor(descriptor, (cdisk_call){.kind = cdisk_sync}) ? next(descriptor) : -1;
}

int posix_fallocate(int descriptor, off_t offset, off_t count) {
    NEXT(posix_fallocate);
    return allowsFor(descriptor, (cdisk_call){.kind = cdisk_allocate})
               ? next(descriptor, offset, count)
               : errno;
}

// In an open folder.

int openat(int folder, const char *name, int flags, ...) {
    NEXT(openat);
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    char path[PATH_MAX];
    bool isWatched = watches(folder, name, path);
    int creates = flags & O_CREAT ? SQLITE_OPEN_CREATE : 0;
    if (isWatched && !allows((cdisk_call){.kind = cdisk_open, .path = path, .flags = creates})) {
        return -1;
    }
    int descriptor = next(folder, name, flags, mode);
    if (descriptor >= 0 && descriptor < 4096) opened[descriptor] = isWatched;
    return descriptor;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    NEXT(read);
    if (isOpened(descriptor)) {
        off_t offset = lseek(descriptor, 0, SEEK_CUR);
        cdisk_call call = {.kind = cdisk_read, .offset = offset, .count = (int64_t)count};
        if (!allowsFor(descriptor, call)) return -1;
    }
    return next(descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    NEXT(write);
    if (isOpened(descriptor)) {
        off_t offset = lseek(descriptor, 0, SEEK_CUR);
        cdisk_call call = {
            .kind = cdisk_write, .offset = offset, .count = (int64_t)count, .bytes = bytes};
        if (!allowsFor(descriptor, call)) return -1;
    }
    return next(descriptor, bytes, count);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    NEXT(mkdirat);
    char path[PATH_MAX];
    bool isAllowed = !watches(folder, name, path)
                     || allows((cdisk_call){.kind = cdisk_make_folder, .path = path});
    return isAllowed ? next(folder, name, mode) : -1;
}

int unlinkat(int folder, const char *name, int flags) {
    NEXT(unlinkat);
    char path[PATH_MAX];
    bool isAllowed = !watches(folder, name, path)
                     || allows((cdisk_call){.kind = cdisk_delete, .path = path});
    return isAllowed ? next(folder, name, flags) : -1;
}

int renameat(int folder, const char *from, int other, const char *to) {
    NEXT(renameat);
    char path[PATH_MAX], target[PATH_MAX];
    bool isAllowed =
        !watches(folder, from, path) || !watches(other, to, target)
        || allows((cdisk_call){.kind = cdisk_rename, .path = path, .target = target});
    return isAllowed ? next(folder, from, other, to) : -1;
}
