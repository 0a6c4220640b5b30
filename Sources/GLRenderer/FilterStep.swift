import Foundation
import Graphics
import RenderTree

/// One pass of a filter: a program and what its record holds.
struct FilterStep: Sendable {
  var shape: ProgramKind.Shape
  /// How far it spreads colour along x and y, in pixels.
  var reach = Vector2(0, 0)
  /// Whether it reads between pixels.
  var isSmooth = false
  /// Whether it reads what the step before it read too.
  var readsBefore = false
  /// Pixels of what it reads that one of what it draws is wide and high; below 1 the picture grows.
  var shrink = Vector2(1, 1)
  /// What it reads lies in here.
  var limit = DeviceBox.everything
  /// The squares of the plane of which each is of one colour, where their size on the device differs; nil elsewhere.
  var squares: PlaneSquares?
  var matrix = DeviceMatrix.identity
  var rect = SIMD4<Float>.zero
  var sampling = SIMD4<Float>.zero
  var cell = SIMD4<Float>.zero
  var tint = SIMD4<Float>.zero

  /// The pixels of what it reads on which pixels of what it draws depend.
  func inputBox(for output: DeviceBox) -> DeviceBox {
    guard shrink == Vector2(1, 1) else {
      let box = output.scaled(by: shrink)
      // Where the picture grows, colour comes from half a pixel to either side.
      return (shrink.x < 1 || shrink.y < 1 ? box.inset(by: -1) : box).pixelsAround
    }
    return reached(from: output).intersection(limit)
  }

  /// The pixels of what it draws on which pixels of what it reads show.
  func outputBox(for input: DeviceBox) -> DeviceBox {
    guard shrink == Vector2(1, 1) else {
      return (shrink.x < 1 || shrink.y < 1 ? input.inset(by: -0.5) : input).scaled(by: 1 / shrink).pixelsAround
    }
    return reached(from: input)
  }

  private func reached(from box: DeviceBox) -> DeviceBox {
    let reached = box.inset(by: -reach).pixelsAround
    guard let squares, !box.isEmpty else { return reached }
    return squares.pixels(from: box.intersection(limit)).map { reached.intersection($0) } ?? reached
  }

  /// What its program needs.
  func features(isExtended: Bool) -> ProgramKind.Features {
    var features: ProgramKind.Features = isExtended ? .extended : []
    if shape == .shadow, shrink != Vector2(1, 1) { features.insert(.scaled) }
    return features
  }
}

extension [FilterStep] {
  /// Adds the passes of filters on a plane; false when the middle of the bounds is behind the eye.
  ///
  /// - Parameter canvas: its pixels, or the raster's.
  @inline(never)
  mutating func add(_ filters: [Filter], at bounds: CGRect, on plane: Plane, canvas: DeviceBox) -> Bool {
    guard let derivative = plane.derivative(at: bounds) else { return false }
    for (index, filter) in filters.enumerated() {
      switch filter {
      case .gaussianBlur(let radius):
        let isMagnified = filters[(index + 1)...].contains(where: \.magnifies)
        guard let blur = Blur(radius, at: bounds, on: plane, isMagnified: isMagnified) else { return false }
        blur.addSteps(to: &self)
        if blur.shrink != Vector2(1, 1) { append(.growing(by: blur.shrink)) }
      case .boxBlur(let radius): BoxBlur(derivative.x * radius, derivative.y * radius).addSteps(to: &self)
      case .colorMatrix(let matrix): append(FilterStep(matrix))
      case .exposure(let factor): append(FilterStep(shape: .tone, sampling: SIMD4(0, Float(factor), 0, 0)))
      case .gamma(let power): append(FilterStep(shape: .tone, sampling: SIMD4(1, Float(power), 0, 0)))
      case .vignette(let intensity, let radius):
        append(FilterStep(vignette: intensity, radius: radius, bounds: bounds, plane: plane))
      case .pixellate(let scale, let center):
        append(FilterStep(cell: scale, center: center, plane: plane, canvas: canvas))
      }
    }
    return true
  }
}

extension [FilterStep] {
  /// The pixels of what the first step reads on which pixels of what the last draws depend.
  func inputBox(for output: DeviceBox) -> DeviceBox {
    var box = output
    for index in indices.reversed() { box = self[index].inputBox(for: box) }
    return box
  }
}

extension FilterStep {
  /// One direction of a Gaussian.
  init(_ direction: Blur.Direction) {
    self.init(
      shape: .blur, reach: direction.reachInPixels, isSmooth: !direction.isOnPixels, sampling: direction.vector)
  }

  /// Means of so many pixels across and down: the picture becomes smaller.
  static func shrinking(by factor: Vector2) -> FilterStep {
    FilterStep(shape: .shrink, isSmooth: true, shrink: factor)
  }

  /// The smaller picture at the device's size again.
  static func growing(by factor: Vector2) -> FilterStep {
    FilterStep(shape: .grow, isSmooth: true, shrink: 1 / factor)
  }

