import MultiplaneGraphics

/// One filter that changes a layer's picture or backdrop (rendering rules §19). What a renderer has
/// to know of a filter is here; what names and defaults it has is in `FilterDescription.all`.
package enum Filter: Sendable, Equatable {
  /// The standard deviation in points, above 0.
  case gaussianBlur(radius: Double)
  /// Half a side of the square in points, above 0.
  case boxBlur(radius: Double)
  /// The standard deviation of the glow in points, above 0, and how much of it is added, above 0.
  case bloom(radius: Double, intensity: Double)
  case color(ColorFilter)
  /// The side of the squares in points, above 0, and a corner of one.
  case pixellate(scale: Double, center: CGPoint)
}

extension Filter {
  /// Its name, and its numbers in groups as people read them; lengths in points.
  package var parts: (name: String, numbers: [[Double]]) {
    switch self {
    case .gaussianBlur(let radius): ("gaussianBlur", [[radius]])
    case .boxBlur(let radius): ("boxBlur", [[radius]])
    case .bloom(let radius, let intensity): ("bloom", [[radius, intensity]])
    case .color(let filter): (filter.kind.rawValue, filter.rows)
    case .pixellate(let scale, let center): ("pixellate", [[scale, Double(center.x), Double(center.y)]])
    }
  }
}
