import MultiplaneFlattening
import MultiplaneGL
import MultiplanePathImages

/// A path's coverage in the store's texture.
struct CoverageAllocation {
  /// The texel of the box's first pixel.
  var x, y: Int32
  /// The device pixels that it is of.
  var box: PixelBox
}

/// The numbers of a kernel and a radius in the store's texture (`BoxShadowCache.Table`): a row for
/// upright edges, a row for level ones, then the corner's.
struct TableAllocation {
  /// The first texel.
  var x = 0, y = 0
  /// The side of the corner in pixels; 0 for a square one.
  var side = 0
}

/// The tables of a shadow's corners, in the order of `BoxShadow.radii`.
typealias ShadowTables = InlineArray<4, TableAllocation>

/// The coverage of paths, and the tables of shadows, in one texture, as long as there is room for
/// it.
final class CoverageStore {
  private let device: Device
  private let paths = BinnedPathCache(budget: 8 << 20)
  private let masks = PathMasks()
  private let shadows = BoxShadowCache()
  /// The tables of the last shadow of this frame: most look like the one before.
  @exclusivity(unchecked) private var lastTables: (kernel: GaussianStep, radii: SIMD4<Double>, tables: ShadowTables)?
  private(set) var texture: Texture
  private var packing: AtlasPacking
  /// By what a cache made, which is held so that its identity stays its own.
  private var allocations: [ObjectIdentifier: (owner: AnyObject, x: Int, y: Int)] = [:]
  private var frame = 0
  /// The frame in which the texture was last refilled.
  private var lastRenewal = -1
  /// How many times it was refilled.
  private var renewals = 0
  /// What the texture held before it was last refilled, for the frame in which it is.
  private var earlier: [ObjectIdentifier: AnyObject] = [:]
  /// The texels that this frame and the last one have allocated for what the texture did not hold
  /// before.
  private var demand = 0
  private var lastDemand = 0
  private static let firstSide = 512
  /// Up to which the texture stays square; from there on it only becomes higher.
  private static let mostColumns = 8192

  init(device: Device) throws(GLError) {
    self.device = device
    texture = try Self.makeTexture(device, Self.firstSide, Self.firstSide)
    packing = AtlasPacking(width: Self.firstSide, height: Self.firstSide)
  }

  private static func makeTexture(_ device: Device, _ width: Int, _ height: Int) throws(GLError) -> Texture {
    try device.makeTexture(width: width, height: height, format: .r16Float, label: "coverage")
  }

  /// The coverage of a path in a box of device pixels; nil where nothing is covered.
  ///
  /// - Parameter flush: draws what refers to the current texture, which is about to be refilled.
  func coverage(
    of shape: PathShape, movedBy offset: (x: Double, y: Double), on plane: Plane, in box: PixelBox,
    flush: () throws(RenderError) -> Void
  ) throws(RenderError) -> CoverageAllocation? {
    let found = paths.bins(of: shape, movedBy: offset, on: plane, in: box)
    for path in 0..<paths.flattenCount { paths.flatten(path) }
    for path in 0..<paths.binCount { paths.bin(path) }
    guard paths.endPreparation() else { throw .pathMemory }
    guard let bins = found else { return nil }
    // Of bytes, very many layers under one path would add up what they are rounded by.
    let corner = try allocation(of: bins, width: box.width, height: box.height, flush: flush) {
      () throws(RenderError) in
      guard let coverage = masks.coverage(of: bins, in: box) else { throw .pathMemory }
      return coverage
    }
    return CoverageAllocation(x: Int32(corner.x), y: Int32(corner.y), box: box)
  }

