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
    /// A rounded rectangle that is blurred.
    case softRect
    /// A path's coverage in one colour.
    case shape
    /// The filters that are no blur; `mean` is one direction of a box blur, and so is `blocks`, of means.
    case colorMatrix
    case tone
    case vignette
    case pixellate
    case mean
    case blocks
    /// Between a picture and a smaller one.
    case shrink
    case grow
    /// A group mixed with its backdrop.
    case blend
    /// The usual quads, by their corners.
    case plain

    /// Whether colours within 0…1 stay there.
    var keepsRange: Bool {
      switch self {
      case .colorMatrix, .tone, .vignette, .blend: false
      default: true
      }
    }

    /// Whether it takes whole device pixels of a surface.
    var isOfSurfaces: Bool {
      switch self {
      case .fill, .border, .gradient, .image, .softRect, .plain: false
      default: true
      }
    }
  }

  /// Which of the stream's arrays holds a program's records.
  enum Records {
    case fills
    case gradients
    case images
    case plain
  }

  var shape: Shape
  var features: Features

  var records: Records {
    switch shape {
    case .fill, .border, .softRect: .fills
    case .gradient: .gradients
    case .plain: .plain
    default: .images
    }
  }

  /// Whether the shader puts what it draws together with what is there, so that the device does not.
  var blendsItself: Bool { shape == .blend || !features.isDisjoint(with: .blending) }

  /// Bytes that a vertex takes after the vertex shader: 16 for the position and for each varying.
  var vertexBytes: Int {
    guard shape == .plain else { return 0 }
    return 16 + Self.varyings.reduce(0) { $0 + (features.contains($1) ? 16 : 0) }
  }

  private static let varyings: [Features] = [
    .textured, .masked, .colored, .edged, .rounded, .rounded, .bordered, .bordered,
  ]

  var description: String {
    features.isEmpty ? shape.rawValue : "\(shape.rawValue)+\(features)"
  }

  var layout: VertexLayout {
    switch records {
    case .fills: FillRecord.layout
    case .gradients: GradientRecord.layout
    case .images: ImageRecord.layout
    case .plain: PlainQuad.layout
    }
  }

  /// The vertex shader's file and the shared pieces that it needs.
  var vertexFiles: (file: String, pieces: [String]) {
    switch shape {
    case .fill, .border: ("fill.vert", ["corners.glsl", "coverage.glsl"])
    case .softRect: ("softrect.vert", ["corners.glsl"])
    case .gradient: ("gradient.vert", ["corners.glsl", "coverage.glsl"])
    case .image: ("image.vert", ["corners.glsl", "coverage.glsl"])
    case .surface, .masked: ("surface.vert", ["corners.glsl"])
    case .blur, .shadow, .shape, .mean, .shrink, .grow: ("blur.vert", ["corners.glsl"])
    case .colorMatrix, .tone, .vignette, .pixellate, .blend, .blocks: ("filter.vert", ["corners.glsl"])
    case .plain: ("plain.vert", [])
    }
  }

  /// The fragment shader's file and the shared pieces that it needs.
  var fragmentFiles: (file: String, pieces: [String]) {
    guard shape != .plain else { return ("plain.frag", ["mixing.glsl"]) }
    let shared = ["coverage.glsl", "clip.glsl", "quad.glsl"]
    let own: [String] =
      switch shape {
      case .image: ["mixing.glsl", "sampling.glsl"]
      case .blur, .mean, .shrink, .grow, .shadow, .colorMatrix, .tone, .vignette, .pixellate, .blocks:
        ["spread.glsl"]
      case .blend: ["modes.glsl"]
      default: []
      }
    return (shape.rawValue.lowercased() + ".frag", shared + own)
  }
}

/// Sets that quads and batches are asked for. By name, as a set that is written in place is an array each time in a program that is built
/// without testing.
extension ShaderLibrary.Features {
  static let smoothTexture = textured.union(smooth)
  static let edgedTexture = textured.union(edged)
  static let edgedColor = colored.union(edged)
  static let borderedColor = colored.union(bordered)
  /// How an image is mixed between its pixels.
  static let mixing = smooth.union(raised).union(exact)
  /// What has the shader put together what it draws and what is there.
  static let blending = replacing.union(fetching)
  /// What llvmpipe draws by rows, if there is nothing else (`SteadyColors.swift`).
  static let drawnByRows = colored.union(textured).union(replacing)
}
