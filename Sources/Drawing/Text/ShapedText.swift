import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCPango
import MultiplaneGraphics

/// A text that Pango has broken into lines and shaped. For one thread at a time.
final class ShapedText {
  /// What Pango is asked to do with each paragraph.
  struct Paragraph {
    var width: CGFloat?
    var isWrapped: Bool
    var isJustified: Bool
    var truncation: TextTruncation
    /// Nil for what the paragraph's first letter with a direction says.
    var isRightToLeft: Bool?
    /// Whether a line may end anywhere between letters.
    var breaksLetters = false
    /// Whether a word that is longer than a line is broken.
    var breaksWords = true
    /// How much further in than the other lines the first one begins, in points; below 0 how much
    /// further out.
    var indent: CGFloat = 0
    /// Pango's own where there are none.
    var tabStops: [TextTabStop] = []
  }

  /// What Pango is given for the text's largest font, in points, whatever its size: what comes out
  /// is scaled. So a size that is animated makes no font after font, widths are to those of any
  /// other size as the sizes are, and FreeType is never asked for a size that it does not know.
  private static let emSize = 128.0
  /// The longest line that is asked of Pango, in points: its numbers end at twice as much. A text
  /// that may become longer is given to it smaller.
  private static let maximumExtent = 1e6

  private let text: StyledText
  private let offsets: TextOffsets
  private let fonts: FontMap
  private let layout: OpaquePointer
  /// Pango's points for a point of the text.
  private let scale: Double

  /// Nil for a text without any font, or without memory.
  init?(_ text: StyledText, _ paragraph: Paragraph, _ fonts: FontMap) {
    guard let first = text.firstAttributes, let layout = pango_layout_new(fonts.context) else { return nil }
    (self.text, self.fonts, self.layout) = (text, fonts, layout)
    offsets = TextOffsets(text.string)
    scale = Self.scale(text)
    offsets.utf8.withUnsafeBytes { bytes in
      pango_layout_set_text(layout, bytes.bindMemory(to: CChar.self).baseAddress, Int32(offsets.count))
    }
    describe(first)
    setAttributes()
    set(paragraph)
    if paragraph.isWrapped, paragraph.breaksWords, !paragraph.breaksLetters { breakLongWords(paragraph) }
  }

  deinit { cdl_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Pango's units for points of the text.
  private func units(_ points: Double) -> Int32 {
    let units = points * scale * Pango.units
    return Int32(min(max(units.rounded(), -2e9), 2e9))
  }

  private func points(_ units: Int32) -> CGFloat { CGFloat(units) / (Pango.units * scale) }

  private static func scale(_ text: StyledText) -> Double {
    let largest = text.runs.reduce(0) { max($0, Double($1.attributes.font.size)) }
    let kern = text.runs.reduce(0) { max($0, abs($1.attributes.letterSpacing)) }
    // Letters are commonly no wider than two em.
    let widest = 2 + Double(kern) / largest
    var size = emSize
    // Halved, so that texts of many lengths still have few sizes.
    while size * widest * Double(text.length) > maximumExtent { size /= 2 }
    return size / largest
  }

  private func description(of font: CTFont) -> OpaquePointer? {
    guard let face = fonts.face(font.descriptor), let description = pango_font_description_copy(face.description) else {
      return nil
    }
    // Pango gives no letters to a font of less than one unit.
    pango_font_description_set_absolute_size(description, max(font.size * scale * Pango.units, 1))
    return description
  }

  private func describe(_ attributes: TextAttributes) {
    guard let description = description(of: attributes.font) else { return }
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
  }

  /// Sets the attributes of the text, and lets no line end inside the pieces named, in bytes.
  private func setAttributes(unbroken pieces: [Range<Int>] = []) {
    var list: [UnsafeMutablePointer<PangoAttribute>] = []
    for run in text.runs {
      let bytes = offsets.utf8(run.range.lowerBound)..<offsets.utf8(run.range.upperBound)
      let attributes = run.attributes
      if let description = description(of: attributes.font) {
        insert(pango_attr_font_desc_new(description), bytes, into: &list)
        pango_font_description_free(description)
      }
      let spacing = attributes.letterSpacing
      if spacing != 0 { insert(pango_attr_letter_spacing_new(units(spacing)), bytes, into: &list) }
      let rise = attributes.shift(attributes.baselineOffset)
      if rise != 0 { insert(pango_attr_rise_new(units(rise)), bytes, into: &list) }
      let features = Self.features(attributes)
      if !features.isEmpty {
        insert(pango_attr_font_features_new(features.joined(separator: ", ")), bytes, into: &list)
      }
    }
    allowHyphens(&list)
    for piece in pieces { insert(pango_attr_allow_breaks_new(0), piece, into: &list) }
    // In order, because Pango looks for the place of every other attribute from the start.
    list.sort { $0.pointee.start_index < $1.pointee.start_index }
    guard let attributes = pango_attr_list_new() else { return list.forEach(pango_attribute_destroy) }
    for attribute in list { pango_attr_list_insert(attributes, attribute) }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
  }

  /// The features of OpenType that a piece of text is shaped with.
  ///
  /// Pango switches ligatures off wherever letters are spaced, after the text's own features, of
  /// which it takes 32 in all. Core Text does so for tracking only. So spaced text names as many
  /// features as leave no room for Pango's.
  private static func features(_ attributes: TextAttributes) -> [String] {
    let features = attributes.fontFeatures
    guard attributes.letterSpacing != 0, !features.contains("liga 0") else { return features }
    return features + [String](repeating: "liga 1", count: max(mostFeatures - features.count, 0))
  }

  /// As many as `pango_hb_shape` has room for.
  private static let mostFeatures = 32

  /// A word that is broken between letters gets a hyphen only at a soft one (U+00AD).
  private func allowHyphens(_ list: inout [UnsafeMutablePointer<PangoAttribute>]) {
    var start = 0
    for byte in 0..<max(offsets.count - 1, 0) where offsets.utf8[byte] == 0xC2 && offsets.utf8[byte + 1] == 0xAD {
      insert(pango_attr_insert_hyphens_new(0), start..<byte, into: &list)
      start = byte + 2
    }
    insert(pango_attr_insert_hyphens_new(0), start..<offsets.count, into: &list)
  }

  private func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ bytes: Range<Int>,
    into list: inout [UnsafeMutablePointer<PangoAttribute>]
  ) {
    guard let attribute else { return }
    (attribute.pointee.start_index, attribute.pointee.end_index) = (UInt32(bytes.lowerBound), UInt32(bytes.upperBound))
    list.append(attribute)
  }

