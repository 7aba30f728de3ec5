// One client: starts a timer and cancels it, COUNT times. Says how long both take together.
// With FILL instead of COUNT (a number after a +) it starts as many timers and leaves them.
#include "bare.h"

static char reply[1 << 16];

static void call(int server, const char *request) {
    send_all(server, request, strlen(request));
    receive_line(server, reply, sizeof reply);
    insist_on_result(reply);
}

static void fill(int server, int count) {
    char request[65536];
    while (count > 0) {
        int part = count < 500 ? count : 500;
        size_t length = (size_t)sprintf(
            request, "{\"id\":1,\"method\":\"atomic\",\"params\":{\"calls\":[");
        for (int index = 0; index < part; index++) {
            length += (size_t)sprintf(
                request + length,
                "%s{\"method\":\"timer.start\",\"params\":{\"duration\":\"%dh\"}}",
                index ? "," : "", 10 + (count - index) % 90);
        }
        sprintf(request + length, "]}}\n");
        // The replies of all of them in one line.
        send_all(server, request, strlen(request));
        char *whole = malloc(1 << 20);
        if (!whole) fail("malloc");
        receive_line(server, whole, 1 << 20);
        insist_on_result(whole);
        free(whole);
        count -= part;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    int server = connect_to(argv[1]);
    if (argv[2][0] == '+') {
        fill(server, atoi(argv[2] + 1));
        return 0;
    }
    struct samples samples = {0};
    for (int turn = -5, count = atoi(argv[2]); turn < count; turn++) {
        char id[64], cancel[256];
        int64_t start = now_ns();
        call(server, "{\"id\":1,\"method\":\"timer.start\",\"params\":{\"duration\":\"25m\"}}\n");
        copy_id(reply, id, sizeof id);
        sprintf(
            cancel, "{\"id\":2,\"method\":\"timer.cancel\",\"params\":{\"timer\":\"%s\"}}\n", id);
        call(server, cancel);
        if (turn >= 0) add_sample(&samples, now_ns() - start);
    }
    print_samples(&samples);
    putchar('\n');
    return 0;
}
