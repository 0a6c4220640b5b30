import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene without a display, and the calls that it received.
final class FakeScene: LiveScene {
  let root = CALayer()
  /// A scene beside it, with images of its own.
  var second: (root: CALayer, images: [SceneImage])?
  var roots: [CALayer] { [root] + (second.map { [$0.root] } ?? []) }
  var images: [SceneImage] = []
  var sceneLimits = SceneLimits.standard
  var screenshotRoot: FolderRoot?
  /// What drawing refuses, and how often it was asked.
  var refusal: ([LayerIdentifier: LayerValues]) -> DrawingExcess? = { _ in nil }
  private(set) var reckonings = 0
  private(set) var log: [String] = []
  var reloadError: LiveError?

  init() {
    root.name = "root"
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    let clock = CALayer()
    clock.name = "clock"
    clock.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    root.addSublayer(clock)
    let shape = CAShapeLayer()
    shape.name = "shape"
    root.mask = shape
    CATransaction.flush()
  }

  var clock: CALayer { root.sublayers?.first ?? root }

  func images(of root: CALayer) -> [SceneImage] {
    guard let second, second.root === root else { return images }
    return second.images
  }

  func excess(replacing values: [LayerIdentifier: LayerValues]) -> DrawingExcess? {
    reckonings += 1
    return refusal(values)
  }

  /// What parameters were given last, and in how many seconds.
  var parameters: (values: [String: ParameterValue], duration: Double)?

  func setParameters(_ values: [String: ParameterValue], duration: Double) throws { parameters = (values, duration) }

  func setDebugOverlay(_ overlay: DebugOverlay) { log.append("overlay \(overlay.names.joined(separator: "+"))") }

  func screenshot(ofOutput output: String?, hasOverlay: Bool) throws -> CGImage {
    log.append("screenshot \(output ?? "-")" + (hasOverlay ? " with overlay" : ""))
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255]
    guard let image = CGImage(premultipliedRGBA8: pixels, width: 2, height: 1) else {
      throw LiveError.failed(reason: "no image")
    }
    return image
  }

  func statistics() -> [(name: String, value: Double)] { [("frames", 12), ("uptime", 0.5), ("lost", .nan)] }
  func setBlanked(_ isBlanked: Bool) { log.append(isBlanked ? "blank" : "unblank") }

  /// The values that commands have set.
  var live = LiveValues()

  func didSet(_ values: [JSONValue.Member], ofLayersNamed name: String) { live.set(layersNamed: name, values) }

  func tap(_ target: TapTarget, onOutput output: String?) throws -> String? {
    switch target {
    case .layer(let name): log.append("tap \(name) \(output ?? "-")")
    case .point(let point): log.append("tap \(point.x), \(point.y) \(output ?? "-")")
    }
    return target == .layer("clock") ? "clock" : nil
  }

  func press(_ key: Key) { log.append("key \(key.code) \(key.name ?? "-") \(key.text ?? "-")") }

  func reload(forgetsValues: Bool) throws {
    log.append(forgetsValues ? "reload, reset" : "reload")
    if let reloadError { throw reloadError }
  }

  func quit() { log.append("quit") }

  /// The reply to a command.
  func reply(_ text: String) -> String { LiveCommand.reply(to: Array(text.utf8), on: self) }
}

/// A folder for a test, removed with it.
final class TestFolder {
  let path: String

  init() throws {
    // Short: a socket's path has 107 bytes at most.
    path = NSTemporaryDirectory() + "live-\(UInt32.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }
}
