// The kernels of one instruction level: included once per level, with CP(name) giving the level's own names.

#include "Vectors.h"

#include "Coverage.h"

#include "Sampling.h"

#include "Gradient.h"

#include "BoxShadow.h"

#include "Resampling.h"

enum { CP(colors), CP(gradients), CP(images), CP(surfaces), CP(planes) };

// A region set up for a tile.
typedef struct {
  CP(Shape) shapes[CP_SHAPES];
  CP(Shape) inner;
  const CPRegion *region;
  int count;
  int row;
} CP(Region);

// S over what is there (§2): R = S + D·(1 − Sα).
INLINE void CP(over)(float *pixels, CP(Pixels) s, bool is_cut) {
  if (is_cut) {
    s.red = CP(cut)(s.red);
    s.green = CP(cut)(s.green);
    s.blue = CP(cut)(s.blue);
    s.alpha = CP(cut)(s.alpha);
  }
  const F8 rest = CP(splat)(1) - s.alpha;
  F8 red = s.red + CP(load)(pixels) * rest, green = s.green + CP(load)(pixels + 64) * rest;
  F8 blue = s.blue + CP(load)(pixels + 128) * rest;
  if (is_cut) {
    red = CP(cut)(red);
    green = CP(cut)(green);
    blue = CP(cut)(blue);
  }
  CP(keep)(pixels, red);
  CP(keep)(pixels + 64, green);
  CP(keep)(pixels + 128, blue);
  CP(keep)(pixels + 192, s.alpha + CP(load)(pixels + 192) * rest);
}
INLINE void CP(replace)(float *pixels, CP(Pixels) s) {
  CP(keep)(pixels, s.red);
  CP(keep)(pixels + 64, s.green);
  CP(keep)(pixels + 128, s.blue);
  CP(keep)(pixels + 192, s.alpha);
}
INLINE CP(Pixels) CP(times)(CP(Pixels) p, F8 factor) {
  p.red *= factor;
  p.green *= factor;
  p.blue *= factor;
  p.alpha *= factor;
  return p;
}

INLINE CP(Pixels) CP(pixels_at)(const float *p) {
  return (CP(Pixels)){CP(load)(p), CP(load)(p + 64), CP(load)(p + 128), CP(load)(p + 192)};
}
// What a surface shows from (x, y) on, its mask left out.
INLINE CP(Pixels) CP(surface_pixels)(const CPSurface *surface, int x, int y) {
  if (surface->pixels) return CP(pixels_at)(surface->pixels + y * 256 + x);
  const F8 alpha = CP(load)(surface->alpha + y * surface->alpha_stride + x);
  const CPColor *c = &surface->color;
  return (CP(Pixels)){alpha * c->red, alpha * c->green, alpha * c->blue, alpha * c->alpha};
}

// The pixels of a row on the right side of a cut; both sides of one line share no pixel and leave none out.
INLINE void CP(cut_row)(const CPLine *line, bool is_inverse, double row, int *min, int *max) {
  const double value = line->c + line->b * row;
  int from = 0, to = CP_TILE;
  if (line->a > 0) {
    const int first = CP(first)(-value / line->a);
    if (is_inverse) to = first; else from = first;
  } else if (line->a < 0) {
    const int end = CP(end)(-value / line->a);
    if (is_inverse) from = end; else to = end;
  } else if ((value >= 0) == is_inverse) {
    to = 0;
  }
  *min = from > *min ? from : *min;
  *max = to < *max ? to : *max;
}

// The product of all coverages of 8 pixels from `x` on.
INLINE F8 CP(product)(const CP(Region) * set, int x, int min, int max) {
  const CPRegion *region = set->region;
  F8 coverage = CP(splat)(1);
  for (int i = 0; i < set->count; i++) {
    const CP(Shape) *shape = &set->shapes[i];
    const bool is_whole = shape->certain_min <= x && x + 8 <= shape->certain_max;
    F8 own = is_whole ? CP(splat)(1) : CP(coverage)(shape, x);
    if (i == 0 && region->inner) {
      const CP(Shape) *inner = &set->inner;
      // A row without pixels of the inner shape has none to take away.
      if (inner->row >= 0) own = CP(max)(own - CP(coverage)(inner, x), CP(splat)(0));
    }
    coverage *= own;
  }
  if (region->plane) coverage *= CP(load)(region->plane + set->row * CP_TILE + x);
  const I8 place = (I8){0, 1, 2, 3, 4, 5, 6, 7} + x;
  return (F8)((I8)coverage & (place >= min) & (place < max));
}

