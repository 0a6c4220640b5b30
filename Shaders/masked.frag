// Draws a group's surface, pixel on pixel, multiplied by the alpha of another (docs/rendering.md, section 16). Inputs as in
// surface.vert; textures and output are premultiplied.

uniform highp sampler2D u_image;
uniform highp sampler2D u_mask;
uniform vec2 u_maskOrigin;  // the mask surface's first pixel on the device

flat in vec2 v_origin;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec4 color = texelFetch(u_image, ivec2(floor(device - v_origin)), 0);
  float mask = texelFetch(u_mask, ivec2(floor(device - u_maskOrigin)), 0).a;
  paint(color * (v_blend.x * mask), 1.0, int(v_blend.y), device);
}
