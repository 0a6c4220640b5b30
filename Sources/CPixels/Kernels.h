// The kernels of one instruction level: included once per level, with CP(name) giving the level's
// own names.

#include "Vectors.h"

#include "Coverage.h"

#include "PathRows.h"

#include "Sampling.h"

#include "Gradient.h"

#include "BoxShadow.h"

#include "Resampling.h"

enum { CP(colors), CP(gradients), CP(images), CP(surfaces) };

// A region set up for a tile, and its present row.
typedef struct {
  CP(Shape) shapes[CP_SHAPES];
  CP(Shape) inner;
  const CPRegion *region;
  int count;
  CPLine cuts[CP_CUTS];
  int min_y, max_y;
  // The blocks of 8 pixels that the region has in a tile.
  int first_block, end_block;
  // The row: its pixels, and the first and the last block that have some.
  int min, max;
  int first, end;
  // A bit for each block that is covered at all, and for each that is covered whole.
  uint32_t some, whole;
  float coverage[CP_TILE];
  // By path, the blocks that it covers in part, and their coverage.
  uint32_t path_parts[CP_PATHS];
  float path_coverage[CP_PATHS][CP_TILE];
  // Rows that all have the same pixels and coverage.
  int same_first, same_end;
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

// The pixels of a row on the right side of a cut; both sides of one line share no pixel and leave
// none out.
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

// False when nothing of the region lies in the tile.
INLINE bool CP(begin_region)(CP(Region) * set, const CPTile *tile, const CPRegion *region) {
  set->min_y = region->min_y > tile->min_y ? region->min_y : tile->min_y;
  set->max_y = region->max_y < tile->max_y ? region->max_y : tile->max_y;
  set->first_block = (region->min_x > tile->min_x ? region->min_x : tile->min_x) & ~7;
  set->end_block = ((region->max_x < tile->max_x ? region->max_x : tile->max_x) + 7) & ~7;
  if (set->min_y >= set->max_y || set->first_block >= set->end_block) return false;
  set->region = region;
  set->count = region->shape_count;
  for (int i = 0; i < set->count; i++) CP(set_shape)(&set->shapes[i], region->shapes[i], tile);
  if (region->inner) CP(set_shape)(&set->inner, region->inner, tile);
  for (int i = 0; i < region->cut_count; i++) set->cuts[i] = CP(moved)(region->cuts[i], tile->x + 0.5, tile->y + 0.5);
  set->same_first = set->min_y;
  set->same_end = region->plane || region->path_count > 0 || region->cut_count > 0 ? set->min_y : set->max_y;
  for (int i = 0; i < set->count; i++) CP(keep_same_rows)(&set->shapes[i], &set->same_first, &set->same_end);
  if (region->inner) CP(keep_same_rows)(&set->inner, &set->same_first, &set->same_end);
  return true;
}

// The bits of the blocks of 8 pixels between two multiples of 8.
INLINE uint32_t CP(blocks)(int first, int end) { return (1u << (end >> 3)) - (1u << (first >> 3)); }

// Finds the pixels of a row that may be covered; false for none.
INLINE bool CP(begin_row)(CP(Region) * set, const CPTile *tile, int y) {
  const CPRegion *region = set->region;
  int min = region->min_x, max = region->max_x, certain_min = 0, certain_max = CP_TILE;
  for (int i = 0; i < set->count; i++) {
    CP(Shape) *shape = &set->shapes[i];
    CP(set_row)(shape, tile, y, &min, &max);
    certain_min = shape->certain_min > certain_min ? shape->certain_min : certain_min;
    certain_max = shape->certain_max < certain_max ? shape->certain_max : certain_max;
  }
  for (int i = 0; i < region->cut_count; i++) CP(cut_row)(&set->cuts[i], region->cut_is_inverse[i], y, &min, &max);
  if (min >= max) return false;
  set->min = min;
  set->max = max;
  set->first = (min & ~7) > set->first_block ? min & ~7 : set->first_block;
  set->end = ((max + 7) & ~7) < set->end_block ? (max + 7) & ~7 : set->end_block;
  certain_min = certain_min > min ? certain_min : min;
  certain_max = certain_max < max ? certain_max : max;
  int hole_first = 0, hole_end = 0;
  bool is_certain = !region->plane;
  if (region->inner) {
    int from = 0, to = CP_TILE;
    CP(set_row)(&set->inner, tile, y, &from, &to);
    // A row without pixels of the inner shape has none to take away.
    if (from >= to) {
      set->inner.row = -1;
    } else {
      // Beside the inner shape all is certain, but not among its pixels.
      is_certain = false;
      const int first = (set->inner.certain_min + 7) & ~7, end = set->inner.certain_max & ~7;
      if (first < end) {
        hole_first = first > set->first ? first < set->end ? first : set->end : set->first;
        hole_end = end > hole_first ? end < set->end ? end : set->end : hole_first;
      }
    }
  }
  const int first = (certain_min + 7) & ~7, end = certain_max & ~7;
  const int whole_first = is_certain && first > set->first ? first < set->end ? first : set->end : set->first;
  const int whole_end = is_certain && end > whole_first ? end < set->end ? end : set->end : whole_first;
  set->whole = CP(blocks)(whole_first, whole_end);
  set->some = CP(blocks)(set->first, set->end) & ~CP(blocks)(hole_first, hole_end);
  for (int i = 0; i < region->path_count; i++) {
    uint32_t some, whole;
    CP(path_row)(region->paths[i], y, set->path_coverage[i], &some, &whole);
    set->path_parts[i] = some & ~whole;
    set->some &= some;
    set->whole &= whole;
  }
  return set->some != 0;
}

// The product of all coverages and the opacity, for the row's blocks from `from` to `to`.
INLINE void CP(cover_row)(CP(Region) * set, int row, int from, int to) {
  const CPRegion *region = set->region;
  float *coverage = set->coverage;
  const F8 opacity = CP(splat)(region->opacity);
  for (int x = from; x < to; x += 8) CP(keep)(coverage + x, opacity);
  for (int i = 0; i < set->count; i++) {
    CP(cover_blocks)(&set->shapes[i], from, to, coverage);
    // The opacity times what the outer shape covers and the inner does not.
    if (i > 0 || !region->inner || set->inner.row < 0) continue;
    float inner[CP_TILE];
    for (int x = from; x < to; x += 8) CP(keep)(inner + x, opacity);
    CP(cover_blocks)(&set->inner, from, to, inner);
    for (int x = from; x < to; x += 8) {
      CP(keep)(coverage + x, CP(max)(CP(load)(coverage + x) - CP(load)(inner + x), CP(splat)(0)));
    }
  }
  if (region->plane) {
    for (int x = from; x < to; x += 8) {
      CP(keep)(coverage + x, CP(load)(coverage + x) * CP(load)(region->plane + row * CP_TILE + x));
    }
  }
  for (int i = 0; i < region->path_count; i++) {
    const float *own = set->path_coverage[i];
    for (int x = from; x < to; x += 8) {
      if (set->path_parts[i] >> (x >> 3) & 1) CP(keep)(coverage + x, CP(load)(coverage + x) * CP(load)(own + x));
    }
  }
  for (int x = from; x < to; x += 8) {
    if (!(set->some >> (x >> 3) & 1)) CP(keep)(coverage + x, CP(splat)(0));
  }
  // Only a row's first and last block have pixels outside of it.
  const I8 steps = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int x = from; x < to; x += 8) {
    if (x >= set->min && x + 8 <= set->max) continue;
    const I8 place = steps + x;
    CP(keep)(coverage + x, (F8)((I8)CP(load)(coverage + x) & (place >= set->min) & (place < set->max)));
  }
}

