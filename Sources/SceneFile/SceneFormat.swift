import MultiplaneDrawing
import MultiplaneGraphics
import Synchronization

/// A file format other than scene files from which scenes are made.
package protocol SceneFormat: Sendable {
  /// Reads a file of this format, with its images.
  ///
  /// - Returns: nil if the file has another format.
  func scene(
    of bytes: [UInt8], name: String, files: FilePlace, scale: SceneScale, limits: SceneLimits
  ) throws(SceneError) -> ImportedScene?
}

/// A file of another format that was read once, to create scenes.
package struct ImportedScene: Sendable {
  /// The size of the canvas, in points.
  package let size: CGSize
  /// The time of stills for which none is given, in seconds.
  package let posterTime: Double
  /// The names of its files, relative to it.
  package let files: Set<String>
  /// Its frames and markers.
  package let timeline: SceneTimeline?
  /// The pixels of its images.
  package let imagePixels: Int
  /// The parts of the file that can be replaced, by name.
  package let lookup: ParameterLookup
  /// Creates a scene, with layers of its own. The values are valid: colours are `.color`, images
  /// `.image`. A parameter without a value is as in the file.
  package let scene: @Sendable (_ values: [String: ParameterValue]) throws(SceneError) -> Scene
  /// Creates a layer that can show it inside of another scene.
  package let makeLayer: @Sendable () -> any AnimationLayer

  /// - Parameter keyPaths: lists all texts, images and colours that can be replaced by their key
  ///   paths.
  package init(
    size: CGSize, files: Set<String> = [], timeline: SceneTimeline?, imagePixels: Int = 0,
    parameters: [ParameterDeclaration] = [], keyPaths: @escaping @Sendable () -> [ParameterDeclaration] = { [] },
    scene: @escaping @Sendable (_ values: [String: ParameterValue]) throws(SceneError) -> Scene,
    makeLayer: @escaping @Sendable () -> any AnimationLayer
  ) {
    self.size = size
    self.posterTime = timeline?.posterTime ?? 0
    self.files = files
    self.timeline = timeline
    self.imagePixels = imagePixels
    lookup = ParameterLookup(parameters, keyPaths: keyPaths)
    self.scene = scene
    self.makeLayer = makeLayer
  }
}

/// The registered formats. `SceneTemplate` tries them before it reads a file as a scene file.
package enum SceneFormats {
  private static let registered = Mutex<[any SceneFormat]>([])

  /// Registers the formats of the program, once at its start.
  package static func register(_ formats: [any SceneFormat]) {
    registered.withLock { $0 = formats }
  }

  static func scene(
    of bytes: [UInt8], name: String, files: FilePlace, scale: SceneScale, limits: SceneLimits
  ) throws(SceneError) -> ImportedScene? {
    for format in registered.withLock({ $0 }) {
      if let scene = try format.scene(of: bytes, name: name, files: files, scale: scale, limits: limits) {
        return scene
      }
    }
    return nil
  }
}

/// The frames of an animation that was made in another program.
package struct SceneTimeline: Sendable, Equatable {
  /// A named time.
  package struct Marker: Sendable, Equatable {
    package let name: String
    /// Frames, in the numbers of the file.
    package let frame: Double
    /// Frames.
    package let duration: Double

    package init(name: String, frame: Double, duration: Double) {
      self.name = name
      self.frame = frame
      self.duration = duration
    }
  }

  /// Frames per second.
  package let frameRate: Double
  /// The number of the first frame, at scene time 0.
  package let firstFrame: Double
  /// The number after the last frame.
  package let endFrame: Double
  package let markers: [Marker]

  package init(frameRate: Double, firstFrame: Double, endFrame: Double, markers: [Marker]) {
    self.frameRate = frameRate
    self.firstFrame = firstFrame
    self.endFrame = endFrame
    self.markers = markers
  }

  /// The length in seconds.
  package var duration: Double { (endFrame - firstFrame) / frameRate }

  /// The time of stills for which none is given, in seconds: the marker "poster", else the middle.
  package var posterTime: Double {
    markers.first { $0.name == Self.posterMarker }.map { time(ofFrame: $0.frame) } ?? duration / 2
  }

  private static let posterMarker = "poster"

  /// The part of a marker, in seconds from the first frame: its duration, or without one up to the
  /// next marker or the end. Nil if there is no such marker.
  package func part(ofMarker name: String) -> (from: Double, to: Double)? {
    guard let marker = markers.first(where: { $0.name == name }) else { return nil }
    let next = markers.map(\.frame).filter { $0 > marker.frame }.min() ?? endFrame
    let end = marker.duration > 0 ? marker.frame + marker.duration : next
    func seconds(_ frame: Double) -> Double { min(max(time(ofFrame: frame), 0), duration) }
    return (seconds(marker.frame), seconds(end))
  }

  /// The part of one marker, or from the first of two markers to the second, in seconds from the
  /// first frame. Nil for other numbers of markers, and if there is no such marker.
  package func part(ofMarkers names: [String]) -> (from: Double, to: Double)? {
    guard let first = names.first, let last = names.last, names.count <= 2, let part = part(ofMarker: first) else {
      return nil
    }
    guard names.count == 2 else { return part }
    return self.part(ofMarker: last).map { (part.from, $0.from) }
  }

  /// The scene time of a frame, in seconds.
  package func time(ofFrame frame: Double) -> Double { (frame - firstFrame) / frameRate }
}
