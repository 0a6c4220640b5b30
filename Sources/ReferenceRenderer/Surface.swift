import Foundation
import MultiplaneGraphics

/// Device pixels in premultiplied real numbers, to be painted on (rendering rules §2).
final class Surface {
  /// Red, green, blue and alpha.
  let plane: NumberPlane
  /// The painted box; all other pixels are transparent.
  private(set) var painted = PixelBox.empty
  /// Whether it is the canvas, which holds nothing beyond 0…1 (§2).
  private let isCanvas: Bool

  /// All pixels, counted from the top left of the frame; empty when there is no memory for them.
  var box: PixelBox { plane.box }

  /// A transparent surface.
  init(_ box: PixelBox, isCanvas: Bool = false) {
    plane = NumberPlane(box, channels: 4, isSparse: true)
    self.isCanvas = isCanvas
  }

  /// A surface of colours that are there already.
  init(painted plane: NumberPlane) {
    self.plane = plane
    painted = plane.box
    isCanvas = false
  }

  /// The four numbers of every pixel.
  var numbers: [Double] { plane.numbers }

  /// The same as bytes.
  func bytes() -> [UInt8] { plane.withNumbers { $0.roundedBytes() } }

  /// Gives every pixel one colour.
  func fill(_ color: PremultipliedColor) {
    update(in: box) { _, _, _ in color }
  }

  /// Makes what was painted transparent again.
  func clear() {
    for y in painted.minY..<painted.maxY {
      plane.pixel(painted.minX, y).update(repeating: 0, count: (painted.maxX - painted.minX) * 4)
    }
    painted = .empty
  }

  /// A surface of what was painted only.
  func copyOfPainted() -> Surface {
    let copy = Surface(painted)
    copy.update(in: painted) { x, y, _ in self.color(x, y) }
    return copy
  }

  /// The alpha of what was painted.
  func alpha() -> NumberPlane {
    let alpha = NumberPlane(painted, channels: 1)
    for y in alpha.box.minY..<alpha.box.maxY {
      for x in alpha.box.minX..<alpha.box.maxX { alpha.pixel(x, y)[0] = plane.pixel(x, y)[3] }
    }
    return alpha
  }

  /// Multiplies every pixel by the alpha of the same pixel of another surface, 0 where that has
  /// none (§16).
  func multiply(byAlphaOf mask: Surface) {
    update(in: painted) { x, y, color in color.times(mask.color(x, y).alpha) }
  }

  /// The colour of the pixel whose centre is (x, y); clear outside of what was painted.
  @inline(__always)
  func color(_ x: Double, _ y: Double) -> PremultipliedColor {
    color(column: Int(x.rounded(.down)), row: Int(y.rounded(.down)))
  }

  /// The colour of a pixel; clear outside of what was painted.
  @inline(__always)
  func color(column: Int, row: Int) -> PremultipliedColor {
    guard painted.contains(column, row) else { return .clear }
    return PremultipliedColor(plane.pixel(column, row))
  }

  /// The colour at any point, linearly between the four nearest pixels' centres; clear outside of
  /// what was painted.
  func colorBetweenPixels(_ x: Double, _ y: Double) -> PremultipliedColor {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    // Distant values, and those that are no number, are outside; converting them would trap.
    guard abs(left) < 1e15, abs(top) < 1e15 else { return .clear }
    let (column, row) = (Int(left), Int(top))
    let upper = color(column: column, row: row).mixed(with: color(column: column + 1, row: row), x - 0.5 - left)
    let lower = color(column: column, row: row + 1).mixed(with: color(column: column + 1, row: row + 1), x - 0.5 - left)
    return upper.mixed(with: lower, y - 0.5 - top)
  }

