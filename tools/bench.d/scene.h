/* What the C and C++ peers share: the flat scene reader, the animation state, timing and the result line. */
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { K_SOLID, K_IMAGE, K_GROUP, K_BACKDROP };
enum { A_NONE, A_ROTZ, A_DRIFT, A_ROTX, A_ROTY, A_OPACITY };
enum { M_NONE, M_IMAGE, M_GRADIENT };
#define TAU 6.283185307179586

typedef struct {
  char file[512];
  int w, h;
  unsigned char *px; /* premultiplied RGBA */
} Img;
typedef struct {
  int depth, kind, image, mask, anim, next; /* next: the index after this item's last descendant */
  double x, y, w, h, radius, c[4], opacity, border, bc[4], sh_sigma, sh_dx, sh_dy, sh_a, blur, persp, p0, p1, p2, dur;
} Item;
typedef struct {
  char name[64];
  int w, h;
  double bg[4];
  int nimg, n;
  Img *img;
  Item *it;
} Scene;
typedef struct {
  double dx, dy, angle, opacity;
} State;

static inline double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
static inline double cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static Scene *scene_load(const char *dir, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.txt", dir, name);
  FILE *f = fopen(path, "r");
  if (!f) {
    fprintf(stderr, "cannot open %s: run tools/bench, which writes it\n", path);
    exit(2);
  }
  Scene *s = (Scene *)calloc(1, sizeof *s);
  if (fscanf(f, "peerscene 1 workload %63s canvas %d %d %lf %lf %lf %lf images %d", s->name, &s->w, &s->h, s->bg,
             s->bg + 1, s->bg + 2, s->bg + 3, &s->nimg) != 8)
    exit(2);
  s->img = (Img *)calloc(s->nimg + 1, sizeof(Img));
  for (int i = 0; i < s->nimg; i++) {
    Img *m = s->img + i;
    if (fscanf(f, "%511s %d %d", m->file, &m->w, &m->h) != 3) exit(2);
    snprintf(path, sizeof path, "%s/%s", dir, m->file);
    FILE *g = fopen(path, "r");
    m->px = (unsigned char *)malloc((size_t)m->w * m->h * 4);
    if (!g || fread(m->px, 4, (size_t)m->w * m->h, g) != (size_t)m->w * m->h) {
      fprintf(stderr, "bad image %s\n", path);
      exit(2);
    }
    fclose(g);
  }
  if (fscanf(f, " items %d", &s->n) != 1) exit(2);
  s->it = (Item *)calloc(s->n + 1, sizeof(Item));
  for (int i = 0; i < s->n; i++) {
    Item *t = s->it + i;
    if (fscanf(f,
               "%d %d %lf %lf %lf %lf %lf %lf %lf %lf %lf %d %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %d %lf %lf %d %lf "
               "%lf %lf %lf",
               &t->depth, &t->kind, &t->x, &t->y, &t->w, &t->h, &t->radius, t->c, t->c + 1, t->c + 2, t->c + 3,
               &t->image, &t->opacity, &t->border, t->bc, t->bc + 1, t->bc + 2, t->bc + 3, &t->sh_sigma, &t->sh_dx,
               &t->sh_dy, &t->sh_a, &t->mask, &t->blur, &t->persp, &t->anim, &t->p0, &t->p1, &t->p2, &t->dur) != 30) {
      fprintf(stderr, "bad item %d\n", i);
      exit(2);
    }
  }
  for (int i = 0; i < s->n; i++) {
    int j = i + 1;
    while (j < s->n && s->it[j].depth > s->it[i].depth) j++;
    s->it[i].next = j;
  }
  fclose(f);
  return s;
}

static inline State item_state(const Item *i, double t) {
  State s = {0, 0, 0, i->opacity};
  double u = fmod(t / i->dur, 2.0);
  u = u <= 1 ? u : 2 - u;
  if (i->anim == A_DRIFT)
    s.dx = i->p0 * u, s.dy = i->p1 * u;
  else if (i->anim == A_OPACITY)
    s.opacity = i->p0 + (i->p1 - i->p0) * u;
  else if (i->anim != A_NONE)
    s.angle = i->p0 + i->p1 * fmod(t / i->dur, 1.0);
  return s;
}

typedef struct {
  const char *dir, *workload, *variant, *engine, *shot;
  int frames, warmup;
} Args;
static inline Args parse_args(int argc, char **argv) {
  Args a = {"assets", "", "", "", NULL, 40, 5};
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "--dir"))
      a.dir = argv[i + 1];
    else if (!strcmp(argv[i], "--workload"))
      a.workload = argv[i + 1];
    else if (!strcmp(argv[i], "--variant"))
      a.variant = argv[i + 1];
    else if (!strcmp(argv[i], "--engine"))
      a.engine = argv[i + 1];
    else if (!strcmp(argv[i], "--shot"))
      a.shot = argv[i + 1];
    else if (!strcmp(argv[i], "--frames"))
      a.frames = atoi(argv[i + 1]);
    else if (!strcmp(argv[i], "--warmup"))
      a.warmup = atoi(argv[i + 1]);
    else {
      fprintf(stderr, "unknown option %s\n", argv[i]);
      exit(2);
    }
  }
  return a;
}

/* Warm-up frames show times that the measured frames do not, so that no cache of results can help. */
static inline double frame_time(int f) {
  return f < 0 ? 100 + (f + 1000) / 60.0 : f / 60.0;
}

static int cmp_double(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}
static inline double pctl(double *v, int n, double q) {
  qsort(v, n, sizeof *v, cmp_double);
  int i = (int)(q * n);
  return v[i < n ? i : n - 1];
}
static inline double medn(double *v, int n) {
  qsort(v, n, sizeof *v, cmp_double);
  return n ? (v[n / 2] + v[(n - 1) / 2]) / 2 : 0;
}

static inline void print_result(const char *peer, const Args *a, double *ms, int n, double cpu_total, double update,
                                double readback, const char *notes) {
  double p95 = pctl(ms, n, .95), med = medn(ms, n);
  printf("{\"peer\": \"%s\", \"workload\": \"%s\", \"variant\": \"%s\", \"frames\": %d, \"ms_median\": %.3f, "
         "\"ms_p95\": %.3f, "
         "\"ms_min\": %.3f, \"cpu_ms\": %.3f, \"ms_update\": %.3f, \"ms_readback\": %.3f, \"notes\": \"%s\"}\n",
         peer, a->workload, a->variant, n, med, p95, ms[0], cpu_total / n, update, readback, notes);
}
static inline void print_na(const char *peer, const Args *a, const char *why) {
  printf("{\"peer\": \"%s\", \"workload\": \"%s\", \"variant\": \"%s\", \"na\": \"%s\"}\n", peer, a->workload,
         a->variant, why);
}
static inline void write_shot(const char *path, const unsigned char *px, int w, int h, int flip, int bgra) {
  FILE *f = fopen(path, "w");
  unsigned char *row = (unsigned char *)malloc((size_t)w * 4);
  fprintf(f, "RGBA %d %d\n", w, h);
  for (int y = 0; y < h; y++) {
    memcpy(row, px + (size_t)(flip ? h - 1 - y : y) * w * 4, (size_t)w * 4);
    if (bgra)
      for (int x = 0; x < w; x++) {
        unsigned char t = row[4 * x];
        row[4 * x] = row[4 * x + 2];
        row[4 * x + 2] = t;
      }
    fwrite(row, 4, w, f);
  }
  free(row);
  fclose(f);
}
