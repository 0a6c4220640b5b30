// The pixels of a row that a shape covers, and the coverage of each (rendering rules §4).

// Four lines, relative to the tile's first pixel.
typedef struct {
  D4 a, b, c, inverse;
  // Lines that pixels enter from left to right, those that they leave, and those along the row.
  L4 enter, leave, along;
} CP(Lines);

// Where four lines are crossed: a row's pixels begin at the greatest place where one is entered and
// end at the least where one is left.
typedef struct {
  // The negative of where a line is entered, and where it is left, in row 0; 10⁹ for lines that are
  // not.
  D4 enter, leave;
  // What a row adds.
  D4 enter_step, leave_step;
  // How much farther in pixels are certain.
  D4 enter_margin, leave_margin;
} CP(Crossings);

typedef struct {
  float radius, sign_x, sign_y, reach_x, reach_y, smoothing;
  // From the arc's centre, in points: linear numerators.
  double xx, xy, x0, yx, yy, y0;
  // Below 0 where the corner's square may be.
  CPLine near_x, near_y;
  // Rows that it may reach.
  int min_row, end_row;
} CP(Corner);

// A line that a row lies on one side of.
typedef struct {
  double b, c, possible_from, certain_from;
} CP(RowTest);

// A shape set up for a tile, and its present row.
//
// Opposite edges are a pair, whose coverage is a number per row where both are along the rows, a
// number per column where both are along the columns, and elsewhere a number per pixel.
typedef struct {
  CP(Crossings) crossings;
  // Whether all rows are crossed at the same places.
  bool is_upright;
  int row_test_count;
  CP(RowTest) row_tests[4];
  // Pairs along the rows, and those that vary with the pixel, where the tile has pixels that they
  // cover in part.
  bool is_by_row[2], is_by_pixel[2], has_columns;
  // The coverage by the pairs along the columns.
  float columns[CP_TILE_WIDTH];
  // Edges that are anti-aliased, half a pixel farther out; others are 10⁶.
  D4 soft_a, soft_b, soft_c;
  F8 soft_steps[4];
  // Certainty beside corners: 0 none needed, 1 all four lines, 2 the first two or the last two.
  int extra;
  CP(Lines) extra_lines;
  int corner_count;
  CP(Corner) corners[4];
  const CPShape *shape;
  int horizon_count;
  double wx, wy, w0;
  // Of row 0: the pixels that may be covered, and those that certainly are.
  int from, to, all_certain_min, all_certain_max;
  // The row, and its certain pixels.
  int certain_min, certain_max;
  // Whether no edge along it takes anything away.
  bool is_row_certain;
  int row;
} CP(Shape);

INLINE CPLine CP(moved)(CPLine line, double x, double y) {
  line.c = line.a * x + line.b * y + line.c;
  return line;
}

INLINE void CP(set_lines)(CP(Lines) * lines, const CPLine *from, double x, double y) {
  D4 a, b, c;
  for (int i = 0; i < 4; i++) {
    const CPLine line = CP(moved)(from[i], x, y);
    a[i] = line.a;
    b[i] = line.b;
    c[i] = line.c;
  }
  const D4 least = {1e-12, 1e-12, 1e-12, 1e-12};
  lines->enter = a > least;
  lines->leave = a < -least;
  lines->along = ~(lines->enter | lines->leave);
  const D4 one = {1, 1, 1, 1};
  lines->inverse = CP(select4)(lines->along, one * 0, one / CP(select4)(lines->along, one, a));
  lines->a = a;
  lines->b = b;
  lines->c = c;
}

// Where the lines are at least `from` in a row: for each line from `low` on and up to `high`.
INLINE void CP(cross)(const CP(Lines) * lines, D4 from, double row, D4 *low, D4 *high) {
  const D4 none = {-1e9, -1e9, -1e9, -1e9};
  const D4 value = lines->c + lines->b * row;
  const D4 place = (from - value) * lines->inverse;
  *low = CP(select4)(lines->enter, place, CP(select4)(lines->along & ~(value >= from), -none, none));
  *high = CP(select4)(lines->leave, place, -none);
}
INLINE double CP(greatest)(D4 x) {
  const double a = x[0] > x[1] ? x[0] : x[1], b = x[2] > x[3] ? x[2] : x[3];
  return a > b ? a : b;
}
INLINE double CP(least)(D4 x) {
  const double a = x[0] < x[1] ? x[0] : x[1], b = x[2] < x[3] ? x[2] : x[3];
  return a < b ? a : b;
}

