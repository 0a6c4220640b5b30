import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct PixelPiecesTests {
  private static let boxes = [
    DeviceBox(10, 20, 50, 70), DeviceBox(10.25, 20.5, 50.75, 70.125), DeviceBox(-3.4, 7.6, 40.1, 48.9),
    DeviceBox(0.999_99, 0, 30, 30.000_01),
  ]

  @Test("What pieces of a square box cover is its area", arguments: boxes)
  func area(box: DeviceBox) throws {
    let shape = try #require(RoundedBox(box, radius: 0))
    let pieces = try #require(PixelPieces(filled: shape))
    #expect(pieces.uneven.isEmpty)
    #expect(abs(pieces.coveredArea - box.area) < 0.02)
  }

  @Test("Pieces are whole pixels and lie beside one another", arguments: boxes, [0, 3.25, 12])
  func pieces(box: DeviceBox, radius: Double) throws {
    let shape = try #require(RoundedBox(box, radius: radius))
    for pieces in [PixelPieces(filled: shape), PixelPieces(line: 2.5, of: shape)] {
      let pieces = try #require(pieces)
      let all = pieces.even.map(\.box) + pieces.uneven
      for (index, piece) in all.enumerated() {
        #expect(piece == piece.pixelsAround && !piece.isEmpty)
        for other in all[..<index] { #expect(piece.intersection(other).isEmpty, "\(piece) and \(other)") }
      }
    }
  }

  @Test("What is even lies outside of the corners' arcs", arguments: boxes)
  func corners(box: DeviceBox) throws {
    let shape = try #require(RoundedBox(box, radius: 9))
    let pieces = try #require(PixelPieces(filled: shape))
    #expect(pieces.uneven.count == 4)
    // A corner's square of 9 is touched by no even piece but along its inner edges.
    let corner = DeviceBox(minX: box.minX, minY: box.minY, maxX: box.minX + 9, maxY: box.minY + 9)
    for piece in pieces.even { #expect(piece.box.intersection(corner).area == 0, "\(piece.box)") }
  }

  @Test func aLineHasTheAreaOfTwoBoxes() throws {
    let shape = try #require(RoundedBox(DeviceBox(10.25, 20.5, 90.75, 70.125), radius: 0))
    let pieces = try #require(PixelPieces(line: 3, of: shape))
    // The four corners' pixels are left to a program; the rest is the sides between them.
    let corners = pieces.uneven.reduce(0) { $0 + $1.area }
    #expect(pieces.uneven.count == 4 && corners > 0)
    let x = 76.0  // from 14 to 87 and from 24 to 67 there is no corner
    #expect(abs(pieces.coveredArea - 3 * 2 * ((87 - 14) + (67 - 24))) < 1e-9, "\(x)")
  }

  @Test(
    "What is no rounded box",
    arguments: [
      DeviceBox(0, 0, 0.9, 10), DeviceBox(0, 0, 10, 0.5), DeviceBox(0, 0, 40000, 10), .nothing,
    ])
  func thinAndLong(box: DeviceBox) {
    #expect(RoundedBox(box, radius: 0) == nil)
  }

  static let discs = [
    (DeviceBox(10, 20, 50, 60), 20.0), (DeviceBox(10.3, 20.7, 110.4, 120.8), 50.05), (DeviceBox(0.5, 3, 90.5, 43), 20),
    (DeviceBox(3, 0.25, 43, 90.75), 20),
  ]

  @Test("A disc, a ring and a capsule are bands", arguments: discs, [nil, 1, 6.5])
  func bands(disc: (box: DeviceBox, radius: Double), line: Double?) throws {
    let shape = try #require(RoundedBox(disc.box, radius: disc.radius))
    let pieces = PixelPieces(bandsOf: shape, line: line)
    let all = pieces.even.map(\.box) + pieces.uneven
    for (index, piece) in all.enumerated() {
      #expect(piece == piece.pixelsAround && !piece.isEmpty)
      for other in all[..<index] { #expect(piece.intersection(other).isEmpty, "\(piece) and \(other)") }
    }
    #expect(pieces.even.isEmpty == (line != nil) && pieces.even.allSatisfy { $0.coverage == 1 })
    // Each pixel by its middle: what lies in no piece has nothing, what lies in an even one is all inside.
    let whole = disc.box.pixelsAround
    for y in stride(from: whole.minY + 0.5, to: whole.maxY, by: 1) {
      for x in stride(from: whole.minX + 0.5, to: whole.maxX, by: 1) {
        let depth = shape.depth(x, y)
        let pixel = DeviceBox(x - 0.1, y - 0.1, x + 0.1, y + 0.1)
        if pieces.even.contains(where: { $0.box.contains(pixel) }) { #expect(depth >= 0.5) }
        if !all.contains(where: { $0.contains(pixel) }) {
          #expect(depth <= -0.5 || line.map { depth >= $0 + 0.5 } ?? false)
        }
      }
    }
    // Little but the rim is left to the program that knows edges.
    if line == nil { #expect(pieces.uneven.reduce(0) { $0 + $1.area } < 0.5 * whole.area) }
  }

  @Test func sidesTooShortForTheirCornersAreNotParted() throws {
    let shape = try #require(RoundedBox(DeviceBox(0.5, 0.5, 20.5, 20.5), radius: 10))
    #expect(PixelPieces(filled: shape) == nil)
  }
}

extension PixelPieces {
  fileprivate init?(filled shape: RoundedBox) {
    self.init()
    if !add(filled: shape) { return nil }
  }

  fileprivate init?(line: Double, of shape: RoundedBox) {
    self.init()
    if !add(line: line, of: shape) { return nil }
  }

  fileprivate init(bandsOf shape: RoundedBox, line: Double?) {
    self.init()
    add(bandsOf: shape, line: line)
  }

  fileprivate var coveredArea: Double { even.reduce(0) { $0 + $1.box.area * $1.coverage } }
}

@Suite struct BoxPartsTests {
  @Test(
    "Parts around a hole",
    arguments: [
      (DeviceBox(2, 2, 8, 8), 4, 64.0), (DeviceBox(-5, 2, 8, 8), 3, 52.0), (DeviceBox(-5, -5, 20, 4), 1, 60.0),
      (DeviceBox(-5, -5, 20, 20), 0, 0.0), (DeviceBox(20, 20, 30, 30), 1, 100.0),
    ])
  func parts(hole: DeviceBox, count: Int, area: Double) {
    let parts = DeviceBox(0, 0, 10, 10).parts(without: hole)
    #expect(parts.count == count)
    #expect(parts.reduce(0) { $0 + $1.area } == area)
    for part in parts { #expect(part.intersection(hole).isEmpty) }
  }

  @Test func withoutAHoleThereIsOne() {
    #expect(DeviceBox(0, 0, 10, 10).parts(without: nil) == [DeviceBox(0, 0, 10, 10)])
  }
}

extension DeviceBox {
  fileprivate func parts(without hole: DeviceBox?) -> [DeviceBox] {
    var parts: [DeviceBox] = []
    forEachPart(without: hole) { parts.append($0) }
    return parts
  }
}

extension RoundedBox {
  /// How far inside a point lies, in pixels.
  fileprivate func depth(_ x: Double, _ y: Double) -> Double {
    let inner = box.inset(by: radius)
    let p = Vector2(x, y)
    let nearest = Vector2(
      min(max(x, inner.minX), max(inner.maxX, inner.minX)), min(max(y, inner.minY), max(inner.maxY, inner.minY)))
    let way = p - nearest
    return radius - (way * way).sum().squareRoot()
  }
}
