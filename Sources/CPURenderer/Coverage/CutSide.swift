import MultiplaneCPixels
import MultiplaneFlattening

/// One side of a straight line on the device, as the kernels cut along it: both sides of one line
/// share no pixel and leave none out.
struct CutSide {
  let line: CPLine
  let isInverse: Bool

  init(_ side: HalfPlane) {
    isInverse = !side.isForward
    let forward = isInverse ? side.opposite : side
    line = CPLine(a: forward.a, b: forward.b, c: forward.c)
  }

  enum Share {
    case all, none, some
  }

  /// The share of a box's pixels on this side; `some` if uncertain.
  func share(of box: PixelBox) -> Share {
    let (left, right) = (Double(box.minX) + 0.5, Double(box.maxX) - 0.5)
    let (top, bottom) = (Double(box.minY) + 0.5, Double(box.maxY) - 0.5)
    let low = line.a * (line.a < 0 ? right : left) + line.b * (line.b < 0 ? bottom : top) + line.c
    let high = line.a * (line.a < 0 ? left : right) + line.b * (line.b < 0 ? top : bottom) + line.c
    // Pixels within rounding of the line are left to the kernels.
    let size = max(abs(left), abs(right)) * abs(line.a) + max(abs(top), abs(bottom)) * abs(line.b) + abs(line.c)
    let room = size * 1e-12
    if low > room { return isInverse ? .none : .all }
    if high < -room { return isInverse ? .all : .none }
    return .some
  }
}
