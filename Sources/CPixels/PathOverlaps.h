// Rows of a path with winding numbers other than 0 and 1, or 0 and −1.
//
// Such a row is cut into slabs in which no edge begins, ends or crosses another. In a slab the
// edges have one order from left to right; only those between inside and outside, by the fill rule,
// add their areas.

// An edge at the middle of a slab of a row.
struct CPCrossing {
  float x;
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

static bool CP(add_row_edge)(CPPathRows *rows, size_t index, CPRowEdge edge) {
  CPRowEdge *memory = CP(grown)(rows, rows->row_edges, &rows->row_edge_capacity, index + 1, sizeof(CPRowEdge));
  if (!memory) return false;
  rows->row_edges = memory;
  edge.index = (int32_t)index;
  memory[index] = edge;
  return true;
}

// The parts of a tile's edges in a row, and what crosses its left end; −1 without memory.
static int CP(find_row_edges)(CPPathRows *rows, const CPBins *bins, const CPPathTile *tile, int row) {
  const int32_t top = row << CP_FRACTION, bottom = top + CP_PIXEL;
  const float scale = 1.0f / CP_PIXEL;
  size_t count = 0;
  for (int32_t index = tile->first; index >= 0; index = bins->edges[index].next) {
    const CPEdge *edge = &bins->edges[index];
    if (edge->flags & CP_EDGE_FROM_LEFT && edge->y0 > top && edge->y0 < bottom) {
      const CPRowEdge left = {0, 0, 0, edge->y0, bottom, -1, 0};
      if (!CP(add_row_edge)(rows, count++, left)) return -1;
    }
    if (edge->flags & CP_EDGE_TO_LEFT && edge->y1 > top && edge->y1 < bottom) {
      const CPRowEdge left = {0, 0, 0, edge->y1, bottom, 1, 0};
      if (!CP(add_row_edge)(rows, count++, left)) return -1;
    }
    const bool is_down = edge->y1 > edge->y0;
    const int32_t y0 = is_down ? edge->y0 : edge->y1, y1 = is_down ? edge->y1 : edge->y0;
    if (y0 >= bottom || y1 <= top || y0 == y1) continue;
    const float x0 = (float)(is_down ? edge->x0 : edge->x1) * scale, x1 = (float)(is_down ? edge->x1 : edge->x0) * scale;
    CPRowEdge own = {x0, x1, (x1 - x0) / (float)(y1 - y0), y0, y1, is_down ? 1 : -1, 0};
    const int32_t from = y0 > top ? y0 : top, to = y1 < bottom ? y1 : bottom;
    const float from_x = CP(row_edge_x)(&own, from), to_x = CP(row_edge_x)(&own, to);
    own.x0 = from_x;
    own.x1 = to_x;
    own.y0 = from;
    own.y1 = to;
    if (!CP(add_row_edge)(rows, count++, own)) return -1;
  }
  return (int)count;
}

// Rows of more edges are cut no finer than into `most_slabs`: what begins, ends or crosses another
// within a slab is then taken as it is in the slab's middle.
enum { CP(few_edges) = 24, CP(most_slabs) = 128, CP(least_slabs) = 32 };

// The least height of a slab of a row.
//
// The time of a row is the product of its edges and slabs, so that rows of thousands of edges have
// fewer. The pen of a bent stroke that is wider than its curve crosses the curve's center up to two
// thousand times in one row; with 32 slabs its pixels would be off by 10/255.
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
  const CPRowEdge *edges = rows->row_edges;
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

static int CP(compare_crossings)(const void *a, const void *b) {
  const struct CPCrossing *first = a, *second = b;
  if (first->x != second->x) return first->x < second->x ? -1 : 1;
  return first->edge < second->edge ? -1 : first->edge > second->edge;
}

// Puts the edges at a height in order from left to right. They are nearly so from the slab before;
// where they are not, as in the first slab of a dense row, insertion would take their number
// squared.
INLINE void CP(sort_crossings)(CPPathRows *rows, int count, int32_t height) {
  struct CPCrossing *crossings = rows->crossings;
  for (int i = 0; i < count; i++) crossings[i].x = CP(row_edge_x)(&rows->row_edges[crossings[i].edge], height);
  int64_t moves = 16 * (int64_t)count;
  for (int i = 1; i < count; i++) {
    const struct CPCrossing crossing = crossings[i];
    int place = i;
    for (; place > 0 && crossings[place - 1].x > crossing.x; place--) crossings[place] = crossings[place - 1];
    crossings[place] = crossing;
    moves -= i - place;
    if (moves >= 0) continue;
    qsort(crossings, (size_t)count, sizeof(*crossings), CP(compare_crossings));
    return;
  }
}

// The end of a slab, or an earlier height where two neighbours in its middle cross.
static int32_t CP(first_crossing)(const CPPathRows *rows, int count, int32_t from, int32_t to, int32_t least) {
  const int32_t height = to - from;
  if (height <= least) return to;
  int32_t first = height;
  float before = 0, after = 0;
  for (int i = 0; i < count; i++) {
    const CPRowEdge *edge = &rows->row_edges[rows->crossings[i].edge];
    const float x = CP(row_edge_x)(edge, from), end = CP(row_edge_x)(edge, to);
    const float d = x - before, e = end - after;
    if (i > 0 && (d < 0 || e < 0) && d != e) {
      const float share = d / (d - e);
      const int32_t place = (int32_t)(share > 0 ? share < 1 ? share * (float)height : (float)height : 0);
      first = place < first ? place : first;
    }
    before = x;
    after = end;
  }
  return from + (first > least ? first : least);
}

// Sums a row again, from the edges between the path's inside and its outside.
static void CP(resolve_row)(CPPathRows *rows, const CPBins *bins, const CPPathTile *tile, int row) {
  const int32_t top = row << CP_FRACTION;
  memset(rows->sums[row], 0, sizeof(rows->sums[row]));
  rows->touched[row] = 0;
  rows->carry[row] = 0;
  const int edge_count = CP(find_row_edges)(rows, bins, tile, row);
  if (edge_count < 0) return;
  struct CPCrossing *crossings = CP(grown)(
      rows, rows->crossings, &rows->crossing_capacity, (size_t)edge_count + 1, sizeof(struct CPCrossing));
  if (!crossings) return;
  rows->crossings = crossings;
  // By the tops of their edges, so that each slab adds the next ones.
  CPRowEdge *edges = rows->row_edges;
  if (edge_count > CP(few_edges)) {
    qsort(edges, (size_t)edge_count, sizeof(*edges), CP(compare_edges));
  } else {
    for (int i = 1; i < edge_count; i++) {
      const CPRowEdge edge = edges[i];
      int place = i;
      for (; place > 0 && edges[place - 1].y0 > edge.y0; place--) edges[place] = edges[place - 1];
      edges[place] = edge;
    }
  }
  const int base = rows->winding[row];
  const int32_t bottom = top + CP_PIXEL;
  const int32_t least = CP(least_slab)(edge_count);
  int count = 0, next = 0;
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
      CP(sort_crossings)(rows, count, from + (to - from) / 2);
      const int32_t crossed = CP(first_crossing)(rows, count, from, to, least);
      if (crossed >= to) break;
      to = crossed;
    }
    const int32_t height = (to - from) << (24 - CP_FRACTION);
    int winding = base;
    bool is_inside = CP(is_inside)(bins, winding);
    if (is_inside) rows->carry[row] += height;
    for (int i = 0; i < count; i++) {
      const CPRowEdge *edge = &edges[crossings[i].edge];
      winding += edge->direction;
      if (CP(is_inside)(bins, winding) == is_inside) continue;
      is_inside = !is_inside;
      const float x = CP(row_edge_x)(edge, from), end = CP(row_edge_x)(edge, to), width = x < end ? end - x : x - end;
      CP(add_area)(rows, row, is_inside ? height : -height, x, end, width > 0 ? (float)height / width : 0);
    }
  }
}
