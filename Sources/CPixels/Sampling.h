// Images (rendering rules §10), 8 pixels at a time.

INLINE CP(Pixels) CP(mixed)(CP(Pixels) a, CP(Pixels) b, F8 share) {
  a.red += (b.red - a.red) * share;
  a.green += (b.green - a.green) * share;
  a.blue += (b.blue - a.blue) * share;
  a.alpha += (b.alpha - a.alpha) * share;
  return a;
}

INLINE CP(Pixels) CP(from_bytes)(I8 texels) {
  CP(Pixels) p;
  p.red = CP(floats)(texels & 0xFF);
  p.green = CP(floats)(texels >> 8 & 0xFF);
  p.blue = CP(floats)(texels >> 16 & 0xFF);
  p.alpha = CP(floats)((I8)((U8)texels >> 24));
  return p;
}
// Texels of 16 bits a component.
INLINE CP(Pixels) CP(from_words)(I8 red_green, I8 blue_alpha) {
  CP(Pixels) p;
  p.red = CP(floats)((I8)((U8)red_green << 16) >> 16);
  p.green = CP(floats)(red_green >> 16);
  p.blue = CP(floats)((I8)((U8)blue_alpha << 16) >> 16);
  p.alpha = CP(floats)(blue_alpha >> 16);
  return p;
}
// What a texel's numbers are multiplied by to become 0…1.
INLINE float CP(texel_scale)(const CPTexels *texels) { return texels->is_wide ? 1.0f / CP_ONE : 1.0f / 255; }

// A texel and the one to its right, for 8 places of a row's texels.
INLINE void CP(pairs_of_texels)(const uint8_t *texels, const int32_t *index, I8 *left, I8 *right) {
  uint64_t words[8];
  for (int i = 0; i < 8; i++) memcpy(&words[i], texels + (size_t)(uint32_t)index[i] * 4, 8);
  const L4 a = {(int64_t)words[0], (int64_t)words[1], (int64_t)words[2], (int64_t)words[3]};
  const L4 b = {(int64_t)words[4], (int64_t)words[5], (int64_t)words[6], (int64_t)words[7]};
  *left = __builtin_shufflevector((I8)a, (I8)b, 0, 2, 4, 6, 8, 10, 12, 14);
  *right = __builtin_shufflevector((I8)a, (I8)b, 1, 3, 5, 7, 9, 11, 13, 15);
}
INLINE CP(Pixels) CP(texels_of_bytes)(const uint8_t *texels, const int32_t *index) {
  int32_t w[8];
  for (int i = 0; i < 8; i++) memcpy(&w[i], texels + (size_t)(uint32_t)index[i] * 4, 4);
  return CP(from_bytes)((I8){w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]});
}
INLINE CP(Pixels) CP(texels_of_words)(const uint8_t *texels, const int32_t *index, int next) {
  int64_t w[8];
  for (int i = 0; i < 8; i++) memcpy(&w[i], texels + ((size_t)(uint32_t)index[i] + (size_t)next) * 8, 8);
  const L4 a = {w[0], w[1], w[2], w[3]}, b = {w[4], w[5], w[6], w[7]};
  return CP(from_words)(
      __builtin_shufflevector((I8)a, (I8)b, 0, 2, 4, 6, 8, 10, 12, 14),
      __builtin_shufflevector((I8)a, (I8)b, 1, 3, 5, 7, 9, 11, 13, 15));
}

// One axis: the first texel, counted from the image's own first, and the next one's share.
INLINE I8 CP(axis)(F8 place, double base, double low, double high, bool is_nearest, F8 *share) {
  // All counted from `base`, a whole number near the places, so that nothing of them is lost in
  // single precision.
  place = CP(min)(CP(max)(place, CP(splat)((float)(low - base))), CP(splat)((float)(high - base)));
  if (is_nearest) {
    *share = CP(splat)(0);
    return CP(ints)(CP(floor)(place + 1.0f / 1024)) + (int32_t)base;
  }
  place -= 0.5f;
  const F8 whole = CP(floor)(place);
  *share = place - whole;
  return CP(ints)(whole) + (int32_t)base;
}
// The whole number from which places are counted.
INLINE double CP(base)(double place, double low, double high) { return CP(whole)(CP(limited)(place, low, high)); }

