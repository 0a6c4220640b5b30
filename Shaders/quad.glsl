// What every fragment shader begins with: where on the device a fragment lies, and how colour, coverage and clips meet.
// Needs clip.glsl.

// From gl_FragCoord to device pixels: x and y are the surface's origin in device pixels; z is 1 or, where the
// framebuffer's row 0 is the bottom row, −1; w is added to y after that.
uniform vec4 u_device;

out vec4 o_color;

vec2 devicePosition() {
  return vec2(gl_FragCoord.x + u_device.x, gl_FragCoord.y * u_device.z + u_device.w + u_device.y);
}

// Writes a premultiplied colour under a coverage and a clip. No effect writes o_color by itself.
void paint(vec4 color, float coverage, int clip, vec2 device) {
  o_color = color * (coverage * clipCoverage(clip, device));
}