// The rows of a region on a tile, for kernels that ask each block for its coverage.
typedef struct {
  CPLine cuts[CP_CUTS];
  int min_y, max_y;
  // The blocks of 8 pixels.
  int first, end;
} CP(Rows);

INLINE bool CP(begin_rows)(CP(Region) * set, CP(Rows) * rows, const CPTile *tile, const CPRegion *region) {
  rows->min_y = region->min_y > tile->min_y ? region->min_y : tile->min_y;
  rows->max_y = region->max_y < tile->max_y ? region->max_y : tile->max_y;
  rows->first = (region->min_x > tile->min_x ? region->min_x : tile->min_x) & ~7;
  rows->end = ((region->max_x < tile->max_x ? region->max_x : tile->max_x) + 7) & ~7;
  if (rows->min_y >= rows->max_y || rows->first >= rows->end) return false;
  set->region = region;
  set->count = region->shape_count;
  for (int i = 0; i < set->count; i++) CP(set_shape)(&set->shapes[i], region->shapes[i], tile);
  for (int i = 0; i < region->cut_count; i++) rows->cuts[i] = CP(moved)(region->cuts[i], tile->x + 0.5, tile->y + 0.5);
  return true;
}
// The pixels of a row that may be covered; false for none.
INLINE bool CP(begin_row)(CP(Region) * set, const CP(Rows) * rows, const CPTile *tile, int y, int *min, int *max) {
  const CPRegion *region = set->region;
  *min = region->min_x;
  *max = region->max_x;
  set->row = y;
  for (int i = 0; i < set->count && *min < *max; i++) CP(set_row)(&set->shapes[i], tile, y, min, max);
  for (int i = 0; i < region->cut_count; i++) CP(cut_row)(&rows->cuts[i], region->cut_is_inverse[i], y, min, max);
  return *min < *max;
}

#include "BlendModes.h"

#include "ColorFilters.h"

