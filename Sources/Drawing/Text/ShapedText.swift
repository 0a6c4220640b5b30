import Foundation
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
    /// How much further in than the other lines the first one begins, in points; below 0 how much further out.
    var indent: CGFloat = 0
    /// Pango's own where there are none.
    var tabStops: [TextTabStop] = []
  }

  /// What Pango is given for the text's largest font, in points, whatever its size: what comes out is scaled. So a size
  /// that is animated makes no font after font, widths are to those of any other size as the sizes are, and FreeType is
  /// never asked for a size that it does not know.
  private static let emSize = 128.0
  /// The longest line that is asked of Pango, in points: its numbers end at twice as much. A text that may become longer
  /// is given to it smaller.
  private static let maximumExtent = 1e6

  private let text: StyledText
  private let offsets: TextOffsets
  private let fonts: FontMap
  private let layout: OpaquePointer
  /// Pango's points for a point of the text.
  private let scale: Double

  private var pango: PangoLibrary { fonts.pango }

  /// Nil for a text without any font, or without memory.
  init?(_ text: StyledText, _ paragraph: Paragraph, _ fonts: FontMap) {
    guard let first = text.firstAttributes, let layout = fonts.pango.newLayout(fonts.context) else { return nil }
    (self.text, self.fonts, self.layout) = (text, fonts, layout)
    offsets = TextOffsets(text.string)
    scale = Self.scale(text)
    offsets.utf8.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { pango.setText(layout, start, Int32(offsets.count)) }
    }
    describe(first)
    setAttributes()
    set(paragraph)
  }

  deinit { pango.release(layout) }

  /// Pango's units for points of the text.
  private func units(_ points: Double) -> Int32 {
    let units = points * scale * PangoLibrary.units
    return Int32(min(max(units.rounded(), -2e9), 2e9))
  }

  private func points(_ units: Int32) -> CGFloat { CGFloat(units) / (PangoLibrary.units * scale) }

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
    guard let face = fonts.face(font.descriptor), let description = pango.copyDescription(face.description) else {
      return nil
    }
    // Pango gives no letters to a font of less than one unit.
    pango.setAbsoluteSize(description, max(font.size * scale * PangoLibrary.units, 1))
    return description
  }

  private func describe(_ attributes: TextAttributes) {
    guard let description = description(of: attributes.font) else { return }
    pango.setDescription(layout, description)
    pango.freeDescription(description)
  }

  private func setAttributes() {
    guard let list = pango.attributes.newList() else { return }
    for run in text.runs {
      let bytes = offsets.utf8(run.range.lowerBound)..<offsets.utf8(run.range.upperBound)
      let attributes = run.attributes
      if let description = description(of: attributes.font) {
        insert(pango.attributes.font(description), bytes, into: list)
        pango.freeDescription(description)
      }
      let spacing = attributes.letterSpacing
      if spacing != 0 { insert(pango.attributes.spacing(units(spacing)), bytes, into: list) }
      let rise = attributes.shift(attributes.baselineOffset)
      if rise != 0 { insert(pango.attributes.rise(units(rise)), bytes, into: list) }
      let features = Self.features(attributes)
      if !features.isEmpty {
        insert(pango.attributes.features(features.joined(separator: ", ")), bytes, into: list)
      }
    }
    allowHyphens(list)
    pango.setAttributes(layout, list)
    pango.attributes.freeList(list)
  }

  /// The features of OpenType that a piece of text is shaped with.
  ///
  /// Pango switches ligatures off wherever letters are spaced, after the text's own features, of which it takes 32 in all.
  /// Core Text does so for tracking only. So spaced text names so many features that no room is left for Pango's.
  private static func features(_ attributes: TextAttributes) -> [String] {
    let features = attributes.fontFeatures
    guard attributes.letterSpacing != 0, !features.contains("liga 0") else { return features }
    return features + [String](repeating: "liga 1", count: max(mostFeatures - features.count, 0))
  }

  /// As many as `pango_hb_shape` has room for.
  private static let mostFeatures = 32

  /// A word that is broken between letters gets a hyphen only at a soft one (U+00AD).
  private func allowHyphens(_ list: OpaquePointer) {
    var start = 0
    for byte in 0..<max(offsets.count - 1, 0) where offsets.utf8[byte] == 0xC2 && offsets.utf8[byte + 1] == 0xAD {
      insert(pango.attributes.hyphens(0), start..<byte, into: list)
      start = byte + 2
    }
    insert(pango.attributes.hyphens(0), start..<offsets.count, into: list)
  }

  /// A `PangoAttribute` begins with its class's address and the bytes that it is for.
  private func insert(_ attribute: UnsafeMutableRawPointer?, _ bytes: Range<Int>, into list: OpaquePointer) {
    guard let attribute else { return }
    let start = MemoryLayout<UnsafeRawPointer>.size
    attribute.storeBytes(of: UInt32(bytes.lowerBound), toByteOffset: start, as: UInt32.self)
    attribute.storeBytes(of: UInt32(bytes.upperBound), toByteOffset: start + 4, as: UInt32.self)
    pango.attributes.insert(list, attribute)
  }

  private func set(_ paragraph: Paragraph) {
    let isLimited = paragraph.isWrapped || paragraph.truncation != .none
    if isLimited, let width = paragraph.width { pango.setWidth(layout, units(width)) }
    // By words, and by letters where a word is longer than a line: PANGO_WRAP_WORD_CHAR; else PANGO_WRAP_CHAR.
    pango.setWrap(layout, paragraph.breaksLetters ? 1 : 2)
    if paragraph.indent != 0 { pango.setIndent(layout, units(paragraph.indent)) }
    setTabStops(paragraph.tabStops)
    if paragraph.isWrapped, paragraph.isJustified { pango.setJustify(layout, 1) }
    let mode: Int32 =
      switch paragraph.truncation {
      case .none: 0
      case .start: 1
      case .middle: 2
      case .end: 3
      }
    pango.setEllipsize(layout, mode)
    // 0 from left to right, 1 from right to left, 4 the former where no letter says otherwise.
    pango.setBaseDirection(fonts.context, paragraph.isRightToLeft.map { $0 ? 1 : 0 } ?? 4)
    pango.setAutoDirection(layout, paragraph.isRightToLeft == nil ? 1 : 0)
  }

  private func setTabStops(_ stops: [TextTabStop]) {
    let stops = stops.filter { $0.location > 0 }
    guard !stops.isEmpty, let list = pango.newTabs(Int32(stops.count), 0) else { return }
    for (index, stop) in stops.enumerated() {
      pango.setTab(list, Int32(index), stop.alignment.rawValue, units(stop.location))
    }
    pango.setTabs(layout, list)
    pango.freeTabs(list)
  }
}

