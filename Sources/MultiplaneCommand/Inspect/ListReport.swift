import MultiplaneCompositor
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A display list as `--stage passes` shows it.
struct ListReport {
  let list: DisplayList
  /// By primitive, whose it is.
  let layers: [LayerIdentifier?]
  let images: ImageNames

  init(_ tree: RenderTree, images: ImageNames = ImageNames()) {
    (list, layers) = Flattener.flattenNamingLayers(tree)
    self.images = images
  }

  var lines: [String] { list.lines(naming: images.quoted) }

  var json: [JSONValue.Member] {
    let reasons = list.passReasons
    let passes = list.passes.indices.map { pass(at: $0, reason: reasons[$0]) }
    return [.init(key: "passes", value: .array(passes))]
      + [.init(key: "primitives", value: .array(list.primitives.indices.map(primitive)))]
  }

  private func pass(at index: Int, reason: String) -> JSONValue {
    let pass = list.passes[index]
    let background = pass.background
    return .members([
      "pass": .of(index), "reason": .string(reason), "box": .of(pass.box),
      "shows": pass.filteredBox == pass.box ? nil : .of(pass.filteredBox),
      "background": .of([
        Double(background.red), Double(background.green), Double(background.blue), Double(background.alpha),
      ]),
      "isAlphaOnly": .boolean(pass.isAlphaOnly), "isLocal": .boolean(pass.isLocal),
      "filters": .array(pass.filters.map { .string(list.filters[Int($0)].text) }),
      "first": .of(pass.first), "end": .of(pass.end),
    ])
  }

  private func primitive(at index: Int) -> JSONValue {
    let primitive = list.primitives[index]
    let shown = list.shown(by: primitive)
    return .members([
      "primitive": .of(index), "kind": .string("\(primitive.kind)"),
      "layer": layers[index].map { .of(Int(clamping: $0.rawValue)) }, "box": .of(primitive.box),
      "opens": primitive.kind == .pass ? .of(Int(primitive.payload)) : nil,
      "shows": shown.isEmpty ? nil : .array(shown.map { .of($0) }),
      "plane": primitive.plane < 0 ? nil : .of(Int(primitive.plane)),
      "clips": primitive.clip < 0 ? nil : .array(list.chain(from: primitive.clip).map { .of(Int($0)) }),
      "opacity": .of(Double(primitive.opacity)), "blend": .string(primitive.blend.rawValue),
      "image": image(of: primitive).flatMap(images.name).map { .string($0) },
      "text": .string(list.text(of: primitive, naming: images.quoted)),
    ])
  }

  private func image(of primitive: Primitive) -> CGImage? {
    primitive.kind == .image ? list.images[Int(primitive.payload)].image : nil
  }
}

/// What a renderer makes of a display list, as `--stage batches` shows it.
struct TranscriptReport {
  let renderer: String
  let transcript: [TranscriptLine]
  var images = ImageNames()

  /// Names of a line's images that are told; it says how many more there are.
  private static let mostNames = 8

  var lines: [String] { ["on \(renderer)"] + transcript.map(text) }

  /// A line with what its images are called.
  private func text(of line: TranscriptLine) -> String {
    let names = line.images.compactMap(images.quoted)
    guard !names.isEmpty else { return line.text }
    let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
    return line.text + ", showing " + names.prefix(Self.mostNames).joined(separator: ", ") + more
  }

  var json: [JSONValue.Member] {
    [
      .init(key: "renderer", value: .string(renderer)),
      .init(
        key: "steps",
        value: .array(
          transcript.map { line in
            .object(
              [.init(key: "kind", value: .string(line.kind.rawValue))]
                + line.numbers.map { .init(key: $0.name, value: .of($0.value)) }
                + names(of: line)
                + [.init(key: "text", value: .string(text(of: line).trimmingPrefix("  ").description))])
          })),
    ]
  }

  private func names(of line: TranscriptLine) -> [JSONValue.Member] {
    let names = line.images.compactMap(images.name)
    return names.isEmpty ? [] : [.init(key: "images", value: .array(names.map { .string($0) }))]
  }
}

extension PixelReport {
  var json: [JSONValue.Member] {
    func value(_ paint: Paint) -> [JSONValue.Member] {
      [
        .init(key: "color", value: .of([paint.red, paint.green, paint.blue])),
        .init(key: "coverage", value: .of(paint.coverage)),
      ]
    }
    return [.init(key: "pixel", value: .of([Double(x), Double(y)]))] + value(paint) + [
      .init(
        key: "primitives",
        value: .array(
          parts.map { part in
            .object(
              [.init(key: "primitive", value: .of(part.primitive))] + value(part.paint)
                + [.init(key: "text", value: .string(part.text))])
          }))
    ]
  }
}
