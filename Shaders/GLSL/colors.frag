// Filters that give each pixel another colour, made of its own (docs/rendering.md, section 19). Of
// data: where the picture lies in its texture; from the box to it, the filter's number, and the
// exposure's factor, gamma's power, the vignette's intensity or the bloom's; of a matrix the rows
// of red, green, blue and alpha, and what is added; of a vignette three texels that map the box to
// radii from its middle; of a sum where the other picture lies, and from the box to it: that, and
// so much of the picture. What is bright (4) has no numbers.

// sRGB's curve, from encoded to linear and back.
vec3 decoded(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045))); }
vec3 encoded(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308))); }

// The part of a premultiplied colour that is brighter than a half.
vec4 bright(vec4 c) { return c * clamp(2.0 * dot(c.rgb, vec3(0.2126, 0.7152, 0.0722)) / c.a - 1.0, 0.0, 1.0); }

void main() {
  vec4 how = dataAt(v_data + 1);
  vec2 p = placeInBox();
  o_color = pictureAt(pictureSlot(), dataAt(v_data), p + how.xy);
  int filter_ = int(how.z);
  if (filter_ == 5) {
    // What is beyond 1 already stays there.
    vec4 held = pictureAt(slotOf(1), dataAt(v_data + 2), p + dataAt(v_data + 3).xy);
    o_color = max(held, min(held + how.w * o_color, 1.0));
    return;
  }
  if (!(o_color.a > 0.0)) return;
  if (filter_ == 4) {
    o_color = bright(o_color);
    return;
  }
  vec4 color = vec4(o_color.rgb / o_color.a, o_color.a);
  if (filter_ == 0) {
    color = vec4(dot(color, dataAt(v_data + 2)), dot(color, dataAt(v_data + 3)), dot(color, dataAt(v_data + 4)),
        dot(color, dataAt(v_data + 5))) + dataAt(v_data + 6);
  } else if (filter_ == 1) {
    color.rgb = encoded(decoded(max(color.rgb, 0.0)) * how.w);
  } else if (filter_ == 2) {
    // Below 0 there is nothing to take a power of; 0 to the power of 0 is 1, which pow leaves
    // undefined.
    color.rgb = how.w == 0.0 ? vec3(1.0) : pow(max(color.rgb, 0.0), vec3(how.w));
  } else {
    vec3 q = vec3(p, 1.0);
    vec2 at = vec2(dot(dataAt(v_data + 2).xyz, q), dot(dataAt(v_data + 3).xyz, q)) / dot(dataAt(v_data + 4).xyz, q);
    color.rgb *= max(0.0, 1.0 - how.w * dot(at, at));
  }
  color = clamp(color, 0.0, 1.0);
  o_color = vec4(color.rgb * color.a, color.a);
}