// Texels at 8 places, before the tint and the scale. `u` and `v` count from `base_u`, `base_v`.
INLINE CP(Pixels) CP(sampled)(const CPLevel *level, F8 u, F8 v, double base_u, double base_v) {
  const CPTexels *texels = &level->texels;
  F8 share_u, share_v;
  const I8 column = CP(axis)(u, base_u, level->low_u, level->high_u, level->nearest_u, &share_u);
  const I8 row = CP(axis)(v, base_v, level->low_v, level->high_v, level->nearest_v, &share_v);
  const I8 places = row * texels->stride + column;
  int32_t index[8], below[8];
  *(I8U *)index = places;
  *(I8U *)below = places + texels->stride;
  if (!texels->is_wide) {
    if (level->nearest_u && level->nearest_v) return CP(texels_of_bytes)(texels->texels, index);
    I8 a, b, c, d;
    CP(pairs_of_texels)(texels->texels, index, &a, &b);
    CP(pairs_of_texels)(texels->texels, below, &c, &d);
    return CP(mixed)(
        CP(mixed)(CP(from_bytes)(a), CP(from_bytes)(b), share_u),
        CP(mixed)(CP(from_bytes)(c), CP(from_bytes)(d), share_u), share_v);
  }
  const CP(Pixels) a = CP(texels_of_words)(texels->texels, index, 0);
  if (level->nearest_u && level->nearest_v) return a;
  const CP(Pixels) b = CP(texels_of_words)(texels->texels, index, 1);
  const CP(Pixels) c = CP(texels_of_words)(texels->texels, below, 0);
  const CP(Pixels) d = CP(texels_of_words)(texels->texels, below, 1);
  return CP(mixed)(CP(mixed)(a, b, share_u), CP(mixed)(c, d, share_u), share_v);
}

INLINE CP(Pixels) CP(scaled)(CP(Pixels) p, float factor) {
  p.red *= factor;
  p.green *= factor;
  p.blue *= factor;
  p.alpha *= factor;
  return p;
}

// A clamp's two ends, half a texel inside both it and the image; the middle of what is narrower.
INLINE void CP(ends)(double low, double high, int count, double *first, double *last) {
  *first = low + 0.5;
  *last = high - 0.5;
  if (!(*first < *last)) *first = *last = (low + high) / 2;
  *first = CP(limited)(*first, 0.5, count - 0.5);
  *last = CP(limited)(*last, 0.5, count - 0.5);
}

// Puts one pixel that was sampled by itself among the others.
INLINE void CP(put)(CP(Pixels) * p, CP(Pixels) one, int i) {
  p->red[i] = one.red[0];
  p->green[i] = one.green[0];
  p->blue[i] = one.blue[0];
  p->alpha[i] = one.alpha[0];
}

// One place of one level; its numbers as 0…1.
INLINE CP(Pixels) CP(sampled_alone)(const CPLevel *level, double u, double v) {
  const double base_u = CP(base)(u, level->low_u, level->high_u), base_v = CP(base)(v, level->low_v, level->high_v);
  const F8 du = CP(splat)((float)(u - base_u)), dv = CP(splat)((float)(v - base_v));
  return CP(scaled)(CP(sampled)(level, du, dv, base_u, base_v), CP(texel_scale)(&level->texels));
}

