// Holds the C interface against what its header says: a program in C, built with the header and
// linked like any other.
//
//   CInterface SCENE_FILE              all of it, as far as this machine has what it takes
//   CInterface SCENE_FILE DEVICE       only what a device has a part in; dma-bufs have to go out of this one and back
//
// Prints one line for each fault; exit status 1 if there is any.
#include "check.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int faults = 0;

void check(bool holds, const char *what, const char *file, int line) {
  if (holds) return;
  fprintf(stderr, "%s:%d: does not hold: %s (mp_error: %s)\n", file, line, what, mp_error());
  faults += 1;
}

static const char *const TEXT =
    "{\"version\": 1, \"size\": [64, 48], \"poster\": 1, \"background\": \"#102030\", \"root\": {\"frame\": [0, 0, 64, 48], \"name\": \"root\","
    " \"sublayers\": [{\"name\": \"card\", \"frame\": [8, 8, 24, 24], \"backgroundColor\": \"#ff8000\"},"
    " {\"name\": \"moving\", \"frame\": [40, 8, 8, 8], \"backgroundColor\": \"#00ff00\", \"animations\": {\"go\":"
    " {\"class\": \"CABasicAnimation\", \"keyPath\": \"position.y\", \"fromValue\": 12, \"toValue\": 32, \"duration\": 2}}}]}}";

mp_scene *parse(void) { return mp_scene_parse(TEXT, strlen(TEXT), NULL); }

