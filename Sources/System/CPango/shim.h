#pragma once
#include <fontconfig/fontconfig.h>
#include <glib-object.h>
#include <hb-ot.h>
#include <hb.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

// Constants: Swift does not import macros of casts.
static const PangoGlyph CPANGO_GLYPH_EMPTY = PANGO_GLYPH_EMPTY;
static const PangoGlyph CPANGO_GLYPH_UNKNOWN_FLAG = PANGO_GLYPH_UNKNOWN_FLAG;
