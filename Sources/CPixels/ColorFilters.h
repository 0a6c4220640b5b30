// Pointwise filters (rendering rules §19): one kernel per row of the list.

#ifndef CP_COLOR_FILTERS

// The cases of `ColorFilter.Kind` in Swift, in their order.
#define CP_COLOR_FILTERS(ROW) ROW(colorMatrix) ROW(colorPolynomial) ROW(exposure) ROW(gamma) ROW(vignette)

// CP_FILTER_colorMatrix and so on.
#define CP_FILTER_NUMBER(name) CP_FILTER_##name,
enum { CP_COLOR_FILTERS(CP_FILTER_NUMBER) };

#endif

#ifdef CP


// log₂ of positive, normal numbers; within 10⁻⁶.
//
// x = m·2ᵉ with m between √½ and √2, and log₂ m = 2/ln 2 · artanh t with t = (m − 1)/(m + 1), |t| ≤
// 0.172: five terms of its series.
INLINE F8 CP(log2)(F8 x) {
  const I8 bits = (I8)x - 0x3F3504F3;  // √½
  const I8 exponent = bits >> 23;
  const F8 m = (F8)((bits & 0x007FFFFF) + 0x3F3504F3);
  const F8 t = (m - 1.0f) / (m + 1.0f), u = t * t;
  const F8 series =
      ((((u * (1.0f / 9) + 1.0f / 7) * u + 1.0f / 5) * u + 1.0f / 3) * u + 1.0f) * t;
  return series * 2.88539008f + CP(floats)(exponent);
}
// 2ˣ for x of −126 … 127; within 2·10⁻⁷ of the result. The series of e^(f·ln 2) for |f| ≤ ½.
INLINE F8 CP(exp2)(F8 x) {
  x = CP(min)(CP(max)(x, CP(splat)(-126)), CP(splat)(127));
  const F8 whole = CP(floor)(x + 0.5f), f = (x - whole) * 0.693147181f;
  const F8 series =
      ((((((f * (1.0f / 720) + 1.0f / 120) * f + 1.0f / 24) * f + 1.0f / 6) * f + 0.5f) * f + 1.0f) * f + 1.0f);
  return series * (F8)((CP(ints)(whole) + 127) << 23);
}
// xᵖ for x ≥ 0; 0 below the least normal number, but for p = 0.
INLINE F8 CP(power)(F8 x, float p) {
  const F8 result = CP(exp2)(CP(log2)(CP(max)(x, CP(splat)(1.1754944e-38f))) * p);
  return p == 0 ? CP(splat)(1) : CP(select)(x < 1.1754944e-38f, CP(splat)(p > 0 ? 0.0f : 1e30f), result);
}
// sRGB's curve (IEC 61966-2-1).
INLINE F8 CP(linear)(F8 x) {
  return CP(select)(x <= 0.04045f, x * (1.0f / 12.92f), CP(power)((x + 0.055f) * (1.0f / 1.055f), 2.4f));
}
INLINE F8 CP(encoded)(F8 x) {
  return CP(select)(x <= 0.0031308f, x * 12.92f, CP(power)(x, 1.0f / 2.4f) * 1.055f - 0.055f);
}

// Eight pixels of a row: their straight, encoded colours, which the kernels change before they are
// clamped.
typedef struct {
  CP(Color) color;
  F8 alpha;
  // The device position of the first pixel's centre.
  double x, y;
} CP(FilterPixels);

// The squared distances of the pixels from the middle of the layer, in squared halves of its
// diagonal.
INLINE void CP(distances)(const CPColorFilter *f, const CP(FilterPixels) *p, double *squares) {
  const CPMap *m = &f->map;
  for (int i = 0; i < 8; i++) {
    const double w = m->wx * (p->x + i) + m->wy * p->y + m->w0;
    const double u = (m->xx * (p->x + i) + m->xy * p->y + m->x0) / w - f->middle_x;
    const double v = (m->yx * (p->x + i) + m->yy * p->y + m->y0) / w - f->middle_y;
    squares[i] = (u * u + v * v) * f->scale * f->scale;
  }
}

