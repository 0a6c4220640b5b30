// Gradients (rendering rules §14), 8 pixels at a time.

// The angle of (x, y) in turns, 0…1, and which are less than `tie` before the whole turn, told
// before they are taken from it. An odd polynomial of the smaller by the larger coordinate: arctan
// within 10⁻⁷ turns (Chebyshev's fit on 0…1).
INLINE F8 CP(turns)(F8 x, F8 y, float tie, I8 *is_whole) {
  const F8 zero = CP(splat)(0), ax = CP(size)(x), ay = CP(size)(y);
  const F8 most = CP(max)(ax, ay), least = CP(min)(ax, ay);
  const F8 z = CP(select)(most > zero, least / CP(max)(most, CP(splat)(1e-38f)), zero), zz = z * z;
  F8 p = zz * CP_ARCTAN_8 + CP_ARCTAN_7;
  p = p * zz + CP_ARCTAN_6;
  p = p * zz + CP_ARCTAN_5;
  p = p * zz + CP_ARCTAN_4;
  p = p * zz + CP_ARCTAN_3;
  p = p * zz + CP_ARCTAN_2;
  p = p * zz + CP_ARCTAN_1;
  p = (p * zz + CP_ARCTAN_0) * z;
  p = CP(select)(ay > ax, 0.25f - p, p);
  p = CP(select)(x < zero, 0.5f - p, p);
  *is_whole = (y < zero) & (p < tie);
  return CP(select)(y < zero, 1 - p, p);
}

INLINE CP(Pixels) CP(splat_floats)(const float *p) {
  return (CP(Pixels)){CP(splat)(p[0]), CP(splat)(p[1]), CP(splat)(p[2]), CP(splat)(p[3])};
}
INLINE CP(Pixels) CP(select_pixels)(I8 mask, CP(Pixels) a, CP(Pixels) b) {
  return (CP(Pixels)){
      CP(select)(mask, a.red, b.red), CP(select)(mask, a.green, b.green), CP(select)(mask, a.blue, b.blue),
      CP(select)(mask, a.alpha, b.alpha)};
}

// Premultiplied, and in a tile's units. `is_opaque` is a constant in each caller.
INLINE CP(Pixels) CP(gradient_pixels)(
    const CPGradient *gradient, const CPMap *map, double column, double row, bool is_opaque) {
  const F8 zero = CP(splat)(0);
  const float tie = 1.0f / 65536;
  const CPMap m = *map;
  F8 x = CP(ramp)(m.x0 + m.xy * row + m.xx * column, (float)m.xx), y = zero;
  if (gradient->type != 0) y = CP(ramp)(m.y0 + m.yy * row + m.yx * column, (float)m.yx);
  if (m.wx != 0 || m.wy != 0 || m.w0 != 1) {
    const F8 w = CP(max)(CP(ramp)(m.w0 + m.wy * row + m.wx * column, (float)m.wx), CP(splat)(1e-30f));
    x /= w;
    y /= w;
  }
  F8 t = x;
  if (gradient->type != 0) {
    const F8 length = CP(root)(x * x + y * y);
    t = length;
    if (gradient->type == 2) {
      I8 is_whole;
      t = CP(turns)(x, y, tie, &is_whole);
      t = (F8)((I8)t & ~((length < tie) | is_whole));
    }
  }
  // NaN becomes the first colour, and infinities the last.
  t = CP(min)(CP(max)(t, CP(splat)(-1)), CP(splat)(2));
  const float *colors = gradient->colors, *slopes = gradient->slopes;
  const F8 close = t + tie;
  F8 low = CP(splat)(gradient->locations[0]);
  CP(Pixels) p = CP(splat_floats)(colors), s = CP(splat_floats)(slopes);
  for (int i = 1; i < gradient->stop_count; i++) {
    colors += 4;
    slopes += 4;
    const I8 is_behind = close >= gradient->locations[i];
    if (!CP(any)(is_behind)) break;
    const CP(Pixels) color = CP(splat_floats)(colors), slope = CP(splat_floats)(slopes);
    const F8 location = CP(splat)(gradient->locations[i]);
    // Most blocks lie between two stops.
    if (CP(all)(is_behind)) {
      low = location;
      p = color;
      s = slope;
      continue;
    }
    low = CP(select)(is_behind, location, low);
    p = CP(select_pixels)(is_behind, color, p);
    s = CP(select_pixels)(is_behind, slope, s);
  }
  const F8 share = CP(max)(t - low, zero);
  if (is_opaque) {
    return (CP(Pixels)){
        (p.red + s.red * share) * CP_ONE, (p.green + s.green * share) * CP_ONE, (p.blue + s.blue * share) * CP_ONE,
        CP(splat)(CP_ONE)};
  }
  const F8 alpha = (p.alpha + s.alpha * share) * CP_ONE;
  const CP(Pixels) mixed = {
      (p.red + s.red * share) * alpha, (p.green + s.green * share) * alpha, (p.blue + s.blue * share) * alpha, alpha};
  return mixed;
}

// Blocks of a row, premultiplied, as a row of a tile has them.
INLINE void CP(gradient_row)(const CPGradient *gradient, const CPMap *map, int y, int from, int to, int16_t *line) {
  // Along a row that an axial gradient crosses at a right angle nothing changes.
  const bool is_even = gradient->type == 0 && map->xx == 0 && map->wx == 0;
  const int end = is_even ? from + 8 : to;
  if (gradient->is_opaque) {
    for (int x = from; x < end; x += 8) CP(put_near)(line + x, CP(gradient_pixels)(gradient, map, x, y, true));
  } else {
    for (int x = from; x < end; x += 8) CP(put_near)(line + x, CP(gradient_pixels)(gradient, map, x, y, false));
  }
  const CP(Fixed) own = CP(take_pixels)(line + from, 8);
  for (int x = end; x < to; x += 8) CP(replace)(line + x, own, 8);
}