// One command on one tile. `kind` and `is_cut` are constants in each caller.
INLINE void CP(draw)(
    const CPTile *tile, const CPRegion *region, const void *paint, int kind, bool is_cut, float *plane) {
  const int min_y = region->min_y > tile->min_y ? region->min_y : tile->min_y;
  const int max_y = region->max_y < tile->max_y ? region->max_y : tile->max_y;
  const int first_block = (region->min_x > tile->min_x ? region->min_x : tile->min_x) & ~7;
  const int end_block = ((region->max_x < tile->max_x ? region->max_x : tile->max_x) + 7) & ~7;
  if (min_y >= max_y || first_block >= end_block) return;
  CP(Region) set;
  set.region = region;
  set.count = region->shape_count;
  for (int i = 0; i < set.count; i++) CP(set_shape)(&set.shapes[i], region->shapes[i], tile);
  if (region->inner) CP(set_shape)(&set.inner, region->inner, tile);
  CPLine cuts[CP_CUTS];
  for (int i = 0; i < region->cut_count; i++) cuts[i] = CP(moved)(region->cuts[i], tile->x + 0.5, tile->y + 0.5);

  const float opacity = region->opacity;
  const F8 opacities = CP(splat)(opacity);
  CP(Pixels) color = {};
  bool is_opaque = false;
  const CPGradient *gradient = paint;
  const CPImage *image = paint;
  const CPSurface *surface = paint;
  CPMap map = {};
  CPImage own = {};
  CP(Alignment) alignment = {};
  if (kind == CP(colors)) {
    const CPColor *c = paint;
    color = (CP(Pixels)){CP(splat)(c->red), CP(splat)(c->green), CP(splat)(c->blue), CP(splat)(c->alpha)};
    is_opaque = c->alpha == 1;
  } else if (kind == CP(gradients)) {
    map = gradient->map;
    map.x0 += map.xx * (tile->x + 0.5) + map.xy * (tile->y + 0.5);
    map.y0 += map.yx * (tile->x + 0.5) + map.yy * (tile->y + 0.5);
    map.w0 += map.wx * (tile->x + 0.5) + map.wy * (tile->y + 0.5);
    is_opaque = gradient->is_opaque;
  } else if (kind == CP(images)) {
    own = *image;
    image = &own;
    own.w0 += own.wx * (tile->x + 0.5) + own.wy * (tile->y + 0.5);
    for (int i = 0; i < 2; i++) {
      CPLevel *level = &own.levels[i];
      level->u0 += level->ux * (tile->x + 0.5) + level->uy * (tile->y + 0.5);
      level->v0 += level->vx * (tile->x + 0.5) + level->vy * (tile->y + 0.5);
    }
    is_opaque = own.is_opaque;
    alignment = CP(alignment)(image, &own.levels[0]);
  }
  const float texel_scale = own.levels[0].texels.is_half ? 1 : 1.0f / 255;
  const bool is_replacing = is_opaque && opacity == 1 && !is_cut;
  const CP(Pixels) faded = CP(times)(color, opacities);

  for (int y = min_y; y < max_y; y++) {
    int min = region->min_x, max = region->max_x;
    set.row = y;
    int certain_min = 0, certain_max = CP_TILE, hole_min = CP_TILE, hole_max = CP_TILE;
    for (int i = 0; i < set.count && min < max; i++) {
      CP(Shape) *shape = &set.shapes[i];
      CP(set_row)(shape, tile, y, &min, &max);
      certain_min = shape->certain_min > certain_min ? shape->certain_min : certain_min;
      certain_max = shape->certain_max < certain_max ? shape->certain_max : certain_max;
    }
    for (int i = 0; i < region->cut_count; i++) CP(cut_row)(&cuts[i], region->cut_is_inverse[i], y, &min, &max);
    if (min >= max) continue;
    certain_min = certain_min > min ? certain_min : min;
    certain_max = certain_max < max ? certain_max : max;
    if (region->plane) certain_max = certain_min;
    if (region->inner) {
      int from = 0, to = CP_TILE;
      CP(set_row)(&set.inner, tile, y, &from, &to);
      if (from >= to) set.inner.row = -1;
      hole_min = (set.inner.certain_min + 7) & ~7;
      hole_max = set.inner.certain_max & ~7;
      // Beside the inner shape all is certain, but not among its pixels.
      if (set.inner.row >= 0) certain_max = certain_min;
    }
    int x = min & ~7;
    x = x > first_block ? x : first_block;
    const int end = ((max + 7) & ~7) < end_block ? ((max + 7) & ~7) : end_block;
    const int whole = (certain_min + 7) & ~7, rest = certain_max & ~7;
    float *pixels = tile->pixels + y * 256;
    for (; x < end; x += 8) {
      if (x >= hole_min && x < hole_max) continue;
      const bool is_whole = x >= whole && x < rest;
      float *p = pixels + x;
      if (kind == CP(planes)) {
        float *target = plane + y * CP_TILE + x;
        if (!is_whole) CP(keep)(target, CP(load)(target) * CP(product)(&set, x, min, max));
        continue;
      }
      if (kind == CP(colors) && is_whole) {
        int stop = rest < end ? rest : end;
        if (is_replacing) {
          for (; x < stop; x += 8) CP(replace)(pixels + x, color);
        } else {
          for (; x < stop; x += 8) CP(over)(pixels + x, faded, is_cut);
        }
        x -= 8;
        continue;
      }
      F8 coverage = opacities;
      if (!is_whole) coverage = CP(product)(&set, x, min, max) * opacities;
      CP(Pixels) s = color;
      if (kind == CP(gradients)) s = CP(gradient_pixels)(gradient, &map, x, y);
      if (kind == CP(images)) {
        const int row = alignment.row + y, column = alignment.column + x;
        if (alignment.is_aligned && row >= alignment.min_row && row < alignment.max_row
            && column >= alignment.min_column && column + 8 <= alignment.max_column) {
          s = CP(tinted)(CP(aligned_pixels)(&own.levels[0].texels, &alignment, column, row), &own.tint, texel_scale);
        } else {
          s = CP(image_pixels)(image, x, y);
        }
      }
      if (kind == CP(surfaces)) {
        s = CP(surface_pixels)(surface, x, y);
        if (surface->mask) coverage *= CP(load)(surface->mask + y * surface->mask_stride + x);
      }
      if (is_whole && is_replacing) CP(replace)(p, s);
      else CP(over)(p, CP(times)(s, coverage), is_cut);
    }
  }
}

static void CP(color)(const CPTile *tile, const CPRegion *region, const CPColor *color) {
  if (region->is_cut) CP(draw)(tile, region, color, CP(colors), true, NULL);
  else CP(draw)(tile, region, color, CP(colors), false, NULL);
}
static void CP(gradient)(const CPTile *tile, const CPRegion *region, const CPGradient *gradient) {
  if (region->is_cut) CP(draw)(tile, region, gradient, CP(gradients), true, NULL);
  else CP(draw)(tile, region, gradient, CP(gradients), false, NULL);
}
static void CP(image)(const CPTile *tile, const CPRegion *region, const CPImage *image) {
  if (region->is_cut) CP(draw)(tile, region, image, CP(images), true, NULL);
  else CP(draw)(tile, region, image, CP(images), false, NULL);
}
static void CP(surface)(const CPTile *tile, const CPRegion *region, const CPSurface *surface) {
  if (region->is_cut) CP(draw)(tile, region, surface, CP(surfaces), true, NULL);
  else CP(draw)(tile, region, surface, CP(surfaces), false, NULL);
}

