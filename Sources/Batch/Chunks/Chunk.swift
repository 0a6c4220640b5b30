import MultiplaneSceneFile
import MultiplaneVideo

/// The frames of a scene that a job draws. A picture is a shot of one frame.
package struct Shot: Codable, Sendable, Equatable {
  package var id: String
  /// The path of the scene file.
  package var scene: String
  /// The files among a plan's assets, by the scene's paths; nil if paths are used directly.
  package var files: [String: String]?
  /// The parameter values: a JSON object.
  package var parameters: String
  /// The files among a plan's assets, by the image paths among the values; nil if paths are used
  /// directly.
  package var images: [String: String]?
  /// Pixels per point; nil for the scene's.
  package var scale: Double?
  /// The scene time of frame 0, in seconds.
  package var from: Double
  /// The frame rate as a fraction, in frames per second.
  package var rate: [Int]
  /// The first frame, and the number of frames.
  package var first: Int
  package var count: Int
  /// The compression quality of files (`CompressionQuality`); nil for the format's default.
  package var quality: Double?
  /// The effort for smaller files (`CompressionEffort`); nil for the default.
  package var effort: Double?

  /// Nil for a rate that is none.
  var frameRate: FrameRate? { rate.count == 2 ? FrameRate(rate[0], rate[1]) : nil }

  var frames: Range<Int> { first..<first + count }

  /// All that decides the pixels, in lines.
  ///
  /// - Parameters:
  ///   - digest: of the scene with its files (`SceneFacts`).
  ///   - images: the hashes of the images among the values, by path.
  func lines(digest: String, images: [String: String]) -> String {
    let files = images.sorted { $0.key < $1.key }.map { "image \($0.key) \($0.value)\n" }.joined()
    return "scene \(digest)\nparameters \(parameters)\n\(files)scale \(scale.map { "\($0)" } ?? "own")\n"
      + "from \(from)\nrate \(rate)\nframes \(first) \(count)\n\(quality.map { "quality \($0)\n" } ?? "")"
      + (effort.map { "effort \($0)\n" } ?? "")
  }
}

/// The limits of drawing a picture, and what is accepted beyond them.
package struct PictureLimits: Sendable, Equatable {
  /// The memory limit, in bytes.
  package var memory: Int
  /// The time limit, in seconds of one core.
  package var seconds: Double
  /// Whether scenes with warnings are drawn.
  package var allowsWarnings = false
  /// Whether stills that show only their background are drawn.
  package var allowsBlank = false

  package init(memory: Int, seconds: Double) { (self.memory, self.seconds) = (memory, seconds) }
}

/// A part of a batch or a plan that is drawn as a unit: frames of a video or a sequence, or
/// pictures of several jobs.
package struct Chunk: Codable, Sendable, Equatable {
  package enum Encoding: Codable, Sendable, Equatable {
    /// Frames of a video, by the arguments of `ffmpeg` (`VideoFormat.partArguments`).
    case video(format: String, arguments: [String], alpha: Bool)
    /// Picture files in an archive, by the extension of the format.
    case pictures(format: String)
  }

  /// The hash of everything that decides its bytes.
  package var key: String
  package var shots: [Shot]
  package var encoding: Encoding
  /// Whether each shot is a still, not frames of a sequence or a video.
  package var areStills: Bool
  /// The size of each frame, in pixels; 0 for pictures, which may differ in size.
  package var width: Int
  package var height: Int
  /// The estimated time, in seconds of one core.
  package var seconds: Double

  /// The file extension in a store.
  package var fileExtension: String { Self.fileExtension(encoding) }

  static func fileExtension(_ encoding: Encoding) -> String {
    switch encoding {
    case .video(let format, _, _): VideoFormat(rawValue: format)?.partExtension ?? "video"
    case .pictures: "tar"
    }
  }

  package var frameCount: Int { shots.reduce(0) { $0 + $1.count } }

  /// - Parameters:
  ///   - lines: of all shots.
  ///   - program: what draws: version, build and renderer.
  ///   - encoder: what encodes a video: version and fingerprint; nil for pictures, which the
  ///     program encodes.
  ///   - limits: beyond which a picture is a line in place of a file; nil where that is not kept.
  static func key(
    _ lines: String, _ encoding: Encoding, program: String, encoder: String?, limits: PictureLimits?
  ) -> String {
    var hash = SHA256()
    hash.add("multiplane chunk 1\n\(program)\n")
    if let limits {
      hash.add("limits \(limits.memory) \(limits.seconds)\n")
      if limits.allowsWarnings { hash.add("allows warnings\n") }
      if limits.allowsBlank { hash.add("allows blank\n") }
    }
    switch encoding {
    case .video(let format, let arguments, _):
      hash.add("video \(format)\n\(encoder ?? "")\n\(JSONValue.array(arguments.map(JSONValue.string)).flatText)\n")
    case .pictures(let format): hash.add("pictures \(format)\n")
    }
    hash.add(lines)
    return hash.hex()
  }
}
