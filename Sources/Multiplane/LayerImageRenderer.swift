import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// Limits per picture, for untrusted scenes.
public struct ImageLimits: Sendable, Equatable {
  /// The memory limit, in bytes.
  public var memory: Int
  /// The time limit, in seconds of one processor core.
  public var seconds: Double

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - memory: for the whole program, in bytes.
  ///   - seconds: of one processor core, per picture; above 0.
  public init(memory: Int = 512 << 20, seconds: Double = 4) {
    self.memory = memory
    self.seconds = seconds
  }

  /// The same for what draws, from now on: what the program has by now counts.
  func drawing(onProcessor: Bool) -> DrawingLimits {
    onProcessor ? .onProcessor(memory: memory, seconds: seconds) : .onDevice(memory: memory, seconds: seconds)
  }
}

/// A renderer that draws layer trees to images, without a window or a screen. Not thread-safe; a
/// program may have several.
///
/// Layers that are only drawn to images have no implicit animations: a change is visible in the
/// next image.
///
/// ```swift
/// let renderer = try LayerImageRenderer()
/// try renderer.image(of: scene, at: 0.5).write(to: URL(filePath: "card.png"))
/// ```
public final class LayerImageRenderer {
  private let compositor: OffscreenCompositor
  /// Limits per picture; nil for none.
  package var limits: ImageLimits?

  /// Opens a renderer.
  ///
  /// ```swift
  /// let mine = try LayerImageRenderer()
  /// let theirs = try LayerImageRenderer(.cpu, limits: ImageLimits(memory: 256 << 20, seconds: 2))
  /// print(mine.name, theirs.isSoftware)
  /// ```
  ///
  /// - Parameters:
  ///   - renderer: the kind of renderer.
  ///   - device: the OpenGL ES device; a named device implies `gl`.
  ///   - threads: the number of threads of the CPU renderer; nil for one per core.
  ///   - limits: limits per picture; nil for none.
  /// - Throws: `MultiplaneError` (`device`) if there is no such device.
  public init(
    _ renderer: RendererChoice = .automatic, device: DeviceSelector = .automatic, threads: Int? = nil,
    limits: ImageLimits? = nil
  ) throws(MultiplaneError) {
    self.limits = limits
    compositor = try translating {
      try OffscreenCompositor(
        RendererOptions(renderer, device: device == .automatic ? nil : device, threads: threads))
    }
  }

  /// The name of the renderer, such as `the CPU renderer (2 threads, avx2)`, or of its device.
  public var name: String { compositor.rendererName }

  /// Whether the processor draws.
  public var isSoftware: Bool { compositor.drawsOnProcessor || compositor.fellBackToSoftware }

  /// Draws a scene.
  ///
  /// ```swift
  /// let half = try renderer.image(of: scene, at: 0.5, scale: 2)
  /// print(half.width, half.height)
  /// ```
  ///
  /// - Parameters:
  ///   - time: the scene time, in seconds; nil for the scene's poster time.
  ///   - scale: device pixels per point; nil for the scene's.
  /// - Returns: an image of `size × scale` pixels: sRGB, 8 bits per component, premultiplied.
  /// - Throws: for a canvas without pixels or with too many, and if a limit is exceeded.
  public func image(
    of scene: Scene, at time: TimeInterval? = nil, scale: CGFloat? = nil
  ) throws(MultiplaneError) -> CGImage {
    try image(of: committed(scene, scale: scale), at: time ?? scene.posterTime, origin: scene.settledTimeOrigin)
  }

  /// Draws a layer and its sublayers. The image covers the layer's bounds; its position is ignored.
  ///
  /// ```swift
  /// let title = try renderer.image(of: layer, scale: 2)
  /// ```
  ///
  /// - Parameters:
  ///   - time: seconds since the start of animations without a begin time.
  ///   - scale: device pixels per point.
  public func image(
    of layer: CALayer, at time: TimeInterval = 0, scale: CGFloat = 1
  ) throws(MultiplaneError) -> CGImage {
    try image(of: Scene(root: layer, scale: Double(scale)), at: time)
  }

