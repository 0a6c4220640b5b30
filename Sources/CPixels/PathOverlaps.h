// Rows of a path with winding numbers other than 0 and 1, or 0 and −1.
//
// Edges that touch each other's ranges of x within such a row are a group. Beside a group, the
// winding number is the same at all heights of the row. Each group is cut into slabs in which no
// edge begins, ends or crosses another. In a slab the edges have one order from left to right; only
// those between inside and outside, by the fill rule, add their areas.

// An edge in a slab of a group: where it is at the slab's top and at its bottom.
struct CPCrossing {
  float x, end;
  int32_t edge;
};

// The range of x of an edge within a row.
struct CPSpan {
  float min, max;
  int32_t edge;
};

// Where an edge is at a height between its ends, or at the nearer end.
INLINE float CP(row_edge_x)(const CPRowEdge *edge, int32_t y) {
  const float x = edge->x0 + edge->slope * (float)(y - edge->y0);
  const float least = edge->x0 < edge->x1 ? edge->x0 : edge->x1, greatest = edge->x0 < edge->x1 ? edge->x1 : edge->x0;
  const float inside = x < least ? least : x > greatest ? greatest : x;
  return y <= edge->y0 ? edge->x0 : y >= edge->y1 ? edge->x1 : inside;
}

static void *CP(grown)(CPPathRows *rows, void *memory, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return memory;
  void *grown = realloc(memory, 2 * count * size);
  if (!grown) {
    rows->has_failed = true;
    return NULL;
  }
  *capacity = 2 * count;
  return grown;
}

// Lists a tile's edges by the row in which they begin, in the order of the path.
static bool CP(list_edges)(CPPathRows *rows, const CPBins *bins, const CPPathTile *tile) {
  int32_t *starts = rows->list_starts;
  memset(starts, 0, sizeof(rows->list_starts));
  int32_t count = 0;
  for (int32_t index = tile->first; index >= 0; index = bins->edges[index].next, count++) {
    const CPEdge *edge = &bins->edges[index];
    const int row = (edge->y0 < edge->y1 ? edge->y0 : edge->y1) >> CP_FRACTION;
    starts[(row < CP_TILE_HEIGHT ? row : CP_TILE_HEIGHT - 1) + 1]++;
  }
  int32_t *list = CP(grown)(rows, rows->list, &rows->list_capacity, (size_t)count, sizeof(int32_t));
  if (!list) return false;
  rows->list = list;
  int32_t *active = CP(grown)(rows, rows->active, &rows->active_capacity, (size_t)count, sizeof(int32_t));
  if (!active) return false;
  rows->active = active;
  for (int row = 0; row < CP_TILE_HEIGHT; row++) starts[row + 1] += starts[row];
  int32_t places[CP_TILE_HEIGHT];
  memcpy(places, starts, sizeof(places));
  for (int32_t index = tile->first; index >= 0; index = bins->edges[index].next) {
    const CPEdge *edge = &bins->edges[index];
    const int row = (edge->y0 < edge->y1 ? edge->y0 : edge->y1) >> CP_FRACTION;
    list[places[row < CP_TILE_HEIGHT ? row : CP_TILE_HEIGHT - 1]++] = index;
  }
  rows->active_count = 0;
  rows->next_row = 0;
  rows->has_list = true;
  return true;
}

INLINE void CP(add_row_edge)(CPPathRows *rows, int count, CPRowEdge edge) {
  rows->row_edges[count] = edge;
  const struct CPSpan span = {
      edge.x0 < edge.x1 ? edge.x0 : edge.x1, edge.x0 < edge.x1 ? edge.x1 : edge.x0, count};
  rows->spans[count] = span;
}

