// Makes a surface smaller: each pixel is the mean of those that it covers (docs/rendering.md, section 15: wide Gaussians). Their
// numbers across and down, powers of two, are v_scale. Inputs as in blur.vert and spread.glsl; premultiplied.

flat in vec2 v_scale;
flat in vec2 v_blend;

void main() {
  vec2 pixel = floor(devicePosition());
  // Linear filtering halfway between two pixels gives the mean of both.
  vec2 step = min(v_scale, 2.0);
  vec2 counts = v_scale / step;
  vec4 sum = vec4(0.0);
  for (float row = 0.5; row < counts.y; row += 1.0) {
    for (float column = 0.5; column < counts.x; column += 1.0) sum += colorAt(pixel * v_scale + vec2(column, row) * step);
  }
  paint(sum * (v_blend.x / (counts.x * counts.y)), 1.0, int(v_blend.y), devicePosition());
}
