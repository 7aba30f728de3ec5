// Timers in the daemon, as a subscriber sees them, while other clients send 1,000 durable commands
// a second: one in four starts a timer, the others extend one that runs for long.
//   late-daemon SOCKET SECONDS
// Says which timers were told as finished and when, and when it stopped to listen, by
// CLOCK_BOOTTIME; the journal says when they were due.
#include "late.h"

static const char subscribe[] =
    "{\"id\":1,\"method\":\"events.subscribe\",\"params\":{\"types\":[\"timer.finished\"]}}\n";
static const char start_long[] =
    "{\"id\":1,\"method\":\"timer.start\",\"params\":{\"duration\":\"24h\"}}\n";

// Clients that send in turn, so that none has many requests in flight when the disk is slow.
enum { clients = 8 };

static char long_timer[64];
static int64_t commands, replies;
static int is_first = 1;

static void send_command(const int *loads) {
    char line[256];
    int load = loads[commands % clients];
    if (commands % commands_per_timer == 0) {
        sprintf(line, "{\"id\":1,\"method\":\"timer.start\",\"params\":{\"duration\":%d}}\n",
            next_duration_ms());
    } else {
        sprintf(line,
            "{\"id\":1,\"method\":\"timer.extend\",\"params\":{\"timer\":\"%s\",\"by\":%d}}\n",
            long_timer, commands % 2 ? 1000 : -1000);
    }
    commands++;
    send_all(load, line, strlen(line));
}

static void count_replies(int load) {
    static char bytes[1 << 16];
    long count = check(recv(load, bytes, sizeof bytes - 1, 0), "recv");
    bytes[count] = 0;
    if (count == 0 || strstr(bytes, "\"error\"")) { errno = 0; fail(bytes); }
    for (long index = 0; index < count; index++) replies += bytes[index] == '\n';
}

// Prints each whole line's subject with the time at which it came.
static void print_events(int subscriber) {
    static char bytes[1 << 17];
    static size_t length;
    long count = check(recv(subscriber, bytes + length, sizeof bytes - 1 - length, 0), "recv");
    int64_t now = clock_ns(CLOCK_BOOTTIME);
    if (count == 0) { errno = EPIPE; fail("the subscription ended"); }
    length += (size_t)count;
    char *line = bytes, *end;
    while ((end = memchr(line, '\n', length - (size_t)(line - bytes)))) {
        *end = 0;
        char *subject = strstr(line, "\"subject\":\"");
        if (!subject) { errno = 0; fail(line); }
        subject += strlen("\"subject\":\"");
        printf("%s[\"%.*s\",%lld]", is_first ? "" : ",", (int)strcspn(subject, "\""), subject,
            (long long)now);
        is_first = 0;
        line = end + 1;
    }
    length -= (size_t)(line - bytes);
    memmove(bytes, line, length);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    static char reply[1 << 16];
    int subscriber = connect_to(argv[1]), loads[clients];
    for (int index = 0; index < clients; index++) loads[index] = connect_to(argv[1]);
    send_all(subscriber, subscribe, strlen(subscribe));
    receive_line(subscriber, reply, sizeof reply);
    insist_on_result(reply);
    send_all(loads[0], start_long, strlen(start_long));
    receive_line(loads[0], reply, sizeof reply);
    copy_id(reply, long_timer, sizeof long_timer);

    int loop = (int)check(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    int paced = pace();
    watch(loop, subscriber, &subscriber);
    for (int index = 0; index < clients; index++) watch(loop, loads[index], &loads[index]);
    watch(loop, paced, &paced);
    int64_t end = now_ns() + atoi(argv[2]) * INT64_C(1000000000);
    printf("{\"told\":[");
    while (now_ns() < end) {
        struct epoll_event events[clients + 2];
        int ready = (int)check(epoll_wait(loop, events, clients + 2, -1), "epoll_wait");
        for (int index = 0; index < ready; index++) {
            int descriptor = *(int *)events[index].data.ptr;
            if (descriptor == subscriber) {
                print_events(subscriber);
            } else if (descriptor != paced) {
                count_replies(descriptor);
            } else {
                for (int64_t count = expirations(paced); count > 0; count--) send_command(loads);
            }
        }
    }
    printf("],\"ended\":%lld,\"commands\":%lld,\"replies\":%lld}\n",
        (long long)clock_ns(CLOCK_BOOTTIME), (long long)commands, (long long)replies);
    return 0;
}
