// Images that outlive a frame: a renderer's own, targets, textures of the program's, and dma-bufs
// out and back.
#include "check.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 48, STRIDE = WIDTH * 4, SIZE = STRIDE * HEIGHT };

// A canvas of one layer that covers it.
static mp_scene *plain(const char *color) {
  char text[200];
  snprintf(text, sizeof text,
           "{\"version\": 1, \"size\": [64, 48], \"root\": {\"frame\": [0, 0, 64, 48], \"backgroundColor\": \"%s\"}}", color);
  return mp_scene_parse(text, strlen(text), NULL);
}

static void count_release(void *context) { *(int *)context += 1; }

// A layer without contents of a dma-buf, or with a wrong one, is refused with a reason.
static void refusals(mp_layer *root) {
  CHECK(!mp_layer_contents_changed(root, -1));
  mp_dmabuf wrong = {.width = 4, .height = 4, .fourcc = 0x34324241, .plane_count = 5, .fence = -1};
  CHECK(!mp_layer_set_contents_dmabuf(root, &wrong, 0, NULL, NULL));
  CHECK(strstr(mp_error(), "1 to 4 planes") != NULL);
  wrong.plane_count = 1;
  wrong.planes[0] = (mp_dmabuf_plane){.fd = 0, .offset = 0, .stride = 15};
  CHECK(!mp_layer_set_contents_dmabuf(root, &wrong, 0, NULL, NULL));
  wrong.planes[0] = (mp_dmabuf_plane){.fd = -1, .offset = 0, .stride = 16};
  CHECK(!mp_layer_set_contents_dmabuf(root, &wrong, 0, NULL, NULL));
  wrong.width = 0;
  CHECK(!mp_layer_set_contents_dmabuf(root, &wrong, 0, NULL, NULL));
}

// Numbers of a dma-buf that no driver takes are errors, and end no program.
static void hostile_numbers(mp_renderer *renderer, mp_layer *root) {
  static const uint32_t numbers[] = {0, 1, 15, INT32_MAX, (uint32_t)INT32_MAX + 1, UINT32_MAX};
  FILE *memory_file = tmpfile();
  int file = fileno(memory_file);
  CHECK(ftruncate(file, 64) == 0);
  for (size_t i = 0; i < 6; i++) {
    for (size_t j = 0; j < 6; j++) {
      mp_dmabuf memory = {.width = 4, .height = 4, .fourcc = 0x34324241, .plane_count = 1, .fence = -1};
      memory.planes[0] = (mp_dmabuf_plane){.fd = file, .offset = numbers[i], .stride = numbers[j]};
      CHECK(!mp_target_create_with_dmabuf(renderer, &memory));
      CHECK(strlen(mp_error()) > 0);
      if (mp_layer_set_contents_dmabuf(root, &memory, 0, NULL, NULL)) mp_layer_set(root, "{\"contents\": null}");
      memory.plane_count = 4;
      for (int plane = 1; plane < 4; plane++) memory.planes[plane] = memory.planes[0];
      CHECK(!mp_target_create_with_dmabuf(renderer, &memory));
    }
  }
  static const int32_t sizes[] = {INT32_MIN, -1, 0, INT32_MAX};
  for (size_t i = 0; i < 4; i++) {
    mp_dmabuf memory = {.width = sizes[i], .height = 4, .fourcc = 0x34324241, .plane_count = 1, .fence = -1};
    memory.planes[0] = (mp_dmabuf_plane){.fd = file, .offset = 0, .stride = 16};
    CHECK(!mp_target_create_with_dmabuf(renderer, &memory));
    CHECK(!mp_target_create(renderer, sizes[i], 4));
  }
  fclose(memory_file);
}

// What a failed share says is one line with a way out.
static bool shares(mp_target *target, mp_dmabuf *memory, bool must_share) {
  if (mp_target_export_dmabuf(target, memory)) return true;
  const char *reason = mp_error();
  CHECK(strlen(reason) > 0 && strchr(reason, '\n') == NULL && strchr(reason, ':') != NULL);
  CHECK(!must_share);
  if (!must_share) fprintf(stderr, "dma-bufs are left out: %s\n", reason);
  return false;
}

