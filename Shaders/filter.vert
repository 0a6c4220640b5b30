// Places a surface that goes through a filter (docs/rendering.md, section 19) or is mixed with a backdrop (section 20): a
// rectangle of whole device pixels. What the vectors mean stands with each fragment shader.

in vec3 a_column0;
in vec3 a_column1;
in vec3 a_column2;
in vec4 a_rect;
in vec4 a_mapping;    // z, w: the surface's first pixel on the device
in vec4 a_part;       // device pixels that the surface holds: min x, min y, max x, max y
in vec4 a_sampling;
in vec4 a_cell;
in vec4 a_tint;
in vec3 a_blend;      // opacity; the innermost clip, or −1

flat out vec3 v_column0;
flat out vec3 v_column1;
flat out vec3 v_column2;
flat out vec4 v_rect;
flat out vec2 v_origin;
flat out vec4 v_part;
flat out vec4 v_sampling;
flat out vec4 v_cell;
flat out vec4 v_tint;
flat out vec2 v_blend;

void main() {
  gl_Position = cornerPosition();
  v_column0 = a_column0;
  v_column1 = a_column1;
  v_column2 = a_column2;
  v_rect = a_rect;
  v_origin = a_mapping.zw;
  v_part = a_part;
  v_sampling = a_sampling;
  v_cell = a_cell;
  v_tint = a_tint;
  v_blend = a_blend.xy;
}
