/// How a layer emits in a span of its own time, from one commit that changed it to the next.
struct EmissionSpan: Sendable {
  /// Seconds; the first span begins before all time.
  let begin: Double
  /// The first moment that is the next span's; infinite for the last one.
  let end: Double
  /// The layer in this span.
  let source: any EmissionSource
  /// The particles that each of the layer's cells had made before the beginning; fractions count. 0
  /// beyond the list.
  let counts: [Double]

  /// The particles that a cell had made by the beginning.
  func count(ofCell index: Int) -> Double { index < counts.count ? counts[index] : 0 }
}

/// A committed emitter layer with its animations. Only `CommittedLayer` conforms: a layer's values
/// contain its history, and committed layers depend on values.
protocol EmissionSource: AnyObject, Sendable {
  /// The values without animations.
  var emitterValues: EmitterValues { get }
  /// The keys of all properties that animations change.
  var animatedKeys: [String] { get }
  /// The animated values at a time of the layer, in seconds.
  func emitterValues(at time: Double) -> EmitterValues
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
