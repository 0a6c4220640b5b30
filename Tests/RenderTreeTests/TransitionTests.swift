import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

@Suite("§14 transitions") struct TransitionTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
  private static let bounds = CGRect(x: 5, y: 7, width: 100, height: 50)

  /// A blue layer over four seconds out of a red one; its middle lies at the origin.
  private static func layer(
    _ transition: Transition, timing: MediaTiming = MediaTiming(duration: 4), curve: TimingCurve? = nil,
    kind: LayerKind = .layer, _ change: (inout LayerValues) -> Void = { _ in }
  ) -> CommittedLayer {
    let animation = CommittedAnimation(
      key: "transition", timing: timing, curve: curve, isRemovedOnCompletion: true, effect: .transition(transition))
    return committedLayer(kind: kind, animations: [animation]) {
      $0.geometry.bounds = bounds
      $0.backgroundColor = blue
      change(&$0)
    }
  }

  private static func old(_ change: (inout LayerValues) -> Void = { _ in }) -> CommittedLayer {
    committedLayer {
      $0.geometry.bounds = bounds
      $0.backgroundColor = red
      change(&$0)
    }
  }

  /// What is seen at a point, measured from the layer's middle: red, blue and alpha, premultiplied.
  private func seen(_ layer: CommittedLayer, at time: Double, _ x: Double = 0, _ y: Double = 0) -> [Double] {
    let root = committedTree(layer).evaluate(at: time).root
    let pixel = root.map { Pixel.of($0, at: CGPoint(x: x, y: y)) } ?? Pixel()
    return [pixel.red, pixel.blue, pixel.alpha].map { ($0 * 1e6).rounded() / 1e6 }
  }

  @Test("§14 fade: (1 − p)·old + p·new", arguments: [(0.0, 0.0), (1, 0.25), (2, 0.5), (3.5, 0.875), (4, 1), (9, 1)])
  func fade(time: Double, progress: Double) {
    let layer = Self.layer(Transition(kind: .fade, old: Self.old()))
    #expect(seen(layer, at: time) == [1 - progress, progress, 1])
  }

  @Test("§14 fade out of nothing, into nothing, and beyond what the old one covered") func fadeOfParts() {
    #expect(seen(Self.layer(Transition(kind: .fade, old: nil)), at: 1) == [0, 0.25, 0.25])
    let hidden = Self.layer(Transition(kind: .fade, old: Self.old())) { $0.isHidden = true }
    #expect(seen(hidden, at: 1) == [0.75, 0, 0.75])
    #expect(seen(hidden, at: 5) == [0, 0, 0])
    let clear = Self.layer(Transition(kind: .fade, old: Self.old { $0.backgroundColor = nil }))
    #expect(seen(clear, at: 1) == [0, 0.25, 0.25])
    let disappearing = Self.layer(Transition(kind: .fade, old: Self.old())) { $0.backgroundColor = nil }
    #expect(seen(disappearing, at: 1) == [0.75, 0, 0.75])
  }

  /// After a second of four a quarter of the way: 25 points along x, 12.5 along y. Points count
  /// from the middle of 100×50.
  private static let slides: [(Transition.Kind, Transition.Side, (Double, Double), (Double, Double))] = [
    (.push, .fromLeft, (-26, 0), (-24, 0)), (.push, .fromRight, (26, 0), (24, 0)),
    (.push, .fromBottom, (0, -13), (0, -12)), (.push, .fromTop, (0, 13), (0, 12)),
    (.moveIn, .fromLeft, (-26, 0), (-24, 0)), (.moveIn, .fromRight, (26, 0), (24, 0)),
    (.moveIn, .fromBottom, (0, -13), (0, -12)), (.moveIn, .fromTop, (0, 13), (0, 12)),
    (.reveal, .fromLeft, (-26, 0), (-24, 0)), (.reveal, .fromRight, (26, 0), (24, 0)),
    (.reveal, .fromBottom, (0, -13), (0, -12)), (.reveal, .fromTop, (0, 13), (0, 12)),
  ]

  @Test("§14 push, moveIn and reveal: the edge between new and old a quarter of the way", arguments: slides.indices)
  func edge(index: Int) {
    let (kind, side, new, old) = Self.slides[index]
    let layer = Self.layer(Transition(kind: kind, side: side, old: Self.old()))
    #expect(seen(layer, at: 1, new.0, new.1) == [0, 1, 1])
    #expect(seen(layer, at: 1, old.0, old.1) == [1, 0, 1])
    // Within the bounds only.
    #expect(seen(layer, at: 1, 51, 0) == [0, 0, 0] && seen(layer, at: 1, 0, 26) == [0, 0, 0])
    #expect(seen(layer, at: 0, new.0, new.1) == [1, 0, 1] && seen(layer, at: 4.5, old.0, old.1) == [0, 1, 1])
  }

  /// A dot 10 points wide, 20 right of the left edge, in the old and in the new layer.
  @Test(
    "§14 what moves: both, the new one, the old one; from the left, 25 points at a quarter of the way",
    arguments: [(Transition.Kind.push, true, true), (.moveIn, false, true), (.reveal, true, false)])
  func whatMoves(kind: Transition.Kind, oldMoves: Bool, newMoves: Bool) {
    let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5)
    func dotted(_ x: CGFloat) -> CommittedLayer {
      committedLayer {
        $0.geometry.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        $0.geometry.position = CGPoint(x: 5 + x, y: 32)
        $0.backgroundColor = green
      }
    }
    func dots(_ layer: CommittedLayer) -> [Double] {
      (-50..<50).map { Double($0) + 0.5 }.filter {
        seen(layer, at: 1, $0)[0] == 0.5 || seen(layer, at: 1, $0)[1] == 0.5
      }
    }
    let oldLayer = CommittedLayer(
      identifier: LayerIdentifier(rawValue: 2), name: nil, kind: .layer, values: Self.old().values, timing: .layer,
      animations: [], sublayers: [dotted(60)])
    let new = Self.layer(Transition(kind: kind, old: oldLayer))
    let layer = CommittedLayer(
      identifier: LayerIdentifier(rawValue: 3), name: nil, kind: .layer, values: new.values, timing: .layer,
      animations: new.animations, sublayers: [dotted(20), dotted(95)])
    let oldAt = 60.0 - 50 + (oldMoves ? 25 : 0)
    // Of the new dots the one that is within the uncovered or slid in quarter.
    let newAt = newMoves ? 95.0 - 50 - 75 : 20.0 - 50
    let expected = [oldAt, newAt].flatMap { middle in (-5..<5).map { middle + Double($0) + 0.5 } }
    #expect(Set(dots(layer)) == Set(expected.filter { newMoves || $0 < -25 || $0 > -20 }))
  }

  @Test(
    "§14 startProgress and endProgress, clamped when drawn",
    arguments: [
      (0.5, 1.0, 2.0, 0.75), (0, 0.5, 2, 0.25), (-4, 4, 1, 0), (-4, 4, 3, 1), (0.25, 0.25, 1, 0.25),
    ])
  func partialProgress(start: Double, end: Double, time: Double, expected: Double) {
    let layer = Self.layer(Transition(kind: .fade, startProgress: start, endProgress: end, old: Self.old()))
    #expect(seen(layer, at: time) == [1 - expected, expected, 1])
  }

  @Test("§11 timing: curve, beginning, fill mode") func timing() {
    let late = MediaTiming(beginTime: 10, duration: 4)
    let layer = Self.layer(Transition(kind: .fade, old: Self.old()), timing: late, curve: .easeIn)
    #expect(seen(layer, at: 9) == [0, 1, 1])
    #expect(abs(seen(layer, at: 11)[1] - 0.093465) < 2e-6)
    var filled = late
    filled.fillMode = .backwards
    #expect(seen(Self.layer(Transition(kind: .fade, old: Self.old()), timing: filled), at: 9) == [1, 0, 1])
  }

  /// Flipped, the layer's least y lies on top where y runs up.
  @Test("§14 top and bottom follow the layer's own geometry, and so the flip") func flipped() {
    let layer = Self.layer(Transition(kind: .push, side: .fromBottom, old: Self.old())) {
      $0.geometry.isGeometryFlipped = true
    }
    #expect(seen(layer, at: 1, 0, 13) == [0, 1, 1] && seen(layer, at: 1, 0, -13) == [1, 0, 1])
  }

  @Test("§14 the place is the new one's, and the old layer stands still") func place() throws {
    let keyPath = try #require(LayerKeyPath("opacity", of: .layer))
    let fading = CommittedAnimation(
      key: nil, timing: MediaTiming(beginTime: 0, duration: 10), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: keyPath, from: .number(0), to: .number(1), by: nil, isAdditive: false, isCumulative: false))
    let old = CommittedLayer(
      identifier: LayerIdentifier(rawValue: 2), name: nil, kind: .layer,
      values: Self.old { $0.geometry.position = CGPoint(x: 900, y: 900) }.values, timing: .layer, animations: [fading],
      sublayers: [])
    let layer = Self.layer(Transition(kind: .reveal, old: old), timing: MediaTiming(beginTime: 5, duration: 4)) {
      $0.geometry.position = CGPoint(x: 200, y: 0)
      $0.backgroundColor = nil
    }
    // Half faded in at 5, when the transition began.
    #expect(seen(layer, at: 5.1, 240, 0) == [0.5, 0, 0.5] && seen(layer, at: 6.9, 240, 0) == [0.5, 0, 0.5])
  }

  @Test("§9 a transform layer has no bounds to show a transition in") func transformLayer() {
    let layer = Self.layer(Transition(kind: .fade, old: Self.old()), kind: .transform)
    #expect(committedTree(layer).evaluate(at: 1).root?.isSpace == true)
  }

  @Test("§14 a layer within without transitions of its own") func withoutTransitions() {
    let layer = Self.layer(Transition(kind: .fade, old: nil))
    #expect(layer.withoutTransitions.animations.isEmpty && !layer.withoutTransitions.isAnimated)
    let still = Self.old()
    #expect(still.withoutTransitions === still)
  }
}

