// libinput: each function opens its library when the first is called.

#include <libinput.h>

#define LIBRARY "libinput.so.10"
#include "Functions.h"

const char *cdl_missing_libinput(void) { return missing("libinput_event_pointer_get_scroll_value"); }

FUNCTION3(struct libinput *, libinput_udev_create_context, const struct libinput_interface *, void *, struct udev *)
FUNCTION2(int, libinput_udev_assign_seat, struct libinput *, const char *)
FUNCTION2(struct libinput *, libinput_path_create_context, const struct libinput_interface *, void *)
FUNCTION2(struct libinput_device *, libinput_path_add_device, struct libinput *, const char *)
FUNCTION1(struct libinput *, libinput_unref, struct libinput *)
FUNCTION1(int, libinput_get_fd, struct libinput *)
FUNCTION1(int, libinput_dispatch, struct libinput *)
FUNCTION1(void, libinput_suspend, struct libinput *)
FUNCTION1(int, libinput_resume, struct libinput *)

FUNCTION1(struct libinput_event *, libinput_get_event, struct libinput *)
FUNCTION1(void, libinput_event_destroy, struct libinput_event *)
FUNCTION1(enum libinput_event_type, libinput_event_get_type, struct libinput_event *)
FUNCTION1(struct libinput_device *, libinput_event_get_device, struct libinput_event *)
FUNCTION1(struct libinput_event_pointer *, libinput_event_get_pointer_event, struct libinput_event *)
FUNCTION1(struct libinput_event_keyboard *, libinput_event_get_keyboard_event, struct libinput_event *)
FUNCTION1(struct libinput_event_touch *, libinput_event_get_touch_event, struct libinput_event *)
FUNCTION1(const char *, libinput_device_get_name, struct libinput_device *)
FUNCTION1(const char *, libinput_device_get_sysname, struct libinput_device *)
FUNCTION1(const char *, libinput_device_get_output_name, struct libinput_device *)
FUNCTION2(int, libinput_device_has_capability, struct libinput_device *, enum libinput_device_capability)

FUNCTION1(uint64_t, libinput_event_pointer_get_time_usec, struct libinput_event_pointer *)
FUNCTION1(double, libinput_event_pointer_get_dx, struct libinput_event_pointer *)
FUNCTION1(double, libinput_event_pointer_get_dy, struct libinput_event_pointer *)
FUNCTION2(double, libinput_event_pointer_get_absolute_x_transformed, struct libinput_event_pointer *, uint32_t)
FUNCTION2(double, libinput_event_pointer_get_absolute_y_transformed, struct libinput_event_pointer *, uint32_t)
FUNCTION1(uint32_t, libinput_event_pointer_get_button, struct libinput_event_pointer *)
FUNCTION1(enum libinput_button_state, libinput_event_pointer_get_button_state, struct libinput_event_pointer *)
FUNCTION2(int, libinput_event_pointer_has_axis, struct libinput_event_pointer *, enum libinput_pointer_axis)
FUNCTION2(double, libinput_event_pointer_get_scroll_value, struct libinput_event_pointer *, enum libinput_pointer_axis)

FUNCTION1(uint64_t, libinput_event_touch_get_time_usec, struct libinput_event_touch *)
FUNCTION1(int32_t, libinput_event_touch_get_seat_slot, struct libinput_event_touch *)
FUNCTION2(double, libinput_event_touch_get_x_transformed, struct libinput_event_touch *, uint32_t)
FUNCTION2(double, libinput_event_touch_get_y_transformed, struct libinput_event_touch *, uint32_t)

FUNCTION1(uint64_t, libinput_event_keyboard_get_time_usec, struct libinput_event_keyboard *)
FUNCTION1(uint32_t, libinput_event_keyboard_get_key, struct libinput_event_keyboard *)
FUNCTION1(enum libinput_key_state, libinput_event_keyboard_get_key_state, struct libinput_event_keyboard *)
