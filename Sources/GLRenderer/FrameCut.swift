import Graphics

// What a frame that holds a part of a canvas need not draw.

extension CommandStream {
  /// Leaves of the passes that draw into the frame what touches its pixels, and of the others what that shows.
  ///
  /// Rectangles of plain quads end at the frame's edges as they would at a canvas's, so that devices which know rectangles
  /// draw them alike.
  mutating func cutFrame(to area: DeviceBox) {
    // Taken out, so that no second owner makes the array copy itself for each pass.
    var passes: [Pass] = []
    swap(&passes, &self.passes)
    for number in passes.indices where passes[number].isFrame {
      passes[number].batches = records.batches(of: passes[number].batches) { !$0.intersection(area).isEmpty }
      for batch in passes[number].batches where batch.key.program.records == .plain {
        for index in batch.first..<batch.first + batch.count { records.plain[index].cut(to: area) }
      }
    }
    var isShown = [Bool](repeating: false, count: passes.count)
    for number in passes.indices.reversed() {
      let pass = passes[number]
      // What is kept may be counted on by later frames.
      guard pass.isFrame || isShown[number] || pass.shadow != nil || pass.raster != nil else {
        passes[number].isLeftOut = true
        continue
      }
      for shown in pass.reads { isShown[shown] = true }
    }
    swap(&passes, &self.passes)
  }
}

extension CommandStream.Records {
  /// The records of some batches that a condition holds for, in their order.
  ///
  /// - Parameter condition: is told around what each draws, in device pixels.
  func batches(
    of batches: [CommandStream.Batch], where condition: (DeviceBox) -> Bool
  ) -> [CommandStream.Batch] {
    var kept: [CommandStream.Batch] = []
    for batch in batches {
      let kind = batch.key.program.records
      let share = batch.area / Double(batch.count)
      var run = batch
      run.count = 0
      func end() {
        guard run.count > 0 else { return }
        run.area = share * Double(run.count)
        kept.append(run)
      }
      for index in batch.first..<batch.first + batch.count {
        guard condition(DeviceBox(around: corners(of: index, in: kind))) else {
          end()
          run.count = 0
          continue
        }
        if run.count == 0 { run.first = index }
        run.count += 1
      }
      end()
    }
    return kept
  }
}

extension CommandStream.Pass {
  /// The passes that must have run before it.
  var reads: [Int] {
    var reads = [continues, copies].compactMap(\.self)
    for batch in batches {
      reads += batch.key.source.passes
      if case .surface(let number)? = batch.key.clipPicture { reads.append(number) }
    }
    return reads
  }
}

extension DeviceBox {
  /// Around four corners.
  fileprivate init(around corners: (SIMD4<Float>, SIMD4<Float>)) {
    let low = pointwiseMin(corners.0, corners.1)
    let high = pointwiseMax(corners.0, corners.1)
    self.init(
      minX: Double(min(low.x, low.z)), minY: Double(min(low.y, low.w)), maxX: Double(max(high.x, high.z)),
      maxY: Double(max(high.y, high.w)))
  }
}

extension PlainQuad {
  /// Ends a rectangle along the device's axes at the edges of a box that it meets; any other quad stays as it is.
  fileprivate mutating func cut(to box: DeviceBox) {
    guard !box.contains(DeviceBox(around: vectors)) else { return }
    let (a, b, c, d) = (corners.0.position, corners.1.position, corners.2.position, corners.3.position)
    guard a.x == c.x, b.x == d.x, a.y == b.y, c.y == d.y, a.x < b.x, a.y < c.y else { return }
    func shares(_ low: Float, _ high: Float, _ least: Double, _ most: Double) -> (Double, Double) {
      let length = Double(high) - Double(low)
      return (max(0, (least - Double(low)) / length), min(1, (most - Double(low)) / length))
    }
    let (left, right) = shares(a.x, b.x, box.minX, box.maxX)
    let (top, bottom) = shares(a.y, c.y, box.minY, box.maxY)
    let whole = corners
    func corner(_ x: Double, _ y: Double) -> Corner {
      .between(.between(whole.0, whole.1, x), .between(whole.2, whole.3, x), y)
    }
    corners = (corner(left, top), corner(right, top), corner(left, bottom), corner(right, bottom))
  }
}

extension PlainQuad.Corner {
  /// What lies between two corners: all numbers are linear.
  fileprivate static func between(_ a: Self, _ b: Self, _ share: Double) -> Self {
    guard share != 0 else { return a }
    guard share != 1 else { return b }
    func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4<Double>(a) * (1 - share) + SIMD4<Double>(b) * share)
    }
    return Self(
      color: mix(a.color, b.color), edges: mix(a.edges, b.edges), texture: mix(a.texture, b.texture),
      position: mix(a.position, b.position))
  }
}
