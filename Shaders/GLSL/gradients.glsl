// Gradients (docs/rendering.md, section 14).

// What is nearer to a stop, to a conic gradient's start or to the end of its turn, is there.
const float tie = 1.0 / 65536.0;

// Two texels a stop: the straight colour; the location. Of equal locations the latest counts.
vec4 colorOfStops(int first, int count, float t) {
  int last = first + 2 * (count - 1);
  if (!(t + tie >= dataAt(first + 1).x)) return dataAt(first);
  if (t + tie >= dataAt(last + 1).x) return dataAt(last);
  int lower = first;
  while (lower + 2 < last && dataAt(lower + 3).x <= t + tie) lower += 2;
  float start = dataAt(lower + 1).x;
  float end = dataAt(lower + 3).x;
  return mix(dataAt(lower), dataAt(lower + 2), max((t - start) / (end - start), 0.0));
}

// Two texels map the pixel to the gradient's space (times W in perspective); the type and the
// number of stops; the stops.
vec4 gradientColor(int data, float w, vec2 p) {
  vec4 x = dataAt(data);
  vec4 y = dataAt(data + 1);
  vec2 u = vec2(dot(x.xyz, vec3(p, 1.0)), dot(y.xyz, vec3(p, 1.0))) / w;
  float t = u.x;
  int type = int(x.w);
  if (type == gradientRadial) t = length(u);
  if (type == gradientConic) {
    t = dot(u, u) < tie * tie ? 0.0 : atan(u.y, u.x) / 6.28318530717958648;
    // Asked first: adding the whole turn rounds what is so near to none.
    if (t < 0.0 && t > -tie) t = 0.0;
    t -= floor(t);
    if (t > 1.0 - tie) t = 0.0;
  }
  vec4 color = colorOfStops(data + 2, int(y.w), t);
  return vec4(color.rgb * color.a, color.a);
}
