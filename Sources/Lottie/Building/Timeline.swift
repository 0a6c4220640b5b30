import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneSceneFile

/// The values of a property over the frames of the animation.
struct Timeline<Value: TrackValue> {
  struct Moment {
    /// A frame of the animation.
    var frame: Double
    var value: Value
    /// The pace and the path towards the next moment.
    var curve = TimingCurve.linear
    var tangents = Tangents.none
  }

  private(set) var moments: [Moment] = []

  /// How much earlier than its key a value jumps, in frames, so that a rounded time at the key
  /// shows the new value.
  static var lead: Double { 1e-4 }

  /// The key frames of a track, with each hold as a level segment and a jump.
  init(_ track: Track<Value>, at map: TimeMap) {
    moments.reserveCapacity(track.keys.count)
    var isAfterHold = false
    for (index, key) in track.keys.enumerated() {
      let frame = map.frame(ofLocal: key.time) - (isAfterHold ? Self.lead : 0)
      moments.append(Moment(frame: frame, value: key.value))
      isAfterHold = key.isHold && index + 1 < track.keys.count
      if isAfterHold {
        let end = map.frame(ofLocal: track.keys[index + 1].time) - Self.lead
        moments.append(Moment(frame: max(frame, end), value: key.value))
      } else {
        moments[moments.count - 1].curve = key.curve
        moments[moments.count - 1].tangents = key.tangents
      }
    }
  }

  /// Samples of a track in remapped time.
  ///
  /// - Parameter frames: the frames of the animation.
  init(sampling track: Track<Value>, at map: TimeMap, frames: ClosedRange<Double>) {
    var last = map.local(at: frames.lowerBound)
    add(Moment(frame: frames.lowerBound, value: track.value(at: last)))
    for frame in Self.samples(of: frames).dropFirst() {
      let local = map.local(at: frame)
      let value = track.value(at: local)
      let previous = moments[moments.count - 1]
      let isJump =
        map.jumps(from: previous.frame, to: frame) || track.jumps(from: min(last, local), to: max(last, local))
      if isJump, value != previous.value {
        add(Moment(frame: frame - Self.lead, value: previous.value))
        add(Moment(frame: frame - Self.lead, value: value))
      }
      add(Moment(frame: frame, value: value))
      last = local
    }
  }

  /// The whole frames of a range, and its end.
  static func samples(of frames: ClosedRange<Double>) -> [Double] {
    Array(stride(from: frames.lowerBound, to: frames.upperBound, by: 1)) + [frames.upperBound]
  }

  /// Adds a moment; of equal values in a row, the first and the last stay.
  private mutating func add(_ moment: Moment) {
    let count = moments.count
    if count >= 2, moments[count - 1].value == moment.value, moments[count - 2].value == moment.value {
      moments[count - 1] = moment
    } else {
      moments.append(moment)
    }
  }

  /// Whether the value never changes.
  var isConstant: Bool { moments.allSatisfy { $0.value == moments[0].value && $0.tangents == .none } }
}

/// The times of an animation, in seconds of the scene.
struct AnimationTimes {
  let begin: Double
  let duration: Double
  let keyTimes: [NSNumber]

  /// - Parameters:
  ///   - frames: in order, at least two different ones.
  ///   - animation: has the first frame at scene time 0.
  init(frames: [Double], of animation: LottieAnimation) {
    let seconds = frames.map { ($0 - animation.frames.lowerBound) / animation.frameRate }
    let (first, last) = (seconds.first ?? 0, seconds.last ?? 0)
    begin = first
    duration = last - first
    keyTimes = seconds.map { NSNumber(value: ($0 - first) / (last - first)) }
  }

  /// Gives an animation these times; it holds its first and last value before and after them.
  func apply(to animation: CAKeyframeAnimation) {
    // A begin time of 0 is that of the commit.
    animation.beginTime = begin == 0 ? .leastNonzeroMagnitude : begin
    animation.duration = duration
    animation.keyTimes = keyTimes
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
  }
}
