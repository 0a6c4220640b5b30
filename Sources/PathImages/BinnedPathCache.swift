import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// A cache of flattened and binned paths.
///
/// A path that only moves keeps its lines; one that does not move keeps its bins. Add all paths of
/// a frame with `bins(of:…)`, then prepare the new ones with `flatten` and `bin`, on any threads.
package final class BinnedPathCache {
  /// The maximum distance between a curve and its lines, in pixels.
  package static let tolerance = 0.004

  /// The lines of a path on the device, not yet translated.
  fileprivate final class Lines {
    let lines: OpaquePointer
    let shape: PathShape
    let key: LinesKey
    /// Device pixels per point, at most.
    let scale: Double
    @exclusivity(unchecked) var firstFrame = 0
    @exclusivity(unchecked) var lastFrame = 0

    init(_ lines: OpaquePointer, _ shape: PathShape, _ key: LinesKey, scale: Double) {
      self.lines = lines
      self.shape = shape
      self.key = key
      self.scale = scale > 0 ? scale : 1
    }

    deinit { cp_lines_destroy(lines) }
  }

  /// A path binned to the tiles of a box.
  package final class Bins {
    package let bins: OpaquePointer
    fileprivate let lines: Lines
    fileprivate let key: BinsKey
    @exclusivity(unchecked) fileprivate(set) var firstFrame = 0
    @exclusivity(unchecked) fileprivate(set) var lastFrame = 0
    /// Whether there was no memory for it.
    package fileprivate(set) var hasFailed = false

    fileprivate init(_ bins: OpaquePointer, _ lines: Lines, _ key: BinsKey) {
      self.bins = bins
      self.lines = lines
      self.key = key
    }

    deinit { cp_bins_destroy(bins) }
  }

  /// A path by identity; the entry holds it.
  fileprivate struct LinesKey: Hashable {
    var path: ObjectIdentifier
    /// Nil for a fill.
    var stroke: StrokeKey?
    /// From points of the path to the device; without the translation where that is affine.
    var map: PlaneMap
    /// The box that a projection is clipped to; empty for an affine map.
    var box: PixelBox
  }

  fileprivate struct StrokeKey: Hashable {
    var width: Double
    var cap: CGLineCap
    var join: CGLineJoin
    var miterLimit: Double
    var dashes: [Double]
    var dashPhase: Double
  }

  fileprivate struct BinsKey: Hashable {
    var lines: ObjectIdentifier
    var isEvenOdd: Bool
    var x: Double
    var y: Double
    var box: PixelBox
  }

  // One thread changes these, for each path of a frame; others only read the lists of new ones.
  @exclusivity(unchecked) private var lines: [LinesKey: Lines] = [:]
  @exclusivity(unchecked) private var bins: [BinsKey: Bins] = [:]
  @exclusivity(unchecked) private var newLines: [Lines] = []
  @exclusivity(unchecked) private var newBins: [Bins] = []
  /// Whether there was no memory for a new path.
  private var lacksMemory = false
  @exclusivity(unchecked) private var frame = 0
  /// The memory budget between frames, in bytes.
  package var budget: Int

  package init(budget: Int = 64 << 20) {
    self.budget = budget
  }

  /// The bins of a path, translated by `offset` on a plane, for a box of device pixels; nil for an
  /// empty box, and without memory, which `endPreparation` reports. New ones are prepared by
  /// `flatten` and `bin`.
  package func bins(
    of shape: PathShape, movedBy offset: (x: Double, y: Double), on plane: Plane, in box: PixelBox
  ) -> Bins? {
    guard !box.isEmpty else { return nil }
    let map = plane.toDevice.translated(by: offset)
    let isAffine = map.isAffine
    let linesKey = LinesKey(shape, map: isAffine ? map.linearPart : map, box: isAffine ? .empty : box)
    guard let lines = lines(linesKey, shape, plane) else { return nil }
    let key = BinsKey(
      lines: ObjectIdentifier(lines), isEvenOdd: shape.isEvenOdd, x: isAffine ? map.x0 : 0, y: isAffine ? map.y0 : 0,
      box: box)
    if let known = bins[key] {
      known.lastFrame = frame
      return known
    }
    guard let memory = cp_bins_create() else {
      lacksMemory = true
      return nil
    }
    let made = Bins(memory, lines, key)
    made.firstFrame = frame
    made.lastFrame = frame
    bins[key] = made
    newBins.append(made)
    return made
  }

  private func lines(_ key: LinesKey, _ shape: PathShape, _ plane: Plane) -> Lines? {
    if let known = lines[key] {
      known.lastFrame = frame
      return known
    }
    guard let memory = cp_lines_create() else {
      lacksMemory = true
      return nil
    }
    let made = Lines(memory, shape, key, scale: key.map.isAffine ? key.map.scale : plane.largestScale(in: key.box))
    made.firstFrame = frame
    made.lastFrame = frame
    lines[key] = made
    newLines.append(made)
    return made
  }

  /// The number of paths to flatten.
  package var flattenCount: Int { newLines.count }

  /// Flattens a new path. Different paths may be flattened at the same time.
  package func flatten(_ index: Int) {
    let new = newLines[index]
    let map = new.key.map
    if map.isAffine {
      cp_lines_begin(new.lines, map.xx, map.yx, map.xy, map.yy, Self.tolerance)
      new.shape.append(to: new.lines, scale: new.scale)
    } else {
      cp_lines_begin(new.lines, 1, 0, 0, 1, Self.tolerance)
      new.shape.outline(scale: new.scale).projected(by: map, in: new.key.box).append(to: new.lines)
    }
  }

  /// The number of paths to bin, after all are flattened.
  package var binCount: Int { newBins.count }

  /// Bins a new path. Different paths may be binned at the same time.
  package func bin(_ index: Int) {
    let new = newBins[index]
    let key = new.key
    new.hasFailed =
      !cp_lines_end(new.lines.lines)
      || !cp_bins_make(
        new.bins, new.lines.lines, key.x, key.y, key.isEvenOdd, key.box.minX, key.box.minY, key.box.maxX, key.box.maxY)
  }

  /// Ends the preparation of new paths.
  ///
  /// - Returns: whether there was memory for all.
  package func endPreparation() -> Bool {
    let hasFailed = lacksMemory || newBins.contains(where: \.hasFailed)
    lacksMemory = false
    newLines.removeAll(keepingCapacity: true)
    newBins.removeAll(keepingCapacity: true)
    guard hasFailed else { return true }
    // The next frame tries again.
    bins.removeAll()
    lines.removeAll()
    return false
  }

  /// How long paths stay cached that were drawn in more than one frame, in frames.
  private static let patience = 60

  /// Drops what this frame did not use: at once if one frame only has used it, as those of a path
  /// that changes, else after some frames, or earlier over the budget.
  package func endFrame() {
    defer { frame += 1 }
    let frame = frame
    func isStale(_ first: Int, _ last: Int) -> Bool {
      last < frame && (first == last || last + Self.patience < frame)
    }
    bins = bins.filter { !isStale($0.value.firstFrame, $0.value.lastFrame) }
    lines = lines.filter { !isStale($0.value.firstFrame, $0.value.lastFrame) }
    let bytes =
      bins.values.reduce(0) { $0 + cp_bins_bytes($1.bins) } + lines.values.reduce(0) { $0 + cp_lines_bytes($1.lines) }
    guard bytes > budget else { return }
    bins = bins.filter { $0.value.lastFrame == frame }
    lines = lines.filter { $0.value.lastFrame == frame }
  }
}

