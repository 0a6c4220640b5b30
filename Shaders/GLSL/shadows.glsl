// The Gaussian shadow of a rounded rectangle along the device's axes: a number a column times a
// number a row, less what its corners leave out. The numbers stand in tables in the texture of
// coverage: a row of what becomes of an upright edge, from reach + 1 pixels outside to reach
// inside, a row of the same for a level edge, and what becomes of what a corner leaves out, from
// reach + 1 pixels outside each way.
//
// `v_x` is the rectangle (left, right, top, bottom, from the record's box); `v_y` how far the
// Gaussian reaches, and the first table; data has the tables of all corners (top left, top right;
// bottom left, bottom right) and the sides of the corners' squares, 0 for none.

float shadowNumber(float x, float y) { return texelFetch(u_coverage, ivec2(int(x), int(y)), 0).r; }

// Of a pixel that begins t pixels inside of an edge.
float shadowEdge(vec2 table, float reach, float t) {
  t = clamp(t, -reach - 1.0, reach);
  float n = ceil(t);
  float index = table.x + n + reach + 1.0;
  return mix(shadowNumber(index, table.y), shadowNumber(max(index - 1.0, table.x), table.y), n - t);
}

// What a corner leaves out at a pixel that begins t pixels inside of both its edges.
float shadowCorner(vec2 table, float side, vec2 t) {
  vec2 reach = v_y.xy;
  if (side == 0.0 || any(lessThan(t, -reach)) || any(greaterThan(t, reach + side))) return 0.0;
  vec2 n = ceil(t);
  vec2 f = n - t;
  vec2 near = table + vec2(0.0, 2.0) + n + reach + 1.0;
  vec2 far = near - 1.0;
  return mix(mix(shadowNumber(near.x, near.y), shadowNumber(far.x, near.y), f.x),
      mix(shadowNumber(near.x, far.y), shadowNumber(far.x, far.y), f.x), f.y);
}

float shadowCoverage(int data, vec2 pixel) {
  vec4 above = dataAt(data);
  vec4 below = dataAt(data + 1);
  vec4 sides = dataAt(data + 2);
  // How far inside of the left, right, top and bottom edge.
  vec4 t = vec4(pixel.x - v_x.x, v_x.y - pixel.x - 1.0, pixel.y - v_x.z, v_x.w - pixel.y - 1.0);
  float across = shadowEdge(v_y.zw, v_y.x, t.x) + shadowEdge(v_y.zw, v_y.x, t.y) - 1.0;
  float down = shadowEdge(v_y.zw + vec2(0.0, 1.0), v_y.y, t.z) + shadowEdge(v_y.zw + vec2(0.0, 1.0), v_y.y, t.w) - 1.0;
  float missing = shadowCorner(above.xy, sides.x, t.xz) + shadowCorner(above.zw, sides.y, t.yz)
      + shadowCorner(below.xy, sides.z, t.xw) + shadowCorner(below.zw, sides.w, t.yw);
  return max(across * down - missing, 0.0);
}
