import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable @_spi(Multiplane) import MultiplaneLayerTree

/// Animations of what text looks like: evaluation draws the text of the values at its time.
@Suite("§15 CATextLayer's animations", .enabled(if: FontCollection.isAvailable)) struct TextAnimationTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  private func layer(_ string: Any? = "text") -> CATextLayer {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 24)
    layer.fontSize = 10
    layer.foregroundColor = Self.red
    layer.string = string
    return layer
  }

  private func animation(_ key: String, from: Any?, to: Any?) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: key)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 10)
    return animation
  }

  private func contents(_ layer: CALayer, at time: Double) -> CGImage? {
    let tree = CommittedTree(
      size: CGSize(width: 60, height: 24), scale: 1, background: nil, root: layer.commit(at: 0))
    return tree.evaluate(at: time).root?.contents?.image
  }

  private func pixels(_ image: CGImage?) throws -> [UInt8] { try #require(image).premultipliedRGBA8() }

  /// Half of the way is what a layer shows that has the value by itself.
  @Test func ofTheFontSize() throws {
    let layer = layer()
    layer.add(animation("fontSize", from: 10, to: 20), forKey: nil)
    for (time, size) in [(0, 10), (5, 15), (7.5, 17.5)] as [(Double, CGFloat)] {
      let still = self.layer()
      still.fontSize = size
      #expect(try pixels(contents(layer, at: time)) == pixels(still.commit(at: 0).values.contents), "\(size)")
    }
    // Over: the value of the layer itself.
    #expect(try pixels(contents(layer, at: 11)) == pixels(layer.values.contents))
  }

  /// What makes text fit follows its animation, too.
  @Test func ofTheLeastScale() throws {
    func fitting(_ factor: CGFloat) -> CATextLayer {
      let layer = self.layer("text that is too long")
      (layer.adjustsFontSizeToFitWidth, layer.minimumScaleFactor) = (true, factor)
      return layer
    }
    let layer = fitting(1)
    layer.add(animation("minimumScaleFactor", from: 1, to: 0.5), forKey: nil)
    for (time, factor) in [(0, 1), (5, 0.75), (8, 0.6)] as [(Double, CGFloat)] {
      #expect(
        try pixels(contents(layer, at: time)) == pixels(fitting(factor).commit(at: 0).values.contents), "\(factor)")
    }
    #expect(try pixels(contents(layer, at: 0)) != pixels(contents(layer, at: 8)))
  }

  @Test func ofTheColor() throws {
    let layer = layer()
    layer.fontSize = 24
    layer.add(animation("foregroundColor", from: Self.red, to: Self.blue), forKey: nil)
    let bytes = try pixels(contents(layer, at: 5))
    let inked = stride(from: 0, to: bytes.count, by: 4).filter { bytes[$0 + 3] > 250 }
    #expect(!inked.isEmpty)
    #expect(inked.allSatisfy { abs(Int(bytes[$0]) - 128) <= 2 && abs(Int(bytes[$0 + 2]) - 128) <= 2 })
  }

  // MARK: Strings

  private func keyframes(_ values: [Any], _ mode: CAAnimationCalculationMode = .discrete) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "string")
    (animation.values, animation.calculationMode, animation.duration) = (values, mode, 9)
    return animation
  }

  /// What a layer shows that has the string by itself.
  private func still(_ string: Any?) throws -> [UInt8]? {
    layer(string).commit(at: 0).values.contents?.premultipliedRGBA8()
  }

  @Test func ofTheString() throws {
    let layer = layer("0")
    let large = NSAttributedString(string: "3", attributes: [.kern: 4])
    layer.add(keyframes(["1", "22" as NSString, large]), forKey: "count")
    let looks: [(Double, Any)] = [(0, "1"), (2.9, "1"), (3.1, "22"), (5.9, "22"), (6.1, large), (9.1, "0")]
    for (time, string) in looks {
      #expect(try contents(layer, at: time)?.premultipliedRGBA8() == still(string), "\(time)")
    }
    #expect(contents(layer, at: 1) === contents(layer, at: 2))
  }

  @Test func ofTheStringFromOneToAnother() throws {
    let layer = layer("own")
    layer.add(animation("string", from: "from", to: "to"), forKey: "s")
    for (time, string) in [(4.9, "from"), (5.1, "to"), (10.1, "own")] {
      #expect(try contents(layer, at: time)?.premultipliedRGBA8() == still(string), "\(time)")
    }
    layer.add(animation("string", from: "from", to: nil), forKey: "s")
    for (time, string) in [(4.9, "from"), (5.1, "own")] {
      #expect(try contents(layer, at: time)?.premultipliedRGBA8() == still(string), "\(time)")
    }
  }

  /// Text where there was none, and none where there was some; with another size on the way.
  @Test func ofTheStringAndNone() throws {
    let layer = layer(nil)
    layer.add(keyframes(["text", NSNull(), "tent"]), forKey: "s")
    layer.add(animation("fontSize", from: 10, to: 20), forKey: nil)
    let larger = self.layer("tent")
    larger.fontSize = 18
    #expect(try contents(layer, at: 0)?.premultipliedRGBA8() == still("text"))
    #expect(contents(layer, at: 4) == nil)
    #expect(try pixels(contents(layer, at: 8)) == pixels(larger.commit(at: 0).values.contents))
    #expect(contents(layer, at: 11) == nil)
    // What is no string takes all of the animation with it.
    let wrong = self.layer("text")
    wrong.add(keyframes(["one", 2]), forKey: "s")
    #expect(wrong.commit(at: 0).animations.isEmpty)
  }

  @Test func thePresentationHasTheString() {
    TestClock.run { clock in
      let layer = self.layer("0")
      layer.add(keyframes(["1", NSAttributedString(string: "2")]), forKey: "count")
      CATransaction.flush()
      clock.pass(1)
      #expect(layer.presentation()?.string as? String == "1" && layer.string as? String == "0")
      clock.pass(4)
      #expect((layer.presentation()?.string as? NSAttributedString)?.string == "2")
      // A frame is worth it when the string changes, and not before.
      let tree = CommittedTree(
        size: CGSize(width: 60, height: 24), scale: 1, background: nil, root: layer.commit(at: clock.now))
      let begin = clock.now - 5
      #expect(abs(tree.nextFrameTime(after: begin + 1) - begin - 4.5) < 0.01)
      clock.pass(5)
      #expect(layer.presentation()?.string as? String == "0" && layer.animationKeys() == nil)
    }
  }

  @Test func aSubclassDrawsTheStringOfTheTime() throws {
    let layer = Own()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.string = "text"
    layer.add(keyframes(["text", "ment"]), forKey: "s")
    let first = try pixels(layer.commit(at: 0).values.contents)
    #expect(layer.displayAnimatedKeys(atMediaTime: 1))
    #expect(try pixels(layer.values.contents) == first)
    #expect(layer.displayAnimatedKeys(atMediaTime: 5))
    #expect(try pixels(layer.values.contents) != first)
  }

  @Test func withTheBoundsOfTheTime() throws {
    let layer = layer("text text")
    layer.alignmentMode = .right
    layer.add(animation("fontSize", from: 10, to: 12), forKey: nil)
    layer.add(animation("bounds.size.width", from: 60, to: 80), forKey: nil)
    #expect(contents(layer, at: 5)?.width == 70)
  }

  /// Two renderers and all instances of a replicator ask for the same picture, which is drawn once.
  @Test func aTimeHasOnePicture() throws {
    let layer = layer()
    layer.add(animation("fontSize", from: 10, to: 20), forKey: nil)
    let first = try #require(contents(layer, at: 3))
    #expect(contents(layer, at: 3) === first)
    #expect(contents(layer, at: 4) !== first)
    #expect(contents(layer, at: 3) === first)
    // Kept as long as nothing that it depends on changes.
    layer.position.x = 5
    #expect(contents(layer, at: 3) === first)
    layer.string = "tent"
    #expect(contents(layer, at: 3) !== first)
  }

  @Test func fewPicturesAreKept() throws {
    let layer = layer()
    layer.add(animation("fontSize", from: 10, to: 20), forKey: nil)
    let first = try #require(contents(layer, at: 0))
    for time in 1..<9 { _ = contents(layer, at: Double(time)) }
    let again = try #require(contents(layer, at: 0))
    #expect(again !== first && again.premultipliedRGBA8() == first.premultipliedRGBA8())
  }

  @Test func fromNothingAndToNothing() throws {
    let layer = layer()
    layer.fontSize = 0
    layer.add(animation("fontSize", from: 0, to: 20), forKey: nil)
    #expect(contents(layer, at: 0) == nil)
    #expect(try pixels(contents(layer, at: 9)).contains { $0 > 0 })
    #expect(contents(layer, at: 10.5) == nil)
  }

  /// Nothing but the contents is looked at where nothing changes them.
  @Test func otherAnimationsLeaveThePicture() throws {
    let layer = layer()
    layer.add(animation("opacity", from: 0, to: 1), forKey: nil)
    #expect(layer.commit(at: 0).values.text.shown?.pictures == nil)
    #expect(contents(layer, at: 5) === layer.values.contents)
    let attributed = self.layer(NSAttributedString(string: "text"))
    attributed.add(animation("fontSize", from: 0, to: 20), forKey: nil)
    #expect(try pixels(contents(attributed, at: 5)) == pixels(attributed.values.contents))
  }

  @Test func anImageOfTheProgramsStays() throws {
    let image = try #require(self.layer("other").commit(at: 0).values.contents)
    let layer = layer()
    _ = layer.commit(at: 0)
    layer.contents = image
    layer.add(animation("fontSize", from: 10, to: 20), forKey: nil)
    #expect(contents(layer, at: 5) === image)
  }

  @Test func aChangeOfACommittedLayerIsAnimated() throws {
    let layer = layer()
    _ = layer.commit(at: 0)
    layer.fontSize = 20
    #expect(layer.animationKeys() == ["fontSize"])
    layer.string = "tent"
    layer.alignmentMode = .right
    #expect(layer.animationKeys() == ["fontSize"])
  }

  private final class Own: CATextLayer {
    override func draw(in ctx: CGContext) {
      ctx.fill(bounds)
      super.draw(in: ctx)
    }
  }

  /// Only the program knows what it draws: it draws the presentation, as any layer of its own does.
  @Test func aSubclassDrawsItself() throws {
    let layer = Own()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.string = "text"
    layer.add(animation("fontSize", from: 10, to: 20), forKey: nil)
    let committed = layer.commit(at: 0)
    #expect(committed.values.text.shown?.pictures == nil)
    #expect(layer.isOfProgramsClass && !self.layer().isOfProgramsClass)
    let first = try pixels(committed.values.contents)
    #expect(layer.displayAnimatedKeys(atMediaTime: 5))
    #expect(try pixels(layer.values.contents) != first)
  }
}
