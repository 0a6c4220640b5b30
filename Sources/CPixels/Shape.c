#include "CPixels.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__) || defined(__i386__)
#include <emmintrin.h>
static inline double root(double x) { return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(x), _mm_set_sd(x))); }
#else
static inline double root(double x) { return __builtin_sqrt(x); }
#endif

static bool is_finite(double x) { return x - x == 0; }

/// The line with values in device pixels. One without direction lies infinitely far away.
static CPLine normalized(double a, double b, double c) {
  const double length = root(a * a + b * b);
  const CPLine far = {0, 0, c > 0 ? 1e6 : -1e6};
  if (!(length > 0)) return far;
  const CPLine line = {a / length, b / length, c / length};
  return line;
}

bool cp_shape_make(CPShape *shape, uint32_t open) {
  const CPMap m = shape->map;
  const CPLine nowhere = {0, 0, 1e6};
  // x ≥ min x on the plane is X − min x · W ≥ 0, which is linear on the device, in perspective too.
  shape->edges[0] = normalized(m.xx - shape->min_x * m.wx, m.xy - shape->min_x * m.wy, m.x0 - shape->min_x * m.w0);
  shape->edges[1] = normalized(shape->max_x * m.wx - m.xx, shape->max_x * m.wy - m.xy, shape->max_x * m.w0 - m.x0);
  shape->edges[2] = normalized(m.yx - shape->min_y * m.wx, m.yy - shape->min_y * m.wy, m.y0 - shape->min_y * m.w0);
  shape->edges[3] = normalized(shape->max_y * m.wx - m.yx, shape->max_y * m.wy - m.yy, shape->max_y * m.w0 - m.y0);
  bool is_placed = true;
  for (int i = 0; i < 4; i++) {
    if (open >> i & 1) shape->edges[i] = nowhere;
    const CPLine e = shape->edges[i];
    if (!is_finite(e.a + e.b) || !is_finite(e.c)) is_placed = false;
  }
  shape->is_rounded = shape->radii[0] > 0 || shape->radii[1] > 0 || shape->radii[2] > 0 || shape->radii[3] > 0;
  shape->point_size = 0;
  if (m.wx == 0 && m.wy == 0 && m.w0 == 1) {
    // The larger singular value of the map back.
    const double square = m.xx * m.xx + m.xy * m.xy + m.yx * m.yx + m.yy * m.yy;
    const double determinant = m.xx * m.yy - m.xy * m.yx;
    const double rest = square * square - 4 * determinant * determinant;
    shape->point_size = root((square + root(rest > 0 ? rest : 0)) / 2);
    if (!is_finite(shape->point_size)) is_placed = false;
  }
  return is_placed;
}

static double least(CPLine e, double min_x, double min_y, double max_x, double max_y) {
  return e.a * (e.a < 0 ? max_x : min_x) + e.b * (e.b < 0 ? max_y : min_y) + e.c;
}

bool cp_shape_is_certain(const CPShape *shape, double min_x, double min_y, double max_x, double max_y) {
  for (int i = 0; i < shape->horizon_count; i++) {
    if (!(least(shape->horizons[i], min_x, min_y, max_x, max_y) > 0)) return false;
  }
  for (int i = 0; i < 4; i++) {
    const double step = i & 1 ? 1.0 / 1024 : -1.0 / 1024;
    const double from = shape->hard >> i & 1 ? step : 0.5;
    if (!(least(shape->edges[i], min_x, min_y, max_x, max_y) >= from)) return false;
  }
  if (!shape->is_rounded) return true;
  // Beside each corner's square.
  const CPMap m = shape->map;
  for (int i = 0; i < 4; i++) {
    if (!(shape->radii[i] > 0)) continue;
    const double reach = shape->radii[i] * (shape->smoothing > 0 ? 1.528665 : 1);
    const double x = i & 1 ? shape->max_x - reach : shape->min_x + reach, sign_x = i & 1 ? -1 : 1;
    const double y = i & 2 ? shape->max_y - reach : shape->min_y + reach, sign_y = i & 2 ? -1 : 1;
    const CPLine column = {sign_x * (m.xx - x * m.wx), sign_x * (m.xy - x * m.wy), sign_x * (m.x0 - x * m.w0)};
    const CPLine row = {sign_y * (m.yx - y * m.wx), sign_y * (m.yy - y * m.wy), sign_y * (m.y0 - y * m.w0)};
    if (least(column, min_x, min_y, max_x, max_y) >= 0 || least(row, min_x, min_y, max_x, max_y) >= 0) continue;
    return false;
  }
  return true;
}

float cp_log2(float x) {
  union {
    float number;
    uint32_t bits;
  } u = {x};
  int exponent = (int)(u.bits >> 23) - 127;
  u.bits = (u.bits & 0x7FFFFF) | 0x3F800000;
  double mantissa = u.number;
  if (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    exponent += 1;
  }
  // log₂ m = 2 / ln 2 · artanh z, z = (m − 1) / (m + 1), |z| < 0.172: five terms of the series
  // leave 10⁻⁹.
  const double z = (mantissa - 1) / (mantissa + 1), zz = z * z;
  const double series = 1 + zz * (1.0 / 3 + zz * (1.0 / 5 + zz * (1.0 / 7 + zz * (1.0 / 9))));
  return (float)(exponent + 2.8853900817779268 * z * series);
}
