import Foundation
import MultiplaneCompositor

/// The table of `parity` and `diff`: one row per picture, printed as soon as it is ready.
///
/// Differences are in 255ths of full scale; `beyond N` is the share of pixels that differ by more
/// than N.
struct DifferenceColumns {
  private let title: String
  private let nameWidth: Int
  static let limits = [1, 2, 4, 8]

  /// - Parameter names: the names of all rows, for the width of the first column.
  init(title: String, names: [String]) {
    self.title = title
    nameWidth = (names + [title]).map(\.count).max() ?? 0
  }

  var header: String {
    let beyond = Self.limits.map { leading("beyond \($0)", 11) }.joined()
    return trailing(title, nameWidth) + "  largest  inside     mean" + beyond + "  result"
  }

  func row(_ name: String, _ difference: PictureDifference, verdict: String) -> String {
    let beyond = Self.limits.map { limit in
      leading(String(format: "%.4f %%", difference.share(beyond: limit) * 100), 11)
    }
    return trailing(name, nameWidth) + leading("\(difference.largest)", 9) + leading("\(difference.largestInside)", 8)
      + leading(String(format: "%.4f", difference.mean), 9) + beyond.joined() + "  " + verdict
  }
}

/// The text, right-aligned.
func leading(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// The text, left-aligned.
func trailing(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
