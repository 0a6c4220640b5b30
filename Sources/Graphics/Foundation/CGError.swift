/// Errors of Core Graphics. Raw values are Apple's. No function here returns one.
public enum CGError: Int32, Error, Sendable {
  /// No error.
  case success = 0
  /// A failure without a better name.
  case failure = 1000
  /// An argument has no meaning.
  case illegalArgument = 1001
  /// The connection to the window server is not valid.
  case invalidConnection = 1002
  /// The context is not valid.
  case invalidContext = 1003
  /// The operation cannot be completed now.
  case cannotComplete = 1004
  /// The operation does not exist here.
  case notImplemented = 1006
  /// A number is out of range.
  case rangeCheck = 1007
  /// A value has the wrong type.
  case typeCheck = 1008
  /// The operation is not allowed.
  case invalidOperation = 1010
  /// Nothing that was asked for is available.
  case noneAvailable = 1011
}
