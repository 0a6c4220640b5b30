#pragma once
#include <stddef.h>

// Loads memory into the cache while the caller goes on. The addresses need not be mapped.
static inline void multiplane_prefetch(const void *address, size_t bytes) {
  for (size_t offset = 0; offset < bytes; offset += 64) __builtin_prefetch((const char *)address + offset);
}
