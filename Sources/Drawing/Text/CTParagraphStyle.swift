// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// How lines are aligned; the numbers are Apple's.
public enum CTTextAlignment: UInt8, Sendable {
  case left
  case right
  case center
  case justified
  /// To the side where the paragraph begins.
  case natural
}

/// What happens to a line that is too long in a frame; the numbers are Apple's.
public enum CTLineBreakMode: UInt8, Sendable {
  case byWordWrapping
  case byCharWrapping
  case byClipping
  case byTruncatingHead
  case byTruncatingTail
  case byTruncatingMiddle
}

/// Which way a paragraph runs; the numbers are Apple's.
public enum CTWritingDirection: Int8, Sendable {
  /// As its first letter with a direction says.
  case natural = -1
  case leftToRight = 0
  case rightToLeft = 1
}

/// What a setting of a paragraph says; the numbers are Apple's. All are lengths or numbers as `CGFloat`, but alignment, line
/// break mode and direction, and an array of tab stops. `lineBoundsOptions` changes nothing.
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
