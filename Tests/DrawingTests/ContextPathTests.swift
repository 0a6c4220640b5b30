import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextPathTests {
  @Test func originIsLowerLeft() throws {
    let bitmap = try #require(Bitmap(4, 3))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(bitmap.picture == ["....", "....", "##.."])
  }

  @Test func edgesAreSmoothedByArea() throws {
    let bitmap = try #require(Bitmap(4, 4))
    bitmap.context.fill(CGRect(x: 0.5, y: 0.25, width: 2, height: 2))
    #expect(isNear([bitmap.alpha(0, 1), bitmap.alpha(1, 1), bitmap.alpha(2, 1)], [128, 255, 128]))
    #expect(isNear([bitmap.alpha(1, 0), bitmap.alpha(0, 2)], [191, 32]))
    let hard = try #require(Bitmap(4, 4))
    hard.context.setShouldAntialias(false)
    hard.context.fillEllipse(in: CGRect(x: 0.3, y: 0.3, width: 3.4, height: 3.4))
    #expect(hard.picture == [".##.", "####", "####", ".##."])
    // Edges are smoothed where both allow it.
    for (allows, should, isSmooth) in [(true, true, true), (true, false, false), (false, true, false)] {
      let bitmap = try #require(Bitmap(4, 4))
      bitmap.context.setShouldAntialias(should)
      bitmap.context.setAllowsAntialiasing(allows)
      bitmap.context.fillEllipse(in: CGRect(x: 0.3, y: 0.3, width: 3.4, height: 3.4))
      #expect(bitmap.picture.joined().contains("+") == isSmooth)
    }
  }

  @Test(arguments: [3.0, 10, 25.3])
  func discHasItsArea(radius: Double) throws {
    let bitmap = try #require(Bitmap(60, 60))
    bitmap.context.fillEllipse(in: CGRect(x: 30.2 - radius, y: 29.7 - radius, width: 2 * radius, height: 2 * radius))
    #expect(abs(bitmap.coveredArea / (.pi * radius * radius) - 1) < 0.005)
  }

  @Test func rulesDifferInTheMiddle() throws {
    for (mode, middle) in [(CGPathDrawingMode.fill, 255), (.eoFill, 0)] {
      let bitmap = try #require(Bitmap(6, 6))
      bitmap.context.addRects([CGRect(x: 0, y: 0, width: 6, height: 6), CGRect(x: 2, y: 2, width: 2, height: 2)])
      bitmap.context.drawPath(using: mode)
      #expect(bitmap.alpha(3, 3) == middle && bitmap.alpha(0, 0) == 255)
      #expect(bitmap.context.isPathEmpty)
    }
  }

  @Test func pointsGoThroughTheTransformOfTheirTime() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    context.move(to: .zero)
    context.scaleBy(x: 2, y: 2)
    context.addLine(to: CGPoint(x: 4, y: 0))
    context.addLine(to: CGPoint(x: 4, y: 2))
    context.scaleBy(x: 0.5, y: 0.5)
    context.addLine(to: CGPoint(x: 0, y: 4))
    #expect(context.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 8, height: 4))
    #expect(context.currentPointOfPath == CGPoint(x: 0, y: 4))
    context.translateBy(x: 1, y: 1)
    #expect(context.path?.boundingBox == CGRect(x: -1, y: -1, width: 8, height: 4))
    context.closePath()
    context.fillPath()
    #expect(bitmap.coveredArea == 32)
  }

  @Test func strokeIsInTheSpaceOfItsTime() throws {
    let bitmap = try #require(Bitmap(20, 20))
    let context = bitmap.context
    context.setLineWidth(2)
    context.scaleBy(x: 1, y: 3)
    context.move(to: CGPoint(x: 2, y: 3))
    context.addLine(to: CGPoint(x: 12, y: 3))
    context.strokePath()
    // Width 2, made 6 by the scale in y: rows 6 to 11.
    #expect(bitmap.coveredArea == 60)
    #expect(bitmap.alpha(5, 6) == 255 && bitmap.alpha(5, 11) == 255 && bitmap.alpha(5, 5) == 0)
  }

  @Test func lineStyles() throws {
    // A line of 10 along a row's middle, width 4.
    func area(_ set: (CGContext) -> Void) throws -> Double {
      let bitmap = try #require(Bitmap(20, 20))
      bitmap.context.setLineWidth(4)
      set(bitmap.context)
      bitmap.context.strokeLineSegments(between: [CGPoint(x: 5, y: 10), CGPoint(x: 15, y: 10), .zero])
      return bitmap.coveredArea
    }
    #expect(try area { _ in } == 40)
    #expect(try area { $0.setLineCap(.square) } == 56)
    #expect(abs(try area { $0.setLineCap(.round) } - 40 - 4 * .pi) < 0.1)
    #expect(try area { $0.setLineDash(phase: 0, lengths: [3, 2]) } == 24)
    #expect(try area { $0.setLineDash(phase: 2, lengths: [3, 2]) } == 4 * (1 + 3 + 2))
    #expect(try area { $0.setLineWidth(-1) } == 40, "a negative width is ignored")
    #expect(abs(try area { $0.setLineWidth(0) } - 10) < 0.1, "0 is one pixel")
  }

  @Test func joinsAndMiterLimit() throws {
    func area(_ set: (CGContext) -> Void) throws -> Double {
      let bitmap = try #require(Bitmap(20, 20))
      bitmap.context.setLineWidth(4)
      set(bitmap.context)
      bitmap.context.stroke(CGRect(x: 4, y: 4, width: 12, height: 12))
      return bitmap.coveredArea
    }
    #expect(try area { _ in } == 16 * 16 - 8 * 8)
    #expect(abs(try area { $0.setMiterLimit(1) } - (16 * 16 - 8 * 8 - 8)) < 0.2)
    #expect(abs(try area { $0.setLineJoin(.bevel) } - (16 * 16 - 8 * 8 - 8)) < 0.2)
    #expect(abs(try area { $0.setLineJoin(.round) } - (16 * 16 - 8 * 8 - 4 * (4 - .pi))) < 0.2)
  }

  @Test func shortcutsAndStrokedPath() throws {
    let bitmap = try #require(Bitmap(20, 20))
    let context = bitmap.context
    context.stroke(CGRect(x: 5, y: 5, width: 10, height: 10), width: 2)
    #expect(bitmap.coveredArea == 12 * 12 - 8 * 8)
    context.clear(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(bitmap.coveredArea == 0)
    context.setLineWidth(2)
    context.strokeEllipse(in: CGRect(x: 5, y: 5, width: 10, height: 10))
    #expect(abs(bitmap.coveredArea - .pi * (36 - 16)) < 0.2)
    context.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    context.replacePathWithStrokedPath()
    #expect(context.boundingBoxOfPath == CGRect(x: 4, y: 4, width: 12, height: 12))
    #expect(context.pathContains(CGPoint(x: 4.5, y: 10), mode: .fill))
    #expect(!context.pathContains(CGPoint(x: 10, y: 10), mode: .fill))
  }

  @Test func whatAPathContains() throws {
    let context = try #require(Bitmap(20, 20)).context
    context.translateBy(x: 2, y: 0)
    context.setLineWidth(2)
    context.addRects([CGRect(x: 0, y: 0, width: 9, height: 9), CGRect(x: 3, y: 3, width: 3, height: 3)])
    let (inside, hole, edge) = (CGPoint(x: 1.5, y: 1.5), CGPoint(x: 4.5, y: 4.5), CGPoint(x: -0.5, y: 5))
    #expect(context.pathContains(inside, mode: .fill) && context.pathContains(hole, mode: .fill))
    #expect(!context.pathContains(hole, mode: .eoFill) && !context.pathContains(edge, mode: .eoFill))
    #expect(context.pathContains(edge, mode: .stroke) && !context.pathContains(inside, mode: .stroke))
    #expect(context.pathContains(edge, mode: .eoFillStroke) && context.pathContains(inside, mode: .eoFillStroke))
  }

  @Test func fillAndStrokeTogether() throws {
    let bitmap = try #require(Bitmap(10, 10))
    bitmap.context.setFillColor(opaqueRed)
    bitmap.context.setStrokeColor(opaqueBlue)
    bitmap.context.setLineWidth(2)
    bitmap.context.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
    bitmap.context.drawPath(using: .fillStroke)
    #expect(bitmap.pixel(5, 5) == [255, 0, 0, 255] && bitmap.pixel(2, 5) == [0, 0, 255, 255])
  }

  @Test func arcsAndCurves() throws {
    let bitmap = try #require(Bitmap(40, 40))
    let context = bitmap.context
    context.move(to: CGPoint(x: 20, y: 20))
    context.addArc(
      center: CGPoint(x: 20, y: 20), radius: 15, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    context.fillPath()
    #expect(abs(bitmap.coveredArea - 225 * .pi / 4) < 0.5)
    #expect(bitmap.alpha(25, 25) == 255 && bitmap.alpha(25, 15) == 0)
    context.clear(CGRect(x: 0, y: 0, width: 40, height: 40))
    // Under a quadratic curve lie two thirds of its triangle; under this cubic 3/5·… of its box:
    // 0.6·30·20.
    context.move(to: CGPoint(x: 0, y: 0))
    context.addQuadCurve(to: CGPoint(x: 40, y: 0), control: CGPoint(x: 20, y: 30))
    context.fillPath()
    #expect(abs(bitmap.coveredArea - 400) < 2)
    context.clear(CGRect(x: 0, y: 0, width: 40, height: 40))
    context.move(to: CGPoint(x: 0, y: 0))
    context.addCurve(to: CGPoint(x: 40, y: 0), control1: CGPoint(x: 0, y: 20), control2: CGPoint(x: 40, y: 20))
    context.fillPath()
    // ∫ y dx of this cubic is 3/5 of its control box's 40 · 20.
    #expect(abs(bitmap.coveredArea - 480) < 2)
    context.move(to: CGPoint(x: 0, y: 0))
    context.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    #expect(hypot(context.currentPointOfPath.x - 10, context.currentPointOfPath.y - 4) < 1e-9)
  }

  @Test func coloursOfAllKinds() throws {
    let bitmap = try #require(Bitmap(1, 1))
    let context = bitmap.context
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    func filled() -> [Int] {
      context.fill(whole)
      return bitmap.pixel(0, 0)
    }
    context.setFillColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    #expect(filled() == [51, 102, 153, 255])
    context.setFillColor(gray: 0.2, alpha: 1)
    #expect(filled() == [51, 51, 51, 255])
    context.setFillColor(cyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1)
    #expect(filled() == [0, 160, 228, 255])
    context.setFillColorSpace(CGColorSpaceCreateDeviceRGB())
    #expect(filled() == [0, 0, 0, 255])
    context.setFillColor([1, 0.2, 0, 1])
    #expect(filled() == [255, 51, 0, 255])
    // Nothing is read beyond the end of an array.
    context.setFillColor([0, 1, 0])
    #expect(filled() == [255, 51, 0, 255])
    context.setStrokeColorSpace(CGColorSpaceCreateDeviceGray())
    context.setStrokeColor([0.6, 1])
    context.stroke(whole, width: 3)
    #expect(bitmap.pixel(0, 0) == [153, 153, 153, 255])
    context.clear(whole)
    context.setAlpha(0.5)
    context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 0.5))
    #expect(isNear(filled(), [64, 64, 64, 64]))
  }

  @Test("paths and pens that are smaller than numbers can tell stop nothing", arguments: [1, 1e3, 0x1p50])
  func subnormalNumbers(_ number: Double) {
    let length = CGFloat(Double.leastNonzeroMagnitude * number)
    _ = CGPath(rect: CGRect(x: 0, y: 0, width: length, height: length), transform: nil).normalized()
    let dot = CGMutablePath()
    dot.move(to: .zero)
    dot.addLine(to: .zero)
    _ = dot.copy(strokingWithWidth: length, lineCap: .round, lineJoin: .round, miterLimit: 10)
  }
}
