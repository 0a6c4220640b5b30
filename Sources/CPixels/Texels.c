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

static float number(uint16_t half) {
  union {
    uint32_t bits;
    float number;
  } u = {(uint32_t)(half & 0x7FFF) << 13};
  u.number *= 0x1p112f;
  return half & 0x8000 ? -u.number : u.number;
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

void cp_unpack(const CPTexels *texels, float *numbers) {
  for (int32_t y = 0; y < texels->height; y++) {
    for (int32_t x = 0; x < texels->width * 4; x++) {
      const size_t place = (size_t)y * (size_t)texels->stride * 4 + (size_t)x;
      *numbers++ = texels->is_half ? number(((const uint16_t *)texels->texels)[place])
                                   : (float)((const uint8_t *)texels->texels)[place] / 255;
    }
  }
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

// How much of pixel `pixel` pixel `index` of the smaller level covers, which is `size` of them long.
static double overlap(int32_t pixel, int32_t index, double size) {
  const double end = (index + 1) * size, start = index * size;
  return (pixel + 1 < end ? pixel + 1 : end) - (pixel > start ? pixel : start);
}

void cp_halve(const float *numbers, int32_t width, int32_t height, float *half) {
  const int32_t columns = width / 2 > 1 ? width / 2 : 1, rows = height / 2 > 1 ? height / 2 : 1;
  const double across = (double)width / columns, down = (double)height / rows;
  for (int32_t y = 0; y < rows; y++) {
    const int32_t top = (int32_t)(y * down), bottom = least(height, (int32_t)((y + 1) * down + 0.999999));
    for (int32_t x = 0; x < columns; x++, half += 4) {
      const int32_t left = (int32_t)(x * across), right = least(width, (int32_t)((x + 1) * across + 0.999999));
      double sums[4] = {0, 0, 0, 0};
      for (int32_t v = top; v < bottom; v++) {
        for (int32_t u = left; u < right; u++) {
          const double area = overlap(u, x, across) * overlap(v, y, down);
          const float *from = numbers + ((size_t)v * (size_t)width + (size_t)u) * 4;
          if (area > 0) {
            for (int i = 0; i < 4; i++) sums[i] += from[i] * area;
          }
        }
      }
      for (int i = 0; i < 4; i++) half[i] = (float)(sums[i] / (across * down));
    }
  }
}

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
