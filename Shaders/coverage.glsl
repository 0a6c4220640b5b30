// Coverage of rectangles and rounded rectangles by signed distance (docs/rendering.md, section 4).
//
// q is a homogeneous position on the shape's plane: position = q.xy / q.z in points, q.z > 0 in front of the eye.
// rect is (min x, min y, max x, max y) in points. unit is, for the edges min x, max x, min y, max y, the number by which
// the edge's value at q is multiplied to become a distance in device pixels.
//
// An outline's style is one number: 0…15, a bit for each edge that is not anti-aliased (1 min x, 2 max x, 4 min y,
// 8 max y), plus half of the corners' smoothing, 0…1/2.

// Distances in device pixels from the edges min x, max x, min y, max y, positive inside.
vec4 edgeDistances(vec3 q, vec4 rect, vec4 unit) {
  return vec4(q.x - rect.x * q.z, rect.z * q.z - q.x, q.y - rect.y * q.z, rect.w * q.z - q.y) * unit;
}

float cornerSmoothing(float style) { return 2.0 * fract(style); }

// What is multiplied to a distance and what is added to it to become coverage: 1 and 1/2. Edges that are not
// anti-aliased have a slope so steep that it is a step, 1/1024 pixel outside of the edge on the min sides and inside on the max
// sides.
const float hardSlope = 1e6;
const float hardStep = hardSlope / 1024.0;

bvec4 hardEdges(float style) {
  return notEqual(ivec4(int(style)) & ivec4(1, 2, 4, 8), ivec4(0));
}
vec4 edgeSlopes(float style) { return mix(vec4(1.0), vec4(hardSlope), hardEdges(style)); }
vec4 edgeOffsets(float style) {
  return 0.5 + mix(vec4(0.0), vec4(hardStep, -hardStep, hardStep, -hardStep), hardEdges(style));
}

float rectangleCoverage(vec4 distances, vec4 offsets) {
  vec4 c = clamp(distances + offsets, 0.0, 1.0);
  vec2 both = max(c.xz + c.yw - 1.0, 0.0);
  return both.x * both.y;
}

// The factor of a continuous corner: f = r·(v − g(u)), where u and v are the position along and across the corner's diagonal
// in radii, and g is mixed of the circular corner's curve and the continuous one's.
float continuousCoverage(vec3 q, mat3 matrix, vec2 p, vec2 inwards, bvec2 far, float radius, float smoothing) {
  const float diagonal = 0.70710678;
  const float reach = 1.0809294;
  vec2 place = inwards / radius;
  if (max(place.x, place.y) >= 1.528665) return 1.0;
  float u = diagonal * (place.x - place.y);
  float v = diagonal * (place.x + place.y);
  float size = abs(u);
  vec2 circular = vec2(size, 1.0);  // the value, and its slope for u > 0
  if (size <= diagonal) {
    float height = sqrt(1.0 - u * u);
    circular = vec2(1.41421356 - height, size / height);
  }
  vec2 continuous = vec2(size, 1.0);
  float t = size / reach;
  if (t <= 1.0) {
    float w = t * t;
    continuous.x = 0.41249032 + w * (0.59484768 + w * (0.68953154 + w * (-1.27904165 + w * (0.91182859 - w * 0.24872710))));
    continuous.y = 2.0 * t / reach
        * (0.59484768 + w * (2.0 * 0.68953154 + w * (-3.0 * 1.27904165 + w * (4.0 * 0.91182859 - w * 5.0 * 0.24872710))));
  }
  vec2 curve = mix(circular, continuous, smoothing);
  float f = radius * (v - curve.x);
  float slopeOfCurve = u < 0.0 ? -curve.y : curve.y;
  // ∂f with respect to the distances inwards, then to p, then to the device.
  vec2 direction = diagonal * vec2(1.0 - slopeOfCurve, 1.0 + slopeOfCurve) * vec2(far.x ? -1.0 : 1.0, far.y ? -1.0 : 1.0);
  vec2 dpdx = (matrix[0].xy - p * matrix[0].z) / q.z;
  vec2 dpdy = (matrix[1].xy - p * matrix[1].z) / q.z;
  float slope = length(vec2(dot(direction, dpdx), dot(direction, dpdy)));
  return clamp(f / max(slope, 1e-30) + 0.5, 0.0, 1.0);
}

// The factor of the corner that is nearest to q; 1 outside of the corners' squares.
//
// With a = the way from the arc's centre towards the corner along both axes, both positive in the corner's square:
//   f = r − |a|, and since a moves with the position p (or against it, on the min sides),
//   ∂f/∂P = −(a/|a|)·sign·∂p/∂P, with p = q.xy/q.z and q = matrix·(P, 1):
//   ∂p/∂X = (column 0 of matrix, first two rows − p·its third) / q.z, ∂p/∂Y likewise with column 1.
// matrix maps device pixels to the plane. radii are those of the corners (min x min y), (max x min y), (min x max y),
// (max x max y), in points.
float cornerCoverage(vec3 q, mat3 matrix, vec4 rect, vec4 radii, float smoothing) {
  vec2 p = q.xy / q.z;
  bvec2 far = greaterThan(p, 0.5 * (rect.xy + rect.zw));
  float radius = far.y ? (far.x ? radii.w : radii.z) : (far.x ? radii.y : radii.x);
  vec2 inwards = vec2(far.x ? rect.z - p.x : p.x - rect.x, far.y ? rect.w - p.y : p.y - rect.y);
  if (smoothing > 0.0 && radius > 0.0) return continuousCoverage(q, matrix, p, inwards, far, radius, smoothing);
  vec2 a = radius - inwards;
  // The small step decides whether the middle of a pixel on the arc's end belongs to an edge that is not anti-aliased.
  if (radius <= 0.0 || min(a.x, a.y) <= radius / 4096.0) return 1.0;
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

float roundedCoverage(vec3 q, mat3 matrix, vec4 rect, vec4 radii, vec4 unit, vec4 offsets, float smoothing) {
  float coverage = rectangleCoverage(edgeDistances(q, rect, unit), offsets);
  return min(coverage, cornerCoverage(q, matrix, rect, radii, smoothing));
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
