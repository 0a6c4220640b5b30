// libwayland-egl: each function opens its library when the first is called.

#include <wayland-egl-core.h>

#define LIBRARY "libwayland-egl.so.1"
#include "Functions.h"

const char *cdl_missing_wayland_egl(void) { return library() ? NULL : LIBRARY; }

FUNCTION3(struct wl_egl_window *, wl_egl_window_create, struct wl_surface *, int, int)
FUNCTION1(void, wl_egl_window_destroy, struct wl_egl_window *)
FUNCTION5(void, wl_egl_window_resize, struct wl_egl_window *, int, int, int, int)
