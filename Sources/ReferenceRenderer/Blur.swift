import Foundation
import MultiplaneGraphics

/// `CIGaussianBlur`: the blur of shadows on all four components (rendering rules §19).
struct GaussianBlur: SurfaceFilter {
  let kernel: GaussianKernel

  func reached(from box: PixelBox) -> PixelBox { kernel.reached(from: box) }

  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    Surface(painted: kernel.blurred(picture.paintedPlane(), in: box))
  }
}

/// `CIBoxBlur`: two means, one along each direction of the plane (rendering rules §19).
struct BoxBlur: SurfaceFilter {
  private let passes: [LineMean]

  /// - Parameter radius: half a side of the square, in points.
  init(radius: Double, _ j: PlaneDerivative) {
    passes = [
      LineMean(dx: j.xByX * radius, dy: j.yByX * radius), LineMean(dx: j.xByY * radius, dy: j.yByY * radius),
    ].compactMap { $0 }
  }

  func reached(from box: PixelBox) -> PixelBox { passes.reduce(box) { $1.reached(from: $0) } }

  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    var plane = picture.paintedPlane()
    for (index, pass) in passes.enumerated() {
      plane = pass.applied(to: plane, in: passes[(index + 1)...].reduce(box) { $1.reached(from: $0) })
    }
    return Surface(painted: plane)
  }
}

/// The mean along a line through each pixel.
private struct LineMean {
  /// From one sample to the next, in pixels: 1 along the direction that the line is nearer to.
  private let stepX, stepY: Double
  /// The weights by number from the middle; normalised.
  private let weights: [Double]

  private static let least = 1.0 / 64
  private static let most = 1024.0

  /// The line from −d to d, in device pixels; nil where it is too short to matter.
  init?(dx: Double, dy: Double) {
    let length = max(abs(dx), abs(dy))
    guard length >= LineMean.least, length.isFinite else { return nil }
    (stepX, stepY) = (dx / length, dy / length)
    let reach = min(length, LineMean.most)
    let weights = (0...Int(reach.rounded(.up))).map { limited(reach + 0.5 - Double($0), 0, 1) }
    let total = weights.reduce(0) { $0 + 2 * $1 } - weights[0]
    self.weights = weights.map { $0 / total }
  }

  private var reach: Int { weights.count - 1 }

  func reached(from box: PixelBox) -> PixelBox {
    box.grown(
      byX: Int((abs(stepX) * Double(reach)).rounded(.up)), y: Int((abs(stepY) * Double(reach)).rounded(.up)))
  }

  func applied(to source: NumberPlane, in box: PixelBox) -> NumberPlane {
    let target = NumberPlane(reached(from: source.box).intersection(box), channels: source.channels)
    for y in target.box.minY..<target.box.maxY {
      for step in -reach...reach {
        let weight = weights[abs(step)]
        let down = Double(step) * stepY
        let whole = down.rounded(.down)
        // Linear between rows; along x it is between columns.
        for (row, share) in [(y + Int(whole), 1 - (down - whole)), (y + Int(whole) + 1, down - whole)]
        where share > 0 && source.box.minY <= row && row < source.box.maxY {
          target.addRow(y, weight: weight * share, of: source, row: row, aside: Double(step) * stepX)
        }
      }
    }
    return target
  }
}

extension Surface {
  /// The numbers of what was painted only.
  fileprivate func paintedPlane() -> NumberPlane { painted == box ? plane : copyOfPainted().plane }
}
