// Where a quad's vertices go: device pixels to clip space.

// Scale x, scale y, offset x, offset y.
uniform vec4 u_target;

// The four corners in device pixels, already cut to what can be seen, in the order of a triangle strip.
in vec4 a_corners01;  // x0 y0 x1 y1
in vec4 a_corners23;  // x2 y2 x3 y3

vec4 cornerPosition() {
  vec2 corner = gl_VertexID < 2 ? (gl_VertexID == 0 ? a_corners01.xy : a_corners01.zw)
                                : (gl_VertexID == 2 ? a_corners23.xy : a_corners23.zw);
  return vec4(corner * u_target.xy + u_target.zw, 0.0, 1.0);
}
