// The mean of a surface along one direction, of means that another surface holds (docs/rendering.md, section 19): half of a wide
// box blur. Inputs as in filter.vert and spread.glsl. u_image holds means of v_cell.x pixels each, of which v_cell.y lie
// beside one another; u_source is what they are of, on the device pixels v_rect: samples from v_cell.z on are its own.
// v_sampling is as for mean.frag. Premultiplied.

uniform highp sampler2D u_source;

flat in vec4 v_rect;
flat in vec4 v_sampling;
flat in vec4 v_cell;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec2 step = v_sampling.xy;
  vec4 sum = vec4(0.0);
  for (float block = 0.5 - 0.5 * v_cell.y; block < 0.5 * v_cell.y; block += 1.0) {
    sum += colorAt(device + block * v_cell.x * step);
  }
  sum *= v_cell.x;
  float reached = 0.5 * v_cell.x * v_cell.y;
  for (float k = v_cell.z; k <= v_sampling.w; k += 1.0) {
    float weight = clamp(v_sampling.z + 0.5 - k, 0.0, 1.0) - clamp(reached + 0.5 - k, 0.0, 1.0);
    sum += weight * (colorIn(u_source, v_rect.xy, v_rect, device + k * step)
        + colorIn(u_source, v_rect.xy, v_rect, device - k * step));
  }
  paint(sum * (v_blend.x / (2.0 * v_sampling.z)), 1.0, int(v_blend.y), device);
}
