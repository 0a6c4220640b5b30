import MultiplaneGraphics

/// A layout manager that places sublayers by their `constraints`.
///
/// A sublayer is placed along an axis if the sources of its constraints on that axis are known: the
/// superlayer, or siblings that were themselves placed along that axis. It stays in place if a
/// source is unknown: no such name, the layer itself, a sibling without constraints, or a cycle.
/// One edge or the centre moves the layer; two attributes also set its size; of more, the first and
/// the last one count (`ConstraintInterval.placed(by:)`). (Source: CAConstraintLayoutManager.h.)
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  /// Creates a layout manager. All are equal.
  public override init() {
    super.init()
  }

  /// Whether another object is a constraint layout manager; all are equal.
  open override func isEqual(_ object: Any?) -> Bool { object is CAConstraintLayoutManager }

  /// The hash value, the same for all.
  open override var hash: Int { 1 }

  /// Lays out the sublayers of a layer by their constraints.
  open func layoutSublayers(of layer: CALayer) {
    var solution = ConstraintSolution(of: layer)
    solution.solve()
    solution.apply()
  }
}
