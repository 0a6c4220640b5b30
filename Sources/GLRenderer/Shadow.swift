import Foundation
import Graphics
import RenderTree

extension Flattener {
  /// What a layer with its sublayers casts (docs/rendering.md, section 15): the layer is drawn once more where its shadow
  /// falls, blurred in two passes, and its alpha placed in the shadow's colour.
  mutating func add(_ shadow: Shadow, of node: RenderNode, in around: Surroundings) {
    guard let blur = Blur(shadow.radius, at: node.geometry.bounds, on: around.plane) else { return }
    var target = around.clips
    if node.clipsToBounds {
      guard let clipped = clip(node, plane: around.plane, in: around.clips) else { return }
      target = clipped
    }
    let offset = CATransform3DMakeTranslation(shadow.offset.width, shadow.offset.height, 0)
    guard let plane = Plane(offset, in: around.plane) else { return }
    var source = around
    source.plane = plane
    source.opacity = 1
    // What lies outside of what is seen can cast into it.
    source.clips = ClipChain(box: target.box.inset(by: -blur.reach))
    open.append(PassBuilder(group: node.identifier))
    if let mask = node.mask {
      addMasked(node, by: mask, opacity: 1, withShadow: false, in: source)
    } else {
      addContent(of: node, in: source)
    }
    var area = open[open.count - 1].box
    guard !area.isEmpty else {
      open.removeLast()
      return
    }
    var pass = close(area: area, background: .clear, isAlphaOnly: true)
    for step in blur.steps {
      let blurred = area.inset(by: -step.reachInPixels).pixelsAround.intersection(source.clips.box)
      open.append(PassBuilder(group: node.identifier))
      addSurface(
        .blur, .surface(pass: pass, isSmooth: !step.isOnPixels), area: blurred, origin: Vector2(area.minX, area.minY),
        sampling: step.vector, part: area.vector, opacity: 1, clip: -1)
      pass = close(area: blurred, background: .clear, isAlphaOnly: true)
      area = blurred
    }
    let visible = area.intersection(target.box)
    addSurface(
      .shadow, .surface(pass: pass), area: visible, origin: Vector2(area.minX, area.minY),
      sampling: shadow.color.premultiplied.vector, opacity: around.opacity, clip: target.index)
  }
}

/// A Gaussian on device pixels as two passes, each along one direction.
///
/// A Gaussian with the covariance (a, b; b, c) is one along x with the variance a − b²/c, and one along (b/c, 1) with the
/// variance c in steps of one row. (Geusebroek, Smeulders and van de Weijer, Fast Anisotropic Gauss Filtering, 2003.)
struct Blur {
  /// A pass: samples so many steps to either side.
  struct Step {
    /// Device pixels.
    var direction: Vector2
    /// In steps.
    var deviation: Double

    /// The kernel ends at three deviations (rule 15).
    var reach: Double { (3 * deviation).rounded(.down) }
    var isOnPixels: Bool { direction.x == 0 || direction.y == 0 }
    /// How far it spreads colour along x and y, in device pixels.
    var reachInPixels: Vector2 { Vector2(abs(direction.x), abs(direction.y)) * reach }
    /// The variance that linear filtering adds along x, in square pixels: a sample a fraction f between two pixels is mixed
    /// from both, which spreads it by f(1 − f).
    var mixingVariance: Double {
      guard !isOnPixels, reach >= 1 else { return 0 }
      var sum = 0.0
      var weights = 1.0
      for step in 1...Int(reach) {
        let k = Double(step)
        let weight = 2 * exp(-k * k / (2 * deviation * deviation))
        let f = abs(k * direction.x).truncatingRemainder(dividingBy: 1)
        sum += weight * f * (1 - f)
        weights += weight
      }
      return sum / weights
    }
    /// As `blur.frag` reads it.
    var vector: SIMD4<Float> {
      SIMD4(Float(direction.x), Float(direction.y), Float(deviation), Float(reach))
    }
  }

  let steps: [Step]
  /// How far it spreads colour in all, in whole device pixels.
  let reach: Vector2

  /// No kernel reaches farther than this, in steps (rule 15).
  private static let mostReach = 1024.0
  /// A blur below this deviation moves no 8-bit colour.
  private static let least = 0.05

  /// - Parameters:
  ///   - radius: the standard deviation in points of the plane.
  ///   - bounds: where on the plane its derivative is taken: in the middle.
  /// - Returns: nil when that middle is behind the eye.
  init?(_ radius: Double, at bounds: CGRect, on plane: Plane) {
    let m = plane.toDevice
    let (x, y) = (Double(bounds.midX), Double(bounds.midY))
    let w = m.wx * x + m.wy * y + m.w0
    guard w > 0 else { return nil }
    let place = Vector2(m.xx * x + m.xy * y + m.x0, m.yx * x + m.yy * y + m.y0) / w
    // The derivative of a quotient: ∂P/∂x = (row · ex − P · wx) / w.
    let dx = (Vector2(m.xx, m.yx) - place * m.wx) / w * radius
    let dy = (Vector2(m.xy, m.yy) - place * m.wy) / w * radius
    var a = dx.x * dx.x + dy.x * dy.x
    var b = dx.x * dx.y + dy.x * dy.y
    var c = dx.y * dx.y + dy.y * dy.y
    guard a.isFinite, b.isFinite, c.isFinite else { return nil }
    // A wider kernel shrinks as a whole.
    let shrink = min(1, Self.mostReach / (3 * max(a, c).squareRoot()))
    (a, b, c) = (a * shrink * shrink, b * shrink * shrink, c * shrink * shrink)
    var steps: [Step] = []
    let isUpright = abs(b) <= 1e-9 * max(a, c)
    let slanted = Step(direction: Vector2(isUpright ? 0 : b / c, 1), deviation: c.squareRoot())
    let along = isUpright || c == 0 ? a : max(0, a - b * b / c - slanted.mixingVariance)
    if along.squareRoot() > Self.least {
      steps.append(Step(direction: Vector2(1, 0), deviation: along.squareRoot()))
    }
    if c.squareRoot() > Self.least {
      steps.append(slanted)
    }
    self.steps = steps
    let sum = steps.reduce(Vector2(0, 0)) { $0 + $1.reachInPixels }
    reach = sum.rounded(.up) + 1
  }
}

extension DeviceBox {
  func inset(by distance: Vector2) -> DeviceBox {
    DeviceBox(minX: minX + distance.x, minY: minY + distance.y, maxX: maxX - distance.x, maxY: maxY - distance.y)
  }

  /// The smallest box of whole pixels around it.
  var pixelsAround: DeviceBox {
    DeviceBox(
      minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
  }

  var vector: SIMD4<Float> { SIMD4(Float(minX), Float(minY), Float(maxX), Float(maxY)) }
}