// The extent of a corner along both edges, in radii.
#define CP_CONTINUOUS_REACH 1.528665
#define CP_CIRCULAR_REACH (1 - 1.0 / 4096)

// The line's least value in the tile is below 0.
INLINE bool CP(may_be_below)(CPLine line) {
  const double a = line.a * (CP_TILE_WIDTH - 1), b = line.b * (CP_TILE_HEIGHT - 1);
  return line.c + (a < 0 ? a : 0) + (b < 0 ? b : 0) < 0;
}

// The rows in which the line's value is below 0 somewhere in the tile, and perhaps one more at
// either end.
INLINE void CP(reached_rows)(CPLine line, int *min, int *end) {
  const double a = line.a * (CP_TILE_WIDTH - 1), c = line.c + (a < 0 ? a : 0);
  if (line.b < -1e-12) {
    const int first = CP(first)(-c / line.b - 1, CP_TILE_HEIGHT);
    *min = first > *min ? first : *min;
  } else if (line.b > 1e-12) {
    const int last = CP(end)(-c / line.b + 1, CP_TILE_HEIGHT);
    *end = last < *end ? last : *end;
  }
}

static void CP(set_corners)(CP(Shape) * set, const CPShape *shape, double x, double y) {
  const CPMap m = shape->map;
  const double half_width = (shape->max_x - shape->min_x) / 2, half_height = (shape->max_y - shape->min_y) / 2;
  CPLine lines[4];
  for (int i = 0; i < 4; i++) {
    const CPLine nowhere = {0, 0, 1e6};
    lines[i] = nowhere;
    const double r = shape->radii[i];
    if (!(r > 0)) continue;
    const double sign_x = i & 1 ? -1 : 1, sign_y = i & 2 ? -1 : 1;
    const double center_x = (i & 1 ? shape->max_x : shape->min_x) + sign_x * r;
    const double center_y = (i & 2 ? shape->max_y : shape->min_y) + sign_y * r;
    const bool is_continuous = shape->smoothing > 0;
    const double reach = is_continuous ? CP_CONTINUOUS_REACH : CP_CIRCULAR_REACH;
    // A little more, so that a pixel in the middle between two corners that meet belongs to both,
    // however it is rounded.
    const double more = 1.0 / 65536;
    const double reach_x = (reach < half_width / r ? reach : half_width / r) + more;
    const double reach_y = (reach < half_height / r ? reach : half_height / r) + more;
    CPLine w = {m.wx, m.wy, m.w0};
    CPLine qx = {m.xx - center_x * m.wx, m.xy - center_x * m.wy, m.x0 - center_x * m.w0};
    CPLine qy = {m.yx - center_y * m.wx, m.yy - center_y * m.wy, m.y0 - center_y * m.w0};
    w = CP(moved)(w, x, y);
    qx = CP(moved)(qx, x, y);
    qy = CP(moved)(qy, x, y);
    // In units of r inwards from the edge, minus the reach, times W.
    const double ix = sign_x / r, iy = sign_y / r, ax = 1 - reach_x, ay = 1 - reach_y;
    const CPLine near_x = {qx.a * ix + ax * w.a, qx.b * ix + ax * w.b, qx.c * ix + ax * w.c};
    const CPLine near_y = {qy.a * iy + ay * w.a, qy.b * iy + ay * w.b, qy.c * iy + ay * w.c};
    if (!CP(may_be_below)(near_x) || !CP(may_be_below)(near_y)) continue;
    CP(Corner) *corner = &set->corners[set->corner_count++];
    corner->radius = (float)r;
    corner->sign_x = (float)sign_x;
    corner->sign_y = (float)sign_y;
    corner->reach_x = (float)reach_x;
    corner->reach_y = (float)reach_y;
    corner->smoothing = (float)shape->smoothing;
    corner->xx = qx.a;
    corner->xy = qx.b;
    corner->x0 = qx.c;
    corner->yx = qy.a;
    corner->yy = qy.b;
    corner->y0 = qy.c;
    corner->near_x = near_x;
    corner->near_y = near_y;
    corner->min_row = 0;
    corner->end_row = CP_TILE_HEIGHT;
    CP(reached_rows)(near_x, &corner->min_row, &corner->end_row);
    CP(reached_rows)(near_y, &corner->min_row, &corner->end_row);
    // Inside a chord from edge to edge c_arc is 1 from a distance H in points on, where f ≥ H and
    // |∇f| ≤ the size of a pixel in points (times √2 for a continuous corner): both follow from f
    // being steepest across the chord.
    if (shape->point_size > 0) {
      const double ends = is_continuous ? CP_CONTINUOUS_REACH - 2 : -1;
      const double scale = 0.70710678118654752 / (shape->point_size * (is_continuous ? 1.4142135623730951 : 1));
      lines[i].a = (sign_x * qx.a + sign_y * qy.a) * scale;
      lines[i].b = (sign_x * qx.b + sign_y * qy.b) * scale;
      lines[i].c = (sign_x * qx.c + sign_y * qy.c - ends * r) * scale;
    }
  }
  if (set->corner_count == 0) return;
  if (shape->point_size > 0) {
    set->extra = 1;
    CP(set_lines)(&set->extra_lines, lines, 0, 0);
    return;
  }
  // In perspective: the columns between the corners, or the rows.
  const double reach = shape->smoothing > 0 ? CP_CONTINUOUS_REACH : 1;
  const double *r = shape->radii;
  const double left = shape->min_x + reach * (r[0] > r[2] ? r[0] : r[2]);
  const double right = shape->max_x - reach * (r[1] > r[3] ? r[1] : r[3]);
  const double top = shape->min_y + reach * (r[0] > r[1] ? r[0] : r[1]);
  const double bottom = shape->max_y - reach * (r[2] > r[3] ? r[2] : r[3]);
  const CPLine cross[4] = {
      {m.xx - left * m.wx, m.xy - left * m.wy, m.x0 - left * m.w0},
      {right * m.wx - m.xx, right * m.wy - m.xy, right * m.w0 - m.x0},
      {m.yx - top * m.wx, m.yy - top * m.wy, m.y0 - top * m.w0},
      {bottom * m.wx - m.yx, bottom * m.wy - m.yy, bottom * m.w0 - m.y0},
  };
  for (int i = 0; i < 4; i++) {
    // To device pixels, so that what counts as along a row does not depend on the layer's unit.
    const double a = cross[i].a < 0 ? -cross[i].a : cross[i].a, b = cross[i].b < 0 ? -cross[i].b : cross[i].b;
    const double scale = a + b > 0 ? 1 / (a + b) : 1;
    lines[i].a = cross[i].a * scale;
    lines[i].b = cross[i].b * scale;
    lines[i].c = cross[i].c * scale;
  }
  set->extra = 2;
  CP(set_lines)(&set->extra_lines, lines, x, y);
}

