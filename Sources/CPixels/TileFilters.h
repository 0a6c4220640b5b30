// Filters of tiles that are not pointwise (rendering rules §19): the light of a bloom, and squares
// of one colour.

// `CIBloom`: the part of each colour that is brighter than a half.
INLINE void CP(bright_pixels)(float *p, ptrdiff_t next) {
  const F8 red = CP(load)(p), green = CP(load)(p + next), blue = CP(load)(p + 2 * next), alpha = CP(load)(p + 3 * next);
  const F8 luminance = red * 0.2126f + green * 0.7152f + blue * 0.0722f;
  const F8 share = CP(select)(alpha > 0, CP(cut)(luminance * 2.0f / alpha - 1.0f), CP(splat)(0));
  CP(keep)(p, red * share);
  CP(keep)(p + next, green * share);
  CP(keep)(p + 2 * next, blue * share);
  CP(keep)(p + 3 * next, alpha * share);
}
static void CP(bright)(float *row, ptrdiff_t next, int32_t count) {
  const int32_t whole = count & ~7;
  for (int32_t x = 0; x < whole; x += 8) CP(bright_pixels)(row + x, next);
  if (whole == count) return;
  // What follows the row belongs to others.
  float rest[32] = {0};
  for (int c = 0; c < 4; c++) memcpy(rest + 8 * c, row + c * next + whole, (size_t)(count - whole) * sizeof(float));
  CP(bright_pixels)(rest, 8);
  for (int c = 0; c < 4; c++) memcpy(row + c * next + whole, rest + 8 * c, (size_t)(count - whole) * sizeof(float));
}

static void CP(add_light)(const int16_t *pixels, const int16_t *light, float intensity, int16_t *result) {
  const F8 zero = CP(splat)(0), one = CP(splat)(CP_ONE);
  for (int i = 0; i < CP_TILE_NUMBERS; i += 8) {
    const F8 own = pixels ? CP(numbers)(pixels + i) : zero;
    const F8 more = light ? CP(numbers)(light + i) * intensity : zero;
    *(W8U *)(result + i) = CP(rounded)(CP(max)(own, CP(min)(own + more, one)));
  }
}

// `CIPixellate`: each pixel has the mean of its square at 8 × 8 points.

enum { CP(square_points) = 8 };

INLINE double CP(double_floor)(double x) {
  const double whole = (double)(int64_t)x;
  return whole - (whole > x ? 1 : 0);
}

// The square of a pixel, by its numbers along x and y; false where the plane is not seen.
INLINE bool CP(square_at)(const CPSquares *s, double x, double y, double *column, double *row) {
  for (int i = 0; i < s->horizon_count; i++) {
    if (!(s->horizons[i].a * x + s->horizons[i].b * y + s->horizons[i].c > 0)) return false;
  }
  const CPMap *m = &s->from_device;
  const double w = m->wx * x + m->wy * y + m->w0;
  // The small step decides ties, as it does for the nearest pixel.
  const double u = ((m->xx * x + m->xy * y + m->x0) / w - s->center_x) / s->scale + 1.0 / 1024;
  const double v = ((m->yx * x + m->yy * y + m->y0) / w - s->center_y) / s->scale + 1.0 / 1024;
  if (!(u > -1e15 && u < 1e15 && v > -1e15 && v < 1e15)) return false;
  *column = CP(double_floor)(u);
  *row = CP(double_floor)(v);
  return true;
}

// Pixels of one axis and their weights: the neighbours of up to 8 points.
typedef struct {
  int count;
  int32_t at[2 * CP(square_points)];
  float weights[2 * CP(square_points)];
} CP(AxisTaps);

