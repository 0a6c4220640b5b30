// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Foundation
import Multiplane
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

@c @implementation public func mp_layer_parse(
  _ json: UnsafePointer<CChar>!, _ folder: UnsafePointer<CChar>!
) -> OpaquePointer! {
  attempt {
    let text = "{\"version\": 1, \"size\": [1, 1], \"root\": \(String(cString: json))}"
    let root = try Scene.decode([UInt8](text.utf8), name: "layer", folder: folderPath(folder)).root
    return retained(root)
  } ?? nil
}

@c @implementation public func mp_layer_load_lottie(
  _ path: UnsafePointer<CChar>!, _ values: UnsafePointer<CChar>!
) -> OpaquePointer! {
  attempt {
    let values = try values.map {
      try ParameterValue.values(json: [UInt8](String(cString: $0).utf8), name: "values")
    }
    return retained(try LottieLayer(contentsOf: URL(filePath: String(cString: path)), values: values ?? [:]))
  } ?? nil
}

@c @implementation public func mp_layer_retain(_ layer: OpaquePointer!) -> OpaquePointer! {
  retained(object(layer, as: CALayer.self))
}

@c @implementation public func mp_layer_release(_ layer: OpaquePointer!) {
  release(layer, as: CALayer.self)
}

@c @implementation public func mp_layer_name(_ layer: OpaquePointer!) -> UnsafeMutablePointer<CChar>! {
  text(object(layer, as: CALayer.self).name)
}

@c @implementation public func mp_layer_set_name(_ layer: OpaquePointer!, _ name: UnsafePointer<CChar>!) {
  object(layer, as: CALayer.self).name = name.map { String(cString: $0) }
}

@c @implementation public func mp_layer_find(
  _ layer: OpaquePointer!, _ name: UnsafePointer<CChar>!
) -> OpaquePointer! {
  let name = String(cString: name)
  var waiting: [CALayer] = [object(layer)]
  while let next = waiting.popLast() {
    if next.name == name { return retained(next) }
    // The last one waiting is next: in the order of the tree, the mask first.
    waiting += (next.sublayers ?? []).reversed()
    if let mask = next.mask { waiting.append(mask) }
  }
  return nil
}

// MARK: - Hierarchy

@c @implementation public func mp_layer_superlayer(_ layer: OpaquePointer!) -> OpaquePointer! {
  let superlayer = object(layer, as: CALayer.self).superlayer
  return superlayer is CanvasLayer ? nil : retained(superlayer)
}

@c @implementation public func mp_layer_sublayer_count(_ layer: OpaquePointer!) -> Int {
  object(layer, as: CALayer.self).sublayers?.count ?? 0
}

@c @implementation public func mp_layer_sublayer(_ layer: OpaquePointer!, _ index: Int) -> OpaquePointer! {
  let sublayers = object(layer, as: CALayer.self).sublayers ?? []
  guard sublayers.indices.contains(index) else {
    fail("mp_layer_sublayer: there are \(sublayers.count) sublayers and none at index \(index)")
    return nil
  }
  return retained(sublayers[index])
}

@c @implementation public func mp_layer_add_sublayer(
  _ layer: OpaquePointer!, _ sublayer: OpaquePointer!
) -> Bool {
  let (layer, sublayer): (CALayer, CALayer) = (object(layer), object(sublayer))
  layer.addSublayer(sublayer)
  return isIn(layer, sublayer)
}

@c @implementation public func mp_layer_insert_sublayer(
  _ layer: OpaquePointer!, _ sublayer: OpaquePointer!, _ index: Int
) -> Bool {
  let (layer, sublayer): (CALayer, CALayer) = (object(layer), object(sublayer))
  let count = layer.sublayers?.count ?? 0
  // A size_t above Int's comes as a negative number.
  layer.insertSublayer(sublayer, at: UInt32(clamping: index < 0 ? count : min(index, count)))
  return isIn(layer, sublayer)
}

/// Whether adding a layer would make a cycle or exceed the depth limit.
private func isIn(_ layer: CALayer, _ sublayer: CALayer) -> Bool {
  if sublayer.superlayer === layer { return true }
  fail("the layer was not added: a layer cannot contain itself, and layers nest at most 512 levels deep")
  return false
}

@c @implementation public func mp_layer_remove_from_superlayer(_ layer: OpaquePointer!) {
  object(layer, as: CALayer.self).removeFromSuperlayer()
}

@c @implementation public func mp_layer_set_mask(_ layer: OpaquePointer!, _ mask: OpaquePointer!) -> Bool {
  let layer: CALayer = object(layer)
  let mask = mask.map { object($0, as: CALayer.self) }
  layer.mask = mask
  if layer.mask === mask { return true }
  fail("the mask was not set: it has a superlayer, or is the layer itself")
  return false
}

// MARK: - Values

@c @implementation public func mp_layer_set(_ layer: OpaquePointer!, _ json: UnsafePointer<CChar>!) -> Bool {
  succeeds {
    let change = try LayerChange(json: [UInt8](String(cString: json).utf8), name: "change")
    try change.apply(to: [object(layer)])
  }
}