  private func set(_ paragraph: Paragraph) {
    let isLimited = paragraph.isWrapped || paragraph.truncation != .none
    if isLimited, let width = paragraph.width { pango_layout_set_width(layout, units(width)) }
    pango_layout_set_wrap(layout, paragraph.breaksLetters ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD)
    if paragraph.indent != 0 { pango_layout_set_indent(layout, units(paragraph.indent)) }
    setTabStops(paragraph.tabStops)
    if paragraph.isWrapped, paragraph.isJustified { pango_layout_set_justify(layout, 1) }
    let mode =
      switch paragraph.truncation {
      case .none: PANGO_ELLIPSIZE_NONE
      case .start: PANGO_ELLIPSIZE_START
      case .middle: PANGO_ELLIPSIZE_MIDDLE
      case .end: PANGO_ELLIPSIZE_END
      }
    pango_layout_set_ellipsize(layout, mode)
    // From left to right where neither the style nor a letter has a direction.
    let direction = paragraph.isRightToLeft.map { $0 ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR }
    pango_context_set_base_dir(fonts.context, direction ?? PANGO_DIRECTION_WEAK_LTR)
    pango_layout_set_auto_dir(layout, paragraph.isRightToLeft == nil ? 1 : 0)
  }

  /// Breaks the words that are longer than a line between letters, and no others: where Pango may
  /// break every word, white space that does not fit becomes a line of its own.
  private func breakLongWords(_ paragraph: Paragraph) {
    guard let width = paragraph.width else { return }
    var wide: [(line: UnsafeMutablePointer<PangoLayoutLine>, bytes: Range<Int>, limit: Int32)] = []
    var next = pango_layout_get_lines_readonly(layout)
    while let entry = next {
      next = entry.pointee.next
      guard let line = entry.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) else { continue }
      // Pango indents the other lines where the indent is below 0.
      let isFirst = pango_layout_line_is_paragraph_start(line) != 0
      let indent = isFirst == (paragraph.indent > 0) ? abs(paragraph.indent) : 0
      var extents = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &extents)
      guard extents.width > units(width - indent) else { continue }
      let start = Int(pango_layout_line_get_start_index(line))
      wide.append((line, start..<start + Int(pango_layout_line_get_length(line)), units(width - indent)))
    }
    guard !wide.isEmpty else { return }
    let (words, spaces) = breakableWords()
    let long = wide.filter { inkWidth(of: $0.line, $0.bytes, spaces) > $0.limit }.map(\.bytes)
    guard !long.isEmpty else { return }
    var index = 0
    let pieces = words.map { word in
      while index < long.count, long[index].upperBound <= word.lowerBound { index += 1 }
      guard index < long.count, long[index].lowerBound < word.upperBound else { return word }
      return lastLetter(of: word, spaces).lowerBound..<word.upperBound
    }
    setAttributes(unbroken: pieces.filter { !$0.isEmpty })
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
  }

  /// The bytes between each two places where a line may end, and for each byte whether it begins
  /// white space.
  private func breakableWords() -> (words: [Range<Int>], spaces: [Bool]) {
    var count: Int32 = 0
    guard let characters = pango_layout_get_log_attrs_readonly(layout, &count) else { return ([], []) }
    var spaces = [Bool](repeating: false, count: offsets.count)
    var (words, start, index): ([Range<Int>], Int, Int) = ([], 0, 0)
    // Continued bytes are of the character before them.
    for byte in 0..<offsets.count where offsets.utf8[byte] & 0xC0 != 0x80 && index < Int(count) {
      spaces[byte] = characters[index].is_white != 0
      if characters[index].is_line_break != 0, byte > start {
        words.append(start..<byte)
        start = byte
      }
      index += 1
    }
    if start < offsets.count { words.append(start..<offsets.count) }
    return (words, spaces)
  }

  /// The last character of some text that is not white space, in bytes; empty at the start for
  /// none.
  private func lastLetter(of bytes: Range<Int>, _ spaces: [Bool]) -> Range<Int> {
    let start = bytes.last { offsets.utf8[$0] & 0xC0 != 0x80 && !spaces[$0] }
    guard let start else { return bytes.lowerBound..<bytes.lowerBound }
    let end = (start + 1..<bytes.upperBound).first { offsets.utf8[$0] & 0xC0 != 0x80 }
    return start..<(end ?? bytes.upperBound)
  }

  /// The width of a line, in Pango's units, up to the white space at its end.
  private func inkWidth(
    of line: UnsafeMutablePointer<PangoLayoutLine>, _ bytes: Range<Int>, _ spaces: [Bool]
  ) -> Int32 {
    let end = lastLetter(of: bytes, spaces).upperBound
    var ranges: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    pango_layout_line_get_x_ranges(line, Int32(bytes.lowerBound), Int32(end), &ranges, &count)
    defer { cdl_glib_free(ranges) }
    guard let ranges else { return 0 }
    return (0..<Int(count)).reduce(0) { $0 + ranges[2 * $1 + 1] - ranges[2 * $1] }
  }

  private func setTabStops(_ stops: [TextTabStop]) {
    let stops = stops.filter { $0.location > 0 }
    guard !stops.isEmpty, let list = pango_tab_array_new(Int32(stops.count), 0) else { return }
    for (index, stop) in stops.enumerated() {
      let alignment =
        switch stop.alignment {
        case .left: PANGO_TAB_LEFT
        case .right: PANGO_TAB_RIGHT
        case .center: PANGO_TAB_CENTER
        case .decimal: PANGO_TAB_DECIMAL
        }
      pango_tab_array_set_tab(list, Int32(index), alignment, units(stop.location))
    }
    pango_layout_set_tabs(layout, list)
    pango_tab_array_free(list)
  }
}

