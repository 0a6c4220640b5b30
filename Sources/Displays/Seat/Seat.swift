/// Who grants the use of a card and of input devices, and takes it away while another session has
/// the screen.
package protocol Seat: AnyObject {
  /// What it is, for the log.
  var label: String { get }
  /// Readable when `takeChanges` has something; nil if only signals tell.
  var fileDescriptor: Int32? { get }
  /// Whether the screen is ours now.
  var isActive: Bool { get }

  /// Takes over the terminal. Called once, when its signals are waited for (`takeChanges`) and
  /// before a card is opened; until then nothing has changed that people see.
  func begin()

  /// Opens a device node.
  ///
  /// - Returns: a descriptor that does not wait; `close` gives it back.
  func open(_ path: String) throws(DisplayError) -> Int32
  func close(_ descriptor: Int32)

  /// What happened, after the descriptor became readable or a signal came.
  ///
  /// - Parameter signal: one that the program received; nil if none did.
  func takeChanges(signal: Int32?) -> [SeatChange]
  /// Lets the screen go, after `SeatChange.left` and after the last call to the card.
  func letGo()
  /// Gives back whatever was changed: called once, after the cards are closed, also if nothing ever
  /// began.
  func end()
}

/// What happens to the right to use the screen.
package enum SeatChange: Equatable, Sendable {
  /// Another session is to have the screen: stop drawing, then call `letGo`.
  case left
  /// The screen is ours again, and what it showed is gone.
  case returned
}

/// The choice of a seat, which opens the devices.
public enum SeatChoice: String, Sendable, CaseIterable {
  /// The daemon's seat, or without a daemon the direct one.
  case automatic
  /// The seat of seatd or logind, through libseat.
  case libseat
  /// Direct access to the device nodes and the virtual terminal.
  case direct

  /// Opens the seat.
  ///
  /// - Parameter log: called with a line that says why a daemon's seat was not taken.
  package func open(log: (String) -> Void = { _ in }) throws(DisplayError) -> any Seat {
    guard self != .direct else { return DirectSeat() }
    do throws(DisplayError) {
      return try LibSeat()
    } catch {
      if self == .libseat { throw error }
      return DirectSeat()
    }
  }
}
