import Foundation

/// Computes a function's results: from the `info`, its inputs, and where the results go.
public typealias CGFunctionEvaluateCallback =
  @Sendable (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void
/// What releases the `info` of a function when it is no longer needed.
public typealias CGFunctionReleaseInfoCallback = @Sendable (UnsafeMutableRawPointer?) -> Void

/// What a `CGFunction` calls.
public struct CGFunctionCallbacks: Sendable {
  /// 0.
  public var version: UInt32
  /// Computes the results.
  public var evaluate: CGFunctionEvaluateCallback?
  /// Releases the `info`.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Callbacks of version 0 that do nothing.
  public init() {
    self.init(version: 0, evaluate: nil, releaseInfo: nil)
  }

  /// Callbacks of their three parts.
  public init(
    version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?
  ) {
    self.version = version
    self.evaluate = evaluate
    self.releaseInfo = releaseInfo
  }
}

/// A function of numbers, written by the program: what a `CGShading` asks for its colours.
///
/// `@unchecked Sendable`, because the program's `info` and callbacks cannot be checked. The proof: they never change, and
/// are called only by the thread that draws.
public final class CGFunction: @unchecked Sendable {
  /// How many numbers it takes.
  package let inputCount: Int
  /// How many numbers it gives.
  package let outputCount: Int
  private let info: UnsafeMutableRawPointer?
  private let domain: [CGFloat]?
  private let range: [CGFloat]?
  private let callbacks: CGFunctionCallbacks

  /// A function of `domainDimension` numbers that gives `rangeDimension`.
  ///
  /// `domain` and `range` are pairs of a least and a greatest number, to which inputs and results are cut; nil for
  /// none. Nil where a dimension is not positive, or there is nothing to evaluate it.
  public init?(
    info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
    range: UnsafePointer<CGFloat>?, callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    // More inputs or results than that nobody can mean, and their memory would be read beyond its end.
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

  /// The results for inputs, of which there must be `inputCount`.
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
