import Testing

@testable import MultiplaneSceneFile

/// Every kind of wrong input has its own line.
@Suite struct WrongSceneTests {
  private static let scenes: [(text: String, line: String)] = [
    ("[]", "expected an object with \"version\", \"size\" and \"root\", found an empty list"),
    ("{}", "version: is missing; expected 1"),
    ("{\"version\": 2}", "version: expected 1, found 2"),
    ("{\"version\": \"1\"}", "version: expected 1, found \"1\""),
    ("{\"version\": 1}", "size: is missing; expected [width, height] in points"),
    ("{\"version\": 1, \"size\": [1, 1]}", "root: is missing; expected a layer"),
    ("{\"version\": 1, \"sise\": [1, 1]}", "sise: is not a key of a scene; did you mean \"size\"?"),
    ("{\"colour\": 1}", "colour: is not a key of a scene; did you mean \"background\"?"),
    ("{\"backgroundColour\": 1}", "backgroundColour: is not a key of a scene; did you mean \"background\"?"),
    ("{\"wobble\": 1}", "wobble: is not a key of a scene"),
    ("{\"a key\\n\": 1}", "[\"a key\\n\"]: is not a key of a scene"),
    ("{\"version\": 1, \"size\": [1]}", "size: expected a size [width, height], found a list of 1"),
    ("{\"version\": 1, \"size\": [0, 5]}", "size: expected a width and a height above 0, found [0, 5]"),
    ("{\"version\": 1, \"size\": [5, -1]}", "size: expected a width and a height above 0, found [5, -1]"),
    ("{\"version\": 1, \"size\": [5, 5], \"scale\": 0}", "scale: expected a number above 0, found 0"),
    ("{\"version\": 1, \"size\": [5, 5], \"scale\": -2}", "scale: expected a number above 0, found -2"),
    (
      "{\"version\": 1, \"size\": [65537, 5]}",
      "size: expected a canvas of at most 65536 px per side, found 65537 x 5 px"
    ),
    (
      "{\"version\": 1, \"size\": [100, 1e9], \"scale\": 1e9}",
      "size: expected a canvas of at most 65536 px per side, found 100000000000 x 1e+18 px"
    ),
    (
      "{\"version\": 1, \"size\": [8192, 8193], \"scale\": 2}",
      "size: expected a canvas of at most 268435456 px, found 16384 x 16386 px"
    ),
    (
      "{\"version\": 1, \"size\": [4096, 4097], \"scale\": 2}",
      "size: expected a canvas of at most 67108864 px, found 8192 x 8194 px; --scale 2 asks for it"
    ),
    ("{\"version\": 1, \"size\": [5, 5], \"root\": 1}", "root: expected a layer, found 1"),
    ("{\"version\": 1, \"version\": 1}", "line 1, column 16: version is given twice"),
    (
      "{\"version\": 1,",
      "line 1, column 15: expected a key in quotation marks after the comma, found the end of the file"
    ),
  ]

  @Test(arguments: scenes)
  func topLevel(text: String, line: String) {
    #expect(errorLine { () throws(SceneError) in try scene(text) } == "scene.json: " + line)
  }

  private static let wholeNumbers: [(text: String, line: String)] = [
    ("\"seed\": -7", "seed: expected a whole number from 0 to 4294967295, found -7"),
    ("\"seed\": 1.5", "seed: expected a whole number from 0 to 4294967295, found 1.5"),
    ("\"seed\": 4294967296", "seed: expected a whole number from 0 to 4294967295, found 4294967296"),
    ("\"seed\": \"7\"", "seed: expected a number, found \"7\""),
    ("\"levelsOfDetail\": -2.5", "levelsOfDetail: expected a whole number from 1 to 65, found -2.5"),
    ("\"levelsOfDetailBias\": 33", "levelsOfDetailBias: expected a whole number from 0 to 32, found 33"),
    ("\"tileSize\": [0, -1]", "tileSize: expected a width and a height above 0, found [0, -1]"),
  ]

  @Test(arguments: wholeNumbers)
  func wholeNumbersAndTileSizes(text: String, line: String) {
    let name = text.hasPrefix("\"seed") ? "CAEmitterLayer" : "CATiledLayer"
    let found = errorLine { () throws(SceneError) in try scene(root: "{\"class\": \"\(name)\", \(text)}") }
    #expect(found == "scene.json: root." + line)
  }

