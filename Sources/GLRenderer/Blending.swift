import Graphics
import RenderTree

extension Flattener {
  /// Mixes a group's surface with what lies beneath it (docs/rendering.md, section 20).
  ///
  /// - Parameters:
  ///   - surface: nil for a group that shows nothing.
  ///   - mask: of what the mask leaves; nil without one, or for one that is among the clips.
  ///   - mayExceed: whether the surface may hold what is below 0 or above 1, which the mode cuts off.
  @inline(never)
  mutating func addBlended(
    _ surface: (pass: Int, area: DeviceBox)?, _ mode: BlendMode, mask: (pass: Int, area: DeviceBox)? = nil,
    mayExceed: Bool = false, opacity: Double, in clips: ClipChain
  ) {
    var reach = surface?.area ?? .nothing
    if mode.reachesBeyondSource {
      writeBoxes()
      // Of nothing over nothing every mode makes nothing.
      let builder = open[open.count - 1]
      reach.add(builder.isFrame ? clips.box : builder.box)
    }
    reach = reach.intersection(clips.box)
    let box = mask.map { reach.intersection($0.area) } ?? reach
    guard !box.isEmpty else { return }
    if let backdrop = copyBackdrop(box, withinCanvas: false) {
      if mode.magnifies, traits.roundsSamples { stream.mixExactly(reaching: backdrop.pass) }
      addMixed(
        surface, backdrop, mask: mask, mode: mode.number, area: box.intersection(backdrop.area), opacity: opacity,
        clip: clips.index)
    } else if let surface, mayExceed {
      // Nothing as the backdrop: no pixel of the surface is one of it.
      addMixed(
        surface, (surface.pass, Self.noPixels), mask: mask, mode: mode.number, area: box, opacity: opacity,
        clip: clips.index)
    } else if let surface, mode.showsSourceOnNothing {
      // On nothing most modes show the layer, and the others nothing.
      if let mask {
        place(surface, under: mask, opacity: opacity, in: clips)
      } else {
        place(surface, opacity: opacity, in: clips)
      }
    }
  }

  /// Shows what lies beneath a layer through its background filters, inside its rounded bounds (docs/rendering.md, section 21).
  mutating func addBackdrop(of node: RenderNode, in around: Surroundings) {
    guard let clips = clip(node, inset: 0, plane: around.plane, in: around.clips) else { return }
    var steps = stream.memory.steps.take()
    if steps.add(node.backgroundFilters, at: node.geometry.bounds, on: around.plane, canvas: canvas) {
      addBackdrop(of: node, filteredBy: steps, within: clips, in: around)
    }
    stream.memory.steps.giveBack(&steps)
  }

  /// - Parameter clips: those around it and its bounds.
  private mutating func addBackdrop(
    of node: RenderNode, filteredBy steps: [FilterStep], within clips: ClipChain, in around: Surroundings
  ) {
    var covering: (pass: Int, area: DeviceBox)?
    if let mask = node.maskSurface {
      covering = surface(of: mask, in: around.isolated())
      guard covering != nil else { return }
    }
    let box = (covering?.area ?? clips.box).intersection(clips.box)
    guard !box.isEmpty else { return }
    let read = steps.inputBox(for: box)
    stream.backdrops.append(CommandStream.BackdropRead(shown: box, read: read))
    guard let source = copyBackdrop(read, withinCanvas: true) else { return }
    // What is filtered goes on beyond the canvas as it is at its edge; what is left of the backdrop is what is there.
    let backdrop = canvas.contains(box) ? source : copyBackdrop(box, withinCanvas: false) ?? source
    if backdrop.pass == source.pass, covering == nil, around.opacity * node.opacity == 1, clips.index < 0,
      let last = steps.last, last.shape == .grow, traits.drawsPlainQuads
    {
      // Where nothing of the old backdrop shows, it need not be mixed in.
      let small = filter(
        source, by: steps.dropLast(), in: last.inputBox(for: box), isExtended: true, of: node.identifier)
      _ = addGrown(small, by: last, in: box, opacity: 1, clip: -1, replaces: true)
      return
    }
    let filtered = filter(
      source, by: steps[...], in: box, isExtended: true, keepsFirst: backdrop.pass == source.pass, of: node.identifier)
    addMixed(
      filtered, backdrop, mask: covering, mode: Self.replacing, area: box,
      opacity: around.opacity * node.opacity, clip: clips.index)
  }

  /// Puts a surface in the backdrop's place: the number after those of the blend modes. See `blend.frag`.
  private static let replacing = BlendMode.allCases.count

  private static let noPixels = DeviceBox(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// Mixes a surface with a copy of what is there, and draws the result in its place.
  private mutating func addMixed(
    _ surface: (pass: Int, area: DeviceBox)?, _ backdrop: (pass: Int, area: DeviceBox),
    mask: (pass: Int, area: DeviceBox)?, mode: Int, area: DeviceBox, opacity: Double, clip: Int
  ) {
    let shown = surface?.area ?? Self.noPixels
    let covering = mask?.area ?? shown
    var record = ImageRecord(
      showing: area, origin: Vector2(shown.minX, shown.minY), part: shown.vector,
      sampling: SIMD4(Float(mode), 0, Float(backdrop.area.minX), Float(backdrop.area.minY)), opacity: opacity,
      clip: clip)
    record.rect = backdrop.area.vector
    record.cell = covering.vector
    addSurface(
      record, .blend, .blended(pass: surface?.pass, backdrop: backdrop.pass, mask: mask?.pass), area: area,
      features: mask == nil ? [] : .masked)
  }
}

extension BlendMode {
  /// The number by which `blend.frag` knows it.
  fileprivate var number: Int { BlendMode.allCases.firstIndex(of: self) ?? 0 }

  /// Whether the layer shows where there is no backdrop.
  fileprivate var showsSourceOnNothing: Bool {
    switch self {
    case .clear, .sourceIn, .sourceAtop, .destIn, .destOut: false
    default: true
    }
  }
}
