import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneGraphics

/// The parts of an SVG that librsvg leaves out, and the texts that it draws, found in the document
/// beside librsvg, which tells nothing of them.
///
/// Elements that nothing shows do not count: what is in `defs`, a symbol or a hidden group counts
/// if it is referenced.
package struct SVGContents: Sendable {
  /// What is left out, and the fix, one line each; in the order of the document.
  private(set) var omissions: [String] = []
  /// The characters that are drawn with each list of font families, such as `Inter, sans-serif`; an
  /// empty one for none.
  private(set) var texts: [String: String] = [:]

  /// A part of the document that is shown or hidden as a whole: an element with an identifier, or
  /// one that shows only by references.
  private struct Scope {
    /// Whether it shows with the scope around it.
    let isShown: Bool
    var inner: [Int] = []
    /// Identifiers.
    var references: [String] = []
    var omissions: [String] = []
    var texts: [String: String] = [:]
  }

  private struct Element {
    let name: String
    let scope: Int
    let namespaces: [String: String]
    let families: String
    let isText: Bool
    let isHidden: Bool
  }

  static let mostOmissions = 20
  /// UTF-8 bytes per list of families.
  private static let mostTextBytes = 1 << 14
  /// Comparisons of elements with rules; further ones match none.
  private static let mostComparisons = 1_000_000
  /// Tags, texts and instructions; further ones are not looked at, so that the look takes a
  /// fraction of a second.
  private static let mostTokens = 200_000

  init(of document: [UInt8]) {
    var scan = Scan(styles: Self.styleSheet(of: document))
    var scanner = XMLScanner(document)
    var tokens = 0
    while tokens < Self.mostTokens, let token = scanner.next() {
      scan.take(token)
      tokens += 1
    }
    (omissions, texts) = scan.shown()
  }

  private static func styleSheet(of document: [UInt8]) -> SVGStyleSheet {
    var sheet = SVGStyleSheet()
    guard document.contains(sequence: Array("style".utf8)) else { return sheet }
    var scanner = XMLScanner(document)
    var text: String?
    var tokens = 0
    while tokens < mostTokens, let token = scanner.next() {
      tokens += 1
      switch token {
      case .start(let name, _, let isEmpty): text = !isEmpty && (name == "style" || name.hasSuffix(":style")) ? "" : nil
      case .text(let more): text?.append(more)
      case .end:
        if let text { sheet.read(text) }
        text = nil
      case .instruction: break
      }
    }
    return sheet
  }

  // MARK: What librsvg draws

  private static let drawn: Set<String> = known.union(cdl_rsvg_version() >= 2056 ? ["feDropShadow"] : [])
  private static let known: Set<String> = [
    "a", "circle", "clipPath", "defs", "ellipse", "filter", "g", "image", "line", "linearGradient", "marker", "mask",
    "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "style", "svg", "switch", "symbol",
    "text", "tref", "tspan", "use",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
    "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
  ]
  /// Elements that no program draws.
  private static let silent: Set<String> = ["title", "desc", "metadata", "script", "view", "cursor"]
  private static let animations: Set<String> = ["animate", "animateColor", "animateMotion", "animateTransform", "set"]
  /// Elements that show by references only.
  private static let referenced: Set<String> = [
    "clipPath", "defs", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient", "symbol",
  ]
  private static let referencing: Set<String> = [
    "use", "image", "feImage", "linearGradient", "radialGradient", "pattern", "tref",
  ]
  private static let properties = [
    "clip-path", "display", "fill", "filter", "font-family", "marker", "marker-end", "marker-mid", "marker-start",
    "mask", "stroke",
  ]
  private static let functions = ["var(", "calc(", "env(", "light-dark("]
  private static let svg = "http://www.w3.org/2000/svg"
  private static let inclusion = "http://www.w3.org/2001/XInclude"

  /// The walk through the document.
  private struct Scan {
    private let styles: SVGStyleSheet
    private var scopes = [Scope(isShown: true)]
    private var identifiers: [String: Int] = [:]
    private var elements: [Element] = []
    private var comparisons = 0
    /// Pixels of embedded images that may still be decoded to look for damage: some 50 ms.
    private var imagePixels = 1 << 22

    init(styles: SVGStyleSheet) {
      self.styles = styles
      for declaration in styles.declarations { note(declaration, in: 0) }
      for address in styles.imports { omit(SVGContents.external(address), in: 0) }
      if styles.hasKeyframes {
        omit("an animation in CSS (@keyframes), of which only the start is shown; animate a layer", in: 0)
      }
    }

    mutating func take(_ token: XMLScanner.Token) {
      switch token {
      case .start(let name, let attributes, let isEmpty):
        let element = begin(name, attributes)
        if !isEmpty { elements.append(element) }
      case .end: _ = elements.popLast()
      case .text(let text):
        guard let element = elements.last, element.isText, !element.isHidden else { return }
        let characters = text.filter { !$0.isWhitespace }
        guard !characters.isEmpty else { return }
        SVGContents.add(characters, to: &scopes[element.scope].texts, element.families)
      case .instruction(let text):
        guard text.hasPrefix("xml-stylesheet"), let start = text.range(of: "href=")?.upperBound else { return }
        omit(SVGContents.external(String(text[start...].dropFirst().prefix { $0 != "\"" && $0 != "'" })), in: 0)
      }
    }

    // MARK: Elements

    private mutating func begin(_ name: String, _ list: [(name: String, value: String)]) -> Element {
      let outer = elements.last
      var namespaces = outer?.namespaces ?? [:]
      var attributes: [String: String] = [:]
      for (name, value) in list {
        if name == "xmlns" {
          namespaces[""] = value
        } else if name.hasPrefix("xmlns:") {
          namespaces[String(name.dropFirst(6))] = value
        } else {
          attributes[name] = value
        }
      }
      let parts = name.split(separator: ":", maxSplits: 1)
      let local = String(parts.last ?? "")
      let namespace = namespaces[parts.count > 1 ? String(parts[0]) : ""] ?? ""
      let around = outer?.scope ?? 0
      // librsvg takes elements without a namespace for SVG's.
      let isSVG = namespace == SVGContents.svg || namespace.isEmpty
      if namespace == SVGContents.inclusion, local == "include" {
        omit(SVGContents.external(attributes["href"] ?? ""), in: around)
      }
      let isDrawn = isSVG && SVGContents.drawn.contains(local)
      // A switch shows the first that it can.
      let isChoice =
        outer?.name == "switch"
        && (attributes["requiredExtensions"] != nil || attributes["requiredFeatures"] != nil)
      if isSVG, !isDrawn, !isChoice, !SVGContents.silent.contains(local), outer?.isHidden != true {
        omit(
          SVGContents.animations.contains(local)
            ? "<\(local)>, an animation of which only the start is shown; animate a layer"
            : "<\(SVGContents.shortened(local))>, which is left out; use other elements, such as paths", in: around)
      }

      if isDrawn, attributes["textLength"] != nil, outer?.isHidden != true {
        omit("\"textLength\", which is left out; set the font size and the letter spacing", in: around)
      }

      let declarations = declarations(of: local, attributes)
      let isNone = declarations.last { $0.property == "display" }?.value == "none"
      let isHidden = !isDrawn || isChoice || outer?.isHidden == true
      let isReferenced = SVGContents.referenced.contains(local) || isNone
      let scope = enter(around, identifier: attributes["id"], isShown: !isReferenced && !isHidden)
      for declaration in declarations { note(declaration, in: scope) }
      if isDrawn, SVGContents.referencing.contains(local) {
        for address in [attributes["href"], attributes["xlink:href"]] {
          if let address { note(address: address, of: local, in: scope) }
        }
      }
      let families = declarations.last { $0.families != nil }?.families
      return Element(
        name: local, scope: scope, namespaces: namespaces, families: families ?? outer?.families ?? "",
        isText: isDrawn && (local == "text" || outer?.isText == true), isHidden: isHidden)
    }

    /// The declarations of presentation attributes, of rules and of the `style` attribute.
    private mutating func declarations(of element: String, _ attributes: [String: String]) -> [SVGDeclaration] {
      var declarations = SVGContents.properties.compactMap { property in
        attributes[property].map { SVGDeclaration(property: property, value: $0) }
      }
      let classes = (attributes["class"] ?? "").split { $0.isWhitespace }.map(String.init)
      comparisons += styles.ruleCount
      if comparisons <= SVGContents.mostComparisons {
        declarations += styles.declarations(element: element, identifier: attributes["id"], classes: classes)
      }
      if let style = attributes["style"] { declarations += SVGDeclaration.list(style) }
      return declarations
    }

    /// The scope of an element's contents.
    private mutating func enter(_ outer: Int, identifier: String?, isShown: Bool) -> Int {
      guard identifier != nil || !isShown else { return outer }
      scopes.append(Scope(isShown: isShown))
      scopes[outer].inner.append(scopes.count - 1)
      if let identifier, identifiers[identifier] == nil { identifiers[identifier] = scopes.count - 1 }
      return scopes.count - 1
    }

    // MARK: References

    private mutating func note(_ declaration: SVGDeclaration, in scope: Int) {
      for (address, hasFallback) in declaration.addresses {
        if !address.hasPrefix("#") {
          if !address.isEmpty { omit(SVGContents.external(address), in: scope) }
        } else if address.count > 1, !hasFallback {
          scopes[scope].references.append(String(address.dropFirst()))
        }
      }
      if let function = SVGContents.functions.first(where: declaration.value.contains) {
        omit("\"\(declaration.property)\" with \(function)…), which is left out; write the value itself", in: scope)
      }
    }

    private mutating func note(address: String, of element: String, in scope: Int) {
      if address.hasPrefix("#") {
        if address.count > 1 { scopes[scope].references.append(String(address.dropFirst())) }
      } else if element == "image" || element == "feImage", address.hasPrefix("data:") {
        if let kind = SVGContents.unreadKind(ofData: address) {
          omit("an embedded image of \(SVGContents.shortened(kind)), which is left out; convert it to PNG", in: scope)
        } else if isDamaged(address) {
          omit("an embedded image that is damaged, which is left out or cut; embed it again", in: scope)
        }
      } else if !address.isEmpty {
        omit(SVGContents.external(address), in: scope)
      }
    }

    /// Whether an embedded PNG or JPEG cannot be decoded. Images beyond the document's budget are
    /// not looked at.
    private mutating func isDamaged(_ address: String) -> Bool {
      guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")),
        let data = Data(base64Encoded: String(address[comma...].dropFirst()), options: .ignoreUnknownCharacters)
      else { return false }
      let bytes = Array(data)
      let limits = ImageLimits(maximumPixels: imagePixels)
      do throws(ImageError) {
        let image: StraightPixels? =
          if bytes.starts(with: [0xFF, 0xD8]) {
            try JPEGCodec.decode(bytes, name: "", limits: limits)
          } else if bytes.starts(with: [0x89, 0x50]) {
            try PNGCodec.decode(bytes, name: "", limits: limits)
          } else { nil }
        imagePixels -= image.map { $0.width * $0.height } ?? 0
        return false
      } catch {
        guard case .damaged = error else { return false }
        return true
      }
    }

    private mutating func omit(_ problem: String, in scope: Int) {
      guard scopes[scope].omissions.count < SVGContents.mostOmissions else { return }
      scopes[scope].omissions.append(problem)
    }

    // MARK: What shows

    /// What is left out, and the texts, of the scopes that show.
    func shown() -> (omissions: [String], texts: [String: String]) {
      var isShown = [Bool](repeating: false, count: scopes.count)
      isShown[0] = true
      var pending = [0]
      var missing: [String] = []
      func show(_ scope: Int) {
        if !isShown[scope] { pending.append(scope) }
        isShown[scope] = true
      }
      while let scope = pending.popLast() {
        for inner in scopes[scope].inner where scopes[inner].isShown { show(inner) }
        for reference in scopes[scope].references {
          if let target = identifiers[reference] {
            show(target)
          } else if missing.count < SVGContents.mostOmissions {
            let name = SVGContents.shortened(reference)
            missing.append("a reference to #\(name), which is nowhere in it; correct or remove it")
          }
        }
      }
      var omissions: [String] = []
      var texts: [String: String] = [:]
      for (scope, _) in zip(scopes, isShown).filter(\.1) {
        omissions += scope.omissions.prefix(max(0, SVGContents.mostOmissions - omissions.count))
        for (families, characters) in scope.texts {
          SVGContents.add(characters, to: &texts, families)
        }
      }
      var seen: Set<String> = []
      return ((omissions + missing).filter { seen.insert($0).inserted }, texts)
    }
  }

  private static func add(_ characters: String, to texts: inout [String: String], _ families: String) {
    guard texts[families, default: ""].utf8.count + characters.utf8.count <= mostTextBytes else { return }
    texts[families, default: ""] += characters
  }

  private static func external(_ address: String) -> String {
    "a reference to \(OneLine.quoted(shortened(address))), which is not loaded; embed it as a data: URL"
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count > 80 ? text.prefix(80) + "…" : text
  }

  /// The media type of an embedded image that librsvg does not read; nil for one that it does.
  private static func unreadKind(ofData address: String) -> String? {
    guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return "no data" }
    let head = address[..<comma].dropFirst("data:".count)
    let type = String(head.prefix { $0 != ";" })
    guard head.hasSuffix(";base64") else { return type == "image/svg+xml" ? nil : type.isEmpty ? "text" : type }
    let start = address[address.utf8.index(after: comma)...].prefix(64).filter { !$0.isWhitespace }
    let first = Data(base64Encoded: String(start.prefix(start.count / 4 * 4))) ?? Data()
    let known: [[UInt8]] =
      [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF]] + ["GIF8", "BM", "II*\0", "MM\0*"].map { Array($0.utf8) }
    let isRead = type == "image/svg+xml" || known.contains { first.starts(with: $0) }
    return isRead ? nil : type.isEmpty ? "no type" : type
  }
}

extension [UInt8] {
  /// Whether the bytes contain others in a row.
  fileprivate func contains(sequence: [UInt8]) -> Bool {
    guard let first = sequence.first else { return true }
    var start = startIndex
    while let place = self[start...].firstIndex(of: first) {
      if self[place...].starts(with: sequence) { return true }
      start = place + 1
    }
    return false
  }
}
