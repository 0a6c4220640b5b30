/* Pictures that drivers make before the first frame: the coverage of a rounded rectangle, and a shadow, which is the
   same blurred. */
#pragma once
#include <math.h>
#include <stdlib.h>

/* The coverage of a rounded rectangle around the origin at x, y: half its size, and the radius of its corners. */
static double cover(double x, double y, double hw, double hh, double r) {
  double qx = fabs(x) - hw + r, qy = fabs(y) - hh + r, d = hypot(fmax(qx, 0), fmax(qy, 0)) + fmin(fmax(qx, qy), 0) - r;
  return fmin(fmax(.5 - d, 0), 1);
}
/* That of all pixels of a picture, `pad` pixels around the rectangle, under a Gaussian blur; its size comes back too.
 */
static float *bake(double w, double h, double r, double sigma, int pad, int *ow, int *oh) {
  int W2 = (int)ceil(w) + 2 * pad, H2 = (int)ceil(h) + 2 * pad, R = (int)ceil(3 * sigma);
  float *a = (float *)malloc(sizeof(float) * W2 * H2), *b = (float *)malloc(sizeof(float) * W2 * H2);
  for (int y = 0; y < H2; y++)
    for (int x = 0; x < W2; x++) a[y * W2 + x] = cover(x + .5 - W2 / 2., y + .5 - H2 / 2., w / 2, h / 2, r);
  for (int pass = 0; sigma > 0 && pass < 2; pass++) {
    for (int y = 0; y < H2; y++)
      for (int x = 0; x < W2; x++) {
        double s = 0, n = 0;
        for (int k = -R; k <= R; k++) {
          double g = exp(-.5 * k * k / sigma / sigma);
          int xx = pass ? x : x + k, yy = pass ? y + k : y;
          n += g;
          if (xx >= 0 && yy >= 0 && xx < W2 && yy < H2) s += g * a[yy * W2 + xx];
        }
        b[y * W2 + x] = s / n;
      }
    float *t = a;
    a = b;
    b = t;
  }
  free(b);
  *ow = W2;
  *oh = H2;
  return a;
}
