import GL
import Shaders

/// Which program draws a batch: a shape, and the features that its quads need.
struct ProgramKind: Hashable, CustomStringConvertible {
  typealias Features = ShaderLibrary.Features

  /// Each has a fragment shader of its name.
  enum Shape: String {
    case fill
    case border
    case image
    case surface
  }

  var shape: Shape
  var features: Features

  /// Whether its records are `ImageRecord`s, and it has a texture.
  var readsImages: Bool { shape == .image || shape == .surface }

  var description: String {
    features.isEmpty ? shape.rawValue : "\(shape.rawValue)+\(features)"
  }

  var layout: VertexLayout { readsImages ? ImageRecord.layout : FillRecord.layout }

  /// The vertex shader's file and the shared pieces that it needs.
  var vertexFiles: (file: String, pieces: [String]) {
    switch shape {
    case .fill, .border: ("fill.vert", ["corners.glsl", "coverage.glsl"])
    case .image: ("image.vert", ["corners.glsl", "coverage.glsl"])
    case .surface: ("surface.vert", ["corners.glsl"])
    }
  }

  /// The fragment shader's file and the shared pieces that it needs.
  var fragmentFiles: (file: String, pieces: [String]) {
    let shared = ["coverage.glsl", "clip.glsl", "quad.glsl"]
    return (shape.rawValue + ".frag", shape == .image ? shared + ["sampling.glsl"] : shared)
  }
}
