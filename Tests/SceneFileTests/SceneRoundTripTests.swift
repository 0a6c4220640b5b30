import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

@Suite struct SceneRoundTripTests {
  private static let everything = """
    {
      "version": 1,
      "size": [100, 80],
      "scale": 2,
      "background": "#ffffff80",
      "poster": 2.5,
      "images": {"logo": "logo.png"},
      "root": {
        "class": "CATransformLayer",
        "name": "röot",
        "bounds": [1, 2, 100, 80],
        "position": [50, 40],
        "anchorPoint": [0.25, 0.1],
        "anchorPointZ": 3,
        "zPosition": -4,
        "sublayerTransform": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.002, 0, 0, 0, 1],
        "geometryFlipped": true,
        "beginTime": 0.25,
        "timeOffset": 0.1,
        "speed": 0.3,
        "duration": 7,
        "repeatCount": "infinity",
        "autoreverses": true,
        "fillMode": "both",
        "sublayers": [
          {
            "transform": [{"affine": [1, 0.5, -0.5, 1, 3, 4]}],
            "doubleSided": false,
            "hidden": true,
            "opacity": 0.1,
            "masksToBounds": true,
            "backgroundColor": "#ff8800",
            "cornerRadius": 4.5,
            "maskedCorners": ["layerMinXMinYCorner", "layerMaxXMaxYCorner"],
            "borderWidth": 2,
            "borderColor": null,
            "contents": "logo",
            "contentsRect": [0, 0, 0.5, 1],
            "contentsCenter": [0.25, 0.25, 0.5, 0.5],
            "contentsGravity": "resizeAspect",
            "contentsScale": 2,
            "minificationFilter": "trilinear",
            "magnificationFilter": "nearest",
            "minificationFilterBias": -0.7,
            "shadowColor": "#ff000080",
            "shadowOpacity": 0.7,
            "shadowOffset": [1, 2],
            "shadowRadius": 4.5,
            "shadowPath": "M 0 0 L 10.5 0 Q 20 0 20 10 C 20 20 10 20 0 20 Z",
            "opaque": true,
            "cornerCurve": "continuous",
            "allowsGroupOpacity": false,
            "allowsEdgeAntialiasing": false,
            "edgeAntialiasingMask": ["layerLeftEdge", "layerTopEdge"],
            "shouldRasterize": true,
            "rasterizationScale": 2,
            "filters": [
              {"name": "CIGaussianBlur", "label": "soft", "enabled": false, "inputRadius": 0.1},
              {"name": "CIColorInvert"}
            ],
            "backgroundFilters": [{"name": "CIPixellate", "inputScale": 4, "inputCenter": [1, 2.5]}],
            "compositingFilter": "multiplyBlendMode",
            "autoresizingMask": ["layerMinXMargin", "layerHeightSizable"],
            "allowsHitTesting": false,
            "animations": {
              "sharpen": {
                "class": "CABasicAnimation",
                "keyPath": "filters.soft.inputRadius",
                "toValue": 1,
                "duration": 0.25
              },
              "move": {
                "class": "CABasicAnimation",
                "keyPath": "backgroundFilters.CIPixellate.inputCenter",
                "toValue": [3, 4],
                "duration": 0.25
              },
              "blend": {
                "class": "CABasicAnimation",
                "keyPath": "compositingFilter",
                "fromValue": "xor",
                "toValue": null,
                "duration": 0.25
              },
              "filter": {
                "class": "CABasicAnimation",
                "keyPath": "filters",
                "toValue": [{"name": "CISepiaTone", "inputIntensity": 0.5}],
                "duration": 0.25
              },
              "cast": {
                "class": "CAKeyframeAnimation",
                "keyPath": "shadowPath",
                "values": ["M 0 0 L 1 1", null, "", "M 0 0 L 2 2"],
                "duration": 0.25
              }
            }
          },
          {
            "class": "CAShapeLayer",
            "path": "M 0 0 L 10 0 Z M 1 1",
            "fillColor": null,
            "fillRule": "evenOdd",
            "strokeColor": "#ff8800",
            "strokeStart": 0.25,
            "strokeEnd": 0.75,
            "lineWidth": 0.1,
            "miterLimit": 4,
            "lineCap": "round",
            "lineJoin": "bevel",
            "lineDashPhase": 1.5,
            "lineDashPattern": [5, 2.5, 1]
          },
          {
            "class": "CAScrollLayer",
            "masksToBounds": false,
            "scrollMode": "vertically",
            "layoutManager": "CAConstraintLayoutManager",
            "constraints": [
              {"attribute": "minX", "relativeTo": "superlayer", "sourceAttribute": "maxX"},
              {"attribute": "height", "relativeTo": "short", "sourceAttribute": "width", "scale": 0.5, "offset": -3}
            ]
          },
          {
            "class": "CAGradientLayer",
            "colors": ["#ff0000", [0.1, 0.2, 0.3, 0.4]],
            "locations": [0.1, 0.9],
            "startPoint": [0, 1],
            "endPoint": [1, 0],
            "type": "conic",
            "mask": {"mask": {"backgroundColor": "#000000"}, "sublayers": [{"name": "in the mask"}]}
          },
          {
            "class": "CAReplicatorLayer",
            "instanceCount": 3,
            "instanceDelay": 0.1,
            "instanceTransform": [{"affine": [1, 0.5, -0.5, 1, 3, 4]}],
            "preservesDepth": true,
            "instanceColor": "#ff880080",
            "instanceRedOffset": -0.1,
            "instanceGreenOffset": 0.1,
            "instanceBlueOffset": 0.2,
            "instanceAlphaOffset": -0.3
          },
          {"name": "short", "maskedCorners": []},
          {
            "backgroundColor": [0.1, 0.2, 0.3, 0.4],
            "animations": {
              "turn": {
                "class": "CABasicAnimation",
                "keyPath": "transform.rotation.z",
                "byValue": 3.5,
                "timingFunction": "easeIn",
                "additive": true,
                "cumulative": true,
                "beginTime": 1,
                "duration": 2,
                "repeatCount": 2.5,
                "fillMode": "forwards",
                "removedOnCompletion": false
              },
              "fade": {
                "class": "CABasicAnimation",
                "keyPath": "backgroundColor",
                "fromValue": null,
                "toValue": "#00ff00",
                "timingFunction": [0.1, -1, 0.9, 2],
                "beginTime": 0.4,
                "duration": 0.25
              }
            }
          }
        ]
      }
    }

    """