// The parts of a tile's edges in a row, and what crosses its left end; −1 without memory.
//
// - Precondition: since the list was made, no row below this one was asked for.
static int CP(find_row_edges)(CPPathRows *rows, const CPBins *bins, int row) {
  const int32_t top = row << CP_FRACTION, bottom = top + CP_PIXEL;
  const float scale = 1.0f / CP_PIXEL;
  int32_t *active = rows->active;
  int active_count = rows->active_count;
  for (int32_t place = rows->list_starts[rows->next_row]; place < rows->list_starts[row + 1]; place++) {
    active[active_count++] = place;
  }
  rows->next_row = row + 1;
  const size_t most = 3 * (size_t)active_count;
  CPRowEdge *edges = CP(grown)(rows, rows->row_edges, &rows->row_edge_capacity, most, sizeof(CPRowEdge));
  if (!edges) return -1;
  rows->row_edges = edges;
  struct CPSpan *spans = CP(grown)(rows, rows->spans, &rows->span_capacity, most, sizeof(struct CPSpan));
  if (!spans) return -1;
  rows->spans = spans;
  int count = 0, kept = 0;
  for (int i = 0; i < active_count; i++) {
    const CPEdge *edge = &bins->edges[rows->list[active[i]]];
    const bool is_down = edge->y1 > edge->y0;
    const int32_t y0 = is_down ? edge->y0 : edge->y1, y1 = is_down ? edge->y1 : edge->y0;
    if (y1 <= top) continue;
    active[kept++] = active[i];
    const int32_t number = active[i] << 2;
    if (edge->flags & CP_EDGE_FROM_LEFT && edge->y0 > top && edge->y0 < bottom) {
      const CPRowEdge left = {0, 0, 0, edge->y0, bottom, -1, number + 1};
      CP(add_row_edge)(rows, count++, left);
    }
    if (edge->flags & CP_EDGE_TO_LEFT && edge->y1 > top && edge->y1 < bottom) {
      const CPRowEdge left = {0, 0, 0, edge->y1, bottom, 1, number + 2};
      CP(add_row_edge)(rows, count++, left);
    }
    const float x0 = (float)(is_down ? edge->x0 : edge->x1) * scale;
    const float x1 = (float)(is_down ? edge->x1 : edge->x0) * scale;
    if (y0 == y1) {
      // It has no area, and connects two others.
      const CPRowEdge level = {x0, x1, 0, y0, y1, 0, number};
      if (y0 < bottom) CP(add_row_edge)(rows, count++, level);
      continue;
    }
    CPRowEdge own = {x0, x1, (x1 - x0) / (float)(y1 - y0), y0, y1, is_down ? 1 : -1, number};
    const int32_t from = y0 > top ? y0 : top, to = y1 < bottom ? y1 : bottom;
    const float from_x = CP(row_edge_x)(&own, from), to_x = CP(row_edge_x)(&own, to);
    own.x0 = from_x;
    own.x1 = to_x;
    own.y0 = from;
    own.y1 = to;
    CP(add_row_edge)(rows, count++, own);
  }
  rows->active_count = kept;
  return count;
}

static int CP(compare_spans)(const void *a, const void *b) {
  const struct CPSpan *first = a, *second = b;
  if (first->min != second->min) return first->min < second->min ? -1 : 1;
  return first->edge < second->edge ? -1 : first->edge > second->edge;
}

// Puts a row's edges in order of their least x, and the active ones too: in the next row they are
// nearly in order then.
static void CP(sort_spans)(CPPathRows *rows, int count) {
  struct CPSpan *spans = rows->spans;
  int64_t moves = 16 * (int64_t)count;
  for (int i = 1; i < count; i++) {
    const struct CPSpan span = spans[i];
    int place = i;
    for (; place > 0 && spans[place - 1].min > span.min; place--) spans[place] = spans[place - 1];
    spans[place] = span;
    moves -= i - place;
    if (moves >= 0) continue;
    qsort(spans, (size_t)count, sizeof(*spans), CP(compare_spans));
    break;
  }
  int active = 0;
  for (int i = 0; i < count; i++) {
    const int32_t number = rows->row_edges[spans[i].edge].index;
    if (!(number & 3)) rows->active[active++] = number >> 2;
  }
  rows->active_count = active;
}

// Groups of more edges are cut no finer than into `most_slabs`: what begins, ends or crosses
// another within a slab is then taken as it is in the slab's middle.
enum { CP(few_edges) = 24, CP(most_slabs) = 128, CP(least_slabs) = 32 };

