// Draws a group's surface, pixel on pixel, faded (docs/rendering.md, section 11). Texture and output are premultiplied.

uniform highp sampler2D u_image;

flat in vec2 v_origin;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec4 color = texelFetch(u_image, ivec2(floor(device - v_origin)), 0);
  paint(color * v_blend.x, 1.0, int(v_blend.y), device);
}
