import Glibc
import MultiplaneCDRM

/// The seat of a machine without a seat daemon: nodes are opened as they are, the kernel makes us
/// master of the card, and the virtual terminal asks us before another one is shown.
final class DirectSeat: Seat {
  let label: String
  let fileDescriptor: Int32? = nil
  private(set) var isActive = true
  private let terminal: VirtualTerminal?
  /// Cards that are open.
  private var cards: Set<Int32> = []

  init() {
    terminal = VirtualTerminal()
    label = "direct, \(terminal.map { "terminal \($0.path)" } ?? "no virtual terminal")"
  }

  func begin() { terminal?.take() }

  func open(_ path: String) throws(DisplayError) -> Int32 {
    // O_NONBLOCK: reading events must not wait.
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = SystemError.last()
      throw .node(path: path, call: "open", error: error, remedy: error.remedy)
    }
    if path.contains("/dri/card") { cards.insert(descriptor) }
    return descriptor
  }

  func close(_ descriptor: Int32) {
    cards.remove(descriptor)
    _ = Glibc.close(descriptor)
  }

  func takeChanges(signal: Int32?) -> [SeatChange] {
    switch signal {
    case VirtualTerminal.leaveSignal:
      isActive = false
      return [.left]
    case VirtualTerminal.returnSignal:
      terminal?.acknowledgeReturn()
      for card in cards { _ = drmSetMaster(card) }
      isActive = true
      return [.returned]
    default: return []
    }
  }

  func letGo() {
    for card in cards { _ = drmDropMaster(card) }
    terminal?.letGo()
  }

  func end() { terminal?.giveBack() }
}