  /// The tables of a shadow's four corners.
  func tables(of shadow: BoxShadow, flush: () throws(RenderError) -> Void) throws(RenderError) -> ShadowTables {
    let kernel = shadow.kernel
    if let last = lastTables, last.radii == shadow.radii, last.kernel.across == kernel.across,
      last.kernel.down == kernel.down
    {
      return last.tables
    }
    var tables = ShadowTables(repeating: TableAllocation())
    let before = renewals
    for corner in 0..<4 {
      let table = shadows.table(kernel, radius: shadow.radii[corner])
      let width = max(table.columns, table.across.count, table.down.count)
      let height = 2 + (table.side > 0 ? table.rows : 0)
      let place = try allocation(of: table.identity, width: width, height: height, flush: flush) {
        table.texels(width: width, height: height)
      }
      tables[corner] = TableAllocation(x: place.x, y: place.y, side: table.side)
    }
    // Where a later one made room, the first ones are gone; the caller asks again.
    if renewals == before { lastTables = (kernel, shadow.radii, tables) }
    return tables
  }

  /// The place in the texture of a cache's picture.
  private func allocation(
    of owner: AnyObject, width: Int, height: Int, flush: () throws(RenderError) -> Void,
    _ texels: () throws(RenderError) -> [Float16]
  ) throws(RenderError) -> (x: Int, y: Int) {
    if let known = allocations[ObjectIdentifier(owner)] { return (known.x, known.y) }
    var corner = packing.allocate(width: width, height: height)
    if corner == nil {
      try flush()
      try makeRoom(width, height)
      corner = packing.allocate(width: width, height: height)
    }
    guard let corner else { throw .coverage(side: device.capabilities.maxTextureSize) }
    allocations[ObjectIdentifier(owner)] = (owner, corner.x, corner.y)
    if earlier[ObjectIdentifier(owner)] == nil { demand += width * height }
    try texels().withUnsafeBytes {
      device.upload($0, to: texture, x: corner.x, y: corner.y, width: width, height: height)
    }
    return corner
  }

  /// Starts over, on a larger texture where one frame has filled this one before.
  private func makeRoom(_ width: Int, _ height: Int) throws(RenderError) {
    let most = device.capabilities.maxTextureSize
    var (columns, rows) = (max(texture.width, width), max(texture.height, height))
    if lastRenewal == frame {
      columns = max(columns, min(2 * texture.width, Self.mostColumns))
      rows = max(rows, 2 * texture.height)
    }
    (columns, rows) = (min(columns, most), min(rows, most))
    if columns > texture.width || rows > texture.height {
      do throws(GLError) {
        texture = try Self.makeTexture(device, columns, rows)
      } catch {
        throw .device(error)
      }
    }
    startOver()
  }

  private func startOver() {
    lastTables = nil
    renewals += 1
    earlier = allocations.mapValues(\.owner)
    allocations.removeAll(keepingCapacity: true)
    packing = AtlasPacking(width: texture.width, height: texture.height)
    lastRenewal = frame
  }

  /// Lets go of all of it.
  func removeAll() {
    lastTables = nil
    allocations.removeAll()
    packing = AtlasPacking(width: texture.width, height: texture.height)
  }

  var bytes: Int { texture.byteCount }

  /// Ends a frame. Where paths change in every frame and the next one would fill the texture, that
  /// is emptied now: amid a frame the device would have to end the target's pass and load its
  /// pixels again.
  func endFrame() {
    frame += 1
    lastTables = nil
    earlier = [:]
    let expected = min(demand, lastDemand)
    (demand, lastDemand) = (0, demand)
    // The packing leaves gaps in its rows.
    if packing.width * (packing.height - packing.usedHeight) < expected + expected / 2 { startOver() }
    paths.endFrame()
    shadows.endFrame()
  }
}

extension BoxShadowCache.Table {
  /// As `TableAllocation` says.
  fileprivate func texels(width: Int, height: Int) -> [Float16] {
    var texels = [Float16](repeating: 0, count: width * height)
    for (index, number) in across.enumerated() { texels[index] = Float16(number) }
    for (index, number) in down.enumerated() { texels[width + index] = Float16(number) }
    guard !corner.isEmpty else { return texels }
    for row in 0..<rows {
      for column in 0..<columns { texels[(row + 2) * width + column] = Float16(corner[row * columns + column]) }
    }
    return texels
  }
}
