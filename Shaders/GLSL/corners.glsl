// Round corners (docs/rendering.md, section 6).

// What of a pixel lies inside of a corner's curve, 1 where the corner does not count. `size` is
// half of the rectangle.
float arcCoverage(vec2 depth, vec2 slopeX, vec2 slopeY, float r, float smoothing, vec2 size) {
  vec2 inwards = depth / r;
  vec2 reach = min(vec2(smoothing > 0.0 ? 1.528665 : 1.0 - 1.0 / 4096.0), size / r);
  if (any(greaterThanEqual(inwards, reach))) return 1.0;
  float distance = 1.0;
  if (smoothing == 0.0) {
    // f / |∇f| = (r − |q|) · |q| / |q · ∂q|
    vec2 q = r - depth;
    float length_ = length(q);
    float slope = length(q.x * slopeX + q.y * slopeY);
    distance = slope > 0.0 ? (r - length_) * length_ / slope : 1.0;
  }
#ifdef CONTINUOUS
  if (smoothing > 0.0) {
    const float half_ = 0.70710678;
    float u = (inwards.x - inwards.y) * half_;
    float v = (inwards.x + inwards.y) * half_;
    float size_ = abs(u);
    float sign_ = u < 0.0 ? -1.0 : 1.0;
    float rest = sqrt(max(1.0 - u * u, 0.25));
    bool isArc = size_ <= half_;
    float arc = isArc ? 1.41421356 - rest : size_;
    float arcSlope = isArc ? u / rest : sign_;
    // Apple's curve (§4): even powers of t, and their derivative.
    float t = u / 1.0809294;
    float tt = min(t * t, 1.0);
    bool isCurve = abs(t) <= 1.0;
    float curve = ((((tt * -0.24872710 + 0.91182859) * tt - 1.27904165) * tt + 0.68953154) * tt + 0.59484768) * tt
        + 0.41249032;
    float slope = ((((tt * -2.4872710 + 7.29462872) * tt - 7.6742499) * tt + 2.75812616) * tt + 1.18969536) * t
        / 1.0809294;
    curve = isCurve ? curve : size_;
    slope = isCurve ? slope : sign_;
    float f = (v - mix(arc, curve, smoothing)) * r;
    float s = mix(arcSlope, slope, smoothing);
    vec2 g = half_ * ((1.0 - s) * slopeX + (1.0 + s) * slopeY);
    float steepness = length(g);
    distance = steepness > 0.0 ? f / steepness : 1.0;
  }
#endif
  return clamp(distance + 0.5, 0.0, 1.0);
}
