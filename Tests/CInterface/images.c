// Scenes as images and videos, without a context of the program's.
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const CARD =
    "{\"version\": 1, \"size\": [8, 6], \"scale\": 2, \"parameters\": {"
    "\"tint\": {\"type\": \"string\", \"format\": \"color\", \"default\": \"#ff000080\"},"
    "\"size\": {\"type\": \"number\", \"minimum\": 1, \"maximum\": 4, \"default\": 4}},"
    "\"root\": {\"frame\": [0, 0, 8, 6], \"sublayers\": [{\"anchorPoint\": [0, 0], \"backgroundColor\": {\"parameter\": \"tint\"},"
    "\"bounds\": [0, 0, {\"parameter\": \"size\"}, {\"parameter\": \"size\"}]}]}}";

static void parameters(mp_image_renderer *renderer) {
  mp_scene *plain = mp_scene_parse(CARD, strlen(CARD), NULL);
  mp_scene *given = mp_scene_parse_with(CARD, strlen(CARD), NULL, "{\"tint\": \"#0000ff\", \"size\": 2}");
  CHECK(plain != NULL && given != NULL);
  mp_image *first = mp_image_renderer_draw(renderer, plain, 0, 0);
  mp_image *second = mp_image_renderer_draw(renderer, given, 0, 0);
  CHECK(first != NULL && second != NULL);
  int width = 0, height = 0;
  mp_image_size(first, &width, &height);
  CHECK(width == 16 && height == 12);

  unsigned char pixels[12][20][4];
  CHECK(mp_image_read(first, pixels, sizeof pixels[0], false));
  CHECK(pixels[0][0][0] == 128 && pixels[0][0][2] == 0 && pixels[0][0][3] == 128);
  CHECK(mp_image_read(first, pixels, sizeof pixels[0], true));
  CHECK(pixels[0][0][0] == 255 && pixels[0][0][3] == 128);
  CHECK(pixels[7][7][0] == 255 && pixels[7][8][3] == 0);
  CHECK(mp_image_read(second, pixels, sizeof pixels[0], true));
  CHECK(pixels[0][0][2] == 255 && pixels[3][3][2] == 255 && pixels[3][4][3] == 0);
  CHECK(!mp_image_read(first, pixels, 63, true));
  CHECK(strstr(mp_error(), "64 bytes") != NULL);

  // The same values given later make the same picture; a wrong one changes nothing.
  CHECK(mp_scene_set_parameters(plain, "{\"tint\": \"#0000ff\", \"size\": 2}"));
  CHECK(!mp_scene_set_parameters(plain, "{\"tint\": \"#00ff00\", \"size\": 9}"));
  CHECK(strstr(mp_error(), "from 1 to 4") != NULL);
  char *reply = mp_scene_command(plain, "{\"parameters\": {\"size\": 3}}");
  CHECK(reply != NULL && strcmp(reply, "{\"ok\": true}") == 0);
  mp_free(reply);
  char *warnings = mp_scene_warnings(plain);
  CHECK(warnings != NULL && strcmp(warnings, "[]") == 0);
  mp_free(warnings);
  reply = mp_scene_command(plain, "{\"parameters\": {\"siez\": 3}}");
  CHECK(reply != NULL && strstr(reply, "did you mean") != NULL);
  mp_free(reply);
  CHECK(mp_scene_set_parameters(plain, "{\"size\": 2}"));
  char *schema = mp_scene_parameters_schema_parse(CARD, strlen(CARD), NULL);
  CHECK(schema != NULL && strstr(schema, "\"maximum\"") != NULL);
  mp_free(schema);
  CHECK(mp_scene_parameters_schema_parse("{", 1, NULL) == NULL);
  CHECK(strstr(mp_error(), "scene: line 1") != NULL);
  mp_image *later = mp_image_renderer_draw(renderer, plain, 0, 0);
  mp_difference difference;
  char *same = mp_image_compare(later, second, "exact", &difference);
  CHECK(same != NULL && strlen(same) == 0);
  mp_free(same);
  mp_image_release(later);

  char *breaches = mp_image_compare(first, second, NULL, &difference);
  CHECK(breaches != NULL && strlen(breaches) > 0);
  CHECK(difference.largest > 100 && difference.beyond_8 > 0.2);
  mp_free(breaches);
  breaches = mp_image_compare(first, first, "exact", &difference);
  CHECK(breaches != NULL && strlen(breaches) == 0 && difference.largest == 0 && difference.mean == 0);
  mp_free(breaches);
  breaches = mp_image_compare(first, second, "0:100%", NULL);
  CHECK(breaches != NULL && strlen(breaches) == 0);
  mp_free(breaches);
  CHECK(mp_image_compare(first, first, "rough", NULL) == NULL);
  CHECK(strstr(mp_error(), "tolerance") != NULL);

  CHECK(mp_scene_parse_with(CARD, strlen(CARD), NULL, "{\"tnt\": 1}") == NULL);
  CHECK(strstr(mp_error(), "did you mean \"tint\"?") != NULL);
  CHECK(mp_scene_parse_with(CARD, strlen(CARD), NULL, "[]") == NULL);
  mp_image *marked = mp_image_difference(first, second);
  CHECK(marked != NULL && mp_image_read(marked, pixels, sizeof pixels[0], true));
  CHECK(pixels[0][0][0] == 255 && pixels[11][15][0] == 0 && pixels[11][15][3] == 255);
  mp_image_release(marked);
  mp_image_release(first);
  mp_image_release(second);
  mp_scene_release(plain);
  mp_scene_release(given);
}

