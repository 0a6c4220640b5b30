/* Cairo on an image surface.  variant "damage" (retained): only under the union of the old and the new box. */
#include "../paths.h"
#include <cairo-ft.h>
#include <cairo.h>

static Scene *s;
static cairo_surface_t *img[64];

static void rrect(cairo_t *c, double w, double h, double r) {
  double x = w / 2, y = h / 2;
  cairo_new_sub_path(c);
  cairo_arc(c, x - r, -y + r, r, -TAU / 4, 0);
  cairo_arc(c, x - r, y - r, r, 0, TAU / 4);
  cairo_arc(c, -x + r, y - r, r, TAU / 4, TAU / 2);
  cairo_arc(c, -x + r, -y + r, r, TAU / 2, TAU * 3 / 4);
  cairo_close_path(c);
}
static cairo_font_face_t *face;

static void trace(cairo_t *c, const Path *p) {
  const double *v = p->xy;
  cairo_new_path(c);
  for (int i = 0; i < p->n; i++)
    if (p->verb[i] == 'M')
      cairo_move_to(c, v[0], v[1]), v += 2;
    else if (p->verb[i] == 'L')
      cairo_line_to(c, v[0], v[1]), v += 2;
    else if (p->verb[i] == 'C')
      cairo_curve_to(c, v[0], v[1], v[2], v[3], v[4], v[5]), v += 6;
    else
      cairo_close_path(c);
}
/* A path, from the top left of its bounds. */
static void shape(cairo_t *c, const Item *it, double t) {
  trace(c, current_path(s, it, t));
  if (it->c[3]) {
    cairo_set_source_rgba(c, it->c[0], it->c[1], it->c[2], it->c[3]);
    cairo_fill_preserve(c);
  }
  if (!it->stroke) return;
  cairo_set_source_rgba(c, it->sc[0], it->sc[1], it->sc[2], it->sc[3]);
  cairo_set_line_width(c, it->stroke);
  cairo_set_line_cap(c, it->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(c, it->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
  int dashed = it->dash[0] + it->dash[1] > 0;
  cairo_set_dash(c, it->dash, dashed ? 2 : 0, it->anim == A_DASH ? progress(it, t) : 0);
  cairo_stroke(c);
}
/* A gradient of the bounds, from their top left. */
static void gradient(cairo_t *c, const Item *it) {
  double x = it->w / 2, y = it->h / 2;
  cairo_pattern_t *p = it->gradient == G_AXIAL ? cairo_pattern_create_linear(0, 0, it->w, it->h)
                                               : cairo_pattern_create_radial(0, 0, 0, 0, 0, 1);
  for (int k = 0; k < it->nstops; k++)
    cairo_pattern_add_color_stop_rgba(p, k / (it->nstops - 1.), it->stops[k][0], it->stops[k][1], it->stops[k][2],
                                      it->stops[k][3]);
  if (it->gradient == G_RADIAL) { /* an ellipse that touches the sides */
    cairo_matrix_t m = {1 / x, 0, 0, 1 / y, -1, -1};
    cairo_pattern_set_matrix(p, &m);
  }
  cairo_set_source(c, p);
  cairo_pattern_destroy(p);
}
static void text(cairo_t *c, const Item *it) {
  cairo_font_extents_t e;
  cairo_set_font_face(c, face);
  cairo_set_font_size(c, it->size);
  cairo_font_extents(c, &e);
  cairo_set_source_rgba(c, it->c[0], it->c[1], it->c[2], it->c[3]);
  cairo_move_to(c, 0, e.ascent);
  cairo_show_text(c, s->text[it->text]);
}
static void item(cairo_t *c, int i, double t) {
  Item *it = s->it + i;
  State q = item_state(it, t);
  cairo_save(c);
  cairo_translate(c, it->x + q.dx, it->y + q.dy);
  if (it->anim == A_ROTZ) cairo_rotate(c, q.angle);
  if (it->kind == K_REPLICATOR) { /* each copy is a step from the last, about the centre */
    for (int n = 0; n < it->count; n++) {
      cairo_save(c);
      cairo_translate(c, -it->w / 2, -it->h / 2);
      for (int k = i + 1; k < it->next; k = s->it[k].next) item(c, k, t);
      cairo_restore(c);
      cairo_translate(c, it->step[0], it->step[1]);
      cairo_rotate(c, it->step[2]);
    }
  } else if (it->kind >= K_NODE || it->mask == M_PATH || it->anim == A_PARTICLE) {
    cairo_translate(c, -it->w / 2, -it->h / 2);
    if (it->mask == M_PATH) {
      trace(c, s->path + it->mask_path);
      cairo_clip(c);
    }
    if (it->kind == K_SHAPE)
      shape(c, it, t);
    else if (it->kind == K_TEXT)
      text(c, it);
    else if (it->kind == K_GRADIENT || it->kind == K_SOLID) {
      if (it->kind == K_GRADIENT)
        gradient(c, it);
      else
        cairo_set_source_rgba(c, it->c[0], it->c[1], it->c[2], it->c[3]);
      if (it->radius) {
        cairo_translate(c, it->w / 2, it->h / 2);
        rrect(c, it->w, it->h, it->radius);
      } else
        cairo_rectangle(c, 0, 0, it->w, it->h);
      cairo_fill(c);
    } else if (it->kind == K_IMAGE) { /* a particle */
      cairo_scale(c, it->w / s->img[it->image].w, it->h / s->img[it->image].h);
      cairo_set_source_surface(c, img[it->image], 0, 0);
      cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_BILINEAR);
      cairo_paint_with_alpha(c, q.opacity);
    } else
      for (int k = i + 1; k < it->next; k = s->it[k].next) item(c, k, t);
    cairo_restore(c);
    return;
  }
  if (it->kind == K_SOLID) {
    cairo_set_source_rgba(c, it->c[0], it->c[1], it->c[2], it->anim == A_OPACITY ? q.opacity : it->c[3]);
    if (it->radius)
      rrect(c, it->w, it->h, it->radius);
    else
      cairo_rectangle(c, -it->w / 2, -it->h / 2, it->w, it->h);
    cairo_fill(c);
  } else if (it->kind == K_IMAGE) {
    cairo_set_source_surface(c, img[it->image], -it->w / 2, -it->h / 2);
    int still = it->anim == A_NONE && fmod(it->x - it->w / 2, 1) == 0 && fmod(it->y - it->h / 2, 1) == 0;
    cairo_pattern_set_filter(cairo_get_source(c), still ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR);
    if (it->mask == M_IMAGE)
      cairo_mask_surface(c, img[s->nimg - 1], -it->w / 2, -it->h / 2);
    else if (it->mask == M_GRADIENT) {
      cairo_pattern_t *g = cairo_pattern_create_linear(0, -it->h / 2, 0, it->h / 2);
      cairo_pattern_add_color_stop_rgba(g, 0, 0, 0, 0, 1);
      cairo_pattern_add_color_stop_rgba(g, 1, 0, 0, 0, 0);
      rrect(c, it->w, it->h, 24);
      cairo_clip(c);
      cairo_mask(c, g);
      cairo_pattern_destroy(g);
    } else
      cairo_paint(c);
  } else if (it->kind == K_GROUP) {
    cairo_rectangle(c, -it->w / 2, -it->h / 2, it->w, it->h);
    cairo_clip(c);
    cairo_push_group(c);
    cairo_translate(c, -it->w / 2, -it->h / 2);
    for (int k = i + 1; k < it->next; k = s->it[k].next) item(c, k, t);
    cairo_pop_group_to_source(c);
    cairo_paint_with_alpha(c, it->opacity);
  }
  cairo_restore(c);
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  const char *w = a.workload, *why = NULL;
  if (!strcmp(w, "cards") || !strcmp(w, "shadows") || !strcmp(w, "blur") || !strcmp(w, "backdrop")) why = "no blur";
  if (!strcmp(w, "perspective")) why = "no perspective";
  if (why) {
    print_na("cairo", &a, why);
    return 0;
  }
  s = scene_load(a.dir, w);
  if (refuses("cairo", &a, s,
              N_PATHS | N_DASHES | N_PATH_MASKS | N_TEXTS | N_GRADIENTS | N_PARTICLES | N_COPIES))
    return 0;
  if (s->needs & N_TEXTS) {
    FT_Library library;
    FT_Face font;
    char path[1024];
    snprintf(path, sizeof path, "%s/text.ttf", a.dir);
    if (FT_Init_FreeType(&library) || FT_New_Face(library, path, 0, &font)) {
      print_na("cairo", &a, "cannot read the font");
      return 0;
    }
    face = cairo_ft_font_face_create_for_ft_face(font, FT_LOAD_NO_HINTING);
  }
  for (int i = 0; i < s->nimg; i++) {
    unsigned char *p = s->img[i].px;
    for (size_t k = 0; k < (size_t)s->img[i].w * s->img[i].h; k++) {
      unsigned char x = p[4 * k];
      p[4 * k] = p[4 * k + 2];
      p[4 * k + 2] = x;
    }
    img[i] = cairo_image_surface_create_for_data(p, CAIRO_FORMAT_ARGB32, s->img[i].w, s->img[i].h, s->img[i].w * 4);
  }
  cairo_surface_t *out = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, s->w, s->h);
  cairo_t *c = cairo_create(out);
  double *ms = malloc(sizeof(double) * a.frames), cpu = 0, rb[6], last[4] = {0, 0, s->w, s->h};
  int damage = !strcmp(a.variant, "damage"), frames = a.frames + (a.shot ? 1 : 0);
  for (int f = -a.warmup; f < frames; f++) {
    double t = f == a.frames ? .5 : frame_time(f), c0 = cpu_ms(), t0 = now_ms(), u[4] = {0, 0, s->w, s->h};
    cairo_save(c);
    if (damage) {
      Item *h = s->it + s->n - 1;
      State q = item_state(h, t);
      double e = (fabs(cos(q.angle)) + fabs(sin(q.angle))) * 32 + 1,
             d[4] = {floor(h->x - e), floor(h->y - e), ceil(h->x + e), ceil(h->y + e)};
      for (int k = 0; k < 2; k++) u[k] = fmin(d[k], last[k]), u[k + 2] = fmax(d[k + 2], last[k + 2]);
      memcpy(last, d, sizeof d);
      cairo_rectangle(c, u[0], u[1], u[2] - u[0], u[3] - u[1]);
      cairo_clip(c);
    }
    cairo_set_source_rgb(c, s->bg[0], s->bg[1], s->bg[2]);
    cairo_paint(c);
    for (int i = 0; i < s->n; i = s->it[i].next) {
      Item *it = s->it + i;
      if (damage && (it->x + it->w < u[0] || it->x - it->w > u[2] || it->y + it->h < u[1] || it->y - it->h > u[3]))
        continue;
      item(c, i, t);
    }
    cairo_restore(c);
    cairo_surface_flush(out);
    double t2 = now_ms();
    if (f >= 0 && f < a.frames) ms[f] = t2 - t0, cpu += cpu_ms() - c0;
  }
  unsigned char *px = malloc((size_t)s->w * s->h * 4);
  for (int i = 0; i < 6; i++) {
    double t0 = now_ms();
    memcpy(px, cairo_image_surface_get_data(out), (size_t)s->w * s->h * 4);
    rb[i] = now_ms() - t0;
  }
  if (a.shot) write_shot(a.shot, px, s->w, s->h, 0, 1);
  char note[64];
  snprintf(note, sizeof note, "Cairo %s, one thread", cairo_version_string());
  print_result("cairo", &a, ms, a.frames, cpu, 0, medn(rb + 1, 5), note);
  return 0;
}
