import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree

// Layers and pictures small enough to be computed by hand.

/// A layer whose frame, before any transform, is the given one. `configure` sets everything else.
func layer(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, color: StraightColor? = nil, kind: LayerKind = .layer,
  sublayers: [RenderNode?] = [], mask: RenderNode?? = nil, configure: (inout LayerValues) -> Void = { _ in }
) -> RenderNode? {
  var values = LayerValues()
  values.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  values.geometry.position = CGPoint(x: x + width / 2, y: y + height / 2)
  values.backgroundColor = color.map { CGColor($0) }
  configure(&values)
  return RenderNode(
    identifier: LayerIdentifier(rawValue: 0), name: nil, kind: kind, values: values,
    sublayers: sublayers.compactMap { $0 }, mask: mask)
}

/// Draws a root layer on a transparent canvas.
func picture(
  _ width: Double, _ height: Double, scale: Double = 1, background: StraightColor? = nil, _ root: RenderNode?
) -> ReferencePicture {
  ReferenceRenderer().render(
    RenderTree(
      size: CGSize(width: width, height: height), scale: scale, background: background, root: root, time: 0))
}

/// An opaque grey image of one brightness, 0…255, for each pixel, row after row.
func grayImage(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> CGImage? {
  CGImage(premultipliedRGBA8: pixels.flatMap { [$0, $0, $0, 255] }, width: width, height: height)
}

extension StraightColor {
  static let red = StraightColor(red: 1, green: 0, blue: 0)
  static let green = StraightColor(red: 0, green: 1, blue: 0)
  static let blue = StraightColor(red: 0, green: 0, blue: 1)
  static let white = StraightColor(red: 1, green: 1, blue: 1)
}

extension ReferencePicture {
  /// Premultiplied red, green, blue and alpha of a pixel.
  func color(_ x: Int, _ y: Int) -> [Double] {
    let index = (y * width + x) * 4
    return Array(pixels[index..<index + 4])
  }

  func red(_ x: Int, _ y: Int) -> Double { pixels[(y * width + x) * 4] }
  func alpha(_ x: Int, _ y: Int) -> Double { pixels[(y * width + x) * 4 + 3] }

  /// The red of a row as bytes.
  func redBytes(row y: Int) -> [Int] { (0..<width).map { Int((red($0, y) * 255).rounded()) } }

  /// The sum of all alphas: the area that one opaque shape covers, in device pixels.
  var area: Double { stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + pixels[$1] } }

  /// The box of the pixels that are painted: least x and y, and the ones after the greatest.
  var paintedBox: [Int] {
    var box = [width, height, 0, 0]
    for y in 0..<height {
      for x in 0..<width where alpha(x, y) > 0 {
        box = [min(box[0], x), min(box[1], y), max(box[2], x + 1), max(box[3], y + 1)]
      }
    }
    return box
  }
}

/// Whether all numbers are the expected ones but for rounding.
func isClose(_ actual: [Double], _ expected: [Double], within tolerance: Double = 1e-9) -> Bool {
  actual.count == expected.count && zip(actual, expected).allSatisfy { abs($0 - $1) <= tolerance }
}
