#pragma once
#include <stddef.h>

// Starts to load memory into the cache, for a reader that comes soon. It may be nobody's.
static inline void multiplane_prefetch(const void *address, size_t bytes) {
  for (size_t offset = 0; offset < bytes; offset += 64) __builtin_prefetch((const char *)address + offset);
}
