import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that is only a space: its sublayers keep their depth in the space of its superlayer instead of being flattened
/// into it.
///
/// Its own background, contents, border and clip are not drawn, and its opacity multiplies that of each sublayer.
/// (Source: CATransformLayer.h.)
open class CATransformLayer: CALayer {
  package override var kind: LayerKind { .transform }
}
