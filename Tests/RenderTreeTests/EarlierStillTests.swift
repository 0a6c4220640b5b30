import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneRenderTree

/// A still layer of which some sublayers changed says what it would say if all of them were looked
/// at.
@Suite struct EarlierStillTests {
  private func leaf(_ number: Int, _ change: (inout LayerValues) -> Void = { _ in }) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    values.geometry.position.x = Double(number)
    change(&values)
    return layer(number, [], values)
  }

  private func layer(
    _ number: Int, _ sublayers: [CommittedLayer], _ values: LayerValues = LayerValues()
  ) -> CommittedLayer {
    CommittedLayer(
      identifier: LayerIdentifier(rawValue: UInt64(number)), name: nil, kind: .layer, values: values, timing: .layer,
      animations: [], sublayers: sublayers)
  }

  /// A layer of 70 sublayers, and the same with others at 3 and 68.
  private func pair(
    _ first: CommittedLayer, _ second: CommittedLayer, before: (Int, CommittedLayer)? = nil
  ) -> (old: CommittedLayer, new: CommittedLayer) {
    var leaves = (0..<70).map { leaf($0) }
    if let before { leaves[before.0] = before.1 }
    let old = layer(100, leaves)
    _ = old.still
    let new = CommittedLayer(
      identifier: old.identifier, name: nil, kind: .layer, values: LayerValues(), timing: .layer, animations: [],
      sublayers: old.sublayers.replacing([(3, first), (68, second)]), earlier: old.earlierStill(changes: [3, 68]))
    return (old, new)
  }

  private func expectDefined(_ layer: CommittedLayer, _ place: SourceLocation = #_sourceLocation) {
    #expect(differences(layer.still, defined(layer, at: 0)) == [], sourceLocation: place)
  }

  @Test func whatDidNotChangeIsShared() throws {
    let deep = layer(200, [leaf(201), leaf(202)])
    let (old, new) = pair(leaf(3) { $0.geometry.position.x = 50 }, deep)
    expectDefined(new)
    let (before, after) = (try #require(old.still), try #require(new.still))
    #expect(before.count == 71 && after.count == 73)
    #expect(zip(before.sublayers, after.sublayers).map { $0 === $1 } == (0..<70).map { $0 != 3 && $0 != 68 })
    // And so on from there.
    let third = CommittedLayer(
      identifier: old.identifier, name: nil, kind: .layer, values: LayerValues(), timing: .layer, animations: [],
      sublayers: new.sublayers.replacing([(68, leaf(68))]), earlier: new.earlierStill(changes: [68]))
    expectDefined(third)
    #expect(third.still?.count == 71)
  }

  @Test func whatTakesALookAtAllGetsOne() {
    let plain = leaf(3)
    let hidden = pair(plain, leaf(68) { $0.isHidden = true }).new
    expectDefined(hidden)
    #expect(hidden.still?.sublayers.count == 69)
    expectDefined(pair(plain, leaf(68) { $0.geometry.zPosition = -5 }).new)
    expectDefined(pair(plain, leaf(68) { $0.compositing.blendMode = .multiply }).new)
    // What was so before.
    for change: (inout LayerValues) -> Void in [
      { $0.isHidden = true }, { $0.geometry.zPosition = 5 }, { $0.compositing.blendMode = .multiply },
    ] {
      for index in [3, 40] { expectDefined(pair(plain, leaf(68), before: (index, leaf(index, change))).new) }
    }
  }

  /// Where colours may go beyond 0…1 no longer, that is said; and where one more layer's may, also.
  @Test func leavingTheRangeComesAndGoes() throws {
    let image = try #require(
      CGImage(premultipliedHalves: Data([0, 0x3E, 0, 0, 0, 0, 0, 0x3C]), width: 1, height: 1, isExtended: true))
    let bright = leaf(3) { $0.contents = image }
    for (old, new) in [
      pair(leaf(3), leaf(68), before: (3, bright)), pair(leaf(3), leaf(68), before: (40, bright)),
      pair(bright, leaf(68)), pair(bright, leaf(68), before: (3, bright)),
    ] {
      expectDefined(old)
      expectDefined(new)
    }
    let (old, new) = pair(leaf(3), leaf(68), before: (3, bright))
    #expect(try #require(old.still).hasExtendedRange)
    #expect(try !#require(new.still).hasExtendedRange)
  }
}
