// What the files of functions are made of; LIBRARY names the library before this is included.

#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "CDynamicLibraries.h"

/// The library of the file's functions. Two threads may open it at the same time: it is counted,
/// and stays.
static void *library(void) {
  static _Atomic(void *) opened;
  void *handle = atomic_load_explicit(&opened, memory_order_acquire);
  if (handle) return handle;
  handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (handle) atomic_store_explicit(&opened, handle, memory_order_release);
  return handle;
}

/// What the system lacks: the library's name, or that of a function which older versions lack; NULL
/// if nothing is missing.
static inline const char *missing(const char *newest) {
  if (!library()) return LIBRARY;
  return dlsym(library(), newest) ? NULL : newest;
}

/// Looks a function up; NULL, with ENOSYS, where there is none.
static void *look_up(const char *name, _Atomic(void *) *found) {
  void *handle = library();
  void *function = handle ? dlsym(handle, name) : NULL;
  if (function) atomic_store_explicit(found, function, memory_order_release);
  if (!function) errno = ENOSYS;
  return function;
}

/// A function by its result, name, parameters and arguments.
#define FUNCTION(result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters { \
    static _Atomic(void *) found; \
    void *function = atomic_load_explicit(&found, memory_order_acquire); \
    if (!function) function = look_up(#name, &found); \
    if (!function) return (result)0; \
    return ((result(*) parameters)function)arguments; \
  }

/// The same by the parameters' types alone.
#define FUNCTION0(result, name) FUNCTION(result, name, (void), ())
#define FUNCTION1(result, name, P1) FUNCTION(result, name, (P1 p1), (p1))
#define FUNCTION2(result, name, P1, P2) FUNCTION(result, name, (P1 p1, P2 p2), (p1, p2))
#define FUNCTION3(result, name, P1, P2, P3) FUNCTION(result, name, (P1 p1, P2 p2, P3 p3), (p1, p2, p3))
#define FUNCTION4(result, name, P1, P2, P3, P4) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4), (p1, p2, p3, p4))
#define FUNCTION5(result, name, P1, P2, P3, P4, P5) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5), (p1, p2, p3, p4, p5))
#define FUNCTION6(result, name, P1, P2, P3, P4, P5, P6) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5, P6 p6), (p1, p2, p3, p4, p5, p6))
#define FUNCTION7(result, name, P1, P2, P3, P4, P5, P6, P7) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5, P6 p6, P7 p7), (p1, p2, p3, p4, p5, p6, p7))
#define FUNCTION8(result, name, P1, P2, P3, P4, P5, P6, P7, P8) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5, P6 p6, P7 p7, P8 p8), (p1, p2, p3, p4, p5, p6, p7, p8))
#define FUNCTION9(result, name, P1, P2, P3, P4, P5, P6, P7, P8, P9) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5, P6 p6, P7 p7, P8 p8, P9 p9), \
           (p1, p2, p3, p4, p5, p6, p7, p8, p9))
#define FUNCTION10(result, name, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5, P6 p6, P7 p7, P8 p8, P9 p9, P10 p10), \
           (p1, p2, p3, p4, p5, p6, p7, p8, p9, p10))
#define FUNCTION11(result, name, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11) \
  FUNCTION(result, name, (P1 p1, P2 p2, P3 p3, P4 p4, P5 p5, P6 p6, P7 p7, P8 p8, P9 p9, P10 p10, P11 p11), \
           (p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11))

#endif
