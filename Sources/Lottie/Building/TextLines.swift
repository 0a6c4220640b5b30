import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneSceneFile

/// A letter, or letters that the font draws as one, in its place.
struct TextPiece {
  var outlines: [Outline]
  /// The pen on the baseline, in the layer's coordinates.
  var position: CGPoint
  var advance: Double
  var isSpace: Bool
  /// The positions among all letters, those that are no spaces, the words and the lines.
  var character = 0
  var visibleCharacter = 0
  var word = 0
  var line = 0

  func index(of unit: TextUnit) -> Int {
    switch unit {
    case .character: character
    case .visibleCharacter: visibleCharacter
    case .word: word
    case .line: line
    case .all: 0
    }
  }
}

/// Breaks a text into lines of letters with outlines: of the file, or of an installed font.
struct TextLines {
  let document: TextDocument
  let animation: LottieAnimation
  /// Whether each letter has its own outlines.
  let isSplit: Bool
  private let font: CTFont
  private let model: FontModel?

  /// The most letters of a text.
  static let mostLetters = 10_000

  init(_ document: TextDocument, of animation: LottieAnimation, isSplit: Bool) {
    (self.document, self.animation, self.isSplit) = (document, animation, isSplit)
    model = animation.fonts[document.font]
    font = CTFont(FontDescriptor(name: Self.installedName(document.font, model)), size: max(document.size, 0.01))
  }

  /// The name by which the system has a font: the font's own, or family and style.
  private static func installedName(_ name: String, _ model: FontModel?) -> String {
    let fonts = FontCollection.system
    guard !fonts.hasFont(named: name), let model, fonts.hasFamily(of: model.family) else { return name }
    return model.style.isEmpty ? model.family : "\(model.family) \(model.style)"
  }

  /// What of the text cannot be drawn as it should; nil for nothing.
  var problem: String? {
    guard !document.text.allSatisfy({ $0.isWhitespace || glyph(of: $0) != nil }) else { return nil }
    let fonts = FontCollection.system
    guard FontCollection.isAvailable else {
      return "the text is not drawn: expected Pango 1.50 or newer, found none; install libpangocairo-1.0-0"
    }
    guard fonts.hasFonts else {
      return "the text is not drawn: expected a font, found none on this system; install one "
        + "(Debian: fonts-dejavu-core)"
    }
    let name = font.descriptor.name
    if !fonts.hasFont(named: name), !fonts.hasFamily(of: model?.family ?? name) {
      let used = fonts.familyUsed(for: font.descriptor).map { "; \($0) replaces it" } ?? ""
      return "expected an installed font, or glyphs in the file, found \(OneLine.quoted(document.font))\(used)"
    }
    let missing = fonts.missingCharacters(in: document.text)
    guard !missing.isEmpty else { return nil }
    return "expected characters that a font has, found \(UnicodeNumbers.list(missing)), which are left out"
  }

  private func glyph(of character: Character) -> GlyphModel? {
    guard let model, !animation.glyphs.isEmpty else { return nil }
    return animation.glyphs[GlyphModel.Key(text: String(character), family: model.family, style: model.style)]
  }

  // MARK: Lines

