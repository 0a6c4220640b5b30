// The light of a bloom (docs/rendering.md, section 19). Of data: where the picture lies in its
// texture; from the box to it, whether it is a sum, and its intensity; of a sum where the other
// picture lies, and from the box to it: that, and so much of the picture.

// The part of a premultiplied colour that is brighter than a half.
vec4 bright(vec4 c) { return c * clamp(2.0 * dot(c.rgb, vec3(0.2126, 0.7152, 0.0722)) / c.a - 1.0, 0.0, 1.0); }

void main() {
  vec4 how = dataAt(v_data + 1);
  vec2 p = placeInBox();
  o_color = pictureAt(pictureSlot(), dataAt(v_data), p + how.xy);
  if (how.z == 0.0) {
    if (o_color.a > 0.0) o_color = bright(o_color);
    return;
  }
  // A component beyond 1 keeps its own value.
  vec4 held = pictureAt(slotOf(1), dataAt(v_data + 2), p + dataAt(v_data + 3).xy);
  o_color = max(held, min(held + how.w * o_color, 1.0));
}
