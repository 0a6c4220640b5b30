#include "CJPEG.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

_Static_assert(sizeof(((cjpeg_result *)0)->text) >= JMSG_LENGTH_MAX, "libjpeg's messages fit");

enum { MOST_SCANS = 500 };

/// libjpeg's error manager with a place to jump to.
typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf jump;
  cjpeg_result *result;
} Errors;

static bool is_unsupported(int code) {
  switch (code) {
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_CCIR601_NOTIMPL:
  case JERR_COMPONENT_COUNT:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_SOF_UNSUPPORTED:
    return true;
  default:
    return false;
  }
}

static _Noreturn void fail(j_common_ptr info) {
  Errors *errors = (Errors *)info->err;
  errors->result->status = is_unsupported(errors->base.msg_code) ? CJPEG_UNSUPPORTED : CJPEG_DAMAGED;
  errors->base.format_message(info, errors->result->text);
  longjmp(errors->jump, 1);
}

/// Fails at warnings, which are of level -1, but for those that lose no pixel.
static void look_at_message(j_common_ptr info, int level) {
  int code = info->err->msg_code;
  if (level < 0 && code != JWRN_JFIF_MAJOR && code != JWRN_ADOBE_XFORM) fail(info);
}

static void print_nothing(j_common_ptr info) { (void)info; }

static struct jpeg_error_mgr *set_up(Errors *errors, cjpeg_result *result) {
  memset(errors, 0, sizeof *errors);
  errors->result = result;
  struct jpeg_error_mgr *base = jpeg_std_error(&errors->base);
  base->error_exit = fail;
  base->emit_message = look_at_message;
  base->output_message = print_nothing;
  return base;
}

// --- Decoding

static void limit_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number <= MOST_SCANS) return;
  Errors *errors = (Errors *)info->err;
  errors->result->status = CJPEG_UNSUPPORTED;
  snprintf(errors->result->text, sizeof errors->result->text, "more than %d scans", MOST_SCANS);
  longjmp(errors->jump, 1);
}

static void note(cjpeg_header *header, const struct jpeg_decompress_struct *info, cjpeg_result *result) {
  header->width = (int)info->image_width;
  header->height = (int)info->image_height;
  header->components = info->num_components;
  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE: header->model = CJPEG_GRAY; break;
  case JCS_RGB:
  case JCS_YCbCr: header->model = CJPEG_COLOR; break;
  case JCS_CMYK:
  case JCS_YCCK: header->model = CJPEG_INK; break;
  default:
    result->status = CJPEG_UNSUPPORTED;
    snprintf(result->text, sizeof result->text, "%d components of unknown colours", info->num_components);
  }
}

cjpeg_result cjpeg_read_header(const uint8_t *bytes, size_t count, cjpeg_header *header) {
  cjpeg_result result = {CJPEG_OK, ""};
  struct jpeg_decompress_struct info;
  Errors errors;
  info.err = set_up(&errors, &result);
  if (!setjmp(errors.jump)) {
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    note(header, &info, &result);
  }
  jpeg_destroy_decompress(&info);
  return result;
}

cjpeg_result cjpeg_decode(const uint8_t *bytes, size_t count, const cjpeg_header *header, uint8_t *pixels) {
  cjpeg_result result = {CJPEG_OK, ""};
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress = {.progress_monitor = limit_scans};
  Errors errors;
  info.err = set_up(&errors, &result);
  if (!setjmp(errors.jump)) {
    jpeg_create_decompress(&info);
    info.progress = &progress;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    info.dct_method = JDCT_ISLOW;
    info.out_color_space = header->model == CJPEG_INK ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(&info);
    if ((int)info.output_width != header->width || (int)info.output_height != header->height) {
      ERREXIT(&info, JERR_BAD_STATE);
    }
    while (info.output_scanline < info.output_height) {
      JSAMPROW row = pixels + (size_t)info.output_scanline * info.output_width * 4;
      jpeg_read_scanlines(&info, &row, 1);
    }
    // Also reads the end of the file.
    jpeg_finish_decompress(&info);
  }
  jpeg_destroy_decompress(&info);
  return result;
}

// --- Encoding

/// A destination in memory that is known also after a jump; libjpeg's own then forgets its buffer.
typedef struct {
  struct jpeg_destination_mgr base;
  uint8_t *bytes;
  size_t capacity;
} Destination;

static boolean grow(j_compress_ptr info) {
  Destination *file = (Destination *)info->dest;
  // The whole buffer is full, whatever the members say.
  size_t filled = file->capacity;
  uint8_t *bytes = realloc(file->bytes, filled ? 2 * filled : 1 << 16);
  if (!bytes) ERREXIT1(info, JERR_OUT_OF_MEMORY, 10);
  file->bytes = bytes;
  file->capacity = filled ? 2 * filled : 1 << 16;
  file->base.next_output_byte = bytes + filled;
  file->base.free_in_buffer = file->capacity - filled;
  return TRUE;
}

static void begin_file(j_compress_ptr info) { grow(info); }

static void end_file(j_compress_ptr info) { (void)info; }

cjpeg_result cjpeg_encode(const uint8_t *rgb, int width, int height, int quality, uint8_t **file, size_t *count) {
  cjpeg_result result = {CJPEG_OK, ""};
  struct jpeg_compress_struct info;
  Destination destination = {
      .base = {.init_destination = begin_file, .empty_output_buffer = grow, .term_destination = end_file}};
  Errors errors;
  info.err = set_up(&errors, &result);
  if (!setjmp(errors.jump)) {
    jpeg_create_compress(&info);
    info.dest = &destination.base;
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    info.dct_method = JDCT_ISLOW;
    info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
      // The header lacks a const that the library keeps.
      JSAMPROW row = (JSAMPROW)(rgb + (size_t)info.next_scanline * info.image_width * 3);
      jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
  }
  jpeg_destroy_compress(&info);
  if (result.status != CJPEG_OK) {
    free(destination.bytes);
    destination.bytes = NULL;
  }
  *file = destination.bytes;
  *count = destination.capacity - destination.base.free_in_buffer;
  return result;
}
