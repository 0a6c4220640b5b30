import Testing

@testable import GLRenderer

/// Room for pictures that the processor mixes.
@Suite struct MixedSheetTests {
  /// Rectangles that leave most of a page empty do not make pages without end; the next frame begins anew.
  @Test func pagesEnd() {
    var sheet = MixedSheet()
    func placed() -> Int {
      (0..<600).count { number in
        sheet.place(width: number % 2 == 0 ? 1 : 1000, height: number % 2 == 0 ? 1000 : 1) != nil
      }
    }
    let first = placed()
    #expect(first > 0 && first < 600)
    #expect(sheet.count == MixedSheet.mostPages)
    sheet.removeAll()
    #expect(sheet.count == 0 && placed() == first)
  }
}
