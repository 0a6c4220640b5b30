import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

// Effects as filters.

extension LottieBuilder {
  /// Gives a layer the filters of effects.
  func set(_ effects: [EffectModel], of layer: CALayer, _ map: TimeMap) throws(SceneError) {
    let names = effects.indices.map { "effect\($0)" }
    layer.filters = zip(effects, names).compactMap { effect, name in
      let filter = CIFilter(name: effect.filterName)
      filter?.name = name
      return filter
    }
    for (effect, name) in zip(effects, names) {
      let path = "filters.\(name)."
      switch effect {
      case .blur(let radius): try set(radius, path + "inputRadius", of: layer, map)
      case .fill(let color, let opacity):
        for row in ["R", "G", "B"] {
          layer.setValue(CIVector(x: 0, y: 0, z: 0, w: 0), forKeyPath: path + "input\(row)Vector")
        }
        try set(color, path + "inputBiasVector", of: layer, map) { CIVector(x: $0.x, y: $0.y, z: $0.z, w: 0) }
        try set(opacity, path + "inputAVector", of: layer, map) { CIVector(x: 0, y: 0, z: 0, w: $0) }
      case .tint(let black, let white, let amount):
        // From black to white by luminance, as much as the amount.
        let colors = zipped(zipped(black, white), amount)
        for (index, row) in ["R", "G", "B"].enumerated() {
          try set(colors, path + "input\(row)Vector", of: layer, map) { pair in
            let (black, white, amount) = (pair.first.first, pair.first.second, pair.second)
            var numbers = Color(0.2126, 0.7152, 0.0722, 0) * ((white[index] - black[index]) * amount)
            numbers[index] += 1 - amount
            return CIVector(x: numbers.x, y: numbers.y, z: numbers.z, w: 0)
          }
        }
        try set(colors, path + "inputBiasVector", of: layer, map) { pair in
          let bias = pair.first.first * pair.second
          return CIVector(x: bias.x, y: bias.y, z: bias.z, w: 0)
        }
      }
    }
  }
}

extension EffectModel {
  fileprivate var filterName: String { if case .blur = self { "CIGaussianBlur" } else { "CIColorMatrix" } }
}
