// A program in Swift that draws a layer tree in its own OpenGL ES context, as with Apple's
// CARenderer.
//
//   EmbeddingInSwift
//
// It makes a context without a surface, which stands for the one that a real program has, and draws
// three frames of a layer that moves.
import COpenGLES
import QuartzCore

let (width, height): (GLsizei, GLsizei) = (320, 200)

/// What a program has already: a context, and a framebuffer to draw into.
func makeContext() -> Bool {
  let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
  guard eglInitialize(display, nil, nil) != 0, eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) != 0 else { return false }
  let context = eglCreateContext(display, nil, nil, [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE])
  guard eglMakeCurrent(display, nil, nil, context) != 0 else { return false }
  var (texture, framebuffer): (GLuint, GLuint) = (0, 0)
  glGenTextures(1, &texture)
  glBindTexture(GLenum(GL_TEXTURE_2D), texture)
  glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), width, height)
  glGenFramebuffers(1, &framebuffer)
  glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
  glFramebufferTexture2D(
    GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
  glViewport(0, 0, width, height)
  return glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE)
}

/// The colour of a pixel, the top row first.
func pixel(x: GLint, y: GLint) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 4)
  glReadPixels(x, height - 1 - y, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &bytes)
  return bytes
}

guard makeContext() else {
  print("EmbeddingInSwift: no OpenGL ES 3 context; install Mesa's EGL (Debian: libegl-mesa0)")
  exit(1)
}

let root = CALayer()
root.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
root.backgroundColor = CGColor(red: 0.1, green: 0.1, blue: 0.2, alpha: 1)
let card = CALayer()
card.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
card.position = CGPoint(x: 60, y: 100)
card.cornerRadius = 12
card.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
root.addSublayer(card)

let slide = CABasicAnimation(keyPath: "position.x")
slide.fromValue = 60
slide.toValue = 260
slide.duration = 1
slide.fillMode = .forwards
slide.isRemovedOnCompletion = false
card.add(slide, forKey: "slide")

let renderer = try CARenderer()
renderer.layer = root
renderer.bounds = root.bounds

let start = CACurrentMediaTime()
for seconds in [0, 0.5, 1.0] {
  renderer.beginFrame(atTime: start + seconds, timeStamp: nil)
  // The framebuffer still holds the last frame, so only what has changed is drawn. A window whose
  // buffers take turns adds all of it: renderer.addUpdate(renderer.bounds).
  let updates = renderer.updateBounds()
  renderer.render()
  print(
    "\(seconds) s: \(updates.width) by \(updates.height) points drawn, x = 60 is \(pixel(x: 60, y: 100)), x = 160 is \(pixel(x: 160, y: 100)), x = 260 is \(pixel(x: 260, y: 100))"
  )
  renderer.endFrame()
}
