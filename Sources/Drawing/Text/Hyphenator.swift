import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCHyphen
import MultiplaneGraphics
import Synchronization

/// The hyphenation of a language: the places at which its words may be broken, found by libhyphen
/// with a dictionary of the system.
///
/// libhyphen and its dictionaries are those of LibreOffice. The library is opened on first use.
package final class Hyphenator: @unchecked Sendable {
  /// The folder in which distributions install dictionaries.
  package static let systemFolder = "/usr/share/hyphen"
  /// The longest word that is hyphenated, in bytes of the dictionary's encoding.
  private static let longestWord = 90

  // Only read after it was loaded, also by libhyphen.
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  private let encoding: HyphenationEncoding

  /// Loads a dictionary.
  init(file: String) throws(HyphenationError) {
    if let library = cdl_missing_hyphen() { throw .noLibrary(String(cString: library)) }
    guard let dictionary = hnj_hyphen_load(file) else { throw .damaged(file) }
    guard let encoding = HyphenationEncoding(of: dictionary.pointee) else {
      hnj_hyphen_free(dictionary)
      throw .damaged(file)
    }
    (self.dictionary, self.encoding) = (dictionary, encoding)
  }

  deinit { hnj_hyphen_free(dictionary) }

  /// The places in a word at which it may be broken, as numbers of Unicode scalars before them.
  ///
  /// Breaks that would change the word's letters (such as `Schiff-fahrt`) are left out.
  func breaks(in word: some Collection<Unicode.Scalar>) -> [Int] {
    // Patterns are in lower case.
    var letters: [Unicode.Scalar] = []
    for scalar in word {
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      guard lower.count == 1, let letter = lower.first else { return [] }
      letters.append(letter)
    }
    guard let bytes = encoding.bytes(of: letters), bytes.count <= Self.longestWord else { return [] }
    // The room that libhyphen asks for.
    var marks = [CChar](repeating: 0, count: bytes.count + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var (starts, cuts): (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?)
    let count = Int32(bytes.count)
    _ = (bytes + [0]).withUnsafeBytes { word in
      hnj_hyphen_hyphenate2(
        dictionary, word.bindMemory(to: CChar.self).baseAddress, count, &marks, nil, &replacements, &starts, &cuts)
    }
    defer {
      for index in 0..<bytes.count { free(replacements?[index]) }
      free(replacements)
      free(starts)
      free(cuts)
    }
    return (1..<max(letters.count, 1)).filter { marks[$0 - 1] & 1 == 1 && replacements?[$0 - 1] == nil }
  }
}

extension Hyphenator: Hashable {
  package static func == (a: Hyphenator, b: Hyphenator) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Dictionaries of the system

extension Hyphenator {
  /// Loaded hyphenators by file, and by the folder and the language that were asked for.
  private struct Loaded {
    var byFile: [String: Hyphenator] = [:]
    var byLanguage: [String: Hyphenator] = [:]
  }

  private static let loaded = Mutex(Loaded())
  /// Scenes may name any number of languages.
  private static let mostLanguages = 256

  /// The hyphenator of a language, by the dictionary that is nearest to it; loaded once.
  ///
  /// - Parameters:
  ///   - language: a language tag, such as `en-US` or `de`.
  ///   - folder: the folder of dictionaries, named `hyph_en_US.dic` and so on.
  package static func language(
    _ language: String, in folder: String = systemFolder
  ) throws(HyphenationError) -> Hyphenator {
    let key = "\(folder)/\(language)"
    if let known = loaded.withLock({ $0.byLanguage[key] }) { return known }
    guard isTag(language) else { throw .noLanguage(language) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let tags = names.filter { $0.hasPrefix("hyph_") && $0.hasSuffix(".dic") }.map {
      String($0.dropFirst(5).dropLast(4))
    }
    guard let tag = nearest(to: language, among: tags) else {
      // Without the library, a dictionary alone is no help.
      if let library = cdl_missing_hyphen() { throw .noLibrary(String(cString: library)) }
      throw .noDictionary(language, folder: folder)
    }
    // Links are common: hyph_en.dic is one to hyph_en_US.dic.
    let file = URL(fileURLWithPath: "\(folder)/hyph_\(tag).dic").resolvingSymlinksInPath().path
    // Locked while it is loaded, or other threads would load it, too.
    return try loaded.withLock { (loaded) throws(HyphenationError) -> Hyphenator in
      let hyphenator = if let known = loaded.byFile[file] { known } else { try Hyphenator(file: file) }
      if loaded.byLanguage.count >= mostLanguages { loaded.byLanguage = [:] }
      (loaded.byFile[file], loaded.byLanguage[key]) = (hyphenator, hyphenator)
      return hyphenator
    }
  }

  /// Whether a text has the form of a language tag: letters and digits between hyphens.
  package static func isTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// The dictionary's tag for a language: the same, else that of the language without its region,
  /// else the same language of its own country (`de_DE`), of the United States, or the first by
  /// name.
  static func nearest(to language: String, among tags: [String]) -> String? {
    func normal(_ tag: String) -> String { String(tag.lowercased().map { $0 == "_" ? "-" : $0 }) }
    let wanted = normal(language)
    let bare = String(wanted.prefix { $0 != "-" })
    let known = tags.sorted().map { (tag: $0, normal: normal($0)) }
    for candidate in [wanted, bare, "\(bare)-\(bare)", "\(bare)-us"] {
      if let found = known.first(where: { $0.normal == candidate }) { return found.tag }
    }
    return known.first { $0.normal.hasPrefix("\(bare)-") }?.tag
  }
}

/// An error of hyphenation. The description says what is missing and how to get it.
package enum HyphenationError: Error, Equatable, CustomStringConvertible {
  case noLibrary(String)
  /// The value is no language tag.
  case noLanguage(String)
  case noDictionary(String, folder: String)
  /// libhyphen cannot read the dictionary.
  case damaged(String)

  package var description: String {
    switch self {
    case .noLibrary(let library):
      "words are not hyphenated: expected libhyphen, found no \(library); install libhyphen0"
    case .noLanguage(let language):
      "expected a language such as \"en-US\", found \(OneLine.quoted(language))"
    case .noDictionary(let language, let folder):
      "words are not hyphenated: expected a dictionary of \(OneLine.quoted(language)) in \(folder), found none; "
        + "install hyphen-\(language.lowercased()) or another one of the language"
    case .damaged(let file):
      "words are not hyphenated: expected a dictionary of libhyphen, found another file: \(file); install it again"
    }
  }
}
