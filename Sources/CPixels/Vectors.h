// Vectors of 8 pixels and of 4 lines, for every instruction level.
//
// Included once per level, within the level's target attribute.

#define INLINE static inline __attribute__((always_inline))

INLINE F8 CP(splat)(float x) { return (F8){x, x, x, x, x, x, x, x}; }
INLINE F8 CP(select)(I8 mask, F8 a, F8 b) { return (F8)(((I8)a & mask) | ((I8)b & ~mask)); }
// NaN becomes `b`.
INLINE F8 CP(max)(F8 a, F8 b) { return CP(select)(a > b, a, b); }
INLINE F8 CP(min)(F8 a, F8 b) { return CP(select)(a < b, a, b); }
INLINE F8 CP(cut)(F8 x) { return CP(min)(CP(max)(x, CP(splat)(0)), CP(splat)(1)); }
INLINE F8 CP(root)(F8 x) { return __builtin_elementwise_sqrt(x); }
INLINE F8 CP(size)(F8 x) { return (F8)((I8)x & 0x7FFFFFFF); }
INLINE F8 CP(load)(const float *p) { return *(const F8U *)p; }
INLINE void CP(keep)(float *p, F8 x) { *(F8U *)p = x; }
// 0 … 7
INLINE F8 CP(steps)(void) { return (F8){0, 1, 2, 3, 4, 5, 6, 7}; }
// start, start + step, …
INLINE F8 CP(ramp)(double start, float step) { return CP(splat)((float)start) + CP(steps)() * step; }
INLINE F8 CP(floats)(I8 x) { return __builtin_convertvector(x, F8); }
INLINE I8 CP(ints)(F8 x) { return __builtin_convertvector(x, I8); }
// Of numbers that 32 bits hold.
INLINE F8 CP(floor)(F8 x) {
  const F8 whole = CP(floats)(CP(ints)(x));
  return whole - (F8)((I8)CP(splat)(1) & (whole > x));
}
INLINE bool CP(any)(I8 mask) {
  const L4 m = (L4)mask;
  return ((m[0] | m[1]) | (m[2] | m[3])) != 0;
}
INLINE bool CP(all)(I8 mask) { return !CP(any)(~mask); }
INLINE D4 CP(select4)(L4 mask, D4 a, D4 b) { return (D4)(((L4)a & mask) | ((L4)b & ~mask)); }

// NaN becomes `low`.
INLINE double CP(limited)(double x, double low, double high) { return x > low ? (x < high ? x : high) : low; }
INLINE double CP(whole)(double x) {
  const double limited = CP(limited)(x, -1e9, 1e9);
  const double whole = (double)(int64_t)limited;
  return whole - (whole > limited ? 1 : 0);
}
// The first pixel at or behind a place of a tile's row or column, and the one behind the last that
// is at or before it; 0 … `count`, the pixels of the row or column.
INLINE int CP(first)(double place, int count) {
  const double limited = CP(limited)(place, 0, count);
  const int whole = (int)limited;
  return whole + (whole < limited);
}
INLINE int CP(end)(double place, int count) { return (int)(CP(limited)(place, -1, count) + 1); }
