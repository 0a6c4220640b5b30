import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import Poppler
import TestSupport
import TestTiers
import Testing

/// Scenes on pages of PDF documents, rasterised by Poppler, look as in a bitmap.
@Suite struct ScenePageTests {
  /// Fine patterns in images, which Poppler samples by rules of its own: up to a tenth, looked at.
  private static let sampled: Set<String> = [
    "blend/blend-saturation-beneath-opacity.json", "degenerate/degenerate-huge-image.json",
    "edges/edges-of-all-kinds.json", "gradient/gradient-under-contents-and-sublayers.json",
    "plain/plain-images-in-an-atlas.json", "sampling/sampling-magnified.json", "sampling/sampling-minified.json",
    "sampling/sampling-one-axis-minified.json", "sampling/sampling-perspective.json", "sampling/sampling-rotated.json",
    "sampling/sampling-trilinear-bias.json", "sampling/sampling-trilinear-odd-sides.json",
    "sampling/sampling-trilinear-sizes.json", "shape/shape-over-contents-under-sublayers.json",
  ]

  /// The mean difference is below 2 % of the full scale. The quick tier draws one in nine.
  @Test(arguments: SceneLibrary.all.filter { !sampled.contains($0.path) }.drawn { $0.rotation })
  func looksAsABitmap(_ name: SceneName) throws {
    let scene = try SceneLibrary.scene(name.path)
    // Particles are where they are at one time.
    (scene.root.speed, scene.root.timeOffset) = (0, 1)
    // Larger ones are drawn smaller.
    let scale = min(1, 300 / max(scene.size.width, scene.size.height))
    let (width, height) = (Int(scene.size.width * scale), Int(scene.size.height * scale))
    let difference = try Poppler.difference(width: width, height: height) { context, _ in
      if let background = scene.background {
        context.setFillColor(background)
        context.fill(CGRect(x: 0, y: 0, width: width, height: height))
      }
      context.translateBy(x: 0, y: CGFloat(height))
      context.scaleBy(x: scale, y: -scale)
      context.concatenate(scene.root.placement)
      scene.root.render(in: context)
    }
    #expect(difference.mean < 0.02, "\(difference)")
  }
}

extension CALayer {
  /// From the layer's coordinates to its superlayer's, which `render(in:)` leaves to its caller.
  fileprivate var placement: CGAffineTransform {
    CGAffineTransform(
      translationX: -bounds.minX - anchorPoint.x * bounds.width, y: -bounds.minY - anchorPoint.y * bounds.height
    )
    .concatenating(CATransform3DGetAffineTransform(transform))
    .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
  }
}
