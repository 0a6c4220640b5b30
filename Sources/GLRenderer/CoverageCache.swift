import Drawing
import GL

/// The textures of rasterised paths: drawn once by the processor, kept as long as the budget has room.
final class CoverageCache {
  private struct Entry {
    let texture: Texture
    let holding: TextureBudget.Holding
  }

  private let device: Device
  private let budget: TextureBudget
  private var entries: [CoverageRequest: Entry] = [:]

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
  }

  /// The texture of a path, drawn if it is not there. It is the caller's for as long as it draws with it.
  ///
  /// - Throws: `RenderError.device` when the driver or the system has no room for it.
  func texture(_ request: CoverageRequest) throws(RenderError) -> Texture {
    if let entry = entries[request] {
      budget.use(entry.holding)
      return entry.texture
    }
    let (width, height) = (request.width, request.height)
    let label = "path \(width)x\(height)"
    guard
      let coverage = PathCoverage(
        of: request.path, request.region, transform: request.transform, width: width, height: height)
    else { throw .device(.outOfMemory(label: label, detail: "Cairo has no memory to draw it")) }
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: width * height))
    do throws(GLError) {
      let texture = try device.makeTexture(width: width, height: height, format: .r8, label: label)
      coverage.bytes.withUnsafeBytes { device.upload($0, to: texture) }
      let holding = budget.hold(texture.memoryBytes) { [weak self] in self?.entries[request] = nil }
      entries[request] = Entry(texture: texture, holding: holding)
      return texture
    } catch {
      throw .device(error)
    }
  }
}
