import MultiplaneGraphics

/// The frames of a composition as frames of the animation.
///
/// Start times and stretches are linear, so that key frames only move. Time remapping is not: what
/// it applies to is sampled at every frame of the animation.
struct TimeMap {
  /// Frames of the animation per frame of the composition, and the animation's frame of the
  /// composition's frame 0; unused with a remap.
  private var scale = 1.0
  private var offset = 0.0
  private var remap: Remap?

  private struct Remap {
    /// The composition's frame at a frame of the animation.
    let local: (Double) -> Double
    /// Whether it jumps between two frames of the animation.
    let jumps: (Double, Double) -> Bool
  }

  var isLinear: Bool { remap == nil }

  /// The frame of the animation of a frame of a composition whose time is not remapped.
  func frame(ofLocal frame: Double) -> Double { frame * scale + offset }

  /// The composition's frame at a frame of the animation.
  func local(at frame: Double) -> Double { remap?.local(frame) ?? (frame - offset) / scale }

  func jumps(from start: Double, to end: Double) -> Bool { remap?.jumps(start, end) ?? false }

  /// The frames inside of a composition layer.
  ///
  /// - Parameters:
  ///   - remap: the time inside in seconds; nil for one that runs evenly.
  ///   - frameRate: frames per second.
  func inside(startTime: Double, stretch: Double, remap: Track<Double>?, frameRate: Double) -> TimeMap {
    let stretch = abs(stretch) < 1e-6 ? 1 : stretch
    var map = TimeMap()
    if let remap {
      map.remap = Remap(
        local: { remap.value(at: local(at: $0)) * frameRate },
        jumps: { start, end in
          let (first, last) = (local(at: start), local(at: end))
          return remap.jumps(from: min(first, last), to: max(first, last)) || jumps(from: start, to: end)
        })
    } else if isLinear, stretch > 0 {
      map.scale = scale * stretch
      map.offset = frame(ofLocal: startTime)
    } else {
      map.remap = Remap(local: { (local(at: $0) - startTime) / stretch }, jumps: { jumps(from: $0, to: $1) })
    }
    return map
  }
}
