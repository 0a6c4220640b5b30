import MultiplaneFlattening
import MultiplaneGL

/// A surface on which passes are drawn, one or several side by side; it goes back to its pool when
/// nothing shows them any more.
final class SurfacePage {
  let surface: Surface
  private let pool: SurfacePool

  fileprivate init(_ surface: Surface, _ pool: SurfacePool) {
    self.surface = surface
    self.pool = pool
  }

  deinit { pool.giveBack(surface) }
}

/// A picture on a part of a surface.
struct PictureRegion {
  /// Held as long as the picture is needed.
  let page: SurfacePage
  /// Where its first pixel lies.
  let x, y: Int32
  /// The device pixels that it holds.
  let box: PixelBox

  /// As shaders read it: x, y, width, height.
  var area: SIMD4<Float> { SIMD4(Float(x), Float(y), Float(box.width), Float(box.height)) }
  /// From device pixels to those of the surface.
  var offset: (x: Int32, y: Int32) { (x - box.minX, y - box.minY) }
}

/// Surfaces that are used again.
final class SurfacePool {
  private let device: Device
  private var idle: [(surface: Surface, lastFrame: Int)] = []
  private var frame = 0
  /// Bytes of all surfaces, those that wait too.
  private(set) var bytes = 0
  /// Bytes of those in use.
  private(set) var usedBytes = 0
  /// Bytes that may be in use; a frame that needs more is refused.
  var limit = Int.max
  /// Frames after which a surface that none used goes.
  private static let patience = 30

  init(device: Device) {
    self.device = device
  }

  /// The longest side, in pixels.
  var maxSide: Int { device.capabilities.maxSurfaceSize }

  /// A surface of at least a size, whose pixels are undefined.
  func page(width: Int, height: Int, format: PixelFormat) throws(RenderError) -> SurfacePage {
    let (width, height) = (rounded(width), rounded(height))
    let fitting = idle.indices.filter { index in
      let surface = idle[index].surface
      return surface.texture.format == format && surface.width >= width && surface.height >= height
        && surface.width * surface.height <= 2 * width * height
    }
    let best = fitting.min { idle[$0].surface.pixelCount < idle[$1].surface.pixelCount }
    if let best {
      let surface = idle.remove(at: best).surface
      usedBytes += surface.texture.byteCount
      return SurfacePage(surface, self)
    }
    let size = width * height * format.bytesPerPixel
    guard size <= limit - usedBytes else { throw .surfaces(bytes: usedBytes + size) }
    // What waits makes room first.
    while bytes + size > limit, let last = idle.popLast() { bytes -= last.surface.texture.byteCount }
    do throws(GLError) {
      let surface = try device.makeSurface(
        width: width, height: height, format: format, label: "passes \(width)x\(height)")
      bytes += surface.texture.byteCount
      usedBytes += surface.texture.byteCount
      return SurfacePage(surface, self)
    } catch {
      throw .device(error)
    }
  }

  fileprivate func giveBack(_ surface: Surface) {
    usedBytes -= surface.texture.byteCount
    idle.append((surface, frame))
  }

  func endFrame() {
    frame += 1
    for entry in idle where entry.lastFrame + Self.patience < frame { bytes -= entry.surface.texture.byteCount }
    idle.removeAll { $0.lastFrame + Self.patience < frame }
  }

  func removeAll() {
    for entry in idle { bytes -= entry.surface.texture.byteCount }
    idle.removeAll()
  }

  /// Sizes that are met again more often.
  private func rounded(_ side: Int) -> Int {
    let step = side <= 256 ? 32 : 128
    return max(side, min((side + step - 1) / step * step, maxSide))
  }
}

extension Surface {
  fileprivate var pixelCount: Int { width * height }
}