// Pixels whose filter and mip level are each its own.
static CP(Pixels) CP(filtered)(const CPImage *image, double x, double y) {
  const CPFilter *filter = image->filter;
  const CPLevel *whole = &image->levels[0];
  CP(Pixels) p = {};
  for (int i = 0; i < 8; i++) {
    const double w = image->w0 + image->wy * y + image->wx * (x + i);
    if (!(w > 0)) continue;
    const double u = (whole->u0 + whole->uy * y + whole->ux * (x + i)) / w;
    const double v = (whole->v0 + whole->vy * y + whole->vx * (x + i)) / w;
    const float ux = (float)((whole->ux - u * image->wx) / w), uy = (float)((whole->uy - u * image->wy) / w);
    const float vx = (float)((whole->vx - v * image->wx) / w), vy = (float)((whole->vy - v * image->wy) / w);
    const float most = (1 + 1.0f / 1024) * (1 + 1.0f / 1024);
    const bool minified_u = ux * ux + uy * uy > most, minified_v = vx * vx + vy * vy > most;
    CPLevel level = *whole;
    if ((minified_u || minified_v) && filter->minification == 2) {
      const float by_x = ux * ux + vx * vx, by_y = uy * uy + vy * vy;
      const float square = by_x > by_y ? by_x : by_y;
      const double most_levels = filter->level_count - 1;
      const double lambda =
          CP(limited)((square < 1e30f ? cp_log2(square) / 2 : 1e9) + filter->bias, 0, most_levels);
      const int first = (int)lambda;
      const double share = lambda - first;
      CP(Pixels) both[2];
      for (int k = 0; k < (share > 0 ? 2 : 1); k++) {
        level.texels = filter->levels[first + k];
        const double scale_u = (double)level.texels.width / filter->levels[0].width;
        const double scale_v = (double)level.texels.height / filter->levels[0].height;
        CP(ends)(filter->low_u * scale_u, filter->high_u * scale_u, level.texels.width, &level.low_u, &level.high_u);
        CP(ends)(filter->low_v * scale_v, filter->high_v * scale_v, level.texels.height, &level.low_v, &level.high_v);
        level.nearest_u = level.nearest_v = false;
        both[k] = CP(sampled_alone)(&level, u * scale_u, v * scale_v);
      }
      CP(put)(&p, share > 0 ? CP(mixed)(both[0], both[1], CP(splat)((float)share)) : both[0], i);
    } else {
      level.nearest_u = (minified_u ? filter->minification : filter->magnification) == 0;
      level.nearest_v = (minified_v ? filter->minification : filter->magnification) == 0;
      CP(put)(&p, CP(sampled_alone)(&level, u, v), i);
    }
  }
  return p;
}

// Pixels of a level's own part of the plane, `x`, `y` counted from the tile.
INLINE CP(Pixels) CP(level_pixels)(const CPImage *image, const CPLevel *level, double x, double y) {
  double u = level->u0 + level->uy * y + level->ux * x, v = level->v0 + level->vy * y + level->vx * x;
  F8 pu, pv;
  double base_u, base_v;
  if (image->is_projective) {
    const double w = image->w0 + image->wy * y + image->wx * x;
    base_u = CP(base)(u / w, level->low_u, level->high_u);
    base_v = CP(base)(v / w, level->low_v, level->high_v);
    // In front of the camera W is positive; what is not shows nothing, and must be numbers all the
    // same.
    const F8 weight = CP(max)(CP(ramp)(w, (float)image->wx), CP(splat)(1e-30f));
    pu = CP(ramp)(u - base_u * w, (float)(level->ux - base_u * image->wx)) / weight;
    pv = CP(ramp)(v - base_v * w, (float)(level->vx - base_v * image->wx)) / weight;
  } else {
    base_u = CP(base)(u, level->low_u, level->high_u);
    base_v = CP(base)(v, level->low_v, level->high_v);
    pu = CP(ramp)(u - base_u, (float)level->ux);
    pv = CP(ramp)(v - base_v, (float)level->vx);
  }
  return CP(sampled)(level, pu, pv, base_u, base_v);
}

INLINE CP(Pixels) CP(tinted)(CP(Pixels) p, const CPColor *tint, float scale) {
  p.red *= tint->red * scale;
  p.green *= tint->green * scale;
  p.blue *= tint->blue * scale;
  p.alpha *= tint->alpha * scale;
  return p;
}

