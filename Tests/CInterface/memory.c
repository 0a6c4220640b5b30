// The CPU draws into memory of the program's: whole frames, what has changed, over what is there.
#include "check.h"

#include <string.h>

enum { WIDTH = 64, HEIGHT = 48, STRIDE = WIDTH * 4 + 20 };

static const unsigned char UNTOUCHED = 0xa5;

static bool is(const unsigned char *pixels, int x, int y, unsigned first, unsigned second, unsigned third, unsigned alpha) {
  const unsigned char *pixel = pixels + y * STRIDE + x * 4;
  return pixel[0] == first && pixel[1] == second && pixel[2] == third && pixel[3] == alpha;
}

// No byte beside the picture is written.
static bool margins_are_untouched(const unsigned char *pixels) {
  for (int y = 0; y < HEIGHT; y++)
    for (int byte = WIDTH * 4; byte < STRIDE; byte++)
      if (pixels[y * STRIDE + byte] != UNTOUCHED) return false;
  return true;
}

static void frames(mp_renderer *renderer, mp_scene *scene, bool blue_first) {
  unsigned char pixels[HEIGHT * STRIDE], read[HEIGHT * WIDTH * 4];
  memset(pixels, UNTOUCHED, sizeof pixels);
  // The last row ends with the picture.
  mp_target *target = mp_target_create_with_memory(renderer, pixels, WIDTH, HEIGHT, STRIDE, blue_first);
  CHECK(target != NULL);
  if (target == NULL) return;
  mp_scene_set_time(scene, 0);
  CHECK(mp_target_draw(target, scene, MP_DRAW_CLEAR));
  const unsigned first = blue_first ? 0x00 : 0xff, third = blue_first ? 0xff : 0x00;
  CHECK(is(pixels, 9, 9, first, 0x80, third, 0xff));
  CHECK(is(pixels, 41, 9, 0, 0xff, 0, 0xff));
  CHECK(is(pixels, 0, 0, blue_first ? 0x30 : 0x10, 0x20, blue_first ? 0x10 : 0x30, 0xff));
  CHECK(margins_are_untouched(pixels));
  CHECK(mp_target_read_pixels(target, read, WIDTH * 4));
  const unsigned char orange[] = {0xff, 0x80, 0x00, 0xff};
  CHECK(memcmp(read + (9 * WIDTH + 9) * 4, orange, 4) == 0);
  CHECK(mp_target_texture(target) == 0);
  mp_dmabuf dmabuf;
  CHECK(!mp_target_export_dmabuf(target, &dmabuf));
  CHECK(strstr(mp_error(), "the CPU renderer (1 thread") != NULL && strstr(mp_error(), " has no dma-bufs") != NULL);
  // Only what has changed is written: what the program put elsewhere stays.
  mp_scene_set_time(scene, 1);
  memset(pixels, 7, 4);
  CHECK(mp_target_draw(target, scene, MP_DRAW_CLEAR | MP_DRAW_CHANGES));
  CHECK(is(pixels, 0, 0, 7, 7, 7, 7));
  CHECK(is(pixels, 41, 20, 0, 0xff, 0, 0xff) && !is(pixels, 41, 9, 0, 0xff, 0, 0xff));
  // Without clearing, the layers lie over what is there, and the scene's background is left out.
  memset(pixels, 0x40, sizeof pixels);
  CHECK(mp_target_draw(target, scene, MP_DRAW_DEFAULT));
  CHECK(is(pixels, 0, 0, 0x40, 0x40, 0x40, 0x40) && is(pixels, 9, 9, first, 0x80, third, 0xff));
  mp_target_release(target);
}

void memory(void) {
  mp_scene *scene = parse();
  mp_renderer *renderer = mp_renderer_create_with("cpu", NULL, 1);
  CHECK(scene != NULL && renderer != NULL);
  if (scene == NULL || renderer == NULL) return;
  frames(renderer, scene, false);
  frames(renderer, scene, true);
  void *display = &display, *context = &context;
  mp_renderer_egl_context(renderer, &display, &context);
  CHECK(display == NULL && context == NULL);
  CHECK(mp_renderer_draw(renderer, scene, 2) && mp_renderer_texture(renderer) == 0);
  CHECK(mp_renderer_fence(renderer) == -1 && mp_renderer_finish(renderer));
  unsigned char pixels[4 * WIDTH * HEIGHT * 4], place[STRIDE];
  CHECK(mp_renderer_read_pixels(renderer, pixels, 2 * WIDTH * 4));
  CHECK(!mp_target_create_with_memory(renderer, place, WIDTH, 1, WIDTH * 4 - 1, false));
  CHECK(strstr(mp_error(), "expected a stride of at least 256 bytes, found 255") != NULL);
  CHECK(!mp_target_create_with_memory(renderer, place, 0, 1, WIDTH * 4, false));
  CHECK(!mp_target_create_with_texture(renderer, 1, WIDTH, HEIGHT));
  CHECK(!mp_target_create(renderer, 1 << 20, 4));
  mp_renderer_release(renderer);
  CHECK(!mp_renderer_create_with("cuda", NULL, 0) && strstr(mp_error(), "cuda") != NULL);
  CHECK(!mp_renderer_create_with("cpu", "hardware", 0) && strstr(mp_error(), "hardware") != NULL);
  mp_renderer *device = mp_renderer_create_with("gl", "software", 0);
  CHECK(device != NULL);
  if (device != NULL) {
    CHECK(!mp_target_create_with_memory(device, place, WIDTH, 1, WIDTH * 4, false));
    CHECK(strstr(mp_error(), "targets in the program's memory") != NULL);
    mp_renderer_release(device);
  }
  mp_scene_release(scene);
}