  /// The estimated cost of a picture, without drawing it: for admission and scheduling.
  ///
  /// ```swift
  /// guard try renderer.cost(of: scene).seconds < 2 else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - time: the scene time, in seconds; nil for the scene's poster time.
  ///   - scale: device pixels per point; nil for the scene's.
  public func cost(
    of scene: Scene, at time: TimeInterval? = nil, scale: CGFloat? = nil
  ) throws(MultiplaneError) -> DrawingCost {
    try cost(of: committed(scene, scale: scale), at: time ?? scene.posterTime, origin: scene.settledTimeOrigin)
  }

  /// The same of a tree that was committed already, at a time after `origin`.
  package func cost(
    of committed: CommittedTree, at time: TimeInterval, origin: TimeInterval = 0
  ) throws(MultiplaneError) -> DrawingCost {
    guard time.isFinite else {
      throw MultiplaneError(.times, "time: expected a finite number of seconds, found \(time)")
    }
    try check(committed)
    let tree = try evaluated(committed, at: origin + time)
    return compositor.cost(of: tree)
  }

  /// Draws the frames of a scene, in order.
  ///
  /// ```swift
  /// try renderer.forEachFrame(of: scene, FrameTimes(to: 2, framesPerSecond: 30)) { index, image in
  ///   try image.write(to: folder.appending(path: "\(index).png"))
  /// }
  /// ```
  ///
  /// - Parameter body: called with each frame's number, from 0, and its image. An error that it
  ///   throws ends the loop.
  public func forEachFrame(
    of scene: Scene, _ times: FrameTimes, scale: CGFloat? = nil, _ body: (_ index: Int, _ image: CGImage) throws -> Void
  ) throws {
    let committed = try committed(scene, scale: scale)
    let first = try evaluated(committed, at: scene.settledTimeOrigin + times.from)
    let (width, height) = (first.pixelWidth, first.pixelHeight)
    do {
      try drawing(committed, times, origin: scene.settledTimeOrigin).draw { pixels, frame in
        guard let image = CGImage(premultipliedRGBA8: pixels, width: width, height: height) else { return }
        try body(frame, image)
      }
    } catch let error as CompositorError {
      throw MultiplaneError(error)
    } catch let error as DrawingExcess {
      throw MultiplaneError(error)
    }
  }

  /// Writes the frames of a scene to a video file, completely or not at all. Formats other than
  /// `.apng` and `.webp` need the program `ffmpeg`.
  ///
  /// ```swift
  /// let times = try FrameTimes(to: 1, framesPerSecond: 10)
  /// try renderer.writeVideo(of: scene, times, to: URL(filePath: "scene.mp4")) { frame, count in
  ///   print(frame, "of", count)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: the extension selects the format: `.mp4` (H.264, over black); and, with transparency
  ///     unless the scene has an opaque background, `.webm` (VP9), `.mov` (ProRes 4444), `.gif`,
  ///     `.apng` or `.webp`.
  ///   - options: another format, the quality, and the encoder's threads.
  ///   - progress: called after each frame with the number of drawn frames and of all; false
  ///     cancels, and no file is left.
  public func writeVideo(
    of scene: Scene, _ times: FrameTimes, to url: URL, options: VideoOptions = VideoOptions(), scale: CGFloat? = nil,
    progress: ((_ frame: Int, _ count: Int) -> Bool)? = nil
  ) throws(MultiplaneError) {
    try writeVideo(
      of: committed(scene, scale: scale), origin: scene.settledTimeOrigin, times, to: url, options: options,
      progress: progress
    )
  }

