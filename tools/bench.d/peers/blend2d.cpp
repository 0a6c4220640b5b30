/* Blend2D on an image.  --engine st | mt: drawn at once, or by the asynchronous context with two
   threads.  It has no blur: the variant "baked" (cards, shadows) has pictures of shadows, made once.  variant "damage"
   (retained): only under the union of the old and the new box. */
#include "../paths.h"
#include "../bake.h"
#include <blend2d/blend2d.h>

static Scene *s;
static BLImage img[64];

static BLRgba32 col(const double *c, double a) {
  return BLRgba32((uint32_t)lrint(c[0] * 255), (uint32_t)lrint(c[1] * 255), (uint32_t)lrint(c[2] * 255),
                  (uint32_t)lrint(c[3] * a * 255));
}

static BLFont font;
static BLFontFace face;

static BLPath outline(const Path *p) {
  BLPath out;
  const double *v = p->xy;
  for (int i = 0; i < p->n; i++)
    if (p->verb[i] == 'M')
      out.move_to(v[0], v[1]), v += 2;
    else if (p->verb[i] == 'L')
      out.line_to(v[0], v[1]), v += 2;
    else if (p->verb[i] == 'C')
      out.cubic_to(v[0], v[1], v[2], v[3], v[4], v[5]), v += 6;
    else
      out.close();
  return out;
}
/* A path, from the top left of its bounds. */
static void shape(BLContext &c, const Item *it, double t) {
  BLPath p = outline(current_path(s, it, t));
  if (it->c[3]) c.fill_path(p, col(it->c, 1));
  if (!it->stroke) return;
  BLStrokeOptions o;
  o.width = it->stroke;
  if (it->round) {
    o.start_cap = o.end_cap = BL_STROKE_CAP_ROUND;
    o.join = BL_STROKE_JOIN_ROUND;
  }
  c.set_stroke_options(o);
  c.stroke_path(p, col(it->sc, 1));
}
/* A gradient of the bounds, from their top left. */
static BLGradient gradient(const Item *it) {
  double x = it->w / 2, y = it->h / 2;
  BLGradient g;
  if (it->gradient == G_AXIAL)
    g = BLGradient(BLLinearGradientValues(0, 0, it->w, it->h));
  else if (it->gradient == G_CONIC)
    g = BLGradient(BLConicGradientValues(x, y, 0));
  else { /* an ellipse that touches the sides */
    g = BLGradient(BLRadialGradientValues(0, 0, 0, 0, 1));
    g.translate(x, y);
    g.scale(x, y);
  }
  for (int k = 0; k < it->nstops; k++) g.add_stop(k / (it->nstops - 1.), col(it->stops[k], 1));
  return g;
}
static void item(BLContext &c, int i, double t, double ox, double oy);
/* Items that are drawn in coordinates of their own. */
static void vector(BLContext &c, int i, double t) {
  Item *it = s->it + i;
  State q = item_state(it, t);
  c.save();
  c.translate(it->x + q.dx, it->y + q.dy);
  if (it->anim == A_ROTZ) c.rotate(q.angle);
  for (int n = 0; n < (it->kind == K_REPLICATOR ? it->count : 1); n++) {
    if (n) { /* each copy is a step from the last, about the centre */
      c.translate(it->step[0], it->step[1]);
      c.rotate(it->step[2]);
    }
    c.translate(-it->w / 2, -it->h / 2);
    if (it->kind == K_SHAPE)
      shape(c, it, t);
    else if (it->kind == K_TEXT)
      c.fill_utf8_text(BLPoint(0, font.metrics().ascent), font, s->text[it->text], SIZE_MAX, col(it->c, 1));
    else if (it->kind == K_GRADIENT && it->mask == M_PATH) /* the star is inside of the box: filling it is the same */
      c.fill_path(outline(s->path + it->mask_path), gradient(it));
    else if (it->kind == K_GRADIENT)
      c.fill_round_rect(BLRoundRect(0, 0, it->w, it->h, it->radius), gradient(it));
    else if (it->mask == M_PATH)
      c.fill_path(outline(s->path + it->mask_path), col(it->c, 1));
    else if (it->kind == K_SOLID)
      c.fill_round_rect(BLRoundRect(0, 0, it->w, it->h, it->radius), col(it->c, 1));
    else if (it->kind == K_IMAGE) { /* a particle */
      c.set_global_alpha(q.opacity);
      c.blit_image(BLRect(0, 0, it->w, it->h), img[it->image]);
      c.set_global_alpha(1);
    } else
      for (int k = i + 1; k < it->next; k = s->it[k].next) item(c, k, t, 0, 0);
    c.translate(it->w / 2, it->h / 2);
  }
  c.restore();
}

