// The coverage of one tile by a path.
//
// Each edge adds the area to its right, signed by its direction, to the pixels of the rows that it
// crosses (`add_area`); a prefix sum along a row then gives the mean winding number of each pixel.
// That is the coverage as long as all winding numbers of the row are 0 and 1, or 0 and −1.
//
// Whether they are follows from the row's runs. A run is a connected part of the path within the
// row that never turns back in x, or never in y, so that it separates two winding numbers. Where no
// two runs overlap in x, their order from left to right gives every winding number of the row. All
// other rows are summed again from the edges that have the inside on one side (`resolve_row`).

// Where a run ends: in the middle of the row, or at the row's or the tile's sides.
enum { CP(open_end), CP(top_end), CP(bottom_end), CP(left_end), CP(right_end) };

// The direction of what turns back.
enum { CP(both_ways) = 2 };

// A run that is followed along the path.
typedef struct {
  int row;
  float min, max, start_x, end_x;
  int start, end;
  // 1, −1, 0 for no extent, or `both_ways`.
  int x_direction, y_direction;
  // The direction in which it turns, in the same way: 1 from positive x toward positive y.
  int turn;
  // Its first and its last edge.
  int32_t first_dx, first_dy, dx, dy;
  // How often it goes up after down, or down after up.
  int first_y_direction, last_y_direction, reversal_count;
} CP(PathRun);

// The tile's state while its edges are followed.
typedef struct {
  CPPathRows *rows;
  // The open run, and the first run of a polygon that starts in the middle of a row.
  CP(PathRun) run, first;
  bool has_run, has_first;
} CP(PathWalk);

// Windings beyond ±127 wrap round: such rows are resolved, and other sums return to their range.
INLINE void CP(add_to)(int32_t *sum, int32_t number) { *sum = (int32_t)((uint32_t)*sum + (uint32_t)number); }

// Adds the signed area to the right of an edge within a row.
//
// - Parameters:
//   - height: 2²⁴ for the whole row, negative for an edge that goes up.
//   - slope: the height per pixel of x, positive.
INLINE void CP(add_area)(CPPathRows *rows, int row, int32_t height, float xa, float xb, float slope) {
  const float a = xa < xb ? xa : xb, b = xa < xb ? xb : xa;
  const int i = (int)a, j = (int)b;
  int32_t *sums = rows->sums[row] + i;
  if (i == j) {
    const int32_t rest = (int32_t)((float)height * ((a + b) * 0.5f - (float)i));
    CP(add_to)(sums, height - rest);
    CP(add_to)(sums + 1, rest);
  } else {
    const float sign = height < 0 ? -slope : slope;
    const float first = (float)(i + 1) - a, last = b - (float)j;
    int32_t so_far = (int32_t)(sign * (first * first * 0.5f));
    CP(add_to)(sums, so_far);
    float middle = first + 0.5f;
    for (int k = i + 1; k < j; k++, middle += 1) {
      const int32_t next = (int32_t)(sign * middle);
      CP(add_to)(sums + k - i, next - so_far);
      so_far = next;
    }
    const int32_t end = height - (int32_t)(sign * (last * last * 0.5f));
    CP(add_to)(sums + j - i, end - so_far);
    CP(add_to)(sums + j - i + 1, height - end);
  }
  rows->touched[row] |= (uint16_t)((2u << ((j + 1) >> 3)) - (1u << (i >> 3)));
}

// - Parameters:
//   - inner: the change of the winding number from the left of the run to the other side of it.
//   - change: the change to the right of the run.
INLINE void CP(add_run)(CPPathRows *rows, int row, float min, float max, int inner, int change) {
  const int count = rows->run_count[row];
  if (count == CP_ROW_RUNS) {
    rows->has_overlap[row] = true;
    return;
  }
  const CPRun run = {min, max, (int8_t)inner, (int8_t)change};
  rows->runs[row][count] = run;
  rows->run_count[row] = (uint8_t)(count + 1);
}

// A run of one edge from side to side of a row.
INLINE void CP(add_crossing)(CPPathRows *rows, int row, float x, float next, int direction) {
  CP(add_run)(rows, row, x < next ? x : next, x < next ? next : x, direction, direction);
}

