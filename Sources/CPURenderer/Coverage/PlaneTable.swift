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

  func prepare(_ planes: [Plane]) {
    maps.reserve(planes.count)
    horizonStarts.reserve(planes.count)
    horizonCounts.reserve(planes.count)
    var total = 0
    for plane in planes where plane.hasHorizons { total += plane.horizons.count }
    horizons.reserve(total)
    var next = 0
    for (index, plane) in planes.enumerated() {
      maps[index] = CPMap(plane.fromDevice)
      horizonStarts[index] = Int32(next)
      if plane.hasHorizons {
        for line in plane.horizons {
          horizons[next] = CPLine(a: line.a, b: line.b, c: line.c)
          next += 1
        }
      }
      horizonCounts[index] = Int32(next) - horizonStarts[index]
    }
  }

  func fromDevice(_ plane: Int32) -> CPMap { maps[Int(plane)] }

  /// Valid until planes are prepared again.
  func horizons(of plane: Int32) -> UnsafeBufferPointer<CPLine> {
    UnsafeBufferPointer(
      start: horizons.pointer + Int(horizonStarts[Int(plane)]), count: Int(horizonCounts[Int(plane)]))
  }

  /// A rounded rectangle on a plane; nil when it has no place among finite numbers.
  func shape(_ box: BoxShape, plane: Int32) -> CPShape? {
    let index = Int(plane)
    var shape = CPShape()
    shape.hard = box.hardBits
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
