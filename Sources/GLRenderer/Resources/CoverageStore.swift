import Drawing
import Flattening
import GL
import PathImages

/// A path's coverage in the store's texture.
struct PlacedCoverage {
  /// The texel of the box's first pixel.
  var x, y: Int32
  /// The device pixels that it is of.
  var box: PixelBox
}

/// The coverage of paths in one texture, as long as there is room for it.
final class CoverageStore {
  private let device: Device
  private let paths = PathCache(budget: 8 << 20)
  private(set) var texture: Texture
  private var packing: ShelfPacking
  /// By the cache's entry, which is held so that its identity stays its own.
  private var places: [ObjectIdentifier: (entry: PathCache.Entry, x: Int, y: Int)] = [:]
  private var frame = 0
  /// The frame in which the texture was filled anew last.
  private var lastRenewal = -1
  private static let firstSide = 512
  /// 0…1 by the sum of a pixel's rows.
  private static let halves = (0...Int(PathCoverage.full)).map { Float16(Double($0) / Double(PathCoverage.full)) }
  private static let mostSide = 8192

  init(device: Device) throws(GLError) {
    self.device = device
    texture = try Self.makeTexture(device, side: Self.firstSide)
    packing = ShelfPacking(width: Self.firstSide, height: Self.firstSide)
  }

  private static func makeTexture(_ device: Device, side: Int) throws(GLError) -> Texture {
    try device.makeTexture(width: side, height: side, format: .r16Float, label: "coverage of paths")
  }

  /// The coverage of a path in a box of device pixels; nil where nothing is covered.
  ///
  /// - Parameter flush: draws what refers to the texture as it is: it is about to be filled anew.
  func coverage(
    of shape: PathShape, movedBy offset: (x: Double, y: Double), on plane: Plane, in box: PixelBox,
    flush: () throws(RenderError) -> Void
  ) throws(RenderError) -> PlacedCoverage? {
    guard let entry = paths.coverage(of: shape, movedBy: offset, on: plane, in: box),
      let coverage = entry.coverage
    else { return nil }
    if let known = places[ObjectIdentifier(entry)] {
      return PlacedCoverage(x: Int32(known.x), y: Int32(known.y), box: box)
    }
    var place = packing.place(width: coverage.width, height: coverage.height)
    if place == nil {
      try flush()
      try makeRoom(for: coverage)
      place = packing.place(width: coverage.width, height: coverage.height)
    }
    guard let place else { return nil }
    places[ObjectIdentifier(entry)] = (entry, place.x, place.y)
    // Of bytes, very many layers under one path would add up what they are rounded by.
    coverage.sums.map { Self.halves[Int(min($0, PathCoverage.full))] }.withUnsafeBytes {
      device.upload($0, to: texture, x: place.x, y: place.y, width: coverage.width, height: coverage.height)
    }
    return PlacedCoverage(x: Int32(place.x), y: Int32(place.y), box: box)
  }

  /// Begins anew, on a larger texture where one frame has filled this one before.
  private func makeRoom(for coverage: PathCoverage) throws(RenderError) {
    places.removeAll(keepingCapacity: true)
    let most = min(max(Self.mostSide, coverage.width, coverage.height), device.capabilities.maxTextureSize)
    let growth = lastRenewal == frame ? 2 : 1
    lastRenewal = frame
    let side = min(max(texture.width * growth, coverage.width, coverage.height), most)
    if side > texture.width {
      do throws(GLError) {
        texture = try Self.makeTexture(device, side: side)
      } catch {
        throw .device(error)
      }
    }
    packing = ShelfPacking(width: texture.width, height: texture.height)
  }

  /// Lets go of all of it.
  func removeAll() {
    places.removeAll()
    packing = ShelfPacking(width: texture.width, height: texture.height)
  }

  var bytes: Int { texture.byteCount }

  func endFrame() {
    frame += 1
    paths.endFrame()
  }
}
