// Draws a rounded rectangle that is blurred by a Gaussian (docs/rendering.md, section 15), without a surface. Inputs as in
// softrect.vert; the output is premultiplied.
//
// A Gaussian parts into x and y. Of rows between the corners the integral is a product of two differences of its distribution
// function. In the corners' rows that function of x is summed over y: with d = r·(1 − cos θ) the depth of a row below the edge,
// the arc's place r·(1 − sin θ) is smooth in θ, so that few samples are enough.

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec4 v_rect;
flat in vec4 v_radii;
flat in vec4 v_color;
flat in vec3 v_line;

const float cut = 3.0;            // in deviations: there the kernel ends,
const float kept = 0.9973002;     // and this share of the Gaussian is left, which is made 1
const float samples = 12.0;

// Half the error function of x/√2, to 0.00025 (Abramowitz and Stegun, 7.1.27).
float halfErf(float x) {
  float z = abs(x) * 0.70710678;
  float d = 1.0 + z * (0.278393 + z * (0.230389 + z * (0.000972 + z * 0.078108)));
  d *= d;
  float result = 0.5 - 0.5 / (d * d);
  return x < 0.0 ? -result : result;
}

float distribution(float x) { return clamp(halfErf(x) / kept, -0.5, 0.5); }

// The share of the Gaussian between two places, counted from its middle.
float between(float low, float high, float deviation) {
  return distribution(high / deviation) - distribution(low / deviation);
}

// How far from the side a row at depth d begins.
float inset(float radius, float d) {
  float rest = radius - d;
  return rest > 0.0 ? radius - sqrt(max(0.0, radius * radius - rest * rest)) : 0.0;
}

// What the rows of two corners contribute. edge is the horizontal edge and sides the vertical ones, counted from the fragment;
// down is the direction inwards.
float corners(float edge, float down, vec2 sides, vec2 radii, vec2 deviation) {
  float radius = max(radii.x, radii.y);
  float nearest = -edge * down;
  float from = clamp(nearest - cut * deviation.y, 0.0, radius);
  float to = clamp(nearest + cut * deviation.y, 0.0, radius);
  if (to <= from) return 0.0;
  float start = acos(1.0 - from / radius);
  float step = (acos(1.0 - to / radius) - start) / samples;
  float sum = 0.0;
  for (float k = 0.5; k < samples; k += 1.0) {
    float angle = start + k * step;
    float d = radius * (1.0 - cos(angle));
    float y = (edge + down * d) / deviation.y;
    float row = between(sides.x + inset(radii.x, d), sides.y - inset(radii.y, d), deviation.x);
    sum += row * exp(-0.5 * y * y) * sin(angle);
  }
  return sum * radius * step * 0.39894228 / (deviation.y * kept);
}

// Whether a point lies inside, by its ways inwards from both sides of a corner.
bool isInside(vec2 inwards, float radius) {
  vec2 fromCentre = max(radius - inwards, 0.0);
  return min(inwards.x, inwards.y) >= 0.0 && dot(fromCentre, fromCentre) <= radius * radius;
}

// 1 where all that the kernel reaches is inside, 0 where all of it is outside, and −1 where there is something to sum up.
float settled(vec4 sides, vec2 reach) {
  vec4 inwards = vec4(-sides.xy, sides.zw);
  vec4 least = inwards - reach.xyxy;
  if (isInside(least.xy, v_radii.x) && isInside(least.zy, v_radii.y) && isInside(least.xw, v_radii.z)
      && isInside(least.zw, v_radii.w))
    return 1.0;
  bvec2 far = lessThan(inwards.zw, inwards.xy);
  float radius = far.y ? (far.x ? v_radii.w : v_radii.z) : (far.x ? v_radii.y : v_radii.x);
  return isInside(min(inwards.xy, inwards.zw) + reach, radius) ? -1.0 : 0.0;
}

float blurred(vec4 sides, vec2 deviation) {
  float low = sides.y;
  float high = sides.w;
  float sum = 0.0;
  if (max(v_radii.x, v_radii.y) > 0.0) {
    sum += corners(low, 1.0, sides.xz, v_radii.xy, deviation);
    low += max(v_radii.x, v_radii.y);
  }
  if (max(v_radii.z, v_radii.w) > 0.0) {
    sum += corners(high, -1.0, sides.xz, v_radii.zw, deviation);
    high -= max(v_radii.z, v_radii.w);
  }
  if (high > low) sum += between(sides.x, sides.z, deviation.x) * between(low, high, deviation.y);
  return clamp(sum, 0.0, 1.0);
}

void main() {
  vec2 device = devicePosition();
  vec2 p = (mat3(v_column0, v_column1, v_column2) * vec3(device, 1.0)).xy;
  vec2 deviation = v_line.xz;
  vec4 sides = v_rect - p.xyxy;
  float share = settled(sides, cut * deviation);
  if (share < 0.0) share = blurred(sides, deviation);
  paint(v_color, share, int(v_line.y), device);
}
