import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplanePathImages

/// The clips of a frame as the kernels want them.
final class ClipTable {
  enum Kind: UInt8 {
    case shape
    case path
    case side
    /// Leaves nothing.
    case nothing
  }

  let kinds = Storage<Kind>()
  let outers = Storage<Int32>()
  let shapes = Storage<CPShape>()
  let sides = Storage<CutSide>()
  /// Pixels that a clip along the device's axes certainly leaves whole.
  let interiors = Storage<PixelBox>()
  /// By clip, the bins of its path (`CPBins`); nil for other clips.
  let paths = Storage<OpaquePointer?>()
  /// Whether any clip is a path.
  @exclusivity(unchecked) private(set) var hasPaths = false

  func prepare(_ list: DisplayList, planes: PlaneTable, paths cache: BinnedPathCache) {
    let count = list.clips.count
    kinds.reserve(count)
    outers.reserve(count)
    shapes.reserve(count)
    sides.reserve(count)
    interiors.reserve(count)
    paths.reserve(count)
    hasPaths = false
    for (index, clip) in list.clips.enumerated() {
      outers[index] = clip.outer
      paths[index] = nil
      interiors[index] = .empty
      kinds[index] = .nothing
      switch clip.region {
      case .shape(let box, let plane):
        guard let shape = planes.shape(box, plane: plane) else { continue }
        kinds[index] = .shape
        shapes[index] = shape
        interiors[index] = box.interior(on: list.planes[Int(plane)])
      case .side(let side):
        kinds[index] = .side
        sides[index] = CutSide(side)
      case .path:
        kinds[index] = .path
        hasPaths = true
      }
    }
    guard hasPaths else { return }
    let boxes = list.pathClipBoxes
    for (index, clip) in list.clips.enumerated() {
      guard case .path(let path, let plane, let offset) = clip.region else { continue }
      let bins = cache.bins(of: path, movedBy: offset, on: list.planes[Int(plane)], in: boxes[index])
      if bins == nil { kinds[index] = .nothing }
      paths[index] = bins?.bins
    }
  }

  /// The part of a box that a clip certainly covers fully; empty if unknown.
  func whole(of box: PixelBox, in clip: Int) -> PixelBox {
    guard kinds[clip] == .side else { return box.intersection(interiors[clip]) }
    return sides[clip].share(of: box) == .all ? box : .empty
  }

  /// The part of a box that a clip and those around it certainly cover fully, within a tile.
  func whole(of box: PixelBox, inChain first: Int32, tile: CPTile) -> PixelBox {
    var whole = box
    var clip = Int(first)
    while clip >= 0, !whole.isEmpty {
      if kinds[clip] == .path {
        if share(of: clip, in: tile) != CP_PATH_WHOLE { return .empty }
      } else {
        whole = self.whole(of: whole, in: clip)
      }
      clip = Int(outers[clip])
    }
    return whole
  }

  /// Whether a path of a chain of clips leaves nothing of a tile.
  func isHidden(_ tile: CPTile, byChain first: Int32) -> Bool {
    guard hasPaths else { return false }
    var clip = Int(first)
    while clip >= 0 {
      if kinds[clip] == .path, share(of: clip, in: tile) == CP_PATH_NONE { return true }
      clip = Int(outers[clip])
    }
    return false
  }

  private func share(of clip: Int, in tile: CPTile) -> Int {
    paths[clip].map { Int(cp_bins_share($0, tile.x, tile.y)) } ?? CP_PATH_NONE
  }
}
