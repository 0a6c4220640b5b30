import ArgumentParser
import MultiplaneDrawing
import MultiplaneVideo

/// The options of `render` that make a sequence of frames instead of one picture.
struct SequenceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scene time of a sequence's first frame, in seconds. (default: 0)", valueName: "seconds"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scene time at which a sequence ends, in seconds; the frame that would show it is not drawn.",
      valueName: "seconds"))
  var to: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames a second of a sequence, as a number or an exact fraction such as 30000/1001. (default: 60)",
      valueName: "frames"))
  var fps: String?

  @Option(
    help: ArgumentHelp(
      "Draw a part of a sequence, such as 120-179 (both included), with the numbers and times that these frames have in the whole.",
      valueName: "first-last"))
  var frames: FrameNumbers?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of a sequence's frame 0 in the names of its pictures. (default: 0)", valueName: "number"))
  var startNumber: Int?

  @Flag(help: "Leave out the pictures of a sequence whose files are there.")
  var skipExisting = false

  @Flag(help: "Show no progress bar and no summary of a sequence.")
  var quiet = false

  @Flag(
    name: .customLong("no-overlap"),
    help: "Draw, read, encode and write each frame of a sequence before the next is begun: slower, with less memory.")
  var inTurn = false

  private static let mostStart = 1_000_000_000

  func validate() throws {
    if let startNumber, !(0...Self.mostStart).contains(startNumber) {
      throw ValidationError("--start-number: expected 0 to \(Self.mostStart), found \(startNumber)")
    }
  }

  /// Whether any option says that a sequence is wanted.
  var isWanted: Bool { from != nil || to != nil || fps != nil || frames != nil }

  /// The frames' times.
  ///
  /// - Throws: `ValidationError` for times that make no sequence.
  func times() throws -> FrameTimes {
    guard let to else { throw ValidationError("--to: expected the time at which the sequence ends, found none") }
    guard let rate = FrameRate(text: fps ?? "60") else {
      // What is a number, but none for a rate, is told with the times.
      if let number = fps.flatMap({ Double($0) }) {
        return try checked { try FrameTimes(from: from ?? 0, to: to, fps: number) }
      }
      throw ValidationError(
        "--fps: expected frames a second above 0, such as 60, 29.97 or 30000/1001, found '\(fps ?? "")'")
    }
    let times = try checked { try FrameTimes(from: from ?? 0, to: to, rate: rate) }
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

  /// The numbers of the frames that are drawn.
  ///
  /// - Parameter times: of all.
  func numbers(of times: FrameTimes) -> Range<Int> { frames.map { $0.first..<$0.last + 1 } ?? 0..<times.count }

  /// Refuses what only pictures of a sequence have.
  fileprivate func refuseNumbering() throws {
    if startNumber != nil {
      throw ValidationError(
        "--start-number: expected a sequence of pictures, such as frames/%04d.png, found another output")
    }
    if skipExisting {
      throw ValidationError(
        "--skip-existing: expected a sequence of pictures, such as frames/%04d.png, found another output")
    }
  }
}

/// Frames of a sequence from one number to another, both included.
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

/// How much files keep, as an option.
struct QualityOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How much the file keeps, from 0 (least, the shortest file) to 1 (best). .png, .apng and .gif have none. (default: 0.9 for .jpg and .avif, \
      every byte for .webp, what is common for videos)
      """, valueName: "0-1"))
  var quality: Double?

  /// - Throws: `ValidationError` for a number that is none, and where there is nothing to choose.
  func check(_ problem: String?) throws {
    if let problem { throw ValidationError("--quality: \(problem)") }
  }
}

/// What `render` writes, by the name and the options.
enum RenderOutput: Equatable {
  /// One picture.
  case picture
  /// A picture a frame.
  case pictures(FramePattern, FrameTimes)
  case video(VideoFormat, FrameTimes)
  /// Standard output: a picture, or the frames of a sequence one behind another.
  case stream(StreamFormat, FrameTimes?)

  /// What a name may end in, for errors.
  private static let formats =
    "a name that ends in \(ImageFileFormat.extensionList) for a picture, or in \(videoFormats) for a video (--to)"
  private static let videoFormats =
    VideoFormat.extensions.dropLast().joined(separator: ", ") + " or " + (VideoFormat.extensions.last ?? "")

  /// - Throws: `ValidationError` if the name and the options do not go together.
  init(path: String, format: StreamFormat?, options: SequenceOptions) throws {
    if path == "-" {
      guard let format else {
        let known = StreamFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--format: expected \(known) beside -o -, found none")
      }
      try options.refuseNumbering()
      self = .stream(format, options.isWanted ? try options.times() : nil)
      return
    }
    if let format {
      throw ValidationError(
        "--format: expected -o - beside it, as the extension says what a file is, found \(format.rawValue)")
    }
    let isPicture = (try? ImageFileFormat(path: path)) != nil
    // A name in .webp is a picture, unless there are times.
    if let format = VideoFormat(ofFrames: path), !isPicture || options.isWanted {
      try options.refuseNumbering()
      let times = try options.times()
      guard VideoFormat.speeds.contains(times.framesPerSecond) else {
        throw ValidationError(
          "--fps: expected \(numberText(VideoFormat.speeds.lowerBound)) to "
            + "\(numberText(VideoFormat.speeds.upperBound)) frames a second for a video, found \(numberText(times.framesPerSecond))"
        )
      }
      self = .video(format, times)
    } else if !isPicture {
      throw ValidationError("-o: expected \(Self.formats), found \(Self.found(path))")
    } else if options.isWanted || FramePattern.looksLikeOne(path) {
      guard path.contains("%") else {
        throw ValidationError(
          "-o: expected the frame's number in a picture's name, such as frames/%04d.png, or a name that ends in \(Self.videoFormats) "
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
  /// Refuses a name that is no picture's.
  ///
  /// - Throws: `ValidationError`.
  static func checkPicture(path: String) throws {
    guard (try? ImageFileFormat(path: path)) == nil else { return }
    throw ValidationError(
      "-o: expected a name that ends in \(ImageFileFormat.extensionList), found \(Self.found(path))")
  }

  /// A name as messages show it.
  private static func found(_ path: String) -> String { path.isEmpty ? "an empty name" : "'\(path)'" }

  /// What is wrong with a quality for what is written; nil if nothing is.
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
