import MultiplaneGraphics
import MultiplaneMotion

/// How a layer emits in a span of its own time, from one commit that changed it to the next.
struct EmissionSpan: Sendable {
  /// Seconds; the first span begins before all time.
  let begin: Double
  /// The first moment that is the next span's; infinite for the last one.
  let end: Double
  /// The layer's values and animations.
  let layer: CommittedLayer
  /// The particles that each of the layer's cells had made before the beginning; fractions count. 0
  /// beyond the list.
  let counts: [Double]

  /// The particles that a cell had made by the beginning.
  func count(ofCell index: Int) -> Double { index < counts.count ? counts[index] : 0 }
}

/// The emission history of a layer before its last commit, for the particles that are still alive.
package final class EmissionPast: Sendable, Equatable {
  /// The oldest first; each ends where the next one begins.
  let spans: [EmissionSpan]
  /// When the last one ended, in the layer's time.
  let end: Double
  /// The particles that each cell had made by then.
  let counts: [Double]

  init(spans: [EmissionSpan], end: Double, counts: [Double]) {
    self.spans = spans
    self.end = end
    self.counts = counts
  }

  /// Whether both are the same object: a history is immutable.
  package static func == (a: EmissionPast, b: EmissionPast) -> Bool { a === b }
}

extension CommittedLayer {
  /// The current span.
  var currentSpan: EmissionSpan {
    let past = values.emitter.past
    return EmissionSpan(
      begin: past?.end ?? -.infinity, end: .infinity, layer: self, counts: past?.counts ?? [])
  }

  /// The history for the layer's next commit. It grows only if the commit changes the emission.
  ///
  /// - Parameters:
  ///   - emitter: the values of that commit.
  ///   - time: the time of that commit, in the layer's time space, in seconds.
  package func emissionPast(
    before emitter: EmitterValues, _ animations: [CommittedAnimation], at time: Double
  ) -> EmissionPast? {
    var (own, next) = (values.emitter, emitter)
    own.past = nil
    next.past = nil
    let isSame =
      own == next && self.animations.elementsEqual(animations) { $0.key == $1.key && $0.timing == $1.timing }
    return isSame ? values.emitter.past : emissionPast(until: time)
  }

  private func emissionPast(until time: Double) -> EmissionPast {
    let past = values.emitter.past
    let current = currentSpan
    // Time may have been set back: nothing was emitted since.
    guard time > current.begin else { return past ?? EmissionPast(spans: [], end: time, counts: []) }
    var own = values
    own.emitter.past = nil
    let alone = CommittedLayer(
      identifier: identifier, name: nil, kind: kind, values: own, timing: timing, animations: animations,
      sublayers: [])
    let span = EmissionSpan(begin: current.begin, end: time, layer: alone, counts: current.counts)
    let course = EmitterCourse(of: span)
    let counts = own.emitter.cells.indices.map { BirthSchedule(ofCell: $0, in: course, until: time).count }
    let spans = (past?.spans ?? []) + [span]
    return EmissionPast(spans: spans.filter { $0.isSeen(after: time) }, end: time, counts: counts)
  }
}

extension EmissionSpan {
  /// Whether particles that were made in the span may be there after a time.
  fileprivate func isSeen(after time: Double) -> Bool {
    let factor = EmitterCourse(of: self).lifetimeFactor
    // An animation may lengthen lives: then for as long as the course of one is looked back on.
    guard factor.isFinite else { return time - end < EmitterCourse.longestLookBack }
    return layer.values.emitter.cells.contains { cell in
      cell.timing.speed > 0 && end + cell.reach(lifetimeFactor: factor) / cell.timing.speed > time
    }
  }
}
