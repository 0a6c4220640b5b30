// libseat: each function opens its library when the first is called.

#include <libseat.h>

#define LIBRARY "libseat.so.1"
#include "Functions.h"

const char *cdl_missing_libseat(void) { return library() ? NULL : LIBRARY; }

FUNCTION2(struct libseat *, libseat_open_seat, const struct libseat_seat_listener *, void *)
FUNCTION1(int, libseat_disable_seat, struct libseat *)
FUNCTION1(int, libseat_close_seat, struct libseat *)
FUNCTION3(int, libseat_open_device, struct libseat *, const char *, int *)
FUNCTION2(int, libseat_close_device, struct libseat *, int)
FUNCTION1(const char *, libseat_seat_name, struct libseat *)
FUNCTION1(int, libseat_get_fd, struct libseat *)
FUNCTION2(int, libseat_dispatch, struct libseat *, int)
