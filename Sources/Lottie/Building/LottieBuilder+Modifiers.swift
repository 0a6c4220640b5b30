import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Modifiers of outlines, applied before painting. A result that is not linear in its values is
// sampled every half frame.

extension LottieBuilder {
  /// Applies a modifier to outlines.
  func modified(
    _ outlines: Track<Outlines>, by modifier: PathModifier, _ place: LottiePlace
  ) throws(SceneError) -> Track<Outlines> {
    switch modifier {
    case .roundedCorners(let radius):
      return zipped(outlines, radius).map { pair in pair.first.each { $0.rounded(radius: pair.second) } }
    case .puckerAndBloat(let amount):
      return zipped(amount.isAnimated ? outlines.resampled : outlines, amount).map { pair in
        pair.first.each { $0.puckered(by: pair.second / 100) }
      }
    case .zigZag(let amplitude, let ridges, let isSmooth):
      let count = ridges.map { min(max($0.rounded(), 0), Double(Outline.mostRidges)) }
      let most = 1 + Int(count.keys.map(\.value).max() ?? 0)
      let size = zipped(amplitude, count.resampled)
      let all = zipped(amplitude.isAnimated ? outlines.resampled : outlines, size)
      try reading.addVertices(all.keys.count * outlines.first.weight * most, place)
      return all.map { pair in
        pair.first.each {
          $0.zigZagged(amplitude: pair.second.first, ridges: Int(pair.second.second.rounded()), isSmooth: isSmooth)
        }
      }
    case .trim(let trim):
      let range = zipped(zipped(trim.start, trim.end).resampled, trim.offset.resampled)
      return zipped(outlines.resampled, range).map { pair in
        let (range, offset) = (pair.second.first, pair.second.second / 360)
        return pair.first.trimmed(
          from: range.first / 100 + offset, to: range.second / 100 + offset, isSequential: trim.isSequential)
      }
    case .twist(let angle, let center):
      let size = zipped(angle.resampled, center.resampled)
      let all = zipped(size.isAnimated ? outlines.resampled : outlines, size)
      try reading.addVertices(all.keys.count * outlines.first.weight * Outline.twistedParts, place)
      return all.map { pair in pair.first.twisted(by: pair.second.first, around: pair.second.second.point) }
    case .merge(let mode):
      guard outlines.first.list.count > 1 else { return outlines }
      let all = outlines.resampled
      guard reading.canMakeRegions(of: all, factor: 1) else {
        reading.warn(place, "the paths have too many vertices to be merged; they are added")
        return outlines
      }
      return all.map { $0.merged(mode) }
    case .offset(let distance, let join, let miterLimit):
      let all = zipped(outlines.resampled, distance.resampled)
      guard reading.canMakeRegions(of: all, factor: 24) else {
        reading.warn(place, "the paths have too many vertices to be offset; they are left as they are")
        return outlines
      }
      return all.map { $0.first.offset(by: $0.second, join: join, miterLimit: miterLimit) }
    }
  }
}

extension Outlines {
  /// The outlines with a change of each.
  fileprivate func each(_ change: (Outline) -> Outline) -> Outlines { Outlines(list: list.map(change)) }
}
