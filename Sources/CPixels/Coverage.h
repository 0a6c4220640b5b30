// Which pixels of a row a shape covers, and how much of each (rendering rules §4).

// Four lines, relative to the tile's first pixel.
typedef struct {
  D4 a, b, c, inverse;
  // Lines that pixels enter from left to right, those that they leave, and those along the row.
  L4 enter, leave, along;
} CP(Lines);

typedef struct {
  float radius, sign_x, sign_y, reach_x, reach_y, smoothing;
  // From the arc's centre, in points: linear numerators.
  double xx, xy, x0, yx, yy, y0;
  // Below 0 where the corner's square may be.
  CPLine near_x, near_y;
} CP(Corner);

// A shape set up for a tile, and its present row.
typedef struct {
  CP(Lines) lines;
  D4 possible_from, certain_from;
  // Edges that are anti-aliased; others are 10⁶.
  D4 soft_a, soft_b, soft_c;
  bool is_soft;
  // Certainty beside corners: 0 none needed, 1 all four lines, 2 the first two or the last two.
  int extra;
  CP(Lines) extra_lines;
  int corner_count;
  CP(Corner) corners[4];
  const CPShape *shape;
  int horizon_count;
  double wx, wy, w0;
  // The row: certain pixels, as pixels; blocks that the certain pixels fill.
  int certain_min, certain_max;
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

// How far a corner reaches along both edges, in radii.
#define CP_CONTINUOUS_REACH 1.528665
#define CP_CIRCULAR_REACH (1 - 1.0 / 4096)

// The line's least value in the tile is below 0.
INLINE bool CP(may_be_below)(CPLine line) {
  const double a = line.a * (CP_TILE - 1), b = line.b * (CP_TILE - 1);
  return line.c + (a < 0 ? a : 0) + (b < 0 ? b : 0) < 0;
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
    const double reach_x = reach < half_width / r ? reach : half_width / r;
    const double reach_y = reach < half_height / r ? reach : half_height / r;
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
    // Inside a chord from edge to edge c_arc is 1 from a distance H in points on, where f ≥ H and |∇f| ≤ the size of a pixel in points
    // (times √2 for a continuous corner): both follow from f being steepest across the chord.
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

INLINE void CP(set_shape)(CP(Shape) * set, const CPShape *shape, const CPTile *tile) {
  const double x = tile->x + 0.5, y = tile->y + 0.5;
  set->shape = shape;
  CP(set_lines)(&set->lines, shape->edges, x, y);
  set->is_soft = false;
  for (int i = 0; i < 4; i++) {
    const bool is_hard = shape->hard >> i & 1;
    // Of two layers that meet each pixel belongs to one.
    const double step = i & 1 ? 1.0 / 1024 : -1.0 / 1024;
    set->possible_from[i] = is_hard ? step : -0.5;
    set->certain_from[i] = is_hard ? step : 0.5 - 1.0 / 1048576;
    const double a = set->lines.a[i], b = set->lines.b[i], c = set->lines.c[i];
    set->soft_a[i] = is_hard ? 0 : a;
    set->soft_b[i] = is_hard ? 0 : b;
    set->soft_c[i] = is_hard ? 1e6 : c;
    const CPLine line = {a, b, c - 0.5};
    if (!is_hard && CP(may_be_below)(line)) set->is_soft = true;
  }
  set->horizon_count = shape->horizon_count;
  const CPLine w = {shape->map.wx, shape->map.wy, shape->map.w0};
  set->wx = w.a;
  set->wy = w.b;
  set->w0 = CP(moved)(w, x, y).c;
  set->corner_count = 0;
  set->extra = 0;
  if (shape->is_rounded) CP(set_corners)(set, shape, x, y);
}

// The pixels of a row that a shape may cover (cut from `min`, `max`), and those that it certainly covers whole (kept in `set`).
INLINE void CP(set_row)(CP(Shape) * set, const CPTile *tile, int row, int *min, int *max) {
  D4 low, high;
  set->row = row;
  CP(cross)(&set->lines, set->possible_from, row, &low, &high);
  int from = CP(first)(CP(greatest)(low)), to = CP(end)(CP(least)(high));
  CP(cross)(&set->lines, set->certain_from, row, &low, &high);
  double certain_low = CP(greatest)(low), certain_high = CP(least)(high);
  if (set->extra) {
    const D4 half = {0.5, 0.5, 0.5, 0.5}, zero = {0, 0, 0, 0};
    CP(cross)(&set->extra_lines, set->extra == 1 ? half : zero, row, &low, &high);
    if (set->extra == 1) {
      const double l = CP(greatest)(low), h = CP(least)(high);
      certain_low = l > certain_low ? l : certain_low;
      certain_high = h < certain_high ? h : certain_high;
    } else {
      // The longer of both.
      const double l0 = low[0] > low[1] ? low[0] : low[1], h0 = high[0] < high[1] ? high[0] : high[1];
      const double l1 = low[2] > low[3] ? low[2] : low[3], h1 = high[2] < high[3] ? high[2] : high[3];
      const double fl0 = l0 > certain_low ? l0 : certain_low, fh0 = h0 < certain_high ? h0 : certain_high;
      const double fl1 = l1 > certain_low ? l1 : certain_low, fh1 = h1 < certain_high ? h1 : certain_high;
      const bool is_first = fh0 - fl0 >= fh1 - fl1;
      certain_low = is_first ? fl0 : fl1;
      certain_high = is_first ? fh0 : fh1;
    }
  }
  for (int i = 0; i < set->horizon_count; i++) {
    const CPLine line = CP(moved)(set->shape->horizons[i], tile->x + 0.5, tile->y + 0.5);
    const double value = line.c + line.b * row;
    if (line.a > 0) {
      const int first = CP(end)(-value / line.a);
      from = first > from ? first : from;
    } else if (line.a < 0) {
      const int end = CP(first)(-value / line.a);
      to = end < to ? end : to;
    } else if (!(value > 0)) {
      to = from;
    }
  }
  *min = from > *min ? from : *min;
  *max = to < *max ? to : *max;
  const int certain_min = CP(first)(certain_low), certain_max = CP(end)(certain_high);
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

// The coverage of 8 pixels of the row, but for what lies beyond hard edges and horizons.
INLINE F8 CP(coverage)(const CP(Shape) * set, int x) {
  const F8 one = CP(splat)(1);
  F8 coverage = one;
  if (set->is_soft) {
    const D4 start = set->soft_c + set->soft_b * (double)set->row + set->soft_a * (double)x + 0.5;
    const F4 from = __builtin_convertvector(start, F4), step = __builtin_convertvector(set->soft_a, F4);
    const F8 steps = CP(steps)(), zero = CP(splat)(0);
    const F8 left = CP(cut)(CP(splat)(from[0]) + steps * step[0]), right = CP(cut)(CP(splat)(from[1]) + steps * step[1]);
    const F8 top = CP(cut)(CP(splat)(from[2]) + steps * step[2]), bottom = CP(cut)(CP(splat)(from[3]) + steps * step[3]);
    coverage = CP(max)(left + right - one, zero) * CP(max)(top + bottom - one, zero);
  }
  for (int i = 0; i < set->corner_count; i++) {
    const CP(Corner) *corner = &set->corners[i];
    const double near_x = corner->near_x.c + corner->near_x.b * set->row + corner->near_x.a * x;
    const double near_y = corner->near_y.c + corner->near_y.b * set->row + corner->near_y.a * x;
    if (near_x >= 0 && near_x + corner->near_x.a * 7 >= 0) continue;
    if (near_y >= 0 && near_y + corner->near_y.a * 7 >= 0) continue;
    coverage = CP(min)(CP(arc)(set, corner, x), coverage);
  }
  return coverage;
}