// The least height of a slab of a group.
//
// The time of a group is the product of its edges and slabs, so that groups of thousands of edges
// have fewer. The pen of a bent stroke that is wider than its curve crosses the curve's center up
// to two thousand times in one row; with 32 slabs its pixels would be off by 10/255.
INLINE int32_t CP(least_slab)(int edge_count) {
  if (edge_count <= CP(few_edges)) return 1;
  const int32_t slabs = (1 << 19) / edge_count;
  return CP_PIXEL / (slabs < CP(least_slabs) ? CP(least_slabs) : slabs > CP(most_slabs) ? CP(most_slabs) : slabs);
}

static int CP(compare_edges)(const void *a, const void *b) {
  const CPRowEdge *first = a, *second = b;
  if (first->y0 != second->y0) return first->y0 < second->y0 ? -1 : 1;
  return first->index < second->index ? -1 : 1;
}

// Keeps the edges that a height crosses, and adds the next ones.
INLINE void CP(update_crossings)(CPPathRows *rows, int edge_count, int32_t height, int *count, int *next) {
  const CPRowEdge *edges = rows->group;
  struct CPCrossing *crossings = rows->crossings;
  int kept = 0;
  for (int i = 0; i < *count; i++) {
    if (edges[crossings[i].edge].y1 > height) crossings[kept++] = crossings[i];
  }
  for (; *next < edge_count && edges[*next].y0 <= height; ++*next) {
    if (edges[*next].y1 > height) crossings[kept++].edge = *next;
  }
  *count = kept;
}

// Orders by the middle of the slab.
static int CP(compare_crossings)(const void *a, const void *b) {
  const struct CPCrossing *first = a, *second = b;
  const float x = first->x + first->end, other_x = second->x + second->end;
  if (x != other_x) return x < other_x ? -1 : 1;
  return first->edge < second->edge ? -1 : first->edge > second->edge;
}

// Puts the edges of a slab in order from left to right. They are nearly so from the slab before;
// where they are not, as in the first slab of a dense group, insertion would take their number
// squared.
INLINE void CP(sort_crossings)(CPPathRows *rows, int count, int32_t from, int32_t to) {
  struct CPCrossing *crossings = rows->crossings;
  for (int i = 0; i < count; i++) {
    const CPRowEdge *edge = &rows->group[crossings[i].edge];
    crossings[i].x = CP(row_edge_x)(edge, from);
    crossings[i].end = CP(row_edge_x)(edge, to);
  }
  int64_t moves = 16 * (int64_t)count;
  for (int i = 1; i < count; i++) {
    const struct CPCrossing crossing = crossings[i];
    const float x = crossing.x + crossing.end;
    int place = i;
    for (; place > 0 && crossings[place - 1].x + crossings[place - 1].end > x; place--) {
      crossings[place] = crossings[place - 1];
    }
    crossings[place] = crossing;
    moves -= i - place;
    if (moves >= 0) continue;
    qsort(crossings, (size_t)count, sizeof(*crossings), CP(compare_crossings));
    return;
  }
}

// The end of a slab, or an earlier height where two neighbours in its middle cross.
static int32_t CP(first_crossing)(const CPPathRows *rows, int count, int32_t from, int32_t to, int32_t least) {
  const struct CPCrossing *crossings = rows->crossings;
  const int32_t height = to - from;
  if (height <= least) return to;
  int32_t first = height;
  for (int i = 1; i < count; i++) {
    const float d = crossings[i].x - crossings[i - 1].x, e = crossings[i].end - crossings[i - 1].end;
    if ((d < 0 || e < 0) && d != e) {
      const float share = d / (d - e);
      const int32_t place = (int32_t)(share > 0 ? share < 1 ? share * (float)height : (float)height : 0);
      first = place < first ? place : first;
    }
  }
  return from + (first > least ? first : least);
}

// Adds the area to the right of a part of an edge, at which the inside begins or ends.
INLINE void CP(add_boundary)(CPPathRows *rows, int row, float x, float end, int32_t height, bool is_start) {
  const int32_t share = height << (24 - CP_FRACTION);
  const float width = x < end ? end - x : x - end;
  CP(add_area)(rows, row, is_start ? share : -share, x, end, width > 0 ? (float)share / width : 0);
}

