// The names of pointwise filters.
#include "CPixels.h"

#include "ColorFilters.h"

#define CP_NAME(name) #name,
static const char *const names[] = {CP_COLOR_FILTERS(CP_NAME)};

const char *cp_color_filter_name(int32_t kind) {
  return kind >= 0 && kind < (int32_t)(sizeof names / sizeof *names) ? names[kind] : NULL;
}