#include "BlendModes.h"

#include "ColorFilters.h"

#include "TileFilters.h"

// A paint set up for a tile.
typedef struct {
  const void *paint;
  float opacity;
  bool is_cut, is_opaque;
  CP(Pixels) color;
  CPMap map;
  CP(ImageRows) image;
} CP(Paint);

// What a paint gives to blocks of a row. `kind` and `is_cut` are constants in each caller.
//
// - Parameter coverage: by pixel of the row; null where the opacity says everything.
INLINE void CP(paint_blocks)(
    const CP(Paint) * paint, int kind, bool is_cut, float *pixels, int y, int from, int to, const float *coverage) {
  const bool is_replacing = !coverage && paint->is_opaque && paint->opacity == 1 && !is_cut;
  const F8 opacity = CP(splat)(paint->opacity);
  if (kind == CP(colors)) {
    const CP(Pixels) color = paint->color;
    if (is_replacing) {
      for (int x = from; x < to; x += 8) CP(replace)(pixels + x, color);
    } else if (coverage) {
      for (int x = from; x < to; x += 8) CP(over)(pixels + x, CP(times)(color, CP(load)(coverage + x)), is_cut);
    } else {
      const CP(Pixels) faded = CP(times)(color, opacity);
      for (int x = from; x < to; x += 8) CP(over)(pixels + x, faded, is_cut);
    }
    return;
  }
  if (kind == CP(images) && is_replacing) {
    CP(image_row)(&paint->image, y, from, to, pixels);
    return;
  }
  float line[4 * CP_TILE];
  if (kind == CP(images)) CP(image_row)(&paint->image, y, from, to, line);
  for (int x = from; x < to; x += 8) {
    F8 own = coverage ? CP(load)(coverage + x) : opacity;
    CP(Pixels) s;
    if (kind == CP(gradients)) {
      s = CP(gradient_pixels)(paint->paint, &paint->map, x, y);
    } else if (kind == CP(images)) {
      s = CP(pixels_at)(line + x);
    } else {
      const CPSurface *surface = paint->paint;
      s = CP(surface_pixels)(surface, x, y);
      if (surface->mask) own *= CP(load)(surface->mask + y * surface->mask_stride + x);
    }
    if (is_replacing) CP(replace)(pixels + x, s);
    else CP(over)(pixels + x, CP(times)(s, own), is_cut);
  }
}
INLINE void CP(paint_row)(
    const CP(Paint) * paint, int kind, float *pixels, int y, int from, int to, const float *coverage) {
  if (paint->is_cut) CP(paint_blocks)(paint, kind, true, pixels, y, from, to, coverage);
  else CP(paint_blocks)(paint, kind, false, pixels, y, from, to, coverage);
}

