import Graphics
import RenderTree

/// What drawing a command stream takes, reckoned before any of it is drawn: its memory, and the work as if the processor drew
/// (Mesa's llvmpipe, all its threads together).
///
/// The nanoseconds were measured with llvmpipe 22.3 on a busy server of 2023, for 66 trees of each kind of work, and rounded up: what is
/// reckoned is one to five times what such trees take there, so that a limit holds. They are for telling seconds from minutes; what a
/// scene takes on a device has nothing to do with them but its order.
struct DrawingCost {
  /// Most bytes that are there at once.
  private(set) var bytes = 0
  private(set) var seconds: Double

  private static let perPass = 300e-6
  private static let perQuad = 1e-6
  private static let perBatch = 10e-6
  /// Of a surface or the frame, to be cleared and stored.
  private static let perPixel = 2.5e-9

  /// - Parameters:
  ///   - flattening: what making the stream took.
  ///   - frameBytes: of what is drawn into, as often as it is there.
  ///   - textureBudget: bytes of textures and surfaces that stay when they are not needed any longer.
  ///   - bytesPerPixel: of the surface of a pass.
  init(
    of stream: CommandStream, flattening: Duration, frameBytes: Int, textureBudget: Int,
    bytesPerPixel: (CommandStream.Pass) -> Int
  ) {
    let surfaces = SurfaceBytes(of: stream, bytesPerPixel)
    let textures = TextureBytes(of: stream)
    let onDevice = max(
      surfaces.most + textures.largest, min(textureBudget, surfaces.total.added(to: textures.total)))
    bytes = Self.bytes(of: stream).added(to: onDevice).added(to: frameBytes)
    seconds =
      flattening / .seconds(1) + Double(stream.passes.count) * Self.perPass + Double(stream.quadCount) * Self.perQuad
    let clips = ClipCosts(stream.clips)
    for pass in stream.passes where !pass.isLeftOut {
      // What is copied is read too.
      let touches = pass.copies == nil ? 1.0 : 4.0
      seconds += Double(pass.area.pixelWidth * pass.area.pixelHeight) * Self.perPixel * touches
      for batch in pass.batches { seconds += Self.perBatch + Self.seconds(of: batch, in: pass, stream, clips) }
    }
    for coverage in Set(stream.coverages) { seconds += coverage.seconds }
  }

  /// What of it is more than limits allow, memory first; nil where nothing is.
  func excess(over limits: DrawingLimits) -> DrawingExcess? {
    limits.excess(bytes: bytes) ?? limits.excess(seconds: seconds)
  }

  /// What the stream itself takes: its records in arrays that double as they grow, and once more for the device; and their batches,
  /// each record its own until they are merged.
  static func bytes(of stream: CommandStream) -> Int {
    let records =
      stream.fills.count * MemoryLayout<FillRecord>.stride + stream.images.count * MemoryLayout<ImageRecord>.stride
      + stream.gradients.count * MemoryLayout<GradientRecord>.stride
      + stream.plain.count * MemoryLayout<PlainQuad>.stride + stream.clips.count * MemoryLayout<ClipRecord>.stride
      + stream.stops.count * MemoryLayout<StopRecord>.stride
    let batches =
      stream.quadCount * MemoryLayout<CommandStream.Batch>.stride
      + stream.passes.count * MemoryLayout<CommandStream.Pass>.stride
    return 3 * records + 2 * batches
  }

  /// The work of a batch: its pixels, each as often as its shader looks at something.
  private static func seconds(
    of batch: CommandStream.Batch, in pass: CommandStream.Pass, _ stream: CommandStream, _ clips: ClipCosts
  ) -> Double {
    let program = batch.key.program
    var nanoseconds = program.shape.nanosecondsPerPixel
    if program.blendsItself { nanoseconds += 8 }
    guard batch.count > 0 else { return 0 }
    // Records of one batch are alike: the dearest counts for all.
    var dearest = 0.0
    for index in batch.first..<batch.first + min(batch.count, 64) {
      var own = 0.0
      switch program.records {
      case .fills: own = clips.nanoseconds(Int(stream.fills[index].clip))
      case .gradients:
        own = clips.nanoseconds(Int(stream.gradients[index].clip)) + 1.5 * Double(stream.gradients[index].stops.w)
      case .images:
        own = clips.nanoseconds(Int(stream.images[index].clip))
        own += 3 * program.shape.samples(of: stream.images[index])
      case .plain: break
      }
      dearest = max(dearest, own)
    }
    return batch.area * (nanoseconds + dearest) * 1e-9
  }
}

