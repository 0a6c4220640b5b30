import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// A tree's picture as it is shown at a time: paused there, committed, and drawn into a bitmap. Its
/// y runs up, as in a window of macOS: the layer above it has flipped geometry, as the context has.
///
/// With a folder as the program's argument each picture is also written there, to be looked at.
func picture(of root: CALayer, named name: String, at time: CFTimeInterval = 0) -> Picture {
  let width = Int(root.bounds.width)
  let height = Int(root.bounds.height)
  let window = CALayer()
  window.frame = root.bounds
  window.isGeometryFlipped = true
  window.addSublayer(root)
  root.speed = 0
  // What was added since the last commit begins at 0.
  root.timeOffset = 0
  CATransaction.flush()
  root.timeOffset = time
  CATransaction.flush()
  guard
    let context = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else {
    require(false, "a bitmap for \(name)")
    return Picture(image: nil)
  }
  (window.presentation() ?? window).render(in: context)
  let image = context.makeImage()
  if CommandLine.arguments.count > 1, let image {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    let url = folder.appendingPathComponent("\(name).png")
    if let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil) {
      CGImageDestinationAddImage(destination, image, nil)
      require(CGImageDestinationFinalize(destination), "writing \(name)")
    }
  }
  return Picture(image: image)
}

/// The pixels of an image, read as programs do.
struct Picture {
  var image: CGImage?

  /// Red, green, blue and alpha of the pixel at a place, y up from the bottom, alpha multiplied in.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    guard let image, let data = image.dataProvider?.data, let bytes = CFDataGetBytePtr(data) else { return [] }
    let offset = (image.height - 1 - y) * image.bytesPerRow + x * image.bitsPerPixel / 8
    guard offset >= 0, offset + 4 <= CFDataGetLength(data) else { return [] }
    return (0..<4).map { Int(bytes[offset + $0]) }
  }

  /// Whether a pixel is a colour but for a few steps.
  func shows(_ color: [Int], _ x: Int, _ y: Int, within steps: Int = 6) -> Bool {
    let found = pixel(x, y)
    let isNear = found.count == 4 && zip(found, color).allSatisfy { abs($0 - $1) <= steps }
    if !isNear { print("pixel \(x), \(y): \(found), expected \(color)") }
    return isNear
  }

  /// How many pixels in a rectangle are not clear.
  func painted(in rect: CGRect) -> Int {
    var count = 0
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) where (pixel(x, y).last ?? 0) > 127 { count += 1 }
    }
    return count
  }
}
