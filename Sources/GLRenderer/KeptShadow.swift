import Foundation
import Graphics
import RenderTree

extension Flattener {
  /// The longest side of a shadow of which all phases are kept, in pixels: together they take 4 million pixels at most.
  private static let longestSheetSide = 512.0
  /// Of one of which one phase is kept, as much.
  private static let longestKeptSide = 2048.0

  /// Draws a rounded rectangle's shadow from a texture of it; false, and nothing is drawn, where it has none or is not
  /// worth one.
  ///
  /// - Parameters:
  ///   - hidden: device pixels that the layer itself hides.
  mutating func addKept(
    _ silhouette: Silhouette, _ shadow: Shadow, clips target: ClipChain, opacity: Double, hidden: DeviceBox?
  ) -> Bool {
    let plane = silhouette.plane
    guard traits.drawsPlainQuads, target.index < 0, shadows != nil,
      let shape = RoundedBox(silhouette.rect, radii: silhouette.radii, style: 0, on: plane)
    else { return false }
    let pixel = plane.pointsPerPixel
    let deviation = shadow.radius / silhouette.scale / pixel.x
    let margin = (deviation * 3).rounded(.up) + 1
    let size = Vector2(shape.box.maxX - shape.box.minX, shape.box.maxY - shape.box.minY)
    guard abs(pixel.x - pixel.y) <= 1e-9 * pixel.x,
      silhouette.mayMove(
        silhouette.looseness + ShadowPhase.farthest, shadow, opacity: opacity,
        within: fineBoxes.isEmpty ? 1 : Silhouette.shareOfMany),
      max(size.x, size.y) + 2 * margin <= Self.longestKeptSide
    else { return false }
    let steps = Double(ShadowPhase.count)
    let place = (Vector2(shape.box.minX, shape.box.minY) * steps).rounded(.toNearestOrEven) / steps
    let pixels = place.rounded(.down)
    let phase = ShadowPhase(x: Int((place.x - pixels.x) * steps), y: Int((place.y - pixels.y) * steps))
    let origin = pixels - margin
    let cell = ShadowSheet.cell(width: Float(size.x), height: Float(size.y), margin: margin)
    let area = DeviceBox(minX: origin.x, minY: origin.y, maxX: origin.x + cell.x, maxY: origin.y + cell.y)
      .intersection(target.box)
    guard !area.isEmpty else { return true }
    let isInTiles = fineTiles?.meets(area) ?? false
    let isFine =
      fineBoxes.contains { !$0.intersection(area).isEmpty }
      || fineTiles == nil && traits.blendsSoftInShader && fineShadows.takes(area)
    var sheet = ShadowSheet(
      ShadowShape(
        width: Float(size.x), height: Float(size.y), radius: Float(shape.radius), deviation: Float(deviation),
        color: shadow.color.premultiplied.vector * Float(silhouette.alpha),
        onlyPhase: max(size.x, size.y) + 2 * margin > Self.longestSheetSide ? phase : nil, isFine: isFine),
      margin: margin, cell: cell)
    let kept = number(of: sheet, phase)
    let reach = kept.flatMap { shadows?.reach(of: $0) } ?? 0
    // Both are asked for, so that the next frame has both.
    sheet.shape.isFine = true
    let keptOfTiles = isInTiles ? number(of: sheet, phase) : nil
    guard let kept, !isInTiles || keptOfTiles != nil else { return false }
    beginPrimitive(area)
    var paint = PlainPaint(
      color: SIMD4(repeating: Float(opacity)), source: .shadow(kept),
      image: PlainPaint.PixelMap(scale: Vector2(1, 1), offset: sheet.origin(of: phase) - origin))
    if isInTiles { paint.place = .beside }
    let seen = DeviceBox(minX: place.x, minY: place.y, maxX: place.x + size.x, maxY: place.y + size.y)
      .inset(by: -reach - 1).pixelsAround
    (isFine ? area : seen.intersection(area)).forEachPart(without: hidden) { part in
      addEven(part, paint, isSoft: isFine)
    }
    guard let keptOfTiles else { return true }
    (paint.source, paint.place) = (.shadow(keptOfTiles), .inside)
    area.forEachPart(without: hidden) { part in addEven(part, paint, isSoft: true) }
    return true
  }

  /// The number of a kept shadow, which is drawn if need be; nil for one that may not be seen again.
  private mutating func number(of sheet: ShadowSheet, _ phase: ShadowPhase) -> Int? {
    switch shadows?.find(sheet.shape, phase: phase) {
    case .kept(let number): return number
    case .wanted(let number):
      draw(sheet, phase, number: number)
      return number
    case .new, nil: return nil
    }
  }

