import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextPatternTests {
  /// A cell of 4×4 with a red square of 2×2 in its lower left corner and a green one in its upper
  /// right.
  static func checks(
    matrix: CGAffineTransform = .identity, step: CGSize = CGSize(width: 4, height: 4),
    bounds: CGRect = CGRect(x: 0, y: 0, width: 4, height: 4), isColored: Bool = true
  ) throws -> CGPattern {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(opaqueRed)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.setFillColor(opaqueGreen)
        context.fill(CGRect(x: 2, y: 2, width: 2, height: 2))
      }, releaseInfo: nil)
    return try #require(
      CGPattern(
        info: nil, bounds: bounds, matrix: matrix, xStep: step.width, yStep: step.height, tiling: .constantSpacing,
        isColored: isColored, callbacks: &callbacks))
  }

  static func fill(_ bitmap: Bitmap, _ pattern: CGPattern) throws {
    bitmap.context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    bitmap.context.setFillPattern(pattern, colorComponents: [1])
    bitmap.context.fill(CGRect(x: 0, y: 0, width: bitmap.context.width, height: bitmap.context.height))
  }

  static let (red, green, clear) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 0, 0])

  static let layouts: [(bits: Int, info: UInt32)] = [(8, Bitmap.rgba), (8, Bitmap.bgra), (16, 1 | 0x1100)]

  @Test(arguments: layouts)
  func cellsBeginAtTheOriginOfBaseSpace(bits: Int, info: UInt32) throws {
    let bitmap = try #require(Bitmap(10, 10, bits: bits, info: info))
    try Self.fill(bitmap, Self.checks())
    for (x, y) in [(0, 0), (1, 1), (4, 0), (9, 9), (8, 4)] { #expect(bitmap.pixel(x, y) == Self.red, "\(x), \(y)") }
    for (x, y) in [(2, 2), (3, 3), (6, 7)] { #expect(bitmap.pixel(x, y) == Self.green, "\(x), \(y)") }
    for (x, y) in [(2, 0), (0, 2), (7, 9)] { #expect(bitmap.pixel(x, y) == Self.clear, "\(x), \(y)") }
  }

  /// The CTM moves the shape and not the pattern; the phase moves the pattern.
  @Test func transformAndPhase() throws {
    let bitmap = try #require(Bitmap(8, 8))
    bitmap.context.translateBy(x: 1, y: 1)
    bitmap.context.scaleBy(x: 3, y: 3)
    try Self.fill(bitmap, Self.checks())
    #expect(bitmap.pixel(1, 1) == Self.red && bitmap.pixel(4, 4) == Self.red && bitmap.pixel(3, 2) == Self.green)
    let moved = try #require(Bitmap(8, 8))
    moved.context.setPatternPhase(CGSize(width: 1, height: -1))
    try Self.fill(moved, Self.checks())
    // One to the right, one down: the red square covers columns 1 and 2 and rows 3 and 4 of the
    // cells.
    #expect(moved.pixel(1, 3) == Self.red && moved.pixel(2, 4) == Self.red && moved.pixel(0, 3) == Self.clear)
    #expect(moved.pixel(1, 5) == Self.clear && moved.pixel(3, 1) == Self.green)
  }

  @Test func matrixScalesTheCell() throws {
    let bitmap = try #require(Bitmap(16, 8))
    try Self.fill(bitmap, Self.checks(matrix: CGAffineTransform(scaleX: 2, y: 1)))
    #expect(bitmap.pixel(3, 1) == Self.red && bitmap.pixel(4, 1) == Self.clear && bitmap.pixel(8, 4) == Self.red)
    #expect(bitmap.pixel(7, 3) == Self.green)
  }

  @Test func gapsAndOverlaps() throws {
    let sparse = try #require(Bitmap(12, 6))
    try Self.fill(sparse, Self.checks(step: CGSize(width: 6, height: 6)))
    #expect(sparse.pixel(6, 0) == Self.red && sparse.pixel(4, 0) == Self.clear && sparse.pixel(2, 2) == Self.green)
    // Steps of 2: each cell's red covers the green that the cell to the lower left, drawn before,
    // laid over its step.
    let dense = try #require(Bitmap(8, 8))
    try Self.fill(dense, Self.checks(step: CGSize(width: 2, height: 2)))
    #expect(dense.coveredArea == 64 && dense.pixel(0, 0) == Self.red && dense.pixel(5, 2) == Self.red)
    // Beyond the bounds nothing is drawn.
    let cut = try #require(Bitmap(4, 4))
    try Self.fill(cut, Self.checks(bounds: CGRect(x: 0, y: 0, width: 3, height: 3)))
    #expect(cut.pixel(2, 2) == Self.green && cut.pixel(3, 3) == Self.clear)
  }

  @Test(arguments: layouts)
  func uncoloredTakesTheColorGiven(bits: Int, info: UInt32) throws {
    let bitmap = try #require(Bitmap(4, 4, bits: bits, info: info))
    let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
    #expect(space.model == .pattern && space.numberOfComponents == 3)
    bitmap.context.setFillColorSpace(space)
    bitmap.context.setFillPattern(try Self.checks(isColored: false), colorComponents: [0, 0, 1, 0.6])
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(isNear(bitmap.pixel(0, 0), [0, 0, 153, 153]) && isNear(bitmap.pixel(3, 3), [0, 0, 153, 153]))
    #expect(bitmap.pixel(0, 3) == Self.clear)
  }

  @Test func alphaOfComponentsAndOfState() throws {
    let bitmap = try #require(Bitmap(4, 4))
    bitmap.context.setAlpha(0.5)
    bitmap.context.setFillPattern(try Self.checks(), colorComponents: [0.8])
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(isNear(bitmap.pixel(0, 0), [102, 0, 0, 102]))
  }

  @Test func linesAndColors() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    let color = try #require(CGColor(patternSpace: space, pattern: Self.checks(), components: [1]))
    #expect(color.pattern != nil && color.components == [1] && color.alpha == 1)
    #expect(color.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil) == nil)
    bitmap.context.setStrokeColor(color)
    bitmap.context.setLineWidth(2)
    bitmap.context.stroke(CGRect(x: 1, y: 1, width: 6, height: 6))
    #expect(bitmap.pixel(0, 0) == Self.red && bitmap.pixel(4, 4) == Self.clear && bitmap.pixel(7, 7) == Self.green)
    #expect(bitmap.pixel(3, 0) == Self.clear)
  }

  @Test func aCallbackThatLeavesThingsOpen() throws {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.saveGState()
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.setFillColor(opaqueBlue)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.move(to: .zero)
      }, releaseInfo: nil)
    let pattern = try #require(
      CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 2, height: 2), matrix: .identity, xStep: 2, yStep: 2,
        tiling: .noDistortion, isColored: true, callbacks: &callbacks))
    let bitmap = try #require(Bitmap(2, 2))
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 2))
    try Self.fill(bitmap, pattern)
    #expect(bitmap.pixel(0, 0) == [0, 0, 255, 255] && bitmap.coveredArea == 1)
    #expect(bitmap.context.isPathEmpty && bitmap.context.boundingBoxOfClipPath.width == 1)
  }

  @Test func whatIsNoPattern() {
    var empty = CGPatternCallbacks()
    #expect(
      CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), matrix: .identity, xStep: 1, yStep: 1,
        tiling: .noDistortion, isColored: true, callbacks: &empty) == nil)
    empty.drawPattern = { _, _ in }
    for (side, step) in [(0, 1), (1, 0), (1, CGFloat.nan), (CGFloat.infinity, 1)] as [(CGFloat, CGFloat)] {
      #expect(
        CGPattern(
          info: nil, bounds: CGRect(x: 0, y: 0, width: side, height: 1), matrix: .identity, xStep: step, yStep: 1,
          tiling: .noDistortion, isColored: true, callbacks: &empty) == nil)
    }
  }

  /// The info goes to the callback and is released once.
  @Test func infoIsReleased() throws {
    var counts = [0, 0]
    try counts.withUnsafeMutableBytes { counts in
      var callbacks = CGPatternCallbacks(
        version: 0, drawPattern: { info, _ in info?.assumingMemoryBound(to: Int.self)[0] += 1 },
        releaseInfo: { info in info?.assumingMemoryBound(to: Int.self)[1] += 1 })
      let bitmap = try #require(Bitmap(4, 4))
      try Self.fill(
        bitmap,
        try #require(
          CGPattern(
            info: counts.baseAddress, bounds: CGRect(x: 0, y: 0, width: 2, height: 2), matrix: .identity, xStep: 2,
            yStep: 2, tiling: .noDistortion, isColored: true, callbacks: &callbacks)))
    }
    #expect(counts == [1, 1])
  }
}
