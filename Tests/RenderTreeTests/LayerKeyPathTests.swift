import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

@Suite struct LayerKeyPathTests {
  private static let values = layerValues {
    $0.geometry.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
    $0.geometry.position = CGPoint(x: 5, y: 6)
    $0.geometry.transform = CATransform3DConcat(CATransform3DMakeScale(2, 4, 1), CATransform3DMakeTranslation(7, 8, 9))
    $0.compositing.filters = [filter("CIGaussianBlur"), filter("CIGaussianBlur", name: "my.blur")]
    $0.compositing.backgroundFilters = [filter("CIPixellate", name: "mosaic")]
  }

  @Test(
    arguments: [
      ("position.x", .number(5), .number(50)),
      ("position.y", .number(6), .number(60)),
      ("anchorPoint.x", .number(0.5), .number(2)),
      ("bounds.origin", .point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: 3, y: 4))),
      ("bounds.origin.x", .number(1), .number(10)),
      ("bounds.origin.y", .number(2), .number(20)),
      ("bounds.size", .size(CGSize(width: 30, height: 40)), .size(CGSize(width: 3, height: 4))),
      ("bounds.size.width", .number(30), .number(3)),
      ("bounds.size.height", .number(40), .number(4)),
      ("contentsRect.size.width", .number(1), .number(0.5)),
      ("transform.translation", .size(CGSize(width: 7, height: 8)), .size(CGSize(width: 70, height: 80))),
      ("transform.translation.z", .number(9), .number(90)),
      ("transform.scale.x", .number(2), .number(20)),
      ("transform.scale.xy", .number(3), .number(5)),
      ("transform.rotation", .number(0), .number(0.5)),
      ("transform.rotation.z", .number(0), .number(0.5)),
      ("sublayerTransform.translation.x", .number(0), .number(11)),
      ("opacity", .number(1), .number(0.5)),
      ("isHidden", .boolean(false), .boolean(true)),
      ("hidden", .boolean(false), .boolean(true)),
      ("filters.CIGaussianBlur.inputRadius", .number(10), .number(4)),
      ("filters.my.blur.inputRadius", .number(10), .number(5)),
      ("backgroundFilters.mosaic.inputCenter", .numbers([150, 150]), .numbers([1, 2])),
    ] as [(String, LayerValue, LayerValue)])
  func readsAndReplaces(path: String, before: LayerValue, after: LayerValue) throws {
    let keyPath = try #require(LayerKeyPath(path, of: .layer))
    var values = Self.values
    #expect(Self.isClose(keyPath.value(in: values), before))
    #expect(keyPath.set(after, in: &values))
    #expect(Self.isClose(keyPath.value(in: values), after))
  }

  /// Equal, numbers to a millionth of a millionth: components of transforms are taken apart and put
  /// together.
  private static func isClose(_ a: LayerValue?, _ b: LayerValue) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): abs(a - b) < 1e-12
    case (.size(let a), .size(let b)): abs(a.width - b.width) < 1e-12 && abs(a.height - b.height) < 1e-12
    default: a == b
    }
  }

  @Test func replacingLeavesTheRest() throws {
    var values = Self.values
    let width = try #require(LayerKeyPath("bounds.size.width", of: .layer))
    #expect(width.set(.number(99), in: &values))
    #expect(values.geometry.bounds == CGRect(x: 1, y: 2, width: 99, height: 40))
    let scale = try #require(LayerKeyPath("transform.scale", of: .layer))
    // The mean of 2, 4 and 1; all three are set.
    #expect(Self.isClose(scale.value(in: values), .number(7.0 / 3)))
    #expect(scale.set(.number(3), in: &values))
    let expected = CATransform3DConcat(CATransform3DMakeScale(3, 3, 3), CATransform3DMakeTranslation(7, 8, 9))
    #expect(CATransform3DEqualToTransform(values.geometry.transform, expected))
  }

  @Test(arguments: [
    "", ".", "position.", "position.z", "position.x.y", "opacity.x", "bounds.width", "bounds.size.depth", "nothing",
    "transform.", "transform.rotation.w", "frame", "frame.origin", "Opacity", "contents.x", "path", "filters.blur",
    "filters.inputRadius", "filters..inputRadius", "filters.blur.radius", "filters.blur.inputRadius.x",
  ])
  func pathsThatAreNone(path: String) {
    #expect(LayerKeyPath(path, of: .layer) == nil)
  }

  @Test(
    arguments: [
      ("position", .number(1)), ("position.x", .point(.zero)), ("bounds.size", .number(1)), ("opacity", .boolean(true)),
      ("backgroundColor", .number(1)), ("transform.scale", .size(.zero)), ("transform.translation", .number(1)),
      ("hidden", .number(1)), ("opacity", LayerValue.none), ("contents", .color(.black)), ("shadowPath", .number(1)),
      ("filters", .number(1)), ("compositingFilter", .name("multiplyBlendMode")),
      ("filters.my.blur.inputRadius", .numbers([1])), ("backgroundFilters.mosaic.inputCenter", .numbers([1, 2, 3])),
    ] as [(String, LayerValue)])
  func valuesOfTheWrongKindChangeNothing(path: String, value: LayerValue) throws {
    let keyPath = try #require(LayerKeyPath(path, of: .layer))
    var values = Self.values
    let before = keyPath.value(in: values)
    #expect(!keyPath.set(value, in: &values))
    #expect(keyPath.value(in: values) == before)
  }

  @Test func inputsOfFiltersThatAreNotThereHaveNoValue() throws {
    var values = Self.values
    for path in ["filters.mosaic.inputRadius", "filters.my.blur.inputCenter", "backgroundFilters.my.blur.inputRadius"] {
      let keyPath = try #require(LayerKeyPath(path, of: .layer))
      #expect(keyPath.value(in: values) == nil)
      #expect(!keyPath.set(.number(1), in: &values) && !keyPath.set(.numbers([1, 1]), in: &values))
    }
    #expect(values.compositing == Self.values.compositing)
  }

  @Test func oneFilterChangesOnly() throws {
    var values = Self.values
    let keyPath = try #require(LayerKeyPath("filters.my.blur.inputRadius", of: .layer))
    #expect(keyPath.set(.number(3), in: &values))
    #expect(values.compositing.filters?.map { $0.input("inputRadius") } == [.number(10), .number(3)])
    #expect(keyPath.interpolation == .continuous && keyPath.property.interpolation == .discrete)
  }

  @Test func valuesAreStandardisedAsTheyAreStored() throws {
    var values = Self.values
    let width = try #require(LayerKeyPath("bounds.size.width", of: .layer))
    #expect(width.set(.number(-10), in: &values))
    #expect(values.geometry.bounds == CGRect(x: -9, y: 2, width: 10, height: 40))
    let corners = try #require(LayerKeyPath("maskedCorners", of: .layer))
    #expect(corners.set(.options(0xF2), in: &values))
    #expect(values.maskedCorners == .layerMaxXMinYCorner)
    let gravity = try #require(LayerKeyPath("contentsGravity", of: .layer))
    #expect(gravity.set(.name("middle"), in: &values))
    #expect(values.contentsGravity == .center)
  }
}

