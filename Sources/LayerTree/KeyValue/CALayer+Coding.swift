import MultiplaneGraphics
import MultiplaneRenderTree

// A layer in an archive: what differs from the defaults, by key, and its sublayers, mask and
// animations. Read back, it has no superlayer, no delegate and nothing that asks for layout or
// display but what reading it changed.

extension CALayer {
  private enum ArchiveKey {
    static let sublayers = "sublayers"
    static let mask = "mask"
    static let animations = "animations"
    static let animationKeys = "animationKeys"
    static let constraints = "constraints"
    /// Only a `CAConstraintLayoutManager` is archived.
    static let hasConstraintLayoutManager = "hasConstraintLayoutManager"
    /// The archived form of a nil key.
    static let noKey = NSNumber(value: false)
  }

  func encodeValues(with coder: NSCoder) {
    var values: [AnyHashable: Any] = arbitraryValues
    for key in archivedKeys where shouldArchiveValue(forKey: key) { values[key] = value(forKey: key) ?? NSNull() }
    ArchivedValue.encode(values, with: coder)
    if !children.isEmpty { coder.encode(NSArray(array: children), forKey: ArchiveKey.sublayers) }
    if let maskLayer { coder.encode(maskLayer, forKey: ArchiveKey.mask) }
    if !attachedAnimations.isEmpty {
      coder.encode(NSArray(array: attachedAnimations.map(\.archived)), forKey: ArchiveKey.animations)
      let keys: [NSObject] = attachedAnimations.map { $0.key.map { NSString(string: $0) } ?? ArchiveKey.noKey }
      coder.encode(NSArray(array: keys), forKey: ArchiveKey.animationKeys)
    }
    if let constraints { coder.encode(NSArray(array: constraints), forKey: ArchiveKey.constraints) }
    if layoutManager is CAConstraintLayoutManager {
      coder.encode(true, forKey: ArchiveKey.hasConstraintLayoutManager)
    }
  }

  func decode(from coder: NSCoder) {
    func object(_ key: String) -> Any? { ArchivedValue.object(forKey: key, in: coder) }
    values = LayerValues(of: kind)
    for (key, value) in ArchivedValue.values(in: coder) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
    if coder.containsValue(forKey: ArchiveKey.hasConstraintLayoutManager) {
      layoutManager = CAConstraintLayoutManager()
    }
    constraints = Self.list(object(ArchiveKey.constraints))
    sublayers = Self.list(object(ArchiveKey.sublayers))
    mask = object(ArchiveKey.mask) as? CALayer
    let animations: [CAAnimation] = Self.list(object(ArchiveKey.animations)) ?? []
    let keys = object(ArchiveKey.animationKeys) as? NSArray
    for (index, animation) in animations.enumerated() {
      let key = keys.flatMap { index < $0.count ? $0[index] as? NSString : nil }
      add(animation, forKey: key.map(String.init))
    }
  }

  private static func list<Element>(_ object: Any?) -> [Element]? {
    (object as? NSArray).map { $0.compactMap { $0 as? Element } }
  }

  /// The keys of all values that an archive may hold.
  private var archivedKeys: [String] {
    LayerProperties.rows(of: kind).map(\.key) + TimingKey.allCases.map(\.rawValue) + [
      "name", "style", "actions", "needsDisplayOnBoundsChange", "contentsFormat", "drawsAsynchronously",
    ]
  }

  func hasOwnValue(forKey key: String) -> Bool {
    switch key {
    // Text is drawn again.
    case "contents": return contentsObject != nil && !(kind == .text && showsOwnDrawing)
    case "name": return name != nil
    case "style": return style != nil
    case "actions": return actions != nil
    case "delegate": return delegate != nil
    case "layoutManager": return layoutManager != nil
    case "constraints": return constraints != nil
    // The program may have assigned values of these that cannot be drawn.
    case "filters" where givenFilters.list != nil: return true
    case "backgroundFilters" where givenBackgroundFilters.list != nil: return true
    case "compositingFilter" where compositingFilterObject != nil: return true
    case "mask": return maskLayer != nil
    case "sublayers": return !children.isEmpty
    case "needsDisplayOnBoundsChange": return displayState.isNeededOnBoundsChange != nil
    case "drawsAsynchronously": return drawsAsynchronously
    case "cornerCurve" where hasOwnCornerCurve: return true
    // A program that was built for a system with other defaults gets these as they are here.
    case "allowsEdgeAntialiasing", "allowsGroupOpacity", "contentsFormat": return true
    // They follow from others.
    case "frame", "superlayer", "visibleRect": return false
    default: break
    }
    if let property = LayerProperties.row(key, of: kind) {
      let value = property.get(values)
      return value != property.defaultValue(of: kind) && value != styleValue(of: property)
    }
    if let timing = TimingKey(rawValue: key) {
      return timing.value(of: self) as? NSObject != timing.value(of: CALayer()) as? NSObject
    }
    return arbitraryValues[key] != nil
  }
}
