import MultiplaneGraphics
import MultiplaneRenderTree

extension Plane {
  /// The device pixels of `box` that something on the plane can touch: never too few, all of the
  /// box where no rectangle is known.
  ///
  /// - Parameters:
  ///   - extent: around it, in points.
  ///   - offset: where the extent's own coordinates begin on the plane, in its points.
  @inline(__always)
  func pixels(of extent: Extent, movedBy offset: (x: Double, y: Double), within box: PixelBox) -> PixelBox {
    guard !extent.isUnbounded else { return box }
    return isAffine
      ? toDevice.pixels(of: extent, movedBy: offset, within: box)
      : perspectivePixels(of: extent, movedBy: offset, within: box)
  }

  private func perspectivePixels(
    of extent: Extent, movedBy offset: (x: Double, y: Double), within box: PixelBox
  ) -> PixelBox {
    let rect = extent.turned
    if rect.minX > rect.maxX || rect.minY > rect.maxY { return .empty }
    // Blurs are round on the device: no rectangle of the plane holds them.
    guard extent.spread == .none else { return box }
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for number in 0..<4 {
      let (x, y) = rect.corner(number)
      guard let p = devicePoint(x + offset.x, y + offset.y) else { return box }
      (left, right, top, bottom) = (min(left, p.x), max(right, p.x), min(top, p.y), max(bottom, p.y))
    }
    let reach = 4 + extent.pixels
    return box.centers(fromX: left - reach, y: top - reach, toX: right + reach, y: bottom + reach)
  }
}

extension PlaneMap {
  /// The same on a plane that is parallel to the screen, with this map to the device.
  fileprivate func pixels(
    of extent: Extent, movedBy offset: (x: Double, y: Double), within box: PixelBox
  ) -> PixelBox {
    let isUpright = (xy == 0 && yx == 0) || (xx == 0 && yy == 0)
    let rect: Extent.Box
    if isUpright, extent.spread == .none {
      rect = extent.upright
    } else {
      guard let turned = extent.box(after: PlaneTurn(x: SIMD2(xx, yx), y: SIMD2(xy, yy))) else { return box }
      rect = turned
    }
    // Of nothing the least is beyond the greatest. Numbers that are none leave the box's own sides.
    if rect.minX > rect.maxX || rect.minY > rect.maxY { return .empty }
    let (x, y) = ((rect.minX + rect.maxX) / 2 + offset.x, (rect.minY + rect.maxY) / 2 + offset.y)
    let (dx, dy) = ((rect.maxX - rect.minX) / 2, (rect.maxY - rect.minY) / 2)
    let reach = (isUpright && extent.pixels == 0 ? Self.reachAlongAxes : Self.reach) + extent.pixels
    let (centerX, centerY) = (xx * x + xy * y + x0, yx * x + yy * y + y0)
    let (reachX, reachY) = (abs(xx) * dx + abs(xy) * dy + reach, abs(yx) * dx + abs(yy) * dy + reach)
    return box.centers(fromX: centerX - reachX, y: centerY - reachY, toX: centerX + reachX, y: centerY + reachY)
  }

  /// How far beyond the box around its corners something may reach (rendering rules §4), and what
  /// rounding may add.
  private static let reach = 1 + 1.0 / 512
  /// The same for what lies along the device's axes.
  private static let reachAlongAxes = 0.5 - 1.0 / 8192
}
