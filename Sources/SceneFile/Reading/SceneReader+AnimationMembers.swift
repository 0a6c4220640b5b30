import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

// The keys that one class of property animation has and others have not.

extension SceneReader {
  /// Reads the keys of property animations and of the animation's class; others are left to the
  /// caller.
  mutating func readMembers(
    _ members: [JSONValue.Member], of animation: CAPropertyAnimation, _ keyPath: LayerKeyPath, _ place: Place
  ) throws(SceneError) {
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "additive": animation.isAdditive = try boolean(member.value, valuePlace)
      case "cumulative": animation.isCumulative = try boolean(member.value, valuePlace)
      default: break
      }
      if let basic = animation as? CABasicAnimation { try readEnd(member, of: basic, keyPath, valuePlace) }
      if let spring = animation as? CASpringAnimation { try readSpring(member, of: spring, valuePlace) }
      if let keyframes = animation as? CAKeyframeAnimation {
        try readKeyframes(member, of: keyframes, keyPath, valuePlace)
      }
    }
    if let keyframes = animation as? CAKeyframeAnimation { try check(keyframes, place) }
  }

  // MARK: Basic animations and springs

  private func readEnd(
    _ member: JSONValue.Member, of animation: CABasicAnimation, _ keyPath: LayerKeyPath, _ place: Place
  ) throws(SceneError) {
    guard ["fromValue", "toValue", "byValue"].contains(member.key) else { return }
    if member.key == "byValue", keyPath.interpolation != .continuous {
      throw invalid(place, "\"\(keyPath.property.key)\" cannot change by an amount; give fromValue and toValue")
    }
    let value = try animatedValue(member.value, of: animation, keyPath, place)
    switch member.key {
    case "fromValue": animation.fromValue = value
    case "toValue": animation.toValue = value
    default: animation.byValue = value
    }
  }

  private func readSpring(
    _ member: JSONValue.Member, of spring: CASpringAnimation, _ place: Place
  ) throws(SceneError) {
    switch member.key {
    case "mass": spring.mass = try number(member.value, place, "a number above 0") { $0 > 0 }
    case "stiffness": spring.stiffness = try number(member.value, place, "a number above 0") { $0 > 0 }
    case "damping": spring.damping = try number(member.value, place, "a number of at least 0") { $0 >= 0 }
    case "initialVelocity": spring.initialVelocity = try number(member.value, place)
    case "allowsOverdamping": spring.allowsOverdamping = try boolean(member.value, place)
    default: break
    }
  }

  private func number(
    _ json: JSONValue, _ place: Place, _ expectation: String, where isValid: (Double) -> Bool
  ) throws(SceneError) -> Double {
    let number = try number(json, place)
    guard isValid(number) else { throw expected(expectation, place, found: json) }
    return number
  }

  // MARK: Keyframes

  /// Counts key frames that an animation is to have, as they are with the values of parameters.
  private mutating func countKeyframes(_ count: Int, _ place: Place) throws(SceneError) {
    keyframeCount += count
    guard keyframeCount <= limits.maximumKeyframes else {
      throw invalid(place, "expected at most \(limits.maximumKeyframes) key frames in a scene, found more")
    }
  }

  private mutating func readKeyframes(
    _ member: JSONValue.Member, of animation: CAKeyframeAnimation, _ keyPath: LayerKeyPath, _ place: Place
  ) throws(SceneError) {
    switch member.key {
    case "values":
      var values: [Any] = []
      let elements = try list(member.value, "a list of values", place)
      try countKeyframes(elements.count, place)
      for (index, element) in elements.enumerated() {
        values.append(try animatedValue(element, of: animation, keyPath, place.index(index)))
      }
      animation.values = values
    case "path":
      guard animation.valueFunction == nil, keyPath.kind == .point || keyPath.kind == .size else {
        throw invalid(place, "expected the key path of a point such as \"position\", found another kind of value")
      }
      let path = try path(member.value, place)
      guard !path.isEmpty else { throw expected("a path to follow", place, found: member.value) }
      try countKeyframes(path.elements.count, place)
      animation.path = path
    case "keyTimes":
      animation.keyTimes = try numberList(member.value, place)
    case "timingFunctions":
      var functions: [CAMediaTimingFunction] = []
      for (index, element) in try list(member.value, "a list of timing functions", place).enumerated() {
        functions.append(try timingFunction(element, place.index(index)))
      }
      animation.timingFunctions = functions
    case "calculationMode":
      let name = try word(member.value, of: CalculationMode.allCases.map(\.rawValue), place)
      animation.calculationMode = CAAnimationCalculationMode(rawValue: name)
    case "rotationMode":
      let rawNames = ["rotateAuto": "auto", "rotateAutoReverse": "autoReverse"]
      let name = try word(member.value, of: ["auto", "autoReverse", "rotateAuto", "rotateAutoReverse"], place)
      animation.rotationMode = CAAnimationRotationMode(rawValue: rawNames[name] ?? name)
    case "tensionValues": animation.tensionValues = try numberList(member.value, place)
    case "continuityValues": animation.continuityValues = try numberList(member.value, place)
    case "biasValues": animation.biasValues = try numberList(member.value, place)
    default: break
    }
  }

  private func numberList(_ json: JSONValue, _ place: Place) throws(SceneError) -> [NSNumber] {
    var numbers: [NSNumber] = []
    for (index, element) in try list(json, "a list of numbers", place).enumerated() {
      numbers.append(NSNumber(value: try number(element, place.index(index))))
    }
    return numbers
  }

  /// Checks across several keys: that the animation has values, and key times that fit them.
  private func check(_ animation: CAKeyframeAnimation, _ place: Place) throws(SceneError) {
    let count = animation.values?.count ?? 0
    guard count > 0 || animation.path != nil else {
      let problem = animation.values == nil ? "is missing; expected" : "is empty; expected"
      throw invalid(place.key("values"), "\(problem) a list of values, or a path")
    }
    let isPaced = CalculationMode(named: animation.calculationMode.rawValue).isPaced
    guard let times = animation.keyTimes?.map(\.doubleValue), !isPaced else { return }
    // Those of a path may time fewer segments than it has.
    guard animation.path == nil else { return }
    let needed = animation.calculationMode == .discrete ? count + 1 : count
    // A value alone has no effect, whatever its times.
    guard needed > 1, !KeyframeTimes.fit(times, count: needed) else { return }
    let found = JSONValue.list(times).flatText
    throw invalid(place.key("keyTimes"), "expected \(needed) numbers, found \(found)")
  }

  // MARK: Values

  /// A value of the property or of the filter's input, or as many numbers as the value function
  /// takes.
  private func animatedValue(
    _ json: JSONValue, of animation: CAPropertyAnimation, _ keyPath: LayerKeyPath, _ place: Place
  ) throws(SceneError) -> Any {
    if case .filterInput(_, let key) = keyPath.component, let example = FilterDescription.exampleInput(forKey: key) {
      return LayerValue(try input(json, like: example, place)).animationValue
    }
    guard let name = animation.valueFunction?.name, let function = ValueFunction(rawValue: name.rawValue) else {
      return try value(json, of: keyPath.kind, place).animationValue
    }
    if function.inputCount == 1 { return try number(json, place) }
    return try numbers(json, count: function.inputCount, "\(function.inputCount) numbers", place)
  }
}

extension LayerValue {
  /// The value as an animation takes it; `NSNull` for no colour and no image, since nil means that
  /// none is given.
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
    case .path(let value): value
    case .filters(let values): values.map(CIFilter.init)
    case .blendMode(let mode): mode.filterName
    case .name(let value): value
    case .options(let bits): bits
    case .text(let text): text.object
    }
  }
}
