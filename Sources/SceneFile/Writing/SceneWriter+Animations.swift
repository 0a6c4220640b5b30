import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

extension SceneWriter {
  func animations(
    _ animations: [CommittedAnimation], of kind: LayerKind, _ place: Place
  ) throws(SceneError) -> JSONValue {
    var members: Members = []
    let keys = Set(animations.compactMap(\.key))
    for animation in animations {
      // An animation that was added without a key needs one in a file: any that is free.
      let free = (1...).lazy.map { "animation\($0)" }.first { key in
        !keys.contains(key) && !members.contains { $0.key == key }
      }
      let key = animation.key ?? free ?? ""
      members.add(key, try self.animation(animation, of: kind, place.key(key)))
    }
    return .object(members)
  }

  private func animation(
    _ animation: CommittedAnimation, of kind: LayerKind, _ place: Place
  ) throws(SceneError) -> JSONValue {
    var members: Members = []
    switch animation.effect {
    case .property(let change): members = try property(change, of: kind, place)
    case .group(let children):
      let listPlace = place.key("animations")
      var list: [JSONValue] = []
      for (index, child) in children.enumerated() {
        list.append(try self.animation(child, of: kind, listPlace.index(index)))
      }
      members.add("class", .string("CAAnimationGroup"))
      members.add("animations", .array(list))
    case .transition(let transition): members = try self.transition(transition, place)
    }
    if let curve = animation.curve { members.add("timingFunction", try timingFunction(curve, place)) }
    if animation.change?.isAdditive == true { members.add("additive", .boolean(true)) }
    if animation.change?.isCumulative == true { members.add("cumulative", .boolean(true)) }
    members += try timing(animation.timing, default: .animation, place)
    if !animation.isRemovedOnCompletion { members.add("removedOnCompletion", .boolean(false)) }
    return .object(members)
  }

  private func transition(_ transition: Transition, _ place: Place) throws(SceneError) -> Members {
    var members: Members = []
    members.add("class", .string("CATransition"))
    if transition.kind != .fade { members.add("type", .string(transition.kind.rawValue)) }
    if transition.side != .fromLeft { members.add("subtype", .string(transition.side.rawValue)) }
    for (key, number, standard) in [
      ("startProgress", transition.startProgress, 0.0), ("endProgress", transition.endProgress, 1.0),
    ] where number != standard {
      let checked = try checked(number, place.key(key))
      members.add(key, .number(shortest(checked) { Double(Float($0)) == number }))
    }
    if let old = transition.old { members.add("from", try layer(old, place.key("from"))) }
    return members
  }

  private func property(
    _ change: PropertyChange, of kind: LayerKind, _ place: Place
  ) throws(SceneError) -> Members {
    var members: Members = []
    members.add("class", .string(change.course.className))
    members.add("keyPath", .string(change.keyPath.text(of: kind)))
    if let function = change.valueFunction { members.add("valueFunction", .string(function.rawValue)) }
    let valueKind = PropertyChange.valueKind(of: change.keyPath, change.valueFunction) ?? change.keyPath.kind
    switch change.course {
    case .basic(let course): members += try ends(course, valueKind, place)
    case .spring(let course, let spring):
      members += try ends(course, valueKind, place)
      members += try self.spring(spring, place)
    case .keyframes(let course): members += try keyframes(course, valueKind, place)
    case .path(let course): members += try path(course, place)
    }
    return members
  }

  private func ends(_ course: BasicCourse, _ kind: LayerValueKind, _ place: Place) throws(SceneError) -> Members {
    var members: Members = []
    for (key, value) in [("fromValue", course.from), ("toValue", course.to), ("byValue", course.by)] {
      guard let value else { continue }
      members.add(key, try json(value, kind, place.key(key)))
    }
    return members
  }

  private func spring(_ spring: Spring, _ place: Place) throws(SceneError) -> Members {
    var members: Members = []
    let standard = Spring()
    let numbers = [
      ("mass", spring.mass, standard.mass), ("stiffness", spring.stiffness, standard.stiffness),
      ("damping", spring.damping, standard.damping),
      ("initialVelocity", spring.initialVelocity, standard.initialVelocity),
    ]
    for (key, number, standard) in numbers where number != standard {
      members.add(key, .number(try checked(number, place.key(key))))
    }
    if spring.allowsOverdamping { members.add("allowsOverdamping", .boolean(true)) }
    return members
  }

  private func keyframes(
    _ course: KeyframeCourse, _ kind: LayerValueKind, _ place: Place
  ) throws(SceneError) -> Members {
    var members: Members = []
    var values: [JSONValue] = []
    for (index, value) in course.values.enumerated() {
      values.append(try json(value, kind, place.key("values").index(index)))
    }
    members.add("values", .array(values))
    members += try pacing(course.mode, course.keyTimes, course.curves, place)
    let tangents = [
      ("tensionValues", course.tangents.tension), ("continuityValues", course.tangents.continuity),
      ("biasValues", course.tangents.bias),
    ]
    for (key, numbers) in tangents where !numbers.isEmpty { members.add(key, try list(numbers, place.key(key))) }
    return members
  }

  private func path(_ course: PathCourse, _ place: Place) throws(SceneError) -> Members {
    var members: Members = []
    let box = course.path.boundingBox
    if !box.isNull { _ = try list([box.minX, box.minY, box.maxX, box.maxY], place.key("path")) }
    members.add("path", .string(PathText.text(course.path)))
    members += try pacing(course.mode, course.keyTimes, course.curves, place)
    if let rotation = course.rotation { members.add("rotationMode", .string(rotation.rawValue)) }
    return members
  }

  private func pacing(
    _ mode: CalculationMode, _ keyTimes: [Double]?, _ curves: [TimingCurve], _ place: Place
  ) throws(SceneError) -> Members {
    var members: Members = []
    if let keyTimes { members.add("keyTimes", try list(keyTimes, place.key("keyTimes"))) }
    if !curves.isEmpty {
      var list: [JSONValue] = []
      for curve in curves { list.append(try timingFunction(curve, place)) }
      members.add("timingFunctions", .array(list))
    }
    if mode != .linear { members.add("calculationMode", .string(mode.rawValue)) }
    return members
  }

  private func timingFunction(_ curve: TimingCurve, _ place: Place) throws(SceneError) -> JSONValue {
    let name = CAMediaTimingFunctionName.all.first { TimingCurve(named: $0.rawValue) == curve }
    if let name { return .string(name.rawValue) }
    var points: [Double] = []
    for number in [curve.x1, curve.y1, curve.x2, curve.y2] {
      let number = try checked(number, place.key("timingFunction"))
      points.append(shortest(number) { Double(Float($0)) == number })
    }
    return .list(points)
  }
}

extension AnimationCourse {
  /// The class of such an animation.
  fileprivate var className: String {
    switch self {
    case .basic: "CABasicAnimation"
    case .spring: "CASpringAnimation"
    case .keyframes, .path: "CAKeyframeAnimation"
    }
  }
}
