// Pango, with what of GObject its objects need: each function opens Pango's library when the first
// is called.

#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libpangocairo-1.0.so.0"
#include "Functions.h"

// New in Pango 1.50, as are the members of a glyph item that Drawing reads.
const char *cdl_missing_pango(void) { return missing("pango_layout_line_get_start_index"); }

// A process that goes on after g_error would be in a state that GLib does not know.
static void end_process(const char *domain, GLogLevelFlags level, const char *message, void *unused) {
  (void)unused;
  if (level & G_LOG_FLAG_FATAL) {
    const char *hint = strstr(message, "thread") ? "; raise the limit of processes (ulimit -u, or pids.max of a container)" : "";
    dprintf(STDERR_FILENO, "multiplane: %s: %s%s\n", domain ? domain : "GLib", message, hint);
    _exit(1);
  }
  static _Atomic(void *) found;
  __typeof__(g_log_default_handler) *function = atomic_load_explicit(&found, memory_order_acquire);
  if (!function) function = look_up("g_log_default_handler", &found);
  if (function) function(domain, level, message, NULL);
}

void cdl_end_process_by_fatal_messages(void) {
  static _Atomic(void *) found;
  __typeof__(g_log_set_default_handler) *function = look_up("g_log_set_default_handler", &found);
  if (function) function(end_process, NULL);
}

// GObject's headers make its functions visible, which functions of the same names here would have
// to be too: Pango would then find these in place of GObject's.
void *cdl_object_ref(void *object) {
  static _Atomic(void *) found;
  __typeof__(g_object_ref) *function = atomic_load_explicit(&found, memory_order_acquire);
  if (!function) function = look_up("g_object_ref", &found);
  return function ? function(object) : NULL;
}

void cdl_object_unref(void *object) {
  static _Atomic(void *) found;
  __typeof__(g_object_unref) *function = atomic_load_explicit(&found, memory_order_acquire);
  if (!function) function = look_up("g_object_unref", &found);
  if (function) function(object);
}

void cdl_glib_free(void *memory) {
  static _Atomic(void *) found;
  __typeof__(g_free) *function = atomic_load_explicit(&found, memory_order_acquire);
  if (!function) function = look_up("g_free", &found);
  if (function) function(memory);
}

// Font maps and contexts.
FUNCTION0(PangoFontMap *, pango_cairo_font_map_new)
FUNCTION2(void, pango_fc_font_map_set_config, PangoFcFontMap *, FcConfig *)
FUNCTION1(PangoContext *, pango_font_map_create_context, PangoFontMap *)
FUNCTION3(PangoFont *, pango_font_map_load_font, PangoFontMap *, PangoContext *, const PangoFontDescription *)
FUNCTION1(PangoLanguage *, pango_language_from_string, const char *)
FUNCTION2(void, pango_context_set_language, PangoContext *, PangoLanguage *)
FUNCTION2(void, pango_context_set_base_dir, PangoContext *, PangoDirection)
FUNCTION2(void, pango_context_set_round_glyph_positions, PangoContext *, gboolean)
FUNCTION2(void, pango_cairo_context_set_font_options, PangoContext *, const cairo_font_options_t *)

// Descriptions of fonts.
FUNCTION0(PangoFontDescription *, pango_font_description_new)
FUNCTION2(PangoFontDescription *, pango_fc_font_description_from_pattern, FcPattern *, gboolean)
FUNCTION1(PangoFontDescription *, pango_font_description_copy, const PangoFontDescription *)
FUNCTION1(void, pango_font_description_free, PangoFontDescription *)
FUNCTION2(void, pango_font_description_set_family, PangoFontDescription *, const char *)
FUNCTION1(const char *, pango_font_description_get_family, const PangoFontDescription *)
FUNCTION2(void, pango_font_description_set_variations, PangoFontDescription *, const char *)
FUNCTION2(void, pango_font_description_set_weight, PangoFontDescription *, PangoWeight)
FUNCTION2(void, pango_font_description_set_style, PangoFontDescription *, PangoStyle)
FUNCTION2(void, pango_font_description_set_stretch, PangoFontDescription *, PangoStretch)
FUNCTION2(void, pango_font_description_set_absolute_size, PangoFontDescription *, double)

