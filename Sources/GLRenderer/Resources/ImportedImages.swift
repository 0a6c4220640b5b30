import MultiplaneGL
import MultiplaneGraphics
import MultiplaneShaders

/// Textures of imported images: dma-bufs and EGLImages (docs/drawing.md, "Imported contents").
///
/// Red, green and blue are read where they are. What only an external texture can read, such as
/// video, is copied to a surface, once for each change of the pixels. What the driver does not take
/// is read by the processor and uploaded.
final class ImportedImages {
  /// How an image reaches the device.
  private enum Way {
    /// Its own pixels, as a texture.
    case direct(SharedImage, Texture)
    /// Its own pixels, as an external texture that is copied to a surface.
    case external(SharedImage, Texture, Surface)
    /// A copy that the processor makes.
    case upload(Texture)

    /// What the image's pixels are read from.
    var texture: Texture {
      switch self {
      case .direct(_, let texture), .upload(let texture): texture
      case .external(_, _, let surface): surface.texture
      }
    }
  }

  private struct Entry {
    /// Keeps the image alive, so that its identity stays its own.
    let image: ImportedImage
    let way: Way
    /// The change of the pixels that the texture shows.
    var generation: Int
    /// The levels, in a texture of their own; nil as long as nothing asked for them.
    var mips: ImageAllocation?
    var lastFrame: Int
  }

  /// Frames for which an image that is not shown stays cached: a decoder takes turns with several.
  private static let patience = 16

  private let device: Device
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var frame = 0
  /// What copies external textures; made when the first one is shown.
  private var copier: ExternalCopier?

  init(device: Device) {
    self.device = device
  }

  /// How many images are cached.
  var count: Int { entries.count }

  /// The texture of an image's pixels as they are.
  ///
  /// - Throws: `RenderError.importing` if neither the driver nor the processor can read them.
  func allocation(of image: ImportedImage, generation: Int, mipmapped: Bool) throws(RenderError) -> ImageAllocation {
    let key = ObjectIdentifier(image)
    var entry: Entry
    if let known = entries[key] {
      entry = known
    } else {
      entry = Entry(image: image, way: try way(of: image), generation: generation - 1, lastFrame: frame)
    }
    entry.lastFrame = frame
    if entry.generation != generation {
      try show(entry)
      entry.generation = generation
      entry.mips = nil
    }
    if mipmapped, entry.mips == nil { entry.mips = try makeMips(entry) }
    entries[key] = entry
    if mipmapped, let mips = entry.mips { return mips }
    return ImageAllocation(
      texture: entry.way.texture, area: SIMD4(0, 0, Float(image.width), Float(image.height)), levelCount: 1,
      isBeneath: false, isOpaque: false)
  }

  /// Ends a frame: releases what was not shown for a while.
  func endFrame() {
    frame += 1
    for (key, entry) in entries where entry.lastFrame + Self.patience < frame { entries[key] = nil }
  }

  // MARK: Taking in

  private func way(of image: ImportedImage) throws(RenderError) -> Way {
    do throws(GLError) {
      return try sharedWay(of: image)
    } catch {
      // Read once here, so that an image that cannot be read at all is reported with both reasons.
      do throws(ImportedImageError) {
        _ = try image.readPixels()
      } catch let unreadable {
        throw .importing(image: image.lines, driver: device.capabilities.renderer, error, unreadable)
      }
      do throws(GLError) {
        return .upload(
          try device.makeTexture(width: image.width, height: image.height, format: .rgba8, label: image.label))
      } catch {
        throw .device(error)
      }
    }
  }

  private func sharedWay(of image: ImportedImage) throws(GLError) -> Way {
    let connection = device.context.connection
    let shared: SharedImage
    let isExternal: Bool
    switch image.source {
    case .eglImage(let handle, let external):
      guard let handle = UnsafeMutableRawPointer(bitPattern: handle) else {
        throw .unsupported(what: "an EGLImage other than EGL_NO_IMAGE", remedy: "make the image first")
      }
      shared = SharedImage(foreign: handle, width: image.width, height: image.height, connection: connection)
      isExternal = external
    case .dmaBuf(let planes):
      let layout = image.layout(of: planes)
      shared = try SharedImage(layout: layout, connection: connection)
      isExternal =
        !image.pixelFormat.isRGB
        || connection.readsExternallyOnly(fourcc: layout.fourcc, modifier: layout.modifier)
    }
    let texture = try device.makeTexture(image: shared, isExternal: isExternal, label: image.label)
    guard isExternal else { return .direct(shared, texture) }
    let surface = try device.makeSurface(width: image.width, height: image.height, label: image.label)
    return .external(shared, texture, surface)
  }

