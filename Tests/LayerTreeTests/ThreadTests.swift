import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Synchronization
import Testing

/// Layers belong to one thread at a time, committed trees to all. `tools/test-threads` runs this
/// suite under ThreadSanitizer.
@Suite("§19 threads") struct ThreadTests {
  private static let rounds = 60

  /// Makes, changes, animates and commits a tree of its own, round after round, and hands each
  /// commit over.
  private static func work(seed: Int, _ handOver: (CommittedLayer) -> Void) {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    for round in 0..<rounds {
      let layer = round % 3 == 0 ? CAGradientLayer() : CALayer()
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.5)
      CATransaction.setCompletionBlock {}
      layer.frame = CGRect(x: seed, y: round, width: 10, height: 10)
      layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      root.addSublayer(layer)
      if let count = root.sublayers?.count, count > 8 { root.sublayers?.first?.removeFromSuperlayer() }
      root.sublayers?.last?.position.x += 1
      root.opacity = Float(round % 10) / 10
      layer.add(CABasicAnimation("position.y", from: 0, to: 50, duration: 1), forKey: "move")
      if round % 5 == 0 { root.add(CATransition(), forKey: nil) }
      CATransaction.commit()
      CATransaction.flush()
      _ = root.presentation()?.hitTest(CGPoint(x: 5, y: 5))
      handOver(root.commit(at: CACurrentMediaTime()))
    }
  }

  @Test("§19 several threads change trees of their own while another draws what they committed") func manyThreads()
    throws
  {
    let trees = Mutex<[CommittedLayer]>([])
    let running = Atomic(3)
    let workers = (0..<3).map { seed in
      Thread {
        Self.work(seed: seed) { committed in trees.withLock { $0.append(committed) } }
        running.subtract(1, ordering: .sequentiallyConsistent)
      }
    }
    for worker in workers {
      // Evaluation recurses, and sanitizers make frames large.
      worker.stackSize = 8 << 20
      worker.start()
    }
    let evaluated = try onOtherThread { () -> Int in
      var evaluated = 0
      let limit = Date(timeIntervalSinceNow: 60)
      while limit.timeIntervalSinceNow > 0 {
        let isLast = running.load(ordering: .sequentiallyConsistent) == 0
        let batch = trees.withLock { trees in
          defer { trees = [] }
          return trees
        }
        for layer in batch {
          let tree = CommittedTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: layer)
          for step in 0..<4 { _ = tree.evaluate(at: CACurrentMediaTime() + Double(step) / 4) }
          evaluated += 1
        }
        if isLast, batch.isEmpty { break }
      }
      return evaluated
    }
    #expect(evaluated == 3 * Self.rounds)
  }

  @Test("§19 one tree is evaluated in place on several threads, which hand their trees to each other") func reuse() {
    let committed = TestClock.run { clock in
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      for index in 0..<200 {
        let layer = CALayer()
        layer.frame = CGRect(x: index, y: 0, width: 5, height: 5)
        layer.backgroundColor = .white
        if index % 2 == 0 { layer.add(CABasicAnimation("position.y", from: 0, to: 50, duration: 3), forKey: "move") }
        root.addSublayer(layer)
      }
      return CommittedTree(size: .zero, scale: 1, background: nil, root: root.commit(at: clock.now))
    }
    let shown = Mutex<RenderTree?>(nil)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var tree: RenderTree?
      for step in 0..<60 {
        let seconds = Double(step % 24) / 8
        tree = committed.evaluate(at: 1000 + seconds, reusing: tree.take())
        let moved = tree?.root?.sublayers.first?.geometry.position.y ?? -1
        if abs(moved - 50 * seconds / 3) > 1e-9 { wrong.add(1, ordering: .relaxed) }
        // Another thread's, which stays as it was while that one goes on.
        if let other = shown.withLock({ $0 })?.root, other.sublayers.count != 200 { wrong.add(1, ordering: .relaxed) }
        if (step + thread) % 3 == 0 { shown.withLock { [tree] in $0 = tree } }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("§10 a committed tree has one picture for each time: in any order, on any thread") func pureEvaluation() throws
  {
    let tree = TestClock.run { clock in
      let (root, child) = (CALayer(), CALayer())
      root.addSublayer(child)
      root.backgroundColor = .black
      root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      child.bounds = root.bounds
      child.backgroundColor = .white
      root.add(CABasicAnimation("opacity", from: 0.25, to: 1, duration: 3), forKey: "o")
      child.add(CABasicAnimation("position", to: CGPoint(x: 30, y: 10), duration: 3), forKey: "p")
      return CommittedTree(size: .zero, scale: 1, background: nil, root: root.commit(at: clock.now))
    }
    let times = (0..<40).map { 999 + Double($0) / 8 }
    func picture(_ tree: CommittedTree, at time: Double) -> [Double] {
      let root = tree.evaluate(at: time).root
      return [root?.opacity ?? -1, Double(root?.sublayers.first?.geometry.position.x ?? -1)]
    }
    let forwards = times.map { picture(tree, at: $0) }
    #expect(Array(times.reversed().map { picture(tree, at: $0) }.reversed()) == forwards)
    let others = try (0..<3).map { _ in
      try onOtherThread { times.shuffled().map { ($0, tree.evaluate(at: $0).root?.opacity) } }
    }
    for (time, opacity) in others.joined() {
      #expect(opacity == picture(tree, at: time)[0])
    }
    // The layers are gone, and time goes on.
    #expect(forwards[20] == [0.25 + 0.75 * 1.5 / 3, 15])
  }
}
