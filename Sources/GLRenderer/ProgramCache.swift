import GL
import Shaders

/// A linked program and the places of its uniforms.
struct LinkedProgram {
  let program: Program
  /// From device pixels to clip space.
  let target: Uniform
  /// From fragment positions to device pixels; nil for programs that ask for none.
  let device: Uniform?
  /// How many steps the target's numbers have; nil for programs that do not round.
  let steps: Uniform?
  /// The pixels of a batch's image; nil for programs without.
  let imageSize: Uniform?
  /// The number of its coarsest mip level; nil for programs without mips.
  let lastLevel: Uniform?
  /// Where a plain quad's image lies in its texture; nil for programs without.
  let imageScale: Uniform?
  /// The size of a pixel of a plain quad's mask in its texture; nil for programs without.
  let maskScale: Uniform?
  /// Where a mask's surface begins on the device; nil for programs without.
  let maskOrigin: Uniform?
}

/// The programs of a device, each built when it is first needed.
final class ProgramCache {
  /// Texture units, the same in all programs.
  static let imageUnit = 0
  static let clipUnit = 1
  static let mipUnit = 2
  static let maskUnit = 2
  static let backdropUnit = 3
  static let stopUnit = 2
  static let clipPictureUnit = 4

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

  private func build(_ kind: ProgramKind) throws(RenderError) -> LinkedProgram {
    let vertex = try source(kind.vertexFiles, kind.features)
    let fragment = try source(
      kind.fragmentFiles, kind.features,
      extensions: kind.features.contains(.fetching) ? ["GL_EXT_shader_framebuffer_fetch"] : [])
    do throws(GLError) {
      let program = try device.makeProgram(
        vertex: vertex, fragment: fragment, layout: kind.layout, label: kind.description)
      if kind.records == .images || kind.features.contains(.textured) {
        device.set(try program.uniform("u_image"), of: program, to: .sampler(unit: Self.imageUnit))
      }
      if kind.shape == .gradient {
        device.set(try program.uniform("u_stops"), of: program, to: .sampler(unit: Self.stopUnit))
      }
      if kind.shape == .masked || kind.features.contains(.masked) {
        device.set(try program.uniform("u_mask"), of: program, to: .sampler(unit: Self.maskUnit))
      }
      if kind.shape == .blend {
        device.set(try program.uniform("u_backdrop"), of: program, to: .sampler(unit: Self.backdropUnit))
      }
      if kind.shape == .blocks {
        device.set(try program.uniform("u_source"), of: program, to: .sampler(unit: Self.backdropUnit))
      }
      if kind.features.contains(.clipped) {
        device.set(try program.uniform("u_clips"), of: program, to: .sampler(unit: Self.clipUnit))
      }
      if kind.features.contains(.pictured) {
        device.set(try program.uniform("u_clipPicture"), of: program, to: .sampler(unit: Self.clipPictureUnit))
      }
      let isMipmapped = kind.features.contains(.mipmapped)
      if isMipmapped {
        device.set(try program.uniform("u_mips"), of: program, to: .sampler(unit: Self.mipUnit))
      }
      return LinkedProgram(
        program: program, target: try program.uniform("u_target"),
        device: kind.shape == .plain ? nil : try program.uniform("u_device"),
        steps: kind.isOneColor ? try program.uniform("u_steps") : nil,
        imageSize: kind.shape == .image ? try program.uniform("u_imageSize") : nil,
        lastLevel: isMipmapped ? try program.uniform("u_lastLevel") : nil,
        imageScale: kind.features.contains(.textured) ? try program.uniform("u_imageScale") : nil,
        maskScale: kind.shape == .plain && kind.features.contains(.masked) ? try program.uniform("u_maskScale") : nil,
        maskOrigin: kind.shape == .masked ? try program.uniform("u_maskOrigin") : nil)
    } catch {
      throw .device(error)
    }
  }

  private func source(
    _ files: (file: String, pieces: [String]), _ features: ProgramKind.Features, extensions: [String] = []
  ) throws(RenderError) -> ShaderSource {
    do throws(ShaderError) {
      let text = try library.source(files.file, pieces: files.pieces, features: features, extensions: extensions)
      return ShaderSource(name: files.file, text: text)
    } catch {
      throw .shader(error)
    }
  }
}
