// Images and rasters between their pixels (docs/rendering.md, sections 9, 10 and 22).

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

// The origin of a mip level: those after the first are one after another beside it, or beneath it.
vec2 originOfLevel(vec4 area, int first, int level, bool isBeneath) {
  if (level == first) return area.xy;
  ivec2 size = ivec2(area.zw);
  ivec2 largest = max(size >> first, 1);
  vec2 place = area.xy + (isBeneath ? vec2(0.0, float(largest.y)) : vec2(float(largest.x), 0.0));
  for (int i = first + 1; i < level; ++i) {
    ivec2 step = max(size >> i, 1);
    place += isBeneath ? vec2(float(step.x), 0.0) : vec2(0.0, float(step.y));
  }
  return place;
}

vec4 colorOfLevel(int slot, vec4 area, int first, int level, bool isBeneath, vec2 place, vec4 ends, bvec2 isNearest) {
  vec2 size = vec2(max(ivec2(area.zw) >> level, 1));
  vec2 scale = size / area.zw;
  return colorInLevel(
      slot, originOfLevel(area, first, level, isBeneath), size, place * scale, ends * scale.xxyy, isNearest);
}

// One axis of an image in parts: of three, two texels each: where it begins, the source pixel there
// and the rate; the ends.
float placeInParts(int data, float depth, out float rate, out vec2 ends) {
  int part = data;
  if (depth >= dataAt(data + 4).x) part = data + 4;
  else if (depth >= dataAt(data + 2).x) part = data + 2;
  vec4 line = dataAt(part);
  rate = line.z;
  ends = dataAt(part + 1).xy;
  return line.y + (depth - line.w) * line.z;
}

// A texel of where the image lies in its texture; one of the end of its levels, the bias, the
// filters with its layout, and its first level, which is 0 unless the image exceeds the device's
// textures; then either one of the source pixels that may be sampled, and one of the first and the
// direction, or the parts of both axes.
vec4 imageColor(int slot, int data, Place place, bool isInParts) {
  vec4 area = dataAt(data);
  vec4 how = dataAt(data + 1);
  int filters = int(how.z);
  int minification = filters & 3;
  int magnification = (filters >> 2) & 3;
  bool isBeneath = (filters & imageIsBeneath) != 0;
  int firstLevel = int(how.w);
  vec2 at;
  vec2 rate;
  vec4 ends;
  if (isInParts) {
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
  if (any(isMinified) && minification == filterTrilinear) {
    float square = max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y);
    float lambda = clamp(0.5 * log2(min(square, 1e30)) + how.y, how.w, how.x - 1.0);
    int level = int(lambda);
    float share = lambda - float(level);
    vec4 color = colorOfLevel(slot, area, firstLevel, level, isBeneath, at, ends, bvec2(false));
    if (share <= 0.0) return color;
    return mix(color, colorOfLevel(slot, area, firstLevel, level + 1, isBeneath, at, ends, bvec2(false)), share);
  }
  bvec2 isNearest = bvec2((isMinified.x ? minification : magnification) == filterNearest,
      (isMinified.y ? minification : magnification) == filterNearest);
  // A raster's picture has no edge: what is around it is transparent.
  if ((filters & imageIsRaster) != 0) {
    at = clamp(at, ends.xz + 0.5, ends.yw - 0.5);
    return pictureBetween(slot, area, mix(at, floor(at + 1.0 / 1024.0) + 0.5, isNearest));
  }
  if (firstLevel > 0) return colorOfLevel(slot, area, firstLevel, firstLevel, isBeneath, at, ends, isNearest);
  return colorInLevel(slot, area.xy, area.zw, at, ends, isNearest);
}
