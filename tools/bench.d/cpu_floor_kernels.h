/* The kernels of cpu_floor.c, included twice: compiled for SSE2 (NP = 4 pixels a vector) and for AVX2 (8).  All of it
   is integer arithmetic on 8-bit premultiplied BGRA with 16-bit intermediates and exact division by 255; coverages are
   floats (no fused multiply-add), so that both give the same bytes. */
#if NP == 8
#define V __m256i
#define VF __m256
#define I(n) _mm256_##n
#define LD(p) _mm256_loadu_si256((const __m256i *)(p))
#define ST(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define ZERO _mm256_setzero_si256()
#define AND(a, b) _mm256_and_si256(a, b)
#define OR(a, b) _mm256_or_si256(a, b)
#define IOTA _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7)
#define F(n) n##_avx2
#else
#define V __m128i
#define VF __m128
#define I(n) _mm_##n
#define LD(p) _mm_loadu_si128((const __m128i *)(p))
#define ST(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define ZERO _mm_setzero_si128()
#define AND(a, b) _mm_and_si128(a, b)
#define OR(a, b) _mm_or_si128(a, b)
#define IOTA _mm_setr_ps(0, 1, 2, 3)
#define F(n) n##_sse2
#endif
#define LO(a) I(unpacklo_epi8)(a, ZERO)
#define HI(a) I(unpackhi_epi8)(a, ZERO)
#define PACK(a, b) I(packus_epi16)(a, b)
#define S16(n) I(set1_epi16)(n)
#define ALPHA(x) I(shufflehi_epi16)(I(shufflelo_epi16)(x, 0xff), 0xff)
#define INL static inline __attribute__((always_inline))

/* x * m / 255, rounded, exactly, in 16-bit lanes */
INL V F(md)(V x, V m) {
  return I(mulhi_epu16)(I(add_epi16)(I(mullo_epi16)(x, m), S16(128)), S16(257));
}
/* the low byte of each pixel into all four */
INL V F(rep)(V c) {
  c = OR(c, I(slli_epi32)(c, 8));
  return OR(c, I(slli_epi32)(c, 16));
}
/* source-over: one colour; pixels; a colour times coverage; pixels times coverage */
INL V F(over1)(V d, V s, V inv) {
  return I(add_epi8)(s, PACK(F(md)(LO(d), inv), F(md)(HI(d), inv)));
}
INL V F(over)(V d, V s) {
  V il = I(sub_epi16)(S16(255), ALPHA(LO(s))), ih = I(sub_epi16)(S16(255), ALPHA(HI(s)));
  return I(add_epi8)(s, PACK(F(md)(LO(d), il), F(md)(HI(d), ih)));
}
INL V F(times)(V s, V cov) {
  return PACK(F(md)(LO(s), LO(cov)), F(md)(HI(s), HI(cov)));
}
INL V F(bytes)(const unsigned char *c) { /* coverages of NP pixels, replicated */
#if NP == 8
  return _mm256_shuffle_epi8(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)c)),
                             _mm256_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 0, 0, 0, 0, 4, 4, 4,
                                              4, 8, 8, 8, 8, 12, 12, 12, 12));
#else
  int i;
  memcpy(&i, c, 4);
  V v = _mm_cvtsi32_si128(i);
  v = _mm_unpacklo_epi8(v, v);
  return _mm_unpacklo_epi16(v, v);
#endif
}
INL VF F(clamp)(VF c) {
  return I(min_ps)(I(max_ps)(c, I(setzero_ps)()), I(set1_ps)(1));
}
INL VF F(absf)(VF x) {
  return I(andnot_ps)(I(set1_ps)(-0.f), x);
}
INL V F(cov8)(VF c) {
  return F(rep)(I(cvtps_epi32)(I(mul_ps)(c, I(set1_ps)(255))));
}
/* coverage of NP pixels from x (relative to the centre): a rounded corner row; a straight edge */
INL V F(corner)(float x, float qy2, float inner, float r) {
  VF qx = I(max_ps)(I(sub_ps)(F(absf)(I(add_ps)(I(set1_ps)(x), IOTA)), I(set1_ps)(inner)), I(setzero_ps)());
  return F(cov8)(F(clamp)(I(sub_ps)(I(set1_ps)(r + .5f), I(sqrt_ps)(I(add_ps)(I(mul_ps)(qx, qx), I(set1_ps)(qy2))))));
}
INL V F(edge)(float x, float hw, float row) {
  return F(cov8)(
      I(mul_ps)(F(clamp)(I(sub_ps)(I(set1_ps)(hw + .5f), F(absf)(I(add_ps)(I(set1_ps)(x), IOTA)))), I(set1_ps)(row)));
}
INL int F(fdiv)(int a) {
  return a >> (NP == 8 ? 3 : 2);
}
INL int F(cdiv)(int a) {
  return (a + NP - 1) >> (NP == 8 ? 3 : 2);
}
INL int F(mid)(int v, int a, int b) {
  return v < a ? a : v > b ? b : v;
}

/* A rounded rectangle of one colour, under anti-aliased edges; r = 0: a rectangle by exact area.  hole: pixels under
   an occluder. */
