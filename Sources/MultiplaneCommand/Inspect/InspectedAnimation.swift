import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile

/// An animation as `inspect --stage layers` shows it, and those of a group beneath it.
struct InspectedAnimation {
  /// `animation`, `group` or `transition`.
  let kind: String
  /// What people read before its facts.
  let title: String
  let key: String?
  let keyPath: String?
  let facts: [InspectedFact]
  let children: [InspectedAnimation]

  init(_ animation: CommittedAnimation) {
    key = animation.key
    keyPath = animation.change.map { keyPathText($0.keyPath) }
    let quoted = animation.key.map { "\"\($0)\"" }
    if let transition = animation.transition {
      kind = "transition"
      title = "transition \(transition.kind.rawValue) \(transition.side.rawValue)"
    } else if let keyPath {
      kind = "animation"
      title = "animation \(quoted.map { $0 + " " } ?? "")of \(keyPath)"
    } else {
      kind = "group"
      title = quoted.map { "group " + $0 } ?? "group"
    }
    facts = Self.facts(of: animation)
    children = animation.children.map { InspectedAnimation($0) }
  }

  func lines(indent: String) -> [String] {
    [indent + "* " + ([title] + facts.map(\.text)).filter { !$0.isEmpty }.joined(separator: " ")]
      + children.flatMap { $0.lines(indent: indent + "  ") }
  }

  var json: JSONValue {
    .members([
      "kind": .string(kind), "key": key.map { .string($0) }, "keyPath": keyPath.map { .string($0) },
      "values": facts.json, "animations": children.isEmpty ? nil : .array(children.map(\.json)),
    ])
  }

  private static func facts(of animation: CommittedAnimation) -> [InspectedFact] {
    var facts: [InspectedFact] = []
    if let transition = animation.transition {
      // The title says so.
      facts.append(InspectedFact("type", .string(transition.kind.rawValue), whole: ""))
      facts.append(InspectedFact("subtype", .string(transition.side.rawValue), whole: ""))
    }
    let change = animation.change
    if let function = change?.valueFunction {
      facts.append(InspectedFact("valueFunction", .string(function.rawValue), function.rawValue))
    }
    if let change { facts += course(of: change) }
    facts += timingFacts(animation.timing, default: .animation)
    if let curve = animation.curve {
      facts.append(
        InspectedFact(
          "timingFunction", .of([Double(curve.x1), Double(curve.y1), Double(curve.x2), Double(curve.y2)]),
          listText(curve.x1, curve.y1, curve.x2, curve.y2)))
    }
    if change?.isAdditive == true { facts.append(InspectedFact("additive", whole: "additive")) }
    if change?.isCumulative == true { facts.append(InspectedFact("cumulative", whole: "cumulative")) }
    if !animation.isRemovedOnCompletion { facts.append(InspectedFact("keptOnCompletion", whole: "keptOnCompletion")) }
    return facts
  }

  private static func course(of change: PropertyChange) -> [InspectedFact] {
    let kind = PropertyChange.valueKind(of: change.keyPath, change.valueFunction) ?? change.keyPath.kind
    switch change.course {
    case .basic(let course): return ends(course, kind)
    case .spring(let course, let spring):
      let numbers = [
        ("mass", spring.mass), ("stiffness", spring.stiffness), ("damping", spring.damping),
        ("initialVelocity", spring.initialVelocity),
      ]
      return ends(course, kind) + numbers.map { InspectedFact($0.0, $0.1) }
    case .keyframes(let course):
      let values = course.values.map { valueText($0, kind: kind) }.joined(separator: ", ")
      let data = JSONValue.array(course.values.map { .of($0, kind: kind) })
      return [InspectedFact("values", data, "(\(values))")] + pacing(course.mode, course.keyTimes)
    case .path(let course):
      let text = "path of \(course.path.elements.count) elements"
      let rotation = course.rotation.map {
        [InspectedFact("rotationMode", .string($0.rawValue), $0.rawValue)]
      }
      return [InspectedFact("path", .string(text), whole: text)] + pacing(course.mode, course.keyTimes)
        + (rotation ?? [])
    }
  }

  private static func ends(_ course: BasicCourse, _ kind: LayerValueKind) -> [InspectedFact] {
    [("from", course.from), ("to", course.to), ("by", course.by)].compactMap { name, value in
      value.map { InspectedFact(name, $0, kind: kind) }
    }
  }

  private static func pacing(_ mode: CalculationMode, _ keyTimes: [Double]?) -> [InspectedFact] {
    let times = keyTimes.map {
      [InspectedFact("keyTimes", .of($0), "(\($0.map(numberText).joined(separator: ", ")))")]
    }
    let named = mode == .linear ? [] : [InspectedFact("calculationMode", .string(mode.rawValue), mode.rawValue)]
    return (times ?? []) + named
  }
}

/// What differs from the default timing; times in seconds.
func timingFacts(_ timing: MediaTiming, default standard: MediaTiming) -> [InspectedFact] {
  let numbers: [(String, Double, Double)] = [
    ("beginTime", timing.beginTime, standard.beginTime), ("timeOffset", timing.timeOffset, standard.timeOffset),
    ("speed", timing.speed, standard.speed), ("duration", timing.duration, standard.duration),
    ("repeatCount", timing.repeatCount, standard.repeatCount),
    ("repeatDuration", timing.repeatDuration, standard.repeatDuration),
  ]
  var facts = numbers.filter { $0.1 != $0.2 }.map { InspectedFact($0.0, $0.1) }
  if timing.autoreverses { facts.append(InspectedFact("autoreverses", whole: "autoreverses")) }
  if timing.fillMode != standard.fillMode {
    facts.append(InspectedFact("fillMode", .string(timing.fillMode.rawValue), timing.fillMode.rawValue))
  }
  return facts
}
