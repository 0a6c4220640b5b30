// Preloaded, lowers the maximum sizes of textures, viewports and renderbuffers to LIMIT, as drivers
// of boards have them: Mesa masks extensions and versions, but no limits. The program looks
// OpenGL's functions up by dlsym.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

enum { MAX_TEXTURE_SIZE = 0x0D33, MAX_VIEWPORT_DIMS = 0x0D3A, MAX_RENDERBUFFER_SIZE = 0x84E8 };

static void (*driver_get_integers)(unsigned, int *);

static void get_integers(unsigned name, int *values) {
  driver_get_integers(name, values);
  int count = name == MAX_VIEWPORT_DIMS ? 2 : name == MAX_TEXTURE_SIZE || name == MAX_RENDERBUFFER_SIZE ? 1 : 0;
  for (int i = 0; i < count; i++)
    if (values[i] > LIMIT) values[i] = LIMIT;
}

void *dlsym(void *handle, const char *name) {
  static void *(*system_dlsym)(void *, const char *);
  // The version of x86-64 before and since glibc 2.34, and that of AArch64.
  static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
  for (size_t i = 0; !system_dlsym && i < sizeof versions / sizeof *versions; i++)
    system_dlsym = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", versions[i]);
  void *function = system_dlsym ? system_dlsym(handle, name) : NULL;
  if (!function || strcmp(name, "glGetIntegerv")) return function;
  driver_get_integers = (void (*)(unsigned, int *))function;
  return (void *)get_integers;
}