// A scene without a file, its layers, and what is wrong with them.
static void layers(void) {
  mp_scene *scene = mp_scene_create(100, 50);
  CHECK(scene != NULL);
  double width = 0, height = 0;
  mp_scene_size(scene, &width, &height);
  CHECK(width == 100 && height == 50);
  mp_layer *root = mp_scene_root(scene);
  CHECK(mp_layer_superlayer(root) == NULL);

  mp_layer *layer = mp_layer_parse("{\"class\": \"CAShapeLayer\", \"bounds\": [0, 0, 10, 20], \"name\": \"a\"}", NULL);
  CHECK(layer != NULL);
  CHECK(mp_layer_add_sublayer(root, layer));
  CHECK(!mp_layer_add_sublayer(layer, root));
  CHECK(strstr(mp_error(), "in itself") != NULL);
  CHECK(mp_layer_sublayer_count(root) == 1);
  CHECK(mp_layer_sublayer(root, 1) == NULL);

  mp_layer *title = mp_layer_parse(
      "{\"class\": \"CATextLayer\", \"bounds\": [0, 0, 400, 60], \"string\": \"Ada\"}", NULL);
  char *lines = mp_layer_text_lines(title);
  CHECK(lines != NULL && strstr(lines, "\"text\": \"Ada\"") != NULL && strstr(lines, "\"ink\": [") != NULL);
  mp_free(lines);
  const char *runs = "[{\"text\": \"Ada\", \"fontSize\": 9}, \" Lovelace\"]";
  char change[99];
  snprintf(change, sizeof change, "{\"string\": %s}", runs);
  CHECK(mp_layer_set(title, change));
  char *string = mp_layer_get(title, "string", false);
  CHECK(string != NULL && strcmp(string, runs) == 0);
  mp_free(string);
  CHECK(!mp_layer_set(title, "{\"string\": [{}]}") && strstr(mp_error(), "string[0].text: is missing") != NULL);
  // The dictionary breaks hy-phen-ation.
  CHECK(mp_layer_set(title, "{\"string\": \"hyphenation\", \"fontSize\": 20, \"bounds\": [0, 0, 95, 60]}"));
  CHECK(mp_layer_set(title, "{\"wrapped\": true, \"hyphenation\": \"en-US\"}"));
  lines = mp_layer_text_lines(title);
  CHECK(lines != NULL && strstr(lines, "\"text\": \"hyphen\"") != NULL && strstr(lines, "\"text\": \"ation\"") != NULL);
  mp_free(lines);
  CHECK(!mp_layer_set(title, "{\"hyphenation\": \"en_US\"}") && strstr(mp_error(), "such as \"en-US\"") != NULL);
  mp_layer_release(title);
  CHECK(mp_layer_text_lines(layer) == NULL && strstr(mp_error(), "expected a CATextLayer") != NULL);

  mp_layer *other = mp_layer_parse("{\"name\": \"b\"}", NULL);
  CHECK(mp_layer_insert_sublayer(root, other, 0));
  mp_layer *first = mp_layer_sublayer(root, 0);
  CHECK(first == other);
  // Beyond the count, however far: over all.
  CHECK(mp_layer_insert_sublayer(root, other, SIZE_MAX));
  mp_layer *last = mp_layer_sublayer(root, 1);
  CHECK(last == other);
  mp_layer_release(last);
  CHECK(mp_layer_insert_sublayer(root, other, 0));
  mp_layer *found = mp_layer_find(root, "a");
  CHECK(found == layer);
  char *name = mp_layer_name(found);
  CHECK(name != NULL && strcmp(name, "a") == 0);
  mp_free(name);
  CHECK(mp_layer_find(root, "c") == NULL);

  CHECK(mp_layer_set(layer, "{\"position\": [30, 20], \"opacity\": 0.5}"));
  double number = 0;
  CHECK(mp_layer_get_number(layer, "position.x", false, &number) && number == 30);
  CHECK(!mp_layer_set(layer, "{\"position\": [1, 2], \"opacty\": 1}"));
  CHECK(strstr(mp_error(), "did you mean \"opacity\"?") != NULL);
  CHECK(mp_layer_get_number(layer, "position.x", false, &number) && number == 30);
  CHECK(mp_layer_set_number(layer, "position.x", 31));
  CHECK(mp_layer_get_number(layer, "position.x", false, &number) && number == 31);
  CHECK(!mp_layer_set_number(layer, "bounds", 31));
  CHECK(!mp_layer_set_number(layer, "position.x", NAN));
  CHECK(mp_layer_get_number(layer, "position.x", false, &number) && number == 31);

  double x = 5, y = 10;
  CHECK(mp_layer_convert_point(layer, NULL, &x, &y) && x == 31 && y == 20);
  const unsigned char pixels[4 * 2 * 2] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
  CHECK(mp_layer_set_contents(layer, pixels, 2, 2, 8));
  CHECK(!mp_layer_set_contents(layer, pixels, 2, 2, 7));
  CHECK(mp_layer_set_mask(layer, mp_layer_parse("{}", NULL)));
  CHECK(!mp_layer_set_mask(layer, root));

  mp_layer_remove_from_superlayer(other);
  CHECK(mp_layer_sublayer_count(root) == 1);
  mp_layer_release(first);
  mp_layer_release(other);
  mp_layer_release(found);
  mp_layer_release(layer);
  mp_layer_release(root);
  mp_scene_release(scene);

  CHECK(mp_scene_create(0, 10) == NULL);
  CHECK(mp_scene_load("no-such-scene.json") == NULL);
  CHECK(strstr(mp_error(), "no-such-scene.json") != NULL);
  CHECK(mp_layer_parse("{\"class\": \"CALayr\"}", NULL) == NULL);
  mp_scene_release(NULL);
  mp_layer_release(NULL);
  mp_renderer_release(NULL);
  mp_free(NULL);
}

// Mistakes that are made without end leave a bounded number of lines on standard error, and each is
// still told by mp_error.
static void warnings(void) {
  mp_scene *scene = mp_scene_create(100, 50);
  mp_layer *root = mp_scene_root(scene);
  FILE *lines = tmpfile();
  int before = dup(STDERR_FILENO);
  dup2(fileno(lines), STDERR_FILENO);
  bool added = false;
  for (int number = 0; number < 5000; number++) {
    char text[64];
    snprintf(text, sizeof text, "{\"name\": \"layer %d\"}", number);
    mp_layer *layer = mp_layer_parse(text, NULL);
    mp_layer_add_sublayer(root, layer);
    added = mp_layer_add_sublayer(layer, root) || mp_layer_add_sublayer(layer, layer) || added;
    mp_layer_remove_from_superlayer(layer);
    mp_layer_release(layer);
  }
  dup2(before, STDERR_FILENO);
  close(before);
  CHECK(!added);
  rewind(lines);
  int count = 0;
  for (int letter = getc(lines); letter != EOF; letter = getc(lines)) count += letter == '\n';
  CHECK(count <= 25);
  fclose(lines);
  mp_layer_release(root);
  mp_scene_release(scene);
}