INLINE CP(Pixels) CP(image_pixels)(const CPImage *image, double x, double y) {
  if (image->filter) return CP(tinted)(CP(filtered)(image, x, y), &image->tint, 1);
  CP(Pixels) p = CP(level_pixels)(image, &image->levels[0], x, y);
  float scale = CP(texel_scale)(&image->levels[0].texels);
  if (image->fraction > 0) {
    const CP(Pixels) other = CP(level_pixels)(image, &image->levels[1], x, y);
    const float other_scale = CP(texel_scale)(&image->levels[1].texels);
    p = CP(mixed)(CP(scaled)(p, scale), CP(scaled)(other, other_scale), CP(splat)(image->fraction));
    scale = 1;
  }
  return CP(tinted)(p, &image->tint, scale);
}

// Texels that are parallel to pixels: a picture that is translated, not scaled or rotated.
typedef struct {
  bool is_aligned;
  // Whether it is moved by whole pixels; else the shares of the next texel along x and along y are
  // the same everywhere.
  bool is_whole;
  float share_u, share_v;
  // The tile's first pixel's texel.
  int column, row;
  int min_column, max_column, min_row, max_row;
} CP(Alignment);

static CP(Alignment) CP(alignment)(const CPImage *image, const CPLevel *level) {
  CP(Alignment) a = {};
  if (image->filter || image->is_projective || image->fraction > 0) return a;
  if (level->uy != 0 || level->vx != 0) return a;
  const double step = 1e-9;
  if (!(level->ux > 1 - step && level->ux < 1 + step && level->vy > 1 - step && level->vy < 1 + step)) return a;
  double column = CP(whole)(level->u0), row = CP(whole)(level->v0);
  const double off_u = level->u0 - column - 0.5, off_v = level->v0 - row - 0.5;
  if (!(column > -1e8 && column < 1e8 && row > -1e8 && row < 1e8)) return a;
  a.is_whole = off_u < 1e-5 && off_u > -1e-5 && off_v < 1e-5 && off_v > -1e-5;
  if (!a.is_whole) {
    if (level->nearest_u || level->nearest_v) return a;
    column = CP(whole)(level->u0 - 0.5);
    row = CP(whole)(level->v0 - 0.5);
    a.share_u = (float)(level->u0 - 0.5 - column);
    a.share_v = (float)(level->v0 - 0.5 - row);
  }
  a.is_aligned = true;
  a.column = (int)column;
  a.row = (int)row;
  // Texels whose middle may be sampled.
  a.min_column = (int)CP(limited)(CP(whole)(level->low_u + 0.499), 0, level->texels.width);
  a.max_column = (int)CP(limited)(CP(whole)(level->high_u + 0.501), 0, level->texels.width);
  a.min_row = (int)CP(limited)(CP(whole)(level->low_v + 0.499), 0, level->texels.height);
  a.max_row = (int)CP(limited)(CP(whole)(level->high_v + 0.501), 0, level->texels.height);
  if (!a.is_whole) {
    a.max_column -= 1;
    a.max_row -= 1;
  }
  return a;
}

// Eight texels of a row, of 16 bits a component.
INLINE CP(Pixels) CP(words_from)(const CPTexels *texels, int column, int row) {
  const size_t place = (size_t)row * (size_t)texels->stride + (size_t)column;
  const I8U *pair = (const I8U *)((const uint8_t *)texels->texels + place * 8);
  const I8 a = pair[0], b = pair[1];
  return CP(from_words)(
      __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
      __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15));
}
INLINE CP(Pixels) CP(aligned_words)(const CPTexels *texels, const CP(Alignment) * alignment, int column, int row) {
  const CP(Pixels) own = CP(words_from)(texels, column, row);
  if (alignment->is_whole) return own;
  const F8 share_u = CP(splat)(alignment->share_u), share_v = CP(splat)(alignment->share_v);
  const CP(Pixels) above = CP(mixed)(own, CP(words_from)(texels, column + 1, row), share_u);
  const CP(Pixels) below = CP(mixed)(
      CP(words_from)(texels, column, row + 1), CP(words_from)(texels, column + 1, row + 1), share_u);
  return CP(mixed)(above, below, share_v);
}

