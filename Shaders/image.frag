// Draws a part of an image (docs/rendering.md, sections 9 and 10). Inputs as in image.vert; the texture and the output
// are premultiplied.
//
// v_sampling, where all of the quad is alike: x and y are 1 for an axis that takes the nearest pixel; z is the mip level,
// 0 without mips. With PERSPECTIVE each fragment decides: x is the minification filter and y the magnification filter
// (0 linear, 1 nearest, 2 trilinear), z the level's bias.

flat in vec3 v_column0;
flat in vec3 v_column1;
flat in vec3 v_column2;
flat in vec4 v_rect;
flat in vec4 v_unit;
flat in vec4 v_offsets;
flat in vec4 v_mapping;
flat in vec4 v_part;
flat in vec4 v_sampling;
flat in vec2 v_blend;
flat in vec4 v_tint;
#ifdef PARTED
flat in vec4 v_cell;
#endif

void main() {
  vec2 device = devicePosition();
  mat3 matrix = mat3(v_column0, v_column1, v_column2);
  vec3 q = matrix * vec3(device, 1.0);
  float coverage = rectangleCoverage(edgeDistances(q, v_rect, v_unit), v_offsets);
  vec2 p = q.xy / q.z;
#ifdef PARTED
  // Parts of one image overlap by their fringes; each pixel centre belongs to one. The rasteriser's own decision is only
  // as fine as its subpixels.
  if (any(lessThan(p, v_cell.xy)) || any(greaterThanEqual(p, v_cell.zw))) coverage = 0.0;
#endif
  vec2 u = p * v_mapping.xy + v_mapping.zw;
#ifdef PERSPECTIVE
  vec2 dudx = (matrix[0].xy - p * matrix[0].z) / q.z * v_mapping.xy;
  vec2 dudy = (matrix[1].xy - p * matrix[1].z) / q.z * v_mapping.xy;
  vec2 rate = sqrt(dudx * dudx + dudy * dudy);
  vec2 minified = vec2(greaterThan(rate, vec2(1.0009765625)));
  vec2 filters = mix(vec2(v_sampling.y), vec2(v_sampling.x), minified);
  vec2 nearest = vec2(equal(filters, vec2(1.0)));
  float level = 0.0;
#ifdef MIPMAPPED
  if (minified.x + minified.y > 0.0) {
    level = log2(max(length(dudx), length(dudy))) + v_sampling.z;
    nearest = vec2(0.0);
  }
#endif
#else
  vec2 nearest = v_sampling.xy;
  float level = v_sampling.z;
#endif
#ifdef MIPMAPPED
  vec4 color = sampleLevels(u, v_part, nearest, level);
#else
  vec4 color = sampleImage(u, v_part, nearest);
#endif
  paint(color * v_tint * v_blend.x, coverage, int(v_blend.y), device);
}
