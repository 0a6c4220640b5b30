// libtiff: each function opens its library when the first is called.

#include <stdarg.h>

#include <tiffio.h>

#define LIBRARY "libtiff.so.6"
#include "Functions.h"

// New in libtiff 4.5.
const char *cdl_missing_tiff(void) { return missing("TIFFClientOpenExt"); }

FUNCTION0(TIFFOpenOptions *, TIFFOpenOptionsAlloc)
FUNCTION1(void, TIFFOpenOptionsFree, TIFFOpenOptions *)
FUNCTION2(void, TIFFOpenOptionsSetMaxSingleMemAlloc, TIFFOpenOptions *, tmsize_t)
FUNCTION3(void, TIFFOpenOptionsSetErrorHandlerExtR, TIFFOpenOptions *, TIFFErrorHandlerExtR, void *)
FUNCTION3(void, TIFFOpenOptionsSetWarningHandlerExtR, TIFFOpenOptions *, TIFFErrorHandlerExtR, void *)
FUNCTION11(TIFF *, TIFFClientOpenExt, const char *, const char *, thandle_t, TIFFReadWriteProc, TIFFReadWriteProc,
           TIFFSeekProc, TIFFCloseProc, TIFFSizeProc, TIFFMapFileProc, TIFFUnmapFileProc, TIFFOpenOptions *)
FUNCTION1(void, TIFFClose, TIFF *)

FUNCTION1(int, TIFFIsCODECConfigured, uint16_t)
FUNCTION(int, TIFFRGBAImageOK, (TIFF * tiff, char reason[1024]), (tiff, reason))
FUNCTION6(int, TIFFReadRGBAImageOriented, TIFF *, uint32_t, uint32_t, uint32_t *, int, int)
FUNCTION4(int, TIFFWriteScanline, TIFF *, void *, uint32_t, uint16_t)
FUNCTION1(int, TIFFFlush, TIFF *)

FUNCTION3(int, TIFFVGetField, TIFF *, uint32_t, va_list)
FUNCTION3(int, TIFFVGetFieldDefaulted, TIFF *, uint32_t, va_list)
FUNCTION3(int, TIFFVSetField, TIFF *, uint32_t, va_list)

/// A function of as many arguments as its tag has, by the one that takes a list of them.
#define VARIADIC(name, with_list) \
  __attribute__((visibility("hidden"))) int name(TIFF *tiff, uint32_t tag, ...) { \
    va_list arguments; \
    va_start(arguments, tag); \
    int result = with_list(tiff, tag, arguments); \
    va_end(arguments); \
    return result; \
  }

VARIADIC(TIFFGetField, TIFFVGetField)
VARIADIC(TIFFGetFieldDefaulted, TIFFVGetFieldDefaulted)
VARIADIC(TIFFSetField, TIFFVSetField)
