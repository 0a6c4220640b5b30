// Draws a rounded rectangle of one colour (docs/rendering.md, section 6). Inputs as in fill.vert; the output is
// premultiplied.

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec4 v_rect;
flat in vec4 v_radii;
flat in vec4 v_unit;
flat in vec4 v_color;
flat in vec2 v_line;

void main() {
  vec2 device = devicePosition();
  mat3 matrix = mat3(v_column0, v_column1, v_column2);
  vec3 q = matrix * vec3(device, 1.0);
  paint(v_color, roundedCoverage(q, matrix, v_rect, v_radii, v_unit), int(v_line.y), device);
}
