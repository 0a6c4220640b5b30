import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

// The rules of layout, which are not in the committed tree.

extension SceneWriter {
  /// The layers of a tree, masks included, in no order.
  static func layers(from root: CALayer) -> [CALayer] {
    var found: [CALayer] = []
    var pending = [root]
    while let layer = pending.popLast() {
      found.append(layer)
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
    }
    return found
  }

  func layout(_ layer: CALayer, _ place: Place) throws(SceneError) -> Members {
    var members: Members = []
    if let manager = layer.layoutManager {
      guard manager is CAConstraintLayoutManager else {
        throw .unencodable(
          place: place.key("layoutManager").description,
          problem: "expected a \(SceneReader.layoutManagerName), found one of a program's own, \(type(of: manager))")
      }
      members.add("layoutManager", .string(SceneReader.layoutManagerName))
    }
    if let constraints = layer.constraints {
      let listPlace = place.key("constraints")
      var list: [JSONValue] = []
      for (index, constraint) in constraints.enumerated() {
        list.append(.object(try self.constraint(constraint, listPlace.index(index))))
      }
      members.add("constraints", .array(list))
    }
    return members
  }

  private func constraint(_ constraint: CAConstraint, _ place: Place) throws(SceneError) -> Members {
    var members: Members = []
    members.add("attribute", .string(constraint.attribute.name))
    members.add("relativeTo", .string(constraint.sourceName))
    members.add("sourceAttribute", .string(constraint.sourceAttribute.name))
    if constraint.scale != 1 {
      members.add("scale", .number(try checked(Double(constraint.scale), place.key("scale"))))
    }
    if constraint.offset != 0 {
      members.add("offset", .number(try checked(Double(constraint.offset), place.key("offset"))))
    }
    return members
  }
}