// Red and blue ones, and green and alpha ones, of 8 pixels side by side (`Pixels.h`).
typedef struct {
  W16 even, odd;
} CP(Bytes);

INLINE CP(Bytes) CP(bytes_of)(I8 texels) { return (CP(Bytes)){CP(even_bytes)(texels), CP(odd_bytes)(texels)}; }
INLINE CP(Bytes) CP(mixed_bytes)(CP(Bytes) a, CP(Bytes) b, W16 share) {
  return (CP(Bytes)){a.even + CP(mul)(b.even - a.even, share), a.odd + CP(mul)(b.odd - a.odd, share)};
}
INLINE CP(Bytes) CP(bytes_from)(const CPTexels *texels, int column, int row) {
  const size_t place = (size_t)row * (size_t)texels->stride + (size_t)column;
  return CP(bytes_of)(*(const I8U *)((const uint8_t *)texels->texels + place * 4));
}
INLINE CP(Bytes) CP(aligned_bytes)(const CPTexels *texels, const CP(Alignment) * alignment, int column, int row) {
  const CP(Bytes) own = CP(bytes_from)(texels, column, row);
  if (alignment->is_whole) return own;
  const W16 share_u = CP(splat_share)(alignment->share_u), share_v = CP(splat_share)(alignment->share_v);
  const CP(Bytes) above = CP(mixed_bytes)(own, CP(bytes_from)(texels, column + 1, row), share_u);
  const CP(Bytes) below = CP(mixed_bytes)(
      CP(bytes_from)(texels, column, row + 1), CP(bytes_from)(texels, column + 1, row + 1), share_u);
  return CP(mixed_bytes)(above, below, share_v);
}

// A tile's rows are short and far from one another: no processor guesses the next one.
INLINE void CP(prefetch_row)(const CPTexels *texels, int from, int to, int row) {
  if (row >= texels->height) return;
  const ptrdiff_t size = texels->is_wide ? 8 : 4;
  const char *line = (const char *)texels->texels + (ptrdiff_t)row * texels->stride * size;
  for (ptrdiff_t place = from * size; place < to * size; place += 64) __builtin_prefetch(line + place);
}

// An image set up for a tile.
typedef struct {
  CPImage image;
  CP(Alignment) alignment;
  // Whether bytes are mixed and tinted as 16-bit numbers: the tint is less than 2.
  bool is_narrow;
  CP(Fixed) tint;
  // Whether all pixels are mixed from four texels of the first level, a byte a component. If so:
  bool is_linear;
  // Places are counted from a texel that none of the tile's lies before, so that nothing is lost in
  // single precision.
  const uint8_t *texels, *below;
  double u0, uy, v0, vy;
  float ux, vx, wx;
  F8 low_u, high_u, low_v, high_v;
} CP(ImageRows);

// The first texel of those that a tile shows along one axis.
static double CP(first_texel)(const CPImage *image, double place, double by_x, double by_y, double low, double high) {
  double first = high;
  for (int i = 0; i < 4; i++) {
    const double x = i & 1 ? CP_TILE_WIDTH - 1 : 0, y = i & 2 ? CP_TILE_HEIGHT - 1 : 0;
    const double w = image->is_projective ? image->w0 + image->wx * x + image->wy * y : 1;
    const double corner = CP(limited)(w > 0 ? (place + by_x * x + by_y * y) / w : low, low, high);
    first = corner < first ? corner : first;
  }
  return CP(whole)(first - 0.5);
}

