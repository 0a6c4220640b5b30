// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// Names of Core Foundation that functions of Core Graphics and Core Text take, and that Foundation
// on Linux does not give.

/// Core Foundation's name for `NSString`, so that `name as CFString` compiles.
public typealias CFString = NSString
/// Core Foundation's name for `NSAttributedString`.
public typealias CFAttributedString = NSAttributedString
/// Core Foundation's name for `NSError`.
public typealias CFError = NSError
/// Core Foundation's integer type.
public typealias CFIndex = Int

/// A range of a string, in UTF-16 code units.
public struct CFRange: Hashable, Sendable {
  /// The index of the first code unit.
  public var location: CFIndex
  /// The number of code units; in Core Text's functions 0 means up to the end.
  public var length: CFIndex

  /// Creates an empty range at 0.
  public init() { (location, length) = (0, 0) }

  /// Creates a range of `length` code units at `location`.
  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// Creates a range of `length` code units at `location`.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}
