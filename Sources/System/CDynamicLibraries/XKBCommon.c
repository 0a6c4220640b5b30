// xkbcommon: each function opens its library when the first is called.

// Newer headers (1.13, not 1.7) declare the functions as exported. Those below are hidden, so that
// no other library finds them.
#define visibility(kind) visibility("hidden")
#include <xkbcommon/xkbcommon.h>
#undef visibility

#define LIBRARY "libxkbcommon.so.0"
#include "Functions.h"

const char *cdl_missing_xkbcommon(void) { return library() ? NULL : LIBRARY; }

FUNCTION1(struct xkb_context *, xkb_context_new, enum xkb_context_flags)
FUNCTION1(void, xkb_context_unref, struct xkb_context *)
FUNCTION3(struct xkb_keymap *, xkb_keymap_new_from_names, struct xkb_context *, const struct xkb_rule_names *,
          enum xkb_keymap_compile_flags)
FUNCTION4(struct xkb_keymap *, xkb_keymap_new_from_string, struct xkb_context *, const char *, enum xkb_keymap_format,
          enum xkb_keymap_compile_flags)
FUNCTION1(void, xkb_keymap_unref, struct xkb_keymap *)
FUNCTION1(struct xkb_state *, xkb_state_new, struct xkb_keymap *)
FUNCTION1(void, xkb_state_unref, struct xkb_state *)
FUNCTION3(enum xkb_state_component, xkb_state_update_key, struct xkb_state *, xkb_keycode_t, enum xkb_key_direction)
FUNCTION7(enum xkb_state_component, xkb_state_update_mask, struct xkb_state *, xkb_mod_mask_t, xkb_mod_mask_t,
          xkb_mod_mask_t, xkb_layout_index_t, xkb_layout_index_t, xkb_layout_index_t)
FUNCTION2(xkb_keysym_t, xkb_state_key_get_one_sym, struct xkb_state *, xkb_keycode_t)
FUNCTION2(xkb_keysym_t, xkb_keysym_from_name, const char *, enum xkb_keysym_flags)
FUNCTION3(int, xkb_keysym_get_name, xkb_keysym_t, char *, size_t)
FUNCTION4(int, xkb_state_key_get_utf8, struct xkb_state *, xkb_keycode_t, char *, size_t)
