import Graphics
import RenderTree

// Where so much that is faint lies on one another that rounding each of it to the numbers of a surface adds up to more than
// docs/rendering.md, section 2, allows. What is nearly opaque leaves little of what those beneath it were off by; what is
// faint leaves nearly all of it, and may be less than a byte tells apart.
//
// Found in what is written rather than in the tree: particles, instances and nested groups are quads by then, each with its
// colour.

/// Which stacks of what is faint are looked for.
struct DeepStacks {
  /// What is known of images; nil where nothing is looked for.
  let faint: FaintImages?
  /// Whether those of the frame are, beside those of groups.
  var areInFrame = false
  /// Whether these are rounded once too: not in parts of a frame, which show less than all.
  var areDrawn = false
  /// Whether all of the frame is rounded once, if any of it is.
  var asWhole = false

  static var none: DeepStacks { DeepStacks(faint: nil) }

  /// What has at least this alpha adds nothing up, however much of it lies on one another.
  static let leastAlpha: Float = 0.3
}

extension Flattener {
  /// Pixels that are drawn so at most: in 16 bits a number they take 64 MiB.
  private static let mostDeepPixels = 1 << 23

  /// Looks for stacks, and has groups and parts of the frame drawn finely where they are.
  mutating func findDeepStacks(_ wanted: DeepStacks) {
    guard let faint = wanted.faint else { return }
    stream.keepDeepGroupsFine(faint, roundsSamples: traits.roundsSamples)
    guard wanted.areInFrame, fineTiles == nil else { return }
    let origin = Vector2(frameArea.minX, frameArea.minY)
    var region = DamageRegion(width: frameArea.pixelWidth, height: frameArea.pixelHeight)
    stream.forEachDeepRun(in: frameArea, faint) { region.add($0.moved(by: -origin)) }
    guard !region.isEmpty else { return }
    for box in fineBoxes { region.add(box.moved(by: -origin)) }
    if wanted.asWhole { region.add(frameArea.moved(by: -origin)) }
    guard region.pixelCount <= Self.mostDeepPixels else { return }
    stream.hasDeepStacks = true
    guard wanted.areDrawn else { return }
    fineBoxes = region.boxes.map { $0.moved(by: origin) }
    if traits.roundsSamples { stream.mixFrameExactly(faint) }
    if traits.roundsSamples, stream.framesMagnify { stream.mixFrameExactly() }
  }
}

extension CommandStream {
  /// From this bit on of a tile's count (`StackDepths`), bytes are too coarse.
  private static let mostInBytes = 3
  /// The same for half floats, which drivers on the CPU cut off.
  private static let mostInHalves = 6
  /// What has less than this alpha counts as faint.
  private static let faintest: Float = 0.2
  /// Surfaces of fewer quads have no such stacks.
  private static let fewest = 2

  /// Has groups of deep stacks draw on surfaces that are fine enough. It depends on the group alone, whatever else of a frame is
  /// drawn.
  mutating func keepDeepGroupsFine(_ faint: FaintImages, roundsSamples: Bool) {
    let contents = contentAlphas(faint)
    for number in passes.indices { passes[number].raster?.content.alpha = contents[number] }
    var next: [Int: Int] = [:]
    for number in passes.indices { if let earlier = passes[number].continues { next[earlier] = number } }
    keepMagnifiedFine(next)
    for number in passes.indices where passes[number].mayBeDeepGroup && passes[number].continues == nil {
      let parts = Array(sequence(first: number) { next[$0] })
      guard parts.reduce(0, { $0 + passes[$1].batches.reduce(0) { $0 + $1.count } }) >= Self.fewest else { continue }
      let depths = depths(of: parts, in: passes[number].area, faint, contents)
      guard depths.reaches(bit: Self.mostInBytes) else { continue }
      let isSum = depths.reaches(bit: Self.mostInHalves)
      for part in parts {
        passes[part].isCoarse = false
        if isSum { passes[part].isSum = true }
        if roundsSamples { passes[part].mixExactly(faint) }
      }
      keepFaintFine(readBy: parts, faint, contents, roundsSamples: roundsSamples)
    }
  }