static void *change_layers(void *unused) {
  (void)unused;
  mp_scene *scene = parse();
  CHECK(scene != NULL);
  mp_layer *root = mp_scene_root(scene);
  CHECK(mp_layer_set(root, "{\"opacity\": 0.5}"));
  mp_scene_set_time(scene, 1);
  double opacity = 0;
  CHECK(mp_layer_get_number(root, "opacity", false, &opacity) && opacity == 0.5);
  CHECK(mp_scene_needs_drawing(scene));
  mp_layer_release(root);
  mp_scene_release(scene);
  return NULL;
}

// A thread changes layers where no descriptor is left, not even for a run loop of its own.
static void descriptors(void) {
  struct rlimit limits, none;
  CHECK(getrlimit(RLIMIT_NOFILE, &limits) == 0);
  none = limits;
  none.rlim_cur = 3;
  CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, change_layers, NULL) == 0 && pthread_join(thread, NULL) == 0);
  CHECK(setrlimit(RLIMIT_NOFILE, &limits) == 0);
}

// Scene time, animations and commands.
static void times(void) {
  mp_scene *scene = parse();
  CHECK(scene != NULL);
  mp_layer *root = mp_scene_root(scene);
  mp_layer *moving = mp_layer_find(root, "moving");
  double y = 0;
  mp_scene_set_time(scene, 1);
  CHECK(mp_scene_next_frame_time(scene) == 1);
  CHECK(mp_layer_get_number(moving, "position.y", true, &y) && fabs(y - 22) < 1e-6);
  CHECK(mp_layer_get_number(moving, "position.y", false, &y) && y == 12);
  // What was set in a transaction that is still open is shown, too.
  mp_layer_set_name(root, "root");
  CHECK(mp_layer_set(root, "{\"opacity\": 0.25}"));
  CHECK(mp_layer_get_number(root, "opacity", true, &y) && y == 0.25);
  mp_scene_set_time(scene, 3);
  CHECK(mp_scene_next_frame_time(scene) == INFINITY);

  // A change that is animated begins at the scene's time.
  char *reply = mp_scene_command(scene, "{\"layer\": \"card\", \"opacity\": 0, \"animate\": 2, \"timing\": \"linear\"}");
  CHECK(strcmp(reply, "{\"ok\": true, \"layers\": 1}") == 0);
  mp_free(reply);
  mp_layer *card = mp_layer_find(root, "card");
  double opacity = -1;
  CHECK(mp_scene_next_frame_time(scene) == 3);
  mp_scene_set_time(scene, 4);
  CHECK(mp_layer_get_number(card, "opacity", true, &opacity) && fabs(opacity - 0.5) < 1e-6);
  reply = mp_scene_command(scene, "{\"layer\": \"cart\", \"opacity\": 0}");
  CHECK(strstr(reply, "did you mean \\\"card\\\"?") != NULL);
  mp_free(reply);
  const char *flat = "{\"version\": 1, \"size\": [9, 9], \"root\": {\"class\": \"CAGradientLayer\", \"colors\": [\"#fff\"]}}";
  mp_scene *told = mp_scene_parse(flat, strlen(flat), NULL);
  char *warnings = mp_scene_warnings(told);
  CHECK(warnings != NULL && strstr(warnings, "[{\"place\": \"root.colors\", \"problem\": \"expected at least two colours") == warnings);
  mp_free(warnings);
  mp_scene_release(told);
  char *text = mp_scene_text(scene);
  CHECK(text != NULL && strstr(text, "\"moving\"") != NULL);
  mp_free(text);
  mp_layer_release(card);
  mp_layer_release(moving);
  mp_layer_release(root);
  mp_scene_release(scene);
}

struct log {
  char text[512];
};

static void note(void *context, const mp_event *event) {
  static const char *const kinds[] = {"enter", "leave", "press", "move", "release", "tap", "cancel", "scroll", "down", "up"};
  struct log *log = context;
  char *name = mp_layer_name(event->layer);
  size_t length = strlen(log->text);
  snprintf(log->text + length, sizeof log->text - length, "%s %s %g,%g;", kinds[event->kind], name, event->x, event->y);
  mp_free(name);
}

