import MultiplaneGraphics

/// Places a layer's sublayers by their `constraints`.
///
/// A sublayer's place along an axis follows from its constraints on that axis when the sources of all of them are known:
/// the superlayer, or siblings that were themselves placed by constraints along the axis that is asked for. Along an axis
/// where one is not known (no such name, the layer itself, a sibling without constraints, a cycle) it stays where it is.
/// What one, two and more constraints on an axis mean stands with `ConstraintInterval.placed(by:)`: one edge or the
/// middle moves the layer, two make its extent, of more the last given counts with the lowest.
/// (Source: CAConstraintLayoutManager.h.)
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  /// A manager; all are alike.
  public override init() {
    super.init()
  }

  /// True for every manager of constraints.
  open override func isEqual(_ object: Any?) -> Bool { object is CAConstraintLayoutManager }

  /// The same for all.
  open override var hash: Int { 1 }

  /// Places the sublayers of a layer by their constraints.
  open func layoutSublayers(of layer: CALayer) {
    var solution = ConstraintSolution(of: layer)
    solution.solve()
    solution.apply()
  }
}
