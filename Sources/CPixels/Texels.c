#include <string.h>

#include "CPixels.h"

#pragma STDC FP_CONTRACT OFF

bool cp_pad(const void *rows, int32_t width, int32_t height, bool is_half, void *texels) {
  const size_t size = is_half ? 8 : 4, row_size = (size_t)width * size;
  const uint8_t *from = rows;
  uint8_t *to = texels;
  bool is_opaque = true;
  for (int32_t y = 0; y < height; y++, from += row_size, to += row_size + size) {
    memcpy(to, from, row_size);
    memcpy(to + row_size, from + row_size - size, size);
    uint8_t all = 0xFF;
    if (is_half) {
      for (int32_t x = 0; x < width; x++) {
        uint16_t alpha;
        memcpy(&alpha, from + (size_t)x * 8 + 6, 2);
        if (alpha != 0x3C00) all = 0;
      }
    } else {
      for (int32_t x = 0; x < width; x++) all &= from[(size_t)x * 4 + 3];
    }
    if (all != 0xFF) is_opaque = false;
  }
  memcpy(to, to - row_size - size, row_size + size);
  return is_opaque;
}

// To the nearest, ties to even; what is too large becomes the largest.
static uint16_t half(float number) {
  union {
    float number;
    uint32_t bits;
  } u = {number};
  const uint16_t sign = (uint16_t)(u.bits >> 16 & 0x8000);
  u.bits &= 0x7FFFFFFF;
  if (!(u.number <= 65504)) return sign | 0x7BFF;
  u.number *= 0x1p-112f;
  return sign | (uint16_t)((u.bits + 0xFFF + (u.bits >> 13 & 1)) >> 13);
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

void cp_pack_halves_row(const float *numbers, int32_t width, uint16_t *texels) {
  for (int32_t x = 0; x <= width; x++) {
    const float *from = numbers + (size_t)least(x, width - 1) * 4;
    for (int i = 0; i < 4; i++) *texels++ = half(from[i]);
  }
}

void cp_pack_halves(const float *numbers, int32_t width, int32_t height, uint16_t *texels) {
  for (int32_t y = 0; y <= height; y++) {
    const float *row = numbers + (size_t)least(y, height - 1) * (size_t)width * 4;
    cp_pack_halves_row(row, width, texels + (size_t)y * (size_t)(width + 1) * 4);
  }
}
