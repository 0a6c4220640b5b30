import TestTiers
import Testing

@testable import MultiplaneRenderTree

@Suite struct OnceReferenceTests {
  private final class Item: Sendable {}

  @Test func theFirstOneStaysAndIsLetGoInTheEnd() {
    weak var kept: Item?
    weak var other: Item?
    do {
      let reference = OnceReference<Item>()
      #expect(reference.load() == nil)
      do {
        let (first, second) = (Item(), Item())
        #expect(reference.storeIfNil(first) === first)
        #expect(reference.storeIfNil(second) === first)
        (kept, other) = (first, second)
      }
      #expect(kept != nil && reference.load() === kept && other == nil)
    }
    #expect(kept == nil)
  }

  @Test func whatIsResetIsLetGoAndStoredAnew() {
    weak var first: Item?
    let reference = OnceReference<Item>()
    reference.reset()
    do {
      let item = Item()
      first = reference.storeIfNil(item)
    }
    #expect(first != nil)
    reference.reset()
    #expect(first == nil && reference.load() == nil)
    let second = Item()
    #expect(reference.storeIfNil(second) === second)
  }

  @Test(.ownTime) func ofManyThreadsAllGetOne() async {
    let shared = Shared()
    let found = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<64 { group.addTask { ObjectIdentifier(shared.reference.storeIfNil(Item())) } }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(found.count == 1)
  }

  private final class Shared: Sendable {
    let reference = OnceReference<Item>()
  }
}
