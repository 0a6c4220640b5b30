// Blend modes (rendering rules §20), 8 pixels at a time: the formulas of W3C's Compositing and
// Blending, where s is the source and d what is beneath it.

// A smaller range is a grey, to which rounding can give any hue.
#define CP_LEAST_RANGE (1.0f / 1024)

typedef struct {
  F8 red, green, blue;
} CP(Color);

INLINE F8 CP(min_of)(CP(Color) c) { return CP(min)(CP(min)(c.red, c.green), c.blue); }
INLINE F8 CP(max_of)(CP(Color) c) { return CP(max)(CP(max)(c.red, c.green), c.blue); }
INLINE F8 CP(luminosity_of)(CP(Color) c) { return c.red * 0.3f + c.green * 0.59f + c.blue * 0.11f; }
INLINE F8 CP(saturation_of)(CP(Color) c) { return CP(max_of)(c) - CP(min_of)(c); }
INLINE CP(Color) CP(select_color)(I8 mask, CP(Color) a, CP(Color) b) {
  return (CP(Color)){
      CP(select)(mask, a.red, b.red), CP(select)(mask, a.green, b.green), CP(select)(mask, a.blue, b.blue)};
}
// The straight components; 0 where nothing is.
INLINE CP(Color) CP(straight)(CP(Pixels) p) {
  const I8 is_there = p.alpha > 0;
  const F8 alpha = CP(select)(is_there, p.alpha, CP(splat)(1)), none = CP(splat)(0);
  return (CP(Color)){
      CP(select)(is_there, p.red / alpha, none), CP(select)(is_there, p.green / alpha, none),
      CP(select)(is_there, p.blue / alpha, none)};
}

// SetSat: the least component becomes 0, the greatest `saturation`, and the one between keeps its
// place between them.
INLINE CP(Color) CP(with_saturation)(CP(Color) c, F8 saturation) {
  const F8 least = CP(min_of)(c), range = CP(saturation_of)(c);
  const I8 is_color = range >= CP_LEAST_RANGE;
  const F8 scale = (F8)((I8)(saturation / CP(select)(is_color, range, CP(splat)(1))) & is_color);
  return (CP(Color)){(c.red - least) * scale, (c.green - least) * scale, (c.blue - least) * scale};
}
// grey + (c − grey)·share
INLINE CP(Color) CP(about)(CP(Color) c, F8 grey, F8 share) {
  return (CP(Color)){
      grey + (c.red - grey) * share, grey + (c.green - grey) * share, grey + (c.blue - grey) * share};
}
// SetLum, and ClipColor: moved towards its grey until it is a colour.
INLINE CP(Color) CP(with_luminosity)(CP(Color) c, F8 luminosity) {
  const F8 by = luminosity - CP(luminosity_of)(c), one = CP(splat)(1);
  c = (CP(Color)){c.red + by, c.green + by, c.blue + by};
  const F8 grey = CP(luminosity_of)(c), least = CP(min_of)(c);
  // Of a grey all are the same but for rounding, and there is nothing to divide by.
  const I8 is_low = (least < 0) & (grey > least);
  c = CP(select_color)(is_low, CP(about)(c, grey, grey / CP(select)(is_low, grey - least, one)), c);
  const F8 greatest = CP(max_of)(c);
  const I8 is_high = (greatest > 1) & (greatest > grey);
  return CP(select_color)(is_high, CP(about)(c, grey, (one - grey) / CP(select)(is_high, greatest - grey, one)), c);
}

INLINE F8 CP(hard_light)(F8 s, F8 d) {
  const F8 t = s * 2.0f - 1.0f;
  return CP(select)(s <= 0.5f, s * d * 2.0f, t + d - t * d);
}
INLINE F8 CP(soft_light)(F8 s, F8 d) {
  const F8 soft = CP(select)(d <= 0.25f, ((d * 16.0f - 12.0f) * d + 4.0f) * d, CP(root)(d));
  const F8 t = s * 2.0f - 1.0f;
  return CP(select)(s <= 0.5f, d + t * d * (1.0f - d), d + t * (soft - d));
}
INLINE F8 CP(color_dodge)(F8 s, F8 d) {
  const F8 one = CP(splat)(1), none = CP(splat)(0);
  const F8 result = CP(min)(d / CP(select)(s < 1, one - s, one), one);
  return CP(select)(d <= 0, none, CP(select)(s >= 1, one, result));
}
INLINE F8 CP(color_burn)(F8 s, F8 d) {
  const F8 one = CP(splat)(1), none = CP(splat)(0);
  const F8 result = one - CP(min)((one - d) / CP(select)(s > 0, s, one), one);
  return CP(select)(d >= 1, one, CP(select)(s <= 0, none, result));
}

// The modes that take each component for itself.
INLINE F8 CP(component)(int mode, F8 s, F8 d) {
  switch (mode) {
    case CP_MULTIPLY: return s * d;
    case CP_SCREEN: return s + d - s * d;
    case CP_OVERLAY: return CP(hard_light)(d, s);
    case CP_DARKEN: return CP(min)(s, d);
    case CP_LIGHTEN: return CP(max)(s, d);
    case CP_COLOR_DODGE: return CP(color_dodge)(s, d);
    case CP_COLOR_BURN: return CP(color_burn)(s, d);
    case CP_SOFT_LIGHT: return CP(soft_light)(s, d);
    case CP_HARD_LIGHT: return CP(hard_light)(s, d);
    case CP_DIFFERENCE: return CP(size)(s - d);
    case CP_EXCLUSION: return s + d - s * d * 2.0f;
    default: return s;
  }
}

