#define _GNU_SOURCE
#include "CSystemd.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static int fill(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 ? -errno : -EIO;
        bytes += count;
        length -= count;
    }
    if (lseek(file, 0, SEEK_SET) < 0)
        return -errno;
    int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    return fcntl(file, F_ADD_SEALS, seals) < 0 ? -errno : 0;
}

int csystemd_memory_file(const void *bytes, size_t length) {
    int file = memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return -errno;
    int result = fill(file, bytes, length);
    if (result < 0) {
        close(file);
        return result;
    }
    return file;
}
