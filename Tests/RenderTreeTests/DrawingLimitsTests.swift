import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneRenderTree

@Suite struct DrawingLimitsTests {
  @Test func memoryCountsWhatIsTaken() {
    var limits = DrawingLimits(bytes: 100 << 20, seconds: 1)
    #expect(limits.excess(bytes: 100 << 20) == nil)
    #expect(limits.excess(bytes: 100 << 20 + 1) == .memory(needed: 100 << 20 + 1, limit: 100 << 20))
    limits.bytesTaken = 30 << 20
    #expect(limits.excess(bytes: 70 << 20) == nil)
    #expect(limits.excess(bytes: 71 << 20) == .memory(needed: 101 << 20, limit: 100 << 20))
    #expect(limits.excess(bytes: .max) == .memory(needed: .max, limit: 100 << 20))
  }

  @Test func timeCountsWhatIsSpent() {
    let limits = DrawingLimits(bytes: 1, seconds: 4).after(.seconds(1))
    #expect(limits.excess(seconds: 3) == nil)
    #expect(limits.excess(seconds: 3.5) == .time(needed: 4.5, limit: 4))
    #expect(limits.excess(seconds: .nan) != nil)
  }

  /// A program always has some memory left, and never more than its limit.
  @Test(arguments: [1 << 20, 64 << 20, 512 << 20, 1 << 40])
  func aProgramOnTheProcessor(memory: Int) {
    let limits = DrawingLimits.onProcessor(memory: memory, seconds: 7)
    #expect(limits.bytes == memory && limits.seconds == 7)
    #expect(limits.bytesTaken >= 0 && limits.excess(bytes: min(memory, 16 << 20)) == nil)
    #expect(memory < 1 << 40 || limits.bytesTaken > 1 << 20)
  }

  @Test func lines() {
    #expect(
      "\(DrawingExcess.memory(needed: 812 << 20, limit: 512 << 20))"
        == "drawing the scene needs at least 812 MiB at once, expected at most 512 MiB: nest fewer groups, masks and "
        + "filters, draw it smaller, or raise --memory-limit")
    #expect(
      "\(DrawingExcess.time(needed: 18.2, limit: 4))"
        == "drawing the scene needs at least 18 s of one core, expected at most 4.0 s: draw fewer layers over each "
        + "other, blur less, draw it smaller, or raise --time-limit")
  }
}

@Suite struct EvaluationMeterTests {
  private func tree() -> RenderTree {
    let emitter = Emitter(
      .even {
        $0.birthRate = 10_000
        $0.lifetime = 1
      })
    return committedTree(emitter.committed).evaluate(at: 1)
  }

  /// Each instance counts, whether it shows a particle or none, and an animated rate is followed no
  /// longer than time is left.
  @Test func instancesCount() {
    let emitter = Emitter(
      .even {
        $0.birthRate = 1
        $0.lifetime = 1
      })
    let meter = EvaluationMeter(DrawingLimits(bytes: 50_000, seconds: 100))
    let nodes = EvaluationMeter.$current.withValue(meter) {
      (0..<100).map { _ in committedTree(emitter.committed).evaluate(at: 0.5).root?.sublayers.count ?? 0 }
    }
    #expect(meter.excess != nil)
    #expect(nodes.last == 0)
  }

  /// Ten thousand particles are 19 MB.
  @Test func particlesCount() throws {
    let particles = try DrawingLimits(bytes: 19_300_000, seconds: 100).evaluating(tree).root?.sublayers.count
    #expect((particles ?? 0) >= 9_999)
    #expect(throws: DrawingExcess.self) { try DrawingLimits(bytes: 18_000_000, seconds: 100).evaluating(tree) }
    #expect(throws: DrawingExcess.self) { try DrawingLimits(bytes: 19_300_000, seconds: 0).evaluating(tree) }
    // Nobody limits what is evaluated without.
    #expect((tree().root?.sublayers.count ?? 0) >= 9_999)
  }
}

@Suite struct OutlineSizeTests {
  @Test func ofARectangle() {
    var path = PathOutline()
    path.addRect(CGRect(x: 10, y: 20, width: 30, height: 40))
    let size = OutlineSize(of: path, tolerance: 0.01)
    #expect(size.lines == 4 && size.climb == 80 && size.length == 140)
    // Turned by a right angle its width is what climbs, and of that a part lies between the rows.
    let quarter = CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
    #expect(OutlineSize(of: path, transform: quarter, tolerance: 0.01).climb == 120)
    #expect(OutlineSize(of: path, transform: quarter, tolerance: 0.01, rows: 30...1000).climb == 100)
    #expect(OutlineSize(of: path, transform: quarter, tolerance: 0.01, rows: 100...1000).climb == 0)
  }

  /// A chord that is t from a circle of radius r turns by 2·acos(1 − t/r).
  @Test(arguments: [0.01, 0.1])
  func ofACircle(tolerance: Double) {
    var path = PathOutline()
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 200, height: 200))
    let size = OutlineSize(of: path, tolerance: tolerance)
    let lines = 2 * Double.pi / (2 * acos(1 - tolerance / 100))
    #expect(size.lines >= lines && size.lines < 1.2 * lines + 5)
    #expect(abs(size.climb - 400) < 1e-9 && abs(size.length - 800) < 1e-9)
    // Two sides, each as long.
    let stroke = size.stroked(width: 2, isRound: false, dashes: [], tolerance: tolerance)
    #expect(stroke.lines >= 2 * size.lines && stroke.climb >= 2 * size.climb)
    let round = size.stroked(width: 2, isRound: true, dashes: [], tolerance: tolerance)
    #expect(round.lines > stroke.lines)
    // A dash and a gap of one each: half of the length are dashes.
    let dashed = size.stroked(width: 2, isRound: false, dashes: [1, 1], tolerance: tolerance)
    #expect(dashed.lines >= stroke.lines + 4 * 400)
  }
}