INLINE D4 CP(least4)(D4 a, D4 b) { return CP(select4)(a < b, a, b); }

// The pixels of a row between its lines, and those of them that are certain.
INLINE void CP(crossed)(const CP(Crossings) * crossings, double row, int *from, int *to, int *certain_min, int *certain_max) {
  const D4 enter = crossings->enter + crossings->enter_step * row, leave = crossings->leave + crossings->leave_step * row;
  const D4 own_enter = enter - crossings->enter_margin, own_leave = leave - crossings->leave_margin;
  const D4 all = CP(least4)(
      __builtin_shufflevector(enter, leave, 0, 4, 2, 6), __builtin_shufflevector(enter, leave, 1, 5, 3, 7));
  const D4 own = CP(least4)(
      __builtin_shufflevector(own_enter, own_leave, 0, 4, 2, 6), __builtin_shufflevector(own_enter, own_leave, 1, 5, 3, 7));
  D4 ends = CP(least4)(__builtin_shufflevector(all, own, 0, 1, 4, 5), __builtin_shufflevector(all, own, 2, 3, 6, 7));
  // A first pixel is counted from the tile's end, so that cutting the fraction off rounds both ways
  // as it should.
  const D4 origin = {CP_TILE_WIDTH, 1, CP_TILE_WIDTH, 1}, zero = {0, 0, 0, 0};
  const D4 most = {CP_TILE_WIDTH, CP_TILE_WIDTH, CP_TILE_WIDTH, CP_TILE_WIDTH};
  ends += origin;
  ends = CP(select4)(ends > zero, CP(least4)(ends, most), zero);
  const I4 pixels = __builtin_convertvector(ends, I4);
  *from = CP_TILE_WIDTH - pixels[0];
  *to = pixels[1];
  *certain_min = CP_TILE_WIDTH - pixels[2];
  *certain_max = pixels[3];
}

