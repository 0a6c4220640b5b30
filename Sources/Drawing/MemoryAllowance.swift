import Synchronization

/// Memory that several images share, counted before it is allocated.
package final class MemoryAllowance: Sendable {
  private struct State {
    var bytes: Int
    var taken = 0
    var isExceeded = false
  }

  private let state: Mutex<State>

  /// - Parameter bytes: that all reservations may have together.
  package init(bytes: Int) {
    state = Mutex(State(bytes: bytes))
  }

  /// What all reservations may have together.
  package var bytes: Int {
    get { state.withLock(\.bytes) }
    set { state.withLock { $0.bytes = newValue } }
  }

  /// What is reserved now.
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

/// The part of an allowance that one image has, given back with the last reference to it.
package final class MemoryReservation: Sendable {
  package let allowance: MemoryAllowance
  private let bytes = Mutex(0)

  package init(of allowance: MemoryAllowance) {
    self.allowance = allowance
  }

  deinit { allowance.giveBack(bytes.withLock(\.self)) }

  /// Changes how much is reserved.
  ///
  /// - Returns: whether the allowance has room for it; else the reservation stays as it was.
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