@Suite struct LayerPropertiesTests {
  @Test(arguments: LayerKind.allCases)
  func keysAndNamesAreUnique(kind: LayerKind) {
    let rows = LayerProperties.rows(of: kind)
    let names = rows.map(\.key) + rows.filter { $0.swiftName != $0.key }.map(\.swiftName)
    #expect(Set(names).count == names.count)
    for row in rows {
      #expect(LayerProperties.row(row.key, of: kind)?.key == row.key)
      #expect(LayerProperties.row(row.swiftName, of: kind)?.key == row.key)
    }
  }

  /// What a change does not animate by itself, by CALayer.h.
  @Test func implicitAnimation() {
    let none = LayerProperties.rows(of: .layer).filter { !$0.isImplicit }.map(\.key)
    #expect(
      none.sorted() == [
        "allowsEdgeAntialiasing", "allowsGroupOpacity", "allowsHitTesting", "autoresizingMask", "borderDashPattern",
        "contentsGravity", "cornerCurve", "doubleSided", "edgeAntialiasingMask", "geometryFlipped",
        "magnificationFilter", "minificationFilter", "opaque", "shadowPath",
      ])
  }

  /// By CAShapeLayer.h.
  @Test func implicitAnimationOfShapes() {
    let none = LayerProperties.shape.filter { !$0.isImplicit }.map(\.key)
    #expect(none == ["path", "fillRule", "lineCap", "lineJoin", "lineDashPattern"])
  }

  @Test(arguments: LayerKind.allCases)
  func defaultsAreOfTheirKindAndStoreAgain(kind: LayerKind) {
    for row in LayerProperties.rows(of: kind) { checkDefault(of: row) }
  }

  private func checkDefault(of row: LayerProperty) {
    var values = LayerValues()
    #expect(row.set(&values, row.defaultValue))
    #expect(row.get(values) == row.defaultValue)
    switch (row.kind, row.defaultValue) {
    case (.boolean, .boolean), (.number, .number), (.point, .point), (.size, .size), (.rect, .rect),
      (.transform, .transform), (.color, .color), (.colors, .none), (.numbers, .none), (.color, .none), (.image, .none),
      (.options, .options), (.path, .none), (.filters, .none), (.blendMode, .none), (.language, .none):
      break
    case (.name(let names), .name(let name)): #expect(names.contains(name))
    default: Issue.record("the default of \(row.key) is \(row.defaultValue)")
    }
  }
}
