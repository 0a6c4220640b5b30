import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// A rounded rectangle as region.glsl reads it: two vectors, bits, and rows of data.
struct ShapeNumbers {
  var x = SIMD4<Float>.zero
  var y = SIMD4<Float>.zero
  var bits = RecordKind([])

  /// Writes a shape's data behind what `data` holds.
  ///
  /// - Parameters:
  ///   - scale: units to a point, along x and along y; positive.
  /// - Returns: nil, and nothing is written, when it has no place among finite numbers.
  init?(
    _ shape: BoxShape, on rows: PlaneRows, scale: SIMD2<Double> = SIMD2(1, 1), data: inout [SIMD4<Float>]
  ) {
    let left = (rows.x - shape.minX * rows.w) * scale.x
    let right = (shape.maxX * rows.w - rows.x) * scale.x
    let top = (rows.y - shape.minY * rows.w) * scale.y
    let bottom = (shape.maxY * rows.w - rows.y) * scale.y
    guard ((left + right + top + bottom + rows.w) * 0).sum() == 0 else { return nil }
    bits = .edges(hard: shape.hardBits, open: UInt32(shape.openEdges.rawValue))
    if rows.isProjective {
      bits.insert(.isProjective)
      (x, y) = (SIMD4(left), SIMD4(top))
      data.append(SIMD4(right, rows.w.x))
      data.append(SIMD4(bottom, rows.w.y))
      let horizons = rows.horizons
      data.append(SIMD4(Float(rows.w.z), Float(horizons.count), 0, 0))
      for line in horizons { data.append(rows.moved(line)) }
    } else {
      guard left.x != 0 || left.y != 0, top.x != 0 || top.y != 0 else { return nil }
      (x, y) = (SIMD4(left, right.z), SIMD4(top, bottom.z))
    }
    let radii = shape.radii
    guard !radii.isSquare else { return }
    bits.insert(.isRounded)
    data.append(SIMD4(radii))
    guard radii.smoothing > 0 else { return }
    bits.insert(.isContinuous)
    data.append(SIMD4(Float(radii.smoothing), 0, 0, 0))
  }
}

extension SIMD4<Float> {
  /// Min x min y, max x min y, min x max y, max x max y.
  init(_ radii: CornerRadii) {
    self.init(Float(radii.minXMinY), Float(radii.maxXMinY), Float(radii.minXMaxY), Float(radii.maxXMaxY))
  }
}
