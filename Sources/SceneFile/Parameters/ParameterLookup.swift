import MultiplaneGraphics
import Synchronization

/// The declarations of a scene's values by their names: parameters, and key paths of an animation's
/// parts.
package final class ParameterLookup: Sendable {
  /// The declared parameters, in the order of the file.
  package let parameters: [ParameterDeclaration]
  private let byName: [String: ParameterDeclaration]
  private let listKeyPaths: @Sendable () -> [ParameterDeclaration]
  /// The declarations of key paths that were looked up, nil for those that match nothing: every row
  /// of a table has the same.
  private let matched = Mutex<[String: ParameterDeclaration?]>([:])

  private static let mostMatched = 256

  package init(
    _ parameters: [ParameterDeclaration], keyPaths: @escaping @Sendable () -> [ParameterDeclaration] = { [] }
  ) {
    (self.parameters, listKeyPaths) = (parameters, keyPaths)
    byName = Dictionary(parameters.map { ($0.name, $0) }) { first, _ in first }
  }

  /// All texts, images and colours that can be replaced by their key paths, also those that are no
  /// parameters.
  package var keyPaths: [ParameterDeclaration] { listKeyPaths() }

  /// The declaration of a parameter, or of the parts that a key path matches; nil for other names.
  package func declaration(of name: String) -> ParameterDeclaration? {
    if let declared = byName[name] { return declared }
    guard let pattern = KeyPathPattern(name) else { return nil }
    if let known = matched.withLock({ $0[name] }) { return known }
    var found: ParameterDeclaration?
    if let part = keyPaths.first(where: { pattern.matches($0.name) }) {
      found = ParameterDeclaration(name: name, kind: part.kind)
      found?.isOptional = true
    }
    matched.withLock { matched in
      if matched.count >= Self.mostMatched { matched.removeAll() }
      matched.updateValue(found, forKey: name)
    }
    return found
  }

  /// The end of a message about an unknown name: the name that is likely meant.
  ///
  /// - Parameter others: further names that are valid here.
  package func suggestion(for name: String, or others: [String] = []) -> String {
    let parts = KeyPathPattern(name) == nil ? [] : keyPaths
    return Suggestion.sentence(for: name, among: others + (parameters + parts).map(\.name))
  }

  /// The problem with values of these names; nil if there is none.
  package func problem(withNames names: some Sequence<String>) -> String? {
    let count = names.count { byName[$0] == nil && KeyPathPattern($0) != nil }
    return count <= KeyPathPattern.most
      ? nil : "expected at most \(KeyPathPattern.most) key paths of an animation's parts, found \(count)"
  }
}
