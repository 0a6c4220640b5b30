import MultiplaneGraphics
import MultiplaneRenderTree

// A display list as text: a line each for passes and primitives, those of a pass indented below it.

extension DisplayList: CustomStringConvertible {
  package var description: String { lines().joined(separator: "\n") }

  /// The list as text, one line per pass and primitive.
  ///
  /// - Parameters:
  ///   - name: what images are called; nil for one without a name, which its size stands for.
  ///   - layer: the title of a primitive's layer, or nil, by the primitive's index. Passes and
  ///     primitives end with it.
  package func lines(
    naming name: (CGImage) -> String? = { _ in nil }, layer: (Int) -> String? = { _ in nil }
  ) -> [String] {
    guard !passes.isEmpty else { return ["empty"] }
    var lines: [String] = []
    append(pass: 0, of: nil, to: &lines, depth: 0, name, layer)
    return lines
  }

  /// - Parameter title: of the layer that is drawn in the pass.
  private func append(
    pass number: Int, of title: String?, to lines: inout [String], depth: Int, _ name: (CGImage) -> String?,
    _ layer: (Int) -> String?
  ) {
    let pass = passes[number]
    var words = ["pass \(number)", "\(pass.box)"]
    if pass.filteredBox != pass.box { words.append("shows \(pass.filteredBox)") }
    if pass.background != .clear { words.append("background \(pass.background.text)") }
    if pass.isAlphaOnly { words.append("alpha only") }
    if number > 0, !pass.isLocal { words.append("whole") }
    words += pass.filters.map { filters[Int($0)].text }
    if let title { words.append(title) }
    lines.append(indent(depth) + words.joined(separator: ", "))
    var index = pass.first
    while index < pass.end {
      let primitive = primitives[index]
      if primitive.kind == .pass {
        append(
          pass: Int(primitive.payload), of: layer(index), to: &lines, depth: depth + 1, name, layer)
        index = passes[Int(primitive.payload)].end
      } else {
        let title = layer(index).map { ", " + $0 } ?? ""
        lines.append(indent(depth + 1) + text(of: primitive, naming: name) + title)
        index += 1
      }
    }
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// A primitive as a line: its kind, box, contents and common values.
  ///
  /// - Parameter name: the names of images; nil for an image that is named by its size.
  package func text(of primitive: Primitive, naming name: (CGImage) -> String? = { _ in nil }) -> String {
    var words = ["\(primitive.kind) \(primitive.box)", payload(of: primitive, name)]
    if primitive.plane >= 0 { words.append("plane \(primitive.plane)") }
    if primitive.clip >= 0 {
      words.append("clips " + chain(from: primitive.clip).map(String.init).joined(separator: " "))
    }
    if primitive.opacity != 1 { words.append("opacity \(Double(primitive.opacity).text)") }
    if primitive.blend != .normal { words.append(primitive.blend.filterName) }
    return words.joined(separator: ", ")
  }

  /// The indices of a clip and its outer clips, the innermost first.
  package func chain(from clip: Int32) -> [Int32] {
    Array(sequence(first: clip) { clips[Int($0)].outer }.prefix { $0 >= 0 })
  }

  private func payload(of primitive: Primitive, _ name: (CGImage) -> String?) -> String {
    let index = Int(primitive.payload)
    switch primitive.kind {
    case .pass: return "pass \(index)"
    case .box: return boxes[index].color.text + (boxes[index].shape.radii.isSquare ? "" : " rounded")
    case .border: return borders[index].color.text
    case .gradient: return "\(gradients[index].type.rawValue) of \(gradients[index].stops.count)"
    case .image:
      let image = images[index].image
      return (name(image).map { $0 + " " } ?? "") + "\(image.width)×\(image.height)"
    case .path:
      let stroke = if case .stroke = paths[index].shape { "stroke " } else { "fill " }
      return stroke + paths[index].color.text
    case .shadow:
      let shadow = shadows[index]
      let corners = shadow.radii == .zero ? "" : " rounded"
      return shadow.color.text + corners + ", " + FilterStep.gaussian(shadow.kernel).text
    case .surface:
      let use = surfaces[index]
      let mask = use.mask >= 0 ? " masked by \(use.mask)" : ""
      return "of pass \(use.pass)" + mask + (use.shadow.map { ", shadow " + $0.text } ?? "")
    case .raster: return "of pass \(rasters[index].pass)"
    case .backdrop:
      let backdrop = backdrops[index]
      let mask = backdrop.mask >= 0 ? ["masked by \(backdrop.mask)"] : []
      return (["reads \(backdrop.source)"] + mask + backdrop.filters.map { filters[Int($0)].text })
        .joined(separator: ", ")
    }
  }
}

extension PixelBox: CustomStringConvertible {
  /// The corner and the size, such as `10,20 30×40`.
  package var description: String { "\(minX),\(minY) \(width)×\(height)" }
}

extension PremultipliedColor {
  /// Premultiplied red, green, blue and alpha.
  fileprivate var text: String { "rgba(\(red.text) \(green.text) \(blue.text) \(alpha.text))" }
}

extension Double {
  /// To three places.
  var text: String {
    let rounded = (self * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? (rounded.isFinite ? "\(rounded)" : "\(self)")
  }
}
