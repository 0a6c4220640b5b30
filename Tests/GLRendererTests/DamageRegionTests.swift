import Testing

@testable import GLRenderer

@Suite struct DamageRegionTests {
  private func region(_ boxes: DeviceBox..., width: Int = 400, height: Int = 300) -> DamageRegion {
    var region = DamageRegion(width: width, height: height)
    for box in boxes { region.add(box) }
    return region
  }

  @Test func itBeginsWithNothing() {
    let region = region()
    #expect(region.isEmpty && !region.isWhole && region.pixelCount == 0)
  }

  @Test func boxesGrowToEvenPixelsAndEndAtTheCanvas() {
    #expect(region(DeviceBox(3, 5, 9, 11)).description == "8x8 at 2,4")
    #expect(region(DeviceBox(-10, 290, 7, 310), width: 301, height: 299).description == "8x9 at 0,290")
    #expect(region(DeviceBox(500, 0, 510, 10)).isEmpty)
  }

  @Test func boxesThatOverlapBecomeOne() {
    #expect(region(DeviceBox(0, 0, 40, 40), DeviceBox(20, 20, 60, 60)).description == "60x60 at 0,0")
    // The third joins both of the others.
    let joined = region(DeviceBox(0, 0, 50, 50), DeviceBox(100, 0, 150, 50), DeviceBox(40, 20, 110, 30))
    #expect(joined.description == "150x50 at 0,0")
  }

  @Test func boxesFarApartStayApart() {
    let apart = region(DeviceBox(0, 0, 20, 20), DeviceBox(100, 100, 120, 120))
    #expect(apart.rectangles.count == 2 && apart.pixelCount == 800)
    #expect(apart.intersects(DeviceBox(10, 10, 11, 11)) && !apart.intersects(DeviceBox(30, 30, 90, 90)))
    #expect(apart.contains(DeviceBox(100, 100, 110, 110)) && !apart.contains(DeviceBox(10, 10, 110, 110)))
  }

  @Test func thereAreNeverManyRectanglesAndTheyNeverOverlap() {
    var region = DamageRegion(width: 1000, height: 1000)
    for index in 0..<100 {
      let (x, y) = (Double(index * 389 % 970), Double(index * 617 % 970))
      region.add(DeviceBox(x, y, x + 20, y + 12))
      #expect(region.contains(DeviceBox(x, y, x + 20, y + 12)))
      let boxes = region.boxes
      #expect(boxes.count <= 8)
      for (index, box) in boxes.enumerated() {
        #expect(boxes.dropFirst(index + 1).allSatisfy { $0.intersection(box).isEmpty })
      }
    }
  }

  @Test func nearlyAllIsAll() {
    #expect(region(DeviceBox(0, 0, 400, 264)).isWhole)
    #expect(!region(DeviceBox(0, 0, 400, 260)).isWhole)
    #expect(DamageRegion.whole(width: 7, height: 5).pixelCount == 35)
  }

  @Test func aUnionHoldsBoth() {
    var one = region(DeviceBox(0, 0, 20, 20))
    one.formUnion(region(DeviceBox(100, 100, 120, 120)))
    #expect(one.description == "20x20 at 0,0; 20x20 at 100,100")
    one.formUnion(.whole(width: 400, height: 300))
    #expect(one.isWhole)
  }
}