INLINE void CP(add_tap)(CP(AxisTaps) * taps, int32_t at, float weight, int32_t min, int32_t max) {
  if (at < min || at >= max) return;
  for (int i = taps->count - 1; i >= 0 && i > taps->count - 3; i--) {
    if (taps->at[i] == at) {
      taps->weights[i] += weight;
      return;
    }
  }
  taps->at[taps->count] = at;
  taps->weights[taps->count++] = weight;
}
// A point between pixels of an axis. What lies beyond the limit is transparent.
INLINE void CP(add_point)(
    CP(AxisTaps) * taps, double place, double limit_min, double limit_max, int32_t min, int32_t max) {
  if (!(place >= limit_min && place < limit_max)) return;
  const double low = CP(double_floor)(place - 0.5);
  const float share = (float)(place - 0.5 - low);
  CP(add_tap)(taps, (int32_t)low, 1 - share, min, max);
  CP(add_tap)(taps, (int32_t)low + 1, share, min, max);
}

// A row of a picture, in the first tile that it crosses.
INLINE const int16_t *CP(picture_row)(const CPPicture *p, int32_t y) {
  const ptrdiff_t tile = (ptrdiff_t)((y >> CP_TILE_HEIGHT_BITS) - p->first_row) * p->columns;
  return p->pixels + (tile * CP_TILE_PIXELS + (y & (CP_TILE_HEIGHT - 1)) * CP_TILE_WIDTH) * p->channels;
}

// The weighted sum of pixels, divided by the number of a square's points; of one channel the first
// component counts.
INLINE void CP(add_pixels)(
    const CPPicture *p, const CP(AxisTaps) * columns, const CP(AxisTaps) * rows, float sums[4]) {
  const ptrdiff_t numbers = CP_TILE_PIXELS * (ptrdiff_t)p->channels;
  ptrdiff_t offsets[2 * CP(square_points)];
  for (int i = 0; i < columns->count; i++) {
    offsets[i] = ((columns->at[i] >> CP_TILE_WIDTH_BITS) - p->first_column) * numbers + (columns->at[i] & (CP_TILE_WIDTH - 1));
  }
  for (int j = 0; j < rows->count; j++) {
    const int16_t *row = CP(picture_row)(p, rows->at[j]);
    const float weight = rows->weights[j] * (1.0f / (CP(square_points) * CP(square_points)));
    if (p->channels == 1) {
      for (int i = 0; i < columns->count; i++) sums[0] += row[offsets[i]] * (columns->weights[i] * weight);
      continue;
    }
    F4 sum = {0, 0, 0, 0};
    for (int i = 0; i < columns->count; i++) {
      const int16_t *q = row + offsets[i];
      sum += (F4){q[0], q[64], q[128], q[192]} * columns->weights[i];
    }
    for (int c = 0; c < 4; c++) sums[c] += sum[c] * weight;
  }
}

// The mean of a square whose sides may have any direction.
INLINE void CP(square_mean)(const CPSquares *s, const CPPicture *p, double column, double row, float sums[4]) {
  const CPMap *m = &s->to_device;
  const double step = s->scale / CP(square_points);
  const double x = s->center_x + column * s->scale + step / 2, y = s->center_y + row * s->scale + step / 2;
  for (int c = 0; c < 4; c++) sums[c] = 0;
  for (int j = 0; j < CP(square_points); j++) {
    for (int i = 0; i < CP(square_points); i++) {
      const double u = x + i * step, v = y + j * step, w = m->wx * u + m->wy * v + m->w0;
      if (!(w > 0)) continue;
      const double device_x = (m->xx * u + m->xy * v + m->x0) / w, device_y = (m->yx * u + m->yy * v + m->y0) / w;
      CP(AxisTaps) columns, rows;
      columns.count = rows.count = 0;
      CP(add_point)(&columns, device_x, s->limit_min_x, s->limit_max_x, p->min_x, p->max_x);
      CP(add_point)(&rows, device_y, s->limit_min_y, s->limit_max_y, p->min_y, p->max_y);
      CP(add_pixels)(p, &columns, &rows, sums);
    }
  }
}

// Runs of a tile's row or column.
enum { CP(most_runs) = CP_TILE_WIDTH > CP_TILE_HEIGHT ? CP_TILE_WIDTH : CP_TILE_HEIGHT };

