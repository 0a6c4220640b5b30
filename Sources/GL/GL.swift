// GL: OpenGL ES 3.0 and EGL, with owned objects and typed errors.
//
// The only module that calls `gl…` and `egl…` functions. It knows devices, textures, buffers,
// programs and passes; it knows no layers, and no displays beyond EGL's.
//
// In:   bytes, shader texts, and draws of instanced quads.
// Out:  pixels in a framebuffer, read back or given to a display; statistics; errors with remedies.
// Path:
//   Connection(platform:)            an EGL display: surfaceless, a device, or a GBM device
//   Context(connection:debug:)       an OpenGL ES 3 context on it
//   Device(context:)                 the owner of everything below
//   makeTexture, makeSurface, makeBuffer, makeProgram, upload
//   beginFrame
//     beginPass(on: frame) … draw … endPass          any number of times
//   readPixels (waits), startReading … finishReading (does not), or SharedImage and DmaBuf for
//   other programs
//
// Not thread-safe: one thread at a time uses a device and its objects, with its context current.
