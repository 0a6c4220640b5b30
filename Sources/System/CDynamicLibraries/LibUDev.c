// libudev, as far as libinput needs it: each function opens its library when the first is called.

#include <libudev.h>

#define LIBRARY "libudev.so.1"
#include "Functions.h"

const char *cdl_missing_libudev(void) { return library() ? NULL : LIBRARY; }

FUNCTION0(struct udev *, udev_new)
FUNCTION1(struct udev *, udev_unref, struct udev *)
