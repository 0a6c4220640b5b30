// Places a quad of one colour: a background or a border.
//
// All but the corners (corners.glsl) is the same for the whole quad: the fragment shader works from the fragment's own
// position on the device, in perspective as well.

in vec3 a_column0;    // the matrix from device pixels to the plane
in vec3 a_column1;
in vec3 a_column2;
in vec4 a_rect;       // points: min x, min y, max x, max y
in vec4 a_radii;      // points: see coverage.glsl
in vec4 a_color;      // premultiplied, opacity included
in vec3 a_line;       // border width in points; the innermost clip, or −1; the outline's style (coverage.glsl)

flat out vec3 v_column0;
flat out vec3 v_column1;
flat out vec3 v_column2;
flat out vec4 v_rect;
flat out vec4 v_radii;
flat out vec4 v_unit;
flat out vec4 v_color;
flat out vec4 v_offsets;
flat out vec3 v_line;

void main() {
  gl_Position = cornerPosition();
  v_column0 = a_column0;
  v_column1 = a_column1;
  v_column2 = a_column2;
  v_rect = a_rect;
  v_radii = a_radii;
  v_unit = edgeUnits(mat3(a_column0, a_column1, a_column2), a_rect) * edgeSlopes(a_line.z);
  v_offsets = edgeOffsets(a_line.z);
  v_color = a_color;
  v_line = vec3(a_line.xy, cornerSmoothing(a_line.z));
}
