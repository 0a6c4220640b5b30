import Foundation
import MultiplaneGraphics

/// J = ∂P/∂p: how device points move with points of a plane, at one of them (rendering rules §15).
struct PlaneDerivative {
  let xByX, xByY: Double
  let yByX, yByY: Double

  /// At the middle of a layer's bounds; nil where that lies behind the camera.
  init?(of plane: PlaneMap, atMiddleOf bounds: CGRect) {
    let m = plane.toDevice
    let (x, y) = (Double(bounds.midX), Double(bounds.midY))
    let w = x * m.m13 + y * m.m23 + m.m33
    guard w > 0 else { return nil }
    let deviceX = (x * m.m11 + y * m.m21 + m.m31) / w
    let deviceY = (x * m.m12 + y * m.m22 + m.m32) / w
    // The quotient rule.
    (xByX, xByY) = ((m.m11 - deviceX * m.m13) / w, (m.m21 - deviceX * m.m23) / w)
    (yByX, yByY) = ((m.m12 - deviceY * m.m13) / w, (m.m22 - deviceY * m.m23) / w)
    guard [xByX, xByY, yByX, yByY].allSatisfy(\.isFinite) else { return nil }
  }
}
