// A program in C that draws a layer tree in its own OpenGL ES context, over its own drawing, and
// only where something has changed.
//
//   EmbeddingInC SCENE_FILE SECONDS PICTURE.ppm
//
// It draws the scene from its time 0 on, ten times per second, and writes the last picture. In a
// real program the context is that of a window or a game; here it has no surface, and the picture
// goes to a file.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <multiplane.h>
#include <stdio.h>
#include <stdlib.h>

static const int WIDTH = 640, HEIGHT = 360;

static int fail(const char *what) {
  fprintf(stderr, "EmbeddingInC: %s\n", what);
  return 1;
}

// What a program has already: a context, and a framebuffer to draw into.
static bool make_context(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)(void *)eglGetProcAddress("eglGetPlatformDisplayEXT");
  if (!get_display) return false;
  EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) return false;
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return false;
  GLuint texture, framebuffer;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  glViewport(0, 0, WIDTH, HEIGHT);
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool write_picture(const char *path) {
  unsigned char *pixels = malloc((size_t)WIDTH * HEIGHT * 4);
  FILE *file = pixels ? fopen(path, "wb") : NULL;
  if (!file) return false;
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
  // OpenGL's row 0 is the bottom one.
  for (int y = HEIGHT - 1; y >= 0; y--)
    for (int x = 0; x < WIDTH; x++) fwrite(pixels + 4 * (y * WIDTH + x), 1, 3, file);
  free(pixels);
  return fclose(file) == 0;
}

// The program's own drawing, where the layers lie over it: green in the lower half, nothing in the
// upper one.
static void draw_background(mp_rect rect) {
  // OpenGL counts rows from the bottom.
  const int bottom = HEIGHT - rect.y - rect.height, top = bottom + rect.height;
  glEnable(GL_SCISSOR_TEST);
  glScissor(rect.x, bottom, rect.width, rect.height);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  if (bottom < HEIGHT / 2) {
    glScissor(rect.x, bottom, rect.width, (top < HEIGHT / 2 ? top : HEIGHT / 2) - bottom);
    glClearColor(0.1f, 0.3f, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  // Multiplane neither minds a scissor nor loses it; this program does not need it any more.
  glDisable(GL_SCISSOR_TEST);
}

// Draws a frame if anything differs from the last one, which the framebuffer still
// holds: hence the age of 1. The back buffer of a window is as old as EGL_BUFFER_AGE_EXT says, and
// eglSwapBuffersWithDamageKHR takes what mp_renderer_last_damage tells. Returns the pixels that
// were drawn; -1 on a failure.
static long draw_changes(mp_renderer *renderer, mp_scene *scene) {
  mp_damage damage;
  if (!mp_renderer_damage_in_context(renderer, scene, MP_DRAW_DEFAULT, 1, &damage)) return -1;
  long pixels = 0;
  for (int index = 0; index < damage.count; index++) {
    draw_background(damage.rects[index]);
    pixels += (long)damage.rects[index].width * damage.rects[index].height;
  }
  if (damage.count > 0 && !mp_renderer_redraw_in_context(renderer, scene, MP_DRAW_DEFAULT, 1)) return -1;
  return pixels;
}

int main(int count, char **arguments) {
  if (count != 4) return fail("usage: EmbeddingInC SCENE_FILE SECONDS PICTURE.ppm");
  if (!make_context()) return fail("no OpenGL ES 3 context; install Mesa's EGL (Debian: libegl-mesa0)");

  mp_scene *scene = mp_scene_load(arguments[1]);
  if (!scene) return fail(mp_error());
  mp_renderer *renderer = mp_renderer_create_in_context();
  if (!renderer) return fail(mp_error());

  const double seconds = atof(arguments[2]);
  const int frames = (int)(seconds * 10) + 1;
  int drawn = 0;
  long pixels = 0;
  for (int frame = 1; frame <= frames; frame++) {
    mp_scene_set_time(scene, frame < frames ? (frame - 1) / 10.0 : seconds);
    const long found = draw_changes(renderer, scene);
    if (found < 0) return fail(mp_error());
    drawn += found > 0;
    pixels += found;
  }
  printf("%d of %d frames were drawn, with %ld pixels each\n", drawn, frames, drawn ? pixels / drawn : 0);
  printf("next frame at %g s\n", mp_scene_next_frame_time(scene));

  if (!write_picture(arguments[3])) return fail("the picture cannot be written");
  mp_renderer_release(renderer);
  mp_scene_release(scene);
  return 0;
}
