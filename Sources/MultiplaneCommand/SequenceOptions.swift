import ArgumentParser
import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// The options of `render` for sequences and videos.
struct SequenceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of the sequence, in seconds of scene time. (default: 0)", valueName: "seconds"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End of the sequence, in seconds of scene time, exclusive.",
      valueName: "seconds"))
  var to: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second, as a number or a fraction such as 30000/1001. (default: 60)",
      valueName: "frames"))
  var fps: String?

  @Option(
    help: ArgumentHelp(
      "Range of frames to draw, such as 120-179 (inclusive). Frame numbers and times stay those of the whole sequence.",
      valueName: "first-last"))
  var frames: FrameNumbers?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of frame 0 in file names. (default: 0)", valueName: "number"))
  var startNumber: Int?

  @Flag(help: "Skip frames whose files exist.")
  var skipExisting = false

  @Flag(help: "Show no progress bar and no summary.")
  var quiet = false

  @Flag(
    name: .customLong("no-overlap"),
    help: "Finish each frame (draw, read back, encode, write) before the next: slower, with less memory.")
  var inTurn = false

  private static let mostStart = 1_000_000_000

  func validate() throws {
    if let startNumber, !(0...Self.mostStart).contains(startNumber) {
      throw ValidationError("--start-number: expected 0 to \(Self.mostStart), found \(startNumber)")
    }
  }

  /// Whether any option asks for a sequence.
  var isWanted: Bool { from != nil || to != nil || fps != nil || frames != nil }

  /// The same options, with the frame rate and the end of an animation where they are missing.
  func completed(by timeline: SceneTimeline?) -> SequenceOptions {
    guard let timeline else { return self }
    var options = self
    // A single picture is the default of a name that has no frame number.
    if options.to == nil { options.usualPart = (0, timeline.duration) }
    if options.fps == nil { options.usualRate = timeline.frameRate }
    return options
  }

  /// The part of an animation that is shown, in seconds of scene time.
  var usualPart: (from: Double, to: Double)?
  /// The frame rate of an animation.
  private var usualRate: Double?

  private enum CodingKeys: CodingKey {
    case from, to, fps, frames, startNumber, skipExisting, quiet, inTurn
  }

  /// The times of the frames.
  ///
  /// - Throws: `ValidationError` for invalid times.
  func times() throws -> FrameTimes {
    let from = self.from ?? usualPart?.from ?? 0
    guard let to = to ?? usualPart?.to else {
      throw ValidationError("--to: expected the end of the sequence, found none")
    }
    guard let rate = fps == nil ? FrameRate(usualRate ?? 60) : FrameRate(text: fps ?? "") else {
      // `FrameTimes` reports a number that is out of range.
      if let number = fps.flatMap({ Double($0) }) {
        return try checked { try FrameTimes(from: from, to: to, fps: number) }
      }
      throw ValidationError(
        "--fps: expected frames per second above 0, such as 60, 29.97 or 30000/1001, found '\(fps ?? "")'")
    }
    let times = try checked { try FrameTimes(from: from, to: to, rate: rate) }
    if let frames, frames.last >= times.count {
      throw ValidationError(
        "--frames: expected frames from 0 to \(times.count - 1), found \(frames.first)-\(frames.last)")
    }
    return times
  }

  private func checked(_ times: () throws -> FrameTimes) throws -> FrameTimes {
    do {
      return try times()
    } catch VideoError.times(let parameter, let problem) {
      let option = parameter == .framesPerSecond ? "fps" : parameter.rawValue
      throw ValidationError("--\(option): \(problem)")
    }
  }

  /// The numbers of the frames to draw.
  ///
  /// - Parameter times: the times of the whole sequence.
  func numbers(of times: FrameTimes) -> Range<Int> { frames.map { $0.first..<$0.last + 1 } ?? 0..<times.count }

  /// Rejects the options that only a sequence of pictures has.
  fileprivate func refuseNumbering() throws {
    if startNumber != nil {
      throw ValidationError(
        "--start-number: expected a sequence of pictures such as -o frames/%04d.png, found another output")
    }
    if skipExisting {
      throw ValidationError(
        "--skip-existing: expected a sequence of pictures such as -o frames/%04d.png, found another output")
    }
  }
}

/// An inclusive range of frame numbers.
struct FrameNumbers: ExpressibleByArgument, Equatable {
  let first, last: Int

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil, first >= 0, first <= last
    else {
      return nil
    }
    (self.first, self.last) = (first, last)
  }
}

