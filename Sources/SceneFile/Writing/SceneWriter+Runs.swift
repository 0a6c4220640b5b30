import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

extension SceneWriter {
  /// A text: a string, or a list of runs for one with attributes.
  func json(_ text: TextString, _ place: Place) throws(SceneError) -> JSONValue {
    guard let attributed = text.attributed as? AttributedText else { return .string(text.string) }
    let units = Array(text.string.utf16)
    let runs = attributed.styled.runs
    guard runs.count <= SceneReader.maximumRuns else {
      throw .unencodable(
        place: place.description, problem: "expected at most \(SceneReader.maximumRuns) runs, found \(runs.count)")
    }
    var elements: [JSONValue] = []
    for (index, run) in runs.enumerated() where !units.isEmpty {
      // The part of a long text that is not shown belongs to the last run.
      let end = index + 1 < runs.count ? run.range.upperBound : units.count
      let string = String(decoding: units[min(run.range.lowerBound, end)..<end], as: UTF16.self)
      elements.append(try json(run, string, place.index(index)))
    }
    return .array(elements)
  }

  private func json(_ run: StyledText.Run, _ string: String, _ place: Place) throws(SceneError) -> JSONValue {
    guard run.paragraph == nil, run.attributes.isInScenes else {
      throw .unencodable(
        place: place.description,
        problem: "expected the attributes font (by its name), fontSize, foregroundColor, kern, underline (single) and "
          + "baselineOffset, found others")
    }
    let attributes = run.attributes
    let complete = PartialTextStyle(
      font: attributes.font.descriptor.name, fontSize: attributes.font.size, hasColor: true)
    let style = run.partial ?? complete
    var members: Members = [JSONValue.Member(key: "text", value: .string(string))]
    if let font = style.font { members.add("font", .string(font)) }
    if let size = style.fontSize { members.add("fontSize", .number(try checked(size, place.key("fontSize")))) }
    if style.hasColor, let color = attributes.color { members.add("foregroundColor", self.color(color)) }
    if let kern = attributes.kern { members.add("kern", .number(try checked(kern, place.key("kern")))) }
    if attributes.isUnderlined { members.add("underline", .boolean(true)) }
    if attributes.baselineOffset != 0 {
      members.add("baselineOffset", .number(try checked(attributes.baselineOffset, place.key("baselineOffset"))))
    }
    return members.count == 1 ? .string(string) : .object(members)
  }
}

extension TextString {
  /// The text in the notation of scene files: a list of runs with attributes, or else the string.
  package var sceneValue: JSONValue {
    (try? SceneWriter(images: [], limits: .standard).json(self, .scene)) ?? .string(string)
  }
}

extension TextAttributes {
  /// Whether a run of a scene file can have the attributes.
  fileprivate var isInScenes: Bool {
    var others = self
    (others.kern, others.baselineOffset, others.color) = (nil, 0, .black)
    if underline == .single { others.underline = [] }
    return color != nil && font.descriptor == FontDescriptor(name: font.descriptor.name)
      && others == TextAttributes(font: font, color: .black)
  }
}
