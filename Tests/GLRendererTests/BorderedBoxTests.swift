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
    let line = column.reduce(0) { $0 + $1.line * ($1.box.maxY - $1.box.minY) }
    #expect(abs(line - 2 * width) < 0.001)
    for piece in column where piece.line == 0 { #expect(piece.fill == 1) }
    for piece in column where piece.line > 0 && piece.line < 1 { #expect(piece.fill >= 0 && piece.fill <= 1) }
  }

  @Test func whatIsTooShortOrHasAWideLineIsNone() throws {
    let disc = try #require(RoundedBox(DeviceBox(0, 0, 80, 80), radius: 40))
    #expect(BorderedPieces(disc, width: 1) == nil)
    let square = try #require(RoundedBox(DeviceBox(0, 0, 80, 80), radius: 2))
    #expect(BorderedPieces(square, width: 3) == nil)
  }

  // MARK: Layers

  private func programs(
    sublayers: [RenderNode?] = [], configure: (inout LayerValues) -> Void = { _ in }
  ) -> Set<String> {
    let card = layer(10.3, 10.6, 140, 100, color: .red, sublayers: sublayers) {
      $0.borderWidth = 1
      $0.borderColor = CGColor(.blue)
      $0.cornerRadius = 12
      configure(&$0)
    }
    let stream = Flattener.flatten(
      tree(layer(0, 0, 200, 200, sublayers: [card]), size: CGSize(width: 200, height: 200)), width: 200, height: 200,
      reusing: CommandStream(), rasters: nil, traits: .llvmpipe)
    return Set(stream.programs)
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
