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

void cp_lines_polygon(CPLines *lines, const CPPoint *points, size_t count) {
  if (count == 0) return;
  cp_lines_move(lines, points[0].x, points[0].y);
  if (lines->start_count == 0 || !reserve(lines, count - 1)) return;
  for (size_t i = 1; i < count; i++) {
    append(lines, map_x(lines, points[i].x, points[i].y), map_y(lines, points[i].x, points[i].y));
  }
  cp_lines_close(lines);
}

void cp_lines_close(CPLines *lines) {
  if (lines->start_count == 0) return;
  begin_polygon(lines, lines->start_x, lines->start_y);
}

// At most this many lines for a curve, so that no coordinates can ask for endless memory.
enum { CP_CHORDS = 4096 };

// The parts of even length into which a cubic is cut, to within a fraction.
//
// A chord over a step h is at most e = h² · 6/8 · the largest second difference of the points from
// the curve. Its ends are moved by two thirds of that to the outside of the curve, so that the
// areas on both sides of it are equal. Where a chord is much longer than a pixel, 2e/3 is left,
// else less: in any pixel of a chord of length L about L · e / 6.
// Source: G. Wang, The subdivision method for finding the intersection between two Bézier curves
//         (1984).
static double part_count(const CPLines *lines, double bend, double leg) {
  const double most = 0.75 * bend / lines->tolerance;
  const double exact = __builtin_sqrt(most / 1.5), least = __builtin_sqrt(most / 8);
  // The cube root of that for short chords, by Newton's method from above. The speed of the curve
  // is at most three times the longest leg of its points.
  const double cube = most * 3 * leg / 4;
  double count = exact;
  for (int i = 0; i < 5 && count * count * count > cube; i++) count = (2 * count + cube / (count * count)) / 3;
  if (!(count > least)) count = least;
  return count < CP_CHORDS ? count : CP_CHORDS;
}

static double length(double x, double y) { return __builtin_sqrt(x * x + y * y); }

static double greater(double a, double b) { return a > b ? a : b; }

static void cubic(CPLines *lines, double ax, double ay, double bx, double by, double x, double y) {
  if (lines->start_count == 0) return;
  const double px = lines->x, py = lines->y;
  const double ux = px - 2 * ax + bx, uy = py - 2 * ay + by, vx = ax - 2 * bx + x, vy = ay - 2 * by + y;
  const double leg = greater(length(ax - px, ay - py), greater(length(bx - ax, by - ay), length(x - bx, y - by)));
  // The first and the last chord, with an end that is not moved, are 1/√2 of the others. Then their
  // areas are equal too.
  const double short_part = 0.70710678118654752;
  const double parts = part_count(lines, greater(length(ux, uy), length(vx, vy)), leg);
  const int count = parts > 2 * short_part ? (int)__builtin_ceil(parts - 2 * short_part) + 2 : parts > 1 ? 2 : 1;
  if (!reserve(lines, (size_t)count)) return;
  const double step = 1 / (count - 2 + 2 * short_part);
  const double x3 = x - px + 3 * (ax - bx), y3 = y - py + 3 * (ay - by);
  // Minus the second derivative by step²/12.
  const double move = step * step / 6;
  const double x2 = 3 * ux, y2 = 3 * uy, x1 = 3 * (ax - px) - 3 * x3 * move, y1 = 3 * (ay - py) - 3 * y3 * move;
  const double x0 = px - x2 * move, y0 = py - y2 * move;
  for (int i = 1; i < count; i++) {
    const double t = (i - 1 + short_part) * step;
    append(lines, ((x3 * t + x2) * t + x1) * t + x0, ((y3 * t + y2) * t + y1) * t + y0);
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
