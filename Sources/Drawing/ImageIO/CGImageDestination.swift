// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

/// A writer of an image file, to a file or to memory. Not thread-safe.
public final class CGImageDestination {
  private let consumer: CGDataConsumer
  private let format: ImageIOFormat
  private var image: CGImage?
  /// The image's own properties, which take precedence over those of the destination.
  private var imageProperties: CFDictionary?
  private var properties: CFDictionary?

  fileprivate init?(_ consumer: CGDataConsumer?, _ type: CFString, _ count: Int) {
    let format = ImageIOFormat.all.first { $0.typeIdentifier == type as String }
    // All formats hold one image.
    guard let consumer, let format, count == 1 else { return nil }
    self.consumer = consumer
    self.format = format
  }

  fileprivate func add(_ image: CGImage, _ properties: CFDictionary?) {
    guard self.image == nil else { return }
    self.image = image
    imageProperties = properties
  }

  fileprivate func setProperties(_ properties: CFDictionary?) { self.properties = properties }

  private func number(_ key: CFString) -> Double? {
    ((imageProperties?[key] ?? properties?[key]) as? NSNumber)?.doubleValue
  }

  fileprivate func finalize() -> Bool {
    let mostPixels = number(kCGImageDestinationImageMaxPixelSize) ?? .infinity
    let (x, y) = (number(kCGImagePropertyDPIWidth), number(kCGImagePropertyDPIHeight))
    let density = (x ?? y).flatMap { across in (y ?? x).flatMap { ImageDensity(x: across, y: $0) } }
    // Nil for the format's own.
    let quality = number(kCGImageDestinationLossyCompressionQuality).map { min(max($0, 0), 1) }
    guard let image = image?.shrunk(to: mostPixels),
      let bytes = try? format.encode(image, quality: quality, density: density)
    else { return false }
    return consumer.write(bytes)
  }
}

/// Creates a destination for a file. `type` is `public.png`, `public.jpeg`, `public.tiff`,
/// `org.webmproject.webp` or `public.avif`, and `count` is 1; else nil. `options` are ignored.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(CGDataConsumer(url: url), type, count)
}

/// Creates a destination that appends to `data`; types and count are as for a file.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(CGDataConsumer(data: data), type, count)
}

/// Creates a destination that writes to a consumer; types and count are as for a file.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(consumer, type, count)
}

/// Sets the image; a second one is ignored. Supported properties are
/// `kCGImageDestinationLossyCompressionQuality`, except for PNG and TIFF,
/// `kCGImageDestinationImageMaxPixelSize`, and for PNG, JPEG and TIFF `kCGImagePropertyDPIWidth`
/// and `kCGImagePropertyDPIHeight`.
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  destination.add(image, properties)
}

/// Sets the image from a source. Does nothing for indices other than 0, and for bytes that cannot
/// be decoded.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
  idst.add(image, properties)
}

/// Replaces the properties of the file: defaults for those of the image.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.setProperties(properties)
}

/// Writes the file, completely or not at all. Returns false without an image, or if writing fails.
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { destination.finalize() }

/// The key of the compression quality, 0…1. Default 0.9. WebP and AVIF are lossless at 1.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }
/// The key of the longest side, in pixels; larger images are scaled down.
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }
/// The key of the background for formats without alpha; it is always white.
public var kCGImageDestinationBackgroundColor: CFString { "kCGImageDestinationBackgroundColor" }
