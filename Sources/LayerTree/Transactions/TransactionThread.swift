import MultiplaneGraphics
import Synchronization

/// The uncommitted state of one thread: its open transactions, the layers that it changed, and the
/// layers whose animations it lets begin and end.
///
/// Each thread has one, made when it first changes a layer. It is handed over by `flush`, by the
/// commit of the outermost transaction, or at the end of the run loop's turn. Layers are held
/// weakly: whoever commits a tree itself need not flush.
final class TransactionThread {
  /// Identifies the thread among all present and former ones; never 0.
  let serial: UInt64
  /// The outermost first.
  var open: [Transaction] = []
  /// The delegate calls and callbacks that are due.
  let callbacks = CallbackQueue()
  /// When it is handed over by itself; see `TransactionThread+RunLoop.swift`.
  var turn = RunLoopTurn()
  /// The media time at which the next animation begins or ends, or a layer is to draw what is
  /// animated; infinite when none will. As it was at the last flush.
  var nextChangeTime = Double.infinity
  /// Whether trees are being committed, at the current media time.
  private(set) var isCommitting = false
  /// Changed since the last commit; `TransactionMembership.changes` of each is our serial.
  private var changed = WeakLayers()
  /// With animations; `TransactionMembership.animations` of each is our serial.
  private var animated = WeakLayers()

  /// Layers that lost their superlayer, or got another after that, since the last commit.
  private var moved = WeakLayers()
  var hasMoves: Bool { !moved.isEmpty }

  private static let lastSerial = Atomic<UInt64>(0)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<TransactionThread>.fromOpaque(pointer).release()
    }
    precondition(result == 0, "A process has room for at least 128 keys of thread-local storage, and we take one.")
    return key
  }()

  private init() {
    serial = Self.lastSerial.add(1, ordering: .relaxed).newValue
  }

  /// That of the calling thread.
  static var current: TransactionThread {
    if let existing { return existing }
    let thread = TransactionThread()
    pthread_setspecific(key, Unmanaged.passRetained(thread).toOpaque())
    return thread
  }

  /// That of the calling thread, if it ever changed a layer.
  private static var existing: TransactionThread? {
    pthread_getspecific(key).map { Unmanaged<TransactionThread>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sees to it that the calling thread empties its queue, if the queue is its own.
  static func scheduleTurn(for queue: CallbackQueue) {
    guard let existing, existing.callbacks === queue else { return }
    existing.scheduleTurn()
  }
}

// MARK: - Transactions

extension TransactionThread {
  /// Opens the implicit transaction unless one is open.
  func openImplicitly() {
    guard open.isEmpty else { return }
    open.append(Transaction(isImplicit: true))
    scheduleTurn()
  }

  /// Closes the innermost transaction if it is an explicit one. Closing the outermost commits what
  /// changed.
  func commit() {
    guard let last = open.last, !last.isImplicit else { return }
    open.removeLast()
    // Whatever was changed in it may be due at once.
    nextChangeTime = -.infinity
    if open.isEmpty {
      endMoves()
      commitTrees()
    }
    scheduleTurn()
  }

  /// Commits what changed, lets animations begin and end, and calls what is due; nothing while an
  /// explicit transaction is open.
  func flush() {
    guard open.allSatisfy(\.isImplicit) else { return }
    // Any change opens a transaction: without one nothing can be due before the time that was found
    // last.
    guard !open.isEmpty || !callbacks.isEmpty || CACurrentMediaTime() >= nextChangeTime else {
      scheduleNextChange()
      return
    }
    endMoves()
    endAnimations()
    displayAnimatedKeys()
    open = []
    commitTrees()
    beginAnimations()
    for callback in callbacks.removeAll() { callback.run() }
    nextChangeTime = nextAnimationTime
    scheduleNextChange()
  }

  /// The completion blocks that an animation holds back when it is added now.
  var openCompletions: [Completion] { open.flatMap(\.completions) }

  /// The value of a key in the innermost transaction that has one.
  func value(forKey key: String) -> Any? {
    for transaction in open.reversed() {
      if let value = transaction.values[key] { return value }
    }
    return nil
  }

  func setValue(_ value: Any?, forKey key: String) {
    openImplicitly()
    open[open.count - 1].values.updateValue(value, forKey: key)
  }
}

// MARK: - Layers

/// On whose lists a layer is, by serial; 0 for none.
struct TransactionMembership {
  var changes: UInt64 = 0
  var animations: UInt64 = 0
}

extension TransactionThread {
  /// Takes a layer on the list of those that are to be committed.
  func noteChange(of layer: CALayer) {
    openImplicitly()
    layer.membership.changes = serial
    let serial = serial
    changed.append(layer) { layer in
      guard layer.membership.changes == serial else { return nil }
      layer.membership.changes = 0
      guard layer.committed == nil else { return nil }
      let root = layer.root
      guard root.membership.changes != serial else { return nil }
      root.membership.changes = serial
      return root
    }
  }

  /// Takes a layer on the list of those that left their tree, or moved within it.
  func noteMove(of layer: CALayer) {
    openImplicitly()
    moved.append(layer) { $0 }
  }

  /// Ends the animations of what has left its tree.
  private func endMoves() {
    for layer in moved.removeAll() { layer.endMove() }
  }

  /// Takes a layer on the list of those whose animations begin and end.
  func noteAnimation(of layer: CALayer) {
    layer.membership.animations = serial
    animated.append(layer) { [serial] layer in layer.hasAnimations(for: serial) ? layer : nil }
  }

  /// Commits every tree in which the thread changed something.
  private func commitTrees() {
    let now = CACurrentMediaTime()
    CATransaction.lock()
    defer { CATransaction.unlock() }
    // Layout and display change layers while the tree is committed.
    for _ in 0..<Self.mostCommits {
      let layers = changed.removeAll().filter { $0.membership.changes == serial }
      guard !layers.isEmpty else { return }
      for layer in layers { layer.membership.changes = 0 }
      isCommitting = true
      defer { isCommitting = false }
      for layer in layers where layer.committed == nil { _ = layer.root.commitChanges(at: now) }
    }
  }

  /// Most times that trees are committed in one go in which layout and display keep changing
  /// others.
  private static let mostCommits = 16

  /// Removes the animations that are over and notes the delegates to notify.
  private func endAnimations() {
    let now = CACurrentMediaTime()
    animated.keep { $0.hasAnimations(for: serial) }
    for layer in animated.layers { layer.endAnimations(at: now, callbacks) }
  }

  /// Renews the contents of layers that draw what is animated.
  private func displayAnimatedKeys() {
    let now = CACurrentMediaTime()
    for layer in animated.layers { layer.displayAnimatedKeys(atMediaTime: now) }
  }

  /// Notes the delegates to notify that animations have begun.
  private func beginAnimations() {
    let now = CACurrentMediaTime()
    for layer in animated.layers { layer.beginAnimations(at: now, callbacks) }
  }

  private var nextAnimationTime: Double {
    let now = CACurrentMediaTime()
    return animated.layers.compactMap { layer in
      layer.animatesDisplayedKeys(atMediaTime: now) ? now + Self.drawingInterval : layer.nextAnimationTime
    }.min() ?? .infinity
  }

  /// How often what is animated is drawn by the program itself, in seconds.
  private static let drawingInterval = 1.0 / 60
}
