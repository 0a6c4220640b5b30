#include <stdlib.h>
#include <string.h>

#include "PathTypes.h"

#pragma STDC FP_CONTRACT OFF

// Positions farther away are moved here: a trillion pixels, where a double still resolves a
// thousandth of a pixel.
static const double farthest = 1e12;

static double limited(double x) { return x > -farthest ? (x < farthest ? x : farthest) : -farthest; }

CPLines *cp_lines_create(void) { return calloc(1, sizeof(CPLines)); }

void cp_lines_destroy(CPLines *lines) {
  if (!lines) return;
  free(lines->points);
  free(lines->starts);
  free(lines);
}

size_t cp_lines_bytes(const CPLines *lines) {
  return sizeof(*lines) + lines->capacity * 2 * sizeof(double) + lines->start_capacity * sizeof(size_t);
}

void cp_lines_begin(CPLines *lines, double a, double b, double c, double d, double tolerance) {
  lines->count = 0;
  lines->start_count = 0;
  lines->a = a;
  lines->b = b;
  lines->c = c;
  lines->d = d;
  lines->tolerance = tolerance;
  lines->has_failed = false;
}

static bool reserve(CPLines *lines, size_t more) {
  if (lines->count + more <= lines->capacity) return true;
  size_t capacity = lines->capacity ? 2 * lines->capacity : 64;
  if (capacity < lines->count + more) capacity = lines->count + more;
  double *points = realloc(lines->points, capacity * 2 * sizeof(double));
  if (!points) {
    lines->has_failed = true;
    return false;
  }
  lines->points = points;
  lines->capacity = capacity;
  return true;
}

static void append(CPLines *lines, double x, double y) {
  lines->points[2 * lines->count] = x;
  lines->points[2 * lines->count + 1] = y;
  lines->count++;
}

static double map_x(const CPLines *lines, double x, double y) { return limited(lines->a * x + lines->c * y); }
static double map_y(const CPLines *lines, double x, double y) { return limited(lines->b * x + lines->d * y); }

static void begin_polygon(CPLines *lines, double x, double y) {
  lines->x = lines->start_x = x;
  lines->y = lines->start_y = y;
  // A polygon of one point is none.
  if (lines->start_count > 0 && lines->starts[lines->start_count - 1] + 1 >= lines->count) {
    lines->start_count--;
    lines->count = lines->starts[lines->start_count];
  }
  if (lines->start_count == lines->start_capacity) {
    const size_t capacity = lines->start_capacity ? 2 * lines->start_capacity : 4;
    size_t *starts = realloc(lines->starts, capacity * sizeof(size_t));
    if (!starts) {
      lines->has_failed = true;
      return;
    }
    lines->starts = starts;
    lines->start_capacity = capacity;
  }
  if (!reserve(lines, 1)) return;
  lines->starts[lines->start_count++] = lines->count;
  append(lines, x, y);
}

void cp_lines_move(CPLines *lines, double x, double y) {
  begin_polygon(lines, map_x(lines, x, y), map_y(lines, x, y));
}

static void line(CPLines *lines, double x, double y) {
  if (lines->start_count == 0 || !reserve(lines, 1)) return;
  append(lines, x, y);
  lines->x = x;
  lines->y = y;
}

void cp_lines_line(CPLines *lines, double x, double y) { line(lines, map_x(lines, x, y), map_y(lines, x, y)); }

void cp_lines_close(CPLines *lines) {
  if (lines->start_count == 0) return;
  begin_polygon(lines, lines->start_x, lines->start_y);
}

// At most this many lines for a curve, so that no coordinates can ask for endless memory.
enum { CP_CHORDS = 4096 };

// Source: G. Wang, The subdivision method for finding the intersection between two Bézier curves
//         (1984). A chord over a step h strays from a cubic by at most h² · 6/8 · the largest
//         second difference of its points.
static int chord_count(const CPLines *lines, double x, double y) {
  const double count = __builtin_sqrt(0.75 * __builtin_sqrt(x * x + y * y) / lines->tolerance);
  if (!(count > 1)) return 1;
  return count < CP_CHORDS ? (int)__builtin_ceil(count) : CP_CHORDS;
}

static void cubic(CPLines *lines, double ax, double ay, double bx, double by, double x, double y) {
  if (lines->start_count == 0) return;
  const double px = lines->x, py = lines->y;
  const double ux = px - 2 * ax + bx, uy = py - 2 * ay + by, vx = ax - 2 * bx + x, vy = ay - 2 * by + y;
  const bool is_first = ux * ux + uy * uy > vx * vx + vy * vy;
  const int count = chord_count(lines, is_first ? ux : vx, is_first ? uy : vy);
  if (!reserve(lines, (size_t)count)) return;
  const double x3 = x - px + 3 * (ax - bx), y3 = y - py + 3 * (ay - by);
  const double x2 = 3 * ux, y2 = 3 * uy, x1 = 3 * (ax - px), y1 = 3 * (ay - py);
  const double step = 1.0 / count;
  for (int i = 1; i < count; i++) {
    const double t = i * step;
    append(lines, ((x3 * t + x2) * t + x1) * t + px, ((y3 * t + y2) * t + y1) * t + py);
  }
  append(lines, x, y);
  lines->x = x;
  lines->y = y;
}

void cp_lines_cubic(
    CPLines *lines, double control1_x, double control1_y, double control2_x, double control2_y, double x, double y) {
  cubic(
      lines, map_x(lines, control1_x, control1_y), map_y(lines, control1_x, control1_y),
      map_x(lines, control2_x, control2_y), map_y(lines, control2_x, control2_y), map_x(lines, x, y),
      map_y(lines, x, y));
}

void cp_lines_quad(CPLines *lines, double control_x, double control_y, double x, double y) {
  const double cx = map_x(lines, control_x, control_y), cy = map_y(lines, control_x, control_y);
  const double ex = map_x(lines, x, y), ey = map_y(lines, x, y);
  cubic(
      lines, lines->x + (cx - lines->x) * (2.0 / 3), lines->y + (cy - lines->y) * (2.0 / 3), ex + (cx - ex) * (2.0 / 3),
      ey + (cy - ey) * (2.0 / 3), ex, ey);
}

bool cp_lines_end(const CPLines *lines) { return !lines->has_failed; }
