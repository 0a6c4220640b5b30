import MultiplaneCompositor
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneSceneFile

extension KioskSession {
  /// Prepares a kiosk that shows scenes on the machine's screens, without a window system. The console is taken over when it runs.
  ///
  /// ```swift
  /// var options = KioskOptions()
  /// options.simulated = ModeRequest("640x480@60")  // nil, the default, is the machine's own screens
  /// options.frames = 2
  /// let session = try KioskSession([scene], options: options) { line in print(line) }
  /// session.onEvent = { event in
  ///   if event.kind == .tap, event.layer.name == "end" { session.stop() }
  /// }
  /// try session.run()
  /// ```
  ///
  /// - Parameters:
  ///   - scenes: one for all outputs, or one for each, in their order. Their layers belong to the kiosk's thread from now on.
  ///   - log: gets each line for the log.
  /// - Throws: where there is no scene, no seat, or no device that was named.
  public convenience init(
    _ scenes: [Scene], options: KioskOptions = KioskOptions(), log: @escaping (String) -> Void = { _ in }
  ) throws(MultiplaneError) {
    guard !scenes.isEmpty else {
      throw MultiplaneError(.sceneMissing, "scenes: expected at least one, found none")
    }
    do {
      try self.init(scenes.map { StageContent($0) }, options: options, loop: EventLoop(), log: log)
    } catch {
      throw MultiplaneError(error)
    }
  }

  /// Told of what people do to the layers by touch screen, pointer and keyboard. Input devices are opened when it is set, and need
  /// libinput; where there is none the log says so.
  public var onEvent: (LayerEvent) -> Void {
    get { layerInput.observer }
    set { layerInput.observer = newValue }
  }

  /// What follows input devices; made when it is first needed.
  var layerInput: KioskInput {
    if let known = input as? KioskInput { return known }
    let made = KioskInput(session: self)
    input = made
    return made
  }

  /// Shows the scenes until `stop` is called, SIGTERM, SIGINT or SIGHUP comes, or the options' duration or frames have passed; then the
  /// console is back. To be called once.
  ///
  /// - Throws: where it cannot go on, and waiting does not help. A monitor that is missing is waited for.
  public func run() throws(MultiplaneError) {
    // The cursor follows the pointer.
    if options.showsCursor { _ = layerInput }
    try translating { try show() }
  }

  /// Shows another scene from the next frame on.
  ///
  /// ```swift
  /// session.handle.perform { session in
  ///   if let night = try? Scene(contentsOf: URL(filePath: "night.json")) { session.replaceScene(night) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - index: which of the scenes, from 0.
  ///   - keepsTime: whether scene time runs on; otherwise it begins anew, at 0.
  public func replaceScene(_ scene: Scene, at index: Int = 0, keepsTime: Bool = false) {
    replaceTree(StageContent(scene), at: index, keepsTime: keepsTime)
  }

  /// What an output shows.
  ///
  /// - Parameters:
  ///   - name: such as `HDMI-A-1`; the first output that is lit if nil.
  ///   - hasOverlay: whether the debug overlay is in the picture, if one is shown.
  /// - Returns: in pixels of the mode, opaque; nil if no such output is lit.
  public func image(ofOutput name: String? = nil, hasOverlay: Bool = false) throws(MultiplaneError) -> CGImage? {
    try translating {
      guard let picture = try screenshot(ofOutput: name, hasOverlay: hasOverlay) else { return nil }
      return CGImage(premultipliedRGBA8: picture.pixels, width: picture.width, height: picture.height)
    }
  }
}

extension KioskOptions {
  /// Limits what drawing a frame may take, for scenes that somebody else wrote.
  public mutating func limit(to limits: ImageLimits) { self.limits = { limits.drawing(onProcessor: $0) } }
}

extension StageContent {
  /// What a session shows of a scene.
  package init(_ scene: Scene) {
    if scene.isRootCanvas {
      // Wherever its position was, its bounds are the canvas.
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      let (root, size) = (scene.root, scene.size)
      root.position = CGPoint(x: root.anchorPoint.x * size.width, y: root.anchorPoint.y * size.height)
      CATransaction.commit()
    }
    self.init(
      size: scene.size, background: scene.background, root: scene.root, timeOrigin: scene.timeOrigin)
  }
}
