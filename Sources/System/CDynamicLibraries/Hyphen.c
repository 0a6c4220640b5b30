// libhyphen: each function opens its library when the first is called.

#include <hyphen.h>

#define LIBRARY "libhyphen.so.0"
#include "Functions.h"

const char *cdl_missing_hyphen(void) { return missing("hnj_hyphen_hyphenate2"); }

FUNCTION1(HyphenDict *, hnj_hyphen_load, const char *)
FUNCTION1(void, hnj_hyphen_free, HyphenDict *)
FUNCTION8(int, hnj_hyphen_hyphenate2, HyphenDict *, const char *, int, char *, char *, char ***, int **, int **)
