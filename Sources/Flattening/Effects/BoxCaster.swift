import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// The shadow of what a pass drew, where that is one rounded rectangle along the device's axes: a
  /// background, an opaque border around one, and what lies over pixels that are opaque already.
  /// Nil elsewhere.
  ///
  /// - Parameters:
  ///   - pass: what casts, in the list.
  ///   - kernel: what blurs it.
  ///   - place: that of the caster.
  func boxShadow(of pass: Int, _ kernel: GaussianStep, _ color: PremultipliedColor, in place: Place) -> BoxShadow? {
    let values = list.passes[pass]
    guard kernel.slope == 0, min(kernel.across, kernel.down) >= BoxShadow.leastVariance, values.filters.count == 1,
      let first = list.soleShape(values.first), first.primitive.kind == .box
    else { return nil }
    var rest: [Int] = []
    list.forEachPrimitive(of: pass) { if $0 != values.first { rest.append($0) } }
    let plane = list.planes[Int(first.primitive.plane)]
    let color = color.times(min(max(first.alpha, 0), 1))
    guard var shadow = BoxShadow(of: first.shape, on: plane, kernel, color) else { return nil }
    guard rest.isEmpty || first.alpha >= 1 else { return nil }
    let border = rest.firstIndex { list.primitives[$0].kind == .border }
    if let border, let outer = list.soleShape(rest[border]), outer.alpha >= 1,
      outer.primitive.plane == first.primitive.plane
    {
      let inner = list.borders[Int(outer.primitive.payload)].inner
      guard let bordered = shadow.bordered(by: outer.shape, inner, on: plane) else { return nil }
      shadow = bordered
      rest.remove(at: border)
    }
    // Parts beyond the reach of filters are left out of a pass, but not out of a rectangle.
    let limit = DisplayList.limit(around: place.canvas)
    guard shadow.minX >= Double(limit.minX), shadow.maxX <= Double(limit.maxX), shadow.minY >= Double(limit.minY),
      shadow.maxY <= Double(limit.maxY), hasSmallTables(shadow), rest.allSatisfy({ shadow.hides(list.primitives[$0]) })
    else { return nil }
    return shadow
  }

  /// Whether each table takes less than drawing and blurring would.
  private func hasSmallTables(_ shadow: BoxShadow) -> Bool {
    // Larger radii take more.
    let table = BoxShadow.TableKey(
      across: shadow.kernel.across, down: shadow.kernel.down, radius: shadow.radii.max())
    let (numbers, sums) = table.work
    return numbers <= Self.mostNumbers && sums <= Self.mostSums
  }

  /// Numbers of a table at most: 1 MiB.
  private static let mostNumbers = 1 << 18
  private static let mostSums = 16e6
}

extension DisplayList {
  /// A box or a border without clips and opacity: its outline, and its colour's alpha.
  fileprivate func soleShape(_ index: Int) -> (primitive: Primitive, shape: BoxShape, alpha: Double)? {
    let primitive = primitives[index]
    guard primitive.clip < 0, primitive.opacity == 1 else { return nil }
    switch primitive.kind {
    case .box:
      let box = boxes[Int(primitive.payload)]
      return (primitive, box.shape, box.color.alpha)
    case .border:
      let border = borders[Int(primitive.payload)]
      return (primitive, border.outer, border.color.alpha)
    default: return nil
    }
  }
}

