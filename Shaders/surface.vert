// Places a group that was drawn off screen (docs/rendering.md, section 11): a rectangle of whole device pixels.

in vec4 a_mapping;    // z, w: the surface's first pixel on the device
in vec3 a_blend;      // opacity; the innermost clip, or −1

flat out vec2 v_origin;
flat out vec2 v_blend;

void main() {
  gl_Position = cornerPosition();
  v_origin = a_mapping.zw;
  v_blend = a_blend.xy;
}
