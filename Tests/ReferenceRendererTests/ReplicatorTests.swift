import Foundation
import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Replicators")
struct ReplicatorTests {
  private func committed(
    _ kind: LayerKind, _ width: Double, _ height: Double, sublayers: [CommittedLayer] = [],
    configure: (inout LayerValues) -> Void
  ) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    values.geometry.position = CGPoint(x: width / 2, y: height / 2)
    configure(&values)
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: 0), name: nil, kind: kind, values: values, timing: MediaTiming(),
      animations: [], sublayers: sublayers)
  }

  private func drawn(_ width: Double, _ height: Double, _ root: CommittedLayer) -> ReferencePicture {
    let tree = CommittedTree(size: CGSize(width: width, height: height), scale: 1, background: nil, root: root)
    return picture(width, height, tree.evaluate(at: 0).root)
  }

  @Test("contents are multiplied component by component, on straight values")
  func tintedContents() {
    // Straight (1, 0.5, 0) of alpha 0.4: premultiplied bytes 102, 51, 0, 102.
    let image = committed(.layer, 4, 4) {
      $0.contents = CGImage(premultipliedRGBA8: [102, 51, 0, 102], width: 1, height: 1)
    }
    let root = committed(.replicator, 8, 4, sublayers: [image]) {
      $0.replicator.instanceCount = 2
      $0.replicator.instanceTransform = CATransform3DMakeTranslation(4, 0, 0)
      $0.replicator.instanceColor = CGColor(StraightColor(red: 0.5, green: 1, blue: 1, alpha: 1))
      $0.replicator.alphaOffset = -0.5
    }
    let picture = drawn(8, 4, root)
    #expect(isClose(picture.color(1, 1), [0.2, 0.2, 0, 0.4]))
    #expect(isClose(picture.color(5, 1), [0.1, 0.1, 0, 0.2]))
  }

  @Test("with preservesDepth its instances are planes of one set", arguments: [false, true])
  func preservesDepth(preserves: Bool) {
    let plane = committed(.layer, 40, 40) {
      $0.backgroundColor = CGColor(.white)
      $0.geometry.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    }
    let root = committed(.replicator, 40, 40, sublayers: [plane]) {
      $0.replicator.instanceCount = 2
      $0.replicator.instanceTransform = CATransform3DMakeRotation(-.pi / 2, 0, 1, 0)
      $0.replicator.redOffset = -1
      $0.replicator.preservesDepth = preserves
    }
    let picture = drawn(40, 40, root)
    // The first instance has its left half in front; without depth the second one covers it.
    #expect(isClose(picture.color(10, 20), preserves ? [1, 1, 1, 1] : [0, 1, 1, 1]))
    #expect(isClose(picture.color(30, 20), [0, 1, 1, 1]))
  }
}
