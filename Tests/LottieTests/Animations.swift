import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLottie
import MultiplaneRenderTree
import MultiplaneSceneFile

/// Animations of tests: 40 × 20 points, 10 frames per second, frames 0 to 10.
enum Animations {
  /// An animation with layers, as JSON.
  static func json(_ layers: String, assets: String = "", more: String = "") -> String {
    """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20\(more), "assets": [\(assets)], "layers": [\(layers)]}
    """
  }

  /// A shape layer.
  static func shapes(_ shapes: String, transform: String = "", more: String = "") -> String {
    #"{"ty": 4, "ip": 0, "op": 10, "st": 0, "ks": {\#(transform)}, "shapes": [\#(shapes)]\#(more)}"#
  }

  /// A solid layer with its top left corner at the origin.
  static func solid(
    _ color: String = "#ff0000", width: Int = 10, height: Int = 10, transform: String = "", more: String = ""
  ) -> String {
    """
    {"ty": 1, "ip": 0, "op": 10, "st": 0, "sw": \(width), "sh": \(height), "sc": "\(color)", "ks": {\(transform)}\(more)}
    """
  }

  /// A rectangle by its edges.
  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    """
    {"ty": "rc", "p": {"k": [\(x + width / 2), \(y + height / 2)]}, "s": {"k": [\(width), \(height)]}, "r": {"k": 0}}
    """
  }

  static let red = #"{"ty": "fl", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}, "r": 1}"#

  /// Linear key frames of one number.
  static func track(_ keys: [(Double, String)], hold: Bool = false) -> String {
    let list = keys.map { time, value in
      #"{"t": \#(time), "s": [\#(value)], "h": \#(hold ? 1 : 0), "#
        + #""i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}"#
    }
    return #"{"a": 1, "k": [\#(list.joined(separator: ", "))]}"#
  }

  static func scene(_ json: String, files: FilePlace = FilePlace()) throws -> Scene {
    SceneFormats.register([LottieFormat()])
    return try SceneTemplate(Array(json.utf8), name: "a.json", files: files).scene()
  }

  /// The error of an animation; nil if it is valid.
  static func error(_ json: String) -> String? {
    do {
      _ = try scene(json)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A drawn frame of 40 × 20 pixels.
  struct Picture {
    let pixels: [UInt8]
    let width: Int

    /// Red, green, blue and alpha of a pixel, premultiplied.
    subscript(x: Int, y: Int) -> [UInt8] { Array(pixels[(4 * (y * width + x))...].prefix(4)) }
  }

  static func picture(_ scene: Scene, frame: Double) throws -> Picture {
    let seconds = scene.timeline?.time(ofFrame: frame) ?? 0
    let tree = scene.committed().evaluate(at: seconds)
    let compositor = try OffscreenCompositor(RendererOptions(.cpu))
    return Picture(pixels: try compositor.picture(of: tree).pixels, width: tree.pixelWidth)
  }

  static func picture(_ json: String, frame: Double = 0) throws -> Picture {
    try picture(scene(json), frame: frame)
  }
}
