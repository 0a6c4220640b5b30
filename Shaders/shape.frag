// Draws a path's coverage in one colour (docs/rendering.md, section 18). Inputs as in blur.vert, but for a_sampling, which is
// the colour, premultiplied; coverage is the texture's red; the output is premultiplied.

uniform highp sampler2D u_image;

flat in vec2 v_origin;
flat in vec4 v_part;
flat in vec4 v_sampling;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  float coverage = texelFetch(u_image, ivec2(floor(device - v_origin)), 0).r;
  paint(v_sampling * v_blend.x, coverage, int(v_blend.y), device);
}
