// The bare durable write: appends 4 KiB to FILE and waits for the disk, COUNT times.
#include "bare.h"

#include <fcntl.h>

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    static char block[4096];
    memset(block, 'x', sizeof block);
    int file = (int)check(
        open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), argv[1]);
    struct samples samples = {0};
    for (int count = atoi(argv[2]); count > 0; count--) {
        int64_t start = now_ns();
        check(write(file, block, sizeof block), "write");
        check(fdatasync(file), "fdatasync");
        add_sample(&samples, now_ns() - start);
    }
    print_samples(&samples);
    putchar('\n');
    return 0;
}
