// What has changed since the last frame: told before and after drawing, and all that is drawn.
#include "check.h"

#include <GLES3/gl3.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 48, STRIDE = WIDTH * 4, SIZE = STRIDE * HEIGHT };

static const mp_rect WHOLE = {0, 0, WIDTH, HEIGHT};

static bool is_one(const mp_damage *damage, mp_rect rect) {
  return damage->count == 1 && memcmp(&damage->rects[0], &rect, sizeof rect) == 0;
}

// The square of 8 by 8 points that moves is at y = 8 at time 0, at 9.5 at 0.15, at 13 at 0.5, at 18
// at 1.
static const mp_rect FROM_HALF_TO_ONE = {40, 13, 8, 13};

// A framebuffer of a texture that is cleared to magenta.
static GLuint make_framebuffer(GLuint *texture) {
  GLuint framebuffer;
  glGenTextures(1, texture);
  glBindTexture(GL_TEXTURE_2D, *texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *texture, 0);
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, WIDTH, HEIGHT);
  glClearColor(1, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  return framebuffer;
}

static void read_framebuffer(unsigned char *pixels) {
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

// A picture of the scene at its time, drawn as a whole.
static void draw_whole(mp_renderer *renderer, mp_scene *scene, unsigned char *pixels) {
  mp_target *target = mp_target_create(renderer, WIDTH, HEIGHT);
  CHECK(target != NULL && mp_target_draw(target, scene, MP_DRAW_CLEAR));
  CHECK(mp_target_read_pixels(target, pixels, STRIDE));
  mp_target_release(target);
}

// The renderer's own image is drawn where it has changed, and says where that is.
void damage_of_image(mp_renderer *renderer) {
  mp_scene *scene = parse();
  CHECK(renderer != NULL && scene != NULL);
  if (renderer == NULL || scene == NULL) return;
  mp_damage damage;
  unsigned char pixels[SIZE], expected[SIZE];
  mp_renderer_last_damage(renderer, &damage);
  CHECK(damage.count == 0);
  CHECK(!mp_renderer_damage(renderer, scene, 0, &damage));
  CHECK(strstr(mp_error(), "mp_renderer_damage") != NULL);
  CHECK(mp_renderer_damage(renderer, scene, 1, &damage) && is_one(&damage, WHOLE));
  CHECK(mp_scene_needs_drawing(scene));
  CHECK(mp_renderer_draw(renderer, scene, 1));
  mp_renderer_last_damage(renderer, &damage);
  CHECK(is_one(&damage, WHOLE));
  CHECK(mp_renderer_damage(renderer, scene, 1, &damage) && damage.count == 0);
  CHECK(mp_renderer_draw(renderer, scene, 1));
  mp_renderer_last_damage(renderer, &damage);
  CHECK(damage.count == 0);
  mp_scene_set_time(scene, 0.5);
  CHECK(mp_renderer_draw(renderer, scene, 1));
  mp_scene_set_time(scene, 1);
  for (int ask = 0; ask < 2; ask++) {
    CHECK(mp_renderer_damage(renderer, scene, 1, &damage) && is_one(&damage, FROM_HALF_TO_ONE));
  }
  CHECK(mp_renderer_damage(renderer, scene, 2, &damage) && is_one(&damage, (mp_rect){0, 0, 2 * WIDTH, 2 * HEIGHT}));
  CHECK(mp_renderer_draw(renderer, scene, 1));
  mp_renderer_last_damage(renderer, &damage);
  CHECK(is_one(&damage, FROM_HALF_TO_ONE));
  CHECK(mp_renderer_read_pixels(renderer, pixels, STRIDE));
  draw_whole(renderer, scene, expected);
  CHECK(memcmp(pixels, expected, SIZE) == 0);
  // Nothing is drawn beyond the canvas.
  mp_layer *root = mp_scene_root(scene), *moving = mp_layer_find(root, "moving");
  CHECK(mp_layer_set(moving, "{\"position\": [200, 12]}"));
  CHECK(mp_renderer_draw(renderer, scene, 1));
  CHECK(mp_layer_set(moving, "{\"position\": [300, 12]}"));
  CHECK(mp_renderer_damage(renderer, scene, 1, &damage) && damage.count == 0);
  mp_layer_release(moving);
  mp_layer_release(root);
  mp_scene_release(scene);
  mp_renderer_release(renderer);
}

// Each target of a swapchain knows what it holds; the last one drawn tells what a frame changes.
void damage_of_targets(mp_renderer *renderer) {
  mp_scene *scene = parse();
  CHECK(renderer != NULL && scene != NULL);
  if (renderer == NULL || scene == NULL) return;
  mp_target *targets[] = {mp_target_create(renderer, WIDTH, HEIGHT), mp_target_create(renderer, WIDTH, HEIGHT)};
  mp_damage damage;
  unsigned char pixels[SIZE], expected[SIZE];
  mp_target_last_damage(targets[0], &damage);
  CHECK(damage.count == 0);
  // Twice each.
  for (int frame = 0; frame < 4; frame++) {
    mp_scene_set_time(scene, frame * 0.05);
    CHECK(mp_target_draw(targets[frame % 2], scene, MP_DRAW_CLEAR));
  }
  mp_scene_set_time(scene, 0.5);
  CHECK(mp_target_draw(targets[0], scene, MP_DRAW_CLEAR));
  mp_scene_set_time(scene, 1);
  // Since the last frame, at 0.5; and since the target's own, at 0.15.
  CHECK(mp_target_damage(targets[0], scene, MP_DRAW_CLEAR, &damage) && is_one(&damage, FROM_HALF_TO_ONE));
  CHECK(mp_target_damage(targets[1], scene, MP_DRAW_CLEAR, &damage) && is_one(&damage, (mp_rect){40, 9, 8, 17}));
  CHECK(mp_target_draw(targets[1], scene, MP_DRAW_CLEAR));
  mp_target_last_damage(targets[1], &damage);
  CHECK(is_one(&damage, (mp_rect){40, 9, 8, 17}));
  CHECK(mp_target_damage(targets[1], scene, MP_DRAW_CLEAR, &damage) && damage.count == 0);
  CHECK(mp_target_read_pixels(targets[1], pixels, STRIDE));
  draw_whole(renderer, scene, expected);
  CHECK(memcmp(pixels, expected, SIZE) == 0);
  // Another way to draw, and foreign drawing, start over.
  CHECK(mp_target_damage(targets[1], scene, MP_DRAW_DEFAULT, &damage) && is_one(&damage, WHOLE));
  CHECK(mp_target_damage(targets[1], scene, MP_DRAW_CLEAR | MP_DRAW_16_BITS, &damage) && is_one(&damage, WHOLE));
  mp_target_forget(targets[1]);
  CHECK(mp_target_damage(targets[1], scene, MP_DRAW_CLEAR, &damage) && is_one(&damage, WHOLE));
  mp_target_release(targets[1]);
  mp_target_release(targets[0]);
  mp_scene_release(scene);
  mp_renderer_release(renderer);
}

// The program's texture is drawn over as a whole, unless it says that it still holds the last
// frame.
static void changes_of_a_texture(mp_renderer *renderer, mp_scene *scene) {
  GLuint texture = 0, framebuffer = make_framebuffer(&texture);
  mp_target *target = mp_target_create_with_texture(renderer, texture, WIDTH, HEIGHT);
  CHECK(target != NULL);
  if (target == NULL) return;
  const unsigned flags = MP_DRAW_CLEAR | MP_DRAW_TOP_ROW_FIRST;
  unsigned char pixel[4];
  for (int frame = 0; frame < 4; frame++) {
    mp_scene_set_time(scene, frame * 0.4);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glClear(GL_COLOR_BUFFER_BIT);
    CHECK(mp_target_draw(target, scene, frame < 2 ? flags : flags | MP_DRAW_CHANGES));
    glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    // The scene's background, until nothing draws here.
    if (frame < 2) CHECK(pixel[0] == 16 && pixel[1] == 32 && pixel[2] == 48);
    if (frame == 3) CHECK(pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 255);
  }
  mp_target_release(target);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteTextures(1, &texture);
}

// Two framebuffers of the program's that take turns, as those of a window do.
static void turns(mp_renderer *renderer, mp_scene *scene, unsigned flags) {
  GLuint textures[2], framebuffers[2];
  for (int index = 0; index < 2; index++) framebuffers[index] = make_framebuffer(&textures[index]);
  unsigned char pixels[SIZE], expected[SIZE], pixel[4];
  mp_damage damage;
  for (int frame = 0; frame < 12; frame++) {
    const int age = frame < 2 ? 0 : 2;
    mp_scene_set_time(scene, frame * 0.1);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[frame % 2]);
    mp_damage before, told;
    CHECK(mp_renderer_damage_in_context(renderer, scene, flags, 1, &told));
    CHECK(mp_renderer_damage_in_context(renderer, scene, flags, age, &before));
    CHECK(frame < 2 ? is_one(&before, WHOLE) : before.count >= 1);
    if (frame >= 6) {
      // A mark where nothing moves, which stays, and one where something does.
      CHECK(!is_one(&before, WHOLE) && before.rects[0].x == 40 && before.rects[0].width == 8);
      const mp_rect rect = before.rects[0];
      glEnable(GL_SCISSOR_TEST);
      glScissor(2, 2, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glScissor(rect.x, flags & MP_DRAW_TOP_ROW_FIRST ? rect.y : HEIGHT - rect.y - rect.height, rect.width, rect.height);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
    }
    CHECK(mp_renderer_redraw_in_context(renderer, scene, flags, age));
    mp_renderer_last_damage(renderer, &damage);
    CHECK(memcmp(&damage, &told, sizeof damage) == 0);
    read_framebuffer(pixels);
    if (frame >= 6) {
      memcpy(pixel, pixels + 2 * STRIDE + 2 * 4, 4);
      CHECK(pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 255);
    }
    // The same as a whole, into the same framebuffer; but for the mark.
    mp_renderer *other = mp_renderer_create_in_context();
    CHECK(other != NULL && mp_renderer_redraw_in_context(other, scene, flags, 0));
    read_framebuffer(expected);
    if (frame >= 6) memcpy(expected + 2 * STRIDE + 2 * 4, pixel, 4);
    CHECK(memcmp(pixels, expected, SIZE) == 0);
    mp_renderer_release(other);
  }
  // Another size of the viewport starts over, and so does a frame without an age.
  CHECK(mp_renderer_damage_in_context(renderer, scene, flags, 1, &damage) && damage.count == 0);
  glViewport(0, 0, WIDTH, HEIGHT - 8);
  CHECK(mp_renderer_damage_in_context(renderer, scene, flags, 1, &damage));
  CHECK(is_one(&damage, (mp_rect){0, 0, WIDTH, HEIGHT - 8}));
  glViewport(0, 0, WIDTH, HEIGHT);
  CHECK(mp_renderer_draw_in_context(renderer, scene, flags));
  CHECK(mp_renderer_damage_in_context(renderer, scene, flags, 1, &damage) && is_one(&damage, WHOLE));
  glViewport(0, 0, 0, 0);
  CHECK(!mp_renderer_damage_in_context(renderer, scene, flags, 1, &damage));
  CHECK(strstr(mp_error(), "mp_renderer_damage_in_context: expected a viewport") != NULL);
  for (int index = 0; index < 2; index++) {
    glDeleteFramebuffers(1, &framebuffers[index]);
    glDeleteTextures(1, &textures[index]);
  }
}

void damage_in_context(void) {
  const unsigned flags[] = {MP_DRAW_CLEAR, MP_DRAW_CLEAR | MP_DRAW_TOP_ROW_FIRST};
  for (int index = 0; index < 2; index++) {
    mp_renderer *renderer = mp_renderer_create_in_context();
    mp_scene *scene = parse();
    CHECK(renderer != NULL && scene != NULL);
    if (renderer == NULL || scene == NULL) return;
    turns(renderer, scene, flags[index]);
    changes_of_a_texture(renderer, scene);
    CHECK(glGetError() == GL_NO_ERROR);
    mp_scene_release(scene);
    mp_renderer_release(renderer);
  }
}
