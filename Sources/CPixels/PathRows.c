#include <stdlib.h>

#include "PathTypes.h"

CPPathRows *cp_path_rows_create(void) { return calloc(1, sizeof(CPPathRows)); }

void cp_path_rows_destroy(CPPathRows *rows) {
  if (!rows) return;
  free(rows->list);
  free(rows->active);
  free(rows->row_edges);
  free(rows->spans);
  free(rows->group);
  free(rows->crossings);
  free(rows);
}

bool cp_path_rows_take_failure(CPPathRows *rows) {
  const bool has_failed = rows->has_failed;
  rows->has_failed = false;
  return has_failed;
}
