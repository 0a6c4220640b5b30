// Paints a record: what it is of, times how much of the pixel it covers, under its clips. The output is premultiplied.

const int kindBox = 0;
const int kindBorder = 1;
const int kindGradient = 2;
const int kindImage = 3;
const int kindPath = 4;
const int kindPicture = 5;
const int kindBlend = 6;
const int kindBackdrop = 7;

const int hasInner = 1 << 15;
const int isInnerRounded = 1 << 16;
const int isParted = 1 << 17;
const int isShadow = 1 << 18;
const int isMasked = 1 << 19;
const int isCut = 1 << 20;
const int slotBits = 21;       // two bits each: the image or picture, the mask, what is beneath
const int isWide = 1 << 27;    // the colour is the first texel of the data

#if !defined(CLIPPED) && defined(PATHS)
uniform highp sampler2D u_coverage;
#endif

int slotOf(int number) { return (v_kind >> (slotBits + 2 * number)) & 3; }

#ifdef GRADIENTS
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

// Two texels map the pixel to the gradient's space (times W in perspective); the type and the number of stops; the stops.
vec4 gradientColor(int data, float w, vec2 p) {
  vec4 x = dataAt(data);
  vec4 y = dataAt(data + 1);
  vec2 u = vec2(dot(x.xyz, vec3(p, 1.0)), dot(y.xyz, vec3(p, 1.0))) / w;
  float t = u.x;
  if (x.w == 1.0) t = length(u);
  if (x.w == 2.0) {
    t = dot(u, u) < tie * tie ? 0.0 : atan(u.y, u.x) / 6.28318530717958648;
    // Asked first: adding the whole turn rounds what is so near to none.
    if (t < 0.0 && t > -tie) t = 0.0;
    t -= floor(t);
    if (t > 1.0 - tie) t = 0.0;
  }
  vec4 color = colorOfStops(data + 2, int(y.w), t);
  return vec4(color.rgb * color.a, color.a);
}
#endif

#ifdef IMAGES
// One axis of texels: the first and the next one, and the next one's share.
ivec2 texelsAt(float place, vec2 ends, float count, bool isNearest, out float share) {
  share = 0.0;
  float low = ends.x + 0.5;
  float high = ends.y - 0.5;
  if (!(low < high)) low = high = (ends.x + ends.y) * 0.5;
  place = clamp(place, low, high);
  if (isNearest) {
    int index = int(clamp(floor(place + 1.0 / 1024.0), 0.0, count - 1.0));
    return ivec2(index, index);
  }
  float first = floor(place - 0.5);
  share = place - 0.5 - first;
  return ivec2(clamp(vec2(first, first + 1.0), 0.0, count - 1.0));
}

vec4 colorInLevel(int slot, vec2 origin, vec2 size, vec2 place, vec4 ends, bvec2 isNearest) {
  float shareX;
  float shareY;
  ivec2 columns = texelsAt(place.x, ends.xy, size.x, isNearest.x, shareX) + int(origin.x);
  ivec2 rows = texelsAt(place.y, ends.zw, size.y, isNearest.y, shareY) + int(origin.y);
  if (all(isNearest)) return texelOf(slot, ivec2(columns.x, rows.x));
  vec4 upper = mix(texelOf(slot, ivec2(columns.x, rows.x)), texelOf(slot, ivec2(columns.y, rows.x)), shareX);
  vec4 lower = mix(texelOf(slot, ivec2(columns.x, rows.y)), texelOf(slot, ivec2(columns.y, rows.y)), shareX);
  return mix(upper, lower, shareY);
}

// Where a mip level lies: those after the first stand one after another beside it, or beneath it.
vec2 originOfLevel(vec4 area, int level, bool isBeneath) {
  if (level == 0) return area.xy;
  vec2 place = area.xy + (isBeneath ? vec2(0.0, area.w) : vec2(area.z, 0.0));
  ivec2 size = ivec2(area.zw);
  for (int i = 1; i < level; ++i) {
    ivec2 step = max(size >> i, 1);
    place += isBeneath ? vec2(float(step.x), 0.0) : vec2(0.0, float(step.y));
  }
  return place;
}