  /// Has the groups that a blend mode magnifies draw on surfaces of floats: in half floats two greys are told from one another by
  /// half a byte, which such a mode may show as any colour.
  ///
  /// - Parameter next: the pass that goes on drawing into a pass's surface.
  private mutating func keepMagnifiedFine(_ next: [Int: Int]) {
    guard passes.contains(where: \.isMagnified) else { return }
    for number in passes.indices where passes[number].continues == nil && passes[number].isGroupOfColors {
      let parts = Array(sequence(first: number) { next[$0] })
      guard parts.contains(where: { passes[$0].isMagnified }) else { continue }
      for part in parts { (passes[part].isSum, passes[part].isCoarse) = (true, false) }
    }
  }

  /// Has the groups and masks that passes show draw on surfaces that are fine enough, where all that is on them is faint: rounding
  /// that once, where it is shown in one place many times over, adds up as much.
  private mutating func keepFaintFine(
    readBy parts: [Int], _ faint: FaintImages, _ contents: [Float], roundsSamples: Bool
  ) {
    var (next, seen) = (memory.numbers.take(), Set<Int>())
    for part in parts { passes[part].forEachRead { next.append($0) } }
    while let number = next.popLast() {
      let pass = passes[number]
      guard contents[number] < Self.faintest, seen.insert(number).inserted, pass.shadow == nil, pass.raster == nil,
        pass.copies == nil
      else { continue }
      (passes[number].isCoarse, passes[number].isAlphaOnly) = (false, false)
      if roundsSamples { passes[number].mixExactly(faint) }
      pass.forEachRead { next.append($0) }
    }
    memory.numbers.giveBack(&next)
  }

  /// Calls back with pixels of the frame where bytes are too coarse.
  fileprivate func forEachDeepRun(in area: DeviceBox, _ faint: FaintImages, _ body: (DeviceBox) -> Void) {
    let parts = passes.indices.filter { passes[$0].isFrame }
    guard parts.reduce(0, { $0 + passes[$1].batches.reduce(0) { $0 + $1.count } }) >= Self.fewest else { return }
    depths(of: parts, in: area, faint, contentAlphas(faint)).forEachRun(fromBit: Self.mostInBytes, body)
  }

  /// Has what the frame shows of images between their pixels mixed as exactly as that is worth there, also in groups and masks.
  mutating func mixFrameExactly(_ faint: FaintImages) {
    for number in passesOfThisFrame { passes[number].mixExactly(faint) }
  }

  /// Whether a blend mode in the frame shows a difference of what lies beneath many times as large.
  fileprivate var framesMagnify: Bool {
    passes.contains { pass in
      pass.isFrame
        && pass.batches.contains { batch in
          batch.key.program.shape == .blend
            && (batch.first..<batch.first + batch.count).contains { magnifies($0) }
        }
    }
  }

  /// The same of all images that the frame shows, also in groups and masks.
  fileprivate mutating func mixFrameExactly() {
    for number in passes.indices where passes[number].isFrame {
      passes[number].mixExactly { _ in true }
      let pass = passes[number]
      pass.forEachRead { mixExactly(reaching: $0) }
    }
  }

  /// Has all images that the surface of a group or mask shows mixed exactly, also in what it shows itself. What the frame shows is left
  /// to its stacks, and what is kept to how it is kept.
  mutating func mixExactly(reaching number: Int) {
    var next = memory.numbers.take()
    next.append(number)
    while let number = next.popLast() {
      let pass = passes[number]
      guard !pass.isFrame, !pass.isMagnified, pass.shadow == nil, pass.raster == nil else { continue }
      (passes[number].isMagnified, passes[number].isCoarse) = (true, false)
      passes[number].mixExactly { _ in true }
      pass.forEachRead { next.append($0) }
    }
    memory.numbers.giveBack(&next)
  }

