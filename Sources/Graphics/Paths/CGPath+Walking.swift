import Foundation

/// The callback of `CGPath.apply(info:function:)`.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void
/// The callback of `CGPath.applyWithBlock(_:)`.
public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void

extension CGPath {
  /// Calls `body` for each element, in order. The pointers are valid only during the call.
  public func applyWithBlock(_ body: CGPathApplyBlock) {
    // No element has more than three points.
    withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { buffer in
      guard let points = buffer.baseAddress else { return }
      buffer.initialize(repeating: .zero)
      for element in elements {
        for (index, point) in element.points.enumerated() { buffer[index] = point }
        var handed = CGPathElement(type: element.type, points: points)
        withUnsafePointer(to: &handed, body)
      }
    }
  }

  /// Calls `function` with `info` for each element, in order. The pointers are valid only during
  /// the call.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }
}