// Taps are the layer's that is seen at the point.
static void events(void) {
  mp_scene *scene = parse();
  struct log log = {""};
  mp_scene_set_event_handler(scene, note, &log);
  mp_scene_set_time(scene, 1);
  mp_layer *hit = mp_scene_hit(scene, 44, 22);
  char *name = hit ? mp_layer_name(hit) : NULL;
  CHECK(name && strcmp(name, "moving") == 0);
  mp_free(name);
  mp_layer_release(hit);
  const mp_input down = {.kind = MP_TOUCH_BEGIN, .x = 10, .y = 11, .number = 0};
  const mp_input up = {.kind = MP_TOUCH_END, .number = 0};
  mp_scene_input(scene, &down);
  mp_scene_input(scene, &up);
  CHECK(strcmp(log.text, "press card 2,3;release card 2,3;tap card 2,3;") == 0);
  if (faults) fprintf(stderr, "events: %s\n", log.text);
  // A pointer enters, moves on, and leaves.
  log.text[0] = 0;
  const double places[][2] = {{10, 11}, {12, 11}, {36, 40}};
  for (int index = 0; index < 3; index++) {
    const mp_input move = {.kind = MP_POINTER_MOVE, .x = places[index][0], .y = places[index][1]};
    mp_scene_input(scene, &move);
  }
  CHECK(strstr(log.text, "enter card 2,3;") != NULL && strstr(log.text, "move card 4,3;") != NULL);
  CHECK(strstr(log.text, "leave card ") != NULL);
  if (faults) fprintf(stderr, "events: %s\n", log.text);
  mp_scene_set_event_handler(scene, NULL, NULL);
  log.text[0] = 0;
  mp_scene_input(scene, &down);
  CHECK(log.text[0] == 0);
  mp_scene_release(scene);
}

// A device of the library's own draws a picture that can be read.
static unsigned char *picture(const char *path, int *width, int *height) {
  mp_scene *scene = path ? mp_scene_load(path) : parse();
  mp_renderer *renderer = mp_renderer_create("software");
  CHECK(scene != NULL && renderer != NULL);
  if (!scene || !renderer) exit(1);
  unsigned char none[4];
  CHECK(!mp_renderer_read_pixels(renderer, none, 4));
  CHECK(!mp_renderer_draw_in_context(renderer, scene, MP_DRAW_DEFAULT));
  mp_renderer_set_texture_memory(renderer, 1 << 20);
  CHECK(mp_scene_needs_drawing(scene));
  CHECK(mp_renderer_draw(renderer, scene, 1));
  CHECK(!mp_scene_needs_drawing(scene) || mp_scene_next_frame_time(scene) <= 0);
  mp_renderer_size(renderer, width, height);
  unsigned char *pixels = malloc((size_t)*width * *height * 4);
  CHECK(!mp_renderer_read_pixels(renderer, pixels, (size_t)*width * 4 - 1));
  CHECK(mp_renderer_read_pixels(renderer, pixels, (size_t)*width * 4));
  // The overlay is in the next frame, and gone from the one after it is taken away.
  unsigned char *other = malloc((size_t)*width * *height * 4);
  mp_damage damage;
  mp_renderer_set_debug_overlay(renderer, MP_OVERLAY_DAMAGE | MP_OVERLAY_LAYERS);
  CHECK(mp_renderer_damage(renderer, scene, 1, &damage) && damage.count > 0);
  CHECK(mp_renderer_draw(renderer, scene, 1) && mp_renderer_read_pixels(renderer, other, (size_t)*width * 4));
  CHECK(memcmp(pixels, other, (size_t)*width * *height * 4) != 0);
  mp_renderer_set_debug_overlay(renderer, MP_OVERLAY_NONE);
  CHECK(mp_renderer_draw(renderer, scene, 1) && mp_renderer_read_pixels(renderer, other, (size_t)*width * 4));
  CHECK(memcmp(pixels, other, (size_t)*width * *height * 4) == 0);
  free(other);
  mp_renderer_release(renderer);
  mp_scene_release(scene);
  return pixels;
}

bool make_context(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)(void *)eglGetProcAddress("eglGetPlatformDisplayEXT");
  if (!get_display) return false;
  EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) return false;
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

