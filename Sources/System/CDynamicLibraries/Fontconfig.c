// fontconfig, through Pango's library, which needs it: so its patterns are Pango's too.

#include <fontconfig/fontconfig.h>

#define LIBRARY "libpangocairo-1.0.so.0"
#include "Functions.h"

FUNCTION0(FcConfig *, FcInitLoadConfigAndFonts)
FUNCTION1(void, FcConfigDestroy, FcConfig *)
FUNCTION2(FcBool, FcConfigAppFontAddFile, FcConfig *, const FcChar8 *)
FUNCTION2(FcFontSet *, FcConfigGetFonts, FcConfig *, FcSetName)
FUNCTION3(FcBool, FcConfigParseAndLoadFromMemory, FcConfig *, const FcChar8 *, FcBool)
FUNCTION3(FcFontSet *, FcFontList, FcConfig *, FcPattern *, FcObjectSet *)
FUNCTION1(void, FcFontSetDestroy, FcFontSet *)
FUNCTION0(FcPattern *, FcPatternCreate)
FUNCTION1(void, FcPatternDestroy, FcPattern *)
FUNCTION2(FcBool, FcPatternDel, FcPattern *, const char *)
FUNCTION3(FcBool, FcPatternAddString, FcPattern *, const char *, const FcChar8 *)
FUNCTION4(FcResult, FcPatternGetString, const FcPattern *, const char *, int, FcChar8 **)
FUNCTION4(FcResult, FcPatternGetBool, const FcPattern *, const char *, int, FcBool *)
FUNCTION0(FcObjectSet *, FcObjectSetCreate)
FUNCTION2(FcBool, FcObjectSetAdd, FcObjectSet *, const char *)
FUNCTION1(void, FcObjectSetDestroy, FcObjectSet *)
