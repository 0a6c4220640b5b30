import MultiplaneRenderTree

/// One filter of a pass's picture or of a backdrop, where it lies on the device (rendering rules
/// §15, §19).
package enum FilterStep: Sendable {
  case gaussian(GaussianStep)
  case mean(MeanStep)
  case bloom(BloomStep)
  case color(ColorStep)
  case pixellate(PixellateStep)
}

extension FilterStep {
  /// Whether each pixel of what it makes depends on the same pixel alone.
  package var isLocal: Bool {
    switch self {
    case .color: true
    case .gaussian, .mean, .bloom, .pixellate: false
    }
  }

  /// All pixels that can reach into a box, or be reached from it.
  package func reached(from box: PixelBox, on planes: [Plane]) -> PixelBox {
    switch self {
    case .color: box
    case .gaussian(let step):
      box.grown(
        byX: step.reachAcross + step.reachAside + Self.more(step.spacingAcross),
        y: step.reachDown + Self.more(step.spacingDown))
    case .mean(let step): box.grown(byX: step.reachX, y: step.reachY)
    case .bloom(let step): FilterStep.gaussian(step.blur).reached(from: box, on: planes)
    case .pixellate(let step): step.reached(from: box, on: planes[Int(step.plane)])
    }
  }

  /// The filter where it lies on the device, in a few words.
  package var text: String {
    switch self {
    case .gaussian(let step):
      let (x, y) = (step.across.squareRoot().text, step.down.squareRoot().text)
      return "gaussian σ \(x) × \(y)" + (step.slope == 0 ? "" : " slope \(step.slope.text)")
    case .mean(let step): return "mean \(step.reach.text) along \(step.x.text) \(step.y.text)"
    case .bloom(let step): return "bloom \(step.intensity.text), " + FilterStep.gaussian(step.blur).text
    case .color(let step): return step.text
    case .pixellate(let step): return "pixellate \(step.scale.text)"
    }
  }

  /// The plane that it looks at; nil for none.
  package var plane: Int32? {
    switch self {
    case .color(let step): step.plane
    case .pixellate(let step): step.plane
    default: nil
    }
  }
}

/// A Gaussian on pixels: one along x, and one along (slope, 1) in steps of a row. Each ends at ⌊3σ⌋
/// steps and is normalised.
package struct GaussianStep: Sendable {
  /// In squared pixels, and in squared rows; 0 for none.
  package var across, down: Double
  /// How far along x each row lies.
  package var slope: Double
}

/// A mean along a line through each pixel: of the samples at k·(x, y), each weighing clamp(reach +
/// ½ − |k|, 0, 1), linearly between pixels.
package struct MeanStep: Sendable {
  /// Pixels; the greater of both is 1 in size.
  package var x, y: Double
  package var reach: Double

  /// The weight of the pixel at a distance.
  package func weight(_ distance: Int32) -> Double { min(max(reach + 0.5 - Double(abs(distance)), 0), 1) }

  /// What all pixels weigh together.
  package var totalWeight: Double { (-count...count).reduce(0) { $0 + weight($1) } }
}

/// The picture, and over it so much of its bright part, blurred (rendering rules §19).
package struct BloomStep: Sendable {
  package var blur: GaussianStep
  package var intensity: Double
}

/// A pointwise filter, and how a pixel's position in the layer is found: the point of the plane
/// minus the middle of the bounds, times the scale.
package struct ColorStep: Sendable {
  package var filter: ColorFilter
  package var plane: Int32
  /// Points of the plane.
  package var middle: (x: Double, y: Double)
  /// Halves of the bounds' diagonal per point, at most `mostScale`.
  package var scale: Double

  /// The scale of empty bounds.
  static let mostScale = 1e15

  /// Its name and its numbers; of a matrix the name alone.
  fileprivate var text: String {
    let numbers = filter.rows.count > 1 ? [] : filter.rows.joined().map(\.text)
    return ([filter.kind.rawValue] + numbers).joined(separator: " ")
  }
}

/// The mean of each square of a plane, at 8 × 8 points (rendering rules §19).
package struct PixellateStep: Sendable {
  package var plane: Int32
  /// A side, in points of the plane; above 0.
  package var scale: Double
  /// A corner of one, in points of the plane.
  package var center: (x: Double, y: Double)
  /// Pixels outside of which everything is transparent.
  package var limit: PixelBox
}