// One command on one tile.
INLINE void CP(draw)(const CPTile *tile, const CPRegion *region, CP(Paint) * paint, int kind) {
  CP(Region) set;
  if (!CP(begin_region)(&set, tile, region)) return;
  paint->opacity = region->opacity;
  paint->is_cut = region->is_cut;
  bool has_pixels = false;
  int first = 0, end = 0;
  for (int y = set.min_y; y < set.max_y; y++) {
    if (y <= set.same_first || y >= set.same_end) {
      has_pixels = CP(begin_row)(&set, tile, y);
      if (!has_pixels) continue;
      first = __builtin_ctz(set.some) * 8;
      end = (32 - __builtin_clz(set.some)) * 8;
      if (set.whole != set.some) CP(cover_row)(&set, y, first, end);
      // Where nothing is gained by knowing which blocks are covered whole, a row is painted at one
      // go.
      if (kind != CP(colors) && !paint->is_opaque && set.whole != set.some) {
        set.whole = 0;
        set.some = CP(blocks)(first, end);
      }
    }
    if (!has_pixels) continue;
    float *pixels = tile->pixels + y * 256;
    // Blocks side by side that are alike.
    for (int x = first; x < end;) {
      const uint32_t some = set.some >> (x >> 3), whole = set.whole >> (x >> 3);
      if (!(some & 1)) {
        x += __builtin_ctz(some) * 8;
        continue;
      }
      const uint32_t same = whole & 1 ? whole : some & ~whole;
      const int next = x + __builtin_ctz(~same) * 8;
      CP(paint_row)(paint, kind, pixels, y, x, next, whole & 1 ? NULL : set.coverage);
      x = next;
    }
  }
}

static void CP(color)(const CPTile *tile, const CPRegion *region, const CPColor *c) {
  CP(Paint) paint;
  paint.color = (CP(Pixels)){CP(splat)(c->red), CP(splat)(c->green), CP(splat)(c->blue), CP(splat)(c->alpha)};
  paint.is_opaque = c->alpha == 1;
  CP(draw)(tile, region, &paint, CP(colors));
}
static void CP(gradient)(const CPTile *tile, const CPRegion *region, const CPGradient *gradient) {
  CP(Paint) paint;
  CPMap map = gradient->map;
  map.x0 += map.xx * (tile->x + 0.5) + map.xy * (tile->y + 0.5);
  map.y0 += map.yx * (tile->x + 0.5) + map.yy * (tile->y + 0.5);
  map.w0 += map.wx * (tile->x + 0.5) + map.wy * (tile->y + 0.5);
  paint.paint = gradient;
  paint.map = map;
  paint.is_opaque = gradient->is_opaque;
  CP(draw)(tile, region, &paint, CP(gradients));
}
static void CP(image)(const CPTile *tile, const CPRegion *region, const CPImage *image) {
  CP(Paint) paint;
  CP(set_image)(&paint.image, image, tile);
  paint.is_opaque = image->is_opaque;
  CP(draw)(tile, region, &paint, CP(images));
}
static void CP(surface)(const CPTile *tile, const CPRegion *region, const CPSurface *surface) {
  CP(Paint) paint;
  paint.paint = surface;
  paint.is_opaque = false;
  CP(draw)(tile, region, &paint, CP(surfaces));
}

