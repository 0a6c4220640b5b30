// EGL and OpenGL ES for a program in Swift.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