static void F(rr)(const Tile *t, Box b, float cx, float cy, float hw, float hh, float r, uint32_t col,
                  const Box *hole) {
  int x0 = imax((int)floorf(cx - hw), b.x0), x1 = imin((int)ceilf(cx + hw), b.x1),
      y0 = imax((int)floorf(cy - hh), b.y0), y1 = imin((int)ceilf(cy + hh), b.y1);
  if (x0 >= x1 || y0 >= y1) return;
  int tx = t->x, b0 = F(fdiv)(x0 - tx), b1 = F(cdiv)(x1 - tx);
  int f0 = F(mid)(F(cdiv)((int)ceilf(cx - hw) - tx), b0, b1), f1 = F(mid)(F(fdiv)((int)floorf(cx + hw) - tx), f0, b1);
  float rr = r > .5f ? r : .5f, inner = hw - r;
  int m0 = F(mid)((int)ceilf(cy - hh + rr - .5f), y0, y1), m1 = F(mid)((int)floorf(cy + hh - rr - .5f) + 1, m0, y1);
  V c8 = I(set1_epi32)((int)col), c16 = LO(c8);
  int a = col >> 24;
  t->touched[0] += (long)(x1 - x0) * (y1 - y0);
  float bx = tx + .5f - cx;
  /* the rows of the corners */
  int c0 = F(mid)(F(cdiv)((int)ceilf(cx - inner - .5f) - tx), b0, b1),
      c1 = F(mid)(F(fdiv)((int)floorf(cx + inner - .5f) + 1 - tx), c0, b1);
  for (int y = y0; y < y1; y++) {
    if (y == m0) y = m1;
    if (y >= y1) break;
    uint32_t *p = t->px + (size_t)(y - t->y) * t->stride;
    float dy = fabsf(y + .5f - cy), row = hh + .5f - dy, qy = dy - (hh - r);
    row = row > 1 ? 1 : row < 0 ? 0 : row;
    V rc = F(rep)(I(set1_epi32)((int)lrintf(row * 255))), s = F(times)(c8, rc),
      inv = I(sub_epi16)(S16(255), ALPHA(LO(s)));
    if (r > 0) {
      for (int k = b0; k < c0; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over)(d, F(times)(c8, F(corner)(bx + k * NP, qy * qy, inner, r))));
      }
      for (int k = c0; k < c1; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over1)(d, s, inv));
      }
      for (int k = c1; k < b1; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over)(d, F(times)(c8, F(corner)(bx + k * NP, qy * qy, inner, r))));
      }
    } else {
      for (int k = b0; k < f0; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over)(d, F(times)(c8, F(edge)(bx + k * NP, hw, row))));
      }
      for (int k = f0; k < f1; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over1)(d, s, inv));
      }
      for (int k = f1; k < b1; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over)(d, F(times)(c8, F(edge)(bx + k * NP, hw, row))));
      }
    }
  }
  if (m0 >= m1) return;
  /* the rows between: the edge blocks column by column, as their coverage is the same in every row */
  uint32_t *p = t->px + (size_t)(m0 - t->y) * t->stride;
  for (int k = b0; k < b1; k++) {
    if (k == f0) k = f1;
    if (k >= b1) break;
    V s = F(times)(c8, F(edge)(bx + k * NP, hw, 1)), il = I(sub_epi16)(S16(255), ALPHA(LO(s))),
      ih = I(sub_epi16)(S16(255), ALPHA(HI(s)));
    uint32_t *q = p + k * NP;
    for (int y = m0; y < m1; y++, q += t->stride) {
      V d = LD(q);
      ST(q, I(add_epi8)(s, PACK(F(md)(LO(d), il), F(md)(HI(d), ih))));
    }
  }
  V inv = S16(255 - a);
  if (a == 255) {
    int h0 = f1, h1 = f1, hy0 = 0, hy1 = 0;
    if (hole)
      h0 = F(mid)(F(cdiv)(hole->x0 - tx), f0, f1), h1 = F(mid)(F(fdiv)(hole->x1 - tx), h0, f1), hy0 = hole->y0,
      hy1 = hole->y1;
    for (int y = m0; y < m1; y++, p += t->stride) {
      if (y >= hy0 && y < hy1) {
        for (int k = f0; k < h0; k++) ST(p + k * NP, c8);
        for (int k = h1; k < f1; k++) ST(p + k * NP, c8);
      } else
        for (int k = f0; k < f1; k++) ST(p + k * NP, c8);
    }
  } else
    for (int y = m0; y < m1; y++, p += t->stride)
      for (int k = f0; k < f1; k++) {
        V d = LD(p + k * NP);
        ST(p + k * NP, F(over1)(d, c8, inv));
      }
  (void)c16;
}

/* NP pixels of a picture moved by a fraction: four taps, the weights are the same everywhere and sum to 256 */
INL V F(taps)(const uint32_t *top, const uint32_t *bot, V w00, V w10, V w01, V w11) {
  V a = LD(top - 1), b = LD(top), c = LD(bot - 1), d = LD(bot);
  V l = I(add_epi16)(I(add_epi16)(I(mullo_epi16)(LO(a), w11), I(mullo_epi16)(LO(b), w01)),
                     I(add_epi16)(I(mullo_epi16)(LO(c), w10), I(mullo_epi16)(LO(d), w00)));
  V h = I(add_epi16)(I(add_epi16)(I(mullo_epi16)(HI(a), w11), I(mullo_epi16)(HI(b), w01)),
                     I(add_epi16)(I(mullo_epi16)(HI(c), w10), I(mullo_epi16)(HI(d), w00)));
  return PACK(I(srli_epi16)(I(add_epi16)(l, S16(128)), 8), I(srli_epi16)(I(add_epi16)(h, S16(128)), 8));
}
/* 8 alphas of such a picture of alphas */
INL __m128i F(taps8)(const unsigned char *top, const unsigned char *bot, __m128i w00, __m128i w10, __m128i w01,
                     __m128i w11) {
#define A8(p) _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(p)), _mm_setzero_si128())
  __m128i l = _mm_add_epi16(_mm_add_epi16(_mm_mullo_epi16(A8(top - 1), w11), _mm_mullo_epi16(A8(top), w01)),
                            _mm_add_epi16(_mm_mullo_epi16(A8(bot - 1), w10), _mm_mullo_epi16(A8(bot), w00)));
  return _mm_srli_epi16(_mm_add_epi16(l, _mm_set1_epi16(128)), 8);
#undef A8
}
typedef struct {
  int ix, iy, w00, w10, w01, w11;
} F(Move);
INL F(Move) F(move)(float X, float Y) {
  F(Move) m;
  m.ix = (int)floorf(X);
  m.iy = (int)floorf(Y);
  float fx = X - m.ix, fy = Y - m.iy;
  int wx = (int)lrintf(fx * 256), wy = (int)lrintf(fy * 256);
  m.w11 = (int)lrintf(fx * fy * 256);
  m.w10 = wx - m.w11;
  m.w01 = wy - m.w11;
  m.w00 = 256 - wx - wy + m.w11;
  return m;
}

