// CTIFF: TIFF files in memory by libtiff, whose fields are read and set by variadic functions.
//
// In:   the bytes of a file, or premultiplied RGBA pixels.
// Out:  pixels, or the bytes of a file; a status, and libtiff's first message for an error.
// Path: one call per task. Each opens the file with handlers of its own, so that libtiff prints
//       nothing.
//
// libtiff is opened at the first call (CDynamicLibraries); ask `cdl_missing_tiff` first.

#ifndef CTIFF_H
#define CTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CTIFF_OK,
  /// Damaged or truncated.
  CTIFF_DAMAGED,
  /// A kind of TIFF that libtiff does not convert to RGBA.
  CTIFF_UNSUPPORTED,
} ctiff_status;

/// The result of a call, with libtiff's message; the text is empty for `CTIFF_OK`.
typedef struct {
  ctiff_status status;
  char text[256];
} ctiff_result;

typedef struct {
  uint32_t width, height;
  /// Of the stored samples.
  uint32_t bytes_per_pixel;
  /// From 1 to 8, as in Exif.
  int orientation;
  bool is_gray;
  /// In pixels per inch; 0 if the file states none.
  double x_resolution, y_resolution;
} ctiff_header;

/// Reads the header of a file's first image.
ctiff_result ctiff_read_header(const uint8_t *bytes, size_t count, ctiff_header *header);

/// Decodes a file's first image to premultiplied RGBA8, rows tight, in the stored orientation.
/// - header: the file's, as read before.
/// - profile: receives the ICC profile if it has room.
/// - profile_count: the room; receives the size of the profile, 0 without one.
ctiff_result ctiff_decode(const uint8_t *bytes, size_t count, const ctiff_header *header, uint8_t *pixels,
                          uint8_t *profile, size_t *profile_count);

/// Encodes premultiplied RGBA8 pixels, rows tight, by LZW.
/// - is_opaque: leaves alpha out.
/// - x_resolution, y_resolution: in pixels per inch.
/// - file: receives the bytes, to be released by `free`; NULL on failure.
ctiff_result ctiff_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool is_opaque, double x_resolution,
                          double y_resolution, uint8_t **file, size_t *count);

#endif
