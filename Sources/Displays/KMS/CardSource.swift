import Foundation

/// Where cards come from: this machine's nodes, or a simulation.
package protocol CardSource: AnyObject {
  /// Whether a card's node may be asked for memory to draw into.
  var hasGPUs: Bool { get }

  /// How many cards there may be.
  var cardCount: Int { get }

  /// Why there is no card, and what to do; asked where `openCard` gave none.
  var absence: String { get }

  /// Opens the card that has a wanted monitor, or without one the first that could have.
  ///
  /// - Parameter outputs: the connectors' labels; all if empty.
  /// - Returns: nil if there are no cards (yet).
  /// - Throws: `DisplayError` if there are cards and none can be used, with each one's reason.
  func openCard(outputs: [String]) throws(DisplayError) -> Card?
}

/// The cards of this machine.
package final class NodeCards: CardSource {
  package let hasGPUs = true
  private let seat: any Seat
  private let folder: String
  private let prefersAtomic: Bool

  /// - Parameters:
  ///   - folder: where the nodes lie.
  ///   - prefersAtomic: whether atomic requests are made where the driver takes them.
  package init(seat: any Seat, folder: String = "/dev/dri", prefersAtomic: Bool = true) {
    self.seat = seat
    self.folder = folder
    self.prefersAtomic = prefersAtomic
  }

  private var nodes: [String] {
    deviceNames(in: folder).filter { $0.hasPrefix("card") }
  }

  package var cardCount: Int { nodes.count }

  package var absence: String { HardwareDiagnosis.showing() }

  package func openCard(outputs: [String]) throws(DisplayError) -> Card? {
    let nodes = nodes
    guard !nodes.isEmpty else { return nil }
    var spare: Card?
    var failures: [DisplayError] = []
    for node in nodes {
      do throws(DisplayError) {
        let card = try open("\(folder)/\(node)")
        let monitors = try onCard(card) { () throws(ModeSettingError) in try card.connectors(probes: true) }
        if monitors.contains(where: { Self.isWanted($0.description, outputs) }) { return card }
        if spare == nil, !monitors.isEmpty { spare = card }
      } catch {
        failures.append(error)
      }
    }
    if let spare { return spare }
    if failures.count == 1, let only = failures.first { throw only }
    throw .noDevice(wanted: "able to show", failures: failures.map(\.description))
  }

  private static func isWanted(_ connector: ConnectorDescription, _ outputs: [String]) -> Bool {
    connector.status == .connected && !connector.modes.isEmpty && (outputs.isEmpty || outputs.contains(connector.label))
  }

  private func open(_ path: String) throws(DisplayError) -> Card {
    let descriptor = try seat.open(path)
    // The card gives its descriptor back when it goes, which may be later than we think.
    let driver = LibDRM(path: path, descriptor: descriptor) { [seat] in seat.close($0) }
    do throws(ModeSettingError) {
      return try Card(driver, prefersAtomic: prefersAtomic)
    } catch {
      throw DisplayError(error, on: path)
    }
  }
}