// An image goes into a file and comes back as it was.
static void files(mp_image_renderer *renderer) {
  mp_scene *scene = parse();
  mp_image *image = mp_image_renderer_draw(renderer, scene, 1, 2);
  CHECK(image != NULL);
  size_t length = 0;
  void *bytes = mp_image_encode(image, "png", -1, -1, &length);
  CHECK(bytes != NULL && length > 60 && memcmp(bytes, "\x89PNG", 4) == 0);
  char path[] = "/tmp/multiplane-image-XXXXXX";
  int descriptor = mkstemp(path);
  CHECK(descriptor >= 0 && write(descriptor, bytes, length) == (ssize_t)length);
  close(descriptor);
  mp_free(bytes);
  // An effort changes the bytes of the file, not of the picture.
  size_t least = 0;
  bytes = mp_image_encode(image, "png", -1, 1, &least);
  CHECK(bytes != NULL && least > 60 && memcmp(bytes, "\x89PNG", 4) == 0);
  mp_free(bytes);
  mp_image *again = mp_image_load(path);
  CHECK(again != NULL);
  char *breaches = mp_image_compare(again, image, "exact", NULL);
  CHECK(breaches != NULL && strlen(breaches) == 0);
  mp_free(breaches);
  unlink(path);
  CHECK(mp_image_load(path) == NULL);
  CHECK(mp_image_encode(image, "bmp", -1, -1, &length) == NULL);
  CHECK(strstr(mp_error(), "png, jpeg, webp") != NULL);

  // Without a time, a picture is that of the poster time.
  CHECK(mp_scene_poster_time(scene) == 1);
  mp_image *poster = mp_image_renderer_draw(renderer, scene, NAN, 2);
  breaches = mp_image_compare(poster, image, "exact", NULL);
  CHECK(breaches != NULL && strlen(breaches) == 0);
  mp_free(breaches);
  mp_image_release(poster);

  // Another time draws another picture, and leaves the scene's time as it was.
  mp_image *later = mp_image_renderer_draw(renderer, scene, 1.9, 2);
  mp_difference difference;
  breaches = mp_image_compare(image, later, "exact", &difference);
  CHECK(breaches != NULL && difference.largest > 100);
  mp_free(breaches);
  CHECK(mp_image_renderer_draw(renderer, scene, 0, 1e6) == NULL);
  mp_image_release(later);
  mp_image_release(again);
  mp_image_release(image);
  mp_scene_release(scene);
}

static const char *const PHOTO =
    "{\"version\": 1, \"size\": [2, 1], \"parameters\": {"
    "\"photo\": {\"type\": \"string\", \"format\": \"image\"},"
    "\"alpha\": {\"type\": \"number\", \"minimum\": 0, \"maximum\": 1, \"default\": 1}},"
    "\"root\": {\"frame\": [0, 0, 2, 1], \"sublayers\": [{\"name\": \"photo\", \"frame\": [0, 0, 2, 1],"
    "\"opacity\": {\"parameter\": \"alpha\"}, \"contents\": {\"parameter\": \"photo\"}}]}}";