  @Test func everyKeyIsWrittenAsItWasRead() throws {
    let folder = try SceneFolder()
    try folder.writeImage(to: "logo.png", width: 2, height: 2)
    #expect(try scene(Self.everything, folder: folder.path).encoded() == Self.everything)
  }

  @Test func readingWhatWasWrittenGivesTheSameTree() throws {
    let folder = try SceneFolder()
    try folder.writeImage(to: "logo.png", width: 2, height: 2)
    let first = try scene(Self.everything, folder: folder.path)
    var second = try scene(try first.encoded(), folder: folder.path)
    // Images are read again; only as objects are they others.
    for (layer, other) in zip(first.root.sublayers ?? [], second.root.sublayers ?? []) where layer.contents != nil {
      #expect(other.contents is CGImage)
      other.contents = layer.contents
    }
    second.images = first.images
    let (a, b) = (first.committed(), second.committed())
    #expect(differences(a.root, b.root) == [])
    #expect((a.size, a.scale) == (b.size, b.scale))
    #expect(a.background == b.background)
  }

  @Test func differencesAreSeen() throws {
    let a = try scene(root: "{\"sublayers\": [{\"opacity\": 0.5}]}").committed().root
    let b = try scene(root: "{\"sublayers\": [{\"opacity\": 0.6}]}").committed().root
    #expect(differences(a, b).count == 1)
    #expect(differences(a, a) == [])
  }

