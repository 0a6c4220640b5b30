import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Numbers that cannot be drawn with: nothing is drawn with them, nothing crashes, and what comes
/// after is drawn.
@Suite struct ContextRobustnessTests {
  static let numbers: [CGFloat] = [.nan, .infinity, -.infinity, 1e300, -1e18, 1e-300, 0]

  @Test(arguments: numbers)
  func oddNumbers(number: CGFloat) throws {
    let bitmap = try #require(Bitmap(16, 16))
    let context = bitmap.context
    let image = try #require(ContextImageTests.quarters)
    let gradient = try ContextGradientTests.gradient([opaqueRed, opaqueBlue])
    let rect = CGRect(x: number, y: 1, width: 3, height: number)
    for set in Self.setups(number) {
      context.saveGState()
      set(context)
      context.fill(rect)
      context.stroke(rect)
      context.strokeEllipse(in: rect)
      context.addArc(center: CGPoint(x: 1, y: number), radius: number, startAngle: 0, endAngle: number, clockwise: true)
      context.strokePath()
      context.draw(image, in: rect)
      context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
      context.drawLinearGradient(gradient, start: rect.origin, end: CGPoint(x: 1, y: number), options: [])
      context.drawRadialGradient(
        gradient, startCenter: rect.origin, startRadius: number, endCenter: .zero, endRadius: 3, options: [])
      context.drawConicGradient(gradient, center: rect.origin, angle: number)
      context.beginTransparencyLayer(in: rect, auxiliaryInfo: nil)
      context.clip(to: rect, mask: image)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 9, height: 9))
      context.endTransparencyLayer()
      context.clip(to: rect)
      context.clear(rect)
      _ = context.boundingBoxOfClipPath
      context.restoreGState()
    }
    context.setFillColor(opaqueGreen)
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    #expect(bitmap.pixel(8, 8) == [0, 255, 0, 255])
  }

  private static func setups(_ number: CGFloat) -> [(CGContext) -> Void] {
    [
      { _ in }, { $0.scaleBy(x: number, y: 1) }, { $0.translateBy(x: number, y: number) }, { $0.rotate(by: number) },
      { $0.setLineWidth(number) }, { $0.setLineDash(phase: number, lengths: [number, 1]) },
      { $0.setMiterLimit(number) },
      { $0.setAlpha(number) },
      { $0.setShadow(offset: CGSize(width: number, height: 1), blur: min(number, 50), color: opaqueBlue) },
    ]
  }

  /// A shape far larger than the bitmap and Cairo's coordinates is cut, not bent.
  @Test func hugeShapes() throws {
    let bitmap = try #require(Bitmap(100, 100))
    let context = bitmap.context
    context.move(to: .zero)
    context.addLine(to: CGPoint(x: 1e9, y: 1e9))
    context.addLine(to: CGPoint(x: 1e9, y: 0))
    context.fillPath()
    #expect(abs(bitmap.coveredArea - 5000) < 1)
    #expect(bitmap.alpha(80, 20) == 255 && bitmap.alpha(20, 80) == 0)
    context.clear(CGRect(x: -1e12, y: -1e12, width: 2e12, height: 2e12))
    #expect(bitmap.coveredArea == 0)
    context.setLineWidth(10)
    context.strokeLineSegments(between: [CGPoint(x: -1e8, y: 50), CGPoint(x: 1e8, y: 50)])
    #expect(bitmap.coveredArea == 1000)
  }

  @Test func endlessBlur() throws {
    let bitmap = try #require(Bitmap(16, 16))
    bitmap.context.setShadow(offset: .zero, blur: .infinity, color: opaqueBlue)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    // Its standard deviation is cut at 500: 64 pixels spread over 2π·500² and more.
    #expect(bitmap.coveredArea == 64)
  }

  @Test func manyDashes() throws {
    let bitmap = try #require(Bitmap(100, 100))
    bitmap.context.setLineDash(phase: 0, lengths: [1e-7])
    bitmap.context.strokeLineSegments(between: [CGPoint(x: 0, y: 50.5), CGPoint(x: 100, y: 50.5)])
    #expect(bitmap.coveredArea == 100, "a pattern too fine to be seen is drawn as a line")
  }
}
