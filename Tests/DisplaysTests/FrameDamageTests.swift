import MultiplaneGL
import Testing

@testable import MultiplaneDisplays

@Suite struct FrameDamageTests {
  /// 4×3 pixels, black but for some.
  private func frame(_ changed: [(x: Int, y: Int)] = []) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 4 * 3 * 4)
    for (x, y) in changed { pixels[(y * 4 + x) * 4 + 2] = 9 }
    return pixels
  }

  @Test func theFirstFrameIsAllNew() {
    var damage = FrameDamage()
    #expect(damage.take(frame(), width: 4) == PixelRect(x: 0, y: 0, width: 4, height: 3))
  }

  @Test func whatChangedLiesInOneRectangle() {
    var damage = FrameDamage()
    _ = damage.take(frame(), width: 4)
    #expect(damage.take(frame(), width: 4) == PixelRect(x: 0, y: 0, width: 0, height: 0))
    #expect(damage.take(frame([(2, 1)]), width: 4) == PixelRect(x: 2, y: 1, width: 1, height: 1))
    // One goes out and two come on.
    #expect(damage.take(frame([(1, 0), (3, 2)]), width: 4) == PixelRect(x: 1, y: 0, width: 3, height: 3))
  }

  @Test func aFrameOfAnotherSizeIsAllNew() {
    var damage = FrameDamage()
    _ = damage.take(frame(), width: 4)
    let small = [UInt8](repeating: 0, count: 16)
    #expect(damage.take(small, width: 2) == PixelRect(x: 0, y: 0, width: 2, height: 2))
  }

  @Test func whatHasNoSidesAddsNothing() {
    let rect = PixelRect(x: 2, y: 3, width: 4, height: 5)
    let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
    #expect(rect.union(none) == rect && none.union(rect) == rect)
    #expect(rect.union(PixelRect(x: 0, y: 9, width: 1, height: 1)) == PixelRect(x: 0, y: 3, width: 6, height: 7))
  }
}
