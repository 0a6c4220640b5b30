// Mixes a group's surface with its backdrop and takes the backdrop's place (docs/rendering.md, sections 20 and 21). Drawn without
// the device's own blending. Textures and output are premultiplied.
//
// v_sampling: x is the mode (modes.glsl), or 28 to put the surface in the backdrop's place; z, w are the backdrop's first pixel
// on the device. v_part, v_rect and v_cell are the device pixels that the surface, the backdrop and the mask hold.

uniform highp sampler2D u_image;
uniform highp sampler2D u_backdrop;
#ifdef MASKED
uniform highp sampler2D u_mask;
#endif

flat in vec4 v_rect;
flat in vec2 v_origin;
flat in vec4 v_part;
flat in vec4 v_sampling;
flat in vec4 v_cell;
flat in vec2 v_blend;

// A surface's colour at a device position; transparent beyond what it holds.
vec4 colorOf(highp sampler2D surface, vec4 area, vec2 device) {
  if (any(lessThan(device, area.xy)) || any(greaterThan(device, area.zw))) return vec4(0.0);
  return texelFetch(surface, ivec2(floor(device - area.xy)), 0);
}

void main() {
  vec2 device = devicePosition();
  vec4 source = colorOf(u_image, v_part, device);
  vec4 backdrop = colorOf(u_backdrop, v_rect, device);
  float coverage = clipCoverage(int(v_blend.y), device);
#ifdef MASKED
  coverage *= colorOf(u_mask, v_cell, device).a;
#endif
  int mode = int(v_sampling.x);
  o_color = mode == 28 ? mix(backdrop, source, coverage * v_blend.x)
                       : mix(backdrop, blended(mode, source * v_blend.x, backdrop), coverage);
}
