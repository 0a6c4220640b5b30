import MultiplanePathImages
import Testing

/// Mip levels (rendering rules §10), by values known by hand.
@Suite struct MipLevelTests {
  /// The red of all levels of a picture of bytes whose other components are 0.
  private func levels(_ red: [UInt8], width: Int, stride: Int? = nil) -> [[Float]] {
    let bytes = red.flatMap { [$0, 0, 0, 0] as [UInt8] }
    let stride = stride ?? width
    var mips = bytes.withUnsafeBytes {
      MipLevels(of: $0, width: width, height: red.count / stride, stride: stride, component: .byte)
    }
    var levels: [[Float]] = []
    repeat { levels.append(mips.texels.map { ($0.x * 255 * 1000).rounded() / 1000 }) } while mips.next()
    return levels
  }

  @Test func evenSidesAreMeansOfFour() {
    #expect(levels([0, 40, 80, 120], width: 2) == [[0, 40, 80, 120], [60]])
    #expect(levels([10, 20, 30, 40], width: 4) == [[10, 20, 30, 40], [15, 35], [25]])
  }

  @Test func oddSidesAreWeightedByArea() {
    // Each of two covers two and a half of five.
    #expect(levels([0, 50, 100, 150, 200], width: 5)[1] == [40, 160])
    #expect(levels([0, 50, 100, 150, 200], width: 1)[1] == [40, 160])
    #expect(levels([30, 60, 120], width: 3) == [[30, 60, 120], [70]])
  }

  @Test func rowsMayBeFartherApart() {
    #expect(levels([0, 40, 255, 80, 120, 255], width: 2, stride: 3) == [[0, 40, 80, 120], [60]])
  }

  @Test func halfFloatsKeepTheirRange() {
    let pixels: [[Float16]] = [[2, -1, 0x1p-24, 1], [4, -3, 0x1p-24, 1]]
    var mips = pixels.flatMap { $0 }.withUnsafeBytes {
      MipLevels(of: $0, width: 2, height: 1, stride: 2, component: .half)
    }
    #expect(mips.texels == pixels.map { SIMD4($0.map(Float.init)) })
    let goesOn = mips.next()
    #expect(goesOn && mips.texels == [SIMD4(3, -2, 0x1p-24, 1)])
    let ends = !mips.next()
    #expect(ends)
  }
}
