import MultiplaneGraphics
import Synchronization

/// A cache of decoded images for files that are read repeatedly, as by the rows of a batch: a file
/// is decoded again only if its bytes have changed. A file that is read once is not cached.
package final class DecodedImages: Sendable {
  fileprivate struct Kept {
    let file: [UInt8]
    let image: CGImage
    var lastUse: Int

    var byteCount: Int { file.count + image.bytesPerRow * image.height }
  }

  fileprivate struct State {
    var kept: [String: Kept] = [:]
    var byteCount = 0
    var uses = 0
    /// Hashes of the paths that were read, and not kept.
    var seen: Set<Int> = []
  }

  private let state = Mutex(State())
  /// In bytes.
  private let budget: Int
  fileprivate static let mostSeen = 4096

  /// Creates a cache.
  ///
  /// - Parameter budget: the memory budget of files and images, in bytes.
  package init(budget: Int) { self.budget = budget }

  /// The image of a file, as from `loadImage`.
  package func image(at path: String, limits: ImageLimits, root: FolderRoot?) throws(ImageError) -> CGImage {
    let file = try readFile(path: path, limits: limits, root: root)
    if let known = state.withLock({ $0.use(path, file) }) {
      try limits.check(width: known.width, height: known.height, name: path)
      return known
    }
    let image = try decodeImage(file, name: path, limits: limits)
    state.withLock { $0.keep(Kept(file: file, image: image, lastUse: $0.uses), path, budget: budget) }
    return image
  }
}

extension DecodedImages.State {
  mutating func use(_ path: String, _ file: [UInt8]) -> CGImage? {
    uses += 1
    guard kept[path]?.file == file else { return nil }
    kept[path]?.lastUse = uses
    return kept[path]?.image
  }

  mutating func keep(_ new: DecodedImages.Kept, _ path: String, budget: Int) {
    if let old = kept.removeValue(forKey: path) {
      byteCount -= old.byteCount
    } else if seen.remove(path.hashValue) == nil {
      if seen.count >= DecodedImages.mostSeen { seen.removeAll() }
      seen.insert(path.hashValue)
      return
    }
    guard new.byteCount <= budget else { return }
    while byteCount + new.byteCount > budget, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      byteCount -= oldest.value.byteCount
      kept[oldest.key] = nil
    }
    kept[path] = new
    byteCount += new.byteCount
  }
}