  /// What the surface of each pass counts as, by the alphas of what is drawn on it, as far as its records tell.
  private func contentAlphas(_ faint: FaintImages) -> [Float] {
    var alphas = [Float](repeating: 1, count: passes.count)
    for (number, pass) in passes.enumerated() where !pass.isFrame && pass.copies == nil {
      var most = pass.continues.map { alphas[$0] } ?? 0
      var least = most > 0 ? most : 1
      for batch in pass.batches {
        let look = batch.key.look(faint, alphas, rasterContents)
        for index in batch.first..<batch.first + batch.count {
          let alpha = look.alpha * alpha(of: index, in: batch.key)
          (least, most) = (min(least, alpha), max(most, alpha))
        }
      }
      // Where the faint things in it show, it is as faint as these.
      alphas[number] = Self.alpha(from: least, mean: most)
    }
    return alphas
  }

  /// What lies on one another on the surface of some passes, which draw into it one after another.
  ///
  /// - Parameter contents: the largest alpha on each pass's surface.
  private func depths(
    of parts: [Int], in area: DeviceBox, _ faint: FaintImages, _ contents: [Float]
  ) -> StackDepths {
    var depths = StackDepths(area)
    for part in parts {
      for batch in passes[part].batches {
        let look = batch.key.look(faint, contents, rasterContents)
        let kind = batch.key.program.records
        for index in batch.first..<batch.first + batch.count {
          let box = DeviceBox(around: records.corners(of: index, in: kind))
          if look.mayHide, records.plain[index].hidesAll {
            depths.hide(box)
          } else if batch.key.program.shape == .blend, magnifies(index) {
            depths.add(box, bit: Self.mostInHalves)
          } else if let bit = look.bit ?? Self.bit(ofAlpha: look.alpha * alpha(of: index, in: batch.key)) {
            depths.add(box, bit: bit)
          }
        }
      }
    }
    return depths
  }

  /// Whether a record mixes by a mode in which a difference of what lies beneath shows many times as large.
  private func magnifies(_ index: Int) -> Bool {
    let (mode, modes) = (Int(images[index].sampling.x), BlendMode.allCases)
    return modes.indices.contains(mode) && modes[mode].magnifies
  }

  /// What a record of an alpha counts as; nil for nothing. On bytes, by measurement, four of 0.12 are off by more than 1/255 at
  /// 0.9 % of the pixels, eight of 0.25 at 0.3 %, three of 0.01 at 7 %, and of 0.5 hardly any.
  private static func bit(ofAlpha alpha: Float) -> Int? {
    if alpha <= 0 { return nil }
    if alpha < 0.05 { return 2 }
    if alpha < faintest { return 1 }
    return alpha < DeepStacks.leastAlpha ? 0 : nil
  }

  /// The alpha of colours that are not the same everywhere: a fading one is faint at its end, wherever its mean is.
  private static func alpha(from least: Float, mean: Float) -> Float {
    least < faintest && mean > 0 ? min(mean, faintest) : mean
  }

  /// The alpha of a record's colour, on average; of one that fades less.
  func alpha(of index: Int, in key: BatchKey) -> Float {
    switch key.program.records {
    case .fills: return fills[index].color.w
    case .images:
      let color = key.program.shape == .shape ? images[index].sampling : images[index].tint
      return color.w * images[index].opacity
    case .gradients:
      let record = gradients[index]
      let first = Int(record.stops.z)
      let alphas = stops[first..<first + Int(record.stops.w)].lazy.map(\.texels.0.w)
      let mean = alphas.reduce(0, +) / max(record.stops.w, 1)
      return Self.alpha(from: (alphas.min() ?? 0) * record.opacity, mean: mean * record.opacity)
    case .plain:
      guard key.program.features.contains(.colored) else { return 1 }
      let corners = plain[index].corners
      let alphas = SIMD4(corners.0.color.w, corners.1.color.w, corners.2.color.w, corners.3.color.w)
      return Self.alpha(from: alphas.min(), mean: alphas.sum() / 4)
    }
  }
}

extension CommandStream.Pass {
  /// Whether it draws a group of colours.
  fileprivate var mayBeDeepGroup: Bool { isGroupOfColors && !isSum && copies == nil }

  /// Whether its surface, which serves this frame, shows more than alpha.
  fileprivate var isGroupOfColors: Bool { !isFrame && !isLeftOut && !isAlphaOnly && shadow == nil }

  /// Has the device mix nothing to bytes that plain quads show between the pixels of an image or a mask.
  fileprivate mutating func mixExactly(_ faint: FaintImages) { mixExactly(faint.contains) }

