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
  let titles: LayerTitles
  let images: ImageNames

  init(_ tree: RenderTree, titles: LayerTitles, images: ImageNames = ImageNames()) {
    (list, layers) = Flattener.flattenNamingLayers(tree)
    self.titles = titles
    self.images = images
  }

  var lines: [String] {
    list.lines(naming: images.quoted) { primitive in layers[primitive].map(titles.title) }
  }

  var json: [JSONValue.Member] {
    let reasons = list.passReasons
    var openers = [Int?](repeating: nil, count: list.passes.count)
    for (index, primitive) in list.primitives.enumerated() where primitive.kind == .pass {
      openers[Int(primitive.payload)] = index
    }
    let passes = list.passes.indices.map { index in
      pass(at: index, of: openers[index].flatMap { layers[$0] }, reason: reasons[index])
    }
    return [.init(key: "passes", value: .array(passes))]
      + [.init(key: "primitives", value: .array(list.primitives.indices.map(primitive)))]
  }

  private func pass(at index: Int, of layer: LayerIdentifier?, reason: String) -> JSONValue {
    let pass = list.passes[index]
    let background = pass.background
    let head = [JSONValue.Member(key: "pass", value: .of(index))] + titles.members(layer)
    return .object(
      head
        + .members([
          "reason": .string(reason), "box": .of(pass.box),
          "shows": pass.filteredBox == pass.box ? nil : .of(pass.filteredBox),
          "background": .of([
            Double(background.red), Double(background.green), Double(background.blue), Double(background.alpha),
          ]),
          "isAlphaOnly": .boolean(pass.isAlphaOnly), "isLocal": .boolean(pass.isLocal),
          "filters": .array(pass.filters.map { .string(list.filters[Int($0)].text) }),
          "first": .of(pass.first), "end": .of(pass.end),
        ]))
  }

  private func primitive(at index: Int) -> JSONValue {
    let primitive = list.primitives[index]
    let shown = list.shown(by: primitive)
    let head = [JSONValue.Member(key: "primitive", value: .of(index))] + titles.members(layers[index])
    return .object(
      head
        + .members([
          "kind": .string("\(primitive.kind)"), "box": .of(primitive.box),
          "opens": primitive.kind == .pass ? .of(Int(primitive.payload)) : nil,
          "shows": shown.isEmpty ? nil : .array(shown.map { .of($0) }),
          "plane": primitive.plane < 0 ? nil : .of(Int(primitive.plane)),
          "clips": primitive.clip < 0 ? nil : .array(list.chain(from: primitive.clip).map { .of(Int($0)) }),
          "opacity": .of(Double(primitive.opacity)), "compositingFilter": .string(primitive.blend.filterName),
          "image": image(of: primitive).flatMap(images.name).map { .string($0) },
          "text": .string(list.text(of: primitive, naming: images.quoted)),
        ]))
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
  func lines(_ titles: LayerTitles) -> [String] {
    ["pixel \(x),\(y): \(Self.text(paint))"]
      + parts.map { part in
        "  \(Self.text(part.paint))  \(part.text)" + (part.layer.map { ", \(titles.title($0))" } ?? "")
      }
  }

  private static func text(_ paint: Paint) -> String {
    func number(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    return "rgb(\(number(paint.red)) \(number(paint.green)) \(number(paint.blue))) × \(number(paint.coverage))"
  }

  func json(_ titles: LayerTitles) -> [JSONValue.Member] {
    func value(_ paint: Paint) -> [JSONValue.Member] {
      [
        .init(key: "color", value: .of([paint.red, paint.green, paint.blue])),
        .init(key: "coverage", value: .of(paint.coverage)),
      ]
    }
    let primitives = parts.map { part in
      JSONValue.object(
        [.init(key: "primitive", value: .of(part.primitive))] + titles.members(part.layer) + value(part.paint)
          + [.init(key: "text", value: .string(part.text))])
    }
    return [.init(key: "pixel", value: .of([Double(x), Double(y)]))] + value(paint)
      + [.init(key: "primitives", value: .array(primitives))]
  }
}
