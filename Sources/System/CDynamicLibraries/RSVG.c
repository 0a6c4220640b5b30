// librsvg: each function opens its library when the first is called.

#include <librsvg/rsvg.h>

#define LIBRARY "librsvg-2.so.2"
#include "Functions.h"

// New in librsvg 2.46.
const char *cdl_missing_rsvg(void) { return missing("rsvg_handle_render_document"); }

int cdl_rsvg_version(void) {
  const unsigned *major = library() ? dlsym(library(), "rsvg_major_version") : NULL;
  const unsigned *minor = library() ? dlsym(library(), "rsvg_minor_version") : NULL;
  return major && minor ? (int)(*major * 1000 + *minor) : 0;
}

FUNCTION3(RsvgHandle *, rsvg_handle_new_from_data, const guint8 *, gsize, GError **)
FUNCTION2(void, rsvg_handle_set_dpi, RsvgHandle *, double)
FUNCTION7(void, rsvg_handle_get_intrinsic_dimensions, RsvgHandle *, gboolean *, RsvgLength *, gboolean *, RsvgLength *,
          gboolean *, RsvgRectangle *)
FUNCTION4(gboolean, rsvg_handle_render_document, RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **)
