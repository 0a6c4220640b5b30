import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// Animations as `inspect --stage layers` prints them: a line an animation, and those of a group beneath it.
enum AnimationLines {
  static func add(_ animation: CommittedAnimation, indent: String, to lines: inout [String]) {
    lines.append(indent + "* " + text(animation))
    for child in animation.children { add(child, indent: indent + "  ", to: &lines) }
  }

  private static func text(_ animation: CommittedAnimation) -> String {
    let key = animation.key.map { "\"\($0)\" " } ?? ""
    let title =
      animation.transition.map { "transition \($0.kind.rawValue) \($0.side.rawValue)" }
      ?? animation.change.map { "animation \(key)of \(keyPathText($0.keyPath))" }
      ?? (animation.key.map { "group \"\($0)\"" } ?? "group")
    let curve = animation.curve.map { "timingFunction=" + listText($0.x1, $0.y1, $0.x2, $0.y2) }
    let change = animation.change
    let flags = [
      change?.isAdditive == true ? "additive" : nil, change?.isCumulative == true ? "cumulative" : nil,
      animation.isRemovedOnCompletion ? nil : "keptOnCompletion",
    ]
    let function = change?.valueFunction.map { ["valueFunction=\($0.rawValue)"] } ?? []
    let parts = function + (change.map(course) ?? []) + timingTexts(animation.timing, default: .animation)
    return ([title] + parts + ([curve] + flags).compactMap { $0 }).joined(separator: " ")
  }

  private static func course(_ change: PropertyChange) -> [String] {
    let kind = PropertyChange.valueKind(of: change.keyPath, change.valueFunction) ?? change.keyPath.kind
    switch change.course {
    case .basic(let course): return ends(course, kind)
    case .spring(let course, let spring):
      let numbers = [
        ("mass", spring.mass), ("stiffness", spring.stiffness), ("damping", spring.damping),
        ("initialVelocity", spring.initialVelocity),
      ]
      return ends(course, kind) + numbers.map { "\($0.0)=\(numberText($0.1))" }
    case .keyframes(let course):
      let values = course.values.map { valueText($0, kind: kind) }.joined(separator: ", ")
      return ["values=(\(values))"] + pacing(course.mode, course.keyTimes)
    case .path(let course):
      let rotation = course.rotation.map { ["rotationMode=\($0.rawValue)"] } ?? []
      return ["path of \(course.path.elements.count) elements"] + pacing(course.mode, course.keyTimes) + rotation
    }
  }

  private static func ends(_ course: BasicCourse, _ kind: LayerValueKind) -> [String] {
    [("from", course.from), ("to", course.to), ("by", course.by)].compactMap { name, value in
      value.map { "\(name)=\(valueText($0, kind: kind))" }
    }
  }

  private static func pacing(_ mode: CalculationMode, _ keyTimes: [Double]?) -> [String] {
    let times = keyTimes.map { $0.map(numberText).joined(separator: ", ") }
    return (times.map { ["keyTimes=(\($0))"] } ?? []) + (mode == .linear ? [] : ["calculationMode=\(mode.rawValue)"])
  }
}

/// What differs from the default timing; times in seconds.
func timingTexts(_ timing: MediaTiming, default standard: MediaTiming) -> [String] {
  let numbers: [(String, Double, Double)] = [
    ("beginTime", timing.beginTime, standard.beginTime), ("timeOffset", timing.timeOffset, standard.timeOffset),
    ("speed", timing.speed, standard.speed), ("duration", timing.duration, standard.duration),
    ("repeatCount", timing.repeatCount, standard.repeatCount),
    ("repeatDuration", timing.repeatDuration, standard.repeatDuration),
  ]
  return numbers.filter { $0.1 != $0.2 }.map { "\($0.0)=\(numberText($0.1))" }
    + (timing.autoreverses ? ["autoreverses"] : [])
    + (timing.fillMode == standard.fillMode ? [] : ["fillMode=\(timing.fillMode.rawValue)"])
}
