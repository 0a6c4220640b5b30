import Foundation
import MultiplaneGraphics
import MultiplaneLottie
import MultiplaneSceneFile
import Testing

/// Ellipses, stars, polygons, pucker and bloat, dashes: whether each pixel is inside or outside, by
/// the formulas of the Lottie specification ("Rendering of shapes").
@Suite("Lottie: forms and dashes")
struct LottieFormTests {
  private func picture(_ shapes: String, frame: Double = 0) throws -> Animations.Picture {
    try Animations.picture(Animations.json(Animations.shapes(shapes)), frame: frame)
  }

  /// Compares all pixels but those at an edge, for which 25 places in the pixel differ.
  private func expect(
    _ picture: Animations.Picture, isRed: (CGPoint) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var counts = [0, 0]
    for y in 0..<20 {
      for x in 0..<40 {
        let places = (0..<25).map { CGPoint(x: Double(x) + Double($0 % 5) / 4, y: Double(y) + Double($0 / 5) / 4) }
        let inside = places.count(where: isRed)
        guard inside == 0 || inside == places.count else { continue }
        counts[inside == 0 ? 0 : 1] += 1
        let alpha = picture[x, y][3]
        #expect(inside == 0 ? alpha < 16 : alpha == 255, "(\(x), \(y)): \(alpha)", sourceLocation: sourceLocation)
      }
    }
    #expect(counts.allSatisfy { $0 > 20 }, "\(counts)", sourceLocation: sourceLocation)
  }

