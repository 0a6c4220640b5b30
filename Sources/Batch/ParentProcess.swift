import Foundation
import MultiplaneCLinux

/// The process that started this one.
package enum ParentProcess {
  /// Has this process end when the one that started it does, in whatever way that ends.
  package static func endWithIt() { multiplane_end_with_parent() }
}
