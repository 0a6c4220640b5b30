import GL
import Graphics
import RenderTree

/// Everything that draws one tree, as plain arrays: what the flattener writes and the painter runs.
package struct CommandStream: Sendable {
  /// In the order in which they run: a pass comes after those whose surfaces it shows. The last draws into the frame; so do
  /// those that it continues.
  var passes: [Pass] = []
  var records = Records()
  var stops: [StopRecord] = []
  var coverages: [CoverageRequest] = []
  /// Pixels that batches show.
  var sheet = PixelSheet()
  /// What the processor mixes into a sheet of its own, where each goes, and how many pixels that are.
  var mixedSheet = MixedSheet()
  var mixed: [(picture: MixedPicture, place: MixedSheet.Place)] = []
  var mixedPixels = 0
  /// What layers read of their backdrops, in drawing order.
  var backdrops: [BackdropRead] = []
  /// What is known of the rasters of earlier frames that are shown, by their numbers.
  var rasterContents: [Int: RasterContent] = [:]
  private(set) var clips: [ClipRecord] = []
  /// Of each clip, the picture of coverage that it or one around it needs.
  private var clipPictures: [ClipPicture?] = []
  var spare = Batcher.Memory()
  /// What flattening took for earlier frames.
  var memory = FlatteningMemory()
  /// Layers that were walked.
  package var layerCount = 0
  /// Whether colours that lie on one another were mixed beforehand, which rounds them once.
  var hasMixedColors = false
  /// Whether colours are drawn in the quickest way, which may round them another way in each frame (`SteadyColors.swift`).
  var hasHastyColors = false
  /// What of the frame is opaque.
  var opaqueBoxes = OpaqueBoxes()
  /// Whether quads end where they are hidden, or boxes are drawn with their borders, which may round what they show another way.
  var hasCutQuads = false
  /// Whether what is faint lies on one another in the frame so often that bytes are too coarse (`DeepStacks.swift`).
  var hasDeepStacks = false

  package init() {}

  /// Empties the arrays and keeps their memory.
  mutating func removeAll() {
    for index in passes.indices {
      var (batches, shows): ([Batch], [Int]) = ([], [])
      swap(&batches, &passes[index].batches)
      swap(&shows, &passes[index].shows)
      // No more than there are passes: not all passes take one.
      memory.batches.giveBack(&batches, most: passes.count)
      memory.numbers.giveBack(&shows, most: passes.count)
    }
    passes.removeAll(keepingCapacity: true)
    records.removeAll()
    stops.removeAll(keepingCapacity: true)
    coverages.removeAll(keepingCapacity: true)
    sheet.removeAll()
    mixedSheet.removeAll()
    mixed.removeAll(keepingCapacity: true)
    mixedPixels = 0
    backdrops.removeAll(keepingCapacity: true)
    rasterContents.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    clipPictures.removeAll(keepingCapacity: true)
    layerCount = 0
    hasMixedColors = false
    hasHastyColors = false
    opaqueBoxes.removeAll()
    hasCutQuads = false
    hasDeepStacks = false
  }

  /// How much has been written.
  struct Lengths {
    fileprivate var passes: Int
    fileprivate var fills: Int
    fileprivate var images: Int
    fileprivate var gradients: Int
    fileprivate var plain: Int
    fileprivate var stops: Int
    fileprivate var coverages: Int
    fileprivate var clips: Int
  }

  var lengths: Lengths {
    Lengths(
      passes: passes.count, fills: fills.count, images: images.count, gradients: gradients.count, plain: plain.count,
      stops: stops.count,
      coverages: coverages.count, clips: clips.count)
  }

  /// Takes back what was written since; nothing before may refer to it.
  mutating func cut(to lengths: Lengths) {
    passes.removeSubrange(lengths.passes...)
    fills.removeSubrange(lengths.fills...)
    images.removeSubrange(lengths.images...)
    gradients.removeSubrange(lengths.gradients...)
    plain.removeSubrange(lengths.plain...)
    stops.removeSubrange(lengths.stops...)
    coverages.removeSubrange(lengths.coverages...)
    clips.removeSubrange(lengths.clips...)
    clipPictures.removeSubrange(lengths.clips...)
  }

  /// Adds a clip.
  ///
  /// - Parameters:
  ///   - outer: the next clip outwards; −1 for none. With a picture of its own, none out there has one.
  ///   - picture: the picture of coverage that it is; nil for an outline.
  /// - Returns: its place in `clips`.
  mutating func add(_ clip: ClipRecord, outer: Int, picture: ClipPicture? = nil) -> Int {
    clipPictures.append(picture ?? clipPicture(of: outer))
    clips.append(clip)
    return clips.count - 1
  }

  /// The picture that a chain of clips needs; nil for none.
  ///
  /// - Parameter clip: the innermost; −1 for an empty chain.
  func clipPicture(of clip: Int) -> ClipPicture? { clip < 0 ? nil : clipPictures[clip] }

  /// The records that batches are made of.
  struct Records: Sendable {
    var fills: [FillRecord] = []
    var images: [ImageRecord] = []
    var gradients: [GradientRecord] = []
    var plain: [PlainQuad] = []

    /// Empties the arrays and keeps their memory.
    mutating func removeAll() {
      fills.removeAll(keepingCapacity: true)
      images.removeAll(keepingCapacity: true)
      gradients.removeAll(keepingCapacity: true)
      plain.removeAll(keepingCapacity: true)
    }
  }

  var fills: [FillRecord] {
    get { records.fills }
    _modify { yield &records.fills }
  }
  var images: [ImageRecord] {
    get { records.images }
    _modify { yield &records.images }
  }
  var gradients: [GradientRecord] {
    get { records.gradients }
    _modify { yield &records.gradients }
  }
  var plain: [PlainQuad] {
    get { records.plain }
    _modify { yield &records.plain }
  }

  /// Draws into one surface with one load and store, or copies a part of one that is not finished.
  struct Pass {
    /// Device pixels; whole numbers.
    var area: DeviceBox
    /// What the surface is cleared to.
    var background: PremultipliedColor
    var batches: [Batch] = []
    /// The layer whose group it draws; nil for the frame.
    var group: LayerIdentifier?
    /// Passes whose surfaces this one shows.
    var shows: [Int] = []
    /// Whether what it draws into holds bytes on every device.
    var holdsBytes: Bool { isFrame || isAlphaOnly || isCoarse }
    /// Whether only its alpha is looked at, for which bytes are enough.
    var isAlphaOnly = false
    /// Whether it draws into the frame.
    var isFrame = false
    /// The pass whose surface it goes on drawing into, over what is there; nil for a surface of its own.
    var continues: Int?
    /// The pass out of whose surface it copies its area, transparent beyond that surface; nil for one that draws.
    var copies: Int?
    /// What its surface is kept as for later frames; nil for a surface that serves this one only.
    var raster: RasterKey?
    /// Whether its surface is kept, as what stands still, for later frames.
    var isUnderlay = false
    /// The number of the shadow as which its surface is kept; nil for other surfaces.
    var shadow: Int?
    /// Whether many colours are added up on its surface.
    var isSum = false
    /// Whether what it draws is shown in place of a part of the frame, and rounded only then.
    var isFine = false
    /// Whether it draws what a frame's pass shows pixel on pixel, and need do so only where that is drawn.
    var isOfFrame = false
    /// Whether bytes are enough for its colours.
    var isCoarse = false
    /// Whether a blend mode shows differences of what it draws many times as large, so that all images on it are mixed exactly.
    var isMagnified = false
    /// Whether it does nothing: another pass draws what it would, or no pixel that is wanted shows it.
    var isLeftOut = false
    /// The parts of its surface in which batches draw whose records are those of other pixels.
    var parts: [SurfacePart] = []
  }

  /// A part of a surface that several groups share.
  struct SurfacePart {
    /// The device pixels that it holds.
    var area: DeviceBox
    /// Where it begins, in the surface's pixels.
    var x: Int
    var y: Int

    /// From the device's pixels to the surface's.
    var offset: Vector2 { Vector2(Double(x) - area.minX, Double(y) - area.minY) }
    /// Where it lies in the surface.
    var pixels: PixelRect { PixelRect(x: x, y: y, width: area.pixelWidth, height: area.pixelHeight) }
  }

  /// Quads drawn by one call.
  struct Batch {
    var key: BatchKey
    /// The place of the first record in its array: `fills`, `gradients`, `images` or `plain`.
    var first: Int
    var count: Int
    /// Device pixels that the quads touch.
    var area: Double
  }

  /// Where something is drawn that is there twice: with more care, and with less.
  enum TilePlace: UInt8 {
    case everywhere
    /// Not in the tiles.
    case beside
    /// In the tiles only.
    case inside
  }

  /// What all quads of a batch have in common.
  struct BatchKey: Equatable {
    var program: ProgramKind
    var source: Source
    /// Whether the quads add to what is there rather than lie over it.
    var isAdditive = false
    /// What the chains of clips of its quads need, beside the table.
    var clipPicture: ClipPicture?
    /// Where it draws, as to tiles that are drawn with more care (`FinePieces.swift`).
    var place = TilePlace.everywhere
    /// The part of the pass's surface that it draws in, by its place in `parts`; nil for the pixels of the pass.
    var part: Int32?

    /// Puts the batch's quads under a chain of clips.
    ///
    /// - Parameter picture: the one that the chain needs.
    mutating func clip(by picture: ClipPicture?) {
      program.features.insert(.clipped)
      guard let picture else { return }
      program.features.insert(.pictured)
      clipPicture = picture
    }
  }

  /// A picture of coverage by which a clip cuts.
  enum ClipPicture: Hashable {
    /// A path's texture, by the place of its request.
    case path(Int)
    /// The surface of a pass.
    case surface(pass: Int)
  }

  /// What a batch's texture is.
  enum Source: Equatable {
    case none
    case image(CGImage)
    /// The images of the atlas.
    case atlas
    /// An image, if there is one, and the one by whose alpha all is multiplied.
    case maskedImage(CGImage?, mask: CGImage)
    /// The surface of a pass, pixel by pixel or between pixels.
    case surface(pass: Int, isSmooth: Bool = false)
    /// The surface of a pass of means, and that of the pass that they are of, both pixel by pixel or between pixels.
    case means(pass: Int, of: Int, isSmooth: Bool)
    /// The surface of a pass, and that of the pass that masks it.
    case masked(pass: Int, mask: Int)
    /// A layer's raster that an earlier frame drew, by its number.
    case raster(Int)
    /// What stands still, as an earlier frame drew it.
    case underlay
    /// A rounded box's shadow that is kept, by its number.
    case shadow(Int)
    /// A path's texture, by the place of its request.
    case coverage(Int)
    /// A page of the stream's sheet of pixels, pixel by pixel.
    case sheet(Int)
    /// A page of the stream's sheet of mixed images, pixel by pixel.
    case mixedSheet(Int)
    /// The surface of a pass, if there is one, that of the backdrop that it is mixed with, and that of the pass that masks it.
    case blended(pass: Int?, backdrop: Int, mask: Int?)

    static func == (a: Source, b: Source) -> Bool {
      switch (a, b) {
      case (.none, .none), (.atlas, .atlas), (.underlay, .underlay): true
      case (.image(let a), .image(let b)): a === b
      case (.maskedImage(let a, let aMask), .maskedImage(let b, let bMask)): a === b && aMask === bMask
      case (.surface(let a, let aSmooth), .surface(let b, let bSmooth)): a == b && aSmooth == bSmooth
      case (.masked(let a, let aMask), .masked(let b, let bMask)): a == b && aMask == bMask
      case (.means(let a, let aOf, let aSmooth), .means(let b, let bOf, let bSmooth)):
        a == b && aOf == bOf && aSmooth == bSmooth
      case (.coverage(let a), .coverage(let b)), (.raster(let a), .raster(let b)), (.shadow(let a), .shadow(let b)),
        (.sheet(let a), .sheet(let b)), (.mixedSheet(let a), .mixedSheet(let b)):
        a == b
      case (.blended(let a, let aBackdrop, let aMask), .blended(let b, let bBackdrop, let bMask)):
        a == b && aBackdrop == bBackdrop && aMask == bMask
      default: false
      }
    }
  }

  /// Whether a program looks at the clips.
  var readsClips: Bool {
    !clips.isEmpty && passes.contains { $0.batches.contains { $0.key.program.features.contains(.clipped) } }
  }

  package var batchCount: Int { passes.reduce(0) { $0 + $1.batches.count } }
  package var passCount: Int { passes.reduce(0) { $0 + ($1.isLeftOut ? 0 : 1) } }
  package var quadCount: Int { fills.count + gradients.count + images.count + plain.count }
  package var clipCount: Int { clips.count }
  package var pixelsShaded: Int {
    // Rounded up a pass at a time; no outline is larger than its pass.
    passes.reduce(0) { sum, pass in sum + Int(pass.batches.reduce(0) { $0 + $1.area }.rounded(.up)) }
  }
}