// The coverage of a pixel between two opposite edges, half a pixel farther out.
INLINE F8 CP(between)(F8 first, F8 second) {
  return CP(max)(CP(cut)(first) + CP(cut)(second) - CP(splat)(1), CP(splat)(0));
}

INLINE void CP(set_shape)(CP(Shape) * set, const CPShape *shape, const CPTile *tile) {
  const double x = tile->x + 0.5, y = tile->y + 0.5, least = 1e-12;
  set->shape = shape;
  set->row_test_count = 0;
  set->is_upright = true;
  set->has_columns = false;
  for (int pair = 0; pair < 2; pair++) {
    const CPLine lines[2] = {CP(moved)(shape->edges[2 * pair], x, y), CP(moved)(shape->edges[2 * pair + 1], x, y)};
    bool is_along_rows = true, is_along_columns = true, is_soft = false;
    CPLine soft[2];
    for (int i = 0; i < 2; i++) {
      const int number = 2 * pair + i;
      const CPLine line = lines[i];
      const bool is_hard = shape->hard >> number & 1;
      // Of two layers that meet each pixel belongs to one.
      const double step = i ? 1.0 / 1024 : -1.0 / 1024;
      const double possible_from = is_hard ? step : -0.5, certain_from = is_hard ? step : 0.5 - 1.0 / 1048576;
      const bool is_enter = line.a > least, is_leave = line.a < -least;
      const bool is_along = !is_enter && !is_leave;
      const bool is_steep = line.b > least || line.b < -least;
      is_along_rows = is_along_rows && is_along;
      is_along_columns = is_along_columns && !is_steep;
      const double inverse = is_along ? 0 : 1 / line.a;
      const double place = (possible_from - line.c) * inverse, row_step = is_steep ? -line.b * inverse : 0;
      const double margin = (certain_from - possible_from) * (is_leave ? -inverse : inverse);
      set->crossings.enter[number] = is_enter ? -place : 1e9;
      set->crossings.enter_step[number] = is_enter ? -row_step : 0;
      set->crossings.enter_margin[number] = is_enter ? margin : 0;
      set->crossings.leave[number] = is_leave ? place : 1e9;
      set->crossings.leave_step[number] = is_leave ? row_step : 0;
      set->crossings.leave_margin[number] = is_leave ? margin : 0;
      if (row_step != 0) set->is_upright = false;
      const CPLine beside = {line.a, line.b, line.c - certain_from};
      const bool is_whole = !CP(may_be_below)(beside);
      if (is_along && !is_whole) {
        const CP(RowTest) test = {line.b, line.c, possible_from, certain_from};
        set->row_tests[set->row_test_count++] = test;
      }
      const CPLine far = {0, 0, 1e6}, half = {line.a, line.b, line.c + 0.5};
      soft[i] = is_hard ? far : half;
      set->soft_a[number] = soft[i].a;
      set->soft_b[number] = soft[i].b;
      set->soft_c[number] = soft[i].c;
      is_soft = is_soft || (!is_hard && !is_whole);
    }
    set->is_by_row[pair] = is_soft && is_along_rows;
    set->is_by_pixel[pair] = is_soft && !is_along_rows && !is_along_columns;
    if (set->is_by_pixel[pair]) {
      for (int i = 0; i < 2; i++) set->soft_steps[2 * pair + i] = CP(steps)() * (float)soft[i].a;
    } else if (is_soft && !is_along_rows) {
      for (int column = 0; column < CP_TILE_WIDTH; column += 8) {
        F8 own = CP(between)(
            CP(ramp)(soft[0].c + soft[0].a * column, (float)soft[0].a),
            CP(ramp)(soft[1].c + soft[1].a * column, (float)soft[1].a));
        if (set->has_columns) own *= CP(load)(set->columns + column);
        CP(keep)(set->columns + column, own);
      }
      set->has_columns = true;
    }
  }
  CP(crossed)(&set->crossings, 0, &set->from, &set->to, &set->all_certain_min, &set->all_certain_max);
  set->horizon_count = shape->horizon_count;
  const CPLine w = {shape->map.wx, shape->map.wy, shape->map.w0};
  set->wx = w.a;
  set->wy = w.b;
  set->w0 = CP(moved)(w, x, y).c;
  set->corner_count = 0;
  set->extra = 0;
  if (shape->is_rounded) CP(set_corners)(set, shape, x, y);
}

