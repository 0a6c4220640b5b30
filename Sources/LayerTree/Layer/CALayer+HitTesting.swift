import MultiplaneGraphics
import MultiplaneRenderTree
import Synchronization

// Hit testing: which layer lies at a point.
//
// A point is brought into a layer's coordinates, as it is seen. A layer that clips to its bounds
// has nothing outside them. Then its sublayers are asked, the foremost first, and the first one hit
// is the answer; if none is, the layer itself, if the point is within its bounds. Hidden layers are
// left out with all within them, and so are those that allow no hit testing; opacity, corners,
// masks and what contents show play no part. Of a replicator's instances the first is looked at.
// The same on every tree of layers, of the model and of a presentation.

extension CALayer {
  /// The order in which `hitTest(_:)` tests sublayers.
  public enum HitTestOrder: Sendable {
    /// Descending `zPosition`, and later sublayers before earlier ones: Core Animation's measured
    /// behaviour.
    case zPosition
    /// Later sublayers before earlier ones, regardless of `zPosition`: as described in *iOS Core
    /// Animation: Advanced Techniques*, chapter 3, and as for views.
    case tree
  }

  /// The order of hit tests in all layers. Set it once, before the first hit test. Default
  /// `zPosition`.
  @_spi(Multiplane) public static var hitTestOrder: HitTestOrder {
    get { ignoresDepth.load(ordering: .relaxed) ? .tree : .zPosition }
    set { ignoresDepth.store(newValue == .tree, ordering: .relaxed) }
  }

  private static let ignoresDepth = Atomic(false)

  func boundsContain(_ point: CGPoint) -> Bool {
    let bounds = bounds
    return point.x >= bounds.minX && point.x < bounds.maxX && point.y >= bounds.minY && point.y < bounds.maxY
  }

  /// - Parameter point: in the coordinates of the nearest superlayer that has a plane of its own;
  ///   of a root, of the canvas.
  func hitTestLayer(_ point: CGPoint) -> CALayer? {
    // A transform layer has no plane that could contain a point.
    guard !isHidden, allowsHitTesting, !isSpace, let local = projectionToSuperplane.inverse?.projectSeen(point) else {
      return nil
    }
    let isInside = contains(local)
    if masksToBounds && !isInside { return nil }
    return hitTestSublayers(local) ?? (isInside ? self : nil)
  }

  /// - Parameter point: in the coordinates of this layer, or if it is only a space, of the nearest
  ///   one above that is not.
  func hitTestSublayers(_ point: CGPoint) -> CALayer? {
    for sublayer in sublayersFromFront {
      let isOpenSpace = sublayer.isSpace && !sublayer.isHidden && sublayer.allowsHitTesting
      let hit = isOpenSpace ? sublayer.hitTestSublayers(point) : sublayer.hitTest(point)
      if let hit { return hit }
    }
    return nil
  }

  /// The sublayers in the order of hit testing.
  private var sublayersFromFront: [CALayer] {
    let children = children
    let depths = children.map(\.zPosition)
    // Most layers have all their sublayers at one depth.
    guard Self.hitTestOrder == .zPosition, depths.contains(where: { $0 != depths[0] }) else {
      return children.reversed()
    }
    return children.indices.sorted { (depths[$0], $0) > (depths[$1], $1) }.map { children[$0] }
  }
}
