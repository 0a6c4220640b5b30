import Drawing
import Graphics
import RenderTree

extension Flattener {
  /// The chain around a layer whose mask is a clip (docs/rendering.md, section 16); nil when nothing is left of the layer.
  ///
  /// - Parameters:
  ///   - region: what the mask covers.
  ///   - around: as the layer's inside sees it.
  mutating func clips(of node: RenderNode, masked region: MaskClip, in around: Surroundings) -> ClipChain? {
    guard let mask = node.mask, let place = surroundings(inside: mask, in: around) else { return nil }
    stream.layerCount += 1
    var chain = around.clips
    // Of one horizon the map back to the plane tells which side is seen; of two only that both or neither are.
    if place.plane.horizons.count > 1 {
      guard let cut = clips(chain, cutBy: place.plane.horizons) else { return nil }
      chain = cut
    }
    switch region {
    case .bounds: return clip(mask, inset: 0, plane: place.plane, in: chain)
    case .fill(let fill): return clip(to: fill.path, .fill(fill.rule), of: mask, on: place.plane, in: chain)
    case .stroke(let stroke): return clip(to: stroke.path, .stroke(stroke.style), of: mask, on: place.plane, in: chain)
    }
  }

  /// Draws a layer without its shadow under its mask alone, which is a clip.
  ///
  /// - Parameter around: isolated.
  mutating func addClipped(_ node: RenderNode, by region: MaskClip, in around: Surroundings) {
    guard let clips = clips(of: node, masked: region, in: around) else { return }
    guard node.readsBackdropInside else {
      var inside = around
      inside.clips = clips
      addLook(of: node, in: inside)
      return
    }
    openPass(.group(node.identifier))
    addLook(of: node, in: isolated(around, inside: node, of: clips.box))
    guard let surface = closeDrawn() else { return }
    place(surface, opacity: 1, in: clips)
  }

  /// The chain inside a region of a plane; nil when nothing is left of it.
  private mutating func clip(
    to path: CGPath, _ region: PathCoverage.Region, of mask: RenderNode, on plane: Plane, in chain: ClipChain
  ) -> ClipChain? {
    guard let coverage = requestCoverage(of: path, region, on: plane, in: chain.box) else { return nil }
    var picture = CommandStream.ClipPicture.path(coverage.index)
    var outer = chain.index
    // A batch has one picture: what the next needs with one around it is drawn as the product of both and all between.
    if stream.clipPicture(of: outer) != nil {
      openPass(.alpha(mask.identifier))
      addSurface(
        .shape, .coverage(coverage.index), area: coverage.area, sampling: .one, opacity: 1, clip: outer)
      let pass = close(area: coverage.area)
      open[open.count - 1].clippedBy.append(pass)
      picture = .surface(pass: pass)
      outer = -1
    }
    let record = ClipRecord(pictureOf: coverage.area, outer: outer)
    return ClipChain(index: stream.add(record, outer: outer, picture: picture), box: coverage.area)
  }
}