// Leaves of some rows those that a shape covers alike: for an upright one the larger part beside
// its edges and each corner.
INLINE void CP(keep_same_rows)(const CP(Shape) * set, int *first, int *end) {
  if (!set->is_upright || set->horizon_count > 0) *end = *first;
  for (int i = 0; i < set->row_test_count; i++) {
    const CP(RowTest) *test = &set->row_tests[i];
    const double place = (test->certain_from - test->c) / test->b;
    const int min = test->b > 0 ? CP(first)(place, CP_TILE_HEIGHT) : test->b < 0 ? 0 : CP_TILE_HEIGHT;
    const int max = test->b < 0 ? CP(end)(place, CP_TILE_HEIGHT) : CP_TILE_HEIGHT;
    *first = min > *first ? min : *first;
    *end = max < *end ? max : *end;
  }
  for (int i = 0; i < set->corner_count; i++) {
    const CP(Corner) *corner = &set->corners[i];
    const int before = corner->min_row < *end ? corner->min_row : *end, behind = corner->end_row > *first ? corner->end_row : *first;
    if (before - *first > *end - behind) *end = before;
    else *first = behind;
  }
  if (*end < *first) *end = *first;
}

// Cuts a row's certain pixels to those that no corner reaches.
static void CP(leave_out_corners)(const CP(Shape) * set, int row, int *certain_min, int *certain_max) {
  D4 low, high;
  const D4 half = {0.5, 0.5, 0.5, 0.5}, zero = {0, 0, 0, 0};
  CP(cross)(&set->extra_lines, set->extra == 1 ? half : zero, row, &low, &high);
  int from, to;
  if (set->extra == 1) {
    from = CP(first)(CP(greatest)(low), CP_TILE_WIDTH);
    to = CP(end)(CP(least)(high), CP_TILE_WIDTH);
  } else {
    // The longer of both.
    const int l0 = CP(first)(low[0] > low[1] ? low[0] : low[1], CP_TILE_WIDTH);
    const int l1 = CP(first)(low[2] > low[3] ? low[2] : low[3], CP_TILE_WIDTH);
    const int h0 = CP(end)(high[0] < high[1] ? high[0] : high[1], CP_TILE_WIDTH);
    const int h1 = CP(end)(high[2] < high[3] ? high[2] : high[3], CP_TILE_WIDTH);
    const int fl0 = l0 > *certain_min ? l0 : *certain_min, fh0 = h0 < *certain_max ? h0 : *certain_max;
    const int fl1 = l1 > *certain_min ? l1 : *certain_min, fh1 = h1 < *certain_max ? h1 : *certain_max;
    const bool is_first = fh0 - fl0 >= fh1 - fl1;
    from = is_first ? l0 : l1;
    to = is_first ? h0 : h1;
  }
  *certain_min = from > *certain_min ? from : *certain_min;
  *certain_max = to < *certain_max ? to : *certain_max;
}

