import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

// Animations: a layer's, and those in groups. What belongs to one class only is in
// `SceneReader+AnimationMembers.swift`.

extension SceneReader {
  /// Reads `{key: animation}` and adds each animation to the layer, in the order of the file.
  mutating func addAnimations(_ json: JSONValue, to layer: CALayer, _ place: Place) throws(SceneError) {
    guard case .object(let members) = json else { throw expected("an object of {key: animation}", place, found: json) }
    for member in members {
      let animation = try animation(member.value, on: layer, place.key(member.key))
      guard !(animation is CATransition) || member.key == kCATransition else {
        throw invalid(place.key(member.key), "is a CATransition, whose key is always \"\(kCATransition)\"")
      }
      layer.add(animation, forKey: member.key)
    }
  }

  private mutating func animation(
    _ json: JSONValue, on layer: CALayer, _ place: Place
  ) throws(SceneError) -> CAAnimation {
    try checkTime()
    guard case .object(let members) = json else { throw expected("an animation", place, found: json) }
    guard let className = members.first(where: { $0.key == "class" })?.value else {
      throw invalid(place.key("class"), "is missing; expected an animation's class such as \"CABasicAnimation\"")
    }
    let name = try string(className, place.key("class"))
    let animation: CAAnimation
    switch name {
    case "CAAnimationGroup": animation = try group(members, on: layer, place)
    case "CABasicAnimation": animation = try property(CABasicAnimation(), members, on: layer, place)
    case "CASpringAnimation": animation = try property(CASpringAnimation(), members, on: layer, place)
    case "CAKeyframeAnimation": animation = try property(CAKeyframeAnimation(), members, on: layer, place)
    case "CATransition": animation = try transition(members, place)
    default:
      throw unknownClass(name, at: place.key("class"), known: SceneKeys.animationClasses)
    }
    for member in members { try readShared(member, of: animation, className: name, place) }
    return animation
  }

  /// The keys of every animation; those of the class have been read.
  private func readShared(
    _ member: JSONValue.Member, of animation: CAAnimation, className: String, _ place: Place
  ) throws(SceneError) {
    let valuePlace = place.key(member.key)
    switch member.key {
    case "removedOnCompletion":
      animation.isRemovedOnCompletion = try boolean(member.value, valuePlace)
    case "timingFunction":
      animation.timingFunction = try timingFunction(member.value, valuePlace)
    default:
      if let row = TimingProperty.row(member.key) {
        row.set(animation, try timingValue(member.value, row, valuePlace))
        return
      }
      let known = SceneKeys.animation(ofClass: className)
      guard known.contains(member.key) else { throw unknownKey(member.key, in: place, of: className, known: known) }
    }
  }

  private mutating func group(
    _ members: [JSONValue.Member], on layer: CALayer, _ place: Place
  ) throws(SceneError) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    let listPlace = place.key("animations")
    guard let json = members.first(where: { $0.key == "animations" })?.value else {
      throw invalid(listPlace, "is missing; expected a list of animations")
    }
    var children: [CAAnimation] = []
    for (index, child) in try list(json, "a list of animations", listPlace).enumerated() {
      let animation = try animation(child, on: layer, listPlace.index(index))
      guard !(animation is CATransition) else {
        throw invalid(listPlace.index(index), "is a CATransition, which no group runs; give it to the layer itself")
      }
      children.append(animation)
    }
    guard !children.isEmpty else { throw expected("at least one animation", listPlace, found: json) }
    group.animations = children
    return group
  }

  private mutating func property<Animation: CAPropertyAnimation>(
    _ animation: Animation, _ members: [JSONValue.Member], on layer: CALayer, _ place: Place
  ) throws(SceneError) -> Animation {
    guard let path = members.first(where: { $0.key == "keyPath" })?.value else {
      throw invalid(place.key("keyPath"), "is missing; expected a key path such as \"position.x\"")
    }
    let keyPath = try keyPath(path, on: layer, place.key("keyPath"))
    animation.keyPath = keyPath.text(of: layer.kind)
    if let json = members.first(where: { $0.key == "valueFunction" })?.value {
      animation.valueFunction = try valueFunction(json, of: keyPath, place.key("valueFunction"))
    }
    try readMembers(members, of: animation, keyPath, place)
    return animation
  }

  private func keyPath(_ json: JSONValue, on layer: CALayer, _ place: Place) throws(SceneError) -> LayerKeyPath {
    let text = try string(json, place)
    func suggestion() -> String { Suggestion.sentence(for: text, among: LayerKeyPath.animatable(on: layer)) }
    guard let keyPath = LayerKeyPath(text, of: layer.kind) else {
      throw invalid(place, "expected a key path of \(layer.kind.rawValue), found \(json.found)" + suggestion())
    }
    guard keyPath.interpolation != .none else {
      throw invalid(place, "expected a key path that can be animated, found \(json.found)")
    }
    if case .filterInput = keyPath.component, keyPath.value(in: layer.values) == nil {
      throw invalid(place, "expected an input of one of the layer's filters, found \(json.found)" + suggestion())
    }
    guard !keyPath.isOfEmitterCell || keyPath.isThere(on: layer) else {
      throw invalid(place, "expected a key of one of the layer's emitter cells, found \(json.found)" + suggestion())
    }
    return keyPath
  }

  private func valueFunction(
    _ json: JSONValue, of keyPath: LayerKeyPath, _ place: Place
  ) throws(SceneError) -> CAValueFunction? {
    let name = try word(json, of: ValueFunction.allCases.map(\.rawValue), place)
    guard keyPath.kind == .transform else {
      throw invalid(place, "makes a transform, but \"\(keyPath.property.key)\" is no whole transform")
    }
    return CAValueFunction(name: CAValueFunctionName(rawValue: name))
  }
}
