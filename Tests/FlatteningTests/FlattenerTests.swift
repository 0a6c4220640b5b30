import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

@Suite("Flattening") struct FlattenerTests {
  @Test func partsStandInTheirOrder() throws {
    let image = try #require(CGImage(premultipliedRGBA8: [255, 0, 0, 255], width: 1, height: 1))
    let list = flatten(
      layer(10, 10, 40, 40, color: .red, sublayers: [layer(5, 5, 10, 10, color: .green)]) {
        $0.contents = image
        $0.borderWidth = 2
        $0.borderColor = CGColor(.blue)
      })
    #expect(list.passes.count == 1)
    #expect(list.kinds(of: 0) == [.box, .image, .box, .border])
  }

  @Test("Layers that are only moved share a plane") func movedLayersShareAPlane() {
    let list = flatten(layer(10, 20, 40, 40, color: .red, sublayers: [layer(5, 5, 10, 10, color: .green)]))
    #expect(list.planes.count == 1)
    #expect(list.boxes[0].shape.minX == 10 && list.boxes[0].shape.minY == 20)
    #expect(list.boxes[1].shape.minX == 15 && list.boxes[1].shape.maxY == 35)
    #expect(list.primitives.map(\.box) == [PixelBox(10, 20, 50, 60), PixelBox(15, 25, 25, 35)])
  }

