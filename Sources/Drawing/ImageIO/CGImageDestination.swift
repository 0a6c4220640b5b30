// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

/// Where an image file is written to: a file or memory. Not for several threads at once.
public final class CGImageDestination {
  private let consumer: CGDataConsumer
  private let format: ImageFileFormat
  private var image: CGImage?
  /// What the image says for itself, before what is said of all.
  private var imageProperties: CFDictionary?
  private var properties: CFDictionary?

  fileprivate init?(_ consumer: CGDataConsumer?, _ type: CFString, _ count: Int) {
    let format = ImageFileFormat.allCases.first { $0.typeIdentifier == type as String }
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
    guard let image = image?.shrunk(to: mostPixels),
      let bytes = try? encodeImage(
        premultipliedRGBA8: image.premultipliedRGBA8(), width: image.width, height: image.height, format: format,
        // Nil for the format's own.
        quality: number(kCGImageDestinationLossyCompressionQuality).map { min(max($0, 0), 1) })
    else { return false }
    return consumer.write(bytes)
  }
}

/// Writes to a file. `type` is `public.png`, `public.jpeg`, `org.webmproject.webp` or `public.avif`, `count` 1; else nil. `options` are
/// not used.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(CGDataConsumer(url: url), type, count)
}

/// Appends to `data`; else as for a file.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(CGDataConsumer(data: data), type, count)
}

/// Hands the bytes to a consumer; else as for a file.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(consumer, type, count)
}

/// Gives the image to be written; a second one is ignored. Of the properties `kCGImageDestinationLossyCompressionQuality`
/// counts, but for PNG, and `kCGImageDestinationImageMaxPixelSize`.
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  destination.add(image, properties)
}

/// Gives the image of a source to be written, as `CGImageDestinationAddImage` does; nothing for another index than 0, and for
/// bytes that cannot be decoded.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
  idst.add(image, properties)
}

/// Gives properties of the file, in place of those that it had: the same as an image's, for images that do not say them themselves.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.setProperties(properties)
}

/// Writes the file, whole or not at all; false if there is no image, or no place for it.
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { destination.finalize() }

/// The key of the quality, 0…1: 0.9 of JPEG and AVIF unless told. WebP without one, and WebP and AVIF of 1, keep every byte.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }
/// The key of the longest side that an image may be written with, in pixels; a larger one is made smaller.
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }
/// The key of the colour that transparent pixels lie over in a format without alpha; it is always white.
public var kCGImageDestinationBackgroundColor: CFString { "kCGImageDestinationBackgroundColor" }