// MARK: - Reading what Pango made

extension ShapedText {
  /// The lines, from top to bottom, none in its place yet.
  func lines() -> [TextLayout.Line] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var lines: [TextLayout.Line] = []
    repeat {
      lines.append(line(at: iterator))
    } while pango_layout_iter_next_run(iterator) != 0
    for index in lines.indices {
      let end = index + 1 < lines.count ? lines[index + 1].range.lowerBound : text.length
      lines[index].range = lines[index].range.lowerBound..<max(end, lines[index].range.lowerBound)
    }
    return lines
  }

  /// Reads the runs of the iterator's line up to its end.
  private func line(at iterator: OpaquePointer) -> TextLayout.Line {
    var extents = PangoRectangle()
    pango_layout_iter_get_line_extents(iterator, nil, &extents)
    let baseline = pango_layout_iter_get_baseline(iterator)
    let line = pango_layout_iter_get_line_readonly(iterator)
    let start = line.map { offsets.utf16(Int(pango_layout_line_get_start_index($0))) } ?? 0
    var reader = RunReader(text: text, offsets: offsets, fonts: fonts, scale: scale)
    while let run = pango_layout_iter_get_run_readonly(iterator) {
      reader.read(run.pointee)
      guard pango_layout_iter_next_run(iterator) != 0 else { break }
    }
    return TextLayout.Line(
      range: start..<start, width: reader.pen, ascent: points(baseline - extents.y),
      descent: points(extents.y + extents.height - baseline), leading: reader.leading ?? leadingOfEmptyLine(start),
      isRightToLeft: line.map { pango_layout_line_get_resolved_direction($0) == PANGO_DIRECTION_RTL } ?? false,
      isTruncated: reader.hasEllipsis,
      runs: reader.runs)
  }

  private func leadingOfEmptyLine(_ start: Int) -> CGFloat {
    guard let attributes = text.attributes(at: start) else { return 0 }
    return (fonts.face(attributes.font.descriptor)?.metrics.leading ?? 0) * attributes.font.size
  }
}

