import GL
import Graphics

// Parts of a frame whose colours are rounded once, when all of them is drawn, rather than by each primitive: where many
// blurs and shadows lie on one another (`SoftStacks`). Source-over is associative, so what is drawn on a surface of its own, over
// the frame's background, and then put in its place is the same picture.

extension Flattener {
  /// What is shown is made brighter by so little that nobody sees it, but more than one way of reckoning differs from another:
  /// what lies halfway between two bytes, as many colours do, is then rounded alike in partial and in whole frames.
  static let brightness = 1 + 1.0 / 16_384

  /// Whether what is drawn may leave 0…1, to which a frame cuts it each time, and so do surfaces of 16 bits a number. Real numbers are
  /// finer: partial frames, in which the last bit of those may be another, then are rounded like whole ones.
  private var isCut: Bool { takesShortCuts && stream.hasDeepStacks || root?.mayLeaveRange == true }

  /// Has what the last pass, a frame's, draws in `fineBoxes` drawn on surfaces of real numbers, and shows these.
  mutating func drawFinely() {
    if let fineTiles {
      draw(finely: fineTiles)
      return
    }
    guard !fineBoxes.isEmpty, let last = stream.passes.last, last.isFrame else { return }
    stream.keepPrecision()
    if last.continues != nil || fineBoxes.contains(where: { $0.contains(last.area) }) {
      drawAllFinely(last)
    } else {
      drawPartsFinely(last)
    }
  }

  /// Puts a surface between the frame and all that draws into it.
  private mutating func drawAllFinely(_ frame: CommandStream.Pass) {
    for number in stream.passes.indices where stream.passes[number].isFrame {
      stream.passes[number].isFrame = false
      (stream.passes[number].isSum, stream.passes[number].isFine) = (!isCut, isCut)
      // What filters read of it has to be there also where nothing is drawn anew.
      stream.passes[number].isOfFrame = frame.continues == nil
    }
    let drawn = stream.passes.count - 1
    openPass(.frame(background: .clear))
    place((pass: drawn, area: frame.area), opacity: Self.brightness, in: ClipChain(box: frame.area))
    close(area: frame.area)
  }

  /// Draws what touches each of the boxes on a surface of its size too, and that in the place of what is there.
  private mutating func drawPartsFinely(_ frame: CommandStream.Pass) {
    stream.passes.removeLast()
    var parts: [(pass: Int, area: DeviceBox)] = []
    for box in fineBoxes {
      let area = box.intersection(frame.area)
      guard !area.isEmpty else { continue }
      var batches = stream.memory.batches.take()
      stream.records.add(frame.batches, to: &batches) { !$0.intersection(area).isEmpty }
      guard !batches.isEmpty else { continue }
      var pass = CommandStream.Pass(area: area, background: frame.background, batches: batches)
      (pass.isSum, pass.isFine) = (!isCut, isCut)
      pass.isOfFrame = true
      parts.append((stream.passes.count, area))
      stream.passes.append(pass)
    }
    openPass(.frame(background: frame.background))
    open[open.count - 1].shows = frame.shows
    var rest = stream.memory.batches.take()
    stream.records.add(frame.batches, to: &rest) { box in !parts.contains { $0.area.contains(box) } }
    for batch in rest { open[open.count - 1].draw(batch) }
    stream.memory.batches.giveBack(&rest)
    for part in parts {
      addSurface(
        .surface, .surface(pass: part.pass), area: part.area, opacity: Self.brightness, clip: -1, features: .replacing)
    }
    close(area: frame.area)
  }
}

extension CommandStream {
  /// Has no pass round to bytes but those that draw into the frame. What is kept for later frames stays as it is, as these may be
  /// others.
  mutating func keepPrecision() {
    for number in passesOfThisFrame {
      passes[number].isAlphaOnly = false
      passes[number].isCoarse = false
    }
  }

  /// The passes that nothing reads which is kept for later frames, the last one first.
  var passesOfThisFrame: [Int] {
    var isKept = [Bool](repeating: false, count: passes.count)
    return passes.indices.reversed().filter { number in
      guard isKept[number] || passes[number].shadow != nil || passes[number].raster != nil else { return true }
      passes[number].forEachRead { isKept[$0] = true }
      return false
    }
  }
}
