extension JSONValue {
  /// Reads a whole text, which must hold one value; see `JSONParser`.
  ///
  /// - Parameter name: what messages call the text.
  package static func parse(
    _ bytes: [UInt8], name: String, limits: SceneLimits = .standard
  ) throws(SceneError) -> JSONValue {
    do {
      return try JSONParser.parse(bytes, limits: limits)
    } catch {
      throw .malformed(file: name, line: error.line, column: error.column, problem: error.problem)
    }
  }
}
