import MultiplaneGraphics
import MultiplaneRenderTree

/// What a layer shows of its own, and how it is laid into the bounds. The superclass of `CALayer`, and of nothing else;
/// there, so that subclasses can override all of this. (Source of names, defaults and behaviour: CALayer.h.)
open class LayerContents: LayerCompositing {
  /// The contents object as it was given, also when it is none that can be drawn.
  var contentsObject: Any?

  /// Stores the image that the contents object shows, with all that a change brings about.
  func store(_ image: CGImage?) { values.contents = image }

  /// What the layer shows: a `CGImage`, or an `ImportedImage` with the pixels of others as they are when it is set.
  /// Another object is kept and not drawn. Default nil. Animatable.
  open var contents: Any? {
    get { contentsObject }
    set {
      contentsObject = newValue
      store(CGImage.shown(by: newValue))
    }
  }

  /// The part of the contents that is shown, in the unit square. Default all of it. Animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set { store(newValue, at: \.contentsRect) }
  }

  /// The part of the contents that stretches when they are resized, in the unit square. Default all of it. Animatable.
  open var contentsCenter: CGRect {
    get { values.contentsCenter }
    set { store(newValue, at: \.contentsCenter) }
  }

  /// Where the contents lie in the bounds. An unknown name counts as `center`. Default `resize`.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { store(newValue, at: \.contentsGravity) }
  }

  /// Pixels of the contents per point. Default 1. Animatable.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { store(newValue, at: \.contentsScale) }
  }

  /// How contents are sampled when shown smaller than they are. Default `linear`.
  open var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set { store(newValue, at: \.minificationFilter) }
  }

  /// How contents are sampled when shown larger than they are. Default `linear`.
  open var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set { store(newValue, at: \.magnificationFilter) }
  }

  /// Added to the mip level that `trilinear` chooses, in levels. Default 0. Animatable.
  open var minificationFilterBias: Float {
    get { values.minificationFilterBias }
    set { store(newValue, at: \.minificationFilterBias) }
  }
}
