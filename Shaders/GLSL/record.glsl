// What every fragment of a record knows: see record.vert.

flat in highp vec2 v_origin;
flat in highp vec2 v_device;
flat in highp int v_kind;
flat in highp vec4 v_x;
flat in highp vec4 v_y;
flat in highp vec4 v_color;
flat in highp int v_data;
flat in highp int v_clip;

// Rows of numbers that records point into, 1024 texels each.
uniform highp sampler2D u_data;
// A fragment's row in the target: x + y · gl_FragCoord.y. zw is the target's size, which is not
// read: after glClear in another framebuffer Mesa converts gl_FragCoord by the previous
// framebuffer's height until a uniform of this stage changes (_mesa_update_clear_state).
uniform vec4 u_rows;

out vec4 o_color;

vec4 dataAt(int index) { return texelFetch(u_data, ivec2(index & 1023, index >> 10), 0); }

// The pixel's centre, from the first corner of the record's box.
vec2 placeInBox() { return vec2(gl_FragCoord.x, u_rows.x + u_rows.y * gl_FragCoord.y) - v_origin; }

#if SLOTS > 0
uniform highp sampler2D u_texture0;
#endif
#if SLOTS > 1
uniform highp sampler2D u_texture1;
#endif
#if SLOTS > 2
uniform highp sampler2D u_texture2;
#endif
#if SLOTS > 3
uniform highp sampler2D u_texture3;
#endif

// Which texture of the batch something of the record is in: 0 its image or picture, 1 its mask, 2
// what is beneath.
int slotOf(int number) { return (v_kind >> (slotBits + 2 * number)) & 3; }
int pictureSlot() { return slotOf(0); }

// A texel of one of the batch's textures.
vec4 texelOf(int slot, ivec2 place) {
#if SLOTS > 3
  if (slot == 3) return texelFetch(u_texture3, place, 0);
#endif
#if SLOTS > 2
  if (slot == 2) return texelFetch(u_texture2, place, 0);
#endif
#if SLOTS > 1
  if (slot == 1) return texelFetch(u_texture1, place, 0);
#endif
#if SLOTS > 0
  return texelFetch(u_texture0, place, 0);
#else
  return vec4(0.0);
#endif
}

// A pixel of a picture that lies at `area` (x, y, width, height) of a texture; transparent beyond
// it.
vec4 pictureAt(int slot, vec4 area, vec2 place) {
  vec2 whole = floor(place);
  if (any(lessThan(whole, vec2(0.0))) || any(greaterThanEqual(whole, area.zw))) return vec4(0.0);
  return texelOf(slot, ivec2(area.xy + whole));
}

// The same between the pixels' centres.
vec4 pictureBetween(int slot, vec4 area, vec2 place) {
  vec2 low = floor(place - 0.5);
  vec2 share = place - 0.5 - low;
  vec4 upper = mix(pictureAt(slot, area, low), pictureAt(slot, area, low + vec2(1.0, 0.0)), share.x);
  vec4 lower = mix(pictureAt(slot, area, low + vec2(0.0, 1.0)), pictureAt(slot, area, low + vec2(1.0, 1.0)), share.x);
  return mix(upper, lower, share.y);
}
