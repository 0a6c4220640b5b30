import Synchronization

/// A memory budget that several images share, counted before allocation.
package final class MemoryAllowance: Sendable {
  private struct State {
    var bytes: Int
    var taken = 0
    var isExceeded = false
  }

  private let state: Mutex<State>

  /// Creates an allowance.
  ///
  /// - Parameter bytes: the budget of all reservations.
  package init(bytes: Int) {
    state = Mutex(State(bytes: bytes))
  }

  /// The budget of all reservations, in bytes.
  package var bytes: Int {
    get { state.withLock(\.bytes) }
    set { state.withLock { $0.bytes = newValue } }
  }

  /// The reserved memory, in bytes.
  package var taken: Int { state.withLock(\.taken) }

  /// Whether a reservation was ever refused.
  package var isExceeded: Bool { state.withLock(\.isExceeded) }

  fileprivate func take(_ more: Int) -> Bool {
    state.withLock { state in
      let (sum, overflows) = state.taken.addingReportingOverflow(more)
      guard !overflows, sum <= state.bytes else {
        state.isExceeded = true
        return false
      }
      state.taken = sum
      return true
    }
  }

  fileprivate func giveBack(_ bytes: Int) { state.withLock { $0.taken -= bytes } }
}

/// The reservation of one image in an allowance, released with its last reference.
package final class MemoryReservation: Sendable {
  package let allowance: MemoryAllowance
  private let bytes = Mutex(0)

  package init(of allowance: MemoryAllowance) {
    self.allowance = allowance
  }

  deinit { allowance.giveBack(bytes.withLock(\.self)) }

  /// Resizes the reservation.
  ///
  /// - Returns: false, without a change, if it exceeds the allowance.
  package func resize(to wanted: Int) -> Bool {
    bytes.withLock { bytes in
      if wanted <= bytes {
        allowance.giveBack(bytes - wanted)
      } else if !allowance.take(wanted - bytes) {
        return false
      }
      bytes = wanted
      return true
    }
  }
}