/* A picture moved by a fraction of a pixel; transparent padding makes its edges.  r > 0: clipped to round
   corners (the padding then repeats the edge).  mask: times these alphas.  Opaque pictures are stored inside, not
   blended. */
static void F(pic)(const Tile *t, Box b, const Pic *p, float X, float Y, float r, const Alpha *mask) {
  F(Move) m = F(move)(X, Y);
  int x0 = imax(m.ix, b.x0), x1 = imin(m.ix + p->w + 1, b.x1), y0 = imax(m.iy, b.y0), y1 = imin(m.iy + p->h + 1, b.y1),
      tx = t->x;
  if (x0 >= x1 || y0 >= y1) return;
  t->touched[0] += (long)(x1 - x0) * (y1 - y0);
  int b0 = F(fdiv)(x0 - tx), b1 = F(cdiv)(x1 - tx);
  V w00 = S16(m.w00), w10 = S16(m.w10), w01 = S16(m.w01), w11 = S16(m.w11);
  __m128i v00 = _mm_set1_epi16(m.w00), v10 = _mm_set1_epi16(m.w10), v01 = _mm_set1_epi16(m.w01),
          v11 = _mm_set1_epi16(m.w11);
  float hw = p->w / 2.f, hh = p->h / 2.f, cx = X + hw, cy = Y + hh, bx = tx + .5f - cx, inner = hw - r;
  int f0 = F(mid)(F(cdiv)(m.ix + 1 - tx), b0, b1), f1 = F(mid)(F(fdiv)(m.ix + p->w - tx), f0, b1);
  int c0 = F(mid)(F(cdiv)((int)ceilf(cx - inner - .5f) - tx), b0, b1),
      c1 = F(mid)(F(fdiv)((int)floorf(cx + inner - .5f) + 1 - tx), c0, b1);
  for (int y = y0; y < y1; y++) {
    uint32_t *d = t->px + (size_t)(y - t->y) * t->stride;
    int j = y - m.iy;
    const uint32_t *bot = p->px + (long)j * p->stride + (tx - m.ix), *top = bot - p->stride;
    if (mask) {
      const unsigned char *mb = mask->px + (long)j * mask->stride + (tx - m.ix), *mt = mb - mask->stride;
      unsigned char cov[16];
      for (int k = b0; k < b1; k++) {
        if (NP == 8 || k == b0 || !(k & 1)) {
          __m128i a = F(taps8)(mt + (k * NP & ~7), mb + (k * NP & ~7), v00, v10, v01, v11);
          _mm_storel_epi64((__m128i *)cov, _mm_packus_epi16(a, a));
        }
        V s = F(times)(F(taps)(top + k * NP, bot + k * NP, w00, w10, w01, w11), F(bytes)(cov + (k * NP & 7)));
        V q = LD(d + k * NP);
        ST(d + k * NP, F(over)(q, s));
      }
      continue;
    }
    float dy = fabsf(y + .5f - cy), row = hh + .5f - dy, qy = dy - (hh - r);
    if (r > 0) {
      row = row > 1 ? 1 : row < 0 ? 0 : row;
      V rc = F(rep)(I(set1_epi32)((int)lrintf(row * 255)));
      int in = qy <= 0, g0 = in ? f0 : c0, g1 = in ? f1 : c1;
      for (int k = b0; k < b1; k++) {
        V s = F(taps)(top + k * NP, bot + k * NP, w00, w10, w01, w11);
        if (k >= g0 && k < g1) {
          if (!in) s = F(over)(LD(d + k * NP), F(times)(s, rc));
        } else
          s = F(over)(LD(d + k * NP),
                      F(times)(s, in ? F(edge)(bx + k * NP, hw, 1) : F(corner)(bx + k * NP, qy * qy, inner, r)));
        ST(d + k * NP, s);
      }
    } else if (p->opaque && j > 0 && j < p->h) {
      for (int k = b0; k < b1; k++) {
        V s = F(taps)(top + k * NP, bot + k * NP, w00, w10, w01, w11);
        if (k < f0 || k >= f1) s = F(over)(LD(d + k * NP), s);
        ST(d + k * NP, s);
      }
    } else
      for (int k = b0; k < b1; k++) {
        V q = LD(d + k * NP);
        ST(d + k * NP, F(over)(q, F(taps)(top + k * NP, bot + k * NP, w00, w10, w01, w11)));
      }
  }
}

