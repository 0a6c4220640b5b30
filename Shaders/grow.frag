// Shows a surface that was made smaller at the device's size, between its pixels. Inputs as in blur.vert and spread.glsl;
// premultiplied.

flat in vec2 v_scale;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  paint(colorAt(device * v_scale) * v_blend.x, 1.0, int(v_blend.y), device);
}
