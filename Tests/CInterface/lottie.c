// Lottie animations as scenes and as layers.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A square that moves from 0 to 30 in a second, of the colour of a slot.
static const char *const ANIMATION =
    "{\"v\": \"5.7.0\", \"fr\": 10, \"ip\": 0, \"op\": 10, \"w\": 40, \"h\": 20,"
    " \"slots\": {\"accent\": {\"p\": {\"a\": 0, \"k\": [1, 0, 0]}}},"
    " \"markers\": [{\"cm\": \"a\", \"tm\": 2, \"dr\": 4}, {\"cm\": \"b\", \"tm\": 8, \"dr\": 0}],"
    " \"layers\": [{\"ty\": 4, \"ip\": 0, \"op\": 10, \"ks\": {\"p\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [0, 0],"
    " \"i\": {\"x\": [1], \"y\": [1]}, \"o\": {\"x\": [0], \"y\": [0]}}, {\"t\": 10, \"s\": [30, 0]}]}},"
    " \"shapes\": [{\"ty\": \"rc\", \"p\": {\"k\": [5, 5]}, \"s\": {\"k\": [10, 10]}, \"r\": {\"k\": 0}},"
    " {\"ty\": \"fl\", \"c\": {\"sid\": \"accent\"}, \"o\": {\"k\": 100}}]}]}";

// The value of a key of a layer, as JSON; NULL for none. Released with the next call.
static const char *value(const mp_layer *layer, const char *key, bool presented) {
  static char *text = NULL;
  mp_free(text);
  text = mp_layer_get(layer, key, presented);
  return text ? text : "";
}

static bool is_near(const char *text, double number) { return *text && fabs(atof(text) - number) < 1e-6; }

void lottie(void) {
  char path[] = "/tmp/lottie-XXXXXX";
  const int file = mkstemp(path);
  CHECK(file >= 0 && write(file, ANIMATION, strlen(ANIMATION)) == (ssize_t)strlen(ANIMATION));
  close(file);

  // As a scene, with a value of a part.
  const mp_scene_inputs inputs = {.parameters = "{\"accent\": \"#0000ff\"}"};
  mp_scene *scene = mp_scene_load_inputs(path, &inputs);
  CHECK(scene != NULL && mp_scene_poster_time(scene) == 0.5);
  mp_scene_release(scene);
  char *schema = mp_scene_parameters_schema(path);
  CHECK(schema != NULL && strstr(schema, "\"accent\"") != NULL);
  mp_free(schema);

  // As a layer of a scene.
  CHECK(mp_layer_load_lottie("no-such-file.json", NULL) == NULL && strstr(mp_error(), "no-such-file.json") != NULL);
  CHECK(mp_layer_load_lottie(path, "{\"accnt\": \"#0000ff\"}") == NULL && strstr(mp_error(), "accnt") != NULL);
  mp_layer *layer = mp_layer_load_lottie(path, "{\"accent\": \"#0000ff\"}");
  CHECK(layer != NULL);
  scene = mp_scene_create(40, 20);
  mp_layer *root = mp_scene_root(scene);
  CHECK(mp_layer_add_sublayer(root, layer));
  CHECK(strcmp(value(layer, "class", false), "\"LottieLayer\"") == 0);
  CHECK(strcmp(value(layer, "bounds", false), "[0, 0, 40, 20]") == 0);
  CHECK(strcmp(value(layer, "markers", false),
               "[{\"name\": \"a\", \"time\": 0.2, \"duration\": 0.4}, {\"name\": \"b\", \"time\": 0.8, \"duration\": 0}]") == 0);
  CHECK(is_near(value(layer, "animationDuration", false), 1) && is_near(value(layer, "frameRate", false), 10));
  CHECK(strstr(value(layer, "parameters", false), "\"accent\": {\"type\": \"string\", \"format\": \"color\"") != NULL);

  // The shown position is that at the scene's time.
  mp_scene_set_time(scene, 0.25);
  CHECK(strcmp(value(layer, "progress", false), "null") == 0 && is_near(value(layer, "progress", true), 0.25));
  CHECK(mp_layer_set(layer, "{\"speed\": 2}") && is_near(value(layer, "progress", true), 0.5));
  CHECK(mp_layer_set(layer, "{\"speed\": 1, \"progress\": 0.75}") && is_near(value(layer, "progress", true), 0.75));
  CHECK(mp_scene_next_frame_time(scene) == INFINITY);
  // It goes on from there, from now.
  CHECK(mp_layer_set(layer, "{\"progress\": null}") && is_near(value(layer, "progress", true), 0.75));
  mp_scene_set_time(scene, 0.35);
  CHECK(is_near(value(layer, "progress", true), 0.85));
  // The part of a marker, and between two.
  CHECK(mp_layer_set(layer, "{\"marker\": \"a\", \"loop\": true}") && is_near(value(layer, "progress", true), 0.2));
  mp_scene_set_time(scene, 0.35 + 0.4 + 0.1);
  CHECK(is_near(value(layer, "progress", true), 0.3));
  CHECK(mp_layer_set(layer, "{\"marker\": [\"b\", \"a\"], \"loop\": false}") && is_near(value(layer, "progress", true), 0.8));
  mp_scene_set_time(scene, 0.85 + 0.2);
  CHECK(is_near(value(layer, "progress", true), 0.6));
  CHECK(strcmp(value(layer, "marker", false), "[\"b\", \"a\"]") == 0);
  CHECK(!mp_layer_set(layer, "{\"marker\": [\"b\", \"c\"]}") && strstr(mp_error(), "marker[1]: expected a marker") != NULL);
  CHECK(is_near(value(layer, "progress", true), 0.6));

  // Values are replaced while the animation plays.
  mp_image_renderer *renderer = mp_image_renderer_create("cpu", NULL, 0);
  CHECK(mp_layer_set(layer, "{\"progress\": 0, \"marker\": null, \"frame\": [0, 0, 40, 20]}"));
  for (int step = 0; step < 2; step++) {
    mp_image *image = mp_image_renderer_draw(renderer, scene, 0, 0);
    unsigned char pixels[40 * 20 * 4] = {0};
    CHECK(image != NULL && mp_image_read(image, pixels, 40 * 4, false));
    const unsigned char *pixel = pixels + 4 * (5 * 40 + 5);
    CHECK(pixel[1] == (step ? 255 : 0) && pixel[2] == (step ? 0 : 255) && pixel[3] == 255);
    mp_image_release(image);
    CHECK(mp_layer_set(layer, "{\"values\": {\"accent\": \"#00ff00\"}}"));
  }
  CHECK(!mp_layer_set(layer, "{\"values\": {\"accnt\": \"red\"}}") && strstr(mp_error(), "did you mean \"accent\"?") != NULL);
  mp_image_renderer_release(renderer);
  mp_layer_release(layer);
  mp_layer_release(root);
  mp_scene_release(scene);
  unlink(path);
}