  @Test func oddSpellingsBecomeTheUsualOnes() throws {
    let text = try scene(
      root: """
        {"frame": [10, 10, 20, 20], "backgroundColor": "#F80", "opacity": 1, "position": [20, 20]}
        """.replacing(", \"position\": [20, 20]", with: "")
    ).encoded()
    #expect(
      text == """
        {
          "version": 1,
          "size": [100, 80],
          "root": {"bounds": [0, 0, 20, 20], "position": [20, 20], "backgroundColor": "#ff8800"}
        }

        """)
  }

  @Test func treeOfAProgram() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    root.backgroundColor = .white
    root.repeatCount = .greatestFiniteMagnitude
    let child = CATransformLayer()
    child.transform = CATransform3DMakeRotation(0.3, 1, 2, 3)
    root.addSublayer(child)
    for _ in 0..<2 {
      let animation = CABasicAnimation(keyPath: "isHidden")
      animation.toValue = true
      child.add(animation, forKey: nil)
    }
    let first = Scene(size: CGSize(width: 100, height: 80), root: root)
    let second = try scene(try first.encoded())
    #expect(
      differences(first.committed().root, second.committed().root).map { $0.prefix(while: { $0 != ":" }) } == [
        // sRGB instead of the grey space, and keys where there were none.
        "root.backgroundColor", "root.timing", "root.sublayers[0].animations[0].key",
        "root.sublayers[0].animations[1].key",
      ])
    #expect(second.root.backgroundColor?.straight == CGColor.white.straight)
    #expect(second.root.repeatCount == .infinity)
    #expect(second.root.sublayers?.first?.animationKeys() == ["animation1", "animation2"])
    #expect(try second.encoded() == first.encoded())
  }

  @Test("what begins at another time moves alike when it is read", arguments: [0.0, 4000, 5000])
  func timeOrigin(begin: Double) throws {
    func opacity(_ scene: Scene, at time: Double) -> Double? {
      var node = scene.committed().evaluate(at: time).root
      while let inner = node?.sublayers.first { node = inner }
      return node?.opacity
    }
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0.0
    fade.toValue = 1.0
    fade.duration = 1
    let child = CALayer()
    child.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    child.backgroundColor = .white
    child.add(fade, forKey: "fade")
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    root.beginTime = begin
    root.addSublayer(child)
    var plain = Scene(size: root.bounds.size, root: root)
    plain.timeOrigin = 5000
    for first in [plain, Scene(root: root, timeOrigin: 5000)] {
      let second = try scene(try first.encoded())
      #expect(opacity(first, at: 5000.5) == 0.5 && opacity(second, at: 0.5) == 0.5)
    }
  }

  @Test func whatCannotBeWritten() throws {
    let size = CGSize(width: 10, height: 10)
    let root = CALayer()
    root.position = CGPoint(x: CGFloat.nan, y: 0)
    #expect(
      errorLine { () throws(SceneError) in try Scene(size: size, root: root).encoded() }
        == "root.position: expected a number from -1000000000 to 1000000000, found nan")
    let folder = try SceneFolder()
    try folder.writeImage(to: "a.png", width: 1, height: 1)
    let other = try scene(root: "{\"contents\": \"a\"}", images: "{\"a\": \"a.png\"}", folder: folder.path)
    #expect(
      errorLine { () throws(SceneError) in try Scene(size: size, root: other.root).encoded() }
        == "root.contents: expected an image of the scene's images, found one that is in none of them")
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1))
    #expect(
      errorLine { () throws(SceneError) in try Scene(size: size, root: shape).encoded() }
        == "root.path: expected a number from -1000000000 to 1000000000, found inf")
    #expect(
      errorLine { () throws(SceneError) in try Scene(size: .zero, root: CALayer()).encoded() }
        == "size: expected a width and a height above 0, found [0, 0]")
  }

  /// A row and a layer of its class, for each row of each class.
  private static func rowsAndLayers() -> [(LayerProperty, CALayer)] {
    LayerProperties.layer.map { ($0, CALayer()) } + LayerProperties.gradient.map { ($0, CAGradientLayer()) }
      + LayerProperties.replicator.map { ($0, CAReplicatorLayer()) }
      + LayerProperties.shape.map { ($0, CAShapeLayer()) }
      + LayerProperties.scroll.map { ($0, CAScrollLayer()) }
  }

  @Test func everyRowOfTheTableComesBack() throws {
    for (row, layer) in Self.rowsAndLayers() {
      // A value of the kind that is not the default, different for each component.
      let value: LayerValue? =
        switch row.kind {
        case .boolean: .boolean(row.defaultValue == .boolean(false))
        case .number: .number(0.375)
        case .point: .point(CGPoint(x: 1.1, y: -2.2))
        case .size: .size(CGSize(width: 1.1, height: 2.2))
        case .rect: .rect(CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
        case .transform: .transform(CATransform3DMakeRotation(1, 1, 2, 3))
        case .color: .color(CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4))
        case .colors:
          .colors([
            CGColor(srgbRed: 1, green: 0, blue: 1, alpha: 1), CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4),
          ])
        case .numbers: .numbers([0.1, -2.5, 3])
        case .name(let names): names.last.map { .name($0) }
        case .options(let options): options.first.map { .options($0.bits) }
        case .path: .path(CGPath(ellipseIn: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)))
        case .filters: FilterDescription.named("CIBoxBlur").map { .filters([FilterValue($0, name: "b")]) }
        case .blendMode: .blendMode(.plusD)
        case .language: .name("en-US")
        case .text: .text(TextString("text"))
        case .image: nil
        }
      guard var value else { continue }
      if row.key == "instanceCount" { value = .number(7) }
      layer.store(value, at: LayerKeyPath(property: row, component: .whole))
      let scene = Scene(size: CGSize(width: 1, height: 1), root: layer)
      let text = try scene.encoded()
      let isDefault = value == row.defaultValue
      #expect(text.contains("\"\(row.key)\": ") != isDefault, "\(row.key)")
      let again = try SceneFileTests.scene(text)
      #expect(differences(scene.committed().root, again.committed().root) == [], "\(row.key)")
    }
  }
}
