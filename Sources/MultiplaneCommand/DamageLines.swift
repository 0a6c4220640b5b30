import MultiplaneFlattening

/// Damage in lines: the canvas and its share, the rectangles, and the layers that caused them.
enum DamageLines {
  static func lines(of damage: Damage) -> [String] {
    let region = damage.region
    let canvas = region.canvas.pixelCount
    let share = Double(region.pixelCount) / Double(max(canvas, 1)) * 100
    let percent = region.isEmpty || share >= 0.1 ? "\((share * 10).rounded() / 10) %" : "less than 0.1 %"
    return ["damage: \(region.pixelCount) of \(canvas) pixels, \(percent)"]
      + region.boxes.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }.map { "  \(text($0))" }
      + (damage.causes.isEmpty ? [] : ["causes:"])
      + damage.causes.map { cause in
        "  layer \(cause.layer)\(cause.name.map { " \"\($0)\"" } ?? ""): \(cause.reason.rawValue), \(text(cause.pixels))"
      }
  }

  private static func text(_ box: PixelBox) -> String { "\(box.width)x\(box.height) at \(box.minX),\(box.minY)" }
}
