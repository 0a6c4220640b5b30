import MultiplaneGraphics

@testable import MultiplaneDrawing

/// A bitmap context and its pixels as tests look at them: by column and row from the lower left
/// corner.
struct Bitmap {
  let context: CGContext

  static let rgba = CGImageAlphaInfo.premultipliedLast.rawValue
  static let bgra = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue

  /// Nil where the context is.
  init?(
    _ width: Int, _ height: Int, bits: Int = 8, space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
    info: UInt32 = Bitmap.rgba, bytesPerRow: Int = 0
  ) {
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: bytesPerRow, space: space,
        bitmapInfo: info)
    else { return nil }
    self.context = context
  }

  /// Red, green, blue and alpha, premultiplied.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    let bytes = context.makeImage()?.premultipliedRGBA8() ?? []
    let first = ((context.height - 1 - y) * context.width + x) * 4
    guard first >= 0, first + 4 <= bytes.count else { return [] }
    return bytes[first..<first + 4].map { Int($0) }
  }

  func alpha(_ x: Int, _ y: Int) -> Int { pixel(x, y).last ?? -1 }

  /// The sum of all alphas, in whole pixels.
  var coveredArea: Double {
    let bytes = context.makeImage()?.premultipliedRGBA8() ?? []
    return Double(stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Int(bytes[$1]) }) / 255
  }

  /// One letter a pixel, top row first: `.` transparent, `#` opaque, `+` in between.
  var picture: [String] {
    (0..<context.height).reversed().map { y in
      String((0..<context.width).map { x in [0: ".", 255: "#"][alpha(x, y)] ?? "+" })
    }
  }
}

/// Whether two pixels differ by at most `step` in each component.
func isNear(_ found: [Int], _ expected: [Int], step: Int = 1) -> Bool {
  found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= step }
}

let opaqueRed = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let opaqueGreen = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
let opaqueBlue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
