import MultiplaneCompositor
import Testing

@Suite struct PictureToleranceTextTests {
  @Test(arguments: [
    ("exact", PictureTolerance.exact), ("parity", .parity), ("0", .exact), ("1:0.01%,2", .parity),
    ("3", PictureTolerance(anywhere: [.init(beyond: 3, share: 0)])),
    ("8:12.5%", PictureTolerance(anywhere: [.init(beyond: 8, share: 0.125)])),
    ("1:100%,255:0%", PictureTolerance(anywhere: [.init(beyond: 1, share: 1), .init(beyond: 255, share: 0)])),
  ])
  func aTextIsRead(text: String, tolerance: PictureTolerance) { #expect(PictureTolerance(text) == tolerance) }

  @Test(arguments: [
    "", "close", "Parity", "-1", "256", "1:", "1:0.1", "1:101%", "1:-1%", "1:nan%", "1:%", "1,", ",", "1:1%:2", "0.5",
    "1 ",
  ])
  func anotherIsNil(text: String) { #expect(PictureTolerance(text) == nil) }

  @Test(arguments: ["exact", "parity", "3", "8:12.5%", "2:0.003%,7"])
  func aToleranceIsToldAsItIsRead(text: String) { #expect(PictureTolerance(text)?.description == text) }

  @Test func theInsideIsToldToo() {
    let tolerance = PictureTolerance(
      anywhere: [.init(beyond: 3, share: 0)], inside: [.init(beyond: 1, share: 0.01)])
    #expect("\(tolerance)" == "3 and inside areas 1:1%")
  }
}
