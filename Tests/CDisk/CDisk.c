#include "CDisk.h"

#include <sqlite3.h>
#include <string.h>

#include "Watch.h"

cdisk_watch cdisk_watching;
_Thread_local int cdisk_depth;

/// The system's own.
static sqlite3_vfs *beneath;

/// What stands before the system's own file in memory.
typedef struct {
    sqlite3_file base;
    void *watcher;
    const char *path;
    sqlite3_file *file;
} Front;

#define FRONT_BYTES ((int)((sizeof(Front) + 15) / 16 * 16))

static Front *front(sqlite3_file *file) { return (Front *)file; }
static sqlite3_file *inner(sqlite3_file *file) { return front(file)->file; }

static cdisk_answer ask(sqlite3_file *file, cdisk_call call) {
    call.path = front(file)->path;
    return cdisk_watching.ask(front(file)->watcher, &call);
}

#define BENEATH(call) (cdisk_depth += 1, result = (call), cdisk_depth -= 1, result)

static int closeFile(sqlite3_file *file) {
    int result;
    BENEATH(inner(file)->pMethods->xClose(inner(file)));
    cdisk_watching.release(front(file)->watcher);
    return result;
}

static int readFile(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    cdisk_answer answer =
        ask(file, (cdisk_call){.kind = cdisk_read, .offset = offset, .count = count});
    if (answer.code != SQLITE_OK) return answer.code;
    return inner(file)->pMethods->xRead(inner(file), bytes, count, offset);
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    cdisk_answer answer = ask(
        file, (cdisk_call){.kind = cdisk_write, .offset = offset, .count = count, .bytes = bytes});
    if (answer.code == SQLITE_OK) {
        return inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
    }
    if (answer.written > 0) {
        inner(file)->pMethods->xWrite(inner(file), bytes, (int)answer.written, offset);
    }
    return answer.code;
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
    cdisk_answer answer = ask(file, (cdisk_call){.kind = cdisk_truncate, .offset = size});
    if (answer.code != SQLITE_OK) return answer.code;
    return inner(file)->pMethods->xTruncate(inner(file), size);
}

static int syncFile(sqlite3_file *file, int flags) {
    int result;
    cdisk_answer answer = ask(file, (cdisk_call){.kind = cdisk_sync});
    if (answer.code != SQLITE_OK) return answer.code;
    return BENEATH(inner(file)->pMethods->xSync(inner(file), flags));
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) {
    return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int lock(sqlite3_file *file, int level) {
    return inner(file)->pMethods->xLock(inner(file), level);
}

static int unlock(sqlite3_file *file, int level) {
    return inner(file)->pMethods->xUnlock(inner(file), level);
}

static int checkReservedLock(sqlite3_file *file, int *is) {
    return inner(file)->pMethods->xCheckReservedLock(inner(file), is);
}

static int control(sqlite3_file *file, int operation, void *argument) {
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int sectorSize(sqlite3_file *file) {
    return inner(file)->pMethods->xSectorSize(inner(file));
}

static int characteristics(sqlite3_file *file) {
    return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}

static int mapShared(sqlite3_file *file, int page, int size, int extend, void volatile **at) {
    return inner(file)->pMethods->xShmMap(inner(file), page, size, extend, at);
}

static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
    return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}

static void barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static int unmapShared(sqlite3_file *file, int deletes) {
    return inner(file)->pMethods->xShmUnmap(inner(file), deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = closeFile,
    .xRead = readFile,
    .xWrite = writeFile,
    .xTruncate = truncateFile,
    .xSync = syncFile,
    .xFileSize = fileSize,
    .xLock = lock,
    .xUnlock = unlock,
    .xCheckReservedLock = checkReservedLock,
    .xFileControl = control,
    .xSectorSize = sectorSize,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = mapShared,
    .xShmLock = lockShared,
    .xShmBarrier = barrier,
    .xShmUnmap = unmapShared,
};

static int openFile(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *outFlags) {
    int result;
    (void)vfs;
    void *watcher = name ? cdisk_watching.find(name) : NULL;
    if (!watcher) return beneath->xOpen(beneath, name, file, flags, outFlags);
    Front *front = (Front *)file;
    front->base.pMethods = NULL;
    front->watcher = watcher;
    front->path = name;
    front->file = (sqlite3_file *)((char *)file + FRONT_BYTES);
    cdisk_call call = {.kind = cdisk_open, .path = name, .flags = flags};
    cdisk_answer answer = cdisk_watching.ask(watcher, &call);
    result = answer.code;
    if (result == SQLITE_OK) {
        BENEATH(beneath->xOpen(beneath, name, front->file, answer.flags, outFlags));
        // As the system's own does, a file that couldn't be opened may want closing all the same.
        if (front->file->pMethods) front->base.pMethods = &methods;
    }
    if (!front->base.pMethods) cdisk_watching.release(watcher);
    return result;
}

static int deleteFile(sqlite3_vfs *vfs, const char *name, int syncsFolder) {
    int result = SQLITE_OK;
    (void)vfs;
    void *watcher = cdisk_watching.find(name);
    if (watcher) {
        cdisk_call call = {.kind = cdisk_delete, .path = name};
        result = cdisk_watching.ask(watcher, &call).code;
        cdisk_watching.release(watcher);
    }
    if (result != SQLITE_OK) return result;
    return BENEATH(beneath->xDelete(beneath, name, syncsFolder));
}

void cdisk_install(cdisk_watch watch) {
    static sqlite3_vfs vfs;
    cdisk_watching = watch;
    beneath = sqlite3_vfs_find(NULL);
    vfs = *beneath;
    vfs.szOsFile += FRONT_BYTES;
    vfs.zName = "watched";
    vfs.pNext = NULL;
    vfs.xOpen = openFile;
    vfs.xDelete = deleteFile;
    sqlite3_vfs_register(&vfs, 1);
}
