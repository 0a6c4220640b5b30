#include <stdlib.h>
#include <string.h>

#include "PathTypes.h"

#pragma STDC FP_CONTRACT OFF

CPBins *cp_bins_create(void) { return calloc(1, sizeof(CPBins)); }

void cp_bins_destroy(CPBins *bins) {
  if (!bins) return;
  free(bins->edges);
  free(bins->tiles);
  free(bins);
}

size_t cp_bins_bytes(const CPBins *bins) {
  return sizeof(*bins) + bins->edge_capacity * sizeof(CPEdge) + bins->tile_capacity * sizeof(CPPathTile);
}

// The largest whole number at most x; |x| < 2⁶².
static inline int64_t whole(double x) {
  const int64_t n = (int64_t)x;
  return n - (n > x);
}

// To the grid of heights: sums of heights are then exact, and a polygon's cancel.
static inline double snapped(double y) { return (double)whole(y * CP_PIXEL + 0.5) / CP_PIXEL; }

static inline double limited(double x, double low, double high) { return x > low ? (x < high ? x : high) : low; }

// An edge of a polygon: from (x0, y0) to (x1, y1), relative to the grid of tiles.
typedef struct {
  double x0, y0, x1, y1;
  // x per y and y per x.
  double x_slope, y_slope;
  double least_x, greatest_x;
} Line;

static inline int column_of(const CPBins *bins, double x) {
  if (!(x >= 0)) return -1;
  if (x >= (double)bins->columns * CP_TILE_WIDTH) return bins->columns;
  return (int)(x * (1.0 / CP_TILE_WIDTH));
}

static int32_t add_edge(CPBins *bins, CPPathTile *tile, double x0, double y0, double x1, double y1, int32_t flags) {
  if (bins->edge_count == bins->edge_capacity) {
    const size_t capacity = bins->edge_capacity ? 2 * bins->edge_capacity : 128;
    CPEdge *edges = capacity < INT32_MAX ? realloc(bins->edges, capacity * sizeof(CPEdge)) : NULL;
    if (!edges) {
      bins->has_failed = true;
      return -1;
    }
    bins->edges = edges;
    bins->edge_capacity = capacity;
  }
  const int32_t index = (int32_t)bins->edge_count++;
  const CPEdge edge = {
      (int32_t)limited(x0 * CP_PIXEL + 0.5, 0, CP_RIGHT), (int32_t)limited(y0 * CP_PIXEL + 0.5, 0, CP_BOTTOM),
      (int32_t)limited(x1 * CP_PIXEL + 0.5, 0, CP_RIGHT), (int32_t)limited(y1 * CP_PIXEL + 0.5, 0, CP_BOTTOM), flags, -1};
  bins->edges[index] = edge;
  if (tile->first < 0) tile->first = index;
  else bins->edges[tile->last].next = index;
  tile->last = index;
  return index;
}

// Where an edge is at a height.
static inline double x_at(const Line *line, double y) {
  return limited(line->x0 + (y - line->y0) * line->x_slope, line->least_x, line->greatest_x);
}

// Adds the part of an edge within a row of tiles.
//
// - Parameter flags: `CP_EDGE_JOINED`, `CP_EDGE_FIRST` and `CP_EDGE_LAST` of the whole edge.
// - Returns: the tile in which the edge ends; −1 where that is in none of this row.
static int32_t add_row(CPBins *bins, const Line *line, int32_t row, int32_t before, int32_t flags) {
  const double top = (double)row * CP_TILE_HEIGHT, bottom = top + CP_TILE_HEIGHT;
  const bool starts_here = line->y0 >= top && line->y0 <= bottom, ends_here = line->y1 >= top && line->y1 <= bottom;
  double x = line->x0, y = line->y0, end_x = line->x1, end_y = line->y1;
  if (!starts_here) x = x_at(line, y = y < top ? top : bottom);
  if (!ends_here) end_x = x_at(line, end_y = end_y < top ? top : bottom);
  const int first = column_of(bins, x), last = column_of(bins, end_x);
  CPPathTile *tiles = bins->tiles + (size_t)row * bins->columns;
  if ((line->y0 < top) != (line->y1 < top)) {
    // Tiles to the right of the place where it crosses their top.
    const int next = (line->y0 < top ? first : last) + 1;
    if (next < bins->columns) tiles[next].winding += line->y0 < top ? 1 : -1;
  }
  const int step = last < first ? -1 : 1;
  const double low = y < end_y ? y : end_y, high = y < end_y ? end_y : y;
  for (int column = first;; column += step) {
    const bool is_end = column == last;
    const double left = (double)column * CP_TILE_WIDTH;
    double next_x = end_x, next_y = end_y;
    if (!is_end) {
      next_x = step > 0 ? left + CP_TILE_WIDTH : left;
      next_y = snapped(limited(line->y0 + (next_x - line->x0) * line->y_slope, low, high));
    }
    if (column >= 0 && column < bins->columns) {
      int32_t own = 0;
      if (column == first) {
        if (starts_here) {
          own |= flags & CP_EDGE_FIRST;
          if ((flags & CP_EDGE_JOINED) && before == row * bins->columns + column) own |= CP_EDGE_JOINED;
        }
      } else {
        own |= step > 0 ? CP_EDGE_FROM_LEFT : CP_EDGE_FROM_RIGHT;
      }
      if (!is_end) own |= step > 0 ? CP_EDGE_TO_RIGHT : CP_EDGE_TO_LEFT;
      else if (ends_here) own |= flags & CP_EDGE_LAST;
      add_edge(bins, tiles + column, x - left, y - top, next_x - left, next_y - top, own);
    }
    if (is_end) return ends_here && column >= 0 && column < bins->columns ? row * bins->columns + column : -1;
    x = next_x;
    y = next_y;
  }
}