static void item(BLContext &c, int i, double t, double ox, double oy) {
  Item *it = s->it + i;
  State q = item_state(it, t);
  if (it->kind >= K_NODE || it->mask == M_PATH || it->anim == A_PARTICLE ||
      (it->kind == K_SOLID && it->anim == A_ROTZ)) {
    vector(c, i, t);
    return;
  }
  double x = it->x + q.dx + ox, y = it->y + q.dy + oy, hw = it->w / 2, hh = it->h / 2;
  if (it->kind == K_SOLID) {
    BLRgba32 f = col(it->c, it->anim == A_OPACITY ? q.opacity : 1);
    if (it->radius)
      c.fill_round_rect(BLRoundRect(x - hw, y - hh, it->w, it->h, it->radius), f);
    else
      c.fill_rect(BLRect(x - hw, y - hh, it->w, it->h), f);
  } else if (it->kind == K_IMAGE) {
    if (it->anim == A_ROTZ) {
      c.save();
      c.translate(x, y);
      c.rotate(q.angle);
      c.blit_image(BLPoint(-hw, -hh), img[it->image]);
      c.restore();
    } else
      c.blit_image(BLPoint(x - hw, y - hh), img[it->image]);
  }
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  const char *w = a.workload, *why = NULL;
  int mt = !strcmp(a.engine, "mt"), groups = !strcmp(w, "groups"), masks = !strcmp(w, "masks");
  char peer[32];
  snprintf(peer, sizeof peer, "blend2d %s", mt ? "mt" : "st");
  if (!strcmp(w, "cards") || !strcmp(w, "shadows") || !strcmp(w, "blur") || !strcmp(w, "backdrop")) why = "no blur";
  if (strstr(a.variant, "baked")) why = NULL;
  if (!strcmp(w, "perspective")) why = "no perspective";
  if (masks) why = "no masks of images";
  if (why) {
    print_na(peer, &a, why);
    return 0;
  }
  s = scene_load(a.dir, w);
  /* It strokes without dashes. */
  if (refuses(peer, &a, s, N_PATHS | N_PATH_MASKS | N_TEXTS | N_GRADIENTS | N_CONICS | N_PARTICLES | N_COPIES)) return 0;
  if (s->needs & N_TEXTS) {
    char path[1024];
    snprintf(path, sizeof path, "%s/text.ttf", a.dir);
    if (face.create_from_file(path) != BL_SUCCESS) {
      print_na(peer, &a, "cannot read the font");
      return 0;
    }
    font.create_from_face(face, s->it[0].size);
  }
  for (int i = 0; i < s->nimg; i++) {
    unsigned char *p = s->img[i].px;
    int opaque = 1;
    for (size_t k = 0; k < (size_t)s->img[i].w * s->img[i].h; k++) {
      unsigned char x = p[4 * k];
      p[4 * k] = p[4 * k + 2];
      p[4 * k + 2] = x;
      opaque &= p[4 * k + 3] == 255;
    }
    img[i].create_from_data(s->img[i].w, s->img[i].h, opaque ? BL_FORMAT_XRGB32 : BL_FORMAT_PRGB32, p, s->img[i].w * 4);
  }
  BLImage sh;
  int pad = 0, shw = 0, shh = 0;
  if (strstr(a.variant, "baked")) {
    Item *c = s->it;
    pad = !strcmp(w, "cards") ? 30 : 60;
    float *p = bake(c->w, c->h, c->radius, c->sh_sigma, pad, &shw, &shh);
    sh.create(shw, shh, BL_FORMAT_PRGB32);
    BLImageData d;
    sh.make_mutable(&d);
    for (int y = 0; y < shh; y++)
      for (int x = 0; x < shw; x++)
        ((uint32_t *)((char *)d.pixel_data + y * d.stride))[x] = (uint32_t)lrint(p[y * shw + x] * c->sh_a * 255) << 24;
  }
  BLImage out(s->w, s->h, BL_FORMAT_PRGB32);
  BLImage group[128];
  BLContextCreateInfo info{};
  info.thread_count = mt ? 2 : 0;
  double *ms = (double *)malloc(sizeof(double) * a.frames), cpu = 0, rb[6],
         last[4] = {0, 0, (double)s->w, (double)s->h};
  int damage = strstr(a.variant, "damage") != NULL, frames = a.frames + (a.shot ? 1 : 0), cards = !strcmp(w, "cards");
  for (int f = -a.warmup; f < frames; f++) {
    double t = f == a.frames ? .5 : frame_time(f), c0 = cpu_ms(), t0 = now_ms(),
           u[4] = {0, 0, (double)s->w, (double)s->h};
    if (groups)
      for (int i = 0, k = 0; i < s->n; i = s->it[i].next, k++) { /* each group into a picture of its own */
        Item *g = s->it + i;
        if (group[k].is_empty()) group[k].create((int)g->w, (int)g->h, BL_FORMAT_PRGB32);
        BLContext c(group[k]);
        c.clear_all();
        for (int j = i + 1; j < g->next; j++) item(c, j, t, 0, 0);
        c.end();
      }
    BLContext c(out, info);
    c.set_pattern_quality(BL_PATTERN_QUALITY_BILINEAR);
    if (damage) {
      Item *h = s->it + s->n - 1;
      State q = item_state(h, t);
      double e = (fabs(cos(q.angle)) + fabs(sin(q.angle))) * 32 + 1,
             d[4] = {floor(h->x - e), floor(h->y - e), ceil(h->x + e), ceil(h->y + e)};
      for (int k = 0; k < 2; k++) u[k] = fmin(d[k], last[k]), u[k + 2] = fmax(d[k + 2], last[k + 2]);
      memcpy(last, d, sizeof d);
      c.clip_to_rect(BLRect(u[0], u[1], u[2] - u[0], u[3] - u[1]));
    }
    c.set_comp_op(BL_COMP_OP_SRC_COPY);
    c.fill_all(col(s->bg, 1));
    c.set_comp_op(BL_COMP_OP_SRC_OVER);
    for (int i = 0, k = 0; i < s->n; i = s->it[i].next, k++) {
      Item *it = s->it + i;
      if (damage && (it->x + it->w < u[0] || it->x - it->w > u[2] || it->y + it->h < u[1] || it->y - it->h > u[3]))
        continue;
      if (groups) {
        State q = item_state(it, t);
        c.set_global_alpha(q.opacity);
        c.blit_image(BLPoint(it->x + q.dx - it->w / 2, it->y + q.dy - it->h / 2), group[k]);
      } else if (pad) {
        State q = item_state(it, t);
        double x = it->x + q.dx, y = it->y + q.dy;
        c.blit_image(BLPoint(x - shw / 2., y - shh / 2. + it->sh_dy), sh);
        if (cards) {
          double W = it->w, H = it->h;
          c.fill_round_rect(BLRoundRect(x - W / 2, y - H / 2, W, H, it->radius), col(it->bc, 1));
          c.fill_round_rect(BLRoundRect(x - W / 2 + 1, y - H / 2 + 1, W - 2, H - 2, it->radius - 1), col(it->c, 1));
          BLPattern p(img[it[1].image], BL_EXTEND_MODE_PAD, BLMatrix2D::make_translation(x - 58, y - 32));
          c.fill_round_rect(BLRoundRect(x - 58, y - 32, 64, 64, 8), p);
        } else
          c.fill_round_rect(BLRoundRect(x - it->w / 2, y - it->h / 2, it->w, it->h, it->radius), col(it->c, 1));
      } else
        item(c, i, t, 0, 0);
    }
    c.end();
    double t2 = now_ms();
    if (f >= 0 && f < a.frames) ms[f] = t2 - t0, cpu += cpu_ms() - c0;
  }
  BLImageData d;
  out.get_data(&d);
  unsigned char *px = (unsigned char *)malloc((size_t)s->w * s->h * 4);
  for (int i = 0; i < 6; i++) {
    double t0 = now_ms();
    for (int y = 0; y < s->h; y++)
      memcpy(px + (size_t)y * s->w * 4, (char *)d.pixel_data + y * d.stride, (size_t)s->w * 4);
    rb[i] = now_ms() - t0;
  }
  if (a.shot) write_shot(a.shot, px, s->w, s->h, 0, 1);
  char note[64];
  BLRuntimeBuildInfo v;
  BLRuntime::query_build_info(&v);
  snprintf(note, sizeof note, "Blend2D %u.%u.%u, JIT, %d threads", v.major_version, v.minor_version, v.patch_version,
           mt ? info.thread_count : 1);
  print_result(peer, &a, ms, a.frames, cpu, 0, medn(rb + 1, 5), note);
  return 0;
}