/* Black under a picture of alphas (a baked shadow), not inside the hole */
static void F(shade)(const Tile *t, Box b, const Alpha *p, float X, float Y, const Box *hole) {
  F(Move) m = F(move)(X, Y);
  int x0 = imax(m.ix, b.x0), x1 = imin(m.ix + p->w + 1, b.x1), y0 = imax(m.iy, b.y0), y1 = imin(m.iy + p->h + 1, b.y1),
      tx = t->x;
  if (x0 >= x1 || y0 >= y1) return;
  int b0 = (x0 - tx) >> 3, b1 = (x1 - tx + 7) >> 3;
  int h0 = imin(imax((hole->x0 - tx + 7) >> 3, b0), b1), h1 = imin(imax((hole->x1 - tx) >> 3, h0), b1);
  __m128i w00 = _mm_set1_epi16(m.w00), w10 = _mm_set1_epi16(m.w10), w01 = _mm_set1_epi16(m.w01),
          w11 = _mm_set1_epi16(m.w11);
  for (int y = y0; y < y1; y++) {
    uint32_t *d = t->px + (size_t)(y - t->y) * t->stride;
    const unsigned char *bot = p->px + (long)(y - m.iy) * p->stride + (tx - m.ix), *top = bot - p->stride;
    int in = y >= hole->y0 && y < hole->y1;
    t->touched[0] += 8 * (b1 - b0 - (in ? h1 - h0 : 0));
    for (int k = b0; k < b1; k++) {
      if (in && k == h0) {
        k = h1;
        if (k >= b1) break;
      }
      __m128i a = F(taps8)(top + k * 8, bot + k * 8, w00, w10, w01, w11);
#if NP == 8
      V c = F(rep)(_mm256_cvtepu16_epi32(a)), q = LD(d + k * 8), s = _mm256_slli_epi32(c, 24);
      V n = _mm256_xor_si256(c, _mm256_set1_epi8(-1));
      ST(d + k * 8, _mm256_add_epi8(s, PACK(F(md)(LO(q), LO(n)), F(md)(HI(q), HI(n)))));
#else
      for (int e = 0; e < 2; e++) {
        V c = F(rep)(e ? _mm_unpackhi_epi16(a, ZERO) : _mm_unpacklo_epi16(a, ZERO)), q = LD(d + k * 8 + e * 4),
          s = _mm_slli_epi32(c, 24);
        V n = _mm_xor_si128(c, _mm_set1_epi8(-1));
        ST(d + k * 8 + e * 4, _mm_add_epi8(s, PACK(F(md)(LO(q), LO(n)), F(md)(HI(q), HI(n)))));
      }
#endif
    }
  }
}

/* Four pixels sampled bilinearly (6 bits of fraction), from 16.16 texel coordinates: across in 14 bits, then down,
 * rounded */
#define L2(p, q) _mm_castps_si128(_mm_loadh_pi(_mm_castpd_ps(_mm_load_sd((const double *)(p))), (const __m64 *)(q)))
#if NP == 8
INL __m256i F(bil16)(const uint32_t *px, int shift, __m128i U, __m128i W) {
  __m128i ix = _mm_add_epi32(_mm_srai_epi32(U, 16), _mm_sll_epi32(_mm_srai_epi32(W, 16), _mm_cvtsi32_si128(shift)));
  long lo = _mm_cvtsi128_si64(ix), hi = _mm_extract_epi64(ix, 1), st = 1L << shift;
  const uint32_t *a = px + (int)lo, *b = px + (lo >> 32), *c = px + (int)hi, *e = px + (hi >> 32);
  __m256i T = _mm256_inserti128_si256(_mm256_castsi128_si256(L2(a, b)), L2(c, e), 1);
  __m256i B = _mm256_inserti128_si256(_mm256_castsi128_si256(L2(a + st, b + st)), L2(c + st, e + st), 1);
  __m128i m6 = _mm_set1_epi32(63), fy = _mm_slli_epi32(_mm_and_si128(_mm_srli_epi32(W, 10), m6), 9),
          fx = _mm_and_si128(_mm_srli_epi32(U, 10), m6);
  fx = _mm_sub_epi32(_mm_set1_epi32(64), _mm_sub_epi32(fx, _mm_slli_epi32(fx, 8))); /* 64 - fx, fx */
  __m256i FY = _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(fy), _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3));
  __m256i FX = _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(fx), _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3));
  FY = _mm256_or_si256(FY, _mm256_slli_epi32(FY, 16));
  FX = _mm256_or_si256(FX, _mm256_slli_epi32(FX, 16));
  __m256i il = _mm256_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9,
                                13, 10, 14, 11, 15);
  T = _mm256_maddubs_epi16(_mm256_shuffle_epi8(T, il), FX);
  B = _mm256_maddubs_epi16(_mm256_shuffle_epi8(B, il), FX);
  T = _mm256_add_epi16(T, _mm256_mulhrs_epi16(_mm256_sub_epi16(B, T), FY));
  return _mm256_srli_epi16(_mm256_add_epi16(T, S16(32)), 6);
}
INL __m128i F(bil4p)(const uint32_t *px, int shift, __m128i U, __m128i W) {
  __m256i s = F(bil16)(px, shift, U, W);
  return _mm_packus_epi16(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
}
#else
INL __m128i F(bil2)(const uint32_t *p, const uint32_t *q, long st, __m128i fx,
                    __m128i fy) { /* two pixels; 16-bit lanes */
  __m128i t0 = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), ZERO),
          b0 = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(p + st)), ZERO);
  __m128i t1 = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)q), ZERO),
          b1 = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(q + st)), ZERO);
  __m128i tl = _mm_unpacklo_epi64(t0, t1), tr = _mm_unpackhi_epi64(t0, t1), bl = _mm_unpacklo_epi64(b0, b1),
          br = _mm_unpackhi_epi64(b0, b1);
  __m128i T = _mm_add_epi16(_mm_slli_epi16(tl, 6), _mm_mullo_epi16(_mm_sub_epi16(tr, tl), fx)),
          B = _mm_add_epi16(_mm_slli_epi16(bl, 6), _mm_mullo_epi16(_mm_sub_epi16(br, bl), fx));
  __m128i d = _mm_sub_epi16(B, T), l = _mm_mullo_epi16(d, fy), h = _mm_mulhi_epi16(d, fy); /* d * fy / 32768, rounded */
  h = _mm_add_epi16(_mm_add_epi16(_mm_slli_epi16(h, 1), _mm_srli_epi16(l, 15)),
                    _mm_and_si128(_mm_srli_epi16(l, 14), _mm_set1_epi16(1)));
  return _mm_srli_epi16(_mm_add_epi16(_mm_add_epi16(T, h), _mm_set1_epi16(32)), 6);
}
INL __m128i F(bil4p)(const uint32_t *px, int shift, __m128i U, __m128i W) {
  __m128i ix = _mm_add_epi32(_mm_srai_epi32(U, 16), _mm_sll_epi32(_mm_srai_epi32(W, 16), _mm_cvtsi32_si128(shift)));
  long lo = _mm_cvtsi128_si64(ix), hi = _mm_cvtsi128_si64(_mm_unpackhi_epi64(ix, ix)), st = 1L << shift;
  __m128i m6 = _mm_set1_epi32(63), fy = _mm_slli_epi32(_mm_and_si128(_mm_srli_epi32(W, 10), m6), 9),
          fx = _mm_and_si128(_mm_srli_epi32(U, 10), m6);
  fy = _mm_or_si128(fy, _mm_slli_epi32(fy, 16));
  fx = _mm_or_si128(fx, _mm_slli_epi32(fx, 16));
  return _mm_packus_epi16(
      F(bil2)(px + (int)lo, px + (lo >> 32), st, _mm_shuffle_epi32(fx, 0x50), _mm_shuffle_epi32(fy, 0x50)),
      F(bil2)(px + (int)hi, px + (hi >> 32), st, _mm_shuffle_epi32(fx, 0xfa), _mm_shuffle_epi32(fy, 0xfa)));
}
#endif
#define X(n) _mm_##n
INL __m128i F(md4)(__m128i x, __m128i m) {
  return X(mulhi_epu16)(X(add_epi16)(X(mullo_epi16)(x, m), X(set1_epi16)(128)), X(set1_epi16)(257));
}
INL __m128i F(over4)(__m128i d, __m128i s) {
#if NP == 8
  __m256i s2 = _mm256_cvtepu8_epi16(s), i2 = _mm256_sub_epi16(S16(255), ALPHA(s2)),
          r = F(md)(_mm256_cvtepu8_epi16(d), i2);
  return _mm_add_epi8(s, _mm_packus_epi16(_mm256_castsi256_si128(r), _mm256_extracti128_si256(r, 1)));
#else
  return F(over)(d, s);
#endif
}
static const int F(tail)[8] = {-1, -1, -1, -1, 0, 0, 0, 0};

