import Foundation
import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer without its shadow, mask and opacity through its filters (docs/rendering.md, section 19).
  mutating func addFiltered(_ node: RenderNode, in around: Surroundings) {
    var steps = stream.memory.steps.take()
    if steps.add(node.filters, at: node.geometry.bounds, on: around.plane, canvas: canvas) {
      add(node, filteredBy: steps, in: around)
    }
    stream.memory.steps.giveBack(&steps)
  }

  private mutating func add(_ node: RenderNode, filteredBy steps: [FilterStep], in around: Surroundings) {
    let map = keptMap(of: node, filteredBy: steps, in: around)
    if let map, let last = steps.last, addKept(node, map, enlargedBy: last, in: around) { return }
    let limit = map.flatMap { keptLimit(of: node, $0, on: around.plane) }
    var inside = around.isolated()
    inside.clips.box = neededBox(steps.inputBox(for: inside.clips.box), inside: node)
    if let limit { inside.clips.box.add(limit) }
    openPass(.group(node.identifier))
    addContent(of: node, in: inside)
    guard let surface = closeDrawn() else { return }
    show(surface, of: node, filteredBy: steps, map, limit, in: around)
  }

  /// Shows what is in a layer through its filters.
  ///
  /// By itself, as what it takes on the stack would be taken once for each filtered layer around otherwise.
  ///
  /// - Parameters:
  ///   - map: as what the picture is kept, if it is.
  ///   - limit: the pixels that are kept.
  @inline(never)
  private mutating func show(
    _ surface: (pass: Int, area: DeviceBox), of node: RenderNode, filteredBy steps: [FilterStep], _ map: RasterMap?,
    _ limit: DeviceBox?, in around: Surroundings
  ) {
    // Filters of colours divide by alpha, of which bytes have few where it is faint.
    if traits.roundsSamples, !node.filters.allSatisfy(\.blurs) {
      stream.passes[surface.pass].mixExactly { !$0.isOpaque }
    }
    guard let last = steps.last else {
      place(surface, opacity: around.opacity, in: around.clips)
      return
    }
    let isWhole = limit?.inset(by: 1).contains(surface.area) ?? false
    guard !last.readsBefore else {
      place(
        filter(surface, by: steps[...], in: around.clips.box, of: node.identifier), opacity: around.opacity,
        in: around.clips)
      return
    }
    let filtered = filter(
      surface, by: steps.dropLast(), in: isWhole ? .everything : last.inputBox(for: around.clips.box),
      of: node.identifier)
    if isWhole, let map {
      stream.passes[filtered.pass].raster = RasterKey(
        node: node, map: map, place: around.plane.origin, area: filtered.area,
        content: RasterContent(fitsBytes: fitsBytes(filtered.pass)))
      // It is kept also where nothing of it shows.
      open[open.count - 1].shows.append(filtered.pass)
    }
    // The last one draws straight to where the layer is placed.
    if addGrown(filtered, by: last, in: around.clips.box, opacity: around.opacity, clip: around.clips.index) { return }
    add(
      last, of: filtered, in: around.clips.box, opacity: around.opacity, clip: around.clips.index,
      features: isCutByDevice(filtered.pass) ? [] : softFeatures)
  }

  /// Runs a surface through steps, each in a pass of its own.
  ///
  /// - Parameters:
  ///   - box: the pixels of the result that are wanted.
  ///   - isExtended: whether the surface goes on beyond its edges, rather than being transparent there.
  ///   - keepsFirst: whether the surface is shown later too.
  ///   - isAlphaOnly: whether only alpha matters.
  mutating func filter(
    _ surface: (pass: Int, area: DeviceBox), by steps: ArraySlice<FilterStep>, in box: DeviceBox,
    isExtended: Bool = false, keepsFirst: Bool = false, isAlphaOnly: Bool = false, of layer: LayerIdentifier
  ) -> (pass: Int, area: DeviceBox) {
    var wanted = stream.memory.boxes.take()
    var needed = box
    for index in steps.indices.reversed() {
      wanted.append(needed.pixelsAround)
      needed = steps[index].inputBox(for: needed)
    }
    var surface = surface
    var before = surface
    // Means of many pixels hide what a byte is off.
    if steps.first?.shape == .shrink { useBytes(for: surface.pass) }
    for (index, step) in steps.enumerated() {
      let box = wanted[wanted.count - 1 - index]
      let area = isExtended ? box : step.outputBox(for: surface.area).intersection(box)
      // A smaller picture is shown between its pixels, for which bytes are not enough.
      let isFine = !isAlphaOnly || steps.contains { $0.shrink != Vector2(1, 1) }
      openPass(isFine ? .group(layer) : .alpha(layer))
      // What is kept, or what the next step reads too, is shown once more.
      let isReadAgain = index + 1 < steps.count && steps[steps.startIndex + index + 1].readsBefore
      add(
        step, of: surface, and: before, in: area, opacity: 1, clip: -1, isExtended: isExtended,
        isLast: !isReadAgain && (index > 0 || !keepsFirst))
      if step.readsBefore, index > 1 || !keepsFirst { open[open.count - 1].shows.append(before.pass) }
      before = surface
      // A surface has one pixel at least.
      let kept = area.isEmpty ? DeviceBox(minX: box.minX, minY: box.minY, maxX: box.minX + 1, maxY: box.minY + 1) : area
      surface = (close(area: kept), kept)
    }
    stream.memory.boxes.giveBack(&wanted)
    return surface
  }

  /// Shows a picture that was made smaller at the device's size by a plain quad; false, and nothing is drawn, for other
  /// steps and under clips.
  ///
  /// - Parameter replaces: whether it takes the place of what is there.
  mutating func addGrown(
    _ surface: (pass: Int, area: DeviceBox), by step: FilterStep, in box: DeviceBox, opacity: Double, clip: Int,
    replaces: Bool = false
  ) -> Bool {
    guard step.shape == .grow, clip < 0, traits.drawsPlainQuads else { return false }
    let area = replaces ? box : step.outputBox(for: surface.area).intersection(box)
    guard !area.isEmpty else { return true }
    // Of a picture with alpha, bytes are off by too much to be made larger; and a group may hold what they cannot.
    if replaces, open[open.count - 1].isFrame { useBytes(for: surface.pass) }
    beginPrimitive(area)
    open[open.count - 1].shows.append(surface.pass)
    addEven(
      area,
      PlainPaint(
        growing: .surface(pass: surface.pass, isSmooth: true), of: surface.area, by: step, moved: Vector2(0, 0),
        opacity: opacity),
      replaces: replaces, isSoft: !isCutByDevice(surface.pass))
    return true
  }

  /// What programs need that lay something blurred over what is there: where blurs lie on one another, what each is off
  /// adds up (docs/rendering.md, section 15).
  var softFeatures: ProgramKind.Features { traits.blendsSoftInShader ? .fetching : [] }

  /// Whether the surface of a pass may hold what is beyond 0…1, and is drawn where the device's blending cuts that off first, as the
  /// frame is to have it (docs/rendering.md, section 2); a shader that blends would mix it in.
  private func isCutByDevice(_ pass: Int) -> Bool {
    open[open.count - 1].isFrame && root?.mayLeaveRange == true && !fitsBytes(pass)
  }

  /// The same to place the surface of a pass, if there is something blurred in it.
  func softFeatures(of pass: Int) -> ProgramKind.Features {
    guard traits.blendsSoftInShader, !isCutByDevice(pass) else { return [] }
    var part: Int? = pass
    while let number = part {
      if stream.passes[number].batches.contains(where: { $0.key.program.features.contains(.fetching) }) {
        return .fetching
      }
      part = stream.passes[number].continues
    }
    return []
  }

  /// Lets a pass draw into a surface of bytes, where the device gains by them and the surface is the pass's own.
  mutating func useBytes(for pass: Int) {
    guard traits.drawsPlainQuads, stream.passes[pass].continues == nil, !stream.passes[pass].isFrame, fitsBytes(pass)
    else { return }
    stream.passes[pass].isCoarse = true
  }

  /// Whether no colour that a pass draws can be beyond 0…1, as those of half floats, sums and some filters are.
  func fitsBytes(_ number: Int) -> Bool {
    let pass = stream.passes[number]
    if pass.isFrame || pass.isCoarse { return true }
    guard pass.copies.map(fitsBytes) ?? true, pass.continues.map(fitsBytes) ?? true else { return false }
    return pass.batches.allSatisfy { batch in
      guard !batch.key.isAdditive, batch.key.program.shape.keepsRange else { return false }
      return switch batch.key.source {
      case .image(let image): !image.hasHalfFloats
      case .maskedImage(let image, _): image?.hasHalfFloats != true
      case .raster(let number): stream.rasterContents[number]?.fitsBytes ?? false
      default: batch.key.source.passes.allSatisfy(fitsBytes)
      }
    }
  }

  /// Draws a step of a surface.
  ///
  /// - Parameters:
  ///   - before: what the step before it read.
  ///   - box: the device pixels that are wanted.
  ///   - features: what the program needs beside those of the step.
  mutating func add(
    _ step: FilterStep, of surface: (pass: Int, area: DeviceBox), and before: (pass: Int, area: DeviceBox)? = nil,
    in box: DeviceBox, opacity: Double, clip: Int,
    isExtended: Bool = false, isLast: Bool = true, features: ProgramKind.Features = []
  ) {
    let area = isExtended ? box : step.outputBox(for: surface.area).intersection(box)
    guard !area.isEmpty else { return }
    let origin = Vector2(surface.area.minX, surface.area.minY)
    var record = ImageRecord(
      corners: area.quad.vectors, matrix: step.matrix, rect: step.rect,
      mapping: SIMD4(Float(step.shrink.x), Float(step.shrink.y), Float(origin.x), Float(origin.y)),
      part: surface.area.vector, sampling: step.sampling, cell: step.cell, opacity: Float(opacity), clip: clip)
    record.tint = step.tint
    let source = CommandStream.Source.surface(pass: surface.pass, isSmooth: step.isSmooth)
    if isLast { open[open.count - 1].show(source) }
    var read = source
    if step.readsBefore, let before {
      record.rect = before.area.vector
      read = .means(pass: surface.pass, of: before.pass, isSmooth: step.isSmooth)
    }
    addSurface(
      record, step.shape, read, area: area, features: step.features(isExtended: isExtended).union(features),
      isLast: false)
  }
}

extension PlainPaint {
  /// A picture that was made smaller, at the device's size.
  ///
  /// - Parameters:
  ///   - source: its surface.
  ///   - area: the pixels that it holds, in its own.
  ///   - step: what makes it larger.
  ///   - way: from where it was drawn to where it is shown, in device pixels.
  init(
    growing source: CommandStream.Source, of area: DeviceBox, by step: FilterStep, moved way: Vector2, opacity: Double
  ) {
    self.init(
      color: SIMD4(repeating: Float(opacity)), source: source,
      image: PixelMap(scale: step.shrink, offset: -Vector2(area.minX, area.minY) - way * step.shrink))
  }
}
