// The Gaussian shadow of a rounded rectangle along the device's axes: a number a column times a number a row, less what its corners leave out.

// A number between those of whole pixels: t pixels inside, cut to those that the table has.
INLINE float CP(edge)(const float *table, int reach, double t) {
  const double low = -reach - 1.0, high = reach;
  t = t > low ? t < high ? t : high : low;
  const double n = -CP(whole)(-t);
  const float f = (float)(n - t);
  const int index = (int)n + reach + 1;
  return table[index] * (1 - f) + table[index > 0 ? index - 1 : 0] * f;
}

// Where a table's first column or row lies on the tile, and how far between whole pixels.
typedef struct {
  int first;
  float fraction;
} CP(Start);

// Of a corner whose pixels count from `edge` on (or, mirrored, down from it), with `reach + 1` numbers before.
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
      CP(keep)(target + column, CP(load)(target + column) - (a * own + b * other));
    }
  }
}

static void CP(box_shadow)(const CPTile *tile, const CPRegion *region, const CPBoxShadow *shadow, float *plane) {
  float across[CP_TILE];
  const int from = region->min_x & ~7, to = (region->max_x + 7) & ~7;
  for (int x = from; x < to; x++) {
    const double left = tile->x + x - shadow->min_x, right = shadow->max_x - (tile->x + x);
    across[x] = CP(edge)(shadow->across, shadow->reach_x, left) - 1 + CP(edge)(shadow->across, shadow->reach_x, right - 1);
  }
  for (int y = region->min_y; y < region->max_y; y++) {
    const double top = tile->y + y - shadow->min_y, bottom = shadow->max_y - (tile->y + y);
    const float row = CP(edge)(shadow->down, shadow->reach_y, top) - 1 + CP(edge)(shadow->down, shadow->reach_y, bottom - 1);
    for (int x = from; x < to; x += 8) CP(keep)(plane + y * CP_TILE + x, CP(load)(across + x) * row);
  }
  for (int i = 0; i < 4; i++) {
    if (shadow->corners[i].numbers) CP(take_corner)(tile, region, shadow, i, plane);
  }
  const F8 zero = CP(splat)(0);
  for (int y = region->min_y; y < region->max_y; y++) {
    for (int x = from; x < to; x += 8) CP(keep)(plane + y * CP_TILE + x, CP(max)(CP(load)(plane + y * CP_TILE + x), zero));
  }
}
