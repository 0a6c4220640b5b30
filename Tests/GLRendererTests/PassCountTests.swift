import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneGLRenderer

/// How many passes and calls the usual effects take, many of them at once: what follows one another
/// in painter's order is one call, and what is ready at the same time one pass.
@Suite(.serialized) struct PassCountTests {
  private func cost(of layers: [RenderNode?]) throws -> DrawStatistics {
    let test = try TestDevice()
    let tree = tree(of: layers)
    let picture = try test.draw(tree, precision: .bytes)
    #expect(try difference(picture.bytes, CPUPicture.bytes(of: tree)) <= 3)
    test.expectNoComplaints()
    // A tiled device reads no target from memory.
    #expect(picture.cost.loads == 0)
    return picture.cost
  }

  private func place(_ number: Int) -> (x: Double, y: Double) {
    (Double(number % 10) * 40, Double(number / 10) * 40)
  }

  @Test func spritesOfAFewImagesAreOneCall() throws {
    let images = try (0..<8).map { try image(32, 32, red: UInt8($0 * 30)) }
    let cost = try cost(
      of: (0..<1000).map { number in
        layer(Double(number * 37 % 380), Double(number * 53 % 380), 20, 20) {
          $0.contents = images[number % 8]
          $0.geometry.transform = CATransform3DMakeRotation(Double(number), 0, 0, 1)
        }
      })
    #expect(cost.passes == 1 && cost.drawCalls == 1 && cost.quads == 1000)
  }

  @Test func boxesBordersAndGradientsAreOneCall() throws {
    let cost = try cost(
      of: (0..<100).map { number in
        layer(place(number).x, place(number).y, 30, 30, color: .red) {
          $0.cornerRadius = Double(number % 15)
          $0.borderWidth = 2
        }
      })
    #expect(cost.passes == 1 && cost.drawCalls == 1)
  }

  @Test func groupsShareAPass() throws {
    let cost = try cost(
      of: (0..<100).map { number in
        layer(
          place(number).x, place(number).y, 30, 30,
          sublayers: [layer(0, 0, 20, 20, color: .red), layer(8, 8, 20, 20, color: .green)]
        ) { $0.opacity = 0.5 }
      })
    #expect(cost.passes == 2 && cost.drawCalls == 2)
  }

  @Test func masksShareAPass() throws {
    let picture = try image(30, 30)
    let cost = try cost(
      of: (0..<100).map { number in
        let mask = layer(0, 0, 30, 30, kind: .gradient) {
          $0.gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
        }
        return layer(place(number).x, place(number).y, 30, 30, mask: .some(mask)) { $0.contents = picture }
      })
    #expect(cost.passes == 2 && cost.drawCalls <= 4)
  }

  @Test func blursAreOnePassForEachDirection() throws {
    let description = try #require(FilterDescription.all.first { $0.name == "CIGaussianBlur" })
    let cost = try cost(
      of: (0..<20).map { number in
        layer(place(number).x, place(number).y, 30, 30, color: .blue) {
          var blur = FilterValue(description)
          blur.inputs["inputRadius"] = .number(4)
          $0.compositing.filters = [blur]
        }
      })
    #expect(cost.passes == 4 && cost.drawCalls == 4)
  }

  @Test func shadowsOfBoxesAreOneCall() throws {
    let cost = try cost(
      of: (0..<100).map { number in
        layer(place(number).x, place(number).y, 24, 24, color: .green) {
          $0.shadow.opacity = 0.5
          $0.shadow.radius = 3
        }
      })
    #expect(cost.passes == 1 && cost.drawCalls == 1)
  }
}
