// Draws the alpha of a surface in one colour (docs/rendering.md, section 15). Inputs as in blur.vert, but for a_sampling,
// which is the colour, premultiplied; the output is premultiplied.

uniform highp sampler2D u_image;

flat in vec2 v_origin;
flat in vec4 v_part;
flat in vec4 v_sampling;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  float alpha = texelFetch(u_image, ivec2(floor(device - v_origin)), 0).a;
  paint(v_sampling * (alpha * v_blend.x), 1.0, int(v_blend.y), device);
}
