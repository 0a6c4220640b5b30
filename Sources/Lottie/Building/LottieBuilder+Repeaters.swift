import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Repeaters: a layer per copy. A copy that an animated number leaves out is hidden.

extension LottieBuilder {
  /// Adds copies of items, each moved once more than the one before it.
  func add(
    _ repeater: RepeaterModel, of items: [ShapeItem], _ place: LottiePlace, to parent: CALayer, _ map: TimeMap
  ) throws(SceneError) {
    let copies = repeater.copies.isAnimated ? repeater.copies.resampled : repeater.copies
    let count = Int(max(0, copies.keys.reduce(0) { max($0, $1.value) }.rounded(.up)))
    let opacities = zipped(repeater.startOpacity, repeater.endOpacity)
    let (order, earlierLayers) = (repeater.isAbove ? Array(0..<count) : Array((0..<count).reversed()), layerCount)
    for index in order {
      // All copies have as many layers as the first one: too many are refused before they are made.
      if index == order.dropFirst().first { try checkLayers((layerCount - earlierLayers) * (count - 1), place) }
      let layer = try makeSpace(place)
      try addContents(of: items, isTop: true, to: layer, map)
      guard layer.sublayers?.isEmpty == false else { return }
      try setOpacity(ofCopy: index, opacities, copies, of: layer, map)
      let copy = try self.place(layer, by: transform(ofCopy: index, repeater), map, place)
      guard copies.isAnimated else {
        parent.addSublayer(copy)
        continue
      }
      let visible = try makeSpace(place)
      visible.addSublayer(copy)
      try setVisibility(visibilities(ofCopy: index, copies), of: visible, map)
      parent.addSublayer(visible)
    }
  }

  /// The opacity changes evenly from the first to the last of the visible copies.
  private func setOpacity(
    ofCopy index: Int, _ opacities: Track<Pair<Double, Double>>, _ copies: Track<Double>, of layer: CALayer,
    _ map: TimeMap
  ) throws(SceneError) {
    try set(zipped(opacities, copies), "opacity", of: layer, map) { value in
      let last = value.second.rounded(.up) - 1
      let share = last > 0 ? min(1, Double(index) / last) : 0
      return value.first.first.mixed(with: value.first.second, at: share) / 100
    }
  }

  /// The transform of a copy, as often as its number and the offset.
  private func transform(ofCopy index: Int, _ repeater: RepeaterModel) -> TransformModel {
    let transform = repeater.transform
    let isScaled = !transform.scale.isConstant { $0.x == 100 && $0.y == 100 }
    let offset = isScaled && repeater.offset.isAnimated ? repeater.offset.resampled : repeater.offset
    let count = offset.map { $0 + Double(index) }
    var copy = TransformModel()
    copy.anchor = transform.anchor
    copy.position = zipped(zipped(transform.joinedPosition, transform.anchor), count).map {
      $0.first.first * $0.second + $0.first.second
    }
    copy.rotation = zipped(transform.rotation, count).map { $0.first * $0.second }
    copy.scale = zipped(transform.scale, count).map { value in
      let (scale, count) = (value.first, value.second)
      return Vector(power(scale.x / 100, count), power(scale.y / 100, count), 1) * 100
    }
    return copy
  }

  /// A scale applied a number of times; 0 for a part of a turn of a negative one, and beyond what
  /// layers have.
  private func power(_ scale: Double, _ count: Double) -> Double {
    let result = pow(scale, count)
    return abs(result) <= reading.limits.maximumMagnitude ? result : 0
  }

  /// The times at which a copy appears and disappears, of a number of copies at each half frame.
  private func visibilities(ofCopy index: Int, _ copies: Track<Double>) -> [(frame: Double, isVisible: Bool)] {
    var result: [(frame: Double, isVisible: Bool)] = []
    for key in copies.keys {
      let isVisible = key.value > Double(index)
      if result.last?.isVisible != isVisible { result.append((key.time, isVisible)) }
    }
    return result
  }
}
