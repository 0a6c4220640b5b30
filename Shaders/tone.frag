// Exposure and gamma (docs/rendering.md, section 19). v_sampling.x is 0 for exposure and 1 for gamma, y the factor or the
// power. Texture and output are premultiplied.

flat in vec4 v_sampling;
flat in vec2 v_blend;

// sRGB's curve, from encoded to linear and back.
vec3 decoded(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));
}
vec3 encoded(vec3 c) {
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

void main() {
  vec2 device = devicePosition();
  vec4 color = colorAt(device);
  if (color.a > 0.0) {
    // Below 0 both give nothing (0 to the power of 0 is 1, but pow leaves it undefined); above 1 both go on.
    vec3 straight = max(color.rgb / color.a, 0.0);
    if (v_sampling.x == 0.0) {
      straight = encoded(min(decoded(straight) * v_sampling.y, 1.0));
    } else {
      straight = v_sampling.y == 0.0 ? vec3(1.0) : min(pow(straight, vec3(v_sampling.y)), 1.0);
    }
    color.rgb = straight * color.a;
  }
  paint(color * v_blend.x, 1.0, int(v_blend.y), device);
}
