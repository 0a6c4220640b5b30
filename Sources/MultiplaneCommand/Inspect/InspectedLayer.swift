import MultiplaneRenderTree
import MultiplaneSceneFile

/// A layer as a stage of `inspect` shows it. The layers of a stage are a list, each after the one
/// that it lies in.
struct InspectedLayer {
  let identifier: LayerIdentifier
  /// Where in the list the layer stands that it lies in; nil for the root.
  let parent: Int?
  let depth: Int
  /// Whether it is the mask of that layer.
  let isMask: Bool
  let className: String
  let name: String?
  var facts: [InspectedFact] = []
  var animations: [InspectedAnimation] = []

  var lines: [String] {
    let indent = String(repeating: "  ", count: depth)
    let title = indent + (isMask ? "mask " : "") + layerTitle(identifier, className, name)
    return [([title] + facts.map(\.text)).joined(separator: " ")]
      + animations.flatMap { $0.lines(indent: indent + "  ") }
  }

  var json: JSONValue {
    .object(
      layerMembers(identifier, className, name)
        + .members([
          "parent": parent.map { .of($0) }, "role": isMask ? .string("mask") : nil, "values": facts.json,
          "animations": animations.isEmpty ? nil : .array(animations.map(\.json)),
        ]))
  }
}

/// Layers with the canvas that they are on.
struct InspectedLayers {
  /// What is said of the canvas.
  let canvas: [InspectedFact]
  let layers: [InspectedLayer]

  var lines: [String] { ["canvas " + canvas.map(\.text).joined(separator: ", ")] + layers.flatMap(\.lines) }

  var json: [JSONValue.Member] {
    [.init(key: "canvas", value: canvas.json), .init(key: "layers", value: .array(layers.map(\.json)))]
  }

  static func canvas(size: CGSize, scale: Double, background: StraightColor?) -> [InspectedFact] {
    let (width, height) = (Double(size.width), Double(size.height))
    return [
      InspectedFact(
        "size", .of([width, height]), whole: "\(numberText(width)) x \(numberText(height)) points"),
      InspectedFact("scale", .of(scale), whole: "scale \(numberText(scale))"),
      InspectedFact(
        "background", background.map { .of($0) } ?? .null, whole: "background \(background.map(colorText) ?? "none")"),
    ]
  }
}
