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

// What a corner leaves out, set up for a tile.
typedef struct {
  // From the tile's first column on, in the table's first row.
  const int16_t *table;
  int stride, first_row, rows, from_x, to_x, from_y, to_y, aside;
  bool is_low;
  float share_x, share_y;
} CP(ShadowCorner);

static void CP(set_shadow_corner)(
    CP(ShadowCorner) * set, const CPTile *tile, const CPRegion *region, const CPBoxShadow *shadow, int number) {
  const CPShadowCorner *corner = &shadow->corners[number];
  const bool is_right = number & 1, is_low = number & 2;
  const CP(Start) x = CP(start)(is_right ? shadow->max_x : shadow->min_x, is_right, shadow->reach_x, corner->columns, tile->x);
  const CP(Start) y = CP(start)(is_low ? shadow->max_y : shadow->min_y, is_low, shadow->reach_y, corner->rows, tile->y);
  set->from_x = (region->min_x > x.first ? region->min_x : x.first) & ~7;
  set->to_x = region->max_x < x.first + corner->columns ? region->max_x : x.first + corner->columns;
  set->from_y = region->min_y > y.first ? region->min_y : y.first;
  set->to_y = region->max_y < y.first + corner->rows ? region->max_y : y.first + corner->rows;
  set->stride = corner->columns + 2 * CP_SHADOW_MARGIN;
  set->table = (is_right ? corner->mirrored : corner->numbers) + CP_SHADOW_MARGIN - x.first;
  set->first_row = y.first;
  set->rows = corner->rows;
  set->aside = is_right ? 1 : -1;
  set->is_low = is_low;
  set->share_x = x.fraction;
  set->share_y = y.fraction;
}

// Takes what a corner leaves out away from a row.
INLINE void CP(take_corner)(const CP(ShadowCorner) * set, int row, int16_t *line) {
  if (row < set->from_y || row >= set->to_y) return;
  const W16 own = CP(splat_share)(1 - set->share_x), other = CP(splat_share)(set->share_x), none = {0};
  // The neighbour lies one pixel farther out; beyond the table everything is 0.
  const int index = set->is_low ? set->rows - 1 - (row - set->first_row) : row - set->first_row;
  const int16_t *near = set->table + (ptrdiff_t)index * set->stride;
  const int16_t *far = index > 0 ? near - set->stride : near;
  const W16 near_share = CP(splat_share)(1 - set->share_y), far_share = CP(splat_share)(index > 0 ? set->share_y : 0);
  for (int x = set->from_x; x < set->to_x; x += 16) {
    const int aside = x + set->aside;
    const W16 a = CP(plus)(CP(mul)(CP(take)(near + x, 16), near_share), CP(mul)(CP(take)(far + x, 16), far_share));
    const W16 b = CP(plus)(CP(mul)(CP(take)(near + aside, 16), near_share), CP(mul)(CP(take)(far + aside, 16), far_share));
    const W16 out = CP(plus)(CP(mul)(a, own), CP(mul)(b, other));
    if (x + 16 <= CP_TILE_WIDTH) CP(give)(line + x, __builtin_elementwise_max(CP(take)(line + x, 16) - out, none), 16);
    else CP(give)(line + x, __builtin_elementwise_max(CP(take)(line + x, 8) - out, none), 8);
  }
}

static void CP(box_shadow)(const CPTile *tile, const CPRegion *region, const CPBoxShadow *shadow, int16_t *plane) {
  float across[CP_TILE_WIDTH], right[CP_TILE_WIDTH], down[CP_TILE_HEIGHT], low[CP_TILE_HEIGHT];
  const int from = region->min_x & ~7, to = (region->max_x + 7) & ~7;
  CP(edges)(shadow->across, shadow->reach_x, tile->x - shadow->min_x, 1, from, to, across);
  CP(edges)(shadow->across, shadow->reach_x, shadow->max_x - tile->x - 1, -1, from, to, right);
  int16_t columns[CP_TILE_WIDTH];
  for (int x = from; x < to; x += 8) {
    const F8 own = CP(load)(across + x) - 1.0f + CP(load)(right + x);
    *(W8U *)(columns + x) = CP(rounded_near)(CP(max)(own, CP(splat)(0)) * CP_ONE);
  }
  CP(edges)(shadow->down, shadow->reach_y, tile->y - shadow->min_y, 1, region->min_y, region->max_y, down);
  CP(edges)(shadow->down, shadow->reach_y, shadow->max_y - tile->y - 1, -1, region->min_y, region->max_y, low);
  CP(ShadowCorner) corners[4];
  int corner_count = 0;
  for (int i = 0; i < 4; i++) {
    if (shadow->corners[i].numbers) CP(set_shadow_corner)(&corners[corner_count++], tile, region, shadow, i);
  }
  for (int y = region->min_y; y < region->max_y; y++) {
    const W16 row = CP(splat_share)(down[y] - 1 + low[y]);
    int16_t *line = plane + y * CP_TILE_WIDTH;
    int x = from;
    for (; x + 16 <= to; x += 16) CP(give)(line + x, CP(mul)(CP(take)(columns + x, 16), row), 16);
    if (x < to) CP(give)(line + x, CP(mul)(CP(take)(columns + x, 8), row), 8);
    for (int i = 0; i < corner_count; i++) CP(take_corner)(&corners[i], y, line);
  }
}
