import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneSceneFile

// Tracks as values and keyframe animations of layers.

extension LottieBuilder {
  /// Sets a property of a layer to a track's value, or animates it.
  ///
  /// - Parameters:
  ///   - keyPath: the layer's property.
  ///   - isSampled: whether to sample the track at every frame, because the property's value does
  ///     not change as evenly as the track's.
  ///   - convert: makes the property's value.
  func set<Value>(
    _ track: Track<Value>, _ keyPath: String, of layer: CALayer, _ map: TimeMap, isSampled: Bool = false,
    _ convert: (Value) -> Any
  ) throws(SceneError) {
    if let value = try animate(track, keyPath, of: layer, map, isSampled: isSampled, convert) {
      layer.setValue(value, forKeyPath: keyPath)
    }
  }

  /// Animates a property of a layer.
  ///
  /// - Returns: the property's value if it does not change, which the caller sets; nil if it is
  ///   animated.
  func animate<Value, Property>(
    _ track: Track<Value>, _ keyPath: String, of layer: CALayer, _ map: TimeMap, isSampled: Bool = false,
    _ convert: (Value) -> Property
  ) throws(SceneError) -> Property? {
    guard let timeline = try timeline(track, map, isSampled: isSampled) else {
      return convert(track.isAnimated ? track.value(at: map.local(at: frames.lowerBound)) : track.first)
    }
    let animation = animation(timeline, keyPath)
    animation.values = timeline.moments.map { convert($0.value) }
    layer.add(animation, forKey: keyPath)
    return nil
  }

  /// Sets a property that is a number.
  func set(
    _ track: Track<Double>, _ keyPath: String, of layer: CALayer, _ map: TimeMap, times factor: Double = 1
  ) throws(SceneError) {
    try set(track, keyPath, of: layer, map) { $0 * factor }
  }

  /// Sets or animates the opacity of a layer, from per cent.
  func setOpacity(_ track: Track<Double>, of layer: CALayer, _ map: TimeMap) throws(SceneError) {
    guard !track.isConstant({ $0 >= 100 }) else { return }
    try set(track, "opacity", of: layer, map, times: 0.01)
  }

  /// Sets or animates the position of a layer, along the curves of its track.
  func setPosition(_ track: Track<Vector>, of layer: CALayer, _ map: TimeMap) throws(SceneError) {
    guard track.isAnimated else {
      layer.position = track.first.point
      return
    }
    guard let timeline = try timeline(track, map), timeline.moments.contains(where: { $0.tangents != .none }) else {
      return try set(track, "position", of: layer, map) { $0.point }
    }
    let animation = animation(timeline, "position")
    let path = CGMutablePath()
    path.move(to: timeline.moments[0].value.point)
    for (moment, next) in zip(timeline.moments, timeline.moments.dropFirst()) {
      if moment.tangents == .none {
        path.addLine(to: next.value.point)
      } else {
        path.addCurve(
          to: next.value.point, control1: (moment.value + moment.tangents.out).point,
          control2: (next.value + moment.tangents.into).point)
      }
    }
    animation.path = path
    layer.add(animation, forKey: "position")
  }

  /// Shows a layer only in a range of its composition's frames. What is visible at the end of the
  /// animation stays visible after it.
  func setVisibility(from start: Double, to end: Double, of layer: CALayer, _ map: TimeMap) throws(SceneError) {
    var moments: [(frame: Double, isHidden: Bool)] = []
    if map.isLinear {
      let (first, last) = (map.frame(ofLocal: start), map.frame(ofLocal: end))
      if first > frames.lowerBound { moments = [(frames.lowerBound, true)] }
      moments.append((first.isFinite ? first : min(frames.lowerBound, last), false))
      if last < frames.upperBound { moments.append((last, true)) }
    } else {
      moments = try hiddenSamples(map) { $0 < start || $0 >= end }
    }
    setHidden(moments, of: layer)
  }

  /// Shows and hides a layer at frames of its composition, in order.
  func setVisibility(
    _ changes: [(frame: Double, isVisible: Bool)], of layer: CALayer, _ map: TimeMap
  ) throws(SceneError) {
    if map.isLinear {
      try reading.addKeys(changes.count, .scene)
      setHidden(changes.map { (map.frame(ofLocal: $0.frame), !$0.isVisible) }, of: layer)
    } else {
      setHidden(
        try hiddenSamples(map) { frame in
          let last = changes.last { $0.frame <= frame } ?? changes.first
          return last?.isVisible == false
        }, of: layer)
    }
  }

  /// The frames of the animation at which a layer in remapped time is shown or hidden.
  private func hiddenSamples(
    _ map: TimeMap, _ isHidden: (Double) -> Bool
  ) throws(SceneError) -> [(frame: Double, isHidden: Bool)] {
    try reading.addKeys(Int(frames.upperBound - frames.lowerBound) + 1, .scene)
    var moments: [(frame: Double, isHidden: Bool)] = []
    for frame in Timeline<Double>.samples(of: frames) {
      let isHidden = isHidden(map.local(at: frame) + Timeline<Double>.lead)
      if moments.last?.isHidden != isHidden { moments.append((frame, isHidden)) }
    }
    return moments
  }

  private func setHidden(_ changes: [(frame: Double, isHidden: Bool)], of layer: CALayer) {
    guard changes.count > 1 else {
      if changes.first?.isHidden == true { layer.isHidden = true }
      return
    }
    var moments = changes
    for index in moments.indices { moments[index].frame -= Timeline<Double>.lead }
    let last = max(frames.upperBound, moments[moments.count - 1].frame + 1)
    let times = AnimationTimes(frames: moments.map(\.frame) + [last], of: animation)
    let animation = CAKeyframeAnimation(keyPath: "hidden")
    animation.values = moments.map(\.isHidden)
    animation.calculationMode = .discrete
    times.apply(to: animation)
    layer.add(animation, forKey: "hidden")
  }

  /// The moments of a track; nil if its value never changes.
  private func timeline<Value>(
    _ track: Track<Value>, _ map: TimeMap, isSampled: Bool = false
  ) throws(SceneError) -> Timeline<Value>? {
    guard track.isAnimated else { return nil }
    let timeline: Timeline<Value>
    if map.isLinear, !isSampled {
      try reading.addKeys(track.keys.count, .scene)
      timeline = Timeline(track, at: map)
    } else {
      try reading.addKeys(Int(frames.upperBound - frames.lowerBound) + 1, .scene)
      timeline = Timeline(sampling: track, at: map, frames: frames)
    }
    guard let first = timeline.moments.first?.frame, let last = timeline.moments.last?.frame, last - first > 1e-6,
      !timeline.isConstant
    else { return nil }
    return timeline
  }

  /// An animation with a timeline's times, without values.
  private func animation<Value>(_ timeline: Timeline<Value>, _ keyPath: String) -> CAKeyframeAnimation {
    let result = CAKeyframeAnimation(keyPath: keyPath)
    AnimationTimes(frames: timeline.moments.map(\.frame), of: animation).apply(to: result)
    if timeline.moments.contains(where: { $0.curve != .linear }) {
      result.timingFunctions = timeline.moments.dropLast().map { moment in
        let curve = moment.curve
        return CAMediaTimingFunction(
          controlPoints: Float(curve.x1), Float(curve.y1), Float(curve.x2), Float(curve.y2))
      }
    }
    return result
  }
}