static void CP(cover)(const CPTile *tile, const CPRegion *region, float *plane) {
  // What no row of the region reaches has to become 0.
  CPRegion whole = *region;
  whole.min_x = whole.min_y = 0;
  whole.max_x = whole.max_y = CP_TILE;
  whole.opacity = 1;
  CP(Region) set;
  if (!CP(begin_region)(&set, tile, &whole)) return;
  const F8 none = CP(splat)(0);
  for (int y = set.min_y; y < set.max_y; y++) {
    float *row = plane + y * CP_TILE;
    const bool is_there = CP(begin_row)(&set, tile, y);
    if (is_there) CP(cover_row)(&set, y, set.first, set.end);
    for (int x = 0; x < CP_TILE; x += 8) {
      const bool is_inside = is_there && x >= set.first && x < set.end;
      CP(keep)(row + x, is_inside ? CP(load)(row + x) * CP(load)(set.coverage + x) : none);
    }
  }
}

static void CP(path_coverage)(const CPTile *tile, const CPPathRows *rows, float *plane) {
  for (int y = tile->min_y; y < tile->max_y; y++) {
    float *row = plane + y * CP_TILE;
    uint32_t some, whole;
    CP(path_row)(rows, y, row, &some, &whole);
    for (int block = 0; block < 8; block++) {
      if (whole >> block & 1) CP(keep)(row + block * 8, CP(splat)(1));
      else if (!(some >> block & 1)) CP(keep)(row + block * 8, CP(splat)(0));
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

// Rounded to 0…255; what is not a number becomes 0.
INLINE I8 CP(bytes)(F8 x) {
  return CP(ints)(CP(min)(CP(max)(x * 255.0f + 0.5f, CP(splat)(0.5f)), CP(splat)(255.5f)));
}

// A row of the wanted pixels.
INLINE void CP(store_row)(const float *p, int min_x, int max_x, uint8_t *row, int first, int last) {
  const bool is_aligned = ((uintptr_t)row & 31) == 0;
  for (int x = min_x & ~7; x < max_x; x += 8) {
    const I8 a = CP(bytes)(CP(load)(p + x + first)), b = CP(bytes)(CP(load)(p + x + last));
    const I8 green = CP(bytes)(CP(load)(p + x + 64)) << 8, alpha = CP(bytes)(CP(load)(p + x + 192)) << 24;
    const I8 pixels = (a | green) | (b << 16 | alpha);
    if (x >= min_x && x + 8 <= max_x) {
      // They are not read soon; past the caches nothing is fetched that is overwritten.
      if (is_aligned) __builtin_nontemporal_store(pixels, (I8 *)(row + (ptrdiff_t)x * 4));
      else memcpy(row + (ptrdiff_t)x * 4, &pixels, 32);
      continue;
    }
    for (int i = 0; i < 8; i++) {
      const int32_t pixel = pixels[i];
      if (x + i >= min_x && x + i < max_x) memcpy(row + (ptrdiff_t)(x + i) * 4, &pixel, 4);
    }
  }
}

static void CP(store)(const CPTile *tile, uint8_t *target, ptrdiff_t bytes_per_row, bool is_bgra) {
  const int min_x = tile->min_x, max_x = tile->max_x, first = is_bgra ? 128 : 0, last = is_bgra ? 0 : 128;
  for (int y = tile->min_y; y < tile->max_y; y++) {
    CP(store_row)(tile->pixels + y * 256, min_x, max_x, target + y * bytes_per_row, first, last);
  }
  CP_STORED();
}

static const CPKernels CP(kernels) = {
    CP(color), CP(gradient), CP(image), CP(surface), CP(blend), CP(filter), CP(bright), CP(add_light),
    CP(squares), CP(sum), CP(add), CP(halve), CP(double_),
    CP(cover), CP(path), CP(path_coverage), CP(box_shadow), CP(clear), CP(store),
};