// Squares side by side along one of the device's axes, each a run of a tile's pixels.
typedef struct {
  int count;
  int ends[CP(most_runs)];
  // No taps for a run that shows nothing.
  CP(AxisTaps) taps[CP(most_runs)];
} CP(SquareRuns);

// The runs of pixels from `first` to `end`, given the numbers of their squares.
INLINE void CP(set_runs)(
    CP(SquareRuns) * runs, const double *numbers, const bool *is_seen, int first, int end, double rate, double start,
    const CPSquares *s, double center, double limit_min, double limit_max, int32_t min, int32_t max) {
  runs->count = 0;
  for (int i = first, next; i < end; i = next) {
    for (next = i + 1; next < end && is_seen[i] && is_seen[next] && numbers[next] == numbers[i];) next++;
    CP(AxisTaps) *taps = &runs->taps[runs->count];
    taps->count = 0;
    for (int point = 0; point < CP(square_points) && is_seen[i]; point++) {
      const double place = center + (numbers[i] + (point + 0.5) / CP(square_points)) * s->scale;
      CP(add_point)(taps, rate * place + start, limit_min, limit_max, min, max);
    }
    runs->ends[runs->count++] = next;
  }
}

// Columns that rows are summed of at once.
enum { CP(most_columns) = 3 * CP_TILE_WIDTH };

// Weighted sums of a picture's rows, for columns from `first`, a multiple of 8, up to `end` or some
// more; those of a channel are together.
static void CP(sum_rows)(
    const CPPicture *p, const CP(AxisTaps) * rows, int32_t first, int32_t end, float *sums) {
  const ptrdiff_t numbers = CP_TILE_PIXELS * (ptrdiff_t)p->channels;
  const int16_t *lines[2 * CP(square_points)];
  for (int j = 0; j < rows->count; j++) lines[j] = CP(picture_row)(p, rows->at[j]);
  for (int32_t x = first; x < end; x += 8) {
    const ptrdiff_t first_place =
        ((x >> CP_TILE_WIDTH_BITS) - p->first_column) * numbers + (x & (CP_TILE_WIDTH - 1));
    for (int c = 0; c < p->channels; c++) {
      const ptrdiff_t place = first_place + c * CP_TILE_WIDTH;
      F8 sum = CP(splat)(0);
      for (int j = 0; j < rows->count; j++) sum += CP(numbers)(lines[j] + place) * rows->weights[j];
      CP(keep)(sums + c * CP(most_columns) + (x - first), sum);
    }
  }
}

