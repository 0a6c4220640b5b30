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
        try setRows(zipped(zipped(black, white), amount), of: layer, path, map) { pair, index in
          let (black, white, amount) = (pair.first.first, pair.first.second, pair.second)
          var numbers = Self.luminance * ((white[index] - black[index]) * amount)
          numbers[index] += 1 - amount
          return numbers
        } bias: {
          $0.first.first * $0.second
        }
      case .halves:
        try setRows(Track(0.0), of: layer, path, map) { _, index in
          index < 2 ? Self.luminance * 2 : .zero
        } bias: { _ in
          Color(0, -1, 0, 0)
        }
      case .mix(let shadows, let midtones, let highlights):
        try setRows(zipped(shadows, zipped(midtones, highlights)), of: layer, path, map) { colors, index in
          let (shadow, midtone, highlight) = (
            colors.first[index], colors.second.first[index], colors.second.second[index]
          )
          return Color(midtone - shadow, highlight - midtone, 0, 0)
        } bias: {
          $0.first
        }
      case .linear(let factors):
        try setRows(factors, of: layer, path, map) { pair, index in
          var numbers = Color.zero
          numbers[index] = pair.first
          return numbers
        } bias: {
          Color(repeating: $0.second)
        }
      case .saturation(let value): try set(value, path + "inputSaturation", of: layer, map)
      case .hue(let angle): try set(angle, path + "inputAngle", of: layer, map, times: .pi / 180)
      case .exposure(let stops): try set(stops, path + "inputEV", of: layer, map)
      }
    }
  }

  /// The shares of red, green and blue.
  private static let luminance = Color(0.2126, 0.7152, 0.0722, 0)

  /// Sets the rows of red, green and blue of a colour matrix, and its bias.
  private func setRows<Value>(
    _ track: Track<Value>, of layer: CALayer, _ path: String, _ map: TimeMap, _ row: (Value, Int) -> Color,
    bias: (Value) -> Color
  ) throws(SceneError) {
    for (index, name) in ["R", "G", "B"].enumerated() {
      try set(track, path + "input\(name)Vector", of: layer, map) { value in
        let numbers = row(value, index)
        return CIVector(x: numbers.x, y: numbers.y, z: numbers.z, w: 0)
      }
    }
    try set(track, path + "inputBiasVector", of: layer, map) { value in
      let numbers = bias(value)
      return CIVector(x: numbers.x, y: numbers.y, z: numbers.z, w: 0)
    }
  }
}

extension EffectModel {
  fileprivate var filterName: String {
    switch self {
    case .blur: "CIGaussianBlur"
    case .fill, .tint, .halves, .mix, .linear: "CIColorMatrix"
    case .saturation: "CIColorControls"
    case .hue: "CIHueAdjust"
    case .exposure: "CIExposureAdjust"
    }
  }
}