// Adds the areas of a group.
//
// - Parameter base: the winding number on its left.
// - Returns: the winding number on its right.
static int CP(resolve_group)(
    CPPathRows *rows, const CPBins *bins, int row, const struct CPSpan *spans, int edge_count, int base) {
  if (edge_count == 1) {
    const CPRowEdge *edge = &rows->row_edges[spans->edge];
    const int after = base + edge->direction;
    const bool is_inside = CP(is_inside)(bins, after);
    if (is_inside != CP(is_inside)(bins, base)) {
      CP(add_boundary)(rows, row, edge->x0, edge->x1, edge->y1 - edge->y0, is_inside);
    }
    return after;
  }
  // By the tops of their edges, so that each slab adds the next ones.
  CPRowEdge *edges = rows->group;
  for (int i = 0; i < edge_count; i++) edges[i] = rows->row_edges[spans[i].edge];
  if (edge_count > CP(few_edges)) {
    qsort(edges, (size_t)edge_count, sizeof(*edges), CP(compare_edges));
  } else {
    for (int i = 1; i < edge_count; i++) {
      const CPRowEdge edge = edges[i];
      int place = i;
      for (; place > 0 && CP(compare_edges)(&edges[place - 1], &edge) > 0; place--) edges[place] = edges[place - 1];
      edges[place] = edge;
    }
  }
  const int32_t top = row << CP_FRACTION, bottom = top + CP_PIXEL;
  const int32_t least = CP(least_slab)(edge_count);
  struct CPCrossing *crossings = rows->crossings;
  int count = 0, next = 0, winding = base;
  for (int32_t from = top, to; from < bottom; from = to) {
    CP(update_crossings)(rows, edge_count, from, &count, &next);
    to = next < edge_count ? edges[next].y0 : bottom;
    for (int i = 0; i < count; i++) {
      const int32_t end = edges[crossings[i].edge].y1;
      to = end < to ? end : to;
    }
    if (to - from < least) {
      to = bottom - from < least ? bottom : from + least;
      CP(update_crossings)(rows, edge_count, from + (to - from) / 2, &count, &next);
    }
    for (;;) {
      CP(sort_crossings)(rows, count, from, to);
      const int32_t crossed = CP(first_crossing)(rows, count, from, to, least);
      if (crossed >= to) break;
      to = crossed;
    }
    winding = base;
    bool is_inside = CP(is_inside)(bins, winding);
    for (int i = 0; i < count; i++) {
      winding += edges[crossings[i].edge].direction;
      if (CP(is_inside)(bins, winding) == is_inside) continue;
      is_inside = !is_inside;
      CP(add_boundary)(rows, row, crossings[i].x, crossings[i].end, to - from, is_inside);
    }
  }
  return winding;
}

// Sums a row again, from the edges between the path's inside and its outside.
static void CP(resolve_row)(CPPathRows *rows, const CPBins *bins, const CPPathTile *tile, int row) {
  memset(rows->sums[row], 0, sizeof(rows->sums[row]));
  rows->touched[row] = 0;
  int winding = rows->winding[row];
  rows->carry[row] = CP(is_inside)(bins, winding) ? CP_WHOLE : 0;
  if (!rows->has_list && !CP(list_edges)(rows, bins, tile)) return;
  const int count = CP(find_row_edges)(rows, bins, row);
  if (count <= 0) return;
  CPRowEdge *group = CP(grown)(rows, rows->group, &rows->group_capacity, (size_t)count, sizeof(CPRowEdge));
  if (!group) return;
  rows->group = group;
  struct CPCrossing *crossings =
      CP(grown)(rows, rows->crossings, &rows->crossing_capacity, (size_t)count, sizeof(struct CPCrossing));
  if (!crossings) return;
  rows->crossings = crossings;
  CP(sort_spans)(rows, count);
  const struct CPSpan *spans = rows->spans;
  for (int first = 0, next; first < count; first = next) {
    float end = spans[first].max;
    for (next = first + 1; next < count && spans[next].min <= end; next++) {
      end = spans[next].max > end ? spans[next].max : end;
    }
    winding = CP(resolve_group)(rows, bins, row, spans + first, next - first, winding);
  }
}
