import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

/// Makes the layers of one frame's debug overlay, in points of the canvas.
struct OverlayMaker {
  private let tree: RenderTree
  private let texts: OverlayTexts
  private var nodes: [RenderNode] = []
  /// Numbers of the overlay's layers: no layer of a program has them.
  private var next = UInt64.max

  /// Outlines of layers, and labels, at most.
  private static let mostOutlines = 2000
  private static let mostLabels = 150
  /// Cells that overdraw is counted in at most.
  private static let mostCells = 8192

  init(tree: RenderTree, texts: OverlayTexts) {
    (self.tree, self.texts) = (tree, texts)
  }

  /// Points to a pixel.
  private var pixel: Double { 1 / tree.scale }
  var canvas: PixelRect { PixelRect(x: 0, y: 0, width: tree.pixelWidth, height: tree.pixelHeight) }
  /// The font's size in points: 12 pixels, more on large canvases.
  private var fontSize: Double { max(12, Double(tree.pixelHeight) / 60) * pixel }

  /// Pixels of a cell's side for counts of writes.
  var cell: Int {
    let pixels = Double(tree.pixelWidth) * Double(tree.pixelHeight)
    return max(4, Int((pixels / Double(Self.mostCells)).squareRoot().rounded(.up)))
  }

  /// All of it; nil where there is nothing.
  var overlay: RenderNode? {
    guard !nodes.isEmpty else { return nil }
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: tree.size.width, height: tree.size.height)
    values.geometry.anchorPoint = .zero
    return RenderNode(
      identifier: LayerIdentifier(rawValue: .max), name: nil, kind: .layer, values: values, sublayers: nodes)
  }

  private mutating func add(_ values: LayerValues, _ kind: LayerKind = .layer) {
    next -= 1
    let identifier = LayerIdentifier(rawValue: next)
    if let node = RenderNode(identifier: identifier, name: nil, kind: kind, values: values, sublayers: []) {
      nodes.append(node)
    }
  }

  private mutating func addBox(_ rect: CGRect, fill: CGColor? = nil, line: CGColor? = nil, width: Double = 1) {
    var values = LayerValues()
    values.geometry.anchorPoint = .zero
    values.geometry.position = rect.origin
    values.geometry.bounds = CGRect(origin: .zero, size: rect.size)
    values.backgroundColor = fill
    values.borderColor = line
    values.borderWidth = line == nil ? 0 : width * pixel
    add(values)
  }

  private mutating func addText(_ text: String, at point: CGPoint) {
    var values = texts.values(of: text, size: fontSize, scale: tree.scale)
    values.geometry.position = point
    add(values, .text)
  }

  private func rect(_ box: PixelBox) -> CGRect {
    CGRect(
      x: Double(box.minX) * pixel, y: Double(box.minY) * pixel, width: Double(box.width) * pixel,
      height: Double(box.height) * pixel)
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> CGColor {
    CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  // MARK: Layers

  /// Outlines of the layers, and the names of those that have one.
  mutating func addLayers() {
    guard let root = tree.root else { return }
    let (line, mask) = (Self.color(0.15, 0.75, 1, 1), Self.color(1, 0.3, 0.9, 1))
    var count = 0
    var labels: [(String, CGPoint)] = []
    LayerPlacement.forEach(in: root) { placement in
      guard placement.corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), !placement.node.bounds.isEmpty else {
        return true
      }
      count += 1
      addOutline(placement.corners, placement.isMask ? mask : line)
      if let name = placement.node.name, labels.count < Self.mostLabels {
        labels.append((name, placement.corners[0]))
      }
      return count < Self.mostOutlines
    }
    for (name, point) in labels { addText(String(name.prefix(40)), at: point) }
  }

  private mutating func addOutline(_ corners: [CGPoint], _ color: CGColor) {
    let (a, c) = (corners[0], corners[2])
    let isUpright =
      corners[1].y == a.y && corners[1].x == c.x && corners[3].x == a.x && corners[3].y == c.y
    guard !isUpright else {
      let rect = CGRect(
        x: min(a.x, c.x), y: min(a.y, c.y), width: abs(c.x - a.x), height: abs(c.y - a.y))
      return addBox(rect, line: color)
    }
    let path = CGMutablePath()
    path.addLines(between: corners)
    path.closeSubpath()
    var values = LayerValues(of: .shape)
    values.geometry.anchorPoint = .zero
    values.geometry.bounds = CGRect(x: 0, y: 0, width: tree.size.width, height: tree.size.height)
    values.shape.path = path
    values.shape.fillColor = nil
    values.shape.strokeColor = color
    values.shape.lineWidth = pixel
    add(values, .shape)
  }

  // MARK: Damage, passes, overdraw

  mutating func addDamage(_ region: PixelRegion) {
    for box in region.boxes {
      addBox(
        rect(box), fill: Self.color(1, 0.1, 0.15, 0.14), line: Self.color(1, 0.1, 0.15, 1), width: 2)
    }
  }

  /// The passes that lie on the canvas's own pixels, and why there are any.
  mutating func addPasses(of list: DisplayList) {
    let reasons = list.passReasons
    let line = Self.color(0.85, 0.3, 1, 1)
    var labels: [(String, CGPoint)] = []
    for index in list.passes.indices.dropFirst().prefix(Self.mostOutlines) {
      let pass = list.passes[index]
      guard pass.canvas == list.passes[0].canvas else { continue }
      let seen = rect(pass.box.intersection(list.passes[0].box))
      guard !seen.isEmpty else { continue }
      addBox(seen, line: line, width: 2)
      if labels.count < Self.mostLabels { labels.append(("pass \(index): \(reasons[index])", seen.origin)) }
    }
    for (text, point) in labels { addText(text, at: point) }
  }

  /// Rectangles of pixels that are written as often.
  mutating func addOverdraw(_ writes: WriteCounts) {
    let colors = [
      Self.color(0.2, 0.45, 1, 0.42), Self.color(0.15, 0.8, 0.3, 0.45), Self.color(1, 0.6, 0.1, 0.5),
      Self.color(1, 0.1, 0.15, 0.55),
    ]
    /// Rectangles that may continue in the next row, by first column: their end, overdraw level and
    /// first row.
    var open: [Int: (end: Int, level: Int, row: Int)] = [:]
    func level(_ row: Int, _ column: Int) -> Int {
      min(Int(writes.counts[row * writes.columns + column].rounded()), colors.count + 1)
    }
    for row in 0...writes.rows {
      var found: [Int: (end: Int, level: Int, row: Int)] = [:]
      var column = 0
      while row < writes.rows, column < writes.columns {
        let count = level(row, column)
        var end = column + 1
        while end < writes.columns, level(row, end) == count { end += 1 }
        if count > 1 {
          let above = open[column]
          let goesOn = above?.end == end && above?.level == count
          found[column] = (end, count, goesOn ? above?.row ?? row : row)
        }
        column = end
      }
      for (start, run) in open.sorted(by: { $0.key < $1.key }) {
        if let other = found[start], other.row == run.row, other.end == run.end { continue }
        let side = Int32(clamping: writes.cell)
        let box = PixelBox(
          minX: Int32(start) * side, minY: Int32(run.row) * side, maxX: Int32(run.end) * side, maxY: Int32(row) * side)
        addBox(rect(box.intersection(PixelBox(canvas))), fill: colors[min(run.level, colors.count + 1) - 2])
      }
      open = found
    }
  }

  // MARK: Lines

  /// Texts one below another at the top left.
  mutating func addLines(_ lines: [String]) {
    for (index, line) in lines.enumerated() {
      addText(line, at: CGPoint(x: 6 * pixel, y: 6 * pixel + Double(index) * (fontSize * 1.5)))
    }
  }
}
