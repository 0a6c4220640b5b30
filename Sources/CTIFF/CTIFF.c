#include "CTIFF.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

/// The most bytes that libtiff may take at once.
enum { MOST_BYTES = 256 << 20 };

// MARK: Files in memory

typedef struct {
  uint8_t *bytes;
  uint64_t count, capacity, place;
} File;

static tmsize_t read_bytes(thandle_t handle, void *buffer, tmsize_t size) {
  File *file = handle;
  if (size < 0 || file->place > file->count) return -1;
  uint64_t left = file->count - file->place;
  uint64_t taken = (uint64_t)size < left ? (uint64_t)size : left;
  if (taken) memcpy(buffer, file->bytes + file->place, taken);
  file->place += taken;
  return (tmsize_t)taken;
}

/// Fails for a file that is read, which has no capacity.
static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t size) {
  File *file = handle;
  if (!file->capacity || size < 0) return -1;
  uint64_t end = file->place + (uint64_t)size;
  if (end > file->capacity) {
    uint64_t capacity = end > 2 * file->capacity ? end : 2 * file->capacity;
    uint8_t *larger = realloc(file->bytes, capacity);
    if (!larger) return -1;
    file->bytes = larger;
    file->capacity = capacity;
  }
  if (file->place > file->count) memset(file->bytes + file->count, 0, file->place - file->count);
  memcpy(file->bytes + file->place, bytes, (size_t)size);
  file->place = end;
  if (end > file->count) file->count = end;
  return size;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
  File *file = handle;
  file->place = offset + (origin == SEEK_CUR ? file->place : origin == SEEK_END ? file->count : 0);
  return file->place;
}

static toff_t size(thandle_t handle) { return ((File *)handle)->count; }

static int map(thandle_t handle, void **bytes, toff_t *count) {
  File *file = handle;
  *bytes = file->bytes;
  *count = file->count;
  return 1;
}

static void unmap(thandle_t handle, void *bytes, toff_t count) { (void)handle, (void)bytes, (void)count; }
static int end(thandle_t handle) { return (void)handle, 0; }

// MARK: Errors

/// Writes the first error into a result.
static int note_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  ctiff_result *result = data;
  if (!result->text[0]) vsnprintf(result->text, sizeof result->text, format, arguments);
  result->status = CTIFF_DAMAGED;
  return 1;
}

static int ignore_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)data, (void)module, (void)format, (void)arguments;
  return 1;
}

/// - Returns: NULL if it fails; then the result says so.
static TIFF *open_file(File *file, const char *mode, ctiff_result *result) {
  TIFF *tiff = NULL;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (options) {
    TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, result);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, NULL);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, MOST_BYTES);
    tiff = TIFFClientOpenExt("TIFF", mode, file, read_bytes, write_bytes, seek, end, size, map, unmap, options);
    TIFFOpenOptionsFree(options);
  }
  if (!tiff) result->status = CTIFF_DAMAGED;
  return tiff;
}

/// For what libtiff takes without a message, or with one about tags that were left out.
static ctiff_result success(void) { return (ctiff_result){.status = CTIFF_OK}; }

// MARK: Reading

static double resolution(TIFF *tiff, uint32_t tag) {
  float number = 0;
  uint16_t unit = RESUNIT_INCH;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  if (!TIFFGetField(tiff, tag, &number) || unit == RESUNIT_NONE) return 0;
  return unit == RESUNIT_CENTIMETER ? number * 2.54 : number;
}

static void read_fields(TIFF *tiff, ctiff_header *header) {
  uint16_t samples = 1, bits = 1, orientation = ORIENTATION_TOPLEFT, colors = PHOTOMETRIC_RGB;
  *header = (ctiff_header){0};
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header->width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header->height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &colors);
  header->bytes_per_pixel = ((uint32_t)samples * bits + 7) / 8;
  header->orientation = orientation;
  header->is_gray = colors == PHOTOMETRIC_MINISBLACK || colors == PHOTOMETRIC_MINISWHITE;
  header->x_resolution = resolution(tiff, TIFFTAG_XRESOLUTION);
  header->y_resolution = resolution(tiff, TIFFTAG_YRESOLUTION);
}

