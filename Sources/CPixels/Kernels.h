// The kernels of one instruction level: included once per level, with CP(name) giving the level's
// own names.

#include "Vectors.h"

#include "Pixels.h"

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
  float coverage[CP_TILE_WIDTH];
  // The same in 1/32,768.
  int16_t shares[CP_TILE_WIDTH];
  // By path, the blocks that it covers in part, and their coverage.
  uint32_t path_parts[CP_PATHS];
  float path_coverage[CP_PATHS][CP_TILE_WIDTH];
  // Rows that all have the same pixels and coverage.
  int same_first, same_end;
} CP(Region);

// What a surface shows from (x, y) on, its mask left out.
INLINE CP(Pixels) CP(surface_pixels)(const CPSurface *surface, int x, int y) {
  if (surface->pixels) return CP(pixels_at)(surface->pixels + y * 256 + x);
  const F8 alpha = CP(numbers)(surface->alpha + y * surface->alpha_stride + x) * (1.0f / CP_ONE);
  const CPColor *c = &surface->color;
  return (CP(Pixels)){alpha * c->red, alpha * c->green, alpha * c->blue, alpha * c->alpha};
}

// The pixels of a row on the right side of a cut; both sides of one line share no pixel and leave
// none out.
INLINE void CP(cut_row)(const CPLine *line, bool is_inverse, double row, int *min, int *max) {
  const double value = line->c + line->b * row;
  int from = 0, to = CP_TILE_WIDTH;
  if (line->a > 0) {
    const int first = CP(first)(-value / line->a, CP_TILE_WIDTH);
    if (is_inverse) to = first; else from = first;
  } else if (line->a < 0) {
    const int end = CP(end)(-value / line->a, CP_TILE_WIDTH);
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
  int min = region->min_x, max = region->max_x, certain_min = 0, certain_max = CP_TILE_WIDTH;
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
    int from = 0, to = CP_TILE_WIDTH;
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
    float inner[CP_TILE_WIDTH];
    for (int x = from; x < to; x += 8) CP(keep)(inner + x, opacity);
    CP(cover_blocks)(&set->inner, from, to, inner);
    for (int x = from; x < to; x += 8) {
      CP(keep)(coverage + x, CP(max)(CP(load)(coverage + x) - CP(load)(inner + x), CP(splat)(0)));
    }
  }
  if (region->plane) {
    for (int x = from; x < to; x += 8) {
      CP(keep)(coverage + x, CP(load)(coverage + x) * CP(load)(region->plane + row * CP_TILE_WIDTH + x));
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
  // Of a colour, and of a surface that is the coverage of one.
  CP(Fixed) color;
  CPMap map;
  // What all rows of an axial gradient along the rows show, else null.
  const int16_t *columns;
  CP(ImageRows) image;
} CP(Paint);

// What a paint gives to 8 or 16 pixels of a row, as yet without coverage.
//
// - Parameter line: those of images and gradients.
INLINE CP(Fixed) CP(painted)(const CP(Paint) * paint, int kind, const int16_t *line, int y, int x, int lanes) {
  if (kind == CP(colors)) return paint->color;
  if (kind != CP(surfaces)) return CP(take_pixels)(line + x, lanes);
  const CPSurface *surface = paint->paint;
  if (surface->pixels) return CP(take_pixels)(surface->pixels + y * 256 + x, lanes);
  return CP(faded)(
      paint->color, CP(share_of)(CP(take)(surface->alpha + y * surface->alpha_stride + x, lanes)));
}

// The same over what is there. `has_share` is a constant in each caller.
INLINE void CP(paint_pixels)(
    const CP(Paint) * paint, int kind, bool is_cut, int16_t *pixels, const int16_t *line, int y, int x, bool has_share,
    W16 share, int lanes) {
  CP(Fixed) s = CP(painted)(paint, kind, line, y, x, lanes);
  if (kind == CP(surfaces)) {
    const CPSurface *surface = paint->paint;
    if (surface->mask) {
      const W16 mask = CP(share_of)(CP(take)(surface->mask + y * surface->mask_stride + x, lanes));
      s = CP(faded)(s, has_share ? CP(mul)(share, mask) : mask);
      has_share = false;
    }
  }
  if (has_share) s = CP(faded)(s, share);
  CP(over)(pixels + x, s, is_cut, lanes);
}

// What a paint gives to blocks of a row. `kind` and `is_cut` are constants in each caller.
//
// - Parameter shares: by pixel of the row; null where the opacity says everything.
INLINE void CP(paint_blocks)(
    const CP(Paint) * paint, int kind, bool is_cut, int16_t *pixels, int y, int from, int to, const int16_t *shares) {
  const bool is_replacing = !shares && paint->is_opaque && paint->opacity == 1 && !is_cut;
  int16_t own[4 * CP_TILE_WIDTH];
  const int16_t *line = own;
  if (kind == CP(gradients) && paint->columns) {
    line = paint->columns;
  } else if (kind == CP(images) || kind == CP(gradients)) {
    int16_t *target = is_replacing ? pixels : own;
    if (kind == CP(images)) CP(image_row)(&paint->image, y, from, to, target);
    else CP(gradient_row)(paint->paint, &paint->map, y, from, to, target);
    if (is_replacing) return;
  }
  int x = from;
  if (is_replacing) {
    for (; x + 16 <= to; x += 16) CP(replace)(pixels + x, CP(painted)(paint, kind, line, y, x, 16), 16);
    if (x < to) CP(replace)(pixels + x, CP(painted)(paint, kind, line, y, x, 8), 8);
  } else if (shares) {
    for (; x + 16 <= to; x += 16) {
      CP(paint_pixels)(paint, kind, is_cut, pixels, line, y, x, true, CP(take)(shares + x, 16), 16);
    }
    if (x < to) CP(paint_pixels)(paint, kind, is_cut, pixels, line, y, x, true, CP(take)(shares + x, 8), 8);
  } else if (paint->opacity == 1) {
    for (; x + 16 <= to; x += 16) {
      CP(paint_pixels)(paint, kind, is_cut, pixels, line, y, x, false, CP(splat16)(0), 16);
    }
    if (x < to) CP(paint_pixels)(paint, kind, is_cut, pixels, line, y, x, false, CP(splat16)(0), 8);
  } else {
    const W16 share = CP(splat_share)(paint->opacity);
    for (; x + 16 <= to; x += 16) CP(paint_pixels)(paint, kind, is_cut, pixels, line, y, x, true, share, 16);
    if (x < to) CP(paint_pixels)(paint, kind, is_cut, pixels, line, y, x, true, share, 8);
  }
}
INLINE void CP(paint_row)(
    const CP(Paint) * paint, int kind, int16_t *pixels, int y, int from, int to, const int16_t *shares) {
  if (paint->is_cut) CP(paint_blocks)(paint, kind, true, pixels, y, from, to, shares);
  else CP(paint_blocks)(paint, kind, false, pixels, y, from, to, shares);
}

// What a paint gives to the blocks of a row that have a bit in `some`; those in `whole` have no
// shares.
INLINE void CP(paint_some)(
    const CP(Paint) * paint, int kind, int16_t *pixels, int y, uint32_t some, uint32_t whole, const int16_t *shares) {
  while (some) {
    // Blocks side by side that are alike.
    const int first = __builtin_ctz(some);
    const bool is_whole = whole >> first & 1;
    const int end = __builtin_ctz(~((is_whole ? whole : some & ~whole) | ((1u << first) - 1)));
    CP(paint_row)(paint, kind, pixels, y, first * 8, end * 8, is_whole ? NULL : shares);
    some &= ~0u << end;
  }
}

// One command on one tile, where nothing but one path and the region's box cuts pixels: most rows
// have few blocks that are covered in part, and nothing or much between them.
INLINE void CP(draw_path)(
    const CPTile *tile, const CPRegion *region, const CP(Paint) * paint, int kind, const CP(Region) * set) {
  const uint32_t inside = CP(blocks)(set->first_block, set->end_block);
  const int first = (region->min_x + 7) & ~7, end = region->max_x & ~7;
  const uint32_t cut = first < end ? inside & ~CP(blocks)(first, end) : inside;
  const F8 opacity = CP(splat)(region->opacity);
  const I8 steps = {0, 1, 2, 3, 4, 5, 6, 7};
  float coverage[CP_TILE_WIDTH];
  int16_t shares[CP_TILE_WIDTH];
  for (int y = set->min_y; y < set->max_y; y++) {
    uint32_t some, whole;
    CP(path_row)(region->paths[0], y, coverage, &some, &whole);
    some &= inside;
    const uint32_t parts = some & ~whole;
    whole &= some & ~cut;
    for (uint32_t blocks = some & ~whole; blocks; blocks &= blocks - 1) {
      const int block = __builtin_ctz(blocks), x = block * 8;
      F8 share = opacity;
      if (parts >> block & 1) share *= CP(load)(coverage + x);
      if (cut >> block & 1) {
        const I8 place = steps + x;
        share = (F8)((I8)share & (place >= region->min_x) & (place < region->max_x));
      }
      *(W8U *)(shares + x) = CP(share)(share);
    }
    CP(paint_some)(paint, kind, tile->pixels + y * 256, y, some, whole, shares);
  }
}

// One command on one tile.
INLINE void CP(draw)(const CPTile *tile, const CPRegion *region, CP(Paint) * paint, int kind) {
  CP(Region) set;
  if (!CP(begin_region)(&set, tile, region)) return;
  paint->opacity = region->opacity;
  paint->is_cut = region->is_cut;
  // Otherwise whole blocks have shares, too.
  const bool splits_blocks = kind == CP(colors) || paint->is_opaque;
  const bool is_cut_by_more = set.count > 0 || region->inner || region->plane || region->cut_count > 0;
  if (splits_blocks && region->path_count == 1 && !is_cut_by_more) {
    CP(draw_path)(tile, region, paint, kind, &set);
    return;
  }
  bool has_pixels = false;
  for (int y = set.min_y; y < set.max_y; y++) {
    if (y <= set.same_first || y >= set.same_end) {
      has_pixels = CP(begin_row)(&set, tile, y);
      if (!has_pixels) continue;
      if (set.whole != set.some) {
        const int first = __builtin_ctz(set.some) * 8, end = (32 - __builtin_clz(set.some)) * 8;
        CP(cover_row)(&set, y, first, end);
        for (int x = first; x < end; x += 8) *(W8U *)(set.shares + x) = CP(share)(CP(load)(set.coverage + x));
        // Where nothing is gained by knowing which blocks are covered whole, a row is painted at
        // one go.
        if (!splits_blocks) {
          set.whole = 0;
          set.some = CP(blocks)(first, end);
        }
      }
    }
    if (has_pixels) CP(paint_some)(paint, kind, tile->pixels + y * 256, y, set.some, set.whole, set.shares);
  }
}

static void CP(color)(const CPTile *tile, const CPRegion *region, const CPColor *c) {
  CP(Paint) paint;
  paint.color = CP(splat_color)(c);
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
  paint.columns = NULL;
  int16_t columns[4 * CP_TILE_WIDTH];
  if (gradient->type == 0 && map.xy == 0 && map.wx == 0 && map.wy == 0) {
    const int from = region->min_x & ~7, to = (region->max_x + 7) & ~7;
    CP(gradient_row)(gradient, &map, 0, from, to, columns);
    paint.columns = columns;
  }
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
  if (!surface->pixels) paint.color = CP(splat_color)(&surface->color);
  paint.is_opaque = false;
  CP(draw)(tile, region, &paint, CP(surfaces));
}

static void CP(cover)(const CPTile *tile, const CPRegion *region, float *plane) {
  // What no row of the region reaches has to become 0.
  CPRegion whole = *region;
  whole.min_x = whole.min_y = 0;
  whole.max_x = CP_TILE_WIDTH;
  whole.max_y = CP_TILE_HEIGHT;
  whole.opacity = 1;
  CP(Region) set;
  if (!CP(begin_region)(&set, tile, &whole)) return;
  const F8 none = CP(splat)(0);
  for (int y = set.min_y; y < set.max_y; y++) {
    float *row = plane + y * CP_TILE_WIDTH;
    const bool is_there = CP(begin_row)(&set, tile, y);
    if (is_there) CP(cover_row)(&set, y, set.first, set.end);
    for (int x = 0; x < CP_TILE_WIDTH; x += 8) {
      const bool is_inside = is_there && x >= set.first && x < set.end;
      CP(keep)(row + x, is_inside ? CP(load)(row + x) * CP(load)(set.coverage + x) : none);
    }
  }
}

static void CP(path_coverage)(const CPTile *tile, const CPPathRows *rows, float *plane) {
  for (int y = tile->min_y; y < tile->max_y; y++) {
    float *row = plane + y * CP_TILE_WIDTH;
    uint32_t some, whole;
    CP(path_row)(rows, y, row, &some, &whole);
    for (int block = 0; block < 8; block++) {
      if (whole >> block & 1) CP(keep)(row + block * 8, CP(splat)(1));
      else if (!(some >> block & 1)) CP(keep)(row + block * 8, CP(splat)(0));
    }
  }
}

static void CP(clear)(const CPTile *tile, const CPColor *color) {
  const CP(Fixed) p = CP(splat_color)(color);
  for (int y = tile->min_y; y < tile->max_y; y++) {
    int16_t *row = tile->pixels + y * 256;
    int x = tile->min_x & ~7;
    for (; x + 16 <= tile->max_x; x += 16) CP(replace)(row + x, p, 16);
    for (; x < tile->max_x; x += 8) CP(replace)(row + x, p, 8);
  }
}

static void CP(unpack)(const int16_t *numbers, int32_t count, float *floats) {
  int32_t x = 0;
  for (; x + 8 <= count; x += 8) CP(keep)(floats + x, CP(numbers)(numbers + x));
  for (; x < count; x++) floats[x] = numbers[x];
}
static void CP(pack)(const float *floats, int32_t count, int16_t *numbers) {
  int32_t x = 0;
  for (; x + 8 <= count; x += 8) *(W8U *)(numbers + x) = CP(rounded)(CP(load)(floats + x));
  for (; x < count; x++) numbers[x] = CP(rounded_number)(floats[x]);
}

// Sixteen or eight pixels as bytes, from the first of `p` on; the rows of red and blue are told.
INLINE void CP(bytes_at)(const int16_t *p, int first, int last, int lanes, I8 pixels[2]) {
  const W16 a = CP(bytes)(CP(take)(p + first, lanes)), b = CP(bytes)(CP(take)(p + last, lanes));
  const W16 low = a | CP(bytes)(CP(take)(p + 64, lanes)) << 8;
  const W16 high = b | CP(bytes)(CP(take)(p + 192, lanes)) << 8;
  pixels[0] = (I8)__builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  pixels[1] = (I8)__builtin_shufflevector(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

// Some of eight pixels, fewer than eight.
INLINE void CP(store_some)(I8 pixels, int from, int count, uint8_t *place) {
  int32_t numbers[8];
  memcpy(numbers, &pixels, sizeof numbers);
  const int32_t *next = numbers + from;
  for (int part = 4; part > 0; part /= 2) {
    if (!(count & part)) continue;
    memcpy(place, next, (size_t)part * 4);
    next += part;
    place += (size_t)part * 4;
  }
}

// A part of a row without a whole line of the cache.
static void CP(store_part)(const int16_t *p, int min_x, int max_x, uint8_t *row, int first, int last) {
  for (int x = min_x & ~7; x < max_x; x += 8) {
    I8 pixels[2];
    CP(bytes_at)(p + x, first, last, 8, pixels);
    const int from = x < min_x ? min_x - x : 0, to = x + 8 > max_x ? max_x - x : 8;
    if (to - from == 8) memcpy(row + (ptrdiff_t)x * 4, &pixels[0], 32);
    else CP(store_some)(pixels[0], from, to - from, row + (ptrdiff_t)(x + from) * 4);
  }
}

// A row of the wanted pixels. Whole lines of the cache go past it: they are not read soon, and
// nothing is fetched that is overwritten. Of the lines at both ends a part is kept, so that those
// are written through it.
INLINE void CP(store_row)(const int16_t *p, int min_x, int max_x, uint8_t *row, int first, int last) {
  const int from = min_x + (int)(-(uintptr_t)(row + (ptrdiff_t)min_x * 4) & 63) / 4, to = from + ((max_x - from) & ~15);
  if (((uintptr_t)row & 3) != 0 || to <= from) {
    CP(store_part)(p, min_x, max_x, row, first, last);
    return;
  }
  if (min_x < from) CP(store_part)(p, min_x, from, row, first, last);
  for (int x = from; x < to; x += 16) {
    I8 pixels[2];
    CP(bytes_at)(p + x, first, last, 16, pixels);
    for (int i = 0; i < 2; i++) __builtin_nontemporal_store(pixels[i], (I8 *)(row + (ptrdiff_t)(x + 8 * i) * 4));
  }
  if (to < max_x) CP(store_part)(p, to, max_x, row, first, last);
}

static void CP(store)(const CPTile *tile, uint8_t *target, ptrdiff_t bytes_per_row, bool is_bgra) {
  const int min_x = tile->min_x, max_x = tile->max_x, first = is_bgra ? 128 : 0, last = is_bgra ? 0 : 128;
  for (int y = tile->min_y; y < tile->max_y; y++) {
    CP(store_row)(tile->pixels + y * 256, min_x, max_x, target + y * bytes_per_row, first, last);
  }
  CP_STORED();
}

// Whole lines of the cache go past it, as those of `store`.
static void CP(fill_row)(I8 pixels, int count, uint8_t *place) {
  const bool is_aligned = ((uintptr_t)place & 3) == 0;
  const int head = is_aligned ? (int)(-(uintptr_t)place & 63) / 4 : count, before = head < count ? head : count;
  int x = 0;
  for (; x + 8 <= before; x += 8) memcpy(place + (ptrdiff_t)x * 4, &pixels, 32);
  CP(store_some)(pixels, 0, before - x, place + (ptrdiff_t)x * 4);
  for (x = before; x + 16 <= count; x += 16) {
    for (int i = 0; i < 2; i++) __builtin_nontemporal_store(pixels, (I8 *)(place + (ptrdiff_t)(x + 8 * i) * 4));
  }
  if (x + 8 <= count) {
    memcpy(place + (ptrdiff_t)x * 4, &pixels, 32);
    x += 8;
  }
  CP(store_some)(pixels, 0, count - x, place + (ptrdiff_t)x * 4);
}

static void CP(fill)(const CPTile *tile, const CPColor *color, uint8_t *target, ptrdiff_t bytes_per_row, bool is_bgra) {
  int16_t numbers[256];
  CP(replace)(numbers, CP(splat_color)(color), 8);
  I8 pixels[2];
  CP(bytes_at)(numbers, is_bgra ? 128 : 0, is_bgra ? 0 : 128, 8, pixels);
  for (int y = tile->min_y; y < tile->max_y; y++) {
    uint8_t *row = target + y * bytes_per_row;
    CP(fill_row)(pixels[0], tile->max_x - tile->min_x, row + (ptrdiff_t)tile->min_x * 4);
  }
  CP_STORED();
}

static const CPKernels CP(kernels) = {
    CP(color), CP(gradient), CP(image), CP(surface), CP(blend), CP(filter), CP(bright), CP(add_light),
    CP(squares), CP(unpack), CP(pack), CP(sum), CP(add), CP(halve), CP(double_),
    CP(cover), CP(path), CP(path_coverage), CP(box_shadow), CP(clear), CP(store),
    CP(fill),
};
