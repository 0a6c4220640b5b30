#include <string.h>

#include "CPixels.h"

#pragma STDC FP_CONTRACT OFF

static int16_t number(float x) {
  const float scaled = x * CP_ONE, held = scaled > -32768 ? scaled < 32767 ? scaled : 32767 : -32768;
  return (int16_t)((int32_t)(held + 32768.5f) - 32768);
}

// A half float, exactly; what is not finite becomes large.
static float half(uint16_t bits) {
  union {
    uint32_t bits;
    float number;
  } u = {(uint32_t)(bits & 0x7FFF) << 13};
  u.number *= 0x1p112f;
  return bits & 0x8000 ? -u.number : u.number;
}

bool cp_pad(const void *rows, int32_t width, int32_t height, bool is_half, void *texels) {
  const size_t size = is_half ? 8 : 4, row_size = (size_t)width * size;
  const uint8_t *from = rows;
  uint8_t *to = texels;
  bool is_opaque = true;
  for (int32_t y = 0; y < height; y++, from += row_size, to += row_size + size) {
    if (is_half) {
      for (size_t i = 0; i < (size_t)width * 4; i++) {
        uint16_t bits;
        memcpy(&bits, from + i * 2, 2);
        const int16_t own = number(half(bits));
        memcpy(to + i * 2, &own, 2);
        if (i % 4 == 3 && own != CP_ONE) is_opaque = false;
      }
    } else {
      memcpy(to, from, row_size);
      uint8_t all = 0xFF;
      for (int32_t x = 0; x < width; x++) all &= from[(size_t)x * 4 + 3];
      if (all != 0xFF) is_opaque = false;
    }
    memcpy(to + row_size, to + row_size - size, size);
  }
  memcpy(to, to - row_size - size, row_size + size);
  return is_opaque;
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

void cp_pack_texels(const float *numbers, int32_t width, int32_t height, int16_t *texels) {
  for (int32_t y = 0; y <= height; y++) {
    const float *row = numbers + (size_t)least(y, height - 1) * (size_t)width * 4;
    for (int32_t x = 0; x <= width; x++) {
      const float *from = row + (size_t)least(x, width - 1) * 4;
      for (int i = 0; i < 4; i++) *texels++ = number(from[i]);
    }
  }
}
