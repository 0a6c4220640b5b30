// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import Graphics

/// Where an image file is written to: a file or memory. Not for several threads at once.
public final class CGImageDestination {
  private let consumer: CGDataConsumer
  private let format: ImageFileFormat
  private var image: CGImage?
  private var quality = 90

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
    if let given = properties?[kCGImageDestinationLossyCompressionQuality] as? NSNumber {
      quality = Int((min(max(given.doubleValue, 0), 1) * 99).rounded()) + 1
    }
  }

  fileprivate func finalize() -> Bool {
    guard let image,
      let bytes = try? encodeImage(
        premultipliedRGBA8: image.premultipliedRGBA8(), width: image.width, height: image.height, format: format,
        quality: quality)
    else { return false }
    return consumer.write(bytes)
  }
}

/// Writes to a file. `type` is `public.png`, `public.jpeg` or `org.webmproject.webp`, `count` 1; else nil. `options` are
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
/// counts, for JPEG.
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  destination.add(image, properties)
}

/// Writes the file, whole or not at all; false if there is no image, or no place for it.
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { destination.finalize() }

/// The key of JPEG's quality, 0…1.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }
