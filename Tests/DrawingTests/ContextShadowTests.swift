import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextShadowTests {
  @Test func offsetIsInBaseSpace() throws {
    let bitmap = try #require(Bitmap(20, 20))
    let context = bitmap.context
    context.scaleBy(x: 2, y: -2)
    context.translateBy(x: 0, y: -10)
    context.setShadow(offset: CGSize(width: 5, height: 3), blur: 0, color: opaqueBlue)
    context.setFillColor(opaqueRed)
    context.fill(CGRect(x: 1, y: 7, width: 2, height: 2))
    // The square is at (2, 2) to (6, 6) of the bitmap; its shadow 5 to the right and 3 up.
    #expect(bitmap.pixel(3, 3) == [255, 0, 0, 255])
    #expect(bitmap.pixel(10, 8) == [0, 0, 255, 255] && bitmap.pixel(7, 5) == [0, 0, 255, 255])
    #expect(bitmap.pixel(6, 4) == [0, 0, 0, 0] && bitmap.pixel(11, 8) == [0, 0, 0, 0])
    #expect(bitmap.coveredArea == 16 + 16 - 0)
  }

  /// Across a straight edge a Gaussian blur gives its integral.
  @Test(arguments: [2.0, 8, 15, 17, 40])
  func blurIsTwiceSigma(blur: Double) throws {
    let bitmap = try #require(Bitmap(200, 100))
    bitmap.context.setShadow(offset: CGSize(width: 0, height: 200), blur: blur, color: opaqueBlue)
    bitmap.context.fill(CGRect(x: -500, y: -400, width: 600, height: 400))
    let sigma = blur / 2
    for x in stride(from: Int(100 - 2 * blur), to: Int(100 + 2 * blur), by: 1) {
      let distance = Double(x) + 0.5 - 100
      let expected = 255 * erfc(distance / sigma / 2.0.squareRoot()) / 2
      #expect(abs(Double(bitmap.alpha(x, 50)) - expected) <= 2.5, "\(distance) pixels from the edge")
    }
  }

  /// The widest blur of a large picture: with a kernel of 3,001 weights it took 3,000 times as many
  /// steps as with one. Takes a second or two.
  @Test func timeDoesNotGrowWithTheBlur() throws {
    func time(blur: Double) throws -> Double {
      let bitmap = try #require(Bitmap(1500, 1500))
      bitmap.context.setShadow(offset: .zero, blur: blur, color: opaqueBlue)
      let start = clock()
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 1500, height: 1500))
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    let (short, long) = (try time(blur: 20), try time(blur: 1000))
    #expect(long < 8 * short, "\(short) s and \(long) s")
  }

  @Test func blurKeepsTheWhole() throws {
    let bitmap = try #require(Bitmap(100, 100))
    bitmap.context.setShadow(
      offset: CGSize(width: 40, height: -40), blur: 10, color: CGColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    bitmap.context.fillEllipse(in: CGRect(x: 15, y: 65, width: 20, height: 20))
    bitmap.context.clear(CGRect(x: 0, y: 50, width: 50, height: 50))
    #expect(abs(bitmap.coveredArea - 50 * .pi) < 3)
    #expect(bitmap.alpha(65, 35) < 127 && bitmap.alpha(65, 35) > 80)
  }

  @Test func shadowsOfWhatIsClippedAway() throws {
    // As inner shadows are made: the clip hides what casts the shadow.
    let bitmap = try #require(Bitmap(20, 20))
    bitmap.context.clip(to: CGRect(x: 10, y: 0, width: 10, height: 20))
    bitmap.context.setShadow(offset: CGSize(width: 10, height: 0), blur: 0, color: opaqueBlue)
    bitmap.context.fill(CGRect(x: 2, y: 5, width: 4, height: 4))
    #expect(bitmap.coveredArea == 16 && bitmap.pixel(12, 5) == [0, 0, 255, 255])
    bitmap.context.beginTransparencyLayer(auxiliaryInfo: nil)
    bitmap.context.fill(CGRect(x: 2, y: 12, width: 4, height: 4))
    bitmap.context.endTransparencyLayer()
    #expect(bitmap.coveredArea == 32 && bitmap.pixel(12, 12) == [0, 0, 255, 255])
  }

  @Test func alphaAndPartsOfPixels() throws {
    let bitmap = try #require(Bitmap(10, 4))
    bitmap.context.setAlpha(0.5)
    bitmap.context.setShadow(offset: CGSize(width: 4.5, height: 0), blur: 0, color: opaqueBlue)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(isNear((3..<10).map { bitmap.alpha($0, 2) }, [128, 64, 128, 128, 128, 64, 0]))
  }

  @Test func noneForNoColour() throws {
    let bitmap = try #require(Bitmap(10, 10))
    bitmap.context.setShadow(offset: CGSize(width: 5, height: 5), blur: 0)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(isNear(bitmap.pixel(5, 5), [0, 0, 0, 85]), "black, a third of it")
    bitmap.context.setShadow(offset: CGSize(width: 5, height: 5), blur: 0, color: nil)
    bitmap.context.fill(CGRect(x: 0, y: 3, width: 2, height: 2))
    #expect(bitmap.alpha(5, 8) == 0)
  }

  @Test func aGroupCastsOneShadow() throws {
    let bitmap = try #require(Bitmap(40, 10))
    let context = bitmap.context
    context.setShadow(
      offset: CGSize(width: 20, height: 0), blur: 0, color: CGColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(opaqueRed)
    context.fill(CGRect(x: 0, y: 0, width: 6, height: 10))
    context.setFillColor(opaqueGreen)
    context.fill(CGRect(x: 4, y: 0, width: 6, height: 10))
    context.endTransparencyLayer()
    // No shadow of one square on the other, and one alpha for both.
    #expect(isNear(bitmap.pixel(2, 5), [128, 0, 0, 128]) && isNear(bitmap.pixel(5, 5), [0, 128, 0, 128]))
    #expect(isNear(bitmap.pixel(22, 5), [0, 0, 0, 64]) && isNear(bitmap.pixel(25, 5), [0, 0, 0, 64]))
  }
}
