import Foundation
import MultiplaneDrawing
import MultiplaneGraphics

/// What is drawn into a page of 200 × 200 points and into a bitmap. Lengths of shadows are in base
/// space, of which a unit has `pixels`.
enum PDFScenes {
  typealias Drawing = @Sendable (CGContext, _ pixels: CGFloat) -> Void

  static let all: [String: Drawing] = [shapes, colors, extended, images, effects, texts].reduce(into: [:]) {
    all, scenes in
    all.merge(scenes) { first, _ in first }
  }

  static let red = CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1)
  private static let blue = CGColor(srgbRed: 0.1, green: 0.3, blue: 0.9, alpha: 1)
  private static let whole = CGRect(x: 0, y: 0, width: 200, height: 200)

  // MARK: Shapes

  private static let shapes: [String: Drawing] = [
    "paths": { context, _ in
      context.setFillColor(red)
      context.fill(CGRect(x: 20, y: 20, width: 60, height: 40))
      context.setLineWidth(4)
      context.setLineDash(phase: 0, lengths: [9, 5])
      context.strokeEllipse(in: CGRect(x: 100, y: 20, width: 60, height: 60))
    },
    "joins and caps": { context, _ in
      context.setStrokeColor(red)
      context.setLineWidth(12)
      let joins: [(CGLineJoin, CGLineCap)] = [(.miter, .butt), (.round, .round), (.bevel, .square)]
      for (row, (join, cap)) in joins.enumerated() {
        context.setLineJoin(join)
        context.setLineCap(cap)
        let y = CGFloat(30 + 55 * row)
        context.addLines(between: [
          CGPoint(x: 30, y: y), CGPoint(x: 80, y: y + 30), CGPoint(x: 130, y: y), CGPoint(x: 170, y: y + 30),
        ])
        context.strokePath()
      }
    },
    "clips": { context, _ in
      context.addRect(CGRect(x: 20, y: 20, width: 160, height: 160))
      context.addEllipse(in: CGRect(x: 40, y: 40, width: 120, height: 120))
      context.clip(using: .evenOdd)
      context.rotate(by: 0.1)
      context.clip(to: [CGRect(x: 0, y: 0, width: 90, height: 150), CGRect(x: 120, y: 0, width: 90, height: 150)])
      context.setFillColor(red)
      context.fill(whole)
    },
  ]

  // MARK: Gradients

  private static let ramp = CGGradient(colorsSpace: nil, colors: [red, blue] as CFArray, locations: nil)

  private static let colors: [String: Drawing] = [
    "gradient in a clip": { context, _ in
      context.addEllipse(in: CGRect(x: 20, y: 100, width: 70, height: 70))
      context.clip()
      guard let ramp else { return }
      context.drawLinearGradient(ramp, start: CGPoint(x: 20, y: 100), end: CGPoint(x: 90, y: 170), options: [])
    },
    "conic gradient": { context, _ in
      context.clip(to: CGRect(x: 40, y: 40, width: 120, height: 120))
      guard let ramp else { return }
      context.drawConicGradient(ramp, center: CGPoint(x: 100, y: 100), angle: 1)
    },
  ]

  /// Gradients that are extended at neither end, at one and at both, in a quarter of the page each.
  /// Lengths are in hundredths of a quarter. Of circles that are not within each other a page shows
  /// the part that is extended, where a bitmap leaves out what lies beneath a part that is not.
  static let extended: [String: Drawing] = axes.reduce(into: [:]) { scenes, axis in
    scenes["extended " + axis.0] = extended(axis.1)
  }

  private static func extended(_ axis: CGShading.Axis) -> Drawing {
    { context, _ in
      guard let ramp = translucentRamp else { return }
      for (index, options) in ends.enumerated() {
        context.saveGState()
        context.translateBy(x: CGFloat(100 * (index % 2)), y: CGFloat(100 * (index / 2)))
        context.clip(to: CGRect(x: 2, y: 2, width: 96, height: 96))
        context.concatenate(CGAffineTransform(a: 1, b: 0.1, c: -0.2, d: 1, tx: 5, ty: -5))
        switch axis {
        case .linear(let start, let end):
          context.drawLinearGradient(ramp, start: start, end: end, options: options)
        case .radial(let start, let startRadius, let end, let endRadius):
          context.drawRadialGradient(
            ramp, startCenter: start, startRadius: startRadius, endCenter: end, endRadius: endRadius,
            options: options)
        }
        context.restoreGState()
      }
    }
  }

  private static let ends: [CGGradientDrawingOptions] = [
    [], .drawsBeforeStartLocation, .drawsAfterEndLocation, [.drawsBeforeStartLocation, .drawsAfterEndLocation],
  ]

  private static let translucentRamp = CGGradient(
    colorsSpace: nil, colors: [red, CGColor(srgbRed: 0.1, green: 0.3, blue: 0.9, alpha: 0.7)] as CFArray,
    locations: [0.1, 0.8])

  private static func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

  private static let axes: [(String, CGShading.Axis)] = [
    ("line", .linear(start: point(30, 40), end: point(65, 60))),
    ("short line", .linear(start: point(50, 50), end: point(50.5, 50.5))),
    ("rings", .radial(start: point(50, 50), startRadius: 15, end: point(50, 50), endRadius: 30)),
    ("rings inwards", .radial(start: point(50, 50), startRadius: 35, end: point(55, 50), endRadius: 12)),
    ("disc", .radial(start: point(40, 50), startRadius: 0, end: point(50, 50), endRadius: 30)),
    ("circles that touch", .radial(start: point(40, 50), startRadius: 10, end: point(50, 50), endRadius: 20)),
  ]

  // MARK: Images

  private static func picture() -> CGImage? {
    var bytes: [UInt8] = []
    for index in 0..<32 * 32 {
      bytes += [UInt8(index % 32 * 8), UInt8(index / 32 * 8), 99, 255]
    }
    return CGImage(premultipliedRGBA8: bytes, width: 32, height: 32)
  }

  /// Grey from left to right, top to bottom.
  private static func ramps() -> CGImage? {
    guard let provider = CGDataProvider(data: Data((0..<64).map { UInt8($0 * 4) })) else { return nil }
    return CGImage(
      width: 8, height: 8, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 8, space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: CGBitmapInfo(alpha: .none), provider: provider, decode: nil as [CGFloat]?, shouldInterpolate: true,
      intent: .defaultIntent)
  }

  private static let images: [String: Drawing] = [
    "turned image": { context, _ in
      guard let image = picture() else { return }
      context.translateBy(x: 100, y: 100)
      context.rotate(by: 0.4)
      context.setAlpha(0.8)
      context.draw(image, in: CGRect(x: -50, y: -40, width: 100, height: 80))
    },
    "masked image": { context, _ in
      guard let mask = ramps(), let image = picture()?.masking(mask) else { return }
      context.draw(image, in: CGRect(x: 20, y: 20, width: 128, height: 128))
    },
    "layer of a context": { context, _ in
      guard let layer = CGLayer(context, size: CGSize(width: 40, height: 40), auxiliaryInfo: nil) else { return }
      layer.context?.setFillColor(red)
      layer.context?.fillEllipse(in: CGRect(x: 4, y: 4, width: 32, height: 32))
      for x in [20, 70, 120] { context.draw(layer, at: CGPoint(x: x, y: x)) }
    },
  ]

  // MARK: Shadows, masks, modes

  private static func setShadow(_ context: CGContext, _ pixels: CGFloat) {
    context.setShadow(
      offset: CGSize(width: 4 * pixels, height: -4 * pixels), blur: 6 * pixels, color: CGColor(gray: 0, alpha: 0.6))
  }

  private static let effects: [String: Drawing] = [
    "shadow": { context, pixels in
      setShadow(context, pixels)
      context.setFillColor(red)
      context.fill(CGRect(x: 110, y: 110, width: 50, height: 40))
    },
    "shadow of a layer": { context, pixels in
      setShadow(context, pixels)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red)
      context.fillEllipse(in: CGRect(x: 30, y: 30, width: 90, height: 90))
      context.setFillColor(blue)
      context.fill(CGRect(x: 80, y: 80, width: 80, height: 60))
      context.endTransparencyLayer()
    },
    "part of a layer": { context, _ in
      context.beginTransparencyLayer(in: CGRect(x: 50, y: 60, width: 90, height: 70), auxiliaryInfo: nil)
      context.setFillColor(red)
      context.fillEllipse(in: CGRect(x: 30, y: 30, width: 140, height: 140))
      context.endTransparencyLayer()
    },
    "transparency layer": { context, _ in
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red)
      context.fill(CGRect(x: 60, y: 40, width: 60, height: 40))
      context.fill(CGRect(x: 90, y: 60, width: 60, height: 40))
      context.endTransparencyLayer()
    },
    "blend modes": { context, _ in
      context.setFillColor(red)
      context.fill(CGRect(x: 10, y: 10, width: 100, height: 100))
      for (index, mode) in [CGBlendMode.multiply, .difference, .luminosity, .screen, .plusLighter].enumerated() {
        context.setBlendMode(mode)
        context.setFillColor(CGColor(srgbRed: 0.2, green: 0.6, blue: 1, alpha: 1))
        context.fill(CGRect(x: 20 + 18 * index, y: 20, width: 15, height: 60))
      }
    },
    "mask": { context, _ in
      guard let mask = ramps() else { return }
      context.clip(to: CGRect(x: 20, y: 20, width: 100, height: 100), mask: mask)
      context.setFillColor(red)
      context.fill(whole)
    },
  ]

  // MARK: Text

  static func line(_ text: String, _ context: CGContext) {
    let key = NSAttributedString.Key("NSFont")
    let text = NSAttributedString(string: text, attributes: [key: CTFont("DejaVu Sans" as NSString, size: 16)])
    context.textPosition = CGPoint(x: 20, y: 82)
    CTLineDraw(CTLineCreateWithAttributedString(text), context)
  }

  private static let texts: [String: Drawing] = [
    "text": { context, _ in line("Text of a page", context) },
    "outlined text": { context, _ in
      context.setTextDrawingMode(.fillStroke)
      context.setStrokeColor(red)
      context.scaleBy(x: 1, y: 2)
      line("Outlined", context)
    },
    "clip of text": { context, _ in
      context.setTextDrawingMode(.clip)
      line("Letters clip", context)
      context.setFillColor(red)
      context.fill(whole)
    },
    "text with a shadow": { context, pixels in
      setShadow(context, pixels)
      line("Shadow of text", context)
    },
  ]
}
