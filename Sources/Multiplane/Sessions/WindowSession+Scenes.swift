import MultiplaneCompositor
import MultiplaneInteraction
import MultiplaneSceneFile

extension WindowSession {
  /// Opens a window of a Wayland compositor that shows a scene.
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
  /// - Parameter scene: its layers belong to the window's thread from now on.
  /// - Throws: where there is no compositor, where `options.renderer` asks for OpenGL ES and it cannot draw for it, and where it names a device.
  public convenience init(_ scene: Scene, options: WindowOptions = WindowOptions()) throws(MultiplaneError) {
    do {
      try self.init(StageContent(scene), options: options)
    } catch {
      throw MultiplaneError(error)
    }
  }

  /// Told of what people do to the layers in the window.
  public var onEvent: (LayerEvent) -> Void {
    get { layerInput.observer }
    set { layerInput.observer = newValue }
  }

  /// What follows the window's input; made when it is first needed.
  private var layerInput: WindowInput {
    if let known = input as? WindowInput { return known }
    let made = WindowInput(session: self)
    input = made
    return made
  }

  /// Shows the window until it is closed, `stop` is called, SIGINT or SIGTERM comes, or the options' duration has passed. To be called once.
  public func run() throws(MultiplaneError) { try translating { try show() } }

  /// Shows another scene from the next frame on.
  ///
  /// - Parameter keepsTime: whether scene time runs on; otherwise it begins anew, at 0.
  public func replaceScene(_ scene: Scene, keepsTime: Bool = false) {
    replaceTree(StageContent(scene), keepsTime: keepsTime)
  }
}

extension WindowOptions {
  /// Limits what drawing a frame may take, for scenes that somebody else wrote.
  public mutating func limit(to limits: ImageLimits) { self.limits = { limits.drawing(onProcessor: $0) } }
}
