import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The gradient of a layer, which fills its rounded bounds over the background (rendering rules
/// §14).
struct GradientPrimitive: Primitive {
  private let plane: PlaneMap
  private let outline: Coverage
  private let bounds: RoundedRectangle
  private let gradient: Gradient

  /// Nil when the layer has no gradient to draw.
  init?(_ node: RenderNode, in place: Place) {
    bounds = RoundedRectangle(boundsOf: node)
    guard let gradient = node.gradient, gradient.stops.allSatisfy({ $0.color.isFinite }),
      let outline = Coverage(fillOf: node, in: place)
    else { return nil }
    plane = place.plane
    self.outline = outline
    self.gradient = gradient
  }

  var steps: Int { 60 + gradient.stops.count }
  func box(within box: PixelBox) -> PixelBox { outline.box(within: box) }
  func isSeen(_ x: Double, _ y: Double) -> Bool { plane.isSeen(x, y) }
  func coverage(_ x: Double, _ y: Double) -> Double { outline.value(x, y) }

  func color(_ x: Double, _ y: Double) -> PremultipliedColor {
    let p = plane.position(x, y)
    let t = parameter((p.x - bounds.minX) / bounds.width, (p.y - bounds.minY) / bounds.height)
    return t.map { straightColor($0).premultiplied } ?? .clear
  }

  /// t at a point of the unit square; nil where the gradient draws nothing.
  private func parameter(_ x: Double, _ y: Double) -> Double? {
    let (px, py) = (x - Double(gradient.start.x), y - Double(gradient.start.y))
    let ex = Double(gradient.end.x - gradient.start.x)
    let ey = Double(gradient.end.y - gradient.start.y)
    switch gradient.type {
    case .radial:
      guard ex != 0, ey != 0 else { return nil }
      return hypot(px / ex, py / ey)
    case .conic:
      // A ray that is a point runs along x. atan2 of (0, 0) is 0, so that t is 0 at the start.
      let ray = ex == 0 && ey == 0 ? (x: 1.0, y: 0.0) : (x: ex, y: ey)
      guard hypot(px, py) >= Self.tie else { return 0 }
      let turns = atan2(ray.x * py - ray.y * px, ray.x * px + ray.y * py) / (2 * .pi)
      let whole = turns < 0 ? turns + 1 : turns
      return whole > 1 - Self.tie ? 0 : whole
    default:
      let square = ex * ex + ey * ey
      return square > 0 ? (px * ex + py * ey) / square : 1
    }
  }

  /// A point closer than this to a stop, or to a conic gradient's start or end, counts as being
  /// there (§14).
  private static let tie = 1.0 / 65536

  /// The straight mix of the stops about t; of equal locations the latest counts.
  private func straightColor(_ t: Double) -> StraightColor {
    let stops = gradient.stops
    guard let index = stops.lastIndex(where: { $0.location <= t + Self.tie }) else { return stops[0].color }
    guard index + 1 < stops.count else { return stops[index].color }
    let (low, high) = (stops[index], stops[index + 1])
    let share = max(0, (t - low.location) / (high.location - low.location))
    func mixed(_ component: KeyPath<StraightColor, Double>) -> Double {
      low.color[keyPath: component] + (high.color[keyPath: component] - low.color[keyPath: component]) * share
    }
    return StraightColor(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: mixed(\.alpha))
  }
}
