// Filters that give each pixel another colour, made of its own (rendering rules §19), and the sums
// that blurs are made of.

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

INLINE F8 CP(matrix_row)(const float *row, CP(Color) c, F8 alpha, float bias) {
  return c.red * row[0] + c.green * row[1] + c.blue * row[2] + alpha * row[3] + bias;
}

// What is left at the pixels from (x, y) on: 1 − intensity·|q|².
INLINE F8 CP(vignette)(const CPColorFilter *f, const CPTile *tile, int x, int y) {
  const CPMap *m = &f->map;
  const double px = tile->x + 0.5 + x, py = tile->y + 0.5 + y;
  float left[8];
  for (int i = 0; i < 8; i++) {
    const double w = m->wx * (px + i) + m->wy * py + m->w0;
    const double u = (m->xx * (px + i) + m->xy * py + m->x0) / w - f->middle_x;
    const double v = (m->yx * (px + i) + m->yy * py + m->y0) / w - f->middle_y;
    const double rest = 1 - f->intensity * (u * u + v * v) * f->scale * f->scale;
    left[i] = rest > 0 ? (float)rest : 0;
  }
  return CP(load)(left);
}

// The straight colour, encoded, before it is cut; `kind` is a constant.
INLINE void CP(changed)(
    const CPColorFilter *f, const CPTile *tile, int x, int y, int kind, CP(Color) * c, F8 *alpha) {
  if (kind == CP_COLOR_MATRIX) {
    const CP(Color) o = *c;
    const F8 a = *alpha;
    *c = (CP(Color)){
        CP(matrix_row)(f->rows[0], o, a, f->bias[0]), CP(matrix_row)(f->rows[1], o, a, f->bias[1]),
        CP(matrix_row)(f->rows[2], o, a, f->bias[2])};
    *alpha = CP(matrix_row)(f->rows[3], o, a, f->bias[3]);
  } else if (kind == CP_EXPOSURE) {
    *c = (CP(Color)){
        CP(encoded)(CP(linear)(c->red) * f->number), CP(encoded)(CP(linear)(c->green) * f->number),
        CP(encoded)(CP(linear)(c->blue) * f->number)};
  } else if (kind == CP_GAMMA) {
    *c = (CP(Color)){CP(power)(c->red, f->number), CP(power)(c->green, f->number), CP(power)(c->blue, f->number)};
  } else {
    const F8 left = CP(vignette)(f, tile, x, y);
    *c = (CP(Color)){c->red * left, c->green * left, c->blue * left};
  }
}

INLINE void CP(filter_rows)(const CPTile *tile, const CPColorFilter *f, int kind) {
  for (int y = tile->min_y; y < tile->max_y; y++) {
    for (int x = tile->min_x & ~7; x < tile->max_x; x += 8) {
      float *p = tile->pixels + y * 256 + x;
      const CP(Pixels) pixels = CP(pixels_at)(p);
      const I8 is_there = pixels.alpha > 0;
      if (!CP(any)(is_there)) continue;
      CP(Color) c = CP(straight)(pixels);
      F8 alpha = pixels.alpha;
      CP(changed)(f, tile, x, y, kind, &c, &alpha);
      alpha = CP(cut)(alpha);
      CP(keep)(p, CP(select)(is_there, CP(cut)(c.red) * alpha, pixels.red));
      CP(keep)(p + 64, CP(select)(is_there, CP(cut)(c.green) * alpha, pixels.green));
      CP(keep)(p + 128, CP(select)(is_there, CP(cut)(c.blue) * alpha, pixels.blue));
      CP(keep)(p + 192, CP(select)(is_there, alpha, pixels.alpha));
    }
  }
}

static void CP(filter)(const CPTile *tile, const CPColorFilter *f) {
  switch (f->kind) {
    case CP_COLOR_MATRIX: CP(filter_rows)(tile, f, CP_COLOR_MATRIX); break;
    case CP_EXPOSURE: CP(filter_rows)(tile, f, CP_EXPOSURE); break;
    case CP_GAMMA: CP(filter_rows)(tile, f, CP_GAMMA); break;
    default: CP(filter_rows)(tile, f, CP_VIGNETTE); break;
  }
}
