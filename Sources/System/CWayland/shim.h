#pragma once
#include <wayland-client-core.h>

// The requests that wayland-scanner generates call a variadic function of the library, which is not
// linked: here they get its address, looked up at the first request
// (CDynamicLibraries/WaylandClient.c).
typedef __typeof__(wl_proxy_marshal_flags) marshal_flags_function;
marshal_flags_function *multiplane_wl_proxy_marshal_flags(void);
#define wl_proxy_marshal_flags multiplane_wl_proxy_marshal_flags()

#include <wayland-client-protocol.h>
#include <wayland-egl-core.h>
#include "xdg-shell.h"

// A global is bound by the address of its interface, which Swift cannot take of a constant.
#define BIND(global) \
  static inline struct global *multiplane_bind_##global(struct wl_registry *registry, uint32_t name, \
                                                        uint32_t version) { \
    return (struct global *)wl_registry_bind(registry, name, &global##_interface, version); \
  }
BIND(wl_compositor)
BIND(wl_output)
BIND(wl_seat)
BIND(wl_shm)
BIND(xdg_wm_base)
#undef BIND
