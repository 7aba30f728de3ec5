#define _GNU_SOURCE
#include "CSystemd.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>

int csystemd_accept(int listener) {
    int connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    return connection < 0 ? -errno : connection;
}

int csystemd_peer(int socket, uid_t *uid, pid_t *pid) {
    struct ucred credentials;
    socklen_t length = sizeof(credentials);
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0)
        return -errno;
    // A socket without a peer answers too, with nobody's ids.
    if (credentials.pid == 0 && credentials.uid == (uid_t)-1)
        return -ENOTCONN;
    *uid = credentials.uid;
    *pid = credentials.pid;
    return 0;
}

int csystemd_clock_step_rearm(int timer) {
    // So far ahead that the kernel takes it for "never": only the cancellation matters.
    struct itimerspec never = {.it_value.tv_sec = (time_t)(~(unsigned long)0 >> 1)};
    int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
    // ECANCELED tells that the clock was set once more since; the timer is armed all the same (NOTES of
    // timerfd_create(2)).
    int failed = timerfd_settime(timer, flags, &never, NULL) < 0 && errno != ECANCELED;
    return failed ? -errno : 0;
}

int csystemd_clock_step_timer(void) {
    int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    return timer < 0 ? -errno : timer;
}

const char *csystemd_change_name(const struct inotify_event *event) {
    return event->len > 0 && event->name[0] != '\0' ? event->name : NULL;
}

int csystemd_child_status(const siginfo_t *info, int *by_signal) {
    *by_signal = info->si_code != CLD_EXITED;
    return info->si_status;
}

int csystemd_notify_socket(void) {
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int csystemd_notify(int socket, const char *address, const char *message, size_t length, int wait) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t address_length = strlen(address);
    if (address[0] != '/' && address[0] != '@')
        return -EAFNOSUPPORT;
    // A path may fill the field to its last byte; the kernel goes by the length given.
    if (address_length < 2 || address_length > sizeof(to.sun_path))
        return -EINVAL;
    memcpy(to.sun_path, address, address_length);
    if (to.sun_path[0] == '@')
        to.sun_path[0] = '\0';
    socklen_t to_length = offsetof(struct sockaddr_un, sun_path) + address_length;
    int flags = MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT);
    for (;;) {
        if (sendto(socket, message, length, flags, (struct sockaddr *)&to, to_length) >= 0)
            return 0;
        if (errno != EINTR)
            return -errno;
    }
}

void csystemd_release_free_memory(void) { malloc_trim(0); }

int csystemd_counter(int waits) {
    int counter = eventfd(0, EFD_CLOEXEC | (waits ? EFD_SEMAPHORE : EFD_NONBLOCK));
    return counter < 0 ? -errno : counter;
}
