// CDynamicLibraries: EGL, OpenGL ES 3.0 and GBM, each opened when a function of its is first called.
//
// In:   calls of the functions that the systems' own headers declare (CEGL, CGLES, CGBM).
// Out:  the same calls of the system's libraries.
// Path: a function here, one a line in EGL.c, GLES.c and GBM.c → the library, opened at the first call → its function, found once.
//
// A program that draws without a GPU loads none of them, and so neither Mesa nor LLVM, and a machine without them can draw. Where a library is
// missing its functions do nothing and return 0; ask first, to say so. The functions are hidden: they serve the program or the library
// that they are linked into, and nobody else finds them in its place.

#ifndef CDYNAMICLIBRARIES_H
#define CDYNAMICLIBRARIES_H

/// The name of the library of EGL if it cannot be opened; NULL if it can.
const char *cdl_missing_egl(void);

/// The same of OpenGL ES.
const char *cdl_missing_gles(void);

/// The same of GBM.
const char *cdl_missing_gbm(void);

#endif