// The squares' sides are parallel to those of the tile: each square is a rectangle of pixels, and
// its points are the products of 8 columns with 8 rows.
static void CP(upright_squares)(const CPTile *tile, const CPSquares *s, const CPPicture *picture) {
  const double left = tile->x + 0.5, top = tile->y + 0.5;
  const CPMap *m = &s->to_device;
  double numbers[CP(most_runs)], other;
  bool is_seen[CP(most_runs)];
  CP(SquareRuns) columns, rows;
  for (int x = tile->min_x; x < tile->max_x; x++) {
    is_seen[x] = CP(square_at)(s, left + x, top, &numbers[x], &other);
  }
  CP(set_runs)
  (&columns, numbers, is_seen, tile->min_x, tile->max_x, m->xx / m->w0, m->x0 / m->w0, s, s->center_x, s->limit_min_x,
      s->limit_max_x, picture->min_x, picture->max_x);
  for (int y = tile->min_y; y < tile->max_y; y++) {
    is_seen[y] = CP(square_at)(s, left, top + y, &other, &numbers[y]);
  }
  CP(set_runs)
  (&rows, numbers, is_seen, tile->min_y, tile->max_y, m->yy / m->w0, m->y0 / m->w0, s, s->center_y, s->limit_min_y,
      s->limit_max_y, picture->min_y, picture->max_y);
  int32_t first = INT32_MAX, end = INT32_MIN;
  for (int i = 0; i < columns.count; i++) {
    for (int k = 0; k < columns.taps[i].count; k++) {
      const int32_t at = columns.taps[i].at[k];
      first = at < first ? at : first;
      end = at >= end ? at + 1 : end;
    }
  }
  first &= ~7;
  // Told by the squares alone, so that no pixel depends on which part of a tile is drawn.
  const double width = m->xx / m->w0 * s->scale;
  const bool is_near = width < CP_TILE_WIDTH / 2 && width > -CP_TILE_WIDTH / 2 && first < end;
  const float share = 1.0f / (CP(square_points) * CP(square_points));
  for (int j = 0, y = tile->min_y; j < rows.count; y = rows.ends[j++]) {
    float sums[4 * CP(most_columns)];
    int16_t line[4][CP_TILE_WIDTH];
    if (is_near) CP(sum_rows)(picture, &rows.taps[j], first, end, sums);
    for (int i = 0, x = tile->min_x; i < columns.count; x = columns.ends[i++]) {
      const CP(AxisTaps) *taps = &columns.taps[i];
      float mean[4] = {0, 0, 0, 0};
      if (is_near) {
        for (int k = 0; k < taps->count; k++) {
          const float *sum = sums + (taps->at[k] - first);
          for (int c = 0; c < picture->channels; c++) mean[c] += sum[c * CP(most_columns)] * (taps->weights[k] * share);
        }
      } else {
        CP(add_pixels)(picture, taps, &rows.taps[j], mean);
      }
      for (int c = 0; c < 4; c++) {
        for (int k = x; k < columns.ends[i]; k++) line[c][k] = CP(rounded_number)(mean[c]);
      }
    }
    const size_t bytes = (size_t)(tile->max_x - tile->min_x) * sizeof(int16_t);
    for (int k = y; k < rows.ends[j]; k++) {
      for (int c = 0; c < picture->channels; c++) {
        memcpy(tile->pixels + (k * picture->channels + c) * CP_TILE_WIDTH + tile->min_x, line[c] + tile->min_x, bytes);
      }
    }
  }
}

enum { CP(known_squares) = 256 };

// Any other squares: a table of means by a hash of their numbers.
static void CP(askew_squares)(const CPTile *tile, const CPSquares *s, const CPPicture *picture) {
  struct {
    double column, row;
    float mean[4];
    bool is_known;
  } known[CP(known_squares)];
  for (int i = 0; i < CP(known_squares); i++) known[i].is_known = false;
  for (int y = tile->min_y; y < tile->max_y; y++) {
    for (int x = tile->min_x; x < tile->max_x; x++) {
      const float none[4] = {0, 0, 0, 0};
      const float *mean = none;
      double column, row;
      if (CP(square_at)(s, tile->x + 0.5 + x, tile->y + 0.5 + y, &column, &row)) {
        const int i = (int)(((int64_t)column * 17 + (int64_t)row) & (CP(known_squares) - 1));
        if (!known[i].is_known || known[i].column != column || known[i].row != row) {
          known[i].column = column;
          known[i].row = row;
          known[i].is_known = true;
          CP(square_mean)(s, picture, column, row, known[i].mean);
        }
        mean = known[i].mean;
      }
      for (int c = 0; c < picture->channels; c++) {
        tile->pixels[(y * picture->channels + c) * CP_TILE_WIDTH + x] = CP(rounded_number)(mean[c]);
      }
    }
  }
}

static void CP(squares)(const CPTile *tile, const CPSquares *s, const CPPicture *picture) {
  const CPMap *from = &s->from_device, *to = &s->to_device;
  const bool is_upright = s->horizon_count == 0 && from->xy == 0 && from->yx == 0 && from->wx == 0 && from->wy == 0 &&
      to->xy == 0 && to->yx == 0 && to->wx == 0 && to->wy == 0 && to->w0 > 0;
  if (is_upright) CP(upright_squares)(tile, s, picture);
  else CP(askew_squares)(tile, s, picture);
}
