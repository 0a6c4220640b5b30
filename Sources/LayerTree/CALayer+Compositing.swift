import Graphics
import RenderTree

// How a layer is put together with what lies beneath it, beyond its opacity. (Source of names, defaults and behaviour:
// CALayer.h.)

extension CALayer {
  // MARK: Edges and corners

  /// A promise that the contents which a program draws are opaque; it changes no picture. Default false.
  public var isOpaque: Bool {
    get { values.compositing.isOpaque }
    set { change(\.compositing.isOpaque, to: newValue) }
  }

  /// The curve of the rounded corners; an unknown name is stored as `circular`. Default `circular`.
  public var cornerCurve: CALayerCornerCurve {
    get { values.compositing.cornerCurve }
    set { change(\.compositing.cornerCurve, to: newValue) }
  }

  /// How far along each edge a corner of a curve reaches, in radii: 1 for `circular` and unknown curves, 1.528665 for
  /// `continuous`.
  public class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  /// Whether edges are anti-aliased at all. Default true.
  public var allowsEdgeAntialiasing: Bool {
    get { values.compositing.allowsEdgeAntialiasing }
    set { change(\.compositing.allowsEdgeAntialiasing, to: newValue) }
  }

  /// Which edges of the bounds are anti-aliased, where that is allowed: switch it off where layers abut. Default all four.
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.compositing.edgeAntialiasingMask }
    set { change(\.compositing.edgeAntialiasingMask, to: newValue) }
  }

  // MARK: Groups

  /// Whether an opacity below 1 fades the layer with its sublayers as a whole, rather than each of them. Default true.
  public var allowsGroupOpacity: Bool {
    get { values.compositing.allowsGroupOpacity }
    set { change(\.compositing.allowsGroupOpacity, to: newValue) }
  }

  /// Whether the layer with all within it is drawn onto a raster first, and that is then placed. Default false.
  /// Animatable, at once.
  public var shouldRasterize: Bool {
    get { values.compositing.shouldRasterize }
    set { change(\.compositing.shouldRasterize, to: newValue) }
  }

  /// Pixels of that raster per point. Default 1. Animatable.
  public var rasterizationScale: CGFloat {
    get { values.compositing.rasterizationScale }
    set { change(\.compositing.rasterizationScale, to: newValue) }
  }

  // MARK: Shadow

  /// What casts the shadow, filled, in points of the layer's own coordinates; nil, the default, lets the layer with its
  /// sublayers cast it, an empty path nothing. Setting it keeps a copy. Animatable, not implicitly.
  public var shadowPath: CGPath? {
    get { values.shadow.path }
    set { change(\.shadow.path, to: newValue?.copy()) }
  }

  // MARK: Filters

  /// What the layer's picture goes through, in order: `CIFilter`s. Default nil, nothing; an empty list counts as nil.
  /// Animatable, at once, and each input by a key path such as `filters.CIGaussianBlur.inputRadius`.
  ///
  /// The layer keeps the filters' values, and reading gives new filters equal to those given: a filter that is changed
  /// afterwards does not change the layer. Set the list again, or an input by its key path. What is no filter that layers
  /// can draw is left out, and a warning is logged.
  public var filters: [Any]? {
    get { values.compositing.filters?.map(CIFilter.init) }
    set { change(\.compositing.filters, to: newValue.flatMap(FilterValue.list)) }
  }

  /// What the backdrop inside the rounded bounds goes through, in order: `CIFilter`s, kept as in `filters`. Default nil.
  /// Animatable, at once, and each input by a key path such as `backgroundFilters.CIGaussianBlur.inputRadius`.
  public var backgroundFilters: [Any]? {
    get { values.compositing.backgroundFilters?.map(CIFilter.init) }
    set { change(\.compositing.backgroundFilters, to: newValue.flatMap(FilterValue.list)) }
  }

  /// How the layer's picture meets what lies beneath it: the name of a blend mode, such as `"multiplyBlendMode"` or
  /// `"CIMultiplyBlendMode"`, or the `CIFilter` of such a name. Default nil, over it. Animatable, at once.
  ///
  /// A name that is not known is kept, draws as nil, and a warning is logged.
  public var compositingFilter: Any? {
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
      change(\.compositing.blendMode, to: mode)
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

extension FilterValue {
  /// The values of those objects that are filters which layers draw; nil when there are none.
  fileprivate static func list(_ objects: [Any]) -> [FilterValue]? {
    let values = objects.compactMap { object -> FilterValue? in
      if let value = (object as? CIFilter)?.filterValue { return value }
      FilterWarning.log("\(object) is not a filter that a layer's picture can go through: it is left out.")
      return nil
    }
    return values.isEmpty ? nil : values
  }
}
