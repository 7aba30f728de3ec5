#define _GNU_SOURCE
#include "CSystemd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the child needs to become the program, all of it made by its parent.
struct plan {
    char *const *arguments;
    char *const *environment;
    const char *directory;
    const char *path;
    int sources[3];
    pid_t parent;
    /// What kept the child from it; it shares its parent's memory until it has become the program.
    volatile int error;
};

/// Moves a descriptor that stands in the place of another standard one out of the way: the places are
/// filled one after the other, so that it could be overwritten before its turn. Everything moved is noted
/// in `moved`, to be closed again.
static int clear_of_others(int descriptor, int place, int *moved) {
    *moved = -1;
    if (descriptor < 0 || descriptor > 2 || descriptor == place)
        return descriptor;
    *moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    return *moved < 0 ? -errno : *moved;
}

// MARK: In the child, which may call nothing but the kernel

static int set_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    // Those that can't be set, the C library's own among them, are as they should be.
    for (int signal = 1; signal < NSIG; signal++)
        sigaction(signal, &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL);
}

static int set_files(const struct plan *plan) {
    for (int place = 0; place < 3; place++) {
        int source = plan->sources[place];
        if (source < 0) {
            int null = open("/dev/null", O_RDWR);
            if (null < 0 || (null != place && (dup2(null, place) < 0 || close(null) < 0)))
                return -1;
        } else if (source == place) {
            if (fcntl(place, F_SETFD, 0) < 0)
                return -1;
        } else if (dup2(source, place) < 0) {
            return -1;
        }
    }
    // Ours are close-on-exec all the same; this holds for what we inherited ourselves, too.
    if (close_range(3, ~0U, 0) < 0)
        for (int stray = 3; stray < 1024; stray++)
            close(stray);
    return 0;
}

/// Becomes the program as it's found by PATH; returns only where it can't.
static void run(const struct plan *plan) {
    const char *name = plan->arguments[0], *folder = plan->path;
    if (strchr(name, '/') != NULL) {
        execve(name, plan->arguments, plan->environment);
        return;
    }
    size_t length = strlen(name);
    int error = ENOENT;
    for (; folder != NULL; folder = strchr(folder, ':') ? strchr(folder, ':') + 1 : NULL) {
        char candidate[PATH_MAX];
        size_t size = strcspn(folder, ":");
        if (size == 0 || size + 1 + length >= sizeof(candidate))
            continue;
        memcpy(candidate, folder, size);
        candidate[size] = '/';
        memcpy(candidate + size + 1, name, length + 1);
        execve(candidate, plan->arguments, plan->environment);
        if (errno == EACCES)
            error = EACCES;
        else if (errno != ENOENT && errno != ENOTDIR)
            return;
    }
    errno = error;
}

static void become(struct plan *plan) {
    // The parent may have been killed before this could count.
    if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == plan->parent
        && set_signals() == 0 && set_files(plan) == 0
        && (plan->directory == NULL || chdir(plan->directory) == 0))
        run(plan);
    plan->error = errno != 0 ? errno : ECHILD;
}

// MARK: In the parent

static int spawn_with(struct plan *plan, pid_t *child) {
    sigset_t all, before;
    sigfillset(&all);
    // No handler of ours may run in the child.
    int error = pthread_sigmask(SIG_SETMASK, &all, &before);
    if (error != 0)
        return -error;
    *child = vfork();
    if (*child == 0) {
        become(plan);
        _exit(127);
    }
    int result = *child < 0 ? -errno : -plan->error;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (*child > 0 && result < 0)
        while (waitpid(*child, NULL, 0) < 0 && errno == EINTR)
            continue;
    return result;
}

int csystemd_spawn(
    char *const arguments[], char *const environment[], const char *directory, const int descriptors[3],
    pid_t *child) {
    const char *path = getenv("PATH");
    struct plan plan = {
        .arguments = arguments, .environment = environment, .directory = directory,
        .path = path != NULL ? path : "/bin:/usr/bin", .parent = getpid()};
    int moved[3] = {-1, -1, -1}, result = 0;
    for (int place = 0; place < 3 && result >= 0; place++) {
        plan.sources[place] = clear_of_others(descriptors[place], place, &moved[place]);
        if (descriptors[place] >= 0 && plan.sources[place] < 0)
            result = plan.sources[place];
    }
    if (result >= 0)
        result = spawn_with(&plan, child);
    for (int place = 0; place < 3; place++)
        if (moved[place] >= 0)
            close(moved[place]);
    return result;
}
