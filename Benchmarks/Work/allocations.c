// Counts the allocations of a process that this library is preloaded into, and its largest memory, and writes both at its exit into the
// file that POMONA_ALLOCATIONS names. Resident memory varies from run to run, what is allocated hardly does.
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// The C library has its functions under other names, too.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_long count, size, peak;

static void *added(void *block) {
  if (!block) return block;
  count++;
  long bytes = malloc_usable_size(block), now = atomic_fetch_add(&size, bytes) + bytes, known = peak;
  while (now > known && !atomic_compare_exchange_weak(&peak, &known, now)) {
  }
  return block;
}

static void removed(void *block) {
  if (block) size -= malloc_usable_size(block);
}

void *malloc(size_t bytes) { return added(__libc_malloc(bytes)); }
void *calloc(size_t number, size_t bytes) { return added(__libc_calloc(number, bytes)); }
void *aligned_alloc(size_t alignment, size_t bytes) { return added(__libc_memalign(alignment, bytes)); }
int posix_memalign(void **block, size_t alignment, size_t bytes) {
  *block = aligned_alloc(alignment, bytes);
  return *block ? 0 : 12;
}
void *realloc(void *block, size_t bytes) {
  removed(block);
  return added(__libc_realloc(block, bytes));
}
void free(void *block) {
  removed(block);
  __libc_free(block);
}

__attribute__((destructor)) static void report(void) {
  const char *name = getenv("POMONA_ALLOCATIONS");
  FILE *file = name ? fopen(name, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld %ld\n", count, peak);
  fclose(file);
}
