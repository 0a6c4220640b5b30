import MultiplaneGraphics
import MultiplaneRenderTree

/// What of a layer says how it is put together with what lies beneath it: opacity, edges, corners, groups, shadow,
/// filters. The superclass of `LayerContents` and so of `CALayer`; there, so that subclasses can override all of this.
/// (Source of names, defaults and behaviour: CALayer.h.)
open class LayerCompositing: LayerTiming {
  /// Every property that reaches a renderer.
  package internal(set) final var values = LayerValues()
  /// The compositing filter as it was given.
  var compositingFilterObject: Any?
  /// The filters and the background filters as they were given.
  var (givenFilters, givenBackgroundFilters) = (GivenFilters(nil), GivenFilters(nil))

  /// Stores a value of the layer's, with all that a change brings about.
  func store<Value: Equatable>(_ value: Value, at path: WritableKeyPath<LayerValues, Value> & Sendable) {
    values[keyPath: path] = value
  }

  // MARK: The whole

  /// Whether the layer is drawn when its back faces the viewer. Default true. Not implicitly animated.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { store(newValue, at: \.isDoubleSided) }
  }

  /// Whether the layer and all within it are left out. Default false. Animatable, at once.
  open var isHidden: Bool {
    get { values.isHidden }
    set { store(newValue, at: \.isHidden) }
  }

  /// How opaque the layer is, with its sublayers, as a whole: 0…1. Default 1. Animatable.
  open var opacity: Float {
    get { values.opacity }
    set { store(newValue, at: \.opacity) }
  }

  // MARK: Edges and corners

  /// A promise that the contents which a program draws are opaque; it changes no picture. Default false.
  open var isOpaque: Bool {
    get { values.compositing.isOpaque }
    set { store(newValue, at: \.compositing.isOpaque) }
  }

  /// The curve of the rounded corners; an unknown name is stored as `circular`. Default `circular`.
  open var cornerCurve: CALayerCornerCurve {
    get { values.compositing.cornerCurve }
    set { store(newValue, at: \.compositing.cornerCurve) }
  }

  /// How far along each edge a corner of a curve reaches, in radii: 1 for `circular` and unknown curves, 1.528665 for
  /// `continuous`.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  /// The radius of the corners of background and border, in points, and of the clip with `masksToBounds`. Default 0.
  /// Animatable.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { store(newValue, at: \.cornerRadius) }
  }

  /// Which corners are rounded. Bits that name no corner are dropped. Default all four.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { store(newValue, at: \.maskedCorners) }
  }

  /// The width of the line along the inside of the bounds, in points. Default 0, none. Animatable.
  open var borderWidth: CGFloat {
    get { values.borderWidth }
    set { store(newValue, at: \.borderWidth) }
  }

  /// The colour of that line; opaque black by default. Animatable.
  open var borderColor: CGColor? {
    get { values.borderColor }
    set { store(newValue, at: \.borderColor) }
  }

  /// Whether edges are anti-aliased at all. Default true.
  open var allowsEdgeAntialiasing: Bool {
    get { values.compositing.allowsEdgeAntialiasing }
    set { store(newValue, at: \.compositing.allowsEdgeAntialiasing) }
  }

  /// Which edges of the bounds are anti-aliased, where that is allowed: switch it off where layers abut. Default all four.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.compositing.edgeAntialiasingMask }
    set { store(newValue, at: \.compositing.edgeAntialiasingMask) }
  }

  // MARK: Groups

  /// Whether an opacity below 1 fades the layer with its sublayers as a whole, rather than each of them. Default true.
  open var allowsGroupOpacity: Bool {
    get { values.compositing.allowsGroupOpacity }
    set { store(newValue, at: \.compositing.allowsGroupOpacity) }
  }

  /// Whether the layer with all within it is drawn onto a raster first, and that is then placed. Default false.
  /// Animatable, at once.
  open var shouldRasterize: Bool {
    get { values.compositing.shouldRasterize }
    set { store(newValue, at: \.compositing.shouldRasterize) }
  }

  /// Pixels of that raster per point. Default 1. Animatable.
  open var rasterizationScale: CGFloat {
    get { values.compositing.rasterizationScale }
    set { store(newValue, at: \.compositing.rasterizationScale) }
  }

  // MARK: Shadow

  /// The colour of the shadow that the layer casts with all within it; nil casts none. Default opaque black. Animatable.
  open var shadowColor: CGColor? {
    get { values.shadow.color }
    set { store(newValue, at: \.shadow.color) }
  }

  /// How opaque the shadow is, 0…1; 0, the default, casts none. Animatable.
  open var shadowOpacity: Float {
    get { values.shadow.opacity }
    set { store(newValue, at: \.shadow.opacity) }
  }

  /// How far the shadow is moved, in points of the layer's own coordinates. Default (0, −3). Animatable.
  open var shadowOffset: CGSize {
    get { values.shadow.offset }
    set { store(newValue, at: \.shadow.offset) }
  }

  /// The standard deviation of the shadow's blur, in points; 0 leaves its edges sharp. Default 3. Animatable.
  open var shadowRadius: CGFloat {
    get { values.shadow.radius }
    set { store(newValue, at: \.shadow.radius) }
  }

  /// What casts the shadow, filled, in points of the layer's own coordinates; nil, the default, lets the layer with its
  /// sublayers cast it, an empty path nothing. Setting it keeps a copy. Animatable, not implicitly.
  open var shadowPath: CGPath? {
    get { values.shadow.path }
    set { store(newValue?.copy(), at: \.shadow.path) }
  }

  // MARK: Filters

  /// What the layer's picture goes through, in order: `CIFilter`s. Default nil, nothing. Animatable, at once, and each
  /// input by a key path such as `filters.CIGaussianBlur.inputRadius`.
  ///
  /// The layer keeps the filters' values, and reading gives new filters equal to those given: a filter that is changed
  /// afterwards does not change the layer. Set the list again, or an input by its key path. What is no filter that layers
  /// can draw is kept as it was given and has no effect, and a warning is logged.
  open var filters: [Any]? {
    get { givenFilters.objects(drawing: values.compositing.filters) }
    set {
      givenFilters = GivenFilters(newValue)
      store(givenFilters.values, at: \.compositing.filters)
    }
  }

  /// What the backdrop inside the rounded bounds goes through, in order: `CIFilter`s, kept as in `filters`. Default nil.
  /// Animatable, at once, and each input by a key path such as `backgroundFilters.CIGaussianBlur.inputRadius`.
  open var backgroundFilters: [Any]? {
    get { givenBackgroundFilters.objects(drawing: values.compositing.backgroundFilters) }
    set {
      givenBackgroundFilters = GivenFilters(newValue)
      store(givenBackgroundFilters.values, at: \.compositing.backgroundFilters)
    }
  }

  /// How the layer's picture meets what lies beneath it: the name of a blend mode, such as `"multiplyBlendMode"` or
  /// `"CIMultiplyBlendMode"`, or the `CIFilter` of such a name. Default nil, over it. Animatable, at once.
  ///
  /// A name that is not known is kept, draws as nil, and a warning is logged.
  open var compositingFilter: Any? {
    get {
      let mode = values.compositing.blendMode
      if let object = compositingFilterObject, BlendMode(compositingFilter: object) == mode { return object }
      return mode?.filterName
    }
    set {
      let mode = newValue.flatMap(BlendMode.init(compositingFilter:))
      if let newValue, mode == nil {
        FilterWarning.log("\(newValue) is not the name of a blend mode: it has no effect.")
      }
      compositingFilterObject = (newValue as? CIFilter)?.copy() ?? newValue
      store(mode, at: \.compositing.blendMode)
    }
  }
}

extension BlendMode {
  /// The mode of a name or of a filter of that name; nil for anything else.
  init?(compositingFilter object: Any) {
    guard let name = object as? String ?? (object as? CIFilter)?.filterName else { return nil }
    self.init(filterName: name)
  }
}
