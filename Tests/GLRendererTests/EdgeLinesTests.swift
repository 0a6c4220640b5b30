import Graphics
import Testing

@testable import GLRenderer

@Suite struct EdgeLinesTests {
  private let rect = CGRect(x: 10, y: 20, width: 30, height: 40)

  @Test func theCornersOfAGrownRectangle() throws {
    let quad = try #require(EdgeLines(rect, on: Plane(scale: 2)).quad(grownBy: 0.5))
    #expect(quad == DeviceBox(minX: 19.5, minY: 39.5, maxX: 80.5, maxY: 120.5).quad)
  }

  @Test func inPerspectiveEachCornerLiesSoFarFromTwoEdges() throws {
    var matrix = CATransform3DIdentity
    matrix.m34 = -1 / 200
    let plane = try #require(Plane(CATransform3DRotate(matrix, 0.7, 0.3, 1, 0), in: Plane(scale: 1)))
    let lines = EdgeLines(rect, on: plane)
    let quad = try #require(lines.quad(grownBy: 0.5))
    for (corner, edges) in [(quad.a, [0, 2]), (quad.b, [1, 2]), (quad.c, [0, 3]), (quad.d, [1, 3])] {
      let distances = lines.distances(at: corner)
      for edge in 0..<4 {
        #expect(edges.contains(edge) ? abs(distances[edge] + 0.5) < 1e-4 : distances[edge] > 1)
      }
    }
  }

  @Test func edgesThatAreNobodysHaveNoCorners() {
    let endless = CGRect(x: -1e12, y: 0, width: 2e12, height: 10)
    #expect(EdgeLines(endless, on: Plane(scale: 1)).quad(grownBy: 0.5) == nil)
  }
}
