/* What the C and C++ peers share: the flat scene reader, the animation state, timing and the result line. */
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { K_SOLID, K_IMAGE, K_GROUP, K_BACKDROP, K_NODE, K_SHAPE, K_TEXT, K_GRADIENT, K_REPLICATOR, K_EMITTER };
enum { A_NONE, A_ROTZ, A_DRIFT, A_ROTX, A_ROTY, A_OPACITY, A_MORPH, A_TRIM, A_DASH, A_PARTICLE };
enum { M_NONE, M_IMAGE, M_GRADIENT, M_PATH };
enum { G_NONE, G_AXIAL, G_RADIAL, G_CONIC };
/* What a workload needs beyond boxes, images and masks: the bits of tree.py. */
enum {
  N_PATHS = 1,
  N_DASHES = 2,
  N_PATH_MASKS = 4,
  N_PATH_SHADOWS = 8,
  N_TEXTS = 16,
  N_GRADIENTS = 32,
  N_CONICS = 64,
  N_PARTICLES = 128,
  N_COPIES = 256,
  N_TINTS = 512,
  N_EFFECTS = 1024
};
#define PARTICLE_FADE .3
#define TAU 6.283185307179586

typedef struct {
  char file[512];
  int w, h;
  unsigned char *px; /* premultiplied RGBA */
} Img;
/* Elements of a path: 'M', 'L', 'C' or 'Z', and as many points as each has. */
typedef struct {
  int n, points;
  char *verb;
  double *xy;
} Path;
typedef struct {
  int depth, kind, image, mask, anim, next; /* next: the index after this item's last descendant */
  double x, y, w, h, radius, c[4], opacity, border, bc[4], sh_sigma, sh_dx, sh_dy, sh_a, blur, persp, p0, p1, p2, dur;
  int path, path_to, mask_path, round, text, count, gradient, nstops; /* numbers of paths and texts; -1: none */
  double stroke, sc[4], dash[2], size, step[3], stops[8][4];
} Item;
typedef struct {
  char name[64];
  int w, h;
  double bg[4];
  int needs, nimg, npath, ntext, n;
  Img *img;
  Path *path;
  char **text;
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

static void path_load(FILE *f, Path *p) {
  if (fscanf(f, "%d", &p->n) != 1) exit(2);
  p->verb = (char *)malloc(p->n + 1);
  p->xy = (double *)malloc(sizeof(double) * 6 * (p->n + 1));
  for (int i = 0; i < p->n; i++) {
    if (fscanf(f, " %c", p->verb + i) != 1) exit(2);
    int points = p->verb[i] == 'C' ? 3 : p->verb[i] == 'Z' ? 0 : 1;
    for (int k = 0; k < 2 * points; k++)
      if (fscanf(f, "%lf", p->xy + 2 * p->points + k) != 1) exit(2);
    p->points += points;
  }
}
/* The numbers of an item behind those of boxes and images; 0: they are not there. */
static int vector_load(FILE *f, Item *t) {
  if (fscanf(f, "%d %d %d %lf %lf %lf %lf %lf %d %lf %lf %d %lf %d %lf %lf %lf %d %d", &t->path, &t->path_to,
             &t->mask_path, &t->stroke, t->sc, t->sc + 1, t->sc + 2, t->sc + 3, &t->round, t->dash, t->dash + 1,
             &t->text, &t->size, &t->count, t->step, t->step + 1, t->step + 2, &t->gradient, &t->nstops) != 19)
    return 0;
  for (int k = 0; k < t->nstops; k++)
    for (int c = 0; c < 4; c++)
      if (fscanf(f, "%lf", t->stops[k] + c) != 1) return 0;
  return 1;
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
  if (fscanf(f, "peerscene 2 workload %63s canvas %d %d %lf %lf %lf %lf needs %d images %d", s->name, &s->w, &s->h, s->bg,
             s->bg + 1, s->bg + 2, s->bg + 3, &s->needs, &s->nimg) != 9)
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
  if (fscanf(f, " paths %d", &s->npath) != 1) exit(2);
  s->path = (Path *)calloc(s->npath + 1, sizeof(Path));
  for (int i = 0; i < s->npath; i++) path_load(f, s->path + i);
  if (fscanf(f, " texts %d", &s->ntext) != 1) exit(2);
  s->text = (char **)calloc(s->ntext + 1, sizeof(char *));
  for (int i = 0; i < s->ntext; i++)
    if (fscanf(f, " %m[^\n]", s->text + i) != 1) exit(2);
  if (fscanf(f, " items %d", &s->n) != 1) exit(2);
  s->it = (Item *)calloc(s->n + 1, sizeof(Item));
  for (int i = 0; i < s->n; i++) {
    Item *t = s->it + i;
    if (fscanf(f,
               "%d %d %lf %lf %lf %lf %lf %lf %lf %lf %lf %d %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %d %lf %lf %d %lf "
               "%lf %lf %lf",
               &t->depth, &t->kind, &t->x, &t->y, &t->w, &t->h, &t->radius, t->c, t->c + 1, t->c + 2, t->c + 3,
               &t->image, &t->opacity, &t->border, t->bc, t->bc + 1, t->bc + 2, t->bc + 3, &t->sh_sigma, &t->sh_dx,
               &t->sh_dy, &t->sh_a, &t->mask, &t->blur, &t->persp, &t->anim, &t->p0, &t->p1, &t->p2, &t->dur) != 30 ||
        !vector_load(f, t)) {
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
  else if (i->anim == A_PARTICLE) {
    double age = fmod(t + i->p2, i->dur);
    s.dx = i->p0 * age, s.dy = i->p1 * age;
    s.opacity *= 1 - PARTICLE_FADE * age;
  } else if (i->anim == A_ROTX || i->anim == A_ROTY || i->anim == A_ROTZ)
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
/* Prints that the driver cannot draw a workload, and why, if it needs more than the driver draws. */
static inline int refuses(const char *peer, const Args *a, const Scene *s, int draws) {
  static const char *names[] = {"paths",  "dashes",    "masks of paths",    "shadows of paths", "text",  "gradients",
                                "conics", "particles", "replicated layers", "tinted images",    "such effects"};
  for (int i = 0; i < 11; i++)
    if ((s->needs & ~draws) >> i & 1) {
      char why[64];
      snprintf(why, sizeof why, "this driver draws no %s", names[i]);
      print_na(peer, a, why);
      return 1;
    }
  return 0;
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
