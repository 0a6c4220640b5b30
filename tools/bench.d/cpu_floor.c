/* The floor of the processor: each workload's pixels in the cheapest way that C with SSE2 and AVX2 (x86-64) can make
   them.  It is no engine: it knows the workload, but it draws the whole picture of each frame, anti-aliased, from the
   items' state.  A pool of threads draws tiles of the canvas, each in a buffer that stays in the first cache, from a
   list of the commands that meet the tile, trimmed by later opaque commands.  Shadows and mask fades are baked once, as
   in the floor of OpenGL ES.  Blurs: the mean of squares of 4 (backdrop: 8) pixels, a Gaussian of 15 taps both ways,
   magnified bilinearly.  SSE2 and AVX2, and any number of threads, give the same bytes: the note of the result has a
   hash of the last frame.

   --engine avx2 | sse2        the instruction set (the default: the best that the processor has)
   --variant, words with commas between:
     t1, t2 ...                threads (2)
     damage                    retained: only the union of the old and the new box of the layer that turns
     unbaked                   cards, shadows: each shadow blurred again in each frame (three box passes)
     tile=WxH                  the size of a tile (256x32)
     nocull                    without trimming by opaque commands
     direct                    into the canvas, without buffers of tiles (one thread; not groups) */
#include "scene.h"
#include "bake.h"
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static inline int imax(int a, int b) {
  return a > b ? a : b;
}
static inline int imin(int a, int b) {
  return a < b ? a : b;
}
static inline float maxf(float a, float b) {
  return a > b ? a : b;
}
static inline float minf(float a, float b) {
  return a < b ? a : b;
}
typedef struct {
  int x0, y0, x1, y1;
} Box;
typedef struct {
  int x, y, w, h, stride;
  uint32_t *px, *extra;
  long *touched;
} Tile;
typedef struct {
  const uint32_t *px;
  int stride, shift, w, h, opaque;
  float ex, ey;
} Pic; /* px: the first texel, padding around it */
typedef struct {
  const unsigned char *px;
  int stride, w, h;
} Alpha;
typedef struct {
  int x0, y0, x1, y1;
  float h[9], e[4][4];
} Quad;
typedef struct {
  float x, y, hw;
  uint32_t c;
} Square;
typedef struct {
  float x, y, w, h;
  int opacity, n;
  Square sq[16];
} Group;
enum { C_RR, C_PIC, C_TURNED, C_SHADED, C_CARD, C_GROUP, C_PERSP, C_MAG };
typedef struct {
  int kind;
  Box box, full; /* the pixels that it may touch, and those that it makes opaque */
  float x, y, hw, hh, r, co, si, sx, sy;
  uint32_t col, col2;
  const Pic *pic;
  const Alpha *mask;
  const Quad *quad;
  const Group *group;
} Cmd;

#define NP 4
#include "cpu_floor_kernels.h"
#undef NP
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define NP 8
#include "cpu_floor_kernels.h"
#undef NP
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

static int avx2, threads = 2, TW = 256, TH = 32, cull = 1, direct;
#define CALL(f, ...) (avx2 ? f##_avx2(__VA_ARGS__) : f##_sse2(__VA_ARGS__))

/* --- the pool --- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static void (*job)(int i, int thread);
static int job_n, generation, busy;
static atomic_int next;
static void work(int me) {
  for (int i; (i = atomic_fetch_add(&next, 1)) < job_n;) job(i, me);
}
static void *worker(void *arg) {
  for (int seen = 0;;) {
    pthread_mutex_lock(&lock);
    while (generation == seen) pthread_cond_wait(&go, &lock);
    seen = generation;
    pthread_mutex_unlock(&lock);
    work((int)(intptr_t)arg);
    pthread_mutex_lock(&lock);
    if (--busy == 0) pthread_cond_signal(&done);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
static void parallel(void (*f)(int, int), int n) {
  job = f;
  job_n = n;
  atomic_store(&next, 0);
  if (threads == 1 || n < 2) {
    work(0);
    return;
  }
  pthread_mutex_lock(&lock);
  generation++;
  busy = threads - 1;
  pthread_cond_broadcast(&go);
  pthread_mutex_unlock(&lock);
  work(0);
  pthread_mutex_lock(&lock);
  while (busy) pthread_cond_wait(&done, &lock);
  pthread_mutex_unlock(&lock);
}

/* --- the frame --- */
static Scene *s;
static int W, H, STRIDE, tx, ty;
static uint32_t *canvas, bg;
static Cmd *cmds;
static Quad *quads;
static Group *groups;
static Pic pics[64], small[32];
static Alpha shadow, disc, fade;
static double T;
static int *first, *bins, binroom;
static uint32_t *buf[64], *extra[64];
static long touched[64][8];
static Box clip;
static const char *wl;

