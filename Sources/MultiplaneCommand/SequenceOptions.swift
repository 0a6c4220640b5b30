import ArgumentParser
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
    help: ArgumentHelp("Frames a second of a sequence. (default: 60)", valueName: "frames"))
  var fps: Double?

  @Flag(help: "Show no progress bar and no summary of a sequence.")
  var quiet = false

  @Flag(
    name: .customLong("no-overlap"),
    help: "Draw, read, encode and write each frame of a sequence before the next is begun: slower, with less memory.")
  var inTurn = false

  /// Whether any option says that a sequence is wanted.
  var isWanted: Bool { from != nil || to != nil || fps != nil }

  /// The frames' times.
  ///
  /// - Throws: `ValidationError` for times that make no sequence.
  func times() throws -> FrameTimes {
    guard let to else { throw ValidationError("--to: expected the time at which the sequence ends, found none") }
    do throws(VideoError) {
      return try FrameTimes(from: from ?? 0, to: to, fps: fps ?? 60)
    } catch {
      guard case .times(let parameter, let problem) = error else { throw error }
      let option = parameter == .framesPerSecond ? "fps" : parameter.rawValue
      throw ValidationError("--\(option): \(problem)")
    }
  }
}

/// What `render` writes, by the name and the options.
enum RenderOutput: Equatable {
  /// One picture.
  case picture
  /// A picture a frame.
  case pictures(FramePattern, FrameTimes)
  case video(VideoFormat, FrameTimes)

  /// - Throws: `ValidationError` if the name and the options do not go together.
  init(path: String, options: SequenceOptions) throws {
    if let format = VideoFormat(path: path) {
      let times = try options.times()
      guard VideoFormat.speeds.contains(times.framesPerSecond) else {
        throw ValidationError(
          "--fps: expected \(numberText(VideoFormat.speeds.lowerBound)) to "
            + "\(numberText(VideoFormat.speeds.upperBound)) frames a second for a video, found \(numberText(times.framesPerSecond))"
        )
      }
      self = .video(format, times)
    } else if options.isWanted || FramePattern.looksLikeOne(path) {
      self = .pictures(try FramePattern(path), try options.times())
    } else {
      self = .picture
    }
  }
}
