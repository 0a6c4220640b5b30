// Draws shapes, gradients, images, blend modes, filters and paths by the CPU renderer's kernels and
// prints a hash of the pixels per kernel, for tools/test-aarch64: every processor must print the
// same.
//
// Usage: kernels LEVEL [ONE] [CASES]    LEVEL is baseline or avx2, ONE the name of a kernel
//
// A tile's format is of no concern here: pixels are made by the kernels and compared as bytes.
// Exit status: 0, or 2 for a level that this processor does not have.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPixels.h"

#pragma STDC FP_CONTRACT OFF

static uint64_t state;

// SplitMix64.
static uint64_t next(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}
static double number(double low, double high) { return low + (high - low) * ((double)(next() >> 11) * 0x1p-53); }
static int whole(int end) { return (int)(next() % (uint64_t)end); }

// FNV-1a.
static uint64_t hashed(uint64_t hash, const void *bytes, size_t count) {
  for (const unsigned char *p = bytes, *end = p + count; p < end; p++) hash = (hash ^ *p) * 0x100000001B3;
  return hash;
}

typedef __typeof__(*((CPTile *)0)->pixels) Component;
static _Alignas(64) Component tile_pixels[CP_TILE_NUMBERS], surface_pixels[CP_TILE_NUMBERS];
static _Alignas(64) uint8_t bytes[CP_TILE_PIXELS * 4], filled[CP_TILE_PIXELS * 4 + 64];

static CPColor color(double alpha) {
  const float a = (float)alpha;
  return (CPColor){(float)number(0, 1) * a, (float)number(0, 1) * a, (float)number(0, 1) * a, a};
}

static CPMap affine(void) {
  const double x = number(-1, 1), y = number(-1, 1), size = 1 / (x * x + y * y + 0.05);
  return (CPMap){x * size, y * size, number(-64, 64), -y * size, x * size, number(-64, 64), 0, 0, 1};
}

// A rounded rectangle whose edges have the unit normals (x, y) and (−y, x).
static CPShape shape(void) {
  static const double sides[][2] = {{1, 0}, {0.6, 0.8}, {0.28, 0.96}, {-0.8, 0.6}, {0, 1}};
  const double *side = sides[whole(5)];
  const double x = side[0], y = side[1], scale = number(0.4, 3), width = number(4, 70), height = number(4, 70);
  const double left = number(0, 40), top = number(0, 40), reach = width < height ? width : height;
  CPShape result = {
    .max_x = width, .max_y = height, .is_rounded = whole(4) > 0, .point_size = 1 / scale,
    .map = {x / scale, y / scale, -(x * left + y * top) / scale, -y / scale, x / scale, (y * left - x * top) / scale, 0, 0, 1},
    .smoothing = whole(2) ? number(0, 1) : 0,
  };
  for (int i = 0; i < 4; i++) result.radii[i] = result.is_rounded ? number(0, reach / 2) : 0;
  result.hard = whole(4) == 0 ? (uint32_t)whole(16) : 0;
  return result;
}

static CPRegion region(const CPShape *shapes, int count) {
  CPRegion result = {
    .max_x = CP_TILE_WIDTH, .max_y = CP_TILE_HEIGHT, .opacity = whole(2) ? 1 : (float)number(0, 1), .is_cut = whole(2)};
  for (int i = 0; i < count; i++) cp_region_add(&result, &shapes[i]);
  if (whole(3) == 0) cp_region_cut(&result, (CPLine){0.6, 0.8, -number(0, 80)}, whole(2));
  return result;
}

static void draw_color(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  const CPColor paint = color(whole(2) ? 1 : number(0, 1));
  kernels->color(tile, region, &paint);
}

static void draw_gradient(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  static const float locations[] = {0, 0.3f, 0.3f, 1}, colors[] = {1, 0, 0, 1, 0, 1, 0, 0.5f, 0, 0, 1, 0.5f, 1, 1, 1, 1},
                     slopes[] = {-3, 3, 0, -1.5f, 0, 0, 0, 0, 1.4f, 1.4f, 0, 0.7f, 0, 0, 0, 0};
  const CPGradient paint = {whole(3), 4, affine(), locations, colors, slopes, false};
  kernels->gradient(tile, region, &paint);
}

