// Pixels of a tile: signed 16-bit numbers, 1.0 = 16,384, premultiplied; 16 of a channel at a time,
// or 8 at the end of a span.
//
// Integers are added and multiplied in the same way on every processor. What is computed in floats
// (gradients, blend modes, filters) is rounded to them at the end.

// Of 16 pixels.
typedef struct {
  W16 red, green, blue, alpha;
} CP(Fixed);
// Of 8 pixels, as floats of 0…1.
typedef struct {
  F8 red, green, blue, alpha;
} CP(Pixels);

INLINE W16 CP(splat16)(int x) {
  const int16_t n = (int16_t)x;
  return (W16){n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n};
}

// a·b / 32,768, rounded to the nearest, ties up.
INLINE W16 CP(mul)(W16 a, W16 b) {
#if CP_IS_AVX2
  return (W16)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
  W16 product;
  for (int i = 0; i < 2; i++) {
    __m128i x, y;
    memcpy(&x, (const char *)&a + 16 * i, 16);
    memcpy(&y, (const char *)&b + 16 * i, 16);
    // (2¹⁶·high + low + 2¹⁴) / 2¹⁵
    const __m128i high = _mm_mulhi_epi16(x, y), low = _mm_srli_epi16(_mm_mullo_epi16(x, y), 14);
    const __m128i rounded = _mm_srli_epi16(_mm_add_epi16(low, _mm_set1_epi16(1)), 1);
    const __m128i sum = _mm_add_epi16(_mm_add_epi16(high, high), rounded);
    memcpy((char *)&product + 16 * i, &sum, 16);
  }
  return product;
#elif defined(__ARM_NEON)
  W16 product;
  for (int i = 0; i < 2; i++) {
    int16x8_t x, y;
    memcpy(&x, (const char *)&a + 16 * i, 16);
    memcpy(&y, (const char *)&b + 16 * i, 16);
    const int16x8_t own = vqrdmulhq_s16(x, y);
    memcpy((char *)&product + 16 * i, &own, 16);
  }
  return product;
#else
  const I16 product = __builtin_convertvector(a, I16) * __builtin_convertvector(b, I16);
  return __builtin_convertvector((product + 0x4000) >> 15, W16);
#endif
}
INLINE W16 CP(plus)(W16 a, W16 b) { return __builtin_elementwise_add_sat(a, b); }
INLINE W16 CP(limited16)(W16 x) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, CP(splat16)(0)), CP(splat16)(CP_ONE));
}

// The first 8 or all 16 numbers at a place; `lanes` is a constant in each caller.
INLINE W16 CP(take)(const int16_t *p, int lanes) {
  if (lanes == 16) return *(const W16U *)p;
  const W8 half = *(const W8U *)p;
  return __builtin_shufflevector(half, half, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}
INLINE void CP(give)(int16_t *p, W16 x, int lanes) {
  if (lanes == 16) *(W16U *)p = x;
  else *(W8U *)p = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7);
}
INLINE CP(Fixed) CP(take_pixels)(const int16_t *p, int lanes) {
  return (CP(Fixed)){
      CP(take)(p, lanes), CP(take)(p + 64, lanes), CP(take)(p + 128, lanes), CP(take)(p + 192, lanes)};
}
INLINE void CP(replace)(int16_t *p, CP(Fixed) s, int lanes) {
  CP(give)(p, s.red, lanes);
  CP(give)(p + 64, s.green, lanes);
  CP(give)(p + 128, s.blue, lanes);
  CP(give)(p + 192, s.alpha, lanes);
}
INLINE CP(Fixed) CP(faded)(CP(Fixed) s, W16 share) {
  return (CP(Fixed)){CP(mul)(s.red, share), CP(mul)(s.green, share), CP(mul)(s.blue, share), CP(mul)(s.alpha, share)};
}
// Twice a number of 0…1, which makes it a share; 1 becomes the largest.
INLINE W16 CP(share_of)(W16 x) { return CP(plus)(x, x); }

// S over what is there (§2): R = S + D·(1 − Sα), exactly D where Sα is 0 and exactly S where it is
// 1.
INLINE void CP(over)(int16_t *p, CP(Fixed) s, bool is_cut, int lanes) {
  if (is_cut) {
    s = (CP(Fixed)){
        CP(limited16)(s.red), CP(limited16)(s.green), CP(limited16)(s.blue), CP(limited16)(s.alpha)};
  }
  const W16 rest = CP(share_of)(CP(splat16)(CP_ONE) - s.alpha);
  CP(Fixed) d = CP(take_pixels)(p, lanes);
  d.red = CP(plus)(s.red, CP(mul)(d.red, rest));
  d.green = CP(plus)(s.green, CP(mul)(d.green, rest));
  d.blue = CP(plus)(s.blue, CP(mul)(d.blue, rest));
  d.alpha = CP(plus)(s.alpha, CP(mul)(d.alpha, rest));
  if (is_cut) {
    d.red = CP(limited16)(d.red);
    d.green = CP(limited16)(d.green);
    d.blue = CP(limited16)(d.blue);
  }
  CP(replace)(p, d, lanes);
}

// MARK: Floats