  fileprivate init(_ m: ColorMatrix) {
    func vector(_ row: SIMD4<Double>) -> SIMD4<Float> { SIMD4<Float>(row) }
    self.init(
      shape: .colorMatrix, rect: vector(m.red), sampling: vector(m.green), cell: vector(m.blue), tint: vector(m.alpha))
    // The bias travels in the matrix that these records have no other use for.
    let b = m.bias
    matrix = DeviceMatrix(columns: (Float(b.x), Float(b.y), Float(b.z), Float(b.w), 0, 0, 0, 0, 0))
  }

  fileprivate init(vignette intensity: Double, radius: Double, bounds: CGRect, plane: Plane) {
    let middle = Vector2(bounds.midX, bounds.midY)
    let half = Double(bounds.width * bounds.width + bounds.height * bounds.height).squareRoot() / 2
    self.init(
      shape: .vignette, matrix: DeviceMatrix(plane.fromDevice, from: middle),
      sampling: SIMD4(Float(intensity), Float(half > 0 ? 1 / (radius * half) : 0), 0, 0))
  }

  fileprivate init(cell size: Double, center: CGPoint, plane: Plane, canvas: DeviceBox) {
    // Farther away there is nothing.
    let limit = canvas.inset(by: -1024)
    let most = Vector2(limit.maxX - limit.minX, limit.maxY - limit.minY)
    let spread = plane.steepest(in: limit) * size + 2
    let reach = spread.sum().isFinite ? spread.clamped(lowerBound: Vector2(2, 2), upperBound: most) : most
    let m = plane.toDevice
    let c = m.applyHomogeneous(center.x, center.y)
    // The columns are the way from a point of the plane, counted from the centre, to the device.
    self.init(
      shape: .pixellate, reach: reach.rounded(.up), isSmooth: true, limit: limit,
      squares: plane.isAffine ? nil : PlaneSquares(plane: plane, size: size, corner: Vector2(center.x, center.y)),
      matrix: DeviceMatrix(plane.fromDevice, from: Vector2(center.x, center.y)),
      rect: SIMD4(Float(m.xx), Float(m.yx), Float(m.wx), Float(limit.maxY)),
      sampling: SIMD4(Float(size), Float(limit.minX), Float(limit.minY), Float(limit.maxX)),
      cell: SIMD4(Float(m.xy), Float(m.yy), Float(m.wy), 0), tint: SIMD4(Float(c.x), Float(c.y), Float(c.z), 0))
  }
}

extension Plane {
  /// The derivative of the map to the device at the middle of a rectangle, device pixels per point along x and along y; nil
  /// when that middle is behind the eye.
  func derivative(at bounds: CGRect) -> (x: Vector2, y: Vector2)? {
    let m = toDevice
    let (x, y) = (Double(bounds.midX), Double(bounds.midY))
    let w = m.wx * x + m.wy * y + m.w0
    guard w > 0 else { return nil }
    let place = Vector2(m.xx * x + m.xy * y + m.x0, m.yx * x + m.yy * y + m.y0) / w
    // The derivative of a quotient: ∂P/∂x = (row · ex − P · wx) / w.
    return ((Vector2(m.xx, m.yx) - place * m.wx) / w, (Vector2(m.xy, m.yy) - place * m.wy) / w)
  }
}

extension Plane {
  /// The device pixels along x and y, at most, between two points of a box of the device that are a point of the plane apart
  /// along both of its axes.
  fileprivate func steepest(in box: DeviceBox) -> Vector2 {
    let (m, g) = (toDevice, fromDevice)
    // The derivative is (row − P · w's row) / w, of which both factors are linear on the device: each is largest at a corner. A
    // line of the plane is one on the device, so it stays in the box.
    var (x, y, inverseW) = (Vector2(0, 0), Vector2(0, 0), 0.0)
    for number in 0..<4 {
      let corner = box.corner(number)
      x = pointwiseMax(x, Vector2(abs(m.xx - corner.x * m.wx), abs(m.xy - corner.x * m.wy)))
      y = pointwiseMax(y, Vector2(abs(m.yx - corner.y * m.wx), abs(m.yy - corner.y * m.wy)))
      inverseW = max(inverseW, g.wx * corner.x + g.wy * corner.y + g.w0)
    }
    return Vector2(x.sum(), y.sum()) * inverseW
  }
}

extension Vector2 {
  func rounded(_ rule: FloatingPointRoundingRule) -> Vector2 {
    Vector2(x.rounded(rule), y.rounded(rule))
  }
}

extension DeviceBox {
  func scaled(by factor: Vector2) -> DeviceBox {
    DeviceBox(minX: minX * factor.x, minY: minY * factor.y, maxX: maxX * factor.x, maxY: maxY * factor.y)
  }
}

extension Filter {
  /// Whether it shows differences several times as large.
  fileprivate var magnifies: Bool {
    let most = 2.0
    switch self {
    case .colorMatrix(let matrix):
      return [matrix.red, matrix.green, matrix.blue, matrix.alpha].contains { row in
        max(abs(row.x), abs(row.y), abs(row.z), abs(row.w)) > most
      }
    case .exposure(let factor): return factor > most
    default: return false
    }
  }
}