  /// The same for those images that count.
  mutating func mixExactly(_ counts: (CGImage) -> Bool) {
    for index in batches.indices {
      let (program, source) = (batches[index].key.program, batches[index].key.source)
      guard program.shape == .plain else { continue }
      switch source {
      case .image(let image):
        guard !image.hasHalfFloats, !program.features.isDisjoint(with: [.smooth, .edged, .rounded]),
          // What is raised is opaque, or else sampled as it is.
          !program.features.contains(.raised) || counts(image)
        else { continue }
        batches[index].key.program.features.remove(.raised)
      case .maskedImage(let image, let mask):
        // An opaque image under a mask that is not faint either adds nothing up.
        guard counts(mask) || image.map(counts) == true else { continue }
      default: continue
      }
      batches[index].key.program.features.insert(.exact)
    }
  }
}

extension CommandStream.BatchKey {
  /// What all quads of a batch have in common as to stacks.
  ///
  /// - Parameters:
  ///   - contents: the largest alpha on each pass's surface.
  ///   - rasters: what is known of the rasters of earlier frames, by their numbers.
  /// - Returns: whether a quad hides what lies beneath it if it is opaque; what each counts as, where that does not hang on its
  ///   colour; and by what the alpha of its colour is multiplied.
  fileprivate func look(
    _ faint: FaintImages, _ contents: [Float], _ rasters: [Int: RasterContent]
  ) -> (mayHide: Bool, bit: Int?, alpha: Float) {
    // The result is rounded, whatever is drawn.
    if isAdditive || program.blendsItself { return (false, 0, 1) }
    switch source {
    case .image(let image):
      if faint.contains(image) { return (false, nil, 0.12) }
      return (image.isOpaque && program.isEven(.textured), nil, 1)
    case .none: return (program.isEven(.colored), nil, 1)
    case .maskedImage(let image, let mask):
      return (false, nil, faint.contains(mask) || image.map(faint.contains) == true ? 0.12 : 1)
    case .surface(let pass, _): return (false, nil, contents[pass])
    case .raster(let number): return (false, nil, rasters[number]?.alpha ?? 1)
    case .masked(let pass, let mask): return (false, nil, min(contents[pass], contents[mask]))
    default: return (false, nil, 1)
    }
  }
}

extension BlendMode {
  /// Whether its formula divides by numbers of what lies beneath, or of what is drawn, which may be near 0.
  var magnifies: Bool {
    switch self {
    case .colorDodge, .colorBurn, .hue, .saturation, .color: true
    default: false
    }
  }
}

extension ProgramKind {
  /// Whether it draws plain quads without edges that have a feature and nothing else.
  fileprivate func isEven(_ feature: Features) -> Bool {
    shape == .plain && features.subtracting([.smooth, .raised, .ramped, .steady]) == feature
  }
}

/// Which images show faint pixels for the most part, as glows, smoke and sparks do. It is looked up once for each.
final class FaintImages {
  private struct Entry {
    /// Nil when nobody has it any more; another image may then have its identity.
    weak var image: CGImage.Presence?
    let isFaint: Bool
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private static let most = 4096
  /// Premultiplied alpha below which a pixel is faint, of 255.
  private static let faintAlpha = 64
  /// The share of the pixels that show from which on an image is faint.
  private static let share = 0.2

  func contains(_ image: CGImage) -> Bool {
    guard !image.isOpaque, image.imported == nil else { return false }
    let key = ObjectIdentifier(image)
    if let known = entries[key], known.image === image.presence { return known.isFaint }
    if entries.count >= Self.most { entries.removeAll() }
    let isFaint = Self.isFaint(image)
    entries[key] = Entry(image: image.presence, isFaint: isFaint)
    return isFaint
  }

  private static func isFaint(_ image: CGImage) -> Bool {
    image.withPremultipliedRGBA8 { pixels in
      var (shown, faint) = (0, 0)
      for alpha in stride(from: 3, to: pixels.count, by: 4) where pixels[alpha] > 0 {
        shown += 1
        if pixels[alpha] < faintAlpha { faint += 1 }
      }
      return Double(faint) > share * Double(shown)
    }
  }
}
