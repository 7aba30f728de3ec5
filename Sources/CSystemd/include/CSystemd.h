/// What Swift cannot reach by itself: libsystemd's headers, GNU calls that its Glibc module leaves out,
/// and C unions and flexible arrays. Every function here that can fail returns a negative errno, as
/// libsystemd's own do.
#ifndef CSYSTEMD_H
#define CSYSTEMD_H

#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/types.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>

/// Accepts one connection, close-on-exec and non-blocking. Returns its descriptor.
int csystemd_accept(int listener);

/// Who was at the other end of a Unix socket when it was connected.
int csystemd_peer(int socket, uid_t *uid, pid_t *pid);

/// Creates a timer that never elapses and only tells of steps of the wall clock. Returns its descriptor.
int csystemd_clock_step_timer(void);

/// Sets that timer again after it has told of a step.
int csystemd_clock_step_rearm(int timer);

/// The name in an inotify event, or NULL when the watched path itself is meant.
const char *csystemd_change_name(const struct inotify_event *event);

/// A dead child's exit status (`*by_signal` = 0) or the signal that ended it (`*by_signal` = 1).
int csystemd_child_status(const siginfo_t *info, int *by_signal);

/// Opens the socket that `csystemd_notify` sends by.
int csystemd_notify_socket(void);

/// Sends one datagram to a NOTIFY_SOCKET address (a path, or `@` and an abstract name).
/// `wait` = 0 gives up with -EAGAIN rather than to wait for room.
int csystemd_notify(int socket, const char *address, const char *message, size_t length, int wait);

/// Starts a program, found by PATH, in its own process group with default signal dispositions and nothing
/// blocked. Its descriptors 0, 1 and 2 are `descriptors`, where -1 is /dev/null; it has no others. It gets
/// SIGTERM when the thread that has started it ends, however that comes.
int csystemd_spawn(
    char *const arguments[], char *const environment[], const char *directory, const int descriptors[3],
    pid_t *child);

/// Writes bytes into a new unnamed file in memory, close-on-exec, and seals it against changes.
/// Returns its descriptor, which stands at the file's beginning.
int csystemd_memory_file(const void *bytes, size_t length);

/// Creates a counter (eventfd), close-on-exec, and returns its descriptor. A read takes its whole value without waiting;
/// with `waits` = 1, a read waits until the value is above 0, and takes 1.
int csystemd_counter(int waits);

// malloc_trim, whose header Swift's Glibc leaves out.
void csystemd_release_free_memory(void);

#endif