static void CP(finish_run)(CPPathRows *rows, const CP(PathRun) * run) {
  const int row = run->row;
  if (run->start == CP(open_end) || run->end == CP(open_end)) {
    rows->has_overlap[row] = true;
  } else if (run->y_direction == 1 || run->y_direction == -1) {
    CP(add_run)(rows, row, run->min, run->max, run->y_direction, run->y_direction);
    // Beyond the tile's left side, the winding number of the row's left end counts it.
    const int top = run->y_direction > 0 ? run->start : run->end;
    if (top == CP(left_end)) rows->projected[row] = (int8_t)(rows->projected[row] - run->y_direction);
  } else if (run->x_direction == 1 || run->x_direction == -1) {
    // From left to right, the winding number above a run is that below plus one.
    const int step = run->x_direction, left = step > 0 ? run->start : run->end, right = step > 0 ? run->end : run->start;
    const int above = left == CP(top_end) ? step : 0, below = above - step;
    CP(add_run)(rows, row, run->min, run->max, left == CP(top_end) ? above : below, right == CP(top_end) ? below : above);
  } else if (
      run->start == run->end && run->reversal_count == 1 &&
      (run->turn == 1 || run->turn == -1) &&
      (run->start_x < run->end_x) == ((run->start == CP(top_end)) == (run->turn < 0)) && run->start_x != run->end_x) {
    // A convex line that goes up and down, or down and up. It would cross itself at most once, and
    // then end on the other side of its start.
    const int down = run->start == CP(top_end) ? 1 : -1;
    CP(add_run)(rows, row, run->min, run->max, run->start_x < run->end_x ? down : -down, 0);
  } else {
    rows->has_overlap[row] = true;
  }
}

// Ends the open run.
INLINE void CP(end_run)(CP(PathWalk) * walk, int end, float x) {
  CP(PathRun) *run = &walk->run;
  run->end = end;
  run->end_x = x;
  walk->has_run = false;
  if (run->start == CP(open_end) && walk->has_first && walk->first.row < 0) walk->first = *run;
  else CP(finish_run)(walk->rows, run);
}

INLINE void CP(begin_run)(CP(PathWalk) * walk, int row, float x, int start) {
  CP(PathRun) *run = &walk->run;
  run->row = row;
  run->min = run->max = run->start_x = x;
  run->x_direction = run->y_direction = run->turn = 0;
  run->first_dx = run->first_dy = run->dx = run->dy = 0;
  run->first_y_direction = run->last_y_direction = run->reversal_count = 0;
  run->start = start;
  walk->has_run = true;
}

INLINE int CP(joined)(int direction, int next) { return direction == 0 ? next : next == 0 || next == direction ? direction : CP(both_ways); }

// The turn from one edge to the next; an edge back along the one before turns both ways.
INLINE int CP(turn)(int32_t dx, int32_t dy, int32_t next_dx, int32_t next_dy) {
  const int64_t sine = (int64_t)dx * next_dy - (int64_t)dy * next_dx;
  if (sine == 0) return (int64_t)dx * next_dx + (int64_t)dy * next_dy < 0 ? CP(both_ways) : 0;
  return sine > 0 ? 1 : -1;
}

// - Parameter dx, dy: from the start to the end of the whole edge.
INLINE void CP(extend_run)(CP(PathRun) * run, float from, float x, int y_direction, int32_t dx, int32_t dy) {
  if (run->dx == 0 && run->dy == 0) {
    run->first_dx = dx;
    run->first_dy = dy;
  } else {
    run->turn = CP(joined)(run->turn, CP(turn)(run->dx, run->dy, dx, dy));
  }
  if (dx != 0 || dy != 0) {
    run->dx = dx;
    run->dy = dy;
  }
  if (y_direction) {
    if (run->last_y_direction == 0) run->first_y_direction = y_direction;
    run->reversal_count += run->last_y_direction == -y_direction;
    run->last_y_direction = y_direction;
  }
  run->min = x < run->min ? x : run->min;
  run->max = x > run->max ? x : run->max;
  run->x_direction = CP(joined)(run->x_direction, x > from ? 1 : x < from ? -1 : 0);
  run->y_direction = CP(joined)(run->y_direction, y_direction);
}

// A polygon ends in a vertex in the middle of a row, which is its start: joins its last run to its
// first.
static void CP(close_polygon)(CP(PathWalk) * walk) {
  CP(PathRun) *run = &walk->run;
  const CP(PathRun) *first = &walk->first;
  walk->has_run = false;
  if (!walk->has_first || first->row != run->row) {
    walk->rows->has_overlap[run->row] = true;
    return;
  }
  walk->has_first = false;
  run->min = run->min < first->min ? run->min : first->min;
  run->max = run->max > first->max ? run->max : first->max;
  run->x_direction = CP(joined)(run->x_direction, first->x_direction);
  run->y_direction = CP(joined)(run->y_direction, first->y_direction);
  run->turn = CP(joined)(
      CP(joined)(run->turn, first->turn), CP(turn)(run->dx, run->dy, first->first_dx, first->first_dy));
  run->reversal_count += first->reversal_count +
      (run->last_y_direction != 0 && run->last_y_direction == -first->first_y_direction);
  run->end = first->end;
  run->end_x = first->end_x;
  CP(finish_run)(walk->rows, run);
}

