// HarfBuzz, through Pango's library, which needs it: so the fonts that Pango lends are of the same
// HarfBuzz.

#include <hb-ot.h>
#include <hb.h>

#define LIBRARY "libpangocairo-1.0.so.0"
#include "Functions.h"

FUNCTION3(hb_bool_t, hb_ot_metrics_get_position, hb_font_t *, hb_ot_metrics_tag_t, hb_position_t *)
FUNCTION3(hb_bool_t, hb_font_get_nominal_glyph, hb_font_t *, hb_codepoint_t, hb_codepoint_t *)
FUNCTION2(hb_position_t, hb_font_get_glyph_h_advance, hb_font_t *, hb_codepoint_t)
FUNCTION3(hb_bool_t, hb_font_get_glyph_extents, hb_font_t *, hb_codepoint_t, hb_glyph_extents_t *)
FUNCTION4(hb_bool_t, hb_font_get_glyph_name, hb_font_t *, hb_codepoint_t, char *, unsigned int)
FUNCTION4(hb_bool_t, hb_font_get_glyph_from_name, hb_font_t *, const char *, int, hb_codepoint_t *)
FUNCTION1(hb_face_t *, hb_font_get_face, hb_font_t *)
FUNCTION1(hb_blob_t *, hb_face_reference_blob, hb_face_t *)
FUNCTION2(hb_blob_t *, hb_face_reference_table, const hb_face_t *, hb_tag_t)
FUNCTION2(const char *, hb_blob_get_data, hb_blob_t *, unsigned int *)
FUNCTION1(void, hb_blob_destroy, hb_blob_t *)
