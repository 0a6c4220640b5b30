import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// How paragraph styles set lines. At 20.48 points a unit of the test font is 0.01 points: H is
/// 15.40 wide, a space 6.51, a line 19.01 + 4.83 high.
@Suite struct TextParagraphTests {
  private let font: CTFont
  private static let height = 23.84

  init() throws { font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: try TextSample.fonts()) }

  private func text(_ parts: [(String, Any)]) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    for (string, style) in parts {
      text.append(NSAttributedString(string: string, attributes: [.font: font, .paragraphStyle: style]))
    }
    return text
  }

  /// A style as the test wants it.
  private func style(_ change: (NSMutableParagraphStyle) -> Void) -> NSMutableParagraphStyle {
    let style = NSMutableParagraphStyle()
    change(style)
    return style
  }

  /// The left end and the baseline of each line of a frame, from its upper left corner.
  private func origins(_ parts: [(String, Any)], width: CGFloat = 100, height: CGFloat = 1000) -> [CGPoint] {
    let framesetter = CTFramesetterCreateWithAttributedString(text(parts))
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: width, height: height), transform: nil)
    let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
    var origins = [CGPoint](repeating: .zero, count: CTFrameGetLines(frame).count)
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
    return origins.map { CGPoint(x: $0.x, y: height - $0.y) }
  }

  private func expect(
    _ found: [CGFloat], _ expected: [CGFloat], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 0.02 }, "\(found)",
      sourceLocation: sourceLocation)
  }

  /// Each paragraph by its own style, that of its first letter.
  @Test func alignments() {
    let (left, right) = (style { $0.alignment = .left }, style { $0.alignment = .right })
    let center = style { $0.alignment = .center }
    expect(
      origins([("HH\n", right), ("HH\n", center), ("HH\n", left), ("HH", NSParagraphStyle())]).map(\.x),
      [69.2, 34.6, 0, 0])
    expect(origins([("H", right), ("H\nH", left), ("H", center)]).map(\.x), [69.2, 0])
  }

  /// First lines, others, and their end, from either margin; also of a paragraph that is longer
  /// than a piece.
  @Test func indents() {
    let hanging = style { ($0.firstLineHeadIndent, $0.headIndent) = (5, 20) }
    expect(origins([("HHHHHHH\nHH", hanging)]).map(\.x), [5, 20, 5])
    let indented = style { ($0.firstLineHeadIndent, $0.headIndent) = (30, 10) }
    // 70, then 90 points: four letters, then five.
    expect(origins([("HHHHHHHHHH", indented)]).map(\.x), [30, 10, 10])
    // 100 − 25 − 10 = 65 points of room: four letters.
    let narrow = style { ($0.firstLineHeadIndent, $0.headIndent, $0.tailIndent) = (10, 10, -25) }
    #expect(origins([("HHHHHHHH", narrow)]).count == 2)
    let absolute = style { ($0.tailIndent, $0.alignment) = (50, .right) }
    expect(origins([("HHHH", absolute)]).map(\.x), [50 - 46.2, 50 - 15.4])
    let long = origins([(String(repeating: "HH ", count: 1000), indented)], height: 1e5)
    #expect(long.count > 300 && long.dropFirst().allSatisfy { $0.x == 10 })
  }

  /// Indents begin at the side where the paragraph does.
  @Test func indentsFromTheRight() {
    let right = style { ($0.firstLineHeadIndent, $0.baseWritingDirection) = (10, .rightToLeft) }
    expect(origins([("HH", right)]).map(\.x), [100 - 10 - 30.8])
  }

  @Test func spaceBetweenLines() {
    let spaced = style { ($0.lineSpacing, $0.paragraphSpacing, $0.paragraphSpacingBefore) = (3, 10, 100) }
    let other = style { $0.paragraphSpacingBefore = 7 }
    let first = 19.01
    let second = first + Self.height + 3
    expect(
      origins([("HHHHHHHH\n", spaced), ("H", other)]).map(\.y), [first, second, second + Self.height + 3 + 10 + 7])
  }

  /// What a line lacks or has too much is above its letters.
  @Test func heightsOfLines() {
    func baselines(_ change: (NSMutableParagraphStyle) -> Void) -> [CGFloat] {
      origins([("H\nH", style(change))]).map(\.y)
    }
    expect(baselines { $0.minimumLineHeight = 40 }, [40 - 4.83, 80 - 4.83])
    expect(baselines { $0.maximumLineHeight = 20 }, [20 - 4.83, 40 - 4.83])
    expect(baselines { $0.lineHeightMultiple = 2 }, [2 * Self.height - 4.83, 4 * Self.height - 4.83])
    expect(baselines { ($0.lineHeightMultiple, $0.maximumLineHeight) = (3, 50) }, [50 - 4.83, 100 - 4.83])
  }

  @Test func lineBreakModes() {
    func lines(_ mode: NSLineBreakMode) -> Int { origins([("HH HHHHH\nH", style { $0.lineBreakMode = mode })]).count }
    #expect(lines(.byWordWrapping) == 3 && lines(.byCharWrapping) == 3)
    #expect(lines(.byClipping) == 2 && lines(.byTruncatingTail) == 2)
    // Between letters a line takes all that fits: six letters and a space are 98.91 wide.
    let framesetter = CTFramesetterCreateWithAttributedString(
      text([("HH HHHHH", style { $0.lineBreakMode = .byCharWrapping })]))
    #expect(framesetter.lengths(100) == [7, 1])
    let words = CTFramesetterCreateWithAttributedString(text([("HH HHHHH", NSParagraphStyle.default)]))
    #expect(words.lengths(100) == [3, 5])
  }

  /// Stops count from the margin, whatever the indent.
  @Test func tabs() throws {
    func x(_ string: String, _ style: NSParagraphStyle) throws -> CGFloat {
      let frame = CTFramesetterCreateFrame(
        CTFramesetterCreateWithAttributedString(text([(string, style)])), CFRangeMake(0, 0),
        CGPath(rect: CGRect(x: 0, y: 0, width: 500, height: 50), transform: nil), nil)
      var origin = CGPoint.zero
      CTFrameGetLineOrigins(frame, CFRangeMake(0, 1), &origin)
      let line = try #require(CTFrameGetLines(frame).firstObject as? CTLine)
      return origin.x + CTLineGetOffsetForStringIndex(line, CFIndex(string.utf16.count - 1), nil)
    }
    let usual = NSParagraphStyle()
    #expect(abs(try x("\tH", usual) - 28) < 0.02)
    #expect(abs(try x("H\tH", usual) - 28) < 0.02)
    #expect(abs(try x("HH\tH", usual) - 56) < 0.02)
    #expect(abs(try x("H\tH", style { ($0.firstLineHeadIndent, $0.headIndent) = (5, 40) }) - 28) < 0.02)
    #expect(abs(try x("H\tH", style { ($0.firstLineHeadIndent, $0.headIndent) = (40, 5) }) - 56) < 0.02)
    let own = style {
      $0.tabStops = [NSTextTab(textAlignment: .right, location: 100, options: [:])]
      $0.addTabStop(NSTextTab(textAlignment: .left, location: 30))
      $0.defaultTabInterval = 60
    }
    #expect(abs(try x("\tH", own) - 30) < 0.02)
    #expect(abs(try x("\t\tH", own) - (100 - 15.4)) < 0.02)
    #expect(abs(try x("\t\t\tH", own) - 120) < 0.02)
    #expect(abs(try x("\t\t\t\tH", own) - 180) < 0.02)
  }

  /// The same by Core Text's settings.
  @Test func settings() throws {
    var (indent, spacing): (CGFloat, CGFloat) = (12, 5)
    var stops = NSArray(array: [CTTextTabCreate(.left, 50, nil)])
    let made = withUnsafePointer(to: &indent) { indent in
      withUnsafePointer(to: &spacing) { spacing in
        withUnsafePointer(to: &stops) { stops in
          CTParagraphStyleCreate(
            [
              CTParagraphStyleSetting(spec: .firstLineHeadIndent, valueSize: 8, value: indent),
              CTParagraphStyleSetting(spec: .lineSpacingAdjustment, valueSize: 8, value: spacing),
              CTParagraphStyleSetting(spec: .tabStops, valueSize: 8, value: stops),
              CTParagraphStyleSetting(spec: .headIndent, valueSize: 3, value: indent),
            ], 4)
        }
      }
    }
    let found = origins([("H\nH", made)])
    expect(found.map(\.x), [12, 12])
    expect(found.map(\.y), [19.01, 19.01 + Self.height + 5])
    var kept: UnsafeMutableRawPointer?
    #expect(CTParagraphStyleGetValueForSpecifier(made, .tabStops, 8, &kept))
    let array = try #require(kept.map { Unmanaged<NSArray>.fromOpaque($0).takeUnretainedValue() })
    #expect((array.firstObject as? CTTextTab).map(CTTextTabGetLocation) == 50)
  }

  /// The size that a frame needs is one in which it breaks alike.
  @Test func suggestedSize() {
    let indented = style { ($0.firstLineHeadIndent, $0.tailIndent, $0.lineSpacing) = (10, -7, 3) }
    let framesetter = CTFramesetterCreateWithAttributedString(text([("HH\nHHH", indented)]))
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      framesetter, CFRangeMake(0, 0), nil, CGSize(width: 1e9, height: 1e9), nil)
    #expect(abs(size.width - (10 + 46.2 + 7)) < 0.02 && abs(size.height - (2 * Self.height + 3)) < 0.02)
    #expect(framesetter.lengths(size.width + 0.01) == [3, 3])
  }

  /// Lines made one by one know no paragraphs.
  @Test func singleLines() {
    let line = CTLineCreateWithAttributedString(
      text([("HH", style { ($0.firstLineHeadIndent, $0.lineSpacing) = (50, 9) })]))
    #expect(abs(CTLineGetTypographicBounds(line, nil, nil, nil) - 30.8) < 0.01)
  }

  /// A text layer's own alignment, wrapping and truncation count first.
  @Test func inALayer() {
    let styled = StyledText(text([("HH", style { ($0.alignment, $0.lineBreakMode) = (.right, .byTruncatingTail) })]))
    let bounds = CGSize(width: 100, height: 50)
    expect(LayerText(styled).layout(in: bounds).lines.map(\.origin.x), [69.2])
    expect(LayerText(styled, alignment: .center).layout(in: bounds).lines.map(\.origin.x), [34.6])
    #expect(LayerText(styled, isWrapped: true).layout(in: CGSize(width: 20, height: 100)).lines.count == 2)
  }

  @Test func copies() {
    let style = style { ($0.lineSpacing, $0.alignment) = (4, .center) }
    let copy = style.copy() as? NSParagraphStyle
    let mutable = NSParagraphStyle.default.mutableCopy() as? NSMutableParagraphStyle
    #expect(copy == style && !(copy is NSMutableParagraphStyle) && mutable == NSParagraphStyle())
    style.lineSpacing = 5
    #expect(copy?.lineSpacing == 4 && copy != style)
    mutable?.setParagraphStyle(style)
    #expect(mutable == style && style.tabStops.count == 12)
    mutable?.removeTabStop(NSTextTab(textAlignment: .left, location: 28))
    #expect(mutable?.tabStops.count == 11)
  }

  /// Numbers that are none, or far too large, end in some layout.
  @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300])
  func numbersThatAreNone(_ number: CGFloat) {
    let wild = style {
      ($0.lineSpacing, $0.paragraphSpacing, $0.minimumLineHeight, $0.lineHeightMultiple) = (
        number, number, number, number
      )
      ($0.firstLineHeadIndent, $0.headIndent, $0.tailIndent) = (number, number, number)
      ($0.tabStops, $0.defaultTabInterval) = ([NSTextTab(textAlignment: .right, location: number)], number)
    }
    let framesetter = CTFramesetterCreateWithAttributedString(text([("H\tH HHHHH\n\nHH", wild)]))
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      framesetter, CFRangeMake(0, 0), nil, CGSize(width: 100, height: 1e9), nil)
    #expect(size.width.isFinite && size.height.isFinite)
  }
}

extension CTFramesetter {
  /// How many code units each line of a frame takes.
  fileprivate func lengths(_ width: CGFloat) -> [Int] {
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: width, height: 1e6), transform: nil)
    let frame = CTFramesetterCreateFrame(self, CFRangeMake(0, 0), path, nil)
    return CTFrameGetLines(frame).compactMap { ($0 as? CTLine).map { CTLineGetStringRange($0).length } }
  }
}
