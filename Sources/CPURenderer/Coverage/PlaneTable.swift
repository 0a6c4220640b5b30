import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The planes of a frame as the kernels want them.
final class PlaneTable {
  private let maps = Storage<CPMap>()
  private let horizons = Storage<CPLine>()
  private let horizonStarts = Storage<Int32>()
  private let horizonCounts = Storage<Int32>()
  private let axisAligned = Storage<Bool>()

  func prepare(_ planes: [Plane]) {
    maps.reserve(planes.count)
    horizonStarts.reserve(planes.count)
    horizonCounts.reserve(planes.count)
    axisAligned.reserve(planes.count)
    var total = 0
    for plane in planes { total += plane.horizons.count }
    horizons.reserve(total)
    var next = 0
    for (index, plane) in planes.enumerated() {
      maps[index] = CPMap(plane.fromDevice)
      axisAligned[index] = plane.toDevice.isAxisAligned && plane.fromDevice.isAxisAligned
      horizonStarts[index] = Int32(next)
      horizonCounts[index] = Int32(plane.horizons.count)
      for line in plane.horizons {
        horizons[next] = CPLine(a: line.a, b: line.b, c: line.c)
        next += 1
      }
    }
  }

  func fromDevice(_ plane: Int32) -> CPMap { maps[Int(plane)] }

  func isAxisAligned(_ plane: Int32) -> Bool { axisAligned[Int(plane)] }

  /// A rounded rectangle on a plane; nil when it has no place among finite numbers.
  func shape(_ box: BoxShape, plane: Int32) -> CPShape? {
    let index = Int(plane)
    var shape = CPShape()
    // The mask's names: bottom is the least y.
    shape.hard =
      (box.hardEdges.contains(.layerLeftEdge) ? 1 : 0) | (box.hardEdges.contains(.layerRightEdge) ? 2 : 0)
      | (box.hardEdges.contains(.layerBottomEdge) ? 4 : 0) | (box.hardEdges.contains(.layerTopEdge) ? 8 : 0)
    shape.horizon_count = horizonCounts[index]
    shape.horizons = UnsafePointer(horizons.pointer + Int(horizonStarts[index]))
    (shape.min_x, shape.max_x) = (box.minX, box.maxX)
    (shape.min_y, shape.max_y) = (box.minY, box.maxY)
    let radii = box.radii
    shape.radii = (radii.minXMinY, radii.maxXMinY, radii.minXMaxY, radii.maxXMaxY)
    shape.smoothing = radii.smoothing
    shape.map = maps[index]
    return cp_shape_make(&shape, UInt32(box.openEdges.rawValue)) ? shape : nil
  }
}

extension CPMap {
  init(_ map: PlaneMap) {
    self.init(
      xx: map.xx, xy: map.xy, x0: map.x0, yx: map.yx, yy: map.yy, y0: map.y0, wx: map.wx, wy: map.wy, w0: map.w0)
  }
}

extension CPShape {
  /// A rectangle of device pixels that it certainly covers whole, on a plane along the device's axes: the largest of those between its
  /// corners.
  var interior: PixelBox {
    guard horizon_count == 0 else { return .empty }
    var whole = (minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9)
    cut(&whole, edges.0, hard & 1 != 0 ? -1.0 / 1024 : 0.5)
    cut(&whole, edges.1, hard & 2 != 0 ? 1.0 / 1024 : 0.5)
    cut(&whole, edges.2, hard & 4 != 0 ? -1.0 / 1024 : 0.5)
    cut(&whole, edges.3, hard & 8 != 0 ? 1.0 / 1024 : 0.5)
    guard is_rounded, point_size > 0 else { return pixels(whole) }
    let largest = max(radii.0, radii.1, radii.2, radii.3)
    // In device pixels, with a pixel's room; the plane's unit may differ between both directions.
    let across = abs(map.xx) > abs(map.xy) ? abs(map.xx) : abs(map.yx)
    let down = abs(map.xx) > abs(map.xy) ? abs(map.yy) : abs(map.xy)
    let reach = largest * (smoothing > 0 ? 1.528665 : 1)
    let (reachX, reachY) = (reach / across + 1, reach / down + 1)
    let columns = (whole.minX + reachX, whole.minY, whole.maxX - reachX, whole.maxY)
    let rows = (whole.minX, whole.minY + reachY, whole.maxX, whole.maxY - reachY)
    // A circle's corner leaves 1 − √½ of its radius along the diagonal, and continuous ones less of theirs.
    let (stepX, stepY) = (reachX * 0.3 + 1, reachY * 0.3 + 1)
    let middle = (whole.minX + stepX, whole.minY + stepY, whole.maxX - stepX, whole.maxY - stepY)
    return [columns, rows, middle].map { pixels($0) }.max { $0.pixelCount < $1.pixelCount } ?? .empty
  }

  /// Moves one side of a rectangle to where a line along an axis has a value.
  private func cut(
    _ box: inout (minX: Double, minY: Double, maxX: Double, maxY: Double), _ line: CPLine, _ value: Double
  ) {
    if line.a == 0, line.b == 0 {
      if line.c < value { box.maxX = -1e9 }
    } else if abs(line.a) > 0.5 {
      let place = (value - line.c) / line.a
      if line.a > 0 { box.minX = max(box.minX, place) } else { box.maxX = min(box.maxX, place) }
    } else {
      let place = (value - line.c) / line.b
      if line.b > 0 { box.minY = max(box.minY, place) } else { box.maxY = min(box.maxY, place) }
    }
  }

  /// The pixels whose centres lie in a rectangle, its edges included but for what single precision may lose.
  private func pixels(_ box: (Double, Double, Double, Double)) -> PixelBox {
    func whole(_ x: Double) -> Int32 { Int32(min(max(x, -1e9), 1e9)) }
    let room = 1e-7
    let result = PixelBox(
      minX: whole((box.0 - 0.5 - room).rounded(.up)), minY: whole((box.1 - 0.5 - room).rounded(.up)),
      maxX: whole((box.2 + 0.5 + room).rounded(.down)), maxY: whole((box.3 + 0.5 + room).rounded(.down)))
    return result.isEmpty ? .empty : result
  }
}
