import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextLayerTests {
  @Test func stateReturnsAfterALayer() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    context.setFillColor(opaqueRed)
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.translateBy(x: 4, y: 4)
    context.saveGState()
    context.setFillColor(opaqueBlue)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    // A state saved inside is dropped with the layer; one saved outside is not reached from inside.
    context.endTransparencyLayer()
    #expect(context.ctm == .identity)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(bitmap.pixel(4, 4), [0, 0, 128, 128]) && isNear(bitmap.pixel(0, 0), [128, 0, 0, 128]))
    context.endTransparencyLayer()
    context.restoreGState()
  }

  @Test func layersAreClippedAndBlended() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    context.setFillColor(opaqueGreen)
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 8))
    context.setBlendMode(.destinationOut)
    context.beginTransparencyLayer(in: CGRect(x: 2, y: 2, width: 10, height: 4), auxiliaryInfo: nil)
    context.fill(CGRect(x: -9, y: -9, width: 90, height: 90))
    context.endTransparencyLayer()
    #expect(bitmap.coveredArea == 64 - 2 * 4)
    #expect(bitmap.alpha(2, 2) == 0 && bitmap.alpha(4, 2) == 255 && bitmap.alpha(2, 1) == 255)
  }

  @Test func clearingInALayerLeavesTheBackdrop() throws {
    let bitmap = try #require(Bitmap(4, 4))
    let context = bitmap.context
    context.setFillColor(opaqueGreen)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(opaqueRed)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 4))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(opaqueBlue)
    context.fill(CGRect(x: 3, y: 0, width: 1, height: 4))
    context.endTransparencyLayer()
    context.endTransparencyLayer()
    #expect(bitmap.pixel(1, 1) == [0, 255, 0, 255] && bitmap.pixel(2, 1) == [255, 0, 0, 255])
    #expect(bitmap.pixel(3, 1) == [0, 0, 255, 255])
  }

  /// No picture of Apple's shows it (docs/source-compatibility.md).
  @Test func aCopiedLayerReplacesAllWithinTheClip() throws {
    let bitmap = try #require(Bitmap(4, 4))
    let context = bitmap.context
    context.setFillColor(opaqueGreen)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.clip(to: CGRect(x: 0, y: 0, width: 3, height: 4))
    context.setBlendMode(.copy)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(opaqueRed)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 4))
    context.endTransparencyLayer()
    #expect(bitmap.pixel(0, 1) == [255, 0, 0, 255] && bitmap.alpha(1, 1) == 0)
    #expect(bitmap.pixel(3, 1) == [0, 255, 0, 255])
  }

  @Test func savingAndRestoring() throws {
    let bitmap = try #require(Bitmap(4, 4))
    let context = bitmap.context
    context.restoreGState()
    context.saveGState()
    context.setAlpha(0.2)
    context.setFillColor(opaqueRed)
    context.setLineWidth(9)
    context.interpolationQuality = .none
    context.rotate(by: 1)
    context.restoreGState()
    #expect(context.ctm == .identity && context.interpolationQuality == .default)
    context.stroke(CGRect(x: 1.5, y: 1.5, width: 1, height: 1))
    #expect(bitmap.coveredArea == 4 && bitmap.pixel(1, 1) == [0, 0, 0, 255])
    // Far more than are kept: each is matched with its end all the same.
    for _ in 0..<2000 { context.saveGState() }
    context.scaleBy(x: 2, y: 2)
    for _ in 0..<2000 { context.restoreGState() }
    #expect(context.ctm == .identity)
    for _ in 0..<2000 { context.beginTransparencyLayer(auxiliaryInfo: nil) }
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    for _ in 0..<2000 { context.endTransparencyLayer() }
    #expect(bitmap.coveredArea == 16)
  }

  @Test func spacesAreConverted() throws {
    let context = try #require(Bitmap(8, 8)).context
    context.translateBy(x: 1, y: 2)
    context.scaleBy(x: 2, y: 4)
    #expect(context.userSpaceToDeviceSpaceTransform == CGAffineTransform(a: 2, b: 0, c: 0, d: 4, tx: 1, ty: 2))
    #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 3, y: 6))
    #expect(context.convertToUserSpace(CGPoint(x: 3, y: 6)) == CGPoint(x: 1, y: 1))
    #expect(context.convertToDeviceSpace(CGSize(width: 1, height: 1)) == CGSize(width: 2, height: 4))
    #expect(context.convertToUserSpace(CGSize(width: 2, height: 4)) == CGSize(width: 1, height: 1))
    let (user, device) = (CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 1, y: 2, width: 2, height: 4))
    #expect(context.convertToDeviceSpace(user) == device && context.convertToUserSpace(device) == user)
    context.textPosition = CGPoint(x: 5, y: 6)
    #expect(context.textMatrix == CGAffineTransform(translationX: 5, y: 6))
    context.textMatrix = CGAffineTransform(scaleX: 2, y: 2)
    #expect(context.textPosition == .zero)
  }
}
