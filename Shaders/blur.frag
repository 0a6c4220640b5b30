// Blurs a surface along one direction (docs/rendering.md, section 15): the sum over k of exp(−k²/2σ²)·color(k steps away),
// normalised. Along a pixel axis steps land on pixels; otherwise between them, where the texture's linear filter mixes two.
// Inputs as in blur.vert; the texture and the output are premultiplied.

uniform highp sampler2D u_image;

flat in vec2 v_origin;
flat in vec4 v_part;
flat in vec4 v_sampling;
flat in vec2 v_blend;

// Transparent outside of what the surface holds.
vec4 colorAt(vec2 position) {
  vec2 p = clamp(position, v_part.xy - 0.5, v_part.zw + 0.5);
  // The share of the pixel-sized square about p that the surface covers: linear filtering against transparency.
  vec2 low = clamp(p - v_part.xy + 0.5, 0.0, 1.0);
  vec2 high = clamp(v_part.zw - p + 0.5, 0.0, 1.0);
  vec2 inside = clamp(p, v_part.xy + 0.5, v_part.zw - 0.5);
  vec4 color = textureLod(u_image, (inside - v_origin) / vec2(textureSize(u_image, 0)), 0.0);
  return color * (low.x * low.y * high.x * high.y);
}

void main() {
  vec2 device = devicePosition();
  float falloff = -0.5 / (v_sampling.z * v_sampling.z);
  vec4 sum = colorAt(device);
  float weights = 1.0;
  for (float k = 1.0; k <= v_sampling.w; k += 1.0) {
    float weight = exp(falloff * k * k);
    sum += weight * (colorAt(device + k * v_sampling.xy) + colorAt(device - k * v_sampling.xy));
    weights += 2.0 * weight;
  }
  paint(sum * (v_blend.x / weights), 1.0, int(v_blend.y), device);
}
