import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Notes what a budget gave up.
private final class Log {
  var given: [String] = []
}

@Suite(.serialized) struct TextureBudgetTests {
  @Test func theOldestGoFirstUntilThereIsRoom() {
    let (budget, log) = (TextureBudget(limit: 100), Log())
    let names = ["a", "b", "c", "d"]
    let holdings = names.map { name in budget.hold(25) { log.given.append(name) } }
    budget.use(holdings[0])
    budget.makeRoom(for: 40)
    #expect(log.given == ["b", "c"])
    #expect(budget.bytes == 50)
    budget.makeRoom(for: 51)
    #expect(log.given == ["b", "c", "d"])
  }

  @Test func whatIsPinnedStays() {
    let (budget, log) = (TextureBudget(limit: 100), Log())
    let first = budget.hold(60) { log.given.append("first") }
    let second = budget.hold(60, pinned: true) { log.given.append("second") }
    budget.pin(first)
    budget.makeRoom(for: 100)
    #expect(log.given.isEmpty && budget.bytes == 120)
    budget.unpin(second)
    budget.unpin(first)
    budget.makeRoom(for: 0)
    #expect(log.given == ["second"] && budget.bytes == 60)
  }

  @Test func oneCanBeSpared() {
    let (budget, log) = (TextureBudget(limit: 100), Log())
    let spared = budget.hold(60) { log.given.append("spared") }
    _ = budget.hold(30) { log.given.append("other") }
    budget.makeRoom(for: 50, sparing: spared)
    #expect(log.given == ["other"])
    budget.grow(spared, by: 50)
    #expect(budget.bytes == 110)
    budget.release(spared)
    #expect(budget.bytes == 0 && log.given == ["other"])
  }

  /// Every texture is given up as soon as another is needed, and the pictures are the same.
  @Test func noRoomChangesNoPicture() throws {
    let (roomy, tight) = (try TestRenderer(), try TestRenderer(textureBudget: 1))
    for scene in SceneLibrary.all {
      let tree = try scene.committed().evaluate(at: 0.4)
      // From the second frame on what is kept may show, which need not be the same to the last bit.
      let pictures = try (1...2).map { _ in try roomy.draw(tree).bytes }
      for _ in 1...2 { #expect(pictures.contains(try tight.draw(tree).bytes), "\(scene.path)") }
    }
    tight.expectNoComplaints()
  }

  /// A budget that is lowered between two frames holds from the next on that makes a texture.
  @Test func aLowerBudgetHoldsFromTheNextTextureOn() throws {
    let test = try TestRenderer()
    func frame(_ size: Int) throws -> RenderTree {
      let picture = try image(size, size)
      return tree(layer(0, 0, 100, 100, sublayers: [layer(10, 10, 60, 60) { $0.contents = picture }]))
    }
    let first = try frame(300)
    _ = try test.draw(first)
    #expect(test.renderer.textureBytes >= 360_000)
    test.renderer.textureBudget = 100_000
    #expect(test.renderer.textureBudget == 100_000)
    _ = try test.draw(frame(40))
    #expect((6_400...100_000).contains(test.renderer.textureBytes))
    withExtendedLifetime(first) {}
  }

  /// Other contents in every frame: what is kept stays within the budget.
  @Test func changingContentsKeepMemoryFlat() throws {
    let limit = 200_000
    let test = try TestRenderer(textureBudget: limit)
    for frame in 0..<500 {
      let picture = try image(100, 40 + frame % 50)
      let path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 20 + frame % 40, height: 30), transform: nil)
      let layers = [
        layer(10, 10, 60, 60, color: .red) { $0.contents = picture },
        layer(20, 20, 60, 60, kind: .shape) {
          $0.shape.path = path
          $0.shape.fillColor = CGColor(.green)
        },
        layer(Double(frame % 30), 5, 30, 30, color: .blue) {
          $0.compositing.shouldRasterize = true
          $0.cornerRadius = CGFloat(frame % 15)
        },
      ]
      _ = try test.draw(tree(layer(0, 0, 100, 100, sublayers: layers)))
      #expect(test.renderer.textureBytes <= limit)
    }
  }
}
