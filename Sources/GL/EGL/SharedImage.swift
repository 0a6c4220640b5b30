import Glibc
import MultiplaneCEGL

/// An EGLImage: pixels shared between a GBM buffer, a dma-buf and a texture.
package final class SharedImage {
  package let handle: EGLImageKHR
  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  private let connection: Connection
  private let owner: AnyObject?
  /// Nil for an image that another owner destroys.
  private let destroy: PFNEGLDESTROYIMAGEKHRPROC?

  /// Imports a native pixmap of the connection's platform: with GBM, a `gbm_bo`.
  ///
  /// - Parameter owner: the pixmap's owner; retained by the image.
  package convenience init(
    nativePixmap: OpaquePointer, owner: AnyObject, width: Int, height: Int, connection: Connection
  ) throws(GLError) {
    try self.init(
      connection: connection, context: nil, target: EGL_NATIVE_PIXMAP_KHR, targetName: "EGL_NATIVE_PIXMAP_KHR",
      buffer: EGLClientBuffer(nativePixmap), attributes: [], size: (width, height),
      needs: ["EGL_KHR_image_pixmap"], owner: owner)
  }

  /// Imports a dma-buf. The image retains its memory; the descriptor may be closed afterwards.
  package convenience init(dmaBuf: borrowing DmaBuf, connection: Connection) throws(GLError) {
    try self.init(layout: dmaBuf.layout, connection: connection)
  }

  /// Shares a texture of the current context.
  package convenience init(texture: Texture, context: Context) throws(GLError) {
    try self.init(
      connection: context.connection, context: context.handle, target: EGL_GL_TEXTURE_2D_KHR,
      targetName: "EGL_GL_TEXTURE_2D_KHR",
      buffer: EGLClientBuffer(bitPattern: UInt(texture.name.rawValue)), attributes: [EGL_GL_TEXTURE_LEVEL_KHR, 0],
      size: (texture.width, texture.height), needs: ["EGL_KHR_gl_texture_2D_image"])
  }

  /// Imports planes of dma-bufs. The image retains their memory.
  package convenience init(layout: DmaBufLayout, connection: Connection) throws(GLError) {
    let knowsModifiers = connection.extensions.contains("EGL_EXT_image_dma_buf_import_modifiers")
    // Without the extension a driver takes what it would have made itself, or rows in order.
    if let modifier = layout.modifier, modifier != 0, !knowsModifiers {
      throw .unsupported(
        what: "EGL_EXT_image_dma_buf_import_modifiers", remedy: "use linear pixels, or a newer driver")
    }
    do throws(GLError) {
      try self.init(
        connection: connection, context: nil, target: EGL_LINUX_DMA_BUF_EXT, targetName: "EGL_LINUX_DMA_BUF_EXT",
        buffer: nil, attributes: try layout.attributes(tellingModifier: knowsModifiers),
        size: (layout.width, layout.height), needs: ["EGL_EXT_image_dma_buf_import"])
    } catch {
      throw connection.dmaBufFormats.flatMap { GLError.noSuchDmaBuf(layout, among: $0) } ?? error
    }
  }

  /// Wraps an image of the connection's display that its owner destroys.
  package init(foreign handle: UnsafeMutableRawPointer, width: Int, height: Int, connection: Connection) {
    self.handle = handle
    self.connection = connection
    (self.width, self.height) = (width, height)
    owner = nil
    destroy = nil
  }

  deinit {
    _ = destroy?(connection.display, handle)
  }

  private init(
    connection: Connection, context: EGLContext?, target: Int32, targetName: String, buffer: EGLClientBuffer?,
    attributes: [EGLint], size: (width: Int, height: Int), needs: [String],
    owner: AnyObject? = nil
  ) throws(GLError) {
    let missing = (["EGL_KHR_image_base"] + needs).filter { !connection.extensions.contains($0) }
    guard missing.isEmpty, let create: PFNEGLCREATEIMAGEKHRPROC = procedure("eglCreateImageKHR"),
      let destroy: PFNEGLDESTROYIMAGEKHRPROC = procedure("eglDestroyImageKHR")
    else {
      throw .unsupported(
        what: "EGL's \(missing.joined(separator: ", "))", remedy: "use another device or a newer driver")
    }
    guard let handle = create(connection.display, context, EGLenum(target), buffer, attributes + [EGL_NONE]) else {
      throw .egl(
        call: "eglCreateImageKHR(\(targetName), \(size.width)x\(size.height))", code: .last(),
        remedy: "the driver takes no such size, format or memory; try another format or a linear layout")
    }
    self.handle = handle
    self.destroy = destroy
    self.connection = connection
    self.owner = owner
    (width, height) = size
  }
}

