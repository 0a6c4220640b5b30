#pragma once
#include <avif/avif.h>

// Not linked: the structures' layout, and the library that has them so, whose number changes with them.
#if AVIF_VERSION >= 1000000
#define CAVIF_LIBRARY "libavif.so.16"
#else
#define CAVIF_LIBRARY "libavif.so.15"
#endif