// The next edge of the tile does not continue the last one.
static void CP(leave_chain)(CP(PathWalk) * walk, int flags, float x) {
  if (walk->has_run) {
    if (flags & CP_EDGE_LAST) CP(close_polygon)(walk);
    else CP(end_run)(walk, flags & CP_EDGE_TO_LEFT ? CP(left_end) : flags & CP_EDGE_TO_RIGHT ? CP(right_end) : CP(open_end), x);
  }
  if (flags & CP_EDGE_LAST && walk->has_first) {
    if (walk->first.row >= 0) walk->rows->has_overlap[walk->first.row] = true;
    walk->has_first = false;
  }
}

// A path that crosses the tile's left side changes the winding number of what is below.
INLINE void CP(cross_left)(CPPathRows *rows, int32_t y, int change) {
  const int row = y >> CP_FRACTION;
  if (row >= CP_TILE_HEIGHT) return;
  const int32_t part = (CP_PIXEL - (y & (CP_PIXEL - 1))) << (24 - CP_FRACTION);
  CP(add_to)(&rows->carry[row], change * part);
  // The rows below are summed up afterwards.
  const int below = (y + CP_PIXEL - 1) >> CP_FRACTION;
  if (below < CP_TILE_HEIGHT) rows->winding[below] += change;
  if (row + 1 < CP_TILE_HEIGHT) CP(add_to)(&rows->carry[row + 1], change * (CP_WHOLE - part));
}

INLINE float CP(on_edge)(float x, float least, float greatest) {
  return x < least ? least : x > greatest ? greatest : x;
}

