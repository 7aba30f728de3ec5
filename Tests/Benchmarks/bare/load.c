// CLIENTS clients, each of which sends REQUEST to SOCKET as soon as it has its reply, for MS.
// Says how many requests a second were answered.
#include "bare.h"

#include <sys/epoll.h>

struct client {
    int descriptor;
    size_t length;
    char reply[8192];
};

int main(int argc, char **argv) {
    if (argc != 5) return 64;
    static char request[1 << 16];
    int clients = atoi(argv[2]);
    int64_t span = atoll(argv[3]) * 1000000;
    size_t length = (size_t)snprintf(request, sizeof request, "%s\n", argv[4]);
    int loop = (int)check(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    struct client *all = calloc((size_t)clients, sizeof *all);
    if (!all) fail("calloc");
    for (int index = 0; index < clients; index++) {
        all[index].descriptor = connect_to(argv[1]);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[index]};
        check(epoll_ctl(loop, EPOLL_CTL_ADD, all[index].descriptor, &event), "epoll_ctl");
    }
    for (int index = 0; index < clients; index++) send_all(all[index].descriptor, request, length);

    // The first fifth isn't counted.
    int64_t begin = now_ns() + span / 5, end = begin + span, now;
    int64_t answered = 0;
    while ((now = now_ns()) < end) {
        struct epoll_event events[64];
        int count = (int)check(epoll_wait(loop, events, 64, 1000), "epoll_wait");
        for (int index = 0; index < count; index++) {
            struct client *client = events[index].data.ptr;
            long got = check(
                recv(client->descriptor, client->reply + client->length,
                    sizeof client->reply - 1 - client->length, 0), "recv");
            if (got == 0) { errno = EPIPE; fail("the connection ended"); }
            client->length += (size_t)got;
            if (client->reply[client->length - 1] != '\n') continue;
            client->reply[client->length] = 0;
            insist_on_result(client->reply);
            client->length = 0;
            if (now >= begin) answered++;
            send_all(client->descriptor, request, length);
        }
    }
    printf("{\"per_second\":%.1f}\n", answered * 1e9 / span);
    return 0;
}
