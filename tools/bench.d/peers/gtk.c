/* GTK 4's GSK: a tree of render nodes per frame, drawn by GskGLRenderer (--engine gl) or GskCairoRenderer (--engine
   cairo). variant "window" (retained): gsk_renderer_render on a toplevel, which compares the trees and repaints the
   difference. */
#include "../scene.h"
#include <unistd.h>
#include <gtk/gtk.h>
#include <gsk/gl/gskglrenderer.h>
#include <epoxy/gl.h>

static Scene *s;
static int use_gl; /* the two renderers read the blur node's radius differently: matched by eye */
static GdkTexture *tex[64];
static GskRenderNode **still; /* what does not change of each item, round its centre */

static GskRenderNode *offset(GskRenderNode *n, double x, double y) {
  graphene_point_t p = GRAPHENE_POINT_INIT(x, y);
  GskTransform *t = gsk_transform_translate(NULL, &p);
  GskRenderNode *r = gsk_transform_node_new(n, t);
  gsk_transform_unref(t);
  gsk_render_node_unref(n);
  return r;
}
static GskRenderNode *build(int i) {
  Item *t = s->it + i;
  graphene_rect_t b = GRAPHENE_RECT_INIT(-t->w / 2, -t->h / 2, t->w, t->h);
  GdkRGBA c = {t->c[0], t->c[1], t->c[2], t->c[3]};
  GskRoundedRect rr;
  gsk_rounded_rect_init_from_rect(&rr, &b, t->radius);
  GskRenderNode *list[64];
  int n = 0;
  if (t->sh_sigma) {
    GdkRGBA k = {0, 0, 0, t->sh_a};
    list[n++] = gsk_outset_shadow_node_new(&rr, &k, t->sh_dx, t->sh_dy, 0, 2 * t->sh_sigma);
  }
  GskRenderNode *body = t->kind == K_GROUP   ? NULL
                        : t->kind == K_IMAGE ? gsk_texture_node_new(tex[t->image], &b)
                                             : gsk_color_node_new(&c, &b);
  if (body && t->radius) {
    GskRenderNode *r = gsk_rounded_clip_node_new(body, &rr);
    gsk_render_node_unref(body);
    body = r;
  }
  if (body && t->blur) {
    GskRenderNode *r = gsk_blur_node_new(body, (use_gl ? 2 : 1) * t->blur);
    gsk_render_node_unref(body);
    body = r;
  }
  if (body) list[n++] = body;
  if (t->border) {
    float w[4] = {t->border, t->border, t->border, t->border};
    GdkRGBA k = {t->bc[0], t->bc[1], t->bc[2], t->bc[3]}, kk[4] = {k, k, k, k};
    list[n++] = gsk_border_node_new(&rr, w, kk);
  }
  for (int k = i + 1; k < t->next; k = s->it[k].next)
    list[n++] = offset(build(k), s->it[k].x - t->w / 2, s->it[k].y - t->h / 2);
  GskRenderNode *r = n == 1 ? list[0] : gsk_container_node_new(list, n);
  if (n > 1)
    for (int k = 0; k < n; k++) gsk_render_node_unref(list[k]);
  if (t->kind == K_GROUP) {
    GskRenderNode *o = gsk_opacity_node_new(r, t->opacity);
    gsk_render_node_unref(r);
    r = o;
  }
  return r;
}

