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
  /// By clip: where its path's coverage begins, and the coverage.
  let boxes = Storage<PixelBox>()
  private(set) var paths: [PathCache.Entry?] = []

  func prepare(_ list: DisplayList, planes: PlaneTable, paths cache: PathCache) {
    let count = list.clips.count
    kinds.reserve(count)
    outers.reserve(count)
    shapes.reserve(count)
    sides.reserve(count)
    interiors.reserve(count)
    boxes.reserve(count)
    paths.removeAll(keepingCapacity: true)
    var hasPaths = false
    for (index, clip) in list.clips.enumerated() {
      outers[index] = clip.outer
      boxes[index] = .empty
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
    for (index, box) in list.pathClipBoxes.enumerated() { boxes[index] = box }
    for (index, clip) in list.clips.enumerated() {
      guard case .path(let path, let plane, let offset) = clip.region else {
        paths.append(nil)
        continue
      }
      let entry = cache.coverage(of: path, movedBy: offset, on: list.planes[Int(plane)], in: boxes[index])
      if entry == nil { kinds[index] = .nothing }
      paths.append(entry)
    }
  }

  /// The part of a box that a clip certainly covers fully; empty if unknown.
  func whole(of box: PixelBox, in clip: Int) -> PixelBox {
    guard kinds[clip] == .side else { return box.intersection(interiors[clip]) }
    return sides[clip].share(of: box) == .all ? box : .empty
  }
}