static uint32_t colour(const double *c, double a) {
  a *= c[3];
  return (uint32_t)lrint(a * 255) << 24 | (uint32_t)lrint(c[0] * a * 255) << 16 | (uint32_t)lrint(c[1] * a * 255) << 8 |
         (uint32_t)lrint(c[2] * a * 255);
}
/* BGRA, with transparent padding or with the edge repeated */
static Pic picture(const Img *m, int repeat, int opaque) {
  int pad = 12, shift = 5;
  while (1 << shift < m->w + 2 * pad) shift++;
  Pic p = {NULL, 1 << shift, shift, m->w, m->h, opaque};
  uint32_t *px = calloc((size_t)p.stride * (m->h + 2 * pad) + 128, 4), *o = px + pad * p.stride + pad + 32;
  for (int y = -pad; y < m->h + pad; y++)
    for (int x = -pad; x < m->w + pad; x++) {
      int in = x >= 0 && y >= 0 && x < m->w && y < m->h, X = imin(imax(x, 0), m->w - 1), Y = imin(imax(y, 0), m->h - 1);
      const unsigned char *q = m->px + ((size_t)Y * m->w + X) * 4;
      if (in || repeat) o[(long)y * p.stride + x] = (uint32_t)q[3] << 24 | q[0] << 16 | q[1] << 8 | q[2];
    }
  p.px = o;
  /* half the size of the box that is not transparent, around the middle, and half a texel more (bilinear) */
  for (int y = 0; y < m->h; y++)
    for (int x = 0; x < m->w; x++)
      if (m->px[((size_t)y * m->w + x) * 4 + 3]) {
        p.ex = maxf(p.ex, fabsf(x + .5f - m->w / 2.f) + 1);
        p.ey = maxf(p.ey, fabsf(y + .5f - m->h / 2.f) + 1);
      }
  return p;
}
static Alpha alpha(const float *a, int w, int h, double k) {
  Alpha r = {NULL, w + 40, w, h};
  unsigned char *p = calloc((size_t)r.stride * (h + 20) + 64, 1), *o = p + 10 * r.stride + 20;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) o[(long)y * r.stride + x] = (unsigned char)lrint(255 * k * a[y * w + x]);
  r.px = o;
  return r;
}
static void gauss(double sigma, short *w, int R) {
  double g[64], sum = 0;
  int rest = 256;
  for (int i = 0; i <= R; i++) g[i] = exp(-.5 * i * i / sigma / sigma), sum += i ? 2 * g[i] : g[i];
  for (int i = 1; i <= R; i++) w[i] = (short)lrint(g[i] / sum * 256), rest -= 2 * w[i];
  w[0] = rest;
}

static Box box(double x0, double y0, double x1, double y1) {
  return (Box){(int)floor(x0), (int)floor(y0), (int)ceil(x1), (int)ceil(y1)};
}
/* The pixels of a rounded rectangle which are wholly covered, as a box as large as is simple: without the corner rows
 */