  /// The pixels that a layer hides of its own shadow; nil if it does not surely hide any.
  func pixelsHidden(by node: RenderNode, in around: Surroundings) -> DeviceBox? {
    guard around.opacity == 1, node.filters.isEmpty, node.mask == nil else { return nil }
    return around.plane.opaquePixels(of: node)
  }

  /// Draws a phase of a shadow into its sheet, in a pass of its own.
  private mutating func draw(_ sheet: ShadowSheet, _ phase: ShadowPhase, number: Int) {
    let shape = sheet.shape
    let origin = sheet.origin(of: phase)
    let area = DeviceBox(
      minX: origin.x, minY: origin.y, maxX: origin.x + sheet.cell.x, maxY: origin.y + sheet.cell.y)
    let corner = origin + sheet.margin + Vector2(Double(phase.x), Double(phase.y)) / Double(ShadowPhase.count)
    let rect = CGRect(x: corner.x, y: corner.y, width: Double(shape.width), height: Double(shape.height))
    let middle = area.middle
    // A pixel is a square of its own variance, 1/12.
    let deviation = Float((Double(shape.deviation) * Double(shape.deviation) + 1.0 / 12).squareRoot())
    let record = FillRecord(
      corners: area.quad.vectors, matrix: DeviceMatrix(PlaneMap(scale: 1), from: middle),
      rect: rect.vector(from: middle), radii: SIMD4(repeating: shape.radius), style: deviation, color: shape.color,
      borderWidth: deviation, clip: -1)
    var pass = CommandStream.Pass(area: sheet.area, background: .clear)
    pass.isAlphaOnly = !shape.isFine
    pass.shadow = number
    pass.batches = [
      CommandStream.Batch(
        key: CommandStream.BatchKey(program: ProgramKind(shape: .softRect, features: []), source: .none),
        first: stream.fills.count, count: 1, area: area.area)
    ]
    stream.fills.append(record)
    stream.passes.append(pass)
  }
}

/// Which shadows of a frame are kept in half floats and laid by the shader over what is there, for three times the time: those
/// that lie on others, as long as they are few.
struct FineShadows {
  private var boxes: [DeviceBox] = []
  /// Device pixels, for about half a millisecond of llvmpipe's time.
  private var pixelsLeft = 131_072.0

  /// More shadows than these are not compared with one another.
  private static let mostCompared = 64

  /// Whether a shadow is one of them.
  ///
  /// - Parameter area: the device pixels that it covers.
  mutating func takes(_ area: DeviceBox) -> Bool {
    guard pixelsLeft > 0, boxes.count < Self.mostCompared else { return false }
    let liesOnOthers = boxes.contains { !$0.intersection(area).isEmpty }
    boxes.append(area)
    guard liesOnOthers else { return false }
    pixelsLeft -= area.area
    return true
  }
}

/// How the phases of a shadow lie in a surface: side by side, x across and y down.
private struct ShadowSheet {
  var shape: ShadowShape
  /// Pixels around the box in which its shadow fades.
  let margin: Double
  /// Pixels of one phase.
  let cell: Vector2

  init(_ shape: ShadowShape, margin: Double, cell: Vector2) {
    self.shape = shape
    self.margin = margin
    self.cell = cell
  }

  /// - Parameters:
  ///   - width: as the shape has it, in pixels.
  ///   - height: likewise.
  static func cell(width: Float, height: Float, margin: Double) -> Vector2 {
    // Room for the last phase too.
    Vector2(Double(width), Double(height)).rounded(.up) + 2 * margin + 1
  }

  var area: DeviceBox {
    let count = shape.onlyPhase == nil ? Double(ShadowPhase.count) : 1
    return DeviceBox(minX: 0, minY: 0, maxX: cell.x * count, maxY: cell.y * count)
  }

  /// Where a phase begins, in pixels of the surface.
  func origin(of phase: ShadowPhase) -> Vector2 {
    shape.onlyPhase == nil ? cell * Vector2(Double(phase.x), Double(phase.y)) : Vector2(0, 0)
  }
}

extension DeviceBox {
  /// Calls back with the box in up to four, without what lies in another.
  func forEachPart(without hole: DeviceBox?, _ body: (DeviceBox) -> Void) {
    func call(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
      if minX < maxX, minY < maxY { body(DeviceBox(minX: minX, minY: minY, maxX: maxX, maxY: maxY)) }
    }
    guard let hole = hole?.intersection(self), !hole.isEmpty else {
      call(minX, minY, maxX, maxY)
      return
    }
    call(minX, minY, maxX, hole.minY)
    call(minX, hole.minY, hole.minX, hole.maxY)
    call(hole.maxX, hole.minY, maxX, hole.maxY)
    call(minX, hole.maxY, maxX, maxY)
  }
}
