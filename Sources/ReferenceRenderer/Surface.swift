import Foundation
import Graphics

/// Device pixels in premultiplied real numbers, to be painted on (rendering rules §2).
final class Surface {
  /// All pixels, counted from the top left of the frame; empty when there is no memory for them.
  let box: PixelBox
  /// What has been painted; all other pixels are transparent.
  private(set) var painted = PixelBox.empty
  /// Red, green, blue and alpha, four a pixel, row after row, the top row first.
  private let memory: UnsafeMutablePointer<Double>?

  /// A transparent surface. `calloc` hands out zeroed pages as they are touched, so that an unused row costs nothing.
  init(_ box: PixelBox) {
    memory = calloc(box.pixelCount * 4, MemoryLayout<Double>.stride)?
      .bindMemory(to: Double.self, capacity: box.pixelCount * 4)
    self.box = memory == nil ? .empty : box
  }

  deinit { free(memory) }

  /// The four numbers of every pixel.
  var numbers: [Double] {
    guard let memory else { return [] }
    return Array(UnsafeBufferPointer(start: memory, count: box.pixelCount * 4))
  }

  /// Where the four numbers of a pixel of the box lie.
  @inline(__always)
  private func offset(_ x: Int, _ y: Int) -> Int { ((y - box.minY) * (box.maxX - box.minX) + x - box.minX) * 4 }

  /// Gives every pixel one colour.
  func fill(_ color: PremultipliedColor) {
    guard let memory else { return }
    painted = box
    var index = 0
    while index < box.pixelCount * 4 {
      memory[index] = color.red
      memory[index + 1] = color.green
      memory[index + 2] = color.blue
      memory[index + 3] = color.alpha
      index += 4
    }
  }

  /// Makes what was painted transparent again.
  func clear() {
    guard let memory, !painted.isEmpty else { return }
    for y in painted.minY..<painted.maxY {
      (memory + offset(painted.minX, y)).update(repeating: 0, count: (painted.maxX - painted.minX) * 4)
    }
    painted = .empty
  }

  /// A surface of what was painted only.
  func copyOfPainted() -> Surface {
    let copy = Surface(painted)
    guard let memory, let target = copy.memory else { return copy }
    for y in painted.minY..<painted.maxY {
      (target + copy.offset(painted.minX, y)).update(
        from: memory + offset(painted.minX, y), count: (painted.maxX - painted.minX) * 4)
    }
    copy.painted = painted
    return copy
  }

  /// Multiplies every pixel by the alpha of the same pixel of another surface, 0 where that has none (§16).
  func multiply(byAlphaOf mask: Surface) {
    guard let memory else { return }
    for y in painted.minY..<painted.maxY {
      for x in painted.minX..<painted.maxX {
        let alpha = mask.color(Double(x) + 0.5, Double(y) + 0.5).alpha
        let pixel = memory + offset(x, y)
        for channel in 0..<4 { pixel[channel] *= alpha }
      }
    }
  }

  /// The colour of the pixel whose centre is (x, y); clear outside of what was painted.
  @inline(__always)
  func color(_ x: Double, _ y: Double) -> PremultipliedColor {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    guard let memory, painted.contains(column, row) else { return .clear }
    let index = offset(column, row)
    return PremultipliedColor(
      red: memory[index], green: memory[index + 1], blue: memory[index + 2], alpha: memory[index + 3])
  }

  /// Paints a primitive inside its clips, on pixels of `box` only.
  func paint<Painted: Primitive>(_ primitive: Painted, clips: ClipChain, in box: PixelBox) {
    let area = primitive.box(within: box.intersection(self.box))
    guard let memory, !area.isEmpty else { return }
    let clips = clips.relevant(in: area)
    painted = painted.union(area)
    var y = area.minY
    while y < area.maxY {
      let centerY = Double(y) + 0.5
      var pixel = memory + offset(area.minX, y)
      var x = area.minX
      while x < area.maxX {
        let centerX = Double(x) + 0.5
        if primitive.isSeen(centerX, centerY) {
          var coverage = primitive.coverage(centerX, centerY)
          if coverage > 0 { coverage *= clips.coverage(centerX, centerY) }
          if coverage > 0 { Surface.blend(primitive.color(centerX, centerY), coverage, over: pixel) }
        }
        pixel += 4
        x += 1
      }
      y += 1
    }
  }

  /// R = S + D·(1 − Sα), where S is the colour times the coverage (§2).
  @inline(__always)
  private static func blend(
    _ color: PremultipliedColor, _ coverage: Double, over pixel: UnsafeMutablePointer<Double>
  ) {
    let rest = 1 - color.alpha * coverage
    pixel[0] = color.red * coverage + pixel[0] * rest
    pixel[1] = color.green * coverage + pixel[1] * rest
    pixel[2] = color.blue * coverage + pixel[2] * rest
    pixel[3] = color.alpha * coverage + pixel[3] * rest
  }
}

/// Transparent surfaces, those of the frame's size used again within one picture.
final class SurfacePool {
  private let frame: PixelBox
  private var idle: [Surface] = []

  /// - Parameter frame: the pixels of the picture.
  init(frame: PixelBox) {
    self.frame = frame
  }

  /// A surface that is transparent everywhere.
  func take(_ box: PixelBox) -> Surface {
    guard box == frame, let surface = idle.popLast() else { return Surface(box) }
    return surface
  }

  /// Takes a surface back; other sizes than the frame's, as shadows need (§15), seldom come twice.
  func giveBack(_ surface: Surface) {
    guard surface.box == frame else { return }
    surface.clear()
    idle.append(surface)
  }
}