static void CP(set_linear)(CP(ImageRows) * set) {
  const CPImage *image = &set->image;
  const CPLevel *level = &image->levels[0];
  const double u = CP(first_texel)(image, level->u0, level->ux, level->uy, level->low_u, level->high_u);
  const double v = CP(first_texel)(image, level->v0, level->vx, level->vy, level->low_v, level->high_v);
  set->texels = (const uint8_t *)level->texels.texels + ((size_t)v * (size_t)level->texels.stride + (size_t)u) * 4;
  set->below = set->texels + (size_t)level->texels.stride * 4;
  // The middle of a texel lies at a half.
  const double base_u = u + 0.5, base_v = v + 0.5;
  const double w0 = image->is_projective ? image->w0 : 1;
  set->u0 = level->u0 - base_u * w0;
  set->v0 = level->v0 - base_v * w0;
  set->uy = level->uy - base_u * image->wy;
  set->vy = level->vy - base_v * image->wy;
  set->ux = (float)(level->ux - base_u * image->wx);
  set->vx = (float)(level->vx - base_v * image->wx);
  set->wx = (float)image->wx;
  set->low_u = CP(splat)((float)(level->low_u - base_u));
  set->high_u = CP(splat)((float)(level->high_u - base_u));
  set->low_v = CP(splat)((float)(level->low_v - base_v));
  set->high_v = CP(splat)((float)(level->high_v - base_v));
}

// A component's factor: from 255 · 128 to 16,384.
INLINE bool CP(set_tint)(float tint, W16 *factor) {
  const float own = tint * 16448;
  if (!(own > -32767 && own < 32767)) return false;
  *factor = CP(splat16)(CP(rounded_number)(own));
  return true;
}

static void CP(set_image)(CP(ImageRows) * set, const CPImage *image, const CPTile *tile) {
  set->image = *image;
  CPImage *own = &set->image;
  const double x = tile->x + 0.5, y = tile->y + 0.5;
  own->w0 += own->wx * x + own->wy * y;
  for (int i = 0; i < 2; i++) {
    CPLevel *level = &own->levels[i];
    level->u0 += level->ux * x + level->uy * y;
    level->v0 += level->vx * x + level->vy * y;
  }
  const CPLevel *level = &own->levels[0];
  set->alignment = CP(alignment)(own, level);
  const CPColor *tint = &own->tint;
  set->is_narrow = !level->texels.is_wide && CP(set_tint)(tint->red, &set->tint.red)
      && CP(set_tint)(tint->green, &set->tint.green) && CP(set_tint)(tint->blue, &set->tint.blue)
      && CP(set_tint)(tint->alpha, &set->tint.alpha);
  set->is_linear = set->is_narrow && !set->alignment.is_aligned && !own->filter && !(own->fraction > 0)
      && !level->nearest_u && !level->nearest_v;
  if (set->is_linear) CP(set_linear)(set);
}

// Eight or sixteen pixels from bytes, tinted.
INLINE void CP(put_bytes)(const CP(ImageRows) * set, CP(Bytes) low, CP(Bytes) high, int lanes, int16_t *line) {
  CP(Fixed) p = CP(planes)(low.even, low.odd, high.even, high.odd);
  p.red = CP(mul)(p.red, set->tint.red);
  p.green = CP(mul)(p.green, set->tint.green);
  p.blue = CP(mul)(p.blue, set->tint.blue);
  p.alpha = CP(mul)(p.alpha, set->tint.alpha);
  CP(replace)(line, p, lanes);
}

// Both halves of 8 words.
INLINE W16 CP(shares)(F8 share) {
  const I8 own = CP(ints)(CP(min)(share * 32768.0f + 0.5f, CP(splat)(32767)));
  return (W16)(own | own << 16);
}

