// Starts programs in turn, COUNT times each, and ends each once it is ready:
//   ready FOLDER COUNT -- PROGRAM ARGUMENT… -- PROGRAM ARGUMENT…
// Says how long each took from its start to READY=1 on NOTIFY_SOCKET, which is made in FOLDER.
#include "bare.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static int notify_socket(const char *folder) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/ready.notify", folder);
    unlink(address.sun_path);
    int descriptor = (int)check(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket");
    check(bind(descriptor, (struct sockaddr *)&address, sizeof address), address.sun_path);
    check(setenv("NOTIFY_SOCKET", address.sun_path, 1), "setenv");
    // A program that never gets ready mustn't hold up the benchmark for good.
    struct timeval patience = {.tv_sec = 60};
    check(
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), "setsockopt");
    return descriptor;
}

static void wait_for(int notify, const char *state) {
    char message[4096];
    do {
        long count = check(recv(notify, message, sizeof message - 1, 0), "READY=1");
        message[count] = 0;
    } while (!strstr(message, state));
}

int main(int argc, char **argv) {
    char **programs[4];
    struct samples samples[4] = {0};
    int kinds = 0;
    if (argc < 5) return 64;
    for (int index = 3; index < argc; index++) {
        if (strcmp(argv[index], "--")) continue;
        if (kinds == 4 || index + 1 == argc) return 64;
        argv[index] = NULL;
        programs[kinds++] = &argv[index + 1];
    }
    int notify = notify_socket(argv[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    for (int turn = -1, count = atoi(argv[2]); turn < count; turn++) {
        for (int kind = 0; kind < kinds; kind++) {
            pid_t pid;
            int status;
            int64_t start = now_ns();
            errno = posix_spawn(&pid, programs[kind][0], &actions, NULL, programs[kind], environ);
            if (errno) fail(programs[kind][0]);
            wait_for(notify, "READY=1");
            int64_t took = now_ns() - start;
            check(kill(pid, SIGTERM), "kill");
            check(waitpid(pid, &status, 0), "waitpid");
            if (status) { errno = 0; fail(programs[kind][0]); }
            // What it said at its end.
            char rest[4096];
            while (recv(notify, rest, sizeof rest, MSG_DONTWAIT) >= 0) {}
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
