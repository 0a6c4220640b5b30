#pragma once
// Extension entry points are looked up at run time: only their types are wanted here.
#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
