// One quad a record: a box of device pixels, where it lies in what is drawn into, and what is
// painted there (`Record` in Swift).

in uvec4 a_place;  // the box's first and last pixel, what moves it to the target (two signed words each), what is painted
in vec4 a_x;
in vec4 a_y;
in uvec4 a_paint;  // a colour of four words, the first texel of its data and of its clips

// From pixels of the target to clip space: times xy, plus zw.
uniform vec4 u_target;

flat out highp vec2 v_origin;  // the box's first pixel in the target
flat out highp vec2 v_device;  // and on the device
flat out highp int v_kind;
flat out highp vec4 v_x;
flat out highp vec4 v_y;
flat out highp vec4 v_color;
flat out highp int v_data;
flat out highp int v_clip;

ivec2 pair(uint word) { return ivec2(int(word << 16) >> 16, int(word) >> 16); }

void main() {
  ivec2 low = pair(a_place.x);
  ivec2 high = pair(a_place.y);
  ivec2 offset = pair(a_place.z);
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? low.x : high.x, (gl_VertexID & 2) == 0 ? low.y : high.y);
  gl_Position = vec4((corner + vec2(offset)) * u_target.xy + u_target.zw, 0.0, 1.0);
  v_origin = vec2(low + offset);
  v_device = vec2(low);
  v_kind = int(a_place.w);
  v_x = a_x;
  v_y = a_y;
  v_color = vec4(unpackUnorm2x16(a_paint.x), unpackUnorm2x16(a_paint.y));
  v_data = int(a_paint.z);
  v_clip = int(a_paint.w);
}
