import CoreGraphics
import CoreImage
import Testing

/// `import Testing` beside modules of Apple's names, as in tests of programs.
struct OverlayTests {
  @Test func testsImportCoreGraphicsAndCoreImage() {
    #expect(CGPoint(x: 1, y: 2).x == 1 && CIVector(x: 3, y: 4).y == 4)
  }
}