  @Test func sublayersOfAMovedLayerTurnAboutTheirOwnPlaces() {
    let list = flatten(
      layer(
        10, 20, 40, 40,
        sublayers: [
          layer(0, 0, 20, 20, color: .green) {
            $0.geometry.transform = CATransform3DMakeAffineTransform(
              CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
          }
        ]))
    #expect(list.planes.count == 2)
    #expect(list.primitives.map(\.box) == [PixelBox(10, 20, 30, 40)])
  }

  @Test func boxesHoldEveryPixelWithCoverage() {
    let list = flatten(layer(10.25, 20.75, 10, 10, color: .red), scale: 2)
    // 20.5…40.5 and 41.5…61.5: pixels in part at each end.
    #expect(list.primitives.map(\.box) == [PixelBox(20, 41, 41, 62)])
  }

  @Test func dashedBordersReachThreeQuartersOfTheirWidthBeyondTheMiddleLine() {
    let list = flatten(
      layer(30, 30, 40, 40) {
        $0.borderWidth = 4
        $0.borderColor = CGColor(.red)
        $0.borderDash.pattern = [8, 3]
      })
    #expect(list.kinds(of: 0) == [.path])
    #expect(list.primitives.map(\.box) == [PixelBox(29, 29, 71, 71)])
  }

  @Test func layersOffTheCanvasAreLeftOut() {
    #expect(flatten(layer(200, 0, 10, 10, color: .red)).primitives.isEmpty)
    #expect(flatten(layer(-20, 0, 10, 10, color: .red) { $0.opacity = 0.5 }).passes.count == 1)
  }

  @Suite("Groups") struct Groups {
    @Test func ofTwoPrimitivesAreLocalPasses() throws {
      let list = flatten(
        layer(10, 10, 40, 40, color: .red, sublayers: [layer(20, 20, 40, 40, color: .green)]) { $0.opacity = 0.5 })
      #expect(list.passes.count == 2)
      #expect(list.kinds(of: 0) == [.surface] && list.kinds(of: 1) == [.box, .box])
      #expect(list.passes[1].isLocal && list.passes[1].box == PixelBox(10, 10, 70, 70))
      let surface = try #require(list.primitives.last)
      #expect(surface.opacity == 0.5 && surface.box == PixelBox(10, 10, 70, 70))
      #expect(list.surfaces[Int(surface.payload)].pass == 1 && list.surfaces[Int(surface.payload)].mask == -1)
    }

    @Test func ofOnePrimitiveNeedNoPass() {
      let list = flatten(layer(10, 10, 40, 40, color: .red) { $0.opacity = 0.5 })
      #expect(list.passes.count == 1 && list.primitives.map(\.opacity) == [0.5])
    }

    @Test func thatShowNothingLeaveNothing() {
      let list = flatten(
        layer(10, 10, 40, 40, sublayers: [layer(500, 0, 1, 1, color: .red), layer(500, 0, 1, 1, color: .red)]) {
          $0.opacity = 0.5
        }, layer(0, 0, 5, 5, color: .blue))
      #expect(list.passes.count == 1 && list.kinds(of: 0) == [.box])
    }

    @Test func inGroupsNest() {
      let inner = layer(0, 0, 20, 20, color: .green, sublayers: [layer(5, 5, 20, 20, color: .blue)]) {
        $0.opacity = 0.5
      }
      let list = flatten(layer(10, 10, 40, 40, color: .red, sublayers: [inner]) { $0.opacity = 0.5 })
      #expect(list.passes.count == 3)
      #expect(list.kinds(of: 0) == [.surface])
      #expect(list.kinds(of: 1) == [.box, .surface])
      #expect(list.kinds(of: 2) == [.box, .box])
    }

    @Test("allowsGroupOpacity off fades each primitive") func withoutGroupOpacity() {
      let list = flatten(
        layer(10, 10, 40, 40, color: .red, sublayers: [layer(20, 20, 40, 40, color: .green)]) {
          $0.opacity = 0.5
          $0.compositing.allowsGroupOpacity = false
        })
      #expect(list.passes.count == 1 && list.primitives.map(\.opacity) == [0.5, 0.5])
    }
  }

  @Suite("Clips") struct Clips {
    @Test func onPixelsEdgesCutBoxes() {
      let list = flatten(
        layer(10, 10, 20, 20, sublayers: [layer(-5, -5, 100, 100, color: .green)]) { $0.masksToBounds = true })
      #expect(list.clips.isEmpty && list.primitives.map(\.box) == [PixelBox(10, 10, 30, 30)])
    }

    @Test func withRoundCornersAreChains() {
      let list = flatten(
        layer(
          10, 10, 40, 40,
          sublayers: [
            layer(5, 5, 60, 60, sublayers: [layer(0, 0, 60, 60, color: .green)]) {
              $0.masksToBounds = true
              $0.cornerRadius = 3
            }
          ]
        ) {
          $0.masksToBounds = true
          $0.cornerRadius = 8
        })
      #expect(list.clips.map(\.outer) == [-1, 0])
      #expect(list.primitives.map(\.clip) == [1] && list.primitives.map(\.box) == [PixelBox(15, 15, 50, 50)])
    }

    @Test func thatLeaveNothingDrawNothing() {
      let list = flatten(
        layer(10, 10, 20, 20, sublayers: [layer(50, 50, 10, 10, color: .green)]) { $0.masksToBounds = true })
      #expect(list.primitives.isEmpty)
    }
  }

  @Suite("Masks") struct Masks {
    @Test func ofOneOpaqueRegionAreClips() {
      let mask = layer(5, 5, 10, 10, color: .red) { $0.cornerRadius = 5 }
      let list = flatten(layer(10, 10, 40, 40, color: .green, mask: .some(mask)))
      #expect(list.passes.count == 1 && list.clips.count == 1)
      #expect(list.primitives.map(\.box) == [PixelBox(15, 15, 25, 25)])
    }

    @Test func ofMoreAreDrawn() throws {
      let mask = layer(5, 5, 10, 10, color: .red, sublayers: [layer(8, 8, 10, 10, color: .red)])
      let list = flatten(layer(10, 10, 40, 40, color: .green, mask: .some(mask)))
      let surface = try #require(list.surfaces.first)
      #expect(list.kinds(of: 0) == [.surface])
      #expect(list.kinds(of: Int(surface.pass)) == [.box] && list.kinds(of: Int(surface.mask)) == [.box, .box])
      #expect(list.primitives.last?.box == PixelBox(15, 15, 33, 33))
    }

    @Test func thatShowNothingLeaveNothing() {
      let mask = layer(500, 5, 10, 10, color: .red, sublayers: [layer(8, 8, 10, 10, color: .red)])
      let list = flatten(layer(10, 10, 40, 40, color: .green, mask: .some(mask)), layer(0, 0, 5, 5, color: .blue))
      #expect(list.passes.count == 1 && list.kinds(of: 0) == [.box])
    }
  }

  @Test(
    "Numbers without sense draw something or nothing, and never stop",
    arguments: [0, 1e-300, 1e300, -1e9, .nan, .infinity])
  func hostileNumbers(_ number: Double) {
    for place in 0..<6 {
      let list = flatten(
        layer(10, 10, 40, 40, color: .red, sublayers: [layer(0, 0, 10, 10, color: .green)]) {
          switch place {
          case 0: $0.geometry.position.x = number
          case 1: $0.geometry.transform = CATransform3DMakeScale(number, 1, 1)
          case 2: $0.geometry.transform.m34 = number
          case 3: $0.geometry.bounds.origin.y = number
          case 4: $0.geometry.bounds.size.width = number
          default: $0.geometry.sublayerTransform.m41 = number
          }
          $0.masksToBounds = true
        })
      #expect(list.primitives.allSatisfy { !$0.box.isEmpty && PixelBox(0, 0, 100, 100).contains($0.box) })
    }
  }
}

@Suite("Stretch axes") struct StretchAxisTests {
  @Test func nineParts() {
    let axis = StretchAxis(target: (0, 100), source: (0, 40), size: 40, natural: 40, center: (0.25, 0.5))
    #expect(axis.part(at: 5) == axis.first && axis.part(at: 50) == axis.second && axis.part(at: 95) == axis.third)
    // Continuous: 10 source pixels in the corners, 20 stretched over 80 points.
    for (place, source) in [(0.0, 0.0), (10, 10), (50, 20), (90, 30), (100, 40)] {
      let part = axis.part(at: place)
      #expect(abs(part.source + (place - part.start) * part.slope - source) < 1e-12)
      #expect(part.low == 0 && part.high == 40)
    }
    let mirrored = axis.mirrored(size: 40)
    #expect(mirrored.first.source == 40 && mirrored.first.slope == -1)
  }

  @Test func sidesWithoutRoomMeetAndKeepToTheirOwnPixels() throws {
    let axis = StretchAxis(target: (0, 10), source: (0, 40), size: 40, natural: 40, center: (0.25, 0.5))
    let second = try #require(axis.second)
    #expect(axis.third == nil && axis.first.slope == 2 && axis.first.high == 10)
    #expect(second.start == 5 && second.source == 30 && second.low == 30 && second.high == 40)
  }

  @Test func ofOnePartIsOneLine() {
    let axis = StretchAxis(target: (5, 10), source: (10, 20), size: 25, natural: 20, center: nil)
    #expect(axis.second == nil && axis.first.slope == 2 && axis.first.low == 10 && axis.first.high == 25)
  }
}

extension PixelBox {
  init(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
    self.init(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
