/* Paths of a frame, for the C and C++ peers: morphed and trimmed, which the application does for them. */
#pragma once
#include "scene.h"

/* The share of the other path, the end of the stroke, or the phase of its dashes. */
static inline double progress(const Item *i, double t) {
  double u = fmod(t / i->dur, 2.0);
  u = u <= 1 ? u : 2 - u;
  if (i->anim == A_DASH) return i->p0 + (i->p1 - i->p0) * fmod(t / i->dur, 1.0);
  return i->anim == A_MORPH ? u : i->p0 + (i->p1 - i->p0) * u;
}
/* The length of a line or a curve, by sixteen chords. */
static double segment_length(const double *a, const double *v, int is_curve) {
  if (!is_curve) return hypot(v[0] - a[0], v[1] - a[1]);
  double length = 0, x = a[0], y = a[1];
  for (int k = 1; k <= 16; k++) {
    double t = k / 16., r = 1 - t, w[4] = {r * r * r, 3 * r * r * t, 3 * r * t * t, t * t * t};
    double nx = w[0] * a[0] + w[1] * v[0] + w[2] * v[2] + w[3] * v[4],
           ny = w[0] * a[1] + w[1] * v[1] + w[2] * v[3] + w[3] * v[5];
    length += hypot(nx - x, ny - y);
    x = nx, y = ny;
  }
  return length;
}
/* Cuts the last segment of a path, from the point a, at a share of its parameter. */
static void cut(const double *a, double *v, int is_curve, double t) {
  double p[4][2] = {{a[0], a[1]}};
  memcpy(p[1], v, sizeof(double) * (is_curve ? 6 : 2));
  for (int k = 0; k < 2; k++)
    if (is_curve) {
      double q0 = p[0][k] + (p[1][k] - p[0][k]) * t, q1 = p[1][k] + (p[2][k] - p[1][k]) * t,
             q2 = p[2][k] + (p[3][k] - p[2][k]) * t, r0 = q0 + (q1 - q0) * t, r1 = q1 + (q2 - q1) * t;
      v[k] = q0, v[2 + k] = r0, v[4 + k] = r0 + (r1 - r0) * t;
    } else
      v[k] = a[k] + (v[k] - a[k]) * t;
}
/* Cuts a path of one open contour at a share of its length. */
static void trim(Path *p, double share) {
  double total = 0, seen = 0;
  for (int pass = 0; pass < 2; pass++) {
    const double *a = p->xy;
    double *v = p->xy + 2;
    for (int i = 1; i < p->n; i++) {
      int is_curve = p->verb[i] == 'C';
      double length = segment_length(a, v, is_curve);
      if (pass && seen + length >= share * total) {
        cut(a, v, is_curve, length > 0 ? (share * total - seen) / length : 0);
        p->n = i + 1;
        return;
      }
      pass ? (seen += length) : (total += length);
      v += is_curve ? 6 : 2;
      a = v - 2;
    }
  }
}
/* An item's path at a time; valid until the next call. */
static const Path *current_path(const Scene *s, const Item *it, double t) {
  const Path *from = s->path + it->path;
  static Path now;
  static int room;
  if (it->anim != A_MORPH && it->anim != A_TRIM) return from;
  if (room < from->n) {
    room = from->n;
    now.verb = (char *)realloc(now.verb, room);
    now.xy = (double *)realloc(now.xy, sizeof(double) * 6 * room);
  }
  now.n = from->n, now.points = from->points;
  memcpy(now.verb, from->verb, from->n);
  double u = progress(it, t);
  const double *to = it->anim == A_MORPH ? s->path[it->path_to].xy : from->xy;
  double share = it->anim == A_MORPH ? u : 0;
  for (int k = 0; k < 2 * from->points; k++) now.xy[k] = from->xy[k] + (to[k] - from->xy[k]) * share;
  if (it->anim == A_TRIM) trim(&now, u);
  return &now;
}
