// Runs programs in turn, COUNT times each: spawn COUNT -- PROGRAM ARGUMENT… -- PROGRAM ARGUMENT…
// Says how long each took from its start to its end, in their order.
#include "bare.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

int main(int argc, char **argv) {
    char **programs[8];
    struct samples samples[8] = {0};
    int kinds = 0;
    if (argc < 4) return 64;
    for (int index = 2; index < argc; index++) {
        if (strcmp(argv[index], "--")) continue;
        if (kinds == 8 || index + 1 == argc) return 64;
        argv[index] = NULL;
        programs[kinds++] = &argv[index + 1];
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (int turn = -2, count = atoi(argv[1]); turn < count; turn++) {
        for (int kind = 0; kind < kinds; kind++) {
            pid_t pid;
            int status;
            int64_t start = now_ns();
            errno = posix_spawnp(&pid, programs[kind][0], &actions, NULL, programs[kind], environ);
            if (errno) fail(programs[kind][0]);
            check(waitpid(pid, &status, 0), "waitpid");
            int64_t took = now_ns() - start;
            if (status) { errno = 0; fail(programs[kind][0]); }
            if (turn >= 0) add_sample(&samples[kind], took);
        }
    }
    for (int kind = 0; kind < kinds; kind++) {
        putchar(kind ? ',' : '[');
        print_samples(&samples[kind]);
    }
    puts("]");
    return 0;
}
