// Covers a surface with an imported image, row 0 on row 0.

in vec2 a_extent;  // how much of the surface is covered, 0…1 across and down

out vec2 v_place;  // 0…1 across and down the image

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_place = corner;
  gl_Position = vec4(corner * a_extent * 2.0 - 1.0, 0.0, 1.0);
}
