// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Objects of Core Foundation types that are compared by identity.
public protocol CFIdentity: AnyObject, Hashable {}

extension CFIdentity {
  /// Whether both are the same object.
  public static func == (a: Self, b: Self) -> Bool { a === b }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGDataProvider: CFIdentity {}
extension CGFunction: CFIdentity {}
extension CGGradient: CFIdentity {}
extension CGImage: CFIdentity {}
extension CGPattern: CFIdentity {}
extension CGShading: CFIdentity {}

/// An identifier of a Core Foundation type.
public typealias CFTypeID = UInt

/// The type identifier of an object; compare it with a class's `typeID`.
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
  guard let cf else { return 0 }
  return classID(of: cf is CGPath ? CGPath.self : type(of: cf))
}

/// The type identifier of a class.
package func classID(of type: AnyClass) -> CFTypeID {
  CFTypeID(bitPattern: ObjectIdentifier(type).hashValue)
}

/// Whether two objects are equal.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
  if let one = cf1 as? any Hashable, let other = cf2 as? any Hashable { return AnyHashable(one) == AnyHashable(other) }
  return cf1 === cf2
}

extension CGColor {
  /// The type identifier of colours.
  public static var typeID: CFTypeID { classID(of: CGColor.self) }
}

extension CGColorSpace {
  /// The type identifier of colour spaces.
  public static var typeID: CFTypeID { classID(of: CGColorSpace.self) }
}

extension CGImage {
  /// The type identifier of images.
  public static var typeID: CFTypeID { classID(of: CGImage.self) }
}

extension CGPath {
  /// The type identifier of paths.
  public static var typeID: CFTypeID { classID(of: CGPath.self) }
}

extension CGGradient {
  /// The type identifier of gradients.
  public static var typeID: CFTypeID { classID(of: CGGradient.self) }
}

extension CGDataProvider {
  /// The type identifier of data providers.
  public static var typeID: CFTypeID { classID(of: CGDataProvider.self) }
}

extension CGFunction {
  /// The type identifier of functions.
  public static var typeID: CFTypeID { classID(of: CGFunction.self) }
}

extension CGPattern {
  /// The type identifier of patterns.
  public static var typeID: CFTypeID { classID(of: CGPattern.self) }
}

extension CGShading {
  /// The type identifier of shadings.
  public static var typeID: CFTypeID { classID(of: CGShading.self) }
}
