#if Service
  import Foundation

  /// The disk space of jobs, and their retention.
  extension Jobs {
    /// Seconds between two looks.
    private static let pause = 5.0

    /// Removes what has to go, and ends a job that takes too much room, until the service ends.
    func keep() {
      measureEnded()
      while true {
        guard let jobs = condition.withLock({ isStopped ? nil : queue.open }) else { return }
        for job in jobs {
          let bytes = job.bytes
          condition.withLock {
            // It may have ended, or been removed, meanwhile.
            if queue.open.contains(where: { $0.identifier == job.identifier }) { openSizes[job.identifier] = bytes }
          }
        }
        removeSuperfluous(beside: 0)
        condition.withLock {
          if retention.bytes + openBytes > retention.budget, queue.running != nil {
            queue.refuseRoom()
            process?.kill()
          }
          let end = ContinuousClock.now + .seconds(Self.pause)
          while !isStopped, condition.wait(until: end) {}
        }
      }
    }

    /// Measures jobs that ended before a service noted what they take.
    private func measureEnded() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        guard let job = job(name), let result = job.result, result.bytes == nil, let end = job.endTime else { continue }
        let bytes = job.bytes
        let age = max(0, Date().timeIntervalSince1970 - end)
        condition.withLock { retention.add(name, bytes: bytes, end: .now - .seconds(min(age, 1e10))) }
      }
    }

    /// Of jobs that have not ended. To be called under the lock.
    private var openBytes: Int { openSizes.values.reduce(0, +) }

    /// - Parameter more: bytes that are to come.
    private func removeSuperfluous(beside more: Int) {
      for name in condition.withLock({ retention.superfluous(at: .now, others: openBytes + more) }) {
        guard let job = self.job(name) else {
          condition.withLock { retention.remove(name) }
          continue
        }
        let code = take(job)
        log?.write(
          code == 0 ? .info : .error,
          [
            (
              "message",
              .string(
                code == 0
                  ? "a job was removed, for its age or for want of room"
                  : "a job cannot be removed: \(String(cString: strerror(code)))")
            ), ("job", .string(name)),
          ])
      }
    }

    private static let noRoom = Problem(
      .insufficientStorage, "jobs.room", "jobs take as much room as they may; try again when others have ended",
      retryAfter: 60)

    /// Removes jobs that have ended until another one fits; none where it would not fit without
    /// them either.
    ///
    /// - Throws: 507 where it does not.
    func makeRoom(for draft: Job.Draft) throws(Problem) {
      let bytes = draft.bytes
      guard condition.withLock({ openBytes + bytes <= retention.budget }) else { throw Self.noRoom }
      removeSuperfluous(beside: bytes)
      guard condition.withLock({ retention.bytes + openBytes + bytes <= retention.budget }) else { throw Self.noRoom }
    }

    /// Takes a job away, and ends it where it is being drawn.
    ///
    /// - Returns: 0, or why it stays: a number of the system's.
    func take(_ job: Job) -> Int32 {
      // Under another name first, so that it is gone at once.
      let doomed = "\(folder)/.old-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let code: Int32 = condition.withLock {
        // A job whose folder cannot be removed continues.
        guard rename(job.folder, doomed) == 0 else { return errno }
        if queue.remove(job.identifier) { process?.kill() }
        unwritten[job.identifier] = nil
        retention.remove(job.identifier)
        openSizes[job.identifier] = nil
        return 0
      }
      if code == 0 { try? FileManager.default.removeItem(atPath: doomed) }
      return code
    }
  }
#endif
