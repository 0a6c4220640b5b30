// Squares of one colour (docs/rendering.md, section 19): the mean at 8 × 8 points of the square of
// the plane that a pixel shows. Of data: where the picture lies in its texture; three texels that
// map the box to squares (rows of X, Y and W); three that map squares to the picture; the part of
// it outside of which there is nothing; the horizons, a texel each, as many as the first texel's
// fourth number says.

void main() {
  vec4 area = dataAt(v_data);
  vec4 x = dataAt(v_data + 1);
  vec4 y = dataAt(v_data + 2);
  vec4 w = dataAt(v_data + 3);
  vec4 backX = dataAt(v_data + 4);
  vec4 backY = dataAt(v_data + 5);
  vec4 backW = dataAt(v_data + 6);
  vec4 limit = dataAt(v_data + 7);
  vec3 p = vec3(placeInBox(), 1.0);
  o_color = vec4(0.0);
  for (int i = 0; i < int(x.w); ++i) {
    if (!(dot(dataAt(v_data + 8 + i).xyz, p) > 0.0)) return;
  }
  // The small step decides ties, as it does for the nearest pixel.
  vec2 corner = floor(vec2(dot(x.xyz, p), dot(y.xyz, p)) / dot(w.xyz, p) + 1.0 / 1024.0);
  vec4 sum = vec4(0.0);
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      vec3 q = vec3(corner + (vec2(float(column), float(row)) + 0.5) / 8.0, 1.0);
      float scale = dot(backW.xyz, q);
      vec2 at = vec2(dot(backX.xyz, q), dot(backY.xyz, q)) / scale;
      if (scale > 0.0 && all(greaterThanEqual(at, limit.xy)) && all(lessThan(at, limit.zw))) {
        sum += pictureBetween(pictureSlot(), area, at);
      }
    }
  }
  o_color = sum / 64.0;
}
