// The memory of binned paths and of the coverage of one tile.

#ifndef CPIXELS_PATH_TYPES_H
#define CPIXELS_PATH_TYPES_H

#include "CPixels.h"

/// Positions in a tile have 16 fraction bits, from 0 to the tile's width and height.
enum { CP_FRACTION = 16, CP_PIXEL = 1 << CP_FRACTION };
enum { CP_RIGHT = CP_TILE_WIDTH << CP_FRACTION, CP_BOTTOM = CP_TILE_HEIGHT << CP_FRACTION };

/// Full coverage in sums of areas.
enum { CP_WHOLE = 1 << 24 };

/// How an edge meets its neighbours and the sides of its tile.
enum {
  /// It starts where the edge before it in the tile ends.
  CP_EDGE_JOINED = 1,
  /// It starts or ends on the tile's left or right side, beyond which its polygon continues.
  CP_EDGE_FROM_LEFT = 2,
  CP_EDGE_FROM_RIGHT = 4,
  CP_EDGE_TO_LEFT = 8,
  CP_EDGE_TO_RIGHT = 16,
  /// It starts or ends at the start of its polygon.
  CP_EDGE_FIRST = 32,
  CP_EDGE_LAST = 64,
};

/// An edge within a tile.
typedef struct {
  int32_t x0, y0, x1, y1;
  int32_t flags;
  /// The next edge in the tile, in the order of the path; −1 for none.
  int32_t next;
} CPEdge;

/// The edges of a tile; −1 for none.
typedef struct {
  int32_t first, last;
  /// The winding number of the tile's top left corner.
  int32_t winding;
} CPPathTile;

struct CPBins {
  CPEdge *edges;
  size_t edge_count, edge_capacity;
  CPPathTile *tiles;
  size_t tile_capacity;
  /// The first tile, in tiles from the device's origin.
  int32_t column, row;
  int32_t columns, rows;
  bool is_even_odd;
  bool has_failed;
};

struct CPLines {
  /// x, y of each point.
  double *points;
  size_t count, capacity;
  /// The first point of each polygon.
  size_t *starts;
  size_t start_count, start_capacity;
  double a, b, c, d;
  double tolerance;
  /// The current point and the start of the subpath, mapped.
  double x, y, start_x, start_y;
  bool has_failed;
};

/// Monotone parts of a path that cross a row, as `PathRows.h` describes.
enum { CP_ROW_RUNS = 8 };
typedef struct {
  float min, max;
  int8_t inner, change;
} CPRun;

/// Part of an edge within one row, from top to bottom.
typedef struct {
  float x0, x1;
  /// x per unit of y.
  float slope;
  int32_t y0, y1;
  /// 1 for down, −1 for up, 0 for an edge without a height.
  int32_t direction;
  /// Different for each, and the same whichever rows are resolved.
  int32_t index;
} CPRowEdge;

struct CPPathRows {
  /// Differences of coverage along each row. All zero but in the blocks of `touched`.
  int32_t sums[CP_TILE_HEIGHT][CP_TILE_WIDTH + 8];
  /// The coverage that enters each row from the left.
  int32_t carry[CP_TILE_HEIGHT];
  /// A bit for each block of 8 pixels with differences.
  uint16_t touched[CP_TILE_HEIGHT];
  /// Rows that edges reach.
  int first_row, end_row;
  /// The winding number at the top of each row's left end.
  int32_t winding[CP_TILE_HEIGHT];
  /// The change of `winding` that leaves out runs beyond the tile's left side, whose parts within
  /// the tile are in `runs`.
  int8_t projected[CP_TILE_HEIGHT];
  CPRun runs[CP_TILE_HEIGHT][CP_ROW_RUNS];
  uint8_t run_count[CP_TILE_HEIGHT];
  bool has_overlap[CP_TILE_HEIGHT];
  /// For rows with overlaps, the tile's edges by their first row, where those of each row start in
  /// the list, and which of the list cross the last row that was resolved.
  bool has_list;
  int32_t *list;
  size_t list_capacity;
  int32_t list_starts[CP_TILE_HEIGHT + 1];
  int32_t *active;
  size_t active_capacity;
  int active_count;
  /// The first row whose edges are not among the active ones yet.
  int next_row;
  /// Edges of one row with overlaps, their ranges of x, those of a group of it, and those in a slab
  /// of the group.
  CPRowEdge *row_edges;
  size_t row_edge_capacity;
  struct CPSpan *spans;
  size_t span_capacity;
  CPRowEdge *group;
  size_t group_capacity;
  struct CPCrossing *crossings;
  size_t crossing_capacity;
  /// Whether there was no memory for a row.
  bool has_failed;
};

#endif