INLINE F8 CP(matrix_row)(const CPColorFilter *f, int i, const CP(Color) * c, F8 alpha) {
  const float *row = f->rows[i];
  return c->red * row[0] + c->green * row[1] + c->blue * row[2] + alpha * row[3] + f->rows[4][i];
}
INLINE void CP(colorMatrix)(const CPColorFilter *f, CP(FilterPixels) * p) {
  const CP(Color) c = p->color;
  const F8 a = p->alpha;
  p->color = (CP(Color)){CP(matrix_row)(f, 0, &c, a), CP(matrix_row)(f, 1, &c, a), CP(matrix_row)(f, 2, &c, a)};
  p->alpha = CP(matrix_row)(f, 3, &c, a);
}

INLINE F8 CP(cubic)(const float *row, F8 x) { return ((x * row[3] + row[2]) * x + row[1]) * x + row[0]; }
INLINE void CP(colorPolynomial)(const CPColorFilter *f, CP(FilterPixels) * p) {
  p->color.red = CP(cubic)(f->rows[0], p->color.red);
  p->color.green = CP(cubic)(f->rows[1], p->color.green);
  p->color.blue = CP(cubic)(f->rows[2], p->color.blue);
  p->alpha = CP(cubic)(f->rows[3], p->alpha);
}

INLINE void CP(exposure)(const CPColorFilter *f, CP(FilterPixels) * p) {
  const float factor = f->rows[0][0];
  p->color.red = CP(encoded)(CP(linear)(p->color.red) * factor);
  p->color.green = CP(encoded)(CP(linear)(p->color.green) * factor);
  p->color.blue = CP(encoded)(CP(linear)(p->color.blue) * factor);
}

INLINE void CP(gamma)(const CPColorFilter *f, CP(FilterPixels) * p) {
  const float power = f->rows[0][0];
  p->color.red = CP(power)(p->color.red, power);
  p->color.green = CP(power)(p->color.green, power);
  p->color.blue = CP(power)(p->color.blue, power);
}

// 1 − intensity·(distance/radius)² of the light is left.
INLINE void CP(vignette)(const CPColorFilter *f, CP(FilterPixels) * p) {
  const double intensity = f->rows[0][0], radius = f->rows[0][1];
  double squares[8];
  float left[8];
  CP(distances)(f, p, squares);
  for (int i = 0; i < 8; i++) {
    const double rest = 1 - intensity * squares[i] / (radius * radius);
    left[i] = rest > 0 ? (float)rest : 0;
  }
  const F8 share = CP(load)(left);
  p->color = (CP(Color)){p->color.red * share, p->color.green * share, p->color.blue * share};
}

#define CP_CASE(name) case CP_FILTER_##name: CP(name)(f, &p); break;
// `kind` is a constant.
INLINE void CP(filter_rows)(const CPTile *tile, const CPColorFilter *f, int kind) {
  for (int y = tile->min_y; y < tile->max_y; y++) {
    for (int x = tile->min_x & ~7; x < tile->max_x; x += 8) {
      int16_t *row = tile->pixels + y * 256 + x;
      const CP(Pixels) own = CP(pixels_at)(row);
      if (!CP(any)(own.alpha > 0)) continue;
      CP(FilterPixels) p = {CP(straight)(own), own.alpha, tile->x + 0.5 + x, tile->y + 0.5 + y};
      switch (kind) { CP_COLOR_FILTERS(CP_CASE) }
      const F8 alpha = CP(cut)(p.alpha);
      // The straight colour of a pixel below a byte's least alpha is known too roughly to count in
      // full.
      const F8 share = CP(min)(own.alpha * 255.0f, CP(splat)(1));
      const CP(Pixels) made = {
          CP(cut)(p.color.red) * alpha, CP(cut)(p.color.green) * alpha, CP(cut)(p.color.blue) * alpha, alpha};
      CP(put_pixels)(row, CP(mixed)(own, made, share));
    }
  }
}
#undef CP_CASE

#define CP_CASE(name) case CP_FILTER_##name: CP(filter_rows)(tile, f, CP_FILTER_##name); break;
static void CP(filter)(const CPTile *tile, const CPColorFilter *f) {
  switch (f->kind) { CP_COLOR_FILTERS(CP_CASE) }
}
#undef CP_CASE

#endif