/// `--quality`: the compression quality of files.
struct QualityOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Compression quality, from 0 (smallest file) to 1 (best). Not for .png, .apng and .gif. (default: 0.9 for .jpg, .webp \
      and .avif, lossless for animated .webp, the encoder's usual quality for videos)
      """, valueName: "0-1"))
  var quality: Double?

  @Flag(
    name: .customLong("lossless"), help: "Write .webp and .avif lossless, as --quality 1 does. Not for .jpg and videos."
  )
  var isLossless = false

  func validate() throws {
    if isLossless, let quality {
      throw ValidationError("--lossless: expected no --quality, found \(numberText(quality))")
    }
  }

  /// The quality of an output.
  ///
  /// - Parameter hasQuality: whether its format has one.
  func value(hasQuality: Bool) -> Double? { isLossless && hasQuality ? 1 : quality }

  /// - Throws: `ValidationError` for an invalid quality, or for a format without one.
  func check(_ problem: String?) throws {
    if let problem { throw ValidationError("--quality: \(problem)") }
  }
}

/// `--effort`: the effort for smaller files.
struct EffortOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Effort for small .png and .webp pictures, from 0 (fastest) to 1 (smallest file). (default: 0.3)",
      valueName: "0-1"))
  var effort: Double?

  func validate() throws {
    guard let effort, let problem = CompressionEffort.problem(with: effort) else { return }
    throw ValidationError("--effort: expected \(problem.expected), found \(problem.found)")
  }
}

/// The kind of output of `render`, from the name and the options.
enum RenderOutput: Equatable {
  /// One picture.
  case picture
  /// One picture per frame.
  case pictures(FramePattern, FrameTimes)
  case video(VideoFormat, FrameTimes)
  /// Standard output: a picture, or the concatenated frames of a sequence.
  case stream(StreamFormat, FrameTimes?)

  /// The known extensions, for errors.
  private static let formats =
    "a name that ends in \(ImageFileFormat.extensionList) for a picture, or in \(videoFormats) for a video (--to)"
  private static let videoFormats =
    VideoFormat.extensions.dropLast().joined(separator: ", ") + " or " + (VideoFormat.extensions.last ?? "")

  /// - Throws: `ValidationError` if name and options do not match.
  init(path: String, format: StreamFormat?, options: SequenceOptions) throws {
    if path == "-" {
      guard let format else {
        let known = StreamFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--format: expected \(known) with -o -, found none")
      }
      try options.refuseNumbering()
      self = .stream(format, options.isWanted ? try options.times() : nil)
      return
    }
    if let format {
      throw ValidationError(
        "--format: expected -o -, because a file's extension selects its format, found \(format.rawValue)")
    }
    let isPicture = (try? ImageFileFormat(path: path)) != nil
    // A .webp is a picture, unless the options ask for a sequence.
    if let format = VideoFormat(ofFrames: path), !isPicture || options.isWanted {
      try options.refuseNumbering()
      let times = try options.times()
      guard VideoFormat.speeds.contains(times.framesPerSecond) else {
        throw ValidationError(
          "--fps: expected \(numberText(VideoFormat.speeds.lowerBound)) to "
            + "\(numberText(VideoFormat.speeds.upperBound)) frames per second for a video, found \(numberText(times.framesPerSecond))"
        )
      }
      self = .video(format, times)
    } else if !isPicture {
      throw ValidationError("-o: expected \(Self.formats), found \(Self.found(path))")
    } else if options.isWanted || FramePattern.looksLikeOne(path) {
      guard path.contains("%") else {
        throw ValidationError(
          "-o: expected a frame number in the name, such as frames/%04d.png, or a name that ends in \(Self.videoFormats) "
            + "for a video, found '\(path)'")
      }
      do {
        self = .pictures(try FramePattern(path), try options.times())
      } catch VideoError.pattern(let problem) {
        throw ValidationError("-o: \(problem)")
      }
    } else {
      try options.refuseNumbering()
      self = .picture
    }
  }
}

extension RenderOutput {
  /// Rejects a name that has no picture's extension.
  ///
  /// - Throws: `ValidationError`.
  static func checkPicture(path: String) throws {
    guard (try? ImageFileFormat(path: path)) == nil else { return }
    throw ValidationError(
      "-o: expected a name that ends in \(ImageFileFormat.extensionList), found \(Self.found(path))")
  }

  /// A name as shown in messages.
  private static func found(_ path: String) -> String { path.isEmpty ? "an empty name" : "'\(path)'" }

  /// Whether the output's format has alpha.
  func hasAlpha(path: String) -> Bool {
    switch self {
    case .video(let format, _): format.hasAlpha
    case .stream(let format, _): format.fileFormat != .jpeg
    case .picture, .pictures: (try? ImageFileFormat(path: path)) != .jpeg
    }
  }

  /// Whether the output's format has a quality.
  func hasQuality(path: String) -> Bool {
    switch self {
    case .video(let format, _): format.hasQuality
    case .stream(let format, _): format.fileFormat?.hasQuality ?? false
    case .picture, .pictures: (try? ImageFileFormat(path: path))?.hasQuality ?? false
    }
  }

  /// - Throws: `ValidationError` for a format that is always lossy.
  func checkLossless(path: String) throws {
    let isLossless =
      switch self {
      case .video(let format, _): format.isLosslessAtBest
      case .stream(let format, _): format.fileFormat?.isLosslessAtBest ?? true
      case .picture, .pictures: (try? ImageFileFormat(path: path))?.isLosslessAtBest ?? true
      }
    guard isLossless else {
      throw ValidationError(
        "--lossless: expected an output that ends in .png, .webp, .avif or .apng, found \(Self.found(path))")
    }
  }

  /// - Throws: `ValidationError` for a format without an effort.
  func check(effort: Double?, path: String) throws {
    let (format, isTaken): (String, Bool) =
      switch self {
      case .video(let format, _): ("videos and animations, here .\(format.rawValue)", false)
      case .stream(let format, _): (".\(format.rawValue)", format.fileFormat?.hasEffort ?? false)
      case .picture, .pictures:
        (
          path.split(separator: ".").last.map { "." + $0.lowercased() } ?? path,
          (try? ImageFileFormat(path: path))?.hasEffort ?? false
        )
      }
    if let problem = CompressionEffort.problem(with: effort, in: format, isTaken: isTaken) {
      throw ValidationError("--effort: \(problem)")
    }
  }

  /// The problem of a quality for this output; nil if there is none.
  func problem(withQuality quality: Double?, path: String) -> String? {
    switch self {
    case .video(let format, _): return format.problem(withQuality: quality)
    case .stream(let format, _):
      return CompressionQuality.problem(
        with: quality, in: format.rawValue, isTaken: format.fileFormat?.hasQuality ?? false)
    case .picture, .pictures:
      let format = try? ImageFileFormat(path: path)
      return CompressionQuality.problem(
        with: quality, in: "." + (format?.rawValue ?? ""), isTaken: format?.hasQuality ?? false)
    }
  }
}