// Eight pixels mixed from four texels of one level, a byte a component. `is_projective` is a
// constant in each caller.
INLINE CP(Bytes) CP(linear_bytes)(const CP(ImageRows) * set, F8 u, F8 v, F8 w, int x, bool is_projective) {
  const int32_t stride = set->image.levels[0].texels.stride;
  const F8 columns = CP(steps)() + (float)x;
  u += columns * set->ux;
  v += columns * set->vx;
  if (is_projective) {
    // In front of the camera W is positive; what is not shows nothing, and must be numbers all the
    // same.
    const F8 weight = CP(max)(w + columns * set->wx, CP(splat)(1e-30f));
    u /= weight;
    v /= weight;
  }
  u = CP(min)(CP(max)(u, set->low_u), set->high_u);
  v = CP(min)(CP(max)(v, set->low_v), set->high_v);
  // What lies before the first texel by rounding has the first and a share of almost 0.
  const I8 column = CP(ints)(u), row = CP(ints)(v);
  const W16 share_u = CP(shares)(u - CP(floats)(column)), share_v = CP(shares)(v - CP(floats)(row));
  int32_t index[8];
  *(I8U *)index = row * stride + column;
  I8 a, b, c, d;
  CP(pairs_of_texels)(set->texels, index, &a, &b);
  CP(pairs_of_texels)(set->below, index, &c, &d);
  return CP(mixed_bytes)(
      CP(mixed_bytes)(CP(bytes_of)(a), CP(bytes_of)(b), share_u),
      CP(mixed_bytes)(CP(bytes_of)(c), CP(bytes_of)(d), share_u), share_v);
}
INLINE void CP(linear_row)(const CP(ImageRows) * set, int y, int from, int to, bool is_projective, int16_t *line) {
  const F8 u = CP(splat)((float)(set->u0 + set->uy * y)), v = CP(splat)((float)(set->v0 + set->vy * y));
  const F8 w = CP(splat)((float)(set->image.w0 + set->image.wy * y));
  int x = from;
  for (; x + 16 <= to; x += 16) {
    const CP(Bytes) low = CP(linear_bytes)(set, u, v, w, x, is_projective);
    const CP(Bytes) high = CP(linear_bytes)(set, u, v, w, x + 8, is_projective);
    CP(put_bytes)(set, low, high, 16, line + x);
  }
  if (x < to) {
    const CP(Bytes) low = CP(linear_bytes)(set, u, v, w, x, is_projective);
    CP(put_bytes)(set, low, low, 8, line + x);
  }
}

// Blocks of a row, premultiplied, as a row of a tile has them.
static __attribute__((noinline)) void CP(image_row)(const CP(ImageRows) * set, int y, int from, int to, int16_t *line) {
  const CPImage *image = &set->image;
  const CP(Alignment) *alignment = &set->alignment;
  if (set->is_linear) {
    if (image->is_projective) CP(linear_row)(set, y, from, to, true, line);
    else CP(linear_row)(set, y, from, to, false, line);
    return;
  }
  const CPTexels *texels = &image->levels[0].texels;
  const int row = alignment->row + y;
  const bool has_row = alignment->is_aligned && row >= alignment->min_row && row < alignment->max_row;
  if (has_row) CP(prefetch_row)(texels, alignment->column + from, alignment->column + to, row + 4);
  for (int x = from; x < to; x += 8) {
    const int column = alignment->column + x;
    const bool is_inside = has_row && column >= alignment->min_column && column + 8 <= alignment->max_column;
    if (!is_inside || (!texels->is_wide && !set->is_narrow)) {
      CP(put_pixels)(line + x, CP(image_pixels)(image, x, y));
    } else if (texels->is_wide) {
      const CP(Pixels) p = CP(aligned_words)(texels, alignment, column, row);
      CP(put_pixels)(line + x, CP(tinted)(p, &image->tint, 1.0f / CP_ONE));
    } else if (x + 16 <= to && column + 16 <= alignment->max_column) {
      CP(put_bytes)(
          set, CP(aligned_bytes)(texels, alignment, column, row), CP(aligned_bytes)(texels, alignment, column + 8, row),
          16, line + x);
      x += 8;
    } else {
      const CP(Bytes) own = CP(aligned_bytes)(texels, alignment, column, row);
      CP(put_bytes)(set, own, own, 8, line + x);
    }
  }
}
