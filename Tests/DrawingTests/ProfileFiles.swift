import Foundation
import HostileFiles
import MultiplaneGraphics

@testable import MultiplaneDrawing

/// Image files with colour profiles in them, put together by the formats' own rules.
enum ProfileFiles {
  /// Names of spaces.
  static let (adobe, sRGB, linear) = (
    CGColorSpace.adobeRGB1998 as String, CGColorSpace.sRGB as String, CGColorSpace.linearSRGB as String
  )
  static let (p3, rec2020, romm) = (
    CGColorSpace.displayP3 as String, CGColorSpace.itur_2020 as String, CGColorSpace.rommrgb as String
  )
  static let linearGray = CGColorSpace.linearGray as String

  /// The profile of a named space; lcms2 writes it.
  static func profile(_ name: String) -> [UInt8] {
    (CGColorSpace(name: name as CFString)?.copyICCData()).map { [UInt8](Data(referencing: $0)) } ?? []
  }

  /// A colour of a space as straight bytes of sRGB, by the formulas of the two spaces.
  static func sRGB(_ color: [UInt8], of name: String) -> [Int] {
    guard let space = CGColorSpace(name: name as CFString), let target = CGColorSpace(name: sRGB as CFString),
      let color = CGColor(colorSpace: space, components: color.map { CGFloat($0) / 255 } + [1])
    else { return [] }
    return color.components(in: target).prefix(3).map { Int(($0 * 255).rounded()) }
  }

  /// A pixel, or more of them in a row.
  static func png(_ samples: [UInt8], colorType: UInt8 = 2, depth: UInt8 = 8, chunks: [[UInt8]]) -> [UInt8] {
    let channels = [0: 1, 2: 3, 4: 2, 6: 4][colorType] ?? 1
    return PNGBuilder.file(
      width: samples.count / channels / (depth == 16 ? 2 : 1), height: 1, depth: depth, colorType: colorType,
      rows: [samples], before: chunks)
  }

  static func iccp(_ profile: [UInt8]) -> [UInt8] {
    PNGBuilder.chunk("iCCP", Array("profile".utf8) + [0, 0] + PNGBuilder.stored(profile))
  }

  /// The profile in `pieces` segments, the last one first.
  static func inserting(_ profile: [UInt8], intoJPEG file: [UInt8], pieces: Int = 1) -> [UInt8] {
    let size = (profile.count + pieces - 1) / pieces
    let segments = (0..<pieces).reversed().map { number -> [UInt8] in
      let part = profile[min(number * size, profile.count)..<min((number + 1) * size, profile.count)]
      let content = Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(pieces)] + part
      return [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
    return Array(file[..<2]) + segments.joined() + Array(file[2...])
  }

  /// An extended file of what is in a simple one.
  static func inserting(_ profile: [UInt8], intoWebP file: [UInt8], width: Int, height: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let padding: [UInt8] = profile.count % 2 == 1 ? [0] : []
    let body: [UInt8] =
      Array("WEBPVP8X".utf8) + number(10, 4) + [0x20, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3)
      + Array("ICCP".utf8) + number(profile.count, 4) + profile + padding + Array(file[12...])
    return Array("RIFF".utf8) + number(body.count, 4) + body
  }

  /// A printer's profile of which all colours are grey: of ink c, m, y, k the lightness is (1 - k)
  /// · (1 - (c + m + y) / 3). A table of the sixteen corners, between which it is linear in each
  /// ink (ICC.1:2001-04, 6.5.7).
  static let grayInk: [UInt8] = {
    func number(_ value: Int) -> [UInt8] { PNGBuilder.bigEndian(value) }
    let identity = (0...255).map { UInt8($0) }
    var table: [UInt8] = Array("mft1".utf8) + [0, 0, 0, 0, 4, 3, 2, 0]
    for entry in 0..<9 { table += number(entry % 4 == 0 ? 1 << 16 : 0) }
    for _ in 0..<4 { table += identity }
    for corner in 0..<16 {
      let inks = [8, 4, 2].filter { corner & $0 != 0 }.count
      let lightness = corner & 1 == 1 ? 0 : Double(3 - inks) / 3
      table += [UInt8((lightness * 255).rounded()), 128, 128]
    }
    for _ in 0..<3 { table += identity }
    let tags = number(1) + Array("A2B0".utf8) + number(144) + number(table.count)
    let d50 = number(0xF6D6) + number(0x10000) + number(0xD32D)
    let words: [UInt8] = Array("prtrCMYKLab ".utf8)
    let header =
      number(144 + table.count) + number(0) + number(0x0240_0000) + words + [UInt8](repeating: 0, count: 12)
      + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + d50
    return header + [UInt8](repeating: 0, count: 128 - header.count) + tags + table
  }()
}
