/// The colours of a gradient with their opacities.
struct GradientStops: TrackValue {
  struct Stop: Equatable, Sendable {
    var location: Double
    var color: Color
  }

  var stops: [Stop]

  /// Stops of Lottie's list: location, red, green and blue of each colour, then location and alpha
  /// of each alpha stop.
  ///
  /// - Parameter isOpaque: whether the alpha stops are left out. It is the same for all keys of a
  ///   track, because only lists of equal length are mixed.
  init(_ values: [Double], colorCount: Int, isOpaque: Bool) {
    let colors = (0..<colorCount).map { index in
      let part = values[(4 * index)..<(4 * index + 4)]
      let start = part.startIndex
      return Stop(
        location: part[start],
        color: Color(part[start + 1], part[start + 2], part[start + 3], 1).clamped(lowerBound: .zero, upperBound: .one))
    }
    if isOpaque {
      stops = colors
    } else {
      let alphas = Self.alphas(values, colorCount: colorCount)
      let merged = colors.indices.map { index in
        Stop(
          location: colors[index].location,
          color: colors[index].color.withAlpha(Self.value(alphas, at: index, of: colors).w))
      }
      let others = alphas.indices.map { index in
        let color = Self.value(colors, at: index, of: alphas)
        return Stop(location: alphas[index].location, color: color.withAlpha(alphas[index].color.w))
      }
      let all = merged + others
      stops = all.indices.sorted { (all[$0].location, $0) < (all[$1].location, $1) }.map { all[$0] }
    }
    // A gradient has at least two colours.
    if stops.count == 1 { stops.append(stops[0]) }
  }

  /// Whether every alpha stop of Lottie's list is opaque.
  static func isOpaque(_ values: [Double], colorCount: Int) -> Bool {
    alphas(values, colorCount: colorCount).allSatisfy { $0.color.w == 1 }
  }

  private static func alphas(_ values: [Double], colorCount: Int) -> [Stop] {
    let rest = Array(values.dropFirst(4 * colorCount))
    return stride(from: 0, to: rest.count - 1, by: 2).map {
      Stop(location: rest[$0], color: Color(0, 0, 0, min(max(rest[$0 + 1], 0), 1)))
    }
  }

  /// The value of a list of stops at the location of another list's stop. Where the other list
  /// jumps, it is the value at the same side of the jump.
  private static func value(_ stops: [Stop], at index: Int, of others: [Stop]) -> Color {
    guard let first = stops.first, let last = stops.last else { return Color(0, 0, 0, 1) }
    let location = others[index].location
    let isBefore = index + 1 < others.count && others[index + 1].location == location
    let end = stops.firstIndex { isBefore ? $0.location >= location : $0.location > location }
    guard let end else { return last.color }
    guard end > 0 else { return first.color }
    let (start, stop) = (stops[end - 1], stops[end])
    guard stop.location > start.location else { return stop.color }
    return start.color.mixed(with: stop.color, at: (location - start.location) / (stop.location - start.location))
  }

  func mixed(with other: GradientStops, at fraction: Double) -> GradientStops {
    guard stops.count == other.stops.count else { return fraction < 1 ? self : other }
    var result = self
    for index in stops.indices {
      result.stops[index].location = stops[index].location.mixed(with: other.stops[index].location, at: fraction)
      result.stops[index].color = stops[index].color.mixed(with: other.stops[index].color, at: fraction)
    }
    return result
  }
}

extension Color {
  fileprivate func withAlpha(_ alpha: Double) -> Color { Color(x, y, z, alpha) }
}