@Suite("§12 contents that fade") struct ContentsFadeTests {
  private func image(_ red: UInt8, _ blue: UInt8) -> CGImage? {
    CGImage(premultipliedRGBA8: [red, 0, blue, 255], width: 1, height: 1)
  }

  private func layer(from old: CGImage?, to new: CGImage?) throws -> CommittedLayer {
    let keyPath = try #require(LayerKeyPath("contents", of: .layer))
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 4), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: keyPath, from: old.map(LayerValue.image) ?? LayerValue.none,
        to: new.map(LayerValue.image) ?? LayerValue.none, by: nil, isAdditive: false, isCumulative: false))
    return committedLayer(animations: [animation]) {
      $0.geometry.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      $0.contents = new
    }
  }

  @Test("§12 a basic animation of contents fades from image to image", arguments: [0.0, 1, 2, 3.5])
  func fade(time: Double) throws {
    let root = committedTree(try layer(from: image(255, 0), to: image(0, 255))).evaluate(at: time).root
    let pixel = Pixel.of(try #require(root), at: .zero)
    #expect(abs(pixel.red - (1 - time / 4)) < 1e-6 && abs(pixel.blue - time / 4) < 1e-6 && abs(pixel.alpha - 1) < 1e-6)
  }

  @Test("§12 out of no image") func outOfNothing() throws {
    let root = committedTree(try layer(from: nil, to: image(0, 255))).evaluate(at: 1).root
    #expect(abs(Pixel.of(try #require(root), at: .zero).alpha - 0.25) < 1e-6)
  }
}

