// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

// Variable fonts, by their table `fvar` (OpenType specification).

extension CGFont {
  /// The key of an axis' name.
  public static var variationAxisName: CFString { "kCGFontVariationAxisName" }
  /// The key of the least number on an axis.
  public static var variationAxisMinValue: CFString { "kCGFontVariationAxisMinValue" }
  /// The key of the greatest number on an axis.
  public static var variationAxisMaxValue: CFString { "kCGFontVariationAxisMaxValue" }
  /// The key of the number on an axis that the font has by itself.
  public static var variationAxisDefaultValue: CFString { "kCGFontVariationAxisDefaultValue" }

  /// The axes of a variable font, a dictionary each; nil for other fonts.
  public var variationAxes: CFArray? {
    let axes = axes
    guard !axes.isEmpty else { return nil }
    return NSArray(
      array: axes.map { axis in
        NSDictionary(
          objects: [
            NSString(string: axis.name), NSNumber(value: axis.range.lowerBound),
            NSNumber(value: axis.range.upperBound), NSNumber(value: axis.initial),
          ],
          forKeys: [
            Self.variationAxisName, Self.variationAxisMinValue, Self.variationAxisMaxValue,
            Self.variationAxisDefaultValue,
          ])
      })
  }

  /// The font's numbers on its axes, by the axes' names; nil for a font that is not variable.
  public var variations: CFDictionary? {
    let axes = axes
    guard !axes.isEmpty else { return nil }
    let numbers = axes.map { NSNumber(value: descriptor.variations[$0.tag] ?? $0.initial) }
    return NSDictionary(objects: numbers, forKeys: axes.map { NSString(string: $0.name) })
  }

  /// Creates a copy with other numbers on its axes, by the axes' names, clamped to their ranges;
  /// the font's own for axes that are not named. Nil for a font that is not variable.
  public func copy(withVariations variations: CFDictionary?) -> CGFont? {
    let axes = axes
    guard !axes.isEmpty else { return nil }
    var varied = descriptor
    varied.variations = [:]
    for axis in axes {
      let given = variations?[axis.name] ?? variations?[NSString(string: axis.name)]
      guard let number = given.flatMap(TextAttributes.number), number.isFinite else { continue }
      varied.variations[axis.tag] = min(max(number, axis.range.lowerBound), axis.range.upperBound)
    }
    return CGFont(varied, fonts: fonts, file: file)
  }

  /// The tags of the font's tables that are known here, as numbers; nil without any.
  public var tableTags: CFArray? {
    guard let tags = fonts.tableTags(of: descriptor), !tags.isEmpty else { return nil }
    return NSArray(array: tags.map { NSNumber(value: $0) })
  }

  /// An axis of a variable font.
  private struct Axis {
    let tag: String
    let name: String
    let range: ClosedRange<Double>
    let initial: Double
  }

  private var axes: [Axis] {
    guard let table = fonts.table("fvar", of: descriptor), let start = table.unsigned(at: 4),
      let count = table.unsigned(at: 8), let size = table.unsigned(at: 10), size >= 20
    else { return [] }
    let names = fonts.table("name", of: descriptor)
    return (0..<min(count, 64)).compactMap { index in
      let place = start + index * size
      guard let least = table.fixed(at: place + 4), let initial = table.fixed(at: place + 8),
        let greatest = table.fixed(at: place + 12), least <= initial, initial <= greatest
      else { return nil }
      let tag = String(decoding: table.bytes[place..<place + 4], as: UTF8.self)
      let name = table.unsigned(at: place + 18).flatMap { names?.name($0) }
      return Axis(tag: tag, name: name ?? tag, range: least...greatest, initial: initial)
    }
  }
}

extension FontTable {
  /// A number of 16 bits before the point and 16 behind it.
  fileprivate func fixed(at place: Int) -> Double? {
    guard let whole = signed(at: place), let part = unsigned(at: place + 2) else { return nil }
    return Double(whole) + Double(part) / 65536
  }

  /// Of `name`: a name in English, in UTF-16; nil without one.
  fileprivate func name(_ id: Int) -> String? {
    guard let count = unsigned(at: 2), let texts = unsigned(at: 4) else { return nil }
    for record in 0..<count {
      let place = 6 + 12 * record
      guard unsigned(at: place) == 3, unsigned(at: place + 4) == 0x409, unsigned(at: place + 6) == id,
        let length = unsigned(at: place + 8), let offset = unsigned(at: place + 10)
      else { continue }
      let units = stride(from: 0, to: length, by: 2).compactMap { unsigned(at: texts + offset + $0) }
      return String(decoding: units.map { UInt16($0) }, as: UTF16.self)
    }
    return nil
  }
}
