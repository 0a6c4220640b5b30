// GL: OpenGL ES 3.0 with an owner.
//
// What it is for: it is the only module that calls a `gl…` or `egl…` function. It knows devices, textures, buffers,
// programs and passes; it knows no layers, and no displays beyond EGL's.
// What goes in: bytes, shader texts, and draws of instanced quads.
// What comes out: pixels in a framebuffer, read back or handed to a display; statistics; errors that say what to do.
//
// The one path through it:
//   Connection(platform:)            an EGL display: surfaceless, a device, or a GBM device
//   Context(connection:debug:)       an OpenGL ES 3 context on it
//   Device(context:)                 the owner of everything below
//   makeTexture, makeSurface, makeBuffer, makeProgram, upload
//   beginFrame
//     beginPass(on: frame) … draw … endPass          as often as needed
//   readPixels (waits), startReading … finishReading (does not), or SharedImage and DmaBuf for others to look at
//
// Nothing here is for several threads at once: a device, and all that it made, is used by one thread at a time,
// on which its context has been made current.
