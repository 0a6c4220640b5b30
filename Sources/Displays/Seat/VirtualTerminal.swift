import Glibc
import MultiplaneCLinux

/// A virtual terminal that is taken over: its text stays away from the screen, its keys from the
/// shell, and it asks before another terminal is shown.
///
/// It is given back by `giveBack`, and by the signals that end a program that crashes.
final class VirtualTerminal {
  /// Another terminal is to be shown.
  static let leaveSignal = SIGUSR1
  /// This one is shown again.
  static let returnSignal = SIGUSR2

  let path: String
  private let descriptor: Int32
  private var isTaken = false
  private var keyboardMode: Int32 = 0
  private var attributes = termios()

  /// The terminal that the program was started on if it is a virtual one, else the one in front;
  /// nil if there is none, or it may not be used.
  init?() {
    for path in ["/proc/self/fd/0", "/dev/tty0"] {
      let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      var mode: Int32 = 0
      if ioctl(descriptor, UInt(KDGETMODE), &mode) == 0 {
        self.path = path == "/dev/tty0" ? path : ttyname(descriptor).map { String(cString: $0) } ?? path
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
    return nil
  }

  deinit {
    giveBack()
    close(descriptor)
  }

  /// Whether a user has the terminal: then its keys still raise signals, such as Ctrl-C.
  private var isControlling: Bool { tcgetpgrp(descriptor) == getpgrp() }

  func take() {
    guard !isTaken else { return }
    isTaken = true
    _ = tcgetattr(descriptor, &attributes)
    _ = ioctl(descriptor, UInt(KDGKBMODE), &keyboardMode)
    if isControlling {
      var quiet = attributes
      quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
      _ = tcsetattr(descriptor, TCSANOW, &quiet)
    } else {
      // Typed keys must not reach an invisible login prompt.
      _ = ioctl(descriptor, UInt(KDSKBMODE), Int32(K_OFF))
    }
    _ = ioctl(descriptor, UInt(KDSETMODE), Int32(KD_GRAPHICS))
    var mode = vt_mode()
    // `char` or `__u8`, by the age of the kernel's headers.
    mode.mode = numericCast(VT_PROCESS)
    mode.relsig = Int16(Self.leaveSignal)
    mode.acqsig = Int16(Self.returnSignal)
    _ = ioctl(descriptor, UInt(VT_SETMODE), &mode)
    Self.guardAgainstCrashes(descriptor, keyboardMode: keyboardMode)
  }

  /// Agrees that another terminal is shown.
  func letGo() { _ = ioctl(descriptor, UInt(VT_RELDISP), Int32(1)) }

  /// Confirms that this one is shown.
  func acknowledgeReturn() { _ = ioctl(descriptor, UInt(VT_RELDISP), Int32(VT_ACKACQ)) }

  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    crashTerminal = -1
    restoreTerminal(descriptor, keyboardMode)
    // What was typed meanwhile was not meant for the shell.
    _ = tcflush(descriptor, TCIFLUSH)
    _ = tcsetattr(descriptor, TCSANOW, &attributes)
  }

  /// Has the terminal given back before a crash ends the program.
  private static func guardAgainstCrashes(_ descriptor: Int32, keyboardMode: Int32) {
    crashKeyboardMode = keyboardMode
    crashTerminal = descriptor
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        if crashTerminal >= 0 { restoreTerminal(crashTerminal, crashKeyboardMode) }
        // What the signal does to every program.
        signal(number, SIG_DFL)
        raise(number)
      }
      action.sa_flags = SA_NODEFER
      sigaction(number, &action, nil)
    }
  }
}

// A signal handler reaches nothing but globals; these are set before the handler and only read by
// it.
nonisolated(unsafe) private var crashTerminal: Int32 = -1
nonisolated(unsafe) private var crashKeyboardMode: Int32 = 0

/// Text on the screen, keys to the shell, and no more questions. Only calls that a signal handler
/// may make.
private func restoreTerminal(_ descriptor: Int32, _ keyboardMode: Int32) {
  var mode = vt_mode()
  mode.mode = numericCast(VT_AUTO)
  _ = ioctl(descriptor, UInt(VT_SETMODE), &mode)
  _ = ioctl(descriptor, UInt(KDSETMODE), Int32(KD_TEXT))
  _ = ioctl(descriptor, UInt(KDSKBMODE), keyboardMode)
}
