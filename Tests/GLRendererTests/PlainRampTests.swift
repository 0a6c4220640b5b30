import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct PlainRampTests {
  private static let bounds = CGRect(x: 0, y: 0, width: 40, height: 80)

  /// A gradient of greys at these locations.
  private func gradient(
    _ grays: [Double], _ locations: [Double], alphas: [Double]? = nil, from start: CGPoint, to end: CGPoint
  ) throws -> Gradient {
    var values = LayerValues()
    values.gradient.colors = grays.enumerated().map { index, gray in
      CGColor(srgbRed: gray, green: gray, blue: gray, alpha: alphas?[index] ?? 1)
    }
    values.gradient.locations = locations
    values.gradient.startPoint = start
    values.gradient.endPoint = end
    return try #require(Gradient(values))
  }

  /// The grey at a pixel's centre, by rule 14.
  private func gray(at t: Double, _ grays: [Double], _ locations: [Double]) -> Double {
    guard t >= locations[0] else { return grays[0] }
    guard let next = locations.firstIndex(where: { $0 > t }) else { return grays[grays.count - 1] }
    let share = (t - locations[next - 1]) / (locations[next] - locations[next - 1])
    return grays[next - 1] + (grays[next] - grays[next - 1]) * share
  }

  @Test(
    "Each pixel has the colour at its centre",
    arguments: [[0, 1], [0.2, 0.7], [0.31, 0.313]], [false, true])
  func colors(locations: [Double], isReversed: Bool) throws {
    let grays = [0.1, 0.9]
    let (top, bottom) = (CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1))
    let gradient = try gradient(
      grays, locations, from: isReversed ? bottom : top, to: isReversed ? top : bottom)
    let ramp = try #require(PlainRamp(gradient, of: .colors, bounds: Self.bounds, on: Plane(scale: 1)))
    let parts = ramp.parts(of: DeviceBox(3, -5, 20, 90))
    #expect(parts.first?.box.minY == -5 && parts.last?.box.maxY == 90)
    for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.box.maxY == next.box.minY) }
    for part in parts {
      for row in stride(from: part.box.minY, to: part.box.maxY, by: 1) {
        let t = (row + 0.5) / 80
        let expected = gray(at: isReversed ? 1 - t : t, grays, locations)
        #expect(abs(Double(part.value(at: Vector2(7, row + 0.5)).x) - expected) < 1e-4, "row \(row)")
      }
    }
  }

  @Test func acrossThePixelsOfOneLocationHaveTheLaterColor() throws {
    let gradient = try gradient(
      [0, 0.25, 0.75, 1], [0, 0.5, 0.5, 1], from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5))
    let ramp = try #require(PlainRamp(gradient, of: .colors, bounds: Self.bounds, on: Plane(scale: 1)))
    let parts = ramp.parts(of: DeviceBox(0, 0, 40, 1))
    #expect(parts.map(\.box.minX) == [0, 20])
    #expect(abs(parts[1].value(at: Vector2(20, 0.5)).x - 0.75) < 1e-5)
  }

  @Test func onlyWhatIsLinearAlongAnAxis() throws {
    let plane = Plane(scale: 1)
    let (top, bottom) = (CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1))
    let slanted = try gradient([0, 1], [0, 1], from: .zero, to: CGPoint(x: 1, y: 1))
    #expect(PlainRamp(slanted, of: .colors, bounds: Self.bounds, on: plane) == nil)
    let fading = try gradient([0, 1], [0, 1], alphas: [1, 0.5], from: top, to: bottom)
    #expect(PlainRamp(fading, of: .colors, bounds: Self.bounds, on: plane) == nil)
    #expect(PlainRamp(fading, of: .alpha, bounds: Self.bounds, on: plane) != nil)
    let gray = try gradient([0.5, 0.5], [0, 1], alphas: [1, 0.5], from: top, to: bottom)
    #expect(PlainRamp(gray, of: .colors, bounds: Self.bounds, on: plane) != nil)
  }
}

extension PlainRamp {
  fileprivate func parts(of box: DeviceBox) -> [Part] {
    var parts: [Part] = []
    forEachPart(of: box) { parts.append($0) }
    return parts
  }
}
