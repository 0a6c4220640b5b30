// Rows of a path with winding numbers other than 0 and 1, or 0 and −1.
//
// Such a row is cut into slabs in which no edge begins, ends or crosses another. In a slab the
// edges have one order from left to right; those between inside and outside, by the fill rule, are
// summed up as if they were all.

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
  const int32_t top = row << CP_FRACTION, bottom = top + CP_ONE;
  const float scale = 1.0f / CP_ONE;
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

// Up to this many edges in a row their crossings are found pair by pair; more are taken in slabs of
// equal height.
enum { CP(pairs) = 24, CP(slabs) = 128 };

// The heights of a row between which no edge begins, ends or crosses another; their number, 0
// without memory.
static int CP(find_heights)(CPPathRows *rows, int edge_count, int32_t top) {
  const size_t most = edge_count > CP(pairs) ? CP(slabs) + 1 : 2 + 2 * edge_count + edge_count * edge_count / 2;
  int32_t *heights = CP(grown)(rows, rows->heights, &rows->height_capacity, most, sizeof(int32_t));
  if (!heights) return 0;
  rows->heights = heights;
  int count = 0;
  if (edge_count > CP(pairs)) {
    for (; count <= CP(slabs); count++) heights[count] = top + count * (CP_ONE / CP(slabs));
    return count;
  }
  heights[count++] = top;
  heights[count++] = top + CP_ONE;
  for (int i = 0; i < edge_count; i++) {
    const CPRowEdge *a = &rows->row_edges[i];
    heights[count++] = a->y0;
    heights[count++] = a->y1;
    for (int j = 0; j < i; j++) {
      const CPRowEdge *b = &rows->row_edges[j];
      const int32_t from = a->y0 > b->y0 ? a->y0 : b->y0, to = a->y1 < b->y1 ? a->y1 : b->y1;
      if (from >= to) continue;
      const float before = CP(row_edge_x)(a, from) - CP(row_edge_x)(b, from);
      const float after = CP(row_edge_x)(a, to) - CP(row_edge_x)(b, to);
      if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
        heights[count++] = from + (int32_t)((float)(to - from) * (before / (before - after)));
      }
    }
  }
  for (int i = 1; i < count; i++) {
    const int32_t height = heights[i];
    int place = i;
    for (; place > 0 && heights[place - 1] > height; place--) heights[place] = heights[place - 1];
    heights[place] = height;
  }
  return count;
}

static int CP(compare_edges)(const void *a, const void *b) {
  const CPRowEdge *first = a, *second = b;
  if (first->y0 != second->y0) return first->y0 < second->y0 ? -1 : 1;
  return first->index < second->index ? -1 : 1;
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
  const int height_count = CP(find_heights)(rows, edge_count, top);
  // By the tops of their edges, so that each slab adds the next ones.
  CPRowEdge *edges = rows->row_edges;
  if (edge_count > CP(pairs)) {
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
  int count = 0, next = 0;
  for (int slab = 0; slab + 1 < height_count; slab++) {
    const int32_t from = rows->heights[slab], to = rows->heights[slab + 1];
    if (from == to) continue;
    const int32_t height = (to - from) << (24 - CP_FRACTION), middle = from + (to - from) / 2;
    // The edges in the middle of the slab, from left to right: nearly those of the slab before.
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (edges[crossings[i].edge].y1 > middle) crossings[kept++] = crossings[i];
    }
    count = kept;
    for (; next < edge_count && edges[next].y0 <= middle; next++) {
      if (edges[next].y1 > middle) crossings[count++].edge = next;
    }
    for (int i = 0; i < count; i++) {
      const struct CPCrossing crossing = {CP(row_edge_x)(&edges[crossings[i].edge], middle), crossings[i].edge};
      int place = i;
      for (; place > 0 && crossings[place - 1].x > crossing.x; place--) crossings[place] = crossings[place - 1];
      crossings[place] = crossing;
    }
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
