// The bare client program: does what `trackerctl timer start 25m` does, once.
#include "bare.h"

#include <sys/random.h>

int main(int argc, char **argv) {
    if (argc != 2) return 64;
    char request[256], reply[8192], line[64], id[64];
    uint64_t name;
    check(getrandom(&name, sizeof name, 0), "getrandom");
    int length = snprintf(
        request, sizeof request,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.start\","
        "\"params\":{\"duration\":1500000,\"request_id\":\"ctl-%016llx\"}}\n",
        (unsigned long long)name);
    int server = connect_to(argv[1]);
    send_all(server, request, (size_t)length);
    receive_line(server, reply, sizeof reply);
    insist_on_result(reply);
    copy_id(reply, id, sizeof id);
    length = snprintf(line, sizeof line, "started %s\n", id);
    check(write(STDOUT_FILENO, line, (size_t)length), "write");
    return 0;
}