static void draw_image(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  enum { SIDE = 37 };
  static uint8_t rows[SIDE * SIDE * 4], texels[(SIDE + 1) * (SIDE + 1) * 4];
  for (int i = 0; i < SIDE * SIDE; i++) {
    const int alpha = whole(256);
    for (int j = 0; j < 3; j++) rows[4 * i + j] = (uint8_t)whole(alpha + 1);
    rows[4 * i + 3] = (uint8_t)alpha;
  }
  CPImage paint = {.fraction = whole(2) ? 0 : (float)number(0, 1), .tint = {1, 1, 1, 1}};
  paint.is_opaque = cp_pad(rows, SIDE, SIDE, false, texels);
  // Moved by whole pixels, by parts of pixels, or turned.
  const double step = whole(2) ? 0.5 : number(0, 1);
  const CPMap map = whole(3) ? affine() : (CPMap){1, 0, step - 70, 0, 1, step - 130, 0, 0, 1};
  paint.levels[0] = (CPLevel){
    {texels, SIDE, SIDE, SIDE + 1, false}, map.xx, map.xy, map.x0, map.yx, map.yy, map.y0, 0.5, SIDE - 0.5, 0.5, SIDE - 0.5,
    whole(2), whole(2)};
  paint.levels[1] = paint.levels[0];
  kernels->image(tile, region, &paint);
}

static void draw_surface(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  const CPSurface paint = {.pixels = surface_pixels, .color = color(1)};
  kernels->surface(tile, region, &paint);
}

static void draw_blend(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  const CPSurface paint = {.pixels = surface_pixels, .color = color(1)};
  kernels->blend(tile, region, &paint, (float)number(0, 1), whole(CP_PLUS_DARKER + 1));
}

static void draw_filter(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  (void)region;
  int count = 0;
  while (cp_color_filter_name(count)) count++;
  CPColorFilter filter = {.kind = whole(count), .map = affine(), .middle_x = 32, .middle_y = 32, .scale = 1};
  for (int row = 0; row < 5; row++) {
    for (int column = 0; column < 4; column++) filter.rows[row][column] = (float)number(-0.5, 1.5);
  }
  kernels->filter(tile, &filter);
}

// Curves and lines, some of which overlap.
static void draw_path(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  CPLines *lines = cp_lines_create();
  CPBins *bins = cp_bins_create();
  CPPathRows *rows = cp_path_rows_create();
  if (!lines || !bins || !rows) exit(1);
  cp_lines_begin(lines, number(0.5, 2), 0, number(-0.5, 0.5), 1, 0.004);
  for (int polygons = 1 + whole(2); polygons > 0; polygons--) {
    cp_lines_move(lines, number(-20, 84), number(-20, 84));
    for (int edges = 2 + whole(8); edges > 0; edges--) {
      const double x = number(-20, 84), y = number(-20, 84), cx = number(-20, 84), cy = number(-20, 84);
      if (whole(2)) cp_lines_line(lines, x, y);
      else if (whole(2)) cp_lines_quad(lines, cx, cy, x, y);
      else cp_lines_cubic(lines, cx, cy, cy, cx, x, y);
    }
    cp_lines_close(lines);
  }
  if (!cp_lines_end(lines) ||
      !cp_bins_make(
          bins, lines, tile->x, tile->y, whole(2), tile->x, tile->y, tile->x + CP_TILE_WIDTH,
          tile->y + CP_TILE_HEIGHT)) {
    exit(1);
  }
  const int32_t share = kernels->path(tile, bins, rows);
  CPRegion all = *region;
  if (share == CP_PATH_PARTIAL) cp_region_add_path(&all, rows);
  if (share != CP_PATH_NONE) draw_color(kernels, tile, &all);
  cp_path_rows_destroy(rows);
  cp_bins_destroy(bins);
  cp_lines_destroy(lines);
}

