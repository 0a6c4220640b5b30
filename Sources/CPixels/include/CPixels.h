// CPixels: the inner loops of the CPU renderer.
//
// In:   one command (a region, a paint) and one tile.
// Out:  the tile's pixels: signed 16-bit numbers of which 16,384 is 1, premultiplied, row after
//       row, each row as 64 reds, 64 greens, 64 blues, 64 alphas.
// Path: `cp_shape_make` turns a rounded rectangle on a plane into edges on the device, once a frame
//       → a call per command and tile sets the edges up for the tile, finds for each row the blocks
//       of 8 pixels that are covered at all and those that are covered whole, and blends the paint
//       there (`Kernels.h`, compiled once per instruction level).
//
// Every level gives the same bytes: integers, and of floats only + − × ÷ √, comparisons and
// conversions, nothing contracted, no library function. Positions are counted in double from the
// tile's own corner, whatever part of the tile is drawn.

#ifndef CPIXELS_H
#define CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Paths.h"

/// The pixels of a tile across and down, powers of two. Kernels rely on a width of 64.
enum { CP_TILE_WIDTH_BITS = 6, CP_TILE_HEIGHT_BITS = 6 };
enum { CP_TILE_WIDTH = 1 << CP_TILE_WIDTH_BITS, CP_TILE_HEIGHT = 1 << CP_TILE_HEIGHT_BITS };
/// Pixels of a tile, and its numbers.
enum { CP_TILE_PIXELS = CP_TILE_WIDTH * CP_TILE_HEIGHT, CP_TILE_NUMBERS = CP_TILE_PIXELS * 4 };
/// The number that stands for 1 in tiles and surfaces. They hold −2 to almost 2; what goes beyond
/// becomes the nearest of these.
enum { CP_ONE = 16384 };
/// Shapes of one region at most; what more there are is multiplied into a plane by `cover`.
enum { CP_SHAPES = 6 };
/// Paths of one region at most; what more there are is multiplied into a plane by `cover`.
enum { CP_PATHS = 3 };
/// Straight cuts of one region at most: those of its clips, and two seams each way of an image.
enum { CP_CUTS = 8, CP_CLIP_CUTS = 4 };

/// The side of a line where a·x + b·y + c is positive, in device pixels.
typedef struct {
  double a, b, c;
} CPLine;

/// A projective map of device pixels to points of a plane: X/W, Y/W.
typedef struct {
  double xx, xy, x0, yx, yy, y0, wx, wy, w0;
} CPMap;

/// A rounded rectangle on the device.
typedef struct {
  /// Min x, max x, min y, max y: the distance inwards in pixels. An edge that does not end the
  /// shape is the constant 10⁶.
  CPLine edges[4];
  /// Edges that are not anti-aliased, a bit each.
  uint32_t hard;
  /// Where the plane is in front of the camera (> 0).
  int32_t horizon_count;
  const CPLine *horizons;
  /// In points of the plane.
  double min_x, max_x, min_y, max_y;
  /// Min x min y, max x min y, min x max y, max x max y; in points.
  double radii[4];
  /// From circular, 0, to continuous, 1.
  double smoothing;
  CPMap map;
  /// The greatest length of a device pixel on an affine plane, in points; 0 for a plane in
  /// perspective.
  double point_size;
  bool is_rounded;
} CPShape;

/// Makes `shape`'s edges from its other fields.
///
/// - Parameter open: edges that do not end the shape, a bit each.
/// - Returns: false when the shape has no place among finite numbers.
bool cp_shape_make(CPShape *shape, uint32_t open);

/// Whether a shape covers every pixel whole whose centre lies in min…max; false where that is not
/// certain.
bool cp_shape_is_certain(const CPShape *shape, double min_x, double min_y, double max_x, double max_y);

/// Log₂ of a positive number, the same on every machine; within 10⁻⁶.
float cp_log2(float x);

