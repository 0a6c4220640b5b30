import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile
import MultiplaneVideo

/// What a picture may take, for scenes that somebody else wrote.
public struct ImageLimits: Sendable, Equatable {
  /// Bytes at the same time.
  public var memory: Int
  /// Seconds of one processor core.
  public var seconds: Double

  /// - Parameters:
  ///   - memory: what the program may take, in bytes.
  ///   - seconds: of one processor core, for a picture; above 0.
  public init(memory: Int = 512 << 20, seconds: Double = 4) {
    self.memory = memory
    self.seconds = seconds
  }

  /// The same for what draws, from now on: what the program has by now counts.
  func drawing(onProcessor: Bool) -> DrawingLimits {
    onProcessor ? .onProcessor(memory: memory, seconds: seconds) : .onDevice(memory: memory, seconds: seconds)
  }
}

/// Draws layer trees into images, without a window or a screen. Use it on one thread at a time; several may exist.
///
/// Layers that are drawn into images alone have no implicit animations: what a program changes shows at once in the next image.
///
/// ```swift
/// let renderer = try LayerImageRenderer()
/// try renderer.image(of: scene, at: 0.5).write(to: URL(filePath: "card.png"))
/// ```
public final class LayerImageRenderer {
  private let compositor: OffscreenCompositor
  private let limits: ImageLimits?

  /// Opens what draws.
  ///
  /// ```swift
  /// let mine = try LayerImageRenderer()
  /// let theirs = try LayerImageRenderer(.cpu, limits: ImageLimits(memory: 256 << 20, seconds: 2))
  /// print(mine.name, theirs.isSoftware)
  /// ```
  ///
  /// - Parameters:
  ///   - renderer: which renderer.
  ///   - device: what OpenGL ES draws on; naming one asks for `gl`.
  ///   - threads: how many the CPU renderer draws with; nil for one a core.
  ///   - limits: what a picture may take; nil for what it takes.
  /// - Throws: when there is no such device.
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

  /// What draws, such as `the CPU renderer (2 threads, avx2)` or a device's own name.
  public var name: String { compositor.rendererName }

  /// Whether the program's own processor draws.
  public var isSoftware: Bool { compositor.drawsOnProcessor || compositor.fellBackToSoftware }

  /// A picture of a scene.
  ///
  /// ```swift
  /// let half = try renderer.image(of: scene, at: 0.5, scale: 2)
  /// print(half.width, half.height)
  /// ```
  ///
  /// - Parameters:
  ///   - time: of the scene, in seconds.
  ///   - scale: device pixels per point; nil for the scene's own.
  /// - Returns: 8 bits a component, sRGB, alpha multiplied in; `size × scale` pixels.
  /// - Throws: for a canvas without pixels or with too many, and where more is needed than the limits allow.
  public func image(
    of scene: Scene, at time: TimeInterval = 0, scale: CGFloat? = nil
  ) throws(MultiplaneError) -> CGImage {
    try image(of: committed(scene, scale: scale), at: time, origin: scene.timeOrigin)
  }

  /// A picture of a layer and its sublayers: of its bounds, wherever its position is.
  ///
  /// ```swift
  /// let title = try renderer.image(of: layer, scale: 2)
  /// ```
  ///
  /// - Parameters:
  ///   - time: seconds after animations without a begin time of their own begin.
  ///   - scale: device pixels per point.
  public func image(
    of layer: CALayer, at time: TimeInterval = 0, scale: CGFloat = 1
  ) throws(MultiplaneError) -> CGImage {
    try image(of: Scene(root: layer, scale: Double(scale)), at: time)
  }

  /// What a picture of a scene takes here, reckoned without drawing it: for a program that has to say no, or in which order.
  ///
  /// ```swift
  /// guard try renderer.cost(of: scene).seconds < 2 else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - time: of the scene, in seconds.
  ///   - scale: device pixels per point; nil for the scene's own.
  public func cost(
    of scene: Scene, at time: TimeInterval = 0, scale: CGFloat? = nil
  ) throws(MultiplaneError) -> DrawingCost {
    try cost(of: committed(scene, scale: scale), at: time, origin: scene.timeOrigin)
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

  /// Draws the frames of a scene, one after another.
  ///
  /// ```swift
  /// try renderer.forEachFrame(of: scene, FrameTimes(to: 2, framesPerSecond: 30)) { index, image in
  ///   try image.write(to: folder.appending(path: "\(index).png"))
  /// }
  /// ```
  ///
  /// - Parameter body: gets each frame's number, from 0, and its picture; what it throws ends the work.
  public func forEachFrame(
    of scene: Scene, _ times: FrameTimes, scale: CGFloat? = nil, _ body: (_ index: Int, _ image: CGImage) throws -> Void
  ) throws {
    let committed = try committed(scene, scale: scale)
    let first = try evaluated(committed, at: scene.timeOrigin + times.from)
    let (width, height) = (first.pixelWidth, first.pixelHeight)
    do {
      try drawing(committed, times, origin: scene.timeOrigin).draw { pixels, frame in
        guard let image = CGImage(premultipliedRGBA8: pixels, width: width, height: height) else { return }
        try body(frame, image)
      }
    } catch let error as CompositorError {
      throw MultiplaneError(error)
    } catch let error as DrawingExcess {
      throw MultiplaneError(error)
    }
  }

  /// Writes the frames of a scene as a video, whole or not at all. But for `.apng` and `.webp` it needs the program `ffmpeg`.
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
  ///   - url: `.mp4` (H.264, over black), and, with transparency if the scene has no opaque background, `.webm` (VP9), `.mov` (ProRes 4444),
  ///     `.gif`, `.apng` or `.webp`.
  ///   - options: another format than the extension's, and the quality.
  ///   - progress: called after each frame with how many are drawn, of how many; false ends the work, and no file is left.
  public func writeVideo(
    of scene: Scene, _ times: FrameTimes, to url: URL, options: VideoOptions = VideoOptions(), scale: CGFloat? = nil,
    progress: ((_ frame: Int, _ count: Int) -> Bool)? = nil
  ) throws(MultiplaneError) {
    try writeVideo(
      of: committed(scene, scale: scale), origin: scene.timeOrigin, times, to: url, options: options, progress: progress
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
  /// Cuts a time into `round((to - from) * framesPerSecond)` frames.
  ///
  /// ```swift
  /// let times = try FrameTimes(from: 1, to: 3, framesPerSecond: 25)
  /// print(times.count, times.time(of: 49))  // 50 2.96
  /// ```
  ///
  /// - Throws: unless all are finite, `to` is after `from`, and there are 1 to 1,000,000 frames.
  public init(from: TimeInterval = 0, to: TimeInterval, framesPerSecond: Double = 60) throws(MultiplaneError) {
    self = try translating { try FrameTimes(from: from, to: to, fps: framesPerSecond) }
  }
}
