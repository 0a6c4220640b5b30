import MultiplaneCompositor
import MultiplaneInteraction
import MultiplaneSceneFile

extension WindowSession {
  /// Opens a Wayland window that shows a scene.
  ///
  /// ```swift
  /// var options = WindowOptions()
  /// options.title = "Clock"
  /// let session = try WindowSession(scene, options: options)
  /// session.onEvent = { event in
  ///   if event.kind == .tap { session.stop() }
  /// }
  /// try session.run()
  /// ```
  ///
  /// - Parameter scene: its layers now belong to the window's thread.
  /// - Throws: without a compositor; if `options.renderer` asks for OpenGL ES and the compositor
  ///   does not support it; and if it names a device.
  public convenience init(_ scene: Scene, options: WindowOptions = WindowOptions()) throws(MultiplaneError) {
    do {
      try self.init(StageContent(scene), options: options)
    } catch {
      throw MultiplaneError(error)
    }
  }

  /// Called for input events of the layers in the window.
  public var onEvent: (LayerEvent) -> Void {
    get { layerInput.observer }
    set { layerInput.observer = newValue }
  }

  /// The window's input, created when first needed.
  private var layerInput: WindowInput {
    if let known = input as? WindowInput { return known }
    let made = WindowInput(session: self)
    input = made
    return made
  }

  /// Shows the window until it is closed, until `stop()`, SIGINT or SIGTERM, or until the options'
  /// duration is reached. Call it once.
  public func run() throws(MultiplaneError) { try translating { try show() } }

  /// Replaces the scene from the next frame on.
  ///
  /// - Parameter keepsTime: whether scene time continues; otherwise it restarts at 0.
  public func replaceScene(_ scene: Scene, keepsTime: Bool = false) {
    replaceTree(StageContent(scene), keepsTime: keepsTime)
  }
}

extension WindowOptions {
  /// Sets the limits per frame, for untrusted scenes.
  public mutating func limit(to limits: ImageLimits) { self.limits = { limits.drawing(onProcessor: $0) } }
}
