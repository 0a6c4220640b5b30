import Foundation
import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The coverage of a rounded rectangle by the plain formulas of the rendering rules (§4), in double
/// precision.
struct ScalarShape {
  var box: BoxShape
  var plane: Plane

  func coverage(_ x: Double, _ y: Double) -> Double {
    guard plane.isSeen(x, y) else { return 0 }
    let edges = box.edges(on: plane)
    func c(_ edge: HalfPlane?, _ hard: CAEdgeAntialiasingMask, _ step: Double) -> Double {
      guard let edge else { return 1 }
      let distance = edge.value(x, y)
      if box.hardEdges.contains(hard) { return distance >= step ? 1 : 0 }
      return min(max(distance + 0.5, 0), 1)
    }
    let step = 1.0 / 1024
    let across = max(0, c(edges.minX, .layerLeftEdge, -step) + c(edges.maxX, .layerRightEdge, step) - 1)
    let along = max(0, c(edges.minY, .layerBottomEdge, -step) + c(edges.maxY, .layerTopEdge, step) - 1)
    return min(across * along, arc(x, y))
  }

  private func arc(_ x: Double, _ y: Double) -> Double {
    let p = plane.point(x, y)
    let (isLeft, isTop) = (p.x - box.minX < box.maxX - p.x, p.y - box.minY < box.maxY - p.y)
    let r =
      isTop
      ? (isLeft ? box.radii.minXMinY : box.radii.maxXMinY) : (isLeft ? box.radii.minXMaxY : box.radii.maxXMaxY)
    guard r > 0 else { return 1 }
    let inX = isLeft ? p.x - box.minX : box.maxX - p.x
    let inY = isTop ? p.y - box.minY : box.maxY - p.y
    let reach = box.radii.smoothing > 0 ? 1.528665 : 1 - 1.0 / 4096
    guard inX < reach * r, inY < reach * r else { return 1 }
    // ∇f by differences, which share nothing with the kernels' algebra.
    let step = 1e-4
    func value(_ x: Double, _ y: Double) -> Double { f(plane.point(x, y), r, isLeft, isTop) }
    let byX = (value(x + step, y) - value(x - step, y)) / (2 * step)
    let byY = (value(x, y + step) - value(x, y - step)) / (2 * step)
    let slope = (byX * byX + byY * byY).squareRoot()
    return slope > 0 ? min(max(value(x, y) / slope + 0.5, 0), 1) : 1
  }

  private func f(_ p: (x: Double, y: Double), _ r: Double, _ isLeft: Bool, _ isTop: Bool) -> Double {
    let x = (isLeft ? p.x - box.minX : box.maxX - p.x) / r
    let y = (isTop ? p.y - box.minY : box.maxY - p.y) / r
    let s = box.radii.smoothing
    if s == 0 { return r - r * ((x - 1) * (x - 1) + (y - 1) * (y - 1)).squareRoot() }
    let (u, v) = ((x - y) / 2.0.squareRoot(), (x + y) / 2.0.squareRoot())
    let t = u / 1.0809294
    let round = abs(u) <= 0.5.squareRoot() ? 2.0.squareRoot() - (1 - u * u).squareRoot() : abs(u)
    let factors = [0.41249032, 0.59484768, 0.68953154, -1.27904165, 0.91182859, -0.24872710]
    let curve =
      abs(t) <= 1
      ? factors.enumerated().reduce(0) { $0 + $1.element * pow(t, Double(2 * $1.offset)) } : abs(u)
    return r * (v - (1 - s) * round - s * curve)
  }
}

/// Half of what numbers of a tile are rounded to.
let roundingOfTiles = 0.5 / Double(CP_ONE)

/// A tile of pixels and one call of a kernel.
final class TestTile {
  static let width = Int(CP_TILE_WIDTH), height = Int(CP_TILE_HEIGHT)

  let memory: UnsafeMutablePointer<Int16>
  var tile: CPTile

  init(x: Int32 = 0, y: Int32 = 0) {
    memory = UnsafeMutableRawPointer.allocate(byteCount: Int(CP_TILE_NUMBERS) * 2, alignment: 64)
      .bindMemory(to: Int16.self, capacity: Int(CP_TILE_NUMBERS))
    memory.initialize(repeating: 0, count: Int(CP_TILE_NUMBERS))
    tile = CPTile(pixels: memory, x: x, y: y, min_x: 0, min_y: 0, max_x: Int32(Self.width), max_y: Int32(Self.height))
  }

  deinit { memory.deallocate() }

  /// Red, green, blue and alpha of a pixel.
  func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let row = memory + y * 256 + x
    return SIMD4<Float>(SIMD4(row[0], row[64], row[128], row[192])) / Float(CP_ONE)
  }

  var numbers: [Int16] { (0..<Int(CP_TILE_NUMBERS)).map { memory[$0] } }
}

extension CPRegion {
  /// All of a tile.
  static var whole: CPRegion {
    var region = CPRegion()
    (region.max_x, region.max_y) = (Int32(CP_TILE_WIDTH), Int32(CP_TILE_HEIGHT))
    region.opacity = 1
    return region
  }
}

extension CPMap {
  init(of plane: Plane) {
    let m = plane.fromDevice
    self.init(xx: m.xx, xy: m.xy, x0: m.x0, yx: m.yx, yy: m.yy, y0: m.y0, wx: m.wx, wy: m.wy, w0: m.w0)
  }
}

extension CPShape {
  /// - Parameter horizons: kept by the caller as long as the shape.
  init?(_ box: BoxShape, on plane: Plane, horizons: UnsafePointer<CPLine>?) {
    self.init()
    hard = box.hardEdges.rawValue & 3
    if box.hardEdges.contains(.layerBottomEdge) { hard |= 4 }
    if box.hardEdges.contains(.layerTopEdge) { hard |= 8 }
    horizon_count = horizons == nil ? 0 : Int32(plane.horizons.count)
    self.horizons = horizons
    (min_x, max_x, min_y, max_y) = (box.minX, box.maxX, box.minY, box.maxY)
    radii = (box.radii.minXMinY, box.radii.maxXMinY, box.radii.minXMaxY, box.radii.maxXMaxY)
    smoothing = box.radii.smoothing
    map = CPMap(of: plane)
    guard cp_shape_make(&self, UInt32(box.openEdges.rawValue)) else { return nil }
  }
}
