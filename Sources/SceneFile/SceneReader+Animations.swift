import Graphics
import LayerTree
import RenderTree

extension SceneReader {
  /// Reads `{key: animation}` and adds each animation to the layer, in the order of the file.
  func addAnimations(_ json: JSONValue, to layer: CALayer, _ place: Place) throws(SceneError) {
    guard case .object(let members) = json else { throw expected("an object of {key: animation}", place, found: json) }
    for member in members {
      layer.add(try animation(member.value, of: layer.kind, place.key(member.key)), forKey: member.key)
    }
  }

  private func animation(
    _ json: JSONValue, of kind: LayerKind, _ place: Place
  ) throws(SceneError) -> CABasicAnimation {
    guard case .object(let members) = json else { throw expected("an animation", place, found: json) }
    guard let className = members.first(where: { $0.key == "class" })?.value else {
      throw invalid(place.key("class"), "is missing; expected \"CABasicAnimation\"")
    }
    let name = try string(className, place.key("class"))
    guard SceneKeys.animationClasses.contains(name) else {
      throw unknownClass(
        name, at: place.key("class"), known: SceneKeys.animationClasses, toCome: SceneKeys.animationClassesToCome)
    }
    guard let path = members.first(where: { $0.key == "keyPath" })?.value else {
      throw invalid(place.key("keyPath"), "is missing; expected a key path such as \"position.x\"")
    }
    let keyPath = try keyPath(path, of: kind, place.key("keyPath"))
    let animation = CABasicAnimation(keyPath: keyPath.text(of: kind))
    for member in members { try read(member, of: animation, keyPath, place) }
    return animation
  }

  private func read(
    _ member: JSONValue.Member, of animation: CABasicAnimation, _ keyPath: LayerKeyPath, _ place: Place
  ) throws(SceneError) {
    let valuePlace = place.key(member.key)
    switch member.key {
    case "class", "keyPath":
      break
    case "fromValue":
      animation.fromValue = try value(member.value, of: keyPath.kind, valuePlace).animationValue
    case "toValue":
      animation.toValue = try value(member.value, of: keyPath.kind, valuePlace).animationValue
    case "byValue":
      guard keyPath.property.interpolation == .continuous else {
        throw invalid(valuePlace, "\"\(keyPath.property.key)\" cannot change by an amount; give fromValue and toValue")
      }
      animation.byValue = try value(member.value, of: keyPath.kind, valuePlace).animationValue
    case "additive":
      animation.isAdditive = try boolean(member.value, valuePlace)
    case "cumulative":
      animation.isCumulative = try boolean(member.value, valuePlace)
    case "removedOnCompletion":
      animation.isRemovedOnCompletion = try boolean(member.value, valuePlace)
    case "timingFunction":
      animation.timingFunction = try timingFunction(member.value, valuePlace)
    default:
      guard let row = TimingProperty.row(member.key) else {
        throw unknownKey(
          member.key, in: place, of: "CABasicAnimation",
          known: SceneKeys.basicAnimation + TimingProperty.all.map(\.key))
      }
      var timing: any CAMediaTiming = animation
      row.set(&timing, try timingValue(member.value, row, valuePlace))
    }
  }

  private func keyPath(_ json: JSONValue, of kind: LayerKind, _ place: Place) throws(SceneError) -> LayerKeyPath {
    let text = try string(json, place)
    guard let keyPath = LayerKeyPath(text, of: kind) else {
      let suggestion = Suggestion.sentence(for: text, among: LayerKeyPath.animatable(of: kind))
      throw invalid(place, "expected a key path of \(kind.rawValue), found \(json.found)" + suggestion)
    }
    guard keyPath.property.interpolation != .none else {
      throw invalid(place, "expected a key path that can be animated, found \(json.found)")
    }
    return keyPath
  }

  /// Reads a value of one of CAMediaTiming's keys.
  func timingValue(_ json: JSONValue, _ row: TimingProperty, _ place: Place) throws(SceneError) -> LayerValue {
    guard row.mayBeInfinite else { return try value(json, of: row.kind, place) }
    if json == .string("infinity") { return .number(.infinity) }
    guard case .number = json else { throw expected("a number or \"infinity\"", place, found: json) }
    return .number(try number(json, place))
  }

  /// Reads the name of a curve, or the two control points of one; their x lie in 0…1.
  private func timingFunction(_ json: JSONValue, _ place: Place) throws(SceneError) -> CAMediaTimingFunction {
    let names = CAMediaTimingFunctionName.all.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let expectation = "one of \(names) or [c1x, c1y, c2x, c2y]"
    switch json {
    case .string(let text):
      guard let name = CAMediaTimingFunctionName.all.first(where: { $0.rawValue == text }) else {
        throw expected(expectation, place, found: json)
      }
      return CAMediaTimingFunction(name: name)
    case .array:
      let points = try numbers(json, count: 4, expectation, place)
      for index in [0, 2] where !(0...1).contains(points[index]) {
        throw expected("an x from 0 to 1", place.index(index), found: .number(points[index]))
      }
      return CAMediaTimingFunction(
        controlPoints: Float(points[0]), Float(points[1]), Float(points[2]), Float(points[3]))
    default:
      throw expected(expectation, place, found: json)
    }
  }
}

extension LayerValue {
  /// The value as an animation takes it; `NSNull` for no colour and no image, since nil means that none is given.
  fileprivate var animationValue: Any {
    switch self {
    case .none: NSNull()
    case .boolean(let value): value
    case .number(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    case .colors(let value): value
    case .numbers(let value): value
    case .image(let value): value
    case .name(let value): value
    case .options(let bits): bits
    }
  }
}