// Fonts.
FUNCTION1(FcPattern *, pango_fc_font_get_pattern, PangoFcFont *)
FUNCTION1(cairo_scaled_font_t *, pango_cairo_font_get_scaled_font, PangoCairoFont *)
FUNCTION1(hb_font_t *, pango_font_get_hb_font, PangoFont *)
FUNCTION2(PangoFontMetrics *, pango_font_get_metrics, PangoFont *, PangoLanguage *)
FUNCTION1(void, pango_font_metrics_unref, PangoFontMetrics *)
FUNCTION1(int, pango_font_metrics_get_ascent, PangoFontMetrics *)
FUNCTION1(int, pango_font_metrics_get_descent, PangoFontMetrics *)
FUNCTION1(int, pango_font_metrics_get_height, PangoFontMetrics *)
FUNCTION1(int, pango_font_metrics_get_underline_position, PangoFontMetrics *)
FUNCTION1(int, pango_font_metrics_get_underline_thickness, PangoFontMetrics *)
FUNCTION1(int, pango_font_metrics_get_strikethrough_position, PangoFontMetrics *)

// Attributes of text.
FUNCTION0(PangoAttrList *, pango_attr_list_new)
FUNCTION1(void, pango_attr_list_unref, PangoAttrList *)
FUNCTION2(void, pango_attr_list_insert, PangoAttrList *, PangoAttribute *)
FUNCTION1(PangoAttribute *, pango_attr_font_desc_new, const PangoFontDescription *)
FUNCTION1(PangoAttribute *, pango_attr_letter_spacing_new, int)
FUNCTION1(PangoAttribute *, pango_attr_rise_new, int)
FUNCTION1(PangoAttribute *, pango_attr_insert_hyphens_new, gboolean)
FUNCTION1(PangoAttribute *, pango_attr_font_features_new, const char *)
FUNCTION1(PangoAttribute *, pango_attr_allow_breaks_new, gboolean)
FUNCTION1(void, pango_attribute_destroy, PangoAttribute *)

// Layouts.
FUNCTION1(PangoLayout *, pango_layout_new, PangoContext *)
FUNCTION3(void, pango_layout_set_text, PangoLayout *, const char *, int)
FUNCTION2(void, pango_layout_set_attributes, PangoLayout *, PangoAttrList *)
FUNCTION2(void, pango_layout_set_font_description, PangoLayout *, const PangoFontDescription *)
FUNCTION2(void, pango_layout_set_width, PangoLayout *, int)
FUNCTION2(void, pango_layout_set_wrap, PangoLayout *, PangoWrapMode)
FUNCTION2(void, pango_layout_set_ellipsize, PangoLayout *, PangoEllipsizeMode)
FUNCTION2(void, pango_layout_set_justify, PangoLayout *, gboolean)
FUNCTION2(void, pango_layout_set_auto_dir, PangoLayout *, gboolean)
FUNCTION2(void, pango_layout_set_indent, PangoLayout *, int)
FUNCTION2(PangoTabArray *, pango_tab_array_new, gint, gboolean)
FUNCTION4(void, pango_tab_array_set_tab, PangoTabArray *, gint, PangoTabAlign, gint)
FUNCTION1(void, pango_tab_array_free, PangoTabArray *)
FUNCTION2(void, pango_layout_set_tabs, PangoLayout *, PangoTabArray *)

// Lines and runs.
FUNCTION1(GSList *, pango_layout_get_lines_readonly, PangoLayout *)
FUNCTION2(const PangoLogAttr *, pango_layout_get_log_attrs_readonly, PangoLayout *, gint *)
FUNCTION1(PangoLayoutIter *, pango_layout_get_iter, PangoLayout *)
FUNCTION1(void, pango_layout_iter_free, PangoLayoutIter *)
FUNCTION1(gboolean, pango_layout_iter_next_run, PangoLayoutIter *)
FUNCTION1(PangoLayoutRun *, pango_layout_iter_get_run_readonly, PangoLayoutIter *)
FUNCTION1(PangoLayoutLine *, pango_layout_iter_get_line_readonly, PangoLayoutIter *)
FUNCTION1(int, pango_layout_iter_get_baseline, PangoLayoutIter *)
FUNCTION3(void, pango_layout_iter_get_line_extents, PangoLayoutIter *, PangoRectangle *, PangoRectangle *)
FUNCTION1(int, pango_layout_line_get_start_index, PangoLayoutLine *)
FUNCTION1(int, pango_layout_line_get_length, PangoLayoutLine *)
FUNCTION1(gboolean, pango_layout_line_is_paragraph_start, PangoLayoutLine *)
FUNCTION3(void, pango_layout_line_get_extents, PangoLayoutLine *, PangoRectangle *, PangoRectangle *)
FUNCTION5(void, pango_layout_line_get_x_ranges, PangoLayoutLine *, int, int, int **, int *)
FUNCTION1(PangoDirection, pango_layout_line_get_resolved_direction, PangoLayoutLine *)
