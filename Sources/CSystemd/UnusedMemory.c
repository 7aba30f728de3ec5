#define _GNU_SOURCE
#include "CSystemd.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Lets go of an object's pages that can only be read: they are as the file has them, and come back from
// there. What relocation has written to lies in writable segments, and is left alone.
static int let_go(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        uintptr_t end = (start + segment->p_memsz) & ~(page - 1);
        start = (start + page - 1) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void csystemd_release_unused_memory(void) {
    dl_iterate_phdr(let_go, NULL);
    malloc_trim(0);
}