// mode(s, d) of straight colours.
INLINE CP(Color) CP(mode_of_color)(int mode, CP(Color) s, CP(Color) d) {
  switch (mode) {
    case CP_HUE:
      return CP(with_luminosity)(CP(with_saturation)(s, CP(saturation_of)(d)), CP(luminosity_of)(d));
    case CP_SATURATION:
      return CP(with_luminosity)(CP(with_saturation)(d, CP(saturation_of)(s)), CP(luminosity_of)(d));
    case CP_COLOR: return CP(with_luminosity)(s, CP(luminosity_of)(d));
    case CP_LUMINOSITY: return CP(with_luminosity)(d, CP(luminosity_of)(s));
    default:
      return (CP(Color)){
          CP(component)(mode, s.red, d.red), CP(component)(mode, s.green, d.green),
          CP(component)(mode, s.blue, d.blue)};
  }
}

// a·x + b·y
INLINE CP(Pixels) CP(weighed)(CP(Pixels) a, F8 x, CP(Pixels) b, F8 y) {
  return (CP(Pixels)){
      a.red * x + b.red * y, a.green * x + b.green * y, a.blue * x + b.blue * y, a.alpha * x + b.alpha * y};
}
INLINE CP(Pixels) CP(cut_pixels)(CP(Pixels) p) {
  return (CP(Pixels)){CP(cut)(p.red), CP(cut)(p.green), CP(cut)(p.blue), CP(cut)(p.alpha)};
}

// plusD: max(0, S + D − Sα − Dα + Bα).
INLINE CP(Pixels) CP(plus_darker)(CP(Pixels) s, CP(Pixels) d) {
  const F8 alpha = CP(min)(s.alpha + d.alpha, CP(splat)(1)), none = CP(splat)(0);
  const F8 by = alpha - s.alpha - d.alpha;
  return (CP(Pixels)){
      CP(max)(s.red + d.red + by, none), CP(max)(s.green + d.green + by, none), CP(max)(s.blue + d.blue + by, none),
      alpha};
}

// B(S, D), premultiplied.
INLINE CP(Pixels) CP(blended)(int mode, CP(Pixels) s, CP(Pixels) d) {
  s = CP(cut_pixels)(s);
  d = CP(cut_pixels)(d);
  const F8 one = CP(splat)(1), none = CP(splat)(0);
  switch (mode) {
    case CP_CLEAR: return CP(weighed)(s, none, d, none);
    case CP_COPY: return s;
    case CP_SOURCE_IN: return CP(weighed)(s, d.alpha, d, none);
    case CP_SOURCE_OUT: return CP(weighed)(s, one - d.alpha, d, none);
    case CP_SOURCE_ATOP: return CP(weighed)(s, d.alpha, d, one - s.alpha);
    case CP_DESTINATION_OVER: return CP(weighed)(s, one - d.alpha, d, one);
    case CP_DESTINATION_IN: return CP(weighed)(s, none, d, s.alpha);
    case CP_DESTINATION_OUT: return CP(weighed)(s, none, d, one - s.alpha);
    case CP_DESTINATION_ATOP: return CP(weighed)(s, one - d.alpha, d, s.alpha);
    case CP_XOR: return CP(weighed)(s, one - d.alpha, d, one - s.alpha);
    case CP_PLUS_LIGHTER: {
      const CP(Pixels) sum = CP(weighed)(s, one, d, one);
      return (CP(Pixels)){
          CP(min)(sum.red, one), CP(min)(sum.green, one), CP(min)(sum.blue, one), CP(min)(sum.alpha, one)};
    }
    case CP_PLUS_DARKER: return CP(plus_darker)(s, d);
    default: {
      const CP(Color) mixed = CP(mode_of_color)(mode, CP(straight)(s), CP(straight)(d));
      const F8 both = s.alpha * d.alpha;
      const CP(Pixels) m = {mixed.red * both, mixed.green * both, mixed.blue * both, both};
      const CP(Pixels) rest = CP(weighed)(s, one - d.alpha, d, one - s.alpha);
      return CP(weighed)(rest, one, m, one);
    }
  }
}

static void CP(blend)(
    const CPTile *tile, const CPRegion *region, const CPSurface *surface, float opacity, int32_t mode) {
  CP(Region) set;
  if (!CP(begin_region)(&set, tile, region)) return;
  const F8 faded = CP(splat)(opacity);
  for (int y = set.min_y; y < set.max_y; y++) {
    if (!CP(begin_row)(&set, tile, y)) continue;
    CP(cover_row)(&set, y, set.first, set.end);
    int16_t *pixels = tile->pixels + y * 256;
    for (int x = set.first; x < set.end; x += 8) {
      F8 coverage = CP(load)(set.coverage + x);
      if (surface->mask) {
        coverage *= CP(numbers)(surface->mask + y * surface->mask_stride + x) * (1.0f / CP_ONE);
      }
      const CP(Pixels) d = CP(pixels_at)(pixels + x);
      const CP(Pixels) s = CP(times)(CP(surface_pixels)(surface, x, y), faded);
      // R = D + (B(S, D) − D)·k, where k is the coverage.
      CP(Pixels) result = CP(mixed)(d, mode == CP_REPLACE ? s : CP(blended)(mode, s, d), coverage);
      if (region->is_cut) result = CP(cut_pixels)(result);
      CP(put_pixels)(pixels + x, result);
    }
  }
}
