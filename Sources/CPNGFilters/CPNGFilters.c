#include "CPNGFilters.h"

#include <stdlib.h>

#define INLINE static inline __attribute__((always_inline))

// The prediction of each filter for a byte from those to the left, above, and above to the left.
INLINE uint8_t none(uint8_t left, uint8_t up, uint8_t corner) { return 0; }
INLINE uint8_t sub(uint8_t left, uint8_t up, uint8_t corner) { return left; }
INLINE uint8_t above(uint8_t left, uint8_t up, uint8_t corner) { return up; }
INLINE uint8_t average(uint8_t left, uint8_t up, uint8_t corner) { return (uint8_t)((left + up) / 2); }

// That of the three which is nearest to left + up − corner, the first of those that are as near.
INLINE uint8_t paeth(uint8_t left, uint8_t up, uint8_t corner) {
  int16_t p = (int16_t)(up - corner), q = (int16_t)(left - corner), r = (int16_t)(p + q);
  int16_t to_left = (int16_t)(p < 0 ? -p : p), to_up = (int16_t)(q < 0 ? -q : q), to_corner = (int16_t)(r < 0 ? -r : r);
  uint8_t other = to_up <= to_corner ? up : corner;
  return (uint8_t)(to_left <= to_up && to_left <= to_corner ? left : other);
}

// The bodies, for vectors of whatever width the function that takes them in is compiled for.
#define FILTER(name)                                                                                                        \
  INLINE void write_##name(                                                                                                 \
      const uint8_t *restrict row, const uint8_t *restrict before, uint8_t *restrict out, size_t count, size_t pixel) {      \
    const uint8_t *left = row - pixel, *corner = before - pixel;                                                            \
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - name(left[i], before[i], corner[i]));                    \
  }

FILTER(none)
FILTER(sub)
FILTER(above)
FILTER(average)
FILTER(paeth)

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
    case 2: write_above(row, before, out, count, pixel); break;
    case 3: write_average(row, before, out, count, pixel); break;
    default: write_paeth(row, before, out, count, pixel); break;
  }
  return distance(out, count);
}

#if defined(__x86_64__)
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
