// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// Names of Core Foundation that functions of Core Graphics and Core Text take, and that Foundation on Linux does not give.

/// Core Foundation's name for `NSString`, so that `name as CFString` compiles.
public typealias CFString = NSString
/// Core Foundation's name for `NSAttributedString`.
public typealias CFAttributedString = NSAttributedString
/// Core Foundation's name for `NSError`.
public typealias CFError = NSError
/// Core Foundation's whole number.
public typealias CFIndex = Int

/// A piece of a text, in UTF-16 code units.
public struct CFRange: Hashable, Sendable {
  /// The first.
  public var location: CFIndex
  /// How many; in Core Text's functions 0 stands for all that follow.
  public var length: CFIndex

  /// Zero and zero.
  public init() { (location, length) = (0, 0) }

  /// A range of `length` code units from `location`.
  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// `CFRange(location:length:)`.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}
