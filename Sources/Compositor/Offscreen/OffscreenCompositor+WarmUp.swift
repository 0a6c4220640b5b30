import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

extension OffscreenCompositor {
  /// Draws small pictures that compile the usual shader programs before the first request. The CPU
  /// renderer has nothing to compile.
  package func warmUp() throws(CompositorError) {
    guard display != nil else { return }
    let limits = limits
    defer { self.limits = limits }
    // The caller did not ask for these.
    self.limits = nil
    // Primitives that follow one another share a program: few images are in an atlas, large ones
    // are textures of their own.
    for (side, isRich) in [(24, false), (Self.largeSide, false), (Self.largeSide, true)] {
      let root = Self.warmUpLayers(imageSide: side, isRich: isRich)
      let tree = CommittedTree(
        size: root.bounds.size, scale: 1, background: StraightColor(red: 1, green: 1, blue: 1), root: root.commit(at: 0)
      )
      _ = try picture(of: tree.evaluate(at: 0))
    }
  }

  /// Pixels of an image that has a texture of its own: those of up to 256 share the pages of an
  /// atlas.
  private static let largeSide = 300

  /// A card: a box with a shadow, and two pictures.
  ///
  /// - Parameter isRich: whether it has a gradient, and shows the pictures through round clips.
  private static func warmUpLayers(imageSide: Int, isRich: Bool) -> CALayer {
    let color = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 75, height: 45)
    let box = CALayer()
    box.backgroundColor = color
    box.shadowOpacity = 0.5
    var layers = [box]
    if isRich {
      let gradient = CAGradientLayer()
      gradient.colors = [color, CGColor(red: 1, green: 1, blue: 1, alpha: 1)]
      layers.append(gradient)
    }
    for number in 0..<2 {
      let (width, height) = (imageSide + number, imageSide - 3)
      let picture = CALayer()
      picture.contents = CGImage(
        premultipliedRGBA8: Data(repeating: 128, count: 4 * width * height), width: width, height: height)
      if isRich {
        picture.cornerRadius = 6
        picture.masksToBounds = true
      }
      layers.append(picture)
    }
    for (number, layer) in layers.enumerated() {
      layer.frame = CGRect(x: 4 + 12 * number, y: 6, width: 27, height: 31)
      layer.cornerRadius = 6
      root.addSublayer(layer)
    }
    return root
  }
}
