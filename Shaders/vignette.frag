// Darkens away from the middle (docs/rendering.md, section 19). The columns are the matrix from device pixels to the plane,
// counted from the middle of the bounds; v_sampling.x is the intensity, y what turns points into radii. Premultiplied.

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec4 v_sampling;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec4 color = colorAt(device);
  vec3 q = mat3(v_column0, v_column1, v_column2) * vec3(device, 1.0);
  float distance = length(q.xy / q.z) * v_sampling.y;
  color.rgb = clamp(color.rgb * max(0.0, 1.0 - v_sampling.x * distance * distance), 0.0, color.a);
  paint(color * v_blend.x, 1.0, int(v_blend.y), device);
}
