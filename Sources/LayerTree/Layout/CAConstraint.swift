import MultiplaneGraphics

/// An edge, the middle or the extent of a layer along one axis. (Source: CAConstraintLayoutManager.h.)
public enum CAConstraintAttribute: Int32, Sendable, CaseIterable {
  /// Lowest edge, middle, highest edge and extent, along x and then along y.
  case minX, midX, maxX, width, minY, midY, maxY, height

  /// The name of the case, as a scene file writes it.
  package var name: String { "\(self)" }

  /// The axis that the attribute lies on.
  var isHorizontal: Bool { rawValue < CAConstraintAttribute.minY.rawValue }

  /// The same attribute, whatever the axis.
  var part: ConstraintPart {
    switch self {
    case .minX, .minY: .min
    case .midX, .midY: .mid
    case .maxX, .maxY: .max
    case .width, .height: .size
    }
  }
}

/// One relation that a layer is placed by: attribute = source's attribute · scale + offset.
///
/// The source is a sibling with a name, or the superlayer by the name `superlayer`. (Source: CAConstraintLayoutManager.h.)
open class CAConstraint: NSObject, NSSecureCoding {
  /// What of the layer is given.
  public let attribute: CAConstraintAttribute
  /// The name of a sibling, or `superlayer`.
  public let sourceName: String
  /// What of the source it is given by.
  public let sourceAttribute: CAConstraintAttribute
  /// What the source's value is multiplied by.
  public let scale: CGFloat
  /// Added to that, in points.
  public let offset: CGFloat

  /// attribute = source's attribute · scale + offset.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat, offset c: CGFloat
  ) {
    attribute = attr
    sourceName = srcId
    sourceAttribute = srcAttr
    scale = m
    offset = c
  }

  /// attribute = source's attribute + offset.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// attribute = source's attribute.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  // MARK: Archives

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Reads a constraint out of an archive; nil when an attribute or the name is missing.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "attribute"), coder.containsValue(forKey: "sourceAttribute"),
      coder.containsValue(forKey: "sourceName"),
      let attribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "attribute")),
      let sourceAttribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "sourceAttribute")),
      let sourceName = coder.decodeObject(of: NSString.self, forKey: "sourceName")
    else { return nil }
    self.attribute = attribute
    self.sourceName = sourceName as String
    self.sourceAttribute = sourceAttribute
    scale = CGFloat(coder.decodeDouble(forKey: "scale"))
    offset = CGFloat(coder.decodeDouble(forKey: "offset"))
  }

  /// Writes the constraint.
  open func encode(with coder: NSCoder) {
    coder.encode(attribute.rawValue, forKey: "attribute")
    coder.encode(sourceName as NSString, forKey: "sourceName")
    coder.encode(sourceAttribute.rawValue, forKey: "sourceAttribute")
    coder.encode(Double(scale), forKey: "scale")
    coder.encode(Double(offset), forKey: "offset")
  }
}
