// Draws a rounded rectangle of one colour (docs/rendering.md, section 6). Inputs as in fill.vert; the output is
// premultiplied.

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec4 v_rect;
flat in vec4 v_radii;
flat in vec4 v_unit;
flat in vec4 v_color;
flat in vec4 v_offsets;
flat in vec3 v_line;

void main() {
  vec2 device = devicePosition();
  mat3 matrix = mat3(v_column0, v_column1, v_column2);
  vec3 q = matrix * vec3(device, 1.0);
  float coverage = roundedCoverage(q, matrix, v_rect, v_radii, v_unit, v_offsets, v_line.z);
  paint(v_color, coverage, int(v_line.y), device);
}
