import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

/// Turns a scene into JSON, by the tables of keys and in their order. Values that are the default
/// are left out.
///
/// It writes the committed tree: what a renderer sees from scene time 0 on. Only the rules of
/// layout, which no renderer sees, come from the layers themselves.
struct SceneWriter {
  typealias Members = [JSONValue.Member]

  let imageNames: [ObjectIdentifier: String]
  private let limits: SceneLimits
  /// The default `contentsScale` of text layers.
  private var scale: CGFloat = 1
  /// The layers that have a layout manager or constraints.
  private var laidOut: [LayerIdentifier: CALayer] = [:]
  /// The layers whose tiles are files.
  private(set) var tiledLayers: [LayerIdentifier: TileFileLayer] = [:]
  /// The layers that show animations of the scene.
  private var animationLayers: [LayerIdentifier: any AnimationLayer] = [:]

  init(images: [SceneImage], limits: SceneLimits) {
    imageNames = Dictionary(images.map { (ObjectIdentifier($0.image), $0.name) }) { first, _ in first }
    self.limits = limits
  }

  mutating func scene(_ scene: Scene) throws(SceneError) -> JSONValue {
    for layer in Self.layers(from: scene.root) {
      if layer.layoutManager != nil || layer.constraints != nil { laidOut[layer.identifier] = layer }
      if let tiled = layer as? TileFileLayer { tiledLayers[layer.identifier] = tiled }
      if let shown = layer as? any AnimationLayer, shows(shown, scene) { animationLayers[layer.identifier] = shown }
    }
    scale = scene.scale
    if let problem = limits.problem(size: scene.size, scale: scene.scale) {
      throw .unencodable(place: "size", problem: problem)
    }
    var members: Members = []
    members.add("version", .number(1))
    members.add("size", .list([scene.size.width, scene.size.height]))
    if scene.scale != 1 { members.add("scale", .number(scene.scale)) }
    if let background = scene.background { members.add("background", color(background)) }
    if scene.posterTime != 0 {
      members.add("poster", .number(try checked(scene.posterTime, Place.scene.key("poster"))))
    }
    if !scene.images.isEmpty {
      members.add(
        "images", .object(scene.images.map { JSONValue.Member(key: $0.name, value: .string($0.path)) }))
    }
    if !scene.fonts.isEmpty {
      members.add(
        "fonts", .object(scene.fonts.map { JSONValue.Member(key: $0.family, value: .string($0.path)) }))
    }
    if !scene.animations.isEmpty {
      members.add(
        "animations", .object(scene.animations.map { JSONValue.Member(key: $0.name, value: .string($0.path)) }))
    }
    let root = scene.committed().root
    let timing = root.timing.counted(from: scene.settledTimeOrigin)
    members.add("root", try layer(root, Place.scene.key("root"), timing: timing))
    return .object(members)
  }

  /// - Parameter timing: what is written as the layer's; nil for its own.
  func layer(_ layer: CommittedLayer, _ place: Place, timing: MediaTiming? = nil) throws(SceneError) -> JSONValue {
    var members: Members = []
    let shown = animationLayers[layer.identifier]
    if shown != nil {
      members.add("class", .string(SceneKeys.animationLayerClass))
    } else if layer.kind != .layer {
      members.add("class", .string(layer.kind.rawValue))
    }
    if let name = layer.name { members.add("name", .string(name)) }
    if let shown { members += try animation(shown, place) }
    for row in LayerProperties.rows(of: layer.kind) {
      let value = row.get(layer.values)
      guard value != (shown?.fitDefault(of: row) ?? defaultValue(of: row, layer.kind)), !isDrawn(row, layer.values)
      else { continue }
      members.add(row.key, try json(value, of: row, place.key(row.key)))
    }
    let cells = layer.kind == .emitter ? layer.values.emitter.cells : []
    if !cells.isEmpty { members.add("emitterCells", try json(cells, place.key("emitterCells"))) }
    members += try text(layer.values, place)
    members += try tiles(layer, place)
    if let model = laidOut[layer.identifier] { members += try layout(model, place) }
    members += try self.timing(timing ?? layer.timing, default: .layer, place)
    if !layer.animations.isEmpty {
      members.add("animations", try animations(layer.animations, of: layer.kind, place.key("animations")))
    }
    if let mask = layer.mask { members.add("mask", try self.layer(mask, place.key("mask"))) }
    // The layers of an animation are in its own file.
    let content = shown?.content?.identifier
    let written = layer.sublayers.filter { $0.identifier != content }
    if !written.isEmpty {
      var sublayers: [JSONValue] = []
      let listPlace = place.key("sublayers")
      for (index, sublayer) in written.enumerated() {
        sublayers.append(try self.layer(sublayer, listPlace.index(index)))
      }
      members.add("sublayers", .array(sublayers))
    }
    return .object(members)
  }

  /// The value of a property that the file does not mention.
  private func defaultValue(of row: LayerProperty, _ kind: LayerKind) -> LayerValue {
    kind == .text && row.key == "contentsScale" ? .number(scale) : row.defaultValue(of: kind)
  }

  /// Whether a value is no image but a picture of the text.
  private func isDrawn(_ row: LayerProperty, _ values: LayerValues) -> Bool {
    row.key == "contents" && values.text.shown?.isDrawn == true
  }

