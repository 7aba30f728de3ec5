// What the benchmarks' C programs share: clocks, samples, sockets. A program ends at the first
// failure, since a figure from half a run would be a wrong one.
#pragma once

#define _GNU_SOURCE

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

__attribute__((noreturn)) static inline void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, errno ? strerror(errno) : "not as expected");
    exit(1);
}

static inline long check(long result, const char *what) {
    if (result < 0) fail(what);
    return result;
}

static inline int64_t clock_ns(clockid_t clock) {
    struct timespec time;
    check(clock_gettime(clock, &time), "clock_gettime");
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

static inline struct timespec timespec_of(int64_t ns) {
    return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

// Samples of one figure, in nanoseconds.
struct samples {
    int64_t *values;
    size_t count, room;
};

static inline void add_sample(struct samples *samples, int64_t ns) {
    if (samples->count == samples->room) {
        samples->room = samples->room ? samples->room * 2 : 1024;
        samples->values = realloc(samples->values, samples->room * sizeof *samples->values);
        if (!samples->values) fail("realloc");
    }
    samples->values[samples->count++] = ns;
}

static inline int compare_ns(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

// Prints {"count":…,"p50_us":…,"p99_us":…,"max_us":…}; leaves the samples sorted.
static inline void print_samples(struct samples *samples) {
    if (!samples->count) { errno = 0; fail("no samples"); }
    qsort(samples->values, samples->count, sizeof *samples->values, compare_ns);
    const int64_t *values = samples->values;
    size_t last = samples->count - 1;
    printf("{\"count\":%zu,\"p50_us\":%.3f,\"p99_us\":%.3f,\"max_us\":%.3f}", samples->count,
        values[last / 2] / 1e3, values[(size_t)(last * 0.99 + 0.5)] / 1e3, values[last] / 1e3);
}

static inline int unix_socket(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) { errno = ENAMETOOLONG; fail(path); }
    strcpy(address->sun_path, path);
    return (int)check(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
}

static inline int connect_to(const char *path) {
    struct sockaddr_un address;
    int descriptor = unix_socket(path, &address);
    check(connect(descriptor, (struct sockaddr *)&address, sizeof address), path);
    return descriptor;
}

static inline void send_all(int descriptor, const char *bytes, size_t count) {
    while (count) {
        long sent = check(send(descriptor, bytes, count, MSG_NOSIGNAL), "send");
        bytes += sent;
        count -= (size_t)sent;
    }
}

// Reads one line, of which there must not be more than one on its way; returns its length.
static inline size_t receive_line(int descriptor, char *buffer, size_t room) {
    size_t length = 0;
    while (length == 0 || buffer[length - 1] != '\n') {
        if (length + 1 >= room) { errno = EMSGSIZE; fail("receive"); }
        long count = check(recv(descriptor, buffer + length, room - length - 1, 0), "recv");
        if (count == 0) { errno = EPIPE; fail("the connection ended"); }
        length += (size_t)count;
    }
    buffer[length] = 0;
    return length;
}

// A reply must be a result: an error would be fast, and no figure at all.
static inline void insist_on_result(const char *reply) {
    if (strstr(reply, "\"result\":")) return;
    fprintf(stderr, "refused: %s", reply);
    exit(1);
}

// Copies the `id` of a reply's result, which is the result's own member and not the envelope's.
static inline void copy_id(const char *reply, char *id, size_t room) {
    const char *result = strstr(reply, "\"result\":");
    const char *start = result ? strstr(result, "\"id\":\"") : NULL;
    if (!start) { errno = 0; fail("a reply without id"); }
    start += strlen("\"id\":\"");
    size_t length = strcspn(start, "\"");
    if (length >= room) { errno = EMSGSIZE; fail("id"); }
    memcpy(id, start, length);
    id[length] = 0;
}
