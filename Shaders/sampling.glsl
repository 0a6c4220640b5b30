// Sampling of images (docs/rendering.md, section 10). Needs mixing.glsl.
//
// The texture's own filter is always linear. `nearest` moves the coordinate to a pixel's centre first, where linear
// sampling gives that pixel alone; so each axis can have its own filter, and filters do not part batches.
//
// With MIPMAPPED the levels below the first are in a second texture, side by side (MipAtlas.swift). Drivers may choose
// one level for four pixels together, and round it; here each pixel has its own.

uniform highp sampler2D u_image;  // level 0
uniform vec2 u_imageSize;         // its pixels
#ifdef MIPMAPPED
uniform highp sampler2D u_mips;   // the other levels
uniform float u_lastLevel;        // the number of the last of them
#endif

// Where to sample a level, in its own pixels. u is in pixels of level 0; part is what may be sampled; nearest is 1 for
// axes that take whole pixels; size is the level's.
vec2 levelPosition(vec2 u, vec4 part, vec2 nearest, vec2 size) {
  vec2 pixel = u_imageSize / size;
  vec2 middle = 0.5 * (part.xy + part.zw);
  u = clamp(u, min(part.xy + 0.5 * pixel, middle), max(part.zw - 0.5 * pixel, middle));
  // The small step decides ties (1/1024 of a pixel); the one after it keeps a coordinate that was rounded down on its way
  // through the sampler's fixed point from taking a little of the pixel before.
  u = mix(u / pixel, floor(u + 0.0009765625) + 0.5009765625, nearest);
  // Never over the level's own edge, where its neighbour in the texture begins.
  return clamp(u, vec2(0.5), size - 0.5);
}

vec4 sampleImage(vec2 u, vec4 part, vec2 nearest) {
#ifdef EXACT
  // Without the step that a sampler's fixed point needs.
  return mixedPixels(u_image, levelPosition(u, part, nearest, u_imageSize) - 0.0009765625 * nearest);
#endif
  return textureLod(u_image, levelPosition(u, part, nearest, u_imageSize) / u_imageSize, 0.0);
}

#ifdef MIPMAPPED
vec4 sampleLevel(vec2 u, vec4 part, int level) {
  if (level == 0) return sampleImage(u, part, vec2(0.0));
  ivec2 whole = ivec2(u_imageSize);
  float left = 0.0;
  for (int finer = 1; finer < level; ++finer) left += float(max(1, whole.x >> finer));
  vec2 position = levelPosition(u, part, vec2(0.0), vec2(max(ivec2(1), whole >> level)));
#ifdef EXACT
  return mixedPixels(u_mips, vec2(left, 0.0) + position);
#endif
  return textureLod(u_mips, (vec2(left, 0.0) + position) / vec2(textureSize(u_mips, 0)), 0.0);
}

// Between the levels; without a level below the first, level 0 alone, by its own filters.
vec4 sampleLevels(vec2 u, vec4 part, vec2 nearest, float level) {
  if (level <= 0.0) return sampleImage(u, part, nearest);
  level = min(level, u_lastLevel);
  float lower = floor(level);
  vec4 color = sampleLevel(u, part, int(lower));
  if (level > lower) color = mix(color, sampleLevel(u, part, int(lower) + 1), level - lower);
  return color;
}
#endif
