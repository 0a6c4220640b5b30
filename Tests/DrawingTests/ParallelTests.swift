import Foundation
import Synchronization
import Testing

@testable import MultiplaneDrawing

@Suite struct ParallelTests {
  @Test(arguments: [0, 1, 2, 7, 1000]) func everyNumberComesOnce(count: Int) {
    let seen = Mutex([Int](repeating: 0, count: count))
    Parallel.run(count) { number in seen.withLock { $0[number] += 1 } }
    #expect(seen.withLock { $0 } == [Int](repeating: 1, count: count))
  }

  @Test func threadsHaveNumbersOfTheirOwn() {
    let seen = Mutex<[Int: Int]>([:])
    Parallel.run(100, threads: 3, together: 4) { number, thread in seen.withLock { $0[number] = thread } }
    let threads = seen.withLock { $0 }
    #expect(threads.count == 100)
    #expect(threads.values.allSatisfy { (0..<3).contains($0) })
  }

  /// All helpers may be taken by the outer calls.
  @Test func nestedCallsEnd() {
    let sum = Atomic<Int>(0)
    Parallel.run(32) { outer in
      Parallel.run(32) { inner in sum.add(outer * 32 + inner, ordering: .relaxed) }
    }
    #expect(sum.load(ordering: .relaxed) == (0..<1024).reduce(0, +))
  }

  @Test func callsOfManyThreadsEnd() {
    let sum = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      for _ in 0..<50 { Parallel.run(8) { _ in sum.add(1, ordering: .relaxed) } }
    }
    #expect(sum.load(ordering: .relaxed) == 16 * 50 * 8)
  }
}
