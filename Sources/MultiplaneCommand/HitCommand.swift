import ArgumentParser
import Foundation
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane hit`: hit-tests a point of a scene.
struct HitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hit",
    abstract: "Hit-tests a point of a scene: prints the layers from the root to the one that is hit.",
    discussion: """
      Tests the model layers, and the presentation layers at --time. Each line is a layer, with the point in its own \
      coordinates, in points.

      Write negative coordinates last, after two dashes: multiplane hit scene.json -- -5 10.
      """)

  @Argument(help: "The scene file.", completion: .scene)
  var scene: String

  @Argument(help: "x on the canvas, in points.")
  var x: Double

  @Argument(help: "y on the canvas, in points, downwards.")
  var y: Double

  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var root: RootOption

  @Flag(help: "Print JSON.")
  var json = false
  @OptionGroup var log: LogOption

  func validate() throws {
    for (name, value) in [("x", x), ("y", y)] where !value.isFinite {
      throw ValidationError("\(name): expected a finite number of points, found \(value)")
    }
  }

  func run() throws {
    let scene = try parameters.read().load(scene, limits: self.root.confining())
    let (root, seconds) = (scene.root, time.seconds(in: scene))
    let point = CGPoint(x: x, y: y)
    // All animations are added at scene time 0, so that media time is scene time.
    _ = root.commit(at: 0)
    let report = HitReport(
      point: [x, y], time: seconds, model: HitReport.path(in: root, to: point),
      presentation: HitReport.path(in: root.presentation(atMediaTime: seconds), to: point))
    var printer = StandardOutput()
    for line in try json ? [report.json] : report.lines { try printer.line(line) }
    try printer.flush()
  }
}

/// The result of a hit test. Encodes as the JSON that `hit` prints.
struct HitReport: Encodable {
  /// A layer on the path from the root to the hit layer.
  struct Step: Encodable {
    /// The layer's identifier, as in `inspect`.
    let layer: String
    let kind: String
    let name: String?
    /// The point in the layer's coordinates, in points; nil if it has no image there, as in a layer
    /// that is seen edge-on.
    let point: [Double]?

    private enum CodingKeys: String, CodingKey {
      case layer
      case kind = "class"
      case name, point
    }
  }

  /// On the canvas, in points.
  let point: [Double]
  /// Seconds.
  let time: Double
  /// Empty when nothing was hit.
  let model: [Step]
  let presentation: [Step]

  /// The layers from the root to the hit layer.
  static func path(in root: CALayer?, to point: CGPoint) -> [Step] {
    var steps: [Step] = []
    var layer = root?.hitTest(point)
    while let current = layer {
      let local = current.convert(point, from: nil)
      let isFinite = local.x.isFinite && local.y.isFinite
      let model = current.model()
      steps.append(
        Step(
          layer: "\(model.identifier)", kind: model.sceneClass, name: model.name,
          point: isFinite ? [Double(local.x), Double(local.y)] : nil))
      layer = current.superlayer
    }
    return steps.reversed()
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  var lines: [String] {
    Self.lines("model", model) + Self.lines("presentation at \(numberText(time)) s", presentation)
  }

  private static func lines(_ title: String, _ steps: [Step]) -> [String] {
    if steps.isEmpty { return ["\(title): no layer"] }
    return ["\(title):"]
      + steps.enumerated().map { index, step in
        let indent = String(repeating: "  ", count: index + 1)
        let name = step.name.map { " \"\($0)\"" } ?? ""
        let place = step.point.map { " at \(listText(CGFloat($0[0]), CGFloat($0[1])))" } ?? ""
        return "\(indent)\(step.layer) \(step.kind)\(name)\(place)"
      }
  }
}
