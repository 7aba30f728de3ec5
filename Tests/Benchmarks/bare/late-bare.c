// Timers in a bare thread: timerfds in an epoll loop that also makes 1,000 records a second
// durable, one for each command and one for each timer that goes off. Like the daemon it writes
// what is ready at once with one fdatasync, and a timer counts as told when its record is durable.
//   late-bare FILE SECONDS
#include "late.h"

#include <fcntl.h>

struct timer {
    int descriptor;
    int64_t due;
};

static void start_timer(int loop) {
    struct timer *timer = malloc(sizeof *timer);
    if (!timer) fail("malloc");
    timer->due = clock_ns(CLOCK_BOOTTIME) + next_duration_ms() * INT64_C(1000000);
    timer->descriptor = (int)check(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC), "timerfd_create");
    struct itimerspec once = {.it_value = timespec_of(timer->due)};
    check(timerfd_settime(timer->descriptor, TFD_TIMER_ABSTIME, &once, NULL), "timerfd_settime");
    watch(loop, timer->descriptor, timer);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    static char block[4096];
    memset(block, 'x', sizeof block);
    int file = (int)check(
        open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), argv[1]);
    int loop = (int)check(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    int paced = pace();
    watch(loop, paced, NULL);
    struct samples late = {0};
    int64_t commands = 0, end = now_ns() + atoi(argv[2]) * INT64_C(1000000000);
    while (now_ns() < end) {
        struct epoll_event events[64];
        struct timer *told[64];
        int ready = (int)check(epoll_wait(loop, events, 64, -1), "epoll_wait"), over = 0;
        for (int index = 0; index < ready; index++) {
            struct timer *timer = events[index].data.ptr;
            if (timer) {
                check(write(file, block, sizeof block), "write");
                told[over++] = timer;
                continue;
            }
            for (int64_t count = expirations(paced); count > 0; count--) {
                check(write(file, block, sizeof block), "write");
                if (commands++ % commands_per_timer == 0) start_timer(loop);
            }
        }
        check(fdatasync(file), "fdatasync");
        int64_t now = clock_ns(CLOCK_BOOTTIME);
        for (int index = 0; index < over; index++) {
            add_sample(&late, now - told[index]->due);
            close(told[index]->descriptor);
            free(told[index]);
        }
    }
    printf("{\"commands\":%lld,\"times\":", (long long)commands);
    print_samples(&late);
    puts("}");
    return 0;
}
