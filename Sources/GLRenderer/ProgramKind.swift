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

/// A linked program and the places of its uniforms.
struct LinkedProgram {
  let program: Program
  /// From device pixels to clip space.
  let target: Uniform
  /// From fragment positions to device pixels.
  let device: Uniform
  /// The pixels of a batch's image; nil for programs without.
  let imageSize: Uniform?
}

/// The programs of a device, each built when it is first needed.
final class ProgramCache {
  /// Texture units, the same in all programs.
  static let imageUnit = 0
  static let clipUnit = 1

  private let device: Device
  private let library = ShaderLibrary()
  private var programs: [ProgramKind: LinkedProgram] = [:]

  init(device: Device) {
    self.device = device
  }

  func program(_ kind: ProgramKind) throws(RenderError) -> LinkedProgram {
    if let program = programs[kind] { return program }
    let program = try build(kind)
    programs[kind] = program
    return program
  }

  /// After a lost context: all are built anew when needed.
  func removeAll() { programs = [:] }

  private func build(_ kind: ProgramKind) throws(RenderError) -> LinkedProgram {
    let vertex = try source(kind.vertexFiles, kind.features)
    let fragment = try source(kind.fragmentFiles, kind.features)
    do throws(GLError) {
      let program = try device.makeProgram(
        vertex: vertex, fragment: fragment, layout: kind.layout, label: kind.description)
      if kind.readsImages {
        device.set(try program.uniform("u_image"), of: program, to: .sampler(unit: Self.imageUnit))
      }
      if kind.features.contains(.clipped) {
        device.set(try program.uniform("u_clips"), of: program, to: .sampler(unit: Self.clipUnit))
      }
      return LinkedProgram(
        program: program, target: try program.uniform("u_target"), device: try program.uniform("u_device"),
        imageSize: kind.shape == .image ? try program.uniform("u_imageSize") : nil)
    } catch {
      throw .device(error)
    }
  }

  private func source(
    _ files: (file: String, pieces: [String]), _ features: ProgramKind.Features
  ) throws(RenderError) -> ShaderSource {
    do throws(ShaderError) {
      let text = try library.source(files.file, pieces: files.pieces, features: features)
      return ShaderSource(name: files.file, text: text)
    } catch {
      throw .shader(error.description)
    }
  }
}
