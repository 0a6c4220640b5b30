import MultiplaneGraphics

/// An attribute of a layer's frame along one axis: an edge, the centre or the size. (Source:
/// CAConstraintLayoutManager.h.)
public enum CAConstraintAttribute: Int32, Sendable, CaseIterable {
  /// Lower edge, centre, upper edge and size, along x and then along y.
  case minX, midX, maxX, width, minY, midY, maxY, height

  /// The name of the case, as in scene files.
  package var name: String { "\(self)" }

  /// Whether the attribute is on the x axis.
  var isHorizontal: Bool { rawValue < CAConstraintAttribute.minY.rawValue }

  /// The attribute without its axis.
  var part: ConstraintPart {
    switch self {
    case .minX, .minY: .min
    case .midX, .midY: .mid
    case .maxX, .maxY: .max
    case .width, .height: .size
    }
  }
}

/// A layout constraint: attribute = source's attribute · scale + offset.
///
/// The source is a named sibling, or the superlayer with the name `superlayer`. (Source:
/// CAConstraintLayoutManager.h.)
///
/// ```swift
/// root.layoutManager = CAConstraintLayoutManager()
/// layer.addConstraint(
///   CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
/// ```
open class CAConstraint: NSObject, NSSecureCoding {
  /// The constrained attribute of the layer.
  open var attribute: CAConstraintAttribute { values.attribute }
  /// The name of a sibling, or `superlayer`.
  open var sourceName: String { values.sourceName }
  /// The attribute of the source.
  open var sourceAttribute: CAConstraintAttribute { values.sourceAttribute }
  /// The factor of the source's attribute.
  open var scale: CGFloat { values.scale }
  /// The constant that is added, in points.
  open var offset: CGFloat { values.offset }

  private let values: Values

  private struct Values {
    var attribute = CAConstraintAttribute.minX
    var sourceName = ""
    var sourceAttribute = CAConstraintAttribute.minX
    var scale: CGFloat = 1
    var offset: CGFloat = 0
  }

  /// Creates a constraint without a source, which has no effect.
  public override init() { values = Values() }

  /// Creates the constraint attribute = source's attribute · scale + offset.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat, offset c: CGFloat
  ) {
    values = Values(attribute: attr, sourceName: srcId, sourceAttribute: srcAttr, scale: m, offset: c)
  }

  /// Creates the constraint attribute = source's attribute + offset.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Creates the constraint attribute = source's attribute.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  // MARK: Archives

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes a constraint; nil if an attribute or the name is missing.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "attribute"), coder.containsValue(forKey: "sourceAttribute"),
      coder.containsValue(forKey: "sourceName"),
      let attribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "attribute")),
      let sourceAttribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "sourceAttribute")),
      let sourceName = coder.decodeObject(of: NSString.self, forKey: "sourceName")
    else { return nil }
    values = Values(
      attribute: attribute, sourceName: sourceName as String, sourceAttribute: sourceAttribute,
      scale: CGFloat(coder.decodeDouble(forKey: "scale")), offset: CGFloat(coder.decodeDouble(forKey: "offset")))
  }

  /// Encodes the constraint.
  open func encode(with coder: NSCoder) {
    coder.encode(attribute.rawValue, forKey: "attribute")
    coder.encode(sourceName as NSString, forKey: "sourceName")
    coder.encode(sourceAttribute.rawValue, forKey: "sourceAttribute")
    coder.encode(Double(scale), forKey: "scale")
    coder.encode(Double(offset), forKey: "offset")
  }
}