// A target's memory becomes a layer's contents, first one picture and then another; then it is
// drawn into by `other`.
static void round_trip(mp_renderer *renderer, mp_renderer *other, bool must_share) {
  mp_scene *scene = parse(), *green = plain("#00ff00"), *shown = plain("#ff00ff");
  mp_layer *root = mp_scene_root(shown);
  unsigned char expected[SIZE], pixels[SIZE];
  mp_target *target = mp_target_create(renderer, WIDTH, HEIGHT);
  CHECK(target != NULL && mp_target_texture(target) != 0);
  CHECK(mp_target_draw(target, scene, MP_DRAW_CLEAR));
  CHECK(mp_target_read_pixels(target, expected, STRIDE));
  const unsigned char *card = expected + 10 * STRIDE + 10 * 4;
  CHECK(card[0] == 255 && card[1] == 128 && card[2] == 0 && card[3] == 255);

  mp_dmabuf memory;
  if (target != NULL && shares(target, &memory, must_share)) {
    CHECK(memory.width == WIDTH && memory.height == HEIGHT && memory.plane_count >= 1);
    CHECK(memory.planes[0].fd >= 0 && memory.planes[0].stride >= STRIDE);
    if (memory.fence >= 0) {
      struct pollfd fence = {.fd = memory.fence, .events = POLLIN};
      CHECK(poll(&fence, 1, 1000) == 1 && fence.revents == POLLIN);
    }
    int releases = 0;
    CHECK(mp_layer_set_contents_dmabuf(root, &memory, MP_COLORS_BT601, count_release, &releases));
    // By the renderer itself, and by one with a context of its own.
    mp_renderer *renderers[] = {renderer, other};
    for (int index = 0; index < 2; index++) {
      CHECK(mp_renderer_draw(renderers[index], shown, 1));
      CHECK(mp_renderer_read_pixels(renderers[index], pixels, STRIDE));
      CHECK(memcmp(pixels, expected, SIZE) == 0);
    }
    // Other pixels in the same memory.
    CHECK(mp_target_draw(target, green, MP_DRAW_CLEAR));
    int fence = mp_renderer_fence(renderer);
    CHECK(mp_layer_contents_changed(root, fence));
    CHECK(mp_renderer_draw(other, shown, 1));
    CHECK(mp_renderer_read_pixels(other, pixels, STRIDE));
    CHECK(pixels[0] == 0 && pixels[1] == 255 && pixels[2] == 0);
    // Drawn into from elsewhere, and read where it was made.
    mp_target *borrowed = mp_target_create_with_dmabuf(other, &memory);
    if (borrowed == NULL) {
      CHECK(strstr(mp_error(), "draw into an image of the device's own") != NULL);
    } else {
      if (fence >= 0) CHECK(mp_renderer_wait_fence(other, fence));
      CHECK(mp_target_draw(borrowed, scene, MP_DRAW_CLEAR));
      CHECK(mp_renderer_finish(other));
      CHECK(mp_target_read_pixels(target, pixels, STRIDE));
      CHECK(memcmp(pixels, expected, SIZE) == 0);
    }
    mp_target_release(borrowed);
    if (fence >= 0) close(fence);
    mp_dmabuf_close(&memory);
    CHECK(memory.plane_count == 0 && memory.fence == -1);
    CHECK(releases == 0);
    mp_layer_release(root);
    mp_scene_release(shown);
    // Renderers keep what was shown lately for some frames; one in which nothing changes is none.
    mp_layer *background = mp_scene_root(green);
    for (int frame = 0; frame < 40 && releases == 0; frame++) {
      CHECK(mp_layer_set_number(background, "cornerRadius", frame % 2));
      CHECK(mp_renderer_draw(renderer, green, 1) && mp_renderer_draw(other, green, 1));
    }
    mp_layer_release(background);
    CHECK(releases == 1);
  } else {
    mp_layer_release(root);
    mp_scene_release(shown);
  }
  mp_target_release(target);
  mp_scene_release(green);
  mp_scene_release(scene);
}

void sharing(const char *device, bool must_share) {
  // Neither renderer leaves a context of its own behind, nor takes away the program's.
  EGLContext before = eglGetCurrentContext();
  mp_renderer *renderer = mp_renderer_create(device), *other = mp_renderer_create(device);
  CHECK(renderer != NULL && other != NULL);
  if (renderer == NULL || other == NULL) return;
  CHECK(eglGetCurrentContext() == before);
  CHECK(mp_renderer_texture(renderer) == 0);
  void *display = NULL, *context = NULL;
  mp_renderer_egl_context(renderer, &display, &context);
  CHECK(display != NULL && context != NULL && context != before);
  CHECK(mp_target_create(renderer, 0, 4) == NULL);
  CHECK(mp_target_create(renderer, 1 << 20, 4) == NULL);
  CHECK(mp_target_create_with_texture(renderer, 1, 4, 4) == NULL);
  CHECK(strstr(mp_error(), "mp_renderer_create_in_context") != NULL);
  mp_dmabuf memory;
  CHECK(!mp_renderer_export_dmabuf(renderer, &memory));
  CHECK(strstr(mp_error(), "mp_renderer_draw") != NULL);
  mp_scene *scene = plain("#0000ff");
  mp_layer *root = mp_scene_root(scene);
  refusals(root);
  hostile_numbers(renderer, root);
  mp_layer_release(root);
  CHECK(mp_renderer_draw(renderer, scene, 1));
  CHECK(mp_renderer_texture(renderer) != 0);
  CHECK(mp_renderer_finish(renderer));
  mp_scene_release(scene);
  round_trip(renderer, other, must_share);
  CHECK(eglGetCurrentContext() == before);
  mp_renderer_release(other);
  mp_renderer_release(renderer);
  CHECK(eglGetCurrentContext() == before);
}

