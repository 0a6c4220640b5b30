import Foundation
import Graphics

/// Device pixels in premultiplied real numbers, to be painted on (rendering rules §2).
final class Surface {
  let width: Int
  let height: Int
  /// What has been painted; all other pixels are transparent.
  private(set) var painted = PixelBox.empty
  /// Red, green, blue and alpha, four a pixel, row after row, the top row first.
  private let memory: UnsafeMutablePointer<Double>?

  /// A transparent surface. `calloc` hands out zeroed pages as they are touched, so that an unused row costs nothing.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    memory = calloc(width * height * 4, MemoryLayout<Double>.stride)?
      .bindMemory(to: Double.self, capacity: width * height * 4)
  }

  deinit { free(memory) }

  /// All pixels; empty when there is no memory for them.
  var box: PixelBox { memory == nil ? .empty : PixelBox(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The four numbers of every pixel.
  var numbers: [Double] {
    guard let memory else { return [] }
    return Array(UnsafeBufferPointer(start: memory, count: width * height * 4))
  }

  /// Gives every pixel one colour.
  func fill(_ color: PremultipliedColor) {
    guard let memory else { return }
    painted = box
    var index = 0
    while index < width * height * 4 {
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
      (memory + (y * width + painted.minX) * 4).update(repeating: 0, count: (painted.maxX - painted.minX) * 4)
    }
    painted = .empty
  }

  /// The colour of the pixel whose centre is (x, y).
  @inline(__always)
  func color(_ x: Double, _ y: Double) -> PremultipliedColor {
    guard let memory else { return .clear }
    let index = (Int(y) * width + Int(x)) * 4
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
      var pixel = memory + (y * width + area.minX) * 4
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

/// Transparent surfaces of one size, used again within one picture.
final class SurfacePool {
  private let width: Int
  private let height: Int
  private var idle: [Surface] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// A surface that is transparent everywhere.
  func take() -> Surface { idle.popLast() ?? Surface(width: width, height: height) }

  /// Takes a surface back.
  func giveBack(_ surface: Surface) {
    surface.clear()
    idle.append(surface)
  }
}
