import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

/// A layer that shows a Lottie animation, as a tree of plain layers with animations.
///
/// The composition is fitted into the bounds by `contentsGravity`, `resizeAspect` by default. It
/// plays by the media timing of one sublayer: `speed`, `timeOffset` and `beginTime` of the layer
/// apply as to any layer, and every time can be drawn exactly. A new layer plays once, from time 0
/// of the layer.
///
/// ```swift
/// let logo = try LottieLayer(contentsOf: URL(filePath: "logo.json"))
/// logo.frame = CGRect(x: 20, y: 20, width: 200, height: 100)
/// logo.loopMode = .loop
/// root.addSublayer(logo)
/// ```
public final class LottieLayer: CALayer, AnimationLayer {
  /// The repetition of the played part.
  public enum LoopMode: Sendable, Equatable {
    /// Once; the last frame stays.
    case once
    /// Forever.
    case loop
    /// Forever, forwards and backwards in turn.
    case autoreverse
    /// A number of runs, above 0, which may be a fraction.
    case count(Double)
  }

  /// A position in the animation.
  public enum Position: Sendable, Equatable {
    /// A fraction of the length, from 0 to 1.
    case progress(Double)
    /// Seconds from the first frame.
    case time(Double)
    /// The number of a frame, as in the file.
    case frame(Double)
    /// The frame of a marker, by its name.
    case marker(String)
  }

