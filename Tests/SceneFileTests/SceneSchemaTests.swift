import Foundation
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

/// The schema has what the reader takes. That it is a schema, and takes every scene of the project,
/// `tools/test-schema` holds.
@Suite struct SceneSchemaTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/scene.schema.json")

  private func properties(of name: String) throws -> [String] {
    guard case .object(let members) = SceneSchema.schema,
      case .object(let definitions)? = members.first(where: { $0.key == "$defs" })?.value,
      case .object(let definition)? = definitions.first(where: { $0.key == name })?.value,
      case .object(let properties)? = definition.first(where: { $0.key == "properties" })?.value
    else { throw CocoaError(.coderInvalidValue) }
    return properties.map(\.key)
  }

  @Test func theFileIsWhatTheProgramPrints() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      text == SceneSchema.text,
      "docs/scene.schema.json is outdated; write it again: multiplane schema > docs/scene.schema.json")
  }

  @Test(arguments: SceneKeys.layerKinds)
  func everyKeyOfALayerIsThereOnce(kind: LayerKind) throws {
    let properties = try properties(of: kind.rawValue)
    #expect(Set(properties) == Set(SceneKeys.layer(of: kind)))
    #expect(Set(properties).count == properties.count)
  }

  @Test(arguments: SceneKeys.animationClasses)
  func everyKeyOfAnAnimationIsThereOnce(name: String) throws {
    let properties = try properties(of: name)
    #expect(Set(properties) == Set(SceneKeys.animation(ofClass: name)))
  }

  /// Values of any kind take references of the right form alone; key frames have a value.
  @Test func animatedValuesTakeReferences() throws {
    let text = SceneSchema.text
    #expect(text.contains(#""animatedValue""#))
    guard case .object(let members) = SceneSchema.schema,
      case .object(let definitions)? = members.first(where: { $0.key == "$defs" })?.value,
      case .object(let animation)? = definitions.first(where: { $0.key == "CAKeyframeAnimation" })?.value,
      case .object(let properties)? = animation.first(where: { $0.key == "properties" })?.value,
      let values = properties.first(where: { $0.key == "values" })?.value
    else { throw CocoaError(.coderInvalidValue) }
    #expect(values.flatText.contains(#""minItems": 1"#), "\(values.flatText)")
  }

  @Test func aSceneMayNameTheSchema() throws {
    let text = #"{"$schema": "scene.schema.json", "version": 1, "size": [9, 9], "root": {}}"#
    #expect(try scene(text).size.width == 9)
    let line = errorLine { () throws(SceneError) in
      try scene(#"{"$schema": 1, "version": 1, "size": [9, 9], "root": {}}"#)
    }
    #expect(line?.contains("$schema") == true && line?.hasSuffix(", found 1") == true, "\(line ?? "none")")
  }
}
