// Paints a record: what it is of, times how much of the pixel it covers, under its clips. The
// output is premultiplied. The numbers of kinds and flags come from `RecordKind` in Swift.

void main() {
  vec2 p = placeInBox();
  vec2 device = v_device + p;
  int kind = v_kind & 15;
  int data = v_data;
  vec4 color = v_color;
  float coverage = 1.0;
  if ((v_kind & isWide) != 0) {
    color = dataAt(data);
    data += 1;
  }
  if (kind <= kindImage || kind == kindBackdrop) {
    int plane = data;
    Place place = placeIn(v_x, v_y, v_kind, plane, vec4(0.0), p);
    data = afterPlane(v_kind, plane);
    // Asked for always, as it also steps over the shape's data.
    float shape = shapeCoverage(place, v_kind, data);
    coverage = isSeen(v_kind, plane, p) ? shape : 0.0;
#ifdef ROUNDED
    if ((v_kind & hasInner) != 0) {
      Place inner = placeIn(v_x, v_y, v_kind, plane, dataAt(data), p);
      float taken;
      if ((v_kind & isInnerRounded) != 0) {
        taken = roundedCoverage(inner, 0, dataAt(data + 1), dataAt(data + 2).x);
      } else {
        taken = edgeCoverage(inner, 0);
      }
      coverage = max(coverage - taken, 0.0);
    }
#endif
#ifdef GRADIENTS
    if (kind == kindGradient) {
      float w = 1.0;
#ifdef PROJECTIVE
      if ((v_kind & isProjective) != 0) {
        w = max(dataAt(plane).w * p.x + dataAt(plane + 1).w * p.y + dataAt(plane + 2).x, 1e-30);
      }
#endif
      color = gradientColor(data, w, p) * color.a;
    }
#endif
#ifdef IMAGES
    if (kind == kindImage) color *= imageColor(pictureSlot(), data, place, (v_kind & isParted) != 0);
#endif
  }
#ifdef COVERAGE
  if (kind == kindPath) coverage = texelFetch(u_coverage, ivec2(floor(p + v_x.xy)), 0).r;
  if (kind == kindShadow) coverage = shadowCoverage(data, floor(p));
#endif
  if (coverage > 0.0) coverage *= clipCoverage(v_clip, device);
#ifdef PICTURES
  if (kind >= kindPicture) {
    // From the box to the picture (xy) and to the mask (zw); where they lie in their textures, the
    // mask only if there is one; then, where the backdrop is read, from the box to it, the mode and
    // how much of it, and where it lies.
    vec4 moved = dataAt(data);
    vec4 picture = pictureAt(pictureSlot(), dataAt(data + 1), p + moved.xy);
    int next = data + 2;
    if ((v_kind & isMasked) != 0) {
      coverage *= pictureAt(slotOf(1), dataAt(next), p + moved.zw).a;
      next += 1;
    }
    if (kind == kindPicture) {
      color = (v_kind & isShadow) != 0 ? color * picture.a : picture * color.a;
    }
#ifdef BLENDS
    if (kind >= kindBlend) {
      vec4 how = dataAt(next);
      vec4 beneath = pictureAt(slotOf(2), dataAt(next + 1), p + how.xy);
      vec4 changed = kind == kindBackdrop ? picture : blended(int(how.z), picture * how.w, beneath);
      if (kind == kindBackdrop) coverage *= how.w;
      color = mix(beneath, changed, coverage);
      o_color = (v_kind & isCut) != 0 ? clamp(color, 0.0, 1.0) : color;
      return;
    }
#endif
  }
#endif
  color *= coverage;
  o_color = (v_kind & isCut) != 0 ? clamp(color, 0.0, 1.0) : color;
}
