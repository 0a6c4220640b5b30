// What lies between the pixels of a texture. Drivers on the CPU (Mesa's llvmpipe) round what they sample of bytes to bytes, which
// adds up where hundreds of images do; the shader's own numbers are not rounded.

#ifdef EXACT
// p is in pixels; those beyond the texture are as the last ones.
vec4 mixedPixels(highp sampler2D image, vec2 p) {
  ivec2 last = textureSize(image, 0) - 1;
  p -= 0.5;
  vec2 share = p - floor(p);
  ivec2 low = clamp(ivec2(floor(p)), ivec2(0), last);
  ivec2 high = clamp(ivec2(floor(p)) + 1, ivec2(0), last);
  vec4 top = mix(texelFetch(image, low, 0), texelFetch(image, ivec2(high.x, low.y), 0), share.x);
  vec4 bottom = mix(texelFetch(image, ivec2(low.x, high.y), 0), texelFetch(image, high, 0), share.x);
  return mix(top, bottom, share.y);
}
#endif
