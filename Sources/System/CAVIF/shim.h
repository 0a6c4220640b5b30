#pragma once
#include <avif/avif.h>
#include <stdbool.h>

// The library that has the structures as the header declares them: its number changes with them.
#if AVIF_VERSION >= 1000000
#define CAVIF_LIBRARY "libavif.so.16"
#else
#define CAVIF_LIBRARY "libavif.so.15"
#endif

// Whether an image's mirror exchanges left and right; else top and bottom.
static inline bool cavif_exchanges_left_and_right(const avifImageMirror *mirror) {
#if AVIF_VERSION >= 1000000
  return mirror->axis == 1;
#else
  return mirror->mode == 1;
#endif
}
