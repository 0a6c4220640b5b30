// A map of a million points per side, of which only what is seen is drawn, in tiles. Run it with
// the name of a PNG file: it shows the map from afar and, at the same place, near.

import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// Land and sea, made of sines; roads and towns appear when one comes near.
final class MapLayer: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in context: CGContext) {
    let rect = context.boundingBoxOfClipPath
    // What a pixel of this tile is in points: finer levels show more.
    let point = 1 / hypot(context.ctm.a, context.ctm.b)
    let cell = point * 4
    var y = (rect.minY / cell).rounded(.down) * cell
    while y < rect.maxY {
      var x = (rect.minX / cell).rounded(.down) * cell
      while x < rect.maxX {
        context.setFillColor(color(at: CGPoint(x: x + cell / 2, y: y + cell / 2)))
        context.fill(CGRect(x: x, y: y, width: cell, height: cell))
        x += cell
      }
      y += cell
    }
    if point < 40 { drawRoads(in: rect, context, width: 60) }
  }

  /// Metres above the sea, more or less.
  private func height(at place: CGPoint) -> CGFloat {
    var (sum, size, wave) = (CGFloat(0), CGFloat(1), CGFloat(400_000))
    for octave in 0..<9 {
      let turn = CGFloat(octave) * 1.3
      let (x, y) = (place.x / wave, place.y / wave)
      sum += size * sin(x * cos(turn) * 6 + y * sin(turn) * 6 + turn * 5) * cos(y * 5 - x * 2 + turn * 3)
      size *= 0.55
      wave *= 0.45
    }
    return sum
  }

  private func color(at place: CGPoint) -> CGColor {
    let height = height(at: place)
    if height < 0 {
      let depth = min(1, -height)
      return CGColor(srgbRed: 0.55 - 0.3 * depth, green: 0.75 - 0.25 * depth, blue: 0.9 - 0.15 * depth, alpha: 1)
    }
    if height < 0.06 { return CGColor(srgbRed: 0.94, green: 0.9, blue: 0.74, alpha: 1) }
    let rise = min(1, height / 1.4)
    return CGColor(srgbRed: 0.62 + 0.3 * rise, green: 0.78 + 0.1 * rise, blue: 0.5 + 0.38 * rise, alpha: 1)
  }

  private func drawRoads(in rect: CGRect, _ context: CGContext, width: CGFloat) {
    let spacing: CGFloat = 4000
    let reach = rect.insetBy(dx: -spacing, dy: -spacing)
    for row in Int(reach.minY / spacing)...Int(reach.maxY / spacing) {
      let path = CGMutablePath()
      var x = reach.minX
      path.move(to: CGPoint(x: x, y: roadY(row, x, spacing)))
      while x < reach.maxX {
        x += 200
        path.addLine(to: CGPoint(x: x, y: roadY(row, x, spacing)))
      }
      for (color, width) in [
        (CGColor(srgbRed: 0.75, green: 0.6, blue: 0.35, alpha: 1), width),
        (CGColor(srgbRed: 1, green: 0.95, blue: 0.75, alpha: 1), width * 0.6),
      ] {
        context.addPath(path)
        context.setStrokeColor(color)
        context.setLineWidth(width)
        context.setLineJoin(.round)
        context.strokePath()
      }
    }
  }

  private func roadY(_ row: Int, _ x: CGFloat, _ spacing: CGFloat) -> CGFloat {
    CGFloat(row) * spacing + sin(x / 5000 + CGFloat(row)) * 900
  }
}

/// A picture of the map with a point of it in the middle, at a number of points per pixel.
func picture(of map: MapLayer, around place: CGPoint, pointsPerPixel: CGFloat, side: CGFloat) -> CGImage? {
  let window = CALayer()
  window.bounds = CGRect(x: 0, y: 0, width: side, height: side)
  map.anchorPoint = .zero
  map.transform = CATransform3DMakeScale(1 / pointsPerPixel, 1 / pointsPerPixel, 1)
  map.position = CGPoint(x: side / 2 - place.x / pointsPerPixel, y: side / 2 - place.y / pointsPerPixel)
  window.addSublayer(map)
  CATransaction.flush()
  let context = CGContext(
    data: nil, width: Int(side), height: Int(side), bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  context.map { window.render(in: $0) }
  map.removeFromSuperlayer()
  return context?.makeImage()
}

guard CommandLine.arguments.count == 2 else {
  print("usage: tiledmap FILE.png")
  exit(2)
}
let map = MapLayer()
map.bounds = CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000)
map.tileSize = CGSize(width: 128, height: 128)
map.levelsOfDetail = 14
let side: CGFloat = 384
let place = CGPoint(x: 401_000, y: 522_000)
let url = URL(fileURLWithPath: CommandLine.arguments[1])
guard let far = picture(of: map, around: place, pointsPerPixel: 2000, side: side),
  let near = picture(of: map, around: place, pointsPerPixel: 30, side: side),
  let both = CGContext(
    data: nil, width: Int(side) * 2 + 8, height: Int(side), bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue),
  let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil)
else {
  print("tiledmap: nothing was drawn")
  exit(1)
}
both.draw(far, in: CGRect(x: 0, y: 0, width: side, height: side))
both.draw(near, in: CGRect(x: side + 8, y: 0, width: side, height: side))
both.setStrokeColor(CGColor(srgbRed: 0.8, green: 0.1, blue: 0.1, alpha: 1))
both.stroke(CGRect(x: side / 2 - 3, y: side / 2 - 3, width: 6, height: 6), width: 1)
if let image = both.makeImage() { CGImageDestinationAddImage(destination, image, nil) }
guard CGImageDestinationFinalize(destination) else {
  print("tiledmap: \(url.path) cannot be written")
  exit(1)
}
