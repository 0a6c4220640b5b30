// swift-format-ignore-file: AvoidRetroactiveConformances
// Foundation on Linux lacks these conformances of its types, which Apple's have.

import Foundation

extension CGPoint: @retroactive CustomDebugStringConvertible {
  /// The coordinates: "(1.0, 2.0)".
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
  /// Width and height: "(3.0, 4.0)".
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
  /// Origin and size: "(1.0, 2.0, 3.0, 4.0)".
  public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}

extension CGVector: CustomDebugStringConvertible {
  /// The components: "(1.0, 2.0)".
  public var debugDescription: String { "(\(dx), \(dy))" }
}