static void CP(cover)(const CPTile *tile, const CPRegion *region, float *plane) {
  // What no row of the region reaches has to become 0: rows and ends of rows first.
  CP(Region) set;
  set.region = region;
  set.count = region->shape_count;
  for (int i = 0; i < set.count; i++) CP(set_shape)(&set.shapes[i], region->shapes[i], tile);
  CPLine cuts[CP_CUTS];
  for (int i = 0; i < region->cut_count; i++) cuts[i] = CP(moved)(region->cuts[i], tile->x + 0.5, tile->y + 0.5);
  for (int y = tile->min_y; y < tile->max_y; y++) {
    int min = 0, max = CP_TILE;
    set.row = y;
    for (int i = 0; i < set.count; i++) CP(set_row)(&set.shapes[i], tile, y, &min, &max);
    for (int i = 0; i < region->cut_count; i++) CP(cut_row)(&cuts[i], region->cut_is_inverse[i], y, &min, &max);
    for (int x = 0; x < CP_TILE; x += 8) {
      float *p = plane + y * CP_TILE + x;
      CP(keep)(p, CP(load)(p) * CP(product)(&set, x, min, max));
    }
  }
}

static void CP(cover_sums)(const CPTile *tile, const CPCoverage *coverage, float *plane) {
  const int32_t x = coverage->x, y = coverage->y, width = coverage->width, height = coverage->height;
  const float full = coverage->full;
  for (int row = tile->min_y; row < tile->max_y; row++) {
    float *p = plane + row * CP_TILE;
    const int64_t from = (int64_t)tile->y + row - y;
    if (from < 0 || from >= height) {
      for (int i = 0; i < CP_TILE; i++) p[i] = 0;
      continue;
    }
    const uint16_t *line = coverage->sums + (size_t)from * (size_t)width;
    for (int i = 0; i < CP_TILE; i++) {
      const int64_t column = (int64_t)tile->x + i - x;
      const float share = column < 0 || column >= width ? 0 : (float)line[column];
      p[i] = p[i] * (share / full);
    }
  }
}

static void CP(clear)(const CPTile *tile, const CPColor *color) {
  const CP(Pixels) p = {CP(splat)(color->red), CP(splat)(color->green), CP(splat)(color->blue), CP(splat)(color->alpha)};
  for (int y = tile->min_y; y < tile->max_y; y++) {
    float *row = tile->pixels + y * 256;
    for (int x = tile->min_x & ~7; x < tile->max_x; x += 8) CP(replace)(row + x, p);
  }
}

INLINE I8 CP(bytes)(F8 x) { return CP(ints)(CP(cut)(x) * 255.0f + 0.5f); }

static void CP(store)(const CPTile *tile, uint8_t *target, ptrdiff_t bytes_per_row, bool is_bgra) {
  for (int y = tile->min_y; y < tile->max_y; y++) {
    const float *p = tile->pixels + y * 256;
    uint8_t *row = target + y * bytes_per_row;
    for (int x = tile->min_x & ~7; x < tile->max_x; x += 8) {
      const I8 red = CP(bytes)(CP(load)(p + x)), blue = CP(bytes)(CP(load)(p + x + 128));
      const I8 green = CP(bytes)(CP(load)(p + x + 64)) << 8, alpha = CP(bytes)(CP(load)(p + x + 192)) << 24;
      const I8 pixels = green | alpha | (is_bgra ? red << 16 | blue : blue << 16 | red);
      if (x >= tile->min_x && x + 8 <= tile->max_x) {
        memcpy(row + (ptrdiff_t)x * 4, &pixels, 32);
      } else {
        for (int i = 0; i < 8; i++) {
          const int32_t pixel = pixels[i];
          if (x + i >= tile->min_x && x + i < tile->max_x) memcpy(row + (ptrdiff_t)(x + i) * 4, &pixel, 4);
        }
      }
    }
  }
}

static const CPKernels CP(kernels) = {
    CP(color), CP(gradient), CP(image), CP(surface), CP(blend), CP(filter), CP(sum), CP(halve), CP(double_),
    CP(cover), CP(cover_sums), CP(box_shadow), CP(clear), CP(store),
};
