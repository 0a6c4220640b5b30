import GL

/// Surfaces for groups, kept from frame to frame and used again within one.
///
/// Sizes are rounded up to whole tiles, so that a group that grows by a pixel does not need another one.
final class SurfacePool {
  private let device: Device
  private let budget: TextureBudget
  /// What the budget counts for each surface that was made here, taken or free, by identity.
  private var holdings: [ObjectIdentifier: TextureBudget.Holding] = [:]
  private var free: [Surface] = []
  /// Frames for which a surface was not used, by identity.
  private var idle: [ObjectIdentifier: Int] = [:]
  private static let tile = 64
  /// A surface that was not needed for so many frames is given up.
  private static let patience = 60

  /// For colours, half floats where the device draws them: a group's are rounded once more when it is placed, and bytes
  /// that are rounded twice are off by two too often.
  private let colorFormat: PixelFormat
  private let byteFormat: PixelFormat
  /// For sums of hundreds of colours: drivers on the CPU (Mesa's llvmpipe) cut half floats off rather than round them, each time.
  private let sumFormat: PixelFormat
  /// For what is drawn in place of a part of the frame, and cut to 0…1 as that is.
  private let fineFormat: PixelFormat

  init(device: Device, budget: TextureBudget) {
    self.device = device
    self.budget = budget
    byteFormat = device.capabilities.traits.byteFormat
    colorFormat = device.capabilities.drawsHalfFloat ? .rgba16Float : byteFormat
    sumFormat = device.capabilities.isSoftware && device.capabilities.blendsFloat ? .rgba32Float : colorFormat
    fineFormat = device.capabilities.drawsWords ? .rgba16 : sumFormat
  }

  /// A surface of at least this size; what it holds is undefined.
  ///
  /// - Parameters:
  ///   - isBytes: whether a byte is enough for each number.
  ///   - isSum: whether many colours are added up on it.
  ///   - isFine: whether it is shown in place of a part of the frame.
  func take(
    width: Int, height: Int, isBytes: Bool, isSum: Bool = false, isFine: Bool = false
  ) throws(RenderError) -> Surface {
    let format = format(isBytes: isBytes, isSum: isSum, isFine: isFine)
    let limit = device.capabilities.maxSurfaceSize
    let width = min(Self.roundedUp(width), max(width, limit))
    let height = min(Self.roundedUp(height), max(height, limit))
    if let index = free.firstIndex(where: {
      $0.width == width && $0.height == height && $0.texture.format == format
    }) {
      let surface = free.remove(at: index)
      idle[ObjectIdentifier(surface)] = nil
      holdings[ObjectIdentifier(surface)].map(budget.pin)
      return surface
    }
    budget.makeRoom(for: Texture.memoryBytes(ofPixelBytes: width * height * format.bytesPerPixel))
    do throws(GLError) {
      let surface = try device.makeSurface(
        width: width, height: height, format: format, label: "group \(width)x\(height)")
      let identifier = ObjectIdentifier(surface)
      holdings[identifier] = budget.hold(surface.texture.memoryBytes, pinned: true) { [weak self] in
        self?.forget(identifier)
      }
      return surface
    } catch {
      throw .device(error)
    }
  }

  private func format(isBytes: Bool, isSum: Bool, isFine: Bool) -> PixelFormat {
    isBytes ? byteFormat : isFine ? fineFormat : isSum ? sumFormat : colorFormat
  }

  /// What a pixel takes of the surface of a pass.
  func bytesPerPixel(of pass: CommandStream.Pass) -> Int {
    format(isBytes: pass.isAlphaOnly || pass.isCoarse, isSum: pass.isSum, isFine: pass.isFine).bytesPerPixel
  }

  /// Takes a surface back when all that shows it is drawn.
  func give(_ surface: Surface) {
    idle[ObjectIdentifier(surface)] = 0
    free.append(surface)
    holdings[ObjectIdentifier(surface)].map(budget.unpin)
  }

  /// Leaves a surface that was taken to the caller for good.
  func giveAway(_ surface: Surface) {
    holdings.removeValue(forKey: ObjectIdentifier(surface)).map(budget.release)
  }

  /// Ends a frame: gives up what was not used for long.
  func endFrame() {
    for identifier in free.map(ObjectIdentifier.init) {
      let frames = (idle[identifier] ?? 0) + 1
      idle[identifier] = frames
      guard frames > Self.patience else { continue }
      holdings[identifier].map(budget.release)
      forget(identifier)
    }
  }

  private func forget(_ identifier: ObjectIdentifier) {
    holdings[identifier] = nil
    idle[identifier] = nil
    free.removeAll { ObjectIdentifier($0) == identifier }
  }

  /// What a side is rounded up to, in pixels.
  static func roundedUp(_ size: Int) -> Int { (size + tile - 1) / tile * tile }
}