extension BoxShadow {
  /// Nil for a shape that is not along the axes, has other corners than circles, or edges that do
  /// not end softly.
  fileprivate init?(of shape: BoxShape, on plane: Plane, _ kernel: GaussianStep, _ color: PremultipliedColor) {
    let m = plane.toDevice
    guard m.isAffine, m.xy == 0, m.yx == 0, abs(m.xx) == abs(m.yy), shape.hardEdges.isEmpty, shape.openEdges.isEmpty,
      shape.radii.smoothing == 0 || shape.radii.isSquare
    else { return nil }
    let (x0, x1) = (m.xx * shape.minX + m.x0, m.xx * shape.maxX + m.x0)
    let (y0, y1) = (m.yy * shape.minY + m.y0, m.yy * shape.maxY + m.y0)
    let own = shape.radii
    var radii = SIMD4(own.minXMinY, own.maxXMinY, own.minXMaxY, own.maxXMaxY) * abs(m.xx)
    if m.xx < 0 { radii = SIMD4(radii.y, radii.x, radii.w, radii.z) }
    if m.yy < 0 { radii = SIMD4(radii.z, radii.w, radii.x, radii.y) }
    self.init(
      minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1), radii: radii,
      kernel: kernel, color: color)
  }

  /// Times a variance: what an edge may be moved by so that the shadow of a corner is right to
  /// 1/1024.
  private static let mostCorner = 4 * Double.pi / 1024

  /// Squared pixels. Along an arc the edge pixels' phases change, so that it is moved by a mean;
  /// where less is blurred that shows.
  private static let leastRoundVariance = 25.0

  /// The shadow of the shape within an opaque border; nil where something shows between both.
  ///
  /// Where an edge pixel of the border holds some of the shape too, source-over leaves a little
  /// more alpha than the border's outline covers: the edge lies as much farther out.
  ///
  /// - Parameter inner: where the border ends; nil for one that fills its outline.
  fileprivate func bordered(by outer: BoxShape, _ inner: BoxShape?, on plane: Plane) -> BoxShadow? {
    guard var whole = BoxShadow(of: outer, on: plane, kernel, color) else { return nil }
    guard whole.radii == .zero || min(kernel.across, kernel.down) >= Self.leastRoundVariance else { return nil }
    let inside = inner.flatMap { BoxShadow(of: $0, on: plane, kernel, color) }
    guard (inner == nil) == (inside == nil) else { return nil }
    func moved(_ edge: Double, own: Double, end: Double?) -> Double? {
      let (start, border) = (own - edge, end.map { $0 - edge } ?? .infinity)
      guard start >= 0, start < border else { return nil }
      let fraction = edge - edge.rounded(.down)
      /// The share of pixel i that is farther than the given number of pixels from the edge.
      func beyond(_ distance: Double, _ pixel: Double) -> Double { min(max(pixel + 1 - fraction - distance, 0), 1) }
      var more = 0.0
      for pixel in 0..<Int(min(start + 2, 64)) {
        let line = beyond(0, Double(pixel)) - beyond(border, Double(pixel))
        more += line + beyond(start, Double(pixel)) * (1 - line) - beyond(0, Double(pixel))
      }
      // At a corner, where both edges count as moved, what is left is half a pixel of it.
      guard more < (kernel.across * kernel.down).squareRoot() * Self.mostCorner else { return nil }
      return edge - more
    }
    guard let left = moved(whole.minX, own: minX, end: inside?.minX),
      let top = moved(whole.minY, own: minY, end: inside?.minY),
      let right = moved(-whole.maxX, own: -maxX, end: inside.map { -$0.maxX }),
      let bottom = moved(-whole.maxY, own: -maxY, end: inside.map { -$0.maxY })
    else { return nil }
    (whole.minX, whole.minY, whole.maxX, whole.maxY) = (left, top, -right, -bottom)
    return whole
  }

  /// Whether a primitive changes nothing of an opaque rectangle's alpha: it lies where that is 1.
  fileprivate func hides(_ primitive: Primitive) -> Bool {
    // Of a circle's corner 1 − √½ of the radius lies outside along the diagonal.
    let inset = radii.max() * 0.293 + 1
    let box = primitive.box
    return primitive.blend == .normal && primitive.kind != .backdrop && Double(box.minX) >= minX + inset
      && Double(box.maxX) <= maxX - inset && Double(box.minY) >= minY + inset && Double(box.maxY) <= maxY - inset
  }

  /// Around the middles of the device pixels that it may touch.
  var pixels: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    // Less than what a pixel's middle must be away from to be untouched.
    let reach = 0.5 - 1.0 / 4096
    let (x, y) = (Double(kernel.reachAcross) + reach, Double(kernel.reachDown) + reach)
    return (minX - x, minY - y, maxX + x, maxY + y)
  }
}

extension PremultipliedColor {
  fileprivate func times(_ factor: Double) -> PremultipliedColor {
    PremultipliedColor(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor)
  }
}