// A texture of the program's is drawn into, the canvas's top row in either place.
static void texture_of_ours(mp_renderer *renderer, mp_scene *scene) {
  GLuint texture = 0, framebuffer = 0;
  CHECK(mp_target_create_with_texture(renderer, 4711, WIDTH, HEIGHT) == NULL);
  CHECK(strstr(mp_error(), "texture 4711") != NULL);
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT);
  mp_target *target = mp_target_create_with_texture(renderer, texture, WIDTH, HEIGHT);
  CHECK(target != NULL && mp_target_texture(target) == texture);
  if (target == NULL) return;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  unsigned char pixel[4], pixels[SIZE];
  const struct {
    unsigned flags;
    int row;
  } orders[] = {{MP_DRAW_CLEAR | MP_DRAW_TOP_ROW_FIRST, 10}, {MP_DRAW_CLEAR, HEIGHT - 1 - 10}};
  for (int index = 0; index < 2; index++) {
    CHECK(mp_target_draw(target, scene, orders[index].flags));
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    CHECK(bound == (GLint)framebuffer);
    glReadPixels(10, orders[index].row, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[0] == 255 && pixel[1] == 128 && pixel[2] == 0);
  }
  CHECK(mp_target_read_pixels(target, pixels, STRIDE));
  CHECK(pixels[(HEIGHT - 1 - 10) * STRIDE + 40] == 255);
  CHECK(!mp_target_read_pixels(target, pixels, STRIDE - 1));
  mp_target_release(target);
  // It is still there when the target and what was collected since are gone.
  CHECK(mp_renderer_draw(renderer, scene, 1) && mp_renderer_draw(renderer, scene, 1));
  CHECK(glIsTexture(texture));
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteTextures(1, &texture);
}

// Textures that are deleted, smaller than their target, without storage, or of another kind.
static void hostile_textures(mp_renderer *renderer, mp_scene *scene) {
  GLuint texture = 0, cube = 0;
  unsigned char pixels[SIZE];
  glGenTextures(1, &texture);
  CHECK(mp_target_create_with_texture(renderer, texture, WIDTH, HEIGHT) == NULL);
  glBindTexture(GL_TEXTURE_2D, texture);
  CHECK(mp_target_create_with_texture(renderer, texture, WIDTH, HEIGHT) == NULL);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  CHECK(mp_target_create_with_texture(renderer, texture, WIDTH + 1, HEIGHT) == NULL);
  CHECK(strstr(mp_error(), "expected at least 65x48 pixels, found 64x48") != NULL);
  CHECK(mp_target_create_with_texture(renderer, texture, WIDTH, HEIGHT + 1) == NULL);
  glGenTextures(1, &cube);
  glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
  CHECK(mp_target_create_with_texture(renderer, cube, 4, 4) == NULL);

  mp_target *target = mp_target_create_with_texture(renderer, texture, WIDTH, HEIGHT);
  CHECK(target != NULL);
  if (target == NULL) return;
  CHECK(mp_target_draw(target, scene, MP_DRAW_CLEAR));
  // Its owner gives it less storage, and then enough again.
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH / 2, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  CHECK(!mp_target_draw(target, scene, MP_DRAW_CLEAR));
  CHECK(strstr(mp_error(), "expected at least 64x48 pixels, found 32x48") != NULL);
  CHECK(!mp_target_read_pixels(target, pixels, STRIDE));
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH * 2, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  CHECK(mp_target_draw(target, scene, MP_DRAW_CLEAR) && mp_target_read_pixels(target, pixels, STRIDE));
  char name[32];
  snprintf(name, sizeof name, "texture %u is missing", texture);
  glDeleteTextures(1, &texture);
  CHECK(!mp_target_draw(target, scene, MP_DRAW_CLEAR));
  CHECK(strstr(mp_error(), name) != NULL);
  CHECK(!mp_target_read_pixels(target, pixels, STRIDE));
  mp_dmabuf memory;
  CHECK(!mp_target_export_dmabuf(target, &memory));
  mp_target_release(target);
  glDeleteTextures(1, &cube);
  CHECK(glGetError() == GL_NO_ERROR);
}

void sharing_in_context(bool must_share) {
  mp_renderer *renderer = mp_renderer_create_in_context(), *other = mp_renderer_create_in_context();
  CHECK(renderer != NULL && other != NULL);
  if (renderer == NULL || other == NULL) return;
  mp_scene *scene = parse();
  texture_of_ours(renderer, scene);
  hostile_textures(renderer, scene);
  // The renderer's own image is a texture of the program's context.
  unsigned char pixels[SIZE], own[SIZE];
  CHECK(mp_renderer_draw(renderer, scene, 1) && mp_renderer_read_pixels(renderer, pixels, STRIDE));
  GLuint texture = mp_renderer_texture(renderer), framebuffer = 0;
  CHECK(texture != 0 && glIsTexture(texture));
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, own);
  CHECK(memcmp(own, pixels, SIZE) == 0);
  glDeleteFramebuffers(1, &framebuffer);
  round_trip(renderer, other, must_share);
  CHECK(glGetError() == GL_NO_ERROR);
  mp_scene_release(scene);
  mp_renderer_release(other);
  mp_renderer_release(renderer);
}
