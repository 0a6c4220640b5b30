// Places a quad that shows a part of an image. As in fill.vert, only the corners differ within the quad.

in vec3 a_column0;    // the matrix from device pixels to the plane
in vec3 a_column1;
in vec3 a_column2;
in vec4 a_rect;       // points: the rectangle whose edges are the image's edges
in vec4 a_mapping;    // from the plane to image pixels: scale x, scale y, offset x, offset y
in vec4 a_part;       // image pixels that may be sampled: min x, min y, max x, max y
in vec4 a_sampling;   // see image.frag
in vec3 a_blend;      // opacity; the innermost clip, or −1; the outline's style (coverage.glsl)
in vec4 a_tint;       // what colours are multiplied by, premultiplied
#ifdef PARTED
in vec4 a_cell;       // points: the part of the plane that this quad shows: min x, min y, max x, max y
#endif

flat out vec3 v_column0;
flat out vec3 v_column1;
flat out vec3 v_column2;
flat out vec4 v_rect;
flat out vec4 v_unit;
flat out vec4 v_offsets;
flat out vec4 v_mapping;
flat out vec4 v_part;
flat out vec4 v_sampling;
flat out vec2 v_blend;
flat out vec4 v_tint;
#ifdef PARTED
flat out vec4 v_cell;
#endif

void main() {
  gl_Position = cornerPosition();
  v_column0 = a_column0;
  v_column1 = a_column1;
  v_column2 = a_column2;
  v_rect = a_rect;
  v_unit = edgeUnits(mat3(a_column0, a_column1, a_column2), a_rect) * edgeSlopes(a_blend.z);
  v_offsets = edgeOffsets(a_blend.z);
  v_mapping = a_mapping;
  v_part = a_part;
  v_sampling = a_sampling;
  v_blend = a_blend.xy;
  v_tint = a_tint;
#ifdef PARTED
  v_cell = a_cell;
#endif
}
