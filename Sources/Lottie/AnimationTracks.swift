import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

/// A part of an animation, in seconds; it plays backwards if it ends before it starts.
struct AnimationPart: Equatable {
  let from: Double
  let to: Double
  /// Whether it is all of the animation, forwards.
  let isWhole: Bool

  var duration: Double { abs(to - from) }
  var direction: Double { to < from ? -1 : 1 }

  /// The length with repeats; may be infinite.
  func length(_ loop: AnimationPlayback.Loop) -> Double {
    switch loop {
    case .once: duration
    case .forever, .autoreverse: .infinity
    case .count(let count): duration * count
    }
  }

  /// The time of the animation at a time of the part, as the repeated animations show it.
  func time(at time: Double, _ loop: AnimationPlayback.Loop) -> Double {
    let length = length(loop)
    guard duration > 0 else { return from }
    var offset = min(max(time, 0), length)
    switch loop {
    case .once: break
    case .forever: offset = offset.truncatingRemainder(dividingBy: duration)
    case .autoreverse:
      offset = offset.truncatingRemainder(dividingBy: 2 * duration)
      if offset > duration { offset = 2 * duration - offset }
    case .count:
      let rest = offset.truncatingRemainder(dividingBy: duration)
      // The end of the last run, not the start of another one.
      offset = offset == length && rest < 1e-9 * duration && length > 0 ? duration : rest
    }
    return from + direction * offset
  }

  /// The time of the part at a time of the animation; 0 if that is outside of the part.
  func offset(ofTime time: Double) -> Double {
    let offset = (time - from) * direction
    return (0...duration).contains(offset) ? offset : 0
  }
}

/// The animations of a layer tree. They repeat together, over all of their time or a part of it.
struct AnimationTracks {
  struct Run: Equatable {
    let part: AnimationPart
    let loop: AnimationPlayback.Loop
  }

  private struct Track {
    let layer: CALayer
    let key: String
    /// Plays once, from the start of the tree's time.
    let animation: CAAnimation
  }

  private var tracks: [Track] = []
  private var run: Run?

  init() {}

  init(of root: CALayer) {
    var pending = [root]
    while let layer = pending.popLast() {
      for key in layer.animationKeys() ?? [] {
        if let animation = layer.animation(forKey: key) {
          tracks.append(Track(layer: layer, key: key, animation: animation))
        }
      }
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
    }
  }

  /// Repeats a part from time 0 of the tree on; nil plays everything once.
  mutating func play(_ run: Run?) {
    guard run != self.run else { return }
    self.run = run
    for track in tracks {
      track.layer.add(run.flatMap { repeated(track.animation, $0) } ?? track.animation, forKey: track.key)
    }
  }

  /// A group of which each run shows the part.
  private func repeated(_ animation: CAAnimation, _ run: Run) -> CAAnimation? {
    guard let child = animation.copy() as? CAAnimation else { return nil }
    // 0 is the start of the group.
    child.beginTime = 0
    child.speed = Float(run.part.direction)
    child.timeOffset = run.part.from - (animation.beginTime == .leastNonzeroMagnitude ? 0 : animation.beginTime)
    let group = CAAnimationGroup()
    group.animations = [child]
    group.duration = run.part.duration
    switch run.loop {
    case .once: break
    case .forever: group.repeatCount = .infinity
    case .autoreverse: (group.autoreverses, group.repeatCount) = (true, .infinity)
    case .count(let count): group.repeatCount = Float(count)
    }
    // 0 would be the time of the commit.
    group.beginTime = .leastNonzeroMagnitude
    group.fillMode = .both
    group.isRemovedOnCompletion = false
    return group
  }
}
