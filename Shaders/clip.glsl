// The chain of clips that applies to a quad (docs/rendering.md, section 8). Needs coverage.glsl.
//
// u_clips holds six texels a clip, 64 clips a row:
//   0…2  the columns of the matrix from device pixels to the clip's plane; texel 0's w is the next outer clip, or −1;
//        texel 1's w is 1 plus the corners' smoothing if any corner is rounded; texel 2's w the style, as in coverage.glsl
//   3    the rectangle: min x, min y, max x, max y in points
//   4    the radii of its corners in points, as in coverage.glsl
//   5    its edge units times its edge slopes, as in coverage.glsl
//
// Where texel 2's w is below 0, the clip is the red of u_clipPicture, of which texel 3 is the device pixels that it holds: min x,
// min y, max x, max y; there is nothing outside of them. A chain has one such clip at most.

#ifdef CLIPPED
uniform highp sampler2D u_clips;
#ifdef PICTURED
uniform highp sampler2D u_clipPicture;
#endif

// The product of the coverages of a clip and of all that lie around it, at a device position.
float clipCoverage(int clip, vec2 device) {
  float coverage = 1.0;
  while (clip >= 0 && coverage > 0.0) {
    ivec2 texel = ivec2((clip & 63) * 6, clip >> 6);
    vec4 column0 = texelFetch(u_clips, texel, 0);
    vec4 column1 = texelFetch(u_clips, texel + ivec2(1, 0), 0);
    vec4 column2 = texelFetch(u_clips, texel + ivec2(2, 0), 0);
    mat3 matrix = mat3(column0.xyz, column1.xyz, column2.xyz);
    vec4 rect = texelFetch(u_clips, texel + ivec2(3, 0), 0);
    clip = int(column0.w);
#ifdef PICTURED
    if (column2.w < 0.0) {
      if (any(lessThan(device, rect.xy)) || any(greaterThan(device, rect.zw))) return 0.0;
      coverage *= texelFetch(u_clipPicture, ivec2(floor(device - rect.xy)), 0).r;
      continue;
    }
#endif
    vec3 q = matrix * vec3(device, 1.0);
    if (q.z <= 0.0) return 0.0;
    vec4 offsets = column2.w < 1.0 ? vec4(0.5) : edgeOffsets(column2.w);
    float own = rectangleCoverage(edgeDistances(q, rect, texelFetch(u_clips, texel + ivec2(5, 0), 0)), offsets);
    if (column1.w > 0.0 && own > 0.0)
      own = min(own, cornerCoverage(q, matrix, rect, texelFetch(u_clips, texel + ivec2(4, 0), 0), column1.w - 1.0));
    coverage *= own;
  }
  return coverage;
}
#else
float clipCoverage(int clip, vec2 device) { return 1.0; }
#endif