extension SharedImage {
  /// Exports the image's memory. Drawing must be complete before another user reads it.
  ///
  /// - Throws: `GLError.unsupported` if the driver cannot export all planes.
  package func exportDmaBuf() throws(GLError) -> DmaBuf {
    guard connection.extensions.contains("EGL_MESA_image_dma_buf_export"),
      let query: PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC = procedure("eglExportDMABUFImageQueryMESA"),
      let export: PFNEGLEXPORTDMABUFIMAGEMESAPROC = procedure("eglExportDMABUFImageMESA")
    else {
      throw .unsupported(
        what: "EGL_MESA_image_dma_buf_export", remedy: "use a GBM device, which exports its own buffers")
    }
    var fourcc: Int32 = 0
    var planes: Int32 = 0
    guard query(connection.display, handle, &fourcc, &planes, nil) == EGLBoolean(EGL_TRUE) else {
      throw Self.exportFailure("eglExportDMABUFImageQueryMESA")
    }
    // The driver writes one entry a plane.
    let count = max(1, Int(planes))
    var modifiers = [EGLuint64KHR](repeating: 0, count: count)
    _ = query(connection.display, handle, nil, nil, &modifiers)
    var descriptors = [Int32](repeating: -1, count: count)
    var strides = [EGLint](repeating: 0, count: count)
    var offsets = [EGLint](repeating: 0, count: count)
    let exported = export(connection.display, handle, &descriptors, &strides, &offsets) == EGLBoolean(EGL_TRUE)
    guard exported else { throw Self.exportFailure("eglExportDMABUFImageMESA") }
    return DmaBuf(
      layout: DmaBufLayout(
        width: width, height: height, fourcc: UInt32(bitPattern: fourcc),
        modifier: modifiers[0] == Self.unknownModifier ? nil : modifiers[0],
        planes: try Self.planes(
          descriptors: descriptors, offsets: offsets.map { Int($0) }, strides: strides.map { Int($0) }),
        video: nil))
  }

  /// The planes of an image, as reported by EGL_MESA_image_dma_buf_export.
  ///
  /// - Parameter descriptors: one per plane, owned by the result; after the first, -1 means the
  ///   memory of the previous plane.
  /// - Throws: `GLError.unsupported` for memory that cannot be shared, or is only reported in part.
  package static func planes(
    descriptors: [Int32], offsets: [Int], strides: [Int]
  ) throws(GLError) -> [DmaBufLayout.Plane] {
    var planes: [DmaBufLayout.Plane] = []
    for (index, stride) in strides.enumerated() {
      // Each plane owns a descriptor.
      let shared = planes.last.map { fcntl($0.descriptor, F_DUPFD_CLOEXEC, 0) } ?? -1
      let descriptor = descriptors[index] >= 0 ? descriptors[index] : shared
      if descriptor != shared, shared >= 0 { _ = close(shared) }
      guard descriptor >= 0, stride > 0, offsets[index] >= 0 else {
        let rest = descriptors.dropFirst(index + 1).filter { $0 >= 0 }
        for owned in planes.map(\.descriptor) + [descriptor] + rest where owned >= 0 { _ = close(owned) }
        // kms_swrast succeeds and gives nothing.
        throw .unsupported(
          what: index == 0
            ? "memory that this texture shares"
            : "all planes of the image (\(strides.count), of which the driver tells \(index): compressed)",
          remedy: "use a GBM device (gbm:/dev/dri/renderD128), which exports its own buffers, linear where it can")
      }
      planes.append(.init(descriptor: descriptor, offset: offsets[index], stride: stride))
    }
    return planes
  }

  /// `DRM_FORMAT_MOD_INVALID` of `drm_fourcc.h`: the layout is the driver's own affair.
  private static let unknownModifier: UInt64 = 0x00ff_ffff_ffff_ffff

  private static func exportFailure(_ call: String) -> GLError {
    .egl(call: call, code: .last(), remedy: "this driver does not share its textures; use a GBM device")
  }
}
