// Pointwise filters (docs/rendering.md, section 19): one function per case of `ColorFilter.Kind` in
// Swift, named for it. Swift makes `changed`, which calls the function of a number. Of data: where
// the picture lies in its texture; from the box to it, and the filter's number; three texels that
// map the box to positions in the layer; the filter's rows.

// A row of the filter's numbers.
vec4 row(int index) { return dataAt(v_data + 5 + index); }

// The pixel from the middle of the layer, in halves of its diagonal.
vec2 positionInLayer() {
  vec3 p = vec3(placeInBox(), 1.0);
  return vec2(dot(dataAt(v_data + 2).xyz, p), dot(dataAt(v_data + 3).xyz, p)) / dot(dataAt(v_data + 4).xyz, p);
}

// sRGB's curve, from encoded to linear and back.
vec3 decoded(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045))); }
vec3 encoded(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308))); }

vec4 colorMatrixFilter(vec4 c) {
  return vec4(dot(c, row(0)), dot(c, row(1)), dot(c, row(2)), dot(c, row(3))) + row(4);
}

float cubic(vec4 a, float x) { return ((a.w * x + a.z) * x + a.y) * x + a.x; }
vec4 colorPolynomialFilter(vec4 c) {
  return vec4(cubic(row(0), c.r), cubic(row(1), c.g), cubic(row(2), c.b), cubic(row(3), c.a));
}

vec4 exposureFilter(vec4 c) { return vec4(encoded(decoded(max(c.rgb, 0.0)) * row(0).x), c.a); }

vec4 gammaFilter(vec4 c) {
  // Below 0 there is nothing to take a power of; 0 to the power of 0 is 1, which pow leaves
  // undefined.
  float power = row(0).x;
  return vec4(power == 0.0 ? vec3(1.0) : pow(max(c.rgb, 0.0), vec3(power)), c.a);
}

vec4 vignetteFilter(vec4 c) {
  vec2 share = positionInLayer() / row(0).y;
  return vec4(c.rgb * max(0.0, 1.0 - row(0).x * dot(share, share)), c.a);
}

void main() {
  vec4 how = dataAt(v_data + 1);
  o_color = pictureAt(pictureSlot(), dataAt(v_data), placeInBox() + how.xy);
  if (!(o_color.a > 0.0)) return;
  vec4 color = clamp(changed(int(how.z), vec4(o_color.rgb / o_color.a, o_color.a)), 0.0, 1.0);
  // The straight colour of a pixel below a byte's least alpha is known too roughly to count in
  // full.
  o_color = mix(o_color, vec4(color.rgb * color.a, color.a), min(o_color.a * 255.0, 1.0));
}
