import MultiplaneCEGL
import Synchronization

/// The platform of an EGL display.
package enum Platform {
  /// Mesa without any window system or device node.
  case surfaceless
  /// A device that EGL enumerated.
  case device(EnumeratedDevice)
  /// A `gbm_device`, and the object that owns it: the connection keeps it until it has released the
  /// display.
  case gbm(OpaquePointer, owner: AnyObject)
  /// A `wl_display`, and the object that owns it.
  case wayland(OpaquePointer, owner: AnyObject)

  /// The client extension that EGL needs for this platform.
  fileprivate var clientExtensions: [String] {
    switch self {
    case .surfaceless: ["EGL_MESA_platform_surfaceless"]
    case .device: ["EGL_EXT_platform_device"]
    case .gbm: ["EGL_KHR_platform_gbm", "EGL_MESA_platform_gbm"]
    case .wayland: ["EGL_KHR_platform_wayland", "EGL_EXT_platform_wayland"]
    }
  }

  fileprivate var name: String {
    switch self {
    case .surfaceless: "EGL_PLATFORM_SURFACELESS_MESA"
    case .device: "EGL_PLATFORM_DEVICE_EXT"
    case .gbm: "EGL_PLATFORM_GBM_KHR"
    case .wayland: "EGL_PLATFORM_WAYLAND_KHR"
    }
  }
}

/// An initialised EGL display.
///
/// EGL returns the same display for the same platform, and `eglTerminate` ends it for all users.
/// Therefore connections are counted, and the last one terminates the display.
package final class Connection {
  package let display: EGLDisplay
  /// The version of EGL, such as (1, 5).
  package let version: (major: Int, minor: Int)
  package let extensions: Extensions
  /// The underlying platform object, released when the display is no longer in use; nil for a
  /// display of another owner.
  private let platform: Platform?

  /// Opens a connection.
  ///
  /// - Throws: `GLError.egl` if EGL lacks the platform or its driver does not start.
  package init(platform: Platform) throws(GLError) {
    try checkLibraries()
    let client = Extensions.client()
    guard platform.clientExtensions.contains(where: client.contains) else {
      throw .unsupported(
        what: "EGL's \(platform.name) (\(platform.clientExtensions.joined(separator: " or ")))",
        remedy: "install Mesa's EGL (Debian: libegl-mesa0), or choose another device")
    }
    let display = try Self.display(for: platform)
    version = try displayUses.withLock { uses throws(GLError) in try Self.initialize(display, uses: &uses) }
    self.display = display
    self.platform = platform
    extensions = Extensions(list: Self.string(EGL_EXTENSIONS, of: display))
  }

  /// A display that its owner has initialised and will terminate.
  init(adopting display: EGLDisplay) {
    self.display = display
    platform = nil
    extensions = Extensions(list: Self.string(EGL_EXTENSIONS, of: display))
    // "1.5 Mesa …", by EGL's rules.
    let numbers = Self.string(EGL_VERSION, of: display).prefix { $0 != " " }.split(separator: ".").map { Int($0) ?? 0 }
    version = (numbers.first ?? 1, numbers.dropFirst().first ?? 0)
  }

  deinit {
    guard platform != nil else { return }
    displayUses.withLock { uses in
      let key = UInt(bitPattern: display)
      let left = (uses[key] ?? 1) - 1
      uses[key] = left == 0 ? nil : left
      if left == 0 { _ = eglTerminate(display) }
    }
  }

  /// Mesa's name of the driver, such as `iris`, `virtio_gpu` or `kms_swrast`; nil if EGL does not
  /// report it.
  package var driverName: String? {
    guard extensions.contains("EGL_MESA_query_driver"),
      let query: PFNEGLGETDISPLAYDRIVERNAMEPROC = procedure("eglGetDisplayDriverName"),
      let name = query(display)
    else { return nil }
    return String(cString: name)
  }

  private static func display(for platform: Platform) throws(GLError) -> EGLDisplay {
    let display =
      switch platform {
      case .surfaceless: eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
      case .device(let device): eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), device.handle, nil)
      case .gbm(let device, _):
        eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_GBM_KHR), UnsafeMutableRawPointer(device), nil)
      case .wayland(let display, _):
        eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_WAYLAND_KHR), UnsafeMutableRawPointer(display), nil)
      }
    guard let display else {
      throw .egl(
        call: "eglGetPlatformDisplay(\(platform.name))", code: .last(),
        remedy: "no EGL driver takes this platform; install one (Debian: libegl-mesa0)")
    }
    return display
  }

  private static func initialize(
    _ display: EGLDisplay, uses: inout [UInt: Int]
  ) throws(GLError) -> (major: Int, minor: Int) {
    var major: EGLint = 0
    var minor: EGLint = 0
    guard eglInitialize(display, &major, &minor) == EGLBoolean(EGL_TRUE) else {
      throw .egl(
        call: "eglInitialize", code: .last(),
        remedy: "install the driver (Debian: libgl1-mesa-dri), check who may open the device "
          + "(groups render and video), or choose another device; EGL_LOG_LEVEL=debug makes Mesa say more")
    }
    uses[UInt(bitPattern: display), default: 0] += 1
    return (Int(major), Int(minor))
  }

  private static func string(_ what: Int32, of display: EGLDisplay) -> String {
    eglQueryString(display, what).map { String(cString: $0) } ?? ""
  }
}

/// The number of connections that use each EGL display of this process, by the display's address.
/// EGL displays belong to the process, so their count does too.
private let displayUses = Mutex<[UInt: Int]>([:])
