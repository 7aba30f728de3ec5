#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

int clinuxBootAlarm(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinuxSetBootAlarm(int descriptor, long long ms) {
    struct itimerspec time = {
        .it_value = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, 0);
}

int clinuxIdentity(const char *path, unsigned long long *device, unsigned long long *inode) {
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_INO, &status) != 0) return -1;
    *device = (unsigned long long)status.stx_dev_major << 32 | status.stx_dev_minor;
    *inode = status.stx_ino;
    return 0;
}