  private static let layers: [(text: String, line: String)] = [
    ("\"cornerRadis\": 1", "cornerRadis: is not a key of CALayer; did you mean \"cornerRadius\"?"),
    ("\"isHidden\": true", "isHidden: is not a key of CALayer; did you mean \"hidden\"?"),
    ("\"fontSize\": 12", "fontSize: is not a key of CALayer; did you mean \"fontSize\" of CATextLayer?"),
    ("\"text\": \"a\"", "text: is not a key of CALayer; did you mean \"string\" of CATextLayer?"),
    ("\"shadowBlur\": 2", "shadowBlur: is not a key of CALayer; did you mean \"shadowRadius\"?"),
    ("\"colour\": \"red\"", "colour: is not a key of CALayer; did you mean \"backgroundColor\"?"),
    ("\"background\": \"red\"", "background: is not a key of CALayer; did you mean \"backgroundColor\"?"),
    ("\"wobble\": 1", "wobble: is not a key of CALayer"),
    ("\"mask\": [{}]", "mask: expected a layer, found a list of 1"),
    ("\"mask\": null", "mask: expected a layer, found null"),
    ("\"mask\": {\"mask\": {\"opacity\": \"1\"}}", "mask.mask.opacity: expected a number, found \"1\""),
    ("\"colors\": []", "colors: is not a key of CALayer; did you mean \"colors\" of CAGradientLayer?"),
    ("\"shadowOffset\": [1]", "shadowOffset: expected a size [width, height], found a list of 1"),
    (
      "\"class\": \"CATiledLayer\"",
      """
      tiles: is missing; expected an object with the "path" of the tiles
      """
    ),
    (
      "\"class\": \"CATransfromLayer\"",
      """
      class: expected "CALayer" or "CATransformLayer" or "CAGradientLayer" or "CAShapeLayer" or "CAReplicatorLayer" \
      or "CAScrollLayer" or "CATextLayer" or "CATiledLayer" or "CAEmitterLayer" or "LottieLayer", found \
      "CATransfromLayer"; did you mean \
      "CATransformLayer"?
      """
    ),
    ("\"class\": 1", "class: expected a string, found 1"),
    ("\"name\": null", "name: expected a string, found null"),
    ("\"cornerRadius\": \"12px\"", "cornerRadius: expected a number, found \"12px\""),
    ("\"cornerRadius\": \"infinity\"", "cornerRadius: expected a number, found \"infinity\""),
    ("\"cornerRadius\": null", "cornerRadius: expected a number, found null"),
    ("\"opacity\": 1e300", "opacity: expected a number from -1000000000 to 1000000000, found 1e+300"),
    (
      "\"opacity\": 1e999",
      "opacity: expected a number from -1000000000 to 1000000000, found a number above 1.8e308"
    ),
    ("\"opacity\": true", "opacity: expected a number, found true"),
    ("\"hidden\": 1", "hidden: expected true or false, found 1"),
    ("\"position\": [1, 2, 3]", "position: expected a point [x, y], found a list of 3"),
    ("\"position\": [1, \"2\"]", "position[1]: expected a number, found \"2\""),
    ("\"position\": {\"x\": 1, \"y\": 2}", "position: expected a point [x, y], found an object with 2 keys"),
    ("\"bounds\": [0, 0, 5]", "bounds: expected a rectangle [x, y, width, height], found a list of 3"),
    ("\"bounds\": [0, 0, -5, 5]", "bounds: expected a width and a height of at least 0, found [0, 0, -5, 5]"),
    ("\"frame\": [0, 0, 5, -5]", "frame: expected a width and a height of at least 0, found [0, 0, 5, -5]"),
    (
      "\"frame\": [0, 0, 5, 5], \"bounds\": [0, 0, 5, 5]",
      "frame: expected either frame or bounds and position, found frame and bounds"
    ),
    (
      "\"position\": [0, 0], \"frame\": [0, 0, 5, 5]",
      "frame: expected either frame or bounds and position, found frame and position"
    ),
    (
      "\"frame\": [0, 0, 5, 5], \"transform\": [{\"scale\": 1e-9}]",
      "frame: expected a frame that the transform allows, found none; give bounds and position instead"
    ),
    (
      "\"backgroundColor\": \"gren\"",
      "backgroundColor: expected \(ColorText.expectation), found \"gren\"; did you mean \"green\"?"
    ),
    (
      "\"backgroundColor\": \"#ff88f\"",
      "backgroundColor: expected \(ColorText.expectation), found \"#ff88f\""
    ),
    (
      "\"backgroundColor\": \"#ggg\"",
      "backgroundColor: expected \(ColorText.expectation), found \"#ggg\""
    ),
    (
      "\"backgroundColor\": [1, 0]",
      "backgroundColor: expected \(ColorText.expectation), found a list of 2"
    ),
    ("\"backgroundColor\": [255, 0, 0, 1]", "backgroundColor[0]: expected a number from 0 to 1, found 255"),
    (
      "\"contentsGravity\": \"fill\"",
      """
      contentsGravity: expected one of "center", "top", "bottom", "left", "right", "topLeft", "topRight", \
      "bottomLeft", "bottomRight", "resize", "resizeAspect", "resizeAspectFill", found "fill"
      """
    ),
    (
      "\"maskedCorners\": \"all\"",
      """
      maskedCorners: expected a list out of "layerMinXMinYCorner", "layerMaxXMinYCorner", "layerMinXMaxYCorner", \
      "layerMaxXMaxYCorner", found "all"
      """
    ),
    (
      "\"maskedCorners\": [\"topLeft\"]",
      """
      maskedCorners[0]: expected one of "layerMinXMinYCorner", "layerMaxXMinYCorner", "layerMinXMaxYCorner", \
      "layerMaxXMaxYCorner", found "topLeft"
      """
    ),
    (
      "\"contents\": \"logo\"",
      "contents: expected the name of an image, found \"logo\"; the scene declares its images: \"images\": {\"logo\": \"logo.png\"}"
    ),
    (
      "\"contents\": \"art/photo.jpg\"",
      """
      contents: expected the name of an image, found "art/photo.jpg"; the scene declares its images: "images": {"photo": \
      "art/photo.jpg"}
      """
    ),
    (
      "\"contents\": \"\"",
      """
      contents: expected the name of an image, found ""; images are declared by the scene: "images": {"photo": "photo.jpg"}
      """
    ),
    (
      "\"class\": \"CATextLayer\", \"minimumScaleFactor\": 1.5",
      "minimumScaleFactor: expected a number from 0 to 1, found 1.5"
    ),
    (
      "\"class\": \"CATextLayer\", \"alignmentMode\": \"centre\"",
      """
      alignmentMode: expected one of "natural", "left", "right", "center", "justified", found "centre"; did you mean "center"?
      """
    ),
    (
      "\"edgeAntialiasingMask\": [\"layerTopEgde\"]",
      """
      edgeAntialiasingMask[0]: expected one of "layerLeftEdge", "layerRightEdge", "layerBottomEdge", "layerTopEdge", found \
      "layerTopEgde"; did you mean "layerTopEdge"?
      """
    ),
    ("\"contents\": 1", "contents: expected the name of an image, found 1"),
    ("\"speed\": \"infinity\"", "speed: expected a number, found \"infinity\""),
    ("\"repeatCount\": \"forever\"", "repeatCount: expected a number or \"infinity\", found \"forever\""),
    (
      "\"fillMode\": \"none\"",
      "fillMode: expected one of \"removed\", \"forwards\", \"backwards\", \"both\", found \"none\""
    ),
    ("\"sublayers\": {}", "sublayers: expected a list of layers, found an empty object"),
    (
      "\"sublayers\": [{}, {\"sublayers\": [{}, {\"opacity\": []}]}]",
      "sublayers[1].sublayers[1].opacity: expected a number, found an empty list"
    ),
    ("\"animations\": []", "animations: expected an object of {key: animation}, found an empty list"),
  ]

