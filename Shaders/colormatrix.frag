// A colour matrix (docs/rendering.md, section 19): straight red, green, blue and alpha are the products of the straight colour
// with v_rect, v_sampling, v_cell and v_tint, plus the bias. Texture and output are premultiplied.

flat in vec3 v_column0;  // the bias of red, green and blue
flat in vec3 v_column1;  // x: that of alpha
flat in vec4 v_rect;
flat in vec4 v_sampling;
flat in vec4 v_cell;
flat in vec4 v_tint;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec4 color = colorAt(device);
  if (color.a > 0.0) {
    vec4 straight = vec4(color.rgb / color.a, color.a);
    vec4 products = vec4(dot(straight, v_rect), dot(straight, v_sampling), dot(straight, v_cell), dot(straight, v_tint));
    color = clamp(products + vec4(v_column0, v_column1.x), 0.0, 1.0);
    color.rgb *= color.a;
  }
  paint(color * v_blend.x, 1.0, int(v_blend.y), device);
}