  /// A named part of the animation.
  public struct Marker: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The start, in seconds from the first frame.
    public let time: Double
    /// The length in seconds; 0 for a marker of one frame.
    public let duration: Double
  }

  // MARK: Stored properties

  package var sceneUse: AnimationUse?
  package private(set) var importedScene: ImportedScene?
  package private(set) var content: CALayer?
  package var playback = AnimationPlayback() {
    didSet {
      guard playback != oldValue else { return }
      if playback.markers != oldValue.markers { givenPart = nil }
      updatePlayback()
    }
  }
  /// The given values of the animation's parameters.
  package private(set) var givenValues: [String: ParameterValue] = [:]
  /// The name of the file in messages.
  package var fileName = "animation"
  /// The parts of the file that are not supported and left out, with their places.
  public private(set) var warnings: [SceneWarning] = []
  /// The part that `play(from:to:)` was given, in seconds of the animation.
  private var givenPart: (from: Double, to: Double)?
  private var clock = Clock()
  private var tracks = AnimationTracks()

  /// The time of the played part, 0 at its start.
  private struct Clock: Equatable {
    /// The layer's time at which the part's time is `offset`.
    var begin = 0.0
    var offset = 0.0
    /// The part's time while it is paused.
    var held: Double?

    func time(at layerTime: Double) -> Double { held ?? max(0, layerTime - begin) + offset }
  }

  // MARK: Creation

  /// Creates a layer without an animation.
  public override init() {
    super.init()
    contentsGravity = .resizeAspect
  }

  /// Creates a copy of a layer's values, without the animation's layers; for presentation layers.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let original = layer as? LottieLayer else { return }
    (sceneUse, importedScene, givenValues) = (original.sceneUse, original.importedScene, original.givenValues)
    (fileName, warnings, playback) = (original.fileName, original.warnings, original.playback)
    (givenPart, clock) = (original.givenPart, original.clock)
  }

  /// Decodes a layer with its sublayers. They are drawn as when they were encoded; the animation
  /// that they were made of is not in the archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @discardableResult
  package func show(
    _ animation: ImportedScene, values: [String: ParameterValue]
  ) throws(SceneError) -> [SceneWarning] {
    let scene = try animation.scene(values)
    (importedScene, givenValues, warnings) = (animation, values, scene.importWarnings)
    withoutActions {
      content?.removeFromSuperlayer()
      content = scene.root
      insertSublayer(scene.root, at: 0)
      tracks = AnimationTracks(of: scene.root)
      setNeedsLayout()
      updatePlayback()
    }
    return warnings
  }

  // MARK: The animation

  /// The size of the composition, in points.
  public var compositionSize: CGSize { importedScene?.size ?? .zero }

  /// Frames per second.
  public var frameRate: Double { importedScene?.timeline?.frameRate ?? 0 }

  /// The length in seconds.
  public var animationDuration: Double { importedScene?.timeline?.duration ?? 0 }

  /// The markers, in the order of the file.
  public var markers: [Marker] {
    guard let timeline = importedScene?.timeline else { return [] }
    return timeline.markers.map { marker in
      Marker(
        name: marker.name, time: timeline.time(ofFrame: marker.frame), duration: marker.duration / timeline.frameRate)
    }
  }

  /// The parts of the animation that values can replace: slots, texts and images (docs/lottie.md).
  public var parameters: [ParameterDeclaration] { importedScene?.lookup.parameters ?? [] }

  /// The key paths of all texts, images and colours that values can replace: the names of nested
  /// layers and shapes with `Text`, `Image` or `Color`, such as `Badge.Fill 1.Color`.
  public var keyPaths: [String] { importedScene?.lookup.keyPaths.map(\.name) ?? [] }

  // MARK: Position

  /// The shown position, from 0 to 1, at `CACurrentMediaTime()`. Setting it pauses the animation
  /// there.
  public var progress: Double {
    get { animationDuration > 0 ? currentTime / animationDuration : 0 }
    set { playback.progress = min(max(newValue, 0), 1) }
  }

  /// The shown position in seconds from the first frame. Setting it pauses the animation there.
  public var currentTime: Double {
    get { playback.progress.map { $0 * animationDuration } ?? part.time(at: clock.time(at: layerTime), playback.loop) }
    set { progress = animationDuration > 0 ? newValue / animationDuration : 0 }
  }

  /// The shown position as the number of a frame, as in the file. Setting it pauses the animation
  /// there.
  public var currentFrame: Double {
    get { currentTime * frameRate + (importedScene?.timeline?.firstFrame ?? 0) }
    set { importedScene?.timeline.map { currentTime = $0.time(ofFrame: newValue) } }
  }

  /// The repetition of the played part. Default `once`.
  public var loopMode: LoopMode {
    get {
      switch playback.loop {
      case .once: .once
      case .forever: .loop
      case .autoreverse: .autoreverse
      case .count(let count): .count(count)
      }
    }
    set {
      playback.loop =
        switch newValue {
        case .once: .once
        case .loop: .forever
        case .autoreverse: .autoreverse
        case .count(let count): count > 0 ? .count(count) : .once
        }
    }
  }

  /// Whether the animation moves at `CACurrentMediaTime()`: it is not paused, and not at its end.
  public var isPlaying: Bool {
    playback.progress == nil && clock.held == nil && clock.time(at: layerTime) < part.length(playback.loop)
  }

  // MARK: Playing

  /// Continues from the shown position, or from the start if the part is over or was never played.
  ///
  /// - Parameter time: the start in the layer's time; nil for now. Pictures of a scene at exact
  ///   times count from its time 0, which is the usual time of a layer in it: pass 0.
  public func play(at time: CFTimeInterval? = nil) { resume(at: time ?? layerTime) }

  /// Plays the part between two positions, backwards if the second is before the first.
  ///
  /// ```swift
  /// logo.play(from: .marker("intro"), to: .marker("outro"), at: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - start: the first position.
  ///   - end: the last position.
  ///   - time: the start in the layer's time; nil for now.
  /// - Returns: false, and changes nothing, if the animation has no such marker.
  @discardableResult
  public func play(from start: Position, to end: Position, at time: CFTimeInterval? = nil) -> Bool {
    guard let from = seconds(of: start), let to = seconds(of: end) else { return false }
    playback.markers = []
    givenPart = (from, to)
    restart(at: time ?? layerTime)
    return true
  }

  /// Plays the part of a marker: its duration, or without one up to the next marker or the end.
  ///
  /// - Parameters:
  ///   - marker: the name.
  ///   - time: the start in the layer's time; nil for now.
  /// - Returns: false, and changes nothing, if the animation has no such marker.
  @discardableResult
  public func play(marker: String, at time: CFTimeInterval? = nil) -> Bool {
    guard importedScene?.timeline?.part(ofMarker: marker) != nil else { return false }
    givenPart = nil
    playback.markers = [marker]
    restart(at: time ?? layerTime)
    return true
  }

  /// Pauses at the shown position.
  public func pause() {
    guard playback.progress == nil, clock.held == nil else { return }
    clock.held = clock.time(at: layerTime)
    updatePlayback()
  }

  /// Pauses at the first frame, and forgets the part of `play(from:to:)` or `play(marker:)`.
  public func stop() {
    (givenPart, clock) = (nil, Clock())
    var stopped = playback
    (stopped.markers, stopped.progress) = ([], 0)
    playback = stopped
  }

  package func restart(at time: Double) {
    clock = Clock(begin: time)
    playback.progress = nil
    updatePlayback()
  }

  package func resume(at time: Double) {
    var offset = clock == Clock() ? 0 : clock.time(at: layerTime)
    if let progress = playback.progress { offset = part.offset(ofTime: progress * animationDuration) }
    clock = Clock(begin: time, offset: offset < part.length(playback.loop) ? offset : 0)
    playback.progress = nil
    updatePlayback()
  }

  private func seconds(of position: Position) -> Double? {
    guard let timeline = importedScene?.timeline else { return nil }
    let seconds: Double? =
      switch position {
      case .progress(let progress): progress * timeline.duration
      case .time(let time): time
      case .frame(let frame): timeline.time(ofFrame: frame)
      case .marker(let name): timeline.part(ofMarker: name)?.from
      }
    return seconds.map { min(max($0, 0), timeline.duration) }
  }

  /// The layer's own time now.
  private var layerTime: Double { convertTime(CACurrentMediaTime(), from: nil) }

  /// The played part.
  private var part: AnimationPart {
    let range =
      givenPart ?? importedScene?.timeline?.part(ofMarkers: playback.markers) ?? (0, animationDuration)
    return AnimationPart(from: range.from, to: range.to, isWhole: range.from == 0 && range.to == animationDuration)
  }

  private func updatePlayback() {
    guard let content else { return }
    withoutActions {
      let part = part
      let still = playback.progress.map { $0 * animationDuration } ?? (part.duration < 1e-9 ? part.from : nil)
      if let still {
        tracks.play(nil)
        (content.beginTime, content.speed, content.timeOffset) = (0, 0, still)
      } else {
        tracks.play(part.isWhole && playback.loop == .once ? nil : AnimationTracks.Run(part: part, loop: playback.loop))
        content.beginTime = clock.held == nil ? clock.begin : 0
        content.speed = clock.held == nil ? 1 : 0
        content.timeOffset = clock.held ?? clock.offset
      }
    }
  }

  // MARK: Layout

  /// How the composition fits into the bounds. Default `resizeAspect`.
  public override var contentsGravity: CALayerContentsGravity { didSet { setNeedsLayout() } }

  /// Fits the composition into the bounds.
  public override func layoutSublayers() {
    super.layoutSublayers()
    guard let content, compositionSize.width > 0, compositionSize.height > 0 else { return }
    withoutActions {
      let rect = contentsGravity.rectangle(of: compositionSize, in: bounds)
      content.position = rect.origin
      content.transform = CATransform3DMakeScale(
        rect.width / compositionSize.width, rect.height / compositionSize.height, 1)
    }
  }

  private func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }
}

extension CALayerContentsGravity {
  /// The rectangle that a content fills, as an image of that size does.
  fileprivate func rectangle(of size: CGSize, in bounds: CGRect) -> CGRect {
    let (x, y) = (bounds.width / size.width, bounds.height / size.height)
    let factors: (x: Double, y: Double) =
      switch self {
      case .resize: (x, y)
      case .resizeAspect: (min(x, y), min(x, y))
      case .resizeAspectFill: (max(x, y), max(x, y))
      default: (1, 1)
      }
    let (width, height) = (size.width * factors.x, size.height * factors.y)
    let left: Double =
      switch self {
      case .left, .topLeft, .bottomLeft: 0
      case .right, .topRight, .bottomRight: 1
      default: 0.5
      }
    // Like images, "bottom" is the side of the least y.
    let bottom: Double =
      switch self {
      case .bottom, .bottomLeft, .bottomRight: 0
      case .top, .topLeft, .topRight: 1
      default: 0.5
      }
    return CGRect(
      x: bounds.minX + (bounds.width - width) * left, y: bounds.minY + (bounds.height - height) * bottom, width: width,
      height: height)
  }
}
