/// Raw values of enumerations in the spelling of their Swift cases.
enum EnumerationText {
  /// `evenOdd` for `even-odd`; a name without hyphens is its own.
  static func caseName(_ rawName: String) -> String {
    let words = rawName.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}

extension SceneReader {
  /// One of these raw values, which may be spelled as the case too: `even-odd` as `evenOdd`.
  func rawName(_ json: JSONValue, of rawNames: [String], _ place: Place) throws(SceneError) -> String {
    if case .string(let name) = json, rawNames.contains(name) { return name }
    let names = rawNames.map(EnumerationText.caseName)
    let name = try word(json, of: names, place)
    return names.firstIndex(of: name).map { rawNames[$0] } ?? name
  }
}
