import GL
import Shaders

/// Which program draws a batch: a shape, and the features that its quads need.
struct ProgramKind: Hashable, CustomStringConvertible {
  typealias Features = ShaderLibrary.Features

  /// Each has a fragment shader of its name.
  enum Shape: String {
    case fill
    case border
    case gradient
    case image
    /// A group.
    case surface
    /// A group under a mask.
    case masked
    case blur
    case shadow
  }

  /// Which of the stream's arrays holds a program's records.
  enum Records {
    case fills
    case gradients
    case images
  }

  var shape: Shape
  var features: Features

  var records: Records {
    switch shape {
    case .fill, .border: .fills
    case .gradient: .gradients
    case .image, .surface, .masked, .blur, .shadow: .images
    }
  }

  var description: String {
    features.isEmpty ? shape.rawValue : "\(shape.rawValue)+\(features)"
  }

  var layout: VertexLayout {
    switch records {
    case .fills: FillRecord.layout
    case .gradients: GradientRecord.layout
    case .images: ImageRecord.layout
    }
  }

  /// The vertex shader's file and the shared pieces that it needs.
  var vertexFiles: (file: String, pieces: [String]) {
    switch shape {
    case .fill, .border: ("fill.vert", ["corners.glsl", "coverage.glsl"])
    case .gradient: ("gradient.vert", ["corners.glsl", "coverage.glsl"])
    case .image: ("image.vert", ["corners.glsl", "coverage.glsl"])
    case .surface, .masked: ("surface.vert", ["corners.glsl"])
    case .blur, .shadow: ("blur.vert", ["corners.glsl"])
    }
  }

  /// The fragment shader's file and the shared pieces that it needs.
  var fragmentFiles: (file: String, pieces: [String]) {
    let shared = ["coverage.glsl", "clip.glsl", "quad.glsl"]
    return (shape.rawValue + ".frag", shape == .image ? shared + ["sampling.glsl"] : shared)
  }
}
