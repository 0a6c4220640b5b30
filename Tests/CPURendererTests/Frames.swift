import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

@testable import MultiplaneFlattening

/// A frame's bytes, red, green, blue and alpha.
struct Frame: Equatable {
  var width, height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, filledWith byte: UInt8 = 0) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: byte, count: width * height * 4)
  }

  /// A list's whole canvas.
  init(
    _ list: DisplayList, threads: Int = 1, kernels: CPURenderer.KernelLevel? = nil,
    by renderer: CPURenderer? = nil
  ) throws {
    let canvas = list.passes.first?.box ?? .empty
    self.init(width: canvas.width, height: canvas.height)
    try draw(list, by: renderer ?? CPURenderer(threads: threads, kernels: kernels))
  }

  @discardableResult
  mutating func draw(
    _ list: DisplayList, by renderer: CPURenderer, damage: PixelBox? = nil, order: PixelTarget.Order = .rgba
  ) throws -> CPUFrameStatistics {
    let (width, height) = (width, height)
    return try bytes.withUnsafeMutableBytes { memory in
      let target = PixelTarget(memory: memory, width: width, height: height, bytesPerRow: width * 4, order: order)
      return try renderer.render(list, into: target, damage: damage)
    }
  }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }

  /// The greatest difference of two bytes, and where.
  func difference(from other: Frame) -> (most: Int, x: Int, y: Int) {
    var result = (most: 0, x: 0, y: 0)
    for index in bytes.indices {
      let difference = abs(Int(bytes[index]) - Int(other.bytes[index]))
      if difference > result.most { result = (difference, index / 4 % width, index / 4 / width) }
    }
    return result
  }
}

/// A list made by hand.
struct ListBuilder {
  var list = DisplayList()

  init(width: Int32, height: Int32, background: PremultipliedColor = .clear) {
    let canvas = PixelBox(minX: 0, minY: 0, maxX: width, maxY: height)
    list.passes = [RenderPass(first: 0, end: 0, box: canvas, background: background, isLocal: false)]
    list.planes = [Plane(scale: 1)].compactMap(\.self)
  }

  var canvas: PixelBox { list.passes[0].box }

  /// A plane placed on the canvas; the canvas's own where nothing can be seen of it.
  mutating func plane(_ matrix: CATransform3D) -> Int32 {
    guard let plane = list.planes[0].plane(placedBy: PlaneMap(matrix)) else { return 0 }
    list.planes.append(plane)
    return Int32(list.planes.count - 1)
  }

  mutating func clip(_ shape: BoxShape, plane: Int32 = 0, outer: Int32 = -1) -> Int32 {
    list.clips.append(Clip(region: .shape(shape, plane: plane), outer: outer))
    return Int32(list.clips.count - 1)
  }

  mutating func add(
    _ kind: Primitive.Kind, _ payload: Int, plane: Int32 = 0, clip: Int32 = -1, opacity: Float = 1,
    box: PixelBox? = nil
  ) {
    list.primitives.append(
      Primitive(kind: kind, payload: Int32(payload), plane: plane, clip: clip, opacity: opacity, box: box ?? canvas))
    list.passes[0].end = list.primitives.count
  }

  mutating func add(
    _ shape: BoxShape, _ color: PremultipliedColor, plane: Int32 = 0, clip: Int32 = -1, opacity: Float = 1
  ) {
    list.boxes.append(Box(shape: shape, color: color))
    add(.box, list.boxes.count - 1, plane: plane, clip: clip, opacity: opacity)
  }

  /// What `body` adds, in a pass of its own; returns its index.
  mutating func pass(_ body: (inout ListBuilder) -> Void) -> Int32 {
    let index = list.passes.count
    add(.pass, index)
    list.passes.append(
      RenderPass(first: list.primitives.count, end: 0, box: canvas, background: .clear, isLocal: true))
    body(&self)
    list.passes[index].end = list.primitives.count
    return Int32(index)
  }
}

extension BoxShape {
  init(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double, radius: Double = 0, smoothing: Double = 0) {
    var radii = CornerRadii(minXMinY: radius, maxXMinY: radius, minXMaxY: radius, maxXMaxY: radius)
    radii.smoothing = smoothing
    self.init(minX: minX, minY: minY, maxX: maxX, maxY: maxY, radii: radii, hardEdges: [])
  }
}

extension PremultipliedColor {
  static let red = PremultipliedColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let green = PremultipliedColor(red: 0, green: 1, blue: 0, alpha: 1)
  static let halfBlue = PremultipliedColor(red: 0, green: 0, blue: 0.5, alpha: 0.5)
}
