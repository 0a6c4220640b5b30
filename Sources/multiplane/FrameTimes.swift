import ArgumentParser

/// The scene times of a sequence's frames: frame k shows `from + k / fps`, in seconds.
///
/// The end is not shown, as is the custom of video tools: one second at 60 frames a second is 60 frames, and sequences
/// from 0 to 2 and from 2 to 4 have no frame in common.
struct FrameTimes: Equatable, Sendable {
  /// Seconds.
  let from: Double
  /// Frames a second.
  let fps: Double
  let count: Int

  /// Four and a half hours at 60 frames a second.
  static let mostFrames = 1_000_000

  /// Cuts a time into `round((to - from) * fps)` frames.
  ///
  /// - Throws: `ValidationError`, unless all are finite, `to` is after `from`, and there are 1 to `mostFrames`.
  init(from: Double, to: Double, fps: Double) throws {
    for (name, seconds) in [("--from", from), ("--to", to)] where !seconds.isFinite {
      throw ValidationError("\(name): expected a finite number of seconds, found \(seconds)")
    }
    guard fps.isFinite, fps > 0 else {
      throw ValidationError("--fps: expected a finite number of frames a second above 0, found \(fps)")
    }
    guard to > from else {
      throw ValidationError("--to: expected a time after --from \(numberText(from)), found \(numberText(to))")
    }
    // Infinite if the time is: then the second guard sees to it.
    let frames = ((to - from) * fps).rounded()
    guard frames >= 1 else {
      throw ValidationError(
        "--to: expected at least half a frame after --from, found \(numberText(to - from)) s "
          + "at \(numberText(fps)) frames a second")
    }
    guard frames <= Double(Self.mostFrames) else {
      throw ValidationError(
        "--to: expected at most \(Self.mostFrames) frames, found \(numberText(frames)); "
          + "draw a shorter time, or fewer frames a second")
    }
    self.from = from
    self.fps = fps
    count = Int(frames)
  }

  /// The scene time of a frame, in seconds.
  func time(of frame: Int) -> Double { from + Double(frame) / fps }
}
