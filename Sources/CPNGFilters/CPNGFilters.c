#include "CPNGFilters.h"

#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// The prediction of each filter for a byte from those to the left and above.
INLINE uint8_t none(uint8_t left, uint8_t up) { return 0; }
INLINE uint8_t sub(uint8_t left, uint8_t up) { return left; }
INLINE uint8_t above(uint8_t left, uint8_t up) { return up; }

// The bodies, for vectors of whatever width the function that takes them in is compiled for.
#define FILTER(name)                                                                                                        \
  INLINE void write_##name(                                                                                                 \
      const uint8_t *restrict row, const uint8_t *restrict before, uint8_t *restrict out, size_t count, size_t pixel) {      \
    const uint8_t *left = row - pixel;                                                                                      \
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - name(left[i], before[i]));                               \
  }

FILTER(none)
FILTER(sub)
FILTER(above)

INLINE uint64_t distance(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  // Sums of 16 bits are full after 256 of the largest distance, 128.
  for (size_t start = 0; start < count; start += 256) {
    size_t end = start + 256 < count ? start + 256 : count;
    uint16_t part = 0;
    for (size_t i = start; i < end; i++) part = (uint16_t)(part + (bytes[i] < 128 ? bytes[i] : 256 - bytes[i]));
    sum += part;
  }
  return sum;
}

INLINE uint64_t filter_row(
    int filter, const uint8_t *row, const uint8_t *before, uint8_t *out, size_t count, size_t pixel) {
  switch (filter) {
    case 0: write_none(row, before, out, count, pixel); break;
    case 1: write_sub(row, before, out, count, pixel); break;
    default: write_above(row, before, out, count, pixel); break;
  }
  return distance(out, count);
}

typedef uint8_t bytes16 __attribute__((vector_size(16)));

INLINE void drop_alpha(const uint8_t *restrict rgba, uint8_t *restrict rgb, size_t pixels) {
  size_t x = 0;
  // Four pixels at a time. Sixteen bytes are written, the last four of which the next ones replace.
  for (; x + 6 <= pixels; x += 4) {
    bytes16 four;
    memcpy(&four, rgba + 4 * x, sizeof four);
    four = __builtin_shufflevector(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15);
    memcpy(rgb + 3 * x, &four, sizeof four);
  }
  for (; x < pixels; x++) memcpy(rgb + 3 * x, rgba + 4 * x, 3);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void drop_alpha_avx2(const uint8_t *rgba, uint8_t *rgb, size_t pixels) {
  drop_alpha(rgba, rgb, pixels);
}

// Thirty-two bytes at a time; they are the same.
__attribute__((target("avx2"))) static uint64_t filter_row_avx2(
    int filter, const uint8_t *row, const uint8_t *before, uint8_t *out, size_t count, size_t pixel) {
  return filter_row(filter, row, before, out, count, pixel);
}
#endif

uint64_t cpf_filter(int filter, const uint8_t *row, const uint8_t *before, uint8_t *out, size_t count, size_t pixel) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return filter_row_avx2(filter, row, before, out, count, pixel);
#endif
  return filter_row(filter, row, before, out, count, pixel);
}

void cpf_drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t pixels) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return drop_alpha_avx2(rgba, rgb, pixels);
#endif
  drop_alpha(rgba, rgb, pixels);
}

size_t cpf_repeated_pixels(const uint8_t *rgba, size_t width, size_t height) {
  size_t count = 0;
  for (size_t y = 1; y < height; y++) {
    const uint8_t *row = rgba + y * width * 4;
    for (size_t x = 1; x < width; x++) {
      uint32_t own, left, above;
      memcpy(&own, row + 4 * x, 4);
      memcpy(&left, row + 4 * x - 4, 4);
      memcpy(&above, row + 4 * x - 4 * width, 4);
      count += own == left || own == above;
    }
  }
  return count;
}
