import Testing

@testable import GLRenderer

@Suite struct ShelfPackingTests {
  @Test func rectanglesLieBesideOneAnother() {
    let sizes = (0..<60).map { (number: $0, width: 40 + $0 * 37 % 300, height: 30 + $0 * 53 % 200) }
    let packing = ShelfPacking(sizes)
    #expect(packing.places.count == 60)
    let boxes = packing.places.map { number, place in
      DeviceBox(
        minX: Double(place.x), minY: Double(place.y), maxX: Double(place.x + sizes[number].width),
        maxY: Double(place.y + sizes[number].height))
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.maxX <= Double(packing.width) && box.maxY <= Double(packing.height))
      for other in boxes[..<index] { #expect(box.intersection(other).isEmpty) }
    }
  }

  @Test func whatThereIsNoRoomForHasNoPlace() {
    let packing = ShelfPacking((0..<20).map { (number: $0, width: 512, height: 512) })
    #expect(packing.places.count == 16)
    #expect(packing.width == 2048 && packing.height == 2048)
    #expect(ShelfPacking([(number: 0, width: 3000, height: 1)]).places.isEmpty)
  }
}
