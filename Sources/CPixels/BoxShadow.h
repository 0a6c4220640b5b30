// The Gaussian shadow of a rounded rectangle along the device's axes: a number a column times a
// number a row, less what its corners leave out.

// What becomes of an edge, for pixels side by side from `from` to `to`: in `t` + pixel · `step`
// pixels inside. Its table goes from `reach` + 1 pixels outside to `reach` inside; beyond it
// nothing changes.
static void CP(edges)(const float *table, int reach, double t, int step, int from, int to, float *values) {
  const double whole = -CP(whole)(-t);
  const float fraction = (float)(whole - t);
  const int last = 2 * reach + 1;
  int64_t index = (int64_t)whole + reach + 1 + (int64_t)from * step;
  for (int i = from; i < to; i++, index += step) {
    const int own = index < 0 ? 0 : index > last ? last : (int)index;
    const int other = index < 1 ? 0 : index - 1 > last ? last : (int)index - 1;
    values[i] = table[own] * (1 - fraction) + table[other] * fraction;
  }
}

// The place of a table's first column or row on the tile, and its offset between whole pixels.
typedef struct {
  int first;
  float fraction;
} CP(Start);

// Of a corner whose pixels count from `edge` on (or, mirrored, down from it), with `reach + 1`
// numbers before.
INLINE CP(Start) CP(start)(double edge, bool is_mirrored, int reach, int count, int tile) {
  CP(Start) start;
  if (is_mirrored) {
    const double whole = -CP(whole)(-edge);
    start.fraction = (float)(whole - edge);
    start.first = (int)whole + reach - count - tile + 1;
  } else {
    const double whole = CP(whole)(edge);
    start.fraction = (float)(edge - whole);
    start.first = (int)whole - reach - 1 - tile;
  }
  return start;
}

// Takes what a corner leaves out away from a plane.
static void CP(take_corner)(const CPTile *tile, const CPRegion *region, const CPBoxShadow *shadow, int number, float *plane) {
  const CPShadowCorner *corner = &shadow->corners[number];
  const bool is_right = number & 1, is_low = number & 2;
  const CP(Start) x = CP(start)(is_right ? shadow->max_x : shadow->min_x, is_right, shadow->reach_x, corner->columns, tile->x);
  const CP(Start) y = CP(start)(is_low ? shadow->max_y : shadow->min_y, is_low, shadow->reach_y, corner->rows, tile->y);
  const int from_x = (region->min_x > x.first ? region->min_x : x.first) & ~7;
  const int to_x = region->max_x < x.first + corner->columns ? region->max_x : x.first + corner->columns;
  const int from_y = region->min_y > y.first ? region->min_y : y.first;
  const int to_y = region->max_y < y.first + corner->rows ? region->max_y : y.first + corner->rows;
  const int stride = corner->columns + 2 * CP_SHADOW_MARGIN;
  const float *table = (is_right ? corner->mirrored : corner->numbers) + CP_SHADOW_MARGIN;
  const F8 own = CP(splat)(1 - x.fraction), other = CP(splat)(x.fraction);
  const int aside = is_right ? 1 : -1;
  for (int row = from_y; row < to_y; row++) {
    // The neighbour lies one pixel farther out; beyond the table everything is 0.
    const int index = is_low ? corner->rows - 1 - (row - y.first) : row - y.first;
    const float *near = table + (ptrdiff_t)index * stride - x.first;
    const float *far = index > 0 ? near - stride : near;
    const F8 near_weight = CP(splat)(1 - y.fraction), far_weight = CP(splat)(index > 0 ? y.fraction : 0);
    float *target = plane + row * CP_TILE;
    for (int column = from_x; column < to_x; column += 8) {
      const F8 a = CP(load)(near + column) * near_weight + CP(load)(far + column) * far_weight;
      const F8 b = CP(load)(near + column + aside) * near_weight + CP(load)(far + column + aside) * far_weight;
      CP(keep)(target + column, CP(max)(CP(load)(target + column) - (a * own + b * other), CP(splat)(0)));
    }
  }
}

static void CP(box_shadow)(const CPTile *tile, const CPRegion *region, const CPBoxShadow *shadow, float *plane) {
  float across[CP_TILE], right[CP_TILE], down[CP_TILE], low[CP_TILE];
  const int from = region->min_x & ~7, to = (region->max_x + 7) & ~7;
  CP(edges)(shadow->across, shadow->reach_x, tile->x - shadow->min_x, 1, from, to, across);
  CP(edges)(shadow->across, shadow->reach_x, shadow->max_x - tile->x - 1, -1, from, to, right);
  for (int x = from; x < to; x += 8) CP(keep)(across + x, CP(load)(across + x) - 1.0f + CP(load)(right + x));
  CP(edges)(shadow->down, shadow->reach_y, tile->y - shadow->min_y, 1, region->min_y, region->max_y, down);
  CP(edges)(shadow->down, shadow->reach_y, shadow->max_y - tile->y - 1, -1, region->min_y, region->max_y, low);
  const F8 zero = CP(splat)(0);
  for (int y = region->min_y; y < region->max_y; y++) {
    const F8 row = CP(splat)(down[y] - 1 + low[y]);
    for (int x = from; x < to; x += 8) CP(keep)(plane + y * CP_TILE + x, CP(max)(CP(load)(across + x) * row, zero));
  }
  for (int i = 0; i < 4; i++) {
    if (shadow->corners[i].numbers) CP(take_corner)(tile, region, shadow, i, plane);
  }
}
