#if Service
  import Foundation
  import HTTPTypes
  import MultiplaneBatch
  import NIOCore

  /// Admits drawings, has equal ones drawn once, and hands them to workers as they came; what takes
  /// less than half as long goes first, but none is overtaken for longer than a second. Drawings
  /// that may take seconds are admitted apart, and leave one of several workers to the others.
  final class DrawingQueue: @unchecked Sendable {
    // Proof of Sendable: all that changes, drawings included, is touched under `condition` alone.

    /// The result of a drawing for a waiting request.
    struct Outcome: Sendable {
      var result: Result<ByteBuffer, Problem>
      var isJoined = false
      /// Seconds.
      var queue: Double?
      var draw: Double?
      var worker: Int?
      /// About the picture; nil for none. It is not cached then.
      var warning: String?
    }

    /// A picture, drawn once for all that ask for it meanwhile.
    final class Drawing {
      let key: String
      let request: PictureRequest
      let digest: String
      /// Its estimated seconds.
      let reckoned: Double
      /// Seconds that it takes at least, by which alone it is refused.
      let least: Double
      /// Whether it may take seconds, whatever the estimate is.
      let mayTakeLong: Bool
      fileprivate let submitted: ContinuousClock.Instant
      fileprivate(set) var begun: ContinuousClock.Instant?
      /// Workers that died of it before it was given back. It changes while no worker has it.
      fileprivate(set) var deaths = 0
      fileprivate var waiters: [Waiter] = []
      /// The latest deadline of all that have waited for it, including clients that were answered
      /// that it has passed.
      fileprivate var end: ContinuousClock.Instant

      fileprivate init(
        key: String, request: PictureRequest, digest: String, reckoned: Double, least: Double,
        mayTakeLong: Bool, submitted: ContinuousClock.Instant
      ) {
        (self.key, self.request, self.digest) = (key, request, digest)
        (self.reckoned, self.least, self.mayTakeLong) = (reckoned, least, mayTakeLong)
        (self.submitted, end) = (submitted, submitted)
      }

      fileprivate func add(_ waiter: Waiter) {
        waiters.append(waiter)
        end = max(end, waiter.deadline)
      }

      fileprivate var hasBeenLeft: Bool { waiters.allSatisfy { $0.connection?.hasLeft ?? false } }

      /// Whether it cannot be drawn any more for one that waits for it.
      fileprivate func isLate(_ waiter: Waiter, _ now: ContinuousClock.Instant) -> Bool {
        waiter.deadline <= now + .seconds(begun == nil ? least : 0)
      }
    }

    fileprivate struct Waiter {
      let deadline: ContinuousClock.Instant
      let connection: Connection?
      let continuation: CheckedContinuation<Outcome, Never>
    }

    struct Limits: Sendable {
      var workers: Int
      /// Seconds of work that may wait for each worker.
      var seconds: Double
      var count: Int
    }

    private let limits: Limits
    private let cache: PictureCache?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let condition = TimedCondition()
    private var waiting: [Drawing] = []
    /// By key: those that wait and those that are being drawn.
    private var inFlight: [String: Drawing] = [:]
    private var busy = 0
    /// Drawings that may take long, of those that are being drawn.
    private var busyLong = 0
    private var isStopped = false

    /// Seconds after which a drawing is not overtaken any more.
    private static let patience = Duration.seconds(1)
    /// After this wait an entry is checked again: whether a client still wants it.
    private static let leaving = Duration.milliseconds(250)

    /// - Parameters:
    ///   - cache: keeps a picture before its drawing ends, so that no client finds neither and has
    ///     it drawn again.
    ///   - now: the clock of deadlines and of what may be overtaken; a test may stop it.
    init(
      _ limits: Limits, cache: PictureCache?, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
      (self.limits, self.cache, self.now) = (limits, cache, now)
      let sweeper = Thread { [weak self] in
        while let self, self.sweep() { usleep(50_000) }
      }
      sweeper.name = "deadlines"
      sweeper.start()
    }

    /// The drawings that wait, their estimated seconds, and how many are being drawn.
    var state: (waiting: Int, seconds: Double, busy: Int) {
      condition.withLock { (waiting.count, waiting.reduce(0) { $0 + $1.reckoned }, busy) }
    }

    /// Has a request drawn.
    ///
    /// - Parameters:
    ///   - key: of the answer; requests with the same are drawn once.
    ///   - reckoned: its estimated seconds, by which it is admitted and ordered.
    ///   - least: seconds without which it is not begun.
    ///   - mayTakeLong: whether it may take seconds, whatever the estimate is.
    ///   - deadline: of the answer.
    func draw(
      _ request: PictureRequest, key: String, digest: String, reckoned: Double, least: Double,
      mayTakeLong: Bool, deadline: ContinuousClock.Instant,
      for connection: Connection?
    ) async -> Outcome {
      await withCheckedContinuation { continuation in
        let early = condition.withLock {
          add(
            request, key, digest, reckoned, least, mayTakeLong,
            Waiter(deadline: deadline, connection: connection, continuation: continuation))
        }
        if let early { continuation.resume(returning: Outcome(result: early, isJoined: true)) }
      }
    }

    /// - Returns: why it is not admitted, or the picture where it was finished since the cache was
    ///   asked.
    private func add(
      _ request: PictureRequest, _ key: String, _ digest: String, _ reckoned: Double, _ least: Double,
      _ mayTakeLong: Bool, _ waiter: Waiter
    ) -> Result<ByteBuffer, Problem>? {
      guard !isStopped else {
        return .failure(Problem(.serviceUnavailable, "stopping", "the service is ending", retryAfter: 1))
      }
      if let drawing = inFlight[key] {
        drawing.add(waiter)
        return nil
      }
      if let picture = cache?.remembered(key) { return .success(picture) }
      // Looked at before it is added: what takes long by itself may still wait where little does.
      // Only drawings of the same class are before it, and of those none that it overtakes: many
      // that take 0.1 s do not have one refused that takes 0.01.
      let now = self.now()
      let before = waiting.filter {
        $0.mayTakeLong == mayTakeLong && !(Self.overtakes(reckoned, $0) && Self.mayBeOvertaken($0, now))
      }
      let seconds = before.reduce(0) { $0 + $1.reckoned }
      let workers = mayTakeLong ? workersForLong : limits.workers
      let isIdle = (mayTakeLong ? busyLong : busy) + before.count < workers
      guard isIdle || (before.count < limits.count && seconds < limits.seconds * Double(workers)) else {
        let after = Int((seconds / Double(workers)).rounded(.up))
        return .failure(
          Problem(
            .tooManyRequests, "queue.full", "as much waits to be drawn as is allowed; try again",
            retryAfter: max(1, after)))
      }
      let drawing = Drawing(
        key: key, request: request, digest: digest, reckoned: reckoned, least: least, mayTakeLong: mayTakeLong,
        submitted: now)
      drawing.add(waiter)
      inFlight[key] = drawing
      waiting.append(drawing)
      condition.signal()
      return nil
    }

    /// The next step of a worker's thread.
    enum Turn {
      case draw(Drawing)
      /// Nothing came for a while: time to look after the worker.
      case rest
      /// There will be no more.
      case end
    }

    /// Waits for the next drawing, for half a second at most.
    func next() -> Turn {
      let patience = ContinuousClock.now + .milliseconds(500)
      var refused: [(Waiter, Problem)] = []
      condition.lock()
      defer {
        condition.unlock()
        answer(refused)
      }
      while true {
        let now = self.now()
        while let index = choice(now) {
          let drawing = waiting.remove(at: index)
          if now - drawing.submitted > Self.leaving, drawing.hasBeenLeft {
            refused += remove(
              drawing, Problem(.serviceUnavailable, "client.left", "all clients have left"))
          } else if drawing.waiters.allSatisfy({ drawing.isLate($0, now) }) {
            refused += remove(drawing, Self.late)
          } else {
            drawing.begun = now
            busy += 1
            if drawing.mayTakeLong { busyLong += 1 }
            return .draw(drawing)
          }
        }
        // Refused requests are answered at once, not after the next drawing.
        if !refused.isEmpty {
          let gone = refused
          refused = []
          condition.unlock()
          answer(gone)
          condition.lock()
          continue
        }
        guard !isStopped else { return .end }
        guard condition.wait(until: patience) else { return .rest }
      }
    }

    /// The workers that drawings which may take long can have: they leave one of several to the
    /// others.
    private var workersForLong: Int { max(1, limits.workers - 1) }

    /// The place of the drawing whose turn it is.
    private func choice(_ now: ContinuousClock.Instant) -> Int? {
      let isLongHeld = busyLong >= workersForLong
      let candidates = waiting.indices.filter { !(isLongHeld && waiting[$0].mayTakeLong) }
      guard let oldest = candidates.first else { return nil }
      guard Self.mayBeOvertaken(waiting[oldest], now) else { return oldest }
      return candidates.dropFirst().reduce(oldest) { Self.overtakes(waiting[$1].reckoned, waiting[$0]) ? $1 : $0 }
    }

    /// Whether a drawing of these estimated seconds goes before one that came earlier. The
    /// estimates of equal drawings differ a little each time, and are not to overtake each other
    /// for that.
    private static func overtakes(_ reckoned: Double, _ other: Drawing) -> Bool { reckoned * 2 < other.reckoned }

    private static func mayBeOvertaken(_ drawing: Drawing, _ now: ContinuousClock.Instant) -> Bool {
      now - drawing.submitted <= patience
    }

    /// Takes back a drawing for which there is no worker, for another thread to have it drawn in
    /// its turn.
    ///
    /// - Parameter deaths: workers that have died of it.
    func giveBack(_ drawing: Drawing, deaths: Int) {
      condition.withLock {
        busy -= 1
        if drawing.mayTakeLong { busyLong -= 1 }
        (drawing.begun, drawing.deaths) = (nil, deaths)
        // Unless all clients that waited for it were answered that it is too late.
        guard inFlight[drawing.key] === drawing else { return }
        waiting.insert(drawing, at: waiting.firstIndex { $0.submitted >= drawing.submitted } ?? waiting.endIndex)
      }
      condition.broadcast()
    }

    /// When no client waits for a drawing any more, whatever its result.
    func end(of drawing: Drawing) -> ContinuousClock.Instant {
      condition.withLock { drawing.end }
    }

    /// Answers all that wait for a drawing.
    func finish(
      _ drawing: Drawing, _ result: Result<ByteBuffer, Problem>, draw: Double, worker: Int, warning: String? = nil
    ) {
      let waiters = condition.withLock {
        busy -= 1
        if drawing.mayTakeLong {
          busyLong -= 1
          condition.signal()
        }
        if case .success(let picture) = result, warning == nil { cache?.remember(picture, drawing.key) }
        if inFlight[drawing.key] === drawing { inFlight[drawing.key] = nil }
        defer { drawing.waiters = [] }
        return drawing.waiters
      }
      let queue = ((drawing.begun ?? now()) - drawing.submitted) / .seconds(1)
      // The first request of those that still wait has it cached.
      for (index, waiter) in waiters.enumerated() {
        waiter.continuation.resume(
          returning: Outcome(
            result: result, isJoined: index > 0, queue: queue, draw: draw, worker: worker, warning: warning))
      }
    }

    private static let late = Problem(
      .serviceUnavailable, "deadline",
      "it cannot be drawn before the deadline of the request; try again", retryAfter: 1)

    private func remove(_ drawing: Drawing, _ problem: Problem) -> [(Waiter, Problem)] {
      inFlight[drawing.key] = nil
      defer { drawing.waiters = [] }
      return drawing.waiters.map { ($0, problem) }
    }

    private func answer(_ refused: [(Waiter, Problem)]) {
      for (waiter, problem) in refused {
        waiter.continuation.resume(returning: Outcome(result: .failure(problem)))
      }
    }

    /// Answers those whose deadline is over, or would be before what has not been begun is drawn;
    /// what is being drawn for them continues.
    ///
    /// - Returns: whether there is more to be done.
    private func sweep() -> Bool {
      var refused: [(Waiter, Problem)] = []
      let goesOn = condition.withLock {
        let now = self.now()
        for drawing in Array(inFlight.values) {
          let late = drawing.waiters.filter { drawing.isLate($0, now) }
          guard !late.isEmpty else { continue }
          refused += late.map { ($0, Self.late) }
          drawing.waiters.removeAll { drawing.isLate($0, now) }
          guard drawing.waiters.isEmpty else { continue }
          // Another request may ask for the same; it is not to wait for this one, which may hang.
          inFlight[drawing.key] = nil
          waiting.removeAll { $0 === drawing }
        }
        return !isStopped || !inFlight.isEmpty
      }
      answer(refused)
      return goesOn
    }

    /// Whether it was stopped.
    var isEnding: Bool { condition.withLock { isStopped } }

    /// Ends the waiting of workers when the last drawing is handed out; new ones are refused.
    func stop() {
      condition.withLock { isStopped = true }
      condition.broadcast()
    }
  }
#endif
