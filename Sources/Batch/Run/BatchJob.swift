import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// A picture, video or sequence to draw.
package struct BatchJob: Sendable, Equatable {
  /// A picture's time, or a range of frames.
  package enum Moment: Sendable, Equatable {
    /// One picture, at a time in seconds.
    case picture(time: Double)
    /// A video, or a picture a frame.
    case frames(FrameTimes, to: Double)
  }

  /// The kind of output.
  package enum Output: Sendable, Equatable {
    case picture
    case video(VideoFormat)
    case sequence(FramePattern)
  }

  /// The row in the manifest, from 1.
  package var line: Int
  package var id: String
  /// The path of the scene.
  package var scene: String
  package var parameters: [String: ParameterValue]
  package var moment: Moment
  /// Pixels per point; nil for the scene's.
  package var scale: Double?
  /// The output, relative to the folder of the batch.
  package var output: String
  /// The compression quality (`CompressionQuality`); nil for the format's default, and for formats
  /// without one.
  package var quality: Double?
  /// The effort for smaller files (`CompressionEffort`); nil for the default, and for formats
  /// without one.
  package var effort: Double?

  /// The kind of output, by its name.
  package var kind: Output {
    guard case .frames = moment else { return .picture }
    if let format = VideoFormat(ofFrames: output) { return .video(format) }
    return (try? FramePattern(output)).map(Output.sequence) ?? .picture
  }

  /// Whether a quality may be chosen for the output.
  var hasQuality: Bool {
    if case .video(let format) = kind { return format.hasQuality }
    return (try? ImageFileFormat(path: output))?.hasQuality ?? false
  }

  /// Whether an effort may be chosen for the output.
  var hasEffort: Bool {
    if case .video = kind { return false }
    return (try? ImageFileFormat(path: output))?.hasEffort ?? false
  }

  /// Whether the output can be lossless.
  var isLosslessAtBest: Bool {
    if case .video(let format) = kind { return format.isLosslessAtBest }
    return (try? ImageFileFormat(path: output))?.isLosslessAtBest ?? false
  }

  /// The extension of the output, which is its format.
  package var fileExtension: String { output.split(separator: ".").last.map { $0.lowercased() } ?? "" }

  /// The frames to draw, with direct paths.
  package var shot: Shot {
    let values = parameters.sorted { $0.key < $1.key }
    let object = JSONValue.object(values.compactMap { name, value in value.json.map { .init(key: name, value: $0) } })
    var shot = Shot(
      id: id, scene: scene, parameters: object.flatText, scale: scale, from: 0, rate: [1, 1], first: 0, count: 1,
      quality: quality, effort: effort)
    switch moment {
    case .picture(let time): shot.from = time
    case .frames(let times, _):
      (shot.from, shot.count) = (times.from, times.count)
      shot.rate = [times.rate.numerator, times.rate.denominator]
    }
    return shot
  }
}

/// The facts about a scene that jobs are validated against.
package struct SceneFacts: Sendable {
  /// The declarations of the values of jobs, by name.
  package let lookup: ParameterLookup
  /// The time of pictures whose rows have none, in seconds.
  package let posterTime: Double
  /// The frames of an animation, which rows of videos have by default; nil for a scene file.
  let timeline: SceneTimeline?
  /// The images, fonts and tiles of the scene.
  package let files: [SceneFileName]
  /// The font families of its texts that are not among these files.
  package let systemFamilies: [String]
  /// The hash of the scene file with its images, fonts and tiles, and with the system's fonts that
  /// its texts use.
  package let digest: String

  /// Loads and validates a scene.
  package init(of path: String, limits: SceneLimits) throws(SceneError) {
    try self.init(SceneTemplate(path: path, limits: limits), at: path)
  }

  init(_ template: SceneTemplate, at path: String) throws(SceneError) {
    lookup = template.lookup
    posterTime = template.posterTime
    timeline = template.timeline
    files = try template.files()
    systemFamilies = template.systemFamilies
    let hashes = files.map { ($0.name, SHA256.hex(ofFile: $0.path) ?? "none") }
    digest = Self.digest(
      scene: SHA256.hex(ofFile: path) ?? "none", files: Dictionary(hashes) { first, _ in first },
      systemFonts: systemFamilies.isEmpty ? "" : Self.systemFonts)
  }

  /// - Parameters:
  ///   - scene: the hash of its file.
  ///   - files: the hashes of the files that it names, by what it calls them.
  ///   - systemFonts: the hash of the system's, if its texts are in some.
  static func digest(scene: String, files: [String: String], systemFonts: String = "") -> String {
    var hash = SHA256()
    hash.add(scene + "\n")
    for (name, file) in files.sorted(by: { $0.key < $1.key }) { hash.add("\(name) \(file)\n") }
    hash.add(systemFonts)
    return hash.hex()
  }

  package static let systemFonts = SHA256.hex(of: [UInt8](FontCollection.systemFiles.joined(separator: "\n").utf8))

  /// The paths of images among a job's values that are not the scene's own, in the order of the
  /// names.
  func images(of job: BatchJob) -> [String] {
    job.parameters.sorted { $0.key < $1.key }.compactMap { name, value in
      guard case .string(let path) = value, let declaration = lookup.declaration(of: name),
        declaration.kind == .image, declaration.allowedValues == nil
      else { return nil }
      return path
    }
  }

  /// All that decides what a job shows, in lines.
  ///
  /// - Parameters:
  ///   - part: of the job; nil for all of it.
  ///   - assets: where the images that parameters name lie.
  func lines(of job: BatchJob, _ part: Shot? = nil, assets: FilePlace) -> String {
    let hashes = images(of: job).map { ($0, SHA256.hex(ofFile: assets.path(of: $0)) ?? "none") }
    return (part ?? job.shot).lines(digest: digest, images: Dictionary(hashes) { first, _ in first })
  }
}
