// One client: sends REQUEST to SOCKET and waits for the line that answers it, COUNT times.
// Says how long one takes, and how long the last reply was.
#include "bare.h"

int main(int argc, char **argv) {
    if (argc != 4) return 64;
    static char request[1 << 16], reply[1 << 16];
    int length = snprintf(request, sizeof request, "%s\n", argv[3]);
    int server = connect_to(argv[1]);
    struct samples samples = {0};
    size_t received = 0;
    int count = atoi(argv[2]), warmup = count / 20 + 1;
    for (int turn = -warmup; turn < count; turn++) {
        int64_t start = now_ns();
        send_all(server, request, (size_t)length);
        received = receive_line(server, reply, sizeof reply);
        if (turn >= 0) add_sample(&samples, now_ns() - start);
    }
    if (reply[0] == '{') insist_on_result(reply);
    printf("{\"reply_bytes\":%zu,\"times\":", received);
    print_samples(&samples);
    puts("}");
    return 0;
}
