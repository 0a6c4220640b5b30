// Places a corner of a plain quad: one whose corners carry all that its program needs, each number of it linear across
// the quad. Only what the program's features use goes on to plain.frag, which explains it.

// Scale x, scale y, offset x, offset y.
uniform vec4 u_target;
#ifdef TEXTURED
// The share of the texture that one of its pixels is across and down.
uniform vec2 u_imageScale;
#endif
#ifdef MASKED
// The share of the mask's texture that one of its pixels is across and down.
uniform vec2 u_maskScale;
#endif

#if defined(COLORED) && !defined(TEXTURED) && !defined(MASKED) && !defined(EDGED) && !defined(ROUNDED) && !defined(BORDERED) \
    && !defined(FETCHING) && !defined(RAMPED) && !defined(STEADY)
#define ONE_COLOR 1
// How many steps the target's numbers have from 0 to 1: 255 for bytes. 0 where none are counted.
uniform float u_steps;
#endif

in vec4 a_color;     // premultiplied, opacity included
in vec4 a_edges;     // see plain.frag
in vec4 a_texture;   // x, y, z: the place in the image, homogeneous, in its pixels; w: the corners' radius on the device;
                     // or the colour of a line
in vec4 a_position;  // x, y: device pixels; z: the width of a hollow rectangle's line in device pixels; or z, w: the
                     // place in the mask, in its pixels

#ifdef COLORED
out vec4 v_color;
#endif
#ifdef BORDERED
out vec4 v_line;
out vec4 v_corner;
#endif
#ifdef TEXTURED
#ifdef PERSPECTIVE
out vec3 v_texture;
#else
out vec2 v_texture;
#endif
#endif
#ifdef MASKED
out vec2 v_mask;
#endif
#if defined(EDGED) || defined(ROUNDED)
out vec4 v_edges;
#endif
#ifdef ROUNDED
out vec2 v_corner;
#endif

void main() {
  gl_Position = vec4(a_position.xy * u_target.xy + u_target.zw, 0.0, 1.0);
#ifdef ONE_COLOR
  // The device would round it, but not always alike (SteadyColors.swift).
  v_color = u_steps > 0.0 ? roundEven(a_color * u_steps) / u_steps : a_color;
#elif defined(COLORED)
  v_color = a_color;
#endif
#ifdef BORDERED
  v_line = a_texture;
  v_corner = a_edges;
#endif
#ifdef TEXTURED
#ifdef PERSPECTIVE
  v_texture = vec3(a_texture.xy * u_imageScale, a_texture.z);
#elif defined(RAISED)
  // The weights are cut off at 8 bits: half of the last one rounds them.
  v_texture = (a_texture.xy + 1.0 / 512.0) * u_imageScale;
#else
  v_texture = a_texture.xy * u_imageScale;
#endif
#endif
#ifdef MASKED
  v_mask = a_position.zw * u_maskScale;
#endif
#if defined(EDGED) || defined(ROUNDED)
  v_edges = a_edges;
#endif
#ifdef ROUNDED
  v_corner = vec2(a_texture.w, a_position.z);
#endif
}
