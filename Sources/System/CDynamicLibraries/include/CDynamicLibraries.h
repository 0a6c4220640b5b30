// CDynamicLibraries: functions of libraries that are opened when they are first needed, and not
// linked.
//
// In:   calls of the functions that the libraries' own headers declare (CEGL, CGLES, CGBM,
//       CWayland, CPango …).
// Out:  the same calls of the system's libraries.
// Path: a function here, one per line in a file per library → the library, opened at the first call
//       → its function, found once.
//
// The compiler checks each function against its declaration in the library's header.
//
// A program that draws without a GPU loads neither Mesa nor LLVM, one that draws pictures no
// library of windows or input devices, and a machine without them can draw. Where a library is
// missing its functions do nothing and return 0; ask first, to say so. The functions are hidden:
// they serve the program or the library that they are linked into, and no other finds them in place
// of the real ones.

#ifndef CDYNAMICLIBRARIES_H
#define CDYNAMICLIBRARIES_H

/// The name of the library of EGL if it cannot be opened, else NULL.
const char *cdl_missing_egl(void);

/// The same of OpenGL ES.
const char *cdl_missing_gles(void);

/// The same of GBM.
const char *cdl_missing_gbm(void);

/// The same of libseat.
const char *cdl_missing_libseat(void);

/// The same of libudev.
const char *cdl_missing_libudev(void);

/// The same of libinput; the name of a function if the library is older than 1.19, which lacks it.
const char *cdl_missing_libinput(void);

/// The same of xkbcommon.
const char *cdl_missing_xkbcommon(void);

/// The same of libwayland-client; the name of a function if the library is older than 1.20, which
/// lacks it.
const char *cdl_missing_wayland_client(void);

/// Has libwayland-client print no messages. In C, because Swift 6.2 for AArch64 crashes at a
/// closure with a `va_list`.
void cdl_silence_wayland_client(void);

/// The same of libwayland-egl.
const char *cdl_missing_wayland_egl(void);

/// The same of Pango; the name of a function if the library is older than 1.50, which lacks it.
const char *cdl_missing_pango(void);

/// Makes fatal messages of GLib, such as of a thread that cannot be started, a line on standard
/// error and status 1. By default they are a SIGTRAP. For programs only: the handler is the
/// process's.
void cdl_end_process_by_fatal_messages(void);

/// GObject's g_object_ref, for objects of Pango's.
void *cdl_object_ref(void *object);

/// GObject's g_object_unref.
void cdl_object_unref(void *object);

/// GLib's g_free.
void cdl_glib_free(void *memory);

/// The same of libhyphen; the name of a function if the library is older than 2.4, which lacks it.
const char *cdl_missing_hyphen(void);

/// The same of librsvg; the name of a function if the library is older than 2.52, which lacks it.
const char *cdl_missing_rsvg(void);

/// The version of librsvg, such as 2054 for 2.54; 0 without it.
int cdl_rsvg_version(void);

/// The same of libavif, of the version whose header this was built with.
const char *cdl_missing_avif(void);

/// The same of libtiff; the name of a function if the library is older than 4.5, which lacks it.
const char *cdl_missing_tiff(void);

#endif
