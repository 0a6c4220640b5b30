// Rows of weighed sums, of half as many numbers and of twice as many.

INLINE F8 CP(evens)(F8 a, F8 b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14); }
INLINE F8 CP(odds)(F8 a, F8 b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15); }

// Each number is that of every second place, with a quarter of what lies to either side. `row` is
// at the first one's place.
static void CP(halve)(const float *row, int32_t count, float *halves) {
  for (int32_t i = 0; i < count; i += 8) {
    const float *from = row + 2 * (ptrdiff_t)i;
    const F8 a = CP(load)(from), b = CP(load)(from + 8);
    const F8 left = CP(evens)(CP(load)(from - 1), CP(load)(from + 7));
    CP(keep)(halves + i, left * 0.25f + CP(evens)(a, b) * 0.5f + CP(odds)(a, b) * 0.25f);
  }
}

// A cubic B-spline of the numbers: its own numbers for half the step or, at the end, its values
// there.
static void CP(double_)(const float *row, int32_t count, bool is_last, float *doubles) {
  const float near = is_last ? 23.0f / 48 : 0.5f, far = is_last ? 1.0f / 48 : 0;
  const float middle = is_last ? 4.0f / 6 : 6.0f / 8, beside = is_last ? 1.0f / 6 : 1.0f / 8;
  for (int32_t i = 0; i < count; i += 8) {
    const F8 a = CP(load)(row + i - 1), b = CP(load)(row + i), c = CP(load)(row + i + 1), d = CP(load)(row + i + 2);
    const F8 at = (a + c) * beside + b * middle;
    const F8 between = (b + c) * near + (a + d) * far;
    CP(keep)(doubles + 2 * (ptrdiff_t)i, __builtin_shufflevector(at, between, 0, 8, 1, 9, 2, 10, 3, 11));
    CP(keep)(doubles + 2 * (ptrdiff_t)i + 8, __builtin_shufflevector(at, between, 4, 12, 5, 13, 6, 14, 7, 15));
  }
}

// Weighed sums for `blocks` of 8 numbers, a constant in each caller: eight keep the adders busy.
INLINE void CP(sum_blocks)(const float *origin, const CPTap *taps, int32_t count, int blocks, float *sums) {
  F8 total[8];
  for (int block = 0; block < blocks; block++) total[block] = CP(splat)(0);
  for (int32_t i = 0; i < count; i++) {
    const float *from = origin + taps[i].offset;
    const F8 weight = CP(splat)(taps[i].weight);
    for (int block = 0; block < blocks; block++) total[block] += CP(load)(from + 8 * block) * weight;
  }
  for (int block = 0; block < blocks; block++) CP(keep)(sums + 8 * block, total[block]);
}
static void CP(sum)(const float *origin, const CPTap *taps, int32_t count, int32_t width, float *sums) {
  int32_t x = 0;
  for (; x + 56 < width; x += 64) CP(sum_blocks)(origin + x, taps, count, 8, sums + x);
  for (; x + 24 < width; x += 32) CP(sum_blocks)(origin + x, taps, count, 4, sums + x);
  for (; x + 8 < width; x += 16) CP(sum_blocks)(origin + x, taps, count, 2, sums + x);
  for (; x < width; x += 8) CP(sum_blocks)(origin + x, taps, count, 1, sums + x);
}

static void CP(add)(const float *numbers, float weight, int32_t count, float *sums) {
  const F8 own = CP(splat)(weight);
  for (int32_t i = 0; i < count; i += 8) CP(keep)(sums + i, CP(load)(sums + i) + CP(load)(numbers + i) * own);
}
