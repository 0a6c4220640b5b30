// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// The alignment of lines. Raw values are Apple's.
public enum CTTextAlignment: UInt8, Sendable {
  /// Left-aligned.
  case left
  /// Right-aligned.
  case right
  /// Centred.
  case center
  /// Justified; the last line as `natural`.
  case justified
  /// Aligned at the leading side of the paragraph.
  case natural
}

/// The treatment of lines that are too long in a frame. Raw values are Apple's.
public enum CTLineBreakMode: UInt8, Sendable {
  /// Wraps after the last word that fits.
  case byWordWrapping
  /// Wraps after the last character that fits.
  case byCharWrapping
  /// A single line, clipped at the edge.
  case byClipping
  /// A single line, truncated at the beginning.
  case byTruncatingHead
  /// A single line, truncated at the end.
  case byTruncatingTail
  /// A single line, truncated in the middle.
  case byTruncatingMiddle
}

/// The direction of a paragraph. Raw values are Apple's.
public enum CTWritingDirection: Int8, Sendable {
  /// The direction of its first letter that has one.
  case natural = -1
  /// Left to right.
  case leftToRight = 0
  /// Right to left.
  case rightToLeft = 1
}

/// The settings of a paragraph style. Raw values are Apple's. Values are `CGFloat`s, except
/// alignment, line break mode, direction, and the array of tab stops. `lineBoundsOptions` is
/// ignored.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  /// The alignment: a `CTTextAlignment`.
  case alignment = 0
  /// The indentation of the first line from the leading margin, in points.
  case firstLineHeadIndent = 1
  /// The indentation of the other lines from the leading margin, in points.
  case headIndent = 2
  /// The end of lines, in points: from the leading margin if above 0, else from the trailing one.
  case tailIndent = 3
  /// The tab stops: an array of `CTTextTab`.
  case tabStops = 4
  /// The interval of tab stops after the last of `tabStops`, in points.
  case defaultTabInterval = 5
  /// The line break mode: a `CTLineBreakMode`.
  case lineBreakMode = 6
  /// A factor of the natural line height; 0 means 1.
  case lineHeightMultiple = 7
  /// The maximum line height, in points; 0 means no limit.
  case maximumLineHeight = 8
  /// The minimum line height, in points.
  case minimumLineHeight = 9
  /// The space below each line, in points.
  case lineSpacing = 10
  /// The space below the paragraph, in points.
  case paragraphSpacing = 11
  /// The space above the paragraph, in points.
  case paragraphSpacingBefore = 12
  /// The direction: a `CTWritingDirection`.
  case baseWritingDirection = 13
  /// The maximum space between lines, in points.
  case maximumLineSpacing = 14
  /// The minimum space between lines, in points.
  case minimumLineSpacing = 15
  /// Space that is added to `lineSpacing`, in points.
  case lineSpacingAdjustment = 16
  /// The bounds of lines. Ignored.
  case lineBoundsOptions = 17
}

/// A setting of a paragraph style: a specifier and a pointer to its value.
public struct CTParagraphStyleSetting {
  /// The specifier.
  public var spec: CTParagraphStyleSpecifier
  /// The size of the value, in bytes.
  public var valueSize: Int
  /// The address of the value, of the specifier's type.
  public var value: UnsafeRawPointer

  /// Creates a setting with a pointer to its value.
  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }
}

/// A paragraph style. Immutable.
///
/// `@unchecked Sendable`, because a Core Foundation array cannot be checked. The proof: `tabStops`
/// is an unshared copy with immutable elements.
public final class CTParagraphStyle: @unchecked Sendable, CFIdentity {
  fileprivate let values: [CTParagraphStyleSpecifier: [UInt8]]
  /// Of `CTTextTab`, kept as long as the style, since settings hold only its address.
  fileprivate let tabStops: CFArray?

  init(_ values: [CTParagraphStyleSpecifier: [UInt8]], tabStops: CFArray?) {
    (self.values, self.tabStops) = (values, tabStops)
  }

  /// The style as a layout's value.
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

/// Creates a style from settings, which are copied. The value of `tabStops` is a reference to an
/// array of `CTTextTab`s.
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

/// Stores the value of a setting; returns false if the style has none of that size. Tab stops are
/// owned by the style.
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

/// A `CTParagraphStyle` or an `NSParagraphStyle`. The first letter's style applies to the
/// paragraph.
public var kCTParagraphStyleAttributeName: CFString { "NSParagraphStyle" }
