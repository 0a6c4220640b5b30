/// An error of the driver. Each description is one line: what failed, what was found, how to fix
/// it.
package enum GLError: Error, Equatable, CustomStringConvertible {
  /// An EGL call failed.
  case egl(call: String, code: EGLErrorCode, remedy: String)
  /// EGL, OpenGL ES or the driver lacks a feature.
  case unsupported(what: String, remedy: String)
  /// An image exceeds the driver's limit, or is empty. Sizes and limit are in pixels.
  case size(label: String, width: Int, height: Int, limit: Int)
  /// A foreign texture is smaller than the target. Sizes are in pixels.
  case smallTexture(name: UInt32, width: Int, height: Int, neededWidth: Int, neededHeight: Int)
  /// The driver has no memory for an object.
  case outOfMemory(label: String, detail: String)
  /// The driver failed to create an object.
  case creation(label: String, detail: String)
  /// A framebuffer is incomplete.
  case incompleteFramebuffer(label: String, status: String)
  /// A shader does not compile, with the driver's log.
  case compile(label: String, source: String, log: String)
  /// A program does not link, with the driver's log.
  case link(label: String, log: String)
  /// A program does not use a uniform.
  case unknownUniform(name: String, label: String, known: [String])
  /// A vertex layout does not match a program.
  case layout(attribute: String, label: String, declared: String, found: String)
  /// OpenGL reported an error during a frame, whose pixels are undefined.
  case drawing(error: String)
  /// The context is lost, with all its textures, buffers and programs.
  case contextLost(cause: String)

  package var description: String {
    switch self {
    case .egl(let call, let code, let remedy): "\(call) failed with \(code): \(remedy)"
    case .unsupported(let what, let remedy): "\(what) is missing: \(remedy)"
    case .size(let label, let width, let height, let limit):
      "'\(label)' is \(width)x\(height) pixels, but a side must be 1…\(limit) here: draw it smaller or in tiles"
    case .smallTexture(let name, let width, let height, let neededWidth, let neededHeight):
      "texture \(name): expected at least \(neededWidth)x\(neededHeight) pixels, found \(width)x\(height): make the texture "
        + "larger, or the target smaller"
    case .outOfMemory(let label, let detail):
      "no memory for '\(label)' (\(detail)): use smaller or fewer images, or a device with more memory"
    case .creation(let label, let detail): "the driver could not create '\(label)' (\(detail)): see its debug messages"
    case .incompleteFramebuffer(let label, let status):
      "'\(label)' cannot be drawn into (\(status)): use another pixel format or device"
    case .compile(let label, let source, let log):
      "program '\(label)': \(source) does not compile: \(Self.oneLine(log))"
    case .link(let label, let log): "program '\(label)' does not link: \(Self.oneLine(log))"
    case .unknownUniform(let name, let label, let known):
      "program '\(label)' uses no uniform '\(name)', only \(known.sorted().joined(separator: ", ")): "
        + "correct the name, or remove it if the shader no longer needs it"
    case .layout(let attribute, let label, let declared, let found):
      "program '\(label)': attribute '\(attribute)' is \(declared) in the vertex layout but \(found) in the shader: "
        + "make the two agree"
    case .drawing(let error):
      "\(error) while the frame was drawn: draw it smaller, with fewer or smaller images, or on a device with more memory"
    case .contextLost(let cause):
      "the OpenGL context was lost (\(cause)): call restoreContext() and upload all objects again"
    }
  }

  private static func oneLine(_ log: String) -> String {
    log.split(whereSeparator: \.isNewline).joined(separator: " | ")
  }
}
