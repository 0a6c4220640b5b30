// Places a surface that is blurred along one direction (docs/rendering.md, section 15): a rectangle of whole device pixels.

in vec4 a_mapping;    // x, y: pixels of the surface that one of the target is wide and high; z, w: the surface's first pixel
in vec4 a_part;       // device pixels that the surface holds: min x, min y, max x, max y
in vec4 a_sampling;   // the step of the kernel in device pixels, x and y; the standard deviation in steps; its reach in steps
in vec3 a_blend;      // opacity; the innermost clip, or −1

flat out vec2 v_scale;
flat out vec2 v_origin;
flat out vec4 v_part;
flat out vec4 v_sampling;
flat out vec2 v_blend;

void main() {
  gl_Position = cornerPosition();
  v_scale = a_mapping.xy;
  v_origin = a_mapping.zw;
  v_part = a_part;
  v_sampling = a_sampling;
  v_blend = a_blend.xy;
}
