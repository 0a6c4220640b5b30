// The binary interface of libwayland-client, as far as it is used: the library is opened when a window is, and neither it nor
// its headers are needed for anything else. Names and layouts are those of wayland-util.h and wayland-client-core.h (1.20).
#pragma once
#include <stdint.h>

struct wl_array;
struct wl_display;
struct wl_egl_window;
struct wl_proxy;

struct wl_interface;

struct wl_message {
  const char *name;
  const char *signature;
  const struct wl_interface *const *types;
};

struct wl_interface {
  const char *name;
  int version;
  int method_count;
  const struct wl_message *methods;
  int event_count;
  const struct wl_message *events;
};

union wl_argument {
  int32_t i;
  uint32_t u;
  int32_t f;
  const char *s;
  struct wl_proxy *o;
  uint32_t n;
  struct wl_array *a;
  int32_t h;
};

typedef int (*wl_dispatcher_func_t)(const void *user_data, void *target, uint32_t opcode, const struct wl_message *message,
                                    union wl_argument *arguments);
