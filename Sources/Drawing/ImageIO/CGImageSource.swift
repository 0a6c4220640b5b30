// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics
import Synchronization

/// A reader of an image file: PNG, JPEG, TIFF, WebP or AVIF. The image is decoded on first use.
public final class CGImageSource: Sendable {
  private let bytes: [UInt8]
  let format: ImageIOFormat?
  /// Nil until asked for; then the image, or nil inside for bytes that cannot be decoded.
  private let decoded = Mutex<CGImage??>(nil)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    format = ImageIOFormat(of: bytes)
  }

  /// The resolution that the file states; nil for none.
  var density: ImageDensity? { format.flatMap { ImageDensity(of: bytes, format: $0) } }

  var image: CGImage? {
    decoded.withLock { decoded in
      if let known = decoded { return known }
      let image = try? format?.decode(bytes, name: "image source")
      decoded = .some(image)
      return image
    }
  }
}

/// The status of an image source. Raw values are Apple's.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The data is truncated.
  case statusUnexpectedEOF = -5
  /// The data is damaged.
  case statusInvalidData = -4
  /// The format is unknown.
  case statusUnknownType = -3
  /// The header is incomplete.
  case statusReadingHeader = -2
  /// The image is incomplete.
  case statusIncomplete = -1
  /// The image is complete.
  case statusComplete = 0
}

/// Creates a source from a file's bytes. `options` are ignored.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource([UInt8](Data(referencing: data)))
}

/// Creates a source from a provider's bytes. `options` are ignored.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  CGImageSource([UInt8](provider.bytes))
}

/// Creates a source from a file; nil if it cannot be read or exceeds the size limit. `options` are
/// ignored.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard let path = (url as URL).filePath, let bytes = try? readFile(path: path, limits: .standard) else { return nil }
  return CGImageSource(bytes)
}

/// The uniform type identifier of the format, such as `public.png`; nil if it is unknown.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
  source.format.map { CFString(string: $0.typeIdentifier) }
}

/// The number of images: 1, or 0 for an unknown format.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.format == nil ? 0 : 1 }

/// Whether the image can be decoded.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
  guard source.format != nil else { return .statusUnknownType }
  return source.image == nil ? .statusInvalidData : .statusComplete
}

/// Decodes the image, upright, as sRGB with alpha: 8 bits per channel, or half floats for 16-bit
/// files. Nil for indices other than 0, and for bytes that cannot be decoded.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  index == 0 ? source.image : nil
}

/// Decodes the image, with sides of at most `kCGImageSourceThumbnailMaxPixelSize` pixels, from
/// `options`.
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

/// The properties of the image: `kCGImagePropertyPixelWidth` and `…Height`, depth, colour model,
/// orientation, and the resolution if the file states it; nil if there is no image.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
  let properties = NSMutableDictionary(
    objects: [
      NSNumber(value: image.width), NSNumber(value: image.height), NSNumber(value: image.bitsPerComponent),
      kCGImagePropertyColorModelRGB, NSNumber(value: 1),
    ],
    forKeys: [
      kCGImagePropertyPixelWidth, kCGImagePropertyPixelHeight, kCGImagePropertyDepth, kCGImagePropertyColorModel,
      kCGImagePropertyOrientation,
    ])
  if let density = source.density {
    properties.setObject(NSNumber(value: density.x), forKey: kCGImagePropertyDPIWidth)
    properties.setObject(NSNumber(value: density.y), forKey: kCGImagePropertyDPIHeight)
  }
  return properties
}

/// The key of a thumbnail's longest side, in pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// The key for thumbnails made from the image, as they always are.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// The key for thumbnails made from the image, as they always are.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
}
/// The key for upright thumbnails, as they always are.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// The key for cached decoded images, as they always are.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// The key for immediate decoding. Ignored.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// The key for components outside 0…1. Ignored; images have none.
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
/// The key of a subsampling factor. Ignored.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// The key of a type hint. Ignored; the bytes decide.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// The key of the width, in pixels.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The key of the height, in pixels.
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
