import Foundation

/// A declaration of CSS, such as `fill: url(#a)`.
struct SVGDeclaration {
  let property: String
  let value: String

  /// The declarations of a `style` attribute or of a rule.
  static func list(_ text: some StringProtocol) -> [SVGDeclaration] {
    // A semicolon may be in a data: URL, in parentheses or in quotes.
    split(text, at: ";").compactMap { declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      let property = declaration[..<colon].trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      let value = declaration[declaration.index(after: colon)...].replacingOccurrences(of: "!important", with: "")
      return SVGDeclaration(property: property, value: value.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// The parts of a text between separators that are outside of quotes and parentheses.
  static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    var quote: UInt8?
    var depth = 0
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      switch byte {
      case UInt8(ascii: separator) where quote == nil && depth == 0:
        parts.append(String(text[start..<index]))
        start = text.utf8.index(after: index)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote == nil ? byte : quote == byte ? nil : quote
      case UInt8(ascii: "(") where quote == nil: depth += 1
      case UInt8(ascii: ")") where quote == nil: depth = max(0, depth - 1)
      default: break
      }
    }
    return parts + [String(text[start...])]
  }

  /// The address of each `url(…)`, and whether a fallback colour follows it.
  var addresses: [(address: String, hasFallback: Bool)] {
    var found: [(String, Bool)] = []
    var rest = value[...]
    while let start = rest.range(of: "url(", options: .caseInsensitive)?.upperBound,
      let end = rest[start...].firstIndex(of: ")")
    {
      let quotes = CharacterSet(charactersIn: "\"'").union(.whitespacesAndNewlines)
      let behind = rest[rest.index(after: end)...]
      let isPaint = property == "fill" || property == "stroke"
      let hasFallback = isPaint && behind.contains { !$0.isWhitespace }
      found.append((rest[start..<end].trimmingCharacters(in: quotes), hasFallback))
      rest = behind
    }
    return found
  }

  /// The families of a `font-family` or `font`, as a list; nil for others.
  var families: String? {
    switch property {
    case "font-family": return value.isEmpty || value == "inherit" ? nil : value
    case "font":
      // Behind the size.
      let words = value.split(separator: " ")
      guard let size = words.firstIndex(where: { $0.first?.isNumber == true }), size + 1 < words.count else {
        return nil
      }
      return words[(size + 1)...].joined(separator: " ")
    default: return nil
    }
  }

  /// The single families of such a list, without quotes.
  static func names(in families: String) -> [String] {
    split(families, at: ",").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"'").union(.whitespacesAndNewlines))
    }.filter { !$0.isEmpty }
  }
}

/// The rules of an SVG's `style` elements, as far as they decide on fonts and on what is hidden.
///
/// Of a selector the last part counts, its elements, classes and identifiers; the elements above
/// are taken to match.
struct SVGStyleSheet {
  private struct Rule {
    let element: String?
    let classes: [String]
    let identifier: String?
    let declarations: [SVGDeclaration]

    /// Identifiers before classes before elements.
    var rank: Int { (identifier == nil ? 0 : 100) + classes.count * 10 + (element == nil ? 0 : 1) }
  }

  private var rules: [Rule] = []
  var ruleCount: Int { rules.count }
  /// Of all rules.
  private(set) var declarations: [SVGDeclaration] = []
  /// The addresses of imported style sheets.
  private(set) var imports: [String] = []
  private(set) var hasKeyframes = false

  /// Of all style elements, in bytes; further ones are left out.
  private static let mostBytes = 1 << 18
  private var byteCount = 0

  mutating func read(_ text: String) {
    byteCount += text.utf8.count
    guard byteCount <= Self.mostBytes else { return }
    var rest = Self.withoutComments(text)[...]
    while let brace = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }) {
      let prelude = rest[..<brace].trimmingCharacters(in: .whitespacesAndNewlines)
      guard rest[brace] == "{" else {
        if prelude.lowercased().hasPrefix("@import") { addImport(prelude) }
        rest = rest[rest.index(after: brace)...]
        continue
      }
      let (block, behind) = Self.block(rest[rest.index(after: brace)...])
      rest = behind
      if prelude.hasPrefix("@") {
        if prelude.lowercased().contains("keyframes") { hasKeyframes = true }
        continue
      }
      add(prelude, SVGDeclaration.list(block))
    }
    rules.sort { $0.rank < $1.rank }
  }

  /// The declarations that apply to an element, the deciding ones last.
  func declarations(element: String, identifier: String?, classes: [String]) -> [SVGDeclaration] {
    rules.filter { rule in
      (rule.element == nil || rule.element == element) && (rule.identifier == nil || rule.identifier == identifier)
        && rule.classes.allSatisfy(classes.contains)
    }.flatMap(\.declarations)
  }

  private static let mostRules = 500

  private mutating func add(_ selectors: String, _ declarations: [SVGDeclaration]) {
    self.declarations += declarations
    let deciding = declarations.filter { $0.families != nil || $0.property == "display" }
    guard !deciding.isEmpty else { return }
    for selector in selectors.split(separator: ",") where rules.count < Self.mostRules {
      let last = selector.split { $0.isWhitespace || $0 == ">" || $0 == "+" || $0 == "~" }.last ?? ""
      // States and attributes are no matter of still pictures.
      guard !last.isEmpty, !last.contains(":"), !last.contains("[") else { continue }
      var element: String?
      var classes: [String] = []
      var identifier: String?
      var part = last
      while !part.isEmpty {
        let end = part.dropFirst().firstIndex { $0 == "." || $0 == "#" } ?? part.endIndex
        switch part.first {
        case ".": classes.append(String(part[..<end].dropFirst()))
        case "#": identifier = String(part[..<end].dropFirst())
        default: element = part[..<end] == "*" ? nil : String(part[..<end])
        }
        part = part[end...]
      }
      rules.append(Rule(element: element, classes: classes, identifier: identifier, declarations: deciding))
    }
  }

  private mutating func addImport(_ rule: String) {
    let marks = CharacterSet(charactersIn: "\"'() ")
    var address = rule.dropFirst("@import".count).trimmingCharacters(in: marks)
    if address.hasPrefix("url(") { address = address.dropFirst(4).trimmingCharacters(in: marks) }
    imports.append(address)
  }

  private static func withoutComments(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    var result: [UInt8] = []
    var isComment = false
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == (isComment ? star : slash), next == (isComment ? slash : star) {
        isComment.toggle()
        index += 2
      } else {
        if !isComment { result.append(bytes[index]) }
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text up to the brace that closes it, and what is behind that.
  private static func block(_ text: Substring) -> (block: Substring, behind: Substring) {
    var depth = 1
    for index in text.utf8.indices {
      if text.utf8[index] == UInt8(ascii: "{") { depth += 1 }
      if text.utf8[index] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return (text[..<index], text[text.utf8.index(after: index)...]) }
    }
    return (text, "")
  }
}
