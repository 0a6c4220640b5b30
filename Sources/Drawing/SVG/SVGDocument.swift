import MultiplaneCDynamicLibraries
import MultiplaneGraphics

/// An SVG document that can be drawn at any size, by librsvg.
///
/// External references (files, the network) are not loaded, and compressed files (.svgz) are
/// refused. A few bytes of SVG can still ask for any amount of work, so librsvg runs in a copy of
/// the process with limits (`BoundedProcess`). Text has the system's fonts.
///
/// librsvg is not linked: it brings some thirty other libraries, which would add about 20 ms to the
/// start of every program, and most programs never see an SVG.
package final class SVGDocument {
  /// The maximum file size, in bytes. A document needs about ten times that memory, and its text
  /// far more.
  package static let maximumFileBytes = 8 << 20

  /// Whether the library is installed, in version 2.52 or newer.
  private static let isAvailable = cdl_missing_rsvg() == nil

  private let bytes: [UInt8]
  private let name: String

  /// The size of the document, in pixels: what its `svg` element states, else the view box's, at 96
  /// pixels per inch. Nil if it has neither.
  package let size: CGSize?

  /// Parses a document. `name` is the name in errors.
  ///
  /// - Throws: `ImageError.tooLarge` for a long file; `.unsupported` for a compressed one, for one
  ///   that exceeds limits of time or memory, and without librsvg; `.damaged` for other files.
  package init(_ bytes: [UInt8], name: String) throws(ImageError) {
    guard bytes.count <= Self.maximumFileBytes else {
      throw .tooLarge(
        name: name, found: "a file of \(bytes.count) bytes", limit: "\(Self.maximumFileBytes) bytes for SVG")
    }
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw .unsupported(name: name, found: "a compressed SVG", remedy: "unpack it with gzip -d")
    }
    guard !bytes.isEmpty else { throw .damaged(name: name, found: "an empty file") }
    guard Self.isAvailable else {
      throw .unsupported(
        name: name, found: "an SVG, and no librsvg on this system", remedy: "install librsvg2-2, or convert it to PNG")
    }
    let answer = try SVGAnswer(bytes, name: name, place: nil)
    guard answer.isRead else {
      throw .damaged(name: name, found: "a file that librsvg takes for no SVG")
    }
    self.bytes = bytes
    self.name = name
    size = answer.size
  }

  /// Draws the document to a size in pixels: scaled to fit and centred, unless its
  /// `preserveAspectRatio` says otherwise. The size is checked against `limits` before memory is
  /// allocated.
  package func render(
    width: Int, height: Int, limits: ImageLimits = .standard
  ) throws(ImageError) -> CGImage {
    guard width > 0, height > 0 else {
      throw .unencodable(name: name, expected: "at least 1 x 1 px to draw into", found: "\(width) x \(height) px")
    }
    try limits.check(width: width, height: height, name: name)
    // The drawing buffer, and the image.
    try limits.check(memory: 8, width: width, height: height, fileBytes: bytes.count, name: name)
    let place = PixelArea(x: 0, y: 0, width: width, height: height)
    let answer = try SVGAnswer(bytes, name: name, place: place)
    guard answer.isDrawn else {
      throw .damaged(name: name, found: "an SVG that cannot be drawn (librsvg: \(answer.text))")
    }
    guard let image = CGImage(premultipliedRGBA8: answer.premultipliedRGBA8(), width: width, height: height) else {
      throw .tooLarge(name: name, found: "\(width) x \(height) px", limit: "what an image can hold")
    }
    return image
  }
}

/// Reads an SVG file and draws it at its own size; errors begin with `path`. Also returns its
/// contents, which tell what librsvg leaves out.
///
/// - Parameters:
///   - scale: pixels per pixel of the document (CSS), above 0.
///   - root: the folder that confines the path; nil for none.
/// - Throws: `ImageError`, also for a document without a size.
package func loadSVG(
  path: String, scale: Double, limits: ImageLimits = .standard, root: FolderRoot? = nil
) throws(ImageError) -> (image: CGImage, contents: SVGContents) {
  let bytes = try readFile(path: path, limits: limits, root: root)
  let document = try SVGDocument(bytes, name: path)
  guard let size = document.size else {
    throw .unsupported(
      name: path, found: "an SVG that asks for no size",
      remedy: "give its svg element a viewBox, or a width and a height")
  }
  // librsvg converts lengths in single precision, so that 2 inches may be 192.00001 pixels. Far
  // beyond any limit, numbers are no whole ones.
  func pixels(_ length: CGFloat) -> Int {
    Int(min(max(1, (Double(length) * scale - 0.001).rounded(.up)), 1e9))
  }
  let image = try document.render(width: pixels(size.width), height: pixels(size.height), limits: limits)
  return (image, SVGContents(of: bytes))
}

extension DrawingSurface {
  /// The pixels of a surface of four bytes with blue first, as bytes red, green, blue, alpha.
  func premultipliedRGBA8() -> [UInt8] {
    var pixels = copyPixels(of: area)
    for pixel in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(pixel, pixel + 2) }
    return pixels
  }
}