  /// The members of a text layer that are not in the table of keys.
  private func text(_ values: LayerValues, _ place: Place) throws(SceneError) -> Members {
    guard let shown = values.text.shown else { return [] }
    var members: Members = []
    if let text = shown.text { members.add("string", try json(text, place.key("string"))) }
    if let font = shown.fontName { members.add("font", .string(font)) }
    return members
  }

  func timing(
    _ timing: MediaTiming, default defaults: MediaTiming, _ place: Place
  ) throws(SceneError) -> Members {
    var members: Members = []
    for row in TimingProperty.all {
      let value = row.get(timing)
      guard value != row.get(defaults) else { continue }
      if row.mayBeInfinite, case .number(let number) = value, number >= Double(Float.greatestFiniteMagnitude) {
        members.add(row.key, .string("infinity"))
      } else if case .number(let number) = value {
        let place = place.key(row.key)
        let checked = try checked(number, place)
        members.add(row.key, .number(row.isFloat ? shortest(checked) { Double(Float($0)) == number } : checked))
      } else {
        members.add(row.key, try json(value, row.kind, place.key(row.key)))
      }
    }
    return members
  }

  // MARK: Values

  /// A value of a row of the table, within what the reader takes of the row.
  func json(_ value: LayerValue, of row: LayerProperty, _ place: Place) throws(SceneError) -> JSONValue {
    guard case .number(let number) = value else { return try json(value, row.kind, place) }
    guard let range = row.wholeRange else {
      return .number(shortest(try checked(number, place)) { isSame($0, number, row) })
    }
    guard Double(range.lowerBound) <= number, number <= Double(range.upperBound) else {
      throw .unencodable(
        place: place.description,
        problem:
          "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(JSONValue.number(number).flatText)"
      )
    }
    return .number(number)
  }

  func json(_ value: LayerValue, _ kind: LayerValueKind, _ place: Place) throws(SceneError) -> JSONValue {
    switch value {
    case .none: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let number): return .number(try checked(number, place))
    case .point(let point): return try list([point.x, point.y], place)
    case .size(let size): return try list([size.width, size.height], place)
    case .rect(let rect):
      return try list([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height], place)
    case .transform(let transform): return try json(transform, place)
    case .color(let value): return color(value)
    case .colors(let colors): return .array(colors.map(color))
    case .numbers(let numbers): return try list(numbers, place)
    case .path(let path): return try json(path, place)
    case .filters(let filters): return try json(filters, place)
    case .blendMode(let mode): return .string(mode.filterName)
    case .name(let name):
      guard kind == .language else { return .string(EnumerationText.caseName(name)) }
      guard Hyphenator.isTag(name) else {
        throw .unencodable(
          place: place.description, problem: "expected \(kind.expectation), found \(OneLine.quoted(name))")
      }
      return .string(name)
    case .text(let text): return try json(text, place)
    case .options(let bits):
      guard case .options(let options) = kind else { return .array([]) }
      return .array(options.filter { bits & $0.bits == $0.bits }.map { .string($0.name) })
    case .image(let image):
      guard let name = imageNames[ObjectIdentifier(image)] else {
        throw .unencodable(
          place: place.description,
          problem: "expected an image of the scene's images, found one that is in none of them")
      }
      return .string(name)
    }
  }

  func json(_ transform: CATransform3D, _ place: Place) throws(SceneError) -> JSONValue {
    guard CATransform3DIsAffine(transform) else { return try list(transform.numbers, place) }
    let affine = CATransform3DGetAffineTransform(transform)
    let numbers: [Double] = [affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty]
    return .array([.object("affine", try list(numbers, place))])
  }

  func color(_ color: CGColor) -> JSONValue {
    let straight = color.straight
    if let text = ColorText.text(straight) { return .string(text) }
    return .list([straight.red, straight.green, straight.blue, straight.alpha])
  }

  func list(_ numbers: [Double], _ place: Place) throws(SceneError) -> JSONValue {
    for number in numbers { _ = try checked(number, place) }
    return .list(numbers)
  }

  /// A number that can be read back.
  func checked(_ number: Double, _ place: Place) throws(SceneError) -> Double {
    guard abs(number) <= limits.maximumMagnitude else {
      let limit = JSONValue.number(limits.maximumMagnitude).flatText
      throw .unencodable(
        place: place.description, problem: "expected a number from -\(limit) to \(limit), found \(number)")
    }
    return number
  }

  /// The number with as few digits as a property of type `Float` needs, if it then reads back the
  /// same: 0.1 rather than 0.10000000149011612.
  func shortest(_ number: Double, readsBack: (Double) -> Bool) -> Double {
    guard let short = Double("\(Float(number))"), readsBack(short) else { return number }
    return short
  }

  /// Whether a property that is given a number then holds another one.
  private func isSame(_ number: Double, _ stored: Double, _ row: LayerProperty) -> Bool {
    var values = LayerValues()
    return row.set(&values, .number(number)) && row.get(values) == .number(stored)
  }
}

extension [JSONValue.Member] {
  mutating func add(_ key: String, _ value: JSONValue) {
    append(JSONValue.Member(key: key, value: value))
  }
}

extension MediaTiming {
  /// The same local times in a parent whose time is less by `origin`: a scene that is read begins
  /// at 0, whatever time of the tree was the beginning of the scene that was written.
  fileprivate func counted(from origin: Double) -> MediaTiming {
    guard origin != 0 else { return self }
    var timing = self
    // 0 is no beginning, and one that is set would hold back the time before it.
    if beginTime == 0 { timing.timeOffset += origin * speed } else { timing.beginTime -= origin }
    return timing
  }
}
