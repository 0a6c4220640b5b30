import MultiplaneGraphics

/// The formats of Image I/O: those of scenes, and TIFF.
enum ImageIOFormat: Equatable {
  case shared(ImageFileFormat)
  case tiff

  static let all = ImageFileFormat.allCases.map(Self.shared) + [.tiff]

  /// Recognises the format from a file's first bytes; nil for others.
  init?(of bytes: [UInt8]) {
    if TIFFCodec.recognizes(bytes) {
      self = .tiff
    } else if let format = ImageFileFormat(firstBytes: bytes) {
      self = .shared(format)
    } else {
      return nil
    }
  }

  /// The format's uniform type identifier.
  var typeIdentifier: String {
    switch self {
    case .shared(let format): format.typeIdentifier
    case .tiff: "public.tiff"
    }
  }

  /// Decodes a file of the format.
  func decode(_ bytes: [UInt8], name: String) throws(ImageError) -> CGImage {
    switch self {
    case .shared: try decodeImage(bytes, name: name)
    case .tiff: try TIFFCodec.decode(bytes, name: name)
    }
  }

  /// Encodes an image with a resolution, if the format has a place for it.
  ///
  /// - Parameter quality: that of `encodeImage`; nothing for TIFF.
  func encode(_ image: CGImage, quality: Double?, density: ImageDensity?) throws(ImageError) -> [UInt8] {
    let pixels = image.premultipliedRGBA8()
    guard case .shared(let format) = self else {
      return try TIFFCodec.encode(
        premultipliedRGBA8: pixels, width: image.width, height: image.height, density: density,
        name: "image destination")
    }
    var bytes = try encodeImage(
      premultipliedRGBA8: pixels, width: image.width, height: image.height, format: format, quality: quality)
    density?.write(into: &bytes, format: format)
    return bytes
  }
}
