import MultiplaneGraphics
import MultiplaneLayerTree

/// A generated scene of many layers of the usual kinds, for `multiplane bench --layers`.
///
/// Containers of fifteen small layers form a square grid, about half of which is on the canvas. The
/// number of drawn pixels is therefore the same for any number of layers. One small layer in ten is
/// animated.
struct LayerWorkload {
  let root: CALayer
  /// The side of the canvas, in points.
  static let side = 1000.0

  private let small: [CALayer]
  /// The small layers on the canvas.
  private let shown: [CALayer]
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Small layers and the container around them.
  private static let inContainer = 16
  private static let colors = [
    CGColor(red: 0.85, green: 0.26, blue: 0.18, alpha: 1), CGColor(red: 0.18, green: 0.44, blue: 0.85, alpha: 1),
    CGColor(red: 0.18, green: 0.62, blue: 0.36, alpha: 1), CGColor(red: 0.91, green: 0.69, blue: 0.13, alpha: 1),
  ]

  /// - Parameters:
  ///   - count: the number of all layers, at least 1.
  ///   - isAnimated: whether one small layer in ten is animated.
  init(layers count: Int, isAnimated: Bool = true) {
    root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    root.backgroundColor = CGColor(red: 0.96, green: 0.94, blue: 0.88, alpha: 1)
    let containers = (count - 1 + Self.inContainer - 1) / Self.inContainer
    let columns = max(1, Double(containers).squareRoot().rounded(.up))
    // √2: half of the grid's area.
    let pitch = Self.side * 1.4142 / columns
    let image = Self.noise(seed: 1)
    var small: [CALayer] = []
    small.reserveCapacity(count)
    for number in 0..<containers {
      let container = CALayer()
      container.frame = CGRect(
        x: Double(number % Int(columns)) * pitch, y: Double(number / Int(columns)) * pitch, width: pitch, height: pitch)
      root.addSublayer(container)
      for place in 0..<min(Self.inContainer, count - 1 - number * Self.inContainer) - 1 {
        let layer = Self.small(number * Self.inContainer + place, at: place, cell: pitch / 4, image: image)
        if isAnimated { Self.animate(layer, number * Self.inContainer + place, cell: pitch / 4) }
        container.addSublayer(layer)
        small.append(layer)
      }
    }
    self.small = small
    let canvas = root.bounds
    shown = small.filter { layer in layer.superlayer.map { $0.frame.intersects(canvas) } ?? false }
  }

  /// A small layer at a position, 0 to 14, of its container.
  private static func small(_ index: Int, at place: Int, cell: Double, image: CGImage?) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(
      x: (Double(place % 4) + 0.125) * cell, y: (Double(place / 4) + 0.125) * cell, width: cell * 0.75,
      height: cell * 0.75)
    layer.backgroundColor = colors[index * 5 % colors.count]
    switch index * 7 % 10 {
    case 5: layer.cornerRadius = cell / 4
    case 6:
      layer.borderWidth = cell / 8
      layer.borderColor = colors[index % colors.count]
    case 7: layer.contents = image
    case 8: layer.setAffineTransform(CGAffineTransform(rotationAngle: Double(index % 90) / 57))
    case 9: layer.opacity = 0.5
    default: break
    }
    return layer
  }

  /// Animates one small layer in ten.
  private static func animate(_ layer: CALayer, _ index: Int, cell: Double) {
    guard index % 10 == 3 else { return }
    let animation = CABasicAnimation(keyPath: index % 20 == 3 ? "position.x" : "opacity")
    animation.fromValue = index % 20 == 3 ? layer.position.x - cell / 2 : 0.2
    animation.toValue = index % 20 == 3 ? layer.position.x : 1
    animation.duration = 2
    animation.autoreverses = true
    animation.repeatCount = .infinity
    // Before the first frame. Zero would mean the time of the commit, which counts from the start
    // of the machine.
    animation.beginTime = -1
    layer.add(animation, forKey: "move")
  }

  /// Moves one small layer on the canvas, if there is one.
  mutating func moveOne() {
    guard !shown.isEmpty else { return }
    let number = next()
    let layer = shown[Int(number >> 8) % shown.count]
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.position.x += number % 2 == 0 ? 0.25 : -0.25
    CATransaction.commit()
  }

  /// Gives one layer in a hundred a new image, mask path or shadow, none of which repeats.
  mutating func change() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for _ in 0..<max(1, small.count / 100) {
      let number = next()
      let layer = small[Int(number >> 8) % small.count]
      switch number % 4 {
      case 0: layer.contents = Self.noise(seed: number)
      case 1:
        let mask = CAShapeLayer()
        let inset = Double(number % 1000) / 1000 * layer.bounds.width / 4
        mask.path = CGPath(ellipseIn: layer.bounds.insetBy(dx: inset, dy: inset), transform: nil)
        layer.mask = mask
      case 2:
        layer.shadowOpacity = 0.5
        layer.shadowRadius = 1 + Double(number % 1000) / 100
      default:
        layer.mask = nil
        layer.shadowOpacity = 0
        layer.contents = nil
      }
    }
    CATransaction.commit()
  }

  private mutating func next() -> UInt64 {
    // xorshift64. (Marsaglia, Xorshift RNGs, 2003.)
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random
  }

  /// An image of 16 x 16 pixels.
  private static func noise(seed: UInt64) -> CGImage? {
    let bytes = (0..<16 * 16).flatMap { index -> [UInt8] in
      let value = UInt8(truncatingIfNeeded: (UInt64(index) &* 0x9E37_79B9 ^ seed) >> 5)
      return [value, value / 2, 255 - value, 255]
    }
    return CGImage(premultipliedRGBA8: bytes, width: 16, height: 16)
  }
}
