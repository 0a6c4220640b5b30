// How much of a pixel a rounded rectangle covers (docs/rendering.md, sections 4 and 6).
//
// A rectangle is `x` and `y` and data. On a plane parallel to the screen `x` is (∂/∂x, ∂/∂y, from
// the left, from the right): a pixel p lies dot(x.xy, p) + x.z inwards of the left edge and x.w −
// dot(x.xy, p) of the right one, in the plane's unit; `y` likewise. In perspective `x` and `y` are
// the left and the top edge as lines times W, and three texels of data follow: the right and the
// bottom edge, each with a component of W's slope; W's constant, and how many horizons come then, a
// texel each. A rounded one has a texel of radii (min x min y, max x min y, min x max y, max x max
// y), and where it is continuous another with the smoothing.

struct Place {
  vec4 inside;  // pixels from the left, right, top and bottom edge
  vec4 depth;   // the same on the plane
  vec4 slopesX; // how the depth from the left (xy) and from the right (zw) changes with the pixel
  vec4 slopesY; // from the top, and from the bottom
};

float inverseLength(vec2 v, float c) {
  float square = dot(v, v);
  return square > 0.0 ? inversesqrt(square) : c > 0.0 ? 1e6 / c : -1e6 / min(c, -1e-30);
}

// Where a pixel lies in a rectangle that is smaller by `inset` at each side.
Place placeIn(vec4 x, vec4 y, int kind, int data, vec4 inset, vec2 p) {
  Place place;
#ifdef PROJECTIVE
  if ((kind & isProjective) != 0) {
    vec4 right = dataAt(data);
    vec4 bottom = dataAt(data + 1);
    vec3 w = vec3(right.w, bottom.w, dataAt(data + 2).x);
    vec3 l = x.xyz - inset.x * w;
    vec3 r = right.xyz - inset.y * w;
    vec3 t = y.xyz - inset.z * w;
    vec3 b = bottom.xyz - inset.w * w;
    vec3 q = vec3(p, 1.0);
    vec4 lines = vec4(dot(l, q), dot(r, q), dot(t, q), dot(b, q));
    place.inside = lines * vec4(inverseLength(l.xy, l.z), inverseLength(r.xy, r.z), inverseLength(t.xy, t.z),
        inverseLength(b.xy, b.z));
    float scale = 1.0 / dot(w, q);
    place.depth = lines * scale;
    place.slopesX = vec4(l.xy - place.depth.x * w.xy, r.xy - place.depth.y * w.xy) * scale;
    place.slopesY = vec4(t.xy - place.depth.z * w.xy, b.xy - place.depth.w * w.xy) * scale;
    return place;
  }
#endif
  float along = dot(x.xy, p);
  float down = dot(y.xy, p);
  place.depth = vec4(x.z + along, x.w - along, y.z + down, y.w - down) - inset;
  place.inside = place.depth * vec2(inversesqrt(dot(x.xy, x.xy)), inversesqrt(dot(y.xy, y.xy))).xxyy;
  place.slopesX = vec4(x.xy, -x.xy);
  place.slopesY = vec4(y.xy, -y.xy);
  return place;
}

// Whether the plane is in front of the camera at a pixel.
bool isSeen(int kind, int data, vec2 p) {
#ifdef PROJECTIVE
  if ((kind & isProjective) != 0) {
    int count = int(dataAt(data + 2).y);
    for (int i = 0; i < count; ++i) {
      if (!(dot(dataAt(data + 3 + i).xyz, vec3(p, 1.0)) > 0.0)) return false;
    }
  }
#endif
  return true;
}

// Where the data after the plane's begins.
int afterPlane(int kind, int data) {
#ifdef PROJECTIVE
  if ((kind & isProjective) != 0) return data + 3 + int(dataAt(data + 2).y);
#endif
  return data;
}

float edgeCoverage(Place place, int kind) {
  vec4 c = clamp(place.inside + 0.5, 0.0, 1.0);
  if (((kind >> hardBits) & 255) != 0) {
    for (int i = 0; i < 4; ++i) {
      // Of two layers that meet each pixel belongs to one.
      float from = (i & 1) == 0 ? -1.0 / 1024.0 : 1.0 / 1024.0;
      if ((kind >> (hardBits + i) & 1) != 0) c[i] = place.inside[i] >= from ? 1.0 : 0.0;
      if ((kind >> (openBits + i) & 1) != 0) c[i] = 1.0;
    }
  }
  return max(c.x + c.y - 1.0, 0.0) * max(c.z + c.w - 1.0, 0.0);
}

#ifdef ROUNDED
float roundedCoverage(Place place, int kind, vec4 radii, float smoothing) {
  vec2 size = vec2(place.depth.x + place.depth.y, place.depth.z + place.depth.w) * 0.5;
  // Corners reach to the middle at most, so that one counts for a pixel: that of its quarter.
  bool isRight = place.depth.y < place.depth.x;
  bool isLow = place.depth.w < place.depth.z;
  float r = isLow ? (isRight ? radii.w : radii.z) : (isRight ? radii.y : radii.x);
  float coverage = edgeCoverage(place, kind);
  if (r > 0.0) {
    vec2 depth = vec2(isRight ? place.depth.y : place.depth.x, isLow ? place.depth.w : place.depth.z);
    vec2 slopeX = isRight ? place.slopesX.zw : place.slopesX.xy;
    vec2 slopeY = isLow ? place.slopesY.zw : place.slopesY.xy;
    coverage = min(coverage, arcCoverage(depth, slopeX, slopeY, r, smoothing, size));
  }
  return coverage;
}
#endif

// The coverage of a rectangle whose data, after the plane's, is at `data`; what follows the radii
// is where it points afterwards.
float shapeCoverage(Place place, int kind, inout int data) {
#ifdef ROUNDED
  if ((kind & isRounded) != 0) {
    vec4 radii = dataAt(data);
    data += 1;
    float smoothing = 0.0;
    if ((kind & isContinuous) != 0) {
      smoothing = dataAt(data).x;
      data += 1;
    }
    return roundedCoverage(place, kind, radii, smoothing);
  }
#endif
  return edgeCoverage(place, kind);
}
