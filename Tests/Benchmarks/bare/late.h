// What the daemon and the bare thread bear alike while their timers are watched.
#pragma once

#include "bare.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>

// Durable commands a second, and how many of them start a timer.
enum { commands_per_second = 1000, commands_per_timer = 4 };

// Timers last 1 to 5 s; always the same ones.
static inline int next_duration_ms(void) {
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return 1000 + (int)((state >> 33) % 4000);
}

static inline int pace(void) {
    int descriptor = (int)check(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), "timerfd_create");
    struct timespec step = timespec_of(1000000000 / commands_per_second);
    struct itimerspec steps = {.it_interval = step, .it_value = step};
    check(timerfd_settime(descriptor, 0, &steps, NULL), "timerfd_settime");
    return descriptor;
}

// How many times a timerfd has gone off.
static inline int64_t expirations(int descriptor) {
    uint64_t count;
    check(read(descriptor, &count, sizeof count), "read a timerfd");
    return (int64_t)count;
}

static inline void watch(int loop, int descriptor, void *data) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = data};
    check(epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
}
