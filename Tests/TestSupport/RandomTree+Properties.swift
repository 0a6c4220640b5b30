import MultiplaneGraphics
import MultiplaneRenderTree

// Any animatable property of the table of keys, with a value of its kind: a new row is in random
// trees by itself.

extension RandomTree {
  /// The rows that animations can change, for the classes that random trees have.
  static func animatableRows(of kind: LayerKind) -> [LayerProperty] {
    LayerProperties.rows(of: kind).filter { $0.interpolation != .none }
  }

  /// Changes up to three properties out of the table.
  ///
  /// The numbers are a copy's, so that the rest of a tree does not depend on how many rows the
  /// table has.
  func addProperties(to values: inout LayerValues, of kind: LayerKind, isRoot: Bool) {
    var maker = self
    guard maker.chance(0.3) else { return }
    let rows = Self.animatableRows(of: kind).filter { !isRoot || !Self.absentFromRoots.contains($0.key) }
    for _ in 0..<maker.whole(1...3) {
      let row = maker.pick(rows)
      _ = row.set(&values, maker.value(of: row, values))
    }
  }

  /// The root is the canvas: it stays where it is, as large as it is, and is no raster.
  private static let absentFromRoots: Set<String> = [
    "bounds", "position", "anchorPoint", "anchorPointZ", "zPosition", "transform", "hidden", "doubleSided",
    "shouldRasterize", "rasterizationScale", "opacity", "allowsGroupOpacity",
  ]

  /// A value of a row that shows on layers as small as those of random trees.
  ///
  /// - Parameter values: the layer's present ones.
  mutating func value(of row: LayerProperty, _ values: LayerValues) -> LayerValue {
    let bounds = values.geometry.bounds
    switch row.kind {
    case .boolean: return .boolean(chance(0.5))
    case .number: return .number(number(of: row))
    case .point:
      guard row.key == "position" else { return .point(CGPoint(x: number(-0.5, 1.5), y: number(-0.5, 1.5))) }
      let old = values.geometry.position
      return .point(CGPoint(x: old.x + number(-30, 30), y: old.y + number(-30, 30)))
    case .size: return .size(CGSize(width: number(-8, 8), height: number(-8, 8)))
    case .rect:
      guard row.key == "bounds" else {
        // A part of the unit square.
        return .rect(CGRect(x: number(0, 0.6), y: number(0, 0.6), width: number(0.1, 0.4), height: number(0.1, 0.4)))
      }
      return .rect(CGRect(x: number(-20, 20), y: number(-20, 20), width: number(0, 90), height: number(0, 70)))
    case .transform: return .transform(transform())
    case .color: return chance(0.1) ? .none : .color(color())
    case .colors: return .colors((0..<whole(2...4)).map { _ in color() })
    case .numbers:
      guard row.key == "locations" else { return .numbers((0..<whole(1...4)).map { _ in number(0.5, 12) }) }
      return values.gradient.colors.map { .numbers($0.map { _ in number(0, 1) }.sorted()) } ?? .none
    case .image: return .image(pick(images))
    case .path: return .path(path(in: bounds))
    case .filters: return .filters((0..<whole(1...2)).map { _ in filter() })
    case .blendMode: return .blendMode(pick(BlendMode.allCases))
    case .name(let names): return .name(pick(names))
    case .options(let options): return .options(options.reduce(0) { chance(0.5) ? $0 | $1.bits : $0 })
    case .text, .language: return .none
    }
  }

  /// The ranges of numbers that show; any other number is near its default.
  private static let ranges: [String: ClosedRange<Double>] = [
    "opacity": 0.1...1, "anchorPointZ": -20...20, "zPosition": -40...40, "cornerRadius": 0...30, "borderWidth": 0.3...9,
    "borderDashPhase": -20...20, "minificationFilterBias": -1...2, "shadowOpacity": 0.1...1, "shadowRadius": 0...8,
    "strokeStart": -0.1...0.6, "strokeEnd": 0.4...1.1, "lineWidth": 0...9, "miterLimit": 1...10,
    "lineDashPhase": -20...20, "instanceDelay": -1...1, "fontSize": 4...30, "minimumScaleFactor": 0...1,
    "letterSpacing": -2...8, "lineSpacing": -5...10, "lineHeight": 0...30,
  ]

  private mutating func number(of row: LayerProperty) -> Double {
    // Rasters, and images of whole scales, are as large as their pixels.
    if row.key == "contentsScale" || row.key == "rasterizationScale" { return pick([0.5, 1, 1.3, 2]) }
    if let range = row.wholeRange {
      return Double(whole(range.lowerBound...min(range.upperBound, range.lowerBound + 4)))
    }
    if let range = Self.ranges[row.key] { return number(range.lowerBound, range.upperBound) }
    guard case .number(let usual) = row.defaultValue else { return 0 }
    return usual + number(-0.4, 0.4) * max(1, abs(usual))
  }
}
