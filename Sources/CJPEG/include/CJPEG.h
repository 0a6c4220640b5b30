// CJPEG: JPEG files by libjpeg, whose errors are jumps that must not cross Swift's frames.
//
// In:   the bytes of a file, or RGB pixels.
// Out:  pixels, or the bytes of a file; a status, and libjpeg's message for an error.
// Path: one call per task. Each sets up libjpeg, and catches its jumps.
//
// libjpeg's own interface decodes every sampling factor. TurboJPEG's names eight sets of them, and
// refuses the others.

#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  CJPEG_OK,
  /// Damaged or truncated. A warning of the library counts, as it fills missing data with gray.
  CJPEG_DAMAGED,
  /// A kind of JPEG that libjpeg does not decode.
  CJPEG_UNSUPPORTED,
} cjpeg_status;

/// The result of a call, with libjpeg's message; the text is empty for `CJPEG_OK`.
typedef struct {
  cjpeg_status status;
  char text[200];
} cjpeg_result;

typedef enum { CJPEG_GRAY, CJPEG_COLOR, CJPEG_INK } cjpeg_model;

typedef struct {
  int width, height, components;
  cjpeg_model model;
} cjpeg_header;

/// Reads a file's header.
cjpeg_result cjpeg_read_header(const uint8_t *bytes, size_t count, cjpeg_header *header);

/// Decodes a file to four bytes per pixel, rows tight: RGBA, or the four stored numbers of ink.
///
/// The slower of the two transforms is used, whose result is the same on every processor. More than
/// 500 scans are refused.
/// - header: the file's, as read before.
cjpeg_result cjpeg_decode(const uint8_t *bytes, size_t count, const cjpeg_header *header, uint8_t *pixels);

/// Encodes RGB pixels, three bytes each, rows tight, with colours at full resolution.
/// - quality: 1 to 100.
/// - file: receives the bytes, to be released by `free`; NULL on failure.
cjpeg_result cjpeg_encode(const uint8_t *rgb, int width, int height, int quality, uint8_t **file, size_t *count);

#endif
