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
      var kept = memory.batches.take()
      records.add(passes[number].batches, to: &kept) { !$0.intersection(area).isEmpty }
      swap(&kept, &passes[number].batches)
      memory.batches.giveBack(&kept)
      for batch in passes[number].batches where batch.key.program.records == .plain {
        for index in batch.first..<batch.first + batch.count { _ = records.plain[index].cut(to: area) }
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
      pass.forEachRead { isShown[$0] = true }
    }
    swap(&passes, &self.passes)
  }
}

extension CommandStream.Records {
  /// Adds the records of some batches that a condition holds for to others, in their order.
  ///
  /// - Parameter condition: is told around what each draws, in device pixels.
  func add(
    _ batches: [CommandStream.Batch], to kept: inout [CommandStream.Batch], where condition: (DeviceBox) -> Bool
  ) {
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
  }
}

extension CommandStream.Pass {
  /// Calls back with the passes that must have run before it.
  func forEachRead(_ body: (Int) -> Void) {
    if let continues { body(continues) }
    if let copies { body(copies) }
    for batch in batches {
      for number in batch.key.source.passes { body(number) }
      if case .surface(let number)? = batch.key.clipPicture { body(number) }
    }
  }
}

extension DeviceBox {
  /// Around four corners.
  init(around corners: (SIMD4<Float>, SIMD4<Float>)) {
    let low = pointwiseMin(corners.0, corners.1)
    let high = pointwiseMax(corners.0, corners.1)
    self.init(
      minX: Double(min(low.x, low.z)), minY: Double(min(low.y, low.w)), maxX: Double(max(high.x, high.z)),
      maxY: Double(max(high.y, high.w)))
  }
}
