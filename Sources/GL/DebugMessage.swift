import MultiplaneCGLES

/// A message of the driver, from KHR_debug or from an OpenGL error.
package struct DebugMessage: Equatable, Sendable, CustomStringConvertible {
  package enum Severity: Equatable, Sendable {
    case high, medium, low, notification
  }

  /// The categories of KHR_debug.
  package enum Kind: Equatable, Sendable {
    case error, deprecated, undefined, portability, performance, other
  }

  package let severity: Severity
  package let kind: Kind
  package let text: String

  package init(severity: Severity, kind: Kind, text: String) {
    self.severity = severity
    self.kind = kind
    self.text = text
  }

  package var description: String { "\(kind) (\(severity)): \(text)" }

  /// Whether the message is an error, rather than a hint.
  package var isFault: Bool { kind == .error || kind == .undefined || severity == .high }
}

/// The entry points of KHR_debug.
struct DebugProcedures {
  let objectLabel: PFNGLOBJECTLABELKHRPROC
  let pushGroup: PFNGLPUSHDEBUGGROUPKHRPROC
  let popGroup: PFNGLPOPDEBUGGROUPKHRPROC
  private let control: PFNGLDEBUGMESSAGECONTROLKHRPROC
  private let log: PFNGLGETDEBUGMESSAGELOGKHRPROC

  /// Nil if the driver has no KHR_debug.
  init?(extensions: Extensions) {
    // In OpenGL ES the names end in KHR.
    guard extensions.contains("GL_KHR_debug"),
      let objectLabel: PFNGLOBJECTLABELKHRPROC = procedure("glObjectLabelKHR"),
      let pushGroup: PFNGLPUSHDEBUGGROUPKHRPROC = procedure("glPushDebugGroupKHR"),
      let popGroup: PFNGLPOPDEBUGGROUPKHRPROC = procedure("glPopDebugGroupKHR"),
      let control: PFNGLDEBUGMESSAGECONTROLKHRPROC = procedure("glDebugMessageControlKHR"),
      let log: PFNGLGETDEBUGMESSAGELOGKHRPROC = procedure("glGetDebugMessageLogKHR")
    else { return nil }
    self.objectLabel = objectLabel
    self.pushGroup = pushGroup
    self.popGroup = popGroup
    self.control = control
    self.log = log
  }

  /// Turns messages on. They are collected rather than called back, so that no driver thread enters
  /// our code.
  func enableMessages() {
    glEnable(GLenum(GL_DEBUG_OUTPUT_KHR))
    // A mistake is then reported by the time the call returns.
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR))
    // Notifications (each debug group is one) would fill the driver's short log.
    let any = GLenum(GL_DONT_CARE)
    control(any, any, GLenum(GL_DEBUG_SEVERITY_NOTIFICATION_KHR), 0, nil, GLboolean(GL_FALSE))
  }

  /// Takes all messages out of the driver's log.
  func takeMessages() -> [DebugMessage] {
    var messages: [DebugMessage] = []
    var text = [GLchar](repeating: 0, count: 4096)
    while true {
      var kind: GLenum = 0
      var severity: GLenum = 0
      var length: GLsizei = 0
      guard log(1, GLsizei(text.count), nil, &kind, nil, &severity, &length, &text) == 1 else { return messages }
      let bytes = text.prefix(max(0, Int(length) - 1)).map { UInt8(bitPattern: $0) }
      messages.append(
        DebugMessage(
          severity: .init(raw: severity), kind: .init(raw: kind), text: String(decoding: bytes, as: UTF8.self)))
    }
  }
}

extension DebugMessage.Severity {
  fileprivate init(raw: GLenum) {
    switch Int32(bitPattern: raw) {
    case GL_DEBUG_SEVERITY_HIGH_KHR: self = .high
    case GL_DEBUG_SEVERITY_MEDIUM_KHR: self = .medium
    case GL_DEBUG_SEVERITY_LOW_KHR: self = .low
    default: self = .notification
    }
  }
}

extension DebugMessage.Kind {
  fileprivate init(raw: GLenum) {
    switch Int32(bitPattern: raw) {
    case GL_DEBUG_TYPE_ERROR_KHR: self = .error
    case GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR_KHR: self = .deprecated
    case GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR: self = .undefined
    case GL_DEBUG_TYPE_PORTABILITY_KHR: self = .portability
    case GL_DEBUG_TYPE_PERFORMANCE_KHR: self = .performance
    default: self = .other
    }
  }
}

/// `GL_CONTEXT_LOST` of KHR_robustness.
let contextLostError: GLenum = 0x0507

/// OpenGL's name of an error that `glGetError` returned.
func errorName(_ code: GLenum) -> String {
  switch Int32(bitPattern: code) {
  case GL_INVALID_ENUM: "GL_INVALID_ENUM"
  case GL_INVALID_VALUE: "GL_INVALID_VALUE"
  case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
  case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
  case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
  case 0x0507: "GL_CONTEXT_LOST"
  default: "OpenGL error 0x" + String(code, radix: 16)
  }
}
