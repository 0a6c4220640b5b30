import Foundation
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplanePathImages
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneCPURenderer

/// The estimated cost of a display list before it is drawn.
@Suite struct DrawingCostTests {
  /// Groups that fade, one in another: each thread has a tile for each level of them.
  private func bytes(ofGroups depth: Int) -> Int {
    var inside = layer(0, 0, 40, 40, color: .red)
    for _ in 0..<depth {
      inside = layer(1, 1, 98, 98, sublayers: [layer(0, 0, 50, 50, color: .blue), inside]) { $0.opacity = 0.9 }
    }
    let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: inside, time: 0)
    return CPUDrawingCost(of: Flattener.flatten(tree)).bytes
  }

  @Test func tilesOfDeepGroupsAreMemory() {
    let tiles = ProcessInfo.processInfo.activeProcessorCount * TileSize.pixelCount * 4 * MemoryLayout<Int16>.size
    #expect(bytes(ofGroups: 4) < tiles)
    #expect(bytes(ofGroups: 40) - bytes(ofGroups: 20) >= 20 * tiles)
    #expect(bytes(ofGroups: 40) - bytes(ofGroups: 20) < 30 * tiles)
  }

  /// The edges in a row of pixels are sorted: a row that very many cross takes longer per edge.
  /// With 40 ns per edge and row, as for few edges, this path would seem to take 0.2 s; it takes
  /// 8 s.
  @Test func rowsThatVeryManyEdgesCrossAreTime() {
    func seconds(ofLines count: Int) -> Double {
      var random = SplitMix64(seed: 7)
      func number() -> Double { Double(random.next() >> 40) / Double(1 << 24) * 128 }
      let path = CGMutablePath()
      path.move(to: .zero)
      for _ in 0..<count { path.addLine(to: CGPoint(x: number(), y: number())) }
      let shape = layer(0, 0, 128, 128, kind: .shape) { $0.shape.path = path }
      let tree = RenderTree(size: CGSize(width: 128, height: 128), scale: 1, background: nil, root: shape, time: 0)
      return CPUDrawingCost(of: Flattener.flatten(tree)).seconds
    }
    #expect(seconds(ofLines: 100_000) > DrawingLimits.standardSeconds)
    #expect(seconds(ofLines: 1000) < 0.3)
  }

  /// The squares of a pixellation are made by a kernel: they take about as long as what they are
  /// made of, not a thousand times as long.
  @Test func squaresCostLittle() throws {
    let description = try #require(FilterDescription.all.first { $0.name == "CIPixellate" })
    func seconds(isPixellated: Bool) -> Double {
      let tree = layer(0, 0, 1000, 1000, sublayers: [layer(0, 0, 1000, 1000, color: .red)]) {
        if isPixellated { $0.compositing.filters = [FilterValue(description)] }
      }
      return CPUDrawingCost(
        of: Flattener.flatten(
          RenderTree(size: CGSize(width: 1000, height: 1000), scale: 1, background: nil, root: tree, time: 0))
      ).seconds
    }
    #expect(seconds(isPixellated: true) > seconds(isPixellated: false))
    #expect(seconds(isPixellated: true) < 0.05)
  }

  /// The pixels of the canvas are cleared and stored, whatever is on them.
  @Test func theCanvasIsTime() {
    func seconds(side: Double) -> Double {
      let size = CGSize(width: side, height: side)
      return CPUDrawingCost(
        of: Flattener.flatten(RenderTree(size: size, scale: 1, background: nil, root: nil, time: 0))
      ).seconds
    }
    #expect(seconds(side: 1000) > 0)
    #expect(abs(seconds(side: 2000) / seconds(side: 1000) - 4) < 1e-9)
  }

  /// The list and what is prepared of it are memory, too: per particle, more than its pixels.
  @Test func primitivesAreMemory() {
    func cost(ofBoxes count: Int) -> CPUDrawingCost {
      let boxes = (0..<count).map { layer(Double($0 % 100), 0, 1, 1, color: .red) }
      let root = layer(0, 0, 100, 100, sublayers: boxes)
      let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: root, time: 0)
      return CPUDrawingCost(of: Flattener.flatten(tree))
    }
    let (few, many) = (cost(ofBoxes: 100), cost(ofBoxes: 1100))
    #expect(many.listBytes - few.listBytes == 1000 * 512)
    #expect(many.bytes - few.bytes == 1000 * 512)
  }

  /// Time grows with the number of layers, and with nothing else.
  @Test(arguments: [LayerKind.layer, .shape])
  func layersAreLinear(kind: LayerKind) {
    func seconds(ofLayers count: Int) -> Double {
      let faint = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      let layers = (0..<count).map { _ in
        layer(10, 10, 80, 80, kind: kind) {
          $0.backgroundColor = faint
          guard kind == .shape else { return }
          $0.shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 40), transform: nil)
          $0.shape.fillColor = faint
        }
      }
      return time(of: layer(0, 0, 100, 100, sublayers: layers), side: 100)
    }
    let base = seconds(ofLayers: 0)
    let (some, many) = (seconds(ofLayers: 10) - base, seconds(ofLayers: 40) - base)
    #expect(some > 0)
    #expect(abs(many / some - 4) < 1e-6)
  }

  /// Lines are sorted within a row of a tile: a zigzag across ten tiles takes about ten times as
  /// long as one across a single tile, however many lines cross a row of it.
  @Test func linesOfOtherTilesAreNotSorted() {
    func seconds(acrossTiles count: Int) -> Double {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 4, y: 4))
      for x in 5..<(count * 64 - 4) { path.addLine(to: CGPoint(x: Double(x), y: x % 2 == 0 ? 4 : 60)) }
      let line = layer(0, 0, Double(count * 64), 64, kind: .shape) {
        $0.shape.path = path
        $0.shape.fillColor = nil
        $0.shape.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        $0.shape.lineWidth = 2
        $0.shape.lineJoin = .round
      }
      return time(of: line, side: 640) - time(of: layer(0, 0, 640, 64), side: 640)
    }
    let ratio = seconds(acrossTiles: 10) / seconds(acrossTiles: 1)
    #expect(ratio > 8 && ratio < 20)
  }

  /// What is far outside of the canvas is not sorted, and hides nothing of what is inside.
  @Test func linesFarAwayCostLittle() {
    func seconds(_ points: [CGPoint], dashes: [Double]? = nil) -> Double {
      let path = CGMutablePath()
      path.addLines(between: points)
      return time(
        of: layer(0, 0, 240, 140, kind: .shape) {
          $0.shape.path = path
          $0.shape.fillColor = nil
          $0.shape.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
          $0.shape.lineWidth = 5
          $0.shape.dashPattern = dashes
        }, side: 240)
    }
    let (near, far) = (CGPoint(x: 90, y: 20), CGPoint(x: 44_200, y: 60_000))
    #expect(seconds([far, near], dashes: [9, 4]) < 0.01)
    let zigzag = (0..<2000).map { CGPoint(x: Double($0 % 97), y: $0 % 2 == 0 ? 4.0 : 130) }
    #expect(seconds(zigzag + [CGPoint(x: -1e9, y: -1e9)]) > 0.9 * seconds(zigzag))
  }

  /// The expected lines of a stroke are about those of its outline: corners count as if all had a
  /// join and an inner side of its own.
  @Test(
    arguments: [
      Pen(width: 2, isRound: false), Pen(width: 2, isRound: true),
      Pen(width: 12, isRound: true), Pen(width: 4, isRound: false, dashes: [6, 4]),
      Pen(width: 4, isRound: true, dashes: [6, 8]),
    ])
  func linesOfAStroke(pen: Pen) throws {
    let wave = CGMutablePath()
    wave.move(to: CGPoint(x: 0, y: 50))
    for x in stride(from: 0.0, to: 200, by: 40) {
      wave.addCurve(
        to: CGPoint(x: x + 40, y: 50), control1: CGPoint(x: x + 10, y: 80), control2: CGPoint(x: x + 30, y: 20))
    }
    let polygon = CGMutablePath()
    polygon.addLines(between: (0..<12).map { CGPoint(x: Double($0) * 20, y: $0 % 2 == 0 ? 10 : 60) })
    let circle = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 80, height: 80), transform: nil)
    for path in [wave, polygon, circle] {
      let node = layer(0, 0, 240, 100, kind: .shape) {
        $0.shape.path = path
        $0.shape.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        $0.shape.lineWidth = pen.width
        $0.shape.lineCap = pen.isRound ? .round : .butt
        $0.shape.lineJoin = pen.isRound ? .round : .miter
        $0.shape.dashPattern = pen.dashes.isEmpty ? nil : pen.dashes
      }
      let stroke = try #require(node?.shape?.stroke)
      let expected = OutlineWork(of: .stroke(stroke), transform: .identity, scale: 1, in: nil)
      let style = StrokeStyle(
        width: pen.width, cap: stroke.cap, join: stroke.join, tolerance: BinnedPathCache.tolerance, pixel: 1)
      var lines = 0.0
      func add(_ polygon: UnsafeBufferPointer<SIMD2<Double>>) { lines += Double(polygon.count) }
      if pen.dashes.isEmpty {
        path.outline.stroke(style, add)
      } else {
        path.measure.stroke(dashedBy: pen.dashes, phase: 0, style, add)
      }
      #expect(expected.lines / lines > 0.7 && expected.lines / lines < 3)
      let bound = OutlineSize(of: path.outline, tolerance: BinnedPathCache.tolerance).stroked(
        width: pen.width, isRound: pen.isRound, dashes: pen.dashes, tolerance: BinnedPathCache.tolerance)
      #expect(expected.lines <= bound.lines)
    }
  }

  struct Pen: Sendable {
    var width: Double
    var isRound: Bool
    var dashes: [Double] = []
  }

  private func time(of root: RenderNode?, side: Double) -> Double {
    let size = CGSize(width: side, height: side)
    return CPUDrawingCost(
      of: Flattener.flatten(RenderTree(size: size, scale: 1, background: nil, root: root, time: 0))
    ).seconds
  }
}