static Box inside(float cx, float cy, float hw, float hh, float r) {
  return (Box){(int)ceilf(cx - hw), (int)ceilf(cy - hh + r), (int)floorf(cx + hw), (int)floorf(cy + hh - r)};
}
static int nitems, *roots;
static void update1(int i) {
  Item *it = s->it + roots[i];
  Cmd *c = cmds + i;
  State q = item_state(it, T);
  double x = it->x + q.dx, y = it->y + q.dy, hw = it->w / 2, hh = it->h / 2;
  c->x = x;
  c->y = y;
  c->hw = hw;
  c->hh = hh;
  c->r = it->radius;
  c->full = (Box){0, 0, 0, 0};
  c->box = box(x - hw, y - hh, x + hw, y + hh);
  if (!strcmp(wl, "cards") || !strcmp(wl, "shadows")) {
    int card = *wl == 'c';
    c->kind = card ? C_CARD : C_SHADED;
    c->mask = &shadow;
    c->sx = x - shadow.w / 2.;
    c->sy = y - shadow.h / 2. + it->sh_dy;
    c->full = inside(c->x, c->y, c->hw - card, c->hh - card, c->r - card);
    c->box = box(c->sx, c->sy, c->sx + shadow.w + 1, c->sy + shadow.h + 1);
    c->col = colour(it->c, 1);
    c->col2 = colour(it->bc, 1);
    if (card) c->pic = pics + it[1].image;
  } else if (it->kind == K_GROUP) {
    Group *g = groups + i;
    c->kind = C_GROUP;
    c->group = g;
    g->x = x - hw;
    g->y = y - hh;
    g->w = it->w;
    g->h = it->h;
    g->opacity = (int)lrint(q.opacity * 255);
    g->n = 0;
    for (int k = roots[i] + 1; k < it->next; k++)
      g->sq[g->n++] = (Square){s->it[k].x, s->it[k].y, s->it[k].w / 2, colour(s->it[k].c, 1)};
  } else if (it->kind == K_SOLID) {
    c->kind = C_RR;
    c->col = colour(it->c, 1);
  } else if (it->persp) {
    Quad *z = quads + i;
    double co = cos(q.angle), si = sin(q.angle), d = it->persp, h[9], px[4], py[4];
    /* pixels, from the centre, to the layer: x = X / (co - X si / d), y = Y w; or the same with the axes changed */
    if (it->anim == A_ROTY) {
      double m[9] = {1, 0, 0, 0, co, 0, -si / d, 0, co};
      memcpy(h, m, sizeof h);
    } else {
      double m[9] = {co, 0, 0, 0, 1, 0, 0, si / d, co};
      memcpy(h, m, sizeof h);
    }
    double sg = co < 0 ? -1 : 1, off = it->w / 2 - .5;
    for (int k = 0; k < 3; k++) h[k] += off * h[6 + k], h[3 + k] += off * h[6 + k];
    for (int k = 0; k < 9; k++) h[k] *= sg;
    for (int k = 0; k < 9; k += 3) h[k + 2] -= h[k] * x + h[k + 1] * y;
    for (int k = 0; k < 9; k++) z->h[k] = h[k];
    for (int k = 0; k < 4; k++) {
      double lx = (k == 1 || k == 2 ? hw : -hw), ly = k > 1 ? hh : -hh, w;
      if (it->anim == A_ROTY)
        w = 1 + lx * si / d, lx *= co;
      else
        w = 1 - ly * si / d, ly *= co;
      px[k] = x + lx / w;
      py[k] = y + ly / w;
    }
    double area = 0;
    for (int k = 0; k < 4; k++) area += px[k] * py[(k + 1) & 3] - px[(k + 1) & 3] * py[k];
    double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
    for (int k = 0; k < 4; k++) {
      double dx = px[(k + 1) & 3] - px[k], dy = py[(k + 1) & 3] - py[k],
             n = (area < 0 ? -1 : 1) / fmax(hypot(dx, dy), 1e-6);
      z->e[k][0] = -dy * n;
      z->e[k][1] = dx * n;
      z->e[k][2] = (dy * px[k] - dx * py[k]) * n;
      z->e[k][3] = fabsf(z->e[k][0]) < 1e-5f ? 0 : 1 / z->e[k][0];
      x0 = fmin(x0, px[k]);
      x1 = fmax(x1, px[k]);
      y0 = fmin(y0, py[k]);
      y1 = fmax(y1, py[k]);
    }
    c->kind = C_PERSP;
    c->pic = pics + it->image;
    c->quad = z;
    c->box = box(x0 - .5, y0 - .5, x1 + .5, y1 + .5);
    z->x0 = c->box.x0;
    z->y0 = c->box.y0;
    z->x1 = c->box.x1;
    z->y1 = c->box.y1;
    if (fabs(area) < 1e-3) c->box = (Box){0, 0, 0, 0};
    /* a box that it covers wholly, in the middle */
    double ix = fmin(fabs(px[1] - px[0]), fabs(px[2] - px[3])) / 2 - 1,
           iy = fmin(fabs(py[3] - py[0]), fabs(py[2] - py[1])) / 2 - 1;
    double mx = (px[0] + px[1] + px[2] + px[3]) / 4, my = (py[0] + py[1] + py[2] + py[3]) / 4;
    if (it->anim == A_ROTY) {
      double a = fmax(fmin(px[0], px[1]), fmin(px[3], px[2])) + 1, b = fmin(fmax(px[0], px[1]), fmax(px[3], px[2])) - 1;
      if (a < b) c->full = (Box){(int)ceil(a), (int)ceil(my - iy), (int)floor(b), (int)floor(my + iy)};
    } else {
      double a = fmax(fmin(py[0], py[3]), fmin(py[1], py[2])) + 1, b = fmin(fmax(py[0], py[3]), fmax(py[1], py[2])) - 1;
      if (a < b) c->full = (Box){(int)ceil(mx - ix), (int)ceil(a), (int)floor(mx + ix), (int)floor(b)};
    }
    if (c->full.x0 >= c->full.x1 || c->full.y0 >= c->full.y1) c->full = (Box){0, 0, 0, 0};
  } else if (it->anim == A_ROTZ) {
    c->kind = C_TURNED;
    c->pic = pics + it->image;
    c->co = cos(q.angle);
    c->si = sin(q.angle);
    double ex = fabs(c->co) * c->pic->ex + fabs(c->si) * c->pic->ey,
           ey = fabs(c->si) * c->pic->ex + fabs(c->co) * c->pic->ey;
    c->box = box(x - ex, y - ey, x + ex, y + ey);
  } else if (it->blur && it->kind == K_IMAGE) {
    c->kind = C_MAG;
    c->pic = small + i;
    c->x = x - 132;
    c->y = y - 132;
    c->r = 4;
    c->hw = c->hh = 264;
    c->sx = c->sy = 3;
    c->col = 0;
    c->box = box(x - 132, y - 132, x + 132, y + 132);
  } else if (it->kind == K_BACKDROP) {
    c->kind = C_MAG;
    c->pic = small;
    c->x = x - hw;
    c->y = y - hh;
    c->r = 8;
    c->hw = it->w;
    c->hh = it->h;
    c->sx = c->sy = 8;
    c->col = colour(it->c, 1);
    c->full = c->box;
  } else {
    c->kind = C_PIC;
    c->pic = pics + it->image;
    c->x = x - hw;
    c->y = y - hh;
    c->r = 0;
    c->mask = it->mask == M_IMAGE ? &disc : it->mask == M_GRADIENT ? &fade : NULL;
    c->box = box(x - hw, y - hh, x + hw + 1, y + hh + 1);
    if (c->pic->opaque && !it->mask) c->full = box(ceil(x - hw), ceil(y - hh), floor(x + hw), floor(y + hh));
  }
}
#define CHUNK 256
static void update(int i, int me) {
  (void)me;
  for (int k = i * CHUNK; k < imin(nitems, (i + 1) * CHUNK); k++) update1(k);
}

