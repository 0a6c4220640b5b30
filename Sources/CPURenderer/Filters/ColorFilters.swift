import MultiplaneCPixels
import MultiplaneFlattening

extension CPColorFilter {
  /// A filter of each pixel by itself; nil for one that reads others.
  init?(_ step: FilterStep, _ planes: PlaneTable) {
    func number(_ x: Double) -> Float { Float(Swift.min(Swift.max(x, -1e30), 1e30)) }
    func row(_ x: SIMD4<Double>) -> (Float, Float, Float, Float) {
      (number(x.x), number(x.y), number(x.z), number(x.w))
    }
    self.init()
    switch step {
    case .colorMatrix(let matrix):
      kind = Int32(CP_COLOR_MATRIX)
      rows = (row(matrix.red), row(matrix.green), row(matrix.blue), row(matrix.alpha))
      bias = row(matrix.bias)
    case .exposure(let factor):
      kind = Int32(CP_EXPOSURE)
      self.number = number(factor)
    case .gamma(let power):
      kind = Int32(CP_GAMMA)
      self.number = number(power)
    case .vignette(let step):
      kind = Int32(CP_VIGNETTE)
      map = planes.fromDevice(step.plane)
      (intensity, scale) = (step.intensity, step.scale)
      (middle_x, middle_y) = step.middle
    default: return nil
    }
  }
}