  /// Gives each pixel of an area another colour, made of its centre and of the colour that it has.
  ///
  /// - Parameter steps: what a pixel costs, as `DrawingMeter` counts.
  @inline(__always)
  func update(
    in area: PixelBox, steps: Int = 20,
    _ change: (_ x: Double, _ y: Double, PremultipliedColor) -> PremultipliedColor
  ) {
    let area = area.intersection(box)
    guard !area.isEmpty, plane.admits(touched: painted.union(area)) else { return }
    painted = painted.union(area)
    var y = area.minY
    while y < area.maxY, plane.admits(steps: (area.maxX - area.minX) * steps + 100) {
      var pixel = plane.pixel(area.minX, y)
      var x = area.minX
      while x < area.maxX {
        let changed = change(Double(x) + 0.5, Double(y) + 0.5, PremultipliedColor(pixel))
        (isCanvas ? changed.cutOff : changed).write(to: pixel)
        pixel += 4
        x += 1
      }
      y += 1
    }
  }

  /// Paints a primitive inside its clips, on pixels of `box` only: R = S + D·(1 − Sα), where S is
  /// its colour times its coverage, what the clips leave, and an opacity (§2).
  func paint<Painted: Primitive>(
    _ primitive: Painted, clips: ClipChain = ClipChain(), in box: PixelBox, opacity: Double = 1
  ) {
    let area = primitive.box(within: box.intersection(self.box))
    let clips = clips.relevant(in: area)
    update(in: area, steps: 20 + primitive.steps + 15 * clips.count) { x, y, backdrop in
      guard primitive.isSeen(x, y) else { return backdrop }
      var coverage = primitive.coverage(x, y) * opacity
      if coverage > 0 { coverage *= clips.coverage(x, y) }
      guard coverage > 0 else { return backdrop }
      let color = primitive.color(x, y).times(coverage)
      return (isCanvas ? color.cutOff : color).over(backdrop)
    }
  }
}

extension PremultipliedColor {
  /// The colour whose four numbers lie there.
  @inline(__always)
  fileprivate init(_ pixel: UnsafeMutablePointer<Double>) {
    self.init(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: pixel[3])
  }

  @inline(__always)
  fileprivate func write(to pixel: UnsafeMutablePointer<Double>) {
    pixel[0] = red
    pixel[1] = green
    pixel[2] = blue
    pixel[3] = alpha
  }

  /// Each number cut to 0…1.
  @inline(__always)
  var cutOff: PremultipliedColor {
    PremultipliedColor(
      red: limited(red, 0, 1), green: limited(green, 0, 1), blue: limited(blue, 0, 1), alpha: limited(alpha, 0, 1))
  }

  /// Each number times a factor.
  @inline(__always)
  func times(_ factor: Double) -> PremultipliedColor {
    PremultipliedColor(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor)
  }

  /// This colour over another one (§2).
  @inline(__always)
  func over(_ backdrop: PremultipliedColor) -> PremultipliedColor {
    let rest = 1 - alpha
    return PremultipliedColor(
      red: red + backdrop.red * rest, green: green + backdrop.green * rest, blue: blue + backdrop.blue * rest,
      alpha: alpha + backdrop.alpha * rest)
  }
}

/// Transparent surfaces, those of the frame's size used again within one picture.
final class SurfacePool {
  private let frame: PixelBox
  private var idle: [Surface] = []
  private let meter = DrawingMeter.current

  /// - Parameter frame: the pixels of the picture.
  init(frame: PixelBox) {
    self.frame = frame
  }

  /// Counts work for the picture before it is done; false when it is too much.
  func admits(steps: Int) -> Bool { meter?.admits(steps: steps) ?? true }

  /// A surface that is transparent everywhere.
  func take(_ box: PixelBox) -> Surface {
    guard box == frame, let surface = idle.popLast() else { return Surface(box) }
    return surface
  }

  /// Takes back what a group was drawn on.
  func giveBack(_ group: GroupPicture) {
    giveBack(group.surface)
    if let mask = group.mask { giveBack(mask) }
  }

  /// Takes a surface back; other sizes than the frame's, as shadows need (§15), seldom come twice.
  func giveBack(_ surface: Surface) {
    guard surface.box == frame else { return }
    surface.clear()
    idle.append(surface)
  }
}
