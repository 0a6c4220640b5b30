import Graphics
import RenderTree

/// A pass while it is written. Its records go straight into the stream: the passes inside it only interrupt its batches.
struct PassBuilder {
  /// Whose surface it draws into.
  enum Target: Equatable {
    case frame(background: PremultipliedColor)
    /// A transparent one of a layer's.
    case group(LayerIdentifier)
    /// One of which only the alpha is looked at.
    case alpha(LayerIdentifier)
  }

  private(set) var target: Target
  private(set) var batches: [CommandStream.Batch] = []
  /// Passes whose surfaces this one shows.
  var shows: [Int] = []
  /// Passes whose surfaces all parts of this one may show: what clips it.
  var clippedBy: [Int] = []
  /// Whether all that is drawn adds up, to be added to the frame as a whole.
  var isSum = false
  /// Around all that is drawn: whole device pixels.
  private(set) var box = DeviceBox.nothing
  /// The passes of the stream that hold what was drawn before something needed a copy of it.
  private(set) var parts: [Int] = []

  /// Boxes that lie on all that was drawn and are not written yet: if nothing else comes, they become a mosaic.
  private(set) var boxes: [SolidBox] = []
  /// Whether boxes of one colour wait for what else comes.
  private(set) var keepsBoxes = false

  /// Around each primitive of a group, whole device pixels, as long as that is worth knowing.
  private(set) var primitives: [DeviceBox] = []
  /// Whether a primitive may lie on another, or there are too many to tell.
  private(set) var hasOverlaps = false
  /// Whether no record has clips of its own.
  private(set) var isUnclipped = true

  /// A group of more primitives than this gets a surface without a closer look: comparing each with each takes n²/2
  /// comparisons of four numbers, which for this many is still less than writing one record.
  private static let comparedPrimitives = 16

  init(_ target: Target, keepsBoxes: Bool = false) {
    self.target = target
    self.keepsBoxes = keepsBoxes
  }

  /// Begins another pass in the memory of this one.
  mutating func restart(_ target: Target, keepsBoxes: Bool) {
    self.target = target
    self.keepsBoxes = keepsBoxes
    boxes.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
    shows.removeAll(keepingCapacity: true)
    clippedBy.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    primitives.removeAll(keepingCapacity: true)
    (box, hasOverlaps, isUnclipped, isSum) = (.nothing, false, true, false)
  }

  /// Whether a group looks the same when each of its primitives fades by itself, in these clips around it.
  func canBeFolded(into clips: ClipChain) -> Bool {
    guard !hasOverlaps, parts.isEmpty, box.isEmpty || clips.box.contains(box) else { return false }
    // What mixes a backdrop in by itself takes the place of what is there, and here that is nothing; nor is there anything
    // here to add to.
    guard !batches.contains(where: { $0.key.program.shape == .blend || $0.key.isAdditive }) else { return false }
    return clips.index < 0 || isUnclipped && !batches.contains { $0.key.program.shape == .plain }
  }

  /// Begins a primitive, which touches no pixels but these and is drawn by the records that follow.
  mutating func begin(_ pixels: DeviceBox) {
    box.add(pixels)
    guard !isFrame, !hasOverlaps else { return }
    hasOverlaps =
      primitives.count == Self.comparedPrimitives || primitives.contains { !$0.intersection(pixels).isEmpty }
    primitives.append(pixels)
  }

  /// Begins a primitive that is a box, and keeps it.
  mutating func keep(_ solid: SolidBox, touching pixels: DeviceBox) {
    begin(pixels)
    boxes.append(solid)
  }

  /// Takes the boxes out, which are written now; their array comes back with `giveBack`.
  ///
  /// - Returns: all of them, from back to front.
  mutating func takeBoxes() -> [SolidBox] {
    keepsBoxes = false
    var taken: [SolidBox] = []
    swap(&taken, &boxes)
    return taken
  }

  /// Has an array's memory serve the next pass.
  mutating func giveBack(_ taken: consuming [SolidBox]) {
    taken.removeAll(keepingCapacity: true)
    boxes = taken
  }

  /// Notes that the pass shows the surfaces of a source.
  mutating func show(_ source: CommandStream.Source) {
    for pass in source.passes { shows.append(pass) }
  }

  /// Notes that what is there to be shown last are the surfaces that clip it.
  mutating func showClips() {
    shows += clippedBy
    clippedBy.removeAll(keepingCapacity: true)
  }

  /// Leaves what is in the stream's pass to that.
  ///
  /// - Parameter memory: empty arrays for other batches, and for what they show.
  mutating func letGo(for memory: consuming [CommandStream.Batch], _ shown: consuming [Int]) {
    batches = memory
    shows = shown
  }

  /// Whether nothing but kept boxes was drawn.
  var isOnlyBoxes: Bool { !boxes.isEmpty && batches.isEmpty && parts.isEmpty && shows.isEmpty && clippedBy.isEmpty }

  /// Draws records after all others. They join the last batch when they are of the same kind and stand behind its
  /// records; painter's order holds because batches are never reordered.
  mutating func draw(_ batch: CommandStream.Batch) {
    if batch.key.program.features.contains(.clipped) { isUnclipped = false }
    if let last = batches.indices.last, batches[last].key == batch.key,
      batches[last].first + batches[last].count == batch.first
    {
      batches[last].count += batch.count
      batches[last].area += batch.area
    } else {
      batches.append(batch)
    }
  }

  /// Whether its last record is one of a kind, and the last before a place in the stream.
  func endsWith(_ key: CommandStream.BatchKey, at end: Int) -> Bool {
    guard let last = batches.last else { return false }
    return last.first + last.count == end && last.key == key
  }

  /// Gives the frame another background, as long as nothing is drawn on the old one; false for other passes, and later.
  mutating func setBackground(_ color: PremultipliedColor) -> Bool {
    guard isFrame, batches.isEmpty, parts.isEmpty else { return false }
    target = .frame(background: color)
    return true
  }

  var isFrame: Bool {
    if case .frame = target { true } else { false }
  }

  /// The batches so far as a pass of the stream.
  ///
  /// - Parameter area: the device pixels of its surface; what is not known yet is set when the last part is written.
  func pass(area: DeviceBox) -> CommandStream.Pass {
    var pass = CommandStream.Pass(area: area, background: .clear, batches: batches, shows: shows)
    switch target {
    case .frame(let background): (pass.background, pass.isFrame) = (background, true)
    case .group(let layer): pass.group = layer
    case .alpha(let layer): (pass.group, pass.isAlphaOnly) = (layer, true)
    }
    pass.continues = parts.last
    pass.isSum = isSum
    return pass
  }

  /// Goes on in another pass after the one of this number.
  ///
  /// - Parameter memory: empty arrays for its batches, and for what they show.
  mutating func continueAfter(
    _ part: Int, _ memory: consuming [CommandStream.Batch], _ shown: consuming [Int]
  ) {
    parts.append(part)
    letGo(for: memory, shown)
  }
}
