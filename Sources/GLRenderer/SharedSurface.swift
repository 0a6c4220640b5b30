import Graphics

/// Has groups that show nothing of others draw into one surface, side by side, in one pass: changing what is drawn into is
/// dear, and the batches of a hundred small groups become those of one.
///
/// It is done before batches are merged. Records that may lie elsewhere are moved, and their batches then merge with those of
/// other groups; the others draw in a part of the surface (`SurfacePart`). The pass takes the place of the first of the groups'
/// passes, and those of the others stay in the stream without a surface, so that no number changes.
struct SharedSurface {
  /// Numbers of the passes that draw into it, in order.
  private var members: [Int] = []
  private let packing: ShelfPacking

  /// Fewer groups are drawn as they are.
  private static let fewest = 2
  /// Larger surfaces have one of their own, in pixels a side.
  private static let longestPart = 512

  /// Puts what can be shared into shared surfaces: bytes, and half floats.
  static func share(_ stream: inout CommandStream) {
    guard stream.passes.count > 2 else { return }
    var candidates = stream.memory.numbers.take()
    defer { stream.memory.numbers.giveBack(&candidates) }
    var isShownOtherwise = stream.memory.flags.take()
    addCandidates(of: stream.passes, to: &candidates, &isShownOtherwise)
    stream.memory.flags.giveBack(&isShownOtherwise)
    guard candidates.count >= fewest else { return }
    for isCoarse in [true, false] {
      let alike = candidates.filter { stream.passes[$0].isCoarse == isCoarse }
      let members = membersDrawn(at: alike.first, of: alike, in: stream.passes)
      guard members.count >= fewest else { continue }
      let surface = SharedSurface(members, of: stream.passes)
      guard surface.members.count >= fewest else { continue }
      surface.take(over: &stream)
    }
  }

  private init(_ candidates: [Int], of passes: [CommandStream.Pass]) {
    let packing = ShelfPacking(
      candidates.map { (number: $0, width: passes[$0].area.pixelWidth, height: passes[$0].area.pixelHeight) })
    self.packing = packing
    members = candidates.filter { packing.places[$0] != nil }
  }

  /// Adds the passes of small groups, shown pixel on pixel alone.
  ///
  /// - Parameter isShownOtherwise: of each pass; empty.
  private static func addCandidates(
    of passes: [CommandStream.Pass], to candidates: inout [Int], _ isShownOtherwise: inout [Bool]
  ) {
    for _ in passes { isShownOtherwise.append(false) }
    for pass in passes {
      if let earlier = pass.continues { isShownOtherwise[earlier] = true }
      if let copied = pass.copies { isShownOtherwise[copied] = true }
      for batch in pass.batches {
        if case .surface(let number)? = batch.key.clipPicture { isShownOtherwise[number] = true }
        guard !batch.key.showsPixelOnPixel else { continue }
        for number in batch.key.source.passes { isShownOtherwise[number] = true }
      }
    }
    for (number, pass) in passes.enumerated() where pass.isGroupAlone && !isShownOtherwise[number] {
      if max(pass.area.pixelWidth, pass.area.pixelHeight) <= longestPart { candidates.append(number) }
    }
  }

  /// Those that can be drawn as early as the first: what they show of shadows that are kept in this frame is there by then.
  private static func membersDrawn(at first: Int?, of alike: [Int], in passes: [CommandStream.Pass]) -> [Int] {
    guard let first else { return [] }
    let later = Set(passes[first...].compactMap(\.shadow))
    guard !later.isEmpty else { return alike }
    return alike.filter { number in
      !passes[number].batches.contains { batch in
        if case .shadow(let shown) = batch.key.source { later.contains(shown) } else { false }
      }
    }
  }

  /// Makes one pass of all.
  private func take(over stream: inout CommandStream) {
    guard let first = members.first else { return }
    // Taken out, so that no second owner makes the array copy itself for each pass.
    var passes: [CommandStream.Pass] = []
    swap(&passes, &stream.passes)
    var batches: [CommandStream.Batch] = []
    batches.reserveCapacity(members.reduce(0) { $0 + passes[$1].batches.count })
    var parts: [CommandStream.SurfacePart] = []
    parts.reserveCapacity(members.count)
    for member in members {
      let place = packing.places[member] ?? (0, 0)
      let part = CommandStream.SurfacePart(area: passes[member].area, x: place.x, y: place.y)
      for var batch in passes[member].batches {
        if batch.key.isMovable {
          stream.records.move(batch, by: part.offset)
        } else {
          batch.key.part = Int32(truncatingIfNeeded: parts.count)
        }
        batches.append(batch)
      }
      parts.append(part)
      if member != first {
        passes[member].batches.removeAll(keepingCapacity: true)
        passes[member].isLeftOut = true
      }
    }
    passes[first].batches = batches
    passes[first].parts = parts
    passes[first].area = DeviceBox(minX: 0, minY: 0, maxX: Double(packing.width), maxY: Double(packing.height))
    show(passes: &passes, as: first, records: &stream.records)
    swap(&passes, &stream.passes)
  }

