// Places a quad that shows a gradient. As in fill.vert, only the corners differ within the quad.

in vec3 a_column0;    // the matrix from device pixels to the plane
in vec3 a_column1;
in vec3 a_column2;
in vec3 a_kind;       // opacity; the innermost clip, or −1; 0 axial, 1 radial, 2 conic
in vec4 a_rect;       // points: min x, min y, max x, max y
in vec4 a_radii;      // points: see coverage.glsl
in vec4 a_axes;       // from the plane to the gradient's own space: see gradient.frag
in vec4 a_stops;      // the offset of that map; the first stop and the number of stops in u_stops
in float a_style;     // the outline's style (coverage.glsl)

flat out vec3 v_column0;
flat out vec3 v_column1;
flat out vec3 v_column2;
flat out vec3 v_kind;
flat out vec4 v_rect;
flat out vec4 v_radii;
flat out vec4 v_unit;
flat out vec4 v_offsets;
flat out float v_smoothing;
flat out vec4 v_axes;
flat out vec4 v_stops;

void main() {
  gl_Position = cornerPosition();
  v_column0 = a_column0;
  v_column1 = a_column1;
  v_column2 = a_column2;
  v_kind = a_kind;
  v_rect = a_rect;
  v_radii = a_radii;
  v_unit = edgeUnits(mat3(a_column0, a_column1, a_column2), a_rect) * edgeSlopes(a_style);
  v_offsets = edgeOffsets(a_style);
  v_smoothing = cornerSmoothing(a_style);
  v_axes = a_axes;
  v_stops = a_stops;
}
