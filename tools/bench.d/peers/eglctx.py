"""An offscreen OpenGL ES 3 context, on EGL's surfaceless platform, through ctypes."""

import ctypes as C

_egl = C.CDLL("libEGL.so.1")
_gl = C.CDLL("libGLESv2.so.2")
PLATFORM_SURFACELESS_MESA = 0x31DD
OPENGL_ES_API = 0x30A0


def make_current():
    _egl.eglGetProcAddress.restype = C.c_void_p
    _egl.eglGetProcAddress.argtypes = [C.c_char_p]
    get = C.CFUNCTYPE(C.c_void_p, C.c_int, C.c_void_p, C.c_void_p)(_egl.eglGetProcAddress(b"eglGetPlatformDisplayEXT"))
    dpy = C.c_void_p(get(PLATFORM_SURFACELESS_MESA, None, None))
    a, b = C.c_int(), C.c_int()
    _egl.eglInitialize.argtypes = [C.c_void_p, C.POINTER(C.c_int), C.POINTER(C.c_int)]
    assert _egl.eglInitialize(dpy, C.byref(a), C.byref(b)), "eglInitialize"
    assert _egl.eglBindAPI(OPENGL_ES_API)
    # EGL_SURFACE_TYPE pbuffer, EGL_RENDERABLE_TYPE ES3, 8888, depth 0 stencil 0
    want = (C.c_int * 15)(0x3033, 0x0001, 0x3040, 0x0040, 0x3024, 8, 0x3023, 8, 0x3022, 8, 0x3021, 8, 0x3038, 0, 0)
    cfg, n = C.c_void_p(), C.c_int()
    _egl.eglChooseConfig.argtypes = [C.c_void_p, C.c_void_p, C.POINTER(C.c_void_p), C.c_int, C.POINTER(C.c_int)]
    assert _egl.eglChooseConfig(dpy, want, C.byref(cfg), 1, C.byref(n)) and n.value, "eglChooseConfig"
    _egl.eglCreateContext.restype = C.c_void_p
    _egl.eglCreateContext.argtypes = [C.c_void_p, C.c_void_p, C.c_void_p, C.c_void_p]
    ctx = _egl.eglCreateContext(dpy, cfg, None, (C.c_int * 3)(0x3098, 3, 0x3038))
    assert ctx, "eglCreateContext"
    _egl.eglMakeCurrent.argtypes = [C.c_void_p] * 4
    assert _egl.eglMakeCurrent(dpy, None, None, ctx), "eglMakeCurrent"
    _gl.glGetString.restype = C.c_char_p
    return _gl.glGetString(0x1F01).decode() + "; " + _gl.glGetString(0x1F02).decode()


def finish():
    _gl.glFinish()
