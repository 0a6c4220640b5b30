import MultiplaneGraphics
import MultiplaneMotion

/// The values of an emitter cell. (Source of names, types and defaults: CAEmitterCell.h.)
///
/// A property with a range is random per particle, uniformly distributed in the value ± half the
/// range.
package struct EmitterCellValues: Sendable, Equatable {
  /// The maximum depth of nested cells; deeper ones emit nothing.
  package static let mostLevels = 8

  package var name: String?
  package var isEnabled = true
  /// Particles per second of the cell's time.
  package var birthRate: Float = 0
  /// The lifetime of a particle, in seconds of the cell's time.
  package var lifetime: Float = 0
  package var lifetimeRange: Float = 0
  /// The direction in radians: out of the plane, in the plane from x to y, and the whole angle of
  /// the cone around it.
  package var emissionLatitude: CGFloat = 0
  package var emissionLongitude: CGFloat = 0
  package var emissionRange: CGFloat = 0
  /// The initial speed, in points per second.
  package var velocity: CGFloat = 0
  package var velocityRange: CGFloat = 0
  /// The acceleration, in points per second squared.
  package var xAcceleration: CGFloat = 0
  package var yAcceleration: CGFloat = 0
  package var zAcceleration: CGFloat = 0
  package var scale: CGFloat = 1
  package var scaleRange: CGFloat = 0
  /// The change of the scale per second.
  package var scaleSpeed: CGFloat = 0
  /// The rotation, in radians per second.
  package var spin: CGFloat = 0
  package var spinRange: CGFloat = 0
  /// The colour that multiplies the image; nil is white.
  package var color: CGColor? = .opaqueWhite
  package var redRange: Float = 0
  package var greenRange: Float = 0
  package var blueRange: Float = 0
  package var alphaRange: Float = 0
  /// The change of the colour per second.
  package var redSpeed: Float = 0
  package var greenSpeed: Float = 0
  package var blueSpeed: Float = 0
  package var alphaSpeed: Float = 0
  /// The image; nil draws nothing, except the particles of nested cells.
  package var contents: ImageReference?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsScale: CGFloat = 1
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  package var minificationFilterBias: Float = 0
  /// The timing, in the time space of the layer or of the parent particle.
  package var timing = MediaTiming.layer
  /// The cells that emit from each particle.
  package var cells: [EmitterCellValues] = []

  package init() {}
}

/// An image compared by identity; images are immutable.
package struct ImageReference: Sendable, Equatable {
  package let image: CGImage
  package init(_ image: CGImage) { self.image = image }
  package static func == (a: ImageReference, b: ImageReference) -> Bool { a.image === b.image }
}

extension EmitterValues {
  /// Whether particles may be there at any time, if nothing is animated.
  var emits: Bool { cells.contains(where: \.emits) || past?.spans.isEmpty == false }
  /// Whether they may be there if animations switch cells on and off.
  var mayEmit: Bool { cells.contains(where: \.runs) || past?.spans.isEmpty == false }
}

extension EmitterCellValues {
  /// Whether the cell makes particles in its time; its birth rate may be animated.
  fileprivate var emits: Bool { isEnabled && runs }
  fileprivate var runs: Bool { timing.speed > 0 }

  /// Seconds of the cell's time for which it makes particles.
  var activeDuration: Double {
    if timing.repeatDuration > 0 { return timing.repeatDuration }
    let cycle = timing.duration * (timing.autoreverses ? 2 : 1)
    return cycle > 0 ? cycle * (timing.repeatCount > 0 ? timing.repeatCount : 1) : 0
  }

  /// Seconds of the cell's time after its birth in which a particle, or one that came from it, may
  /// be seen.
  func reach(lifetimeFactor: Double) -> Double {
    let longest = max(0, (Double(lifetime) + abs(Double(lifetimeRange)) / 2) * lifetimeFactor)
    let within = cells.map { cell in
      cell.emits ? cell.reach(lifetimeFactor: lifetimeFactor) / cell.timing.speed : 0
    }
    let reach = longest + (within.max() ?? 0)
    return reach.isFinite ? reach : .greatestFiniteMagnitude
  }

  /// The size of the image in points at scale 1; nil without an image that can be seen.
  var imageSize: CGSize? {
    let rect = contentsRect.standardized
    guard let image = contents?.image, rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    let scale = contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1
    return CGSize(
      width: CGFloat(image.width) * rect.width / scale, height: CGFloat(image.height) * rect.height / scale)
  }
}
