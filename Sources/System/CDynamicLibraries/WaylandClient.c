// libwayland-client: each function opens its library when the first is called. The descriptions of
// interfaces, which are data of the library, are not taken from it: the program has its own
// (Protocols/).

#include "../CWayland/shim.h"

#define LIBRARY "libwayland-client.so.0"
#include "Functions.h"

const char *cdl_missing_wayland_client(void) { return missing("wl_proxy_marshal_flags"); }

FUNCTION1(struct wl_display *, wl_display_connect, const char *)
FUNCTION1(void, wl_display_disconnect, struct wl_display *)
FUNCTION1(int, wl_display_get_fd, struct wl_display *)
FUNCTION1(int, wl_display_roundtrip, struct wl_display *)
FUNCTION1(int, wl_display_dispatch_pending, struct wl_display *)
FUNCTION1(int, wl_display_prepare_read, struct wl_display *)
FUNCTION1(int, wl_display_read_events, struct wl_display *)
FUNCTION1(void, wl_display_cancel_read, struct wl_display *)
FUNCTION1(int, wl_display_flush, struct wl_display *)
FUNCTION1(int, wl_display_get_error, struct wl_display *)
FUNCTION1(void, wl_log_set_handler_client, wl_log_func_t)

static void ignore(const char *format, va_list arguments) {}

void cdl_silence_wayland_client(void) { wl_log_set_handler_client(ignore); }

typedef void (*event_function)(void);

// What the functions call that wayland-scanner generates.
FUNCTION3(int, wl_proxy_add_listener, struct wl_proxy *, event_function *, void *)
FUNCTION1(void, wl_proxy_destroy, struct wl_proxy *)
FUNCTION1(uint32_t, wl_proxy_get_version, struct wl_proxy *)
FUNCTION2(void, wl_proxy_set_user_data, struct wl_proxy *, void *)
FUNCTION1(void *, wl_proxy_get_user_data, struct wl_proxy *)

static struct wl_proxy *marshal_nothing(struct wl_proxy *proxy, uint32_t opcode, const struct wl_interface *interface,
                                        uint32_t version, uint32_t flags, ...) {
  return NULL;
}

// A variadic function cannot forward its arguments, so the caller gets the library's function
// itself.
__attribute__((visibility("hidden"))) marshal_flags_function *multiplane_wl_proxy_marshal_flags(void) {
  static _Atomic(void *) found;
  void *function = atomic_load_explicit(&found, memory_order_acquire);
  if (!function) function = look_up("wl_proxy_marshal_flags", &found);
  return function ? (marshal_flags_function *)function : marshal_nothing;
}
