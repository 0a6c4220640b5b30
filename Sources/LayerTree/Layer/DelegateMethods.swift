import MultiplaneDrawing
import MultiplaneGraphics

// Optional calls of the methods of delegates: `delegate?.display?(layer)`, as programs call what
// Objective-C lets a delegate leave out. Here every method has a default, and so is never missing:
// each has a property of its name beside it, whose value can be called with the same labels and is
// never nil.

extension CALayerDelegate {
  /// Makes `display?(layer)` compile; never nil.
  public var display: ((CALayer) -> Void)? { { self.display($0) } }

  /// Makes `draw?(layer, in: context)` compile; never nil.
  public var draw: OptionalMethod.Draw? { .init { self.draw($0, in: $1) } }

  /// Makes `layerWillDraw?(layer)` compile; never nil.
  public var layerWillDraw: ((CALayer) -> Void)? { { self.layerWillDraw($0) } }

  /// Makes `layoutSublayers?(of: layer)` compile; never nil.
  public var layoutSublayers: OptionalMethod.OfLayer<Void>? { .init { self.layoutSublayers(of: $0) } }

  /// Makes `action?(for: layer, forKey: key)` compile; never nil.
  public var action: OptionalMethod.Action? { .init { self.action(for: $0, forKey: $1) } }
}

extension CAAnimationDelegate {
  /// Makes `animationDidStart?(animation)` compile; never nil.
  public var animationDidStart: ((CAAnimation) -> Void)? { { self.animationDidStart($0) } }

  /// Makes `animationDidStop?(animation, finished: flag)` compile; never nil.
  public var animationDidStop: OptionalMethod.AnimationDidStop? { .init { self.animationDidStop($0, finished: $1) } }
}

extension CALayoutManager {
  /// Makes `preferredSize?(of: layer)` compile; never nil.
  public var preferredSize: OptionalMethod.OfLayer<CGSize>? { .init { self.preferredSize(of: $0) } }

  /// Makes `invalidateLayout?(of: layer)` compile; never nil.
  public var invalidateLayout: OptionalMethod.OfLayer<Void>? { .init { self.invalidateLayout(of: $0) } }

  /// Makes `layoutSublayers?(of: layer)` compile; never nil.
  public var layoutSublayers: OptionalMethod.OfLayer<Void>? { .init { self.layoutSublayers(of: $0) } }
}

/// Delegate methods as values that keep their argument labels, which closures cannot.
public enum OptionalMethod {
  /// The method `draw(_:in:)` of a layer's delegate.
  public struct Draw {
    let method: (CALayer, CGContext) -> Void
    /// Calls the method.
    public func callAsFunction(_ layer: CALayer, in ctx: CGContext) { method(layer, ctx) }
  }

  /// A method with the argument label `of:`.
  public struct OfLayer<Result> {
    let method: (CALayer) -> Result
    /// Calls the method.
    public func callAsFunction(of layer: CALayer) -> Result { method(layer) }
  }

  /// The method `action(for:forKey:)` of a layer's delegate.
  public struct Action {
    let method: (CALayer, String) -> (any CAAction)?
    /// Calls the method.
    public func callAsFunction(for layer: CALayer, forKey event: String) -> (any CAAction)? { method(layer, event) }
  }

  /// The method `animationDidStop(_:finished:)` of an animation's delegate.
  public struct AnimationDidStop {
    let method: (CAAnimation, Bool) -> Void
    /// Calls the method.
    public func callAsFunction(_ anim: CAAnimation, finished flag: Bool) { method(anim, flag) }
  }
}