typedef struct {
  /// Aligned to 64 bytes.
  int16_t *pixels;
  /// The device position of its first pixel, multiples of the tile's width and height.
  int32_t x, y;
  /// The pixels of the tile that are wanted; whole blocks of 8 are drawn.
  int32_t min_x, min_y, max_x, max_y;
} CPTile;

/// What is painted: the product of all coverages.
typedef struct {
  int32_t shape_count;
  int32_t cut_count;
  const CPShape *shapes[CP_SHAPES];
  /// Taken away from the first shape's coverage: the inside of a border. May be null.
  const CPShape *inner;
  /// Paths that cover the tile in part, prepared by `path`.
  int32_t path_count;
  const CPPathRows *paths[CP_PATHS];
  /// A coverage for each pixel of the tile. May be null.
  const float *plane;
  /// Pixels on the line's positive side and on the line, or all others.
  CPLine cuts[CP_CUTS];
  bool cut_is_inverse[CP_CUTS];
  /// Pixels of the tile outside of which nothing is painted.
  int32_t min_x, min_y, max_x, max_y;
  float opacity;
  /// Whether source and result are cut to 0…1 (the canvas under colours beyond that).
  bool is_cut;
} CPRegion;

static inline void cp_region_add(CPRegion *region, const CPShape *shape) {
  region->shapes[region->shape_count++] = shape;
}

static inline void cp_region_add_path(CPRegion *region, const CPPathRows *path) {
  region->paths[region->path_count++] = path;
}

static inline void cp_region_cut(CPRegion *region, CPLine line, bool is_inverse) {
  region->cut_is_inverse[region->cut_count] = is_inverse;
  region->cuts[region->cut_count++] = line;
}

typedef struct {
  float red, green, blue, alpha;
} CPColor;

typedef struct {
  /// 0 axial, 1 radial, 2 conic.
  int32_t type;
  int32_t stop_count;
  /// From device pixels to the gradient's space.
  CPMap map;
  /// A location, and the straight colour from there on: at the location, and its change per unit.
  const float *locations;
  const float *colors;
  const float *slopes;
  bool is_opaque;
} CPGradient;

/// Premultiplied texels in rows of `stride`. Behind each row's last texel, and beneath the last
/// row, stand copies of the last.
typedef struct {
  const void *texels;
  int32_t width, height, stride;
  /// 16-bit numbers as in tiles, else bytes.
  bool is_wide;
} CPTexels;

/// Copies tight RGBA rows and puts the copies of the last texels behind them.
///
/// - Parameter texels: (width + 1) · (height + 1) texels of 4 bytes, or of 8 for half floats, which
///   become 16-bit numbers.
/// - Returns: whether every alpha is 1.
bool cp_pad(const void *rows, int32_t width, int32_t height, bool is_half, void *texels);

/// Floats as 16-bit numbers with the copies of the last texels behind them.
void cp_pack_texels(const float *numbers, int32_t width, int32_t height, int16_t *texels);

/// How one level of an image is sampled: from device pixels to its texels.
typedef struct {
  CPTexels texels;
  double ux, uy, u0, vx, vy, v0;
  /// The texel coordinates that may be sampled: half a texel inside the image at least.
  double low_u, high_u, low_v, high_v;
  bool nearest_u, nearest_v;
} CPLevel;

/// An image whose filter depends on the pixel, as it does in perspective.
typedef struct {
  const CPTexels *levels;
  int32_t level_count;
  /// 0 nearest, 1 linear, 2 trilinear (for the minification only).
  int32_t minification, magnification;
  float bias;
  /// Source pixels that may be sampled, before half a texel is taken off.
  double low_u, high_u, low_v, high_v;
} CPFilter;

typedef struct {
  /// The second is mixed in by `fraction`.
  CPLevel levels[2];
  float fraction;
  bool is_projective;
  double wx, wy, w0;
  /// Null where `levels` says everything.
  const CPFilter *filter;
  /// Multiplies the premultiplied components.
  CPColor tint;
  bool is_opaque;
} CPImage;

