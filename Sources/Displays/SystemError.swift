import Glibc

/// The `errno` of a failed system call, with its name.
package struct SystemError: Equatable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// What the thread's last failed call left.
  static func last() -> SystemError {
    SystemError(rawValue: errno)
  }

  /// `ENOENT`: what was named is not there.
  static let noEntry = ENOENT

  /// Its name in C, such as `EACCES`, or the number if it is none that devices answer with.
  package var description: String {
    Self.names[rawValue] ?? "errno \(rawValue)"
  }

  /// What to do about it when a device node does not open.
  var remedy: String {
    switch rawValue {
    case ENOENT: "there is no such node: load the GPU's kernel driver; in a container, pass /dev/dri in"
    case EACCES, EPERM: "add the user to the groups render and video (usermod -aG render,video NAME) and log in again"
    case ENODEV, ENXIO: "it has no device: load the GPU's kernel driver"
    case EBUSY: "another program holds the device: end it"
    case EMFILE, ENFILE: "too many files are open: raise the limit (ulimit -n)"
    case ENOSYS, ENOTTY, EOPNOTSUPP: "its driver cannot do this: choose another device"
    default: "see the kernel's messages (dmesg), or choose another device"
    }
  }

  /// What to do about it when a card does not show.
  var showingRemedy: String {
    switch rawValue {
    case EACCES, EPERM: "another program has the screen: end it, switch to a free virtual terminal, or run as root"
    case EINVAL, ENOSPC, ERANGE, E2BIG:
      "the display does not accept this mode or memory: choose another --mode or --device"
    case EBUSY: "the display is still busy with the last frame"
    case ENOMEM: "free memory, or choose a smaller --mode"
    default: remedy
    }
  }

  /// Whether it says that the device is gone.
  package var isLoss: Bool { rawValue == ENODEV || rawValue == ENXIO }

  private static let names: [Int32: String] = [
    EPERM: "EPERM", ENOENT: "ENOENT", EIO: "EIO", ENXIO: "ENXIO", EBADF: "EBADF", EAGAIN: "EAGAIN",
    ENOMEM: "ENOMEM", EACCES: "EACCES", EFAULT: "EFAULT", EBUSY: "EBUSY", ENODEV: "ENODEV", ENOTDIR: "ENOTDIR",
    EISDIR: "EISDIR", EINVAL: "EINVAL", ENFILE: "ENFILE", EMFILE: "EMFILE", ENOTTY: "ENOTTY", ENOSPC: "ENOSPC",
    ENOSYS: "ENOSYS", EOPNOTSUPP: "EOPNOTSUPP", ELOOP: "ELOOP", ETIMEDOUT: "ETIMEDOUT",
    EINTR: "EINTR", E2BIG: "E2BIG", ERANGE: "ERANGE", ECANCELED: "ECANCELED", EDEADLK: "EDEADLK",
  ]
}
