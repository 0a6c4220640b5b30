import Foundation
import Graphics
import RenderTree

/// Where the shadow of a rectangle along the device's axes is seen: where it changes a byte.
struct ShadowReach {
  /// What casts it, on the device.
  private let box: DeviceBox
  /// Pixels.
  private let deviation: Double
  private let alpha: Double
  /// Less alpha is not seen.
  private let unseen: Double
  /// Kernels end there, in deviations.
  private static let farthest = 3.0

  /// Nil for what is no such shadow, or not known to be one.
  ///
  /// - Parameters:
  ///   - plane: the layer's.
  ///   - count: how many there are, which may lie on one another: together they are not to be seen.
  init?(of shadow: Shadow, _ node: RenderNode, on plane: Plane, count: Int) {
    unseen = 1 / (510 * Double(max(1, count)))
    let offset = CATransform3DMakeTranslation(shadow.offset.width, shadow.offset.height, 0)
    guard let plane = Plane(offset, in: plane), let silhouette = Silhouette(of: shadow, node, on: plane),
      silhouette.plane.isAxisParallel
    else { return nil }
    let pixel = silhouette.plane.pointsPerPixel
    box = silhouette.plane.box(of: silhouette.rect)
    deviation = shadow.radius / silhouette.scale / min(pixel.x, pixel.y)
    alpha = shadow.color.alpha * silhouette.alpha
  }

  /// The pixels around all of it.
  var around: DeviceBox { box.inset(by: -Self.farthest * deviation - 1).pixelsAround }

  /// From where to where it is seen in some rows of pixels; nil where it is not.
  func columns(between top: Double, and bottom: Double) -> (Double, Double)? {
    let y = min(max(box.middle.y, top), bottom)
    // What of the Gaussian the rectangle takes at the row where that is most.
    let scale = deviation * 2.0.squareRoot()
    let share = 0.5 * (erf((box.maxY - y) / scale) - erf((box.minY - y) / scale))
    let tail = unseen / (alpha * share)
    guard tail < 1 else { return nil }
    let distance = deviation * min(Self.farthest, Self.deviations(tail: tail)) + 1
    return (box.minX - distance, box.maxX + distance)
  }

  /// How many deviations from its middle a Gaussian has a share left, to 0.003 too many at most (Abramowitz and Stegun,
  /// 26.2.22); 0 for more than half.
  private static func deviations(tail: Double) -> Double {
    guard tail < 0.5 else { return 0 }
    let t = (-2 * log(tail)).squareRoot()
    return t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t) + 0.003
  }
}
