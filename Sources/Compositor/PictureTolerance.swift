/// What difference from the expected picture is allowed: lists of (difference, share of pixels), not one number.
///
/// ```swift
/// let tolerance = PictureTolerance(anywhere: [.init(beyond: 1, share: 0.01), .init(beyond: 8, share: 0)])
/// let isAlike = difference.breaches(of: tolerance).isEmpty
/// ```
public struct PictureTolerance: Sendable, Equatable {
  /// At most this share of the picture's pixels may differ by more than this.
  public struct Budget: Sendable, Equatable {
    /// In 255ths.
    public var beyond: Int
    /// 0…1.
    public var share: Double

    /// A budget: at most `share` of the pixels, 0…1, may differ by more than `beyond` 255ths.
    public init(beyond: Int, share: Double) {
      self.beyond = beyond
      self.share = share
    }
  }

  /// For all pixels.
  public var anywhere: [Budget]
  /// For the pixels inside areas, away from edges (`ExpectedPicture.isInside`); shares are of the whole picture.
  public var inside: [Budget]

  /// A tolerance of budgets for all pixels, and of further ones for pixels inside areas; default none.
  public init(anywhere: [Budget], inside: [Budget] = []) {
    self.anywhere = anywhere
    self.inside = inside
  }

  /// No difference at all.
  public static let exact = PictureTolerance(anywhere: [Budget(beyond: 0, share: 0)])

  /// What renderers may differ from the reference by; the one place where it stands. A byte, whose neighbour a number near the middle between
  /// two may become; shaders, whose single precision places edges, another one at one pixel in 10,000.
  public static let parity = PictureTolerance(
    anywhere: [Budget(beyond: 1, share: 0.0001), Budget(beyond: 2, share: 0)], inside: [])

  /// What the CPU renderer keeps to, everywhere.
  package static let neighbours = PictureTolerance(anywhere: [Budget(beyond: 1, share: 0)])

  /// The largest differences that a pixel may have on an edge and inside, in 255ths: the last budgets without a share.
  var largest: (anywhere: Int, inside: Int) {
    let anywhere = self.anywhere.filter { $0.share == 0 }.map(\.beyond).min() ?? 255
    return (anywhere, min(anywhere, inside.filter { $0.share == 0 }.map(\.beyond).min() ?? 255))
  }

  /// What a difference breaks, a phrase each; empty if it is allowed.
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
