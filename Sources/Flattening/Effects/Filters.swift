import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// Adds the filters of a layer, or of its backdrop, where the layer lies on the device (rendering
  /// rules §19).
  ///
  /// - Parameter place: inside the layer.
  /// - Returns: where they stand in the list, none for filters that change nothing; nil when the
  ///   middle of the bounds lies behind the camera.
  mutating func addFilters(_ filters: [Filter], of node: RenderNode, in place: Place) -> Range<Int32>? {
    guard let derivative = derivative(of: node, in: place) else { return nil }
    let first = Int32(list.filters.count)
    for filter in filters {
      switch filter {
      case .gaussianBlur(let radius):
        let step = GaussianStep(radius: radius, derivative)
        if step.blurs { list.filters.append(.gaussian(step)) }
      case .boxBlur(let radius):
        // One mean along each direction of the plane.
        for (x, y) in [(derivative.xByX, derivative.yByX), (derivative.xByY, derivative.yByY)] {
          if let step = MeanStep(x: x * radius, y: y * radius) { list.filters.append(.mean(step)) }
        }
      case .bloom(let radius, let intensity):
        list.filters.append(
          .bloom(BloomStep(blur: GaussianStep(radius: radius, derivative), intensity: intensity)))
      case .color(let filter):
        let (width, height) = (Double(node.bounds.width), Double(node.bounds.height))
        let scale = min(2 / (width * width + height * height).squareRoot(), ColorStep.mostScale)
        list.filters.append(
          .color(ColorStep(filter: filter, plane: place.plane, middle: middle(of: node, in: place), scale: scale)))
      case .pixellate(let scale, let center):
        list.filters.append(
          .pixellate(
            PixellateStep(
              plane: place.plane, scale: scale,
              center: (Double(center.x) + place.offset.x, Double(center.y) + place.offset.y),
              limit: place.canvas.grown(byX: PixellateStep.mostBeyondCanvas, y: PixellateStep.mostBeyondCanvas))))
      }
    }
    return first..<Int32(list.filters.count)
  }

  /// How device points move with points of a layer's plane, at the middle of its bounds; nil where
  /// that lies behind the camera.
  func derivative(of node: RenderNode, in place: Place) -> PlaneDerivative? {
    PlaneDerivative(of: list.planes[Int(place.plane)], at: middle(of: node, in: place))
  }

  private func middle(of node: RenderNode, in place: Place) -> (x: Double, y: Double) {
    let bounds = node.bounds
    return (Double(bounds.midX) + place.offset.x, Double(bounds.midY) + place.offset.y)
  }

  /// A layer without its shadow and its mask, after its filters; nil when nothing is drawn.
  ///
  /// - Parameters:
  ///   - filters: those of the layer, in the list.
  ///   - place: inside the layer. Of the picture, `place.box` is needed.
  mutating func addFiltered(
    _ node: RenderNode, through filters: Range<Int32>, in place: Place, keepsEmpty: Bool = false
  ) -> Picture? {
    let source = list.input(of: filters, for: place.box, canvas: place.canvas)
    var own = self.own(place, neededBox(source, of: node, in: place))
    own.isWhole = place.isWhole || !list.isLocal(filters)
    return addPass(in: own, through: filters, wanted: place.box, keepsEmpty: keepsEmpty) { flattener in
      flattener.addParts(of: node, in: own)
    }
  }
}

extension GaussianStep {
  /// The blur of a radius in points where a plane lies so on the device (rendering rules §15).
  ///
  /// With the covariance (a b; b c) it is a variance of a − b²/c along x, and one of c in steps of
  /// a row, each of which goes b/c along x. A blur that would reach farther than 1024 pixels
  /// shrinks as a whole.
  init(radius: Double, _ j: PlaneDerivative) {
    // Made small enough before it is squared, so that no radius leaves the range of numbers.
    let radius = min(radius, Self.mostRadius(pixelsPerPoint: j.mostPixelsPerPoint))
    let (xByX, xByY, yByX, yByY) = (j.xByX * radius, j.xByY * radius, j.yByX * radius, j.yByY * radius)
    let (a, b, c) = (xByX * xByX + xByY * xByY, xByX * yByX + xByY * yByY, yByX * yByX + yByY * yByY)
    let isPlane = c > 0 && (b / c).isFinite
    slope = isPlane ? b / c : 0
    across = max(0, isPlane ? a - b * b / c : a)
    down = c
  }

  /// Whether it reaches any other pixel.
  package var blurs: Bool { reachAcross > 0 || reachDown > 0 }
}

extension MeanStep {
  private static let least = 1.0 / 64
  private static let most = 1024.0

  /// The mean along the line from −d to d, in device pixels; nil where it is too short to matter
  /// (rendering rules §19).
  init?(x: Double, y: Double) {
    let length = max(abs(x), abs(y))
    guard length >= Self.least, length.isFinite else { return nil }
    (self.x, self.y) = (x / length, y / length)
    reach = min(length, Self.most)
  }
}

extension PixellateStep {
  /// How many pixels beyond the canvas a square takes its colour from at most.
  fileprivate static let mostBeyondCanvas: Int32 = 1024
}