  /// The letters of all lines.
  var pieces: [TextPiece] {
    var lines: [(pieces: [TextPiece], isLast: Bool)] = []
    let breaks: Set<Character> = ["\r", "\n", "\r\n", "\u{3}", "\u{2028}"]
    let text = document.text.prefix(Self.mostLetters)
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: breaks.contains) {
      let broken = wrapped(Array(paragraph))
      for (index, line) in broken.enumerated() { lines.append((shaped(line), index + 1 == broken.count)) }
    }
    let height = document.lineHeight ?? document.size * 1.2
    var origin = CGPoint(x: 0, y: -document.baselineShift)
    if let box = document.box {
      let ascent = model?.ascent.map { $0 / 100 * document.size } ?? font.metrics.ascent
      origin.x += box.minX
      origin.y += box.minY + ascent
    }
    var result: [TextPiece] = []
    var (visible, word, isInWord) = (0, 0, false)
    for (number, line) in lines.enumerated() {
      if isInWord { word += 1 }
      isInWord = false
      for var piece in aligned(line.pieces, isLast: line.isLast) {
        if piece.isSpace, isInWord { word += 1 }
        isInWord = !piece.isSpace
        (piece.character, piece.visibleCharacter, piece.word, piece.line) = (result.count, visible, word, number)
        if !piece.isSpace { visible += 1 }
        piece.position.x += origin.x
        piece.position.y += origin.y + Double(number) * height
        result.append(piece)
      }
    }
    return result
  }

  /// The lines of a paragraph, broken at spaces to fit the box.
  private func wrapped(_ paragraph: [Character]) -> [[Character]] {
    guard let width = document.box?.width, width > 0 else { return [paragraph] }
    var lines: [[Character]] = []
    var (start, x) = (0, 0.0)
    // The end of the last word that fits, and where the next one begins.
    var space: (end: Int, next: Int, x: Double)?
    for piece in shaped(paragraph).sorted(by: { $0.visibleCharacter < $1.visibleCharacter }) {
      let first = piece.visibleCharacter
      if piece.isSpace {
        let end = space.map { $0.next == first ? $0.end : first } ?? first
        space = (end, first + piece.character, x + piece.advance + trackingWidth)
      } else if x + piece.advance > width, first > start {
        let end = space ?? (first, first, x)
        lines.append(Array(paragraph[start..<end.end]))
        (start, x, space) = (end.next, x - end.x, nil)
      }
      x += piece.advance + trackingWidth
    }
    return lines + [Array(paragraph[start...])]
  }

  private var trackingWidth: Double { document.tracking / 1000 * document.size }

  /// The letters of a line from x = 0, moved to its side or spread over the box.
  private func aligned(_ pieces: [TextPiece], isLast: Bool) -> [TextPiece] {
    var pieces = pieces
    var x = 0.0
    for index in pieces.indices {
      pieces[index].position.x = x
      x += pieces[index].advance + trackingWidth
    }
    let visible = pieces.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0
    let width = visible > 0 ? pieces[visible - 1].position.x + pieces[visible - 1].advance : 0
    let room = (document.box?.width ?? 0) - width
    let spaces = pieces[..<visible].count { $0.isSpace }
    if document.box != nil, document.isJustified, !isLast || document.isLastJustified, spaces > 0, room > 0 {
      var shift = 0.0
      for index in pieces.indices {
        pieces[index].position.x += shift
        if pieces[index].isSpace { shift += room / Double(spaces) }
      }
      return pieces
    }
    let share = document.justification.share
    for index in pieces.indices { pieces[index].position.x += room * share }
    return pieces
  }

  // MARK: Glyphs

  /// The letters of a line, from left to right. Until they are aligned, `visibleCharacter` is the
  /// position of its first character in the line, and `character` their number.
  private func shaped(_ line: [Character]) -> [TextPiece] {
    if line.allSatisfy({ glyph(of: $0) != nil || $0.isWhitespace }), !animation.glyphs.isEmpty {
      return line.enumerated().map { index, character in
        let glyph = glyph(of: character) ?? GlyphModel(width: 30, outlines: [])
        let factor = document.size / 100
        let scale = CGAffineTransform(scaleX: factor, y: factor)
        return TextPiece(
          outlines: glyph.outlines.map { $0.applying(scale) }, position: .zero, advance: glyph.width * factor,
          isSpace: character.isWhitespace, character: 1, visibleCharacter: index)
      }
    }
    return shapedByFont(line)
  }

  private func shapedByFont(_ line: [Character]) -> [TextPiece] {
    guard !line.isEmpty else { return [] }
    var attributes: [NSAttributedString.Key: Any] = [.font: font]
    if isSplit || document.tracking != 0 { attributes[.ligature] = 0 }
    let text = CTLineCreateWithAttributedString(NSAttributedString(string: String(line), attributes: attributes))
    // The character of each code unit.
    let characters = line.indices.flatMap { index in line[index].utf16.map { _ in index } }
    var pieces: [(piece: TextPiece, character: Int)] = []
    for case let run as CTRun in CTLineGetGlyphRuns(text) as NSArray {
      let count = CTRunGetGlyphCount(run)
      let all = CFRange(location: 0, length: 0)
      var (glyphs, offsets) = ([CGGlyph](repeating: 0, count: count), [CFIndex](repeating: 0, count: count))
      var positions = [CGPoint](repeating: .zero, count: count)
      var advances = [CGSize](repeating: .zero, count: count)
      CTRunGetGlyphs(run, all, &glyphs)
      CTRunGetStringIndices(run, all, &offsets)
      CTRunGetPositions(run, all, &positions)
      CTRunGetAdvances(run, all, &advances)
      let attributes = CTRunGetAttributes(run) as NSDictionary
      let font = attributes[kCTFontAttributeName] as? CTFont ?? font
      for index in 0..<count {
        let character = offsets[index] < characters.count ? characters[offsets[index]] : line.count - 1
        var flip = CGAffineTransform(scaleX: 1, y: -1)
        let path = CTFontCreatePathForGlyph(font, glyphs[index], &flip)
        let outlines = path.map { Outlines($0).list } ?? []
        let width = Double(advances[index].width)
        // The glyphs of one character are drawn together.
        if let last = pieces.last, last.character == character {
          let first = pieces[pieces.count - 1].piece
          let move = CGAffineTransform(
            translationX: positions[index].x - first.position.x, y: first.position.y - positions[index].y)
          pieces[pieces.count - 1].piece.outlines += outlines.map { $0.applying(move) }
          pieces[pieces.count - 1].piece.advance += width
        } else {
          let raised = CGAffineTransform(translationX: 0, y: -positions[index].y)
          pieces.append(
            (
              TextPiece(
                outlines: outlines.map { $0.applying(raised) }, position: CGPoint(x: positions[index].x, y: 0),
                advance: width, isSpace: line[character].isWhitespace), character
            ))
        }
      }
    }
    // A ligature has all characters up to the next glyph.
    let starts = Set(pieces.map(\.character) + [line.count]).sorted()
    let next = Dictionary(uniqueKeysWithValues: zip(starts, starts.dropFirst()))
    return pieces.map { piece, character in
      var piece = piece
      piece.visibleCharacter = character
      piece.character = (next[character] ?? line.count) - character
      return piece
    }
  }
}

extension Outline {
  /// The outline with transformed points.
  func applying(_ transform: CGAffineTransform) -> Outline {
    Outline(
      vertices: vertices.map {
        Vertex(
          point: $0.point.applying(transform), into: $0.into.applying(transform), out: $0.out.applying(transform))
      }, isClosed: isClosed)
  }
}
