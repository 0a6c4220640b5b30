import Foundation
import Graphics

/// The surface of a group, placed with each value times its opacity (rendering rules §11).
struct GroupPrimitive: Primitive {
  let surface: Surface
  /// Above 0, at most 1.
  let opacity: Double

  func box(within box: PixelBox) -> PixelBox { surface.painted.intersection(box) }
  /// What may not be seen has not been painted on the surface.
  func isSeen(_ x: Double, _ y: Double) -> Bool { true }
  func coverage(_ x: Double, _ y: Double) -> Double { opacity }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { surface.color(x, y) }
}
