#define _GNU_SOURCE
#include "CSystemd.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

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

/// What the child does with its descriptors and directory before it becomes the program.
static int plan_files(posix_spawn_file_actions_t *files, const char *directory, const int sources[3]) {
    int error = 0;
    for (int place = 0; place < 3 && error == 0; place++) {
        if (sources[place] < 0)
            error = posix_spawn_file_actions_addopen(files, place, "/dev/null", O_RDWR, 0);
        else
            error = posix_spawn_file_actions_adddup2(files, sources[place], place);
    }
    // Ours are close-on-exec all the same; this holds for what we inherited ourselves, too.
    if (error == 0)
        error = posix_spawn_file_actions_addclosefrom_np(files, 3);
    if (error == 0 && directory != NULL)
        error = posix_spawn_file_actions_addchdir_np(files, directory);
    return error;
}

static int plan_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    int error = posix_spawnattr_setflags(attributes, flags);
    if (error == 0)
        error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0)
        error = posix_spawnattr_setsigmask(attributes, &none);
    return error;
}

static int spawn_with(
    char *const arguments[], char *const environment[], const char *directory, const int sources[3],
    pid_t *child) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&files);
    if (error != 0)
        return -error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = plan_files(&files, directory, sources);
        if (error == 0)
            error = plan_signals(&attributes);
        if (error == 0)
            error = posix_spawnp(child, arguments[0], &files, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return -error;
}

int csystemd_spawn(
    char *const arguments[], char *const environment[], const char *directory, const int descriptors[3],
    pid_t *child) {
    int sources[3], moved[3] = {-1, -1, -1}, result = 0;
    for (int place = 0; place < 3 && result >= 0; place++) {
        sources[place] = clear_of_others(descriptors[place], place, &moved[place]);
        if (descriptors[place] >= 0 && sources[place] < 0)
            result = sources[place];
    }
    if (result >= 0)
        result = spawn_with(arguments, environment, directory, sources, child);
    for (int place = 0; place < 3; place++)
        if (moved[place] >= 0)
            close(moved[place]);
    return result;
}
