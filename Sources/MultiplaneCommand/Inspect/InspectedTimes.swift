import MultiplaneCompositor
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene at several times: pictures, and what differs between any two of them.
struct InspectedTimes {
  let times: [Double]
  private let trees: [RenderTree]

  /// Frames that are drawn beforehand at most; fewer of a scene that takes long.
  static let mostFrames = 60
  /// The limit of all frames, in estimated seconds of one core.
  private static let mostSeconds = 20.0
  /// Layers that are compared, counted in each pair of frames, at most.
  private static let mostComparisons = 1_000_000
  /// Causes of one pair's damage that are told at most.
  private static let mostCauses = 24

  /// - Parameters:
  ///   - span: the first time and the last one; nil for the animations' own.
  ///   - cost: seconds that a frame takes.
  init(
    of committed: CommittedTree, span: ClosedRange<Double>?, cost: Double, within limits: DrawingLimits
  ) throws(DrawingExcess) {
    guard committed.root.isAnimated else {
      let time = span?.lowerBound ?? 0
      times = [time]
      trees = [try limits.evaluating { committed.evaluate(at: time) }]
      return
    }
    let (first, last) = span.map { ($0.lowerBound, $0.upperBound) } ?? (0, Self.end(of: committed.root))
    let start = try limits.evaluating { committed.evaluate(at: first) }
    let layers = max(1, start.root?.count ?? 1)
    let byPairs = Int((2 * Double(Self.mostComparisons / layers)).squareRoot())
    let byCost = Int(min(Double(Self.mostFrames), Self.mostSeconds / max(cost, 1e-6)))
    let count = max(2, min(Self.mostFrames, byPairs, byCost))
    var (times, trees): ([Double], [RenderTree]) = ([], [])
    for index in 0..<count {
      let time = first + (last - first) * Double(index) / Double(count - 1)
      times.append(time)
      trees.append(try limits.evaluating { committed.evaluate(at: time) })
    }
    (self.times, self.trees) = (times, trees)
  }

  /// The end of the last animation's first run, in scene time, from one second to ten: what repeats
  /// for ever has been seen then.
  private static func end(of root: CommittedLayer) -> Double {
    var last = 0.0
    AnimationSpan.forEach(in: root) { _, _, span in
      if span.end.isFinite { last = max(last, span.end) }
    }
    return min(max(last, 1), 10)
  }

  // MARK: Data

  /// The frames as WebP files in Base64, no side longer than a number of pixels.
  func frames(longestSide: Int, with painter: InspectionPainter) throws -> JSONValue {
    var frames: [JSONValue] = []
    var (last, lastFrame): (RenderTree?, JSONValue) = (nil, .null)
    for tree in trees {
      // What does not move looks the same.
      if let last, last.root === tree.root {
        frames.append(lastFrame)
        continue
      }
      lastFrame = try PictureData.json(of: painter.picture(of: tree, longestSide: longestSide))
      last = tree
      frames.append(lastFrame)
    }
    return .array(frames)
  }

  /// For each pair of frames, the earlier one first, in the order 0–1, 0–2, …, 1–2, …: how many
  /// pixels differ, the rectangles, and which layers are the cause, as their numbers with an index
  /// into `reasons`.
  func damage() -> JSONValue {
    var reasons: [String] = []
    var pairs: [JSONValue] = []
    for first in trees.indices {
      for second in trees.indices.dropFirst(first + 1) {
        let damage = Damage(from: trees[first], to: trees[second], listsCauses: true)
        var causes: [Double] = []
        var seen: Set<LayerIdentifier> = []
        for cause in damage.causes where seen.count < Self.mostCauses && seen.insert(cause.layer).inserted {
          let reason = cause.reason.rawValue
          if !reasons.contains(reason) { reasons.append(reason) }
          causes += [Double(cause.layer.rawValue), Double(reasons.firstIndex(of: reason) ?? 0)]
        }
        let boxes = damage.region.boxes.flatMap {
          [Double($0.minX), Double($0.minY), Double($0.width), Double($0.height)]
        }
        pairs.append(.array([.of(damage.region.pixelCount), .of(boxes), .of(causes)]))
      }
    }
    return .members(["reasons": .array(reasons.map { .string($0) }), "pairs": .array(pairs)])
  }

  /// The animations in scene time.
  static func animations(of root: CommittedLayer) -> JSONValue {
    var animations: [JSONValue] = []
    AnimationSpan.forEach(in: root) { layer, animation, span in
      animations.append(
        .members([
          "layer": .of(Int(clamping: layer.identifier.rawValue)), "title": .string(animation.title),
          "begin": .of(span.begin), "end": .of(span.end), "allEnd": .of(span.allEnd),
          "keyTimes": .of(span.keyTimes),
        ]))
    }
    return .array(animations)
  }
}

/// When an animation runs, in scene time, as far as its layers' timing tells that without a look at
/// every moment.
struct AnimationSpan {
  let begin: Double
  /// Of the first run; infinite for one without end.
  let end: Double
  /// Of all runs.
  let allEnd: Double
  /// The times of key frames within the first run.
  let keyTimes: [Double]

  /// Calls a body for each animation of a layer and all in it, those of groups among them.
  static func forEach(
    in root: CommittedLayer, _ body: (CommittedLayer, InspectedAnimation, AnimationSpan) -> Void
  ) {
    visit(root, from: { $0 }, body)
  }

  /// - Parameter sceneTime: the scene time at a time of the superlayer.
  private static func visit(
    _ layer: CommittedLayer, from sceneTime: @escaping (Double) -> Double,
    _ body: (CommittedLayer, InspectedAnimation, AnimationSpan) -> Void
  ) {
    let own = { sceneTime(layer.timing.parentTime(at: $0)) }
    for animation in layer.animations { visit(animation, of: layer, from: own, body) }
    if let mask = layer.mask, mask.isAnimated { visit(mask, from: own, body) }
    for sublayer in layer.sublayers where sublayer.isAnimated { visit(sublayer, from: own, body) }
  }

  private static func visit(
    _ animation: CommittedAnimation, of layer: CommittedLayer, from sceneTime: @escaping (Double) -> Double,
    _ body: (CommittedLayer, InspectedAnimation, AnimationSpan) -> Void
  ) {
    let timing = animation.timing
    let run = timing.duration * (timing.autoreverses ? 2 : 1)
    let runs = timing.repeatDuration > 0 ? timing.repeatDuration : run * max(timing.repeatCount, 1)
    let inParent = { sceneTime(timing.parentTime(at: $0)) }
    var keys: [Double] = []
    if case .keyframes(let course)? = animation.change?.course { keys = course.keyTimes ?? [] }
    if case .path(let course)? = animation.change?.course { keys = course.keyTimes ?? [] }
    let span = AnimationSpan(
      begin: inParent(timing.timeOffset), end: inParent(timing.timeOffset + run),
      allEnd: inParent(timing.timeOffset + runs),
      keyTimes: keys.map { inParent(timing.timeOffset + $0 * timing.duration) })
    body(layer, InspectedAnimation(animation), span)
    for child in animation.children { visit(child, of: layer, from: inParent, body) }
  }
}

extension MediaTiming {
  /// The parent's time at a time of one's own; one's own begin where its speed is 0.
  fileprivate func parentTime(at time: Double) -> Double {
    speed == 0 ? beginTime : (time - timeOffset) / speed + beginTime
  }
}
