// Colour that is taken from a surface, also elsewhere and between its pixels: for filters.
//
// Transparent outside of what the surface holds; with EXTENDED the edge's pixels go on there.

uniform highp sampler2D u_image;

flat in vec2 v_origin;  // the surface's first pixel on the device
flat in vec4 v_part;    // device pixels that the surface holds: min x, min y, max x, max y

vec4 colorAt(vec2 position) {
  vec2 inside = clamp(position, v_part.xy + 0.5, v_part.zw - 0.5);
  vec4 color = textureLod(u_image, (inside - v_origin) / vec2(textureSize(u_image, 0)), 0.0);
#ifdef EXTENDED
  return color;
#else
  // The share of the pixel-sized square about the position that the surface covers: linear filtering against transparency.
  vec2 p = clamp(position, v_part.xy - 0.5, v_part.zw + 0.5);
  vec2 low = clamp(p - v_part.xy + 0.5, 0.0, 1.0);
  vec2 high = clamp(v_part.zw - p + 0.5, 0.0, 1.0);
  return color * (low.x * low.y * high.x * high.y);
#endif
}
