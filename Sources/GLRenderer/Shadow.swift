import Foundation
import Graphics
import RenderTree

extension Flattener {
  /// What a layer with its sublayers casts (docs/rendering.md, section 15): a rounded rectangle by a formula; anything else is
  /// drawn once more where its shadow falls, blurred in two passes, and its alpha placed in the shadow's colour.
  mutating func add(_ shadow: Shadow, of node: RenderNode, in around: Surroundings) {
    guard let blur = Blur(shadow.radius, at: node.geometry.bounds, on: around.plane) else { return }
    var target = around.clips
    if node.clipsToBounds {
      if node.hidesClippedShadow, around.opacity == 1 { return }
      guard let clipped = clip(node, in: around) else { return }
      target = clipped
    }
    let offset = CATransform3DMakeTranslation(shadow.offset.width, shadow.offset.height, 0)
    guard let plane = Plane(offset, in: around.plane) else { return }
    if addSoft(shadow, of: node, on: plane, clips: target, in: around) { return }
    var source = around.isolated()
    source.plane = plane
    // What lies outside of what is seen can cast into it.
    let placing = blur.placing(in: shadow.color)
    let wanted = placing.inputBox(for: target.box)
    var steps = stream.memory.steps.take()
    blur.addSteps(to: &steps)
    source.clips.box = neededBox(steps.inputBox(for: wanted), inside: node)
    openPass(.alpha(node.identifier))
    addSource(of: shadow, node, in: source)
    if let surface = closeDrawn() {
      show(surface, of: node.identifier, by: steps, in: wanted, placing, opacity: around.opacity, in: target)
    }
    stream.memory.steps.giveBack(&steps)
  }

  /// Draws a shadow by a formula; false, and nothing is drawn, where there is none.
  @inline(never)
  private mutating func addSoft(
    _ shadow: Shadow, of node: RenderNode, on plane: Plane, clips: ClipChain, in around: Surroundings
  ) -> Bool {
    guard let silhouette = Silhouette(of: shadow, node, on: plane) else { return false }
    return addSoft(
      silhouette, shadow, clips: clips, opacity: around.opacity, hidden: pixelsHidden(by: node, in: around))
  }

  /// Blurs what casts a shadow and shows it.
  ///
  /// By itself, as what it takes on the stack would be taken once for each layer with a shadow around otherwise.
  @inline(never)
  private mutating func show(
    _ surface: (pass: Int, area: DeviceBox), of layer: LayerIdentifier, by steps: [FilterStep], in wanted: DeviceBox,
    _ placing: FilterStep, opacity: Double, in clips: ClipChain
  ) {
    let blurred = filter(surface, by: steps[...], in: wanted, isAlphaOnly: true, of: layer)
    add(placing, of: blurred, in: clips.box, opacity: opacity, clip: clips.index, features: softFeatures)
  }

  /// Draws what casts a shadow: its path, or the layer without its own shadow and opacity.
  private mutating func addSource(of shadow: Shadow, _ node: RenderNode, in around: Surroundings) {
    if let path = shadow.path {
      addCoverage(of: path, .fill(.winding), color: .white, in: around)
    } else if let mask = node.maskSurface {
      addMasked(node, by: mask, opacity: 1, withShadow: false, in: around)
    } else if let region = node.maskClip {
      addClipped(node, by: region, in: around)
    } else {
      addLook(of: node, in: around)
    }
  }
}

extension RenderNode {
  /// Whether the layer's background hides all that its bounds leave of its shadow, as long as it does not fade by itself.
  fileprivate var hidesClippedShadow: Bool { filters.isEmpty && background?.color.alpha == 1 }
}