/// What the surfaces of a stream's passes take.
private struct SurfaceBytes {
  /// Of those that are there at once.
  private(set) var most = 0
  /// Of all, if none were used twice.
  private(set) var total = 0

  /// What a driver keeps for a surface beside its pixels: llvmpipe 10 KB, measured with 6,000 small ones.
  private static let bytesPerSurface = 12 << 10

  /// Follows the surfaces as the painter takes them and gives them back.
  init(of stream: CommandStream, _ bytesPerPixel: (CommandStream.Pass) -> Int) {
    var held: [Int: Int] = [:]
    var bytes = 0
    for (index, pass) in stream.passes.enumerated() where !pass.isLeftOut {
      if let earlier = pass.continues.flatMap({ held.removeValue(forKey: $0) }) {
        held[index] = earlier
      } else if !pass.isFrame {
        let pixels = SurfacePool.roundedUp(pass.area.pixelWidth) * SurfacePool.roundedUp(pass.area.pixelHeight)
        let size = pixels * bytesPerPixel(pass) + Self.bytesPerSurface
        held[index] = size
        bytes += size
        total = total.added(to: size)
      }
      most = max(most, bytes)
      for shown in pass.shows { bytes -= held.removeValue(forKey: shown) ?? 0 }
    }
  }
}

/// What the textures of a stream's images and paths take.
private struct TextureBytes {
  private(set) var largest = 0
  private(set) var total = 0
  private var images: Set<ObjectIdentifier> = []

  init(of stream: CommandStream) {
    for batch in stream.passes.lazy.flatMap(\.batches) {
      switch batch.key.source {
      case .image(let image): add(image)
      case .maskedImage(let image, let mask):
        if let image { add(image) }
        add(mask)
      default: break
      }
    }
    for coverage in stream.coverages { add(coverage.width * coverage.height) }
  }

  private mutating func add(_ image: CGImage) {
    guard images.insert(ObjectIdentifier(image)).inserted else { return }
    // With the levels of smaller ones, a third more.
    add(image.width * image.height * (image.hasHalfFloats ? 8 : 4) * 4 / 3)
  }

  private mutating func add(_ bytes: Int) {
    largest = max(largest, bytes)
    total = total.added(to: bytes)
  }
}

extension Int {
  /// A sum that does not overflow.
  fileprivate func added(to other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

/// What the chain of clips from one outwards costs each pixel, for all clips of a stream.
private struct ClipCosts {
  private var lengths: [Int32] = []

  init(_ clips: [ClipRecord]) {
    lengths.reserveCapacity(clips.count)
    for clip in clips {
      let outer = Int(clip.texels.0.w)
      // An outer clip is written before those in it.
      lengths.append(1 + (lengths.indices.contains(outer) ? lengths[outer] : 0))
    }
  }

  /// Nanoseconds a pixel.
  func nanoseconds(_ clip: Int) -> Double { lengths.indices.contains(clip) ? 20 * Double(lengths[clip]) : 0 }
}

extension ProgramKind.Shape {
  /// Nanoseconds that a pixel takes, what depends on the record left out.
  fileprivate var nanosecondsPerPixel: Double {
    switch self {
    case .plain: 6
    case .surface, .shape, .colorMatrix: 10
    case .fill, .border, .shadow, .grow, .masked: 18
    case .tone, .vignette, .mean, .blocks, .blur: 25
    case .gradient, .image, .softRect, .blend, .shrink: 40
    // The mean of many places.
    case .pixellate: 450
    }
  }

  /// How many places of a surface it looks at as its record says: in both directions from the middle.
  fileprivate func samples(of record: ImageRecord) -> Double {
    switch self {
    case .blur, .mean: Double(2 * record.sampling.w)
    case .blocks: Double(record.cell.y + 2 * (record.sampling.w - record.cell.z + 1))
    default: 0
    }
  }
}

extension CoverageRequest {
  /// The work of rasterising it: each line of it in each row that it crosses, of which there are sixteen a pixel, among the others of
  /// that row; and each pixel.
  fileprivate var seconds: Double {
    let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d))
    let tolerance = Self.tolerance / max(scale, 1e-9)
    var size = OutlineSize(of: path.outline, tolerance: tolerance)
    if case .stroke(let style) = region {
      size = size.stroked(
        width: style.width, isRound: style.join == .round || style.cap == .round, dashes: style.dashes,
        tolerance: tolerance)
    }
    let rows = min(size.climb * scale, size.lines * Double(height))
    let others = rows / Double(max(height, 1))
    return (size.lines * 800 + rows * 16 * (40 + 0.01 * others) + Double(width * height) * 30) * 1e-9
  }

  /// How far from a curve its lines may be, in pixels.
  private static let tolerance = 0.004
}
