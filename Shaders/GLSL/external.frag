// Copies an external texture, such as a frame of video in luma and chroma, whose colours the driver
// converts. Input and output are premultiplied.

uniform mediump samplerExternalOES u_image;

in vec2 v_place;

out vec4 o_color;

void main() {
  o_color = texture(u_image, v_place);
}
