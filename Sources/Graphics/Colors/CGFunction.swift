import Foundation

/// A callback that computes a function, from its `info` and inputs, into memory for the results. A
/// closure, because `@convention(c)` accepts no pointer to a `CGFloat` on Linux; functions and
/// closures without captures fit.
public typealias CGFunctionEvaluateCallback =
  @Sendable (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void
/// A callback that releases the `info` of a function.
public typealias CGFunctionReleaseInfoCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// The callbacks of a `CGFunction`.
///
/// `@unchecked Sendable`, as C's structure of function pointers is. The proof is that of
/// `CGFunction`.
public struct CGFunctionCallbacks: @unchecked Sendable {
  /// The version of the structure, 0.
  public var version: UInt32
  /// The callback that computes the results.
  public var evaluate: CGFunctionEvaluateCallback?
  /// The callback that releases the `info`.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Creates empty callbacks of version 0.
  public init() {
    self.init(version: 0, evaluate: nil, releaseInfo: nil)
  }

  /// Creates callbacks.
  public init(
    version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?
  ) {
    self.version = version
    self.evaluate = evaluate
    self.releaseInfo = releaseInfo
  }
}

/// A function of numbers, implemented by the program: the colours of a `CGShading`.
///
/// `@unchecked Sendable`, because the program's `info` and callbacks cannot be checked. The proof:
/// they never change, and are called only by the thread that draws.
public final class CGFunction: @unchecked Sendable {
  /// The number of inputs.
  package let inputCount: Int
  /// The number of results.
  package let outputCount: Int
  private let info: UnsafeMutableRawPointer?
  private let domain: [CGFloat]?
  private let range: [CGFloat]?
  private let callbacks: CGFunctionCallbacks

  /// Creates a function with `domainDimension` inputs and `rangeDimension` results.
  ///
  /// `domain` and `range` are pairs of a minimum and a maximum, to which inputs and results are
  /// clamped; nil for none. Nil if a dimension is not positive, or the evaluation callback is
  /// missing.
  public init?(
    info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
    range: UnsafePointer<CGFloat>?, callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    // More inputs or results cannot be meant, and their memory would be read beyond its end.
    guard (1...64).contains(domainDimension), (1...64).contains(rangeDimension), callbacks.pointee.evaluate != nil
    else { return nil }
    inputCount = domainDimension
    outputCount = rangeDimension
    self.info = info
    self.domain = domain.map { Array(UnsafeBufferPointer(start: $0, count: 2 * domainDimension)) }
    self.range = range.map { Array(UnsafeBufferPointer(start: $0, count: 2 * rangeDimension)) }
    self.callbacks = callbacks.pointee
  }

  deinit { callbacks.releaseInfo?(info) }

  /// The results for `inputCount` inputs.
  package func values(at inputs: [CGFloat]) -> [CGFloat] {
    let inputs = Self.cut(inputs, to: domain)
    var results = [CGFloat](repeating: 0, count: outputCount)
    callbacks.evaluate?(info, inputs, &results)
    return Self.cut(results, to: range)
  }

  private static func cut(_ numbers: [CGFloat], to limits: [CGFloat]?) -> [CGFloat] {
    guard let limits else { return numbers }
    return numbers.enumerated().map { min(max($1, limits[2 * $0]), limits[2 * $0 + 1]) }
  }
}