extension CommandStream: CustomStringConvertible {
  /// One line a pass, with its batches below it.
  package var description: String { lines(batches: true).joined(separator: "\n") }

  /// One readable line a pass and, if asked for, one a batch.
  package func lines(batches: Bool) -> [String] {
    var lines: [String] = []
    for (index, pass) in passes.enumerated() where !pass.isLeftOut {
      let a = pass.area
      var target = pass.group.map { "group of layer \($0)" } ?? (pass.isFrame ? "frame" : "part of the frame")
      if let continued = pass.continues { target += ", on from pass \(continued)" }
      if let copied = pass.copies { target = "copy of a part of pass \(copied)" }
      let quads = pass.batches.reduce(0) { $0 + $1.count }
      lines.append(
        "pass \(index): \(target), \(Int(a.maxX - a.minX))x\(Int(a.maxY - a.minY)) at \(Int(a.minX)),\(Int(a.minY)), "
          + "\(Self.counted(pass.batches.count, "batch", "batches")), \(Self.counted(quads, "quad", "quads"))")
      guard batches else { continue }
      for batch in pass.batches {
        let pixels = Self.counted(Int(batch.area.rounded(.up)), "pixel", "pixels")
        lines.append(
          "  \(batch.key.program): \(Self.counted(batch.count, "quad", "quads")), \(pixels)\(batch.key.source)"
            + (batch.key.clipPicture.map { ", \($0)" } ?? ""))
      }
    }
    return lines
  }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension CommandStream.ClipPicture: CustomStringConvertible {
  var description: String {
    switch self {
    case .path(let index): "cut by path \(index)"
    case .surface(let pass): "cut by the surface of pass \(pass)"
    }
  }
}

extension CommandStream.Source: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: ""
    case .image(let image): ", image \(image.width)x\(image.height)"
    case .atlas: ", the atlas of images"
    case .maskedImage(let image, let mask):
      (image.map { ", image \($0.width)x\($0.height)" } ?? "") + ", under image \(mask.width)x\(mask.height)"
    case .surface(let pass, _): ", surface of pass \(pass)"
    case .masked(let pass, let mask): ", surface of pass \(pass) under that of pass \(mask)"
    case .means(let pass, let other, _): ", surface of pass \(pass) of means of that of pass \(other)"
    case .coverage(let index): ", path \(index)"
    case .sheet(let page): ", page \(page) of the sheet of pixels"
    case .mixedSheet(let page): ", page \(page) of the sheet of mixed images"
    case .raster(let number): ", raster \(number) of an earlier frame"
    case .underlay: ", what stands still, of an earlier frame"
    case .shadow(let number): ", shadow \(number)"
    case .blended(let pass, let backdrop, let mask):
      (pass.map { ", surface of pass \($0)" } ?? "") + ", on the backdrop of pass \(backdrop)"
        + (mask.map { ", under that of pass \($0)" } ?? "")
    }
  }
}