// Images in memory as parameters and as contents; numbers as text; values that are read back.
static void inputs(mp_image_renderer *renderer) {
  const unsigned char red_blue[8] = {255, 0, 0, 255, 0, 0, 255, 128}, green[8] = {0, 255, 0, 255, 0, 255, 0, 255};
  mp_image *first = mp_image_create(red_blue, 2, 1, 8, true), *second = mp_image_create(green, 2, 1, 8, false);
  CHECK(first != NULL && second != NULL);
  CHECK(mp_image_create(red_blue, 2, 1, 7, true) == NULL && strstr(mp_error(), "stride") != NULL);
  unsigned char pixels[8];
  CHECK(mp_image_read(first, pixels, sizeof pixels, false));
  CHECK(pixels[0] == 255 && pixels[6] == 128 && pixels[7] == 128);

  const mp_named_image photo = {"photo", first}, other = {"photo", second};
  mp_scene_inputs given = {.parameters = "{\"alpha\": \"1\"}", .images = &photo, .image_count = 1};
  CHECK(mp_scene_parse_inputs(PHOTO, strlen(PHOTO), NULL, &given) == NULL);
  CHECK(strstr(mp_error(), "parameters.alpha: expected a number") != NULL);
  given.converts_text = true;
  mp_scene *scene = mp_scene_parse_inputs(PHOTO, strlen(PHOTO), NULL, &given);
  CHECK(scene != NULL);
  mp_image *drawn = mp_image_renderer_draw(renderer, scene, 0, 1);
  CHECK(mp_image_read(drawn, pixels, sizeof pixels, true) && pixels[0] == 255 && pixels[6] == 255);
  mp_image_release(drawn);
  const mp_scene_inputs later = {.images = &other, .image_count = 1};
  CHECK(mp_scene_set_inputs(scene, &later));
  drawn = mp_image_renderer_draw(renderer, scene, 0, 1);
  CHECK(mp_image_read(drawn, pixels, sizeof pixels, true) && pixels[1] == 255 && pixels[5] == 255);
  mp_image_release(drawn);
  mp_scene_add_image(scene, "again", first);
  char *reply = mp_scene_command(scene, "{\"layer\": \"photo\", \"contents\": \"again\"}");
  CHECK(strstr(reply, "\"ok\": true") != NULL);
  mp_free(reply);
  drawn = mp_image_renderer_draw(renderer, scene, 0, 1);
  CHECK(mp_image_read(drawn, pixels, sizeof pixels, true) && pixels[0] == 255);

  mp_layer *root = mp_scene_root(scene), *layer = mp_layer_find(root, "photo");
  char *frame = mp_layer_get(layer, "frame", false);
  CHECK(frame != NULL && strcmp(frame, "[0, 0, 2, 1]") == 0);
  mp_free(frame);
  CHECK(mp_layer_get(layer, "opacit", false) == NULL && strstr(mp_error(), "did you mean \"opacity\"?") != NULL);
  double width = 0, height = 0;
  mp_layer_preferred_size(layer, &width, &height);
  CHECK(width == 2 && height == 1);
  mp_layer_release(layer);
  mp_layer_release(root);

  const mp_scene_inputs path = {.parameters = "{\"photo\": \"/etc/passwd\"}", .assets = "/usr"};
  CHECK(mp_scene_parse_inputs(PHOTO, strlen(PHOTO), NULL, &path) == NULL && strstr(mp_error(), "leads out of the assets folder") != NULL);
  mp_image_renderer_set_limits(renderer, (size_t)512 << 20, 1e-6);
  CHECK(mp_image_renderer_draw(renderer, scene, 0, 500) == NULL && strstr(mp_error(), "of one core") != NULL);
  mp_image_renderer_set_limits(renderer, SIZE_MAX, INFINITY);
  mp_image_release(drawn);
  drawn = mp_image_renderer_draw(renderer, scene, 0, 1);
  CHECK(drawn != NULL);
  mp_image_release(drawn);
  mp_image_release(first);
  mp_image_release(second);
  mp_scene_release(scene);
}

static bool stop_at_three(void *context, int frame, int count) {
  *(int *)context = count;
  return frame < 3;
}

// A video that is stopped leaves no file. Whether there is one otherwise depends on ffmpeg, which
// need not be there.
static void videos(mp_image_renderer *renderer) {
  mp_scene *scene = parse();
  int count = 0;
  CHECK(!mp_image_renderer_write_video(renderer, scene, "/tmp/multiplane-stopped.mp4", 0, 1, 20, 1, -1, stop_at_three, &count));
  CHECK(access("/tmp/multiplane-stopped.mp4", F_OK) != 0);
  CHECK(count == 20 || strstr(mp_error(), "ffmpeg") != NULL);
  CHECK(!mp_image_renderer_write_video(renderer, scene, "/tmp/multiplane.txt", 0, 1, 20, 1, -1, NULL, NULL));
  CHECK(strstr(mp_error(), ".webm") != NULL);
  mp_scene_release(scene);
}

void images(void) {
  CHECK(mp_image_renderer_create("vulkan", NULL, 0) == NULL);
  CHECK(strstr(mp_error(), "reference") != NULL);
  mp_image_renderer *renderer = mp_image_renderer_create("cpu", NULL, 1);
  CHECK(renderer != NULL);
  parameters(renderer);
  files(renderer);
  inputs(renderer);
  videos(renderer);
  mp_image_renderer_release(renderer);
  mp_image_renderer_release(NULL);
  mp_image_release(NULL);
}