ctiff_result ctiff_read_header(const uint8_t *bytes, size_t count, ctiff_header *header) {
  ctiff_result result = success();
  File file = {.bytes = (uint8_t *)bytes, .count = count};
  TIFF *tiff = open_file(&file, "r", &result);
  if (!tiff) return result;
  read_fields(tiff, header);
  TIFFClose(tiff);
  return success();
}

ctiff_result ctiff_decode(const uint8_t *bytes, size_t count, const ctiff_header *header, uint8_t *pixels,
                          uint8_t *profile, size_t *profile_count) {
  ctiff_result result = success();
  size_t room = *profile_count;
  *profile_count = 0;
  File file = {.bytes = (uint8_t *)bytes, .count = count};
  TIFF *tiff = open_file(&file, "r", &result);
  if (!tiff) return result;
  ctiff_header found;
  read_fields(tiff, &found);
  char reason[1024] = "";
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  if (found.width != header->width || found.height != header->height) {
    result.status = CTIFF_DAMAGED;
  } else if (!TIFFIsCODECConfigured(compression)) {
    result.status = CTIFF_UNSUPPORTED;
    snprintf(result.text, sizeof result.text, "compression %u", compression);
  } else if (!TIFFRGBAImageOK(tiff, reason)) {
    result.status = CTIFF_UNSUPPORTED;
    snprintf(result.text, sizeof result.text, "%.*s", (int)sizeof result.text - 1, reason);
  } else {
    // libtiff mirrors rows and columns, and does not exchange them: asked for the file's own
    // orientation, it moves nothing.
    int is_read = TIFFReadRGBAImageOriented(tiff, found.width, found.height, (uint32_t *)pixels, found.orientation, 1);
    if (is_read) {
      result = success();
    } else {
      result.status = CTIFF_DAMAGED;
    }
  }
  uint32_t size = 0;
  void *data = NULL;
  if (result.status == CTIFF_OK && TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &data) && data && size <= room) {
    memcpy(profile, data, size);
    *profile_count = size;
  }
  TIFFClose(tiff);
  return result;
}

// MARK: Writing

static bool set_fields(TIFF *tiff, uint32_t width, uint32_t height, bool is_opaque, double x_resolution,
                       double y_resolution) {
  uint16_t alpha = EXTRASAMPLE_ASSOCALPHA;
  int samples = is_opaque ? 3 : 4;
  // About 64 KiB each, so that a reader may take one after the other.
  uint32_t rows = (64 << 10) / (width * (uint32_t)samples) + 1;
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width) && TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height) &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8) && TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples) &&
         (is_opaque || TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha)) &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB) &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
         TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT) &&
         TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW) &&
         TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL) &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows < height ? rows : height) &&
         TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH) &&
         TIFFSetField(tiff, TIFFTAG_XRESOLUTION, x_resolution) && TIFFSetField(tiff, TIFFTAG_YRESOLUTION, y_resolution);
}

/// libtiff changes a row that it is given.
static bool write_rows(TIFF *tiff, const uint8_t *pixels, uint32_t width, uint32_t height, bool is_opaque) {
  uint8_t *row = malloc((size_t)width * 4);
  bool is_written = row != NULL;
  for (uint32_t y = 0; is_written && y < height; y++) {
    const uint8_t *source = pixels + (size_t)y * width * 4;
    if (is_opaque) {
      for (size_t x = 0; x < width; x++) memcpy(row + 3 * x, source + 4 * x, 3);
    } else {
      memcpy(row, source, (size_t)width * 4);
    }
    is_written = TIFFWriteScanline(tiff, row, y, 0) == 1;
  }
  free(row);
  return is_written;
}

ctiff_result ctiff_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool is_opaque, double x_resolution,
                          double y_resolution, uint8_t **bytes, size_t *count) {
  ctiff_result result = success();
  *bytes = NULL;
  *count = 0;
  File file = {.bytes = malloc(1 << 16), .capacity = 1 << 16};
  TIFF *tiff = file.bytes ? open_file(&file, "wl", &result) : NULL;
  bool is_written = tiff && set_fields(tiff, width, height, is_opaque, x_resolution, y_resolution) &&
                    write_rows(tiff, pixels, width, height, is_opaque) && TIFFFlush(tiff);
  if (tiff) TIFFClose(tiff);
  if (!is_written || result.status != CTIFF_OK) {
    free(file.bytes);
    result.status = CTIFF_DAMAGED;
    return result;
  }
  *bytes = file.bytes;
  *count = file.count;
  return result;
}