// A path alone, on a part of the tile: its rows are painted by CP(draw_path) in Kernels.h.
static void draw_stroke(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  const CPRegion alone = {
    .min_x = whole(20), .min_y = whole(20), .max_x = CP_TILE_WIDTH - whole(20), .max_y = CP_TILE_HEIGHT - whole(20),
    .opacity = region->opacity, .is_cut = region->is_cut};
  draw_path(kernels, tile, &alone);
}

// A part of the tile, in memory that begins anywhere in a line of the cache.
static void draw_fill(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  (void)region;
  CPTile part = *tile;
  part.min_x = whole(32);
  part.min_y = whole(32);
  part.max_x = 33 + whole(32);
  part.max_y = 33 + whole(32);
  const CPColor paint = color(number(0, 1));
  const int offset = whole(2) ? 4 * whole(16) : whole(64);
  kernels->fill(&part, &paint, filled + offset, CP_TILE_WIDTH * 4, whole(2));
}

// What a case takes without the kernel.
static void draw_nothing(const CPKernels *kernels, const CPTile *tile, const CPRegion *region) {
  (void)kernels;
  (void)tile;
  (void)region;
}

static const struct {
  const char *name;
  void (*draw)(const CPKernels *, const CPTile *, const CPRegion *);
} all[] = {
  {"color", draw_color}, {"gradient", draw_gradient}, {"image", draw_image},
  {"surface", draw_surface}, {"blend", draw_blend}, {"filter", draw_filter}, {"path", draw_path},
  {"stroke", draw_stroke}, {"nothing", draw_nothing}, {"fill", draw_fill},
};

int main(int count, char **arguments) {
  const char *level = count > 1 ? arguments[1] : "", *one = count > 2 ? arguments[2] : NULL;
  const int cases = count > 3 ? atoi(arguments[3]) : 100;
  const CPKernels *kernels = strcmp(level, "baseline") == 0 ? cp_kernels_baseline() : strcmp(level, "avx2") == 0 ? cp_kernels_avx2() : NULL;
  if (!kernels) {
    fprintf(stderr, "kernels: expected a level of this processor, baseline or avx2, found '%s'\n", level);
    return 2;
  }
  for (size_t kind = 0; kind < sizeof all / sizeof *all; kind++) {
    if (one && strcmp(one, all[kind].name) != 0) continue;
    uint64_t of_tiles = 0xCBF29CE484222325, of_bytes = of_tiles;
    for (int i = 0; i < cases; i++) {
      // The same region for every kernel.
      state = (uint64_t)i;
      CPTile tile = {.pixels = surface_pixels, .x = 64, .y = 128, .max_x = CP_TILE_WIDTH, .max_y = CP_TILE_HEIGHT};
      const CPColor below = color(number(0, 1)), above = color(number(0, 1));
      kernels->clear(&tile, &below);
      CPShape shapes[2] = {shape(), shape()};
      for (int j = 0; j < 2; j++) {
        // On this tile.
        shapes[j].map.x0 -= shapes[j].map.xx * tile.x + shapes[j].map.xy * tile.y;
        shapes[j].map.y0 -= shapes[j].map.yx * tile.x + shapes[j].map.yy * tile.y;
        if (!cp_shape_make(&shapes[j], 0)) return 1;
      }
      CPRegion clip = region(shapes, 1);
      kernels->color(&tile, &clip, &above);
      tile.pixels = tile_pixels;
      kernels->clear(&tile, &above);
      clip = region(shapes, whole(3));
      all[kind].draw(kernels, &tile, &clip);
      kernels->store(&tile, bytes, CP_TILE_WIDTH * 4, i % 2);
      if (count > 3) continue;
      of_tiles = hashed(of_tiles, tile_pixels, sizeof tile_pixels);
      of_bytes = hashed(of_bytes, bytes, sizeof bytes);
      of_bytes = hashed(of_bytes, filled, sizeof filled);
    }
    if (count <= 3) printf("%-9s %016llx %016llx\n", all[kind].name, (unsigned long long)of_tiles, (unsigned long long)of_bytes);
  }
  return 0;
}
