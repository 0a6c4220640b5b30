import Foundation

/// The functions that open device files: with the program's own permissions, or through a seat
/// daemon.
public struct DeviceAccess {
  /// Opens a path with the flags of `open(2)`. Returns a file descriptor, or a negative `errno`
  /// value.
  public let open: (_ path: String, _ flags: Int32) -> Int32
  /// Closes a file descriptor that `open` returned.
  public let close: (_ descriptor: Int32) -> Void

  /// Creates access by two functions, which are called as documented at the properties.
  public init(open: @escaping (_ path: String, _ flags: Int32) -> Int32, close: @escaping (_ descriptor: Int32) -> Void)
  {
    self.open = open
    self.close = close
  }

  /// Access with the program's own permissions.
  public static var direct: DeviceAccess {
    DeviceAccess { path, flags in
      let descriptor = Foundation.open(path, flags | O_CLOEXEC)
      return descriptor >= 0 ? descriptor : -errno
    } close: { descriptor in
      _ = Foundation.close(descriptor)
    }
  }
}
