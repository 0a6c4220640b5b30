import Graphics
import LayerTree
import RenderTree

extension SceneReader {
  /// A layer that has been met and not read yet.
  private struct PendingLayer {
    let json: JSONValue
    let place: Place
    /// 1 for the root.
    let level: Int
    let superlayer: CALayer?
  }

  /// Reads a layer with all within it, in the order of the file.
  ///
  /// It does not recurse, so that the depth of a file costs no stack here.
  mutating func layerTree(_ json: JSONValue, _ place: Place) throws(SceneError) -> CALayer {
    var root: CALayer?
    var pending = [PendingLayer(json: json, place: place, level: 1, superlayer: nil)]
    while let next = pending.popLast() {
      layerCount += 1
      guard layerCount <= limits.maximumLayers else {
        throw invalid(next.place, "expected at most \(limits.maximumLayers) layers in a scene, found more")
      }
      guard next.level <= limits.maximumLevels else {
        throw invalid(next.place, "expected at most \(limits.maximumLevels) levels of layers, found more")
      }
      let (layer, sublayers) = try layer(next.json, next.place)
      if let superlayer = next.superlayer { superlayer.addSublayer(layer) } else { root = layer }
      let listPlace = next.place.key("sublayers")
      for (index, sublayer) in sublayers.enumerated().reversed() {
        pending.append(
          PendingLayer(json: sublayer, place: listPlace.index(index), level: next.level + 1, superlayer: layer))
      }
    }
    guard let root else { preconditionFailure("The list begins with the root.") }
    return root
  }

  /// Reads one layer, and gives its sublayers as they stand.
  private func layer(_ json: JSONValue, _ place: Place) throws(SceneError) -> (CALayer, sublayers: [JSONValue]) {
    guard case .object(let members) = json else { throw expected("a layer", place, found: json) }
    let layer = try makeLayer(members, place)
    var sublayers: [JSONValue] = []
    var frame: CGRect?
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "class": break
      case "name": layer.name = try string(member.value, valuePlace)
      case "sublayers": sublayers = try list(member.value, "a list of layers", valuePlace)
      case "frame": frame = try sizedRect(member.value, valuePlace)
      case "animations": try addAnimations(member.value, to: layer, valuePlace)
      default: try readProperty(member, of: layer, in: place)
      }
    }
    // Last, because a frame is a wish that transform and anchor point have a say in.
    if let frame { try setFrame(frame, of: layer, members, place) }
    return (layer, sublayers)
  }

  private func makeLayer(_ members: [JSONValue.Member], _ place: Place) throws(SceneError) -> CALayer {
    guard let member = members.first(where: { $0.key == "class" }) else { return CALayer() }
    let place = place.key("class")
    let name = try string(member.value, place)
    switch LayerKind(rawValue: name) {
    case .layer: return CALayer()
    case .transform: return CATransformLayer()
    case nil:
      throw unknownClass(
        name, at: place, known: LayerKind.allCases.map(\.rawValue), toCome: SceneKeys.layerClassesToCome)
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
      // The setter makes a negative size positive, the table does not: a file has no reason to give one.
      if row.key == "bounds" { _ = try sizedRect(member.value, valuePlace) }
      let value = try value(member.value, of: row.kind, valuePlace)
      layer.store(value, at: LayerKeyPath(property: row, component: .whole))
    } else if let row = TimingProperty.row(member.key) {
      var timing: any CAMediaTiming = layer
      row.set(&timing, try timingValue(member.value, row, valuePlace))
    } else {
      throw unknownKey(
        member.key, in: place, of: layer.kind.rawValue, known: SceneKeys.layer(of: layer.kind),
        toCome: SceneKeys.layerToCome)
    }
  }

  /// A rectangle whose width and height are not negative.
  private func sizedRect(_ json: JSONValue, _ place: Place) throws(SceneError) -> CGRect {
    let rect = try rect(json, place)
    guard rect.size.width >= 0, rect.size.height >= 0 else {
      throw invalid(place, "expected a width and a height of at least 0, found \(json.flatText)")
    }
    return rect
  }

  private func setFrame(
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
