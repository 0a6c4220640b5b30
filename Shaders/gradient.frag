// Draws a gradient in a rounded rectangle (docs/rendering.md, section 14). Inputs as in gradient.vert; the output is
// premultiplied.
//
// u = (dot(p, v_axes.xy), dot(p, v_axes.zw)) + v_stops.xy is the position in the gradient's own space, in which an axial
// gradient is t = u.x, a radial one t = |u| and a conic one the angle of u in turns.
//
// u_stops holds two texels a stop, 128 stops a row: the straight colour; the location.

uniform highp sampler2D u_stops;

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec3 v_kind;
flat in vec4 v_rect;
flat in vec4 v_radii;
flat in vec4 v_unit;
flat in vec4 v_offsets;
flat in float v_smoothing;
flat in vec4 v_axes;
flat in vec4 v_stops;

vec4 stopColor(int index) { return texelFetch(u_stops, ivec2((index & 127) * 2, index >> 7), 0); }
float stopLocation(int index) { return texelFetch(u_stops, ivec2((index & 127) * 2 + 1, index >> 7), 0).x; }

// What is nearer to a stop, to a conic gradient's start or to the end of its turn, is there.
const float tie = 1.0 / 65536.0;

// The straight colour at t: of equal locations the latest counts.
vec4 gradientColor(float t) {
  int first = int(v_stops.z);
  int last = first + int(v_stops.w) - 1;
  if (t + tie < stopLocation(first)) return stopColor(first);
  if (t + tie >= stopLocation(last)) return stopColor(last);
  int lower = first;
  while (lower + 1 < last && stopLocation(lower + 1) <= t + tie) ++lower;
  float start = stopLocation(lower);
  float end = stopLocation(lower + 1);
  return mix(stopColor(lower), stopColor(lower + 1), max((t - start) / (end - start), 0.0));
}

void main() {
  vec2 device = devicePosition();
  mat3 matrix = mat3(v_column0, v_column1, v_column2);
  vec3 q = matrix * vec3(device, 1.0);
  vec2 p = q.xy / q.z;
  vec2 u = vec2(dot(p, v_axes.xy), dot(p, v_axes.zw)) + v_stops.xy;
  float t = u.x;
  if (v_kind.z == 1.0) t = length(u);
  if (v_kind.z == 2.0) {
    t = dot(u, u) < tie * tie ? 0.0 : atan(u.y, u.x) / 6.28318530717958648;
    // Asked first: adding the whole turn rounds what is so near to none.
    if (t < 0.0 && t > -tie) t = 0.0;
    t -= floor(t);
    if (t > 1.0 - tie) t = 0.0;
  }
  vec4 color = gradientColor(t);
  color.rgb *= color.a;
  float coverage = roundedCoverage(q, matrix, v_rect, v_radii, v_unit, v_offsets, v_smoothing);
  paint(color * v_kind.x, coverage, int(v_kind.y), device);
}
