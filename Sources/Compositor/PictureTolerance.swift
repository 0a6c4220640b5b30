/// The allowed difference from an expected picture: a list of budgets.
///
/// ```swift
/// let tolerance = PictureTolerance(anywhere: [.init(beyond: 1, share: 0.01), .init(beyond: 8, share: 0)])
/// let isAlike = difference.breaches(of: tolerance).isEmpty
/// ```
public struct PictureTolerance: Sendable, Equatable {
  /// A budget: the share of the picture's pixels that may differ by more than a limit.
  public struct Budget: Sendable, Equatable {
    /// The limit, in 255ths.
    public var beyond: Int
    /// The share, in 0…1.
    public var share: Double

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - beyond: a difference in 255ths.
    ///   - share: the share of pixels that may differ by more, in 0…1.
    public init(beyond: Int, share: Double) {
      self.beyond = beyond
      self.share = share
    }
  }

  /// The budgets for all pixels.
  public var anywhere: [Budget]
  /// The budgets for pixels inside areas, away from edges (`ExpectedPicture.isInside`), as shares
  /// of the whole picture.
  public var inside: [Budget]

  /// Creates a tolerance with budgets for all pixels, and further ones for pixels inside areas.
  public init(anywhere: [Budget], inside: [Budget] = []) {
    self.anywhere = anywhere
    self.inside = inside
  }

  /// No difference.
  public static let exact = PictureTolerance(anywhere: [Budget(beyond: 0, share: 0)])

  /// The tolerance of renderers against the reference, declared only here: 1/255 for any pixel,
  /// because a number near the middle may round either way, and 2/255 for one pixel in 10,000,
  /// because shaders place edges in single precision.
  public static let parity = PictureTolerance(
    anywhere: [Budget(beyond: 1, share: 0.0001), Budget(beyond: 2, share: 0)], inside: [])

  /// The tolerance of the CPU renderer: at most 1/255 for any pixel.
  package static let neighbours = PictureTolerance(anywhere: [Budget(beyond: 1, share: 0)])

  /// The largest differences that a pixel may have on an edge and inside, in 255ths: the last
  /// budgets without a share.
  var largest: (anywhere: Int, inside: Int) {
    let anywhere = self.anywhere.filter { $0.share == 0 }.map(\.beyond).min() ?? 255
    return (anywhere, min(anywhere, inside.filter { $0.share == 0 }.map(\.beyond).min() ?? 255))
  }

  /// The violations by a difference, as phrases; empty if it is allowed.
  package func breaches(by difference: PictureDifference) -> [String] {
    let total = difference.pixels.count
    func breaches(_ budgets: [Budget], _ place: String, _ count: (Int) -> Int) -> [String] {
      budgets.compactMap { budget in
        let found = count(budget.beyond)
        let allowed = Int(budget.share * Double(total))
        guard found > allowed else { return nil }
        return "\(found) of \(total) pixels\(place) differ by more than \(budget.beyond)/255, \(allowed) may"
      }
    }
    return breaches(anywhere, "", difference.count) + breaches(inside, " inside areas", difference.countInside)
  }
}
