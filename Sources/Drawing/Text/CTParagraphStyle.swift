// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Graphics

/// How lines are aligned; the numbers are Apple's.
public enum CTTextAlignment: UInt8, Sendable {
  case left
  case right
  case center
  case justified
  /// To the side where the paragraph begins.
  case natural
}

/// What happens to a line that is too long; the numbers are Apple's. Frames wrap between words whatever is asked for.
public enum CTLineBreakMode: UInt8, Sendable {
  case byWordWrapping
  case byCharWrapping
  case byClipping
  case byTruncatingHead
  case byTruncatingTail
  case byTruncatingMiddle
}

/// What a setting of a paragraph says; the numbers are Apple's. Frames follow `alignment` alone.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  case alignment = 0
  case firstLineHeadIndent = 1
  case headIndent = 2
  case tailIndent = 3
  case tabStops = 4
  case defaultTabInterval = 5
  case lineBreakMode = 6
  case lineHeightMultiple = 7
  case maximumLineHeight = 8
  case minimumLineHeight = 9
  case lineSpacing = 10
  case paragraphSpacing = 11
  case paragraphSpacingBefore = 12
  case baseWritingDirection = 13
  case maximumLineSpacing = 14
  case minimumLineSpacing = 15
  case lineSpacingAdjustment = 16
  case lineBoundsOptions = 17
}

/// One setting: what it says, and where its value is.
public struct CTParagraphStyleSetting {
  public var spec: CTParagraphStyleSpecifier
  /// In bytes.
  public var valueSize: Int
  public var value: UnsafeRawPointer

  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }
}

/// How a paragraph is set. Immutable.
public final class CTParagraphStyle: Sendable, CFIdentity {
  fileprivate let values: [CTParagraphStyleSpecifier: [UInt8]]

  init(_ values: [CTParagraphStyleSpecifier: [UInt8]]) { self.values = values }

  /// How a frame of the text is aligned.
  var alignment: TextAlignment {
    switch values[.alignment]?.first.flatMap(CTTextAlignment.init) {
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justified
    case .natural, nil: .natural
    }
  }
}

/// A style of settings, which are copied.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int
) -> CTParagraphStyle {
  let settings = UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(settingCount, 0))
  var values: [CTParagraphStyleSpecifier: [UInt8]] = [:]
  for setting in settings where setting.valueSize > 0 {
    values[setting.spec] = Array(UnsafeRawBufferPointer(start: setting.value, count: setting.valueSize))
  }
  return CTParagraphStyle(values)
}

/// Stores the value of a setting; false, and nothing stored, where the style has none of that size.
public func CTParagraphStyleGetValueForSpecifier(
  _ paragraphStyle: CTParagraphStyle, _ spec: CTParagraphStyleSpecifier, _ valueBufferSize: Int,
  _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
  guard let value = paragraphStyle.values[spec], value.count == valueBufferSize else { return false }
  valueBuffer.copyMemory(from: value, byteCount: value.count)
  return true
}

/// A `CTParagraphStyle`; a frame takes that of the text's first letter.
public var kCTParagraphStyleAttributeName: CFString { "NSParagraphStyle" }

extension CFAttributedString {
  /// How a frame of the text is aligned: as its first letter's paragraph style says.
  var frameAlignment: TextAlignment {
    guard length > 0 else { return .natural }
    let key = NSAttributedString.Key(kCTParagraphStyleAttributeName as String)
    return (attribute(key, at: 0, effectiveRange: nil) as? CTParagraphStyle)?.alignment ?? .natural
  }
}