  /// Has all that shows the members' surfaces show this one, which is there until the last of them has.
  private func show(passes: inout [CommandStream.Pass], as first: Int, records: inout CommandStream.Records) {
    var last: Int?
    for number in passes.indices {
      let count = passes[number].shows.count
      passes[number].shows.removeAll { packing.places[$0] != nil }
      if passes[number].shows.count < count { last = number }
      for index in passes[number].batches.indices {
        guard case .surface(let shown, _) = passes[number].batches[index].key.source,
          let place = packing.places[shown]
        else { continue }
        records.showMoved(passes[number].batches[index], by: SIMD2(Float(place.x), Float(place.y)))
        passes[number].batches[index].key.source = .surface(pass: first)
      }
    }
    if let last { passes[last].shows.append(first) }
  }
}

extension CommandStream.Pass {
  /// Whether it draws a group for this frame, all of it, and shows no other pass.
  fileprivate var isGroupAlone: Bool {
    !isFrame && !isLeftOut && !isAlphaOnly && !isSum && shows.isEmpty && continues == nil && copies == nil
      && raster == nil && shadow == nil
  }
}

extension CommandStream.BatchKey {
  /// Whether its records can be drawn at other pixels: no shader of theirs looks at any of the device's but through them.
  fileprivate var isMovable: Bool {
    guard !program.features.contains(.clipped), clipPicture == nil else { return false }
    switch (program.shape, source) {
    case (.plain, _): return true
    case (.fill, .none), (.border, .none), (.gradient, .none), (.image, .image): return true
    default: return false
    }
  }

  /// Whether it shows a surface by corners or records that say where in it a pixel lies.
  fileprivate var showsPixelOnPixel: Bool {
    guard case .surface(_, isSmooth: false) = source else { return false }
    return program.shape == .plain || program.shape == .surface
  }
}

extension CommandStream.Records {
  /// Moves the records of a batch on the device, in pixels.
  fileprivate mutating func move(_ batch: CommandStream.Batch, by offset: Vector2) {
    let offset = SIMD2<Float>(Float(offset.x), Float(offset.y))
    let both = SIMD4(lowHalf: offset, highHalf: offset)
    for index in batch.first..<batch.first + batch.count {
      switch batch.key.program.records {
      case .fills:
        fills[index].corners.0 += both
        fills[index].corners.1 += both
        fills[index].matrix.move(by: offset)
      case .images:
        images[index].corners.0 += both
        images[index].corners.1 += both
        images[index].matrix.move(by: offset)
      case .gradients:
        gradients[index].corners.0 += both
        gradients[index].corners.1 += both
        gradients[index].matrix.move(by: offset)
      case .plain: plain[index].move(by: offset)
      }
    }
  }

  /// Has the records of a batch show what lies so many pixels farther in their surface.
  fileprivate mutating func showMoved(_ batch: CommandStream.Batch, by offset: SIMD2<Float>) {
    for index in batch.first..<batch.first + batch.count {
      if batch.key.program.shape == .plain {
        plain[index].moveTexture(by: offset)
      } else {
        images[index].mapping.highHalf -= offset
      }
    }
  }
}

extension DeviceMatrix {
  /// Has it take device pixels that lie farther by so much: col2 − col0·dx − col1·dy.
  fileprivate mutating func move(by offset: SIMD2<Float>) {
    let (dx, dy) = (offset.x, offset.y)
    columns.6 -= columns.0 * dx + columns.3 * dy
    columns.7 -= columns.1 * dx + columns.4 * dy
    columns.8 -= columns.2 * dx + columns.5 * dy
  }
}

extension PlainQuad {
  /// Moves it on the device, in pixels.
  mutating func move(by offset: SIMD2<Float>) {
    corners.0.position.lowHalf += offset
    corners.1.position.lowHalf += offset
    corners.2.position.lowHalf += offset
    corners.3.position.lowHalf += offset
  }

  fileprivate mutating func moveTexture(by offset: SIMD2<Float>) {
    corners.0.texture.lowHalf += offset
    corners.1.texture.lowHalf += offset
    corners.2.texture.lowHalf += offset
    corners.3.texture.lowHalf += offset
  }
}
