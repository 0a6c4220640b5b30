// Blurs a surface along one direction (docs/rendering.md, section 15): the sum over k of exp(−k²/2σ²)·color(k steps away),
// normalised. Along a pixel axis steps land on pixels; otherwise between them, where the texture's linear filter mixes two.
// Inputs as in blur.vert and spread.glsl; the texture and the output are premultiplied.

flat in vec4 v_sampling;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  // exp(−k²/2σ²) without a power each: from k to k + 1 it shrinks by a factor that itself shrinks by the same factor each time.
  float falloff = exp(-1.0 / (v_sampling.z * v_sampling.z));
  float factor = sqrt(falloff);
  float weight = 1.0;
  vec4 sum = colorAt(device);
  float weights = 1.0;
  for (float k = 1.0; k <= v_sampling.w; k += 1.0) {
    weight *= factor;
    factor *= falloff;
    sum += weight * (colorAt(device + k * v_sampling.xy) + colorAt(device - k * v_sampling.xy));
    weights += 2.0 * weight;
  }
  paint(sum * (v_blend.x / weights), 1.0, int(v_blend.y), device);
}