// Adds an edge of a polygon.
//
// - Parameter before: the tile in which the edge before it ends; −1 for none.
// - Returns: the tile in which it ends.
static int32_t add_line(CPBins *bins, double x0, double y0, double x1, double y1, int32_t before, int32_t flags) {
  const double width = (double)bins->columns * CP_TILE_WIDTH, height = (double)bins->rows * CP_TILE_HEIGHT;
  const double top = y0 < y1 ? y0 : y1, bottom = y0 < y1 ? y1 : y0;
  const double left = x0 < x1 ? x0 : x1, right = x0 < x1 ? x1 : x0;
  if (bottom < 0 || top >= height || left >= width) return -1;
  const int32_t from = top < 0 ? 0 : (int32_t)(top * (1.0 / CP_TILE_HEIGHT));
  const int32_t to = bottom >= height ? bins->rows - 1 : (int32_t)(bottom * (1.0 / CP_TILE_HEIGHT));
  if (right < 0) {
    // It only changes the winding numbers of the rows of tiles whose top it crosses.
    if (bins->columns > 0) {
      for (int32_t row = from; row <= to; row++) {
        const double line = (double)row * CP_TILE_HEIGHT;
        if ((y0 < line) != (y1 < line)) bins->tiles[(size_t)row * bins->columns].winding += y0 < line ? 1 : -1;
      }
    }
    return -1;
  }
  const Line line = {x0, y0, x1, y1, (x1 - x0) / (y1 - y0), (y1 - y0) / (x1 - x0), left, right};
  int32_t end = -1;
  if (y1 >= y0) {
    for (int32_t row = from; row <= to; row++) end = add_row(bins, &line, row, before, flags);
  } else {
    for (int32_t row = to; row >= from; row--) end = add_row(bins, &line, row, before, flags);
  }
  return end;
}

static bool reserve_tiles(CPBins *bins) {
  const size_t count = (size_t)bins->columns * (size_t)bins->rows;
  if (count > bins->tile_capacity) {
    free(bins->tiles);
    bins->tiles = malloc(count * sizeof(CPPathTile));
    bins->tile_capacity = bins->tiles ? count : 0;
    if (!bins->tiles) return false;
  }
  const CPPathTile none = {-1, -1, 0};
  for (size_t i = 0; i < count; i++) bins->tiles[i] = none;
  return true;
}

// The tile that holds a pixel, on the grid of tiles.
static int32_t tile_column(int32_t x) { return x >> CP_TILE_WIDTH_BITS; }
static int32_t tile_row(int32_t y) { return y >> CP_TILE_HEIGHT_BITS; }

bool cp_bins_make(
    CPBins *bins, const CPLines *lines, double x, double y, bool is_even_odd, int32_t min_x, int32_t min_y,
    int32_t max_x, int32_t max_y) {
  bins->edge_count = 0;
  bins->has_failed = false;
  bins->is_even_odd = is_even_odd;
  bins->column = tile_column(min_x);
  bins->row = tile_row(min_y);
  bins->columns = max_x > min_x ? tile_column(max_x - 1) + 1 - bins->column : 0;
  bins->rows = max_y > min_y ? tile_row(max_y - 1) + 1 - bins->row : 0;
  if (bins->columns == 0 || bins->rows == 0 || !reserve_tiles(bins)) {
    const bool is_empty = bins->columns == 0 || bins->rows == 0;
    bins->columns = bins->rows = 0;
    return is_empty;
  }
  x -= (double)bins->column * CP_TILE_WIDTH;
  y -= (double)bins->row * CP_TILE_HEIGHT;
  for (size_t polygon = 0; polygon < lines->start_count; polygon++) {
    const size_t start = lines->starts[polygon];
    const size_t end = polygon + 1 < lines->start_count ? lines->starts[polygon + 1] : lines->count;
    if (end - start < 2) continue;
    const double *points = lines->points + 2 * start;
    const double start_x = points[0] + x, start_y = snapped(points[1] + y);
    double from_x = start_x, from_y = start_y;
    int32_t tile = -1;
    for (size_t i = 1; i <= end - start; i++) {
      const bool is_last = i == end - start;
      const double to_x = is_last ? start_x : points[2 * i] + x, to_y = is_last ? start_y : snapped(points[2 * i + 1] + y);
      int32_t flags = i == 1 ? CP_EDGE_FIRST : CP_EDGE_JOINED;
      if (is_last) flags |= CP_EDGE_LAST;
      tile = add_line(bins, from_x, from_y, to_x, to_y, tile, flags);
      from_x = to_x;
      from_y = to_y;
    }
  }
  if (bins->has_failed) {
    bins->columns = bins->rows = 0;
    return false;
  }
  for (int32_t row = 0; row < bins->rows; row++) {
    CPPathTile *tiles = bins->tiles + (size_t)row * bins->columns;
    int32_t winding = 0;
    for (int32_t column = 0; column < bins->columns; column++) tiles[column].winding = winding += tiles[column].winding;
  }
  return true;
}

int32_t cp_bins_share(const CPBins *bins, int32_t x, int32_t y) {
  const int32_t column = tile_column(x) - bins->column, row = tile_row(y) - bins->row;
  if (column < 0 || row < 0 || column >= bins->columns || row >= bins->rows) return CP_PATH_NONE;
  const CPPathTile *tile = bins->tiles + (size_t)row * bins->columns + column;
  if (tile->first >= 0) return CP_PATH_PARTIAL;
  return (bins->is_even_odd ? tile->winding & 1 : tile->winding) ? CP_PATH_WHOLE : CP_PATH_NONE;
}
