import Graphics
import TestSupport
import Testing

@testable import GLRenderer

/// Batches merge where nothing lies between, and nothing that overlaps changes places.
@Suite struct BatcherTests {
  private static let canvas = DeviceBox(minX: 0, minY: 0, maxX: 400, maxY: 400)

  /// A stream of one pass: rectangles of a kind each, in order; the border width tells the records apart.
  private func stream(_ quads: [(box: DeviceBox, shape: ProgramKind.Shape)]) -> CommandStream {
    var stream = CommandStream()
    var pass = PassBuilder(.frame(background: .clear))
    for (index, quad) in quads.enumerated() {
      stream.fills.append(
        FillRecord(
          corners: quad.box.quad.vectors, matrix: .identity, rect: .zero, radii: .zero, style: 0, color: .one,
          borderWidth: Float(index), clip: -1))
      let key = CommandStream.BatchKey(program: ProgramKind(shape: quad.shape, features: []), source: .none)
      pass.draw(CommandStream.Batch(key: key, first: index, count: 1, area: quad.box.area))
    }
    stream.passes = [CommandStream.Pass(area: Self.canvas, background: .clear, batches: pass.batches)]
    return stream
  }

  /// The numbers of the records in the order in which they are drawn.
  private func order(_ stream: CommandStream) -> [Int] {
    stream.passes.flatMap { $0.batches }.flatMap { batch in
      stream.fills[batch.first..<batch.first + batch.count].map { Int($0.borderWidth) }
    }
  }

  private func square(_ x: Double, _ y: Double, _ side: Double) -> DeviceBox {
    DeviceBox(minX: x, minY: y, maxX: x + side, maxY: y + side)
  }

  @Test func alternatingKindsThatDoNotTouchBecomeTwoBatches() {
    let quads = (0..<100).map { index -> (box: DeviceBox, shape: ProgramKind.Shape) in
      let column = Double(index % 10)
      let row = Double(index / 10)
      return (square(column * 40, row * 40, 10), index % 2 == 0 ? .fill : .border)
    }
    var stream = stream(quads)
    Batcher.merge(&stream)
    #expect(stream.passes[0].batches.map(\.count) == [50, 50])
    #expect(Set(order(stream)) == Set(0..<100))
  }

  @Test func whatLiesOnTopStaysOnTop() {
    let quads: [(DeviceBox, ProgramKind.Shape)] = [
      (square(0, 0, 40), .fill), (square(10, 10, 20), .border), (square(15, 15, 10), .fill),
      (square(200, 200, 10), .border),
      (square(300, 300, 10), .fill),
    ]
    var stream = stream(quads)
    Batcher.merge(&stream)
    let order = order(stream)
    #expect(order.filter { $0 < 3 } == [0, 1, 2])
    // The last two join batches that are there.
    #expect(stream.passes[0].batches.count == 3)
  }

  @Test func twoBatchesStayAsTheyAre() {
    var stream = stream([(square(0, 0, 10), .fill), (square(100, 0, 10), .border)])
    Batcher.merge(&stream)
    #expect(order(stream) == [0, 1])
  }

  @Test(arguments: 1...50)
  func overlappingRecordsKeepTheirOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let quads: [(box: DeviceBox, shape: ProgramKind.Shape)] = (0..<120).map { index in
      // Some so large that the grid notes them in its large tiles.
      let side = Double.random(in: 1...(index % 10 == 0 ? 300 : 30), using: &random)
      let box = square(
        Double.random(in: 0...300, using: &random), Double.random(in: 0...300, using: &random), side)
      return (box, Bool.random(using: &random) ? .fill : .border)
    }
    var stream = stream(quads)
    let before = stream.batchCount
    Batcher.merge(&stream)
    let order = order(stream)
    #expect(order.sorted() == Array(0..<120))
    #expect(stream.batchCount <= before)
    var place = [Int](repeating: 0, count: 120)
    for (index, record) in order.enumerated() { place[record] = index }
    for a in 0..<120 {
      for b in a + 1..<120 where !quads[a].box.intersection(quads[b].box).isEmpty {
        #expect(place[a] < place[b], "seed \(seed): \(b) lies on \(a)")
      }
    }
  }
}
