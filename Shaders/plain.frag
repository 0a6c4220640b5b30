// Draws plain quads (docs/rendering.md, sections 4 to 10, 14 and 16, for the usual case): a colour, an image, or both
// multiplied, also by the alpha of another image, with no edge, four straight ones or round corners. Needs mixing.glsl. Textures and output
// are premultiplied.
//
// No position of a fragment is asked for, nothing is flat and there is no clip: so drivers on the CPU, which have short
// cuts for shaders that only sample and multiply, can take them.

#ifdef COLORED
in vec4 v_color;    // premultiplied
#endif
#ifdef BORDERED
in vec4 v_line;     // premultiplied, of the line along the edge; what is filled has `v_color`, both the same alpha
in vec4 v_corner;   // device pixels: x, y inwards from the corner's straight edges; its radius; the line's width
#endif
#ifdef TEXTURED
uniform highp sampler2D u_image;
#ifdef PERSPECTIVE
in vec3 v_texture;  // homogeneous
#else
in vec2 v_texture;  // shares of the image's size
#endif
#endif
#ifdef MASKED
uniform highp sampler2D u_mask;
in vec2 v_mask;     // shares of the mask's size
#endif
#ifdef EDGED
in vec4 v_edges;    // device pixels inwards from the edges min x, max x, min y, max y
#endif
#ifdef ROUNDED
in vec4 v_edges;    // device pixels: x, y from the rectangle's middle; half its width and height
in vec2 v_corner;   // device pixels: the corners' radius; the line's width, where hollow
#endif

#ifdef FETCHING
inout vec4 o_color;  // what is there
#else
out vec4 o_color;
#endif

#if defined(ROUNDED) || defined(BORDERED)
// The coverage of a rectangle along the axes with alike corners; its sides are at least a pixel long. Beside the
// corners' squares one of `a` is 0, and the arc's formula gives the edge's.
float coverage(vec2 inwards, float radius) {
  vec2 c = clamp(inwards + 0.5, 0.0, 1.0);
  vec2 a = max(radius - inwards, 0.0);
  float square = dot(a, a);
  float arc = square > 0.0 ? clamp(radius - sqrt(square) + 0.5, 0.0, 1.0) : 1.0;
#ifdef DOUBLED
  return min(c.x * c.y, arc) * c.x * c.y;
#else
  return min(c.x * c.y, arc);
#endif
}
#endif

void main() {
#ifdef TEXTURED
#if defined(EXACT) && defined(PERSPECTIVE)
  vec4 color = mixedPixels(u_image, v_texture.xy / v_texture.z * vec2(textureSize(u_image, 0)));
#elif defined(EXACT)
  vec4 color = mixedPixels(u_image, v_texture * vec2(textureSize(u_image, 0)));
#elif defined(PERSPECTIVE)
  vec4 color = texture(u_image, v_texture.xy / v_texture.z);
#elif defined(SMOOTH) || defined(STEADY)
  // With a level of its own the shader is none of those that drivers on the CPU run in 8-bit numbers, too few to mix
  // pixels without a bias.
  vec4 color = textureLod(u_image, v_texture, 0.0);
#else
  vec4 color = texture(u_image, v_texture);
#endif
#ifdef JOINED
  // Of an opaque image, and beside its colours what all is multiplied by.
  float mask = color.a;
  color.a = 1.0;
#endif
#ifdef COLORED
  color *= v_color;
#endif
#else
#ifdef STEADY
  // Colours are not below 0, and this changes none; but it is more than such drivers do in 8-bit numbers.
  vec4 color = max(v_color, 0.0);
#else
  vec4 color = v_color;
#endif
#endif
#if defined(MASKED) && defined(EXACT)
  color *= mixedPixels(u_mask, v_mask * vec2(textureSize(u_mask, 0))).a;
#elif defined(MASKED)
  color *= textureLod(u_mask, v_mask, 0.0).a;
#endif
#ifdef JOINED
  color *= mask;
#endif
#ifdef EDGED
  vec4 c = clamp(v_edges + 0.5, 0.0, 1.0);
  vec2 both = max(c.xz + c.yw - 1.0, 0.0);
  color *= both.x * both.y;
#ifdef DOUBLED
  color *= both.x * both.y;
#endif
#endif
#ifdef ROUNDED
  vec2 inwards = v_edges.zw - abs(v_edges.xy);
#ifdef HOLLOW
  color *= max(coverage(inwards, v_corner.x) - coverage(inwards - v_corner.y, max(v_corner.x - v_corner.y, 0.0)), 0.0);
#else
  color *= coverage(inwards, v_corner.x);
#endif
#endif
#ifdef BORDERED
  // What is filled ends in the middle of the line.
  float outer = coverage(v_corner.xy, v_corner.z);
  float line = max(outer - coverage(v_corner.xy - v_corner.w, v_corner.z - v_corner.w), 0.0);
  float middle = 0.5 * v_corner.w;
  color *= coverage(v_corner.xy - middle, v_corner.z - middle) * (1.0 - line);
  color += v_line * line;
#endif
#ifdef CUT
  color = clamp(color, 0.0, 1.0);
#endif
#ifdef FETCHING
  o_color = color + o_color * (1.0 - color.a);
#else
  o_color = color;
#endif
}
