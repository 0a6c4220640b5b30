import Foundation
import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile

// Values as `inspect` prints them: short, in Core Animation's names where there are any.

/// A number with at most four decimals; a larger number of digits is for machines.
func numberText(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
  let rounded = (value * 10000).rounded() / 10000
  // Small numbers would round to 0 and so say the wrong thing.
  if rounded == 0, value != 0 { return String(format: "%.3g", value) }
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// Numbers in parentheses.
func listText(_ values: CGFloat...) -> String {
  "(" + values.map { numberText(Double($0)) }.joined(separator: ", ") + ")"
}

func rectText(_ rect: CGRect) -> String { listText(rect.minX, rect.minY, rect.width, rect.height) }

/// Red, green, blue and alpha, straight, 0…1.
func colorText(_ color: StraightColor) -> String {
  "rgba" + listText(color.red, color.green, color.blue, color.alpha)
}

func imageText(_ image: CGImage) -> String { "image \(image.width)x\(image.height)" }

/// An affine transform of the plane as its six numbers a, b, c, d, tx, ty, another as its sixteen,
/// row by row.
func transformText(_ transform: CATransform3D) -> String {
  if CATransform3DIsIdentity(transform) { return "identity" }
  if CATransform3DIsAffine(transform) {
    let affine = CATransform3DGetAffineTransform(transform)
    return "affine" + listText(affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty)
  }
  let t = transform
  return "matrix"
    + listText(
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44)
}

/// How many elements and the box of all points, control points too.
func pathText(_ path: CGPath) -> String {
  path.isEmpty ? "empty path" : "path of \(path.elements.count) elements in \(rectText(path.boundingBox))"
}

/// Core Image's name with what was set, such as `CIGaussianBlur(inputRadius: 4)`.
func filterText(_ filter: FilterValue) -> String {
  let inputs = filter.description.inputs.compactMap { input in
    filter.inputs[input.key].map { "\(input.key): \(valueText(LayerValue($0), kind: .numbers))" }
  }
  let name = filter.name.map { "\"\($0)\" " } ?? ""
  let text = inputs.isEmpty ? filter.description.name : filter.description.name + "(\(inputs.joined(separator: ", ")))"
  return name + text + (filter.isEnabled ? "" : " off")
}

/// A filter as renderers take it; lengths in points.
func filterText(_ filter: Filter) -> String {
  let (name, groups) = filter.parts
  return name + groups.map { "(" + $0.map(numberText).joined(separator: ", ") + ")" }.joined()
}

/// A value of the table of keys; its kind names the members of an option set.
func valueText(_ value: LayerValue, kind: LayerValueKind) -> String {
  switch value {
  case .none: return "nil"
  case .boolean(let value): return "\(value)"
  case .number(let value): return numberText(value)
  case .point(let value): return listText(value.x, value.y)
  case .size(let value): return listText(value.width, value.height)
  case .rect(let value): return rectText(value)
  case .transform(let value): return transformText(value)
  case .color(let value): return colorText(value.straight)
  case .colors(let values): return "[" + values.map { colorText($0.straight) }.joined(separator: ", ") + "]"
  case .numbers(let values): return "[" + values.map(numberText).joined(separator: ", ") + "]"
  case .image(let value): return imageText(value)
  case .path(let value): return pathText(value)
  case .filters(let values): return "[" + values.map { filterText($0) }.joined(separator: ", ") + "]"
  case .blendMode(let mode): return mode.filterName
  case .name(let value): return value
  case .text(let text): return text.attributed == nil ? "\"\(text.string)\"" : text.sceneValue.flatText
  case .options(let bits):
    guard case .options(let options) = kind else { return "\(bits)" }
    return "[" + options.filter { bits & $0.bits != 0 }.map(\.name).joined(separator: ", ") + "]"
  }
}

/// A key path as animations name it, such as `transform.rotation.z`.
func keyPathText(_ path: LayerKeyPath) -> String {
  let component: String? =
    switch path.component {
    case .whole: nil
    case .x: "x"
    case .y: "y"
    case .width: "width"
    case .height: "height"
    case .origin: "origin"
    case .originX: "origin.x"
    case .originY: "origin.y"
    case .size: "size"
    case .sizeWidth: "size.width"
    case .sizeHeight: "size.height"
    case .transform(let component): component.rawValue
    case .filterInput(let filter, let key): "\(filter).\(key)"
    }
  return [path.property.key, component].compactMap { $0 }.joined(separator: ".")
}
