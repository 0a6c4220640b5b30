import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Transforms: p′ = position + rotation · skew · scale · (p − anchor).

extension LottieBuilder {
  /// Places a layer by a transform, without its opacity.
  ///
  /// Core Animation animates the parts of one matrix, which is only definite if no scale is
  /// negative and nothing is skewed. Where it is not, layers around this one have a part each.
  ///
  /// - Parameter size: the size of the layer's bounds, in points.
  /// - Returns: the outermost of these layers.
  func place(
    _ layer: CALayer, by transform: TransformModel, size: CGSize = CGSize(width: 1, height: 1), _ map: TimeMap,
    _ place: LottiePlace
  ) throws(SceneError) -> CALayer {
    if !transform.anchor.isConstant({ $0 == .zero }) {
      try set(transform.anchor, "anchorPoint", of: layer, map) {
        CGPoint(x: $0.x / size.width, y: $0.y / size.height)
      }
    }
    let isFlat = transform.isFlat
    let isOriented = !transform.orientation.isConstant { $0 == .zero }
    let isStatic =
      isFlat && !isOriented && !transform.rotation.isAnimated && !transform.scale.isAnimated
      && !transform.skew.isAnimated
      && !transform.skewAxis.isAnimated
    if isStatic {
      let matrix = transform.scale.first.scaling.concatenating(
        skewing(transform.skew.first, transform.skewAxis.first)
      ).concatenating(CGAffineTransform(rotationAngle: transform.rotation.first.radians))
      if !matrix.isIdentity { layer.transform = CATransform3DMakeAffineTransform(matrix) }
      try setPosition(of: transform, of: layer, map)
      return layer
    }
    var outer = layer
    func wrap() throws(SceneError) {
      let space = try makeSpace(place)
      space.addSublayer(outer)
      outer = space
    }
    let isSkewed = !transform.skew.isConstant { $0 == 0 }
    let isTurned = transform.rotation.isAnimated || !isFlat
    let (x, y) = (transform.scale.map(\.x), transform.scale.map(\.y))
    let isNegative = (x: !x.allSatisfy { $0 >= 0 }, y: !y.allSatisfy { $0 >= 0 })
    if !transform.scale.isAnimated {
      let scaling = transform.scale.first.scaling
      if isSkewed || isNegative.x || isNegative.y {
        layer.transform = CATransform3DMakeAffineTransform(scaling)
        try wrap()
      } else {
        outer.setValue(scaling.a, forKeyPath: "transform.scale.x")
        outer.setValue(scaling.d, forKeyPath: "transform.scale.y")
      }
    } else {
      // The axis that may be negative is last: then the matrix before it is definite.
      if !isNegative.x { try set(x, "transform.scale.x", of: outer, map, times: 0.01) }
      if isNegative.x && isNegative.y {
        try set(x, "transform.scale.x", of: outer, map, times: 0.01)
        try wrap()
      }
      try set(y, "transform.scale.y", of: outer, map, times: 0.01)
      if isNegative.x && !isNegative.y { try set(x, "transform.scale.x", of: outer, map, times: 0.01) }
      if isSkewed || (isNegative.x || isNegative.y) && (isTurned || transform.rotation.first != 0) { try wrap() }
    }
    if isSkewed {
      try set(zipped(transform.skew, transform.skewAxis), "transform", of: outer, map, isSampled: true) {
        CATransform3DMakeAffineTransform(skewing($0.first, $0.second))
      }
      try wrap()
    }
    let degree = Double.pi / 180
    if !isFlat {
      try set(transform.rotationX, "transform.rotation.x", of: outer, map, times: degree)
      try set(transform.rotationY, "transform.rotation.y", of: outer, map, times: degree)
    }
    if transform.rotation.isAnimated || transform.rotation.first != 0 {
      try set(transform.rotation, "transform.rotation.z", of: outer, map, times: degree)
    }
    if isOriented {
      try wrap()
      try set(transform.orientation.map(\.x), "transform.rotation.x", of: outer, map, times: degree)
      try set(transform.orientation.map(\.y), "transform.rotation.y", of: outer, map, times: degree)
      try set(transform.orientation.map(\.z), "transform.rotation.z", of: outer, map, times: degree)
    }
    try setPosition(of: transform, of: outer, map)
    return outer
  }

  private func setPosition(of transform: TransformModel, of layer: CALayer, _ map: TimeMap) throws(SceneError) {
    guard let separate = transform.separate else { return try setPosition(transform.position, of: layer, map) }
    try set(separate.x, "position.x", of: layer, map)
    try set(separate.y, "position.y", of: layer, map)
  }
}

extension TransformValues {
  /// p′ = position + rotation · skew · scale · (p − anchor).
  var matrix: CGAffineTransform {
    CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(CGAffineTransform(scaleX: scale.x / 100, y: scale.y / 100))
      .concatenating(skewing(angles.y, angles.z))
      .concatenating(CGAffineTransform(rotationAngle: angles.x.radians))
      .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
  }
}

/// A shear along an axis, in degrees: one along x between two turns.
private func skewing(_ skew: Double, _ axis: Double) -> CGAffineTransform {
  guard skew != 0 else { return .identity }
  let shear = CGAffineTransform(a: 1, b: 0, c: tan(-skew.radians), d: 1, tx: 0, ty: 0)
  return CGAffineTransform(rotationAngle: -axis.radians).concatenating(shear).concatenating(
    CGAffineTransform(rotationAngle: axis.radians))
}

extension Vector {
  /// A scale in per cent.
  fileprivate var scaling: CGAffineTransform { CGAffineTransform(scaleX: x / 100, y: y / 100) }
}

extension Double {
  /// An angle in degrees.
  var radians: Double { self * .pi / 180 }
}

extension TransformModel {
  /// Whether it changes nothing.
  var isIdentity: Bool {
    anchor.isConstant { $0.x == 0 && $0.y == 0 } && position.isConstant { $0.x == 0 && $0.y == 0 } && separate == nil
      && scale.isConstant { $0.x == 100 && $0.y == 100 } && rotation.isConstant { $0 == 0 }
      && isFlat && orientation.isConstant { $0 == .zero } && skew.isConstant { $0 == 0 }
      && opacity.isConstant { $0 >= 100 }
  }
}
