import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable @_spi(Multiplane) import MultiplaneLayerTree

@Suite("§15 CATextLayer's text", .enabled(if: FontCollection.isAvailable)) struct TextLayerDrawingTests {
  private func layer(_ string: Any? = "text") -> CATextLayer {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 10)
    layer.fontSize = 8
    layer.string = string
    return layer
  }

  private func resolved(_ layer: CALayer) throws -> RenderNode {
    let tree = CommittedTree(size: layer.bounds.size, scale: 1, background: nil, root: layer.commit(at: 0))
    return try #require(tree.evaluate(at: 0).root)
  }

  private func picture(_ layer: CALayer) -> CGImage? { layer.commit(at: 0).values.contents }

  /// Where there is ink: the alpha of each pixel, row by row.
  private func alpha(_ image: CGImage) -> [UInt8] {
    let bytes = image.premultipliedRGBA8()
    return stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] }
  }

  @Test func becomesAnImageOfTheBoundsAtTheContentsScale() throws {
    let layer = layer()
    layer.contentsScale = 2
    let image = try #require(picture(layer))
    #expect(image.width == 80 && image.height == 20)
    #expect(alpha(image).contains { $0 > 200 })
    #expect(layer.contents as? CGImage === image)
    #expect(layer.commit(at: 0).values.text.shown?.isDrawn == true)
  }

  /// Letters that are higher than their line, as accents are above the ascent of some fonts.
  @Test func inkBeyondTheBoundsIsPartOfTheContents() throws {
    let layer = layer("Ag")
    layer.lineHeight = 3
    layer.bounds.size.height = 3
    layer.contentsScale = 2
    let image = try #require(picture(layer))
    let overhang = try #require(image.overhang)
    #expect(image.width == 80 && image.height == 6 + overhang.minY + overhang.maxY && overhang.minY >= 2)
    let node = try #require(resolved(layer).contents)
    let box = node.box(in: layer.bounds)
    #expect(abs(box.minY + Double(overhang.minY) / 2) < 1e-9 && abs(box.height - Double(image.height) / 2) < 1e-9)
    // Another part of the contents, or another placement, is one of the bounds.
    layer.contentsGravity = .center
    let inner = try #require(resolved(layer).contents)
    #expect(!inner.overhangs && abs(inner.rect.height * Double(image.height) - 6) < 1e-9)
  }

  @Test(arguments: [TextVerticalAlignment.middle, .bottom])
  func isPlacedVertically(alignment: TextVerticalAlignment) throws {
    let layer = layer()
    layer.bounds.size.height = 60
    layer.verticalAlignment = alignment
    let ink = alpha(try #require(picture(layer)))
    let rows = (0..<60).filter { row in ink[row * 40..<row * 40 + 40].contains { $0 > 0 } }
    let middle = Double(rows.reduce(0, +)) / Double(max(rows.count, 1))
    #expect(alignment == .middle ? abs(middle - 30) < 4 : middle > 50, "\(rows)")
  }

  @Test func isDrawnAtTheTopInItsColor() throws {
    let layer = layer()
    layer.bounds.size.height = 200
    layer.foregroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let image = try #require(picture(layer))
    let ink = alpha(image)
    #expect(ink[..<(40 * 20)].contains { $0 > 0 })
    #expect(!ink[(40 * 20)...].contains { $0 > 0 })
    let bytes = image.premultipliedRGBA8()
    let isRed = stride(from: 0, to: bytes.count, by: 4).allSatisfy { (pixel: Int) -> Bool in
      bytes[pixel] == bytes[pixel + 3] && bytes[pixel + 1] == 0
    }
    #expect(isRed)
  }

  @Test func isSetSmallerUntilItFits() throws {
    let string = "a text that is too long"
    let layer = layer(string)
    let preferred = layer.preferredFrameSize()
    _ = try #require(picture(layer))
    layer.adjustsFontSizeToFitWidth = true
    #expect(layer.needsDisplay() && layer.preferredFrameSize() == preferred)
    let fitting = try #require(
      stride(from: 8, to: 0, by: -0.25).first { size in
        let text = LayerText(string, font: FontDescriptor(name: "Helvetica"), fontSize: size, color: .black)
        return text.layout(in: CGSize(width: CGFloat.infinity, height: .infinity)).size.width <= 40
      })
    let small = self.layer(string)
    small.fontSize = fitting
    #expect(fitting < 8 && picture(layer)?.premultipliedRGBA8() == picture(small)?.premultipliedRGBA8())
    layer.minimumScaleFactor = 1
    #expect(picture(layer)?.premultipliedRGBA8() == picture(self.layer(string))?.premultipliedRGBA8())
  }

  /// As of any layer that draws itself: the program's image is shown until the layer displays
  /// itself.
  @Test func contentsOfTheProgramsAreShownUntilTheNextDisplay() throws {
    let layer = layer()
    _ = try #require(picture(layer))
    let image = try #require(picture(self.layer("other")))
    layer.contents = image
    #expect(picture(layer) === image)
    #expect(layer.commit(at: 0).values.text.shown?.isDrawn == false)
    layer.string = "tent"
    let drawn = try #require(picture(layer))
    #expect(drawn !== image && drawn.width == 40)
    #expect(layer.commit(at: 0).values.text.shown?.isDrawn == true)
  }

  @Test func contentsStayOnALayerWithoutText() throws {
    let image = try #require(picture(self.layer("other")))
    for string in [nil, "", 7] as [Any?] {
      let layer = layer(string)
      layer.contents = image
      #expect(picture(layer) === image)
    }
  }

  /// Letters are drawn over the background, also of a layer that says that it is opaque.
  @Test func anOpaqueLayerIsNotBlackened() throws {
    let layer = layer()
    layer.isOpaque = true
    #expect(alpha(try #require(picture(layer))).contains(0))
  }

  // MARK: How large it is

  @Test func preferredFrameSizeIsTheTexts() {
    let layer = layer("Hello")
    layer.bounds = .zero
    let line = layer.preferredFrameSize()
    #expect(line.width > 10 && (8...16).contains(line.height) && line.width == line.width.rounded())
    layer.string = "Hello\nHello"
    #expect(layer.preferredFrameSize().width == line.width && layer.preferredFrameSize().height > 1.8 * line.height - 1)
    layer.fontSize = 16
    #expect(layer.preferredFrameSize().width > 1.8 * line.width)
    layer.string = nil
    #expect(layer.preferredFrameSize() == .zero)
  }

  /// Whatever shortens a text, aligns it or turns the layer does not count; what asks for the
  /// bounds' width does.
  @Test func preferredFrameSizeOfWrappedText() {
    let text = "some words that need more than one line"
    let layer = layer(text)
    layer.bounds = .zero
    let line = layer.preferredFrameSize()
    layer.isWrapped = true
    #expect(layer.preferredFrameSize() == line)
    layer.bounds.size = CGSize(width: 50, height: 1)
    let wrapped = layer.preferredFrameSize()
    #expect(wrapped.width <= 50 && wrapped.height > 2 * line.height)
    (layer.truncationMode, layer.alignmentMode) = (.end, .center)
    layer.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    #expect(layer.preferredFrameSize() == wrapped)
    layer.isWrapped = false
    #expect(layer.preferredFrameSize() == line)
  }

  /// In bounds of that size nothing is cut.
  @Test func preferredFrameSizeIsEnough() throws {
    let layer = layer("Enough room, so no dots")
    layer.bounds = CGRect(origin: .zero, size: layer.preferredFrameSize())
    let plain = alpha(try #require(picture(layer)))
    layer.truncationMode = .end
    #expect(alpha(try #require(picture(layer))) == plain)
    layer.bounds.size.width -= 3
    #expect(alpha(try #require(picture(layer))) != plain)
    let attributed = self.layer(NSAttributedString(string: "Large", attributes: [.kern: 30]))
    #expect(attributed.preferredFrameSize().width > 120)
  }

  private final class Manager: NSObject, CALayoutManager {
    func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 1, height: 2) }
  }

  @Test func aLayoutManagerIsAskedFirst() {
    let layer = layer()
    let manager = Manager()
    layer.layoutManager = manager
    #expect(layer.preferredFrameSize() == CGSize(width: 1, height: 2))
  }

  // MARK: draw(in:)

  private final class Lowered: CATextLayer {
    override func draw(in ctx: CGContext) {
      ctx.saveGState()
      ctx.translateBy(x: 0, y: 10)
      super.draw(in: ctx)
      ctx.restoreGState()
    }
  }

  /// The common way to put a line into the middle of a layer's height.
  @Test func aSubclassMayMoveTheText() throws {
    let lowered = Lowered()
    lowered.string = "text"
    lowered.fontSize = 8
    lowered.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    let ink = alpha(try #require(picture(lowered)))
    let plain = alpha(try #require(picture(layer())))
    #expect(ink[..<400].allSatisfy { $0 == 0 } && Array(ink[400...]) == plain)
  }

  /// Into a context of the program's, in the layer's own coordinates: the least y is the top unless
  /// it is flipped.
  @Test(arguments: [false, true])
  func intoAnyContext(isFlipped: Bool) throws {
    let layer = layer()
    layer.bounds = CGRect(x: 5, y: 3, width: 40, height: 10)
    layer.isGeometryFlipped = isFlipped
    let context = try #require(
      CGContext(
        data: nil, width: 40, height: 10, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.translateBy(x: -5, y: isFlipped ? -3 : 13)
    context.scaleBy(x: 1, y: isFlipped ? 1 : -1)
    layer.draw(in: context)
    let drawn = try #require(context.makeImage())
    #expect(alpha(drawn).contains { $0 > 100 })
    #expect(alpha(drawn) == alpha(try #require(picture(layer))))
  }

  // MARK: When it is drawn again

  @Test(
    arguments: [
      { $0.position.x += 1 }, { $0.opacity = 0.5 }, { $0.backgroundColor = .black }, { $0.string = "text" },
      { $0.bounds.origin.x = 3 }, { $0.addSublayer(CALayer()) },
    ] as [@Sendable (CATextLayer) -> Void])
  func otherChangesKeepThePicture(change: @Sendable (CATextLayer) -> Void) throws {
    let layer = layer()
    let first = try #require(picture(layer))
    change(layer)
    #expect(picture(layer) === first)
  }

  @Test(
    arguments: [
      { $0.string = "tent" }, { $0.string = NSAttributedString(string: "text") }, { $0.fontSize = 9 },
      { $0.foregroundColor = .black }, { $0.isWrapped = true }, { $0.alignmentMode = .right },
      { $0.truncationMode = .end }, { $0.font = "Courier" as NSString }, { $0.bounds.size.width = 41 },
      { $0.contentsScale = 3 },
    ] as [@Sendable (CATextLayer) -> Void])
  func whatItDependsOnChangesThePicture(change: @Sendable (CATextLayer) -> Void) throws {
    let layer = layer()
    let first = try #require(picture(layer))
    change(layer)
    let second = try #require(picture(layer))
    #expect(second !== first)
  }

  @Test func stringsWithAttributesAreCopied() throws {
    let string = NSMutableAttributedString(string: "text")
    let layer = layer(string)
    let first = try #require(picture(layer))
    string.mutableString.setString("tent")
    layer.setNeedsDisplay()
    let second = try #require(picture(layer))
    #expect(second !== first && alpha(second) == alpha(first))
    layer.string = string
    #expect(alpha(try #require(picture(layer))) != alpha(first))
  }

  @Test(
    arguments: [
      { $0.string = nil }, { $0.string = "" }, { $0.string = 7 }, { $0.fontSize = 0 },
      { $0.fontSize = -CGFloat.infinity },
    ] as [@Sendable (CATextLayer) -> Void])
  func withoutText(change: @Sendable (CATextLayer) -> Void) throws {
    let layer = layer()
    _ = try #require(picture(layer))
    change(layer)
    #expect(alpha(try #require(picture(layer))).allSatisfy { $0 == 0 })
    let new = self.layer()
    change(new)
    #expect(picture(new) == nil)
  }

  @Test func attributesTakeThePlaceOfTheLayersOwn() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let layer = layer(NSAttributedString(string: "text", attributes: [.foregroundColor: red]))
    let shown = try #require(layer.commit(at: 0).values.text.shown)
    #expect(shown.text?.attributed != nil && shown.text?.string == "text")
    let bytes = try #require(picture(layer)).premultipliedRGBA8()
    #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0 + 1] == 0 })
    #expect(stride(from: 0, to: bytes.count, by: 4).contains { bytes[$0] > 100 })
  }

  @Test func fontObjects() throws {
    let named = layer()
    named.font = "DejaVu Sans" as NSString
    let object = layer()
    object.font = CTFontCreateWithName("DejaVu Sans" as CFString, 20, nil)
    let (a, b) = (try #require(picture(named)), try #require(picture(object)))
    // The size is the layer's.
    #expect(a.premultipliedRGBA8() == b.premultipliedRGBA8())
  }

  @Test func thePresentationHasTheFontsOfTheLayer() throws {
    try TestClock.run { _ in
      let layer = CATextLayer()
      let fonts = try FontCollection([])
      layer.fonts = fonts
      CATransaction.flush()
      let shown = try #require(layer.presentation() as CATextLayer?)
      #expect(shown !== layer && shown.fonts === fonts)
    }
  }
}
