import Foundation
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

extension PixelBox {
  /// How much of another box it is, of which it is a part.
  func share(of whole: PixelBox) -> Double { Double(pixelCount) / Double(max(whole.pixelCount, 1)) }
}

extension BoxShape {
  /// The pixels that it covers of a box of pixels around it.
  func pixelCount(on plane: Plane, in box: PixelBox) -> Double {
    let m = plane.toDevice
    guard m.isAffine else { return Double(box.pixelCount) }
    let area = abs((maxX - minX) * (maxY - minY) * (m.xx * m.yy - m.xy * m.yx))
    return area < Double(box.pixelCount) ? area : Double(box.pixelCount)
  }

  /// The share of its rows whose coverage is not that of the row before: those of round corners,
  /// and all if it is not along the axes of the device.
  func cornerShare(on plane: Plane) -> Double {
    guard plane.toDevice.isAxisAligned else { return 1 }
    let reach = 1 + radii.smoothing * (CornerRadii.continuousReach - 1)
    let top = max(radii.minXMinY, radii.maxXMinY)
    let bottom = max(radii.minXMaxY, radii.maxXMaxY)
    let share = (top + bottom) * reach / (maxY - minY)
    return share < 1 ? share : share.isFinite ? 1 : 0
  }
}

extension ImageBox {
  /// The kind of work that its pixels are.
  func pixelKind(on plane: Plane) -> DrawingWork.Kind {
    let m = plane.toDevice
    if minification == .trilinear, isMinified(on: plane) { return .trilinearPixel }
    if !plane.isAffine { return .projectedPixel }
    guard m.xy == 0, m.yx == 0, columns.second == nil, rows.second == nil,
      let x = columns.first.offset(scale: m.xx, m.x0), let y = rows.first.offset(scale: m.yy, m.y0)
    else { return .sampledPixel }
    return x == x.rounded() && y == y.rounded() ? .copiedPixel : .movedPixel
  }
}

extension ImageBox {
  /// Whether a part of it is smaller than its pixels; in perspective any may be.
  private func isMinified(on plane: Plane) -> Bool {
    let m = plane.toDevice
    guard plane.isAffine else { return true }
    func greatest(_ axis: StretchAxis) -> Double {
      max(abs(axis.first.slope), abs(axis.second?.slope ?? 0), abs(axis.third?.slope ?? 0))
    }
    return greatest(columns) > hypot(m.xx, m.yx) * 1.001 || greatest(rows) > hypot(m.xy, m.yy) * 1.001
  }
}

extension StretchAxis.Part {
  /// Where the image begins on the device, if its pixels are as large as the device's, to 1/1024.
  func offset(scale: Double, _ origin: Double) -> Double? {
    guard abs(slope - scale) < 1e-9 * scale else { return nil }
    return ((origin + scale * start - source) * 1024).rounded() / 1024
  }
}

extension DisplayList {
  /// The rounded rectangle that a primitive fills; nil for one that does not.
  func shape(of primitive: Primitive) -> BoxShape? {
    let payload = Int(primitive.payload)
    return switch primitive.kind {
    case .box: boxes[payload].shape
    case .border: borders[payload].outer
    case .gradient: gradients[payload].shape
    case .image: images[payload].shape
    case .pass, .path, .shadow, .surface, .raster, .backdrop: nil
    }
  }
}
