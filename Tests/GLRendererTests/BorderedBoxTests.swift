import Graphics
import RenderTree
import Testing

@testable import GL
@testable import GLRenderer

/// Layers that are filled and have a border, both opaque, are drawn once.
@Suite struct BorderedBoxTests {
  static let boxes = [
    DeviceBox(10, 20, 150, 120), DeviceBox(10.25, 20.5, 150.75, 120.125), DeviceBox(-3.4, 7.6, 140.1, 98.9),
    DeviceBox(0.999_99, 0, 130, 90.000_01),
  ]

  @Test("Pieces are whole pixels, lie beside one another and leave nothing out", arguments: boxes, [1, 1.5, 2.75, 12])
  func pieces(box: DeviceBox, width: Double) throws {
    let shape = try #require(RoundedBox(box, radius: 12))
    let pieces = try #require(BorderedPieces(shape, width: width))
    let all = pieces.even.map(\.box) + pieces.corners.map(\.box)
    for (index, piece) in all.enumerated() {
      #expect(piece == piece.pixelsAround && !piece.isEmpty)
      for other in all[..<index] { #expect(piece.intersection(other).isEmpty, "\(piece) and \(other)") }
    }
    let around = box.inset(by: PixelPieces.unseen).pixelsAround
    #expect(all.reduce(0) { $0 + $1.area } == around.area)
  }

  @Test("Sides are covered as far as line and fill reach", arguments: boxes, [1, 1.5, 2.75])
  func coverage(box: DeviceBox, width: Double) throws {
    let shape = try #require(RoundedBox(box, radius: 12))
    let pieces = try #require(BorderedPieces(shape, width: width))
    let x = PixelAxis(box.minX, box.maxX, corner: 12).middle
    // In a column between the corners: the line twice, and the fill from the middle of one to that of the other, but for what of it
    // lies beneath the line anyway.
    let column = pieces.even.filter { $0.box.minX <= x.start && $0.box.maxX >= x.end }
    let line = column.reduce(0) { sum, piece in
      let next = piece.next.map { piece.shares.line + $0.line }
      return sum + (next ?? piece.shares.line * (piece.box.maxY - piece.box.minY))
    }
    #expect(abs(line - 2 * width) < 0.001)
    for shares in column.flatMap({ [$0.shares, $0.next].compactMap(\.self) }) {
      if shares.line < 1 { #expect(shares.fill >= 0 && shares.fill <= 1) }
      if shares.line == 0 { #expect(shares.fill == 1) }
    }
    for piece in column where piece.next != nil { #expect(piece.isDown && piece.box.maxY - piece.box.minY == 2) }
  }

  @Test("Two rows of a side, or two columns, are one quad whose colour is each row's in the middle of its pixels")
  func pairs() throws {
    let stream = cards(10.3, 10.6)
    let quads = stream.plain.filter { $0.corners.0.color != $0.corners.3.color }
    #expect(quads.count == 4)
    for quad in quads {
      let (first, last) = (quad.corners.0.color, quad.corners.3.color)
      // The corners lie half a pixel beyond the middles.
      let (near, far) = (first + (last - first) * 0.25, first + (last - first) * 0.75)
      for color in [near, far] { #expect(color.min() >= 0 && color.max() <= 1) }
      let box = try #require(quad.box)
      #expect(min(box.maxX - box.minX, box.maxY - box.minY) == 2)
    }
    // On pixels a side is a row of one colour.
    #expect(cards(10, 10).plain.allSatisfy { $0.corners.0.color == $0.corners.3.color })
  }

  @Test func whatIsTooShortOrHasAWideLineIsNone() throws {
    let disc = try #require(RoundedBox(DeviceBox(0, 0, 80, 80), radius: 40))
    #expect(BorderedPieces(disc, width: 1) == nil)
    let square = try #require(RoundedBox(DeviceBox(0, 0, 80, 80), radius: 2))
    #expect(BorderedPieces(square, width: 3) == nil)
  }

  // MARK: Layers

  private func cards(
    _ x: Double, _ y: Double, sublayers: [RenderNode?] = [], configure: (inout LayerValues) -> Void = { _ in }
  ) -> CommandStream {
    let card = layer(x, y, 140, 100, color: .red, sublayers: sublayers) {
      $0.borderWidth = 1
      $0.borderColor = CGColor(.blue)
      $0.cornerRadius = 12
      configure(&$0)
    }
    return Flattener.flatten(
      tree(layer(0, 0, 200, 200, sublayers: [card]), size: CGSize(width: 200, height: 200)), width: 200, height: 200,
      reusing: CommandStream(), rasters: nil, traits: .llvmpipe)
  }

  private func programs(
    sublayers: [RenderNode?] = [], configure: (inout LayerValues) -> Void = { _ in }
  ) -> Set<String> {
    Set(cards(10.3, 10.6, sublayers: sublayers, configure: configure).programs)
  }

  private static let both: Set = ["plain+colored", "plain+colored+bordered"]

  @Test func bothAreDrawnAtOnce() {
    #expect(programs() == Self.both)
    // What lies between them, and beside the border.
    #expect(programs(sublayers: [layer(20, 20, 100, 60, color: .green)]) == Self.both)
  }

  @Test(
    "What touches the border lies beneath it",
    arguments: [
      CGRect(x: -5, y: 20, width: 50, height: 50), CGRect(x: 1, y: 20, width: 50, height: 50),
      CGRect(x: 4, y: 4, width: 50, height: 50),
    ])
  func touching(frame: CGRect) {
    #expect(
      !programs(sublayers: [layer(frame.minX, frame.minY, frame.width, frame.height, color: .green)]).contains(
        "plain+colored+bordered"))
  }

  struct Look: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let configure: @Sendable (inout LayerValues) -> Void
  }

  static let looks: [Look] = [
    Look(testDescription: "translucent background") {
      $0.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    },
    Look(testDescription: "translucent border") { $0.borderColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5) },
    Look(testDescription: "square corners") { $0.cornerRadius = 0 },
    Look(testDescription: "a border that hides no edge") { $0.borderWidth = 0.75 },
    Look(testDescription: "a border wider than its corners") { $0.borderWidth = 14 },
    Look(testDescription: "no border") { $0.borderWidth = 0 },
    Look(testDescription: "no background") { $0.backgroundColor = nil },
    Look(testDescription: "smooth corners") { $0.compositing.cornerCurve = .continuous },
  ]

  @Test("Others are drawn one after the other", arguments: looks)
  func others(look: Look) {
    #expect(!programs(configure: look.configure).contains("plain+colored+bordered"))
  }

  /// Both colours fade.
  @Test func aGroupOfBothFades() {
    let card = layer(10.3, 10.6, 140, 100, color: .red) {
      $0.borderWidth = 1
      $0.borderColor = CGColor(.blue)
      $0.cornerRadius = 12
      $0.opacity = 0.5
    }
    let stream = Flattener.flatten(
      tree(layer(0, 0, 200, 200, sublayers: [card]), size: CGSize(width: 200, height: 200)), width: 200, height: 200,
      reusing: CommandStream(), rasters: nil, traits: .llvmpipe)
    #expect(stream.passCount == 1)
    let corners = stream.plain.filter { $0.corners.0.texture.w != 0 }
    #expect(corners.count == 4)
    for quad in corners {
      #expect(quad.corners.3.color == SIMD4(0.5, 0, 0, 0.5))
      #expect(quad.corners.3.texture == SIMD4(0, 0, 0.5, 0.5))
    }
  }
}
