import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

// Conversion between the coordinates of two layers, and between their times: how `convert` and
// `convertTime` do it.
//
// Both climb to the nearest plane that they share: that of the nearest common superlayer which is
// no transform layer, or the space above their roots. Trees that have nothing in common count as
// lying side by side in that space, and nil stands for it.

// MARK: - Coordinates

extension CALayer {
  static func convert(_ point: CGPoint, from source: CALayer?, to target: CALayer?) -> CGPoint {
    if source === target { return point }
    guard let projection = projection(from: source, to: target) else { return CGPoint(x: CGFloat.nan, y: .nan) }
    return projection.project(point)
  }

  static func convert(_ rect: CGRect, from source: CALayer?, to target: CALayer?) -> CGRect {
    if source === target || rect.isNull || rect.isInfinite { return rect }
    guard let projection = projection(from: source, to: target) else { return .null }
    let box = rect.boxOfCorners(projection.project)
    return box.isFinite ? box : .null
  }

  /// Up from the source to the plane that both share, and down from there; nil when there is no way
  /// down.
  private static func projection(from source: CALayer?, to target: CALayer?) -> PlaneProjection? {
    let shared = sharedPlane(source, target)
    let up = source?.projection(upTo: shared) ?? .identity
    return (target?.projection(upTo: shared) ?? .identity).inverse.map(up.concatenating)
  }

  /// The nearest layer with a plane that both layers are or lie within; nil for the space above the
  /// roots.
  private static func sharedPlane(_ a: CALayer?, _ b: CALayer?) -> CALayer? {
    let planes = Set((a?.planes ?? []).map(ObjectIdentifier.init))
    return b?.planes.first { planes.contains(ObjectIdentifier($0)) }
  }

  /// The layer, and all above it that have a plane of their own, nearest first.
  private var planes: [CALayer] {
    var planes: [CALayer] = [self]
    while let next = planes.last?.superplane { planes.append(next) }
    return planes
  }

  /// The nearest layer above that has a plane of its own, into which this one is projected; nil for
  /// the space above the root.
  private var superplane: CALayer? {
    var layer = parent
    while let current = layer, current.isSpace { layer = current.parent }
    return layer
  }

  /// From this layer's plane to that of one above it; nil is the space above the root.
  private func projection(upTo plane: CALayer?) -> PlaneProjection {
    var projection = PlaneProjection.identity
    var layer: CALayer = self
    while layer !== plane {
      projection = projection.concatenating(layer.projectionToSuperplane)
      guard let next = layer.superplane else { return projection }
      layer = next
    }
    return projection
  }

  /// From this layer's plane to the nearest one above, by way of the superlayers between that are
  /// only spaces.
  var projectionToSuperplane: PlaneProjection {
    var matrix = values.geometry.matrix(in: parent?.values.geometry)
    var layer = parent
    while let current = layer, current.isSpace {
      matrix = matrix.concatenating(current.values.geometry.matrix(in: current.parent?.values.geometry))
      layer = current.parent
    }
    return PlaneProjection(dropping: matrix)
  }

  /// Whether the layer has no plane of its own: its sublayers keep their depth in the space of its
  /// superlayer.
  var isSpace: Bool { values.isSpace(kind) }
}

// MARK: - Time

extension CALayer {
  static func convertTime(_ time: Double, from source: CALayer?, to target: CALayer?) -> Double {
    if source === target { return time }
    let above = Set((target?.lineage ?? []).map(ObjectIdentifier.init))
    var time = time
    var shared: CALayer?
    for layer in source?.lineage ?? [] {
      if above.contains(ObjectIdentifier(layer)) {
        shared = layer
        break
      }
      time = layer.timing.parentTime(fromLocal: time)
    }
    for layer in (target?.lineage ?? []).prefix(while: { $0 !== shared }).reversed() {
      time = layer.timing.localTime(fromParent: time)
    }
    return time
  }

  /// The layer and all above it, nearest first.
  private var lineage: [CALayer] {
    var lineage: [CALayer] = [self]
    while let next = lineage.last?.parent { lineage.append(next) }
    return lineage
  }
}
