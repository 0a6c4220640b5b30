import MultiplaneCGLES

/// Whether the context can still be used.
package enum ContextStatus: Equatable, Sendable {
  case healthy
  /// The driver does not report it.
  case unknown
  /// All is gone; `cause` is OpenGL's name of the reason.
  case lost(cause: String)
}

/// The owner of all objects of an OpenGL context: it creates textures, buffers and programs, runs
/// passes, and caches the GL state.
///
/// One device per context. Its methods require the context to be current; `beginFrame()` makes it
/// current.
package final class Device {
  package let context: Context
  package private(set) var capabilities: Capabilities

  let garbage = GarbageList()
  private(set) var state: StateShadow
  private(set) var debugProcedures: DebugProcedures?
  /// The pass that has begun and not ended.
  var openPass: (frame: Frame, area: PixelRect)?
  private(set) var samplers: [SamplerName]
  /// The number of textures, including those of surfaces.
  package internal(set) var liveTextures = 0
  /// The disk cache of linked programs; nil compiles all. Default nil.
  package var programStore: ProgramStore?
  private var collectedMessages: [DebugMessage] = []
  private var resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?
  /// Why the context is lost, from the first sign of it until it is restored. Drivers may report a
  /// reset once only (GL_EXT_robustness), and whoever asked first need not be the one who acts.
  private var lossCause: String?
  /// The queries left until a test's simulated reset, which is reported once; nil for none.
  private var queriesUntilReset: Int?
  /// The first error of OpenGL's that no call has thrown since the last `checkDrawing`.
  private var drawingError: GLenum?

  /// Creates a device.
  ///
  /// - Throws: `GLError.egl` if the context cannot be made current.
  package init(context: Context) throws(GLError) {
    self.context = context
    try context.makeCurrent()
    capabilities = Capabilities(driver: context.connection.driverName)
    state = StateShadow()
    samplers = Self.makeSamplers()
    setUpDriver()
  }

  /// The statistics since the last reset.
  package var statistics: DeviceStatistics { state.statistics }

  package func resetStatistics() {
    state.statistics = DeviceStatistics()
  }

  /// The driver's messages so far, oldest first; few without a debug context.
  package var debugMessages: [DebugMessage] {
    collectMessages()
    return collectedMessages
  }

  package func removeDebugMessages() {
    collectMessages()
    collectedMessages.removeAll()
  }

  /// Begins a frame: makes the context current and deletes released objects.
  package func beginFrame() throws(GLError) {
    try context.makeCurrent()
    collectGarbage()
  }

  /// Deletes released textures, surfaces, buffers and programs. The context must be current.
  package func collectGarbage() {
    for name in garbage.take(generation: context.generation) {
      state.forget(name)
      switch name {
      case .texture(let name):
        withUnsafePointer(to: name.rawValue) { glDeleteTextures(1, $0) }
        liveTextures -= 1
      case .framebuffer(let name): withUnsafePointer(to: name.rawValue) { glDeleteFramebuffers(1, $0) }
      case .buffer(let name): withUnsafePointer(to: name.rawValue) { glDeleteBuffers(1, $0) }
      case .fence(let name): glDeleteSync(name.rawValue)
      case .program(let name): glDeleteProgram(name.rawValue)
      }
    }
  }

  /// The number of objects in the deferred-deletion queue.
  package var garbageCount: Int { garbage.count }

  /// Waits until all drawing is complete.
  package func finish() {
    glFinish()
  }

  /// The status of the context: whether the device was reset.
  ///
  /// A loss is reported until `restoreContext`, however often the driver reports it.
  package var contextStatus: ContextStatus {
    if lossCause == nil { lossCause = reportedReset() }
    if let lossCause { return .lost(cause: lossCause) }
    return resetStatus == nil ? .unknown : .healthy
  }

  /// The reset that the driver reports now; nil for none.
  private func reportedReset() -> String? {
    if let count = queriesUntilReset {
      queriesUntilReset = count > 1 ? count - 1 : nil
      if count <= 1 { return "simulated" }
    }
    // The enumerators of GL_EXT_robustness; GL_KHR_robustness has the same values.
    return switch resetStatus?() ?? 0 {
    case 0: nil
    case GLenum(GL_GUILTY_CONTEXT_RESET_EXT): "GL_GUILTY_CONTEXT_RESET: our own drawing"
    case GLenum(GL_INNOCENT_CONTEXT_RESET_EXT): "GL_INNOCENT_CONTEXT_RESET: another program's drawing"
    default: "GL_UNKNOWN_CONTEXT_RESET"
    }
  }

  /// Whether the driver has reported the loss of the context.
  package var isContextLost: Bool {
    if case .lost = contextStatus { true } else { false }
  }

  /// Simulates one reset, for tests.
  ///
  /// - Parameter query: the number of the next query that reports it, from 1.
  package func simulateContextLoss(atQuery query: Int = 1) { queriesUntilReset = max(1, query) }

  /// Creates a new context after a loss. All earlier objects are invalid and must be created and
  /// uploaded again.
  package func restoreContext() throws(GLError) {
    openPass = nil
    (lossCause, queriesUntilReset, drawingError) = (nil, nil, nil)
    liveTextures = 0
    try context.recreate()
    let statistics = state.statistics
    capabilities = Capabilities(driver: context.connection.driverName)
    state = StateShadow()
    state.statistics = statistics
    samplers = Self.makeSamplers()
    setUpDriver()
  }

  /// Stops at objects of a context that is gone: their names may mean something else in this one.
  func requireCurrent(_ generation: UInt64, _ label: String) {
    precondition(
      generation == context.generation, "'\(label)' was made before the context was lost; create it again.")
  }

  /// Gives an OpenGL object the name that debuggers and messages show.
  func setLabel(_ label: String, kind: Int32, name: GLuint) {
    debugProcedures?.objectLabel(GLenum(kind), name, GLsizei(label.utf8.count), label)
  }

  /// Takes OpenGL's error flags; what earlier calls left there becomes a message, and the next
  /// `checkDrawing` throws it.
  func collectErrors() {
    for code in takeErrors() {
      record(DebugMessage(severity: .high, kind: .error, text: "uncollected \(errorName(code))"))
      if drawingError == nil { drawingError = code }
      noteLoss(code)
    }
  }

  /// OpenGL's error flags, which are none afterwards.
  @discardableResult func takeErrors() -> [GLenum] {
    var codes: [GLenum] = []
    var code = glGetError()
    // A lost context answers for ever.
    while code != GLenum(GL_NO_ERROR), codes.count < 16 {
      codes.append(code)
      code = glGetError()
    }
    return codes
  }

  /// Takes note of an error that is itself a loss, from drivers that report no resets.
  func noteLoss(_ code: GLenum) {
    if code == contextLostError, lossCause == nil { lossCause = errorName(code) }
  }

  /// Checks that all drawing and uploading since the last check succeeded.
  ///
  /// After GL_OUT_OF_MEMORY the state of OpenGL is undefined (OpenGL ES 3.0, section 2.5), and
  /// after any error the pixels of the failed call are. Therefore the context counts as lost until
  /// it is restored; in a foreign context the caller must release all textures and buffers.
  ///
  /// - Parameter isLive: whether the next frame replaces the drawing: then only memory errors
  ///   count, because others come from calls that the driver does not support, and would come again
  ///   with each frame.
  /// - Throws: `GLError.drawing`.
  package func checkDrawing(isLive: Bool = false) throws(GLError) {
    collectErrors()
    defer { drawingError = nil }
    guard let drawingError, !isLive || drawingError == GLenum(GL_OUT_OF_MEMORY) || drawingError == contextLostError
    else { return }
    if !context.isAdopted, lossCause == nil { lossCause = "\(errorName(drawingError)) while it was drawn" }
    throw .drawing(error: errorName(drawingError))
  }

  func collectMessages() {
    debugProcedures?.takeMessages().forEach(record)
  }

  private func record(_ message: DebugMessage) {
    // The first messages show the cause; a program that never reads them must not fill memory.
    if collectedMessages.count < 1000 { collectedMessages.append(message) }
  }

  private func setUpDriver() {
    debugProcedures = DebugProcedures(extensions: capabilities.extensions)
    if context.debug { debugProcedures?.enableMessages() }
    resetStatus =
      if capabilities.extensions.contains("GL_KHR_robustness") {
        procedure("glGetGraphicsResetStatusKHR")
      } else if capabilities.extensions.contains("GL_EXT_robustness") {
        procedure("glGetGraphicsResetStatusEXT")
      } else {
        nil
      }
  }

  private static func makeSamplers() -> [SamplerName] {
    var names = [GLuint](repeating: 0, count: Sampler.allCases.count)
    glGenSamplers(GLsizei(names.count), &names)
    for (name, sampler) in zip(names, Sampler.allCases) {
      glSamplerParameteri(name, GLenum(GL_TEXTURE_MIN_FILTER), sampler.filter)
      glSamplerParameteri(name, GLenum(GL_TEXTURE_MAG_FILTER), sampler.filter)
      glSamplerParameteri(name, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
      glSamplerParameteri(name, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    }
    return names.map(SamplerName.init)
  }
}
