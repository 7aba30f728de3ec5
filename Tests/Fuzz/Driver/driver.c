// What libFuzzer calls, for the target that FUZZ_TARGET names. Built without it (as every plain build is),
// the same program runs the inputs in the files that it is given: fuzz TARGET FILE…

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/// In Swift: chooses what to run; 0 where there is no such target.
int fuzz_choose(const char *name);
/// In Swift: runs one input, and ends the program where it breaks a promise.
void fuzz_run(const uint8_t *bytes, size_t count);

#ifdef FUZZER

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    const char *name = getenv("FUZZ_TARGET");
    if (name == NULL || !fuzz_choose(name)) {
        fprintf(stderr, "FUZZ_TARGET must name a target\n");
        exit(64);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    fuzz_run(bytes, count);
    return 0;
}

#else

static int run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 66;
    }
    uint8_t *bytes = NULL;
    size_t count = 0, room = 0, got = 0;
    do {
        count += got;
        if (count == room) {
            room = room * 2 + 4096;
            uint8_t *larger = realloc(bytes, room);
            if (larger == NULL)
                abort();
            bytes = larger;
        }
        got = fread(bytes + count, 1, room - count, file);
    } while (got > 0);
    fclose(file);
    fuzz_run(bytes, count);
    free(bytes);
    return 0;
}

int main(int argc, char *argv[]) {
    if (argc < 2 || !fuzz_choose(argv[1])) {
        fprintf(stderr, "usage: fuzz TARGET FILE...\n");
        return 64;
    }
    int status = 0;
    for (int index = 2; index < argc && status == 0; index++)
        status = run_file(argv[index]);
    return status;
}

#endif