/// Another tile on the same pixels, and the alpha of one, which multiplies it.
typedef struct {
  /// Its four components, or null where only `alpha` counts.
  const int16_t *pixels;
  /// A coverage of `color`, a number per pixel, rows of this many numbers.
  const int16_t *alpha;
  int32_t alpha_stride;
  CPColor color;
  /// A number per pixel, rows of this many numbers. May be null.
  const int16_t *mask;
  int32_t mask_stride;
} CPSurface;

/// What a Gaussian makes of what one circular corner leaves out: rows of `columns` numbers, of
/// which `CP_ONE` is 1, with `CP_SHADOW_MARGIN` zeros at both ends.
typedef struct {
  /// Null for a square corner.
  const int16_t *numbers;
  /// The same with each row turned round.
  const int16_t *mirrored;
  int32_t columns, rows;
} CPShadowCorner;

/// Sixteen numbers are read at once, and eight of them may begin before the corner.
enum { CP_SHADOW_MARGIN = 16 };

/// The Gaussian shadow of a rounded rectangle along the device's axes.
typedef struct {
  /// The rectangle, in device pixels.
  double min_x, min_y, max_x, max_y;
  /// Pixels that the Gaussian reaches to each side.
  int32_t reach_x, reach_y;
  /// What becomes of an edge, from `reach` + 1 whole pixels outside to `reach` inside.
  const float *across, *down;
  /// Top left, top right, bottom left, bottom right.
  CPShadowCorner corners[4];
} CPBoxShadow;

/// How a surface meets what is there (rendering rules §20). `CP_REPLACE` leaves colours beyond 0…1
/// as they are.
enum {
  CP_REPLACE, CP_MULTIPLY, CP_SCREEN, CP_OVERLAY, CP_DARKEN, CP_LIGHTEN, CP_COLOR_DODGE, CP_COLOR_BURN,
  CP_SOFT_LIGHT, CP_HARD_LIGHT, CP_DIFFERENCE, CP_EXCLUSION, CP_HUE, CP_SATURATION, CP_COLOR, CP_LUMINOSITY,
  CP_CLEAR, CP_COPY, CP_SOURCE_IN, CP_SOURCE_OUT, CP_SOURCE_ATOP, CP_DESTINATION_OVER, CP_DESTINATION_IN,
  CP_DESTINATION_OUT, CP_DESTINATION_ATOP, CP_XOR, CP_PLUS_LIGHTER, CP_PLUS_DARKER
};

/// The name of a pointwise filter (rendering rules §19), by its index; null beyond the last. They
/// are the cases of `ColorFilter.Kind` in Swift, in their order.
const char *cp_color_filter_name(int32_t kind);

/// A pointwise filter.
typedef struct {
  /// The index of its name.
  int32_t kind;
  /// The numbers of `ColorFilter.rows`; 0 for those that are absent.
  float rows[5][4];
  /// Positions in the layer: the point of the plane minus the middle, times the scale.
  CPMap map;
  double middle_x, middle_y, scale;
} CPColorFilter;

/// A surface in tiles (`TileSurface` in Swift); transparent outside of its box.
typedef struct {
  const int16_t *pixels;
  int32_t channels;
  int32_t min_x, min_y, max_x, max_y;
  /// The first tile and the tiles per row, on the grid of tiles.
  int32_t first_column, first_row, columns;
} CPPicture;

/// Squares of a plane (rendering rules §19).
typedef struct {
  CPMap from_device, to_device;
  /// Where the plane is seen (> 0).
  int32_t horizon_count;
  const CPLine *horizons;
  double scale, center_x, center_y;
  /// Device pixels outside of which the picture counts as transparent.
  double limit_min_x, limit_min_y, limit_max_x, limit_max_y;
} CPSquares;

/// One number of a weighed sum: how far from the first it lies, in floats.
typedef struct {
  int32_t offset;
  float weight;
} CPTap;

