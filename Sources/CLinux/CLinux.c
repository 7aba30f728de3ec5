#include "CLinux.h"

#include <sys/timerfd.h>

int clinuxBootAlarm(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinuxSetBootAlarm(int descriptor, long long ms) {
    struct itimerspec time = {
        .it_value = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, 0);
}