// The pixels of a row that a shape may cover (cut from `min`, `max`), and those that it certainly
// covers whole (kept in `set`).
INLINE void CP(set_row)(CP(Shape) * set, const CPTile *tile, int row, int *min, int *max) {
  set->row = row;
  int from = set->from, to = set->to, certain_min = set->all_certain_min, certain_max = set->all_certain_max;
  if (!set->is_upright) CP(crossed)(&set->crossings, row, &from, &to, &certain_min, &certain_max);
  set->is_row_certain = true;
  for (int i = 0; i < set->row_test_count; i++) {
    const CP(RowTest) *test = &set->row_tests[i];
    const double value = test->c + test->b * row;
    if (!(value >= test->possible_from)) to = 0;
    if (!(value >= test->certain_from)) {
      certain_max = 0;
      set->is_row_certain = false;
    }
  }
  bool is_beside = true;
  for (int i = 0; i < set->corner_count; i++) {
    if (row >= set->corners[i].min_row && row < set->corners[i].end_row) is_beside = false;
  }
  if (!is_beside) CP(leave_out_corners)(set, row, &certain_min, &certain_max);
  for (int i = 0; i < set->horizon_count; i++) {
    const CPLine line = CP(moved)(set->shape->horizons[i], tile->x + 0.5, tile->y + 0.5);
    const double value = line.c + line.b * row;
    if (line.a > 0) {
      const int first = CP(end)(-value / line.a, CP_TILE_WIDTH);
      from = first > from ? first : from;
    } else if (line.a < 0) {
      const int end = CP(first)(-value / line.a, CP_TILE_WIDTH);
      to = end < to ? end : to;
    } else if (!(value > 0)) {
      to = from;
    }
  }
  *min = from > *min ? from : *min;
  *max = to < *max ? to : *max;
  set->certain_min = certain_min > from ? certain_min : from;
  set->certain_max = certain_max < to ? certain_max : to;
}

// c_arc of 8 pixels from pixel `x` of the row on, 1 where the corner does not count.
INLINE F8 CP(arc)(const CP(Shape) * set, const CP(Corner) * corner, int x) {
  const double row = set->row;
  const F8 one = CP(splat)(1);
  F8 qx = CP(ramp)(corner->x0 + corner->xy * row + corner->xx * x, (float)corner->xx);
  F8 qy = CP(ramp)(corner->y0 + corner->yy * row + corner->yx * x, (float)corner->yx);
  F8 xx = CP(splat)((float)corner->xx), xy = CP(splat)((float)corner->xy);
  F8 yx = CP(splat)((float)corner->yx), yy = CP(splat)((float)corner->yy);
  if (set->shape->point_size == 0) {
    const F8 inverse = one / CP(ramp)(set->w0 + set->wy * row + set->wx * x, (float)set->wx);
    const float wx = (float)set->wx, wy = (float)set->wy;
    qx *= inverse;
    qy *= inverse;
    // The quotient rule.
    xx = (xx - qx * wx) * inverse;
    xy = (xy - qx * wy) * inverse;
    yx = (yx - qy * wx) * inverse;
    yy = (yy - qy * wy) * inverse;
  }
  const float r = corner->radius;
  const F8 in_x = qx * (corner->sign_x / r) + one, in_y = qy * (corner->sign_y / r) + one;
  const I8 is_near = (in_x < corner->reach_x) & (in_y < corner->reach_y);
  F8 distance;
  if (corner->smoothing == 0) {
    // f / |∇f| = (r − |q|) · |q| / |q · ∂p/∂P|
    const F8 gx = qx * xx + qy * yx, gy = qx * xy + qy * yy;
    const F8 length = CP(root)(qx * qx + qy * qy), slope = CP(root)(gx * gx + gy * gy);
    distance = CP(select)(slope > CP(splat)(0), (CP(splat)(r) - length) * length / slope, one);
  } else {
    const float half = 0.70710678f;
    const F8 u = (in_x - in_y) * half, v = (in_x + in_y) * half;
    const F8 size = CP(size)(u), sign = CP(select)(u < CP(splat)(0), -one, one);
    const F8 rest = CP(root)(CP(max)(one - u * u, CP(splat)(0.25f)));
    const I8 is_round = size <= half;
    const F8 round = CP(select)(is_round, CP(splat)(1.41421356f) - rest, size);
    const F8 round_slope = CP(select)(is_round, u / rest, sign);
    // Apple's curve (§4): even powers of t, and their derivative.
    const F8 t = u * (1 / 1.0809294f), tt = CP(min)(t * t, one);
    const I8 is_curve = CP(size)(t) <= 1;
    F8 curve = tt * -0.24872710f + 0.91182859f;
    curve = curve * tt + -1.27904165f;
    curve = curve * tt + 0.68953154f;
    curve = curve * tt + 0.59484768f;
    curve = curve * tt + 0.41249032f;
    F8 curve_slope = tt * (-0.24872710f * 10) + 0.91182859f * 8;
    curve_slope = curve_slope * tt + -1.27904165f * 6;
    curve_slope = curve_slope * tt + 0.68953154f * 4;
    curve_slope = (curve_slope * tt + 0.59484768f * 2) * t * (1 / 1.0809294f);
    curve = CP(select)(is_curve, curve, size);
    curve_slope = CP(select)(is_curve, curve_slope, sign);
    const float s = corner->smoothing;
    const F8 f = (v - round * (1 - s) - curve * s) * r;
    const F8 slope = round_slope * (1 - s) + curve_slope * s;
    const F8 fx = (one - slope) * (half * corner->sign_x), fy = (one + slope) * (half * corner->sign_y);
    const F8 gx = fx * xx + fy * yx, gy = fx * xy + fy * yy;
    const F8 length = CP(root)(gx * gx + gy * gy);
    distance = CP(select)(length > CP(splat)(0), f / length, one);
  }
  return CP(select)(is_near, CP(cut)(distance + 0.5f), one);
}