vec4 colorOfLevel(int slot, vec4 area, int level, bool isBeneath, vec2 place, vec4 ends) {
  vec2 size = vec2(max(ivec2(area.zw) >> level, 1));
  vec2 scale = size / area.zw;
  return colorInLevel(slot, originOfLevel(area, level, isBeneath), size, place * scale, ends * scale.xxyy, bvec2(false));
}

// One axis of an image in parts: of three, two texels each: where it begins, the source pixel there and the rate; the ends.
float placeInParts(int data, float depth, out float rate, out vec2 ends) {
  int part = data;
  if (depth >= dataAt(data + 4).x) part = data + 4;
  else if (depth >= dataAt(data + 2).x) part = data + 2;
  vec4 line = dataAt(part);
  rate = line.z;
  ends = dataAt(part + 1).xy;
  return line.y + (depth - line.w) * line.z;
}

// A texel of where the image lies in its texture; one of how many levels, the bias, the filters and its layout; then either one of the
// source pixels that may be sampled, and one of the first and the direction, or the parts of both axes.
vec4 imageColor(int slot, int data, Place place) {
  vec4 area = dataAt(data);
  vec4 how = dataAt(data + 1);
  int filters = int(how.z);
  int minification = filters & 3;
  int magnification = (filters >> 2) & 3;
  bool isBeneath = (filters & 16) != 0;
  vec2 at;
  vec2 rate;
  vec4 ends;
  if ((v_kind & isParted) != 0) {
    at.x = placeInParts(data + 2, place.depth.x, rate.x, ends.xy);
    at.y = placeInParts(data + 8, place.depth.z, rate.y, ends.zw);
  } else {
    ends = dataAt(data + 2);
    vec4 first = dataAt(data + 3);
    rate = first.zw;
    at = first.xy + rate * place.depth.xz;
  }
  vec2 u = place.slopesX.xy * rate.x;
  vec2 v = place.slopesY.xy * rate.y;
  const float most = (1.0 + 1.0 / 1024.0) * (1.0 + 1.0 / 1024.0);
  bvec2 isMinified = bvec2(dot(u, u) > most, dot(v, v) > most);
  if (any(isMinified) && minification == 2) {
    float square = max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y);
    float lambda = clamp(0.5 * log2(min(square, 1e30)) + how.y, 0.0, how.x - 1.0);
    int level = int(lambda);
    float share = lambda - float(level);
    vec4 color = colorOfLevel(slot, area, level, isBeneath, at, ends);
    return share > 0.0 ? mix(color, colorOfLevel(slot, area, level + 1, isBeneath, at, ends), share) : color;
  }
  bvec2 isNearest = bvec2((isMinified.x ? minification : magnification) == 0, (isMinified.y ? minification : magnification) == 0);
  // A raster's picture has no edge: what is around it is transparent.
  if ((filters & 32) != 0) {
    at = clamp(at, ends.xz + 0.5, ends.yw - 0.5);
    return pictureBetween(slot, area, mix(at, floor(at + 1.0 / 1024.0) + 0.5, isNearest));
  }
  return colorInLevel(slot, area.xy, area.zw, at, ends, isNearest);
}
#endif

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
    coverage = isSeen(v_kind, plane, p) ? shapeCoverage(place, v_kind, data) : 0.0;
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
    if (kind == kindImage) color *= imageColor(pictureSlot(), data, place);
#endif
  }
#ifdef PATHS
  if (kind == kindPath) coverage = texelFetch(u_coverage, ivec2(floor(p + v_x.xy)), 0).r;
#endif
  if (coverage > 0.0) coverage *= clipCoverage(v_clip, device);
#ifdef PICTURES
  if (kind >= kindPicture) {
    // From the box to the picture (xy) and to the mask (zw); where they lie in their textures, the mask only if there is one; then, where
    // the backdrop is read, from the box to it, the mode and how much of it, and where it lies.
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
