// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// How lines are aligned; the numbers are Apple's.
public enum CTTextAlignment: UInt8, Sendable {
  /// At the left margin.
  case left
  /// At the right margin.
  case right
  /// In the middle.
  case center
  /// At both margins, with the spaces widened; the last line as `natural`.
  case justified
  /// To the side where the paragraph begins.
  case natural
}

/// What happens to a line that is too long in a frame; the numbers are Apple's.
public enum CTLineBreakMode: UInt8, Sendable {
  /// Goes on in the next line, behind the last word that fits.
  case byWordWrapping
  /// Goes on in the next line, behind the last character that fits.
  case byCharWrapping
  /// Stays one line and ends at the edge.
  case byClipping
  /// Stays one line, with dots for its beginning.
  case byTruncatingHead
  /// Stays one line, with dots for its end.
  case byTruncatingTail
  /// Stays one line, with dots for its middle.
  case byTruncatingMiddle
}

/// Which way a paragraph runs; the numbers are Apple's.
public enum CTWritingDirection: Int8, Sendable {
  /// As its first letter with a direction says.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// What a setting of a paragraph says; the numbers are Apple's. All are lengths or numbers as `CGFloat`, but alignment, line
/// break mode and direction, and an array of tab stops. `lineBoundsOptions` changes nothing.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  /// How lines are aligned: a `CTTextAlignment`.
  case alignment = 0
  /// From the leading margin to the first line, in points.
  case firstLineHeadIndent = 1
  /// From the leading margin to the lines after the first, in points.
  case headIndent = 2
  /// Where lines end, in points: from the leading margin if above 0, else from the trailing one.
  case tailIndent = 3
  /// The tab stops: an array of `CTTextTab`.
  case tabStops = 4
  /// The distance of tab stops behind the last of `tabStops`, in points.
  case defaultTabInterval = 5
  /// What happens to a line that is too long: a `CTLineBreakMode`.
  case lineBreakMode = 6
  /// A factor of the natural line height; 0 is 1.
  case lineHeightMultiple = 7
  /// The largest line height, in points; 0 is no limit.
  case maximumLineHeight = 8
  /// The least line height, in points.
  case minimumLineHeight = 9
  /// Space below each line, in points.
  case lineSpacing = 10
  /// Space below the paragraph, in points.
  case paragraphSpacing = 11
  /// Space above the paragraph, in points.
  case paragraphSpacingBefore = 12
  /// Which way the paragraph runs: a `CTWritingDirection`.
  case baseWritingDirection = 13
  /// The most space between lines, in points.
  case maximumLineSpacing = 14
  /// The least space between lines, in points.
  case minimumLineSpacing = 15
  /// Space between lines that is added to `lineSpacing`, in points.
  case lineSpacingAdjustment = 16
  /// How the bounds of lines are measured; changes nothing.
  case lineBoundsOptions = 17
}

/// One setting: what it says, and where its value is.
public struct CTParagraphStyleSetting {
  /// Which setting it is.
  public var spec: CTParagraphStyleSpecifier
  /// In bytes.
  public var valueSize: Int
  /// The address of the value, whose type follows from `spec`.
  public var value: UnsafeRawPointer

  /// A setting with the value of `valueSize` bytes at `value`.
  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }
}

/// How a paragraph is set. Immutable.
///
/// `@unchecked Sendable`, because an array of Core Foundation's cannot be checked. The proof: `tabStops` is a copy that nobody
/// changes, of immutable objects.
public final class CTParagraphStyle: @unchecked Sendable, CFIdentity {
  fileprivate let values: [CTParagraphStyleSpecifier: [UInt8]]
  /// Of `CTTextTab`, kept as long as the style, since settings hold only its address.
  fileprivate let tabStops: CFArray?

  init(_ values: [CTParagraphStyleSpecifier: [UInt8]], tabStops: CFArray?) {
    (self.values, self.tabStops) = (values, tabStops)
  }

