import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The placement of an image in the bounds (rendering rules §9, gravity).
enum ContentsPlacement {
  /// The rectangle that an image of a logical size fills, in points of the layer.
  static func target(
    of size: (width: Double, height: Double), in bounds: RoundedRectangle, gravity: ContentsGravity
  ) -> RoundedRectangle {
    let width: Double
    let height: Double
    switch gravity {
    case .resize:
      (width, height) = (bounds.width, bounds.height)
    case .resizeAspect:
      let factor = min(bounds.width / size.width, bounds.height / size.height)
      (width, height) = (size.width * factor, size.height * factor)
    case .resizeAspectFill:
      let factor = max(bounds.width / size.width, bounds.height / size.height)
      (width, height) = (size.width * factor, size.height * factor)
    default:
      (width, height) = size
    }
    let minX = bounds.minX + (bounds.width - width) * horizontal(gravity)
    let minY = bounds.minY + (bounds.height - height) * vertical(gravity)
    return RoundedRectangle(minX: minX, minY: minY, maxX: minX + width, maxY: minY + height)
  }

  /// The share of the remaining room on the side of the least x.
  private static func horizontal(_ gravity: ContentsGravity) -> Double {
    switch gravity {
    case .left, .topLeft, .bottomLeft: 0
    case .right, .topRight, .bottomRight: 1
    default: 0.5
    }
  }

  /// The share of the remaining room on the side of the least y. "bottom" is the least y, "top" the
  /// greatest.
  private static func vertical(_ gravity: ContentsGravity) -> Double {
    switch gravity {
    case .bottom, .bottomLeft, .bottomRight: 0
    case .top, .topLeft, .topRight: 1
    default: 0.5
    }
  }
}
