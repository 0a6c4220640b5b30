import MultiplaneDrawing
import MultiplaneGraphics

// Optional calls of the methods of delegates: `delegate?.display?(layer)`, as programs call what Objective-C lets a delegate
// leave out. Here every method has a default, and so is never missing: each has a property of its name beside it, whose
// value can be called with the same labels and is never nil.

extension CALayerDelegate {
  /// For `display?(layer)`; never nil.
  public var display: ((CALayer) -> Void)? { { self.display($0) } }

  /// For `draw?(layer, in: context)`; never nil.
  public var draw: OptionalMethod.Draw? { .init { self.draw($0, in: $1) } }

  /// For `layerWillDraw?(layer)`; never nil.
  public var layerWillDraw: ((CALayer) -> Void)? { { self.layerWillDraw($0) } }

  /// For `layoutSublayers?(of: layer)`; never nil.
  public var layoutSublayers: OptionalMethod.OfLayer<Void>? { .init { self.layoutSublayers(of: $0) } }

  /// For `action?(for: layer, forKey: key)`; never nil.
  public var action: OptionalMethod.Action? { .init { self.action(for: $0, forKey: $1) } }
}

extension CAAnimationDelegate {
  /// For `animationDidStart?(animation)`; never nil.
  public var animationDidStart: ((CAAnimation) -> Void)? { { self.animationDidStart($0) } }

  /// For `animationDidStop?(animation, finished: flag)`; never nil.
  public var animationDidStop: OptionalMethod.AnimationDidStop? { .init { self.animationDidStop($0, finished: $1) } }
}

extension CALayoutManager {
  /// For `preferredSize?(of: layer)`; never nil.
  public var preferredSize: OptionalMethod.OfLayer<CGSize>? { .init { self.preferredSize(of: $0) } }

  /// For `invalidateLayout?(of: layer)`; never nil.
  public var invalidateLayout: OptionalMethod.OfLayer<Void>? { .init { self.invalidateLayout(of: $0) } }

  /// For `layoutSublayers?(of: layer)`; never nil.
  public var layoutSublayers: OptionalMethod.OfLayer<Void>? { .init { self.layoutSublayers(of: $0) } }
}

/// A method of a delegate as a value that is called with the method's labels, which a closure cannot be.
public enum OptionalMethod {
  /// `draw(_:in:)` of a layer's delegate.
  public struct Draw {
    let method: (CALayer, CGContext) -> Void
    /// Calls the method.
    public func callAsFunction(_ layer: CALayer, in ctx: CGContext) { method(layer, ctx) }
  }

  /// A method that takes `of:` a layer.
  public struct OfLayer<Result> {
    let method: (CALayer) -> Result
    /// Calls the method.
    public func callAsFunction(of layer: CALayer) -> Result { method(layer) }
  }

  /// `action(for:forKey:)` of a layer's delegate.
  public struct Action {
    let method: (CALayer, String) -> (any CAAction)?
    /// Calls the method.
    public func callAsFunction(for layer: CALayer, forKey event: String) -> (any CAAction)? { method(layer, event) }
  }

  /// `animationDidStop(_:finished:)` of an animation's delegate.
  public struct AnimationDidStop {
    let method: (CAAnimation, Bool) -> Void
    /// Calls the method.
    public func callAsFunction(_ anim: CAAnimation, finished flag: Bool) { method(anim, flag) }
  }
}
