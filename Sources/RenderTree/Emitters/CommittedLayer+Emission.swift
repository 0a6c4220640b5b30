import MultiplaneGraphics
import MultiplaneMotion

extension CommittedLayer {
  /// Whether the layer has particles at any time. Animations may switch on cells that are off, and
  /// off those whose particles live on.
  var emits: Bool {
    kind == .emitter
      && (values.emitter.emits || values.emitter.mayEmit && animations.contains(where: \.changesCells))
  }
}

extension CommittedLayer: EmissionSource {
  var emitterValues: EmitterValues { values.emitter }
  var animatedKeys: [String] { animations.flatMap(\.keys) }
  func emitterValues(at time: Double) -> EmitterValues { values(at: time).emitter }
}

extension CommittedLayer {
  /// The current span.
  var currentSpan: EmissionSpan {
    let past = values.emitter.past
    return EmissionSpan(
      begin: past?.end ?? -.infinity, end: .infinity, source: self, counts: past?.counts ?? [])
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
    let span = EmissionSpan(begin: current.begin, end: time, source: alone, counts: current.counts)
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
    return source.emitterValues.cells.contains { cell in
      cell.timing.speed > 0 && end + cell.reach(lifetimeFactor: factor) / cell.timing.speed > time
    }
  }
}

extension CommittedAnimation {
  fileprivate var changesCells: Bool { keys.contains { $0.hasPrefix("emitterCells") } }

  /// The keys of all properties that it changes.
  fileprivate var keys: [String] { change.map { [$0.keyPath.property.key] } ?? children.flatMap(\.keys) }
}