// The program's own context: the same picture in its framebuffer, over what it drew, and its state
// as it was.
static void context(void) {
  CHECK(mp_renderer_create_in_context() == NULL);
  CHECK(strstr(mp_error(), "eglMakeCurrent") != NULL);
  if (!make_context()) {
    fprintf(stderr, "no EGL context without a surface: the test of drawing in a context is left out\n");
    return;
  }
  int width = 0, height = 0;
  unsigned char *expected = picture(NULL, &width, &height);
  CHECK(width == 64 && height == 48);

  GLuint texture, framebuffer, buffer;
  glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE2);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_CULL_FACE);
  glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
  glBlendFunc(GL_ONE, GL_ONE);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 7);

  mp_renderer *renderer = mp_renderer_create_in_context();
  mp_scene *scene = parse();
  CHECK(renderer != NULL);
  CHECK(mp_renderer_draw_in_context(renderer, scene, MP_DRAW_CLEAR | MP_DRAW_TOP_ROW_FIRST));
  CHECK(mp_renderer_draw_in_context(renderer, scene, MP_DRAW_CLEAR | MP_DRAW_TOP_ROW_FIRST));

  GLint value = 0, mask[4];
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &value);
  CHECK(value == (GLint)texture);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &value);
  CHECK(value == GL_TEXTURE2);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &value);
  CHECK(value == (GLint)framebuffer);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &value);
  CHECK(value == (GLint)buffer);
  glGetIntegerv(GL_CURRENT_PROGRAM, &value);
  CHECK(value == 0);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &value);
  CHECK(value == 0);
  glGetIntegerv(GL_BLEND_DST_RGB, &value);
  CHECK(value == GL_ONE);
  glGetIntegerv(GL_UNPACK_ROW_LENGTH, &value);
  CHECK(value == 7);
  glGetIntegerv(GL_COLOR_WRITEMASK, mask);
  CHECK(mask[0] && !mask[1] && mask[2] && mask[3]);
  CHECK(glIsEnabled(GL_DEPTH_TEST) && glIsEnabled(GL_CULL_FACE) && !glIsEnabled(GL_BLEND));
  CHECK(glIsEnabled(GL_DITHER) && !glIsEnabled(GL_SCISSOR_TEST));

  unsigned char *pixels = malloc((size_t)width * height * 4);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  CHECK(memcmp(pixels, expected, (size_t)width * height * 4) == 0);

  // Without clearing, over the program's own pixels, and with the bottom row first.
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearColor(0, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  CHECK(mp_renderer_draw_in_context(renderer, scene, MP_DRAW_DEFAULT));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  const unsigned char *corner = pixels, *card = pixels + 4 * ((height - 1 - 10) * width + 10);
  CHECK(corner[0] == 0 && corner[2] == 255);
  CHECK(card[0] == 255 && card[1] == 128 && card[2] == 0);
  CHECK(glGetError() == GL_NO_ERROR);
  mp_scene_release(scene);
  mp_renderer_release(renderer);
  free(pixels);
  free(expected);
}

// What the device that was named has no part in.
static void without_device(const char *path) {
  layers();
  warnings();
  descriptors();
  times();
  events();
  images();
  lottie();
  memory();
  damage_of_image(mp_renderer_create_with("cpu", NULL, 2));
  damage_of_targets(mp_renderer_create_with("cpu", NULL, 2));
  int width = 0, height = 0;
  free(picture(path, &width, &height));
  CHECK(width > 0 && height > 0);
}

// Drawing in contexts of the program's, and on a device of the library's.
static void with_device(const char *device, bool must_share) {
  context();
  if (make_context()) {
    sharing_in_context(must_share);
    damage_in_context();
  }
  sharing(device, must_share);
  damage_of_image(mp_renderer_create(device));
  damage_of_targets(mp_renderer_create(device));
}

int main(int count, char **arguments) {
  if (count != 2 && count != 3) {
    fprintf(stderr, "usage: CInterface SCENE_FILE [DEVICE]\n");
    return 2;
  }
  CHECK(strlen(mp_version()) > 0);
  if (count == 2) without_device(arguments[1]);
  with_device(count == 3 ? arguments[2] : "software", count == 3);
  printf("%d faults\n", faults);
  return faults ? 1 : 0;
}
