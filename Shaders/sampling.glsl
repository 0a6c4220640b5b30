// Sampling of images (docs/rendering.md, section 10).
//
// The texture's own filter is always linear. `nearest` moves the coordinate to a pixel's centre first, where linear
// sampling gives that pixel alone; so each axis can have its own filter, and filters do not part batches.

uniform highp sampler2D u_image;

// One level. u is in pixels of level 0; part is what may be sampled; nearest is 1 for axes that take whole pixels.
vec4 sampleLevel(vec2 u, vec4 part, vec2 nearest, float level) {
  vec2 size = vec2(textureSize(u_image, 0));
  vec2 halfPixel = 0.5 * size / vec2(textureSize(u_image, int(level)));
  vec2 middle = 0.5 * (part.xy + part.zw);
  u = clamp(u, min(part.xy + halfPixel, middle), max(part.zw - halfPixel, middle));
  // The small step decides ties (1/1024 of a pixel); the one after it keeps a coordinate that was rounded down on its way
  // through the sampler's fixed point from taking a little of the pixel before.
  u = mix(u, floor(u + 0.0009765625) + 0.5009765625, nearest);
  return textureLod(u_image, u / size, level);
}

// Between the levels; a negative level means level 0 alone.
vec4 sampleLevels(vec2 u, vec4 part, vec2 nearest, float level) {
  if (level <= 0.0) return sampleLevel(u, part, nearest, 0.0);
  float last = floor(log2(max(float(textureSize(u_image, 0).x), float(textureSize(u_image, 0).y))) + 0.001);
  level = min(level, last);
  float lower = floor(level);
  vec4 color = sampleLevel(u, part, nearest, lower);
  if (level > lower) color = mix(color, sampleLevel(u, part, nearest, lower + 1.0), level - lower);
  return color;
}
