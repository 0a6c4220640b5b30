// Video: the frames of a scene in their order, and the files that they become.
//
// In:   a committed tree, the times of frames, and what draws (a compositor, or any function).
// Out:  pictures one after another, or a video file that ffmpeg makes, written whole or not at all.
// Path: `SequenceDrawing` evaluates and draws frame after frame → `FrameQueue` hands each to the threads of a `FrameWriter`:
//       `PictureFiles`, a file a frame, or `VideoEncoder`, which pipes raw frames to ffmpeg as `VideoFormat` says.

import Foundation

/// The scene times of a sequence's frames: frame k shows `from + k / framesPerSecond`, in seconds.
///
/// The end is not shown, as is the custom of video tools: one second at 60 frames a second is 60 frames, and sequences
/// from 0 to 2 and from 2 to 4 have no frame in common.
public struct FrameTimes: Equatable, Sendable {
  /// The scene time of the first frame, in seconds.
  public let from: TimeInterval
  /// Frames a second; above 0.
  public let framesPerSecond: Double
  /// How many frames there are; 1 to 1,000,000.
  public let count: Int

  /// Four and a half hours at 60 frames a second.
  package static let mostFrames = 1_000_000

  /// Cuts a time into `round((to - from) * framesPerSecond)` frames.
  ///
  /// - Throws: `VideoError.times`, unless all are finite, `to` is after `from`, and there are 1 to `mostFrames`.
  package init(from: Double, to: Double, fps: Double) throws(VideoError) {
    func text(_ number: Double) -> String { String(format: "%g", number) }
    for (parameter, seconds) in [(VideoError.Parameter.from, from), (.to, to)] where !seconds.isFinite {
      throw .times(parameter, problem: "expected a finite number of seconds, found \(seconds)")
    }
    guard fps.isFinite, fps > 0 else {
      throw .times(
        .framesPerSecond, problem: "expected a finite number of frames a second above 0, found \(fps)")
    }
    guard to > from else {
      throw .times(.to, problem: "expected a time after that of the first frame, \(text(from)), found \(text(to))")
    }
    // Infinite if the time is: then the second guard sees to it.
    let frames = ((to - from) * fps).rounded()
    guard frames >= 1 else {
      throw .times(
        .to,
        problem: "expected at least half a frame after the first, found \(text(to - from)) s at \(text(fps)) frames a "
          + "second")
    }
    guard frames <= Double(Self.mostFrames) else {
      throw .times(
        .to,
        problem: "expected at most \(Self.mostFrames) frames, found \(text(frames)); draw a shorter "
          + "time, or fewer frames a second")
    }
    self.from = from
    framesPerSecond = fps
    count = Int(frames)
  }

  /// The scene time of a frame, in seconds.
  ///
  /// - Parameter frame: 0 ..< `count`.
  public func time(of frame: Int) -> TimeInterval { from + Double(frame) / framesPerSecond }
}
