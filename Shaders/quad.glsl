// What fragment shaders begin with, all but plain.frag and external.frag, which ask for no place on the device: where on it a
// fragment lies, and how colour, coverage and clips meet. Needs clip.glsl.

// From gl_FragCoord to device pixels: x is added to x; y is multiplied by y (−1 where the framebuffer's row 0 is the bottom
// row) and z added to it. w, the framebuffer's height, takes no part: Mesa (seen in 22.3 with virgl) turns gl_FragCoord
// round with the height that held when a program's uniforms last changed, so they must change with the height.
uniform vec4 u_device;

#ifdef FETCHING
inout vec4 o_color;  // what is there
#else
out vec4 o_color;
#endif

vec2 devicePosition() {
  return vec2(gl_FragCoord.x + u_device.x, gl_FragCoord.y * u_device.y + u_device.z);
}

// Writes a premultiplied colour under a coverage and a clip. No effect writes o_color by itself.
void paint(vec4 color, float coverage, int clip, vec2 device) {
  vec4 painted = color * (coverage * clipCoverage(clip, device));
#ifdef CUT
  painted = clamp(painted, 0.0, 1.0);
#endif
#ifdef FETCHING
  o_color = painted + o_color * (1.0 - painted.a);
#else
  o_color = painted;
#endif
}
