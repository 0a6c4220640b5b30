import Foundation
import MultiplaneGraphics

/// Decodes a PNG, JPEG, WebP or AVIF file, recognised by its first bytes.
///
/// The result is RGBA8, premultiplied, sRGB; half floats for a 16-bit PNG. `name` is the name in
/// errors. The header is checked against `limits` before memory is allocated for the pixels.
package func decodeImage(
  _ bytes: [UInt8], name: String, limits: ImageLimits = .standard
) throws(ImageError) -> CGImage {
  try limits.check(fileBytes: bytes.count, name: name)
  guard let format = ImageFileFormat(firstBytes: bytes) else {
    throw .unrecognized(name: name, found: describeUnrecognized(bytes))
  }
  if format == .png, let deep = try PNGCodec.decodeDeep(bytes, name: name, limits: limits) { return deep }
  let pixels =
    switch format {
    case .png: try PNGCodec.decode(bytes, name: name, limits: limits)
    case .jpeg: try JPEGCodec.decode(bytes, name: name, limits: limits)
    case .webp: try WebPCodec.decode(bytes, name: name, limits: limits)
    case .avif: try AVIFCodec.decode(bytes, name: name, limits: limits)
    }
  let (width, height) = (pixels.width, pixels.height)
  guard
    let image = CGImage(
      premultipliedRGBA8: (consume pixels).premultiplied(), width: width, height: height,
      fileType: format.typeIdentifier)
  else {
    throw .tooLarge(name: name, found: "\(width) x \(height) px", limit: "what an image can hold")
  }
  return image
}

/// Reads and decodes a PNG, JPEG, WebP or AVIF file, confined to `root`; errors begin with `path`.
package func loadImage(
  path: String, limits: ImageLimits = .standard, root: FolderRoot? = nil
) throws(ImageError) -> CGImage {
  try decodeImage(readFile(path: path, limits: limits, root: root), name: path, limits: limits)
}

/// Encodes pixels as a file of `format`.
///
/// `pixels` are RGBA8, premultiplied, sRGB, top row first, `width * height * 4` bytes. PNG, and
/// WebP and AVIF with the quality 1, preserve these pixels exactly. JPEG has no alpha: the pixels
/// are composed over white. `quality` is that of `CompressionQuality`; nil for the format's
/// default, and PNG has none. `effort` is that of `CompressionEffort`; nil for the default, and
/// JPEG and AVIF have none. `name` is the name in errors.
///
/// - Throws: `ImageError.unencodable` if size, quality or effort do not match the format.
package func encodeImage(
  premultipliedRGBA8 pixels: [UInt8], width: Int, height: Int, format: ImageFileFormat, quality: Double? = nil,
  effort: Double? = nil, name: String = "image"
) throws(ImageError) -> [UInt8] {
  guard width > 0, height > 0 else {
    throw .unencodable(name: name, expected: "at least 1 x 1 px", found: "\(width) x \(height) px")
  }
  // libpng, libjpeg and libwebp count a row's bytes in 32 bits.
  guard width <= Int(Int32.max) / 4, height <= Int(Int32.max) / 4, pixels.count == width * height * 4 else {
    throw .unencodable(
      name: name, expected: "4 bytes for each of \(width) x \(height) px", found: "\(pixels.count) bytes")
  }
  if let quality, let problem = CompressionQuality.problem(with: quality) {
    throw .unencodable(name: name, expected: problem.expected, found: problem.found)
  }
  if let effort, let problem = CompressionEffort.problem(with: effort) {
    throw .unencodable(name: name, expected: problem.expected, found: problem.found)
  }
  return switch format {
  case .png:
    try PNGCodec.encode(premultiplied: pixels, width: width, height: height, effort: effort, name: name)
  case .jpeg:
    try JPEGCodec.encode(
      rgb: compositeOverWhite(premultiplied: pixels), width: width, height: height,
      quality: CompressionQuality.jpeg(quality), name: name)
  case .webp:
    try WebPCodec.encode(
      StraightPixels(width: width, height: height, premultiplied: pixels), quality: CompressionQuality.webp(quality),
      effort: effort, name: name)
  case .avif:
    try AVIFCodec.encode(
      StraightPixels(width: width, height: height, premultiplied: pixels),
      quantizer: CompressionQuality.avif(quality), name: name)
  }
}

/// Encodes pixels (see `encodeImage`) in the format of the path's extension, and writes the file
/// completely or not at all.
package func writeImage(
  premultipliedRGBA8 pixels: [UInt8], width: Int, height: Int, to path: String, quality: Double? = nil,
  effort: Double? = nil
) throws(ImageError) {
  let format = try ImageFileFormat(path: path)
  let bytes = try encodeImage(
    premultipliedRGBA8: pixels, width: width, height: height, format: format, quality: quality, effort: effort,
    name: path)
  try writeFileAtomically(bytes, to: path)
}

/// Writes an image (see `encodeImage`) in the format of the path's extension, completely or not at
/// all, confined to `root`.
package func writeImage(
  _ image: CGImage, to path: String, quality: Double? = nil, effort: Double? = nil, root: FolderRoot? = nil
) throws(ImageError) {
  let pixels = image.premultipliedRGBA8()
  guard let root else {
    return try writeImage(
      premultipliedRGBA8: pixels, width: image.width, height: image.height, to: path, quality: quality,
      effort: effort)
  }
  let bytes = try encodeImage(
    premultipliedRGBA8: pixels, width: image.width, height: image.height, format: ImageFileFormat(path: path),
    quality: quality, effort: effort, name: path)
  try root.write(bytes, to: path)
}
