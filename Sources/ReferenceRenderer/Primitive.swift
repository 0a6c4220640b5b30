import Foundation
import MultiplaneGraphics

/// One thing that is painted: a shape with a colour at each point (rendering rules §4, §5).
///
/// Points are device pixels; those asked for are pixel centres.
protocol Primitive {
  /// The pixels of `box` that it can touch.
  func box(within box: PixelBox) -> PixelBox
  /// Whether the point is in front of the camera on every plane of the chain (§3).
  func isSeen(_ x: Double, _ y: Double) -> Bool
  /// The coverage of the pixel, 0…1.
  func coverage(_ x: Double, _ y: Double) -> Double
  /// The colour there, before coverage and clips.
  func color(_ x: Double, _ y: Double) -> PremultipliedColor
  /// The cost per pixel, as `DrawingMeter` counts.
  var steps: Int { get }
}

extension Primitive {
  var steps: Int { 20 }
}