  @Test(arguments: layers)
  func layer(members: String, line: String) {
    #expect(errorLine { () throws(SceneError) in try scene(root: "{\(members)}") } == "scene.json: root." + line)
  }

  private static let transforms: [(text: String, line: String)] = [
    ("[1, 2]", "expected a transform (16 numbers, or a list of operations), found a list of 2"),
    ("1", "expected a transform (16 numbers, or a list of operations), found 1"),
    (
      "[{}]",
      """
      expected an object with one of translate, scale, rotate, rotateDegrees, perspective, affine, matrix, found an \
      empty object
      """
    ),
    (
      "[{\"scale\": 1}, 2]",
      """
      expected an object with one of translate, scale, rotate, rotateDegrees, perspective, affine, matrix, found 2
      """
    ),
    (
      "[{\"scale\": 1, \"rotate\": 1}]",
      """
      expected an object with one of translate, scale, rotate, rotateDegrees, perspective, affine, matrix, found an \
      object with 2 keys
      """
    ),
    ("[{\"rotateDeg\": 1}]", "is not a key of a transform's operation; did you mean \"rotate\"?"),
    ("[{\"translate\": 1}]", "expected [x, y] or [x, y, z], found 1"),
    ("[{\"translate\": [1, 2, 3, 4]}]", "expected [x, y] or [x, y, z], found a list of 4"),
    ("[{\"scale\": \"2\"}]", "expected a number, [x, y] or [x, y, z], found \"2\""),
    ("[{\"rotate\": [1, 2]}]", "expected radians or [radians, x, y, z], found a list of 2"),
    ("[{\"rotateDegrees\": [1, 0, 0, 0]}]", "expected an axis of some length, found [1, 0, 0, 0]"),
    ("[{\"perspective\": 0}]", "expected a distance that is not 0, found 0"),
    ("[{\"affine\": [1, 0, 0, 1]}]", "expected [a, b, c, d, tx, ty], found a list of 4"),
    ("[{\"matrix\": []}]", "expected 16 numbers, m11, m12, … m44, found an empty list"),
    (
      "[{\"scale\": 1e6}, {\"scale\": 1e6}]",
      "expected a transform of numbers from -1000000000 to 1000000000, found a larger product"
    ),
  ]

