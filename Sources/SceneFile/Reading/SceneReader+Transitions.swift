import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

// Transitions. A scene is loaded at one moment, so that what a layer was before stands in the file,
// under `from`.

extension SceneReader {
  /// Reads the keys of a transition; the layer under `from` is left to `layerTree`.
  func transition(_ members: [JSONValue.Member], _ place: Place) throws(SceneError) -> CATransition {
    let transition = CATransition()
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "type":
        let name = try word(member.value, of: Transition.Kind.allCases.map(\.rawValue), valuePlace)
        transition.type = CATransitionType(rawValue: name)
      case "subtype":
        let name = try word(member.value, of: Transition.Side.allCases.map(\.rawValue), valuePlace)
        transition.subtype = CATransitionSubtype(rawValue: name)
      case "startProgress": transition.startProgress = Float(try number(member.value, valuePlace))
      case "endProgress": transition.endProgress = Float(try number(member.value, valuePlace))
      default: break
      }
    }
    return transition
  }

  /// The layer that a layer's transition begins with, in the animations of the layer, which have
  /// been read; nil without.
  func oldLayer(in animations: JSONValue, _ place: Place) -> (json: JSONValue, place: Place)? {
    guard case .object(let members) = animations,
      case .object(let transition)? = members.first(where: { $0.key == kCATransition })?.value,
      transition.contains(where: { $0.key == "class" && $0.value == .string("CATransition") }),
      let old = transition.first(where: { $0.key == "from" })
    else { return nil }
    return (old.value, place.key(kCATransition).key("from"))
  }

  /// A layer's animations without what its transition begins with.
  static func withoutOldLayer(_ animations: JSONValue.Member) -> JSONValue.Member {
    guard case .object(let members) = animations.value else { return animations }
    return JSONValue.Member(
      key: animations.key,
      value: .object(
        members.map { member in
          guard member.key == kCATransition, case .object(let transition) = member.value else { return member }
          return JSONValue.Member(key: member.key, value: .object(transition.filter { $0.key != "from" }))
        }))
  }
}
