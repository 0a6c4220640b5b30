// CPURenderer: draws display lists on the processor, tile by tile.
//
// In:   a `DisplayList` (Flattening), and memory for its pixels.
// Out:  premultiplied bytes in that memory, and statistics.
// Path: `CPURenderer.render` → `PreparedFrame` sets up the edges, paint and clips of every
//       primitive, with images and paths from caches that outlive the frame → `TileBins` sorts the
//       primitives into tiles of 64 × 64 device pixels → `TilePainter`, one per thread, draws one
//       tile after another: it culls what later opaque primitives hide, draws the rest with the
//       kernels of `CPixels`, composes render passes in tiles of their own, and rounds the tile to
//       bytes once.
//
// The pixels of a tile depend on the list alone: not on other tiles, the number of threads, the
// damaged region or the processor.

import Foundation
import MultiplaneCPixels
import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplanePathImages

/// A renderer that draws display lists into memory, with several threads. Use it from one thread at
/// a time.
package final class CPURenderer {
  /// The vector instruction sets of the kernels. All give the same bytes.
  package enum KernelLevel: String, Sendable, CaseIterable {
    /// What every processor of the architecture has.
    case baseline
    case avx2

    /// The best one that this processor supports.
    package static var best: KernelLevel { KernelLevel.avx2.isAvailable ? .avx2 : .baseline }

    /// Whether this processor supports it.
    package var isAvailable: Bool { kernels != nil }

    var kernels: UnsafePointer<CPKernels>? {
      switch self {
      case .baseline: cp_kernels_baseline()
      case .avx2: cp_kernels_avx2()
      }
    }
  }

  private let kernels: UnsafePointer<CPKernels>
  private let images = ImageCache()
  private let paths = BinnedPathCache()
  private let shadows = BoxShadowCache()
  private let frame = PreparedFrame()
  private let plan = TilePlan()
  private let bins = TileBins()
  private let surfaces = SurfacePool()
  private let gaussians = GaussianCache()
  private let painters: [TilePainter]

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - threads: the number of drawing threads; nil for one per core.
  ///   - kernels: nil for the best one. An unsupported one counts as `baseline`.
  package init(threads: Int? = nil, kernels level: KernelLevel? = nil) {
    let chosen = level ?? .best
    kernels = chosen.kernels ?? cp_kernels_baseline()
    painters = (0..<Self.threadCount(threads)).map { _ in TilePainter() }
  }

  /// The size of a tile, in pixels.
  package static var tileSize: (width: Int, height: Int) { (TileSize.width, TileSize.height) }

  /// The maximum number of threads.
  package static let mostThreads = 64

  /// The number of threads for an option; nil for one per core.
  package static func threadCount(_ threads: Int?) -> Int {
    max(1, min(threads ?? ProcessInfo.processInfo.activeProcessorCount, mostThreads))
  }

  /// The memory budget of cached images, in bytes. That of cached paths is the same, at most 64
  /// MiB.
  package var imageBudget: Int {
    get { images.budget }
    set {
      images.budget = newValue
      paths.budget = min(newValue, 64 << 20)
    }
  }

  /// The memory limit of the surfaces of passes, in bytes; a frame that needs more is not drawn.
  package var surfaceLimit: Int {
    get { surfaces.limit }
    set { surfaces.limit = newValue }
  }

  /// Whether unreadable imported images are skipped, rather than being an error.
  package var leavesOutUnreadableImages = false

  /// Draws a list's canvas, or the part in the target.
  ///
  /// - Parameters:
  ///   - damage: the pixels to write, nil for all. They are the same as in a whole frame.
  /// - Throws: if the target cannot hold the canvas.
  @discardableResult
  package func render(
    _ list: DisplayList, into target: PixelTarget, damage: PixelBox? = nil
  ) throws(CPURendererError) -> CPUFrameStatistics {
    try target.check()
    guard let canvas = list.passes.first?.box else { return CPUFrameStatistics() }
    let held = target.box.intersection(canvas)
    let wanted = damage.map { $0.intersection(held) } ?? held
    guard !wanted.isEmpty else { return CPUFrameStatistics() }
    plan.prepare(list, wanted: wanted)
    frame.prepare(list, plan, images: images, paths: paths, shadows: shadows, threads: painters.count)
    for painter in painters { painter.begin(frame, kernels) }
    defer {
      frame.pictures.removeAll()
      surfaces.endFrame()
      images.endFrame()
      paths.endFrame()
      shadows.endFrame()
    }
    if let failure = images.takeFailure(), !leavesOutUnreadableImages { throw .unreadable(failure) }
    guard frame.hasPathMemory else { throw .paths }
    let work = FilterWork(kernels: kernels, pool: surfaces, threads: painters.count, gaussians: gaussians)
    let passes = WholePasses(list: list, frame: frame, plan: plan, painters: painters, work: work)
    try passes.draw()
    let range = 0..<list.primitives.count
    var beneath: PassSweep?
    bins.sort(frame, range, of: 0, wanted: wanted.union(plan.canvasReads))
    if !plan.canvasReads.isEmpty {
      let sweep = PassSweep(pass: 0, try TileSurface(plan.canvasReads, channels: 4, from: surfaces), bins: bins)
      try passes.drawToLastBackdrop(sweep)
      beneath = sweep
    }
    // Tiles side by side have rows that follow each other in memory.
    Parallel.run(bins.tileCount, threads: painters.count, together: 8) { tile, thread in
      painters[thread].paint(tile, of: bins, after: beneath, wanted: wanted, into: target)
    }
    for painter in painters { painter.finish(into: target) }
    guard !painters.reduce(false, { $1.takePathFailure() || $0 }) else { throw .paths }
    var statistics = CPUFrameStatistics()
    statistics.primitives = frame.count
    for painter in painters { statistics.add(painter.statistics) }
    return statistics
  }
}

/// The statistics of a frame.
package struct CPUFrameStatistics: Sendable, Equatable {
  package var primitives = 0
  package var tiles = 0
  /// Drawn primitives, counted per tile.
  package var commands = 0
  /// Primitives that later opaque ones occlude, counted per tile.
  package var hidden = 0

  package init() {}

  mutating func add(_ other: CPUFrameStatistics) {
    tiles += other.tiles
    commands += other.commands
    hidden += other.hidden
  }
}

/// The error of a frame that was not drawn.
package enum CPURendererError: Error, CustomStringConvertible {
  /// The memory does not hold the canvas.
  case target(width: Int, height: Int, bytesPerRow: Int, byteCount: Int)
  /// Imported pixels are in no memory that the processor can read, or of a format that it does not
  /// know.
  case unreadable(ImportedImageError)
  /// There is no memory for something that the frame needs.
  case memory(bytes: Int)
  /// There is no memory for the edges of the frame's paths.
  case paths

  /// The size of a failed allocation, in bytes; nil for other errors.
  package var bytes: Int? {
    if case .memory(let bytes) = self { bytes } else { nil }
  }

  package var description: String {
    switch self {
    case .target(let width, let height, let bytesPerRow, let byteCount):
      "a target of \(width) × \(height) pixels with \(bytesPerRow) bytes per row does not fit \(byteCount) bytes"
    case .unreadable(let error): "\(error)"
    case .memory(let bytes): "no memory for \(bytes) bytes of the frame"
    case .paths: "no memory for the edges of the frame's paths"
    }
  }
}
