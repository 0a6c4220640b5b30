import MultiplaneGraphics
import MultiplaneLottie
import MultiplaneSceneFile
import Testing

/// Blend modes, drop shadows, gradients over time, and mattes by number.
@Suite("Lottie: compositing")
struct LottieCompositingTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let none: [UInt8] = [0, 0, 0, 0]

  private func picture(_ layers: String, frame: Double = 0) throws -> Animations.Picture {
    try Animations.picture(Animations.json(layers), frame: frame)
  }

  private func isNear(_ pixel: [UInt8], _ expected: [Double], within tolerance: Double = 1.5) -> Bool {
    zip(pixel, expected).allSatisfy { abs(Double($0) - 255 * $1) <= tolerance }
  }

  /// The colour 0.8, 0.4, 0.6 over 0.6, 0.8, 0.2, by the formulas of W3C's "Compositing and
  /// Blending Level 1", to which the specification's names refer.
  @Test(
    "Blend modes",
    arguments: [
      (1, [0.48, 0.32, 0.12]), (2, [0.92, 0.88, 0.68]), (3, [0.84, 0.76, 0.24]), (4, [0.6, 0.4, 0.2]),
      (5, [0.8, 0.8, 0.6]), (6, [1, 1, 0.5]), (7, [0.5, 0.5, 0]), (8, [0.84, 0.64, 0.36]),
      (9, [0.7048, 0.768, 0.2496]), (10, [0.2, 0.4, 0.4]), (11, [0.44, 0.56, 0.56]),
      (12, [1, 0.4946, 0.7473]), (13, [0.6247, 0.758, 0.358]), (14, [0.932, 0.532, 0.732]),
      (15, [0.468, 0.668, 0.068]), (16, [1, 1, 0.8]),
    ])
  func blendModes(number: Int, expected: [Double]) throws {
    let layers =
      Animations.solid("#cc6699", more: #", "bm": \#(number)"#) + ", " + Animations.solid("#99cc33", width: 20)
    let picture = try picture(layers)
    #expect(isNear(picture[5, 5], expected + [1]), "\(picture[5, 5])")
    #expect(isNear(picture[15, 5], [0.6, 0.8, 0.2, 1]))
  }

  @Test("A layer without a mode is over those behind, and one that blends with nothing is itself")
  func normal() throws {
    let picture = try picture(
      Animations.solid("#cc6699", width: 20, more: #", "bm": 0"#) + ", " + Animations.solid("#99cc33"))
    #expect(picture[5, 5] == [204, 102, 153, 255])
    #expect(try self.picture(Animations.solid("#cc6699", more: #", "bm": 1"#))[5, 5] == [204, 102, 153, 255])
  }

  // MARK: Drop shadows

  /// A red square of 6 points at (10, 7) with a blue shadow.
  ///
  /// - Parameters:
  ///   - opacity: 0…255, as of the effect.
  ///   - direction: degrees clockwise; 0 is up.
  private func shadow(
    opacity: Double = 255, direction: String = #"{"k": 90}"#, distance: Double = 8, softness: Double = 0
  ) -> String {
    let values = [
      #"{"k": [0, 0, 1, 1]}"#, #"{"k": \#(opacity)}"#, direction, #"{"k": \#(distance)}"#, #"{"k": \#(softness)}"#,
    ].map { #"{"v": \#($0)}"# }
    return Animations.solid(
      width: 6, height: 6, transform: #""p": {"k": [10, 7]}"#,
      more: #", "ef": [{"ty": 25, "nm": "Drop Shadow", "ef": [\#(values.joined(separator: ", "))]}]"#)
  }

  @Test("A hard drop shadow", arguments: [(0.0, 0, -6), (90, 6, 0), (180, 0, 6), (270, -6, 0)])
  func hardShadow(degrees: Double, x: Int, y: Int) throws {
    let picture = try picture(shadow(direction: #"{"k": \#(degrees)}"#, distance: 6))
    for (column, row) in [(10, 7), (15, 7), (10, 12), (15, 12), (13, 10)] {
      #expect(picture[column, row] == red)
      #expect(picture[column + x, row + y] == [0, 0, 255, 255], "(\(column), \(row))")
    }
    // Beyond the far side, and on the opposite one.
    #expect(picture[x > 0 ? 22 : x < 0 ? 3 : 12, y > 0 ? 19 : y < 0 ? 0 : 9] == none)
    #expect(picture[12 - x, 9 - y] == none)
  }

  @Test("The opacity of a drop shadow, and its direction over time")
  func animatedShadow() throws {
    let picture = try picture(shadow(opacity: 127.5))
    #expect(isNear(picture[20, 10], [0, 0, 0.5, 0.5]))
    #expect(picture[12, 10] == red)
    let turning = shadow(direction: Animations.track([(0, "90"), (10, "270")]), distance: 6)
    #expect(try self.picture(turning, frame: 5)[12, 15] == [0, 0, 255, 255])
    #expect(try self.picture(turning, frame: 0)[12, 15] == none)
  }

  @Test("A soft drop shadow has half its opacity at its edge, and falls evenly")
  func softShadow() throws {
    let layer = shadow(distance: 0, softness: 15).replacing(#""sw": 6, "sh": 6"#, with: #""sw": 20, "sh": 200"#)
      .replacing(#""p": {"k": [10, 7]}"#, with: #""p": {"k": [10, -90]}"#)
    let picture = try picture(layer)
    let alphas = (30..<40).map { Int(picture[$0, 10][3]) }
    // The edge is at 30, between two pixels: a little less than half in the first outside.
    #expect((96...124).contains(alphas[0]), "\(alphas)")
    #expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 > $1 || $0 == 0 }, "\(alphas)")
    #expect(picture[20, 10] == red)
  }

  // MARK: Gradients

  /// A rectangle on the whole canvas with a linear gradient.
  private func gradient(
    _ colors: String, count: Int = 2, start: String = #"{"k": [0, 0]}"#, end: String = #"{"k": [40, 0]}"#, type: Int = 1
  ) -> String {
    Animations.shapes(
      #"\#(Animations.rectangle(0, 0, 40, 20)), {"ty": "gf", "t": \#(type), "o": {"k": 100}, "s": \#(start), "#
        + #""e": \#(end), "g": {"p": \#(count), "k": \#(colors)}}"#)
  }

  private let redToBlue = #"{"k": [0, 1, 0, 0, 1, 0, 0, 1]}"#

  @Test("The colours of a gradient change")
  func gradientColors() throws {
    let colors = Animations.track([(0, "0, 1, 0, 0, 1, 0, 0, 1"), (10, "0, 0, 1, 0, 1, 1, 0, 0")])
    for (frame, start, end) in [
      (0.0, [1, 0, 0], [0, 0, 1]), (5, [0.5, 0.5, 0], [0.5, 0, 0.5]), (10, [0, 1, 0], [1, 0, 0]),
    ] {
      let picture = try picture(gradient(colors), frame: frame)
      for x in [0, 13, 39] {
        let share = (Double(x) + 0.5) / 40
        let color = zip(start, end).map { $0 + ($1 - $0) * share }
        #expect(isNear(picture[x, 10], color + [1], within: 2.5), "frame \(frame), x \(x): \(picture[x, 10])")
      }
    }
  }

  @Test("The stops of a gradient move")
  func gradientStops() throws {
    let colors = Animations.track([(0, "0.2, 1, 0, 0, 0.2, 0, 0, 1"), (10, "0.8, 1, 0, 0, 0.8, 0, 0, 1")])
    for (frame, edge) in [(0.0, 8), (5, 20), (10, 32)] {
      let picture = try picture(gradient(colors), frame: frame)
      #expect(picture[edge - 2, 10] == red && picture[edge + 1, 10] == [0, 0, 255, 255], "frame \(frame)")
    }
  }

  @Test("The opacities of a gradient change")
  func gradientOpacities() throws {
    let alphas = Animations.track([
      (0, "0, 1, 0, 0, 1, 1, 0, 0, 0, 0.5, 1, 1"), (10, "0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0.5"),
    ])
    let picture = try picture(gradient(alphas), frame: 5)
    for x in [1, 20, 38] {
      let alpha = 0.25 + 0.5 * (Double(x) + 0.5) / 40
      #expect(isNear(picture[x, 10], [alpha, 0, 0, alpha], within: 2.5), "x \(x): \(picture[x, 10])")
    }
  }

  /// The stops of both keys are equal in number, although only one has opacities to show.
  @Test("A gradient that was opaque fades", arguments: [false, true])
  func gradientThatWasOpaque(isReversed: Bool) throws {
    let (opaque, faded) = ("0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1", "0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0.5")
    let keys = isReversed ? [faded, opaque] : [opaque, faded]
    let picture = try picture(gradient(Animations.track([(0, keys[0]), (10, keys[1])])), frame: 5)
    for x in [1, 20, 38] {
      let alpha = 0.5 + 0.25 * (Double(x) + 0.5) / 40
      #expect(isNear(picture[x, 10], [alpha, 0, 0, alpha], within: 2.5), "x \(x): \(picture[x, 10])")
    }
  }

  @Test("The ends of a linear gradient move")
  func gradientEnds() throws {
    let (start, end) = (
      Animations.track([(0, "0, 0"), (10, "20, 0")]), Animations.track([(0, "20, 0"), (10, "40, 0")])
    )
    let picture = try picture(gradient(redToBlue, start: start, end: end), frame: 5)
    // From 10 to 30.
    for x in [2, 12, 20, 28, 36] {
      let share = min(max((Double(x) + 0.5 - 10) / 20, 0), 1)
      #expect(isNear(picture[x, 10], [1 - share, 0, share, 1], within: 2.5), "x \(x): \(picture[x, 10])")
    }
  }

  @Test("The radius of a radial gradient grows")
  func radialGradient() throws {
    let end = Animations.track([(0, "28, 10"), (10, "36, 10")])
    let picture = try picture(gradient(redToBlue, start: #"{"k": [20, 10]}"#, end: end, type: 2), frame: 5)
    // The radius is 12.
    for (x, y) in [(20, 10), (25, 10), (20, 3), (30, 14), (36, 10)] {
      let (dx, dy) = (Double(x) + 0.5 - 20, Double(y) + 0.5 - 10)
      let share = min((dx * dx + dy * dy).squareRoot() / 12, 1)
      #expect(isNear(picture[x, y], [1 - share, 0, share, 1], within: 3), "(\(x), \(y)): \(picture[x, y])")
    }
  }

  // MARK: Mattes by number

  /// A red solid on the whole canvas that the layer 7 limits.
  private func limited(_ more: String = "") -> String {
    Animations.solid(width: 40, height: 20, more: #", "tt": 1, "tp": 7\#(more)"#)
  }

  private let matte = Animations.solid("#00ff00", height: 20, more: #", "ind": 7"#)
  private let other = Animations.solid(
    "#0000ff", height: 5, transform: #""p": {"k": [20, 0]}"#, more: #", "ind": 3"#)

  @Test("A matte by its number is anywhere in the list, and not shown itself", arguments: 0..<3)
  func matteByNumber(position: Int) throws {
    var layers = [limited(), other]
    layers.insert(matte, at: position)
    let picture = try picture(layers.joined(separator: ", "))
    #expect([5, 15].map { picture[$0, 10] } == [red, none])
    #expect(picture[25, 2] == [0, 0, 255, 255])
  }

  @Test("Several layers have one matte, each in its own way")
  func sharedMatte() throws {
    let inverted = limited(#", "ind": 9"#).replacing(#""tt": 1"#, with: #""tt": 2"#).replacing(
      "#ff0000", with: "#00ff00")
    let picture = try picture([limited(), inverted, other, matte].joined(separator: ", "))
    #expect([5, 15].map { picture[$0, 10] } == [red, [0, 255, 0, 255]])
  }

  @Test("A matte by its number moves, with its parent")
  func movingMatte() throws {
    let parent =
      #"{"ty": 3, "ind": 4, "ip": 0, "op": 10, "ks": {"p": \#(Animations.track([(0, "0, 0"), (10, "20, 0")]))}}"#
    let child = matte.replacing(#""ind": 7"#, with: #""ind": 7, "parent": 4"#)
    let picture = try picture([limited(), child, parent].joined(separator: ", "), frame: 5)
    #expect([5, 15, 25].map { picture[$0, 10] } == [none, red, none])
  }
}
