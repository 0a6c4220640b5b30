/// An error of a video or a sequence. Each description is one line: where, what was found, how to
/// fix it.
package enum VideoError: Error, Equatable, CustomStringConvertible {
  /// The times of a sequence are invalid.
  case times(Parameter, problem: String)
  /// The name pattern of a sequence is invalid.
  case pattern(_ problem: String)
  /// The encoder program is missing.
  case noEncoder(path: String)
  /// The quality is invalid for the format.
  case quality(path: String, problem: String)
  /// The encoder program failed, with its message.
  case encoder(path: String, found: String)

  /// The parameters of `FrameTimes`.
  package enum Parameter: String, Sendable {
    case from, to, framesPerSecond
  }

  package var description: String {
    switch self {
    case .times(let parameter, let problem): "\(parameter.rawValue): \(problem)"
    case .pattern(let problem): problem
    case .noEncoder(let path):
      "\(path): a video needs the program ffmpeg, and there is none in PATH; install it (Debian: apt-get install ffmpeg), "
        + "or write pictures: -o frames/%04d.png"
    case .quality(let path, let problem): "\(path): quality: \(problem)"
    case .encoder(let path, let found):
      "\(path): expected ffmpeg to make the video, found \(found); see whether there is room, and what this ffmpeg can do "
        + "(ffmpeg -encoders)"
    }
  }
}
