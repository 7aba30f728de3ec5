// The bare server: one thread, epoll, and for each line that comes REPLY_BYTES back.
#include "bare.h"

#include <sys/epoll.h>

static void watch(int loop, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    check(epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    size_t size = strtoul(argv[2], NULL, 10);
    char *reply = malloc(size);
    if (!reply || !size) return 64;
    memset(reply, 'x', size);
    reply[size - 1] = '\n';

    struct sockaddr_un address;
    int listener = unix_socket(argv[1], &address);
    unlink(argv[1]);
    check(bind(listener, (struct sockaddr *)&address, sizeof address), argv[1]);
    check(listen(listener, 64), "listen");
    int loop = (int)check(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    watch(loop, listener);
    puts("ready");
    fflush(stdout);
    for (;;) {
        struct epoll_event event;
        check(epoll_wait(loop, &event, 1, -1), "epoll_wait");
        int descriptor = event.data.fd;
        if (descriptor == listener) {
            watch(loop, (int)check(accept4(listener, NULL, NULL, SOCK_CLOEXEC), "accept"));
            continue;
        }
        char bytes[1 << 16];
        long count = recv(descriptor, bytes, sizeof bytes, 0);
        if (count <= 0) {
            close(descriptor);
        } else if (bytes[count - 1] == '\n') {
            send_all(descriptor, reply, size);
        }
    }
}
