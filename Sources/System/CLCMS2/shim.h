#pragma once
#include <lcms2.h>

// Pixel formats as constants: Swift does not import macros of casts and shifts.
static const cmsUInt32Number CLCMS2_GRAY_8 = TYPE_GRAY_8;
static const cmsUInt32Number CLCMS2_RGBA_8 = TYPE_RGBA_8;
static const cmsUInt32Number CLCMS2_CMYK_8 = TYPE_CMYK_8;
