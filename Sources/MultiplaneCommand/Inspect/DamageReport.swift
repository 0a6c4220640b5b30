import MultiplaneFlattening
import MultiplaneSceneFile

/// Damage for people, the canvas's share, the rectangles and the layers that caused them, and for
/// machines.
struct DamageReport {
  let damage: Damage
  let titles: LayerTitles

  private var boxes: [PixelBox] {
    damage.region.boxes.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }

  var lines: [String] {
    let region = damage.region
    let canvas = region.canvas.pixelCount
    let share = Double(region.pixelCount) / Double(max(canvas, 1)) * 100
    let percent = region.isEmpty || share >= 0.1 ? "\((share * 10).rounded() / 10) %" : "less than 0.1 %"
    return ["damage: \(region.pixelCount) of \(canvas) pixels, \(percent)"]
      + boxes.map { "  \(Self.text($0))" }
      + (damage.causes.isEmpty ? [] : ["causes:"])
      + damage.causes.map { cause in
        "  \(titles.title(cause.layer)): \(cause.reason.rawValue), \(Self.text(cause.pixels))"
      }
  }

  var json: [JSONValue.Member] {
    [
      .init(key: "pixels", value: .of(damage.region.pixelCount)),
      .init(key: "canvas", value: .of(damage.region.canvas)),
      .init(key: "rectangles", value: .array(boxes.map { .of($0) })),
      .init(
        key: "causes",
        value: .array(
          damage.causes.map { cause in
            .object(
              titles.members(cause.layer)
                + .members(["reason": .string(cause.reason.rawValue), "rectangle": .of(cause.pixels)]))
          })),
    ]
  }

  private static func text(_ box: PixelBox) -> String { "\(box.width)x\(box.height) at \(box.minX),\(box.minY)" }
}

extension JSONValue {
  /// x, y, width and height in pixels.
  static func of(_ box: PixelBox) -> JSONValue {
    .of([Double(box.minX), Double(box.minY), Double(box.width), Double(box.height)])
  }
}
