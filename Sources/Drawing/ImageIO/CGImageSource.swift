// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics
import Synchronization

/// The bytes of an image file, PNG, JPEG, WebP or AVIF; the image is decoded when it is first asked for.
public final class CGImageSource: Sendable {
  private let bytes: [UInt8]
  let format: ImageFileFormat?
  /// Nil until asked for; then the image, or nil inside for bytes that cannot be decoded.
  private let decoded = Mutex<CGImage??>(nil)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    format = ImageFileFormat(firstBytes: bytes)
  }

  var image: CGImage? {
    decoded.withLock { decoded in
      if let known = decoded { return known }
      let image = try? decodeImage(bytes, name: "image source")
      decoded = .some(image)
      return image
    }
  }
}

/// How far an image source has come; the numbers are Apple's.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The data ends before the image does.
  case statusUnexpectedEOF = -5
  /// The data is damaged.
  case statusInvalidData = -4
  /// The format is not known.
  case statusUnknownType = -3
  /// The header is not complete yet.
  case statusReadingHeader = -2
  /// The image is not complete yet.
  case statusIncomplete = -1
  /// The image is complete.
  case statusComplete = 0
}

/// The bytes of a file. `options` are not used.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource([UInt8](Data(referencing: data)))
}

/// The bytes that a provider hands out. `options` are not used.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  CGImageSource([UInt8](provider.bytes))
}

/// A file; nil if it cannot be read, or is larger than image files may be. `options` are not used.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard let path = (url as URL).filePath, let bytes = try? readFile(path: path, limits: .standard) else { return nil }
  return CGImageSource(bytes)
}

/// The uniform type identifier of the file's format, such as `public.png`; nil for bytes of no format that is known.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
  source.format.map { CFString(string: $0.typeIdentifier) }
}

/// 1, or 0 for bytes of no format that is known.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.format == nil ? 0 : 1 }

/// Whether the image can be decoded.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
  guard source.format != nil else { return .statusUnknownType }
  return source.image == nil ? .statusInvalidData : .statusComplete
}

/// The image, upright, as sRGB with alpha: 8 bits a channel, or half floats where the file has 16 bits; nil for another index than 0, and for
/// bytes that cannot be decoded.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  index == 0 ? source.image : nil
}

/// The image, no side longer than `kCGImageSourceThumbnailMaxPixelSize` in `options`.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
  let asked = (options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber)?.doubleValue ?? .infinity
  return image.shrunk(to: asked)
}

extension CGImage {
  /// The image with no side longer than that, in pixels; itself if none is, nil for no pixels.
  func shrunk(to mostPixels: Double) -> CGImage? {
    let scale = min(1, mostPixels / Double(max(width, height)))
    guard scale > 0, scale < 1 else { return scale > 0 ? self : nil }
    let sides = [width, height].map { max(1, Int((Double($0) * scale).rounded())) }
    let context = CGContext(
      data: nil, width: sides[0], height: sides[1], bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    context?.draw(self, in: CGRect(x: 0, y: 0, width: sides[0], height: sides[1]))
    return context?.makeImage()
  }
}

/// The image's width and height in pixels, under `kCGImagePropertyPixelWidth` and `…Height`, its depth, kind of colour and
/// orientation; nil as for the image.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
  return NSDictionary(
    objects: [
      NSNumber(value: image.width), NSNumber(value: image.height), NSNumber(value: image.bitsPerComponent),
      kCGImagePropertyColorModelRGB, NSNumber(value: 1),
    ],
    forKeys: [
      kCGImagePropertyPixelWidth, kCGImagePropertyPixelHeight, kCGImagePropertyDepth, kCGImagePropertyColorModel,
      kCGImagePropertyOrientation,
    ])
}

/// The key of a thumbnail's longest side, in pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// The key of a wish that thumbnails be made of the image, as they always are.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// The key of a wish that thumbnails be made of the image, as they always are.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
}
/// The key of a wish that thumbnails be upright, as they always are.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// The key of a wish that images be kept decoded, as they always are.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// The key of a wish that images be decoded at once, as they always are.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// The key of a wish that numbers beyond 0…1 be kept; images have none.
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
/// The key of how much smaller an image may be decoded; images are decoded whole.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// The key of a hint what type the bytes are of; they are looked at themselves.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// The key of a width in pixels.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The key of a height in pixels.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }

extension URL {
  /// The path of a file; nil for what lies elsewhere.
  var filePath: String? { isFileURL ? path : nil }
}

extension ImageFileFormat {
  /// The format's uniform type identifier.
  var typeIdentifier: String {
    switch self {
    case .png: "public.png"
    case .jpeg: "public.jpeg"
    case .webp: "org.webmproject.webp"
    case .avif: "public.avif"
    }
  }
}