INLINE F8 CP(numbers)(const int16_t *p) { return __builtin_convertvector(*(const W8U *)p, F8); }
// Rounded to the nearest; what 16 bits do not hold becomes the nearest that they do, and what is
// not a number the least.
INLINE W8 CP(rounded)(F8 x) {
  const F8 held = CP(min)(CP(max)(x, CP(splat)(-32768)), CP(splat)(32767));
  return __builtin_convertvector(CP(ints)(held + 32768.5f) - 32768, W8);
}
// The same for numbers that 16 bits certainly hold.
INLINE W8 CP(rounded_near)(F8 x) { return __builtin_convertvector(CP(ints)(x + 32768.5f) - 32768, W8); }
// Two times 8 numbers that 32 bits certainly hold: to the nearest, negative ones up; what 16 bits
// do not hold becomes the nearest that they do.
INLINE W16 CP(packed)(F8 a, F8 b) {
  const I8 x = CP(ints)(a + 0.5f), y = CP(ints)(b + 0.5f);
#if CP_IS_AVX2
  return (W16)_mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)x, (__m256i)y), 0xD8);
#elif defined(__SSE2__)
  __m128i halves[4];
  memcpy(halves, &x, 32);
  memcpy(halves + 2, &y, 32);
  const __m128i pair[2] = {_mm_packs_epi32(halves[0], halves[1]), _mm_packs_epi32(halves[2], halves[3])};
  W16 result;
  memcpy(&result, pair, 32);
  return result;
#else
  const I16 both = __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const I16 least = both * 0 - 32768, most = both * 0 + 32767;
  return __builtin_convertvector(
      __builtin_elementwise_max(__builtin_elementwise_min(both, most), least), W16);
#endif
}
INLINE int16_t CP(rounded_number)(float x) {
  const float held = x > -32768 ? x < 32767 ? x : 32767 : -32768;
  return (int16_t)((int32_t)(held + 32768.5f) - 32768);
}
INLINE W16 CP(splat_number)(float x) { return CP(splat16)(CP(rounded_number)(x * CP_ONE)); }
INLINE CP(Fixed) CP(splat_color)(const CPColor *c) {
  return (CP(Fixed)){
      CP(splat_number)(c->red), CP(splat_number)(c->green), CP(splat_number)(c->blue), CP(splat_number)(c->alpha)};
}
// A share of 0…1 as 0…32,767; what is not a number becomes 0, whatever integer it is converted to.
INLINE W8 CP(share)(F8 x) {
  const I8 most = {32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767};
  return __builtin_convertvector(__builtin_elementwise_min(CP(ints)(x * 32768.0f + 0.5f), most), W8);
}
INLINE W16 CP(splat_share)(float x) {
  const float held = x > 0 ? x * 32768 < 32767 ? x * 32768 : 32767 : 0;
  return CP(splat16)((int)(held + 0.5f));
}

INLINE CP(Pixels) CP(pixels_at)(const int16_t *p) {
  const float one = 1.0f / CP_ONE;
  return (CP(Pixels)){
      CP(numbers)(p) * one, CP(numbers)(p + 64) * one, CP(numbers)(p + 128) * one, CP(numbers)(p + 192) * one};
}
// Of pixels in a tile's units, which are small numbers.
INLINE void CP(put_near)(int16_t *p, CP(Pixels) s) {
  const W16 first = CP(packed)(s.red, s.green), second = CP(packed)(s.blue, s.alpha);
  *(W8U *)p = __builtin_shufflevector(first, first, 0, 1, 2, 3, 4, 5, 6, 7);
  *(W8U *)(p + 64) = __builtin_shufflevector(first, first, 8, 9, 10, 11, 12, 13, 14, 15);
  *(W8U *)(p + 128) = __builtin_shufflevector(second, second, 0, 1, 2, 3, 4, 5, 6, 7);
  *(W8U *)(p + 192) = __builtin_shufflevector(second, second, 8, 9, 10, 11, 12, 13, 14, 15);
}
INLINE F8 CP(held)(F8 x) { return CP(min)(CP(max)(x * CP_ONE, CP(splat)(-32768)), CP(splat)(32767)); }
INLINE void CP(put_pixels)(int16_t *p, CP(Pixels) s) {
  CP(put_near)(p, (CP(Pixels)){CP(held)(s.red), CP(held)(s.green), CP(held)(s.blue), CP(held)(s.alpha)});
}
INLINE CP(Pixels) CP(times)(CP(Pixels) p, F8 factor) {
  return (CP(Pixels)){p.red * factor, p.green * factor, p.blue * factor, p.alpha * factor};
}

// MARK: Bytes

// Pixels of bytes, red first: 0…255 times 128, the first 8 pixels in `low`.
INLINE CP(Fixed) CP(planes)(W16 low_even, W16 low_odd, W16 high_even, W16 high_odd) {
  return (CP(Fixed)){
      __builtin_shufflevector(low_even, high_even, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
      __builtin_shufflevector(low_odd, high_odd, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
      __builtin_shufflevector(low_even, high_even, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31),
      __builtin_shufflevector(low_odd, high_odd, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)};
}
// Of 8 pixels of bytes, the red and blue ones side by side, and the green and alpha ones: times
// 128.
INLINE W16 CP(even_bytes)(I8 texels) { return (W16)(texels & 0x00FF00FF) << 7; }
INLINE W16 CP(odd_bytes)(I8 texels) { return (W16)((U8)texels >> 8 & 0x00FF00FF) << 7; }

// Rounded to 0…255.
INLINE W16 CP(bytes)(W16 x) { return CP(mul)(CP(limited16)(x), CP(splat16)(510)); }
