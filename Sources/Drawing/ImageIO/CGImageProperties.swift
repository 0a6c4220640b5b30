// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

// What Image I/O tells about files, beyond their pixels.

/// An empty dictionary for a file of a known format: what is known is told of the image. Nil for others.
public func CGImageSourceCopyProperties(_ source: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  source.format == nil ? nil : NSDictionary()
}

/// The state of the image of index 0; of others, that of an unknown type.
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  index == 0 ? CGImageSourceGetStatus(source) : .statusUnknownType
}

/// 0: there is one image.
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// The uniform type identifiers of the formats that are read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  NSArray(array: ImageFileFormat.allCases.map { NSString(string: $0.typeIdentifier) })
}

/// The uniform type identifiers of the formats that are written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { CGImageSourceCopyTypeIdentifiers() }

/// How the image must be turned to be upright: 1, not at all, since images are turned when they are read.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// The key of the bits of a component: 8.
public var kCGImagePropertyDepth: CFString { "Depth" }
/// The key of the kind of colour: `kCGImagePropertyColorModelRGB`.
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
/// Red, green and blue.
public var kCGImagePropertyColorModelRGB: CFString { "RGB" }