/// The kernels of one instruction level.
typedef struct {
  void (*color)(const CPTile *, const CPRegion *, const CPColor *);
  void (*gradient)(const CPTile *, const CPRegion *, const CPGradient *);
  void (*image)(const CPTile *, const CPRegion *, const CPImage *);
  void (*surface)(const CPTile *, const CPRegion *, const CPSurface *);
  /// Mixes a surface, times an opacity, with what is there by a blend mode; the region's coverage
  /// says how much.
  void (*blend)(const CPTile *, const CPRegion *, const CPSurface *, float opacity, int32_t mode);
  /// Applies a pointwise filter to the tile's wanted pixels.
  void (*filter)(const CPTile *, const CPColorFilter *);
  /// Keeps the part of a row's colours that is brighter than a half (rendering rules §19,
  /// `CIBloom`). `next` is the distance from one channel to the next.
  void (*bright)(float *row, ptrdiff_t next, int32_t count);
  /// Adds light to a tile's colours. A component ends at 1, or keeps its own value beyond 1. Null
  /// is a transparent tile.
  void (*add_light)(const int16_t *pixels, const int16_t *light, float intensity, int16_t *result);
  /// Fills the tile's wanted pixels with the means of their squares. The tile has the channels of
  /// the picture.
  void (*squares)(const CPTile *, const CPSquares *, const CPPicture *);
  /// Numbers of a surface as floats of the same size (1 is `CP_ONE`).
  void (*unpack)(const int16_t *numbers, int32_t count, float *floats);
  /// Floats rounded to numbers of a surface.
  void (*pack)(const float *floats, int32_t count, int16_t *numbers);
  /// Sums of `count` taps for `width` numbers that lie side by side, and up to 7 more, from
  /// `origin` on.
  void (*sum)(const float *origin, const CPTap *, int32_t count, int32_t width, float *sums);
  /// Adds `count` weighed numbers, and up to 7 more, to sums.
  void (*add)(const float *numbers, float weight, int32_t count, float *sums);
  /// Numbers of every second place, with a quarter of what lies to either side: `count` and up to 7
  /// more, from the place of `row` on.
  void (*halve)(const float *row, int32_t count, float *halves);
  /// Twice `count` numbers, and up to 14 more, of the cubic B-spline of numbers: those of its
  /// control points for half the step or, at the end, its values there.
  void (*double_)(const float *row, int32_t count, bool is_last, float *doubles);
  /// Multiplies a plane of the tile's wanted pixels by the coverage of a region's shapes, paths and
  /// cuts.
  void (*cover)(const CPTile *, const CPRegion *, float *plane);
  /// Prepares the coverage of the tile's wanted rows by a path, if that is partial.
  ///
  /// - Returns: CP_PATH_NONE, CP_PATH_WHOLE or CP_PATH_PARTIAL.
  int32_t (*path)(const CPTile *, const CPBins *, CPPathRows *);
  /// Converts prepared rows to 0…1 for each pixel, 64 per row.
  void (*path_coverage)(const CPTile *, const CPPathRows *, float *plane);
  /// Writes a shadow's coverage into a plane, where the region's pixels are.
  void (*box_shadow)(const CPTile *, const CPRegion *, const CPBoxShadow *, int16_t *plane);
  /// Fills the wanted rows with a colour.
  void (*clear)(const CPTile *, const CPColor *);
  /// Rounds the wanted pixels to bytes; `target` is where the tile's first pixel goes.
  void (*store)(const CPTile *, uint8_t *target, ptrdiff_t bytes_per_row, bool is_bgra);
  /// Writes the wanted pixels as those of a tile that was filled with a colour and stored.
  void (*fill)(const CPTile *, const CPColor *, uint8_t *target, ptrdiff_t bytes_per_row, bool is_bgra);
} CPKernels;

/// What every processor of the architecture can do.
const CPKernels *cp_kernels_baseline(void);
/// AVX2; null where this processor has none.
const CPKernels *cp_kernels_avx2(void);

#endif
