#include "include/allocations.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#include <stddef.h>

// The program's own definitions stand before those of the C library, which has them under other names, too.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread long count;

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count++; return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { count++; return __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
  count++;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

long pomona_allocations(void) { return count; }
long pomona_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}
#else
long pomona_allocations(void) { return 0; }
long pomona_bytes(void) { return 0; }
#endif
