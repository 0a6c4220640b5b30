// Weighed means of a picture along a line (docs/rendering.md, section 19). Of data: where the
// picture lies in its texture; from the box to it, and the step; how many steps to each side, what
// the first weight is, and of a Gaussian its variance, else 0, and a mean's reach.

void main() {
  vec4 area = dataAt(v_data);
  vec4 line = dataAt(v_data + 1);
  vec4 how = dataAt(v_data + 2);
  vec2 p = placeInBox() + line.xy;
  vec2 step = line.zw;
  float count = how.x;
  // Steps that stay within a pixel of the picture: beyond it everything is transparent.
  vec2 low = (vec2(-0.5) - p) / step;
  vec2 high = (area.zw + 0.5 - p) / step;
  float first = -count;
  float last = count;
  for (int i = 0; i < 2; ++i) {
    if (step[i] == 0.0) continue;
    first = max(first, ceil(min(low[i], high[i])));
    last = min(last, floor(max(low[i], high[i])));
  }
  vec4 sum = vec4(0.0);
  bool isOnPixels = step == vec2(1.0, 0.0) || step == vec2(0.0, 1.0);
  for (float k = first; k <= last; k += 1.0) {
    float weight = how.z > 0.0 ? exp(-0.5 * k * k / how.z) : clamp(how.w + 0.5 - abs(k), 0.0, 1.0);
    vec2 place = p + k * step;
    sum += weight * (isOnPixels ? pictureAt(pictureSlot(), area, place) : pictureBetween(pictureSlot(), area, place));
  }
  o_color = sum * how.y;
}
