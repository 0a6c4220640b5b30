import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree

/// The measures of a layer's text as JSON, for programs that cannot lay text out themselves.
extension MeasuredText {
  /// `{"fontSize", "cut", "ink": [x, y, width, height], "lines": [{"text", "x", "baseline",
  /// "width", "ascent", "descent", "truncated"}]}`, in points from the top left corner of the
  /// layer, y down.
  package var json: JSONValue {
    func number(_ length: CGFloat) -> JSONValue { .number((Double(length) * 1000).rounded() / 1000) }
    func rect(_ box: CGRect) -> JSONValue { .array([box.minX, box.minY, box.width, box.height].map(number)) }
    let lines = lines.map { line in
      JSONValue.object([
        member("text", .string(line.text)), member("x", number(line.x)), member("baseline", number(line.baseline)),
        member("width", number(line.width)), member("ascent", number(line.ascent)),
        member("descent", number(line.descent)), member("truncated", .boolean(line.isTruncated)),
      ])
    }
    return .object([
      member("fontSize", number(fontSize)), member("cut", .boolean(isCut)), member("ink", ink.map(rect) ?? .null),
      member("lines", .array(lines)),
    ])
  }
}
