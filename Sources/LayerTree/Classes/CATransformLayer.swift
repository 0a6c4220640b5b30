import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer without its own picture, whose sublayers share the 3D space of its superlayer instead of
/// being flattened.
///
/// Background, contents, border and clip are not drawn. The opacity multiplies that of each
/// sublayer. (Source: CATransformLayer.h.)
open class CATransformLayer: CALayer {
  package override var kind: LayerKind { .transform }
}