static void CP(add_edge)(CP(PathWalk) * walk, const CPEdge *edge) {
  CPPathRows *rows = walk->rows;
  const int flags = edge->flags;
  // From top to bottom.
  const bool is_down = edge->y1 >= edge->y0;
  const int32_t top = is_down ? edge->y0 : edge->y1, bottom = is_down ? edge->y1 : edge->y0;
  const int first = top >> CP_FRACTION, end = (bottom >> CP_FRACTION) + 2;
  if (first < rows->first_row) rows->first_row = first;
  if (end > rows->end_row) rows->end_row = end < CP_TILE_HEIGHT ? end : CP_TILE_HEIGHT;
  if (flags & CP_EDGE_FROM_LEFT) CP(cross_left)(rows, edge->y0, -1);
  if (flags & CP_EDGE_TO_LEFT) CP(cross_left)(rows, edge->y1, 1);
  const float scale = 1.0f / CP_PIXEL;
  const float x0 = (float)edge->x0 * scale, x1 = (float)edge->x1 * scale;
  const int direction = is_down ? 1 : -1;
  const bool starts_at_boundary = (edge->y0 & (CP_PIXEL - 1)) == 0, ends_at_boundary = (edge->y1 & (CP_PIXEL - 1)) == 0;
  const bool is_level = edge->y0 == edge->y1;
  if (is_level && starts_at_boundary) return;
  const int32_t dx = edge->x1 - edge->x0, dy = edge->y1 - edge->y0;
  const float top_x = is_down ? x0 : x1, bottom_x = is_down ? x1 : x0;
  const int last = is_level ? first : (bottom - 1) >> CP_FRACTION;
  if (!walk->has_run) {
    int start = is_down ? CP(top_end) : CP(bottom_end);
    if (!starts_at_boundary) {
      start = flags & CP_EDGE_FROM_LEFT ? CP(left_end) : flags & CP_EDGE_FROM_RIGHT ? CP(right_end) : CP(open_end);
      if (flags & CP_EDGE_FIRST) {
        walk->has_first = true;
        walk->first.row = -1;
      }
    }
    CP(begin_run)(walk, is_down ? first : last, x0, start);
  }
  if (is_level) {
    CP(extend_run)(&walk->run, x0, x1, 0, dx, dy);
    return;
  }
  const float slant = bottom_x - top_x;
  const float width = slant < 0 ? -slant : slant;
  if (first == last) {
    CP(extend_run)(&walk->run, x0, x1, direction, dx, dy);
    float slope = 0;
    if ((int)top_x != (int)bottom_x) slope = (float)(bottom - top) * (float)(CP_WHOLE / CP_PIXEL) / width;
    CP(add_area)(rows, first, direction * ((bottom - top) << (24 - CP_FRACTION)), top_x, bottom_x, slope);
    if (ends_at_boundary) CP(end_run)(walk, is_down ? CP(bottom_end) : CP(top_end), x1);
    return;
  }
  const float high = (float)(bottom - top) * scale;
  const float x_step = slant / high;
  const float slope = width > 0 ? high / width * (float)CP_WHOLE : 0;
  const float least = top_x < bottom_x ? top_x : bottom_x, greatest = top_x < bottom_x ? bottom_x : top_x;
  const float start_height = (float)(((first + 1) << CP_FRACTION) - top) * scale;
  float x = CP(on_edge)(top_x + x_step * start_height, least, greatest);
  const float first_x = x;
  const int32_t start_share = (((first + 1) << CP_FRACTION) - top) << (24 - CP_FRACTION);
  CP(add_area)(rows, first, is_down ? start_share : -start_share, top_x, x, slope);
  for (int row = first + 1; row < last; row++) {
    const float next = CP(on_edge)(top_x + x_step * (start_height + (float)(row - first)), least, greatest);
    CP(add_area)(rows, row, is_down ? CP_WHOLE : -CP_WHOLE, x, next, slope);
    CP(add_crossing)(rows, row, x, next, direction);
    x = next;
  }
  const int32_t end_share = (bottom - (last << CP_FRACTION)) << (24 - CP_FRACTION);
  CP(add_area)(rows, last, is_down ? end_share : -end_share, x, bottom_x, slope);
  // Where it leaves the row of its start, and where it enters that of its end.
  const float leave_x = is_down ? first_x : x, enter_x = is_down ? x : first_x;
  CP(extend_run)(&walk->run, x0, leave_x, direction, dx, dy);
  CP(end_run)(walk, is_down ? CP(bottom_end) : CP(top_end), leave_x);
  if (ends_at_boundary) {
    CP(add_crossing)(rows, is_down ? last : first, enter_x, x1, direction);
    return;
  }
  CP(begin_run)(walk, is_down ? last : first, enter_x, is_down ? CP(top_end) : CP(bottom_end));
  CP(extend_run)(&walk->run, enter_x, x1, direction, dx, dy);
}

// Whether all winding numbers of a row are 0 and 1, or 0 and −1.
static bool CP(is_simple)(CPPathRows *rows, int row) {
  if (rows->has_overlap[row]) return false;
  const int count = rows->run_count[row];
  CPRun *runs = rows->runs[row];
  for (int i = 1; i < count; i++) {
    const CPRun run = runs[i];
    int place = i;
    for (; place > 0 && runs[place - 1].min > run.min; place--) runs[place] = runs[place - 1];
    runs[place] = run;
  }
  int winding = rows->winding[row] + rows->projected[row];
  int least = winding, greatest = winding;
  float end = -1;
  for (int i = 0; i < count; i++) {
    if (runs[i].min < end) return false;
    end = runs[i].max;
    const int inner = winding + runs[i].inner;
    winding += runs[i].change;
    least = inner < least ? inner : least;
    least = winding < least ? winding : least;
    greatest = inner > greatest ? inner : greatest;
    greatest = winding > greatest ? winding : greatest;
  }
  // 0 and 1, −1 and 0, or one of them alone.
  const int range = greatest - least;
  return range <= 1 && (unsigned)(least + 1) <= (unsigned)(2 - range);
}

INLINE bool CP(is_inside)(const CPBins *bins, int winding) { return bins->is_even_odd ? winding & 1 : winding != 0; }

#include "PathOverlaps.h"