  /// What layouts take.
  var style: ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = alignment
    style.lineBreaking = ParagraphStyle.LineBreaking(number: Int(values[.lineBreakMode]?.first ?? 0))
    style.isRightToLeft =
      switch values[.baseWritingDirection]?.first.flatMap({ CTWritingDirection(rawValue: Int8(bitPattern: $0)) }) {
      case .leftToRight: false
      case .rightToLeft: true
      case .natural, nil: nil
      }
    style.firstLineHeadIndent = length(.firstLineHeadIndent)
    style.headIndent = length(.headIndent)
    style.tailIndent = length(.tailIndent)
    style.lineHeightMultiple = length(.lineHeightMultiple)
    style.minimumLineHeight = length(.minimumLineHeight)
    style.maximumLineHeight = length(.maximumLineHeight)
    style.lineSpacing = length(.lineSpacing) + length(.lineSpacingAdjustment)
    style.minimumLeading = length(.minimumLineSpacing)
    if values[.maximumLineSpacing] != nil { style.maximumLeading = length(.maximumLineSpacing) }
    style.paragraphSpacing = length(.paragraphSpacing)
    style.paragraphSpacingBefore = length(.paragraphSpacingBefore)
    style.defaultTabInterval = length(.defaultTabInterval)
    if let tabStops { style.tabStops = tabStops.compactMap { ($0 as? CTTextTab)?.stop } }
    return style
  }

  private var alignment: TextAlignment {
    switch values[.alignment]?.first.flatMap(CTTextAlignment.init) {
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justified
    case .natural, nil: .natural
    }
  }

  /// A setting that is a `CGFloat`; 0 without it.
  private func length(_ specifier: CTParagraphStyleSpecifier) -> CGFloat {
    guard let bytes = values[specifier], bytes.count == MemoryLayout<CGFloat>.size else { return 0 }
    return ParagraphStyle.length(bytes.withUnsafeBytes { $0.loadUnaligned(as: CGFloat.self) })
  }
}

/// A style of settings, which are copied. The value of `tabStops` is an array of `CTTextTab` itself, by reference.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int
) -> CTParagraphStyle {
  let settings = UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(settingCount, 0))
  var values: [CTParagraphStyleSpecifier: [UInt8]] = [:]
  var tabStops: CFArray?
  for setting in settings where setting.valueSize > 0 {
    if setting.spec == .tabStops {
      guard setting.valueSize == MemoryLayout<CFArray>.size,
        let address = UnsafeRawPointer(bitPattern: setting.value.loadUnaligned(as: UInt.self))
      else { continue }
      tabStops = Unmanaged<CFArray>.fromOpaque(address).takeUnretainedValue().copy() as? CFArray
    } else {
      values[setting.spec] = Array(UnsafeRawBufferPointer(start: setting.value, count: setting.valueSize))
    }
  }
  return CTParagraphStyle(values, tabStops: tabStops)
}

/// Stores the value of a setting; false, and nothing stored, where the style has none of that size. Tab stops belong to
/// the style.
public func CTParagraphStyleGetValueForSpecifier(
  _ paragraphStyle: CTParagraphStyle, _ spec: CTParagraphStyleSpecifier, _ valueBufferSize: Int,
  _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
  if spec == .tabStops, let tabStops = paragraphStyle.tabStops, valueBufferSize == MemoryLayout<CFArray>.size {
    valueBuffer.storeBytes(of: Unmanaged.passUnretained(tabStops).toOpaque(), as: UnsafeMutableRawPointer.self)
    return true
  }
  guard let value = paragraphStyle.values[spec], value.count == valueBufferSize else { return false }
  valueBuffer.copyMemory(from: value, byteCount: value.count)
  return true
}

/// A `CTParagraphStyle` or an `NSParagraphStyle`; a paragraph takes that of its first letter.
public var kCTParagraphStyleAttributeName: CFString { "NSParagraphStyle" }
