// Blend modes (docs/rendering.md, section 20), with the numbers of BlendMode's cases in Swift.
// Source and backdrop are premultiplied; the modes of colour work on straight colours. (Source of
// their formulas: W3C, Compositing and Blending Level 1.)

float luminosityOf(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }
float saturationOf(vec3 c) { return max(max(c.r, c.g), c.b) - min(min(c.r, c.g), c.b); }

vec3 withLuminosity(vec3 c, float luminosity) {
  c += luminosity - luminosityOf(c);
  float l = luminosityOf(c);
  float least = min(min(c.r, c.g), c.b);
  float most = max(max(c.r, c.g), c.b);
  // Of a grey all are the same but for rounding, and there is nothing to divide by.
  if (least < 0.0 && l > least) c = l + (c - l) * (l / (l - least));
  if (most > 1.0 && most > l) c = l + (c - l) * ((1.0 - l) / (most - l));
  return c;
}

vec3 withSaturation(vec3 c, float saturation) {
  float least = min(min(c.r, c.g), c.b);
  float range = saturationOf(c);
  // What differs by less is a grey.
  return range >= 1.0 / 1024.0 ? (c - least) * (saturation / range) : vec3(0.0);
}

float dodged(float s, float d) { return d <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, d / (1.0 - s)); }
float burned(float s, float d) { return d >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - d) / s); }

float softened(float s, float d) {
  if (s <= 0.5) return d - (1.0 - 2.0 * s) * d * (1.0 - d);
  float lifted = d <= 0.25 ? ((16.0 * d - 12.0) * d + 4.0) * d : sqrt(d);
  return d + (2.0 * s - 1.0) * (lifted - d);
}

vec3 hardened(vec3 s, vec3 d) {
  return mix(2.0 * s * d, 1.0 - 2.0 * (1.0 - s) * (1.0 - d), greaterThan(s, vec3(0.5)));
}

// The mode itself, for modes up to modeLuminosity.
vec3 mixedColor(int mode, vec3 s, vec3 d) {
  if (mode == modeMultiply) return s * d;
  if (mode == modeScreen) return s + d - s * d;
  if (mode == modeOverlay) return hardened(d, s);
  if (mode == modeDarken) return min(s, d);
  if (mode == modeLighten) return max(s, d);
  if (mode == modeColorDodge) return vec3(dodged(s.r, d.r), dodged(s.g, d.g), dodged(s.b, d.b));
  if (mode == modeColorBurn) return vec3(burned(s.r, d.r), burned(s.g, d.g), burned(s.b, d.b));
  if (mode == modeSoftLight) return vec3(softened(s.r, d.r), softened(s.g, d.g), softened(s.b, d.b));
  if (mode == modeHardLight) return hardened(s, d);
  if (mode == modeDifference) return abs(d - s);
  if (mode == modeExclusion) return s + d - 2.0 * s * d;
  if (mode == modeHue) return withLuminosity(withSaturation(s, saturationOf(d)), luminosityOf(d));
  if (mode == modeSaturation) return withLuminosity(withSaturation(d, saturationOf(s)), luminosityOf(d));
  if (mode == modeColor) return withLuminosity(s, luminosityOf(d));
  if (mode == modeLuminosity) return withLuminosity(d, luminosityOf(s));
  return s;
}

vec4 blended(int mode, vec4 source, vec4 backdrop) {
  source = clamp(source, 0.0, 1.0);
  backdrop = clamp(backdrop, 0.0, 1.0);
  if (mode <= modeLuminosity) {
    vec3 s = source.a > 0.0 ? source.rgb / source.a : vec3(0.0);
    vec3 d = backdrop.a > 0.0 ? backdrop.rgb / backdrop.a : vec3(0.0);
    vec3 mixed = mixedColor(mode, s, d);
    vec3 color = (1.0 - backdrop.a) * source.rgb + (1.0 - source.a) * backdrop.rgb + source.a * backdrop.a * mixed;
    return vec4(color, source.a + backdrop.a - source.a * backdrop.a);
  }
  if (mode == modeClear) return vec4(0.0);
  if (mode == modeCopy) return source;
  if (mode == modeSourceIn) return source * backdrop.a;
  if (mode == modeSourceOut) return source * (1.0 - backdrop.a);
  if (mode == modeSourceAtop) return source * backdrop.a + backdrop * (1.0 - source.a);
  if (mode == modeDestOver) return backdrop + source * (1.0 - backdrop.a);
  if (mode == modeDestIn) return backdrop * source.a;
  if (mode == modeDestOut) return backdrop * (1.0 - source.a);
  if (mode == modeDestAtop) return backdrop * source.a + source * (1.0 - backdrop.a);
  if (mode == modeXor) return source * (1.0 - backdrop.a) + backdrop * (1.0 - source.a);
  if (mode == modePlusL) return min(vec4(1.0), source + backdrop);
  // modePlusD
  float alpha = min(1.0, source.a + backdrop.a);
  return vec4(max(vec3(0.0), source.rgb + backdrop.rgb - source.a - backdrop.a + alpha), alpha);
}
