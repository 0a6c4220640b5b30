import Foundation

/// How device files are opened: by ourselves, or through a seat daemon that may do what we may not.
public struct DeviceAccess {
  /// Opens a path with flags of `open(2)`; a file descriptor, or an `errno` value below 0.
  public let open: (_ path: String, _ flags: Int32) -> Int32
  /// Closes a file descriptor that `open` returned.
  public let close: (_ descriptor: Int32) -> Void

  /// Access by two functions, called as the properties of their names say.
  public init(open: @escaping (_ path: String, _ flags: Int32) -> Int32, close: @escaping (_ descriptor: Int32) -> Void)
  {
    self.open = open
    self.close = close
  }

  /// By ourselves, with our own permissions.
  public static var direct: DeviceAccess {
    DeviceAccess { path, flags in
      let descriptor = Foundation.open(path, flags | O_CLOEXEC)
      return descriptor >= 0 ? descriptor : -errno
    } close: { descriptor in
      _ = Foundation.close(descriptor)
    }
  }
}
