/* Stands before the C library's malloc, and counts its calls: in the program of the tests, and in those that the benchmark runs
   (tools/bench.d/allocations.c). */
#include "AllocationCount.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

/* glibc's own names for what is replaced here: no look-up, which would itself allocate. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

/* In the program's own block of each thread, whose first use allocates nothing. */
static __thread long ofThread __attribute__((tls_model("initial-exec")));
static atomic_long ofProgram;

bool countsAllocations(void) { return true; }
long allocationsOfThread(void) { return ofThread; }
long allocationsOfProgram(void) { return ofProgram; }

static void count(void) {
  ofThread++;
  atomic_fetch_add_explicit(&ofProgram, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}
void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  count();
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return 12; /* ENOMEM */
  *out = memory;
  return 0;
}

#else

bool countsAllocations(void) { return false; }
long allocationsOfThread(void) { return 0; }
long allocationsOfProgram(void) { return 0; }

#endif
