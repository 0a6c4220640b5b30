/* Counts the calls of malloc and its kin in a program that loads this first, and prints their number when it ends. */
#include <stdatomic.h>
#include <stdio.h>
#include <stddef.h>

/* glibc's own names for what is replaced here: no look-up, which would itself allocate. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}
void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  count++;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : 12; /* ENOMEM */
}

__attribute__((destructor)) static void print(void) {
  fprintf(stderr, "allocations %ld\n", atomic_load(&count));
}