  @Test(arguments: transforms)
  func transform(text: String, problem: String) throws {
    let line = try #require(errorLine { () throws(SceneError) in try scene(root: "{\"transform\": \(text)}") })
    #expect(line.hasPrefix("scene.json: root.transform"))
    #expect(line.hasSuffix(": " + problem))
  }

  private static let animations: [(text: String, line: String)] = [
    ("1", ": expected an animation, found 1"),
    ("{}", ".class: is missing; expected an animation's class such as \"CABasicAnimation\""),
    (
      "{\"class\": \"CATransition\"}",
      ": is a CATransition, whose key is always \"transition\""
    ),
    (
      "{\"class\": \"CATransition\", \"type\": \"pushh\"}",
      ".type: expected one of \"fade\", \"moveIn\", \"push\", \"reveal\", found \"pushh\"; did you mean \"push\"?"
    ),
    (
      "{\"class\": \"CAAnimationGroup\", \"animations\": [{\"class\": \"CATransition\"}]}",
      ".animations[0]: is a CATransition, which no group runs; give it to the layer itself"
    ),
    (
      "{\"class\": \"CABasicAnimtion\"}",
      """
      .class: expected "CABasicAnimation" or "CAKeyframeAnimation" or "CASpringAnimation" or "CAAnimationGroup" \
      or "CATransition", found "CABasicAnimtion"; did you mean "CABasicAnimation"?
      """
    ),
    (
      "{\"class\": \"CABasicAnimation\"}",
      ".keyPath: is missing; expected a key path such as \"position.x\""
    ),
  ]

  @Test(arguments: animations)
  func animation(text: String, line: String) {
    let found = errorLine { () throws(SceneError) in try scene(root: "{\"animations\": {\"move\": \(text)}}") }
    #expect(found == "scene.json: root.animations.move" + line)
  }

  private static let animationMembers: [(keyPath: String, member: String, line: String)] = [
    ("positoin.x", "", "keyPath: expected a key path of CALayer, found \"positoin.x\"; did you mean \"position.x\"?"),
    ("frame", "", "keyPath: expected a key path of CALayer, found \"frame\""),
    (
      "transform.rotation.w", "",
      """
      keyPath: expected a key path of CALayer, found "transform.rotation.w"; did you mean "transform.rotation.x"?
      """
    ),
    ("contentsGravity", "", "keyPath: expected a key path that can be animated, found \"contentsGravity\""),
    ("opacity", "\"toValue\": \"#fff\"", "toValue: expected a number, found \"#fff\""),
    ("opacity", "\"fromValue\": null", "fromValue: expected a number, found null"),
    ("position", "\"byValue\": 1", "byValue: expected a point [x, y], found 1"),
    ("hidden", "\"byValue\": true", "byValue: \"hidden\" cannot change by an amount; give fromValue and toValue"),
    ("opacity", "\"values\": [0, 1]", "values: is not a key of CABasicAnimation"),
    ("opacity", "\"durration\": 1", "durration: is not a key of CABasicAnimation; did you mean \"duration\"?"),
    ("opacity", "\"duration\": \"1s\"", "duration: expected a number or \"infinity\", found \"1s\""),
    ("opacity", "\"additive\": 1", "additive: expected true or false, found 1"),
    (
      "opacity", "\"timingFunction\": \"ease\"",
      """
      timingFunction: expected one of "linear", "easeIn", "easeOut", "easeInEaseOut", "default" or \
      [c1x, c1y, c2x, c2y], found "ease"
      """
    ),
    ("opacity", "\"timingFunction\": [0, 0, 1.5, 1]", "timingFunction[2]: expected an x from 0 to 1, found 1.5"),
  ]

  @Test(arguments: animationMembers)
  func animationMember(keyPath: String, member: String, line: String) {
    let rest = member.isEmpty ? "" : ", " + member
    let animation = "{\"class\": \"CABasicAnimation\", \"keyPath\": \"\(keyPath)\"\(rest)}"
    let found = errorLine { () throws(SceneError) in try scene(root: "{\"animations\": {\"a b\": \(animation)}}") }
    #expect(found == "scene.json: root.animations[\"a b\"]." + line)
  }

  @Test func longValuesAreCut() {
    let text = String(repeating: "x", count: 100_000)
    let found = errorLine { () throws(SceneError) in try scene(root: "{\"opacity\": \"\(text)\"}") }
    #expect(found == "scene.json: root.opacity: expected a number, found \"\(text.prefix(60))…\"")
  }
}