  /// Whether a point is in a polygon, by the number of edges to the right of it.
  private func contains(_ polygon: [CGPoint], _ point: CGPoint) -> Bool {
    zip(polygon, polygon.dropFirst() + polygon.prefix(1)).count { a, b in
      (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    } % 2 == 1
  }

  /// A point around (20, 10); an angle of 0 is up.
  private func point(_ degrees: Double, _ radius: Double) -> CGPoint {
    CGPoint(x: 20 + radius * sin(degrees * .pi / 180), y: 10 - radius * cos(degrees * .pi / 180))
  }

  @Test("An ellipse, also while its size changes")
  func ellipse() throws {
    let size = Animations.track([(0, "20, 16"), (10, "36, 8")])
    for frame in [0.0, 5, 10] {
      let picture = try picture(
        #"{"ty": "el", "p": {"k": [20, 10]}, "s": \#(size)}, \#(Animations.red)"#, frame: frame)
      let (width, height) = (20 + 1.6 * frame, 16 - 0.8 * frame)
      expect(picture) { pow(($0.x - 20) / (width / 2), 2) + pow(($0.y - 10) / (height / 2), 2) <= 1 }
    }
  }

  @Test("A polygon begins at the top, and turns", arguments: [(3, 0.0), (4, 0), (5, 20), (6, 90)])
  func polygon(count: Int, rotation: Double) throws {
    let picture = try picture(
      #"{"ty": "sr", "sy": 2, "p": {"k": [20, 10]}, "pt": {"k": \#(count)}, "or": {"k": 9}, "#
        + #""r": {"k": \#(rotation)}}, \#(Animations.red)"#)
    let polygon = (0..<count).map { point(rotation + 360 * Double($0) / Double(count), 9) }
    expect(picture) { contains(polygon, $0) }
  }

  @Test("A star has its inner points in the middle of the outer ones", arguments: [(3, 0.0), (5, 0), (7, 25)])
  func star(count: Int, rotation: Double) throws {
    let picture = try picture(
      #"{"ty": "sr", "sy": 1, "p": {"k": [20, 10]}, "pt": {"k": \#(count)}, "or": {"k": 10}, "ir": {"k": 5}, "#
        + #""r": {"k": \#(rotation)}}, \#(Animations.red)"#)
    let polygon = (0..<2 * count).map {
      point(rotation + 180 * Double($0) / Double(count), $0.isMultiple(of: 2) ? 10 : 5)
    }
    expect(picture) { contains(polygon, $0) }
  }

  @Test("The outer points of a star move")
  func animatedStar() throws {
    let radius = Animations.track([(0, "10"), (10, "6")])
    let picture = try picture(
      #"{"ty": "sr", "sy": 1, "p": {"k": [20, 10]}, "pt": {"k": 5}, "or": \#(radius), "ir": {"k": 4}}, "#
        + Animations.red, frame: 5)
    let polygon = (0..<10).map { point(36 * Double($0), $0.isMultiple(of: 2) ? 8 : 4) }
    expect(picture) { contains(polygon, $0) }
  }

  /// A square of 12 points with its middle at (20, 10).
  private let square = Animations.rectangle(14, 4, 12, 12)

  /// The square with its corners moved to the middle by a share, and its control points, which are
  /// at the corners, away from it by the same share.
  private func puckered(_ share: Double) -> [CGPoint] {
    let corners = [(6.0, -6.0), (6, 6), (-6, 6), (-6, -6)]
    return (0..<4).flatMap { index in
      let (start, end) = (corners[index], corners[(index + 1) % 4])
      return (0..<64).map { step in
        let t = Double(step) / 64
        let (atStart, atEnd) = (pow(1 - t, 3), t * t * t)
        let (first, second) = (3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t))
        func value(_ start: Double, _ end: Double) -> Double {
          (atStart * start + atEnd * end) * (1 - share) + (first * start + second * end) * (1 + share)
        }
        return CGPoint(x: 20 + value(start.0, end.0), y: 10 + value(start.1, end.1))
      }
    }
  }

  @Test("Bloat and pucker", arguments: [50.0, 20, -50, -30])
  func puckerAndBloat(per100: Double) throws {
    let polygon = puckered(per100 / 100)
    let picture = try picture(#"\#(square), {"ty": "pb", "a": {"k": \#(per100)}}, \#(Animations.red)"#)
    expect(picture) { contains(polygon, $0) }
  }

  @Test("An animated bloat")
  func animatedBloat() throws {
    let polygon = puckered(0.3)
    let amount = Animations.track([(0, "0"), (10, "60")])
    expect(try picture(#"\#(square), {"ty": "pb", "a": \#(amount)}, \#(Animations.red)"#, frame: 5)) {
      contains(polygon, $0)
    }
  }

  // MARK: Dashes

  /// Which pixels of a line from x = 0 to x = 40, 4 points wide, are red.
  private func dashed(_ dashes: [(name: String, value: String)], frame: Double = 0) throws -> [Bool] {
    let list = dashes.map { #"{"n": "\#($0.name)", "v": \#($0.value)}"# }.joined(separator: ", ")
    let line =
      #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[0, 10], [40, 10]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}}"#
    let stroke =
      #"{"ty": "st", "c": {"k": [1, 0, 0]}, "o": {"k": 100}, "w": {"k": 4}, "lc": 1, "lj": 1, "d": [\#(list)]}"#
    let picture = try picture("\(line), \(stroke)", frame: frame)
    return (0..<40).map { picture[$0, 10][3] > 128 }
  }

  private func constant(_ name: String, _ number: Double) -> (name: String, value: String) {
    (name, #"{"k": \#(number)}"#)
  }

  @Test("Dashes and gaps take turns, along the path")
  func dashes() throws {
    #expect(try dashed([constant("d", 6), constant("g", 4)]) == (0..<40).map { $0 % 10 < 6 })
    // One number is that of gaps, too.
    #expect(try dashed([constant("d", 5)]) == (0..<40).map { $0 % 10 < 5 })
    let pattern = [constant("d", 6), constant("g", 2), constant("d", 1), constant("g", 3)]
    #expect(try dashed(pattern) == (0..<40).map { $0 % 12 < 6 || $0 % 12 == 8 })
  }

  @Test("An offset begins within the pattern, and moves")
  func dashOffset() throws {
    let pattern = [constant("d", 6), constant("g", 4)]
    #expect(try dashed(pattern + [constant("o", 3)]) == (0..<40).map { ($0 + 3) % 10 < 6 })
    let moving = pattern + [("o", Animations.track([(0, "0"), (10, "20")]))]
    for frame in [0, 1, 4] {
      #expect(try dashed(moving, frame: Double(frame)) == (0..<40).map { ($0 + 2 * frame) % 10 < 6 }, "frame \(frame)")
    }
  }

  @Test("Dashes grow")
  func animatedDashes() throws {
    let growing = [("d", Animations.track([(0, "2"), (10, "8")])), constant("g", 3)]
    #expect(try dashed(growing, frame: 5) == (0..<40).map { $0 % 8 < 5 })
  }
}
