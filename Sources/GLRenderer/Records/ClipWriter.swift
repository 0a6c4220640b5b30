import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// Writes clip chains to the data table, each clip once as long as the table is the same
/// (clips.glsl).
struct ClipWriter {
  /// What a clip's block of data is of.
  enum Kind: String, NumberedCases {
    case shape, path, side
  }

  // Asked for once: a case looks for itself among all.
  private let shapeNumber = Kind.shape.number, pathNumber = Kind.path.number, sideNumber = Kind.side.number

  private func head(_ number: Int, _ outer: Int32, _ bits: RecordKind = []) -> SIMD4<Float> {
    SIMD4(Float(number), Float(outer), Float(bits.rawValue), 0)
  }

  /// By clip of the list, its first texel; −1 for one that is not written yet.
  private var texels: [Int32] = []
  /// By clip, the bits of its shape and of those around it.
  private var bits: [RecordKind] = []
  /// By clip, the device pixels of what it clips: a path's coverage is made for those.
  let boxes: [PixelBox]
  /// Whether any clip is a path.
  let havePaths: Bool

  init(_ list: DisplayList) {
    texels = [Int32](repeating: -1, count: list.clips.count)
    bits = [RecordKind](repeating: [], count: list.clips.count)
    havePaths = list.clips.contains(where: \.isPath)
    boxes = havePaths ? list.pathClipBoxes : []
  }

  /// Empties the table.
  mutating func forget() {
    for index in texels.indices { texels[index] = -1 }
  }

  /// A clip that is written already: its first texel, and the bits of its shape and of those around
  /// it.
  func known(_ clip: Int32) -> (texel: Int32, bits: RecordKind)? {
    let texel = texels[Int(clip)]
    return texel < 0 ? nil : (texel, bits[Int(clip)])
  }

  /// The first texel of a clip and of all around it.
  ///
  /// - Parameters:
  ///   - origin: the device pixel that the clips count from.
  ///   - coverage: by clip, where a path's coverage lies; none where nothing is covered.
  /// - Returns: nil where nothing is left.
  mutating func texel(
    of clip: Int32, in list: DisplayList, from origin: (x: Int32, y: Int32), _ data: inout [SIMD4<Float>],
    coverage: [Int: CoverageAllocation]
  ) -> (texel: Int32, bits: RecordKind)? {
    var chain: [Int] = []
    var next = clip
    while next >= 0, texels[Int(next)] < 0 {
      chain.append(Int(next))
      next = list.clips[Int(next)].outer
    }
    var outer = next >= 0 ? texels[Int(next)] : -1
    var all = next >= 0 ? bits[Int(next)] : []
    for index in chain.reversed() {
      let first = Int32(data.count)
      switch list.clips[index].region {
      case .shape(let shape, let plane):
        data.append(.zero)
        data.append(.zero)
        data.append(.zero)
        let rows = PlaneRows(list.planes[Int(plane)], from: Double(origin.x), Double(origin.y))
        guard let numbers = ShapeNumbers(shape, on: rows, data: &data) else {
          data.removeLast(3)
          return nil
        }
        all.formUnion(numbers.bits)
        data[Int(first)] = head(shapeNumber, outer, numbers.bits)
        (data[Int(first) + 1], data[Int(first) + 2]) = (numbers.x, numbers.y)
      case .path:
        guard let allocation = coverage[index] else { return nil }
        var box = allocation.box
        (box.minX, box.minY) = (box.minX - origin.x, box.minY - origin.y)
        (box.maxX, box.maxY) = (box.maxX - origin.x, box.maxY - origin.y)
        data.append(head(pathNumber, outer))
        data.append(SIMD4(Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY)))
        data.append(SIMD4(Float(allocation.x - box.minX), Float(allocation.y - box.minY), 0, 0))
      case .side(let side):
        // The same numbers decide both sides of a line.
        let forward = side.isForward ? side : side.opposite
        data.append(head(sideNumber, outer))
        let line = forward.normalized ?? forward
        let c = line.value(Double(origin.x), Double(origin.y))
        data.append(SIMD4(Float(line.a), Float(line.b), Float(c), side.isForward ? 1 : 0))
      }
      (texels[index], bits[index]) = (first, all)
      outer = first
    }
    return (texels[Int(clip)], bits[Int(clip)])
  }
}
