import MultiplaneCompositor
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneSceneFile

extension KioskSession {
  /// Creates a kiosk that shows scenes on the displays of this machine, without a window system.
  /// `run()` takes the console.
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
  ///   - scenes: one for all outputs, or one per output, in order. Their layers now belong to the
  ///     kiosk's thread.
  ///   - log: called with each line of the log.
  /// - Throws: without a scene or a seat, or if a named device does not exist.
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

  /// Called for input events of the layers: touch, pointer and keyboard. Setting it opens the input
  /// devices, which requires libinput; without it, the log has a message.
  public var onEvent: (LayerEvent) -> Void {
    get { layerInput.observer }
    set {
      layerInput.observer = newValue
      layerInput.useDevices()
    }
  }

  /// The session's input.
  var layerInput: KioskInput {
    if let known = input as? KioskInput { return known }
    let made = KioskInput(session: self)
    input = made
    return made
  }

  /// Shows the scenes until `stop()`, SIGTERM, SIGINT or SIGHUP, or until the options' duration or
  /// frames are reached; then releases the console. Call it once.
  ///
  /// - Throws: if the kiosk cannot continue, and waiting does not help. It waits for a missing
  ///   monitor.
  public func run() throws(MultiplaneError) {
    // The cursor follows the pointer.
    if options.showsCursor { layerInput.useDevices() }
    try translating { try show() }
  }

  /// Taps a point of a canvas with a finger.
  ///
  /// - Returns: the layers under the finger, from the root; nil for a point outside the output.
  package func tap(_ point: CGPoint, on output: KioskOutput) -> [CALayer]? {
    commitChanges()
    return layerInput.tap(point, on: output)
  }

  /// Presses and releases a key.
  package func press(_ key: Key) {
    let now = CACurrentMediaTime()
    layerInput.take([InputEvent(.keyPressed(key), time: now), InputEvent(.keyReleased(key), time: now)])
  }

  /// Replaces a scene from the next frame on.
  ///
  /// ```swift
  /// session.handle.perform { session in
  ///   if let night = try? Scene(contentsOf: URL(filePath: "night.json")) { session.replaceScene(night) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - index: the index of the scene, from 0.
  ///   - keepsTime: whether scene time continues; otherwise it restarts at 0.
  public func replaceScene(_ scene: Scene, at index: Int = 0, keepsTime: Bool = false) {
    replaceTree(StageContent(scene), at: index, keepsTime: keepsTime)
  }

  /// The current picture of an output.
  ///
  /// - Parameters:
  ///   - name: the output, such as `HDMI-A-1`; nil for the first active one.
  ///   - hasOverlay: whether the picture includes the debug overlay.
  /// - Returns: an opaque image in the pixels of the mode; nil if the output is not active.
  public func image(ofOutput name: String? = nil, hasOverlay: Bool = false) throws(MultiplaneError) -> CGImage? {
    try translating {
      guard let picture = try screenshot(ofOutput: name, hasOverlay: hasOverlay) else { return nil }
      return CGImage(premultipliedRGBA8: picture.pixels, width: picture.width, height: picture.height)
    }
  }
}

extension KioskOptions {
  /// Sets the limits per frame, for untrusted scenes.
  public mutating func limit(to limits: ImageLimits) { self.limits = { limits.drawing(onProcessor: $0) } }
}

extension StageContent {
  /// The content of a session that shows a scene.
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
      size: scene.size, background: scene.background, root: scene.root, timeOrigin: scene.settledTimeOrigin)
  }
}
