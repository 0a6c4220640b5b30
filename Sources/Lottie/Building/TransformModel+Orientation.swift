import Foundation
import MultiplaneGraphics
import MultiplaneSceneFile

// Auto-orientation: the x axis of a layer follows its path.

extension TransformModel {
  /// Adds the direction in which the position moves to the rotation. Without motion, it stays.
  mutating func orient(_ reading: LottieReading, _ place: LottiePlace) throws(SceneError) {
    let position = joinedPosition
    guard position.isAnimated else { return }
    // Time between two positions of which the direction is measured, in frames.
    let step = 0.01
    func angle(_ start: Vector, _ end: Vector) -> Double? {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      return hypot(dx, dy) > 1e-9 ? atan2(dy, dx) * 180 / .pi : nil
    }
    var keys: [Track<Double>.Key] = []
    func add(_ angle: Double, at time: Double) {
      // The short way from the last angle.
      let last = keys.last?.value ?? angle
      keys.append(Track<Double>.Key(time: time, value: last + remainder(angle - last, 360)))
    }
    for time in Set(position.resampled.keys.map(\.time)).sorted() {
      let value = position.value(at: time)
      let before = angle(position.value(at: time - step), position.value(at: time, isBefore: true))
      let after = angle(value, position.value(at: time + step))
      if let before, !keys.isEmpty { add(before, at: time) }
      if let after, before.map({ abs(remainder(after - $0, 360)) > 0.01 }) ?? true || keys.isEmpty {
        add(after, at: time)
      }
      if before == nil, after == nil, let last = keys.last { add(last.value, at: time) }
    }
    try reading.addKeys(keys.count, place)
    guard let angles = Track<Double>(keys: keys) else { return }
    rotation = zipped(rotation, angles).map { $0.first + $0.second }
  }

  /// The position, of separate dimensions too.
  var joinedPosition: Track<Vector> {
    separate.map { zipped($0.x, $0.y).map { Vector($0.first, $0.second, 0) } } ?? position
  }

  /// Whether it turns only about z.
  var isFlat: Bool { rotationX.isConstant { $0 == 0 } && rotationY.isConstant { $0 == 0 } }
}