static void bin(int n) {
  int nt = tx * ty;
  memset(first, 0, sizeof(int) * (nt + 1));
#define EACH(body)                                                                                                     \
  for (int i = 0; i < n; i++) {                                                                                        \
    Box b = cmds[i].box;                                                                                               \
    b.x0 = imax(b.x0, clip.x0);                                                                                        \
    b.y0 = imax(b.y0, clip.y0);                                                                                        \
    b.x1 = imin(b.x1, clip.x1);                                                                                        \
    b.y1 = imin(b.y1, clip.y1);                                                                                        \
    if (b.x0 >= b.x1 || b.y0 >= b.y1) continue;                                                                        \
    int i0 = b.x0 / TW, i1 = (b.x1 - 1) / TW, j0 = b.y0 / TH, j1 = (b.y1 - 1) / TH;                                    \
    for (int j = j0; j <= j1; j++)                                                                                     \
      for (int k = i0; k <= i1; k++) {                                                                                 \
        int z = j * tx + k;                                                                                            \
        body;                                                                                                          \
      }                                                                                                                \
  }
  EACH(first[z + 1]++)
  for (int z = 0; z < nt; z++) first[z + 1] += first[z];
  if (first[nt] > binroom) bins = realloc(bins, sizeof(int) * (binroom = first[nt] * 2));
  static int *at;
  static int room;
  if (room < nt) at = realloc(at, sizeof(int) * (room = nt));
  memcpy(at, first, sizeof(int) * nt);
  EACH(bins[at[z]++] = i)
}
/* trims b by the occluder a, if a rectangle is left */
static inline void trim(Box *b, const Box *a) {
  int wide = a->x0 <= b->x0 && a->x1 >= b->x1, tall = a->y0 <= b->y0 && a->y1 >= b->y1;
  if (wide) {
    if (a->y0 <= b->y0 && a->y1 > b->y0) b->y0 = a->y1;
    if (a->y1 >= b->y1 && a->y0 < b->y1) b->y1 = a->y0;
  } else if (tall) {
    if (a->x0 <= b->x0 && a->x1 > b->x0) b->x0 = imax(b->x0, a->x1 & ~7);
    if (a->x1 >= b->x1 && a->x0 < b->x1) b->x1 = imin(b->x1, (a->x0 + 7) & ~7);
  }
}
static void tile(int i, int me) {
  Tile t = {i % tx * TW, i / tx * TH, TW, TH, TW + 16, buf[me], extra[me], touched[me]};
  Box all = {imax(t.x, clip.x0), imax(t.y, clip.y0), imin(imin(t.x + TW, (W + 7) & ~7), clip.x1),
             imin(imin(t.y + TH, H), clip.y1)};
  if (all.x0 >= all.x1 || all.y0 >= all.y1) return;
  t.h = all.y1 - t.y;
  t.w = (all.x1 - t.x + 7) & ~7;
  if (direct) t.px = canvas + (size_t)t.y * STRIDE + t.x, t.stride = STRIDE;
  const int *list = bins + first[i];
  int n = first[i + 1] - first[i], start = 0, open = 1;
  Box *b = alloca(sizeof(Box) * (n + 1)), *op = alloca(sizeof(Box) * 64);
  int no = 0;
  for (int k = n - 1; k >= 0; k--) { /* from the front */
    const Cmd *c = cmds + list[k];
    Box q = {imax(all.x0, c->box.x0 & ~7), imax(all.y0, c->box.y0), imin(all.x1, (c->box.x1 + 7) & ~7),
             imin(all.y1, c->box.y1)};
    for (int o = 0; cull && o < no; o++) trim(&q, op + o);
    b[k] = q;
    if (cull && q.x0 < q.x1 && q.y0 < q.y1 && c->full.x0 < c->full.x1 && no < 64) {
      Box f = c->full;
      if (f.x0 < all.x1 && f.y0 < all.y1 && f.x1 > all.x0 && f.y1 > all.y0) {
        op[no++] = f;
        if (f.x0 <= all.x0 && f.y0 <= all.y0 && f.x1 >= all.x1 && f.y1 >= all.y1) {
          start = k;
          open = 0;
          break;
        }
      }
    }
  }
  if (open) CALL(clear, &t, bg);
  for (int k = start; k < n; k++)
    if (b[k].x0 < b[k].x1 && b[k].y0 < b[k].y1) CALL(draw, &t, b[k], cmds + list[k]);
  Box o = {all.x0, all.y0, (all.x1 + 7) & ~7, all.y1};
  if (!direct) CALL(copy, &t, canvas, STRIDE, o);
}
static void fill_band(int i, int me) {
  uint32_t c[3];
  for (int k = 0; k < 3; k++) {
    Item *it = s->it + k + 1;
    State q = item_state(it, T);
    c[k] = colour(it->c, q.opacity);
  }
  for (int y = i * 16; y < imin(H, i * 16 + 16); y++) {
    touched[me][0] += W;
    CALL(fill, canvas + (size_t)y * STRIDE, pics[0].px + (size_t)y * pics[0].stride, W, c);
  }
}
/* blurs: pictures of `cell` pixels per row, padded by 16 rows */
static short taps[8];
#define CELL 96
static uint32_t *cells, *cells2; /* of 20, each 72 x 72 in the middle of CELL x (72 + 32) */
static void blur_cell(int i, int me) {
  (void)me;
  long room = CELL * 104;
  uint32_t *a = cells + i * room + CELL * 16 + 12, *b = cells2 + i * room + CELL * 16 + 12;
  const Pic *p = pics + s->it[i].image;
  CALL(shrink, a + 11 * CELL + 11, CELL, p->px, p->stride, 50, 50, 4);
  for (int y = 0; y < 72; y++)
    CALL(fir, (unsigned char *)(b + y * CELL), (unsigned char *)(a + y * CELL), 72 * 4, 4, taps, 7);
  for (int y = 0; y < 72; y++)
    CALL(fir, (unsigned char *)(a + y * CELL), (unsigned char *)(b + y * CELL), 72 * 4, CELL * 4, taps, 7);
  touched[me][0] += 200 * 200 + 2 * 72 * 72;
  /* clear_cell clears the padding for the next frame */
  small[i] = (Pic){a, CELL, 0, 72, 72, 0};
}
static void clear_cell(int i, int me) {
  (void)me;
  long room = CELL * 104;
  memset(cells + i * room, 0, room * 4);
}
static uint32_t *back0, *back1;
static int backw, backh; /* an eighth of the region */
static void back_shrink(int i, int me) {
  Item *p = s->it + s->n - 1;
  int x = (int)(p->x - p->w / 2) - 64, y = (int)(p->y - p->h / 2) - 64;
  CALL(shrink, back0 + (16 + i) * 128 + 16, 128, canvas + (size_t)(y + i * 8) * STRIDE + x, STRIDE, backw, 1, 8);
  uint32_t *r = back0 + (16 + i) * 128 + 16; /* the edge repeated */
  for (int k = 1; k <= 8; k++) r[-k] = r[0], r[backw - 1 + k] = r[backw - 1];
  CALL(fir, (unsigned char *)(back1 + (16 + i) * 128 + 16), (unsigned char *)r, (long)backw * 4, 4, taps, 7);
  touched[me][0] += backw * 8 * 8 + backw;
}
static void back_down(int i, int me) {
  (void)me;
  CALL(fir, (unsigned char *)(back0 + (16 + i) * 128 + 16), (unsigned char *)(back1 + (16 + i) * 128 + 16),
       (long)backw * 4, 128 * 4, taps, 7);
}
static void back_tile(int i, int me) { /* the panel, straight into the canvas */
  Item *p = s->it + s->n - 1;
  int y0 = (int)(p->y - p->h / 2) + i * 16;
  Tile t = {0, 0, W, H, STRIDE, canvas, NULL, touched[me]};
  Box b = {cmds[nitems - 1].box.x0 & ~7, y0, (cmds[nitems - 1].box.x1 + 7) & ~7,
           imin(y0 + 16, cmds[nitems - 1].box.y1)};
  CALL(draw, &t, b, cmds + nitems - 1);
}
/* a shadow blurred again for each card: three box passes both ways over the coverage */
static unsigned char *fresh;
static long fresh_room;
static void box_pass(unsigned char *o, const unsigned char *in, int n, int step, int lines, int line, int R) {
  for (int l = 0; l < lines; l++, o += line, in += line) {
    unsigned sum = 0, k = 65536 / (2 * R + 1);
    for (int i = -R; i < n; i++) {
      if (i + R < n) sum += in[(i + R) * step];
      if (i - R - 1 >= 0) sum -= in[(i - R - 1) * step];
      if (i >= 0) o[i * step] = (sum * k + 32768) >> 16;
    }
  }
}
static void fresh_shadow(int i, int me) {
  Item *it = s->it + roots[i];
  unsigned char *a = fresh + fresh_room * i + 10 * shadow.stride + 20,
                *b = fresh + fresh_room * nitems + fresh_room * me;
  int w = shadow.w, h = shadow.h, st = shadow.stride, R = (int)(it->sh_sigma * .94 + .5);
  memset(fresh + fresh_room * i, 0, fresh_room);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      double ax = fabs(x + .5 - w / 2.), ay = fabs(y + .5 - h / 2.);
      if (ax > it->w / 2 || ay > it->h / 2) continue;
      a[y * st + x] = ax < it->w / 2 - it->radius || ay < it->h / 2 - it->radius
                          ? 255
                          : (unsigned char)(255 * cover(ax, ay, it->w / 2, it->h / 2, it->radius) + .5);
    }
  for (int k = 0; k < 3; k++) { /* across, then down in strips of columns by running sums of a row */
    box_pass(b, a, w, 1, h, st, R);
    uint16_t sum[512] = {0};
    unsigned kk = 65536 / (2 * R + 1);
    for (int y = -R; y < h; y++) {
      if (y + R < h)
        for (int x = 0; x < w; x++) sum[x] += b[(y + R) * st + x];
      if (y - R - 1 >= 0)
        for (int x = 0; x < w; x++) sum[x] -= b[(y - R - 1) * st + x];
      if (y >= 0)
        for (int x = 0; x < w; x++) a[y * st + x] = (sum[x] * kk + 32768) >> 16;
    }
  }
  unsigned al = (unsigned)lrint(it->sh_a * 256);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) a[y * st + x] = a[y * st + x] * al >> 8;
  static Alpha each[512];
  each[i] = (Alpha){a, st, w, h};
  cmds[i].mask = each + i;
  touched[me][0] += 6L * w * h;
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  int damage = strstr(a.variant, "damage") != NULL, unbaked = strstr(a.variant, "unbaked") != NULL;
  __builtin_cpu_init();
  avx2 = strcmp(a.engine, "sse2") && __builtin_cpu_supports("avx2");
  const char *v;
  if ((v = strstr(a.variant, "tile="))) sscanf(v, "tile=%dx%d", &TW, &TH);
  for (v = a.variant; v; v = strchr(v, ',') ? strchr(v, ',') + 1 : NULL)
    if (*v == 't' && v[1] >= '1' && v[1] <= '9') threads = atoi(v + 1);
  if (strstr(a.variant, "nocull")) cull = 0;
  if (strstr(a.variant, "direct")) direct = 1;
  s = scene_load(a.dir, a.workload);
  if (refuses("cpu floor", &a, s, 0)) return 0;
  wl = s->name;
  W = s->w;
  H = s->h;
  STRIDE = (W + 63) & ~63;
  canvas = aligned_alloc(4096, (size_t)STRIDE * H * 4 + 4096);
  memset(canvas, 0, (size_t)STRIDE * H * 4);
  bg = colour(s->bg, 1);
  int cards = !strcmp(wl, "cards"), blur = !strcmp(wl, "blur"), back = !strcmp(wl, "backdrop"),
      fill4k = !strcmp(wl, "fill4k"), masks = !strcmp(wl, "masks");
  int repeat = cards || masks || !strcmp(wl, "perspective");
  for (int i = 0; i < s->nimg; i++) {
    int opaque = 1;
    for (int k = 0; k < s->img[i].w * s->img[i].h; k++) opaque &= s->img[i].px[4 * k + 3] == 255;
    pics[i] = picture(s->img + i, repeat, opaque);
  }
  roots = malloc(sizeof(int) * (s->n + 1));
  for (int i = 0; i < s->n; i = s->it[i].next) roots[nitems++] = i;
  cmds = calloc(nitems + 1, sizeof *cmds);
  quads = calloc(nitems + 1, sizeof *quads);
  groups = calloc(nitems + 1, sizeof *groups);
  int w2, h2;
  if (cards || !strcmp(wl, "shadows")) {
    Item *c = s->it;
    float *f = bake(c->w, c->h, c->radius, c->sh_sigma, cards ? 30 : 60, &w2, &h2);
    shadow = alpha(f, w2, h2, c->sh_a);
  }
  if (masks) {
    float *f = bake(128, 128, 24, 0, 0, &w2, &h2);
    for (int i = 0; i < 128 * 128; i++) f[i] *= 1 - (i / 128 + .5) / 128;
    fade = alpha(f, 128, 128, 1);
    for (int i = 0; i < 128 * 128; i++) f[i] = s->img[s->nimg - 1].px[4 * i + 3] / 255.;
    disc = alpha(f, 128, 128, 1);
  }
  if (unbaked) {
    fresh_room = (long)shadow.stride * (shadow.h + 20) + 64;
    fresh = calloc(nitems + 64, fresh_room);
  }
  if (blur) {
    cells = calloc(20, CELL * 104 * 4);
    cells2 = calloc(20, CELL * 104 * 4);
    gauss(2.5, taps, 7);
  }
  if (back) {
    Item *p = s->it + s->n - 1;
    backw = (int)(p->w + 128) / 8;
    backh = (int)(p->h + 128) / 8;
    back0 = calloc(128 * (backh + 40), 4);
    back1 = calloc(128 * (backh + 40), 4);
    small[0] = (Pic){back0 + 16 * 128 + 16, 128, 0, backw, backh, 1};
    gauss(2.5, taps, 7);
  }
  tx = (W + TW - 1) / TW;
  ty = (H + TH - 1) / TH;
  first = calloc(tx * ty + 2, sizeof(int));
  for (int i = 0; i < threads; i++) {
    buf[i] = aligned_alloc(64, sizeof(uint32_t) * (((size_t)(TW + 16) * (TH + 1) + 63) & ~63));
    extra[i] = aligned_alloc(64, sizeof(uint32_t) * (((size_t)(TW + 16) * (TH + 1) + 63) & ~63));
    pthread_t id;
    if (i) pthread_create(&id, NULL, worker, (void *)(intptr_t)i);
  }
  double *ms = malloc(sizeof(double) * a.frames), *up = malloc(sizeof(double) * a.frames),
         *bn = malloc(sizeof(double) * a.frames), cpu = 0;
  int frames = a.frames + (a.shot ? 1 : 0), started = 0;
  Box prev = {0, 0, W, H};
  long pixels = 0;
  for (int f = -a.warmup; f < frames; f++) {
    if (f == 0) memset(touched, 0, sizeof touched);
    T = f == a.frames ? .5 : frame_time(f);
    double c0 = cpu_ms(), t0 = now_ms(), t1 = t0, t2 = t0;
    clip = (Box){0, 0, W, H};
    if (fill4k)
      parallel(fill_band, (H + 15) / 16);
    else if (damage) {
      if (!started) {
        parallel(update, (nitems + CHUNK - 1) / CHUNK);
        bin(nitems - 1);
      } /* the bins of the other layers are made once */
      update1(nitems - 1);
      t1 = t2 = now_ms();
      Box d = cmds[nitems - 1].box,
          u = {imin(d.x0, prev.x0) & ~7, imin(d.y0, prev.y0), (imax(d.x1, prev.x1) + 7) & ~7, imax(d.y1, prev.y1)};
      if (!started) u = clip;
      prev = d;
      started = 1;
      clip = u;
      for (int y = u.y0 / TH; y <= (u.y1 - 1) / TH; y++)
        for (int x = u.x0 / TW; x <= (u.x1 - 1) / TW; x++) {
          int i = y * tx + x, n = first[i + 1] - first[i];
          int *keep = bins, one[2] = {first[i], first[i + 1]};
          static int own[4096], at[2];
          memcpy(own, bins + first[i], sizeof(int) * n);
          own[n++] = nitems - 1;
          /* the tile's own list, then the layer that turns */
          at[0] = 0;
          at[1] = n;
          bins = own;
          int *f0 = first;
          first = at - i;
          tile(i, 0);
          first = f0;
          bins = keep;
          (void)one;
        }
    } else {
      if (blur) {
        parallel(clear_cell, 20);
        parallel(blur_cell, 20);
      }
      parallel(update, (nitems + CHUNK - 1) / CHUNK);
      if (unbaked) parallel(fresh_shadow, nitems);
      t1 = now_ms();
      bin(nitems - back);
      t2 = now_ms();
      parallel(tile, tx * ty);
      if (back) {
        parallel(back_shrink, backh);
        for (int k = 1; k <= 8; k++) {
          memcpy(back1 + (16 - k) * 128, back1 + 16 * 128, 512);
          memcpy(back1 + (15 + backh + k) * 128, back1 + (15 + backh) * 128, 512);
        }
        parallel(back_down, backh);
        parallel(back_tile, ((int)s->it[s->n - 1].h + 15) / 16);
      }
    }
    double t3 = now_ms();
    if (f >= 0 && f < a.frames) {
      ms[f] = t3 - t0, up[f] = t1 - t0, bn[f] = t2 - t1, cpu += cpu_ms() - c0;
      if (f == a.frames - 1)
        for (int i = 0; i < threads; i++) pixels += touched[i][0];
    }
  }
  unsigned char *px = malloc((size_t)W * H * 4);
  double rb[6];
  for (int i = 0; i < 6; i++) {
    double t0 = now_ms();
    for (int y = 0; y < H; y++) memcpy(px + (size_t)y * W * 4, canvas + (size_t)y * STRIDE, (size_t)W * 4);
    rb[i] = now_ms() - t0;
  }
  if (a.shot) write_shot(a.shot, px, W, H, 0, 1);
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < (size_t)W * H; i++) hash = (hash ^ ((uint32_t *)px)[i]) * 1099511628211u;
  char note[256];
  double mp = (double)pixels / a.frames / 1e6, upd = medn(up, a.frames);
  snprintf(note, sizeof note,
           "%s, %d threads, tile %dx%d, %.3f Mpx touched, %.2f ns CPU each, update %.3f bin %.3f ms, %d tile commands, "
           "hash %016llx",
           avx2 ? "AVX2" : "SSE2", threads, TW, TH, mp, cpu / a.frames / mp, upd, medn(bn, a.frames), first[tx * ty],
           (unsigned long long)hash);
  print_result("cpu floor", &a, ms, a.frames, cpu, upd, medn(rb + 1, 5), note);
  return 0;
}
