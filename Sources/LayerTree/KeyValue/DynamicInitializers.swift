import Foundation

// How an object of a class that is known only when the program runs is made by an initialiser that
// is not `required`.
//
// Apple's runtime calls `init(layer:)` and `init()` of a program's subclasses without asking Swift,
// so Apple's classes do not declare them `required`, and programs write `override init(layer:
// Any)`, or leave it out. Swift has no such call: `type(of: layer).init(layer:)` compiles for
// `required` initialisers alone. But an initialiser of an open class has a place in its class's
// table of methods, like any method, and what a subclass overrides stands at that place of its own
// table. `InstanceMaker` declares the same initialisers, `required`, at the same places: a class
// taken for it makes an object of itself by its own initialiser.

/// A superclass of `CALayer` that reserves the first method-table slot after those of `NSObject`
/// for `init(layer:)`. It has no stored properties, because their accessors precede methods in a
/// class's table.
open class LayerCopying: NSObject {
  /// Creates an object with default values.
  public override init() {
    super.init()
  }

  /// Creates a copy of a layer's values.
  public init(layer: Any) {
    super.init()
  }
}

/// A class with the method table of `LayerCopying` and required initialisers, which can be called
/// on any class. Not for programs. Open, because only methods of open classes are called through
/// the table.
open class InstanceMaker: NSObject {
  /// Calls `init()` of the actual class.
  public required override init() {
    super.init()
  }

  /// Calls `init(layer:)` of the actual class: the first slot after those of `NSObject`, as in
  /// `LayerCopying`.
  public required init(layer: Any) {
    super.init()
  }

  /// - Parameter type: a class that inherits from `NSObject`; from `LayerCopying`, if
  ///   `init(layer:)` is to be called.
  fileprivate static func inPlace(of type: AnyClass) -> InstanceMaker.Type {
    unsafeBitCast(type, to: InstanceMaker.Type.self)
  }
}

extension CALayer {
  /// A copy of the layer's values, by `init(layer:)` of its class. A class with its own
  /// initialisers and without that one ends the program, as on Apple's systems.
  package func copyOfSameClass() -> CALayer {
    unsafeBitCast(InstanceMaker.inPlace(of: type(of: self)).init(layer: self), to: CALayer.self)
  }
}

extension CALayer {
  /// Creates a layer of a class that is known only at run time, such as a view's `layerClass`. It
  /// replaces `layerClass.init()`, which Swift allows on Apple's systems.
  ///
  /// It calls `init()` of the class. A class with its own initialisers and without that one ends
  /// the program, as on Apple's systems.
  @_spi(Multiplane) public static func make<Layer: CALayer>(of type: Layer.Type) -> Layer {
    unsafeBitCast(InstanceMaker.inPlace(of: type).init(), to: Layer.self)
  }

  /// Creates a layer of a class that is known only at run time; nil if it is no layer class.
  @_spi(Multiplane) @_disfavoredOverload public static func make(of type: AnyClass) -> CALayer? {
    (type as? CALayer.Type).map { layerType in make(of: layerType) }
  }
}

extension CAAnimation {
  /// An animation with default values, made by `init()` of this one's class.
  func instanceOfSameClass() -> Self {
    unsafeBitCast(InstanceMaker.inPlace(of: type(of: self)).init(), to: Self.self)
  }
}
