import Foundation

/// A path with the lengths of its lines and curves, for trimming and dashing.
package final class PathMeasure: Sendable {
  struct Part: Sendable {
    let subpath: Subpath
    /// By segment.
    let lengths: [BezierLength]
  }

  let outline: PathOutline
  /// The subpaths that are finite.
  let parts: [Part]
  /// The length of all of them.
  let total: Double

  init(_ outline: PathOutline) {
    self.outline = outline
    parts = outline.subpaths.filter(\.isComputable).map { subpath in
      Part(subpath: subpath, lengths: subpath.segments.map { BezierLength(of: $0) })
    }
    total = parts.reduce(0) { sum, part in part.lengths.reduce(sum) { $0 + $1.total } }
  }
}
