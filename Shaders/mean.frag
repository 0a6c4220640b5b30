// The mean of a surface along one direction (docs/rendering.md, section 19): half of a box blur. Inputs as in blur.vert and
// spread.glsl, but for a_sampling: z is how far the mean reaches in steps, w that rounded up. Premultiplied.

flat in vec4 v_sampling;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec4 sum = colorAt(device);
  float weights = 1.0;
  for (float k = 1.0; k <= v_sampling.w; k += 1.0) {
    float weight = clamp(v_sampling.z + 0.5 - k, 0.0, 1.0);
    sum += weight * (colorAt(device + k * v_sampling.xy) + colorAt(device - k * v_sampling.xy));
    weights += 2.0 * weight;
  }
  paint(sum * (v_blend.x / weights), 1.0, int(v_blend.y), device);
}
