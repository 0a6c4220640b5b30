// Draws the alpha of a surface in one colour (docs/rendering.md, section 15). Inputs as in blur.vert and spread.glsl, but for a_sampling,
// which is the colour, premultiplied; the output is premultiplied.

flat in vec2 v_scale;
flat in vec4 v_sampling;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
#ifdef SCALED
  float alpha = colorAt(device * v_scale).a;
#else
  float alpha = texelFetch(u_image, ivec2(floor(device - v_origin)), 0).a;
#endif
  paint(v_sampling * (alpha * v_blend.x), 1.0, int(v_blend.y), device);
}
