// Colour that is taken from a surface, also elsewhere and between its pixels: for filters.
//
// Transparent outside of what the surface holds; with EXTENDED the edge's pixels go on there.

uniform highp sampler2D u_image;

flat in vec2 v_origin;  // the surface's first pixel on the device
flat in vec4 v_part;    // device pixels that the surface holds: min x, min y, max x, max y

// Of a surface whose first pixel is at origin, and which holds the device pixels of part.
vec4 colorIn(highp sampler2D image, vec2 origin, vec4 part, vec2 position) {
  vec2 inside = clamp(position, part.xy + 0.5, part.zw - 0.5);
  vec4 color = textureLod(image, (inside - origin) / vec2(textureSize(image, 0)), 0.0);
#ifdef EXTENDED
  return color;
#else
  // The share of the pixel-sized square about the position that the surface covers: linear filtering against transparency.
  vec2 p = clamp(position, part.xy - 0.5, part.zw + 0.5);
  vec2 low = clamp(p - part.xy + 0.5, 0.0, 1.0);
  vec2 high = clamp(part.zw - p + 0.5, 0.0, 1.0);
  return color * (low.x * low.y * high.x * high.y);
#endif
}

vec4 colorAt(vec2 position) { return colorIn(u_image, v_origin, v_part, position); }
