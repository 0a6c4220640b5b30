// EGL: each function opens its library when the first is called.

#define EGL_NO_X11 1
#define MESA_EGL_NO_X11_HEADERS 1
#include <EGL/egl.h>

#define LIBRARY "libEGL.so.1"
#include "Functions.h"

const char *cdl_missing_egl(void) { return library() ? NULL : LIBRARY; }

FUNCTION5(EGLBoolean, eglChooseConfig, EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *)
FUNCTION3(EGLBoolean, eglCopyBuffers, EGLDisplay, EGLSurface, EGLNativePixmapType)
FUNCTION4(EGLContext, eglCreateContext, EGLDisplay, EGLConfig, EGLContext, const EGLint *)
FUNCTION3(EGLSurface, eglCreatePbufferSurface, EGLDisplay, EGLConfig, const EGLint *)
FUNCTION4(EGLSurface, eglCreatePixmapSurface, EGLDisplay, EGLConfig, EGLNativePixmapType, const EGLint *)
FUNCTION4(EGLSurface, eglCreateWindowSurface, EGLDisplay, EGLConfig, EGLNativeWindowType, const EGLint *)
FUNCTION2(EGLBoolean, eglDestroyContext, EGLDisplay, EGLContext)
FUNCTION2(EGLBoolean, eglDestroySurface, EGLDisplay, EGLSurface)
FUNCTION4(EGLBoolean, eglGetConfigAttrib, EGLDisplay, EGLConfig, EGLint, EGLint *)
FUNCTION4(EGLBoolean, eglGetConfigs, EGLDisplay, EGLConfig *, EGLint, EGLint *)
FUNCTION0(EGLDisplay, eglGetCurrentDisplay)
FUNCTION1(EGLSurface, eglGetCurrentSurface, EGLint)
FUNCTION1(EGLDisplay, eglGetDisplay, EGLNativeDisplayType)
FUNCTION0(EGLint, eglGetError)
FUNCTION1(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, const char *)
FUNCTION3(EGLBoolean, eglInitialize, EGLDisplay, EGLint *, EGLint *)
FUNCTION4(EGLBoolean, eglMakeCurrent, EGLDisplay, EGLSurface, EGLSurface, EGLContext)
FUNCTION4(EGLBoolean, eglQueryContext, EGLDisplay, EGLContext, EGLint, EGLint *)
FUNCTION2(const char *, eglQueryString, EGLDisplay, EGLint)
FUNCTION4(EGLBoolean, eglQuerySurface, EGLDisplay, EGLSurface, EGLint, EGLint *)
FUNCTION2(EGLBoolean, eglSwapBuffers, EGLDisplay, EGLSurface)
FUNCTION1(EGLBoolean, eglTerminate, EGLDisplay)
FUNCTION0(EGLBoolean, eglWaitGL)
FUNCTION1(EGLBoolean, eglWaitNative, EGLint)
FUNCTION3(EGLBoolean, eglBindTexImage, EGLDisplay, EGLSurface, EGLint)
FUNCTION3(EGLBoolean, eglReleaseTexImage, EGLDisplay, EGLSurface, EGLint)
FUNCTION4(EGLBoolean, eglSurfaceAttrib, EGLDisplay, EGLSurface, EGLint, EGLint)
FUNCTION2(EGLBoolean, eglSwapInterval, EGLDisplay, EGLint)
FUNCTION1(EGLBoolean, eglBindAPI, EGLenum)
FUNCTION0(EGLenum, eglQueryAPI)
FUNCTION5(EGLSurface, eglCreatePbufferFromClientBuffer, EGLDisplay, EGLenum, EGLClientBuffer, EGLConfig,
          const EGLint *)
FUNCTION0(EGLBoolean, eglReleaseThread)
FUNCTION0(EGLBoolean, eglWaitClient)
FUNCTION0(EGLContext, eglGetCurrentContext)
FUNCTION3(EGLSync, eglCreateSync, EGLDisplay, EGLenum, const EGLAttrib *)
FUNCTION2(EGLBoolean, eglDestroySync, EGLDisplay, EGLSync)
FUNCTION4(EGLint, eglClientWaitSync, EGLDisplay, EGLSync, EGLint, EGLTime)
FUNCTION4(EGLBoolean, eglGetSyncAttrib, EGLDisplay, EGLSync, EGLint, EGLAttrib *)
FUNCTION5(EGLImage, eglCreateImage, EGLDisplay, EGLContext, EGLenum, EGLClientBuffer, const EGLAttrib *)
FUNCTION2(EGLBoolean, eglDestroyImage, EGLDisplay, EGLImage)
FUNCTION3(EGLDisplay, eglGetPlatformDisplay, EGLenum, void *, const EGLAttrib *)
FUNCTION4(EGLSurface, eglCreatePlatformWindowSurface, EGLDisplay, EGLConfig, void *, const EGLAttrib *)
FUNCTION4(EGLSurface, eglCreatePlatformPixmapSurface, EGLDisplay, EGLConfig, void *, const EGLAttrib *)
FUNCTION3(EGLBoolean, eglWaitSync, EGLDisplay, EGLSync, EGLint)