// MARK: - Reading what Pango made

extension ShapedText {
  /// The lines, from top to bottom, none in its place yet.
  func lines() -> [TextLayout.Line] {
    guard let iterator = pango.newIterator(layout) else { return [] }
    defer { pango.freeIterator(iterator) }
    var lines: [TextLayout.Line] = []
    repeat {
      lines.append(line(at: iterator))
    } while pango.nextRun(iterator) != 0
    for index in lines.indices {
      let end = index + 1 < lines.count ? lines[index + 1].range.lowerBound : text.length
      lines[index].range = lines[index].range.lowerBound..<max(end, lines[index].range.lowerBound)
    }
    return lines
  }

  /// Reads the runs of the iterator's line up to its end.
  private func line(at iterator: OpaquePointer) -> TextLayout.Line {
    var extents: [Int32] = [0, 0, 0, 0]
    pango.iteratorLineExtents(iterator, nil, &extents)
    let baseline = pango.iteratorBaseline(iterator)
    let line = pango.iteratorLine(iterator)
    let start = line.map { offsets.utf16(Int(pango.lineStart($0))) } ?? 0
    var reader = RunReader(text: text, offsets: offsets, fonts: fonts, scale: scale)
    while let run = pango.iteratorRun(iterator)?.assumingMemoryBound(to: PangoGlyphItem.self).pointee {
      reader.read(run)
      guard pango.nextRun(iterator) != 0 else { break }
    }
    return TextLayout.Line(
      range: start..<start, width: reader.pen, ascent: points(baseline - extents[1]),
      descent: points(extents[1] + extents[3] - baseline), leading: reader.leading ?? leadingOfEmptyLine(start),
      isRightToLeft: line.map { pango.lineDirection($0) == 1 } ?? false, isTruncated: reader.hasEllipsis,
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

  private func points(_ units: Int32) -> CGFloat { CGFloat(units) / (PangoLibrary.units * scale) }

  mutating func read(_ run: PangoGlyphItem) {
    guard let item = run.item?.pointee, let string = run.glyphs?.pointee, let glyphs = string.glyphs,
      let clusters = string.clusters, let pangoFont = item.font
    else { return }
    hasEllipsis = hasEllipsis || item.isEllipsis
    pen += points(run.moveBefore)
    let rise = points(run.riseOfRun)
    for index in 0..<Int(string.count) {
      let glyph = glyphs[index]
      let offset = offsets.utf16(Int(item.offset) + (item.isEllipsis ? 0 : Int(clusters[index])))
      let width = points(item.isEllipsis ? ownWidth(glyph, pangoFont) : glyph.width)
      if let attributes = text.attributes(at: offset) {
        let placed = TextLayout.Glyph(
          id: glyph.isUnknown ? nil : glyph.id,
          position: CGPoint(x: pen + points(glyph.offsetX), y: rise - points(glyph.offsetY)), width: width,
          textOffset: offset)
        append(glyph.isEmpty ? nil : placed, width, pangoFont, attributes)
      }
      pen += width
    }
    pen += points(run.moveAfter)
  }

  /// The dots' width: Pango makes them as wide as the room that is left over.
  private func ownWidth(_ glyph: PangoGlyph, _ font: OpaquePointer) -> Int32 {
    guard !glyph.isEmpty, !glyph.isUnknown, let harfBuzz = fonts.pango.getHarfBuzzFont(font) else { return glyph.width }
    return min(fonts.pango.harfBuzz.advance(harfBuzz, glyph.id), glyph.width)
  }

  /// Adds a glyph, or only its width, to the last run, or to a new one where the style changes.
  private mutating func append(
    _ glyph: TextLayout.Glyph?, _ width: CGFloat, _ pangoFont: OpaquePointer, _ attributes: TextAttributes
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
