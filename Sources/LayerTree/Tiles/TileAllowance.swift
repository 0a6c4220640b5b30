import MultiplaneDrawing
import MultiplaneRenderTree
import Synchronization

/// The budget of a scene's tiles: memory while they are cached, and time while the scene is loaded,
/// which its texts share.
///
/// Tiles beyond it are empty. A scene that is being loaded is then refused; a running one continues
/// without them.
package final class TileAllowance: Sendable {
  /// The bytes of a tile without its pixels: its entry, its values and its node.
  static let bytesPerTile = 1024

  package let memory: MemoryAllowance
  private let limits: DrawingLimits?
  private let start: Duration
  private let state = Mutex(State())

  private struct State {
    var isLoading = true
    /// The limit that was exceeded, once it was.
    var excess: DrawingExcess?
  }

  /// Creates an allowance.
  ///
  /// - Parameters:
  ///   - bytes: for the tiles of all layers, including cached invisible ones.
  ///   - seconds: of the calling thread's processor time, from now on until all layers have their
  ///     first tiles; nil for no limit.
  package init(bytes: Int, seconds: Double? = nil) {
    memory = MemoryAllowance(bytes: bytes)
    limits = seconds.map { DrawingLimits(bytes: .max, seconds: $0) }
    start = ThreadTime.now
  }

  /// The excess during loading; nil if there is none, and always after `endLoading()`.
  package var excess: DrawingExcess? {
    let state = state.withLock(\.self)
    guard state.isLoading else { return nil }
    return memory.isExceeded ? .memory(needed: memory.bytes, limit: memory.bytes) : state.excess
  }

  /// Ends the loading: later excesses make tiles empty, rather than refusing the scene.
  package func endLoading() { state.withLock { $0.isLoading = false } }

  /// A reservation for one more tile; nil if there is no room for it.
  func reserve() -> MemoryReservation? {
    let reservation = MemoryReservation(of: memory)
    return reservation.resize(to: Self.bytesPerTile) ? reservation : nil
  }

  /// Whether the layers that have no tiles yet need none, because the scene will be refused. To be
  /// asked for by the thread that loads.
  package var refuses: Bool {
    guard state.withLock(\.isLoading) else { return false }
    if let limits, let excess = limits.excess(seconds: (ThreadTime.now - start) / .seconds(1)) {
      state.withLock { $0.excess = excess }
    }
    return excess != nil
  }
}
