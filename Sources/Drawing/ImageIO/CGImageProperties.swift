// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

// What Image I/O reports about files, beyond their pixels.

/// The properties of the file: an empty dictionary for a known format, else nil. See the image's
/// properties.
public func CGImageSourceCopyProperties(_ source: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  source.format == nil ? nil : NSDictionary()
}

/// The status of the image at index 0; an unknown type for other indices.
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  index == 0 ? CGImageSourceGetStatus(source) : .statusUnknownType
}

/// The index of the primary image: 0.
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// The uniform type identifiers of the readable formats.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  NSArray(array: ImageIOFormat.all.map { NSString(string: $0.typeIdentifier) })
}

/// The uniform type identifiers of the writable formats.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { CGImageSourceCopyTypeIdentifiers() }

/// The key of the orientation. It is always 1, because images are rotated upright when they are
/// read.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// The key of the horizontal resolution, in pixels per inch.
public var kCGImagePropertyDPIWidth: CFString { "DPIWidth" }
/// The key of the vertical resolution, in pixels per inch.
public var kCGImagePropertyDPIHeight: CFString { "DPIHeight" }
/// The key for files without places of GPS, which no file written here has.
public var kCGImageMetadataShouldExcludeGPS: CFString { "kCGImageMetadataShouldExcludeGPS" }
/// The key for files without metadata of XMP, which no file written here has.
public var kCGImageMetadataShouldExcludeXMP: CFString { "kCGImageMetadataShouldExcludeXMP" }
/// The key of the bits per component: 8.
public var kCGImagePropertyDepth: CFString { "Depth" }
/// The key of the colour model: `kCGImagePropertyColorModelRGB`.
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
/// The RGB colour model.
public var kCGImagePropertyColorModelRGB: CFString { "RGB" }
