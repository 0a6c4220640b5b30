import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

/// Limits on scene files, checked before memory is allocated for what they limit.
///
/// The defaults are declared only here:
///
/// | limit | default | why |
/// | --- | --- | --- |
/// | file | 64 MiB | 600 bytes for each layer that is allowed |
/// | values | 8 Mi (2²³) | 80 for each layer; 32 bytes each in memory, and 16 while they are read, so that a file of brackets costs 384 MiB |
/// | layers | 100,000, each instance of a replicator counted | an order above the largest scene that is measured |
/// | key frames | 524,288 (2¹⁹), of all animations, each step of a path counted | some 500 bytes each while they are read: 256 MiB |
/// | levels of layers | 512 | walking a tree recurses; people nest some tens of levels |
/// | canvas side | 65,536 px | what devices cannot hold is drawn in tiles; tests end here |
/// | canvas | 64 Mpx (2²⁶); 256 Mpx (2²⁸) at a scale that the caller sets | 3 s of a processor for a PNG; 12 s, and 1 GiB of RGBA8 |
/// | a number | ±1e9 | products of a few such numbers stay far from overflow, and no picture needs more |
/// | images | 1024 files, 256 Mpx (2²⁸) in all | 1 GiB of RGBA8 |
/// | images, text and tiles | 48 Mpx together, the tiles that are kept decoded; 64 px more for each byte of an image's file | a small file unfolds to no more than 192 MiB; photographs have two to ten pixels a byte |
/// | an image | `ImageLimits.standard` | |
/// | fonts | 64 files, 128 MiB (2²⁷ bytes) in all | a page in many scripts; they are kept in memory |
/// | a font | `FontFile.maximumBytes` | |
/// | animations | 64 files | as many as fonts; each is read whole |
/// | path elements of animations in layers | 4,194,304 (2²²), in all key frames | 48 bytes each: 200 MiB |
/// | time | none | what a program grants a picture (`DrawingLimits`) covers its reading |
public struct SceneLimits: Sendable, Equatable {
  /// The maximum size of the scene file, in bytes.
  public var maximumFileBytes = 64 << 20
  /// The maximum number of JSON values in a file.
  package var maximumValues = 1 << 23
  /// The maximum number of layers in a tree, including masks and each instance of a replicator's
  /// sublayers.
  public var maximumLayers = 100_000
  /// The maximum number of keyframe values and path steps of all animations.
  package var maximumKeyframes = 1 << 19
  /// The maximum depth of layers, including the root.
  package var maximumLevels = 512
  /// The maximum side of the canvas, in device pixels.
  package var maximumCanvasSide = 65536
  /// The maximum area of the canvas at a requested scale, in device pixels.
  package var maximumCanvasPixels = 1 << 28
  /// The maximum area of the canvas at the scene's own scale, in device pixels.
  package var maximumOwnCanvasPixels = 1 << 26
  /// The maximum absolute value of a number.
  package var maximumMagnitude = 1e9
  /// The maximum number of `images`.
  package var maximumImages = 1024
  /// The maximum number of pixels of all images.
  package var maximumImagePixels = 1 << 28
  /// The number of pixels that images and text may have regardless of their file sizes.
  package var maximumBarePixels = 3 << 24
  /// The number of additional pixels per byte of an image file.
  package var pixelsPerFileByte = 64
  /// The maximum number of `fonts`.
  package var maximumFonts = 64
  /// The maximum size of all font files, in bytes.
  package var maximumFontBytes = 1 << 27
  /// The maximum number of `animations`.
  package var maximumAnimations = 64
  /// The maximum number of path elements in the animations that layers show.
  package var maximumVertices = 1 << 22
  /// The time limit of reading, in seconds of one core; nil for none.
  package var maximumSeconds: Double?
  /// The folder that confines all paths in the file; nil for none.
  package var root: FolderRoot?
  /// The limits of each image.
  package var image = ImageLimits.standard

  package init() {}

  /// The default limits.
  public static let standard = SceneLimits()

  /// The limits of a program with a memory limit in bytes and a time limit in seconds of one core:
  /// three eighths of the memory, at four bytes per pixel, are for images, text and tiles.
  package func allowing(memory: Int?, seconds: Double?) -> SceneLimits {
    var limits = self
    if let memory { limits.maximumBarePixels = memory / 32 * 3 }
    limits.maximumSeconds = seconds
    return limits
  }

  /// Most brackets within brackets in the text: two for a level of layers (a layer and its list of
  /// sublayers), and what the scene around them and the values within them take, a transform of an
  /// animation being the deepest.
  var maximumNesting: Int { 2 * maximumLevels + 16 }

  /// The problem of a canvas; nil if it can be drawn.
  ///
  /// - Parameters:
  ///   - size: in points.
  ///   - scale: device pixels per point.
  ///   - isAsked: whether the scale was requested, rather than the scene's.
  package func problem(size: CGSize, scale: Double, isAsked: Bool = true) -> String? {
    guard size.width > 0, size.height > 0, size.width <= maximumMagnitude, size.height <= maximumMagnitude else {
      return "expected a width and a height above 0, found \(JSONValue.list([size.width, size.height]).flatText)"
    }
    guard scale > 0, scale <= maximumMagnitude else {
      let most = JSONValue.number(maximumMagnitude).flatText
      return "expected a scale above 0 and at most \(most), found \(JSONValue.number(scale).flatText)"
    }
    let tree = RenderTree(size: size, scale: scale, background: nil, root: nil, time: 0)
    // In floating point first: a product of two large numbers need not fit an integer.
    let sides = [size.width * scale, size.height * scale]
    guard sides.allSatisfy({ $0.rounded() <= Double(maximumCanvasSide) }) else {
      let found = sides.map { JSONValue.number($0.rounded()).flatText }.joined(separator: " x ")
      return "expected a canvas of at most \(maximumCanvasSide) px per side, found \(found) px"
    }
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    guard width <= maximumCanvasPixels / height else {
      return "expected a canvas of at most \(maximumCanvasPixels) px, found \(width) x \(height) px"
    }
    guard isAsked || width <= maximumOwnCanvasPixels / height else {
      return "expected a canvas of at most \(maximumOwnCanvasPixels) px, found \(width) x \(height) px; "
        + "--scale \(JSONValue.number(scale).flatText) asks for it"
    }
    return nil
  }
}
