// Squares of one colour (docs/rendering.md, section 19): the mean at 8 × 8 points of the square of the plane that a pixel shows.
// The columns are the matrix from device pixels to the plane, counted from a corner of a square; v_sampling.x is a side in
// points; v_rect, v_cell and v_tint are the columns of the matrix back. There is nothing outside of the box v_sampling.yz to
// (v_sampling.w, v_rect.w). Inputs as in spread.glsl. Premultiplied.

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec4 v_rect;
flat in vec4 v_sampling;
flat in vec4 v_cell;
flat in vec4 v_tint;
flat in vec2 v_blend;

void main() {
  vec2 device = devicePosition();
  vec3 q = mat3(v_column0, v_column1, v_column2) * vec3(device, 1.0);
  // The small step decides ties, as it does for the nearest pixel.
  vec2 corner = floor(q.xy / q.z / v_sampling.x + 0.0009765625) * v_sampling.x;
  vec2 low = v_sampling.yz;
  vec2 high = vec2(v_sampling.w, v_rect.w);
  vec4 sum = vec4(0.0);
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      vec2 p = corner + (vec2(float(column), float(row)) + 0.5) * (v_sampling.x / 8.0);
      vec3 place = v_rect.xyz * p.x + v_cell.xyz * p.y + v_tint.xyz;
      vec2 at = place.xy / place.z;
      if (place.z > 0.0 && all(greaterThanEqual(at, low)) && all(lessThan(at, high))) sum += colorAt(at);
    }
  }
  // Behind the eye there are no squares.
  paint(q.z > 0.0 ? sum * (v_blend.x / 64.0) : vec4(0.0), 1.0, int(v_blend.y), device);
}
