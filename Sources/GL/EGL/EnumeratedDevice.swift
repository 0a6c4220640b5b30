import MultiplaneCEGL

/// An EGL device in the list, not opened.
package struct EnumeratedDevice {
  let handle: EGLDeviceEXT
  /// The primary node, such as `/dev/dri/card0`; nil for a software device.
  package let primaryNode: String?
  /// The render node, such as `/dev/dri/renderD128`; nil if there is none or EGL does not report
  /// it.
  package let renderNode: String?

  /// All devices, in EGL's order.
  ///
  /// - Throws: `GLError.unsupported` if EGL cannot list devices.
  package static func all() throws(GLError) -> [EnumeratedDevice] {
    try checkLibraries()
    let client = Extensions.client()
    guard client.contains("EGL_EXT_device_enumeration") || client.contains("EGL_EXT_device_base"),
      let query: PFNEGLQUERYDEVICESEXTPROC = procedure("eglQueryDevicesEXT")
    else {
      throw .unsupported(
        what: "EGL_EXT_device_enumeration",
        remedy: "install Mesa's EGL (Debian: libegl-mesa0), or use a GBM node or the surfaceless platform")
    }
    var count: EGLint = 0
    guard query(0, nil, &count) == EGLBoolean(EGL_TRUE) else { throw failure() }
    var handles = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard query(count, &handles, &count) == EGLBoolean(EGL_TRUE) else { throw failure() }
    return handles.prefix(Int(count)).compactMap { $0.map { EnumeratedDevice(handle: $0, client: client) } }
  }

  private init(handle: EGLDeviceEXT, client: Extensions) {
    self.handle = handle
    guard client.contains("EGL_EXT_device_query") || client.contains("EGL_EXT_device_base"),
      let query: PFNEGLQUERYDEVICESTRINGEXTPROC = procedure("eglQueryDeviceStringEXT")
    else {
      (primaryNode, renderNode) = (nil, nil)
      return
    }
    func string(_ what: Int32) -> String? { query(handle, what).map { String(cString: $0) } }
    let extensions = Extensions(list: string(EGL_EXTENSIONS) ?? "")
    primaryNode = extensions.contains("EGL_EXT_device_drm") ? string(EGL_DRM_DEVICE_FILE_EXT) : nil
    renderNode = extensions.contains("EGL_EXT_device_drm_render_node") ? string(EGL_DRM_RENDER_NODE_FILE_EXT) : nil
  }

  private static func failure() -> GLError {
    .egl(call: "eglQueryDevicesEXT", code: .last(), remedy: "use a GBM node or the surfaceless platform")
  }
}