/* Over n pixels from d: an affine picture */
INL void F(affine)(uint32_t *d, int n, const uint32_t *px, int shift, int u, int v, int du, int dv) {
  __m128i U = _mm_add_epi32(_mm_set1_epi32(u), _mm_setr_epi32(0, du, 2 * du, 3 * du)),
          W = _mm_add_epi32(_mm_set1_epi32(v), _mm_setr_epi32(0, dv, 2 * dv, 3 * dv));
  __m128i dU = _mm_set1_epi32(4 * du), dW = _mm_set1_epi32(4 * dv);
#if NP == 8
  for (; n > 4; n -= 8, d += 8) { /* the second four may be fewer */
    __m256i p = F(bil16)(px, shift, U, W);
    U = _mm_add_epi32(U, dU);
    W = _mm_add_epi32(W, dW);
    __m256i q = F(bil16)(px, shift, U, W), s, o = LD(d), t;
    U = _mm_add_epi32(U, dU);
    W = _mm_add_epi32(W, dW);
    if (__builtin_expect(n < 8, 0))
      q = _mm256_and_si256(q, _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)(F(tail) + 8 - n))));
    s = _mm256_packus_epi16(p, q); /* pixels 0 1 4 5 2 3 6 7 */
    o = _mm256_permute4x64_epi64(o, 0xd8);
    __m256i ip = _mm256_sub_epi16(S16(255), ALPHA(p)), iq = _mm256_sub_epi16(S16(255), ALPHA(q));
    t = PACK(F(md)(LO(o), ip), F(md)(HI(o), iq));
    ST(d, _mm256_permute4x64_epi64(_mm256_add_epi8(s, t), 0xd8));
  }
