// Coverage of rectangles and rounded rectangles by signed distance (docs/rendering.md, section 4).
//
// q is a homogeneous position on the shape's plane: position = q.xy / q.z in points, q.z > 0 in front of the eye.
// rect is (min x, min y, max x, max y) in points. unit is, for the edges min x, max x, min y, max y, the number by which
// the edge's value at q is multiplied to become a distance in device pixels.

// Distances in device pixels from the edges min x, max x, min y, max y, positive inside.
vec4 edgeDistances(vec3 q, vec4 rect, vec4 unit) {
  return vec4(q.x - rect.x * q.z, rect.z * q.z - q.x, q.y - rect.y * q.z, rect.w * q.z - q.y) * unit;
}

float rectangleCoverage(vec4 distances) {
  vec4 c = clamp(distances + 0.5, 0.0, 1.0);
  vec2 both = max(c.xz + c.yw - 1.0, 0.0);
  return both.x * both.y;
}

// The factor of the corner that is nearest to q; 1 outside of the corners' squares.
//
// With a = the way from the arc's centre towards the corner along both axes, both positive in the corner's square:
//   f = r − |a|, and since a moves with the position p (or against it, on the min sides),
//   ∂f/∂P = −(a/|a|)·sign·∂p/∂P, with p = q.xy/q.z and q = matrix·(P, 1):
//   ∂p/∂X = (column 0 of matrix, first two rows − p·its third) / q.z, ∂p/∂Y likewise with column 1.
// matrix maps device pixels to the plane. radii are those of the corners (min x min y), (max x min y), (min x max y),
// (max x max y), in points.
float cornerCoverage(vec3 q, mat3 matrix, vec4 rect, vec4 radii) {
  vec2 p = q.xy / q.z;
  bvec2 far = greaterThan(p, 0.5 * (rect.xy + rect.zw));
  float radius = far.y ? (far.x ? radii.w : radii.z) : (far.x ? radii.y : radii.x);
  vec2 inwards = vec2(far.x ? rect.z - p.x : p.x - rect.x, far.y ? rect.w - p.y : p.y - rect.y);
  vec2 a = radius - inwards;
  if (radius <= 0.0 || min(a.x, a.y) <= 0.0) return 1.0;
  float distanceFromCentre = length(a);
  vec2 direction = a / distanceFromCentre * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
  vec2 dpdx = (matrix[0].xy - p * matrix[0].z) / q.z;
  vec2 dpdy = (matrix[1].xy - p * matrix[1].z) / q.z;
  float slope = length(vec2(dot(direction, dpdx), dot(direction, dpdy)));
  // r − |a| = (r² − a.x² − a.y²) / (r + |a|), and with i = r − a for the axis that is nearer to its edge
  // r² − a² = i·(2r − i): no difference of large numbers, however large the radius.
  float nearer = min(inwards.x, inwards.y);
  float other = min(a.x, a.y);
  float f = (nearer * (2.0 * radius - nearer) - other * other) / (radius + distanceFromCentre);
  return clamp(f / max(slope, 1e-30) + 0.5, 0.0, 1.0);
}

float roundedCoverage(vec3 q, mat3 matrix, vec4 rect, vec4 radii, vec4 unit) {
  float coverage = rectangleCoverage(edgeDistances(q, rect, unit));
  return min(coverage, cornerCoverage(q, matrix, rect, radii));
}

// What turns an edge's value at q into device pixels: the edge min x is the line of device positions P with
// (row 0 of matrix − rect.x · row 2)·(P, 1) = 0; its distance is that value over the length of the first two numbers.
vec4 edgeUnits(mat3 matrix, vec4 rect) {
  vec2 x = vec2(matrix[0].x, matrix[1].x);
  vec2 y = vec2(matrix[0].y, matrix[1].y);
  vec2 w = vec2(matrix[0].z, matrix[1].z);
  vec4 lengths = vec4(length(x - rect.x * w), length(x - rect.z * w), length(y - rect.y * w), length(y - rect.w * w));
  return 1.0 / max(lengths, 1e-30);
}
