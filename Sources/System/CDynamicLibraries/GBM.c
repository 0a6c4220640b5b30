// GBM, as far as Displays uses it: each function opens its library when the first is called.

#include <gbm.h>

#define LIBRARY "libgbm.so.1"
#include "Functions.h"

const char *cdl_missing_gbm(void) { return library() ? NULL : LIBRARY; }

FUNCTION1(struct gbm_device *, gbm_create_device, int)
FUNCTION1(void, gbm_device_destroy, struct gbm_device *)
FUNCTION5(struct gbm_bo *, gbm_bo_create, struct gbm_device *, uint32_t, uint32_t, uint32_t, uint32_t)
FUNCTION7(struct gbm_bo *, gbm_bo_create_with_modifiers2, struct gbm_device *, uint32_t, uint32_t, uint32_t,
          const uint64_t *, const unsigned int, uint32_t)
FUNCTION8(void *, gbm_bo_map, struct gbm_bo *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *, void **)
FUNCTION2(void, gbm_bo_unmap, struct gbm_bo *, void *)
FUNCTION1(uint32_t, gbm_bo_get_stride, struct gbm_bo *)
FUNCTION2(uint32_t, gbm_bo_get_stride_for_plane, struct gbm_bo *, int)
FUNCTION2(uint32_t, gbm_bo_get_offset, struct gbm_bo *, int)
FUNCTION1(int, gbm_bo_get_fd, struct gbm_bo *)
FUNCTION1(uint64_t, gbm_bo_get_modifier, struct gbm_bo *)
FUNCTION1(int, gbm_bo_get_plane_count, struct gbm_bo *)
FUNCTION2(int, gbm_bo_get_fd_for_plane, struct gbm_bo *, int)
FUNCTION1(void, gbm_bo_destroy, struct gbm_bo *)

// A union is no number that 0 could stand for.
__attribute__((visibility("hidden"))) union gbm_bo_handle gbm_bo_get_handle_for_plane(struct gbm_bo *bo, int plane) {
  static _Atomic(void *) found;
  union gbm_bo_handle (*function)(struct gbm_bo *, int) = look_up("gbm_bo_get_handle_for_plane", &found);
  return function ? function(bo, plane) : (union gbm_bo_handle){0};
}