static GskRenderNode *frame(double t) {
  static GskRenderNode **list, **fixed;
  if (!list) list = calloc(s->n + 1, sizeof *list), fixed = calloc(s->n + 1, sizeof *fixed);
  int n = 0;
  GdkRGBA bg = {s->bg[0], s->bg[1], s->bg[2], 1};
  graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, s->w, s->h);
  static GskRenderNode *back;
  if (!back) back = gsk_color_node_new(&bg, &all);
  list[n++] = gsk_render_node_ref(back);
  for (int i = 0; i < s->n; i = s->it[i].next) {
    Item *it = s->it + i;
    State q = item_state(it, t);
    if (it->anim == A_NONE) {
      if (!fixed[i]) fixed[i] = offset(gsk_render_node_ref(still[i]), it->x, it->y);
      list[n++] = gsk_render_node_ref(fixed[i]);
      continue;
    }
    if (it->anim == A_OPACITY) {
      GdkRGBA c = {it->c[0], it->c[1], it->c[2], q.opacity};
      graphene_rect_t b = GRAPHENE_RECT_INIT(it->x - it->w / 2, it->y - it->h / 2, it->w, it->h);
      list[n++] = gsk_color_node_new(&c, &b);
      continue;
    }
    graphene_point_t p = GRAPHENE_POINT_INIT(it->x + q.dx, it->y + q.dy);
    GskTransform *m = gsk_transform_translate(NULL, &p);
    float deg = q.angle * 360 / TAU;
    if (it->anim == A_ROTZ)
      m = gsk_transform_rotate(m, deg);
    else if (it->anim == A_ROTX)
      m = gsk_transform_rotate_3d(gsk_transform_perspective(m, it->persp), deg, graphene_vec3_x_axis());
    else if (it->anim == A_ROTY)
      m = gsk_transform_rotate_3d(gsk_transform_perspective(m, it->persp), deg, graphene_vec3_y_axis());
    list[n++] = gsk_transform_node_new(still[i], m);
    gsk_transform_unref(m);
  }
  GskRenderNode *r = gsk_container_node_new(list, n);
  for (int i = 0; i < n; i++) gsk_render_node_unref(list[i]);
  return r;
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  int gl = strcmp(a.engine, "cairo"), window = !strcmp(a.variant, "window");
  use_gl = gl;
  const char *peer = gl ? "gtk4-gl" : "gtk4-cairo";
  if (!strcmp(a.workload, "masks")) {
    print_na(peer, &a, "no mask node before GTK 4.10");
    return 0;
  }
  if (!strcmp(a.workload, "backdrop")) {
    print_na(peer, &a, "no backdrop filter");
    return 0;
  }
  if (gl && !strcmp(a.workload, "shadows") && !*a.variant) {
    print_na(peer, &a, "wrong picture: shadows break into blocks where the blur is large for the box");
    return 0;
  }
  if (!gl && !strcmp(a.workload, "perspective")) {
    print_na(peer, &a, "the Cairo renderer has no perspective");
    return 0;
  }
  s = scene_load(a.dir, a.workload);
  if (refuses(peer, &a, s, 0)) return 0;
  if (!gtk_init_check()) {
    print_na(peer, &a, "no display");
    return 0;
  }
  for (int i = 0; i < s->nimg; i++) {
    GBytes *b = g_bytes_new_static(s->img[i].px, (gsize)s->img[i].w * s->img[i].h * 4);
    tex[i] =
        gdk_memory_texture_new(s->img[i].w, s->img[i].h, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, b, (gsize)s->img[i].w * 4);
    g_bytes_unref(b);
  }
  still = calloc(s->n + 1, sizeof *still);
  for (int i = 0; i < s->n; i = s->it[i].next) still[i] = build(i);
  GdkSurface *surf;
  if (window) {
    GtkWidget *w = gtk_window_new();
    gtk_window_set_decorated(GTK_WINDOW(w), FALSE);
    gtk_window_set_default_size(GTK_WINDOW(w), s->w, s->h);
    gtk_widget_realize(w);
    surf = gtk_native_get_surface(GTK_NATIVE(w));
    GdkToplevelLayout *l = gdk_toplevel_layout_new();
    gdk_toplevel_present(GDK_TOPLEVEL(surf), l);
    for (int i = 0; i < 50; i++) {
      while (g_main_context_iteration(NULL, FALSE)) {
      }
      g_usleep(10000);
    }
  } else
    surf = gdk_surface_new_toplevel(gdk_display_get_default());
  GskRenderer *r = gl ? gsk_gl_renderer_new() : gsk_cairo_renderer_new();
  GError *e = NULL;
  if (!gsk_renderer_realize(r, surf, &e)) {
    print_na(peer, &a, e->message);
    return 0;
  }
  double *ms = malloc(sizeof(double) * a.frames), *up = malloc(sizeof(double) * a.frames), cpu = 0, rb[6] = {0};
  graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, s->w, s->h);
  char note[200] = "";
  snprintf(note, sizeof note, "GTK %d.%d.%d; %s", gtk_get_major_version(), gtk_get_minor_version(),
           gtk_get_micro_version(), G_OBJECT_TYPE_NAME(r));
  int frames = a.frames + (a.shot ? 1 : 0);
  GdkTexture *out = NULL;
  unsigned char *px = malloc((size_t)s->w * s->h * 4);
  for (int f = -a.warmup; f < frames; f++) {
    double c0 = cpu_ms(), t0 = now_ms();
    GskRenderNode *root = frame(f == a.frames ? .5 : frame_time(f));
    double t1 = now_ms();
    if (window) {
      cairo_region_t *none = cairo_region_create();
      gsk_renderer_render(r, root, none);
      cairo_region_destroy(none);
    } else {
      g_clear_object(&out);
      out = gsk_renderer_render_texture(r, root, &all);
    }
    if (gl) glFinish();
    double t2 = now_ms();
    if (f >= 0 && f < a.frames) ms[f] = t2 - t0, up[f] = t1 - t0, cpu += cpu_ms() - c0;
    gsk_render_node_unref(root);
  }
  if (gl && glGetString(GL_RENDERER))
    snprintf(note + strlen(note), 100, "; %.40s; %.30s", glGetString(GL_RENDERER), glGetString(GL_VERSION));
  if (out) {
    for (int i = 0; i < 6; i++) {
      double t0 = now_ms();
      gdk_texture_download(out, px, (gsize)s->w * 4);
      rb[i] = now_ms() - t0;
    }
    if (a.shot) write_shot(a.shot, px, s->w, s->h, 0, 1);
  }
  print_result(peer, &a, ms, a.frames, cpu, medn(up, a.frames), medn(rb + 1, 5), note);
  fflush(stdout);
  _exit(0);
}
