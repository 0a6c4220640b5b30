// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Objects of Core Foundation's kind that are equal only to themselves.
public protocol CFIdentity: AnyObject, Hashable {}

extension CFIdentity {
  /// Whether both are the same object.
  public static func == (a: Self, b: Self) -> Bool { a === b }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGDataProvider: CFIdentity {}
extension CGFunction: CFIdentity {}
extension CGGradient: CFIdentity {}
extension CGImage: CFIdentity {}
extension CGPattern: CFIdentity {}
extension CGShading: CFIdentity {}

/// A number for each class of Core Foundation's kind.
public typealias CFTypeID = UInt

/// The number of an object's class: compare it with the class's `typeID`.
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
  guard let cf else { return 0 }
  return classID(of: cf is CGPath ? CGPath.self : type(of: cf))
}

/// The number of a class.
package func classID(of type: AnyClass) -> CFTypeID {
  CFTypeID(bitPattern: ObjectIdentifier(type).hashValue)
}

/// Whether two objects are equal.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
  if let one = cf1 as? any Hashable, let other = cf2 as? any Hashable { return AnyHashable(one) == AnyHashable(other) }
  return cf1 === cf2
}

extension CGColor {
  /// What `CFGetTypeID(_:)` says of a colour.
  public static var typeID: CFTypeID { classID(of: CGColor.self) }
}

extension CGColorSpace {
  /// What `CFGetTypeID(_:)` says of a colour space.
  public static var typeID: CFTypeID { classID(of: CGColorSpace.self) }
}

extension CGImage {
  /// What `CFGetTypeID(_:)` says of an image.
  public static var typeID: CFTypeID { classID(of: CGImage.self) }
}

extension CGPath {
  /// What `CFGetTypeID(_:)` says of a path.
  public static var typeID: CFTypeID { classID(of: CGPath.self) }
}

extension CGGradient {
  /// What `CFGetTypeID(_:)` says of a gradient.
  public static var typeID: CFTypeID { classID(of: CGGradient.self) }
}

extension CGDataProvider {
  /// What `CFGetTypeID(_:)` says of a data provider.
  public static var typeID: CFTypeID { classID(of: CGDataProvider.self) }
}