  /// Has an entry's texture show the pixels as they are now.
  private func show(_ entry: Entry) throws(RenderError) {
    if let fence = entry.image.fence, !device.context.wait(forNativeFence: fence.descriptor) { fence.wait() }
    do throws(GLError) {
      switch entry.way {
      case .direct(let shared, let texture): try device.attach(shared, to: texture)
      case .external(let shared, let texture, _): try device.attach(shared, to: texture)
      case .upload: break
      }
    } catch {
      throw .device(error)
    }
    switch entry.way {
    case .direct: break
    case .external(_, let texture, let surface):
      if copier == nil { copier = try ExternalCopier(device: device) }
      copier?.copy(texture, to: surface)
    case .upload(let texture):
      let pixels: [UInt8]
      do throws(ImportedImageError) {
        pixels = try entry.image.readPixels()
      } catch {
        throw .unreadable(error)
      }
      pixels.withUnsafeBytes { device.upload($0, to: texture) }
    }
  }

  /// RGBA, as the device shows it.
  private func shownPixels(of entry: Entry) throws(RenderError) -> [UInt8] {
    if case .upload = entry.way {
      do throws(ImportedImageError) {
        return try entry.image.readPixels()
      } catch {
        throw .unreadable(error)
      }
    }
    do throws(GLError) {
      switch entry.way {
      case .direct(let shared, _):
        return try device.readPixels(try device.makeSurface(image: shared, label: entry.image.label).frame())
      case .external(_, _, let surface): return try device.readPixels(surface.frame())
      case .upload: return []
      }
    } catch {
      throw .device(error)
    }
  }

  /// All levels, out of the pixels that the device shows.
  private func makeMips(_ entry: Entry) throws(RenderError) -> ImageAllocation {
    let image = entry.image
    let pixels = try shownPixels(of: entry)
    do throws(GLError) {
      let texels = Texels(
        pixels, isHalf: false, isOpaque: false, width: image.width, height: image.height, mipmapped: true,
        limit: device.capabilities.maxTextureSize)
      let texture = try device.makeTexture(
        width: texels.width, height: texels.height, format: .rgba8, label: "mips of \(image.label)")
      for level in texels.levels {
        level.bytes.withUnsafeBytes {
          device.upload($0, to: texture, x: level.x, y: level.y, width: level.width, height: level.height)
        }
      }
      return ImageAllocation(
        texture: texture, area: SIMD4(0, 0, Float(image.width), Float(image.height)),
        firstLevel: texels.firstLevel, levelCount: texels.levels.count, isBeneath: texels.isBeneath, isOpaque: false)
    } catch {
      throw .device(error)
    }
  }
}

extension ImportedImage {
  fileprivate var label: String { "imported \(width)x\(height) \(pixelFormat)" }

  /// For an error's line.
  fileprivate var lines: String {
    switch source {
    case .dmaBuf: "a \(width)x\(height) \(pixelFormat) dma-buf, \(ImportedImage.name(ofModifier: modifier))"
    case .eglImage(_, let isExternal): "a \(width)x\(height) EGLImage\(isExternal ? ", external" : "")"
    }
  }

  /// The EGL attributes of a dma-buf.
  fileprivate func layout(of planes: [Plane]) -> DmaBufLayout {
    let matrix: DmaBufLayout.Matrix =
      switch colorMatrix {
      case .bt601: .bt601
      case .bt709: .bt709
      case .bt2020: .bt2020
      }
    return DmaBufLayout(
      width: width, height: height, fourcc: pixelFormat.rawValue, modifier: modifier,
      planes: planes.map {
        DmaBufLayout.Plane(descriptor: $0.descriptor, offset: $0.offset, stride: $0.bytesPerRow)
      },
      video: pixelFormat.isRGB ? nil : (matrix, colorRange == .full))
  }
}

/// Copies external textures, which only a shader of their own can read.
private final class ExternalCopier {
  private let device: Device
  private let program: Program
  /// The one record: all of the surface.
  private let record: Buffer
  private static let layout = VertexLayout(
    stride: 8, attributes: [VertexLayout.Attribute("a_extent", components: 2, offset: 0)])

  init(device: Device) throws(RenderError) {
    self.device = device
    let library = ShaderLibrary()
    let vertex: ShaderSource
    let fragment: ShaderSource
    do throws(ShaderError) {
      vertex = ShaderSource(name: ShaderFile.externalVertex.name, text: try library.source(.externalVertex))
      fragment = ShaderSource(
        name: ShaderFile.external.name,
        text: try library.source(.external, extensions: ["GL_OES_EGL_image_external_essl3"]))
    } catch {
      throw .shader(error)
    }
    do throws(GLError) {
      program = try device.makeProgram(
        vertex: vertex, fragment: fragment, layout: Self.layout, label: "external")
      device.set(try program.uniform("u_image"), of: program, to: .sampler(unit: 0))
      record = device.makeBuffer(label: "external record")
      try [SIMD2<Float>(1, 1)].withUnsafeBufferPointer { bytes throws(GLError) in
        try device.upload(UnsafeRawBufferPointer(bytes), to: record)
      }
    } catch {
      throw .device(error)
    }
  }

  /// Pixel on pixel; chroma is interpolated.
  func copy(_ texture: Texture, to surface: Surface) {
    device.beginPass(on: surface.frame(), load: .discard, label: "imported image")
    device.draw(
      program, instances: record, instanceCount: 1,
      textures: [TextureBinding(unit: 0, texture: texture, sampler: .linear)], blend: .none)
    device.endPass()
  }
}