extension StyledText {
  /// How the letter at a code unit looks; at the end, how the last one does.
  func attributes(at offset: Int) -> TextAttributes? { run(at: offset)?.attributes }

  /// The piece that a code unit is in; at the end, the last one.
  func run(at offset: Int) -> Run? {
    // Runs are in order: the last one that begins at or before the offset.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return runs.isEmpty ? nil : runs[max(low - 1, 0)]
  }
}

/// Turns the runs of one of Pango's lines, from left to right, into those of a `TextLayout`.
private struct RunReader {
  let text: StyledText
  let offsets: TextOffsets
  let fonts: FontMap
  let scale: Double
  var runs: [TextLayout.Run] = []
  var pen: CGFloat = 0
  var leading: CGFloat?
  var hasEllipsis = false

  init(text: StyledText, offsets: TextOffsets, fonts: FontMap, scale: Double) {
    (self.text, self.offsets, self.fonts, self.scale) = (text, offsets, fonts, scale)
  }

  private func points(_ units: Int32) -> CGFloat { CGFloat(units) / (Pango.units * scale) }

  mutating func read(_ run: PangoGlyphItem) {
    guard let item = run.item?.pointee, let string = run.glyphs?.pointee, let glyphs = string.glyphs,
      let clusters = string.log_clusters, let pangoFont = item.analysis.font
    else { return }
    hasEllipsis = hasEllipsis || item.isEllipsis
    pen += points(run.start_x_offset)
    let rise = points(run.y_offset)
    for index in 0..<Int(string.num_glyphs) {
      let glyph = glyphs[index]
      let offset = offsets.utf16(Int(item.offset) + (item.isEllipsis ? 0 : Int(clusters[index])))
      let width = points(item.isEllipsis ? ownWidth(glyph, pangoFont) : glyph.geometry.width)
      if let attributes = text.attributes(at: offset) {
        let placed = TextLayout.Glyph(
          id: glyph.isUnknown ? nil : glyph.glyph,
          position: CGPoint(x: pen + points(glyph.geometry.x_offset), y: rise - points(glyph.geometry.y_offset)),
          width: width,
          textOffset: offset)
        append(glyph.isEmpty ? nil : placed, width, pangoFont, attributes)
      }
      pen += width
    }
    pen += points(run.end_x_offset)
  }

  /// The dots' width: Pango makes them as wide as the room that is left over.
  private func ownWidth(_ glyph: PangoGlyphInfo, _ font: UnsafeMutablePointer<PangoFont>) -> Int32 {
    let width = glyph.geometry.width
    guard !glyph.isEmpty, !glyph.isUnknown, let harfBuzz = pango_font_get_hb_font(font) else { return width }
    return min(hb_font_get_glyph_h_advance(harfBuzz, glyph.glyph), width)
  }

  /// Adds a glyph, or only its width, to the last run, or to a new one where the style changes.
  private mutating func append(
    _ glyph: TextLayout.Glyph?, _ width: CGFloat, _ pangoFont: UnsafeMutablePointer<PangoFont>,
    _ attributes: TextAttributes
  ) {
    guard let font = fonts.glyphFont(pangoFont, size: attributes.font.size * scale) else { return }
    leading = max(leading ?? 0, font.metrics.leading * attributes.font.size)
    if let last = runs.indices.last, runs[last].font === font, runs[last].attributes == attributes {
      runs[last].width += width
      if let glyph { runs[last].glyphs.append(glyph) }
    } else {
      runs.append(
        TextLayout.Run(font: font, attributes: attributes, glyphs: glyph.map { [$0] } ?? [], x: pen, width: width))
    }
  }
}
