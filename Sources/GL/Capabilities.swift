import MultiplaneCGLES

/// The capabilities of the driver: limits, extensions and known faults.
package struct Capabilities: Sendable {
  package let vendor: String
  /// The driver's name of the device, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  package let renderer: String
  /// The driver's version string, such as `OpenGL ES 3.2 Mesa 22.3.6`.
  package let version: String
  /// Mesa's name of the driver, such as `kms_swrast`; nil if EGL does not report it.
  package let driver: String?
  package let extensions: Extensions

  /// The maximum side of a texture, in pixels.
  package let maxTextureSize: Int
  /// The maximum side of a render target, in pixels: the limit of textures and viewports.
  package let maxSurfaceSize: Int
  package let maxSamples: Int
  /// The maximum number of textures per draw.
  package let maxTextureUnits: Int

  /// Whether surfaces of `PixelFormat.rgba16Float` are renderable and blendable.
  package let drawsHalfFloat: Bool
  /// Whether surfaces of `rgba32Float` are renderable and blendable.
  package let blendsFloat: Bool

  /// Whether surfaces of `rgba16` are renderable and blendable.
  package let drawsWords: Bool

  /// Whether the driver draws on the CPU.
  package let isSoftware: Bool
  /// The known faults of this driver.
  package let faults: [DriverFault]

  /// Asks the context that is current.
  init(driver: String?) {
    vendor = Self.string(GL_VENDOR)
    renderer = Self.string(GL_RENDERER)
    version = Self.string(GL_VERSION)
    self.driver = driver
    let count = Self.integer(GL_NUM_EXTENSIONS)
    extensions = Extensions(names: Set((0..<count).compactMap(Self.extensionName)))
    maxTextureSize = Self.integer(GL_MAX_TEXTURE_SIZE)
    var viewport: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &viewport)
    maxSurfaceSize = min(maxTextureSize, Int(viewport[0]), Int(viewport[1]))
    maxSamples = Self.integer(GL_MAX_SAMPLES)
    maxTextureUnits = Self.integer(GL_MAX_TEXTURE_IMAGE_UNITS)
    drawsHalfFloat =
      extensions.contains("GL_EXT_color_buffer_half_float") || extensions.contains("GL_EXT_color_buffer_float")
    blendsFloat = extensions.contains("GL_EXT_color_buffer_float") && extensions.contains("GL_EXT_float_blend")
    drawsWords = extensions.contains("GL_EXT_texture_norm16")
    isSoftware = Self.isSoftware(renderer: renderer)
    faults = DriverFault.all.filter { [renderer, driver] in $0.concerns(renderer: renderer, driver: driver) }
  }

  /// What pictures lack on this device, a sentence each.
  package var shortcomings: [String] {
    Self.shortcomings(drawsHalfFloat: drawsHalfFloat, drawsWords: drawsWords, maxSurfaceSize: maxSurfaceSize)
  }

  package static func shortcomings(drawsHalfFloat: Bool, drawsWords: Bool, maxSurfaceSize: Int) -> [String] {
    var sentences: [String] = []
    if !drawsHalfFloat {
      sentences.append(
        "no half-float targets: colours beyond sRGB are cut to it, and those of faint alpha are rounded")
    }
    switch (drawsWords, drawsHalfFloat) {
    case (true, _): break
    case (false, true):
      sentences.append(
        "no 16-bit targets: half floats round to 11 bits, up to 5/255 in some blend modes and faint overlaps")
    case (false, false):
      sentences.append("targets of 8 bits per channel: each step of groups, filters and blend modes is rounded")
    }
    if maxSurfaceSize < 4096 {
      let limit = "targets up to \(maxSurfaceSize) pixels"
      sentences.append("\(limit): larger pictures are drawn in tiles, larger screens not at all")
    }
    return sentences
  }

  /// Whether a renderer of this name draws on the CPU. A virtual device whose host does, such as
  /// `virgl (LLVMPIPE …)`, is a device like any other for its driver.
  static func isSoftware(renderer: String) -> Bool {
    let name = renderer.lowercased()
    return ["llvmpipe", "softpipe", "swrast", "software rasterizer"].contains(where: name.hasPrefix)
      || name.contains("swiftshader")
  }

  private static func string(_ what: Int32) -> String {
    glGetString(GLenum(what)).map { String(cString: $0) } ?? ""
  }

  private static func extensionName(_ index: Int) -> String? {
    glGetStringi(GLenum(GL_EXTENSIONS), GLuint(index)).map { String(cString: $0) }
  }

  private static func integer(_ what: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(what), &value)
    return Int(value)
  }
}

/// A known fault of a driver, with its consequences.
package struct DriverFault: Equatable, Sendable {
  /// The features to avoid.
  package enum Avoid: Equatable, Sendable {
    /// Drawing into a dma-buf that was taken in; take in the GBM buffer itself.
    case drawingIntoImportedDmaBuf
    /// Mapping a buffer whose dma-buf was drawn into; take in the GBM buffer itself, or read with
    /// OpenGL.
    case mappingWhatWasDrawnIntoItsDmaBuf
  }

  package let avoid: Avoid
  /// One sentence: the driver and the fault.
  package let sentence: String
  /// Mesa's name of the driver, in full.
  private let driver: String?
  /// How the renderer's name begins.
  private let renderer: String?

  func concerns(renderer: String, driver: String?) -> Bool {
    (self.driver == nil || self.driver == driver) && (self.renderer.map(renderer.hasPrefix) ?? true)
  }

  /// All faults that we know.
  static let all: [DriverFault] = [
    DriverFault(
      avoid: .drawingIntoImportedDmaBuf,
      sentence: "kms_swrast (Mesa 22.3) crashes when it draws into a dma-buf taken in on a render node",
      driver: "kms_swrast", renderer: nil),
    DriverFault(
      avoid: .mappingWhatWasDrawnIntoItsDmaBuf,
      sentence: "virgl (Mesa 22.3) does not show gbm_bo_map what was drawn through the buffer's dma-buf",
      driver: nil, renderer: "virgl"),
  ]
}
