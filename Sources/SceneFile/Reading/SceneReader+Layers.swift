import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

extension SceneReader {
  /// A layer that has been met and not read yet.
  private struct PendingLayer {
    let json: JSONValue
    let place: Place
    /// 1 for the root.
    let level: Int
    /// The number of times it is drawn, at least 1: enclosing replicators multiply.
    let copies: Int
    let superlayer: CALayer?
    var role = Role.sublayer
  }

  /// The role of a layer in its parent.
  private enum Role {
    case sublayer, mask
    /// The old contents of its transition.
    case old
  }

  /// A layer that has been read, and what lies within it as it stands.
  private struct ReadLayer {
    let layer: CALayer
    var sublayers: [JSONValue] = []
    var mask: JSONValue?
    /// The old contents of its transition, and their place.
    var old: (json: JSONValue, place: Place)?
  }

  /// Reads a layer with all within it, in the order of the file, masks before sublayers.
  ///
  /// It does not recurse, so that the depth of a file costs no stack here.
  mutating func layerTree(_ json: JSONValue, _ place: Place) throws(SceneError) -> CALayer {
    var root: CALayer?
    var olds: [(owner: CALayer, old: CALayer)] = []
    var pending = [PendingLayer(json: json, place: place, level: 1, copies: 1, superlayer: nil)]
    while let next = pending.popLast() {
      try count(next)
      try checkTime()
      let read = try layer(next.json, next.place)
      if let superlayer = next.superlayer {
        switch next.role {
        case .sublayer: superlayer.addSublayer(read.layer)
        case .mask: superlayer.mask = read.layer
        case .old: olds.append((superlayer, read.layer))
        }
      } else {
        root = read.layer
      }
      if let content = (read.layer as? any AnimationLayer)?.content {
        try count(content, copies: next.copies, level: next.level + 1, next.place)
      }
      let listPlace = next.place.key("sublayers")
      // One more than is allowed is as wrong as many more, and no product of it overflows.
      let copies = min(next.copies * Self.instances(of: read.layer), limits.maximumLayers + 1)
      guard read.sublayers.count <= limits.maximumLayers else {
        // Millions of them would take far more memory in the list of what is to be read than as
        // text.
        throw invalid(
          listPlace.index(limits.maximumLayers),
          "expected at most \(limits.maximumLayers) layers in a scene, found more")
      }
      for index in read.sublayers.indices.reversed() {
        pending.append(
          PendingLayer(
            json: read.sublayers[index], place: listPlace.index(index), level: next.level + 1, copies: copies,
            superlayer: read.layer))
      }
      if let mask = read.mask {
        pending.append(
          PendingLayer(
            json: mask, place: next.place.key("mask"), level: next.level + 1, copies: next.copies,
            superlayer: read.layer, role: .mask))
      }
      if let old = read.old {
        pending.append(
          PendingLayer(
            json: old.json, place: old.place, level: next.level + 1, copies: next.copies, superlayer: read.layer,
            role: .old))
      }
    }
    // Those within others first: an old layer is taken as it is.
    for (owner, old) in olds.reversed() { owner.beginTransition(from: old.commit(at: 0)) }
    guard let root else { preconditionFailure("The list begins with the root.") }
    return root
  }

  /// Counts a layer, as often as it is drawn, and its level.
  private mutating func count(_ layer: PendingLayer) throws(SceneError) {
    layerCount += layer.copies
    guard layerCount <= limits.maximumLayers else {
      let instances = layer.copies == 1 ? "" : ", each instance of a replicator counted"
      throw invalid(layer.place, "expected at most \(limits.maximumLayers) layers in a scene\(instances), found more")
    }
    guard layer.level <= limits.maximumLevels else {
      throw invalid(layer.place, "expected at most \(limits.maximumLevels) levels of layers, found more")
    }
  }

  /// The most times that a layer draws its sublayers while it is animated; at least 1.
  static func instances(of layer: CALayer) -> Int {
    (layer as? CAReplicatorLayer).map { InstanceReach(of: $0).mostInstances } ?? 1
  }