#endif
  for (; n > 0; n -= 4, d += 4) {
    __m128i s = F(bil4p)(px, shift, U, W);
    if (n < 4) s = _mm_and_si128(s, _mm_loadu_si128((const __m128i *)(F(tail) + 4 - n)));
    _mm_storeu_si128((__m128i *)d, F(over4)(_mm_loadu_si128((__m128i *)d), s));
    U = _mm_add_epi32(U, dU);
    W = _mm_add_epi32(W, dW);
  }
}
/* A turned picture, drawn within the box of its pixels that are not transparent (ex, ey: half its size) */
static void F(turned)(const Tile *t, Box b, const Pic *p, float cx, float cy, float co, float si) {
  float off = p->w / 2.f - .5f, e = fabsf(si) * p->ex + fabsf(co) * p->ey;
  int y0 = imax((int)floorf(cy - e), b.y0), y1 = imin((int)ceilf(cy + e), b.y1);
  int nc = fabsf(co) < 1e-5f, ns = fabsf(si) < 1e-5f;
  float ic = nc ? 0 : 1 / co, is = ns ? 0 : 1 / si, hc = nc ? 1e6f : fabsf(p->ex * ic),
        hs = ns ? 1e6f : fabsf(p->ey * is);
  int du = (int)lrintf(co * 65536), dv = (int)lrintf(-si * 65536), shift = p->shift;
  const uint32_t *px = p->px;
  long n = 0;
  int mid = (int)floorf(cx); /* from here, so that the bytes do not depend on where a tile begins */
  float dx = mid + .5f - cx;
  for (int y = y0; y < y1; y++) {
    float dy = y + .5f - cy, mx = -dy * si * ic, my = dy * co * is; /* where lx and ly are nought */
    if ((nc && fabsf(dy * si) >= p->ex) || (ns && fabsf(dy * co) >= p->ey)) continue;
    float l = maxf(mx - hc, my - hs), r = minf(mx + hc, my + hs);
    int x0 = imax((int)ceilf(cx + l - .5f), b.x0), x1 = imin((int)ceilf(cx + r - .5f), b.x1);
    if (x0 >= x1) continue;
    n += x1 - x0;
    F(affine)
    (t->px + (size_t)(y - t->y) * t->stride + (x0 - t->x), x1 - x0, px, shift,
     (int)((dx * co + dy * si + off) * 65536) + (x0 - mid) * du,
     (int)((-dx * si + dy * co + off) * 65536) + (x0 - mid) * dv, du, dv);
  }
  t->touched[0] += n;
}
/* NP pixels of a picture at 16.16 texel coordinates */
INL V F(bil)(const uint32_t *px, int shift, V U, V W) {
#if NP == 8
  __m256i p = F(bil16)(px, shift, _mm256_castsi256_si128(U), _mm256_castsi256_si128(W)),
          q = F(bil16)(px, shift, _mm256_extracti128_si256(U, 1), _mm256_extracti128_si256(W, 1));
  return _mm256_permute4x64_epi64(_mm256_packus_epi16(p, q), 0xd8);
#else
  return F(bil4p)(px, shift, U, W);
#endif
}
static const int F(first)[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
/* A quad in perspective: h maps pixels to texels; edges: four lines, their values distances to the inside.  Opaque. */
static void F(persp)(const Tile *t, Box b, const Pic *p, const Quad *q) {
  int y0 = imax(q->y0, b.y0), y1 = imin(q->y1, b.y1);
  VF lim0 = I(set1_ps)(-65536), lim1 = I(set1_ps)((p->w + 1) * 65536), half = I(add_ps)(IOTA, I(set1_ps)(.5f));
  const float *h = q->h;
  VF h0 = I(set1_ps)(h[0]), h3 = I(set1_ps)(h[3]), h6 = I(set1_ps)(h[6]), one = I(set1_ps)(65536);
  const uint32_t *tex = p->px;
  int shift = p->shift;
  for (int y = y0; y < y1; y++) {
    float fy = y + .5f, l = q->x0, r = q->x1, il = -1e6f, ir = 1e6f;
    for (int k = 0; k < 4; k++) {
      float c = q->e[k][1] * fy + q->e[k][2], i = q->e[k][3]; /* a x + c > -.5, >= .5; i = 1 / a */
      if (i == 0) {
        if (c <= -.5f) r = l;
        if (c < .5f) ir = -1e6f;
        continue;
      }
      float o = (-.5f - c) * i, n = (.5f - c) * i;
      if (i > 0) {
        l = maxf(l, o);
        il = maxf(il, n);
      } else {
        r = minf(r, o);
        ir = minf(ir, n);
      }
    }
    int x0 = imax((int)ceilf(l - .5f), b.x0), x1 = imin((int)ceilf(r - .5f), b.x1);
    if (x0 >= x1) continue;
    int i0 = (int)ceilf(il - .5f), i1 = (int)ceilf(ir - .5f);
    t->touched[0] += x1 - x0;
    uint32_t *d = t->px + (size_t)(y - t->y) * t->stride + (x0 - t->x);
    VF ru = I(set1_ps)(h[1] * fy + h[2]), rv = I(set1_ps)(h[4] * fy + h[5]), rw = I(set1_ps)(h[7] * fy + h[8]);
    for (int x = x0; x < x1; x += NP, d += NP) {
      VF px = I(add_ps)(I(set1_ps)(x), half), w = I(div_ps)(one, I(add_ps)(I(mul_ps)(px, h6), rw));
      VF u = I(mul_ps)(I(add_ps)(I(mul_ps)(px, h0), ru), w), v = I(mul_ps)(I(add_ps)(I(mul_ps)(px, h3), rv), w);
      if (x >= i0 && x + NP <= i1) {
        ST(d, F(bil)(tex, shift, I(cvtps_epi32)(u), I(cvtps_epi32)(v)));
        continue;
      }
      u = I(min_ps)(I(max_ps)(u, lim0), lim1);
      v = I(min_ps)(I(max_ps)(v, lim0), lim1);
      V s = F(bil)(tex, shift, I(cvtps_epi32)(u), I(cvtps_epi32)(v));
      VF c = I(set1_ps)(255);
      for (int k = 0; k < 4; k++)
        c = I(mul_ps)(c, F(clamp)(I(add_ps)(I(mul_ps)(px, I(set1_ps)(q->e[k][0])),
                                            I(set1_ps)(q->e[k][1] * fy + q->e[k][2] + .5f))));
      V cv = I(cvtps_epi32)(c);
      if (x1 - x < NP) cv = AND(cv, LD(F(first) + 8 - (x1 - x)));
      ST(d, F(over)(LD(d), F(times)(s, F(rep)(cv))));
    }
  }
}
/* A small picture, magnified f times, over the canvas or, under a tint, in place of it */
static void F(magnify)(const Tile *t, Box b, const Pic *p, float X, float Y, int f, int W, int H, float u0, float v0,
                       int replace, uint32_t tint) {
  int x0 = imax((int)ceilf(X - .5f), b.x0), x1 = imin((int)ceilf(X + W - .5f), b.x1),
      y0 = imax((int)ceilf(Y - .5f), b.y0), y1 = imin((int)ceilf(Y + H - .5f), b.y1);
  if (x0 >= x1 || y0 >= y1) return;
  t->touched[0] += (long)(x1 - x0) * (y1 - y0);
  int du = 65536 / f, u = (int)lrintf(((x0 + .5f - X) / f + u0 - .5f) * 65536);
  uint16_t row[72 * 4 * 2 + 64]; /* a row of the small picture, between two rows: 15 bits */
  int a0 = u >> 16, a1 = ((u + du * (x1 - x0 + 8)) >> 16) + 2;
  V ti = I(set1_epi32)((int)tint);
  __m128i t8 = _mm_set1_epi32((int)tint), ti16 = _mm_set1_epi16(255 - (tint >> 24));
  (void)ti;
  for (int y = y0; y < y1; y++) {
    uint32_t *d = t->px + (size_t)(y - t->y) * t->stride + (x0 - t->x);
    int v = (int)lrintf(((y + .5f - Y) / f + v0 - .5f) * 65536), fy = v >> 9 & 127;
    const unsigned char *top = (const unsigned char *)(p->px + (long)(v >> 16) * p->stride + a0),
                        *bot = top + 4 * p->stride;
    V wy = S16(fy);
    for (int i = 0; i < (a1 - a0) * 4; i += NP * 4) {
      V T = LD(top + i), B = LD(bot + i);
      V l = I(add_epi16)(I(slli_epi16)(LO(T), 7), I(mullo_epi16)(I(sub_epi16)(LO(B), LO(T)), wy)),
        h = I(add_epi16)(I(slli_epi16)(HI(T), 7), I(mullo_epi16)(I(sub_epi16)(HI(B), HI(T)), wy));
#if NP == 8
      V l2 = _mm256_permute2x128_si256(l, h, 0x20), h2 = _mm256_permute2x128_si256(l, h, 0x31);
      l = l2;
      h = h2;
#endif
      ST(row + i, l);
      ST(row + i + NP * 2, h);
    }
    int q = u - (a0 << 16);
    __m128i rnd = _mm_set1_epi32(8192);
    for (int n = x1 - x0; n > 0; n -= 4, d += 4) {
      __m128i o[4];
      for (int e = 0; e < 4; e++, q += du) {
        __m128i r = _mm_loadu_si128((const __m128i *)(row + (q >> 16) * 4));
        int fx = q >> 9 & 127;
        o[e] = _mm_srli_epi32(_mm_add_epi32(_mm_madd_epi16(_mm_unpacklo_epi16(r, _mm_srli_si128(r, 8)),
                                                           _mm_set1_epi32(fx << 16 | (128 - fx))),
                                            rnd),
                              14);
      }
      __m128i s = _mm_packus_epi16(_mm_packs_epi32(o[0], o[1]), _mm_packs_epi32(o[2], o[3])), z = _mm_setzero_si128();
      __m128i keep = n < 4 ? _mm_loadu_si128((const __m128i *)(F(tail) + 4 - n)) : _mm_set1_epi32(-1),
              old = _mm_loadu_si128((__m128i *)d);
      if (replace) {
        s = _mm_add_epi8(
            t8, _mm_packus_epi16(F(md4)(_mm_unpacklo_epi8(s, z), ti16), F(md4)(_mm_unpackhi_epi8(s, z), ti16)));
        s = _mm_or_si128(_mm_and_si128(keep, s), _mm_andnot_si128(keep, old));
      } else
        s = F(over4)(old, _mm_and_si128(s, keep));
      _mm_storeu_si128((__m128i *)d, s);
    }
  }
}
/* A group: its squares into a buffer of the tile, then that at its opacity */
static void F(group)(const Tile *t, Box b, const Group *g) {
  int x0 = imax((int)floorf(g->x), b.x0), x1 = imin((int)ceilf(g->x + g->w), b.x1), y0 = imax((int)floorf(g->y), b.y0),
      y1 = imin((int)ceilf(g->y + g->h), b.y1);
  if (x0 >= x1 || y0 >= y1) return;
  Tile u = *t;
  u.px = t->extra;
  int k0 = (x0 - t->x) >> 3, k1 = (x1 - t->x + 7) >> 3;
  for (int y = y0; y < y1; y++) memset(u.px + (size_t)(y - t->y) * t->stride + k0 * 8, 0, (size_t)(k1 - k0) * 32);
  Box c = {t->x + k0 * 8, y0, t->x + k1 * 8, y1};
  for (int i = 0; i < g->n; i++)
    F(rr)(&u, c, g->x + g->sq[i].x, g->y + g->sq[i].y, g->sq[i].hw, g->sq[i].hw, 0, g->sq[i].c, NULL);
  t->touched[0] += (long)(x1 - x0) * (y1 - y0);
  V op = S16(g->opacity);
  for (int y = y0; y < y1; y++) {
    uint32_t *d = t->px + (size_t)(y - t->y) * t->stride, *s = u.px + (size_t)(y - t->y) * t->stride;
    for (int k = k0 * 8; k < k1 * 8; k += NP) {
      V p = LD(s + k), q = LD(d + k);
      ST(d + k, F(over)(q, PACK(F(md)(LO(p), op), F(md)(HI(p), op))));
    }
  }
}
/* A row of a picture under up to three colours, written past the caches */
static void F(fill)(uint32_t *d, const uint32_t *s, int n, const uint32_t *c) {
  V c0 = I(set1_epi32)((int)c[0]), c1 = I(set1_epi32)((int)c[1]), c2 = I(set1_epi32)((int)c[2]);
  V i0 = S16(255 - (c[0] >> 24)), i1 = S16(255 - (c[1] >> 24)), i2 = S16(255 - (c[2] >> 24));
  for (int k = 0; k < n; k += NP) {
    V p = LD(s + k), l = LO(p), h = HI(p);
    l = I(add_epi16)(F(md)(l, i0), LO(c0));
    h = I(add_epi16)(F(md)(h, i0), HI(c0));
    l = I(add_epi16)(F(md)(l, i1), LO(c1));
    h = I(add_epi16)(F(md)(h, i1), HI(c1));
    l = I(add_epi16)(F(md)(l, i2), LO(c2));
    h = I(add_epi16)(F(md)(h, i2), HI(c2));
    p = PACK(l, h);
#if NP == 8
    _mm256_stream_si256((V *)(d + k), p);
#else
    _mm_stream_si128((V *)(d + k), p);
#endif
  }
}
static void F(clear)(const Tile *t, uint32_t c) {
  V v = I(set1_epi32)((int)c);
  for (int y = 0; y < t->h; y++) {
    uint32_t *p = t->px + (size_t)y * t->stride;
    for (int x = 0; x < t->w; x += NP) ST(p + x, v);
  }
}
static void F(copy)(const Tile *t, uint32_t *out, int stride, Box b) {
  for (int y = b.y0; y < b.y1; y++) {
    uint32_t *d = out + (size_t)y * stride + b.x0;
    const uint32_t *s = t->px + (size_t)(y - t->y) * t->stride + (b.x0 - t->x);
    int n = b.x1 - b.x0;
    for (int x = 0; x < n; x += NP) {
#if NP == 8
      _mm256_stream_si256((V *)(d + x), LD(s + x));
#else
      _mm_stream_si128((V *)(d + x), LD(s + x));
#endif
    }
  }
}
/* The mean of squares of f pixels; dst is small, in pixels */
static void F(shrink)(uint32_t *dst, int dstride, const uint32_t *src, long sstride, int ow, int oh, int f) {
  uint16_t sum[800 * 4 + 64];
  int sh = f == 4 ? 4 : 6;
  for (int j = 0; j < oh; j++) {
    const unsigned char *s = (const unsigned char *)(src + (long)j * f * sstride);
    for (int i = 0; i < ow * f * 4; i += NP * 4) {
      V l = ZERO, h = ZERO;
      for (int k = 0; k < f; k++) {
        V p = LD(s + k * sstride * 4 + i);
        l = I(add_epi16)(l, LO(p));
        h = I(add_epi16)(h, HI(p));
      }
#if NP == 8
      V l2 = _mm256_permute2x128_si256(l, h, 0x20), h2 = _mm256_permute2x128_si256(l, h, 0x31);
      l = l2;
      h = h2;
#endif
      ST(sum + i, l);
      ST(sum + i + NP * 2, h);
    }
    for (int i = 0; i < ow; i++) {
      __m128i a = _mm_setzero_si128();
      for (int k = 0; k < f; k += 2) a = _mm_add_epi16(a, _mm_loadu_si128((const __m128i *)(sum + (i * f + k) * 4)));
      a = _mm_add_epi16(a, _mm_srli_si128(a, 8));
      a = _mm_srl_epi16(_mm_add_epi16(a, _mm_set1_epi16(1 << (sh - 1))), _mm_cvtsi32_si128(sh));
      dst[(long)j * dstride + i] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(a, a));
    }
  }
}
/* A symmetric filter, 2 R + 1 taps `step` bytes apart, weights that sum to 256 */
static void F(fir)(unsigned char *o, const unsigned char *in, long n, long step, const short *w, int R) {
  for (long i = 0; i < n; i += NP * 4) {
    V c = LD(in + i), l = I(mullo_epi16)(LO(c), S16(w[0])), h = I(mullo_epi16)(HI(c), S16(w[0]));
    for (int k = 1; k <= R; k++) {
      V a = LD(in + i - k * step), b = LD(in + i + k * step), wk = S16(w[k]);
      l = I(add_epi16)(l, I(mullo_epi16)(I(add_epi16)(LO(a), LO(b)), wk));
      h = I(add_epi16)(h, I(mullo_epi16)(I(add_epi16)(HI(a), HI(b)), wk));
    }
    ST(o + i, PACK(I(srli_epi16)(I(add_epi16)(l, S16(128)), 8), I(srli_epi16)(I(add_epi16)(h, S16(128)), 8)));
  }
}
static void F(draw)(const Tile *t, Box b, const Cmd *c) {
  switch (c->kind) {
  case C_RR:
    F(rr)(t, b, c->x, c->y, c->hw, c->hh, c->r, c->col, NULL);
    break;
  case C_PIC:
    F(pic)(t, b, c->pic, c->x, c->y, c->r, c->mask);
    break;
  case C_TURNED:
    F(turned)(t, b, c->pic, c->x, c->y, c->co, c->si);
    break;
  case C_SHADED: { /* a shadow, then a rounded rectangle */
    F(shade)(t, b, c->mask, c->sx, c->sy, &c->full);
    F(rr)(t, b, c->x, c->y, c->hw, c->hh, c->r, c->col, NULL);
    break;
  }
  case C_CARD: {
    Box in = c->full;
    F(shade)(t, b, c->mask, c->sx, c->sy, &in);
    F(rr)(t, b, c->x, c->y, c->hw, c->hh, c->r, c->col2, &in);
    F(rr)(t, b, c->x, c->y, c->hw - 1, c->hh - 1, c->r - 1, c->col, NULL);
    F(pic)(t, b, c->pic, c->x - 58, c->y - 32, 8, NULL);
    break;
  }
  case C_GROUP:
    F(group)(t, b, c->group);
    break;
  case C_PERSP:
    F(persp)(t, b, c->pic, c->quad);
    break;
  case C_MAG:
    F(magnify)(t, b, c->pic, c->x, c->y, (int)c->r, (int)c->hw, (int)c->hh, c->sx, c->sy, c->col != 0, c->col);
    break;
  }
}
#undef V
#undef VF
#undef I
#undef LD
#undef ST
#undef ZERO
#undef AND
#undef OR
#undef IOTA
#undef F
#undef LO
#undef HI
#undef PACK
#undef S16
#undef ALPHA
#undef INL
#undef X
#undef L2
