import Graphics

// What is translucent is rounded three times where llvmpipe blends in bytes: its colour, its alpha, and what that leaves of what is
// there. Two or three gradients on one another are off by 2/255 so. A shader that reads what is there rounds the sum alone. In frames
// that are kept it lays all that is translucent over them; where so much lies on one another that this is not enough either, it is
// drawn on finer surfaces (`DeepStacks.swift`).

extension CommandStream {
  /// What has more than this alpha leaves nearly nothing of what is there, and its edges are few pixels.
  private static let mostAlpha: Float = 0.95

  /// Has shaders lay what is translucent over the frame. It depends on each record alone, whatever else of a frame is drawn.
  mutating func blendFaintInShaders(_ faint: FaintImages) {
    for number in passes.indices where passes[number].isFrame {
      // Taken out, so that no second owner makes the array copy itself.
      var batches: [Batch] = []
      swap(&batches, &passes[number].batches)
      var parted = memory.batches.take()
      for batch in batches { part(batch, of: faint, into: &parted) }
      passes[number].batches = parted
      memory.batches.giveBack(&batches)
    }
  }

  /// Adds a batch, in runs of what is translucent and what is not.
  private func part(_ batch: Batch, of faint: FaintImages, into parted: inout [Batch]) {
    guard !batch.key.isAdditive, !batch.key.program.blendsItself else { return parted.append(batch) }
    let isAllFaint = batch.key.showsFaint(faint)
    func isFaint(_ index: Int) -> Bool { isAllFaint || alpha(of: index, in: batch.key) < Self.mostAlpha }
    let end = batch.first + batch.count
    var first = batch.first
    while first < end {
      var run = batch
      if isFaint(first) { run.key.program.features.formUnion([.fetching, .cut]) }
      let next = ((first + 1)..<end).first { isFaint($0) != isFaint(first) } ?? end
      (run.first, run.count) = (first, next - first)
      run.area *= Double(run.count) / Double(batch.count)
      parted.append(run)
      first = next
    }
  }
}

extension CommandStream.BatchKey {
  /// Whether its texture is translucent for the most part, or nobody knows.
  fileprivate func showsFaint(_ faint: FaintImages) -> Bool {
    switch source {
    case .none, .coverage, .atlas: false
    case .image(let image): faint.contains(image)
    case .maskedImage(let image, let mask): faint.contains(mask) || image.map(faint.contains) == true
    default: true
    }
  }
}