@c @implementation public func mp_layer_get_number(
  _ layer: OpaquePointer!, _ keyPath: UnsafePointer<CChar>!, _ presented: Bool,
  _ number: UnsafeMutablePointer<Double>!
) -> Bool {
  let keyPath = String(cString: keyPath)
  let model: CALayer = object(layer)
  // The open transaction is committed first.
  if presented { CATransaction.flush() }
  guard let value = numberValue(of: presented ? model.presentation() ?? model : model, at: keyPath) else {
    return false
  }
  number.pointee = value
  return true
}

@c @implementation public func mp_layer_get(
  _ layer: OpaquePointer!, _ keyPath: UnsafePointer<CChar>!, _ presented: Bool
) -> UnsafeMutablePointer<CChar>! {
  let model: CALayer = object(layer)
  if presented { CATransaction.flush() }
  let shown = presented ? model.presentation() ?? model : model
  return text(attempt { try shown.sceneValue(at: String(cString: keyPath)).flatText })
}

@c @implementation public func mp_layer_text_lines(_ layer: OpaquePointer!) -> UnsafeMutablePointer<CChar>! {
  guard let layer = object(layer, as: CALayer.self) as? CATextLayer else {
    fail("mp_layer_text_lines: expected a CATextLayer, found another layer")
    return nil
  }
  return text(layer.measuredLines().json.flatText)
}

@c @implementation public func mp_layer_preferred_size(
  _ layer: OpaquePointer!, _ width: UnsafeMutablePointer<Double>!, _ height: UnsafeMutablePointer<Double>!
) {
  let size = object(layer, as: CALayer.self).preferredFrameSize()
  width?.pointee = size.width
  height?.pointee = size.height
}

@c @implementation public func mp_layer_set_number(
  _ layer: OpaquePointer!, _ keyPath: UnsafePointer<CChar>!, _ number: Double
) -> Bool {
  let path = String(cString: keyPath)
  let layer: CALayer = object(layer)
  guard numberValue(of: layer, at: path) != nil else { return false }
  guard number.isFinite else {
    fail("\(path): expected a finite number, found \(number)")
    return false
  }
  SceneHandle.withoutActions { layer.setValue(NSNumber(value: number), forKeyPath: path) }
  return true
}

private func numberValue(of layer: CALayer, at keyPath: String) -> Double? {
  switch layer.value(forKeyPath: keyPath) {
  case let number as NSNumber: return number.doubleValue
  case let number as Double: return number
  case let number as Float: return Double(number)
  case let number as Bool: return number ? 1 : 0
  case let number as Int: return Double(number)
  default:
    fail("\(keyPath): expected the key path of a number of \(type(of: layer)), such as \"opacity\" or \"position.x\"")
    return nil
  }
}

@c @implementation public func mp_layer_remove_animation(
  _ layer: OpaquePointer!, _ key: UnsafePointer<CChar>!
) {
  object(layer, as: CALayer.self).removeAnimation(forKey: String(cString: key))
}

@c @implementation public func mp_layer_remove_all_animations(_ layer: OpaquePointer!) {
  object(layer, as: CALayer.self).removeAllAnimations()
}

@c @implementation public func mp_layer_set_contents(
  _ layer: OpaquePointer!, _ pixels: UnsafeRawPointer!, _ width: Int32, _ height: Int32, _ stride: Int32
) -> Bool {
  let (width, height, stride) = (Int(width), Int(height), Int(stride))
  guard width > 0, height > 0, stride >= 4 * width else {
    fail(
      "contents: expected a size above 0 and a stride of at least 4 bytes per pixel, found \(width)x\(height), \(stride)"
    )
    return false
  }
  let bytes = (0..<height).flatMap { UnsafeRawBufferPointer(start: pixels + $0 * stride, count: 4 * width) }
  guard let image = CGImage(premultipliedRGBA8: bytes, width: width, height: height) else {
    fail("contents: \(width)x\(height) pixels cannot be an image; use fewer")
    return false
  }
  SceneHandle.withoutActions { object(layer, as: CALayer.self).contents = image }
  return true
}

@c @implementation public func mp_layer_convert_point(
  _ from: OpaquePointer!, _ to: OpaquePointer!, _ x: UnsafeMutablePointer<Double>!,
  _ y: UnsafeMutablePointer<Double>!
) -> Bool {
  let source = from.map { object($0, as: CALayer.self) }
  let target = to.map { object($0, as: CALayer.self) }
  let point = CGPoint(x: x.pointee, y: y.pointee)
  let converted = source?.convert(point, to: target) ?? target?.convert(point, from: nil) ?? point
  guard converted.x.isFinite, converted.y.isFinite else {
    fail("the point has no place there: a layer in between is scaled to nothing or seen from its edge")
    return false
  }
  (x.pointee, y.pointee) = (converted.x, converted.y)
  return true
}
