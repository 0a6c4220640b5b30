// GLRenderer: draws display lists with OpenGL ES 3.
//
// In:   a `DisplayList` (Flattening), and a `Frame` of the device.
// Out:  the frame's pixels, premultiplied, and `DrawStatistics`.
// Path: `GLRenderer.render` → `FrameEncoder` decides the order and the surfaces of the passes
//       (`PassSchedule`), writes each primitive as one `Record` (`RecordWriter`, `ClipWriter`),
//       with images from `ImageStore` and paths from `CoverageStore`, and joins consecutive records
//       into batches (`CommandList`) → `CommandPlayer` uploads records and data once and issues the
//       passes. Shaders: `record.vert` for all; `paint.frag` for primitives, `convolve.frag`,
//       `squares.frag` and `colors.frag` for filters.
//
// A frame is a function of the list and the precision: caches never change a pixel.

import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

/// A renderer that draws display lists on one device, whose context must be current.
package final class GLRenderer {
  /// The precision of render passes.
  package enum Precision: Sendable {
    /// A byte per channel, as the frame has: each primitive is rounded.
    case bytes
    /// 16 bits per channel, rounded to bytes once, where the device draws them (`drawsWords`).
    case words
  }

  private let device: Device
  private let resources: FrameResources
  private let plan = PassPlan()

  /// The default memory budget of image textures, half a gigabyte, in bytes.
  package static let defaultTextureBudget = 512 << 20
  /// Pixels of surfaces that are drawn at the same time at least, before passes are drawn in
  /// portions.
  private static let leastPortion = 1 << 24
  /// Pixels of a canvas in 16 bits per channel, from which on it is drawn in bands: those of 64
  /// MiB, which it takes in addition to the frame.
  var mostCanvasPixels = 1 << 23

  /// Creates a renderer.
  ///
  /// - Throws: `RenderError.device` if the device lacks a feature that every frame needs.
  package init(device: Device, textureBudget: Int = GLRenderer.defaultTextureBudget) throws(RenderError) {
    self.device = device
    do throws(GLError) {
      resources = FrameResources(
        device: device, images: ImageStore(device: device, budget: textureBudget),
        coverage: try CoverageStore(device: device), surfaces: SurfacePool(device: device),
        player: try CommandPlayer(device: device))
    } catch {
      throw .device(error)
    }
  }

  /// The memory budget of images, in bytes. The least recently used ones are evicted.
  package var textureBudget: Int {
    get { resources.images.budget }
    set { resources.images.budget = newValue }
  }

  /// The memory of all cached textures, in bytes.
  package var textureBytes: Int { resources.images.bytes + resources.coverage.bytes + resources.surfaces.bytes }

  /// The memory limit of the surfaces of passes, in bytes; a frame that needs more is not drawn.
  package var surfaceLimit: Int {
    get { resources.surfaces.limit }
    set { resources.surfaces.limit = newValue }
  }

  /// Whether the device can draw with 16 bits per channel.
  package var drawsWords: Bool { device.capabilities.drawsHalfFloat || device.capabilities.drawsWords }

  /// Draws a list's canvas, or the part in the frame.
  ///
  /// - Parameters:
  ///   - x: the canvas column at the frame's first column.
  ///   - y: the canvas row at the frame's first row.
  ///   - damage: the canvas pixels to write; nil for all in the frame.
  /// - Throws: the contents of the frame are then undefined.
  package func render(
    _ list: DisplayList, into frame: Frame, x: Int = 0, y: Int = 0, damage: [PixelBox]? = nil,
    precision: Precision = .bytes
  ) throws(RenderError) -> DrawStatistics {
    device.collectGarbage()
    guard let canvas = list.passes.first else { return DrawStatistics() }
    let held = PixelBox(
      minX: Int32(clamping: x), minY: Int32(clamping: y), maxX: Int32(clamping: x + frame.width),
      maxY: Int32(clamping: y + frame.height)
    ).intersection(canvas.box)
    let boxes = (damage ?? [held]).map { $0.intersection(held) }.filter { !$0.isEmpty }
    let wanted = boxes.reduce(PixelBox.empty) { $0.union($1) }
    guard !wanted.isEmpty else { return DrawStatistics() }
    let isHighPrecision = precision == .words && drawsWords
    let rows = max(1, mostCanvasPixels / wanted.width)
    if isHighPrecision, wanted.height > rows {
      var statistics = DrawStatistics()
      for top in stride(from: wanted.minY, to: wanted.maxY, by: rows) {
        let band = PixelBox(
          minX: wanted.minX, minY: top, maxX: wanted.maxX, maxY: min(top + Int32(rows), wanted.maxY))
        statistics += try render(
          list, into: frame, x: x, y: y, damage: boxes.map { $0.intersection(band) }, precision: precision)
      }
      return statistics
    }
    plan.prepare(list, wanted: wanted)
    let uploaded = device.statistics.bytesUploaded
    let format = format(isHighPrecision: isHighPrecision, isExtended: list.hasExtendedRange)
    let encoder = FrameEncoder(
      list, plan, resources, format: format, formatOfFiltered: device.capabilities.blendsFloat ? .rgba32Float : format,
      portion: min(max(Self.leastPortion, 4 * frame.width * frame.height), resources.surfaces.limit / 32),
      origin: (held.minX, held.minY))
    let background = SIMD4<Float>(canvas.background)
    let target = PassTarget(
      frame, boxes: boxes, offset: (Int32(clamping: -x), Int32(clamping: -y)),
      background: background.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)))
    let needed = plan.needed[0]
    // Primitives that read the pixels below need all of them, also where the frame does not have
    // them, or has later ones.
    let readsBeneath = encoder.schedule.readsBeneath[0]
    let isWhole = boxes.count == 1 && boxes[0].contains(needed)
    do throws(RenderError) {
      if isHighPrecision || readsBeneath && (!isWhole || frame.keepsPixels) {
        let own = PassTarget(
          surfaceOf: needed.union(wanted), format: self.format(isHighPrecision: isHighPrecision, isExtended: false),
          isCanvas: true,
          background: background.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)))
        try encoder.draw(into: own)
        if let picture = own.region { try encoder.show(picture, in: target) }
      } else {
        try encoder.draw(into: target)
      }
      try encoder.finish()
    } catch {
      endFrame()
      throw error
    }
    endFrame()
    do throws(GLError) {
      try device.checkDrawing(isLive: precision == .bytes)
    } catch {
      throw .device(error)
    }
    var statistics = encoder.statistics
    statistics.bytesUploaded = device.statistics.bytesUploaded - uploaded
    return statistics
  }

  private func endFrame() {
    resources.images.endFrame()
    resources.coverage.endFrame()
    resources.surfaces.endFrame()
  }

  /// How passes are stored: numbers from 0 to 1 where they suffice, as 16 bits hold those 32 times
  /// as finely as half floats do near 1.
  private func format(isHighPrecision: Bool, isExtended: Bool) -> PixelFormat {
    let capabilities = device.capabilities
    if isExtended, capabilities.drawsHalfFloat { return .rgba16Float }
    guard isHighPrecision else { return .rgba8 }
    return capabilities.drawsWords ? .rgba16 : capabilities.drawsHalfFloat ? .rgba16Float : .rgba8
  }

  /// The transcript of a frame: a line per pass, copy and batch.
  package func transcript(
    of list: DisplayList, into frame: Frame, precision: Precision
  ) throws(RenderError) -> [TranscriptLine] {
    resources.player.transcript = []
    defer { resources.player.transcript = nil }
    _ = try render(list, into: frame, precision: precision)
    return resources.player.transcript ?? []
  }

  /// Releases all cached textures, if the recent frames will not be drawn again soon.
  package func forgetTextures() {
    resources.images.removeAll()
    resources.coverage.removeAll()
    resources.surfaces.removeAll()
  }

  /// Waits until all drawing is complete.
  package func finish() { device.finish() }
}

extension DisplayList {
  /// Whether surfaces may have colours beyond 0…1, which bytes cut off.
  fileprivate var hasExtendedRange: Bool {
    guard passes.count > 1 else { return false }
    func leaves(_ color: PremultipliedColor) -> Bool {
      let rest = color.alpha
      return
        !(color.red >= 0 && color.red <= rest && color.green >= 0 && color.green <= rest && color.blue >= 0
        && color.blue <= rest && rest <= 1)
    }
    return boxes.contains { leaves($0.color) } || borders.contains { leaves($0.color) }
      || paths.contains { leaves($0.color) } || images.contains { $0.image.hasHalfFloats }
      || gradients.contains { $0.stops.contains { leaves($0.color.premultiplied) } }
  }
}
