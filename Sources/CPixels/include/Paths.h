// Paths for the CPU renderer: flattened lines, bins, and the coverage of one tile.
//
// In:   the elements of an outline in its own space, and a map to device pixels.
// Out:  the coverage of each pixel of a tile, row by row.
// Path: `cp_lines_*` flattens an outline into polygons, once for each linear part of the map
//       → `cp_bins_make` translates the polygons and clips their edges to tiles. A tile without
//       edges is empty or whole by the winding number of its corner
//       → `CPKernels.path` sums the signed areas of a tile's edges while the tile is painted.
//
// The edges of a tile depend on the path and the tile alone, and the sums are integers: all
// instruction levels, numbers of threads and partial frames give the same coverage.

#ifndef CPIXELS_PATHS_H
#define CPIXELS_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Polygons in device pixels, not yet translated.
typedef struct CPLines CPLines;

/// The edges of polygons, clipped to the tiles of a box.
typedef struct CPBins CPBins;

/// The coverage of one tile by a path; scratch memory of a thread.
typedef struct CPPathRows CPPathRows;

/// A point of an outline, in the outline's space.
typedef struct {
  double x, y;
} CPPoint;

/// Creates an empty list; null without memory.
CPLines *cp_lines_create(void);
void cp_lines_destroy(CPLines *lines);

/// Empties the list and sets the map of the points that follow: (ax + cy, bx + dy).
///
/// - Parameter tolerance: the maximum distance between a curve and its lines, in pixels, above 0;
///   the areas on both sides of lines about as short as a pixel cancel, so that they may be five
///   times as far away.
void cp_lines_begin(CPLines *lines, double a, double b, double c, double d, double tolerance);
void cp_lines_move(CPLines *lines, double x, double y);
void cp_lines_line(CPLines *lines, double x, double y);
void cp_lines_quad(CPLines *lines, double control_x, double control_y, double x, double y);
void cp_lines_cubic(
    CPLines *lines, double control1_x, double control1_y, double control2_x, double control2_y, double x, double y);
/// Appends a closed polygon.
void cp_lines_polygon(CPLines *lines, const CPPoint *points, size_t count);
/// Returns to the start of the subpath. Filling closes every subpath, so this only moves the
/// current point.
void cp_lines_close(CPLines *lines);
/// Whether there was memory for all points.
bool cp_lines_end(const CPLines *lines);

/// The memory of a list, in bytes.
size_t cp_lines_bytes(const CPLines *lines);

/// Creates empty bins; null without memory.
CPBins *cp_bins_create(void);
void cp_bins_destroy(CPBins *bins);

/// Clips translated polygons to the tiles that a box of pixels touches. Polygons outside of the box
/// take no memory.
///
/// - Returns: false without memory; the bins are then empty.
bool cp_bins_make(
    CPBins *bins, const CPLines *lines, double x, double y, bool is_even_odd, int32_t min_x, int32_t min_y,
    int32_t max_x, int32_t max_y);

/// The memory of bins, in bytes.
size_t cp_bins_bytes(const CPBins *bins);

/// What a path covers of a tile.
enum { CP_PATH_NONE, CP_PATH_WHOLE, CP_PATH_PARTIAL };

/// What a path covers of the tile whose first pixel is (x, y).
int32_t cp_bins_share(const CPBins *bins, int32_t x, int32_t y);

/// Creates scratch memory; null without memory.
CPPathRows *cp_path_rows_create(void);
void cp_path_rows_destroy(CPPathRows *rows);
/// Whether there was no memory for a row since this was last asked; that row was empty.
bool cp_path_rows_take_failure(CPPathRows *rows);

#endif
