import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

// Scroll layers, tiled layers and emitters.

extension RandomTree {
  /// Gives some plain layers the class and the values of a scroll layer, a tiled layer or an
  /// emitter.
  ///
  /// The random numbers are separate, so that the rest of a seed's tree is the same without them.
  ///
  /// - Returns: the class; nil if the layer stays plain.
  func addClass(to values: inout LayerValues) -> LayerKind? {
    var maker = separate(0x436C_6173_73)
    switch maker.number(0, 1) {
    case ..<0.06:
      maker.scroll(&values)
      return .scroll
    case ..<0.12:
      maker.addTiles(to: &values)
      return .tiled
    // Drawn straight into a frame of bytes, each particle would round once more.
    case ..<0.18 where mostDepth > 1:
      maker.addParticles(to: &values)
      return .emitter
    default: return nil
    }
  }

  /// Scrolls to another place.
  mutating func scroll(_ values: inout LayerValues) {
    values.masksToBounds = chance(0.8)
    values.geometry.bounds.origin = CGPoint(x: number(-20, 40), y: number(-20, 40))
  }

  // MARK: Tiles

  /// Tiles that meet, of which some are missing and some fade in.
  mutating func addTiles(to values: inout LayerValues) {
    let bounds = values.geometry.bounds
    let side = (width: number(8, 40), height: number(8, 40))
    let (columns, rows) = (
      min(4, Int(bounds.width / side.width) + 1), min(4, Int(bounds.height / side.height) + 1)
    )
    values.tiled.tiles = (0..<columns * rows).compactMap { index in
      let corner = CGPoint(
        x: bounds.minX + Double(index % columns) * side.width, y: bounds.minY + Double(index / columns) * side.height)
      let frame = CGRect(origin: corner, size: CGSize(width: side.width, height: side.height)).intersection(bounds)
      // Drawn by `CATiledLayer` as many pixels as there is room for; here always the same.
      let image = pick(images)
      let fadeBegin = chance(0.3) ? number(-0.25, 0) : nil
      guard !chance(0.15), !frame.isEmpty else { return nil }
      return TileValues(image: image, frame: frame, fadeBegin: fadeBegin, fadeDuration: 0.25)
    }
  }

  // MARK: Particles

  /// One or two cells, some with cells of their own, that have emitted for some seconds.
  mutating func addParticles(to values: inout LayerValues) {
    let bounds = values.geometry.bounds
    var emitter = EmitterValues()
    emitter.position = CGPoint(
      x: bounds.minX + number(0, 1) * bounds.width, y: bounds.minY + number(0, 1) * bounds.height)
    emitter.zPosition = number(-10, 10)
    emitter.size = CGSize(width: number(0, 30), height: number(0, 30))
    emitter.depth = number(0, 20)
    emitter.shape = pick(CAEmitterLayerEmitterShape.all)
    emitter.mode = pick(CAEmitterLayerEmitterMode.all)
    emitter.renderMode = pick(CAEmitterLayerRenderMode.all)
    emitter.preservesDepth = chance(0.25)
    emitter.birthRate = Float(number(0.5, 1.2))
    emitter.lifetime = Float(number(0.5, 1.2))
    emitter.velocity = Float(number(0.3, 1.5))
    emitter.scale = Float(number(0.5, 1.5))
    emitter.spin = Float(number(0, 1.5))
    emitter.seed = whole(1...1000)
    emitter.cells = (0..<whole(1...2)).map { _ in cell(level: 0) }
    values.emitter = emitter
  }

  private mutating func cell(level: Int) -> EmitterCellValues {
    var cell = EmitterCellValues()
    cell.birthRate = Float(number(1, 4))
    cell.lifetime = Float(number(0.5, 2))
    cell.lifetimeRange = Float(number(0, 1))
    cell.emissionLatitude = number(-0.5, 0.5)
    cell.emissionLongitude = number(-3, 3)
    cell.emissionRange = number(0, 6.3)
    cell.velocity = number(0, 25)
    cell.velocityRange = number(0, 20)
    cell.xAcceleration = number(-10, 10)
    cell.yAcceleration = number(-10, 10)
    cell.zAcceleration = number(-5, 5)
    cell.scale = number(0.1, 1)
    cell.scaleRange = number(0, 0.5)
    cell.scaleSpeed = number(-0.3, 0.3)
    cell.spin = number(-3, 3)
    cell.spinRange = number(0, 6)
    cell.color = chance(0.1) ? nil : color()
    cell.redRange = Float(number(0, 0.6))
    cell.greenRange = Float(number(0, 0.6))
    cell.blueRange = Float(number(0, 0.6))
    cell.alphaRange = Float(number(0, 0.6))
    cell.redSpeed = Float(number(-0.3, 0.3))
    cell.greenSpeed = Float(number(-0.3, 0.3))
    cell.blueSpeed = Float(number(-0.3, 0.3))
    cell.alphaSpeed = Float(number(-0.3, 0.1))
    cell.contents = chance(0.9) ? ImageReference(pick(images)) : nil
    if chance(0.3) {
      cell.contentsRect = CGRect(x: number(0, 0.5), y: number(0, 0.5), width: number(0.2, 1), height: number(0.2, 1))
    }
    cell.contentsScale = pick([1, 1, 2])
    cell.minificationFilter = pick(CALayerContentsFilter.all)
    cell.magnificationFilter = pick(CALayerContentsFilter.all)
    cell.timing.timeOffset = level == 0 ? 4 : 0
    if level == 0, chance(0.25) { cell.cells = [self.cell(level: 1)] }
    return cell
  }
}