  /// The same of a tree that was committed already, at times after `origin`.
  package func writeVideo(
    of committed: CommittedTree, origin: TimeInterval = 0, _ times: FrameTimes, to url: URL,
    options: VideoOptions = VideoOptions(),
    progress: ((_ frame: Int, _ count: Int) -> Bool)?
  ) throws(MultiplaneError) {
    try check(committed)
    guard let format = options.format ?? VideoFormat(path: url.path) else {
      let known = VideoFormat.extensions.joined(separator: ", ")
      throw MultiplaneError(.video, "\(url.path): expected the extension of a video, \(known), found none of them")
    }
    guard VideoFormat.speeds.contains(times.framesPerSecond) else {
      throw MultiplaneError(
        .times,
        "framesPerSecond: expected \(VideoFormat.speeds.lowerBound) to \(VideoFormat.speeds.upperBound) for a video, found "
          + "\(times.framesPerSecond)")
    }
    let first = try evaluated(committed, at: origin + times.from)
    try translating {
      let encoder = try format.makeWriter(
        path: url.path, width: first.pixelWidth, height: first.pixelHeight, rate: times.rate,
        transparent: (committed.background?.alpha ?? 0) < 1, options: options)
      do {
        try drawing(committed, times, origin: origin).run(into: encoder) { frame in
          guard progress?(frame, times.count) ?? true else {
            throw MultiplaneError(.cancelled, "\(url.path): ended at frame \(frame) of \(times.count), as was asked")
          }
        }
        try encoder.finish()
      } catch {
        encoder.discard()
        throw error
      }
    }
  }

  // MARK: What they have in common

  /// The tree as values, with a canvas that can be drawn.
  private func committed(_ scene: Scene, scale: CGFloat?) throws(MultiplaneError) -> CommittedTree {
    var committed = try translating { try PictureCommit.perform { try scene.committedWithinLimits() } }
    if let scale { committed.scale = Double(scale) }
    try check(committed)
    return committed
  }

  private func check(_ committed: CommittedTree) throws(MultiplaneError) {
    if let problem = SceneLimits.standard.problem(size: committed.size, scale: committed.scale) {
      throw MultiplaneError(.canvas, "the canvas: \(problem)")
    }
  }

  private func evaluated(_ committed: CommittedTree, at time: Double) throws(MultiplaneError) -> RenderTree {
    try translating { try drawingLimits.evaluating { committed.evaluate(at: time) } }
  }

  /// A picture of a tree that was committed already, at a time after `origin`.
  package func image(
    of committed: CommittedTree, at time: TimeInterval, origin: TimeInterval = 0
  ) throws(MultiplaneError) -> CGImage {
    guard time.isFinite else {
      throw MultiplaneError(.times, "time: expected a finite number of seconds, found \(time)")
    }
    try check(committed)
    let tree = try evaluated(committed, at: origin + time)
    let pixels = try translating {
      compositor.limits = limits == nil ? nil : drawingLimits
      return try compositor.picture(of: tree).pixels
    }
    guard let image = CGImage(premultipliedRGBA8: pixels, width: tree.pixelWidth, height: tree.pixelHeight) else {
      throw MultiplaneError(.canvas, "the canvas has no pixels: expected a size above 0")
    }
    return image
  }

  /// The warning about a picture that `image` has drawn; nil unless it shows only the background.
  package func blankStill(
    _ image: CGImage, of committed: CommittedTree, at time: TimeInterval
  ) throws(MultiplaneError) -> BlankStill? {
    let pixels = image.premultipliedRGBA8()
    guard BlankStill.isBlank(pixels, over: committed.background) else { return nil }
    return compositor.blankStill(of: try evaluated(committed, at: time), from: committed)
  }

  private var drawingLimits: DrawingLimits {
    limits?.drawing(onProcessor: compositor.drawsOnProcessor) ?? .unlimited
  }

  private func drawing(_ committed: CommittedTree, _ times: FrameTimes, origin: Double) -> SequenceDrawing {
    let limits = drawingLimits
    compositor.limits = self.limits == nil ? nil : limits
    return SequenceDrawing(committed, times, origin: origin, by: compositor, limits: limits)
  }
}

extension FrameTimes {
  /// Creates the times of `round((to - from) * framesPerSecond)` frames.
  ///
  /// ```swift
  /// let times = try FrameTimes(from: 1, to: 3, framesPerSecond: 25)
  /// print(times.count, times.time(of: 49))  // 50 2.96
  /// ```
  ///
  /// - Throws: `MultiplaneError` (`times`) unless all numbers are finite, `to` is after `from`, and
  ///   there are 1 to 1,000,000 frames.
  public init(from: TimeInterval = 0, to: TimeInterval, framesPerSecond: Double = 60) throws(MultiplaneError) {
    self = try translating { try FrameTimes(from: from, to: to, fps: framesPerSecond) }
  }
}
