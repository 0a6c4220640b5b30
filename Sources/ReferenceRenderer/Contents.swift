import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The image of a layer, in the place that its gravity gives it (rendering rules §9).
struct ContentsPrimitive: Primitive {
  private let plane: PlaneMap
  private let outline: Coverage
  private let columns: StretchAxis
  private let rows: StretchAxis
  /// Whether the first row of pixels is at the greatest y of the layer, so that rows are counted
  /// backwards.
  private let isFlipped: Bool
  private let imageHeight: Double
  private let sampler: Sampler
  private let tint: StraightColor

  /// Nil when the layer shows no image.
  ///
  /// - Parameter isFlipped: whether an odd number of layers from this one to the root are
  ///   `geometryFlipped`.
  init?(_ node: RenderNode, on plane: PlaneMap, isFlipped: Bool, images: ImageCache) {
    guard let contents = node.contents, contents.tint.isFinite, let source = images.pixels(of: contents.image) else {
      return nil
    }
    let bounds = RoundedRectangle(boundsOf: node)
    let width = Double(source.width)
    let height = Double(source.height)
    let part = contents.rect
    let size = (width: width * part.width / contents.scale, height: height * part.height / contents.scale)
    let frame = contents.frame
    let box = RoundedRectangle(
      minX: bounds.minX + frame.minX * bounds.width, minY: bounds.minY + frame.minY * bounds.height,
      maxX: bounds.minX + frame.maxX * bounds.width, maxY: bounds.minY + frame.maxY * bounds.height)
    let target = ContentsPlacement.target(
      of: size, in: contents.overhangs ? box : bounds, gravity: contents.gravity)
    let open = node.clipsToBounds ? ContentsPrimitive.edges(of: target, outside: bounds) : []
    guard let outline = Coverage(target, on: plane, leavingOut: open, hard: node.hardEdges) else { return nil }
    self.plane = plane
    self.outline = outline
    self.isFlipped = isFlipped
    let center = contents.center
    columns = StretchAxis(
      target: (target.minX, target.width), source: (width * part.minX, width * part.width), size: width,
      natural: size.width, center: center.map { ($0.minX, $0.width) })
    rows = StretchAxis(
      target: (target.minY, target.height), source: (height * part.minY, height * part.height), size: height,
      natural: size.height, center: center.map { ($0.minY, $0.height) })
    imageHeight = height
    sampler = Sampler(source, contents: contents)
    tint = contents.tint
  }

  var steps: Int { 150 }
  func box(within box: PixelBox) -> PixelBox { outline.box(within: box) }
  func isSeen(_ x: Double, _ y: Double) -> Bool { plane.isSeen(x, y) }
  func coverage(_ x: Double, _ y: Double) -> Double { outline.value(x, y) }

  func color(_ x: Double, _ y: Double) -> PremultipliedColor {
    let p = plane.point(x, y)
    let column = columns.source(at: p.x)
    var row = rows.source(at: p.y)
    if isFlipped { row = (imageHeight - row.position, -row.slope, row.range.mirrored(size: imageHeight)) }
    let color = sampler.color(
      SampledPoint(
        u: column.position, v: row.position, uRange: column.range, vRange: row.range,
        uByX: column.slope * p.dxByX, uByY: column.slope * p.dxByY,
        vByX: row.slope * p.dyByX, vByY: row.slope * p.dyByY))
    return color.tinted(tint)
  }

  /// The edges that only the layer's own clip shapes: those on or outside the bounds, within a
  /// millionth of their size (§8).
  private static func edges(of target: RoundedRectangle, outside bounds: RoundedRectangle) -> OpenEdges {
    let tolerance = (x: bounds.width / 1_000_000, y: bounds.height / 1_000_000)
    var edges: OpenEdges = []
    if target.minX <= bounds.minX + tolerance.x { edges.insert(.minX) }
    if target.maxX >= bounds.maxX - tolerance.x { edges.insert(.maxX) }
    if target.minY <= bounds.minY + tolerance.y { edges.insert(.minY) }
    if target.maxY >= bounds.maxY - tolerance.y { edges.insert(.maxY) }
    return edges
  }
}

extension PremultipliedColor {
  /// The straight colour multiplied component by component (§17): alpha is in all components
  /// already, so that the tint's applies to all of them.
  @inline(__always)
  fileprivate func tinted(_ tint: StraightColor) -> PremultipliedColor {
    PremultipliedColor(
      red: red * tint.red * tint.alpha, green: green * tint.green * tint.alpha, blue: blue * tint.blue * tint.alpha,
      alpha: alpha * tint.alpha)
  }
}
