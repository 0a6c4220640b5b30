import Drawing
import GL

/// The textures of rasterised paths: drawn once by the processor, kept while there is room, the least recently used given up
/// first.
final class CoverageCache {
  private struct Entry {
    let texture: Texture
    /// When it was used last, on the cache's own clock.
    var lastUse: Int
  }

  private let device: Device
  /// Bytes of textures that are kept beyond the frame that needed them.
  let budget: Int
  private var entries: [CoverageRequest: Entry] = [:]
  /// Bytes of all textures.
  private(set) var bytes = 0
  /// Counts uses.
  private var clock = 0
  private var frameStart = 0

  init(device: Device, budget: Int) {
    self.device = device
    self.budget = budget
  }

  /// The texture of a path, drawn if it is not there.
  ///
  /// - Throws: `RenderError.device` when the driver or the system has no room for it.
  func texture(_ request: CoverageRequest) throws(RenderError) -> Texture {
    clock += 1
    if var entry = entries[request] {
      entry.lastUse = clock
      entries[request] = entry
      return entry.texture
    }
    let (width, height) = (request.width, request.height)
    let label = "path \(width)x\(height)"
    guard
      let coverage = PathCoverage(
        of: request.path, request.region, transform: request.transform, width: width, height: height)
    else { throw .device(.outOfMemory(label: label, detail: "Cairo has no memory to draw it")) }
    do throws(GLError) {
      let texture = try device.makeTexture(width: width, height: height, format: .r8, label: label)
      coverage.bytes.withUnsafeBytes { device.upload($0, to: texture) }
      entries[request] = Entry(texture: texture, lastUse: clock)
      bytes += texture.byteCount
      return texture
    } catch {
      throw .device(error)
    }
  }

  func beginFrame() {
    frameStart = clock
  }

  /// Ends a frame: gives up what was used longest ago until the rest is within the budget; what this frame used stays.
  func endFrame() {
    guard bytes > budget else { return }
    let unused = entries.filter { $0.value.lastUse <= frameStart }
    for (key, entry) in unused.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where bytes > budget {
      entries[key] = nil
      bytes -= entry.texture.byteCount
    }
  }
}