extension BinnedPathCache.LinesKey {
  init(_ shape: PathShape, map: PlaneMap, box: PixelBox) {
    self.map = map
    self.box = box
    switch shape {
    case .fill(let path, _):
      self.path = ObjectIdentifier(path)
      stroke = nil
    case .stroke(let stroke):
      path = ObjectIdentifier(stroke.path)
      self.stroke = BinnedPathCache.StrokeKey(
        width: stroke.width, cap: stroke.cap, join: stroke.join, miterLimit: stroke.miterLimit, dashes: stroke.dashes,
        dashPhase: stroke.dashPhase)
    }
  }
}

extension PathShape {
  fileprivate var isEvenOdd: Bool { if case .fill(_, rule: .evenOdd) = self { true } else { false } }

  /// The outline of the covered region as straight lines.
  ///
  /// - Parameter scale: pixels per unit of the path.
  fileprivate func outline(scale: Double) -> PathOutline {
    switch self {
    case .fill(let path, _): return path.outline.flattened(tolerance: BinnedPathCache.tolerance / scale)
    case .stroke(let stroke):
      var outline = PathOutline()
      stroke.draw(tolerance: BinnedPathCache.tolerance / scale, pixel: 0) { outline.append(polygon: $0) }
      return outline
    }
  }

  /// Appends the outline of the covered region to lines whose map is set.
  fileprivate func append(to lines: OpaquePointer, scale: Double) {
    switch self {
    case .fill(let path, _): path.outline.append(to: lines)
    case .stroke(let stroke):
      stroke.draw(tolerance: BinnedPathCache.tolerance / scale, pixel: 1 / scale) { polygon in
        polygon.withMemoryRebound(to: CPPoint.self) { cp_lines_polygon(lines, $0.baseAddress, $0.count) }
      }
    }
  }
}

extension Shape.Stroke {
  /// Draws the polygons of its outline, in units of the path.
  fileprivate func draw(tolerance: Double, pixel: Double, _ polygon: (UnsafeBufferPointer<SIMD2<Double>>) -> Void) {
    let style = StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: miterLimit, tolerance: tolerance, pixel: pixel)
    if dashes.isEmpty {
      path.outline.stroke(style, polygon)
    } else {
      path.measure.stroke(dashedBy: dashes, phase: dashPhase, style, polygon)
    }
  }
}

extension PathOutline {
  fileprivate func append(to lines: OpaquePointer) {
    for element in elements {
      switch element {
      case .move(let to): cp_lines_move(lines, to.x, to.y)
      case .line(let to): cp_lines_line(lines, to.x, to.y)
      case .quadCurve(let to, let control): cp_lines_quad(lines, control.x, control.y, to.x, to.y)
      case .curve(let to, let control1, let control2):
        cp_lines_cubic(lines, control1.x, control1.y, control2.x, control2.y, to.x, to.y)
      case .close: cp_lines_close(lines)
      }
    }
  }
}
