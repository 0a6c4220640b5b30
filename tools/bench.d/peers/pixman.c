/* pixman, which Cairo draws by: images, bilinear, masks, solid fills.  It has round corners only by masks of coverage:
   they are made once where the sizes are the same (cards, shadows: the variant "baked", with the shadows too). */
#include "../scene.h"
#include "../bake.h"
#include <pixman.h>

static Scene *s;
static pixman_image_t *img[64], *out, *msk[4];
static int mw[4], mh[4];

static pixman_color_t col(const double *c, double a) {
  a *= c[3];
  pixman_color_t r = {(uint16_t)lrint(c[0] * a * 65535), (uint16_t)lrint(c[1] * a * 65535),
                      (uint16_t)lrint(c[2] * a * 65535), (uint16_t)lrint(a * 65535)};
  return r;
}
/* over, with the corner of a picture and its mask at x, y; bilinear at a fraction of a pixel */
static void place(pixman_image_t *src, pixman_image_t *mask, double x, double y, int w, int h) {
  int ix = (int)floor(x), iy = (int)floor(y);
  double fx = x - ix, fy = y - iy;
  pixman_transform_t t;
  pixman_transform_init_translate(&t, pixman_double_to_fixed(-fx), pixman_double_to_fixed(-fy));
  int between = fx || fy;
  pixman_image_t *both[2] = {src, mask};
  for (int k = 0; k < 2; k++)
    if (both[k]) {
      pixman_image_set_transform(both[k], between ? &t : NULL);
      pixman_image_set_filter(both[k], between ? PIXMAN_FILTER_BILINEAR : PIXMAN_FILTER_NEAREST, NULL, 0);
    }
  pixman_image_composite32(PIXMAN_OP_OVER, src, mask, out, 0, 0, 0, 0, ix, iy, w + between, h + between);
}
static pixman_image_t *coverage(double w, double h, double r, double sigma, double k, int pad, int *ow, int *oh) {
  int W, H;
  float *a = bake(w, h, r, sigma, pad, &W, &H);
  pixman_image_t *i = pixman_image_create_bits(PIXMAN_a8, W, H, NULL, 0);
  unsigned char *p = (unsigned char *)pixman_image_get_data(i);
  int st = pixman_image_get_stride(i);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) p[y * st + x] = (unsigned char)lrint(255 * k * a[y * W + x]);
  *ow = W;
  *oh = H;
  return i;
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  const char *w = a.workload, *why = NULL;
  int cards = !strcmp(w, "cards"), shadows = !strcmp(w, "shadows"), rrects = !strcmp(w, "rrects");
  if (!strcmp(w, "blur") || !strcmp(w, "backdrop") || ((cards || shadows) && !strstr(a.variant, "baked")))
    why = "no blur";
  if (rrects || !strcmp(w, "retained")) why = "no rounded rectangles; see Cairo, which draws by pixman";
  if (!strcmp(w, "perspective")) why = "draws a wrong picture";
  if (why) {
    print_na("pixman", &a, why);
    return 0;
  }
  s = scene_load(a.dir, w);
  if (refuses("pixman", &a, s, 0)) return 0;
  out = pixman_image_create_bits(PIXMAN_a8r8g8b8, s->w, s->h, NULL, 0);
  for (int i = 0; i < s->nimg; i++) {
    unsigned char *p = s->img[i].px;
    int opaque = 1;
    for (size_t k = 0; k < (size_t)s->img[i].w * s->img[i].h; k++) {
      unsigned char x = p[4 * k];
      p[4 * k] = p[4 * k + 2];
      p[4 * k + 2] = x;
      opaque &= p[4 * k + 3] == 255;
    }
    img[i] = pixman_image_create_bits(opaque && s->it[0].anim == A_NONE ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8,
                                      s->img[i].w, s->img[i].h, (uint32_t *)p, s->img[i].w * 4);
    pixman_image_set_repeat(img[i], PIXMAN_REPEAT_NONE);
  }
  pixman_image_t *black = NULL, *fill = NULL, *line = NULL, *shadow = NULL, *fade = NULL;
  int shw = 0, shh = 0;
  pixman_color_t k0 = {0, 0, 0, 65535};
  black = pixman_image_create_solid_fill(&k0);
  Item *c = s->it;
  if (cards || shadows) {
    shadow = coverage(c->w, c->h, c->radius, c->sh_sigma, c->sh_a, cards ? 30 : 60, &shw, &shh);
    msk[0] = coverage(c->w, c->h, c->radius, 0, 1, 0, mw, mh);
    if (cards) {
      msk[1] = coverage(c->w - 2, c->h - 2, c->radius - 1, 0, 1, 0, mw + 1, mh + 1);
      msk[2] = coverage(64, 64, 8, 0, 1, 0, mw + 2, mh + 2);
      pixman_color_t f = col(c->c, 1), l = col(c->bc, 1);
      fill = pixman_image_create_solid_fill(&f);
      line = pixman_image_create_solid_fill(&l);
    }
  }
  if (!strcmp(w, "masks")) {
    fade = coverage(128, 128, 24, 0, 1, 0, mw, mh);
    unsigned char *p = (unsigned char *)pixman_image_get_data(fade);
    for (int y = 0; y < 128; y++)
      for (int x = 0; x < 128; x++) p[y * 128 + x] = (unsigned char)lrint(p[y * 128 + x] * (1 - (y + .5) / 128));
  }
  pixman_image_t *group[128] = {0};
  double *ms = malloc(sizeof(double) * a.frames), cpu = 0, rb[6];
  int frames = a.frames + (a.shot ? 1 : 0);
  for (int f = -a.warmup; f < frames; f++) {
    double t = f == a.frames ? .5 : frame_time(f), c0 = cpu_ms(), t0 = now_ms();
    pixman_color_t b = col(s->bg, 1);
    pixman_box32_t all = {0, 0, s->w, s->h};
    if (strcmp(w, "fill4k")) pixman_image_fill_boxes(PIXMAN_OP_SRC, out, &b, 1, &all);
    for (int i = 0, n = 0; i < s->n; i = s->it[i].next, n++) {
      Item *it = s->it + i;
      State q = item_state(it, t);
      double x = it->x + q.dx, y = it->y + q.dy, hw = it->w / 2, hh = it->h / 2;
      if (cards || shadows) {
        place(black, shadow, x - shw / 2., y - shh / 2. + it->sh_dy, shw, shh);
        if (cards) {
          place(line, msk[0], x - hw, y - hh, mw[0], mh[0]);
          place(fill, msk[1], x - hw + 1, y - hh + 1, mw[1], mh[1]);
          place(img[it[1].image], msk[2], x - 58, y - 32, 64, 64);
        } else {
          pixman_color_t k = col(it->c, 1);
          pixman_image_t *z = pixman_image_create_solid_fill(&k);
          place(z, msk[0], x - hw, y - hh, mw[0], mh[0]);
          pixman_image_unref(z);
        }
      } else if (it->kind == K_GROUP) {
        if (!group[n]) group[n] = pixman_image_create_bits(PIXMAN_a8r8g8b8, (int)it->w, (int)it->h, NULL, 0);
        pixman_color_t none = {0, 0, 0, 0}, al = {0, 0, 0, (uint16_t)(q.opacity * 65535)};
        pixman_box32_t gb = {0, 0, (int)it->w, (int)it->h};
        pixman_image_fill_boxes(PIXMAN_OP_SRC, group[n], &none, 1, &gb);
        for (int k = i + 1; k < it->next; k++) { /* an anti-aliased rectangle: one trapezoid */
          Item *r = s->it + k;
          pixman_trapezoid_t z;
          z.top = pixman_double_to_fixed(r->y - r->h / 2);
          z.bottom = pixman_double_to_fixed(r->y + r->h / 2);
          z.left.p1.x = z.left.p2.x = pixman_double_to_fixed(r->x - r->w / 2);
          z.right.p1.x = z.right.p2.x = pixman_double_to_fixed(r->x + r->w / 2);
          z.left.p1.y = z.right.p1.y = z.top;
          z.left.p2.y = z.right.p2.y = z.bottom;
          pixman_color_t kc = col(r->c, 1);
          pixman_image_t *src = pixman_image_create_solid_fill(&kc);
          pixman_composite_trapezoids(PIXMAN_OP_OVER, src, group[n], PIXMAN_a8, 0, 0, 0, 0, 1, &z);
          pixman_image_unref(src);
        }
        pixman_image_t *m = pixman_image_create_solid_fill(&al);
        place(group[n], m, x - hw, y - hh, (int)it->w, (int)it->h);
        pixman_image_unref(m);
      } else if (it->kind == K_SOLID) {
        pixman_color_t k = col(it->c, it->anim == A_OPACITY ? q.opacity : 1);
        pixman_image_t *z = pixman_image_create_solid_fill(&k);
        pixman_image_composite32(PIXMAN_OP_OVER, z, NULL, out, 0, 0, 0, 0, (int)(x - hw), (int)(y - hh), (int)it->w,
                                 (int)it->h);
        pixman_image_unref(z);
      } else if (it->anim == A_ROTZ || it->persp) { /* pixels to texels, from the corner of the box */
        double co = cos(q.angle), si = sin(q.angle), d = it->persp, x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9, m[3][3];
        for (int k = 0; k < 4; k++) {
          double lx = k & 1 ? hw : -hw, ly = k & 2 ? hh : -hh, X, Y, W = 1;
          if (it->anim == A_ROTZ)
            X = lx * co - ly * si, Y = lx * si + ly * co;
          else if (it->anim == A_ROTY)
            W = 1 + lx * si / d, X = lx * co / W, Y = ly / W;
          else
            W = 1 - ly * si / d, X = lx / W, Y = ly * co / W;
          x0 = fmin(x0, x + X);
          x1 = fmax(x1, x + X);
          y0 = fmin(y0, y + Y);
          y1 = fmax(y1, y + Y);
        }
        x0 = floor(x0);
        y0 = floor(y0);
        if (it->anim == A_ROTZ) {
          double r[3][3] = {{co, si, 0}, {-si, co, 0}, {0, 0, 1}};
          memcpy(m, r, sizeof m);
        } else if (it->anim == A_ROTY) {
          double r[3][3] = {{1, 0, 0}, {0, co, 0}, {-si / d, 0, co}};
          memcpy(m, r, sizeof m);
        } else {
          double r[3][3] = {{co, 0, 0}, {0, 1, 0}, {0, si / d, co}};
          memcpy(m, r, sizeof m);
        }
        for (int k = 0; k < 3; k++) m[0][k] += hw * m[2][k], m[1][k] += hh * m[2][k];
        for (int k = 0; k < 3; k++) m[k][2] += m[k][0] * (x0 - x) + m[k][1] * (y0 - y);
        pixman_f_transform_t ft;
        memcpy(ft.m, m, sizeof m);
        pixman_transform_t tr;
        pixman_transform_from_pixman_f_transform(&tr, &ft);
        pixman_image_set_transform(img[it->image], &tr);
        pixman_image_set_filter(img[it->image], PIXMAN_FILTER_BILINEAR, NULL, 0);
        pixman_image_composite32(PIXMAN_OP_OVER, img[it->image], NULL, out, 0, 0, 0, 0, (int)x0, (int)y0,
                                 (int)ceil(x1 - x0), (int)ceil(y1 - y0));
      } else
        place(img[it->image],
              it->mask == M_IMAGE      ? img[s->nimg - 1]
              : it->mask == M_GRADIENT ? fade
                                       : NULL,
              x - hw, y - hh, (int)it->w, (int)it->h);
    }
    double t2 = now_ms();
    if (f >= 0 && f < a.frames) ms[f] = t2 - t0, cpu += cpu_ms() - c0;
  }
  unsigned char *px = malloc((size_t)s->w * s->h * 4);
  for (int i = 0; i < 6; i++) {
    double t0 = now_ms();
    memcpy(px, pixman_image_get_data(out), (size_t)s->w * s->h * 4);
    rb[i] = now_ms() - t0;
  }
  if (a.shot) write_shot(a.shot, px, s->w, s->h, 0, 1);
  char note[64];
  snprintf(note, sizeof note, "pixman %s, one thread", pixman_version_string());
  print_result("pixman", &a, ms, a.frames, cpu, 0, medn(rb + 1, 5), note);
  return 0;
}