// Multiplies by the coverage of a row's blocks, but for what lies beyond hard edges and horizons.
static __attribute__((noinline)) void CP(cover_blocks)(const CP(Shape) * set, int first, int end, float *coverage) {
  const D4 row = set->soft_c + set->soft_b * (double)set->row, step = set->soft_a;
  const int whole_first = set->certain_min, whole_end = set->certain_max - 8;
  const bool is_cut = !set->is_row_certain, is_by_row[2] = {is_cut && set->is_by_row[0], is_cut && set->is_by_row[1]};
  const bool is_by_pixel[2] = {set->is_by_pixel[0], set->is_by_pixel[1]}, has_columns = set->has_columns;
  F8 all = CP(splat)(1);
  for (int pair = 0; pair < 2; pair++) {
    if (is_by_row[pair]) all *= CP(between)(CP(splat)((float)row[2 * pair]), CP(splat)((float)row[2 * pair + 1]));
  }
  int corners[4], corner_count = 0;
  for (int i = 0; i < set->corner_count; i++) {
    if (set->row >= set->corners[i].min_row && set->row < set->corners[i].end_row) corners[corner_count++] = i;
  }
  for (int x = first; x < end; x += 8) {
    if (x >= whole_first && x <= whole_end) continue;
    F8 own = all;
    if (has_columns) own *= CP(load)(set->columns + x);
    if (is_by_pixel[0] || is_by_pixel[1]) {
      const F4 from = __builtin_convertvector(row + step * (double)x, F4);
      for (int pair = 0; pair < 2; pair++) {
        if (!is_by_pixel[pair]) continue;
        own *= CP(between)(
            CP(splat)(from[2 * pair]) + set->soft_steps[2 * pair],
            CP(splat)(from[2 * pair + 1]) + set->soft_steps[2 * pair + 1]);
      }
    }
    for (int i = 0; i < corner_count; i++) {
      const CP(Corner) *corner = &set->corners[corners[i]];
      const double near_x = corner->near_x.c + corner->near_x.b * set->row + corner->near_x.a * x;
      const double near_y = corner->near_y.c + corner->near_y.b * set->row + corner->near_y.a * x;
      if (near_x >= 0 && near_x + corner->near_x.a * 7 >= 0) continue;
      if (near_y >= 0 && near_y + corner->near_y.a * 7 >= 0) continue;
      own = CP(min)(CP(arc)(set, corner, x), own);
    }
    CP(keep)(coverage + x, CP(load)(coverage + x) * own);
  }
}
