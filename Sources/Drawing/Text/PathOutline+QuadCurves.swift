import Foundation
import MultiplaneGraphics

extension PathOutline {
  /// How far the two ends of a raised quadratic curve may disagree about its control point, in ems:
  /// Cairo rounds outlines of 1024 pixels per em to 1/256.
  private static let rounding = 5.0 / 256 / 1024

  /// The outline with quadratic curves in place of cubic ones, of which Cairo makes cubic ones; nil
  /// unless each curve was quadratic.
  ///
  /// A quadratic curve from p to q with the control c is the cubic with p + 2/3 (c − p) and
  /// q + 2/3 (c − q).
  var withQuadCurves: PathOutline? {
    var result = PathOutline()
    for element in elements {
      guard case .curve(let end, let control1, let control2) = element, let start = result.currentPoint else {
        result.append(element)
        continue
      }
      let from = CGPoint(x: (3 * control1.x - start.x) / 2, y: (3 * control1.y - start.y) / 2)
      let back = CGPoint(x: (3 * control2.x - end.x) / 2, y: (3 * control2.y - end.y) / 2)
      guard abs(from.x - back.x) <= Self.rounding, abs(from.y - back.y) <= Self.rounding else { return nil }
      result.addQuadCurve(to: end, control: CGPoint(x: (from.x + back.x) / 2, y: (from.y + back.y) / 2))
    }
    return result
  }
}