  private mutating func layer(_ json: JSONValue, _ place: Place) throws(SceneError) -> ReadLayer {
    guard case .object(let written) = json else { throw expected("a layer", place, found: json) }
    var uses: [(member: JSONValue.Member, names: Set<String>)] = []
    let members = try resolved(written, place) { uses.append(($0, $1)) }
    let layer = try makeLayer(members, place)
    note(uses, of: layer, place)
    var read = ReadLayer(layer: layer)
    var frame: CGRect?
    var animations: JSONValue?
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "class": break
      case "sublayers": read.sublayers = try list(member.value, "a list of layers", valuePlace)
      case "mask": read.mask = member.value
      case "frame": frame = try sizedRect(member.value, valuePlace)
      case "animations": animations = member.value
      default: try readMember(member, of: layer, in: place)
      }
    }
    // After the others, because a frame is a wish that transform and anchor point have a say in,
    // and key paths name the layer's filters.
    if let frame { try setFrame(frame, of: layer, members, place) }
    try checkTiles(of: layer, place)
    if let animations {
      try addAnimations(animations, to: layer, place.key("animations"))
      read.old = oldLayer(in: animations, place.key("animations"))
    }
    // After the animations, which may bring a text.
    try countText(of: layer, place)
    return read
  }

  private mutating func makeLayer(_ members: [JSONValue.Member], _ place: Place) throws(SceneError) -> CALayer {
    guard let member = members.first(where: { $0.key == "class" }) else { return CALayer() }
    let name = try string(member.value, place.key("class"))
    switch LayerKind(rawValue: name) {
    case .layer: return CALayer()
    case .transform: return CATransformLayer()
    case .gradient: return CAGradientLayer()
    case .shape: return CAShapeLayer()
    case .replicator: return CAReplicatorLayer()
    case .scroll: return CAScrollLayer()
    case .text: return textLayer()
    case .emitter: return CAEmitterLayer()
    case .tiled: return tiledLayer()
    case nil where name == SceneKeys.animationLayerClass: return try animationLayer(members, place)
    case nil:
      throw unknownClass(name, at: place.key("class"), known: SceneKeys.layerClasses)
    }
  }

  /// Reads a key that concerns nothing but the layer itself.
  mutating func readMember(_ member: JSONValue.Member, of layer: CALayer, in place: Place) throws(SceneError) {
    let valuePlace = place.key(member.key)
    switch member.key {
    case "name": layer.name = try string(member.value, valuePlace)
    case "layoutManager": layer.layoutManager = try layoutManager(member.value, valuePlace)
    case "constraints": layer.constraints = try constraints(member.value, valuePlace)
    default:
      if let emitter = layer as? CAEmitterLayer, SceneKeys.emitter.contains(member.key) {
        emitter.emitterCells = try emitterCells(member.value, valuePlace).map(CAEmitterCell.init)
      } else if let tiled = layer as? TileFileLayer, SceneKeys.tiled.contains(member.key) {
        tiled.files = try tileFiles(member.value, replacing: tiled.files, valuePlace)
      } else if try !readText(member, of: layer, in: place), try !readAnimationMember(member, of: layer, in: place) {
        try readProperty(member, of: layer, in: place)
      }
    }
  }

  /// Reads a property by its row in one of the two tables.
  private func readProperty(
    _ member: JSONValue.Member, of layer: CALayer, in place: Place
  ) throws(SceneError) {
    let valuePlace = place.key(member.key)
    if let row = LayerProperties.row(member.key, of: layer.kind) {
      guard row.key == member.key else {
        let owner = layer.kind.rawValue
        throw invalid(valuePlace, "is not a key of \(owner); did you mean \"\(row.key)\"?")
      }
      layer.store(
        try value(member.value, for: row, valuePlace), at: LayerKeyPath(property: row, component: .whole))
    } else if let row = TimingProperty.row(member.key) {
      row.set(layer, try timingValue(member.value, row, valuePlace))
    } else {
      throw unknownKey(member.key, of: layer, in: place)
    }
  }

  /// The error for a key that the class of a layer does not have, with the name that is likely
  /// meant: one of the class, else one of another class.
  private func unknownKey(_ key: String, of layer: CALayer, in place: Place) -> SceneError {
    let owner = layer.sceneClass
    let ownKeys = SceneKeys.layer(ofClass: owner)
    let own = unknownKey(key, in: place, of: owner, known: ownKeys)
    guard Suggestion.nearest(to: key, among: ownKeys) == nil else { return own }
    for other in SceneKeys.layerClasses {
      let names = SceneKeys.layer(ofClass: other)
      guard let name = names.contains(key) ? key : Suggestion.otherName(of: key, among: names) else { continue }
      return invalid(place.key(key), "is not a key of \(owner); did you mean \"\(name)\" of \(other)?")
    }
    return own
  }

  /// The value of a row of the table, within what the row takes.
  private func value(_ json: JSONValue, for row: LayerProperty, _ place: Place) throws(SceneError) -> LayerValue {
    if let range = row.wholeRange { return .number(try wholeNumber(json, in: range, place)) }
    switch row.key {
    // The setter makes a negative size positive, the table does not: a file has no reason to give
    // one.
    case "bounds": _ = try sizedRect(json, place)
    case "tileSize": try checkTileSize(json, place)
    case "minimumScaleFactor": try checkPart(json, place)
    default: break
    }
    return try value(json, of: row.kind, place)
  }

  /// A rectangle whose width and height are not negative.
  func sizedRect(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGRect {
    let rect = try rect(json, place)
    guard rect.size.width >= 0, rect.size.height >= 0 else {
      throw invalid(place, "expected a width and a height of at least 0, found \(json.flatText)")
    }
    return rect
  }

  private func checkPart(_ json: JSONValue, _ place: Place) throws(SceneError) {
    guard (0...1).contains(try number(json, place)) else { throw expected("a number from 0 to 1", place, found: json) }
  }

  /// Tiles of no size would cover nothing.
  private func checkTileSize(_ json: JSONValue, _ place: Place) throws(SceneError) {
    let size = try size(json, place)
    guard size.width > 0, size.height > 0 else {
      throw invalid(place, "expected a width and a height above 0, found \(json.flatText)")
    }
  }

  /// A whole number within a range of its own, which may go beyond that of other numbers.
  private func wholeNumber(
    _ json: JSONValue, in range: ClosedRange<Int>, _ place: Place
  ) throws(SceneError) -> Double {
    guard case .number(let number) = json else {
      throw expected(LayerValueKind.number.expectation, place, found: json)
    }
    guard number == number.rounded(), number >= Double(range.lowerBound), number <= Double(range.upperBound) else {
      throw expected("a whole number from \(range.lowerBound) to \(range.upperBound)", place, found: json)
    }
    return number
  }

  func setFrame(
    _ frame: CGRect, of layer: CALayer, _ members: [JSONValue.Member], _ place: Place
  ) throws(SceneError) {
    let place = place.key("frame")
    for other in ["bounds", "position"] where members.contains(where: { $0.key == other }) {
      throw invalid(place, "expected either frame or bounds and position, found frame and \(other)")
    }
    layer.frame = frame
    let (bounds, position) = (layer.bounds, layer.position)
    let numbers = [bounds.width, bounds.height, position.x, position.y]
    guard numbers.allSatisfy({ abs($0) <= limits.maximumMagnitude }) else {
      throw invalid(place, "expected a frame that the transform allows, found none; give bounds and position instead")
    }
  }
}
