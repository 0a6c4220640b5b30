// Video: frame sequences of a scene, and their files.
//
// In:   a committed tree, the times of the frames, and a drawing function (usually a compositor).
// Out:  numbered pictures, or a video file by ffmpeg, written completely or not at all.
// Path: `SequenceDrawing` evaluates and draws the frames → `FrameQueue` passes each one to the
//       threads of a `FrameWriter`: `PictureFiles`, one file per frame, or `VideoEncoder`, which
//       pipes raw frames to ffmpeg as `VideoFormat` says.

import Foundation

/// The scene times of a frame sequence: frame k is at `from + k / framesPerSecond` seconds.
///
/// The end is exclusive, as in video tools: one second at 60 frames per second is 60 frames, and
/// sequences from 0 to 2 and from 2 to 4 share no frame.
public struct FrameTimes: Equatable, Sendable {
  /// The scene time of the first frame, in seconds.
  public let from: TimeInterval
  /// The exact frame rate.
  package let rate: FrameRate
  /// The number of frames, 1 to 1,000,000.
  public let count: Int

  /// The maximum number of frames: four and a half hours at 60 frames per second.
  package static let mostFrames = 1_000_000

  /// The frame rate, in frames per second; above 0.
  public var framesPerSecond: Double { rate.framesPerSecond }

  /// Creates the times of `round((to - from) * framesPerSecond)` frames.
  ///
  /// - Throws: `VideoError.times` unless all numbers are finite, `to` is after `from`, and there
  ///   are 1 to `mostFrames` frames.
  package init(from: Double, to: Double, fps: Double) throws(VideoError) {
    let frames = try Self.count(from: from, to: to, fps: fps)
    guard let rate = FrameRate(fps) else {
      throw .times(.framesPerSecond, problem: "expected 1/2147483647 to 2147483647 frames per second, found \(fps)")
    }
    (self.from, self.rate, count) = (from, rate, frames)
  }

  /// Creates the times at an exact rate.
  package init(from: Double, to: Double, rate: FrameRate) throws(VideoError) {
    count = try Self.count(from: from, to: to, fps: rate.framesPerSecond)
    (self.from, self.rate) = (from, rate)
  }

  /// Creates the times of a known number of frames.
  package init(from: Double, count: Int, rate: FrameRate) {
    (self.from, self.count, self.rate) = (from, count, rate)
  }

  private static func count(from: Double, to: Double, fps: Double) throws(VideoError) -> Int {
    func text(_ number: Double) -> String { String(format: "%g", number) }
    for (parameter, seconds) in [(VideoError.Parameter.from, from), (.to, to)] where !seconds.isFinite {
      throw .times(parameter, problem: "expected a finite number of seconds, found \(seconds)")
    }
    guard fps.isFinite, fps > 0 else {
      throw .times(
        .framesPerSecond, problem: "expected a finite number of frames per second above 0, found \(fps)")
    }
    guard to > from else {
      throw .times(.to, problem: "expected a time after the first frame, \(text(from)), found \(text(to))")
    }
    // Infinite if the time is: then the second guard sees to it.
    let frames = ((to - from) * fps).rounded()
    guard frames >= 1 else {
      throw .times(
        .to,
        problem: "expected at least half a frame, found \(text(to - from)) s at \(text(fps)) frames per "
          + "second")
    }
    guard frames <= Double(mostFrames) else {
      throw .times(
        .to,
        problem: "expected at most \(mostFrames) frames, found \(text(frames)); draw a shorter "
          + "time, or fewer frames per second")
    }
    return Int(frames)
  }

  /// The scene time of a frame, in seconds.
  ///
  /// - Parameter frame: in 0 ..< `count`.
  public func time(of frame: Int) -> TimeInterval {
    from + Double(frame) * Double(rate.denominator) / Double(rate.numerator)
  }
}