/// A premultiplied colour, and what nodes that are only moved paint at a point: a compositor of a
/// few lines, to check by.
private struct Pixel {
  var red = 0.0
  var blue = 0.0
  var alpha = 0.0

  /// - Parameter point: in the superlayer's coordinates.
  static func of(_ node: RenderNode, at point: CGPoint) -> Pixel {
    let matrix = CATransform3DInvert(node.geometry.placedMatrix)
    let local = CGPoint(
      x: point.x * matrix.m11 + point.y * matrix.m21 + matrix.m41,
      y: point.x * matrix.m12 + point.y * matrix.m22 + matrix.m42)
    let isInside = node.geometry.bounds.contains(local)
    var pixel = Pixel()
    if isInside, let color = node.background?.color {
      pixel = Pixel(red: color.red * color.alpha, blue: color.blue * color.alpha, alpha: color.alpha)
    }
    if isInside, let image = node.contents?.image, let bytes = image.dataProvider?.data {
      pixel = pixel.under(
        Pixel(red: Double(bytes[0]) / 255, blue: Double(bytes[2]) / 255, alpha: Double(bytes[3]) / 255))
    }
    if !node.clipsToBounds || isInside {
      for sublayer in node.sublayers {
        let other = of(sublayer, at: local)
        pixel = sublayer.blendMode == .plusL ? pixel.plus(other) : pixel.under(other)
      }
    }
    return pixel.times(node.opacity * (node.mask.map { of($0, at: local).alpha } ?? 1))
  }

  private func under(_ other: Pixel) -> Pixel {
    let rest = 1 - other.alpha
    return Pixel(red: other.red + rest * red, blue: other.blue + rest * blue, alpha: other.alpha + rest * alpha)
  }

  private func plus(_ other: Pixel) -> Pixel {
    Pixel(red: red + other.red, blue: blue + other.blue, alpha: alpha + other.alpha)
  }

  private func times(_ factor: Double) -> Pixel {
    Pixel(red: red * factor, blue: blue * factor, alpha: alpha * factor)
  }
}