// Prepares the rows of a tile that are wanted; what of the tile the path covers.
static int32_t CP(path)(const CPTile *tile, const CPBins *bins, CPPathRows *rows) {
  const int32_t share = cp_bins_share(bins, tile->x, tile->y);
  if (share != CP_PATH_PARTIAL) return share;
  // Tiles have positions that are multiples of their size.
  const int32_t column = tile->x / CP_TILE_WIDTH - bins->column, line = tile->y / CP_TILE_HEIGHT - bins->row;
  const CPPathTile *own = bins->tiles + (size_t)line * bins->columns + column;
  for (int row = rows->first_row; row < rows->end_row; row++) {
    if (rows->touched[row]) memset(rows->sums[row], 0, sizeof(rows->sums[row]));
  }
  memset(rows->touched, 0, sizeof(rows->touched));
  memset(rows->carry, 0, sizeof(rows->carry));
  memset(rows->winding, 0, sizeof(rows->winding));
  memset(rows->projected, 0, sizeof(rows->projected));
  memset(rows->run_count, 0, sizeof(rows->run_count));
  memset(rows->has_overlap, 0, sizeof(rows->has_overlap));
  rows->has_list = false;
  rows->first_row = CP_TILE_HEIGHT;
  rows->end_row = 0;
  CP(PathWalk) walk;
  memset(&walk, 0, sizeof(walk));
  walk.rows = rows;
  int flags = 0;
  float x = 0;
  for (int32_t index = own->first; index >= 0; index = bins->edges[index].next) {
    const CPEdge *edge = &bins->edges[index];
    if (edge->next >= 0) __builtin_prefetch(&bins->edges[edge->next]);
    if (!(edge->flags & CP_EDGE_JOINED)) CP(leave_chain)(&walk, flags, x);
    CP(add_edge)(&walk, edge);
    flags = edge->flags;
    x = (float)edge->x1 * (1.0f / CP_PIXEL);
  }
  CP(leave_chain)(&walk, flags, x);
  const int first = rows->first_row, end = rows->end_row;
  int32_t carry = (int32_t)((uint32_t)own->winding * (uint32_t)CP_WHOLE), winding = own->winding;
  for (int row = 0; row < first; row++) rows->carry[row] = CP(is_inside)(bins, own->winding) ? CP_WHOLE : 0;
  for (int row = first; row < end; row++) {
    CP(add_to)(&carry, rows->carry[row]);
    winding += rows->winding[row];
    rows->carry[row] = carry;
    rows->winding[row] = winding;
    if (rows->run_count[row] == 0 && !rows->has_overlap[row]) {
      rows->carry[row] = CP(is_inside)(bins, winding) ? CP_WHOLE : 0;
    } else if (row >= tile->min_y && row < tile->max_y && !CP(is_simple)(rows, row)) {
      CP(resolve_row)(rows, bins, own, row);
    }
  }
  for (int row = end; row < CP_TILE_HEIGHT; row++) rows->carry[row] = CP(is_inside)(bins, winding) ? CP_WHOLE : 0;
  return CP_PATH_PARTIAL;
}

// The sums of 8 numbers up to each.
INLINE I8 CP(prefix)(I8 x) {
  const I8 zero = {0};
  // Within each half, which processors do faster than across; then the sum of the first half.
  x += __builtin_shufflevector(zero, x, 0, 8, 9, 10, 0, 12, 13, 14);
  x += __builtin_shufflevector(zero, x, 0, 0, 8, 9, 0, 0, 12, 13);
  x += __builtin_shufflevector(zero, x, 0, 0, 0, 0, 11, 11, 11, 11);
  return x;
}

// The coverage of a row's blocks of 8 pixels.
//
// - Parameters:
//   - coverage: of the blocks that are covered in part.
//   - some, whole: a bit for each block that is covered at all, and that is covered whole.
INLINE void CP(path_row)(const CPPathRows *rows, int row, float *coverage, uint32_t *some, uint32_t *whole) {
  // Sums at the tile's right side lie in a block beyond it.
  uint32_t touched = rows->touched[row] & 0xFF;
  int32_t carry = rows->carry[row];
  uint32_t all = 0, full = 0;
  for (int block = 0;; block++) {
    const int next = touched ? __builtin_ctz(touched) : 8;
    const int32_t size = carry < 0 ? -carry : carry;
    if (size != 0 && block < next) {
      const uint32_t same = (1u << next) - (1u << block);
      all |= same;
      if (size >= CP_WHOLE) full |= same;
      else for (; block < next; block++) CP(keep)(coverage + block * 8, CP(splat)((float)size * (1.0f / CP_WHOLE)));
    }
    if (!touched) break;
    block = next;
    const I8 sums = CP(prefix)(*(const I8U *)&rows->sums[row][block * 8]) + carry;
    carry = sums[7];
    const F8 share = CP(min)(CP(size)(CP(floats)(sums)) * (1.0f / CP_WHOLE), CP(splat)(1));
    CP(keep)(coverage + block * 8, share);
    all |= 1u << block;
    touched &= touched - 1;
  }
  *some = all;
  *whole = full;
}
