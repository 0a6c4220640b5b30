// Sampling of images (docs/rendering.md, section 10).
//
// The texture's own filter is always linear. `nearest` moves the coordinate to a pixel's centre first, where linear
// sampling gives that pixel alone; so each axis can have its own filter, and filters do not part batches.
//
// An image with mip levels is one texture without any: level 0, and below it the others side by side (MipAtlas.swift).
// Drivers may choose one level for four pixels together, and round it; here each pixel has its own.

uniform highp sampler2D u_image;
uniform vec2 u_imageSize;  // pixels of level 0

// One level. u is in pixels of level 0; part is what may be sampled; nearest is 1 for axes that take whole pixels.
vec4 sampleLevel(vec2 u, vec4 part, vec2 nearest, int level) {
  vec2 size = u_imageSize;
  vec2 origin = vec2(0.0);
  if (level > 0) {
    ivec2 whole = ivec2(u_imageSize);
    origin.y = u_imageSize.y;
    for (int finer = 1; finer < level; ++finer) origin.x += float(max(1, whole.x >> finer));
    size = vec2(max(ivec2(1), whole >> level));
  }
  vec2 pixel = u_imageSize / size;
  vec2 middle = 0.5 * (part.xy + part.zw);
  u = clamp(u, min(part.xy + 0.5 * pixel, middle), max(part.zw - 0.5 * pixel, middle));
  // The small step decides ties (1/1024 of a pixel); the one after it keeps a coordinate that was rounded down on its way
  // through the sampler's fixed point from taking a little of the pixel before.
  u = mix(u / pixel, floor(u + 0.0009765625) + 0.5009765625, nearest);
  // Never over the level's own edge, where its neighbour in the texture begins.
  u = clamp(u, vec2(0.5), size - 0.5);
  return textureLod(u_image, (origin + u) / vec2(textureSize(u_image, 0)), 0.0);
}

// Between the levels; a negative level means level 0 alone.
vec4 sampleLevels(vec2 u, vec4 part, vec2 nearest, float level) {
  if (level <= 0.0) return sampleLevel(u, part, nearest, 0);
  float last = floor(log2(max(u_imageSize.x, u_imageSize.y)) + 0.0001);
  level = min(level, last);
  float lower = floor(level);
  vec4 color = sampleLevel(u, part, nearest, int(lower));
  if (level > lower) color = mix(color, sampleLevel(u, part, nearest, int(lower) + 1), level - lower);
  return color;
}
